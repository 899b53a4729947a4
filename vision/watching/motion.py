"""What moves in a frame, without reading it: cheap enough for every frame.

    blocks = MovingBlocks()
    moving, block_px = blocks.update(frame)

The small picture is brought to the light it was first seen in.  A block moves where it looks otherwise than when
it last moved; noise and edges that tremble are no difference.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.frames import Frame

BLOCK = 5  # px of the small picture
LEAST_CONTRAST = 14.0  # grey levels that count as a difference in a picture without noise
DIRTY_SHARE = 0.08  # of a block's pixels
TREMBLE = 0.35  # px of the small picture that edges may shift without being a difference
NOISE_STEP = 0.1  # of the way that the noise is followed at a frame
MOST_NOISE = 8.0  # grey levels

_KERNEL = np.ones((3, 3), np.uint8)


class MovingBlocks:
    """Which blocks of the small picture look otherwise than when they last changed."""

    def __init__(self) -> None:
        self._held: np.ndarray | None = None  # what each block looked like when it last changed
        self._before: np.ndarray | None = None
        self._noise = 0.0

    def update(self, frame: Frame) -> tuple[np.ndarray, float]:
        """(rows, columns) bool blocks that changed just now, and their side in px of the frame."""
        small = _in_whole_blocks(frame.small)
        if self._held is None or self._before is None or self._held.shape != small.shape:
            self._held, self._before, self._noise = small.copy(), small, 0.0
        small = cv2.transform(small, np.diag(_gain(small, self._held)))
        step = float(np.median(np.abs(small[::4, ::4] - self._before[::4, ::4])))
        self._noise += NOISE_STEP * (min(step, MOST_NOISE) - self._noise)
        self._before = small
        moved = _differs(small, self._held, LEAST_CONTRAST + 4 * self._noise)
        if moved.any():
            where = moved.repeat(BLOCK, axis=0).repeat(BLOCK, axis=1)
            self._held[where] = small[where]
            moved &= cv2.filter2D(moved.astype(np.uint8), -1, _KERNEL, borderType=cv2.BORDER_CONSTANT) > 1
        return moved, float(BLOCK * frame.times_smaller)


def _in_whole_blocks(small: np.ndarray) -> np.ndarray:
    """A small picture as (h, w, 3) float32, its sides made a multiple of BLOCK."""
    height, width = small.shape[:2]
    return cv2.copyMakeBorder(small, 0, -height % BLOCK, 0, -width % BLOCK, cv2.BORDER_REPLICATE).astype(np.float32)


def _gain(small: np.ndarray, held: np.ndarray) -> np.ndarray:
    """(3,) per colour, what brings a small picture to the light of another; most blocks are alike."""
    size = (small.shape[1] // BLOCK, small.shape[0] // BLOCK)
    now, then = (cv2.resize(picture, size, interpolation=cv2.INTER_AREA).reshape(-1, 3) for picture in (small, held))
    return np.asarray(np.clip(np.median((then + 4) / (now + 4), axis=0), 0.25, 4).astype(np.float32))


def _differs(a: np.ndarray, b: np.ndarray, least: float) -> np.ndarray:
    """(rows, columns) bool blocks in which enough pixels of two small pictures differ by more than `least` grey levels
    and what trembling edges explain."""
    size = (a.shape[1] // BLOCK, a.shape[0] // BLOCK)
    difference = cv2.absdiff(a, b)
    if cv2.minMaxLoc(difference.reshape(len(difference), -1))[1] <= least:
        return np.zeros(size[::-1], bool)
    edges = cv2.subtract(cv2.dilate(b, _KERNEL), cv2.erode(b, _KERNEL))
    far = cv2.threshold(cv2.addWeighted(difference, 1.0, edges, -TREMBLE, 0.0), least, 1.0, cv2.THRESH_BINARY)[1]
    shares: np.ndarray = cv2.resize(far, size, interpolation=cv2.INTER_AREA)
    return np.asarray(shares.max(axis=2) > DIRTY_SHARE)
