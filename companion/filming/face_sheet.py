"""The sheet that a card's face is drawn on, in millimetres of the card: shapes, letters, suit signs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from calibration.table import Point

CARD_MM = (63.0, 88.0)
PX_PER_MM = 6
FACE_PX = (round(CARD_MM[0] * PX_PER_MM), round(CARD_MM[1] * PX_PER_MM))
OVERSAMPLE = 3
SCALE = PX_PER_MM * OVERSAMPLE
CORNER_MM = 3.2
FONT = Path(__file__).parent.parent / "fonts" / "ClearSans-Bold.ttf"
Rgb = tuple[int, int, int]  # RGB

PAPER: Rgb = (250, 249, 244)
INK = {"S": (22, 22, 26), "C": (22, 22, 26), "H": (200, 24, 34), "D": (200, 24, 34)}


class FaceSheet:
    """A card being drawn; every coordinate is in millimetres from its top left corner."""

    def __init__(self, paper: Rgb = PAPER, size: Point = CARD_MM) -> None:
        self.size = size
        self.image = Image.new("RGB", (round(size[0] * SCALE), round(size[1] * SCALE)), paper)
        self.pen = ImageDraw.Draw(self.image)

    def polygon(self, points: Iterable[Point], fill: Rgb, line: Rgb | None = None, width: float = 0.35) -> None:
        """A filled shape; points and width of the outline in mm."""
        px = [(x * SCALE, y * SCALE) for x, y in points]
        self.pen.polygon(px, fill=fill)
        if line is not None:
            self.pen.line([*px, px[0]], fill=line, width=max(1, round(width * SCALE)), joint="curve")

    def stroke(self, points: Iterable[Point], colour: Rgb, width: float = 0.4) -> None:
        """An open line through points; all in mm."""
        px = [(x * SCALE, y * SCALE) for x, y in points]
        self.pen.line(px, fill=colour, width=max(1, round(width * SCALE)), joint="curve")

    def disc(self, centre: Point, radius: float, fill: Rgb, line: Rgb | None = None, width: float = 0.35) -> None:
        """A filled circle; all in mm."""
        x, y = centre
        box = tuple(v * SCALE for v in (x - radius, y - radius, x + radius, y + radius))
        self.pen.ellipse(box, fill=fill, outline=line, width=max(1, round(width * SCALE)))

    def frame(self, box: tuple[float, float, float, float], colour: Rgb, width: float, radius: float = 0.0) -> None:
        """A rectangle's outline with rounded corners; box: x1, y1, x2, y2; all in mm."""
        self.pen.rounded_rectangle(tuple(v * SCALE for v in box), radius * SCALE, outline=colour,
                                   width=max(1, round(width * SCALE)))

    def text(self, text: str, centre: Point, height: float, colour: Rgb, widest: float = 99.0,
             stretch: float = 0.82) -> None:
        """Text whose ink is `height` high and at most `widest` wide, about its centre."""
        mask = _ink(text)
        h = round(height * SCALE)
        w = min(round(mask.width * stretch * h / mask.height), round(widest * SCALE))
        at = round(centre[0] * SCALE - w / 2), round(centre[1] * SCALE - h / 2)
        self.image.paste(colour, at, mask.resize((w, h), Image.Resampling.LANCZOS))

    def mirror_lower_half(self) -> None:
        """Make the lower half the upper half turned by 180 degrees."""
        w, h = self.image.size
        self.image.paste(self.image.crop((0, 0, w, h // 2)).transpose(Image.Transpose.ROTATE_180), (0, h - h // 2))

    def bgr(self) -> np.ndarray:
        """The sheet as a picture, (h, w, 3) uint8, PX_PER_MM pixels a millimetre."""
        w, h = round(self.size[0] * PX_PER_MM), round(self.size[1] * PX_PER_MM)
        return np.asarray(self.image.resize((w, h), Image.Resampling.BOX))[..., ::-1].copy()


@lru_cache(maxsize=64)
def _ink(text: str) -> Image.Image:
    """The text as a mask cropped to its ink (Bitstream Vera, which comes with reportlab)."""
    font = ImageFont.truetype(str(files("reportlab") / "fonts" / "VeraBd.ttf"), 256)
    mask = Image.new("L", (400 * len(text), 460), 0)
    pen, x = ImageDraw.Draw(mask), 40.0
    for letter in text:
        pen.text((x, 60), letter, fill=255, font=font)
        x += font.getlength(letter) * 0.92  # a little closer: "10" must not spread
    box = mask.getbbox()
    assert box is not None
    return mask.crop(box)


def suit_points(suit: str, centre: Point, height: float, turned: bool = False) -> list[list[Point]]:
    """The polygons of a suit sign of the given height about its centre."""
    shapes = {"D": _diamond, "H": _heart, "S": _spade, "C": _club}[suit]()
    sign = -1 if turned else 1
    return [[(centre[0] + sign * x * height, centre[1] + sign * y * height) for x, y in shape] for shape in shapes]


def _diamond() -> list[list[Point]]:
    edge = [(0.39 * t - 0.05 * math.sin(math.pi * t), -0.5 * (1 - t) + 0.05 * math.sin(math.pi * t))
            for t in np.linspace(0, 1, 9)]
    half = edge + [(x, -y) for x, y in edge[::-1]]
    return [half + [(-x, y) for x, y in half[::-1]]]


def _heart() -> list[list[Point]]:
    turn = np.linspace(0, 2 * math.pi, 60)
    return [[(16 * math.sin(t) ** 3 / 34, -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t)
                                            - math.cos(4 * t) + 2.5) / 29.0) for t in turn]]


def _stem(top: float) -> list[Point]:
    side = [(0.03 + 0.17 * t ** 2.4, top + (0.5 - top) * t) for t in np.linspace(0, 1, 9)]
    return side + [(-x, y) for x, y in side[::-1]]


def _spade() -> list[list[Point]]:
    body = [(x * 1.0, -y * 0.82 - 0.09) for x, y in _heart()[0]]
    return [body, _stem(0.12)]


def _club() -> list[list[Point]]:
    def leaf(cx: float, cy: float) -> list[Point]:
        return [(cx + 0.225 * math.cos(t), cy + 0.225 * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 40)]
    core = [(-0.1, -0.2), (0.1, -0.2), (0.16, 0.16), (-0.16, 0.16)]
    return [leaf(0, -0.275), leaf(-0.255, 0.09), leaf(0.255, 0.09), core, _stem(0.05)]


def paint_suit(sheet: FaceSheet, suit: str, centre: Point, height: float, turned: bool = False) -> None:
    """A suit's sign in its colour; centre and height in mm."""
    for shape in suit_points(suit, centre, height, turned):
        sheet.polygon(shape, INK[suit])
