"""Every hidden deal of a small table, counted out: what can be known at all, told apart from the engines.

    law = PemberleyLaw(("Ann", "Bob"), cards, hand=3)
    deals = law.deals("Ann")                            # every hand Ann may have been dealt
    deals = law.narrowed(deals, action, "Ann", True)    # those in which what happened is true and lawful

A game's law knows the rules that depend on hidden cards, and the public facts they need, in its own words:
it shares no code with the engine that it checks (`rules.checks.soundness`).  A deal is kept as what matters
of it for one suspect.  Nobody but the suspect is taken to be honest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from rules.core.action import Action
from rules.core.cards import Card

Counts = tuple[int, ...]
HiddenDeal = Any  # a bit mask, a tuple of bit masks by seat, or a tuple of tuples of counts by seat


class Law(ABC):
    """The hidden side of one table.  cards: the small pack.  hand: cards dealt to each player.
    house: options as written."""

    shared = False  # whether the deals are the same for every suspect: then only an actor can be at fault

    def __init__(self, players: tuple[str, ...], cards: Sequence[Card], hand: int,
                 house: Mapping[str, str] | None = None) -> None:
        self.players, self.cards, self.hand, self.house = players, tuple(cards), hand, house or {}
        self.bits = {card: 1 << i for i, card in enumerate(self.cards)}

    def deals(self, suspect: str) -> set[HiddenDeal]:
        """Every deal there is; where nothing else matters, the suspect's hand as bits."""
        return set(self.hands_of(self.mask(self.cards), self.hand))

    def truth(self, hands: Mapping[str, Sequence[Card]], suspect: str) -> HiddenDeal:
        """The deal as it really is."""
        return self.mask(hands[suspect])

    @abstractmethod
    def narrowed(self, deals: Iterable[HiddenDeal], action: Action, suspect: str, honest: bool) -> set[HiddenDeal]:
        """What the deals can have become by the action.  Those are left out in which it cannot have
        happened, and those in which the suspect did it, had to be honest, and broke a rule by it."""

    @abstractmethod
    def happened(self, action: Action) -> None:
        """The public facts move on."""

    def is_lawful(self, hands: Mapping[str, Sequence[Card]], action: Action) -> bool:
        """Whether the action breaks no rule, the hands being these."""
        return bool(self.narrowed({self.truth(hands, action.actor)}, action, action.actor, True))

    def mask(self, cards: Iterable[Card]) -> int:
        """Cards as bits."""
        return sum(self.bits[card] for card in set(cards))

    def hands_of(self, mask: int, size: int) -> tuple[int, ...]:
        """Every choice of so many of these cards, as bit masks."""
        return _chosen(mask, size)


@lru_cache(maxsize=100_000)
def _chosen(mask: int, size: int) -> tuple[int, ...]:
    bits = [1 << i for i in range(mask.bit_length()) if mask >> i & 1]
    return tuple(map(sum, combinations(bits, size)))


def with_hand(deal: tuple[Any, ...], seat: int, hand: Any) -> tuple[Any, ...]:
    """The deal with another hand at this seat."""
    return (*deal[:seat], hand, *deal[seat + 1:])
