"""Hands that bring and take cards: bare skin with a sleeve, seen from above and lightly shaded.

    hand = Hand(seed=3)
    hand.image       # BGRA, the grip at hand.grip_px, fingers up, the arm to the picture's foot
    hand.mm_per_px

A hand is a height field of rounded bones; light from above left gives it its form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

MM_PER_PX = 0.55
_WIDTH_MM, _LENGTH_MM = 190.0, 560.0  # what is modelled; the rest of the arm is drawn out
_ELBOW_MM, _ARM_MM = 400.0, 1400.0
_SKINS = ((151, 178, 222), (128, 160, 210), (104, 138, 196), (74, 104, 158), (54, 76, 118), (168, 192, 232))  # BGR
_SLEEVES = ((110, 70, 44), (60, 58, 62), (92, 96, 156), (70, 110, 70), (205, 206, 210), (150, 128, 96), (52, 44, 92))
Bone = tuple[float, float, float, float, float, float]  # x, y, radius at one end and at the other; mm


@dataclass(frozen=True)
class Arm:
    """One arm of random build, skin and sleeve; it is drawn when it is first looked at."""

    seed: int
    is_left: bool = False
    mm_per_px: float = MM_PER_PX

    @property
    def grip_px(self) -> tuple[float, float]:
        """(x, y) between thumb and fingers."""
        x, y = _GRIP
        return (_WIDTH_MM - x if self.is_left else x) / MM_PER_PX, y / MM_PER_PX

    @cached_property
    def image(self) -> np.ndarray:
        """(h, w, 4) uint8 BGRA, fingers up, the arm to the picture's foot."""
        rng = np.random.default_rng(self.seed)
        build = rng.uniform(0.92, 1.1)
        fingers, nails = _fingers(rng, build)
        skin = _heights([*fingers, *_palm(build)])
        cuff = 222.0 * build + rng.uniform(0, 90)
        sleeve = _heights([(95, cuff - 40, 33 * build, 95 + rng.uniform(-8, 8), 620, 47 * build)])
        _cut_cuff(sleeve, cuff)
        image = _shaded(skin, _skin_colour(rng, skin), roughness=0.6, rng=rng)
        _draw_nails(image, nails, rng)
        cloth = _shaded(sleeve, _cloth_colour(rng, sleeve), roughness=2.2, rng=rng)
        image = _lengthened(_over(cloth, image))
        return image[:, ::-1].copy() if self.is_left else image


_GRIP = (69.0, 50.0)


def _fingers(rng: np.random.Generator, build: float) -> tuple[list[Bone], list[tuple[float, float, float]]]:
    """Index to little finger, slightly bent and spread, and the thumb; and where the nails lie."""
    bones: list[Bone] = []
    nails = []
    for k, (root_x, length, radius) in enumerate(((78, 74, 8.6), (97, 80, 8.9), (115, 73, 8.3), (131, 58, 7.3))):
        lean = np.radians((k - 1.2) * 5.5 + rng.uniform(-3, 3))
        bend = lean + np.radians(rng.uniform(-7, 3) - 4)
        x, y, r = float(root_x), 112.0 + abs(k - 1) * 4, radius * build
        for share, angle, end in ((0.46, lean, r * 0.96), (0.3, bend, r * 0.9), (0.24, bend, r * 0.82)):
            x2, y2 = x + share * length * np.sin(angle), y - share * length * np.cos(angle)
            bones.append((x, y, r, x2, y2, end))
            x, y, r = x2, y2, end
        nails.append((x, y, float(np.degrees(bend))))
    bones += _built([(64, 148, 14, 50, 118, 11.5), (50, 118, 11.5, 52, 88, 10), (52, 88, 10, 61, 66, 8.6)], build)
    nails.append((61.0, 66.0, 25.0))
    return bones, nails


def _palm(build: float) -> list[Bone]:
    knuckles: list[Bone] = [(78, 114, 13, 84, 165, 20), (97, 110, 13.5, 98, 165, 22), (115, 112, 13, 110, 165, 20),
                (131, 120, 11.5, 118, 170, 18), (68, 146, 14, 88, 178, 20)]
    wrist: list[Bone] = [(96, 165, 27, 96, 215, 25), (96, 215, 25, 95, 300, 30)]
    return _built(knuckles + wrist, build)


def _built(bones: Sequence[Bone], build: float) -> list[Bone]:
    """Bones thicker or thinner by `build`."""
    return [(x1, y1, r1 * build, x2, y2, r2 * build) for x1, y1, r1, x2, y2, r2 in bones]


def _heights(bones: list[Bone]) -> np.ndarray:
    """Height in mm above the lowest plane of the union of rounded bones, (h, w) float32; 0 outside."""
    w, h = round(_WIDTH_MM / MM_PER_PX), round(_LENGTH_MM / MM_PER_PX)
    x, y = np.meshgrid(np.arange(w, dtype=np.float32) * MM_PER_PX, np.arange(h, dtype=np.float32) * MM_PER_PX)
    top = np.zeros((h, w), np.float32)
    for x1, y1, r1, x2, y2, r2 in bones:
        reach = max(r1, r2) + 1
        (left, right), (upper, lower) = sorted((x1, x2)), sorted((y1, y2))
        near = np.s_[max(0, int((upper - reach) / MM_PER_PX)):max(0, int((lower + reach) / MM_PER_PX) + 2),
                     max(0, int((left - reach) / MM_PER_PX)):max(0, int((right + reach) / MM_PER_PX) + 2)]
        dx, dy = x2 - x1, y2 - y1
        from_x, from_y = x[near] - x1, y[near] - y1
        along = np.clip((from_x * dx + from_y * dy) / (dx * dx + dy * dy + 1e-6), 0, 1)
        radius = r1 + along * (r2 - r1)
        rest = radius ** 2 - (from_x - along * dx) ** 2 - (from_y - along * dy) ** 2
        top[near] = np.maximum(top[near], np.sqrt(np.maximum(rest, 0)))
    return top


