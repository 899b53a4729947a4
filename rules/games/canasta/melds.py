"""Canasta's cards and melds (RULES 6.2 and 6.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.cards import Card, standard_pack
from rules.core.frozen import kept

Cards = tuple[Card, ...]
PACK = standard_pack(jokers=4, copies=2)
CANASTA_SIZE = 7
MOST_WILDS = 3
NATURAL_BONUS, MIXED_BONUS = 500, 300
MINIMUMS = ((3000, 120), (1500, 90), (0, 50))  # from this score on, this minimum
LEAST_MINIMUM = 15


WILDS = frozenset({"JK", "2C", "2D", "2H", "2S"})
RED_THREES, BLACK_THREES = frozenset({"3D", "3H"}), frozenset({"3C", "3S"})
FREEZING = WILDS | RED_THREES  # they freeze the pile (RULES 6.5)
RANK_VALUES = {"A": 20, "2": 20, **dict.fromkeys("89TJQK", 10), **dict.fromkeys("34567", 5)}
VALUES = {**{card.face: RANK_VALUES.get(card.rank, 50) for card in PACK}, **dict.fromkeys(RED_THREES, 0)}


def is_wild(card: Card) -> bool:
    return card.face in WILDS


def is_red_three(card: Card) -> bool:
    return card.face in RED_THREES


def is_black_three(card: Card) -> bool:
    return card.face in BLACK_THREES


def value(card: Card) -> int:
    """Points of a card in a meld or in a hand; red threes are counted apart."""
    return VALUES.get(card.face, 0)


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

    @kept("cards")
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
