"""Cards as thin bent sheets: where each point of one is, what light falls on it, its patch of picture.

    Card and anything else that is flat and printed: a sheet of paper, a coaster, a phone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from companion.filming.other_maker.optics import Pinhole
from companion.filming.other_maker.patches import Patch, smeared, weighted

LAMP_MM = 1100.0  # how high the lamp hangs
_ACROSS, _ALONG = 7, 9  # points of a sheet at which it is measured
_U, _V = (grid.ravel() for grid in np.meshgrid(np.linspace(-1, 1, _ACROSS), np.linspace(-1, 1, _ALONG)))
_POWERS = tuple((i, j) for i in range(4) for j in range(4) if i + j <= 3)
_RIM = np.concatenate([np.flatnonzero(_V == -1), np.flatnonzero(_U == 1)[1:], np.flatnonzero(_V == 1)[::-1][1:],
                       np.flatnonzero(_U == -1)[::-1][1:-1]])


@dataclass(frozen=True)
class Pose:
    """Where a sheet lies: middle in mm, turn in degrees clockwise on the table, pitch: how far its top edge
    is lifted, in degrees."""

    x: float
    y: float
    turn: float = 0.0
    z: float = 0.3
    pitch: float = 0.0

    def shifted(self, dx: float, dy: float, turn: float = 0.0, dz: float = 0.0) -> Pose:
        """The same pose moved by mm and turned by degrees."""
        return replace(self, x=self.x + dx, y=self.y + dy, turn=self.turn + turn, z=self.z + dz)

    def axes(self) -> np.ndarray:
        """(3, 3): rows across the sheet, along it (towards its bottom), and off its face."""
        t, p = np.radians(self.turn), np.radians(self.pitch)
        across = np.array([np.cos(t), np.sin(t), 0.0])
        flat = np.array([-np.sin(t), np.cos(t), 0.0])
        return np.array([across, np.cos(p) * flat - np.sin(p) * np.array([0, 0, 1.0]),
                         np.sin(p) * flat + np.cos(p) * np.array([0, 0, 1.0])])

    def corners(self, size_mm: tuple[float, float]) -> np.ndarray:
        """(4, 3) clockwise from the sheet's own top left."""
        across, along, _ = self.axes()
        w, h = size_mm[0] / 2, size_mm[1] / 2
        return np.asarray(np.array([self.x, self.y, self.z]) + np.array(
            [-w * across - h * along, w * across - h * along, w * across + h * along, h * along - w * across]))

    def towards(self, other: Pose, share: float) -> Pose:
        """Part of the way to another pose; turns go the short way round."""
        swing = (other.turn - self.turn + 180) % 360 - 180
        return Pose(self.x + share * (other.x - self.x), self.y + share * (other.y - self.y),
                    self.turn + share * swing, self.z + share * (other.z - self.z),
                    self.pitch + share * (other.pitch - self.pitch))


def floats(pair: np.ndarray) -> tuple[float, float]:
    """A point or a way (2,) in plain numbers, as poses and keys have them."""
    return float(pair[0]), float(pair[1])


@dataclass(frozen=True)
class Bend:
    """How a sheet is bent: along, across, twisted, and one corner turned up; mm at the rim."""

    along: float = 0.0
    across: float = 0.0
    twist: float = 0.0
    ear: float = 0.0
    ear_at: tuple[float, float] = (1.0, 1.0)

    @property
    def heights(self) -> np.ndarray:
        """(n,) mm at each measured point; the lowest lies on the table."""
        ear = (_U * self.ear_at[0] + _V * self.ear_at[1] - 1.1).clip(0, 1) ** 2
        z = self.along * _V ** 2 + self.across * _U ** 2 + self.twist * _U * _V + self.ear * ear
        return np.asarray(z - z.min())


FLAT = Bend()


