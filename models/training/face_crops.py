"""Training crops of whole cards, drawn without a scene: as a finder cuts them out, among others and half covered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

import cv2
import numpy as np

from models.drawing.flat_table import load_picture
from models.training.examples import roughened
from vision.reading.face_crop import HEIGHT, WIDTH, evened, frame


class FaceCrops(ABC):
    """Where cards lie in crops, and on what."""

    def __init__(self, backgrounds: list[Path], seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        some = [backgrounds[k] for k in self.rng.permutation(len(backgrounds))[:80]]
        self.surfaces = [cv2.resize(load_picture(b), (300, 300), interpolation=cv2.INTER_AREA) for b in some]

    @abstractmethod
    def example(self) -> tuple[np.ndarray, int, int, int, np.ndarray]:
        """Crop, rank, suit (-1 where there is none), kind, and where the card's corners are (4, 2)."""

    def prepared(self) -> tuple[np.ndarray, ...]:
        """An example as a network gets it: crop (3, HEIGHT, WIDTH), rank, suit, kind, and the corners' shifts (8,) in
        shares of the crop."""
        crop, rank, suit, kind, quad = self.example()
        crop = evened(roughened(crop, self.rng)[None])[0].transpose(2, 0, 1)
        shift = ((quad - frame()) / (WIDTH, HEIGHT)).reshape(8).astype(np.float32)
        return crop, np.array(rank), np.array(suit), np.array(kind), shift

    def surface(self) -> np.ndarray:
        """A piece of a table, (HEIGHT, WIDTH, 3)."""
        rng, picture = self.rng, self.surfaces[self.rng.integers(len(self.surfaces))]
        side = int(rng.integers(90, 300))
        x, y = rng.integers(0, 300 - side + 1, 2)
        return cv2.resize(picture[y:y + side, x:x + side], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)

    def quad(self) -> np.ndarray:
        """(4, 2) corners of a card in a crop that was cut a little wrong, px."""
        rng = self.rng
        wide = 1.6 if rng.random() < 0.25 else 0.8
        middle = np.array([WIDTH - 1, HEIGHT - 1]) / 2
        turn, c = rng.normal(0, 0.06 * wide), np.exp(rng.normal(0, 0.06 * wide, 2))
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        points = (frame() - middle) * c @ turned.T + middle + rng.normal(0, 0.03 * wide, 2) * (WIDTH, HEIGHT)
        return np.asarray((points + rng.normal(0, 0.018 * wide, (4, 2)) * (WIDTH, HEIGHT)).astype(np.float32))

    def elsewhere(self) -> np.ndarray:
        """(4, 2) corners of another card, at least two fifths of a card away, px."""
        rng = self.rng
        angle, turn = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else 0.0
        away = np.array([np.cos(angle) * WIDTH, np.sin(angle) * HEIGHT]) * rng.uniform(0.5, 1.1)
        middle = np.array([WIDTH - 1, HEIGHT - 1]) / 2
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return np.asarray(((self.quad() - middle) @ turned.T + middle + away).astype(np.float32))

    def lay_thing(self, crop: np.ndarray) -> None:
        """A hand or a thing over the edge of the card, in place."""
        rng = self.rng
        colour = np.array([0.55, 0.72, 1.0]) * rng.uniform(60, 240) if rng.random() < 0.6 else rng.uniform(0, 255, 3)
        edge = rng.choice([-1, 1], 2) * rng.uniform(0.3, 0.6, 2)
        spot = (np.array([0.5, 0.5]) + edge) * (WIDTH, HEIGHT)
        cv2.ellipse(crop, (int(spot[0]), int(spot[1])), (int(rng.integers(5, 18)), int(rng.integers(5, 24))),
                    float(rng.uniform(0, 180)), 0, 360, colour.tolist(), -1, cv2.LINE_AA)


def laid(crop: np.ndarray, card: np.ndarray, quad: np.ndarray) -> None:
    """Lay a BGRA card over a crop, its corners at quad (4, 2), in place."""
    h, w = card.shape[:2]
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), quad)
    part = cv2.warpPerspective(np.ascontiguousarray(card), matrix, (WIDTH, HEIGHT), flags=cv2.INTER_AREA)
    alpha = part[..., 3:].astype(np.float32) / 255
    crop[:] = (part[..., :3] * alpha + crop * (1 - alpha)).astype(np.uint8)
