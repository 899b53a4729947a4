"""A still table seen better than any one frame shows it: what lies still is averaged over the last frames.

    still = StillPicture()
    still.add(frame)                 # every frame, in order of time; it is only remembered
    clear = still.of(frame)          # the frame's picture, free of noise and sharper

Dim pictures are noisy, and what is noisy cannot be sharpened.  The frames of a moment differ in their noise, and by
a camera that trembles: they are brought over one another (phase correlation; Kuglin and Hines, 1975), averaged where
they show the same, and the mean is sharpened by as much as its noise fell (unsharp masking).  A clean picture stays as
it is, and costs next to nothing.  Where a hand moves, the newest frame stands alone.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import cv2
import numpy as np

from vision.frames import Frame

FRAMES = 6  # that are averaged at most; with more hardly anything is read better
WITHIN_S = 1.0  # they are no older
REACH_PX = 8.0  # farther a trembling camera does not go; then it was pushed
STAYED_PX = 0.3  # a smaller shift is none
SMALLER = 4  # times, the pictures that shifts and noise are told from
ALIKE = 12.0  # grey levels by which what is the same may differ, a little blurred
SOFT_PX = 5  # so blurred
FALL = (0.5, 3.5)  # grey levels by which noise falls where sharpening begins, and where it is whole
SHARPEN_PX = 1.2  # standard deviation of what is taken off, in a picture 1280 wide
MEAN_TO_DEVIATION = 0.886  # of the difference of two frames with normally distributed noise to that of one


class StillPicture:
    """The last frames of one source."""

    def __init__(self) -> None:
        self._lately: deque[Frame] = deque(maxlen=FRAMES)

    def add(self, frame: Frame) -> None:
        """Remember a frame; its picture must not be written to any more."""
        self._lately.append(frame)

    def of(self, frame: Frame) -> np.ndarray:
        """(h, w, 3) uint8 the frame, which was added last, as the last frames show it together."""
        now = frame.image
        earlier = [old.image for old in reversed(self._lately) if old.image is not now
                   and 0 <= frame.time_s - old.time_s <= WITHIN_S and old.image.shape == now.shape]
        noise = _noise(now, earlier[0]) if earlier else 0.0
        return _together(now, earlier, noise) if _fall(noise, FRAMES) > FALL[0] else now


def _fall(noise: float, count: Any) -> Any:
    """Grey levels by which noise falls where so many pictures are averaged."""
    return noise * (1 - 1 / np.sqrt(count))


def _noise(now: np.ndarray, old: np.ndarray) -> float:
    """Standard deviation of one picture's noise, grey levels, from every fourth row and column of two of them."""
    differs = cv2.absdiff(now[::SMALLER, ::SMALLER, 1], old[::SMALLER, ::SMALLER, 1])
    return float(np.mean(differs[differs < 2 * ALIKE])) * MEAN_TO_DEVIATION


def _together(now: np.ndarray, earlier: list[np.ndarray], noise: float) -> np.ndarray:
    """The mean of a picture and of those before it, newest first, sharpened."""
    total, count = now.astype(np.float32), np.ones(now.shape[:2], np.float32)
    soft, small = _soft(now), _small(now)
    for old in earlier:
        shift = cv2.phaseCorrelate(small, _small(old))[0]
        brought = _brought(old, SMALLER * np.array(shift))
        if brought is None:
            break
        same = cv2.threshold(cv2.absdiff(_soft(brought), soft), ALIKE, 1, cv2.THRESH_BINARY_INV)[1]
        cv2.accumulate(brought, total, same)
        cv2.accumulate(same, count)
    mean = cv2.divide(total, cv2.merge([count] * 3))
    gain = np.clip((_fall(noise, count) - FALL[0]) / (FALL[1] - FALL[0]), 0, 1)
    fine = cv2.subtract(mean, cv2.GaussianBlur(mean, (0, 0), SHARPEN_PX * now.shape[1] / 1280))
    return cv2.add(mean, cv2.multiply(fine, cv2.merge([gain] * 3)), dtype=cv2.CV_8U)


def _brought(old: np.ndarray, shift: np.ndarray) -> np.ndarray | None:
    """An earlier picture over the newest, in which everything lies `shift` px further left and up; None where the
    camera was pushed between them."""
    farthest = np.abs(shift).max()
    if farthest > REACH_PX:
        return None
    if farthest < STAYED_PX:
        return old
    return cv2.warpAffine(old, np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32), old.shape[1::-1],
                          flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)


def _small(image: np.ndarray) -> np.ndarray:
    """Grey, smaller, float32."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, None, fx=1 / SMALLER, fy=1 / SMALLER, interpolation=cv2.INTER_AREA).astype(np.float32)


def _soft(image: np.ndarray) -> np.ndarray:
    """Grey, a little blurred."""
    return cv2.blur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (SOFT_PX, SOFT_PX))
