"""A camera that shows left for right is noticed while a table is followed, too.

    reader = NoticesMirrors(reader_for(deck))
    reader.read(image, regions)
    reader.is_mirrored

Only whole pictures tell (vision/reading/mirrored.py), and a table that was found before is read in parts.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.detections import Detections
from vision.reading.card_reader import CardReader, Region
from vision.reading.reader import TableReader

ENOUGH = 2  # cards read surely in one picture; then it is known which way round it is shown
TRIES = 8  # whole pictures that are read for it; an empty table tells nothing


class NoticesMirrors:
    """A reader that looks at whole pictures first, until it knows whether they are mirrored."""

    def __init__(self, inner: CardReader) -> None:
        self._inner = inner
        self._tries = TRIES if isinstance(inner, TableReader) else 0

    @property
    def is_mirrored(self) -> bool:
        """Whether pictures are shown left for right; they are read turned back."""
        return isinstance(self._inner, TableReader) and self._inner.mirrored

    def read(self, image_bgr: np.ndarray, regions_px: Sequence[Region] | None = None) -> Detections:
        """The cards of a picture (h, w, 3) uint8, or of these parts of it."""
        if regions_px is not None and self._tries and len(regions_px):
            whole = self._inner.read(image_bgr)
            self._tries = 0 if int((whole.sure & whole.face_up).sum()) >= ENOUGH else self._tries - 1
        return self._inner.read(image_bgr, regions_px)
