"""Card faces for the film: the project's own drawing, or a folder of pictures.

    faces = DrawnFaces(seed=3)
    faces.face("7H")            # BGRA picture, FACE_PX, "JK" and "+3" and "<=2" too
    faces.back("red")
    faces = FolderFaces(Path("decks/anglo"))   # <label>.webp or .png, JOKER1, BACK1, meta.json

Lengths are millimetres on a card of 63 by 88, drawn at PX_PER_MM.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from calibration.table import Point
from companion.sheets.pack import CARD_MM as PACK_CARD_MM
from companion.sheets.pack import draw_face
from rules import Card, SetupError, parse_card

CARD_MM = (63.0, 88.0)
PX_PER_MM = 6
FACE_PX = (round(CARD_MM[0] * PX_PER_MM), round(CARD_MM[1] * PX_PER_MM))
_OVERSAMPLE = 3
_SCALE = PX_PER_MM * _OVERSAMPLE
_CORNER_MM = 3.2
_FONT = Path(__file__).parent.parent / "fonts" / "ClearSans-Bold.ttf"
Rgb = tuple[int, int, int]  # RGB

PAPER: Rgb = (250, 249, 244)
INK = {"S": (22, 22, 26), "C": (22, 22, 26), "H": (200, 24, 34), "D": (200, 24, 34)}
BACKS: dict[str, Rgb] = {"": (38, 66, 132), "red": (158, 30, 40), "blue": (38, 66, 132), "green": (28, 98, 62),
                            "black": (40, 40, 44)}
_LEFT, _MIDDLE, _RIGHT = 21.0, 31.5, 42.0
_PIPS: dict[str, tuple[Point, ...]] = {  # columns in mm, rows as shares from the top pip to the bottom pip
    "A": ((_MIDDLE, .5),), "2": ((_MIDDLE, 0), (_MIDDLE, 1)), "3": ((_MIDDLE, 0), (_MIDDLE, .5), (_MIDDLE, 1)),
    "4": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (0, 1)),
    "5": (*((x, y) for x in (_LEFT, _RIGHT) for y in (0, 1)), (_MIDDLE, .5)),
    "6": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (0, .5, 1)),
    "7": (*((x, y) for x in (_LEFT, _RIGHT) for y in (0, .5, 1)), (_MIDDLE, .25)),
    "8": (*((x, y) for x in (_LEFT, _RIGHT) for y in (0, .5, 1)), (_MIDDLE, .25), (_MIDDLE, .75)),
    "9": (*((x, y) for x in (_LEFT, _RIGHT) for y in (0, 1 / 3, 2 / 3, 1)), (_MIDDLE, .5)),
    "T": (*((x, y) for x in (_LEFT, _RIGHT) for y in (0, 1 / 3, 2 / 3, 1)), (_MIDDLE, 1 / 6), (_MIDDLE, 5 / 6)),
}


class PackFaces(Protocol):
    """Where the film takes its card pictures from."""

    def face(self, label: str) -> np.ndarray:
        """The face of "7H", "JK", "+3" or "<=2": (h, w, 4) uint8 BGRA, round corners transparent."""

    def back(self, name: str = "") -> np.ndarray:
        """A back, by the name that tells two packs apart: (h, w, 4) uint8 BGRA."""


class DrawnFaces:
    """The project's own deck."""

    def face(self, label: str) -> np.ndarray:
        return _drawn(parse_card(label).face)

    def back(self, name: str = "") -> np.ndarray:
        return _drawn_back(BACKS.get(name, BACKS[""]))