@dataclass(frozen=True)
class Light:
    """Where the light comes from: mm to the side for each mm up; and how much of it is that one lamp's."""

    side: tuple[float, float] = (-0.5, -0.6)
    lamp: float = 0.55

    @property
    def to_lamp(self) -> np.ndarray:
        """(3,) the way from the table's middle to the lamp, of length 1."""
        way = np.array([self.side[0], self.side[1], 1.0])
        return np.asarray(way / np.linalg.norm(way))

    def at_lamp(self, points: np.ndarray) -> np.ndarray:
        """(n, 3): from each point to the lamp itself, which hangs not far away."""
        way = np.array([self.side[0], self.side[1], 1.0]) * LAMP_MM - points
        return np.asarray(way / np.linalg.norm(way, axis=1, keepdims=True))

    def fallen(self, points: np.ndarray) -> np.ndarray:
        """(n, 2): where on the table the shadow of each point of (n, 3) falls."""
        return np.asarray(points[:, :2] - points[:, 2:] * np.array(self.side))


class Printed:
    """A picture on a sheet at several sizes; side_mm: its width on the table."""

    def __init__(self, bgra: np.ndarray, width_mm: float) -> None:
        self.width_mm = width_mm
        self._levels = [weighted(bgra)]
        while self._levels[-1].shape[1] > 40:
            size = tuple(round(side * 0.72) for side in self._levels[-1].shape[1::-1])
            self._levels.append(cv2.resize(self._levels[-1], size, interpolation=cv2.INTER_AREA))

    def at(self, px_per_mm: float) -> np.ndarray:
        """(h, w, 4) weighted colours, about as fine as the picture that it is drawn into."""
        wanted = 1.12 * px_per_mm * self.width_mm
        return next((level for level in reversed(self._levels) if level.shape[1] >= wanted), self._levels[0])


@dataclass(frozen=True)
class Sheet:
    """One printed thing: what is on its two sides, its size, its bend, its shine, how round its corners are."""

    front: Printed
    back: Printed
    size_mm: tuple[float, float]
    bend: Bend = FLAT
    shine: float = 0.0
    lean: tuple[float, float] = (0.0, 0.0)  # how unevenly it lies; the shine shows it
    corner_mm: float = 3.0

    def points(self, pose: Pose) -> np.ndarray:
        """(n, 3) mm of the measured points."""
        axes = pose.axes()
        local = np.column_stack([_U * self.size_mm[0] / 2, _V * self.size_mm[1] / 2, self.bend.heights])
        return np.asarray(local @ axes + np.array([pose.x, pose.y, pose.z]))

    def outline(self, pose: Pose) -> np.ndarray:
        """(n, 3) mm of its rim, clockwise, the corners rounded."""
        rim = self.points(pose)[_RIM]
        across, along, _ = pose.axes()
        cut = (1 - np.sqrt(0.5)) * self.corner_mm
        for corner, x, y in zip((0, _ACROSS - 1, _ACROSS + _ALONG - 2, 2 * _ACROSS + _ALONG - 3),
                                (1, -1, -1, 1), (1, 1, -1, -1), strict=True):
            rim[corner] += cut * (x * across + y * along)
        return np.asarray(rim)


def draw(camera: Pinhole, sheet: Sheet, pose: Pose, light: Light, smear: np.ndarray | None = None,
         skew: np.ndarray | None = None) -> Patch | None:
    """The sheet as the camera sees it; None out of sight.  smear: (2,) pixels that it moves while exposed;
    skew: (2,) pixels that it moves from the picture's first row to its last."""
    points = sheet.points(pose)
    px = camera.project(points)
    if skew is not None:
        px = skewed(px, skew, camera)
    if not _in_sight(px, camera):
        return None
    rim = px[_RIM]
    seen_face = _area(rim) > 0
    level = (sheet.front if seen_face else sheet.back).at(camera.px_per_mm((pose.x, pose.y)))
    lit = _lit(level, sheet, points, camera, light, seen_face)
    pad = 2 + int(np.abs(smear).max() / 2) if smear is not None else 2
    x1, y1 = np.floor(px.min(axis=0)).astype(int) - pad
    x2, y2 = np.ceil(px.max(axis=0)).astype(int) + pad
    maps = _maps(px, (int(x1), int(y1), int(x2), int(y2)), level.shape, seen_face)
    picture = np.asarray(cv2.remap(lit, *maps, cv2.INTER_LINEAR, borderValue=(0, 0, 0, 0)))
    if smear is not None and np.abs(smear).max() > 1:
        picture = smeared(picture, smear)
    return Patch.of(int(x1), int(y1), picture)


