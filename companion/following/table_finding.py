"""Finding the table without being told: from printed markers, else from the size of the cards.

    finder = TableFinder(reader, deck.size_mm)
    calibration = finder.look(frame, look)     # None until something was found
"""

from __future__ import annotations

import numpy as np

from calibration import Calibration, CalibrationError, from_cards, from_markers
from vision.frames import Frame
from vision.reading.card_reader import CardReader
from vision.tracker import Tracker
from vision.watching.motion import Motion

ENOUGH_CARDS = 12  # more outlines do not help


class TableFinder:
    """Looks only when something has settled."""

    def __init__(self, reader: CardReader, card_mm: tuple[float, float]) -> None:
        self._reader, self._card_mm = reader, card_mm
        self._cards = 0

    def look(self, frame: Frame, look: Motion) -> Calibration | None:
        """The table of this frame, if it shows markers or whole cards."""
        if not look.settled:
            return None
        try:
            return from_markers(frame.image)
        except CalibrationError:
            pass
        detections = self._reader.read(frame.image)
        return self._from_cards(detections.corners_px[detections.sure], frame)

    def better(self, frame: Frame, tracker: Tracker) -> Calibration | None:
        """A calibration by more cards, where the one in use was made from few."""
        known = [t.corners_px for t in tracker.tracks if t.state == "shown" and t.sure]
        if tracker.view.calibration.method != "cards" or not self._cards < len(known) <= ENOUGH_CARDS:
            return None
        better = self._from_cards(np.array(known), frame)
        return better if better is not None and better.error_mm < tracker.view.calibration.error_mm else None

    def _from_cards(self, corners_px: np.ndarray, frame: Frame) -> Calibration | None:
        try:
            found = from_cards(corners_px, self._card_mm, (frame.image.shape[1], frame.image.shape[0]))
        except CalibrationError:
            return None
        self._cards = len(corners_px)
        return found
