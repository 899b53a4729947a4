"""A table with four cards, drawn without any deck."""

from __future__ import annotations

import cv2
import numpy as np

RANKS = "7QK9"


def table(mark: str = "") -> np.ndarray:
    """Four cards of diamonds in a row, as OpenCV writes letters; a mark is printed beside each suit."""
    picture = np.full((384, 512, 3), (60, 110, 50), np.uint8)
    for k, rank in enumerate(RANKS):
        x, y = 30 + 118 * k, 60 + 40 * (k % 2)
        cv2.rectangle(picture, (x, y), (x + 100, y + 145), (245, 250, 250), -1)
        for turned in (False, True):
            part = picture[y:y + 146, x:x + 101][::-1, ::-1] if turned else picture[y:y + 146, x:x + 101]
            card = np.ascontiguousarray(part)
            cv2.putText(card, rank, (6, 27), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (30, 30, 200), 2, cv2.LINE_AA)
            cv2.fillPoly(card, [np.array([(14, 32), (21, 41), (14, 50), (7, 41)])], (30, 30, 200), cv2.LINE_AA)
            cv2.putText(card, mark, (22, 46), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (30, 30, 200), 1, cv2.LINE_AA)
            part[:] = card
    return picture
