"""Cards below other cards show a strip of themselves, whose index is small: where cards lie, the picture is read again
enlarged, and what only that shows is added.

    cards = with_closer_look(reader, image, reader.read(image))
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.detections import Detections, outside_all
from vision.reading.card_reader import CardReader, Region
from vision.reading.description import joined
from vision.reading.outlines import joined_boxes

SMALL_PX = 130.0  # height of a card, from which on its strips are read as they are
AROUND = 0.25  # of a card's height around it that is looked at, too
LARGER, LONGEST_PX = 1.5, 960.0  # times that a part is enlarged, and its longer side then, at most
JOKER = "JK"
BOTH_ENDS = 2  # marks of a card that nothing covers
SAME = 0.12  # of a card's height between marks that are one
SAME_CARD = 0.25  # ... between middles of cards that are one, where no mark was read


def with_closer_look(reader: CardReader, image: np.ndarray, cards: Detections) -> Detections:
    """The cards of a picture (h, w, 3) BGR, and those that are seen only in parts of it enlarged."""
    found = [cards]
    for box in parts_to_read(cards, image.shape):
        found.append(beside(_read_enlarged(reader, image, box), cards))
    return joined([_without_unread(cards, found[1:]), *found[1:]])


def parts_to_read(cards: Detections, shape: tuple[int, ...]) -> list[Region]:
    """Where cards lie whose strips would be small, as boxes that do not overlap."""
    boxes = []
    for corners in cards.corners_px[cards.face_up & (cards.marks > 0)]:
        tall = float(np.linalg.norm(corners[3] - corners[0]))
        if tall < SMALL_PX:
            low, high = corners.min(axis=0) - AROUND * tall, corners.max(axis=0) + AROUND * tall
            boxes.append((max(0.0, float(low[0])), max(0.0, float(low[1])), min(float(shape[1]), float(high[0])),
                          min(float(shape[0]), float(high[1]))))
    return joined_boxes(boxes)


def _read_enlarged(reader: CardReader, image: np.ndarray, box: Region) -> Detections:
    """The cards in a part of a picture, in pixels of the picture."""
    x1, y1, x2, y2 = map(round, box)
    part = image[y1:y2, x1:x2]
    larger = min(LARGER, LONGEST_PX / max(part.shape[:2]))
    if larger <= 1:
        return Detections.empty()
    part = cv2.resize(part, None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC)
    seen = reader.read(part, [(0, 0, part.shape[1], part.shape[0])])
    origin = np.array([x1, y1]) + (1 / larger - 1) / 2  # middles of pixels kept in place

    def back(px: np.ndarray) -> np.ndarray:
        return np.asarray(px / larger + origin, np.float32)

    return replace(seen, corners_px=back(seen.corners_px), box_px=back(seen.box_px.reshape(-1, 2, 2)).reshape(-1, 4),
                   index_px=tuple(map(back, seen.index_px)))


def beside(closer: Detections, cards: Detections) -> Detections:
    """Those with marks of which none was read before: the others were seen as well in the whole picture."""
    marks = np.concatenate([np.zeros((0, 2)), *cards.index_px])
    return closer[[k for k, at in enumerate(closer.index_px) if len(at) and not _is_face(closer, k, cards)
                   and not _any_near(at, marks, _tall(closer, k))]]


def _is_face(closer: Detections, k: int, cards: Detections) -> bool:
    """Whether one of them is part of a card that shows both its ends: it lies upon that, or it would be a joker just
    where that lies, as a jack's robe looks like one."""
    bare = cards[cards.marks >= BOTH_ENDS]
    reach_px = SAME_CARD * _tall(closer, k) if closer.label[k] == JOKER else 0.0
    off_px = np.hypot(*(bare.centre_px - closer.centre_px[k]).T)
    return bool((off_px < reach_px).any()) or not outside_all(closer.index_px[k], bare.corners_px).all()


def _any_near(at: np.ndarray, marks: np.ndarray, tall_px: float) -> bool:
    away = np.hypot(*np.moveaxis(at[:, None] - marks[None], 2, 0))
    return bool((away < SAME * tall_px).any())


def _tall(cards: Detections, k: int) -> float:
    return float(np.linalg.norm(cards.corners_px[k][3] - cards.corners_px[k][0]))


def _without_unread(cards: Detections, closer: list[Detections]) -> Detections:
    """The cards without those of which nothing could be read until they were looked at closer."""
    middles = [(d.centre_px[k], _tall(d, k)) for d in closer for k in range(len(d))]
    kept = [k for k in range(len(cards)) if len(cards.index_px[k]) or not cards.face_up[k] or not any(
        np.hypot(*(cards.centre_px[k] - middle)) < SAME_CARD * tall for middle, tall in middles)]
    return cards[kept]
