"""Percentiles of pictures by counting: many times as fast as sorting, and the same numbers."""

from __future__ import annotations

import cv2
import numpy as np


def percentile(pictures: np.ndarray, share: float) -> np.ndarray:
    """As np.percentile over the pixels of pictures (n, h, w, c) uint8: (n, c) float32 for a share of 0 to 100."""
    n, h, w, channels = pictures.shape
    counts = np.array([cv2.calcHist([picture], [c], None, [256], [0, 256])
                       for picture in pictures for c in range(channels)]).reshape(n, channels, 256)
    below = counts.cumsum(axis=2)
    place = share / 100 * (h * w - 1)
    low, high = (np.count_nonzero(below <= np.floor(place) + step, axis=2) for step in (0, 1))
    return np.asarray((low + (place - np.floor(place)) * (high - low)).astype(np.float32))
