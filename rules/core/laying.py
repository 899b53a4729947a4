"""Cards that a player may now lay in an order of his choosing, entered by hand.

    laying = game.layings(state)[0]
    laying.made_of((Card("2H"), Card("3C")))    # Steps(text="9 + 2 = 11 · 11 ÷ 3", why=Said("NON_INTEGER", ...))
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.cards import Card
from rules.core.said import UNSAID, Said


@dataclass(frozen=True)
class Steps:
    """What cards make one after the other, in signs; why the last one cannot be, if it cannot."""

    text: str
    why: Said = UNSAID


@dataclass(frozen=True)
class Laying(ABC):
    """The cards of a player that the verb may lay.  begin: the number that they begin from."""

    player: str
    verb: str
    begin: int
    cards: tuple[Card, ...]

    @abstractmethod
    def made_of(self, cards: Sequence[Card]) -> Steps:
        """What the cards make in this order."""