def shadow(camera: Pinhole, sheet: Sheet, pose: Pose, light: Light, depth: float = 0.42) -> Patch | None:
    """The shadow that a sheet casts on the table, sharp where it lies on it."""
    rim = sheet.outline(pose)
    height = float(rim[:, 2].mean())
    fallen = light.fallen(rim + np.array([0, 0, 0.5]))
    px = camera.project(np.column_stack([fallen, np.zeros(len(fallen))]))
    if not _in_sight(px, camera):
        return None
    return soft_shadow(px, 0.8 + 0.09 * height * camera.px_per_mm(), depth / (1 + height / 90))


def skewed(px: np.ndarray, skew: np.ndarray, camera: Pinhole) -> np.ndarray:
    """(n, 2) pixels of something that moves while the rows are read one after the other."""
    return np.asarray(px + skew * (px[:, 1:] / camera.size[1] - 0.5))


def soft_shadow(px: np.ndarray, blur_px: float, depth: float) -> Patch:
    """The shadow of an outline of (n, 2) pixels."""
    pad = int(3 * blur_px) + 2
    shrink = 1 if blur_px < 4 else 4
    x1, y1 = np.floor(px.min(axis=0)).astype(int) - pad
    x2, y2 = np.ceil(px.max(axis=0)).astype(int) + pad
    width, height = max(int(x2 - x1) // shrink, 1), max(int(y2 - y1) // shrink, 1)
    mask: np.ndarray = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round((px - (x1, y1)) * 16 / shrink).astype(np.int32)], round(255 * depth), cv2.LINE_AA, 4)
    mask = cv2.GaussianBlur(mask, (0, 0), max(blur_px / shrink, 0.6))
    if shrink > 1:
        mask = cv2.resize(mask, (width * shrink, height * shrink), interpolation=cv2.INTER_LINEAR)
    return Patch.shade(int(x1), int(y1), 255 - mask)


def _in_sight(px: np.ndarray, camera: Pinhole) -> bool:
    low, high = px.min(axis=0), px.max(axis=0)
    return bool((high > 0).all() and (low < np.array(camera.size)).all() and (high - low).max() < 2 * camera.size[0])


def _area(outline: np.ndarray) -> float:
    x, y = outline.T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)


def _lit(level: np.ndarray, sheet: Sheet, points: np.ndarray, camera: Pinhole, light: Light,
         seen_face: bool) -> np.ndarray:
    """The print under the light: darker where the sheet turns away, white where it mirrors the lamp."""
    if sheet.bend is FLAT and sheet.shine == 0 and abs(float(np.ptp(points[:, 2]))) < 1:
        return level
    normals = _normals(points, sheet.lean) * (1 if seen_face else -1)
    turned = (normals @ light.to_lamp).clip(0, None) / light.to_lamp[2]
    gain = (1 - light.lamp) + light.lamp * turned
    gain = gain.clip(0.25, 1.35)
    if np.ptp(gain) < 0.02:
        out: np.ndarray = np.asarray(cv2.convertScaleAbs(level, alpha=float(gain.mean())))
        out[..., 3] = level[..., 3]
    else:
        shades = _upscaled(gain, level, seen_face)
        out = np.asarray(cv2.multiply(level, cv2.merge([shades, shades, shades, np.ones_like(shades)]),
                                      dtype=cv2.CV_8U))
    off = 1 - (normals * _halfway(points, camera, light)).sum(axis=1) if sheet.shine else np.ones(1)
    if off.min() < 0.03:
        gloss = _upscaled(sheet.shine * 190 * np.exp(-off / 0.006), level, seen_face)
        alpha = out[..., 3]
        white = cv2.multiply(cv2.merge([gloss, gloss, gloss, np.zeros_like(gloss)]), cv2.merge([alpha] * 4).astype(
            np.float32), scale=1 / 255, dtype=cv2.CV_32F)
        out = np.asarray(cv2.add(out, white, dtype=cv2.CV_8U))
    return out


