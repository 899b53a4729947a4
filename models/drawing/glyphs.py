"""Letters and suit signs as masks: which fonts can draw them, in which languages decks print them.

    fonts = usable_fonts([Path("/usr/share/fonts")])
    glyph_mask("10", fonts[0], GLYPH)          # (GLYPH, w) uint8
    suit_mask("C", (0.2, 0.5, 0.1, 0.9, 0.4))  # the five numbers vary its drawing
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.drawing.strokes import PREFIX, random_strokes, stroke_text

GLYPH = 128  # px, height at which masks are drawn before they are fitted
LETTERS = {  # what stands for A, J, Q, K; English far the commonest
    "English": ("A", "J", "Q", "K"), "French": ("1", "V", "D", "R"), "French A": ("A", "V", "D", "R"),
    "German": ("A", "B", "D", "K"), "Swedish": ("E", "Kn", "D", "K"), "Polish": ("A", "W", "D", "K"),
    "Russian": ("\u0422", "\u0412", "\u0414", "\u041a"),
    "Dutch": ("A", "B", "V", "H"), "Italian": ("A", "F", "C", "R"), "Italian D": ("A", "F", "D", "R"),
}
MIXED = tuple(LETTERS)[:7]  # learnt together; not Dutch, whose queen is the French jack's V, nor the rare Italian ones
STROKED = ("English", "French", "French A", "German", "Dutch", "Italian", "Italian D")  # models.drawing.strokes can


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
