"""A drawn table and a reader that is told the truth, to test what follows a real reader.

    table = FakeTable()
    table.lay("7H", (0, 0))
    table.frame()                       # the next frame, 1/25 s later
"""

from __future__ import annotations

import zlib
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from calibration import Calibration, Layout, assumed_calibration
from calibration.layout import Zone
from vision.detections import Detections
from vision.frames import Frame
from vision.watching.viewpoint import Viewpoint

SIZE = (640, 360)
WIDTH_MM = 900.0
SCALE = SIZE[0] / WIDTH_MM
CARD_MM = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])
FPS = 25


@dataclass(frozen=True)
class Lying:
    """A card on the drawn table, and what the reader says of it.  marked: whether the reader tells where the
    indices are; outline_off_mm, outline_times: how far off and how much too long it takes the outline to be;
    drawn: the label whose pattern it bears, its own if ""."""

    label: str
    at_mm: tuple[float, float]
    turn: float = 0.0
    face_up: bool = True
    reads: tuple[tuple[str, float], ...] = ()
    sure: bool = True
    marked: bool = False
    outline_off_mm: tuple[float, float] = (0.0, 0.0)
    outline_times: float = 1.0
    drawn: str = ""

    @property
    def corners_px(self) -> np.ndarray:
        return self._placed(CARD_MM)

    @property
    def outline_px(self) -> np.ndarray:
        return self._placed(CARD_MM * self.outline_times)

    @property
    def index_px(self) -> np.ndarray:
        return self._placed(CARD_MM[[0, 2]] * 0.8) if self.marked else np.zeros((0, 2))

    def _placed(self, points_mm: np.ndarray) -> np.ndarray:
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        return to_px(points_mm @ np.array([[c, s], [-s, c]]) + self.at_mm)


def to_px(points_mm: np.ndarray) -> np.ndarray:
    return np.asarray(points_mm, float) * SCALE + (np.array(SIZE) - 1) / 2


def fake_view(zones: dict[str, tuple[float, float, float, float]]) -> Viewpoint:
    """Zones as left, top, width, height in millimetres."""
    drawn = tuple(Zone(name, ((x, y), (x + w, y), (x + w, y + h), (x, y + h))) for name, (x, y, w, h) in zones.items())
    calibration: Calibration = assumed_calibration(SIZE, WIDTH_MM)
    return Viewpoint(calibration, Layout("any", (), drawn))


@dataclass
class FakeTable:
    """Cards in the order they were laid, and a hand."""

    cards: list[Lying] = field(default_factory=list)
    hand_mm: tuple[float, float] | None = None
    light: float = 1.0
    shift_px: tuple[int, int] = (0, 0)
    time_s: float = 0.0
    index: int = 0
    reads: int = 0
    blind: bool = False
    unseen: Collection[str] = ()  # labels the reader overlooks

    def __post_init__(self) -> None:
        rng = np.random.default_rng(5)
        cloth = np.array([58, 96, 40]) + rng.normal(0, 9, (SIZE[1] // 4, SIZE[0] // 4, 1))
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
        """The truth: every card of which at least half is seen, inside the regions."""
        self.reads += 1
        rows = [card for k, card in enumerate(self.cards)
                if card.label not in self.unseen and self._seen(k) and _in(card, regions_px, self.shift_px)]
        if self.blind or not rows:
            return Detections.empty()
        off_px = [np.array(card.outline_off_mm) * SCALE + self.shift_px for card in rows]
        corners = np.stack([card.outline_px + off for card, off in zip(rows, off_px, strict=True)]).astype(np.float32)
        reads = [card.reads or ((card.label, 0.99),) for card in rows]
        return Detections(
            corners, np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1),
            np.array([r[0][0] if card.face_up else "??" for r, card in zip(reads, rows, strict=True)]),
            np.array([r[0][1] for r in reads], np.float32),
            np.array([card.sure and card.face_up for card in rows]), np.array([card.face_up for card in rows]),
            tuple(r if card.face_up and r[0][0] != "??" else () for r, card in zip(reads, rows, strict=True)),
            tuple(card.index_px + self.shift_px for card in rows))

    def _seen(self, k: int) -> bool:
        mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
        cv2.fillConvexPoly(mask, self.cards[k].corners_px.astype(np.int32), 1)
        whole = mask.sum()
        for card in self.cards[k + 1:]:
            cv2.fillConvexPoly(mask, card.corners_px.astype(np.int32), 0)
        if self.hand_mm is not None:
            x, y = to_px(np.array(self.hand_mm))
            mask[max(0, int(y)):, max(0, int(x) - 26):int(x) + 26] = 0
        return bool(mask.sum() > 0.5 * whole)


def _draw(image: np.ndarray, card: Lying) -> None:
    """A white card whose pattern belongs to its name."""
    face = np.full((88, 63, 3), 235 if card.face_up else (130, 70, 40), np.float32)
    rng = np.random.default_rng(zlib.crc32((card.drawn or card.label).encode()) if card.face_up else 1)
    for _ in range(7):
        centre = (int(rng.integers(8, 55)), int(rng.integers(8, 80)))
        cv2.circle(face, centre, int(rng.integers(5, 10)), tuple(map(float, rng.integers(0, 140, 3))), -1)
    matrix = cv2.getPerspectiveTransform(np.float32([[0, 0], [62, 0], [62, 87], [0, 87]]),
                                         card.corners_px.astype(np.float32))
    size = (image.shape[1], image.shape[0])
    mask = cv2.warpPerspective(np.ones((88, 63), np.float32), matrix, size)[..., None]
    image[:] = image * (1 - mask) + cv2.warpPerspective(face, matrix, size) * mask


def _in(card: Lying, regions: Any, shift: tuple[int, int]) -> bool:
    x, y = card.corners_px.mean(axis=0) + shift
    return regions is None or any(x1 <= x <= x2 and y1 <= y <= y2 for x1, y1, x2, y2 in regions)
