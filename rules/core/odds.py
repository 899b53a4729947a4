"""Odds from what everybody knows: how likely a hand holds a card that fits, or that it held none.

    >>> round(none_of(40, 12, 5), 3)
    0.149
    >>> game.shown.odds(state)[0].sentence
    Said('odds-can', ...)

Whatever nobody has seen can be anywhere, so a hand is a draw without replacement (hypergeometric) from the
unseen cards.  What players have said counts for nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from math import comb
from typing import Any

from rules.core.cards import Card
from rules.core.said import Said, said

ALMOST_NEVER = 0.01


@dataclass(frozen=True)
class Odds:
    """One thing that nobody can see, and how likely it is.

    what: the thing, "that Ann can play at 42".  fitting: cards that would do among the `unseen`.  hand: how many
    of the unseen cards the player holds.  likely: 0 to 1.  is_claim: whether the player has said so."""

    what: Said
    player: str
    fitting: int
    unseen: int
    hand: int
    likely: float
    is_claim: bool = False

    @property
    def sentence(self) -> Said:
        """For people; of a claim it says that it is no accusation."""
        return said("odds-claim" if self.is_claim else "odds-can", what=self.what, share=_share(self.likely),
                    player=self.player, fitting=self.fitting, unseen=self.unseen, hand=self.hand)

    @property
    def is_open(self) -> bool:
        """Whether it is neither as good as certain nor as good as impossible."""
        return ALMOST_NEVER < self.likely < 1 - ALMOST_NEVER

    def row(self) -> dict[str, Any]:
        """For JSON."""
        return {"player": self.player, "claim": self.is_claim, "what": self.what, "fitting": self.fitting,
                "unseen": self.unseen, "hand": self.hand, "likely": round(self.likely, 4)}


def none_of(unseen: int, fitting: int, hand: int) -> float:
    """How likely none of `fitting` cards is among `hand` cards drawn from the unseen ones."""
    return comb(unseen - fitting, hand) / comb(unseen, hand)


def can(what: Said, player: str, unseen: Collection[Card], fits: Callable[[Card], object], hand: int,
        known: Collection[Card] = ()) -> Iterator[Odds]:
    """That somebody holds a card that fits, `known` being cards of the hand that everybody has seen; nothing where
    the numbers cannot be right."""
    fitting = sum(bool(fits(card)) for card in unseen)
    if 0 <= hand <= len(unseen) and (hand or known):
        sure = any(fits(card) for card in known)
        yield Odds(what, player, fitting, len(unseen), hand, 1.0 if sure else 1 - none_of(len(unseen), fitting, hand))


def claimed(what: Said, player: str, unseen: Collection[Card], fitted: Callable[[Card], object],
            hand: int) -> Iterator[Odds]:
    """That somebody held none that fitted, as he said; nothing where there is nothing left to wonder about."""
    fitting = sum(bool(fitted(card)) for card in unseen)
    if 0 < hand <= len(unseen):
        yield Odds(what, player, fitting, len(unseen), hand, none_of(len(unseen), fitting, hand), is_claim=True)


def _share(likely: float) -> Said:
    """ "about 63 %"; what is neither certain nor impossible is not said to be."""
    percent = round(100 * likely)
    near = "exactly" if likely in (0, 1) else "under" if not percent else "over" if percent == 100 else "about"
    return said("odds-share", percent=percent, near=near)
