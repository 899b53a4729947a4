"""What the rest asks of a reader of cards, and the one that sees nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from vision.detections import Detections

Region = tuple[float, float, float, float]  # x1, y1, x2, y2 in pixels


class CardReader(Protocol):
    """What names cards: `vision.reading.reader.TableReader`, or a stand-in that is told the truth."""

    def read(self, image_bgr: np.ndarray, regions_px: Sequence[Region] | None = None) -> Detections:
        """The cards of a picture (h, w, 3) uint8, or of these parts of it."""
        ...


class NoReader:
    """Sees nothing: for a table whose cards are entered by hand, or told."""

    def read(self, image_bgr: np.ndarray, regions_px: Sequence[Region] | None = None) -> Detections:
        """No cards."""
        return Detections.empty()
