"""One card that was read as two: its marks apart from each other, and by different names where one is doubtful.

    cards, rows = each_once(CardsRead(log_name, sure, centres, corners, marks))

Two cards do not lie exactly one upon the other with a mark of each in sight: the upper one would hide the lower one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.belief.prediction import CARD_HALF_MM, apart_mm

SAME_CARD_MM = 6.5  # middles so near to each other are one; cards of a column show their marks from about there on
OPPOSITE_MM = 74.0  # marks of one card that stand farther apart are those of opposite corners
DOUBTFUL = 0.5  # a surer reading is no part of another card


@dataclass(frozen=True)
class CardsRead:
    """n cards, mm.  log_name: (n, k); sure: (n,) from 0 to 1; centres: (n, 2); corners, marks: (n, 4, 2), NaN where not
    read, those in two opposite corners first."""

    log_name: np.ndarray
    sure: np.ndarray
    centres: np.ndarray
    corners: np.ndarray
    marks: np.ndarray

    def __getitem__(self, rows: np.ndarray) -> CardsRead:
        return CardsRead(*(array[rows] for array in (self.log_name, self.sure, self.centres, self.corners, self.marks)))


def each_once(cards: CardsRead) -> tuple[CardsRead, np.ndarray]:
    """The cards, each but once, and which rows (n,) of those given they are."""
    order = np.lexsort([-cards.sure, -_read(cards.marks)])  # the better read first
    best = cards.log_name.argmax(axis=1) if len(order) else order
    found, kept = CardsRead(*(np.array(a) for a in vars(cards).values())), np.ones(len(order), bool)
    for at, k in enumerate(order.tolist()):
        if _read(cards.marks[k]) != 1:
            continue
        for j in order[:at].tolist():
            is_named = best[j] == best[k] or min(cards.sure[j], cards.sure[k]) < DOUBTFUL
            if kept[j] and is_named and _are_one(cards, j, k):
                _add(found, j, k)
                kept[k] = False
                break
    return found[kept], np.flatnonzero(kept)


def _read(marks: np.ndarray) -> np.ndarray:
    """(...) how many marks (..., 4, 2) were read."""
    count: np.ndarray = np.isfinite(marks[..., 0]).sum(axis=-1)
    return count


def _are_one(cards: CardsRead, j: int, k: int) -> bool:
    """Whether two lie in one place, and have other corners in sight."""
    apart = apart_mm(cards.marks[j], cards.marks[k])
    return bool(np.isfinite(apart).any() and apart.min() > CARD_HALF_MM
                and np.hypot(*(cards.centres[j] - cards.centres[k])) < SAME_CARD_MM)


def _add(cards: CardsRead, j: int, k: int) -> None:
    """Give card j the mark of card k; two that have one each say together what the card is and where."""
    mark = cards.marks[k][np.isfinite(cards.marks[k][:, 0])][0]
    if _read(cards.marks[j]) == 1:
        told = cards.log_name[j] + cards.log_name[k]
        cards.log_name[j] = told - np.logaddexp.reduce(told)
        shift = (cards.centres[k] - cards.centres[j]) / 2
        cards.centres[j] += shift
        cards.corners[j] += shift
    row = 1 if np.hypot(*(mark - cards.marks[j][0])) > OPPOSITE_MM else 2
    free = [r for r in (row, row ^ 1, 2, 3) if np.isnan(cards.marks[j][r, 0])]
    if free:
        cards.marks[j][free[0]] = mark
