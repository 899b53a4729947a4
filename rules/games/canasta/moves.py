"""The moves on Canasta's table.  They do what they are told; judging is done elsewhere.

A turn keeps the state at its start and what was laid, and is told anew (`retold`) when it turns out to have gone the
other way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from rules.core.cards import Card, less
from rules.core.frozen import replace
from rules.core.seats import left_of, with_item
from rules.games.canasta.house import House
from rules.games.canasta.melds import is_red_three, is_wild
from rules.games.canasta.state import Hand, Lay, Source, State, Turn


def dealt(players: tuple[str, ...], house: House, dealer: str, scores: tuple[int, ...] = (0, 0),
          deals: int = 1, at: int = 0) -> State:
    """A fresh hand: 11 cards each, 15 for two players; the upcard is still in the stock."""
    cards = 15 if len(players) == 2 else 11
    return State(players, house, dealer, at, deals, scores, hands=(Hand(cards),) * len(players),
                 stock=house.pack.total() - cards * len(players), shown=((),) * len(players),
                 last_turn_ends=(None,) * len(players))


def upcard_turned(state: State, card: Card) -> State:
    """A card from the stock onto the pile; wild cards and red threes are covered by another."""
    after = replace(state, pile=(*state.pile, card), stock=max(0, state.stock - 1))
    if is_wild(card) or is_red_three(card):
        return after
    return turn_begun(replace(after, phase="play"), state.seat(left_of(state.players, state.dealer)))


def turn_begun(state: State, seat: int) -> State:
    begun = replace(state, turn=_fresh_turn(seat), turns=state.turns + 1)
    return replace(begun, turn=replace(_fresh_turn(seat), start=begun))


@cache
def _fresh_turn(seat: int) -> Turn:
    return Turn(seat)


def next_turn(state: State) -> State:
    """The turn is over; the player to the left is on turn."""
    seat, following = state.now.seat, (state.now.seat + 1) % len(state.players)
    begun = replace(state, turn=_fresh_turn(following), turns=state.turns + 1,
                    last_turn_ends=with_item(state.last_turn_ends, seat, state.at - 1))
    return replace(begun, turn=replace(_fresh_turn(following), start=begun))


def drawn(state: State, count: int, source: Source) -> State:
    """Cards from the stock, as many as there are."""
    count = min(count, state.stock)
    turn = replace(state.now, source=source, drawn=state.now.drawn + count)
    return replace(state, stock=state.stock - count, turn=turn,
                   hands=with_item(state.hands, turn.seat, state.hands[turn.seat].gaining(count)))


def red_laid(state: State, seat: int, card: Card) -> State:
    """A red three before its side.  It is replaced from the stock, unless it came with the pile
    (then it is known to be in the hand) or the stock is gone."""
    hand, side, turn = state.hands[seat], state.sides[seat % 2], state.turn
    from_pile = card in hand.known
    replaced = 0 if from_pile else min(1, state.stock)
    if turn is not None and turn.seat == seat:
        turn = replace(turn, reds=(*turn.reds, card), drawn=turn.drawn + replaced,
                       replacements=turn.replacements + replaced, red_draws=turn.red_draws + (not from_pile))
    return replace(state, sides=with_item(state.sides, seat % 2, replace(side, reds=(*side.reds, card))),
                   stock=state.stock - replaced, turn=turn,
                   hands=with_item(state.hands, seat, hand.without((card,)).gaining(replaced)))


def laid(state: State, lay: Lay) -> State:
    """Cards from the hand onto the table; where the pile is being taken, its top card with them."""
    turn, pile, from_hand = state.now, state.pile, lay.cards
    top = turn.top
    if turn.source == "top" and top is None and pile and pile[-1] in lay.cards:
        from_hand = less(lay.cards, pile[-1:])
        top, pile = pile[-1], pile[:-1]
    return replace(state, pile=pile, turn=replace(turn, lays=(*turn.lays, lay), top=top),
                   sides=with_item(state.sides, lay.side, state.sides[lay.side].laying(lay.rank, lay.cards)),
                   hands=with_item(state.hands, turn.seat, state.hands[turn.seat].without(from_hand)))


def retold(state: State, source: Source, lays: tuple[Lay, ...]) -> State:
    """The turn told anew from its start: the same red threes, then these lays, after a draw
    (`assumed`), with the pile's top card (`top`) or with nothing acquired yet ("")."""
    turn = state.now
    if source == turn.source and _is_told_already(state, lays):
        return _all_laid(state, lays[len(turn.lays):])
    told = state
    if source == "top" or turn.source or turn.lays or turn.reds:
        untold = replace(turn, source=source, lays=(), reds=(), drawn=0, replacements=0, red_draws=0, top=None)
        told = replace(turn.before, at=state.at, turn=untold)
    if source == "assumed":
        told = drawn(told, state.per_draw, source)
    for card in turn.reds:
        told = red_laid(told, turn.seat, card)
    return _all_laid(told, lays)


