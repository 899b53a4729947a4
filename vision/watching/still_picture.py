"""A still table seen better than any one frame shows it: what lies still is averaged over the last frames.

    steady = SteadyPicture()
    steady.add(frame)                            # every frame, in order of time; it is only remembered
    clear = steady.of(frame, regions_px)         # the frame, free of noise and sharper in these regions

Dim pictures are noisy, and what is noisy cannot be sharpened.  The frames of a moment differ in their noise, and by
a camera that trembles: they are brought over one another (ECC; Evangelidis and Psarakis, 2008), averaged where they
show the same, and the mean is sharpened by as much as its noise fell (unsharp masking): a clean picture stays as it is.
Where a hand moves, the newest frame stands alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.frames import Box, Frame

FRAMES = 6  # that are averaged at most; with more hardly anything is read better
WITHIN_S = 1.0  # they are no older
REACH_PX = 6.0  # farther a trembling camera does not go; then it was pushed
STAYED_PX = 0.05  # a smaller shift is none
ALIKE = 12.0  # grey levels by which what is the same may differ, a little blurred
SOFT_PX = 5  # so blurred
MOSTLY = 0.5  # share of a region that must be the same
FALL = (0.5, 3.5)  # grey levels by which noise falls where sharpening begins, and where it is whole
SHARPEN_PX = 1.2  # standard deviation of what is taken off, in a picture 1280 wide
MEAN_TO_DEVIATION = 0.886  # of the difference of two frames with normally distributed noise to that of one
_STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 8, 0.003)


class SteadyPicture:
    """The last frames of one source."""

    def __init__(self) -> None:
        self._lately: deque[Frame] = deque(maxlen=FRAMES)

    def add(self, frame: Frame) -> None:
        """Remember a frame; its picture must not be written to any more."""
        self._lately.append(frame)

    def of(self, frame: Frame, regions_px: Sequence[Box]) -> Frame:
        """The frame, which was added last; in the regions (x1, y1, x2, y2; px) as the last frames show it together."""
        earlier = [old.image for old in reversed(self._lately) if old.image is not frame.image
                   and 0 <= frame.time_s - old.time_s <= WITHIN_S and old.image.shape == frame.image.shape]
        if not earlier:
            return frame
        image = frame.image.copy()
        for x1, y1, x2, y2 in regions_px:
            part = np.s_[y1:y2, x1:x2]
            image[part] = _together(image[part], [old[part] for old in earlier], SHARPEN_PX * image.shape[1] / 1280)
        return replace(frame, image=image)


def _together(now: np.ndarray, earlier: Sequence[np.ndarray], sharpen_px: float) -> np.ndarray:
    """(h, w, 3) the mean of a picture and of those before it, newest first, sharpened."""
    total, count = now.astype(np.float32), np.ones(now.shape[:2], np.float32)
    grey = cv2.cvtColor(now, cv2.COLOR_BGR2GRAY)
    soft, one = cv2.blur(grey, (SOFT_PX, SOFT_PX)), np.ones_like(grey)
    shift, noise = np.zeros(2), 0.0
    for old in earlier:
        found = _shift(grey, cv2.cvtColor(old, cv2.COLOR_BGR2GRAY), shift)
        if found is None:
            break
        shift = found
        brought = _shifted(old, shift)
        other = cv2.blur(cv2.cvtColor(brought, cv2.COLOR_BGR2GRAY), (SOFT_PX, SOFT_PX))
        same = cv2.threshold(cv2.absdiff(other, soft), ALIKE, 1, cv2.THRESH_BINARY_INV)[1]
        if cv2.mean(same)[0] < MOSTLY:
            break  # before that another thing lay there
        noise = noise or cv2.mean(cv2.absdiff(brought, now), same)[0] * MEAN_TO_DEVIATION
        cv2.accumulate(brought, total, same)
        cv2.accumulate(one, count, same)
    mean = total / count[:, :, None]
    gain = np.clip((noise * (1 - 1 / np.sqrt(count)) - FALL[0]) / (FALL[1] - FALL[0]), 0, 1)
    sharp = mean + gain[:, :, None] * (mean - cv2.GaussianBlur(mean, (0, 0), sharpen_px))
    return np.asarray(np.clip(sharp + 0.5, 0, 255).astype(np.uint8))


def _shift(now: np.ndarray, old: np.ndarray, guess: np.ndarray) -> np.ndarray | None:
    """(2,) how far right and down in `old` lies what `now` shows, px, found on halved pictures; None where it cannot
    be told."""
    small, matrix = _halved(now), _translation(guess / 2)
    try:
        _, matrix = cv2.findTransformECC(small, _halved(old), matrix, cv2.MOTION_TRANSLATION, _STEPS,
                                          np.full_like(small, 255), 3)
    except cv2.error:  # nothing to go by, or nothing alike
        return None
    shift: np.ndarray = 2 * matrix[:, 2]
    return shift if np.abs(shift).max() <= REACH_PX else None


def _translation(by: np.ndarray) -> np.ndarray:
    return np.array([[1, 0, by[0]], [0, 1, by[1]]], np.float32)


def _halved(grey: np.ndarray) -> np.ndarray:
    return cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


def _shifted(picture: np.ndarray, shift: np.ndarray) -> np.ndarray:
    if np.abs(shift).max() < STAYED_PX:
        return picture
    h, w = picture.shape[:2]
    return cv2.warpAffine(picture, _translation(shift), (w, h),
                          flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
