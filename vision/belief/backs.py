"""Cards that lie face down: one of them is the stock, and tells where the layout lies.

    backs = Backs()
    if backs.add(look.detections, viewpoint): ...      # another one was found
    places.with_backs(backs.found(), {"stock"})        # vision.belief.places
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.belief.trails import SAME_MM
from vision.detections import Detections
from vision.watching.viewpoint import Viewpoint

LIES_LOOKS = 4  # a back that was seen in place so often lies there; in a hand it does not stay


class Backs:
    """Those that were seen on one table."""

    def __init__(self) -> None:
        self._seen: list[tuple[np.ndarray, int]] = []  # where, and in how many looks

    def apart(self) -> Backs:
        """Another that has seen the same."""
        other = Backs()
        other._seen = list(self._seen)
        return other

    def add(self, seen: Detections, view: Viewpoint) -> bool:
        """Take in one look; whether one more is known to lie somewhere."""
        known = len(self.found())
        for point in view.to_mm(seen.centre_px[~np.asarray(seen.face_up, bool)]):
            if np.isfinite(point).all():
                self._note(point)
        return len(self.found()) > known

    def _note(self, point: np.ndarray) -> None:
        for k, (at, looks) in enumerate(self._seen):
            if np.hypot(*(point - at)) < SAME_MM:
                self._seen[k] = (at, looks + 1)
                return
        self._seen.append((point, 1))

    def found(self) -> np.ndarray:
        """(n, 2) mm, the middles of those that lie."""
        return np.array([at for at, looks in self._seen if looks >= LIES_LOOKS], float).reshape(-1, 2)

    def moved(self, anew: Callable[[np.ndarray], np.ndarray]) -> None:
        """Places are other millimetres now."""
        moved = [(anew(at), looks) for at, looks in self._seen]
        self._seen = [(at, looks) for at, looks in moved if np.isfinite(at).all()]
