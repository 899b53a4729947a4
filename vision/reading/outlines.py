"""Outlines of cards in a picture: what surrounds them, what lies in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import numpy as np

from vision.frames import Box
from vision.reading.card_reader import Region

B = TypeVar("B", Box, Region)


def box_of(corners_px: np.ndarray) -> Box:
    """The smallest upright box around an outline (4, 2)."""
    (x1, y1), (x2, y2) = corners_px.min(axis=0), corners_px.max(axis=0)
    return round(float(x1)), round(float(y1)), round(float(x2)), round(float(y2))


def joined_boxes(boxes: Iterable[B]) -> list[B]:
    """Boxes that overlap made one, so that nothing is read twice."""
    done: list[B] = []
    for box in boxes:
        while (hit := next((b for b in done if b[0] < box[2] and box[0] < b[2] and b[1] < box[3] and box[1] < b[3]),
                           None)) is not None:
            done.remove(hit)
            box = (min(box[0], hit[0]), min(box[1], hit[1]), max(box[2], hit[2]), max(box[3], hit[3]))
        done.append(box)
    return done


def cut_out(image: np.ndarray, corners_px: np.ndarray) -> np.ndarray | None:
    """The card's surroundings; None off the picture."""
    x1, y1, x2, y2 = box_of(corners_px)
    margin = round(0.15 * max(x2 - x1, y2 - y1))
    part = image[max(0, y1 - margin):y2 + margin, max(0, x1 - margin):x2 + margin]
    return part.copy() if part.size else None
