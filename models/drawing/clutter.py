"""Things that lie among the cards: printed paper, keyboards, screens, dice, hands, cups, coins, cables."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.drawing.flat_table import SIZE, DrawnTable, Pose, load_picture, place


def clutter(table: DrawnTable, rng: np.random.Generator, height: float, backgrounds: list[Path],
            fonts: list[str]) -> None:
    """Things under and between the cards: printed paper, keyboards, screens, dice."""
    prints = [b for b in backgrounds if b.name.startswith("print")]
    for _ in range(int(rng.integers(1, 4)) if prints and rng.random() < 0.22 else 0):
        page = load_picture(prints[rng.integers(len(prints))])
        side = int(rng.uniform(120, 420))
        y, x = int(rng.integers(0, page.shape[0] - side)), int(rng.integers(0, page.shape[1] - side))
        sheet = np.dstack([page[y:y + side, x:x + int(side * 0.7)],
                           np.full((side, int(side * 0.7)), 255, np.uint8)])
        table.lay(sheet, table.h @ place(anywhere(rng), sheet, height * float(rng.uniform(0.6, 2))), -2, 0.3)
    for _ in range(int(rng.integers(1, 3)) if fonts and rng.random() < 0.15 else 0):
        board = keyboard(rng, fonts) if rng.random() < 0.6 else screen(rng, fonts)
        table.lay(board, table.h @ place(anywhere(rng), board, height * float(rng.uniform(0.5, 1.6))), -2, 0.4)
    for _ in range(int(rng.integers(1, 7)) if rng.random() < 0.15 else 0):
        die = die_picture(rng)
        table.lay(die, table.h @ place(anywhere(rng), die, height * float(rng.uniform(0.1, 0.3))), -2, 0.4)


def keyboard(rng: np.random.Generator, fonts: list[str]) -> np.ndarray:
    """Rows of keys with letters, digits and signs on them, BGRA."""
    dark = rng.random() < 0.6
    case, key, ink = ((30, 30, 32), (55, 55, 58), (235, 235, 235)) if dark else ((205, 205, 205), (245, 245, 245),
                                                                                 (50, 50, 50))
    rows, columns, step = int(rng.integers(3, 6)), int(rng.integers(7, 13)), 56
    picture = Image.new("RGB", (columns * step + 20, rows * step + 20), case)
    draw = ImageDraw.Draw(picture)
    face = ImageFont.truetype(str(rng.choice(fonts)), int(rng.integers(16, 34)))
    for row in range(rows):
        for column in range(columns):
            x, y = 10 + column * step + 9 * (row % 2), 10 + row * step
            draw.rounded_rectangle((x, y, x + step - 7, y + step - 7), 7, fill=key)
            draw.text((x + 9, y + 4), rng.choice(list("AQJKA23456789QWERTYUIOPASDFGHJKL?!%&+-")), fill=ink, font=face)
    return opaque(picture)


def screen(rng: np.random.Generator, fonts: list[str]) -> np.ndarray:
    """A lit telephone or receipt: lines of words, numbers and a few large figures, BGRA."""
    w, h = int(rng.integers(180, 330)), int(rng.integers(300, 520))
    dark = rng.random() < 0.5
    back, ink = ((18, 20, 26), (225, 230, 235)) if dark else ((250, 250, 250), (25, 25, 30))
    picture = Image.new("RGB", (w, h), back)
    draw, y = ImageDraw.Draw(picture), 8
    while y < h - 12:
        size = int(rng.choice([14, 18, 26, 48, 70], p=[0.3, 0.3, 0.2, 0.12, 0.08]))
        face = ImageFont.truetype(str(rng.choice(fonts)), size)
        text = "".join(rng.choice(list("0123456789AJQK .:/%acehorst"), int(rng.integers(2, 14))))
        colour = ink if rng.random() < 0.75 else tuple(int(v) for v in rng.integers(0, 255, 3))
        draw.text((int(rng.integers(4, 60)), y), text, fill=colour, font=face)
        y += int(size * 1.35)
    return opaque(picture)


def opaque(picture: Image.Image) -> np.ndarray:
    """A Pillow picture as BGRA."""
    return cv2.cvtColor(np.asarray(picture), cv2.COLOR_RGB2BGRA)


def anywhere(rng: np.random.Generator) -> Pose:
    """Some pose on the table."""
    x, y = rng.uniform(-0.5, 0.5, 2) * SIZE
    return float(x), float(y), float(rng.uniform(0, 2 * np.pi))


def die_picture(rng: np.random.Generator) -> np.ndarray:
    """The upper side of a die, BGRA."""
    colour, dot = ((245, 245, 245), (20, 20, 20)) if rng.random() < 0.5 else ((30, 30, 190), (240, 240, 240))
    die = np.full((90, 90, 4), (*colour, 255), np.uint8)
    for u, v in [(x, y) for x in (0, 1, 2) for y in (0, 1, 2) if rng.random() < 0.5]:
        cv2.circle(die, (20 + 25 * u, 20 + 25 * v), 8, (*dot, 255), -1, cv2.LINE_AA)
    return die


def occlude(table: DrawnTable, rng: np.random.Generator, height: float) -> None:
    """Things on top of the cards: fingers, a cup, coins, a cable."""
    kind = rng.choice(["hand", "cup", "coins", "cable"], p=[0.5, 0.15, 0.2, 0.15])
    mask = np.zeros((SIZE, SIZE), np.uint8)
    spot = rng.uniform(0.1, 0.9, 2) * SIZE
    colour = np.array(rng.uniform(20, 230, 3))
    if kind == "hand":
        colour = np.array([0.55, 0.72, 1.0]) * rng.uniform(70, 240) * rng.uniform(0.9, 1.1, 3)
        draw_hand(mask, rng, spot, height)
    elif kind == "cup":
        cv2.ellipse(mask, ints(spot), ints(rng.uniform(0.3, 0.6, 2) * height), 0, 0, 360, 255, -1)
    elif kind == "coins":
        for _ in range(int(rng.integers(1, 7))):
            cv2.circle(mask, ints(rng.uniform(0, SIZE, 2)), int(0.14 * height), 255, -1)
    else:
        points = np.cumsum(rng.normal(0, 0.25, (8, 2)), axis=0) * SIZE + spot
        cv2.polylines(mask, [points.astype(np.int32)], False, 255, max(2, int(0.03 * height)), cv2.LINE_AA)
    shade = cv2.resize(rng.uniform(0.75, 1.2, (4, 4, 1)).astype(np.float32), (SIZE, SIZE))[..., None]
    table.cover(cv2.blur(mask, (3, 3)).astype(np.float32) / 255, np.clip(colour * shade, 0, 255))


def draw_hand(mask: np.ndarray, rng: np.random.Generator, spot: np.ndarray, height: float) -> None:
    """A palm and fingers reaching in from one side, in place."""
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    cv2.line(mask, ints(spot), ints(spot + way * SIZE), 255, int(0.5 * height), cv2.LINE_AA)
    for k in range(int(rng.integers(1, 5))):
        side = np.array([-way[1], way[0]]) * (k - 1.5) * 0.14 * height
        tip = spot + side - way * height * rng.uniform(0.3, 0.6) + rng.normal(0, 0.04, 2) * height
        cv2.line(mask, ints(spot + side), ints(tip), 255, max(3, int(0.12 * height)), cv2.LINE_AA)


def ints(point: np.ndarray) -> tuple[int, int]:
    """A point as OpenCV wants it."""
    return int(point[0]), int(point[1])
