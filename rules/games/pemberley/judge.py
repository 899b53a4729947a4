"""What an event of Pemberley means: plays, passes, sets, claims and shown cards (RULES 3.1 to 3.5)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.faults import face_down_fault, hand_fault, pack_fault, turn_fault, whereabouts_fault
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.seats import with_item
from rules.core.verdict import Judging, Verdict, illegal, need, ok, unless, warn, which_card
from rules.games.pemberley.arrangement import CardSet, Reasons, landing, landing_fault, said_step, sum_of
from rules.games.pemberley.passes import impossible_fault, impossible_passes, with_proof
from rules.games.pemberley.state import (
    Left,
    Pass,
    Seat,
    State,
    after_deal,
    closed_when_all_used,
    fits,
    passed_on,
    round_score,
    unseen,
)
from rules.games.pemberley.sums import final_total, points_sentence, sum_sentence, winners_sentence


def _judge_deal(state: State, action: Action) -> Verdict:
    broken = face_down_fault(action)
    if broken:
        return illegal(*broken)
    if state.phase == "start":
        return ok(state, said("dealt"))
    if state.phase == "play":
        return illegal(*fault("EARLY_DEAL"), after_deal(replace(state, dealer=(state.dealer - 1) % len(state.players))))
    closed = replace(state, phase="closed")
    if closed.over:
        return illegal(*fault("GAME_OVER", winners=winners_sentence(closed)))
    after = after_deal(closed)
    changes = _closing_changes(closed) if state.phase == "sets" else ()
    return ok(after, said("round-deals", round=after.deals, dealer=state.players[after.dealer]), changes)


def _closing_changes(state: State) -> tuple[Said, ...]:
    return tuple(said("in-all", player=name, points=f"{round_score(state, i):+d}", score=state.scores[name])
                 for i, name in enumerate(state.players))


def _judge_start(state: State, action: Action) -> Verdict:
    if state.phase != "start":
        key = "SECOND_STARTER" if state.phase == "play" else "NO_ROUND-starter"
        return illegal(*fault(key, card=state.starter))
    broken = _one_card(action) or pack_fault(state.house.pack, (), action.cards)
    if broken:
        return illegal(*broken)
    if action.card.is_unknown:
        return need(*fault("UNSEEN_CARD-starter"), tuple(Action(TABLE, "start", (c,)) for c in state.house.pack))
    number = action.card.number
    announced = number if action.announced is None else action.announced
    after = replace(state, phase="play", starter=action.card, total=announced, turn=state.first)
    if announced != number:
        return illegal(*fault("WRONG_COUNT-starter", card=action.card, number=number, announced=announced), after)
    return ok(after, said("starter-is", number=number, first=state.players[after.turn]))


def _judge_play(state: State, action: Action) -> Verdict:
    broken = _phase_fault(state) or _one_card(action)
    if broken:
        return illegal(*broken)
    card, seat = action.card, state.seat(action.actor)
    broken = hand_fault(action.actor, seat.hand, 1) or turn_fault(state.players[state.turn], action.actor)
    broken = broken or whereabouts_fault(state, action)
    if not broken and card.is_unknown:
        return which_card(action, unseen(state, action.actor), lambda play: _judge_play(state, play))
    if broken and not card.is_standard:
        return illegal(*broken)
    assert state.total is not None
    broken = broken or landing_fault(state.total, card) or _count_fault(landing(state.total, card), action)
    after, reasons = _played(state, action)
    if broken:
        return illegal(*broken, after)
    equation = said("equation", step=said_step(state.total, card), becomes=after.total)
    return with_proof(state, action, after, points_sentence(equation, reasons), _play_changes(after))


def _played(state: State, action: Action) -> tuple[State, Reasons]:
    """The state with the card on its player's pile, and why that scored.  The announced total
    holds where there is one: it is what the table plays on from when it lets a broken stand."""
    assert state.total is not None
    landed = action.announced if action.announced is not None else landing(state.total, action.card)
    total = state.total if landed is None else landed
    ones = state.ones + (landed == 1)
    reasons = () if landed is None else state.house.scale.reasons(total, ones)
    points = sum_of(reasons)
    i = state.players.index(action.actor)
    seat = state.seats[i]
    laid = replace(seat, hand=max(0, seat.hand - 1), pile=(*seat.pile, action.card), points=seat.points + points,
                   known=seat.known and tuple([card for card in seat.known if card != action.card]), claim=points)
    seats = with_item(state.seats, i, laid)
    phase, turn, passed = passed_on(state, i, seats, frozenset())
    after = replace(state, seats=seats, total=total, ones=ones, phase=phase, turn=turn, passed=passed)
    return closed_when_all_used(after), reasons


def _play_changes(after: State) -> tuple[Said, ...]:
    return (said("now-the-sets"),) if after.phase != "play" else ()


def _judge_pass(state: State, action: Action) -> Verdict:
    broken = _phase_fault(state)
    if broken:
        return illegal(*broken)
    assert state.total is not None
    seat, i = state.seat(action.actor), state.players.index(action.actor)
    broken = turn_fault(state.players[state.turn], action.actor)
    latest = Pass(state.at - 1, state.total)
    seats = with_item(state.seats, i, replace(seat, passes=(*seat.passes, latest), claim=None))
    after = _passed(state, i, seats) if i == state.turn else replace(state, seats=seats, passed=state.passed | {i})
    playable = [card for card in seat.known if fits(state, card)]
    if not broken and playable and state.house.must_play:
        broken = fault("ILLEGAL_PASS", player=action.actor, card=playable[0], total=state.total)
    if not broken and state.house.must_play and (action.actor, (latest,)) in impossible_passes(after):
        broken = impossible_fault(after, action.actor, (latest,))
    if broken:
        return illegal(*broken, after)
    why = said("passes-at", player=action.actor, total=state.total)
    return with_proof(state, action, after, why, _play_changes(after))


def _judge_set(state: State, action: Action) -> Verdict:
    if state.phase == "play":
        return _set_before_the_end(state, action)
    broken = _sets_phase_fault(state)
    if broken:
        return illegal(*broken)
    broken = _ownership_fault(state, action)
    total, arithmetic = final_total(state.begin, action.cards)
    broken = broken or arithmetic or _count_fault(total, action)
    if action.announced is not None:
        total = action.announced
    more = ("BAD_SET",) if arithmetic and broken is arithmetic else ()
    if total is None:
        assert broken
        return illegal(*broken, None, *more)
    after, reasons = _laid(state, action, total)
    if broken:
        return illegal(*broken, after, *more)
    why = points_sentence(sum_sentence(state.begin, action.cards, total), reasons)
    return with_proof(state, action, after, why, _closing_changes(after) if after.phase == "closed" else ())


def _set_before_the_end(state: State, action: Action) -> Verdict:
    """A set while one player still holds cards says that he has passed; with more it is too early."""
    holders = tuple(name for name, seat in zip(state.players, state.seats, strict=True) if seat.hand)
    if holders != (state.players[state.turn],):
        return illegal(*fault("EARLY_SETS", players=holders, number=len(holders)))
    passing = replace(state, phase="sets", passed=frozenset())
    verdict = _judge_set(passing, action)
    if verdict.kind != "ok":
        return verdict
    return warn(*fault("MISSED_PASS", player=holders[0], held=state.seat(holders[0]).hand), verdict.after,
                (verdict.why, *verdict.changes))


def _ownership_fault(state: State, action: Action) -> Fault | None:
    """A set is made of the player's own cards, each once, played ones unless the house says else."""
    seat = state.seat(action.actor)
    broken = pack_fault(state.house.pack, (), action.cards)
    if broken:
        return broken if broken.code == "FOREIGN" else fault("USED_TWICE")
    unplayed = []
    for card in action.cards:
        if card.is_unknown:
            return fault("UNSEEN_CARD-set")
        if card in seat.used:
            return fault("USED_TWICE-already", card=card, player=action.actor)
        if card not in seat.pile:
            unplayed.append(card)
    return _unplayed_fault(state, action.actor, unplayed) if unplayed else None


