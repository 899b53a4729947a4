"""A card that bears no index: many jokers show nothing but a picture.

    found = beyond_column(last, now, cards, view, surface)      # what nobody has read, at the end of a column
    if found.is_one and bears_nothing(image, found.corners_px, detections): ...    # it is a joker

Only a card laid together with cards that were read is taken for one, roof-tiled with them: their indices tell where
its own would be, and that the light suffices to read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.detections import Detections
from vision.reading.pips import FACE, pip_count, printed_px
from vision.watching.bare_table import BareTable
from vision.watching.motion import Motion
from vision.watching.viewpoint import CARD_HEIGHT_MM, CARD_WIDTH_MM, Viewpoint, card_axes

JOKER = "JK"
LEGIBLE = 0.5  # what is likelier than this to be one of a few cards is an index
INSET_MM = 5.0  # from a card's edge to the middle of its index, at least
ONE_MORE_MM = (10.0, 40.0)  # by so much a column is longer for one card more
NEXT_COLUMN = 0.75  # cards whose middles are so far apart, as shares of a width, are of two columns, unless ...
MIRRORED_MM, INDEX_MM = 54.0, 28.0  # ... an outline was guessed on the wrong side of an index: then they are no farther
# apart than that, and the index stands so near the middle
BIN_MM = 3.0  # a column is measured in such steps
FILLED, BESIDE, BARE = 0.3, 0.35, 0.5  # share of a step that must have changed; of what lies beside it that may have;
# and of what is beyond the column that may look like the bare table: some cloths are as white as cards
ALIKE = 12.0  # grey levels between two looks at the same white cloth
GAP, GAP_ON_JOKER = 13, 16  # steps that may show nothing new, white on white; the same upon a card with much white
BESIDE_MM = (6.0, 18.0)  # from a column's edge
CORNER = (0.06, 0.24, 0.05, 0.3)  # where indices stand: shares of a face's width, from and to, and of its height
EVERY_INKED = 0.12  # share of each corner that is inked where there is an index in every one
HARDLY_INKED = 0.04  # share of that which is inked on a card without an index
AS_BRIGHT = (0.7, 1.4)  # a card's paper beside another's


class Lying(Protocol):
    """What is asked of a card that was read.  index_mm: (k, 2), none where it is a joker without an index."""

    corners_px: np.ndarray
    index_mm: np.ndarray


@dataclass(frozen=True)
class _Known:
    """A card that was read: its outline (4, 2), where its indices are or, if it bears none, would be (k, 2), mm, and
    how many steps upon it may show nothing new."""

    quad_mm: np.ndarray
    index_mm: np.ndarray
    gap: int

    @classmethod
    def of(cls, card: Lying, view: Viewpoint) -> _Known:
        quad = view.to_mm(card.corners_px)
        middle = quad.mean(axis=0)
        ends = middle + (quad[[0, 2]] - middle) * (1 - 2 * INSET_MM / CARD_HEIGHT_MM)
        return cls(quad, card.index_mm, GAP) if len(card.index_mm) else cls(quad, ends, GAP_ON_JOKER)


@dataclass(frozen=True)
class Unnamed:
    """Something as wide as a card beyond the last read card of a column.  is_one: whether it is as long as one card
    more makes it; else there may be several."""

    corners_px: np.ndarray
    is_one: bool


def beyond_column(last: Motion, now: Motion, cards: Sequence[Lying], view: Viewpoint,
                  surface: BareTable) -> Unnamed | None:
    """What was laid at the end of a column and is not read.

    last: the look in which something settled.  cards: those that were read.
    """
    new, bare = last.different & ~now.moving, surface.shows(now, ALIKE)
    known = [_Known.of(card, view) for card in cards]
    for card in known:
        across, down = card_axes(card.quad_mm)
        if np.linalg.norm(card.quad_mm[1] - card.quad_mm[0]) > np.linalg.norm(card.quad_mm[3] - card.quad_mm[0]):
            across, down = down, -across  # an outline guessed from one end may lie across
        for middle in _middles(card.quad_mm.mean(axis=0), across, card.index_mm):
            for way in (1.0, -1.0):  # cards look alike upside down
                found = _Column(middle, way * across, way * down, view, now).beyond(card, known, new, bare)
                if found is not None and not last.is_by_border(found.corners_px):
                    return found
    return None


def _middles(middle: np.ndarray, across: np.ndarray, index_mm: np.ndarray) -> list[np.ndarray]:
    """Where a card's middle may be: as its outline has it; if indices were read along one side only, also beyond them,
    for of a card with an index in every corner the left one may have been taken for the right one."""
    right = (index_mm - middle) @ across
    return [middle, middle + 2 * float(np.median(right)) * across] if np.ptp(right) < INSET_MM else [middle]


def bears_nothing(image: np.ndarray, corners_px: np.ndarray, seen: Detections) -> bool:
    """Whether no index was read on a card (4, 2) px and its picture is not made of pips.  What reads like nothing in
    particular is an ornament, but hardly any joker has one in every corner: those are indices, too faint to read."""
    quad = np.asarray(corners_px, np.float32)
    for points, candidates in zip(seen.index_px, seen.candidates, strict=True):
        within = lie_within(points, quad)  # of the card below its other end may peep out beside this one
        if len(within) and within.all() and sum(p for label, p in candidates if label != JOKER) >= LEGIBLE:
            return False
    inked = _inked_corners(image, quad)
    if inked.min() >= EVERY_INKED:
        return False
    count = pip_count(image, quad, np.zeros((0, 5)))
    if count == 1:  # a picture alone in the middle is no ace's pip where an index is missing at one end
        (left, right), (lower_left, lower_right) = inked
        return bool(max(min(left, lower_right), min(right, lower_left)) < HARDLY_INKED)
    return count is None


def is_blank_cornered(image: np.ndarray, corners_px: np.ndarray, seen: Detections) -> bool:
    """Whether no index was read on a card (4, 2) px and none can be: its corners are bare, and it bears a picture."""
    inked = _inked_corners(image, np.asarray(corners_px, np.float32))
    return float(inked.max()) < HARDLY_INKED and bears_nothing(image, corners_px, seen)


def lie_within(marks_px: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
    """(k,) bool, marks (k, 2) within an outline (4, 2)."""
    quad = np.asarray(corners_px, np.float32)
    return np.array([cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0 for x, y in marks_px], bool)


def _inked_corners(image: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """(2, 2) upper and lower, left and right: share that is printed where a card (4, 2) px has its indices."""
    w, h = FACE
    to_face = cv2.getPerspectiveTransform(quad, np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32))
    ink = printed_px(cv2.warpPerspective(image, to_face, FACE))
    x1, x2, y1, y2 = (round(share * side) for share, side in zip(CORNER, (w, w, h, h), strict=True))
    return np.array([[side[y1:y2, x1:x2].mean() for side in (end, end[:, ::-1])] for end in (ink, ink[::-1])])


class _Column:
    """The table below the middle of a card, in steps as wide as the card.  across, down: unit vectors, mm."""

    def __init__(self, middle: np.ndarray, across: np.ndarray, down: np.ndarray, view: Viewpoint, now: Motion) -> None:
        self.middle, self.across, self.down, self.view, self.now = middle, across, down, view, now
        self.steps = np.arange(-CARD_HEIGHT_MM / 4, 3 * CARD_HEIGHT_MM / 2 + ONE_MORE_MM[1], BIN_MM)
        half = CARD_WIDTH_MM / 2
        self.within = self._pixels(np.arange(-half + 2, half - 1, BIN_MM))
        self.beside = self._pixels(np.concatenate([s * (half + np.arange(*BESIDE_MM, BIN_MM)) for s in (-1, 1)]))

    def _pixels(self, places: np.ndarray) -> np.ndarray:
        """(steps, places, 2) x, y in the small picture of places right of the middle, mm."""
        mm = self.middle + self.steps[:, None, None] * self.down + places[None, :, None] * self.across
        px = self.view.to_px(mm.reshape(-1, 2)) / self.now.scale
        return np.nan_to_num(px, nan=-1).astype(int).reshape(len(self.steps), len(places), 2)

    def beyond(self, card: _Known, cards: Sequence[_Known], new: np.ndarray, bare: np.ndarray) -> Unnamed | None:
        """What of the new pixels (h, w) bool makes the column longer that the card ends."""
        run = self._run(_taken(new, self.within).mean(axis=1) > FILLED, card.gap)
        if run is None or _taken(new, self.beside[run]).mean() > BESIDE:
            return None
        far = float(self.steps[run][-1]) + BIN_MM / 2
        first = float(self._along(card.index_mm)[:, 1].min())
        longer = far - first - (CARD_HEIGHT_MM - INSET_MM)
        if longer < ONE_MORE_MM[0] or any(self._is_below(other, first) for other in cards if other is not card):
            return None
        its = self.within[(self.steps > far - longer) & (self.steps < far)].reshape(-1, 2)
        brightness = self._bright(its) / self._bright_at(first)
        if _taken(bare, its).mean() > BARE or not AS_BRIGHT[0] < brightness < AS_BRIGHT[1]:
            return None
        centre = self.middle + self.down * (far - CARD_HEIGHT_MM / 2)
        corners = np.array([centre + x * CARD_WIDTH_MM / 2 * self.across + y * CARD_HEIGHT_MM / 2 * self.down
                            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        return Unnamed(self.view.to_px(corners).astype(np.float32), longer <= ONE_MORE_MM[1])

    def _run(self, filled: np.ndarray, gap: int) -> np.ndarray | None:
        """The steps of a stretch without larger gaps that begins on the card."""
        rows = np.flatnonzero(filled)
        if not len(rows) or self.steps[rows[0]] > CARD_HEIGHT_MM / 2:
            return None
        return rows[:int(np.argmin(np.append(np.diff(rows) <= gap, False))) + 1]

    def _along(self, points_mm: np.ndarray) -> np.ndarray:
        """(k, 2) right and down of the middle."""
        along: np.ndarray = (points_mm - self.middle) @ np.stack([self.across, self.down], axis=1)
        return along

    def _is_below(self, other: _Known, first: float) -> bool:
        """Whether all indices that another card of the column shows stand below this one's first."""
        middle = other.quad_mm.mean(axis=0, keepdims=True)
        apart = abs(self._along(middle)[0, 0])
        across, down = self._along(other.index_mm).T
        widest = NEXT_COLUMN * CARD_WIDTH_MM if apart <= NEXT_COLUMN * CARD_WIDTH_MM else INDEX_MM
        if apart <= CARD_WIDTH_MM / 2:
            widest = max(widest, apart + CARD_WIDTH_MM / 2)  # laid crookedly, its index may stand far aside
        own = down[(np.abs(across) < widest) & (apart < MIRRORED_MM)]
        return bool(len(own) and own.min() > first + INSET_MM)

    def _bright(self, pixels: np.ndarray) -> float:
        """How bright the paper is, whatever is printed on it."""
        h, w = self.now.small.shape[:2]
        x, y = np.clip(pixels[:, 0], 0, w - 1), np.clip(pixels[:, 1], 0, h - 1)
        return max(1.0, float(np.percentile(self.now.small[y, x].mean(axis=1), 80)))

    def _bright_at(self, down: float) -> float:
        """The same of the strip that shows the card's own index."""
        mm = self.middle + down * self.down + np.arange(-24.0, 25.0, BIN_MM)[:, None] * self.across
        return self._bright(np.nan_to_num(self.view.to_px(mm) / self.now.scale).astype(int))


def _taken(mask: np.ndarray, places: np.ndarray) -> np.ndarray:
    """The mask at places (..., 2) x, y; False outside."""
    x, y = places[..., 0], places[..., 1]
    h, w = mask.shape[:2]
    inside = (x >= 0) & (y >= 0) & (x < w) & (y < h)
    return np.asarray(inside & mask[np.clip(y, 0, h - 1), np.clip(x, 0, w - 1)])
