"""Dice as cubes: rolling over the table, and lying on it."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from companion.filming.other_maker.moving import DieThrow
from companion.filming.other_maker.optics import Pinhole
from companion.filming.other_maker.patches import Patch
from companion.filming.other_maker.sheets import Light, soft_shadow

_SIDE_PX = 64
_SPOTS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
_BODIES = (((238, 244, 246), (25, 25, 25)), ((40, 40, 190), (240, 240, 240)), ((30, 30, 30), (240, 240, 240)),
           ((200, 222, 232), (30, 30, 170)), ((170, 90, 30), (245, 245, 245)))
# the four corners of each side, from the cube's middle, in the order of the picture's corners
_SIDES = np.array([
    [[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], [[-1, 1, 1], [1, 1, 1], [1, 1, -1], [-1, 1, -1]],
    [[1, 1, 1], [1, -1, 1], [1, -1, -1], [1, 1, -1]], [[1, -1, 1], [-1, -1, 1], [-1, -1, -1], [1, -1, -1]],
    [[-1, -1, 1], [-1, 1, 1], [-1, 1, -1], [-1, -1, -1]], [[-1, 1, -1], [1, 1, -1], [1, -1, -1], [-1, -1, -1]]], float)


def die(camera: Pinhole, throw: DieThrow, time_s: float, size_mm: float, body: int, light: Light) -> list[Patch]:
    """The die and its shadow at a time; nothing before it is thrown and after it is gone."""
    if not throw.thrown_s <= time_s < throw.gone_s:
        return []
    share = min((time_s - throw.thrown_s) / (throw.rests_s - throw.thrown_s), 1.0)
    eased = 1 - (1 - share) ** 2
    at = np.array(throw.from_mm) + eased * (np.array(throw.at_mm) - throw.from_mm)
    height = 40 * abs(np.cos(2.6 * np.pi * share)) * (1 - share) ** 2
    spin = (1 - eased) * 900
    turn = _turned(throw.turn + spin, 0.8 * spin, 1.3 * spin)
    corners = _SIDES * (size_mm / 2) @ turn.T + np.array([*at, height + size_mm / 2 * (1 if share == 1 else 1.2)])
    floor = light.fallen(corners.reshape(-1, 3))
    hull = cv2.convexHull(camera.project(np.column_stack([floor, np.zeros(len(floor))])).astype(np.float32))[:, 0]
    patches = [soft_shadow(hull.astype(float), 1.2, 0.45)]
    for k in _towards(camera, corners):
        patches += _side(camera, corners[k], _pips_of(throw.pips)[k], body, light)
    return patches


def _towards(camera: Pinhole, corners: np.ndarray) -> list[int]:
    """The sides that face the camera, farthest first."""
    middles = corners.mean(axis=1)
    outwards = middles - corners.reshape(-1, 3).mean(axis=0)
    facing = ((camera.centre - middles) * outwards).sum(axis=1)
    away = np.linalg.norm(camera.centre - middles, axis=1)
    return [int(k) for k in np.argsort(-away) if facing[k] > 0]


def _pips_of(top: int) -> tuple[int, ...]:
    """The pips of the six sides in order, opposite sides making seven."""
    near = next(n for n in range(1, 7) if n not in (top, 7 - top))
    right = next(n for n in range(1, 7) if n not in (top, 7 - top, near, 7 - near))
    return top, near, right, 7 - near, 7 - right, 7 - top


def _side(camera: Pinhole, corners: np.ndarray, pips: int, body: int, light: Light) -> list[Patch]:
    px = camera.project(corners)
    low, high = np.floor(px.min(axis=0)).astype(int) - 1, np.ceil(px.max(axis=0)).astype(int) + 2
    if (high - low).max() > 400 or (high < 0).any():
        return []
    normal = np.cross(corners[1] - corners[0], corners[3] - corners[0])
    lit = 0.55 + 0.5 * abs(float(normal @ light.to_lamp)) / float(np.linalg.norm(normal))
    face = _face(pips, body)
    size = _SIDE_PX - 1
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32),
                                         (px - low).astype(np.float32))
    picture = cv2.warpPerspective(face, matrix, tuple(int(v) for v in high - low), flags=cv2.INTER_AREA)
    picture[..., :3] = cv2.convertScaleAbs(picture[..., :3], alpha=min(lit, 1.02))
    return [Patch.of(int(low[0]), int(low[1]), picture)]


@lru_cache(maxsize=64)
def _face(pips: int, body: int) -> np.ndarray:
    paper, ink = _BODIES[body % len(_BODIES)]
    face = np.zeros((_SIDE_PX, _SIDE_PX, 4), np.uint8)
    face[...] = (*paper, 255)
    cv2.rectangle(face, (0, 0), (_SIDE_PX - 1, _SIDE_PX - 1), (*(int(0.72 * v) for v in paper), 255), 3)
    for spot in _SPOTS[pips]:
        centre = (round((0.23 + 0.27 * (spot % 3)) * _SIDE_PX), round((0.23 + 0.27 * (spot // 3)) * _SIDE_PX))
        cv2.circle(face, centre, round(0.09 * _SIDE_PX), (*ink, 255), -1, cv2.LINE_AA)
    return cv2.GaussianBlur(face, (0, 0), 2.2)


def _turned(about_z: float, about_x: float, about_y: float) -> np.ndarray:
    a, b, c = np.radians([about_z, about_x, about_y])
    z = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    x = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    y = np.array([[np.cos(c), 0, np.sin(c)], [0, 1, 0], [-np.sin(c), 0, np.cos(c)]])
    return np.asarray(z @ x @ y)