def _unplayed_fault(state: State, player: str, cards: list[Card]) -> Fault | None:
    """Cards not out of the player's pile: somebody else's, or unplayed and perhaps not allowed."""
    seat = state.seat(player)
    foreign = [card for card in cards if card in state.seen and card not in seat.known]
    if foreign or seat.hand - len(seat.joined) < len(cards):
        return fault("NOT_YOUR_CARD", card=(foreign or cards)[0], player=player)
    if not state.house.joins:
        return fault("UNPLAYED_IN_SET", card=cards[0])
    return None


def _laid(state: State, action: Action, total: int) -> tuple[State, Reasons]:
    """The state with the set laid, and why it scores; the cards of a set that scores nothing count as
    not used (RECORD)."""
    counts_on = state.house.ones_in_sets == "continue_counter" and total == 1
    reasons = state.house.scale.reasons(total, state.ones + 1 if counts_on else 1)
    points = sum_of(reasons)
    seat = state.seat(action.actor)
    seat = replace(seat, claim=points, laid=seat.with_laid(action.cards))
    if points:
        seat = replace(seat, sets=(*seat.sets, CardSet(action.cards, total)), set_points=seat.set_points + points)
    else:
        shown = tuple(card for card in action.cards if card not in (*seat.pile, *seat.known))
        seat = replace(seat, known=(*seat.known, *shown))
    after = state.with_seat(action.actor, seat)
    return closed_when_all_used(replace(after, ones=after.ones + counts_on) if counts_on else after), reasons


