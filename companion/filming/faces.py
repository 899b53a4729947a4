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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from calibration.table import Point
from companion.filming.face_sheet import (
    CARD_MM,
    CORNER_MM,
    FACE_PX,
    FONT,
    INK,
    PAPER,
    PX_PER_MM,
    SCALE,
    FaceSheet,
    Rgb,
    paint_suit,
    suit_points,
)
from companion.filming.figures import paint_court, paint_joker
from companion.sheets.pack import CARD_MM as PACK_CARD_MM
from companion.sheets.pack import draw_face
from rules import Card, SetupError, parse_card

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
        """(h, w, 4) uint8 BGRA of a card's face, by its label."""
        return _drawn(parse_card(label).face)

    def back(self, name: str = "") -> np.ndarray:
        """(h, w, 4) uint8 BGRA of a back; an unknown name has the usual one."""
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
        """(h, w, 4) uint8 BGRA of a card's face: the folder's picture, else a drawn one."""
        face = parse_card(label).face
        file = self._file("JOKER1" if face == "JK" else face)
        return _drawn(face) if file is None else _read(file, self._outline)

    def back(self, name: str = "") -> np.ndarray:
        """(h, w, 4) uint8 BGRA of a back: the folder's picture, else a drawn one."""
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
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, w * 2 - 1, h * 2 - 1), CORNER_MM * PX_PER_MM * 2, fill=255)
    return np.dstack([bgr, np.asarray(mask.resize((w, h), Image.Resampling.BOX))])


# -- drawing --------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def _drawn(face: str) -> np.ndarray:
    card = Card(face)
    if card.is_unknown:
        raise SetupError("A card that nobody has seen ('??') cannot be drawn.")
    if not card.is_standard and not card.is_joker:
        return _rounded(_never_over(face))
    sheet = FaceSheet()
    if card.is_joker:
        paint_joker(sheet)
    elif card.rank in "JQK":
        paint_court(sheet, card.rank, card.suit)
        _index(sheet, card.rank, card.suit)
    else:
        _number(sheet, card.rank, card.suit)
        _index(sheet, card.rank, card.suit)
    return _rounded(sheet.bgr())


def _index(sheet: FaceSheet, rank: str, suit: str) -> None:
    """Rank and suit in two opposed corners; the rank 12 mm high, to be legible from above the table."""
    corner = FaceSheet(size=(12.0, 27.0))
    corner.text("10" if rank == "T" else rank, (6.4, 9.2), 12.0, INK[suit], widest=8.4)
    paint_suit(corner, suit, (6.4, 20.6), 8.4)
    stamp = corner.image
    ink = stamp.convert("L").point(lambda v: 255 if v < 242 else 0)
    w, h = sheet.image.size
    sheet.image.paste(stamp, (0, 0), ink)
    turned, turned_ink = (i.transpose(Image.Transpose.ROTATE_180) for i in (stamp, ink))
    sheet.image.paste(turned, (w - turned.width, h - turned.height), turned_ink)


def _number(sheet: FaceSheet, rank: str, suit: str) -> None:
    height = {"A": 24.0, "9": 12.0, "T": 11.5}.get(rank, 13.0)
    top, bottom = 17.5, CARD_MM[1] - 17.5
    for x, share in _PIPS[rank]:
        paint_suit(sheet, suit, (x, top + share * (bottom - top)), height, turned=share > 0.5)


class _PicturePen:
    """Draws what is printed (`companion.sheets`) into a picture: millimetres, y up from the lower edge."""

    def __init__(self, size: Point) -> None:
        self.height = size[1]
        self.image = Image.new("RGB", (round(size[0] * SCALE), round(size[1] * SCALE)), PAPER)

    def text(self, text: str, at: Point, height: float, colour: str = "black") -> None:
        font = ImageFont.truetype(str(FONT), height * SCALE / 0.72)
        ImageDraw.Draw(self.image).text(self._px(at), text, colour, font, anchor="ms")

    def shape(self, outlines: Sequence[Sequence[Point]], fill: str | None = "black", stroke: str | None = None,
              width: float = 0.3) -> None:
        for outline in outlines:
            points = [self._px(point) for point in outline]
            if fill:
                ImageDraw.Draw(self.image).polygon(points, fill)
            if stroke:
                ImageDraw.Draw(self.image).line([*points, points[0]], stroke, max(1, round(width * SCALE)))

    def disc(self, centre: Point, radius: float, fill: str | None = "black") -> None:
        (x, y), r = self._px(centre), radius * SCALE
        ImageDraw.Draw(self.image).ellipse((x - r, y - r, x + r, y + r), fill)

    @contextmanager
    def turned(self, centre: Point) -> Iterator[None]:
        """The centre is the picture's."""
        self.image = self.image.rotate(180)
        yield
        self.image = self.image.rotate(180)

    def _px(self, at: Point) -> tuple[float, float]:
        return at[0] * SCALE, (self.height - at[1]) * SCALE


def _never_over(face: str) -> np.ndarray:
    """A card of the special pack as it is printed (RULES 1.2): (h, w, 3) uint8 BGR."""
    pen = _PicturePen(PACK_CARD_MM)
    draw_face(pen, face, (0.0, 0.0))
    return cv2.resize(np.asarray(pen.image)[..., ::-1], FACE_PX, interpolation=cv2.INTER_AREA)


@lru_cache(maxsize=8)
def _drawn_back(colour: Rgb) -> np.ndarray:
    """A lattice of diamonds inside a white border."""
    sheet = FaceSheet()
    left, top, right, bottom = 4.0, 4.0, CARD_MM[0] - 4, CARD_MM[1] - 4
    sheet.pen.rectangle([v * SCALE for v in (left, top, right, bottom)], fill=colour)
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
        sheet.pen.rectangle([v * SCALE for v in box], fill=PAPER)
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
    sheet = FaceSheet((196, 190, 176) if pips == "side" else (246, 243, 234), size=(16.0, 16.0))
    for x, y in _DIE_PIPS[pips]:
        sheet.disc((8 + 4.2 * x, 8 + 4.2 * y), 1.65, (30, 28, 30))
    return _rounded(sheet.bgr())
