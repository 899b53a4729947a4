"""Decks the code draws itself: index fonts, suit shapes, layouts, pips and plain courts.

    style = IndexStyle.random(rng, fonts)      # one deck's indices
    face = drawn_face("7H", style, rng)        # a whole card
    face = reindexed(scanned_face, style, rng) # the same indices on a scanned card

No scanned deck is a photograph of a modern pack, so the indices of modern packs (condensed,
large, jumbo, four corners, four colours) come from here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.drawing.photographed_faces import (
    FACE_HEIGHT,
    Face,
    IndexBox,
    corner_boxes,
    paper_colour,
    round_corners,
    without_index,
)
from models.drawing.strokes import PREFIX, random_strokes, stroke_text

GLYPH = 128  # px, height at which masks are drawn before they are fitted
Bgr = tuple[float, float, float]  # BGR
LETTERS = {  # what stands for A, J, Q, K; English far the commonest
    "English": ("A", "J", "Q", "K"), "French": ("1", "V", "D", "R"), "French A": ("A", "V", "D", "R"),
    "German": ("A", "B", "D", "K"), "Swedish": ("E", "Kn", "D", "K"), "Polish": ("A", "W", "D", "K"),
    "Russian": ("\u0422", "\u0412", "\u0414", "\u041a"),
    "Dutch": ("A", "B", "V", "H"), "Italian": ("A", "F", "C", "R"), "Italian D": ("A", "F", "D", "R"),
}
MIXED = tuple(LETTERS)[:7]  # learnt together; not Dutch, whose queen is the French jack's V, nor the rare Italian ones
STROKED = ("English", "French", "French A", "German", "Dutch", "Italian", "Italian D")  # models.drawing.strokes can
PIPS: dict[str, list[tuple[float, float]]] = {  # columns and rows of the pips, as shares of the inner field
    "A": [(.5, .5)], "2": [(.5, 0), (.5, 1)], "3": [(.5, 0), (.5, .5), (.5, 1)],
    "4": [(0, 0), (1, 0), (0, 1), (1, 1)], "5": [(0, 0), (1, 0), (.5, .5), (0, 1), (1, 1)],
    "6": [(0, 0), (1, 0), (0, .5), (1, .5), (0, 1), (1, 1)],
    "7": [(0, 0), (1, 0), (0, .5), (1, .5), (0, 1), (1, 1), (.5, .25)],
    "8": [(0, 0), (1, 0), (0, .5), (1, .5), (0, 1), (1, 1), (.5, .25), (.5, .75)],
    "9": [(x, y) for x in (0, 1) for y in (0, 1 / 3, 2 / 3, 1)] + [(.5, .5)],
    "T": [(x, y) for x in (0, 1) for y in (0, 1 / 3, 2 / 3, 1)] + [(.5, 1 / 6), (.5, 5 / 6)],
}


def usable_fonts(folders: list[Path]) -> list[str]:
    """Font files below the folders that can draw every rank upright."""
    files = sorted(f for folder in folders for f in folder.rglob("*") if f.suffix.lower() in (".ttf", ".otf"))
    plain = [f for f in files if not any(word in f.name.lower() for word in UNFIT_FONTS)]
    latin = [f for f in plain if "noto" not in f.name.lower()
             or f.name.lower().startswith(("notosans-", "notoserif-", "notosansdisplay-", "notosansmono-"))]
    return [str(f) for f in latin if can_draw(str(f))]


UNFIT_FONTS = ("math", "dingbat", "symbol", "emoji", "music", "initials", "smallcaps", "-sc", "braille",
               "italic", "oblique", "thin", "hairline",
               "extralight", "d050", "lobster", "hebrew", "arab", "chancery", "z003", "rufscript")


def can_draw(font: str) -> bool:
    """Whether the font has the digits and letters, each a different shape."""
    try:
        masks = [glyph_mask(text, font, GLYPH).tobytes() for text in ("A", "J", "Q", "K", "6", "7", "10")]
    except (OSError, ValueError):
        return False
    return len(set(masks)) == len(masks)


@lru_cache(maxsize=4000)
def can_write(font: str, letters: tuple[str, ...]) -> bool:
    """Whether the font has these letters, rather than its sign for a missing one."""
    try:
        nothing = b"" if font.startswith(PREFIX) else glyph_mask("\uffff", font, GLYPH).tobytes()
    except ValueError:
        nothing = b""
    try:
        return all(glyph_mask(text, font, GLYPH).tobytes() != nothing for text in letters)
    except (OSError, ValueError):
        return False


def slanted(mask: np.ndarray, slant: float) -> np.ndarray:
    """The mask leaning to the right by a share of its height."""
    h, w = mask.shape
    extra = round(abs(slant) * h)
    shear = np.array([[1, -slant, extra if slant > 0 else 0], [0, 1, 0]], float)
    return cv2.warpAffine(mask, shear, (w + extra, h))


@lru_cache(maxsize=20000)
def glyph_mask(text: str, font: str, height: int, tight: float = 0.0) -> np.ndarray:
    """The text as a mask (height, w) uint8, cropped to its ink; tight draws letters closer."""
    if font.startswith(PREFIX):
        mask = stroke_text(text, font, tight)
        return cv2.resize(mask, (max(3, round(mask.shape[1] * height / mask.shape[0])), height))
    face = ImageFont.truetype(font, height * 2)
    canvas = Image.new("L", (height * 8, height * 5), 0)
    draw, x = ImageDraw.Draw(canvas), float(height)
    for letter in text:
        draw.text((x, height), letter, fill=255, font=face)
        x += face.getlength(letter) * (1 - tight)
    ink = np.asarray(canvas)
    rows, columns = np.flatnonzero(ink.max(axis=1)), np.flatnonzero(ink.max(axis=0))
    if len(rows) < 4 or len(columns) < 4:
        raise ValueError(f"{font} cannot draw {text!r}")
    ink = ink[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    width = max(3, round(ink.shape[1] * height / ink.shape[0]))
    return cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA)


def raised_mask(text: str, font: str) -> np.ndarray:
    """A capital with its small letters beside its top, about half as high; (GLYPH, w) uint8."""
    capital, small = glyph_mask(text[0], font, GLYPH), glyph_mask(text[1:], font, GLYPH)
    height = round(0.45 * GLYPH)
    small = cv2.resize(small, (max(3, round(small.shape[1] * height / GLYPH)), height), interpolation=cv2.INTER_AREA)
    below = np.zeros((GLYPH - height, small.shape[1]), np.uint8)
    return np.hstack([capital, np.zeros((GLYPH, GLYPH // 16), np.uint8), np.vstack([small, below])])


def suit_mask(suit: str, shape: tuple[float, ...], size: int = GLYPH) -> np.ndarray:
    """A suit sign (size, size) uint8; shape: five numbers 0..1 that vary its drawing."""
    a, b, c, d, e = shape
    n = size * 2
    mask = np.zeros((n, n), np.uint8)
    if suit == "D":
        draw_diamond(mask, 0.36 + 0.14 * a, 0.25 * b)
    elif suit == "H":
        draw_heart(mask, a, b, c)
    elif suit == "S":
        body = np.zeros((int(n * 0.82), n), np.uint8)
        draw_heart(body, a, b, c)
        mask[: body.shape[0]] = body[::-1]
        draw_stem(mask, d, e, 0.55)
    else:
        draw_club(mask, a, b, c)
        draw_stem(mask, d, e, 0.5)
    return trim(cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA), size)


def trim(mask: np.ndarray, size: int) -> np.ndarray:
    """The mask cut to its ink and brought to the given height."""
    rows, columns = np.flatnonzero(mask.max(axis=1) > 60), np.flatnonzero(mask.max(axis=0) > 60)
    ink = mask[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    return cv2.resize(ink, (max(3, round(ink.shape[1] * size / ink.shape[0])), size),
                      interpolation=cv2.INTER_LINEAR)


def draw_diamond(mask: np.ndarray, half: float, bend: float) -> None:
    """A diamond of the given half width whose sides bend inwards."""
    n = mask.shape[0]
    t = np.linspace(0, 1, 12)
    quarter = np.stack([half * t, 0.5 * (1 - t)], axis=1) * (1 - bend * np.sin(np.pi * t))[:, None]
    points = [quarter * s + 0.5 for s in ([1, -1], [1, 1], [-1, 1], [-1, -1])]
    points = [p if k % 2 == 0 else p[::-1] for k, p in enumerate(points)]
    cv2.fillPoly(mask, [np.round(np.concatenate(points) * n).astype(np.int32)], 255)


def draw_heart(mask: np.ndarray, a: float, b: float, c: float) -> None:
    """A heart filling the mask: two lobes and a point that bends in or out."""
    h, w = mask.shape
    radius = 0.245 + 0.02 * a
    centre_y = 0.27 + 0.04 * b
    t = np.linspace(0, 1, 24)
    half = (0.5 - 0.0 * t) * (1 - t ** (1.1 + 1.3 * c)) * (0.93 + 0.07 * a)
    y = centre_y + 0.06 + t * (0.94 - centre_y)
    right = np.stack([0.5 + half, y], axis=1)
    left = np.stack([0.5 - half, y], axis=1)[::-1]
    polygon = np.concatenate([right, left]) * (w, h)
    cv2.fillPoly(mask, [np.round(polygon).astype(np.int32)], 255)
    for x in (0.5 - radius, 0.5 + radius):
        cv2.ellipse(mask, (round(x * w), round((centre_y + 0.03) * h)), (round(radius * w), round(0.29 * h)),
                    0, 0, 360, 255, -1)


def draw_club(mask: np.ndarray, a: float, b: float, c: float) -> None:
    """Three round leaves."""
    n = mask.shape[0]
    radius = 0.21 + 0.05 * a
    low, out = 0.52 + 0.06 * b, 0.5 - radius - 0.04 * c
    for x, y in ((0.5, radius + 0.01), (0.5 - out, low), (0.5 + out, low)):
        cv2.circle(mask, (round(x * n), round(y * n)), round(radius * n), 255, -1)
    cv2.circle(mask, (n // 2, round(0.45 * n)), round((0.06 + 0.1 * c) * n), 255, -1)


def draw_stem(mask: np.ndarray, d: float, e: float, top: float) -> None:
    """The foot below a spade or club, more or less flared."""
    n = mask.shape[0]
    t = np.linspace(0, 1, 12)
    half = 0.025 + 0.05 * e + (0.08 + 0.18 * d) * t ** (1 + 4 * e)
    y = top + (1 - top) * t
    outline = np.concatenate([np.stack([0.5 + half, y], 1), np.stack([0.5 - half, y], 1)[::-1]])
    cv2.fillPoly(mask, [np.round(outline * n).astype(np.int32)], 255)


def random_writing(rng: np.random.Generator, fonts: list[str], strokes: float, english: float,
                   others: tuple[str, ...]) -> tuple[str, str]:
    """A font, or strokes with that probability, and the language of the letters, English with that probability."""
    stroked = rng.random() < strokes
    font = random_strokes(rng) if stroked else str(rng.choice(fonts))
    known = [name for name in others if name in STROKED] if stroked else list(others)
    letters = "English" if rng.random() < english or not known else str(rng.choice(known))
    return font, letters if can_write(font, LETTERS[letters]) else "English"


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


def blank(rng: np.random.Generator) -> np.ndarray:
    """An empty card: white or creamy paper, sometimes a thin frame."""
    ratio = rng.choice([1.4, 1.53, 1.45], p=[0.6, 0.25, 0.15])
    paper = np.array([rng.uniform(225, 255), rng.uniform(238, 255), rng.uniform(242, 255)])
    return np.full((FACE_HEIGHT, round(FACE_HEIGHT / ratio), 3), paper, np.uint8)


def draw_pips(image: np.ndarray, label: str, style: IndexStyle, rng: np.random.Generator) -> None:
    """The pips of a number card, in place."""
    h, w = image.shape[:2]
    size = float(rng.uniform(0.1, 0.17)) if label[0] != "A" else float(rng.uniform(0.16, 0.5))
    mask = style.fit(suit_mask(label[1], style.shape), size, style.suit_stretch, 1.2)
    margin_x, margin_y = float(rng.uniform(0.25, 0.32)), float(rng.uniform(0.13, 0.2))
    for u, v in PIPS[label[0]]:
        x = w * (margin_x + u * (1 - 2 * margin_x)) - mask.shape[1] / 2
        y = h * (margin_y + v * (1 - 2 * margin_y)) - mask.shape[0] / 2
        paint(image, mask[::-1] if v > 0.5 else mask, (round(x), round(y)), style.colours[label[1]])


def draw_court(image: np.ndarray, label: str, style: IndexStyle, rng: np.random.Generator) -> None:
    """A framed figure of coloured shapes, upright above and turned below, in place."""
    h, w = image.shape[:2]
    x1, y1 = round(w * rng.uniform(0.17, 0.24)), round(h * rng.uniform(0.06, 0.12))
    half = image[y1:h // 2, x1:w - x1].copy()
    for _ in range(int(rng.integers(6, 26))):
        colour = [(30, 30, 200), (20, 190, 240), (160, 60, 20), (20, 20, 20), (200, 220, 240)][rng.integers(5)]
        points = rng.uniform(-0.1, 1.1, (int(rng.integers(3, 6)), 2)) * (half.shape[1], half.shape[0])
        if rng.random() < 0.5:
            cv2.fillPoly(half, [points.astype(np.int32)], colour, cv2.LINE_AA)
        else:
            cv2.polylines(half, [points.astype(np.int32)], bool(rng.random() < 0.5), colour,
                          int(rng.integers(1, 6)), cv2.LINE_AA)
    pip = style.fit(suit_mask(label[1], style.shape), 0.1, 1.0, 1.2)
    paint(half, pip, (4, 4), style.colours[label[1]])
    image[y1:h // 2, x1:w - x1] = half
    turned = half[::-1, ::-1]
    image[h - y1 - turned.shape[0]:h - y1, w - x1 - turned.shape[1]:w - x1] = turned
    if rng.random() < 0.7:
        cv2.rectangle(image, (x1, y1), (w - x1 - 1, h - y1 - 1), (60, 30, 20), 1, cv2.LINE_AA)


def drawn_face(label: str, style: IndexStyle, rng: np.random.Generator) -> Face:
    """A whole card drawn by code."""
    image = blank(rng)
    if label[0] in "JQK":
        draw_court(image, label, style, rng)
    else:
        draw_pips(image, label, style, rng)
    for box in put_indices(image.copy(), label, style):  # pips never run into an index
        x1, y1, x2, y2 = (round(v) for v in box.box)
        image[max(0, y1 - 3):y2 + 3, max(0, x1 - 3):x2 + 3] = image[2, image.shape[1] // 2]
    indices = put_indices(image, label, style)
    return Face(round_corners(image), label, indices)


def reindexed(face: Face, style: IndexStyle) -> Face:
    """A scanned card with its own indices painted over and the style's printed instead."""
    bare = without_index(face)
    image = bare.image.copy()
    paper = paper_colour(image)
    for box in put_indices(image.copy(), face.label, style):
        x1, y1, x2, y2 = (round(v) for v in box.box)
        image[max(0, y1 - 4):y2 + 4, max(0, x1 - 4):x2 + 4, :3] = paper
    indices = put_indices(image, face.label, style)
    return replace(bare, image=image, indices=indices)


