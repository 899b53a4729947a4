"""Faces that the code draws itself: indices, layouts of pips, plain courts, jokers, backs.

    face = drawn_face("7H", style, rng)        # a whole card; style: models.drawing.indices
    face = reindexed(scanned_face, style)      # the same indices on a scanned card

No scanned deck is a photograph of a modern pack, so the indices of modern packs (condensed,
large, jumbo, four corners, four colours) come from here.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from models.drawing.glyphs import GLYPH, can_write, glyph_mask, suit_mask
from models.drawing.indices import Bgr, IndexStyle, paint, put_indices
from models.drawing.photographed_faces import (
    FACE_HEIGHT,
    Face,
    corner_boxes,
    paper_colour,
    round_corners,
    without_index,
)

PIPS: dict[str, list[tuple[float, float]]] = {  # columns and rows of the pips, as shares of the inner field
    "A": [(.5, .5)], "2": [(.5, 0), (.5, 1)], "3": [(.5, 0), (.5, .5), (.5, 1)],
    "4": [(0, 0), (1, 0), (0, 1), (1, 1)], "5": [(0, 0), (1, 0), (.5, .5), (0, 1), (1, 1)],
    "6": [(0, 0), (1, 0), (0, .5), (1, .5), (0, 1), (1, 1)],
    "7": [(0, 0), (1, 0), (0, .5), (1, .5), (0, 1), (1, 1), (.5, .25)],
    "8": [(0, 0), (1, 0), (0, .5), (1, .5), (0, 1), (1, 1), (.5, .25), (.5, .75)],
    "9": [(x, y) for x in (0, 1) for y in (0, 1 / 3, 2 / 3, 1)] + [(.5, .5)],
    "T": [(x, y) for x in (0, 1) for y in (0, 1 / 3, 2 / 3, 1)] + [(.5, 1 / 6), (.5, 5 / 6)],
}


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