def _is_told_already(state: State, lays: tuple[Lay, ...]) -> bool:
    """Whether these lays are what has happened, and more: where no card of the hand is known and no red three was
    laid, it does not matter in which order it came about."""
    turn = state.now
    return (lays[:len(turn.lays)] == turn.lays and not turn.reds
            and not state.hands[turn.seat].known and not turn.before.hands[turn.seat].known)


def _all_laid(state: State, lays: tuple[Lay, ...]) -> State:
    for lay in lays:
        state = laid(state, lay)
    return state


def lays_taken_back(state: State) -> State:
    """What was laid in this turn goes back to the hand, and everybody has seen it (RULES 6.10)."""
    turn, side = state.now, state.now.seat % 2
    cards = [card for lay in turn.lays for card in lay.cards]
    hand = state.hands[turn.seat].gaining(len(cards), [card for card in cards if not card.is_unknown])
    laid_before = replace(state.sides[side], melds=turn.before.sides[side].melds)
    return replace(state, turn=replace(turn, lays=()), sides=with_item(state.sides, side, laid_before),
                   hands=with_item(state.hands, turn.seat, hand))


def lays_more_than_held(told: State) -> bool:
    """Whether a turn told like this lays cards that its player cannot all have had."""
    turn = told.now
    held = turn.before.hands[turn.seat].gaining(turn.drawn - turn.red_draws)
    from_pile = () if turn.top is None else (turn.top,)
    return held.lacks(less([card for lay in turn.lays for card in lay.cards], from_pile))


def picked_up(state: State) -> State:
    """What is left of the pile goes to the hand; everybody has seen its cards."""
    turn = replace(state.now, source="take", laid_for_take=len(state.now.lays))
    known = [card for card in state.pile if not card.is_unknown]
    hand = state.hands[turn.seat].gaining(len(state.pile), known)
    return replace(state, pile=(), turn=turn, hands=with_item(state.hands, turn.seat, hand))


def discarded(state: State, card: Card) -> State:
    seat = state.now.seat
    return replace(state, pile=(*state.pile, card),
                   hands=with_item(state.hands, seat, state.hands[seat].without((card,))))


def hand_ended(state: State, out: int | None = None, bonus: int = 0) -> State:
    """Nobody plays any more; the hands are still to be shown."""
    ends = state.last_turn_ends
    if state.turn is not None:
        ends = with_item(ends, state.turn.seat, state.at - 1)
    return replace(state, phase="end", turn=None, out=out, out_bonus=bonus, last_turn_ends=ends)


def throughout(state: State, change: Callable[[State], State]) -> State:
    """A change that is no part of the turn's story (a penalty, a card shown): made in the state and
    in the one at the start of the turn, so that it survives telling the turn anew."""
    if state.turn is None or state.turn.start is None:
        return change(state)
    return replace(change(state), turn=replace(state.turn, start=change(state.turn.start)))


def penalised(state: State, side: int, points: int) -> State:
    return throughout(state, lambda s: replace(s, penalties=with_item(s.penalties, side, s.penalties[side] + points)))


def minimum_raised(state: State, side: int, points: int) -> State:
    """The initial minimum higher for the rest of the hand; once for the same lays."""
    raised = throughout(state, lambda s: replace(s, raised=with_item(s.raised, side, s.raised[side] + points)))
    return replace(raised, turn=replace(raised.now, raised_for=state.now.lays))


def exposed(state: State, seat: int, cards: Iterable[Card]) -> State:
    """Cards of a hand that everybody has now seen; not red threes, which `red_laid` would take for cards
    that came with the pile."""
    seen = tuple(card for card in cards if not card.is_unknown and not is_red_three(card))
    return throughout(state, lambda s: replace(s, hands=with_item(s.hands, seat, s.hands[seat].seen(seen))))
