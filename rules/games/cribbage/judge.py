"""What an event of Cribbage means: the crib, the starter, the play, the show and muggins (RULES 11.2 to 11.7)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.faults import face_down_fault, hand_fault, pack_fault, turn_fault, whereabouts_fault
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.seats import with_item
from rules.core.verdict import Judging, Verdict, illegal, need, ok, proven, unless, warn, which_card
from rules.games.cribbage.counting import LIMIT, Count, PlayPoints, count_hand, play_points, worth
from rules.games.cribbage.state import (
    CRIB,
    HEELS,
    KEPT,
    Go,
    Left,
    Seat,
    State,
    dealt_anew,
    fits,
    laid_away,
    pegged,
    turn_passed,
    unseen,
)

CRIB_PLACE = "crib"


def _judge_deal(state: State, action: Action) -> Verdict:
    broken = face_down_fault(action)
    if broken:
        return illegal(*broken)
    if state.phase == "crib" and not state.crib_size % CRIB:  # nobody has laid away yet
        return ok(state, said("deals", dealer=state.players[state.dealer]))
    if state.phase == "closed":
        return ok(dealt_anew(state), *_dealt(state))
    if state.phase == "show":
        return illegal(*_uncounted(state), dealt_anew(state))
    again = replace(state, dealer=(state.dealer - 1) % len(state.players))
    return illegal(*fault("EARLY_DEAL"), dealt_anew(again))


def _dealt(state: State) -> tuple[Said, tuple[Said, ...]]:
    """Who deals now, and what the game that is over counts."""
    after = dealt_anew(state)
    won = () if state.winner is None else (
        said("game-won", side=state.side_name(state.winner), games=state.worth_games),)
    return said("deals", dealer=after.players[after.dealer]), won


def _uncounted(state: State) -> Fault:
    seat = state.to_count
    return (fault("EARLY_DEAL-crib", player=state.players[state.dealer]) if seat is None
            else fault("EARLY_DEAL-hand", player=state.players[seat]))


# -- the crib and the starter (RULES 11.2, 11.3) ---------------------------------------------------


def _judge_crib(state: State, action: Action) -> Verdict:
    seat, number = state.seat(action.actor), action.numbers[0] if action.numbers else state.lays_away
    if state.phase != "crib" or state.seats[seat].laid_away:
        return illegal(*fault("CRIB_CLOSED", player=action.actor))
    if number != state.lays_away:
        return illegal(*fault("CRIB_COUNT", number=state.lays_away, laid=number))
    after = laid_away(state, seat)
    return ok(after, said("lays-away", player=action.actor, number=number))


def _judge_start(state: State, action: Action) -> Verdict:
    if state.phase not in ("crib", "starter"):
        return illegal(*fault("SECOND_STARTER", card=state.starter))
    broken = _one_card(action) or pack_fault(state.house.pack, (), action.cards)
    if broken:
        return illegal(*broken)
    if action.card.is_unknown:
        return need(*fault("UNSEEN_CARD-starter"), tuple(Action(TABLE, "start", (card,)) for card in state.house.pack))
    for seat in range(len(state.players)):  # who has not said so has laid away all the same
        state = state if state.seats[seat].laid_away else laid_away(state, seat)
    after = replace(state, phase="play", starter=action.card, turn=(state.dealer + 1) % len(state.players))
    if action.card.rank != "J":
        return ok(after, said("starter-is", card=action.card, player=after.players[after.turn]))
    after = _scoring(state, state.dealer, pegged(after, state.dealer, HEELS))
    return ok(after, said("heels", card=action.card, dealer=state.players[state.dealer], points=HEELS), _won(after))


def _one_card(action: Action) -> Fault | None:
    return None if len(action.cards) == 1 else fault("TWO_CARDS")


# -- the play (RULES 11.4, 11.5) -------------------------------------------------------------------


def _judge_play(state: State, action: Action) -> Verdict:
    seat = state.seat(action.actor)
    broken = (_not_playing(state) or _one_card(action) or whereabouts_fault(state, action)
              or hand_fault(action.actor, state.seats[seat].hand, 1))
    if broken:
        return illegal(*broken)
    before = _count_begun_anew(state, seat, action)
    broken = turn_fault(before.players[before.turn], action.actor)
    if action.card.is_unknown:
        return illegal(*broken) if broken else which_card(action, unseen(state), lambda a: _judge_play(state, a))
    broken = broken or _too_high(before, action)
    if broken:
        if not fits(before, action.card):  # too high a card that is let stand begins a count
            before = replace(before, series=(), gone=frozenset())
        return illegal(*broken, _played(before, seat, action.card)[0])
    after, points = _played(before, seat, action.card)
    why = _play_sentence(points, before.count + worth(action.card))
    wrong = _wrong_count(before, action)
    if wrong:
        return illegal(*wrong, after)
    return _with_proof(state, action, after, why, (
        *_ended_before(state, before), *_ended(points, after)))


def _not_playing(state: State) -> Fault | None:
    if state.phase == "play":
        return None
    return fault("NO_STARTER") if state.phase in ("crib", "starter") else fault("PLAY_OVER")


def _count_begun_anew(state: State, seat: int, action: Action) -> State:
    """The position in which the card is laid.  Whoever laid the last card and can lay no more need not say so:
    the next card, laid by the one who leads then, or by himself with nobody else left to lead, says it."""
    if not state.series or state.series[-1][0] != state.turn or not _may_hold_nothing(state, state.turn):
        return state
    ended = _gone(state, state.turn)
    mine = seat == state.turn and not fits(state, action.card)
    return ended if ended.phase == "play" and not ended.series and ended.turn == seat and (
        mine or seat in state.gone) else state


def _gone(state: State, seat: int) -> State:
    """The player has said, or let it be seen, that nothing fits."""
    held = state.seats[seat]
    said_so = held._replace(gos=(*held.gos, Go(state.at - 1, state.count)))
    return turn_passed(replace(state, seats=with_item(state.seats, seat, said_so), gone=state.gone | {seat}), seat)


def _too_high(state: State, action: Action) -> Fault | None:
    if fits(state, action.card):
        return None
    return fault("OVER_31", card=action.card, count=state.count, becomes=state.count + worth(action.card))


def _wrong_count(state: State, action: Action) -> Fault | None:
    becomes = state.count + worth(action.card)
    if action.announced is None or action.announced == becomes:
        return None
    return fault("WRONG_COUNT", count=becomes, announced=action.announced)


def _played(state: State, seat: int, card: Card) -> tuple[State, PlayPoints]:
    """The card laid, its points pegged, the turn passed; and the points."""
    held = state.seats[seat]
    mine = Seat(held.hand - 1, held.laid_away, (*held.pile, card), held.gos, held.counted)
    laid = replace(state, seats=with_item(state.seats, seat, mine), series=(*state.series, (seat, card)),
                   gone=state.gone if state.series else frozenset(), turn=seat, scored=Left(seat, 0))
    points = play_points(laid.cards)
    after = pegged(laid, seat, points.total)
    after = after if after.over else turn_passed(after, seat)
    return after if after.holes == state.holes else _scoring(state, seat, after), points


def _scoring(before: State, seat: int, after: State) -> State:
    """The state with what this action brought the player, for the claim."""
    side = before.side(seat)
    return replace(after, scored=Left(seat, after.holes[side] - before.holes[side]))


def _play_sentence(points: PlayPoints, count: int) -> Said:
    if not points.total:
        return said("count", count=count)
    return said("count-scores", count=count, reasons=tuple(_play_reasons(points)), points=points.total)


def _play_reasons(points: PlayPoints) -> list[Said]:
    pairs = {2: "pair", 6: "three", 12: "four"}
    reasons = [said("for-fifteen")] if points.fifteen else []
    reasons += [said("for-31")] if points.end else []
    reasons += [said("for-pair", pair=pairs[points.pair])] if points.pair else []
    return reasons + ([said("for-run", cards=points.run)] if points.run else [])


def _ended_before(state: State, before: State) -> tuple[Said, ...]:
    """What it says that the count had ended."""
    return () if before is state else (said("last-card", player=state.players[state.turn], points=1),)


def _ended(points: PlayPoints, after: State) -> tuple[Said, ...]:
    """What the last card of a count brings, and what comes then."""
    changes = []
    if after.scored and after.scored.points > points.total:
        changes.append(said("last-card", player=after.players[after.scored.seat], points=1))
    if after.phase == "show":
        changes.append(said("now-the-show", player=after.players[after.to_count or 0]))
    return (*changes, *_won(after))


def _won(after: State) -> tuple[Said, ...]:
    if after.winner is None:
        return ()
    return (said("out", side=after.side_name(after.winner), holes=after.house.holes),)


def _judge_go(state: State, action: Action) -> Verdict:
    broken = _not_playing(state) or turn_fault(state.players[state.turn], action.actor)
    if broken:
        return illegal(*broken)
    seat = state.seat(action.actor)
    after = _gone(state, seat)
    if not _may_hold_nothing(state, seat):
        held = state.seats[seat].hand
        return illegal(*fault("FALSE_GO-counted", player=action.actor, count=state.count, held=held), after)
    if after.series:
        return ok(after, said("says-go", player=action.actor, next=after.players[after.turn]))
    last = state.series[-1][0]
    after = _scoring(state, last, after)
    return ok(after, said("one-for-go", player=state.players[last], points=1), _won(after))


def _may_hold_nothing(state: State, seat: int) -> bool:
    """Whether enough cards that do not fit are unseen: at 21 and less, every card fits (RULES 11.5)."""
    return state.unseen_above(LIMIT - state.count) >= state.seats[seat].hand


def _with_proof(state: State, action: Action, after: State, why: Said, changes: tuple[Said, ...]) -> Verdict:
    """ok, or the proof that somebody could have laid when he said go: whoever lays a card held it all the time,
    and as cards are laid, too few that do not fit may be left for a hand."""
    gos = state.seats[state.seat(action.actor)].gos
    belied = [go for go in reversed(gos) if go.count + worth(action.card) <= LIMIT] if gos else ()
    if belied:
        broken = fault("FALSE_GO", player=action.actor, count=belied[0].count, card=action.card,
                       becomes=belied[0].count + worth(action.card))
        return proven(*broken, belied[0].at, after, (why, *changes))
    counted = next((seat for seat, held in enumerate(after.seats) if held.gos and _counted_out(after, held)
                    and not _counted_out(state, state.seats[seat])), None)
    if counted is None:
        return ok(after, why, changes)
    held = after.seats[counted]
    go = min(held.gos, key=lambda go: go.count)
    broken = fault("FALSE_GO-counted", player=state.players[counted], count=go.count, held=held.hand)
    return proven(*broken, go.at, after, (why, *changes))


def _counted_out(state: State, held: Seat) -> bool:
    """Whether fewer cards that did not fit are unseen than the player holds."""
    if not held.gos:
        return False
    return state.unseen_above(LIMIT - min(go.count for go in held.gos)) < held.hand


# -- the show (RULES 11.6, 11.7) -------------------------------------------------------------------


def _judge_show(state: State, action: Action) -> Verdict:
    seat = state.seat(action.actor)
    is_crib = action.source == CRIB_PLACE
    broken = _no_show(state) or _place_fault(action) or _order_fault(state, seat, is_crib) or (
        _crib_fault(state, action) if is_crib else _hand_fault(state, action))
    if broken:
        return illegal(*broken)
    if is_crib and any(card.is_unknown for card in action.cards):
        return which_card(action, unseen(state), lambda a: _judge_show(state, a))
    assert state.starter is not None
    count = count_hand(action.cards, state.starter, is_crib=is_crib)
    return _counted(state, action, count, is_crib)


def _no_show(state: State) -> Fault | None:
    if state.phase == "show":
        return None
    return fault("ALL_COUNTED") if state.phase == "closed" else fault("EARLY_SHOW")


def _place_fault(action: Action) -> Fault | None:
    return None if action.source in ("", CRIB_PLACE) else fault("CLAUSE", word="from", verb=action.verb)


def _order_fault(state: State, seat: int, is_crib: bool) -> Fault | None:
    """The dealer's left first, the dealer's hand last, then his crib."""
    wanted = state.to_count
    if wanted is None:
        if is_crib and seat == state.dealer:
            return None
        return fault("WRONG_TURN-crib", player=state.players[state.dealer])
    if seat == wanted and not is_crib:
        return None
    return fault("WRONG_TURN-hand", player=state.players[wanted])


def _hand_fault(state: State, action: Action) -> Fault | None:
    """The cards counted are those that were played."""
    pile = state.seats[state.seat(action.actor)].pile
    if sorted(action.cards) == sorted(pile):
        return None
    strange = next((card for card in action.cards if card not in pile), None)
    if strange is None:
        return fault("SHOW_COUNT", number=KEPT)
    return fault("NOT_YOUR_CARD", player=action.actor, card=strange)


def _crib_fault(state: State, action: Action) -> Fault | None:
    if len(action.cards) != CRIB:
        return fault("SHOW_COUNT", number=CRIB)
    return pack_fault(state.house.pack, state.elsewhere(), action.cards)


def _counted(state: State, action: Action, count: Count, is_crib: bool) -> Verdict:
    """The points claimed, or counted where nobody claims.  Too many are never pegged; too few are, where the
    table plays muggins, and the rest lies there for the others."""
    claimed = count.total if action.announced is None else action.announced
    after = _shown(state, action, claimed, is_crib)
    why = said("counts", player=action.actor, crib="yes" if is_crib else "no", reasons=tuple(_reasons(count)),
               points=count.total)
    changes = _won(after)
    if claimed == count.total:
        return ok(after, why, changes)
    key = "WRONG_COUNT-over" if claimed > count.total else "WRONG_COUNT-under"
    wrong = fault(key, player=action.actor, reasons=tuple(_reasons(count)), points=count.total, claimed=claimed,
                  muggins=state.house.muggins)
    if claimed > count.total or not state.house.muggins:
        return illegal(*wrong, after)
    return warn(*wrong, replace(after, left=Left(state.seat(action.actor), count.total - claimed)), changes)


def _shown(state: State, action: Action, points: int, is_crib: bool) -> State:
    seat = state.seat(action.actor)
    counted = with_item(state.seats, seat, state.seats[seat]._replace(counted=True))
    after = (replace(state, crib=action.cards, phase="closed", left=None) if is_crib
             else replace(state, seats=counted, left=None))
    return _scoring(state, seat, pegged(after, seat, points))


def _reasons(count: Count) -> list[Said]:
    named = (("fifteens", count.fifteens), ("pairs", count.pairs), ("runs", count.runs), ("flush", count.flush),
             ("nobs", count.nobs))
    return [said("for", what=what, points=points) for what, points in named if points]


def _judge_peg(state: State, action: Action) -> Verdict:
    return _muggins(state, action) if action.on else _claim(state, action)


def _claim(state: State, action: Action) -> Verdict:
    """The points of what he did last, which have been pegged already."""
    scored = state.scored
    seat, claimed = state.seat(action.actor), action.numbers[0]
    if scored is None or scored.seat != seat:
        return illegal(*fault("WRONG_PEG-nothing", player=action.actor))
    if scored.points != claimed:
        return illegal(*fault("WRONG_PEG", player=action.actor, scored=scored.points, claimed=claimed))
    return ok(replace(state, scored=None), said("pegs", player=action.actor, points=claimed))


def _muggins(state: State, action: Action) -> Verdict:
    """Points that somebody left lying, taken by one who has seen it before the next hand is counted."""
    if not state.house.muggins:
        return illegal(*fault("NO_MUGGINS"))
    seat, left, claimed = state.seat(action.actor), state.left, action.numbers[0]
    if left is None or state.players[left.seat] != action.on:
        return illegal(*fault("WRONG_PEG-none-left", player=action.on))
    if state.side(left.seat) == state.side(seat):
        return illegal(*fault("NO_MUGGINS-own", player=action.actor))
    if claimed > left.points:
        return illegal(*fault("WRONG_PEG-left", player=action.on, left=left.points, claimed=claimed))
    rest = Left(left.seat, left.points - claimed) if claimed < left.points else None
    after = pegged(replace(state, left=rest), seat, claimed)
    return ok(after, said("muggins", player=action.actor, on=action.on, points=claimed), _won(after))


def _over_fault(state: State) -> Fault | None:
    return fault("GAME_OVER", winners=state.winners) if state.over else None


JUDGES: Mapping[str, Judging] = {
    "deal": _judge_deal,
    **unless(_over_fault, {
        "crib": _judge_crib, "start": _judge_start, "play": _judge_play, "go": _judge_go, "show": _judge_show}),
    "peg": _judge_peg,
}
