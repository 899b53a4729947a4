"""A second witness for number cards: the pips, counted where the whole face lies open.

    count = pip_count(image, corners, poses)      # 1, or 3 to 10; None where the pips do not tell

An index can be smudged, odd or half hidden; eight pips in the places where an eight has them are an eight, and one
alone in the middle is an ace, even where its index is a 1 that looks like a 7.
Anything else in the field (a court, a hand, another card, glare) answers None; so do two pips, which may be
what is left of more.
"""

from __future__ import annotations

import cv2
import numpy as np

FACE = (90, 126)  # px, width and height of the rectified face
LEAST_SIDE = 40.0  # px, cards that look narrower are not counted
FIELD = (0.12, 0.06)  # shares of width and height in which no pip's middle lies
PIP_AREA = (0.004, 0.06)  # shares of the face
ACE_AREA, ACE_SIZE, ACE_AWAY = (0.008, 0.2), 0.7, 0.12  # of an ace's pip: shares of the face, how far off the middle
ALIKE = (0.55, 1.7)  # areas of a card's pips, as shares of their median
NEAR = 0.16  # how far a pip may lie from its place, in units of the field; less than half of what places are apart
THIRD, SIXTH = 1 / 3, 1 / 6
CORNERS = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
SIX = [*CORNERS, (0.0, 0.5), (1.0, 0.5)]
EIGHT = [(x, y) for x in (0.0, 1.0) for y in (0.0, THIRD, 2 * THIRD, 1.0)]
LAYOUTS: dict[int, list[list[tuple[float, float]]]] = {
    1: [[(0.5, 0.5)]], 3: [[(0.5, 0.0), (0.5, 0.5), (0.5, 1.0)]],
    4: [CORNERS], 5: [[*CORNERS, (0.5, 0.5)]], 6: [SIX],
    7: [[*SIX, (0.5, 0.25)], [*SIX, (0.5, 0.75)]], 8: [[*SIX, (0.5, 0.25), (0.5, 0.75)]],
    9: [[*EIGHT, (0.5, 0.5)], [*EIGHT, (0.5, SIXTH)]], 10: [[*EIGHT, (0.5, SIXTH), (0.5, 1 - SIXTH)]],
}


def pip_count(image: np.ndarray, corners: np.ndarray, poses: np.ndarray) -> int | None:
    """How many pips a card shows, or None.

    image (h, w, 3) uint8 BGR; corners (4, 2) px of the card, clockwise from its upper left; poses (n, 5) of its
    indices, which are no pips.
    """
    sides = np.linalg.norm(corners - corners[[3, 0, 1, 2]], axis=1)
    if min(sides[1::2].mean(), sides[0::2].mean()) < LEAST_SIDE:
        return None
    w, h = FACE
    to_face = cv2.getPerspectiveTransform(corners.astype(np.float32),
                                          np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32))
    pips = pips_of(printed_px(cv2.warpPerspective(image, to_face, FACE)), areas_of(poses, to_face))
    return layout_of(pips) if pips is not None else None


def printed_px(face: np.ndarray) -> np.ndarray:
    """Where a face is printed, (h, w) uint8 0 or 1."""
    some = face[::3, ::3].reshape(-1, 3)
    bright = some.sum(axis=1, dtype=np.int32)
    paper = np.median(some[bright >= np.median(bright)], axis=0)
    blue, green, red = cv2.split(cv2.absdiff(face, np.append(np.floor(paper), 0)))
    far = cv2.max(cv2.max(blue, green), red)
    limit = max(25.0, 0.5 * float(np.percentile(far[::3, ::3], 98)))
    return cv2.threshold(far, limit, 1, cv2.THRESH_BINARY)[1]


def areas_of(poses: np.ndarray, to_face: np.ndarray) -> list[np.ndarray]:
    """Where indices (n, 5) are printed on the face, (4, 2) float32 each."""
    areas = []
    for x, y, up_x, up_y, size in poses:
        across, along = np.array([-up_y, up_x]) * size * 0.42, np.array([up_x, up_y]) * size * 0.6
        area = np.array([(x, y) + a * across + b * along for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.float32)
        areas.append(cv2.perspectiveTransform(area[None], to_face)[0])
    return areas


def pips_of(ink: np.ndarray, indices: list[np.ndarray]) -> np.ndarray | None:
    """Middles (n, 2) of the pips as shares of the face; None if something else is printed there."""
    h, w = ink.shape
    _, _, stats, found = cv2.connectedComponentsWithStats(ink, connectivity=4)
    some = np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] > PIP_AREA[0] * w * h) + 1
    share = stats[some, cv2.CC_STAT_AREA] / (w * h)
    extent = np.maximum(stats[some, cv2.CC_STAT_WIDTH] / w, stats[some, cv2.CC_STAT_HEIGHT] / h)
    middles = found[some] / (w, h)
    frame = (extent > 0.4) & (share < 0.08)  # a thin frame around the field is no pip and no matter
    solid = share / (extent**2 + 1e-6) > 0.25
    large = ((middles > FIELD) & (middles < 1 - np.array(FIELD))).all(axis=1) & ~frame
    for k in np.flatnonzero(large):
        large[k] = all(cv2.pointPolygonTest(area, found[some[k]].tolist(), False) < 0 for area in indices)
    ace = large & solid & (share > ACE_AREA[0]) & (share < ACE_AREA[1]) & (extent < ACE_SIZE) & (
        np.abs(middles - 0.5).max(axis=1) < ACE_AWAY)
    if ace.sum() == 1 and share[large & ~ace].sum() < share[ace][0] / 3:  # besides it at most what the index left
        return np.asarray(middles[ace])
    if not 3 <= large.sum() <= 10 or (share[large] > PIP_AREA[1]).any() or not solid[large].all():
        return None
    alike = share[large] / np.median(share[large])
    return middles[large] if ALIKE[0] < alike.min() and alike.max() < ALIKE[1] else None


def layout_of(middles: np.ndarray) -> int | None:
    """The number of pips (n, 2) if they stand where that number has them."""
    if len(middles) == 1:
        return 1
    low, high = middles.min(axis=0), middles.max(axis=0)
    if high[1] - low[1] < 0.35:
        return None
    narrow = high[0] - low[0] < 0.12
    spots = (middles - low) / np.maximum(high - low, 1e-6)
    if narrow:
        spots[:, 0] = 0.5
    for layout in LAYOUTS[len(middles)]:
        away = np.linalg.norm(spots[:, None] - np.array(layout)[None], axis=2)
        if away.min(axis=1).max() < NEAR and len(set(away.argmin(axis=1).tolist())) == len(middles):
            return len(middles)
    return None
