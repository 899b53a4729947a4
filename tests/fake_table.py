"""A drawn table and a reader that is told the truth, to test what follows a real reader.

    table = FakeTable()
    table.lay("7H", (0, 0))
    table.frame()                       # the next frame, 1/25 s later
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from calibration import Calibration, assumed_calibration
from vision.detections import Detections
from vision.frames import Frame

SIZE = (640, 360)
WIDTH_MM = 900.0
SCALE = SIZE[0] / WIDTH_MM
CARD_MM = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])
FPS = 25


@dataclass(frozen=True)
class Lying:
    """A card on the drawn table, and what the reader says of it."""

    label: str
    at_mm: tuple[float, float]
    turn: float = 0.0
    reads: tuple[tuple[str, float], ...] = ()

    @property
    def corners_px(self) -> np.ndarray:
        return self._placed(CARD_MM)

    @property
    def index_px(self) -> np.ndarray:
        return self._placed(CARD_MM[[0, 2]] * 0.8)

    def _placed(self, points_mm: np.ndarray) -> np.ndarray:
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        return to_px(points_mm @ np.array([[c, s], [-s, c]]) + self.at_mm)


def to_px(points_mm: np.ndarray) -> np.ndarray:
    return np.asarray(points_mm, float) * SCALE + (np.array(SIZE) - 1) / 2


def fake_calibration() -> Calibration:
    """How the drawn table is seen, to a millimetre."""
    return replace(assumed_calibration(SIZE, WIDTH_MM), error_mm=1.0)


@dataclass
class FakeTable:
    """Cards in the order they were laid, and a hand."""

    cards: list[Lying] = field(default_factory=list)
    hand_mm: tuple[float, float] | None = None
    light: float = 1.0
    shift_px: tuple[int, int] = (0, 0)
    time_s: float = 0.0
    index: int = 0
    blind: bool = False
    pattern: float = 9.0  # grey levels of the cloth

    def __post_init__(self) -> None:
        rng = np.random.default_rng(5)
        cloth = np.array([58, 96, 40]) + rng.normal(0, self.pattern, (SIZE[1] // 4, SIZE[0] // 4, 1))
        self._cloth = cv2.resize(cloth.astype(np.float32), SIZE, interpolation=cv2.INTER_CUBIC)
        self._last: tuple[Any, np.ndarray] | None = None
        self._noise = rng.normal(0, 2, (3, SIZE[1], SIZE[0], 3)).astype(np.float32)

    def lay(self, label: str, at_mm: tuple[float, float], **how: Any) -> Lying:
        card = Lying(label, at_mm, **how)
        self.cards.append(card)
        return card

    def take(self, card: Lying) -> None:
        self.cards.remove(card)

    def change(self, card: Lying, **how: Any) -> Lying:
        new = replace(card, **how)
        self.cards[self.cards.index(card)] = new
        return new

    def frame(self) -> Frame:
        """The next frame."""
        image = np.clip(self._drawn() + self._noise[self.index % 3], 0, 255).astype(np.uint8)
        frame = Frame(image, self.time_s, self.index)
        self.time_s, self.index = self.time_s + 1 / FPS, self.index + 1
        return frame

    def _drawn(self) -> np.ndarray:
        """The table without the camera's noise; drawn anew only when something changed."""
        what = (tuple(self.cards), self.hand_mm, self.light, self.shift_px)
        if self._last is not None and self._last[0] == what:
            return self._last[1]
        image = self._cloth.copy()
        for card in self.cards:
            _draw(image, card)
        if self.hand_mm is not None:
            x, y = to_px(np.array(self.hand_mm))
            arm = np.array([[x - 22, y], [x + 22, y], [x + 30, SIZE[1] + 5], [x - 30, SIZE[1] + 5]])
            cv2.fillConvexPoly(image, arm.astype(np.int32), (120, 150, 205))
        image = np.roll(image * self.light, self.shift_px, axis=(1, 0))
        self._last = (what, image)
        return image

    def read(self, image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        """The truth: every card of which an index is seen, in a whole picture."""
        seen = [(card, free) for k, card in enumerate(self.cards) if len(free := self._free(k))]
        if self.blind or not seen or image_bgr.shape[1] != SIZE[0]:
            return Detections.empty()
        corners = np.stack([card.corners_px + self.shift_px for card, _ in seen]).astype(np.float32)
        reads = tuple(card.reads or ((card.label, 0.99),) for card, _ in seen)
        return Detections(
            corners, np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1),
            np.array([names[0][0] for names in reads]), np.array([names[0][1] for names in reads], np.float32),
            np.array([len(names) == 1 for names in reads]), np.ones(len(seen), bool), reads,
            tuple((free + self.shift_px).astype(np.float32) for _, free in seen))

    def _free(self, k: int) -> np.ndarray:
        """(n, 2) px, the indices of a card that no other card and no hand hides."""
        above = [card.corners_px.astype(np.float32) for card in self.cards[k + 1:]]
        if self.hand_mm is not None:
            x, y = to_px(np.array(self.hand_mm))
            above.append(np.array([[x - 26, y], [x + 26, y], [x + 30, SIZE[1]], [x - 30, SIZE[1]]], np.float32))
        return np.array([mark for mark in self.cards[k].index_px if all(
            cv2.pointPolygonTest(outline, (float(mark[0]), float(mark[1])), False) < 0 for outline in above)]
                        ).reshape(-1, 2)


def _draw(image: np.ndarray, card: Lying) -> None:
    """A white card whose pattern belongs to its name."""
    face = np.full((88, 63, 3), 235, np.float32)
    rng = np.random.default_rng(zlib.crc32(card.label.encode()))
    for _ in range(7):
        centre = (int(rng.integers(8, 55)), int(rng.integers(8, 80)))
        cv2.circle(face, centre, int(rng.integers(5, 10)), tuple(map(float, rng.integers(0, 140, 3))), -1)
    matrix = cv2.getPerspectiveTransform(np.float32([[0, 0], [62, 0], [62, 87], [0, 87]]),
                                         card.corners_px.astype(np.float32))
    size = (image.shape[1], image.shape[0])
    mask = cv2.warpPerspective(np.ones((88, 63), np.float32), matrix, size)[..., None]
    image[:] = image * (1 - mask) + cv2.warpPerspective(face, matrix, size) * mask
