"""Numerals and letters drawn with a pen of even width: the boxy, notched indices of jumbo packs.

    font = random_strokes(rng)          # a name that models.drawing.glyphs.glyph_mask understands
    mask = stroke_glyph("8", font)      # (STROKE_HEIGHT, w) uint8

No free font looks like these: a large print pack's 8 is two rounded rectangles one above the other.
A glyph is a few lines in the unit square, y down, whose corners are rounded.
"""

from __future__ import annotations

import cv2
import numpy as np

PREFIX = "strokes:"
STROKE_HEIGHT = 128  # px
LETTERS = "0123456789AJQKBDRVEOCFH"
Lines = list[tuple[list[tuple[float, float]], bool]]  # points and whether the line is closed


def random_strokes(rng: np.random.Generator) -> str:
    """A font's name: corner radius, pen width, waist, waist's notch, width and manner in hundredths."""
    numbers = (rng.uniform(0.05, 0.5), rng.uniform(0.13, 0.34), rng.uniform(0.42, 0.52),
               rng.choice([0.0, 0.0, 0.06, 0.12]), rng.uniform(0.45, 0.85), rng.uniform(0, 1))
    return PREFIX + ",".join(f"{v:.2f}" for v in numbers)


def lines_of(letter: str, waist: float, notch: float, manner: float) -> Lines:
    """The pen's ways for a letter; manner 0..1 chooses among usual forms."""
    m, n, hook = waist, notch, 0.12 + 0.1 * manner
    first, second = manner < 0.5, 0.25 < manner < 0.75
    shapes: dict[str, Lines] = {
        **{key: [(box(0, 0, 1, 1), True)] for key in "0O"},
        "1": [([(0.3, 0.0 if first else 0.25), (0.6, 0), (0.6, 1)], False)] + ([([(0.3, 1), (0.9, 1)], False)]
                                                                              if second else []),
        "2": [([(0, hook), (0, 0), (1, 0), (1, m), (0, m if first else 1), (0, 1), (1, 1)], False)],
        "3": [([(0, hook), (0, 0), (1, 0), (1, m), (0.25, m)], False) if first else
              ([(0, 0), (1, 0), (0.45, m)], False), ([(0.35, m), (1, m), (1, 1), (0, 1), (0, 1 - hook)], False)],
        "4": [([(0.72, 1), (0.72, 0), (0, 0.68), (1, 0.68)], False)] if first else
             [([(0, 0), (0, 0.6), (1, 0.6)], False), ([(0.78, 0.25 if second else 0), (0.78, 1)], False)],
        "5": [([(1, 0), (0, 0), (0, m), (1, m), (1, 1), (0, 1), (0, 1 - hook)], False)],
        "6": [([(1, hook), (1, 0), (0, 0), (0, 1), (1, 1), (1, m), (0, m)], False)],
        "7": [([(0, hook if second else 0), (0, 0), (1, 0), (0.35, 1)] if first else
               [(0, 0), (1, 0), (1, 0.3), (0.4, 0.6), (0.4, 1)], False)],
        "8": [(box(n, 0, 1 - n, m), True), (box(0, m, 1, 1), True)],
        "9": [([(0, 1 - hook), (0, 1), (1, 1), (1, 0), (0, 0), (0, 1 - m), (1, 1 - m)], False)],
        "A": [([(0, 1), (0.5, 0), (1, 1)], False), ([(0.2, 0.66), (0.8, 0.66)], False)] if manner < 0.8 else
             [([(0, 1), (0, 0), (1, 0), (1, 1)], False), ([(0, 0.55), (1, 0.55)], False)],
        "J": [([(0.3 if second else 0.99, 0), (1, 0), (1, 1), (0, 1), (0, 0.68)], False)],
        "Q": [(box(0, 0, 1, 1), True), ([(0.55, 0.68), (1.05, 1.05)], False)],
        "K": [([(0, 0), (0, 1)], False), ([(1, 0), (0, 0.56)], False), ([(0.3, 0.42), (1, 1)], False)],
        "B": [(box(0, 0, 1 - n, m), True), (box(0, m, 1, 1), True), ([(0, 0), (0, 1)], False)],
        "D": [(box(0, 0, 1, 1), True), ([(0, 0), (0, 1)], False)],
        "R": [(box(0, 0, 1, 0.5), True), ([(0, 0), (0, 1)], False), ([(0.4, 0.5), (1, 1)], False)],
        "V": [([(0, 0), (0.5, 1), (1, 0)], False)],
        "E": [([(1, 0), (0, 0), (0, 1), (1, 1)], False), ([(0, m), (0.8, m)], False)],
        "C": [([(1, hook), (1, 0), (0, 0), (0, 1), (1, 1), (1, 1 - hook)], False)],
        "F": [([(1, 0), (0, 0), (0, 1)], False), ([(0, m), (0.8, m)], False)],
        "H": [([(0, 0), (0, 1)], False), ([(1, 0), (1, 1)], False), ([(0, m), (1, m)], False)],
    }
    return shapes[letter]