def _halfway(points: np.ndarray, camera: Pinhole, light: Light) -> np.ndarray:
    """(n, 3): how a mirror at each point would have to lie to show the lamp."""
    view = camera.centre - points
    half = view / np.linalg.norm(view, axis=1, keepdims=True) + light.at_lamp(points)
    return np.asarray(half / np.linalg.norm(half, axis=1, keepdims=True))


def _normals(points: np.ndarray, lean: tuple[float, float]) -> np.ndarray:
    grid = points.reshape(_ALONG, _ACROSS, 3)
    along, across = np.gradient(grid, axis=(0, 1))
    normals = np.cross(across, along)
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    flat = normals.reshape(-1, 3) + np.array([lean[0], lean[1], 0])
    return np.asarray(flat / np.linalg.norm(flat, axis=1, keepdims=True))


def _upscaled(values: np.ndarray, level: np.ndarray, seen_face: bool) -> np.ndarray:
    grid = values.reshape(_ALONG, _ACROSS).astype(np.float32)
    grid = grid if seen_face else grid[:, ::-1]
    return cv2.resize(np.ascontiguousarray(grid), level.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def _maps(px: np.ndarray, box: tuple[int, int, int, int], shape: tuple[int, ...],
          seen_face: bool) -> tuple[np.ndarray, np.ndarray]:
    """For every pixel of the box, which pixel of the print is there: a cubic through the measured points."""
    middle = (px.min(axis=0) + px.max(axis=0)) / 2
    reach = float((px.max(axis=0) - px.min(axis=0)).max()) / 2
    at = (px - middle) / reach
    terms = np.column_stack([at[:, 0] ** i * at[:, 1] ** j for i, j in _POWERS])
    u = _U if seen_face else -_U
    weights = np.linalg.lstsq(terms, np.column_stack([u, _V]), rcond=None)[0]
    x1, y1, x2, y2 = box
    across = _powers((np.arange(x1, x2, dtype=np.float32) - middle[0]) / reach)
    down = _powers((np.arange(y1, y2, dtype=np.float32) - middle[1]) / reach)
    maps = []
    for k, side in enumerate((shape[1], shape[0])):
        cubic = np.zeros((4, 4), np.float32)
        for (i, j), weight in zip(_POWERS, weights[:, k], strict=True):
            cubic[j, i] = weight
        maps.append(((down.T @ cubic @ across) * (side / 2) + (side / 2 - 0.5)).astype(np.float32))
    return maps[0], maps[1]


def _powers(values: np.ndarray) -> np.ndarray:
    return np.stack([np.ones_like(values), values, values ** 2, values ** 3]).astype(np.float32)


@lru_cache(maxsize=64)
def plain(colour: tuple[int, int, int], corner: float, shape: tuple[int, int]) -> np.ndarray:
    """A sheet of one colour with round corners: (h, w, 4) uint8."""
    width, height = shape
    picture = np.zeros((height, width, 4), np.uint8)
    picture[..., :3] = colour
    radius = max(round(corner * width), 1)
    cv2.rectangle(picture, (radius, 0), (width - 1 - radius, height - 1), (*colour, 255), -1)
    cv2.rectangle(picture, (0, radius), (width - 1, height - 1 - radius), (*colour, 255), -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(picture, (x, y), radius, (*colour, 255), -1, cv2.LINE_AA)
    return picture
