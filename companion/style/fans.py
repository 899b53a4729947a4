"""How large the cards of a place are drawn, and how far they overlap, so that all of them are seen; no Kivy.

    >>> plan_fan(4, 170.0, 200.0, 260.0, 80.0)
    Fan(height=107.46..., step=31.59..., shown=4)
"""

from __future__ import annotations

from dataclasses import dataclass

SHAPE = 0.70  # width of a card as a share of its height
LEAST_SEEN = 0.42  # of a card's width must show beside the card over it, so that its corner can be read
APART = 1.06  # of a card's width, from one card to the next where there is room


@dataclass(frozen=True)
class Fan:
    """Height of the cards and step from one to the next, in pixels; how many of the last ones are drawn."""

    height: float
    step: float
    shown: int


def plan_fan(count: int, wide: float, high: float, largest: float, least: float) -> Fan:
    """Cards of a place in a box of pixels: smaller before fewer.  least: height of a card that can be read; the oldest
    are counted rather than smaller."""
    height = min(high, largest, wide / (SHAPE * (1 + LEAST_SEEN * (count - 1))))
    height = max(height, min(high, least))
    card = height * SHAPE
    shown = min(count, max(1, int((wide - card) / (card * LEAST_SEEN) + 1 + 1e-6)))
    return Fan(height, min(card * APART, (wide - card) / max(shown - 1, 1)), shown)