class FolderFaces:
    """A deck of pictures; what the folder lacks (Never Over cards, jokers, backs) is drawn.

    Raises SetupError when the folder holds no complete pack of 52.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        missing = [r + s for r in "A23456789TJQK" for s in "CDHS" if self._file(r + s) is None]
        if missing:
            raise SetupError(f"{folder} is not a deck of faces: {missing[0]}.webp is missing there.")
        self._outline = _outline_px(folder / "meta.json")

    def face(self, label: str) -> np.ndarray:
        face = parse_card(label).face
        file = self._file("JOKER1" if face == "JK" else face)
        return _drawn(face) if file is None else _read(file, self._outline)

    def back(self, name: str = "") -> np.ndarray:
        file = self._file("BACK2" if name == "red" else "BACK1") or self._file("BACK1") or self._file("BACK")
        return DrawnFaces().back(name) if file is None else _read(file, self._outline)

    def _file(self, stem: str) -> Path | None:
        if not stem.isalnum():
            return None
        return next((f for f in (self.folder / f"{stem}{end}" for end in (".webp", ".png"))
                     if os.path.exists(f)), None)


# -- pictures from a folder -----------------------------------------------------------------------


def _outline_px(meta: Path) -> float:
    """How wide the drawn edge of a screen deck's cards is; 0 where the deck says nothing of one."""
    if not meta.exists():
        return 0.0
    try:
        return float(json.loads(meta.read_bytes()).get("edge_outline_px", 0))
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise SetupError(f"{meta} does not say how wide the cards' edge is.") from error


@lru_cache(maxsize=256)
def _read(file: Path, outline: float) -> np.ndarray:
    try:
        image = cv2.imdecode(np.frombuffer(file.read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED)
    except (OSError, cv2.error):
        image = None
    if image is None:
        raise SetupError(f"{file} is not a picture.")
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    cut = math.ceil(outline) + 1 if outline else 0  # screen decks have a drawn edge that a real card lacks
    image = image[cut:image.shape[0] - cut, cut:image.shape[1] - cut]
    if image.shape[2] == 4:
        alpha = image[..., 3:].astype(np.float32) / 255
        paper = np.median(image[image[..., 3] > 250][:, :3], axis=0)
        image = (image[..., :3] * alpha + paper * (1 - alpha)).astype(np.uint8)
    return _rounded(cv2.resize(image, FACE_PX, interpolation=cv2.INTER_AREA))


def _rounded(bgr: np.ndarray) -> np.ndarray:
    """The picture with an alpha channel of a card's round corners."""
    h, w = bgr.shape[:2]
    mask = Image.new("L", (w * 2, h * 2), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, w * 2 - 1, h * 2 - 1), _CORNER_MM * PX_PER_MM * 2, fill=255)
    return np.dstack([bgr, np.asarray(mask.resize((w, h), Image.Resampling.BOX))])


# -- drawing --------------------------------------------------------------------------------------


