"""Scenes with Italian-suited cards, and the faces they are drawn from.

    deck = load_italian(FACES / "napoletane")
    scene = draw_scene(rng, ItalianSource([deck]), backgrounds)      # as models.drawing.card_scenes draws other cards

A deck folder holds `<rank><suit>.webp`: 1 to 7, 8 fante, 9 cavallo, 10 re; D coins, C cups, S swords, B batons.
The game's names are ranks A 2 3 4 5 6 7 J Q K and suits D (coins), H (cups), S (swords), C (batons) (RULES 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from models.drawing.card_scenes import CardSource
from models.drawing.drawn_faces import drawn_back
from models.drawing.photographed_faces import FACE_HEIGHT, Face, round_corners
from rules.core.errors import Refusal
from vision.reading.italian import LABELS

NUMBERS = {"A": "1", "J": "8", "Q": "9", "K": "10"}
SUIT_FILES = {"D": "D", "H": "C", "S": "S", "C": "B"}


@dataclass(frozen=True)
class ItalianDeck:
    """A folder of the forty faces."""

    folder: Path

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    def image(self, label: str) -> np.ndarray:
        """A face by the game's name for it, BGR, FACE_HEIGHT high, without the paper's margin where that is plain."""
        return read_italian(self.folder / f"{NUMBERS.get(label[0], label[0])}{SUIT_FILES[label[1]]}.webp")


def load_italian(folder: Path) -> ItalianDeck:
    """The deck of a folder; Refusal if a face is missing."""
    deck = ItalianDeck(folder)
    for label in LABELS:
        deck.image(label)
    return deck


@lru_cache(maxsize=400)
def read_italian(path: Path) -> np.ndarray:
    """(FACE_HEIGHT, w, 3) uint8 BGR of a picture's file; Refusal where it is none."""
    found = cv2.imread(str(path))
    if found is None:
        raise Refusal(f"{path} is not a picture.")
    width = round(found.shape[1] * FACE_HEIGHT / found.shape[0])
    return cv2.resize(found, (width, FACE_HEIGHT), interpolation=cv2.INTER_AREA)


def printed(image: np.ndarray, margin: float, rng: np.random.Generator) -> np.ndarray:
    """The face as a card: a margin of its own paper (share of the height) around it, round corners; BGRA."""
    paper = np.percentile(image.reshape(-1, 3), 92, axis=0)
    pad = round(margin * image.shape[0])
    framed = cv2.copyMakeBorder(image, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=paper.tolist())
    return round_corners(framed, float(rng.uniform(0.01, 0.05)))


class ItalianSource(CardSource):
    """Gives packs of Italian faces."""

    def __init__(self, decks: Sequence[ItalianDeck]) -> None:
        super().__init__([], [])  # no fonts: clutter without writing on it
        self.italian = list(decks)

    def pack(self, rng: np.random.Generator) -> Iterator[Face]:
        """An endless pack of one deck; some cards lie face down."""
        deck = self.italian[rng.integers(len(self.italian))]
        margin = float(rng.uniform(0.0, 0.045))
        while True:
            if rng.random() < 0.06:
                back = drawn_back(rng)
                height, width = back.image.shape[:2]
                slim = cv2.resize(back.image, (round(width * 0.83), height), interpolation=cv2.INTER_AREA)
                yield Face(slim, "", ())
                continue
            label = str(rng.choice(LABELS))
            yield Face(printed(deck.image(label), margin, rng), label, ())
