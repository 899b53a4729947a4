"""A dead picture is never taken for a quiet table: frozen, black, covered, or none at all.

    alive = DeadPicture()
    fault = alive.see(frame)              # after every frame: None while the picture lives
    fault = alive.missing(now_s)          # where none came

A camera's picture is never twice the same to the last bit, because its sensor is never still.  A film or a folder may
well show the same picture for long: nobody asks this of them.
"""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np

from vision.frames import Frame

PictureFault = Literal["frozen", "black", "covered", "lost"]
WORST_FIRST: tuple[PictureFault, ...] = ("black", "covered", "frozen")
SAID_S = 2.0  # what lasts so long is said, well within 3 s at any rate of frames
LOST_S = 2.0  # without a frame
SMALL_PX = (64, 36)
SOME = 8  # every eighth pixel is looked at before all are
BLACK = 12.0  # gray levels of 255: nearly every pixel of a lens cap or a dark room is darker
FLAT = 6.0  # gray levels by which a covered picture varies at most ...
FADED = 0.4  # ... and of what it varied by before; a bare table may be as flat, but it was so before
SLOWLY = 0.02  # share of a picture in what is usual
BRIGHTEST_SHARE = 99.0  # percent of the pixels that have to be dark


class DeadPicture:
    """Judges whether a camera's picture lives."""

    def __init__(self) -> None:
        self._before: np.ndarray | None = None
        self._first_s: float | None = None  # since when there was none
        self._since_s: dict[PictureFault, float] = {}
        self._usual = 0.0  # gray levels by which the pictures vary
        self._time_s = -np.inf

    def see(self, frame: Frame) -> PictureFault | None:
        """What is wrong with the picture by now; None as soon as it lives again."""
        return self._judged(frame.time_s, self._signs(frame.image), self._stands_still(frame))

    def missing(self, now_s: float) -> PictureFault | None:
        """"lost" where no frame has come for LOST_S, by the clock of the frames; what was wrong before it stays so."""
        last_s = self._time_s if np.isfinite(self._time_s) else self._first_s
        if last_s is None:
            self._first_s = last_s = now_s
        return "lost" if now_s - last_s >= LOST_S else None

    @property
    def is_doubtful(self) -> bool:
        """Whether the newest picture is black or covered, though perhaps not for so long that it is said."""
        return bool(self._since_s.keys() - {"frozen"})

    def _judged(self, now_s: float, signs: set[PictureFault], stands_still: bool) -> PictureFault | None:
        if stands_still:
            signs |= {"frozen"}
        self._since_s = {sign: self._since_s.get(sign, now_s) for sign in signs}
        lasting = [sign for sign, since_s in self._since_s.items() if now_s - since_s >= SAID_S]
        return next((sign for sign in WORST_FIRST if sign in lasting), None)

    def _stands_still(self, frame: Frame) -> bool:
        """Whether not one pixel is another than before."""
        before, self._before = self._before, frame.image
        self._time_s = max(self._time_s, frame.time_s)
        if before is None or before.shape != frame.image.shape:
            return False
        some = np.s_[::SOME, ::SOME]  # tells nearly always, and costs nothing
        return np.array_equal(before[some], frame.image[some]) and np.array_equal(before, frame.image)

    def _signs(self, image: np.ndarray) -> set[PictureFault]:
        """What one picture tells beside those before it."""
        small = cv2.cvtColor(cv2.resize(image, SMALL_PX, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        if np.percentile(small, BRIGHTEST_SHARE) <= BLACK:
            return {"black"}
        varies = float(small.std())
        if varies < FLAT and varies < FADED * self._usual:
            return {"covered"}
        self._usual += (varies - self._usual) * (SLOWLY if self._usual else 1.0)
        return set()
