"""Where the finder may have overlooked the index of a covered card: between two others of its column.

    poses = between(poses, covered)  # (n, 5) of the read indices -> (m, 5) where to look, none on most tables

Cards laid like roof tiles show their indices in a line, the same way up and of one size.  Where two neighbours of
such a line stand so far apart that another index would find room between them, the reader looks there.
"""

from __future__ import annotations

import numpy as np

from vision.reading.one_card import cascaded
from vision.reading.pairs import from_each_other, near_pairs

ROOM, FARTHEST = 2.1, 7.0  # index lengths between two indices of a column with one between them, at least and at most
STEP = 0.4  # index lengths between two places that are looked at
MARGIN = 0.9  # index lengths from a neighbour to the nearest place
ALIKE = 1.45  # how much larger one index of a column may look than another


def between(poses: np.ndarray, covered: np.ndarray) -> np.ndarray:
    """Poses (m, 5) to look at, given those of all indices that were read (n, 5).

    covered: (n,) bool, indices whose cards may be covered below them, so that another may stand there.
    """
    if len(poses) < 2:
        return np.zeros((0, 5), np.float32)
    i, j = near_pairs(poses)
    i, j = np.concatenate([i, j]), np.concatenate([j, i])
    ratio = poses[i, 4] / poses[j, 4]
    across, down = from_each_other(poses[i], poses[j]).T
    below = covered[i] & cascaded(poses, i, j) & (down > 0) & (np.abs(across) < 0.15 * down + 0.3) & (
        np.maximum(ratio, 1 / ratio) < ALIKE)
    i, j, down = i[below], j[below], down[below]
    nearest = {int(k): int(np.flatnonzero(i == k)[down[i == k].argmin()]) for k in np.unique(i)}
    places = [_places(poses[k], poses[j[row]], float(down[row])) for k, row in nearest.items()
              if ROOM < down[row] < FARTHEST]
    return np.concatenate(places).astype(np.float32) if places else np.zeros((0, 5), np.float32)


def _places(upper: np.ndarray, lower: np.ndarray, down: float) -> np.ndarray:
    """Poses (k, 5) on the way from one index to the other, `down` index lengths away."""
    shares = np.arange(MARGIN, down - MARGIN + 1e-6, STEP) / down
    places = upper + shares[:, None] * (lower - upper)
    places[:, 2:4] /= np.linalg.norm(places[:, 2:4], axis=1, keepdims=True)
    return np.asarray(places)
