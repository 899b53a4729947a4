"""How well the camera sees the table, in one sentence for the players.

    quality = ViewQuality()
    sentence = quality.look(frame, tracker)     # None while it stays as it was
"""

from __future__ import annotations

import numpy as np

from vision.frames import Frame
from vision.tracker import Tracker

EVERY_S = 1.0
DARK, BRIGHT = 45.0, 250.0  # grey levels
GLARING = 0.2  # share of the view that is burnt out
SMALL_CARD_PX = 90.0  # height at which the index of a card is about ten pixels high


class ViewQuality:
    """Looks once a second, and speaks when it changes for two looks."""

    GOOD = "The table is seen well."

    def __init__(self) -> None:
        self._next_s = -np.inf
        self._told = self._last = self.GOOD

    def look(self, frame: Frame, tracker: Tracker) -> str | None:
        """The sentence, when it is a new one."""
        if frame.time_s < self._next_s:
            return None
        self._next_s = frame.time_s + EVERY_S
        sentence = _sentence(frame.image, tracker)
        twice, self._last = sentence == self._last, sentence
        if not twice or sentence == self._told:
            return None
        self._told = sentence
        return sentence


def _sentence(image: np.ndarray, tracker: Tracker) -> str:
    sample = image[::8, ::8].max(axis=2)
    if np.percentile(sample, 90) < DARK:
        return "It is too dark to read the cards: switch on a light."
    if np.mean(sample >= BRIGHT) > GLARING:
        return "The picture is too bright: turn the camera away from the lamp or the window."
    card_px = tracker.view.card_px((image.shape[1] / 2, image.shape[0] / 2))
    if card_px < SMALL_CARD_PX:
        return f"Cards are only {card_px:.0f} pixels high: bring the camera nearer."
    return ViewQuality.GOOD
