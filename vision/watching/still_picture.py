"""A still table seen better than any one frame shows it: what lies still is averaged over the last frames.

    still = StillPicture()
    still.add(frame)                 # every frame, in order of time; it is only remembered
    clear = still.of(frame)          # the frame's picture, free of noise and sharper

Dim pictures are noisy, and what is noisy cannot be sharpened.  The frames of a moment differ in their noise, and by
a camera that trembles: they are brought over one another (`shift`), averaged where they show the same, and the mean
is sharpened by as much as its noise fell (unsharp masking).  A clean picture stays as it is, and costs next to
nothing.  Where a hand moves, the newest frame stands alone.
"""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.frames import Frame
from vision.watching.shift import SmallPicture

FRAMES = 6  # that are averaged at most; with more hardly anything is read better
WITHIN_S = 1.0  # they are no older
GRAINY = 2.0  # grey levels of noise (standard deviation), below which a picture is clean
SHARPENED = (0.8, 5.9)  # ... at which sharpening begins, and is whole
SHARPEN_PX = 1.2  # standard deviation of what is taken off, in a picture 1280 wide
STAYED_PX = 0.3  # a smaller shift is none
SMALLER = 4  # times, the picture that noise is told from
ALIKE = 12.0  # grey levels by which what is the same may differ, a little blurred
SOFT_PX = 5  # so blurred
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
        return _together(now, earlier, noise) if noise > GRAINY else now


def _noise(now: np.ndarray, old: np.ndarray) -> float:
    """Standard deviation of one picture's noise, grey levels, from every fourth row and column of two of them."""
    differs = cv2.absdiff(now[::SMALLER, ::SMALLER, 1], old[::SMALLER, ::SMALLER, 1])
    return cv2.mean(differs, (differs < 2 * ALIKE).astype(np.uint8))[0] * MEAN_TO_DEVIATION


def _together(now: np.ndarray, earlier: list[np.ndarray], noise: float) -> np.ndarray:
    """The mean of a picture and of those before it, newest first, sharpened where most of them show the same."""
    total, changed, n = now.astype(np.uint16), np.zeros(now.shape[:2], np.uint8), 1
    soft, small = _soft(now), SmallPicture.of(now).with_corners()
    for old in earlier:
        shift = small.shift_to(SmallPicture.of(old))[0]
        if shift is None and small.has_corners:
            break  # the camera was pushed between them
        brought = old.copy() if shift is None else _brought(old, shift)
        differs = cv2.threshold(cv2.absdiff(_soft(brought), soft), ALIKE, 1, cv2.THRESH_BINARY)[1]
        cv2.copyTo(now, differs, brought)
        cv2.add(total, brought, total, dtype=cv2.CV_16U)
        cv2.add(changed, differs, changed)
        n += 1
    mean = cv2.convertScaleAbs(total, alpha=1 / n)
    gain = float(np.clip((noise - SHARPENED[0]) / (SHARPENED[1] - SHARPENED[0]), 0, 1))
    blurred = cv2.GaussianBlur(mean, (0, 0), SHARPEN_PX * now.shape[1] / 1280)
    mostly = cv2.threshold(changed, n // 2, 1, cv2.THRESH_BINARY_INV)[1]
    return cv2.copyTo(cv2.addWeighted(mean, 1 + gain, blurred, -gain, 0), mostly, mean)


def _brought(old: np.ndarray, shift: np.ndarray) -> np.ndarray:
    """An earlier picture, in which everything lies `shift` px farther right and down, over the newest."""
    if np.abs(shift).max() < STAYED_PX:
        return old.copy()
    return cv2.warpAffine(old, np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32), old.shape[1::-1],
                          flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)


def _soft(image: np.ndarray) -> np.ndarray:
    """Grey, a little blurred."""
    return cv2.blur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (SOFT_PX, SOFT_PX))
