"""Frames made ready for the screen, off the screen thread; no Kivy.

    >>> picture = make_picture(frame_bgr, widest=960)
    >>> mark = outline_mark(corners_px, "7H", sure=True)
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.words import texts
from companion.words.refusals import RequestError
from vision.detections import UNREAD


@dataclass(frozen=True)
class Picture:
    """An RGBA picture ready to blit; `size` is its width and height, `frame_size` those of the frame."""

    rgba: bytes
    size: tuple[int, int]
    frame_size: tuple[int, int]


@dataclass(frozen=True)
class Mark:
    """A card outlined on the picture: corners in pixels of the frame, from the top left; `label` as
    players write it, empty for a card that was not read."""

    label: str
    corners: tuple[tuple[float, float], ...]
    sure: bool


def make_picture(frame_bgr: np.ndarray, widest: int) -> Picture:
    """(h, w, 3) uint8 BGR to RGBA, scaled down to at most `widest` pixels across."""
    height, width = frame_bgr.shape[:2]
    if width > widest > 0:
        size = (widest, max(1, round(height * widest / width)))
        frame_bgr = cv2.resize(frame_bgr, size, interpolation=cv2.INTER_AREA)
    rgba = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2RGBA)
    return Picture(rgba.tobytes(), (rgba.shape[1], rgba.shape[0]), (width, height))


def outline_mark(corners_px: np.ndarray, label: str, sure: bool) -> Mark:
    """The mark of one card; corners_px (4, 2) in the frame."""
    corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners_px)
    return Mark("" if label == UNREAD else texts.card_text(str(label)), corners, bool(sure))


def jpeg(frame_bgr: np.ndarray, longest: int = 320) -> bytes:
    """A small JPEG, for the log and for questions."""
    scale = min(1.0, longest / max(frame_bgr.shape[:2]))
    small = cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 80])
    if not done:
        raise RequestError("This picture cannot be kept as JPEG.")
    return data.tobytes()
