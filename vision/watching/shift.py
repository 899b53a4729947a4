"""How far one picture of a camera is shifted against another: by a stand that trembles, not by what hands do.

    small = SmallPicture.of(image).with_corners()
    shift_px, share = small.shift_to(SmallPicture.of(later))      # (2,), None where too few of its corners agree

Corners are followed by optical flow (Lucas and Kanade, 1981), there and back, for noise does not come back (Kalal et
al., 2010).  What most of them do alike, the camera did.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

WIDTH = 640  # px of the small picture, about
MOST_CORNERS, APART_PX = 80, 16  # that are followed, and px of the small picture between any two
QUALITY = 0.02  # of the clearest corner's, that each must have: on a bare table all others are noise
WINDOW_PX = 21  # of a corner's surroundings
RETURNS_PX = 0.3  # of the small picture, to where it was a corner must come that is followed back
ALIKE_PX = 0.6  # by which corners that the camera moved may differ
LEAST, FEWEST = 0.3, 6  # share of the corners, and number, that must agree
FARTHER = 0.07  # a larger share for each px of the small picture: patterns repeat


@dataclass(frozen=True)
class SmallPicture:
    """One picture.  grey: (h, w) uint8; scale: px of the image to one of these; corners: (n, 1, 2) float32 px of the
    small picture."""

    grey: np.ndarray = field(repr=False)
    scale: float
    corners: np.ndarray = field(repr=False)

    @classmethod
    def of(cls, image: np.ndarray) -> SmallPicture:
        """A picture (h, w, 3) uint8 without its corners: to be compared with."""
        scale = max(1.0, image.shape[1] / WIDTH)
        large = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        grey = cv2.resize(large, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
        return cls(grey, scale, np.zeros((0, 1, 2), np.float32))

    def with_corners(self, moving: np.ndarray | None = None) -> SmallPicture:
        """With its corners.  moving: (rows, columns) bool blocks of it in which there shall be none."""
        still = None if moving is None else cv2.resize((~moving).astype(np.uint8), self.grey.shape[1::-1],
                                                       interpolation=cv2.INTER_NEAREST)
        corners = cv2.goodFeaturesToTrack(self.grey, MOST_CORNERS, QUALITY, APART_PX, mask=still, blockSize=5,
                                          useHarrisDetector=True)
        return self if corners is None else replace(self, corners=corners)

    @property
    def has_corners(self) -> bool:
        """Whether there are enough to tell anything."""
        return len(self.corners) >= FEWEST

    def shift_to(self, other: SmallPicture) -> tuple[np.ndarray | None, float]:
        """(2,) px of the image by which everything lies farther right and down in another picture, and the share of
        corners that agree."""
        if not self.has_corners or self.grey.shape != other.grey.shape:
            return None, 0.0
        there = _followed(self.grey, other.grey, self.corners)
        back = _followed(other.grey, self.grey, there)
        steps = (there - self.corners)[np.abs(back - self.corners).max(axis=(1, 2)) < RETURNS_PX, 0]
        if len(steps) < FEWEST:
            return None, 0.0
        alike = steps[np.abs(steps - np.median(steps, axis=0)).max(axis=1) < ALIKE_PX]
        share = len(alike) / len(self.corners)
        if not share:
            return None, share
        shift = alike.mean(axis=0)
        return (self.scale * shift if share > LEAST + FARTHER * np.abs(shift).max() else None), share


def _followed(old: np.ndarray, new: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """(n, 1, 2) where corners of one picture are in another; far off where they are lost."""
    there, found, _ = cv2.calcOpticalFlowPyrLK(old, new, corners, np.zeros_like(corners),
                                               winSize=(WINDOW_PX, WINDOW_PX), maxLevel=2)
    return np.asarray(np.where(found[..., None] == 1, there, -1e4).astype(np.float32))
