"""Percentiles of pictures by counting: many times as fast as sorting, and the same numbers."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np


def percentile(pictures: np.ndarray, share: float) -> np.ndarray:
    """As np.percentile over the pixels of pictures (n, h, w, c) uint8: (n, c) float32 for a share of 0 to 100."""
    return percentiles(pictures, (share,))[0]


def percentiles(pictures: np.ndarray, shares: Sequence[float]) -> list[np.ndarray]:
    """The same for several shares, the pixels counted once."""
    n, h, w, channels = pictures.shape
    counts = np.array([cv2.calcHist([picture], [c], None, [256], [0, 256])
                       for picture in pictures for c in range(channels)]).reshape(n, channels, 256)
    below = counts.cumsum(axis=2)
    found = []
    for place in (share / 100 * (h * w - 1) for share in shares):
        low, high = (np.count_nonzero(below <= np.floor(place) + step, axis=2) for step in (0, 1))
        found.append((low + (place - np.floor(place)) * (high - low)).astype(np.float32))
    return found
