"""A camera that sways, or was pushed less than is noticed: then all cards seem to have moved alike.

    sway = Sway()
    rows = sway.steadied(rows, tracks, view)    # where they would have been read had nothing moved

A card shifted by itself was pushed, or its like was laid beside it; cards that were all shifted by the same were not
touched.  How far is measured anew in every look that reads enough known cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.track import Seen, Track, index_apart_mm
from vision.watching.viewpoint import Viewpoint

REACH_MM = 12.0  # farther an index was not moved by a push that nothing else has noticed
ALIKE_MM = 2.0  # by so much the ways of cards may differ that were not touched
FEWEST, SHARE = 3, 0.75  # cards whose ways must be alike, and of all that were read again


class Sway:
    """Of one view.  offset_mm: (2,) how far the cards seem to lie from where they were found first."""

    def __init__(self) -> None:
        self.offset_mm = np.zeros(2)

    def steadied(self, rows: Sequence[Seen], tracks: Sequence[Track], view: Viewpoint) -> list[Seen]:
        """The rows without the way that all known cards have moved since they were found."""
        ways = _ways_mm(rows, tracks)
        alike = _alike_mm(ways)
        if alike is not None:
            self.offset_mm = alike
        elif len(ways) and _misfit(ways, np.zeros(2)) < _misfit(ways, self.offset_mm):
            self.offset_mm = np.zeros(2)
        return [_moved(row, -self.offset_mm, view) for row in rows] if self.offset_mm.any() else list(rows)


def _ways_mm(rows: Sequence[Seen], tracks: Sequence[Track]) -> np.ndarray:
    """(n, 2) from an index of each known card that was surely read again to where it was read now."""
    ways = []
    for row in rows:
        like = [t for t in tracks if t.state == "shown" and row.reading.sure and t.label == row.reading.label
                and index_apart_mm(row, t) < REACH_MM]
        near = [way for t in like for way in (row.index_mm[:, None] - t.index_mm[None]).reshape(-1, 2)]
        if near:
            ways.append(min(near, key=lambda way: float(np.hypot(*way))))
    return np.array(ways).reshape(-1, 2)


def _alike_mm(ways_mm: np.ndarray) -> np.ndarray | None:
    """(2,) the way that nearly all have gone, if enough have."""
    if len(ways_mm) < FEWEST:
        return None
    middle = np.asarray(np.median(ways_mm, axis=0))
    alike = np.linalg.norm(ways_mm - middle, axis=1) < ALIKE_MM
    return middle if alike.sum() >= max(FEWEST, SHARE * len(ways_mm)) else None


def _misfit(ways_mm: np.ndarray, offset_mm: np.ndarray) -> float:
    return float(np.linalg.norm(ways_mm - offset_mm, axis=1).sum())


def _moved(row: Seen, by_mm: np.ndarray, view: Viewpoint) -> Seen:
    x, y = np.array(row.centre_mm) + by_mm
    corners = view.to_px(view.to_mm(row.corners_px) + by_mm).astype(np.float32)
    return replace(row, centre_mm=(float(x), float(y)), corners_px=corners, index_mm=row.index_mm + by_mm)
