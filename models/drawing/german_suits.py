"""Packs with German suits (acorns, leaves, hearts, bells), which no network here has learnt: to see that none is named.

    style = GermanStyle.random(rng, fonts, "flat")       # or "engraved"
    face = german_face("U", "acorns", style, rng)
    scene = draw_scene(rng, GermanPacks(fonts, Mix(german="flat")), backgrounds, tidy=True)

The two manners share no drawing: flat signs of one or two colours as modern packs for tournaments print them, and
shaded ones with dark lines as old patterns have them.  There is no photograph of such a pack to learn from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from models.drawing.card_scenes import CardSource, Mix
from models.drawing.drawn_faces import PIPS, blank, drawn_back
from models.drawing.glyphs import GLYPH, glyph_mask
from models.drawing.indices import Bgr, paint
from models.drawing.photographed_faces import FACE_HEIGHT, Face, IndexBox, corner_boxes, round_corners

GERMAN_SUITS = ("acorns", "leaves", "hearts", "bells")
GERMAN_RANKS = ("6", "7", "8", "9", "10", "U", "O", "K", "A", "D")
MANNERS = ("flat", "engraved")
SIGN = 160  # px, side of a sign before it is fitted
LINE: Bgr = (25, 25, 30)


@dataclass(frozen=True)
class GermanStyle:
    """How one pack prints: font of the ranks, sizes as shares of the card's height, colours of its signs."""

    font: str
    manner: str
    rank_height: float
    sign_height: float
    inset: tuple[float, float]
    corners: int
    signs: bool  # whether the corners show the suit below the rank
    shape: tuple[float, ...]
    green: Bgr
    red: Bgr
    yellow: Bgr
    brown: Bgr

    @classmethod
    def random(cls, rng: np.random.Generator, fonts: list[str], manner: str) -> GermanStyle:
        """A plausible pack of a manner."""
        rank = float(rng.uniform(0.06, 0.13))
        return cls(str(rng.choice(fonts)), manner, rank, rank * float(rng.uniform(0.6, 1.2)),
                   (float(rng.uniform(0.02, 0.05)), float(rng.uniform(0.02, 0.06))), 4 if rng.random() < 0.4 else 2,
                   bool(rng.random() < 0.85), tuple(rng.random(4)),
                   shade(rng, (45, 130, 30)), shade(rng, (35, 30, 205)), shade(rng, (40, 190, 235)),
                   shade(rng, (40, 85, 140)))

    def sign(self, suit: str) -> np.ndarray:
        """The suit's sign (SIGN, SIGN, 4) uint8 BGRA."""
        image = np.zeros((2 * SIGN, 2 * SIGN, 4), np.uint8)
        {"acorns": self.acorn, "leaves": self.leaf, "hearts": self.heart, "bells": self.bell}[suit](image)
        return cv2.resize(image, (SIGN, SIGN), interpolation=cv2.INTER_AREA)

    @property
    def engraved(self) -> bool:
        """Whether signs are shaded and have dark lines."""
        return self.manner == "engraved"

    def fill(self, image: np.ndarray, points: np.ndarray, colour: Bgr) -> None:
        """A polygon of points (n, 2) in shares of the picture, outlined where signs are engraved, in place."""
        n = image.shape[0]
        at = [np.round(points * n).astype(np.int32)]
        cv2.fillPoly(image, at, (*colour, 255))
        if self.engraved:
            cv2.polylines(image, at, True, (*LINE, 255), max(2, n // 40))

    def line(self, image: np.ndarray, points: list[tuple[float, float]], width: float, colour: Bgr = LINE) -> None:
        """A line through points in shares of the picture, in place."""
        n = image.shape[0]
        cv2.polylines(image, [np.round(np.array(points) * n).astype(np.int32)], False, (*colour, 255),
                      max(2, round(width * n)))

    def acorn(self, image: np.ndarray) -> None:
        """A nut hanging from its cup."""
        a, b, _, _ = self.shape
        cup = 0.42 + 0.08 * a
        nut = ellipse(0.5, cup, 0.26 + 0.06 * b, 0.5, 0, np.pi)
        self.fill(image, nut, self.yellow if self.engraved else self.brown)
        self.fill(image, ellipse(0.5, cup, 0.34, 0.26, np.pi, 2 * np.pi), self.green if self.engraved else self.yellow)
        self.line(image, [(0.5, cup - 0.25), (0.5 + 0.12 * (b - 0.5), 0.02)], 0.06,
                  LINE if self.engraved else self.brown)
        if self.engraved:
            for y in (0.1, 0.2, 0.3):
                self.line(image, [(0.3, cup - 0.05 - y / 2), (0.7, cup - 0.02 - y / 2)], 0.012)
            self.line(image, [(0.6, cup + 0.06), (0.57, cup + 0.3)], 0.02, self.red)

    def leaf(self, image: np.ndarray) -> None:
        """A lime leaf on its stem, the point above."""
        a, b, c, _ = self.shape
        t = np.linspace(0, np.pi, 30)
        half = (0.36 + 0.08 * a) * np.sin(t) ** (0.7 + 0.6 * b) * (1.1 - 0.35 * np.cos(t))
        y = 0.02 + 0.78 * (1 - np.cos(t)) / 2
        self.fill(image, np.concatenate([np.column_stack([0.5 + half, y]), np.column_stack([0.5 - half, y])[::-1]]),
                  self.green)
        self.line(image, [(0.5, 0.78), (0.5 + 0.1 * (c - 0.5), 0.98)], 0.06, LINE if self.engraved else self.green)
        if self.engraved:
            self.line(image, [(0.5, 0.1), (0.5, 0.8)], 0.02)
            for y0 in (0.35, 0.5, 0.65):
                for side in (-1, 1):
                    self.line(image, [(0.5, y0), (0.5 + side * 0.25, y0 - 0.12)], 0.014)

    def heart(self, image: np.ndarray) -> None:
        """A heart, broader than the French one."""
        t = np.linspace(0, 2 * np.pi, 60)
        x = 16 * np.sin(t) ** 3
        y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
        self.fill(image, np.column_stack([0.5 + 0.0285 * x, 0.46 - 0.029 * y]), self.red)
        if self.engraved:
            self.line(image, [(0.3, 0.3), (0.26, 0.42), (0.32, 0.55)], 0.03, self.yellow)

    def bell(self, image: np.ndarray) -> None:
        """A round bell with a slit below."""
        a, _, c, d = self.shape
        self.fill(image, ellipse(0.5, 0.52, 0.42, 0.42 + 0.04 * a, 0, 2 * np.pi), self.yellow)
        if self.engraved:
            self.fill(image, ellipse(0.5, 0.52, 0.42, 0.44, 0.1, np.pi - 0.1), self.red)
            self.line(image, [(0.08, 0.5), (0.92, 0.5)], 0.05)
            self.line(image, [(0.5, 0.62), (0.5, 0.9)], 0.05)
            self.fill(image, ellipse(0.5, 0.07, 0.07, 0.06, 0, 2 * np.pi), self.brown)
        else:
            self.line(image, [(0.1, 0.5), (0.9, 0.5)], 0.03 + 0.04 * c, self.brown)
            self.line(image, [(0.5, 0.6), (0.5, 0.92)], 0.04 + 0.04 * d, self.brown)
            self.line(image, [(0.38, 0.64), (0.62, 0.64)], 0.06, self.brown)


def shade(rng: np.random.Generator, ink: Bgr) -> Bgr:
    """An ink near this one."""
    blue, green, red = np.clip(np.array(ink) * rng.uniform(0.75, 1.25, 3), 0, 255).tolist()
    return blue, green, red


def ellipse(x: float, y: float, wide: float, high: float, start: float, end: float) -> np.ndarray:
    """Points (40, 2) of an arc, clockwise on screen, shares of a picture."""
    t = np.linspace(start, end, 40)
    return np.column_stack([x + wide * np.cos(t), y + high * np.sin(t)])


def put_sign(image: np.ndarray, sign: np.ndarray, at: tuple[float, float], size: float, turned: bool) -> None:
    """Lay a BGRA sign on the picture, its middle at (x, y), in place."""
    side = max(6, round(size))
    small = cv2.resize(sign, (side, side), interpolation=cv2.INTER_AREA)
    small = small[::-1, ::-1] if turned else small
    x, y = round(at[0] - side / 2), round(at[1] - side / 2)
    if x < 0 or y < 0 or x + side > image.shape[1] or y + side > image.shape[0]:
        return
    alpha = small[..., 3:].astype(np.float32) / 255
    part = image[y:y + side, x:x + side, :3]
    part[:] = (part * (1 - alpha) + small[..., :3] * alpha).astype(np.uint8)


def german_face(rank: str, suit: str, style: GermanStyle, rng: np.random.Generator) -> Face:
    """A whole card; its label is a rank and the first letter of a suit."""
    image = blank(rng)
    h, w = image.shape[:2]
    sign = style.sign(suit)
    if rank.isdigit():
        size = float(rng.uniform(0.12, 0.2)) * h
        for u, v in PIPS[rank[0] if rank != "10" else "T"]:
            put_sign(image, sign, (w * (0.3 + 0.4 * u), h * (0.16 + 0.68 * v)), size, v > 0.5)
    else:
        draw_figures(image, sign, rng)
    boxes = put_corners(image, rank, sign, style)
    return Face(round_corners(image), f"{rank[0]}{suit[0]}", boxes, whole_known=False)


def draw_figures(image: np.ndarray, sign: np.ndarray, rng: np.random.Generator) -> None:
    """A framed figure of coloured shapes with a large sign above, and the same turned below, in place."""
    h, w = image.shape[:2]
    x1, y1 = round(0.2 * w), round(0.08 * h)
    half = image[y1:h // 2, x1:w - x1].copy()
    for _ in range(int(rng.integers(6, 22))):
        points = rng.uniform(0, 1, (int(rng.integers(3, 6)), 2)) * half.shape[1::-1]
        colour = [(40, 40, 190), (40, 170, 230), (50, 110, 40), (120, 60, 30), (190, 210, 230)][rng.integers(5)]
        cv2.fillPoly(half, [points.astype(np.int32)], colour, cv2.LINE_AA)
    put_sign(half, sign, (0.2 * half.shape[1], 0.2 * half.shape[0]), 0.3 * half.shape[0], False)
    image[y1:h // 2, x1:w - x1] = half
    turned = half[::-1, ::-1]
    image[h - y1 - turned.shape[0]:h - y1, w - x1 - turned.shape[1]:w - x1] = turned


def put_corners(image: np.ndarray, rank: str, sign: np.ndarray, style: GermanStyle) -> tuple[IndexBox, ...]:
    """Print rank and sign in the corners, in place; returns where they are."""
    h, w = image.shape[:2]
    height = round(style.rank_height * FACE_HEIGHT)
    mask = glyph_mask(rank, style.font, GLYPH)
    wide = max(4, round(min(mask.shape[1] / mask.shape[0], 1.1) * height))
    rank_mask = cv2.resize(mask, (wide, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    side = round(style.sign_height * FACE_HEIGHT) if style.signs else 0
    box_wide, box_high = max(wide, side), height + (round(0.15 * height) + side if side else 0)
    x, y = round(style.inset[0] * FACE_HEIGHT), round(style.inset[1] * FACE_HEIGHT)
    boxes = corner_boxes(image, (x / w, y / h, (x + box_wide) / w, (y + box_high) / h), style.corners)
    for box in boxes:
        x1, y1, x2, y2 = box.box
        cv2.rectangle(image, (round(x1) - 2, round(y1) - 2), (round(x2) + 2, round(y2) + 2),
                      image[2, w // 2, :3].tolist(), -1)
        middle = (x1 + x2) / 2
        top = y2 - height if box.turned else y1
        paint(image, rank_mask[::-1, ::-1] if box.turned else rank_mask, (round(middle - wide / 2), round(top)), LINE)
        if side:
            put_sign(image, sign, (middle, y1 + side / 2 if box.turned else y2 - side / 2), side, box.turned)
    return boxes


class GermanPacks(CardSource):
    """Gives packs with German suits of the manner that the mix names."""

    def __init__(self, fonts: list[str], mix: Mix) -> None:
        super().__init__([], fonts, mix)

    def pack(self, rng: np.random.Generator) -> Iterator[Face]:
        """An endless pack of one design."""
        style = GermanStyle.random(rng, self.fonts, self.mix.german)
        while True:
            if rng.random() < 0.06:
                yield drawn_back(rng)
            else:
                yield german_face(str(rng.choice(GERMAN_RANKS)), str(rng.choice(GERMAN_SUITS)), style, rng)
