"""Pieces of picture with their outline and shadow, and how they are laid over each other."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

Box = tuple[int, int, int, int]  # x1, y1, x2, y2; pixels


@dataclass(frozen=True)
class Patch:
    """bgr: (h, w, 3) uint8, already weighted by the cover; uncovered: (h, w, 3) uint8, how much of what lies
    beneath stays (255: all of it)."""

    x: int
    y: int
    bgr: np.ndarray
    uncovered: np.ndarray

    is_shade: bool = False

    @property
    def box(self) -> Box:
        """x1, y1, x2, y2 in pixels of the picture."""
        return self.x, self.y, self.x + self.bgr.shape[1], self.y + self.bgr.shape[0]

    @classmethod
    def of(cls, x: int, y: int, weighted: np.ndarray) -> Patch:
        """From (h, w, 4) uint8, colours weighted by the alpha."""
        uncovered = cv2.bitwise_not(cv2.extractChannel(weighted, 3))
        return cls(x, y, cv2.cvtColor(weighted, cv2.COLOR_BGRA2BGR), cv2.cvtColor(uncovered, cv2.COLOR_GRAY2BGR))

    @classmethod
    def shade(cls, x: int, y: int, light: np.ndarray) -> Patch:
        """A shadow: (h, w) uint8, 255 where all light stays."""
        return cls(x, y, np.zeros((*light.shape, 3), np.uint8), cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), True)


def paste(picture: np.ndarray, patch: Patch, within: Box | None = None) -> None:
    """Lay a patch over a picture, in place; within: only inside this box."""
    left, top, right, bottom = within or (0, 0, picture.shape[1], picture.shape[0])
    x1, y1, x2, y2 = patch.box
    left, top, right, bottom = max(left, x1, 0), max(top, y1, 0), min(right, x2), min(bottom, y2)
    if left >= right or top >= bottom:
        return
    part = (slice(top - y1, bottom - y1), slice(left - x1, right - x1))
    under = picture[top:bottom, left:right]
    cv2.multiply(under, patch.uncovered[part], dst=under, scale=1 / 255)
    cv2.add(under, patch.bgr[part], dst=under)


def weighted(bgra: np.ndarray) -> np.ndarray:
    """Colours weighted by the alpha, so that they can be warped and blurred."""
    alpha = bgra[..., 3:].astype(np.uint16)
    out = bgra.copy()
    out[..., :3] = (bgra[..., :3] * alpha // 255).astype(np.uint8)
    return out


def smeared(bgra: np.ndarray, smear: np.ndarray) -> np.ndarray:
    """(h, w, 4) weighted colours blurred along a path of (2,) pixels; the same size."""
    height, width = bgra.shape[:2]
    while np.abs(smear).max() > 1.2:
        smear = smear / 2
        dx, dy = (round(float(v)) for v in smear)
        wide, high = width - abs(dx), height - abs(dy)
        if wide < 2 or high < 2 or not (dx or dy):
            break
        x1, y1, x2, y2 = max(dx, 0), max(dy, 0), max(-dx, 0), max(-dy, 0)
        mixed = cv2.addWeighted(bgra[y1:y1 + high, x1:x1 + wide], 0.5, bgra[y2:y2 + high, x2:x2 + wide], 0.5, 0)
        bgra = bgra.copy()
        left, top = abs(dx) // 2, abs(dy) // 2
        bgra[top:top + high, left:left + wide] = mixed
    return bgra


def meets(one: Box, other: Box) -> bool:
    """Whether two boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


class Still:
    """What lies on the table, drawn once: only where something changes it is drawn again.  Where several shadows fall
    the darkest counts: all are of one lamp."""

    def __init__(self, bare: np.ndarray) -> None:
        self.bare = bare
        self.picture = bare.copy()
        self._light = np.full(bare.shape, 255, np.uint8)  # how much reaches what lies uppermost
        self._lying: dict[int, tuple[Patch, ...]] = {}

    def lay(self, key: int, patches: tuple[Patch, ...]) -> None:
        """On top of everything else."""
        self._lying[key] = patches
        for patch in patches:
            self._paste(patch, (0, 0, self.bare.shape[1], self.bare.shape[0]))

    def _paste(self, patch: Patch, within: Box) -> None:
        if not patch.is_shade:
            paste(self.picture, patch, within)
            paste(self._light, Patch(patch.x, patch.y, cv2.bitwise_not(patch.uncovered), patch.uncovered), within)
            return
        x1, y1, x2, y2 = (f(a, b) for f, a, b in zip((max, max, min, min), patch.box, within, strict=True))
        if x1 >= x2 or y1 >= y2:
            return
        part = (slice(y1, y2), slice(x1, x2))
        falls = patch.uncovered[y1 - patch.y:y2 - patch.y, x1 - patch.x:x2 - patch.x]
        darker = np.minimum(self._light[part], falls)
        more = cv2.divide(darker, self._light[part], scale=255)
        self._light[part] = darker
        paste(self.picture, Patch(x1, y1, np.zeros_like(more), more, True), within)

    def lift(self, key: int) -> None:
        """Take away what lies there under this key; nothing where there is nothing."""
        patches = self._lying.pop(key, ())
        if not patches:
            return
        x1, y1, x2, y2 = (np.array([p.box for p in patches])[:, k] for k in range(4))
        height, width = self.bare.shape[:2]
        box = max(int(x1.min()), 0), max(int(y1.min()), 0), min(int(x2.max()), width), min(int(y2.max()), height)
        if box[0] >= box[2] or box[1] >= box[3]:
            return
        part = (slice(box[1], box[3]), slice(box[0], box[2]))
        self.picture[part] = self.bare[part]
        self._light[part] = 255
        for others in self._lying.values():
            for patch in others:
                if meets(patch.box, box):
                    self._paste(patch, box)
