"""Taking the discard pile, and what is known of a hand (RULES 6.5 and 6.6)."""

from __future__ import annotations

from collections import Counter

from rules.core.cards import UNKNOWN
from rules.core.said import Fault, fault
from rules.games.canasta.going_out import raised_for_next_time
from rules.games.canasta.melds import Cards, is_black_three, is_red_three, is_wild, total, value
from rules.games.canasta.moves import exposed, retold
from rules.games.canasta.state import Lay, State
from rules.games.canasta.turns import unwritten_draw

TAKEN_BACK = frozenset({"FROZEN_TAKE", "TAKE_WILD", "BLACK3_TOP", "TAKE_RED3"})


def take_fault(start: State, lays: tuple[Lay, ...]) -> Fault | None:
    """Why the pile of `start` cannot be taken with these lays, its top card among them (RULES 6.5);
    the initial minimum is judged apart."""
    top, side = start.pile[-1], start.now.seat % 2
    if is_wild(top):
        return fault("TAKE_WILD", card=top)
    if is_black_three(top):
        return fault("BLACK3_TOP")
    if is_red_three(top):
        return fault("TAKE_RED3")
    if not any(top in lay.cards for lay in lays):
        return fault("USELESS_TAKE", card=top)
    if not start.counts_as_frozen(side):
        return None
    naturals = sum(card.rank == top.rank for lay in lays for card in lay.cards)
    if naturals < 3:
        return fault("FROZEN_TAKE", rank=top.rank, frozen=start.is_frozen)
    if start.sides[side].meld(top.rank) and not start.house.frozen_join_existing:
        return fault("FROZEN_TAKE-joins", rank=top.rank, frozen=start.is_frozen)
    return None


def held_for_certain(state: State, seat: int) -> Cards:
    """What the player holds whatever the hidden cards are: the cards that were seen going into his hand, and
    those that cannot all be elsewhere, because too few other places are left for the unseen cards."""
    hand, unseen = state.hands[seat], state.house.pack - Counter(state.seen())
    hidden = [other.size - len(other.known) for other in state.hands]
    not_seen_there = sum(card.is_unknown for card in state.pile)
    if sum(hidden) + state.stock + not_seen_there != unseen.total():
        return hand.known  # somebody has miscounted: nothing follows from the numbers
    elsewhere = unseen.total() - hidden[seat]
    forced = Counter({card: number - elsewhere for card, number in unseen.items() if number > elsewhere})
    return (*hand.known, *forced.elements())


def can_surely_take(state: State, seat: int) -> bool:
    """Whether no hidden hand makes the player unable to take the pile: his side's melds and the
    cards he holds for certain are enough (RULES 6.6)."""
    if not state.pile or state.pile[-1].is_unknown:
        return False
    side, top = seat % 2, state.pile[-1]
    used = _surely_laid(state, seat)
    if used is None:
        return False
    enough = bool(state.sides[side].melds) or total((top, *used)) >= state.minimum(side)
    # He must be able to discard and keep a card: nobody is forced to go out.
    return enough and state.hands[seat].size - len(used) + len(state.pile) - 1 >= 2


def _surely_laid(state: State, seat: int) -> Cards | None:
    """The cards of the hand, held for certain, that take the pile with its top card; None where there are none."""
    side, top = seat % 2, state.pile[-1]
    if is_wild(top) or top.rank == "3":
        return None
    held, has_meld = held_for_certain(state, seat), state.sides[side].meld(top.rank) is not None
    pair = tuple(card for card in held if card.rank == top.rank)
    wilds = sorted(filter(is_wild, held), key=value)
    frozen = _may_be_frozen(state, side)
    if has_meld and not frozen:
        return ()
    if len(pair) >= 2 and (state.house.frozen_join_existing or not has_meld):
        return pair
    return (pair[0], wilds[-1]) if pair and wilds and not frozen else None


def _may_be_frozen(state: State, side: int) -> bool:
    return state.counts_as_frozen(side) or UNKNOWN in state.pile


def lays_for_take(state: State) -> tuple[Lay, ...]:
    """The turn's lays; where the top card was not laid but fits a meld of the side, it goes there."""
    turn = state.now
    top, side = turn.before.pile[-1], turn.seat % 2
    if any(top in lay.cards for lay in turn.lays) or state.sides[side].meld(top.rank) is None:
        return turn.lays
    added = (*turn.lays, Lay(side, top.rank, (top,), state.at - 1))
    return added if take_fault(turn.before, added) is None else turn.lays


def after_bad_take(state: State, broken: Fault) -> State | None:
    """The meld made for the pile goes back to the hand, where everybody has now seen it; a first
    meld that is too small may grow, but the minimum may rise."""
    turn = state.now
    if broken.code not in TAKEN_BACK:
        return raised_for_next_time(state, broken)
    top = turn.before.pile[-1]
    back = [card for lay in turn.lays if top in lay.cards for card in lay.cards]
    if not back:
        return None
    kept = tuple(lay for lay in turn.lays if top not in lay.cards)
    shown = (Counter(back) - Counter((top,))).elements()
    return retold(exposed(state, turn.seat, shown), unwritten_draw(state) if kept else "", kept)
