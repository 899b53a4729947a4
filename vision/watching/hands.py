"""Where a hand came from: the arm that covered a card reaches over the border of the picture.

    hands = HandWatcher()
    hands.update(look)                               # every look
    hands.came_over(corners_px, time_s)              # (x, y) px on the border, or None
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.watching.motion import BLOCK, Motion

KEEP_S = 6.0
PARTLY = 0.1  # of a card, covered by a hand that may have laid it
STAY_S = 1.2  # of a reach, counted back from when the hand last covered the card


@dataclass(frozen=True)
class _Reach:
    """One moving patch that touches the border.  mask: (rows, columns) bool blocks; border_px: where."""

    time_s: float
    mask: np.ndarray
    border_px: tuple[float, float]


class HandWatcher:
    """Remembers for a few seconds what moved and hung together with the border."""

    def __init__(self) -> None:
        self._reaches: list[_Reach] = []

    def update(self, look: Motion) -> None:
        """Take in one look; costs nothing while nothing moves."""
        if not look.moving.any():
            return
        blocks = look.moving[::BLOCK, ::BLOCK].astype(np.uint8)
        count, patches = cv2.connectedComponents(blocks, connectivity=8)
        self._reaches = [r for r in self._reaches if look.time_s - r.time_s <= KEEP_S]
        for number in range(1, count):
            mask = patches == number
            border = _border_middle(mask)
            if border is not None:
                px = (np.array(border) + 0.5) * BLOCK * look.scale
                self._reaches.append(_Reach(look.time_s, mask, (float(px[0]), float(px[1]))))

    def came_over(self, outline_px: np.ndarray, time_s: float, scale: float) -> tuple[float, float] | None:
        """Where the hand that last covered an outline (n, 2), up to a time, crossed the border of the
        picture, px; None where none did.  scale: of the look."""
        outline = np.asarray(outline_px, float) / (BLOCK * scale) - 0.5
        reaches = [r for r in self._reaches if r.time_s <= time_s]
        over = [r for r in reaches if _covers(r.mask, outline.mean(axis=0, keepdims=True), 1.0)]
        partly = [r for r in reaches if _covers(r.mask, outline, PARTLY)]
        if not over or (partly and partly[-1].time_s > over[-1].time_s + STAY_S):
            over = partly  # fingers reach the card, and hardly more: whoever was right over it was there before
        if not over:
            return None
        points = np.array([r.border_px for r in over if r.time_s >= over[-1].time_s - STAY_S])
        middle = np.median(points, axis=0)
        return float(middle[0]), float(middle[1])


def _covers(mask: np.ndarray, outline: np.ndarray, share: float) -> bool:
    """Whether so much of an outline (n, 2) of columns and rows, of a point where n is 1, lies in a mask."""
    inside = np.zeros(mask.shape, np.uint8)
    cv2.fillPoly(inside, [np.round(outline).astype(np.int32)], 1)
    within = mask[inside > 0]
    return len(within) > 0 and bool(within.mean() >= share)


def _border_middle(mask: np.ndarray) -> tuple[float, float] | None:
    """Column and row of the middle of a patch's blocks along the border; None where it does not reach it,
    or reaches it on opposite sides."""
    rows, columns = mask.shape
    at = np.argwhere(mask)
    edge = at[(at[:, 0] == 0) | (at[:, 0] == rows - 1) | (at[:, 1] == 0) | (at[:, 1] == columns - 1)]
    if not len(edge) or np.ptp(edge[:, 0]) == rows - 1 or np.ptp(edge[:, 1]) == columns - 1:
        return None
    row, column = edge.mean(axis=0)
    return float(column), float(row)
