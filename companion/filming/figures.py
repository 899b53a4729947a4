"""The figures of drawn cards: kings, queens and jacks, and the joker."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from companion.filming.face_sheet import CARD_MM, INK, FaceSheet, Rgb, paint_suit

_SKIN: Rgb = (240, 205, 172)
_GOLD: Rgb = (236, 182, 44)
_LINE: Rgb = (26, 26, 36)
_CLOTH = {"S": ((34, 62, 128), (196, 40, 44)), "C": ((30, 104, 72), (222, 168, 40)),
          "H": ((196, 40, 44), (34, 62, 128)), "D": ((214, 120, 30), (110, 30, 70))}


def paint_court(sheet: FaceSheet, rank: str, suit: str) -> None:
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
    paint_suit(sheet, suit, (left + 5.2, top + 6.3), 9.0)
    _attribute(sheet, rank, right - 4.2, trim)
    sheet.stroke([(left, middle), (right, middle)], _LINE, 0.5)
    sheet.mirror_lower_half()
    sheet.frame((left, top, right, CARD_MM[1] - top), (44, 58, 120), 0.45)


def _head(sheet: FaceSheet, x: float, hair: Rgb) -> None:
    sheet.polygon([(x - 6.6, 20), (x + 6.6, 20), (x + 7.6, 32), (x + 4.4, 33), (x - 4.4, 33), (x - 7.6, 32)],
                  hair, _LINE)
    sheet.polygon([(x - 4.9, 19), (x + 4.9, 19), (x + 4.8, 26.5), (x + 2.4, 31), (x - 2.4, 31), (x - 4.8, 26.5)],
                  _SKIN, _LINE)
    for side in (-1, 1):
        sheet.stroke([(x + side * 3.5, 22.6), (x + side * 1.3, 22.5)], _LINE, 0.4)
        sheet.disc((x + side * 2.3, 24.0), 0.55, _LINE)
    sheet.stroke([(x + 0.2, 23.5), (x - 0.7, 26.6), (x + 0.4, 26.8)], (150, 96, 74), 0.35)
    sheet.stroke([(x - 1.4, 28.7), (x, 29.0), (x + 1.4, 28.7)], (176, 46, 50), 0.55)


def _king(sheet: FaceSheet, x: float, robe: Rgb, trim: Rgb) -> None:
    _head(sheet, x, (120, 84, 50))
    sheet.polygon([(x - 4.9, 27), (x - 2, 28), (x + 2, 28), (x + 4.9, 27), (x + 3, 34), (x, 36), (x - 3, 34)],
                  (120, 84, 50), _LINE)
    sheet.stroke([(x - 1.3, 29.2), (x + 1.3, 29.2)], (176, 46, 50), 0.6)
    sheet.polygon([(x - 6.5, 19.6), (x - 7.6, 11), (x - 3.6, 15), (x, 9.9), (x + 3.6, 15), (x + 7.6, 11),
                   (x + 6.5, 19.6)], _GOLD, _LINE)
    for dx, y in ((-7.6, 11.6), (0, 10.6), (7.6, 11.6)):
        sheet.disc((x + dx, y), 1.0, trim, _LINE)
    sheet.polygon([(x - 6.6, 17.6), (x + 6.6, 17.6), (x + 6.5, 19.8), (x - 6.5, 19.8)], robe, _LINE)


def _queen(sheet: FaceSheet, x: float, robe: Rgb, trim: Rgb) -> None:
    _head(sheet, x, (226, 176, 70))
    sheet.polygon([(x - 7.4, 31), (x + 7.4, 31), (x + 5, 34.4), (x - 5, 34.4)], (250, 250, 250), _LINE)
    sheet.polygon([(x - 5.6, 19.4), (x - 6.2, 14), (x - 3, 16.2), (x, 12.4), (x + 3, 16.2), (x + 6.2, 14),
                   (x + 5.6, 19.4)], _GOLD, _LINE)
    for dx, y in ((-6.2, 13.7), (0, 12.2), (6.2, 13.7)):
        sheet.disc((x + dx, y), 0.9, (250, 250, 250), _LINE)
    for dx in (-3, 0, 3):
        sheet.disc((x + dx, 18.0), 0.7, trim)


def _jack(sheet: FaceSheet, x: float, robe: Rgb, trim: Rgb) -> None:
    _head(sheet, x, (156, 92, 40))
    sheet.polygon([(x - 7, 19.8), (x - 6.4, 14.4), (x + 5, 12.6), (x + 7.4, 19.8)], robe, _LINE)
    sheet.polygon([(x - 7.4, 18.4), (x + 7.6, 18.4), (x + 7.4, 20.4), (x - 7.2, 20.4)], trim, _LINE)
    sheet.polygon([(x + 4.4, 17.6), (x + 7.4, 10.4), (x + 11.2, 10.2), (x + 9, 14.4)], (250, 250, 250), _LINE)


_HEADS: dict[str, Callable[[FaceSheet, float, Rgb, Rgb], None]] = {"K": _king, "Q": _queen, "J": _jack}


def _attribute(sheet: FaceSheet, rank: str, x: float, trim: Rgb) -> None:
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


def paint_joker(sheet: FaceSheet) -> None:
    """A jester, and JOKER down the side."""
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
