"""What a hypothesis would show: which marks lie free, and which place a card lies in.

Order of stacking is a part of the hypothesis: a mark below another card is seen rarely, and tells of the order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from math import hypot

import numpy as np

from vision.belief.hypotheses import CardHere, Shape
from vision.belief.noise import noise
from vision.watching.viewpoint import CARD_HEIGHT_MM, CARD_WIDTH_MM

FREE_MM = 1000.0  # nothing lies above
APART_MM = float(np.hypot(CARD_WIDTH_MM, CARD_HEIGHT_MM))
COVERS_MM = -3.0  # a mark so far inside of another card's outline lies over it
CARD_HALF_MM = 30.0  # marks of one card stand farther apart than this

Vector = tuple[float, float]


class Coverings:
    """How far the freer mark of each card lies outside of every card above it; remembered by where cards lie."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[int, int], tuple[float, ...]] = {}
        self._scenes: dict[tuple[tuple[int, float], ...], tuple[float, ...]] = {}

    def clear_mm(self, cards: Sequence[CardHere]) -> tuple[float, ...]:
        """For each card of a scene; negative where it is covered."""
        key = tuple((card.shape.serial, card.z if card.posture == "lies" else -1) for card in cards)
        found = self._scenes.get(key)
        if found is None:
            if len(self._scenes) > 4000:
                self._scenes.clear()
                self._pairs.clear()
            stack = [card for card in cards if card.posture == "lies"]
            found = self._scenes[key] = tuple(self._of(card, stack) for card in cards)
        return found

    def _of(self, card: CardHere, stack: Sequence[CardHere]) -> float:
        if card.posture != "lies":
            return FREE_MM
        shape, z = card.shape, card.z
        above = [self._outside(shape, other.shape) for other in stack if other.z > z
                 and abs(other.shape.x - shape.x) < 2 * APART_MM and abs(other.shape.y - shape.y) < 2 * APART_MM]
        anything = (FREE_MM,) * len(marks_of(shape))
        return max(map(min, zip(anything, *above, strict=True)), default=-FREE_MM)

    def _outside(self, below: Shape, above: Shape) -> tuple[float, ...]:
        key = (below.serial, above.serial)
        found = self._pairs.get(key)
        if found is None:
            found = self._pairs[key] = tuple(_outside_mm(x, y, above) for x, y in marks_of(below))
        return found


@lru_cache(maxsize=4000)
def marks_of(shape: Shape) -> tuple[Vector, ...]:
    """Where two opposite marks are: one of them is seen however the card is half covered, and one that was never read
    is not waited for; the middle where none was ever read."""
    if not np.isfinite(shape.marks).any():
        return ((shape.x, shape.y),)
    return tuple((x, y) for x, y in shape.marks[:2].tolist() if x == x)  # not NaN


def every_mark(shape: Shape) -> np.ndarray:
    """(4, 2) where a card's marks are, one that was never read at the other end from its opposite; NaN where neither
    was: most packs have two a card."""
    opposite = 2 * shape.centre - shape.marks[[1, 0, 3, 2]]
    return np.where(np.isfinite(shape.marks), shape.marks, opposite)


def apart_mm(marks: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(m, n) how far marks (m, 2) are from others (n, 2); infinite where one was never read."""
    between = marks[:, None] - others[None]
    away = np.hypot(between[..., 0], between[..., 1])
    return np.where(np.isnan(away), np.inf, away)


def outside_mm(points: np.ndarray, shape: Shape) -> np.ndarray:
    """(n,) how far points (n, 2) lie outside of a card, negative inside."""
    return np.array([_outside_mm(x, y, shape) for x, y in points.tolist()])  # so few that numpy is slower


def shows_within(marks: np.ndarray, shape: Shape) -> bool:
    """Whether a mark (4, 2) that is read now lies within a card's outline; NaN lies nowhere."""
    return any(_outside_mm(x, y, shape) < COVERS_MM for x, y in marks.tolist())


def _outside_mm(x: float, y: float, shape: Shape) -> float:
    if not hypot(x - shape.x, y - shape.y) <= 2 * APART_MM:  # nor where a mark is NaN
        return FREE_MM
    middle, across, down, half = _frame(shape)
    off_x, off_y = x - middle[0], y - middle[1]
    beyond = abs(off_x * across[0] + off_y * across[1]) - half[0], abs(off_x * down[0] + off_y * down[1]) - half[1]
    return hypot(max(beyond[0], 0.0), max(beyond[1], 0.0)) or max(beyond)


@lru_cache(maxsize=4000)
def _frame(shape: Shape) -> tuple[Vector, Vector, Vector, Vector]:
    """A card's middle, which way its width and its height run, and half of both."""
    across, down = shape.corners[1] - shape.corners[0], shape.corners[3] - shape.corners[0]
    width, height = max(float(np.hypot(*across)), 1.0), max(float(np.hypot(*down)), 1.0)
    x, y = shape.corners.mean(axis=0).tolist()
    return ((x, y), (float(across[0]) / width, float(across[1]) / width),
            (float(down[0]) / height, float(down[1]) / height), (width / 2, height / 2))


def detected(clear_mm: float) -> float:
    """The chance that a card is read in a look, by how far its freer mark lies outside of all above."""
    covered = noise().covered
    return covered.detected[bisect_right(covered.clear_mm, clear_mm)]