def _cut_cuff(sleeve: np.ndarray, y_mm: float) -> None:
    """End the sleeve in a slightly curved line, in place."""
    x = np.arange(sleeve.shape[1]) * MM_PER_PX - 95
    line = (y_mm + 0.004 * x ** 2) / MM_PER_PX
    sleeve[np.arange(sleeve.shape[0])[:, None] < line[None, :]] = 0


def _over(upper: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """One BGRA picture over another."""
    alpha = np.maximum(lower[..., 3], upper[..., 3])
    share = upper[..., 3:] / np.maximum(alpha[..., None], 1).astype(np.float32)
    colour = lower[..., :3] * (1 - share) + upper[..., :3] * share
    return np.dstack([colour.astype(np.uint8), alpha])


def _lengthened(image: np.ndarray) -> np.ndarray:
    """The picture with its lowest part, plain sleeve, drawn out to a whole arm."""
    from_px, to_px = round(_ELBOW_MM / MM_PER_PX), round((_ARM_MM - _ELBOW_MM) / MM_PER_PX)
    arm = cv2.resize(image[from_px:], (image.shape[1], to_px), interpolation=cv2.INTER_LINEAR)
    return np.vstack([image[:from_px], arm])


def _shaded(height: np.ndarray, colour: np.ndarray, roughness: float, rng: np.random.Generator) -> np.ndarray:
    """The height field lit from above left: (h, w, 4) uint8 BGRA."""
    inside = height > 0
    alpha = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), 0.9)
    bumps = cv2.GaussianBlur(rng.normal(0, 1, height.shape).astype(np.float32), (0, 0), 2.0) * roughness
    smooth = cv2.GaussianBlur(height, (0, 0), 4.0) + bumps
    slope_y, slope_x = np.gradient(smooth, MM_PER_PX)
    normal = 1 / np.sqrt(1 + slope_x ** 2 + slope_y ** 2)
    light = normal * (0.86 - 0.3 * slope_x - 0.32 * slope_y)
    light = np.clip(0.30 + 0.74 * light, 0.22, 1.12)
    return np.dstack([np.clip(colour * light[..., None], 0, 255), alpha * 255]).astype(np.uint8)


def _skin_colour(rng: np.random.Generator, height: np.ndarray) -> np.ndarray:
    """Skin with redder knuckles and finger tips, (h, w, 3) float32 BGR."""
    base = np.array(_SKINS[rng.integers(len(_SKINS))], np.float32) * rng.uniform(0.95, 1.05)
    blotch = cv2.resize(rng.normal(0, 1, (24, 8)).astype(np.float32), height.shape[::-1], interpolation=cv2.INTER_CUBIC)
    colour = np.empty((*height.shape, 3), np.float32)
    colour[:] = base
    redness = np.clip(0.5 + 0.35 * blotch, 0, 1)[..., None]
    return np.asarray(colour * (1 - redness * np.array([0.10, 0.075, 0.0], np.float32)))


def _cloth_colour(rng: np.random.Generator, height: np.ndarray) -> np.ndarray:
    """A sleeve, plain or striped, with folds and a cuff, (h, w, 3) float32 BGR."""
    h, w = height.shape
    colour = np.empty((h, w, 3), np.float32)
    colour[:] = np.array(_SLEEVES[rng.integers(len(_SLEEVES))], np.float32) * rng.uniform(0.85, 1.15)
    x, y = np.meshgrid(np.arange(w), np.arange(h))
    wave = cv2.resize(rng.normal(0, 1, (10, 4)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    folds = 1 + 0.10 * np.sin(y * MM_PER_PX / 17 + 2.5 * wave)
    if rng.random() < 0.35:
        folds = folds * (1 - 0.25 * (np.sin(x * MM_PER_PX * 0.9) > 0.4))
    top = int(np.argmax(height.max(axis=1) > 0))
    folds[top + round(9 / MM_PER_PX):top + round(11 / MM_PER_PX)] *= 0.72
    return colour * folds[..., None].astype(np.float32)


def _draw_nails(image: np.ndarray, nails: list[tuple[float, float, float]], rng: np.random.Generator) -> None:
    layer = image[..., :3].copy()
    for x, y, angle in nails:
        lean = np.radians(angle)
        centre = (x + 2.4 * np.sin(lean)) / MM_PER_PX, (y - 2.4 * np.cos(lean)) / MM_PER_PX
        around = image[round(centre[1]), round(centre[0]), :3].astype(float)
        tint = tuple(float(v) for v in np.clip(around * 0.75 + np.array([60, 62, 72]), 0, 255))
        cv2.ellipse(layer, (round(centre[0]), round(centre[1])), (round(4.3 / MM_PER_PX), round(5.6 / MM_PER_PX)),
                    angle, 0, 360, tint, -1, cv2.LINE_AA)
    image[..., :3] = cv2.addWeighted(layer, 0.7, image[..., :3].copy(), 0.3, 0)
