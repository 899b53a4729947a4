"""How a game's places lie on a table that is known but for a turn and a shift: told from where cards lie.

    places = Places(layout)
    found = align(places, LyingCards.of(corners_mm, face_up), expected_shift(calibration, places))
    calibration = turned(calibration, found.turn, found.shift_mm)

People lay cards within the places and square to the table, more or less; now and then something lies elsewhere.  All
turns and shifts are weighed, so that what a few cards leave open is told as uncertainty, other stories included.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration import Calibration, Layout

ELSEWHERE, BACK_ELSEWHERE = 0.1, 0.4  # share of cards face up, and face down, that lie in no place: tricks, other packs
TABLE_MM2 = 900.0 * 600.0
HALF_CARD_MM = 30.0  # the middle of a card lies so deep in its place, ...
SOFT_MM = 9.0  # ... give or take
ASKEW = np.radians(7.0)  # cards lie square to the table but for this
ANYHOW = 0.25  # share of cards that lie at any angle
TURN_PRIOR, SHIFT_PRIOR_MM = np.radians(6.0), 50.0  # how far a picture's up and middle are from the table's
TURN_STEP, SHIFT_STEP_MM = np.radians(1.5), 12.0  # between those that are weighed
REACH = 3.0  # spreads of the prior that are weighed
MOST_CARDS = 30


@dataclass(frozen=True)
class Alignment:
    """turn: radians; shift_mm: (2,); a place p of the known table lies at R(turn) p + shift of the layout.
    error_mm: root mean square, at the corners of the places."""

    turn: float
    shift_mm: np.ndarray
    error_mm: float


class Places:
    """The places of a layout, as half planes."""

    def __init__(self, layout: Layout) -> None:
        outlines = [cv2.convexHull(np.array(zone.corners_mm, np.float32))[:, 0].astype(float) for zone in layout.zones]
        self.normals, self.offsets = zip(*(_half_planes(outline) for outline in outlines), strict=True)
        corners = np.concatenate(outlines)
        low, high = corners.min(axis=0), corners.max(axis=0)
        self.corners = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
        depth = np.array([self.depth_mm(outline.mean(axis=0)[None])[:, k][0] for k, outline in enumerate(outlines)])
        self.rim = np.minimum(HALF_CARD_MM, 0.6 * depth)
        areas = np.array([cv2.contourArea(outline.astype(np.float32)) for outline in outlines])
        self.areas = areas * (1 - self.rim / depth) ** 2 + (2 * SOFT_MM) ** 2

    def depth_mm(self, points: np.ndarray) -> np.ndarray:
        """(n, places) how deep points (n, 2) lie in each place; negative: how far outside."""
        return np.stack([(points @ normal.T - offset).min(axis=-1)
                         for normal, offset in zip(self.normals, self.offsets, strict=True)], axis=-1)

    def likely(self, points: np.ndarray) -> np.ndarray:
        """(n,) how likely the middle of a card in a place is at points (n, 2), a square millimetre."""
        inside = 1 / (1 + np.exp(((self.rim - self.depth_mm(points)) / SOFT_MM).clip(-30, 30)))
        return np.asarray(inside.sum(axis=-1) / self.areas.sum())


@dataclass(frozen=True)
class LyingCards:
    """Cards that lie still on a table of unknown turn and shift.  centres_mm: (n, 2) middles; angles: (n,) radians in
    which their sides lie; face_up: (n,) bool."""

    centres_mm: np.ndarray
    angles: np.ndarray
    face_up: np.ndarray

    @classmethod
    def of(cls, corners_mm: np.ndarray, face_up: np.ndarray) -> LyingCards:
        """From outlines (n, 4, 2) clockwise, of which some may be unknown."""
        known = np.flatnonzero(np.isfinite(corners_mm).all(axis=(1, 2)))[-MOST_CARDS:]
        side = corners_mm[known, 1] - corners_mm[known, 0]
        return cls(corners_mm[known].mean(axis=1), np.arctan2(side[:, 1], side[:, 0]), face_up[known])


def align(places: Places, cards: LyingCards, expected_mm: np.ndarray) -> Alignment:
    """Turn and shift, the mean of all stories.  expected_mm: (2,) the shift if nothing were known but the picture."""
    grid = _grid(expected_mm)
    weights = _log_weights(places, cards, expected_mm, grid)
    chance = np.exp(weights - weights.max())
    mean = (chance[:, None] * grid).sum(axis=0) / chance.sum()
    squares = ((_moved(places.corners, grid) - _moved(places.corners, mean[None])) ** 2).sum(axis=2).mean(axis=1)
    return Alignment(float(mean[0]), mean[1:], float(np.sqrt((chance * squares).sum() / chance.sum())))


def expected_shift(calibration: Calibration, places: Places) -> np.ndarray:
    """(2,) mm: where the places lie if somebody sees to it that they are amid the picture."""
    middle = np.array([calibration.image_size], float) / 2
    shift = np.zeros(2)
    for _ in range(6):
        px = calibration.mm_to_px(places.corners - shift)
        if not np.isfinite(px).all():
            break
        seen = (px.min(axis=0) + px.max(axis=0))[None] / 2
        shift = shift + (calibration.px_to_mm(seen) - calibration.px_to_mm(middle))[0]
    return shift


def turned(calibration: Calibration, turn: float, shift_mm: np.ndarray) -> Calibration:
    """The same view of a table whose millimetres are turned by radians, then shifted."""
    c, s = np.cos(turn), np.sin(turn)
    rigid = np.array([[c, -s, shift_mm[0]], [s, c, shift_mm[1]], [0, 0, 1.0]])
    return replace(calibration, homography=rigid @ calibration.homography)


def _log_weights(places: Places, cards: LyingCards, expected_mm: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """(g,) unnormalised log-probability of turns and shifts (g, 3)."""
    prior = -0.5 * ((grid[:, 0] / TURN_PRIOR) ** 2 + (((grid[:, 1:] - expected_mm) / SHIFT_PRIOR_MM) ** 2).sum(axis=1))
    if not len(cards.centres_mm):
        return np.asarray(prior)
    at = _moved(cards.centres_mm, grid)
    elsewhere = np.where(cards.face_up, ELSEWHERE, BACK_ELSEWHERE)
    in_place = places.likely(at.reshape(-1, 2)).reshape(at.shape[:2])
    lie = np.log((1 - elsewhere) * in_place + elsewhere / TABLE_MM2).sum(axis=1)
    turns, which = np.unique(grid[:, 0], return_inverse=True)
    askew = (cards.angles[None] + turns[:, None] + np.pi / 4) % (np.pi / 2) - np.pi / 4
    square = (1 - ANYHOW) * np.exp(-0.5 * (askew / ASKEW) ** 2) / (ASKEW * np.sqrt(2 * np.pi)) + ANYHOW / (np.pi / 2)
    return np.asarray(prior + lie + np.log(square).sum(axis=1)[which])


def _moved(points: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """(g, n, 2) points (n, 2) by each turn and shift of (g, 3)."""
    c, s = np.cos(grid[:, :1]), np.sin(grid[:, :1])
    x, y = points[:, 0], points[:, 1]
    return np.stack([c * x - s * y + grid[:, 1:2], s * x + c * y + grid[:, 2:]], axis=2)


def _grid(expected_mm: np.ndarray) -> np.ndarray:
    """(g, 3) turns and shifts, as far as they are thought possible."""
    turns, way = (np.arange(-round(REACH * prior / step), round(REACH * prior / step) + 1) * step
                  for prior, step in ((TURN_PRIOR, TURN_STEP), (SHIFT_PRIOR_MM, SHIFT_STEP_MM)))
    a, x, y = np.meshgrid(turns, expected_mm[0] + way, expected_mm[1] + way, indexing="ij")
    return np.column_stack([a.ravel(), x.ravel(), y.ravel()])


def _half_planes(outline: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Inward unit normals (m, 2) of a convex outline's sides, and their offsets (m,)."""
    side = np.roll(outline, -1, axis=0) - outline
    normal = np.column_stack([-side[:, 1], side[:, 0]]) / np.linalg.norm(side, axis=1, keepdims=True)
    if ((outline.mean(axis=0) - outline[0]) * normal[0]).sum() < 0:
        normal = -normal
    return normal, (outline * normal).sum(axis=1)
