"""Small cards, and strips of cards below others, are read again in parts of the picture enlarged: of what is seen both
ways the surer reading counts, and what only one shows is added.

    closer = CloserReader(table_reader)
    closer.note(moving)                  # of every frame: blocks that move
    closer.read(image, time_s)           # a whole picture; looked at closer where small cards lie, or lay just now

Where cards are small some are seen enlarged only: so the quarters of the picture in which something has changed since
they were last looked at closer are, one after the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
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
LATELY_S = 2.0  # where small cards lay is looked at closer for so long
QUARTERS = 3  # of the picture that may be looked at, across and down
LIKELY = 0.5  # probability of its rank, from which on a card counts that only an enlarged part shows
SAME = 0.12  # of a card's height between marks that are one, or middles
SAME_CARD = 0.25  # ... between middles of cards that are one, of which one could not be read


class CloserReader:
    """Reads the whole pictures of one source."""

    def __init__(self, reader: CardReader) -> None:
        self._reader = reader
        self._lately: deque[tuple[float, list[Region]]] = deque()
        self._changed, self._moving = np.ones((QUARTERS, QUARTERS), bool), np.zeros((QUARTERS, QUARTERS), bool)

    def note(self, moving: np.ndarray) -> None:
        """moving: (rows, columns) bool blocks of one frame that covers the picture."""
        known = self._changed.shape == moving.shape
        self._changed, self._moving = self._changed | moving if known else np.ones_like(moving, bool), moving

    def read(self, image: np.ndarray, time_s: float) -> Detections:
        """The cards of a picture (h, w, 3) BGR."""
        cards = self._reader.read(image)
        while self._lately and time_s - self._lately[0][0] > LATELY_S:
            self._lately.popleft()
        parts = joined_boxes([*parts_to_read(cards, image.shape),
                              *(part for _, before in self._lately for part in before)])
        if are_small(cards):
            parts += self._changed_quarter(image.shape)
        cards = with_closer_look(self._reader, image, cards, [piece for part in parts for piece in pieces(part)])
        self._lately.append((time_s, parts_to_read(cards, image.shape)))
        return cards

    def _changed_quarter(self, shape: tuple[int, ...]) -> list[Region]:
        """The quarter of a picture in which most has changed since it was last looked at, if anything has, and is still
        by now; quarters overlap."""
        rows, columns = (np.linspace(0, size / 2, QUARTERS).round().astype(int) for size in self._changed.shape)
        tall, wide = (-(-size // 2) for size in self._changed.shape)
        is_new = self._changed & ~self._moving
        within = [(int(is_new[y:y + tall, x:x + wide].sum()), y, x) for y in rows for x in columns]
        most, y, x = max(within, key=lambda quarter: quarter[0])
        if not most:
            return []
        self._changed[y:y + tall, x:x + wide] &= self._moving[y:y + tall, x:x + wide]
        down, across = shape[0] / self._changed.shape[0], shape[1] / self._changed.shape[1]
        return [(x * across, y * down, (x + wide) * across, (y + tall) * down)]


def are_small(cards: Detections) -> bool:
    """Whether no card was seen that is large enough to be read as it is."""
    return not any(_tall(cards, k) >= SMALL_PX for k in np.flatnonzero(cards.marks > 0).tolist())


def pieces(part: Region) -> list[Region]:
    """A part of a picture in pieces that can be enlarged; each overlaps the next by as much as a small card."""
    x1, y1, x2, y2 = part
    long, longest = max(x2 - x1, y2 - y1), LONGEST_PX / LARGER
    if long <= longest:
        return [part]
    n = int(np.ceil((long - SMALL_PX) / (longest - SMALL_PX)))
    step = (long - SMALL_PX) / n
    from_to = [(k * step, (k + 1) * step + SMALL_PX) for k in range(n)]
    if x2 - x1 >= y2 - y1:
        cut = [(x1 + low, y1, x1 + high, y2) for low, high in from_to]
    else:
        cut = [(x1, y1 + low, x2, y1 + high) for low, high in from_to]
    return [piece for each in cut for piece in pieces(each)]


def with_closer_look(reader: CardReader, image: np.ndarray, cards: Detections, parts: Sequence[Region]) -> Detections:
    """The cards of a picture (h, w, 3) BGR, with what is seen in parts of it enlarged."""
    for part in parts:
        cards = merged(cards, _read_enlarged(reader, image, part))
    return cards


def parts_to_read(cards: Detections, shape: tuple[int, ...]) -> list[Region]:
    """Where cards lie whose strips would be small, as boxes that do not overlap."""
    boxes = []
    for corners in cards.corners_px[cards.face_up]:
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
    if not part.size:
        return Detections.empty()
    part = cv2.resize(part, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC)
    seen = reader.read(part, [(0, 0, part.shape[1], part.shape[0])])
    origin = np.array([x1, y1]) + (1 / LARGER - 1) / 2  # middles of pixels kept in place

    def back(px: np.ndarray) -> np.ndarray:
        return np.asarray(px / LARGER + origin, np.float32)

    return replace(seen, corners_px=back(seen.corners_px), box_px=back(seen.box_px.reshape(-1, 2, 2)).reshape(-1, 4),
                   index_px=tuple(map(back, seen.index_px)))


def merged(cards: Detections, closer: Detections) -> Detections:
    """What was seen in the whole picture, and enlarged: each card as it was read better."""
    kept, added = np.ones(len(cards), bool), []
    for k in range(len(closer)):
        if not len(closer.index_px[k]):
            continue
        same = [n for n in np.flatnonzero(kept).tolist() if _are_one(closer, k, cards, n)]
        others = np.setdiff1d(np.flatnonzero(kept), same)
        is_likely = bool(same) or _likely_rank(closer, k) >= LIKELY
        if is_likely and all(_is_better(closer, k, cards, n) for n in same) and not _is_face(closer, k, cards[others]):
            kept[same] = False
            added.append(k)
    return joined([cards[kept], closer[added]])


def _likely_rank(cards: Detections, k: int) -> float:
    """How likely a card is of the rank that it was read as; of its suit another card may leave too little in sight."""
    label = str(cards.label[k])
    alike = [n for n, name in enumerate(cards.names)
             if name == label or (name[:-1] == label[:-1] and JOKER not in (name, label))]
    return float(np.exp(cards.log_name[k, alike]).sum())


def _are_one(closer: Detections, k: int, cards: Detections, n: int) -> bool:
    """Whether two readings are of one card: they have a mark in common, or their middle, and one lacks a mark."""
    tall, marks, others = _tall(closer, k), closer.index_px[k], cards.index_px[n]
    off_px = float(np.hypot(*(cards.centre_px[n] - closer.centre_px[k])))
    if min(len(marks), len(others)) < BOTH_ENDS and off_px < (SAME if len(others) else SAME_CARD) * tall:
        return True
    return bool((np.hypot(*np.moveaxis(marks[:, None] - others[None], 2, 0)) < SAME * tall).any())


def _is_better(closer: Detections, k: int, cards: Detections, n: int) -> bool:
    """Whether an enlarged reading tells more than one of the whole picture."""
    now, before = len(closer.index_px[k]), len(cards.index_px[n])
    if closer.label[k] == cards.label[n]:
        return now >= before
    return (now, closer.confidence[k]) > (before, cards.confidence[n])


def _is_face(closer: Detections, k: int, cards: Detections) -> bool:
    """Whether one of them is part of a card that shows both its ends: it lies upon that, or it would be a joker just
    where that lies, as a jack's robe looks like one."""
    bare = cards[cards.marks >= BOTH_ENDS]
    reach_px = SAME_CARD * _tall(closer, k) if closer.label[k] == JOKER else 0.0
    off_px = np.hypot(*(bare.centre_px - closer.centre_px[k]).T)
    return bool((off_px < reach_px).any()) or not outside_all(closer.index_px[k], bare.corners_px).all()


def _tall(cards: Detections, k: int) -> float:
    return float(np.linalg.norm(cards.corners_px[k][3] - cards.corners_px[k][0]))