class _Sheet:
    """A card being drawn; every coordinate is in millimetres from its top left corner."""

    def __init__(self, paper: Rgb = PAPER, size: Point = CARD_MM) -> None:
        self.size = size
        self.image = Image.new("RGB", (round(size[0] * _SCALE), round(size[1] * _SCALE)), paper)
        self.pen = ImageDraw.Draw(self.image)

    def polygon(self, points: Iterable[Point], fill: Rgb, line: Rgb | None = None, width: float = 0.35) -> None:
        px = [(x * _SCALE, y * _SCALE) for x, y in points]
        self.pen.polygon(px, fill=fill)
        if line is not None:
            self.pen.line([*px, px[0]], fill=line, width=max(1, round(width * _SCALE)), joint="curve")

    def stroke(self, points: Iterable[Point], colour: Rgb, width: float = 0.4) -> None:
        px = [(x * _SCALE, y * _SCALE) for x, y in points]
        self.pen.line(px, fill=colour, width=max(1, round(width * _SCALE)), joint="curve")

    def disc(self, centre: Point, radius: float, fill: Rgb, line: Rgb | None = None, width: float = 0.35) -> None:
        x, y = centre
        box = tuple(v * _SCALE for v in (x - radius, y - radius, x + radius, y + radius))
        self.pen.ellipse(box, fill=fill, outline=line, width=max(1, round(width * _SCALE)))

    def frame(self, box: tuple[float, float, float, float], colour: Rgb, width: float, radius: float = 0.0) -> None:
        self.pen.rounded_rectangle(tuple(v * _SCALE for v in box), radius * _SCALE, outline=colour,
                                   width=max(1, round(width * _SCALE)))

    def text(self, text: str, centre: Point, height: float, colour: Rgb, widest: float = 99.0,
             stretch: float = 0.82) -> None:
        """Text whose ink is `height` high and at most `widest` wide, about its centre."""
        mask = _ink(text)
        h = round(height * _SCALE)
        w = min(round(mask.width * stretch * h / mask.height), round(widest * _SCALE))
        at = round(centre[0] * _SCALE - w / 2), round(centre[1] * _SCALE - h / 2)
        self.image.paste(colour, at, mask.resize((w, h), Image.Resampling.LANCZOS))

    def mirror_lower_half(self) -> None:
        """Make the lower half the upper half turned by 180 degrees."""
        w, h = self.image.size
        self.image.paste(self.image.crop((0, 0, w, h // 2)).transpose(Image.Transpose.ROTATE_180), (0, h - h // 2))

    def bgr(self) -> np.ndarray:
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


def _suit(sheet: _Sheet, suit: str, centre: Point, height: float, turned: bool = False) -> None:
    for shape in suit_points(suit, centre, height, turned):
        sheet.polygon(shape, INK[suit])


@lru_cache(maxsize=128)
def _drawn(face: str) -> np.ndarray:
    card = Card(face)
    if card.is_unknown:
        raise SetupError("A card that nobody has seen ('??') cannot be drawn.")
    if not card.is_standard and not card.is_joker:
        return _rounded(_never_over(face))
    sheet = _Sheet()
    if card.is_joker:
        _joker(sheet)
    elif card.rank in "JQK":
        _court(sheet, card.rank, card.suit)
        _index(sheet, card.rank, card.suit)
    else:
        _number(sheet, card.rank, card.suit)
        _index(sheet, card.rank, card.suit)
    return _rounded(sheet.bgr())


def _index(sheet: _Sheet, rank: str, suit: str) -> None:
    """Rank and suit in two opposed corners; the rank 12 mm high, to be legible from above the table."""
    corner = _Sheet(size=(12.0, 27.0))
    corner.text("10" if rank == "T" else rank, (6.4, 9.2), 12.0, INK[suit], widest=8.4)
    _suit(corner, suit, (6.4, 20.6), 8.4)
    stamp = corner.image
    ink = stamp.convert("L").point(lambda v: 255 if v < 242 else 0)
    w, h = sheet.image.size
    sheet.image.paste(stamp, (0, 0), ink)
    turned, turned_ink = (i.transpose(Image.Transpose.ROTATE_180) for i in (stamp, ink))
    sheet.image.paste(turned, (w - turned.width, h - turned.height), turned_ink)


def _number(sheet: _Sheet, rank: str, suit: str) -> None:
    height = {"A": 24.0, "9": 12.0, "T": 11.5}.get(rank, 13.0)
    top, bottom = 17.5, CARD_MM[1] - 17.5
    for x, share in _PIPS[rank]:
        _suit(sheet, suit, (x, top + share * (bottom - top)), height, turned=share > 0.5)


_SKIN: Rgb = (240, 205, 172)
_GOLD: Rgb = (236, 182, 44)
_LINE: Rgb = (26, 26, 36)
_CLOTH = {"S": ((34, 62, 128), (196, 40, 44)), "C": ((30, 104, 72), (222, 168, 40)),
          "H": ((196, 40, 44), (34, 62, 128)), "D": ((214, 120, 30), (110, 30, 70))}


def _court(sheet: _Sheet, rank: str, suit: str) -> None:
    """A framed figure, upright above and turned below."""
    robe, trim = _CLOTH[suit]
    left, top, right, middle, centre = 13.6, 9.0, 49.4, CARD_MM[1] / 2, 31.5
    sheet.polygon([(left, top), (right, top), (right, middle), (left, middle)], (252, 246, 226))
    shoulders = [(centre - 5, 32), (centre + 5, 32), (right - 5, 36), (right, middle), (left, middle), (left + 5, 36)]
    sheet.polygon(shoulders, robe, _LINE)
    for k in range(-4, 5):  # the robe's pattern leans outwards
        sheet.stroke([(centre + k * 2.0, 34 + abs(k) * 0.5), (centre + k * 4.4, middle)], trim, 0.7)
    panel = [(centre - 4.5, 31), (centre + 4.5, 31), (centre + 2.2, middle), (centre - 2.2, middle)]
    sheet.polygon(panel, _GOLD, _LINE)
    for y in (35.0, 38.5, 42.0):
        sheet.disc((centre, y), 0.9, trim, _LINE)
    _HEADS[rank](sheet, centre, robe, trim)
    _suit(sheet, suit, (left + 5.2, top + 6.3), 9.0)
    _attribute(sheet, rank, right - 4.2, trim)
    sheet.stroke([(left, middle), (right, middle)], _LINE, 0.5)
    sheet.mirror_lower_half()
    sheet.frame((left, top, right, CARD_MM[1] - top), (44, 58, 120), 0.45)


def _head(sheet: _Sheet, x: float, hair: Rgb) -> None:
    sheet.polygon([(x - 6.6, 20), (x + 6.6, 20), (x + 7.6, 32), (x + 4.4, 33), (x - 4.4, 33), (x - 7.6, 32)],
                  hair, _LINE)
    sheet.polygon([(x - 4.9, 19), (x + 4.9, 19), (x + 4.8, 26.5), (x + 2.4, 31), (x - 2.4, 31), (x - 4.8, 26.5)],
                  _SKIN, _LINE)
    for side in (-1, 1):
        sheet.stroke([(x + side * 3.5, 22.6), (x + side * 1.3, 22.5)], _LINE, 0.4)
        sheet.disc((x + side * 2.3, 24.0), 0.55, _LINE)
    sheet.stroke([(x + 0.2, 23.5), (x - 0.7, 26.6), (x + 0.4, 26.8)], (150, 96, 74), 0.35)
    sheet.stroke([(x - 1.4, 28.7), (x, 29.0), (x + 1.4, 28.7)], (176, 46, 50), 0.55)


def _king(sheet: _Sheet, x: float, robe: Rgb, trim: Rgb) -> None:
    _head(sheet, x, (120, 84, 50))
    sheet.polygon([(x - 4.9, 27), (x - 2, 28), (x + 2, 28), (x + 4.9, 27), (x + 3, 34), (x, 36), (x - 3, 34)],
                  (120, 84, 50), _LINE)
    sheet.stroke([(x - 1.3, 29.2), (x + 1.3, 29.2)], (176, 46, 50), 0.6)
    sheet.polygon([(x - 6.5, 19.6), (x - 7.6, 11), (x - 3.6, 15), (x, 9.9), (x + 3.6, 15), (x + 7.6, 11),
                   (x + 6.5, 19.6)], _GOLD, _LINE)
    for dx, y in ((-7.6, 11.6), (0, 10.6), (7.6, 11.6)):
        sheet.disc((x + dx, y), 1.0, trim, _LINE)
    sheet.polygon([(x - 6.6, 17.6), (x + 6.6, 17.6), (x + 6.5, 19.8), (x - 6.5, 19.8)], robe, _LINE)


def _queen(sheet: _Sheet, x: float, robe: Rgb, trim: Rgb) -> None:
    _head(sheet, x, (226, 176, 70))
    sheet.polygon([(x - 7.4, 31), (x + 7.4, 31), (x + 5, 34.4), (x - 5, 34.4)], (250, 250, 250), _LINE)
    sheet.polygon([(x - 5.6, 19.4), (x - 6.2, 14), (x - 3, 16.2), (x, 12.4), (x + 3, 16.2), (x + 6.2, 14),
                   (x + 5.6, 19.4)], _GOLD, _LINE)
    for dx, y in ((-6.2, 13.7), (0, 12.2), (6.2, 13.7)):
        sheet.disc((x + dx, y), 0.9, (250, 250, 250), _LINE)
    for dx in (-3, 0, 3):
        sheet.disc((x + dx, 18.0), 0.7, trim)


def _jack(sheet: _Sheet, x: float, robe: Rgb, trim: Rgb) -> None:
    _head(sheet, x, (156, 92, 40))
    sheet.polygon([(x - 7, 19.8), (x - 6.4, 14.4), (x + 5, 12.6), (x + 7.4, 19.8)], robe, _LINE)
    sheet.polygon([(x - 7.4, 18.4), (x + 7.6, 18.4), (x + 7.4, 20.4), (x - 7.2, 20.4)], trim, _LINE)
    sheet.polygon([(x + 4.4, 17.6), (x + 7.4, 10.4), (x + 11.2, 10.2), (x + 9, 14.4)], (250, 250, 250), _LINE)


_HEADS: dict[str, Callable[[_Sheet, float, Rgb, Rgb], None]] = {"K": _king, "Q": _queen, "J": _jack}


def _attribute(sheet: _Sheet, rank: str, x: float, trim: Rgb) -> None:
    """What the figure holds: a sword, a flower, a staff."""
    if rank == "K":
        sheet.polygon([(x - 0.9, 36), (x - 0.9, 16), (x, 12.6), (x + 0.9, 16), (x + 0.9, 36)], (206, 214, 224), _LINE)
        sheet.polygon([(x - 3.2, 35), (x + 3.2, 35), (x + 3.2, 36.6), (x - 3.2, 36.6)], _GOLD, _LINE)
    elif rank == "Q":
        sheet.stroke([(x, 38), (x - 0.4, 27)], (40, 110, 60), 0.8)
        for turn in np.linspace(0, 2 * math.pi, 6)[:-1]:
            sheet.disc((x - 0.4 + 1.9 * math.cos(turn), 25 + 1.9 * math.sin(turn)), 1.5, trim, _LINE)
        sheet.disc((x - 0.4, 25), 1.3, _GOLD, _LINE)
    else:
        sheet.stroke([(x, 42), (x, 18)], (112, 72, 36), 1.2)
        sheet.polygon([(x, 11.4), (x + 2.1, 15.6), (x, 19), (x - 2.1, 15.6)], (206, 214, 224), _LINE)
    sheet.disc((x, 37.5), 2.0, _SKIN, _LINE)


def _joker(sheet: _Sheet) -> None:
    for k, letter in enumerate("JOKER"):
        sheet.text(letter, (5.6, 8.0 + 6.2 * k), 5.2, INK["S"], widest=4.8)
    x, robe, trim = 31.5, (196, 40, 44), (34, 62, 128)
    sheet.polygon([(x - 12, 44), (x - 8, 34), (x + 8, 34), (x + 12, 44)], robe, _LINE)
    _head(sheet, x, robe)
    for side in (-1, 1):
        sheet.polygon([(x, 20.5), (x + side * 6.8, 21), (x + side * 13.5, 16.5), (x + side * 11, 10.5), (x, 13.5)],
                      robe if side < 0 else trim, _LINE)
        sheet.disc((x + side * 13.4, 17.6), 1.5, _GOLD, _LINE)
    sheet.polygon([(x - 4, 19.8), (x, 6.5), (x + 4, 19.8)], _GOLD, _LINE)
    sheet.disc((x, 6.6), 1.5, robe, _LINE)
    sheet.mirror_lower_half()


class _PicturePen:
    """Draws what is printed (`companion.sheets`) into a picture: millimetres, y up from the lower edge."""

    def __init__(self, size: Point) -> None:
        self.height = size[1]
        self.image = Image.new("RGB", (round(size[0] * _SCALE), round(size[1] * _SCALE)), PAPER)

    def text(self, text: str, at: Point, height: float, colour: str = "black") -> None:
        font = ImageFont.truetype(str(_FONT), height * _SCALE / 0.72)
        ImageDraw.Draw(self.image).text(self._px(at), text, colour, font, anchor="ms")

    def shape(self, outlines: Sequence[Sequence[Point]], fill: str | None = "black", stroke: str | None = None,
              width: float = 0.3) -> None:
        for outline in outlines:
            points = [self._px(point) for point in outline]
            if fill:
                ImageDraw.Draw(self.image).polygon(points, fill)
            if stroke:
                ImageDraw.Draw(self.image).line([*points, points[0]], stroke, max(1, round(width * _SCALE)))

    def disc(self, centre: Point, radius: float, fill: str | None = "black") -> None:
        (x, y), r = self._px(centre), radius * _SCALE
        ImageDraw.Draw(self.image).ellipse((x - r, y - r, x + r, y + r), fill)

    @contextmanager
    def turned(self, centre: Point) -> Iterator[None]:
        """The centre is the picture's."""
        self.image = self.image.rotate(180)
        yield
        self.image = self.image.rotate(180)

    def _px(self, at: Point) -> tuple[float, float]:
        return at[0] * _SCALE, (self.height - at[1]) * _SCALE


def _never_over(face: str) -> np.ndarray:
    """A card of the special pack as it is printed (RULES 1.2): (h, w, 3) uint8 BGR."""
    pen = _PicturePen(PACK_CARD_MM)
    draw_face(pen, face, (0.0, 0.0))
    return cv2.resize(np.asarray(pen.image)[..., ::-1], FACE_PX, interpolation=cv2.INTER_AREA)


@lru_cache(maxsize=8)
def _drawn_back(colour: Rgb) -> np.ndarray:
    """A lattice of diamonds inside a white border."""
    sheet = _Sheet()
    left, top, right, bottom = 4.0, 4.0, CARD_MM[0] - 4, CARD_MM[1] - 4
    sheet.pen.rectangle([v * _SCALE for v in (left, top, right, bottom)], fill=colour)
    red, green, blue = (round(c + 0.62 * (255 - c)) for c in colour)
    light = (red, green, blue)
    step = 5.0
    for k in range(-20, 40):
        for sign in (1, -1):
            x = left + k * step
            sheet.stroke([(x, top), (x + sign * (bottom - top), bottom)], light, 0.7)
    for x in np.arange(left, right + 1, step):
        for y in np.arange(top, bottom + 1, step):
            sheet.disc((x, y), 0.8, light)
    for box in ((0, 0, left, 88), (right, 0, 63, 88), (0, 0, 63, top), (0, bottom, 63, 88)):
        sheet.pen.rectangle([v * _SCALE for v in box], fill=PAPER)
    sheet.frame((left, top, right, bottom), colour, 0.8, 1.5)
    sheet.disc((31.5, 44.0), 9.0, colour, light, 0.9)
    for shape in suit_points("S", (31.5, 44.0), 10.0):
        sheet.polygon(shape, light)
    return _rounded(sheet.bgr())


_DIE_PIPS = {"1": ((0, 0),), "2": ((-1, -1), (1, 1)), "3": ((-1, -1), (0, 0), (1, 1)),
             "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)), "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
             "6": tuple((x, y) for x in (-1, 1) for y in (-1, 0, 1)), "side": ()}


@lru_cache(maxsize=8)
def die_side(pips: str) -> np.ndarray:
    """The face of a die, "1" to "6", or "side" for a plain darker one: BGRA, square."""
    sheet = _Sheet((196, 190, 176) if pips == "side" else (246, 243, 234), size=(16.0, 16.0))
    for x, y in _DIE_PIPS[pips]:
        sheet.disc((8 + 4.2 * x, 8 + 4.2 * y), 1.65, (30, 28, 30))
    return _rounded(sheet.bgr())