def _judge_peg(state: State, action: Action) -> Verdict:
    return _muggins(state, action) if action.on else _claim(state, action)


def _claim(state: State, action: Action) -> Verdict:
    """The points of what he did last, which have been pegged already."""
    claimed, seat = action.numbers[0], state.seat(action.actor)
    scored = seat.claim or 0
    after = state.with_seat(action.actor, replace(seat, claim=None, points=seat.points + claimed - scored))
    if seat.claim is None and claimed:
        return illegal(*fault("WRONG_PEG-nothing", player=action.actor), after)
    if claimed < scored and state.house.muggins:
        return warn(*fault("WRONG_PEG-under", player=action.actor, scored=scored, claimed=claimed),
                    replace(after, left=Left(action.actor, scored - claimed)))
    if claimed != scored:
        return illegal(*fault("WRONG_PEG", player=action.actor, scored=scored, claimed=claimed), after)
    return ok(after, said("pegs", player=action.actor, claimed=claimed))


def _muggins(state: State, action: Action) -> Verdict:
    """Points that somebody left lying, taken by one who has seen it before anything else happens."""
    if not state.house.muggins:
        return illegal(*fault("NO_MUGGINS"))
    left, claimed = state.left, action.numbers[0]
    if left is None or left.player != action.on:
        return illegal(*fault("WRONG_PEG-none-left", player=action.on))
    if left.player == action.actor:
        return illegal(*fault("NO_MUGGINS-own", player=action.actor))
    if claimed > left.points:
        return illegal(*fault("WRONG_PEG-left", player=action.on, left=left.points, claimed=claimed))
    rest = Left(left.player, left.points - claimed) if claimed < left.points else None
    seat = state.seat(action.actor)
    after = replace(state.with_seat(action.actor, replace(seat, points=seat.points + claimed)), left=rest)
    return ok(after, said("muggins", player=action.actor, on=action.on, points=claimed))


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards laid open: of the hand, for what they prove about passes and that their holder is stuck;
    and after the play, cards of his pile that he has taken up again."""
    seat, cards = state.seat(action.actor), tuple(card for card in action.cards if not card.is_unknown)
    taken_up = seat.pile if state.phase in ("sets", "closed") else ()
    mine = {*seat.known, *seat.joined}
    new = tuple(card for card in cards if card not in mine and card not in taken_up)
    broken = pack_fault(state.house.pack, state.seen, new) or hand_fault(action.actor, seat.hand, len(mine) + len(new))
    if broken:
        return warn(*broken, state)
    laid = seat.laid if state.phase == "play" else seat.with_laid(cards)
    after = state.with_seat(action.actor, replace(seat, known=(*seat.known, *new), laid=laid))
    return with_proof(state, action, _passed_if_stuck(after, action.actor),
                       said("shows", player=action.actor, cards=action.cards), ())


def _passed_if_stuck(state: State, player: str) -> State:
    """Whoever shows his whole hand and can play none of it has passed."""
    seat, i = state.seat(player), state.players.index(player)
    stuck = len(seat.known) == seat.hand > 0 and not any(fits(state, card) for card in seat.known)
    if state.phase != "play" or state.turn != i or not stuck:
        return state
    return _passed(state, i, state.seats)


def _passed(state: State, i: int, seats: tuple[Seat, ...]) -> State:
    """The player on turn has nothing to play on this total."""
    phase, turn, passed = passed_on(state, i, seats, state.passed | {i})
    return closed_when_all_used(replace(state, seats=seats, phase=phase, turn=turn, passed=passed))


def _phase_fault(state: State) -> Fault | None:
    if state.phase == "start":
        return fault("NO_STARTER")
    return fault("NO_ROUND") if state.phase != "play" else None


def _sets_phase_fault(state: State) -> Fault | None:
    if state.phase == "start":
        return fault("NO_STARTER")
    return fault("NO_ROUND-all-used") \
        if state.phase == "closed" else None


def _one_card(action: Action) -> Fault | None:
    return fault("TWO_CARDS") if len(action.cards) != 1 else None


def _count_fault(total: int | None, action: Action) -> Fault | None:
    if action.announced is None or action.announced == total:
        return None
    return fault("WRONG_COUNT", total=total, announced=action.announced)


def _over_fault(state: State) -> Fault | None:
    return fault("GAME_OVER", winners=winners_sentence(state)) if state.over else None


JUDGES: Mapping[str, Judging] = {
    **unless(_over_fault, {
        "deal": _judge_deal, "start": _judge_start, "play": _judge_play, "pass": _judge_pass, "set": _judge_set}),
    "peg": _judge_peg, "show": _judge_show,
}