def never_over_face(label: str, style: IndexStyle, rng: np.random.Generator) -> Face:
    """A printed card of a number game: an ordinary index in two corners, numbers in discs or octagons elsewhere."""
    image = blank(rng)
    h, w = image.shape[:2]
    green, number = label[1] in "CS", rng.integers(1, 10)
    ink: Bgr = (60, 112, 0) if green else (43, 20, 192)
    style = replace(style, colours=dict.fromkeys("CDHS", ink), corners=2, layout="below",
                    rank_height=min(style.rank_height, 0.12))
    text = f"+{number}" if green else f"\u2264{number}"
    text = text if can_write(style.font, tuple(text)) else str(number)
    for x, y, radius in ((w / 2, h / 2, 0.22), (0.82 * w, 0.13 * h, 0.1), (0.18 * w, 0.87 * h, 0.1)):
        disc(image, (round(x), round(y)), round(radius * h * float(rng.uniform(0.9, 1.05))), text, style, y > 0.6 * h)
    indices = put_indices(image, label, style)
    return Face(round_corners(image), label, indices)


def disc(image: np.ndarray, at: tuple[int, int], radius: int, text: str, style: IndexStyle, turned: bool) -> None:
    """A filled disc (green) or octagon (red) with white letters on it, in place."""
    ink = style.colours["C"]
    sides = 48 if ink[1] > ink[2] else 8
    angle = (np.arange(sides) + 0.5) * 2 * np.pi / sides
    points = np.stack([at[0] + radius * np.cos(angle), at[1] + radius * np.sin(angle)], axis=1)
    cv2.fillPoly(image, [np.round(points).astype(np.int32)], ink, cv2.LINE_AA)
    mask = np.concatenate([np.pad(glyph_mask(c, style.font, GLYPH), ((0, 0), (6, 6))) for c in text], axis=1)
    size = 0.75 * radius / GLYPH
    mask = cv2.resize(mask, (max(3, round(mask.shape[1] * size)), max(3, round(GLYPH * size))),
                      interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    corner = (at[0] - mask.shape[1] // 2, at[1] - mask.shape[0] // 2)
    paint(image, mask[::-1, ::-1] if turned else mask, corner, (255, 255, 255))


def joker_face(style: IndexStyle, rng: np.random.Generator) -> Face:
    """A joker: "JOKER" down the corner or a star and letters, and some figure."""
    image = blank(rng)
    draw_court(image, "KS" if rng.random() < 0.5 else "KH", style, rng)
    colour = style.colours["H" if rng.random() < 0.5 else "S"]
    mask = joker_mask(style, rng)
    h, w = image.shape[:2]
    x, y = round(style.inset[0] * FACE_HEIGHT), round(style.inset[1] * FACE_HEIGHT)
    shares = (x / w, y / h, (x + mask.shape[1]) / w, (y + mask.shape[0]) / h)
    boxes = corner_boxes(image, shares, 2)
    for box in boxes:
        paint(image, mask[::-1, ::-1] if box.turned else mask, (round(box.box[0]), round(box.box[1])), colour)
    return Face(round_corners(image), "JK", boxes)


def joker_mask(style: IndexStyle, rng: np.random.Generator) -> np.ndarray:
    """The corner mark of a joker, (h, w) float32 0..1: a star, a fool's cap, or JOKER down or along the corner."""
    size = max(9, round(style.rank_height * FACE_HEIGHT * float(rng.uniform(0.3, 0.55))))
    kind = rng.choice(["star", "cap", "down", "along"], p=[0.2, 0.1, 0.5, 0.2])
    if kind == "star":
        return star_mask(round(style.rank_height * FACE_HEIGHT))
    if kind == "cap":
        return cap_mask(round(1.3 * style.rank_height * FACE_HEIGHT))
    word = "JOKER" if rng.random() < 0.9 else "JOLLY"
    word = word if can_write(style.font, tuple(word)) else "JOKER"
    narrow = float(rng.uniform(0.6, 1.0))
    glyphs = [glyph_mask(letter, style.font, GLYPH).astype(np.float32) / 255 for letter in word]
    fitted = [cv2.resize(g, (max(4, round(narrow * g.shape[1] * size / GLYPH)), size)) for g in glyphs]
    gap = max(1, size // 6)
    if kind == "along":  # written along the long side, read from the side
        line = np.concatenate([np.pad(m, ((0, 0), (0, gap))) for m in fitted], axis=1)
        return np.ascontiguousarray(np.rot90(line, 1 if rng.random() < 0.7 else 3))
    width = max(m.shape[1] for m in fitted)
    return np.concatenate([np.pad(m, ((0, gap), ((width - m.shape[1]) // 2, (width - m.shape[1] + 1) // 2)))
                           for m in fitted])


def cap_mask(size: int) -> np.ndarray:
    """A fool's cap with three bells, (size, size) float32 0..1."""
    mask = np.zeros((size, size), np.uint8)
    tips = np.array([(0.1, 0.35), (0.5, 0.1), (0.9, 0.35)])
    for tip, left, right in zip(tips, (0.2, 0.35, 0.5), (0.5, 0.65, 0.8), strict=True):
        points = np.array([tip, (right, 0.75), (left, 0.75)]) * size
        cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 255, cv2.LINE_AA)
        cv2.circle(mask, (round(tip[0] * size), round(tip[1] * size)), max(1, size // 12), 255, -1, cv2.LINE_AA)
    cv2.rectangle(mask, (round(0.2 * size), round(0.78 * size)), (round(0.8 * size), round(0.9 * size)), 255, -1)
    return mask.astype(np.float32) / 255


def star_mask(size: int) -> np.ndarray:
    """A five-pointed star, (size, size) float32 0..1."""
    angle = np.arange(10) * np.pi / 5 - np.pi / 2
    radius = np.where(np.arange(10) % 2 == 0, 0.5, 0.2) * size
    points = np.stack([size / 2 + radius * np.cos(angle), size / 2 + radius * np.sin(angle)], axis=1)
    mask = np.zeros((size, size), np.uint8)
    cv2.fillPoly(mask, [points.astype(np.int32)], 255, cv2.LINE_AA)
    return mask.astype(np.float32) / 255


def drawn_back(rng: np.random.Generator) -> Face:
    """A card back: a regular pattern inside a white border."""
    image = blank(rng)
    h, w = image.shape[:2]
    ink = tuple(float(v) for v in rng.choice([(150, 60, 20), (40, 30, 170), (40, 40, 40), (60, 120, 30)]))
    border = round(float(rng.choice([0.0, 0.03, 0.05])) * h)
    field = image[border:h - border, border:w - border]
    step, line = int(rng.integers(6, 34)), int(rng.integers(1, 5))
    yy, xx = np.mgrid[:field.shape[0], :field.shape[1]]
    waves = [(xx + yy) % step < line, (xx - yy) % step < line, xx % step < line, yy % step < line,
             (xx // step + yy // step) % 2 == 0, np.hypot(xx % step - step / 2, yy % step - step / 2) < line + 2]
    chosen = [waves[k] for k in rng.choice(len(waves), int(rng.integers(1, 4)), replace=False)]
    mask = np.any(chosen, axis=0) if rng.random() < 0.8 else ~np.any(chosen, axis=0)
    field[mask] = ink
    return Face(round_corners(image), "", ())
