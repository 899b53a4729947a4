"""Dice that are looked at closely only where the usual look does not find all of them.

    dice = CloserDice(2).read(frame)         # as from a DiceReader
"""

from __future__ import annotations

import numpy as np

from vision.detections import DiceDetections
from vision.reading.dice import DiceReader

CLOSER_SIDE = 1280  # px, long side of the picture at the closer look
PLAIN = 0.8  # mean probability of a die that needs no closer look: looks at it add up


class CloserDice:
    """Reads as many dice as a game uses."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._usual, self._closer = DiceReader(), DiceReader(long_side=CLOSER_SIDE)

    def read(self, image: np.ndarray, cards_px: np.ndarray | None = None) -> DiceDetections:
        """The dice in a BGR picture (h, w, 3) uint8, none on cards with these outlines (n, 4, 2)."""
        seen = self._usual.read(image, cards_px)
        if _plain(seen) >= self._count:
            return seen
        again = self._closer.read(image, cards_px)
        return again if _plain(again) > _plain(seen) else seen


def _plain(dice: DiceDetections) -> int:
    """How many dice are plainly seen."""
    return int((dice.confidence >= PLAIN).sum())
