"""The indices of a deck: how it prints rank and suit into the corners of its cards.

    style = IndexStyle.random(rng, fonts)      # one deck's indices
    boxes = put_indices(image, "7H", style)    # printed into a picture, in place
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.drawing.glyphs import GLYPH, LETTERS, MIXED, glyph_mask, raised_mask, random_writing, slanted, suit_mask
from models.drawing.photographed_faces import (
    FACE_HEIGHT,
    IndexBox,
    corner_boxes,
)

Bgr = tuple[float, float, float]  # BGR


@dataclass(frozen=True)
class IndexStyle:
    """How one deck prints its indices; lengths are shares of the card's height."""

    font: str
    letters: tuple[str, str, str, str]
    rank_height: float
    rank_stretch: float
    suit_height: float
    suit_stretch: float
    gap: float
    inset: tuple[float, float]
    layout: str  # "below" or "beside"
    corners: int
    bold: float
    tight: float
    shape: tuple[float, ...]
    colours: dict[str, Bgr]
    outline_only: bool
    slant: float
    raised: bool = False  # small letters stand high and small, as in "Kn"

    @classmethod
    def random(cls, rng: np.random.Generator, fonts: list[str], english: float = 0.8,
               others: tuple[str, ...] = MIXED) -> IndexStyle:
        """A plausible deck: mostly poker-sized indices, often large, sometimes jumbo; the letters English with that
        probability, else one of the others."""
        kind = rng.choice(["standard", "large", "jumbo"], p=[0.5, 0.25, 0.25])
        low, high = {"standard": (0.06, 0.105), "large": (0.1, 0.15), "jumbo": (0.15, 0.25)}[kind]
        rank = float(rng.uniform(low, high))
        beside = rng.random() < (0.1 if kind != "standard" else 0.03)
        suit = rank * float(rng.uniform(0.45, 1.05) if not beside else rng.uniform(0.6, 1.0))
        font, letters = random_writing(rng, fonts, 0.15 if kind == "standard" else 0.35, english, others)
        return cls(
            font=font, letters=LETTERS[letters],
            rank_height=rank, rank_stretch=float(rng.uniform(0.62, 1.1)),
            suit_height=min(suit, 0.17), suit_stretch=float(rng.uniform(0.8, 1.12)),
            gap=float(rng.uniform(0.03, 0.35)) * rank * 0.6,
            inset=(float(rng.uniform(0.018, 0.05)), float(rng.uniform(0.02, 0.065))),
            layout="beside" if beside else "below", corners=4 if rng.random() < 0.3 else 2,
            bold=float(rng.choice([0, 0, 0.02, 0.04, -0.015])), tight=float(rng.uniform(0.0, 0.16)),
            shape=tuple(rng.random(5)), colours=random_colours(rng), outline_only=rng.random() < 0.03,
            slant=float(rng.uniform(-0.05, 0.3)) if rng.random() < 0.08 else 0.0,
            raised=letters == "Swedish" and rng.random() < 0.6)

    def text(self, rank: str) -> str:
        """The letters printed for a rank."""
        ace, jack, queen, king = self.letters
        return {"A": ace, "T": "10", "J": jack, "Q": queen, "K": king}.get(rank, rank)

    def stamp(self, label: str) -> tuple[np.ndarray, np.ndarray]:
        """Masks of one index for a card FACE_HEIGHT high: rank and suit, both (h, w) float32 0..1."""
        rank = self.rank_mask(label[0])
        suit = self.fit(suit_mask(label[1], self.shape), self.suit_height, self.suit_stretch, 1.1)
        gap = max(1, round(self.gap * FACE_HEIGHT))
        if self.layout == "beside":
            h, w = max(rank.shape[0], suit.shape[0]), rank.shape[1] + gap + suit.shape[1]
            at_rank, at_suit = (0, 0), (h - suit.shape[0], rank.shape[1] + gap)
        else:
            h, w = rank.shape[0] + gap + suit.shape[0], max(rank.shape[1], suit.shape[1])
            at_rank = (0, (w - rank.shape[1]) // 2)
            at_suit = (rank.shape[0] + gap, (w - suit.shape[1]) // 2)
        both = np.zeros((2, h, w), np.float32)
        for layer, mask, (y, x) in ((both[0], rank, at_rank), (both[1], suit, at_suit)):
            layer[y:y + mask.shape[0], x:x + mask.shape[1]] = mask
        return both[0], both[1]

    def rank_mask(self, rank: str) -> np.ndarray:
        """The rank's glyph, narrower for "10", thicker or thinner as the deck has it."""
        text = self.text(rank)
        mask = glyph_mask(text, self.font, GLYPH, self.tight if len(text) > 1 else 0.0)
        if self.raised and text[1:].islower():
            mask = raised_mask(text, self.font)
        reach = round(abs(self.bold) * GLYPH)
        if reach:
            grow = cv2.dilate if self.bold > 0 else cv2.erode
            mask = grow(mask, np.ones((reach, reach), np.uint8))
        if self.slant:
            mask = slanted(mask, self.slant)
        if self.outline_only:
            mask = mask - cv2.erode(mask, np.ones((9, 9), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
        return self.fit(mask, self.rank_height, self.rank_stretch, 0.95 if len(text) == 1 else 1.15)

    @staticmethod
    def fit(mask: np.ndarray, height: float, stretch: float, widest: float) -> np.ndarray:
        """The mask at a share of the card's height, never wider than `widest` times that."""
        h = max(6, round(height * FACE_HEIGHT))
        w = max(4, round(min(mask.shape[1] / mask.shape[0] * stretch, widest) * h))
        return cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def random_colours(rng: np.random.Generator) -> dict[str, Bgr]:
    """Ink of each suit: black and red, now and then four colours."""
    red = (float(rng.uniform(10, 70)), float(rng.uniform(5, 60)), float(rng.uniform(165, 240)))
    dark = float(rng.uniform(5, 55))
    black = (dark * float(rng.uniform(0.8, 1.4)), dark, dark * float(rng.uniform(0.8, 1.1)))
    colours = {"S": black, "C": black, "H": red, "D": red}
    if rng.random() < 0.1:
        colours["C"] = (float(rng.uniform(20, 90)), float(rng.uniform(90, 160)), float(rng.uniform(10, 60)))
        colours["D"] = (float(rng.uniform(150, 230)), float(rng.uniform(40, 120)), float(rng.uniform(10, 70)))
    return colours


def paint(image: np.ndarray, mask: np.ndarray, at: tuple[int, int], colour: Bgr) -> None:
    """Blend a colour into the picture through a mask 0..1 whose corner lies at (x, y), in place."""
    x, y = at
    h, w = min(mask.shape[0], image.shape[0] - y), min(mask.shape[1], image.shape[1] - x)
    if h <= 0 or w <= 0 or x < 0 or y < 0:
        return
    part = image[y:y + h, x:x + w, :3].astype(np.float32)
    m = mask[:h, :w, None]
    image[y:y + h, x:x + w, :3] = (part * (1 - m) + np.array(colour, np.float32) * m).astype(np.uint8)


def put_indices(image: np.ndarray, label: str, style: IndexStyle) -> tuple[IndexBox, ...]:
    """Print the style's indices on the picture, in place; returns where they are."""
    rank, suit = style.stamp(label)
    h, w = image.shape[:2]
    ih, iw = rank.shape
    # narrower glyphs share the middle line of the column, as on real cards
    column = max(iw, round(0.75 * style.rank_height * style.rank_stretch * FACE_HEIGHT))
    x = round(style.inset[0] * FACE_HEIGHT) + (column - iw) // 2
    y = round(style.inset[1] * FACE_HEIGHT)
    shares = (x / w, y / h, (x + iw) / w, (y + ih) / h)
    boxes = corner_boxes(image, shares, style.corners)
    for box in boxes:
        at = round(box.box[0]), round(box.box[1])
        for mask in (rank, suit):
            paint(image, mask[::-1, ::-1] if box.turned else mask, at, style.colours[label[1]])
    return boxes
