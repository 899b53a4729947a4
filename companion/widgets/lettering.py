"""Text that is drawn rather than a label.  It is never smaller than what is read from where the players sit.

    write("Stock", x, y, wide, high, size, TEXT_FONT, theme.quiet)

Where words find no room even at the least size they end in three dots; what lays them out sees to it that they do.
`drawn_text` tells what stands on a canvas, and how large.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.style.theme import CAPITALS, FIGURE_FONT, Colour, capital_share
from companion.widgets.base import app, fitting_size, text_height, text_width

LINE = 1.07  # height of a row of text as a share of its type size
LINE_USED = 0.78  # of the height that a font asks for, what one line needs: its capitals and what hangs below
CUT = "…"


@dataclass(frozen=True)
class Lettering:
    """A text as it was made for drawing."""

    text: str
    size: float  # of the type, pixels
    font: str


@dataclass(frozen=True)
class DrawnText:
    """A text that stands on a canvas.  size: of its type as it is drawn; left, right: its edges, in pixels."""

    text: str
    size: float
    font: str
    left: float
    right: float


_made: WeakKeyDictionary[Texture, Lettering] = WeakKeyDictionary()


def least_size(font: str) -> float:
    """The least type of a font, pixels: its capitals are as high as those of the least label."""
    return float(app().letters * CAPITALS / capital_share(font))


def px(units: float) -> float:
    """So many units of the design in pixels."""
    return float(app().unit * units)


def colour_of(name: str, place: int) -> Colour:
    """A player's own colour, as it was chosen; else that of the seat."""
    pegs: tuple[Colour, ...] = app().theme.pegs
    return pegs[app().settings.colours.get(name, place) % len(pegs)]


def line_height(font: str = FIGURE_FONT) -> float:
    """Height of a row with one line of the least type, pixels."""
    return least_size(font) * LINE


@lru_cache(maxsize=1024)
def text_texture(text: str, size: float, font: str = FIGURE_FONT, width: int | None = None, align: str = "left"
                 ) -> Texture:
    """White text as a texture; tinted when drawn.  Kept: making one takes longer than drawing it.  width: at which
    it wraps; None: it does not."""
    label = CoreLabel(text=text, font_size=max(size, 4), font_name=font, halign=align, text_size=(width, None))
    label.refresh()
    _made[label.texture] = Lettering(text, size, font)
    return label.texture


def write(text: str, x: float, y: float, wide: float, high: float, size: float, font: str, colour: Colour,
          align: str = "left", wrap: bool = False, right: float | None = None) -> float:
    """Text in a box, vertically centred, smaller until it fits or is at the least size; into the open canvas.
    `right` sets its right edge instead.  Returns the width it took."""
    if not text or wide < 4 or high < 4:
        return 0.0
    least = least_size(font)
    size = fitting_size(text, font, round(max(size, least), 1), int(wide), int(high), wrap, LINE_USED)
    if size < least:
        size, text = least, shortened(text, font, least, wide, high if wrap else 0.0)
    texture = text_texture(text, size, font, int(wide) if wrap else None, align if right is None else "right")
    w, h = texture.size
    left = x + (wide - w) / 2 if align == "center" else x
    Color(*colour)
    Rectangle(texture=texture, size=(w, h), pos=(left if right is None else right - w, y + (high - h) / 2))
    return float(w)


@lru_cache(maxsize=1024)
def shortened(text: str, font: str, size: float, wide: float, high: float = 0.0) -> str:
    """As much of a text as a box has room for, with dots where some is left out.  high: of lines that wrap; 0: one
    line only."""
    def fits(shown: str) -> bool:
        if not high:
            return text_width(shown, font, size) <= wide
        return text_height(shown, font, size, int(wide)) * LINE_USED <= high

    if fits(text):
        return text
    low, most = 0, len(text) - 1  # letters that fit, and that may
    while low < most:
        middle = (low + most + 1) // 2
        low, most = (middle, most) if fits(text[:middle].rstrip() + CUT) else (low, middle - 1)
    return text[:low].rstrip(" ·,") + CUT


def drawn_text(canvas: Any) -> Iterator[DrawnText]:
    """What was drawn on a canvas, and how large; of the text that this module made."""
    for instruction in canvas.children:
        if hasattr(instruction, "children"):
            yield from drawn_text(instruction)
        texture: Texture | None = getattr(instruction, "texture", None)
        made = _made.get(texture) if texture is not None and isinstance(instruction, Rectangle) else None
        if texture is not None and made is not None:
            left, wide = instruction.pos[0], instruction.size[0]
            yield DrawnText(made.text, made.size * instruction.size[1] / texture.height, made.font, left, left + wide)
