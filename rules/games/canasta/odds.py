"""How likely the player on turn holds what takes the pile (RULES 6.14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb

from rules.core.cards import Card
from rules.core.odds import Odds, none_of
from rules.core.said import said
from rules.games.canasta.melds import PACK, is_wild
from rules.games.canasta.pile import can_surely_take
from rules.games.canasta.state import State


def table_odds(state: State) -> Iterator[Odds]:
    """At the beginning of a turn, whatever else a first meld would need: two more of the top card's rank, or by a
    pile that is not frozen one of them with a wild card."""
    if state.phase != "play" or not _is_open_to(state, state.now.seat):
        return
    top, seat = state.pile[-1], state.now.seat
    hand, unseen = state.hands[seat], PACK - Counter(state.seen())
    hidden = hand.size - len(hand.known)
    if not 0 <= hidden <= unseen.total():
        return
    likely = 1.0 if can_surely_take(state, seat) else _likely(state, seat, unseen, top.rank)
    fitting = sum(number for card, number in unseen.items() if card.rank == top.rank)
    yield Odds(said("odds-pile", player=state.on_turn, rank=top.rank, frozen="yes" if _frozen(state, seat) else "no"),
               state.on_turn, fitting, unseen.total(), hidden, likely)


def _is_open_to(state: State, seat: int) -> bool:
    """Whether the turn has just begun, and there is a pile whose top card two of its rank could take."""
    if state.now.source or state.now.lays or not state.pile:
        return False
    top = state.pile[-1]
    if not top.rank or top.rank == "3" or is_wild(top):
        return False
    joins = state.house.frozen_join_existing or not state.sides[seat % 2].meld(top.rank)
    return joins or not _frozen(state, seat)


def _frozen(state: State, seat: int) -> bool:
    return state.counts_as_frozen(seat % 2)


def _likely(state: State, seat: int, unseen: Counter[Card], rank: str) -> float:
    """That the hidden cards bring what the known ones of the hand lack."""
    hand = state.hands[seat]
    wild_helps = not _frozen(state, seat)
    number, hidden = unseen.total(), hand.size - len(hand.known)
    naturals = sum(count for card, count in unseen.items() if card.rank == rank)
    wilds = sum(count for card, count in unseen.items() if is_wild(card)) if wild_helps else 0
    missing = 2 - sum(card.rank == rank for card in hand.known)
    if missing <= 0:
        return 1.0
    if missing == 1:
        sure = wild_helps and any(map(is_wild, hand.known))
        return 1.0 if sure else 1 - none_of(number, naturals + wilds, hidden)
    if wild_helps and any(map(is_wild, hand.known)):
        return 1 - none_of(number, naturals, hidden)
    alone = naturals * comb(number - naturals - wilds, hidden - 1) if hidden else 0  # one of the rank, nothing with it
    every = comb(number, hidden)
    return (every - comb(number - naturals, hidden) - alone) / every
