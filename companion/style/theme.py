"""Colours, type and sizes of the screens; plain numbers, no Kivy.

    >>> THEMES["dark"].accent
    (0.91, 0.69, 0.29, 1.0)
    >>> unit_px(1280, 800)
    1.0

One accent colour means "this is yours to do"; caution marks a broken rule.  Nothing is said by
colour alone: cards carry their suit signs, greens a plus and reds a "at most" sign, pegs a shape.
Sizes are given in units of a 1280x800 (or 800x1280) screen; `unit_px` says how many pixels one is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from pathlib import Path

Colour = tuple[float, float, float, float]

FONTS = Path(__file__).parent.parent / "fonts"
TEXT_FONT = str(FONTS / "ClearSans-Regular.ttf")
BOLD_FONT = str(FONTS / "ClearSans-Bold.ttf")
FIGURE_FONT = str(FONTS / "LinLibertine_RB.otf")

CAPITALS, CAPITALS_MM, INCHES = 0.676, 4.0, 10.0  # share of the type size (Clear Sans); least height; of the screen
FIGURES = 0.62  # height of Libertine's figures as a share of its type size
MM_PER_INCH = 25.4
TOUCH_DP = 76  # 12 mm at 160 dots per inch, the least a finger should have to hit


def _hex(text: str, alpha: float = 1.0) -> Colour:
    red, green, blue = (round(int(text[i : i + 2], 16) / 255, 2) for i in (1, 3, 5))
    return red, green, blue, alpha


@dataclass(frozen=True)
class Theme:
    """Every colour that a screen uses, RGBA from 0 to 1."""

    name: str
    felt: Colour  # the table itself
    surface: Colour  # what lies on the felt: panels
    raised: Colour  # what can be pressed
    pressed: Colour
    line: Colour  # edges of panels and buttons
    ink: Colour  # text
    quiet: Colour  # text that matters less
    accent: Colour
    on_accent: Colour  # text on the accent
    caution: Colour
    good: Colour  # all is well; also said in words
    wood: Colour  # the peg board
    hole: Colour
    pegs: tuple[Colour, ...]  # by seat; seats also differ in shape and name
    card: Colour
    card_black: Colour
    card_red: Colour
    line_width: float  # dp
    texture: float  # how much weave and grain shows, 0 to 1


ON_PICTURE = _hex("#FFC94D")  # what is drawn over the camera picture, in every theme; always edged in black
ALARM, ON_ALARM = _hex("#B3261E"), _hex("#FFFFFF")  # the bar over a dead picture, in every theme

_PEGS = ("#E9E1CF", "#D9573F", "#4E9BD8", "#F0B440", "#7DBB6A", "#B48AD6")

THEMES: dict[str, Theme] = {
    "dark": Theme(
        "dark", felt=_hex("#14352C"), surface=_hex("#0C231D", 0.86), raised=_hex("#24503F"), pressed=_hex("#2F6852"),
        line=_hex("#3B6A57", 0.75), ink=_hex("#F6EFE0"), quiet=_hex("#B5C6BB"), accent=_hex("#E8B04A"),
        on_accent=_hex("#231703"), caution=_hex("#F09A77"), good=_hex("#8AD6A2"), wood=_hex("#5E3B22"),
        hole=_hex("#2A180C"), pegs=tuple(map(_hex, _PEGS)), card=_hex("#FBF8F0"), card_black=_hex("#16191B"),
        card_red=_hex("#B3202A"), line_width=1.2, texture=1.0),
    "light": Theme(
        "light", felt=_hex("#DDE3D3"), surface=_hex("#F8F5EC", 0.94), raised=_hex("#FFFFFF"), pressed=_hex("#DCE8DF"),
        line=_hex("#A7B5A4"), ink=_hex("#1B2722"), quiet=_hex("#51625A"), accent=_hex("#17694C"),
        on_accent=_hex("#FFFFFF"), caution=_hex("#A8401A"), good=_hex("#1E6B3A"), wood=_hex("#E6C79C"),
        hole=_hex("#6B4726"),
        pegs=tuple(map(_hex, ("#2B2B2B", "#B3281E", "#1F5FA8", "#8A5A00", "#2C6B33", "#6A3C93"))),
        card=_hex("#FFFFFF"), card_black=_hex("#16191B"), card_red=_hex("#B3202A"), line_width=1.2, texture=0.6),
    "contrast": Theme(
        "contrast", felt=_hex("#000000"), surface=_hex("#000000"), raised=_hex("#000000"), pressed=_hex("#3A3A3A"),
        line=_hex("#FFFFFF"), ink=_hex("#FFFFFF"), quiet=_hex("#FFFFFF"), accent=_hex("#FFD60A"),
        on_accent=_hex("#000000"), caution=_hex("#FF9F80"), good=_hex("#7CFF8A"), wood=_hex("#000000"),
        hole=_hex("#8C8C8C"),
        pegs=tuple(map(_hex, ("#FFFFFF", "#FFD60A", "#5CC8FF", "#FF9F80", "#7CFF8A", "#E3A6FF"))),
        card=_hex("#FFFFFF"), card_black=_hex("#000000"), card_red=_hex("#B00012"), line_width=2.4, texture=0.0),
}


def unit_px(width: float, height: float) -> float:
    """Pixels of one design unit: the screen is 1280x800 units, or 800x1280 upright."""
    long, short = max(width, height), min(width, height)
    return min(long / 1280, short / 800)


def letters_px(width: float, height: float) -> float:
    """The least size of type, pixels: its capitals are 4 mm high on a screen of 10 inches.

    >>> letters_px(1280, 800), letters_px(1024, 600)
    (36.0, 28.0)
    """
    return float(math.ceil(math.hypot(width, height) / INCHES * CAPITALS_MM / MM_PER_INCH / CAPITALS))


def capital_share(font: str) -> float:
    """How high its capitals (or figures, where it is for figures) are, as a share of the type size."""
    return FIGURES if font == FIGURE_FONT else CAPITALS


def capital_mm(type_px: float, width: float, height: float, font: str = TEXT_FONT) -> float:
    """How high capitals of that size are on a screen of 10 inches."""
    return type_px * capital_share(font) / (math.hypot(width, height) / INCHES) * MM_PER_INCH


def next_theme(name: str) -> str:
    """The theme after this one, round and round."""
    names = list(THEMES)
    return names[(names.index(name) + 1) % len(names)]


def contrast_ratio(first: Colour, second: Colour) -> float:
    """Between two opaque colours, 1 to 21 (WCAG 2, relative luminance)."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def over(top: Colour, bottom: Colour) -> Colour:
    """The opaque colour seen when `top` lies on `bottom`."""
    alpha = top[3]
    red, green, blue = (alpha * t + (1 - alpha) * b for t, b in zip(top[:3], bottom[:3], strict=True))
    return red, green, blue, 1.0


def _luminance(colour: Colour) -> float:
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def colours(theme: Theme) -> dict[str, Colour]:
    """The theme's single colours by name."""
    return {f.name: value for f in fields(theme) if isinstance(value := getattr(theme, f.name), tuple)
            and not isinstance(value[0], tuple)}
