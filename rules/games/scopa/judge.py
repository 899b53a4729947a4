"""What an event of Scopa means: deals, plays, claims and shown cards (RULES 5.1 to 5.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.faults import hand_fault, pack_fault, turn_fault
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.seats import with_item
from rules.core.verdict import Judging, Verdict, illegal, ok, proven, warn, which_card
from rules.games.scopa.score import count_lines
from rules.games.scopa.state import BOARD, HAND, PACK, State, Sweep, Trail, after_deal, captures, unseen, value


def _judge_deal(state: State, action: Action) -> Verdict:
    broken = _deal_fault(state, action)
    if broken:
        return illegal(*broken, after_deal(state, action.cards) if broken.code == "EARLY_DEAL" else None)
    kings = sum(card.rank == "K" for card in action.cards)
    after = after_deal(state, action.cards)
    if state.house.kings_redeal != "off" and kings >= int(state.house.kings_redeal):
        void = replace(after, phase="deal", deals=state.deals, left=(0,) * len(state.players), stock=len(PACK))
        return Verdict("ok", ("KINGS_REDEAL",), said("KINGS_REDEAL", kings=kings, dealer=state.players[void.dealer]),
                       after=void)
    return ok(after, said("deals", dealer=state.players[after.dealer], first=state.players[after.turn]))


def _deal_fault(state: State, action: Action) -> Fault | None:
    if state.over:
        return fault("GAME_OVER", winners=state.winners)
    if len(action.cards) != BOARD or any(card.is_unknown for card in action.cards):
        return fault("BAD_DEAL")
    broken = pack_fault(PACK, (), action.cards)
    if not broken and state.phase == "play":
        broken = fault("EARLY_DEAL")
    return broken


def _judge_play(state: State, action: Action) -> Verdict:
    broken = _phase_fault(state) or (None if len(action.cards) == 1 else fault("TWO_CARDS"))
    if broken:
        return illegal(*broken)
    player, card, seat = action.actor, action.card, state.seat(action.actor)
    others = [other for other in state.known[seat] if other != card]  # shown, and still in the hand
    broken = _card_fault(state, action, seat, others)
    if card.is_unknown:
        return illegal(*broken) if broken else which_card(
            action, unseen(state, player), lambda choice: _judge_play(state, choice))
    broken = (broken or capture_fault(card, action.take, state.board)
             or (_hand_rule_fault(state, player, others) if others and not action.take else None))
    after = _played(state, action, seat)
    if broken:
        return illegal(*broken, after)
    return _with_proof(state, action, after, _play_sentence(action), _play_changes(state, after))


def _card_fault(state: State, action: Action, seat: int, others: Sequence[Card]) -> Fault | None:
    """Whether the player can have the card, and play now.  others: what he has shown besides, still in his hand."""
    own = state.known[seat]
    elsewhere = [card for card in state.seen if card not in own] if own else state.seen
    return (hand_fault(action.actor, state.left[seat] - len(others) * (not action.card.is_unknown), 1)
            or turn_fault(state.players[state.turn], action.actor) or pack_fault(PACK, elsewhere, action.cards))


def _phase_fault(state: State) -> Fault | None:
    if state.over:
        return fault("GAME_OVER", winners=state.winners)
    return None if state.phase == "play" else fault("NO_DEAL")


def capture_fault(card: Card, take: tuple[Card, ...], board: tuple[Card, ...]) -> Fault | None:
    """Why the card may not take these cards, or may not be laid down (RULES 5.2, 5.4)."""
    possible = captures(card, board)
    if not take:
        if possible:
            return fault("MUST_CAPTURE", card=card, ways=_ways(possible))
        return None
    missing = next((other for i, other in enumerate(take) if other not in board or other in take[:i]), None)
    if missing:
        return fault("NOT_ON_BOARD", card=missing)
    if any(set(take) == set(taken) for taken in possible):
        return None
    return _wrong_capture(card, take, possible)


def _hand_rule_fault(state: State, player: str, others: Sequence[Card]) -> Fault | None:
    """MUST_CAPTURE where by `trail_rule: hand` a card that the player has shown could take something."""
    able = next((card for card in others if captures(card, state.board)), None)
    if able is None or state.house.trail_rule == "card":
        return None
    return fault("MUST_CAPTURE-shown", player=player, card=able, ways=_ways(captures(able, state.board)))


def _wrong_capture(card: Card, take: tuple[Card, ...], possible: tuple[tuple[Card, ...], ...]) -> Fault:
    pair = possible and possible[0][0].rank == card.rank
    if all(other.rank == card.rank for other in take):
        return fault("MULTI_PAIR", card=card)
    if len(take) == 1:
        return fault("SINGLE_NONMATCH", card=card, other=take[0], any=bool(possible), ways=_ways(possible))
    total = sum(map(value, take))
    if pair and (total == value(card) or any(other.rank == card.rank for other in take)):
        return fault("PAIR_PRECEDENCE", card=card, ways=_ways(possible))
    return fault("WRONG_SUM", total=total, card=card, value=value(card), any=bool(possible), ways=_ways(possible))


def _played(state: State, action: Action, seat: int) -> State:
    """The board, the heap and the turn after a play, lawful or let stand; the hand ends with its last card."""
    card, side = action.card, state.side(seat)
    taken = tuple([other for other in state.board if other in action.take])
    board = tuple([other for other in state.board if other not in taken]) if taken else (*state.board, card)
    left = with_item(state.left, seat, max(0, state.left[seat] - 1))
    known = _without(state.known, card) if any(state.known) else state.known
    if not taken:
        return _next_turn(replace(
            state, board=board, left=left, known=known, claims=with_item(state.claims, seat, 0),
            trails=(*state.trails, Trail(state.at - 1, seat, state.board))), seat)
    final = not state.stock and not any(left)
    swept = not board and (state.house.last_capture_sweep or not final)
    return _next_turn(replace(
        state, board=board, left=left, known=known, claims=with_item(state.claims, seat, int(swept)),
        sweeps=(*state.sweeps, Sweep(seat, card)) if swept else state.sweeps, last_capturer=seat,
        piles=with_item(state.piles, side, (*state.piles[side], card, *taken))), seat)


def _without(known: tuple[tuple[Card, ...], ...], card: Card) -> tuple[tuple[Card, ...], ...]:
    """The cards that each player has shown, this one out of them."""
    return tuple([shown and tuple([other for other in shown if other != card]) for shown in known])


def _next_turn(state: State, seat: int) -> State:
    """To the next player with cards; else three new cards each; else the end of the hand."""
    count = len(state.players)
    if any(state.left):
        turn = (seat + 1) % count
        while not state.left[turn]:
            turn = (turn + 1) % count
        return replace(state, turn=turn)
    if state.stock:
        return replace(state, left=(HAND,) * count, stock=max(0, state.stock - count * HAND),
                       turn=(state.dealer + 1) % count, trails=(), known=((),) * count)
    if state.last_capturer is None:
        return replace(state, phase="done")
    # What is left on the board goes to the last capturer; it is no sweep.
    side = state.side(state.last_capturer)
    pile = (*state.piles[side], *state.board)
    return replace(state, phase="done", board=(), piles=with_item(state.piles, side, pile))


def _with_proof(state: State, action: Action, after: State, why: Said, changes: tuple[Said, ...]) -> Verdict:
    """ok, or the proof that an earlier card was laid down although this one, from the same three,
    could have taken something (`trail_rule: hand`)."""
    trail = None if state.house.trail_rule == "card" else _wrong_trail(state, state.seat(action.actor), action.cards)
    if trail is None:
        return ok(after, why, changes)
    card = next(card for card in action.cards if captures(card, trail.board))
    ways = _ways(captures(card, trail.board))
    return proven(*fault("MUST_CAPTURE-earlier", player=action.actor, card=card, ways=ways), trail.at, after,
                  (why, *changes))


def _wrong_trail(state: State, seat: int, cards: tuple[Card, ...]) -> Trail | None:
    """The latest card that the player laid down from these three while one of the cards could take."""
    return next((trail for trail in reversed(state.trails)
                 if trail.seat == seat and any(captures(card, trail.board) for card in cards)), None)


def _judge_peg(state: State, action: Action) -> Verdict:
    """`peg 1` for a sweep (RULES 5.4: none on the last card of a hand)."""
    seat, claimed = state.seat(action.actor), action.numbers[0]
    made = state.claims[seat] or 0
    kept = state.sweeps
    if made != claimed:
        mine = [i for i, sweep in enumerate(kept) if sweep.seat == seat]
        kept = tuple(sweep for i, sweep in enumerate(kept) if not (made and i == mine[-1]))
        kept = (*kept, *[Sweep(seat, None)] * claimed)
    after = replace(state, claims=with_item(state.claims, seat, None), sweeps=kept)
    if made == claimed:
        return ok(after, said("pegs", player=action.actor, claimed=claimed))
    key = "WRONG_PEG-swept" if made else "WRONG_PEG-last" if state.phase == "done" else "WRONG_PEG"
    return illegal(*fault(key, player=action.actor), after)


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards of the hand laid open; when the hand is over, the pile counted out."""
    seat, player = state.seat(action.actor), action.actor
    cards = tuple(card for card in action.cards if not card.is_unknown)
    if state.phase == "done":
        pile = state.piles[state.side(seat)]
        strange = [card for card in cards if card not in pile]
        if strange:
            return warn(*fault("PILE_COUNT", player=player, card=strange[0]), state)
        return ok(state, said("took", player=player, number=len(pile)))
    new = tuple(card for card in cards if card not in state.known[seat])
    broken = (_phase_fault(state) or pack_fault(PACK, state.seen, new)
             or hand_fault(player, state.left[seat], len(state.known[seat]) + len(new)))
    if broken:
        return warn(broken.code, broken.why, state)
    after = replace(state, known=with_item(state.known, seat, (*state.known[seat], *new)))
    return _with_proof(state, action, after, said("shows", player=player, cards=action.cards), ())


JUDGES: Mapping[str, Judging] = {
    "deal": _judge_deal, "play": _judge_play, "peg": _judge_peg, "show": _judge_show,
}


def _ways(possible: tuple[tuple[Card, ...], ...]) -> tuple[Said, ...]:
    """ "the 7 of diamonds", "the 4 of clubs and 3 of spades"."""
    return tuple(said("the-cards", cards=taken) for taken in possible)


def _play_sentence(action: Action) -> Said:
    return said("takes", card=action.card, taken=action.take) if action.take else said("stays", card=action.card)


def _play_changes(state: State, after: State) -> tuple[Said, ...]:
    """What there is to call out after a play."""
    changes = []
    if len(after.sweeps) > len(state.sweeps):
        changes.append(said("sweeps", player=after.players[after.sweeps[-1].seat]))
    if after.phase == "done":
        changes += count_lines(after)
    elif after.stock < state.stock:
        changes.append(said("new-cards", stock=after.stock))
    return tuple(changes)
