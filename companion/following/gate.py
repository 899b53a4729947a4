"""Which pictures of a source can be followed, and what to do about the others.

    gate = Gate()
    passed = gate.look(frame)       # .frame: to be followed, or None; .sentence: for the players, or ""

A picture without light or without colour, one that something covers wholly and one of another shape are held back:
the table stays as it was last seen, and is taken up again when it is seen again.  A picture of another size but the
same shape is brought to the size of the first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.table import same_shape
from companion.words import texts
from vision.frames import Frame

EVERY_S = 0.2  # nothing settles faster
SIZE = (160, 90)  # px of the small picture
TILE = 10  # px of it
NIGHT = 22.0  # grey levels: where nine tenths of a picture are darker, nobody can read
VIVID_PERCENT, GREY = 99.5, 6.0  # of the pixels are less vivid; levels by which the colours of a grey one differ
PLAIN = 0.03  # of its brightness, by which a tile varies where something is to be seen in it
OTHERWISE = 25.0  # levels of a colour by which a tile differs from what was there
EVERYWHERE = 0.8  # of the tiles that differ, when something hides the table ...
HIDDEN = 0.5  # ... and of what was to be seen before, so much is left at most
PATIENCE_S = 10.0  # what has hidden the table for so long is the view now: the camera was put elsewhere


@dataclass(frozen=True)
class Passed:
    """A frame to be followed, or None; and a sentence for the players where something changed.  ok: whether
    all is well."""

    frame: Frame | None
    sentence: str = ""
    ok: bool = True


class Gate:
    """Follows one source."""

    def __init__(self) -> None:
        self._size: tuple[int, int] | None = None
        self._told = ""
        self._fault = ""
        self._next_s = -np.inf
        self._since_s = np.inf
        self._known: np.ndarray | None = None  # the small picture, as the table was last seen

    def look(self, frame: Frame) -> Passed:
        """Whether a frame can be followed; frames come in order of time."""
        size = (frame.image.shape[1], frame.image.shape[0])
        if self._size is None:
            self._size = size
        if not same_shape(self._size, size):
            return self._tell(None, texts.OTHER_SHAPE.format(width=size[0], height=size[1], before_width=self._size[0],
                                                             before_height=self._size[1]))
        if size != self._size:
            way = cv2.INTER_AREA if size[0] > self._size[0] else cv2.INTER_LINEAR
            frame = replace(frame, image=cv2.resize(frame.image, self._size, interpolation=way))
        if not self._next_s - EVERY_S <= frame.time_s < self._next_s:
            self._next_s = frame.time_s + EVERY_S
            self._fault = self._fault_of(frame)
        return self._tell(None if self._fault else frame, self._fault)

    def _tell(self, frame: Frame | None, fault: str) -> Passed:
        """The fault when it is a new one, and that it is over."""
        told, self._told = self._told, fault
        if fault == told:
            return Passed(frame)
        return Passed(frame, fault or texts.VIEW_BACK, ok=not fault)

    def _fault_of(self, frame: Frame) -> str:
        """What is wrong with the picture, in one sentence; "" where nothing is."""
        small = _small(frame.image)
        if np.percentile(small[::3, ::3].max(axis=2), 90) < NIGHT:
            return texts.TOO_DARK
        if is_grey(small):
            return texts.NO_COLOUR
        if self._is_hidden(small, frame.time_s):
            return texts.COVERED
        self._known, self._since_s = small, np.inf
        return ""

    def _is_hidden(self, small: np.ndarray, time_s: float) -> bool:
        """Whether nearly everything looks otherwise, and far less is to be seen than there was."""
        if self._known is None:
            return False
        apart = np.abs(_tiles(small).mean(axis=(1, 3)) - _tiles(self._known).mean(axis=(1, 3))).max(axis=2)
        if (apart > OTHERWISE).mean() < EVERYWHERE or _detail(small) > HIDDEN * _detail(self._known):
            return False
        self._since_s = min(self._since_s, time_s)
        return time_s - self._since_s < PATIENCE_S


def is_grey(image: np.ndarray) -> bool:
    """Whether a picture (h, w, 3) has no colour, as by night: hearts are taken for spades then.  Of 400 photographs the
    palest is four times as vivid."""
    return bool(np.percentile(np.ptp(image, axis=2), VIVID_PERCENT) < GREY)


def _small(image: np.ndarray) -> np.ndarray:
    """(90, 160, 3) float32 BGR; half of the way by leaving out pixels, which is cheap."""
    near = cv2.resize(image, (2 * SIZE[0], 2 * SIZE[1]), interpolation=cv2.INTER_NEAREST)
    return cv2.resize(near, SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)


def _tiles(small: np.ndarray) -> np.ndarray:
    """(rows, TILE, columns, TILE, 3)."""
    return small.reshape(SIZE[1] // TILE, TILE, SIZE[0] // TILE, TILE, 3)


def _detail(small: np.ndarray) -> float:
    """Share of the tiles in which something is to be seen."""
    tiles = _tiles(small).mean(axis=4)
    return float((tiles.std(axis=(1, 3)) > PLAIN * (tiles.mean(axis=(1, 3)) + 4)).mean())
