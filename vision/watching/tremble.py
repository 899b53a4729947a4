"""How far a camera that trembles has moved: what lies still is then seen to lie still.

    tremble = Tremble()
    shift_px = tremble.of(image, moving)      # (2,) px by which everything lies farther right and down than at first

A stand on a table that hands rest on, or a phone leant against a glass, trembles by a few pixels, and a card that only
seems to move would pass for one held in a hand.  The newest picture is compared with one that is kept, and another is
kept when little of it can be found again.  A camera that sags is followed, slowly.
"""

from __future__ import annotations

import numpy as np

from vision.watching.shift import SmallPicture

MOST = 0.6  # share of the kept picture's corners that are to be found again, or else another is kept
SAGS = 0.005  # of the way back to where the camera now looks mostly, at each look


class Tremble:
    """Follows one camera, from look to look."""

    def __init__(self) -> None:
        self._kept: SmallPicture | None = None
        self._kept_px = self._shift_px = np.zeros(2)

    def of(self, image: np.ndarray, moving: np.ndarray) -> np.ndarray:
        """(2,) px by which a picture (h, w, 3) is shifted; the last one known where that cannot be told.
        moving: (rows, columns) bool blocks of it in which something moves."""
        now = SmallPicture.of(image)
        step, share = self._kept.shift_to(now) if self._kept else (None, 0.0)
        if step is not None:
            self._shift_px = self._kept_px + step
        self._kept_px = self._kept_px - SAGS * self._shift_px
        if share < MOST:
            self._kept, self._kept_px = now.with_corners(moving), self._shift_px
        return self._shift_px

    def pushed(self) -> None:
        """Begin anew, where the camera has been pushed."""
        self._kept, self._kept_px, self._shift_px = None, np.zeros(2), np.zeros(2)