def box(x1: float, y1: float, x2: float, y2: float) -> list[tuple[float, float]]:
    """The corners of a rectangle."""
    return [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]


def rounded_corners(points: np.ndarray, closed: bool, radius: float) -> np.ndarray:
    """A line (n, 2) with its corners rounded, as points close together."""
    count = len(points)
    done: list[np.ndarray] = []
    t = np.linspace(0, 1, 9)[:, None]
    for k in range(count):
        here, before, after = points[k], points[k - 1], points[(k + 1) % count]
        if not closed and k in (0, count - 1):
            done.append(here[None])
            continue
        into, out = before - here, after - here
        near = min(radius, 0.5 * float(np.linalg.norm(into)), 0.5 * float(np.linalg.norm(out)))
        start = here + into / max(float(np.linalg.norm(into)), 1e-6) * near
        end = here + out / max(float(np.linalg.norm(out)), 1e-6) * near
        done.append((1 - t) ** 2 * start + 2 * t * (1 - t) * here + t**2 * end)
    return np.concatenate(done)


def stroke_glyph(letter: str, font: str) -> np.ndarray:
    """One letter as a mask (STROKE_HEIGHT, w) uint8; ValueError for a letter that has no lines."""
    if letter not in LETTERS:
        raise ValueError(f"{font} cannot draw {letter!r}")
    radius, pen, waist, notch, width, manner = (float(v) for v in font.removeprefix(PREFIX).split(","))
    side = max(8, round(STROKE_HEIGHT * width))
    thick = max(3, round(pen * side))
    inner = np.array([side - thick, STROKE_HEIGHT - thick], float)
    mask = np.zeros((STROKE_HEIGHT + 8, side + 8), np.uint8)
    for points, closed in lines_of(letter, waist, notch, manner):
        way = rounded_corners(np.array(points) * inner, closed, radius * side) + thick / 2 + 4
        cv2.polylines(mask, [np.round(way).astype(np.int32)], closed, 255, thick, cv2.LINE_AA)
    rows, columns = np.flatnonzero(mask.max(axis=1)), np.flatnonzero(mask.max(axis=0))
    return mask[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]


def stroke_text(text: str, font: str, tight: float) -> np.ndarray:
    """Letters side by side as a mask (STROKE_HEIGHT, w) uint8."""
    glyphs = [cv2.resize(g, (g.shape[1], STROKE_HEIGHT)) for g in (stroke_glyph(letter, font) for letter in text)]
    gap = np.zeros((STROKE_HEIGHT, max(2, round(STROKE_HEIGHT * (0.16 - 0.8 * tight)))), np.uint8)
    parts = [part for glyph in glyphs for part in (glyph, gap)][:-1]
    return np.concatenate(parts, axis=1)
