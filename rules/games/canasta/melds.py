"""Canasta's cards and melds (RULES 6.2 and 6.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.cards import Card, standard_pack

Cards = tuple[Card, ...]
PACK = standard_pack(jokers=4, copies=2)
CANASTA_SIZE = 7
MOST_WILDS = 3
NATURAL_BONUS, MIXED_BONUS = 500, 300
MINIMUMS = ((3000, 120), (1500, 90), (0, 50))  # from this score on, this minimum
LEAST_MINIMUM = 15


def is_wild(card: Card) -> bool:
    return card.is_joker or card.rank == "2"


def is_red_three(card: Card) -> bool:
    return card.rank == "3" and card.suit in "DH"


def is_black_three(card: Card) -> bool:
    return card.rank == "3" and card.suit in "CS"


def value(card: Card) -> int:
    """Points of a card in a meld or in a hand; red threes are counted apart."""
    if card.is_joker:
        return 50
    if card.rank in ("A", "2"):
        return 20
    if is_red_three(card) or not card.rank:
        return 0
    return 10 if card.rank in "89TJQK" else 5


def total(cards: Iterable[Card]) -> int:
    return sum(map(value, cards))


def minimum_for(score: int) -> int:
    """Initial meld of a side with this score at the start of the hand (RULES 6.4)."""
    return next((least for bound, least in MINIMUMS if score >= bound), LEAST_MINIMUM)


@dataclass(frozen=True)
class Meld:
    """Cards of one rank with wild cards among them, in the order in which they were laid."""

    rank: str
    cards: Cards

    @property
    def wilds(self) -> int:
        return sum(map(is_wild, self.cards))

    @property
    def naturals(self) -> int:
        return len(self.cards) - self.wilds

    @property
    def is_canasta(self) -> bool:
        return len(self.cards) >= CANASTA_SIZE

    @property
    def kind(self) -> str:
        return "mixed" if self.wilds else "natural"

    @property
    def bonus(self) -> int:
        if not self.is_canasta:
            return 0
        return MIXED_BONUS if self.wilds else NATURAL_BONUS
