"""A drawn playing card, Never Over cards too.  Suits differ by sign, greens by a round plus and
reds by a square "at most" sign, so that no colour has to be seen."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.style import fans
from companion.style.theme import BOLD_FONT, FIGURE_FONT, Theme
from companion.widgets.base import Pressable, app, text_width
from companion.widgets.lettering import least_size, text_texture
from companion.words import texts

SHAPE = fans.SHAPE
EDGE = 0.62  # how light its edge is beside its paper
RANK, SUIT, SIGN = 0.52, 0.42, 0.92  # type size of a card's height; of a Never Over sign, of its box
LEAST_CARD = 80  # units of height, at which all signs can be read
_GREEN, _RED = (0.09, 0.42, 0.24, 1), (0.70, 0.13, 0.16, 1)


def sign_colour(card: str, theme: Theme) -> tuple[float, ...]:
    """The colour a card's sign is printed in."""
    if card.startswith("+"):
        return _GREEN
    if card.startswith("<="):
        return _RED
    return theme.card_red if card[1:2] in ("D", "H") else theme.card_black


class CardFace(Widget):
    """One card face, as large as fits; `card` is its text ("7H", "+3", "<=2", "JK", "??")."""

    card = StringProperty("")
    faded = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "card", "faded"):
            self.fbind(name, self._draw)
        app().bind(theme=self._draw)  # not fbind, by which the app would keep every card of every closed sheet
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self.card and self.height > 2:
            height = min(self.height, self.width / SHAPE)
            width = height * SHAPE
            with self.canvas:
                draw_card(self.card, self.center_x - width / 2, self.center_y - height / 2, height,
                          app().theme, 0.45 if self.faded else 1.0)


class CardButton(Pressable, CardFace):
    """A card to press: an answer."""

    confidence = NumericProperty(0)

    def _draw(self, *_: Any) -> None:
        super()._draw()
        if self.focused or self.state == "down":
            with self.canvas:
                Color(*app().theme.accent)
                height = min(self.height, self.width / SHAPE)
                SmoothLine(rounded_rectangle=(self.center_x - height * SHAPE / 2 - 3, self.center_y - height / 2 - 3,
                                        height * SHAPE + 6, height + 6, height * 0.09), width=3)

    def on_focused(self, *_: Any) -> None:
        self._draw()

    def on_state(self, *_: Any) -> None:
        self._draw()


def draw_card(card: str, x: float, y: float, height: float, theme: Theme, alpha: float = 1.0, seen: float = 1.0
              ) -> None:
    """Into the open canvas: lower left corner and height in pixels.  seen: share of its width that the next
    card of a fan leaves free; the signs stand there."""
    width, radius = height * SHAPE, height * 0.07
    Color(0, 0, 0, 0.28 * alpha)
    SmoothRoundedRectangle(pos=(x + height * 0.015, y - height * 0.02), size=(width, height), radius=[radius])
    Color(*(part * EDGE for part in theme.card[:3]), alpha)  # no line that lets through: it would leave its list
    SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[radius])
    Color(*theme.card[:3], alpha)
    SmoothRoundedRectangle(pos=(x + 1, y + 1), size=(width - 2, height - 2), radius=[radius])
    ink = (*sign_colour(card, theme)[:3], alpha)
    if card.startswith(("+", "<=")):
        _draw_never_over(card, x, y, width * min(seen, 1.0), height, ink)
    elif card in ("JK", "??"):
        _draw_nameless(card, x, y, width, height, ink, seen)
    else:
        Color(*ink)
        rank, suit = texts.card_text(card.partition("/")[0])[:-1], texts.SUIT_SIGNS[card[1]]
        middle, room = x + width * min(seen, 1.0) * 0.5, width * min(seen, 1.0) * 0.86
        _text(rank, middle, y + height * 0.71, height * RANK, room)
        _text(suit, middle, y + height * 0.27, height * SUIT, room, BOLD_FONT)
    back = card.partition("/")[2]
    if back:
        Color(*theme.card_black[:3], alpha)
        _text(back, x + width / 2, y + height * 0.08, max(height * 0.1, least_size(BOLD_FONT)), width, BOLD_FONT)


def _draw_nameless(card: str, x: float, y: float, width: float, height: float, ink: tuple[float, ...], seen: float
                   ) -> None:
    """A joker, in letters too where there is room, or a card that nobody knows."""
    Color(*ink)
    _text("★" if card == "JK" else "?", x + width * min(seen, 1.0) / 2, y + height / 2, height * 0.5,
          width * min(seen, 1.0) * 0.8)
    size = max(height * 0.13, least_size(BOLD_FONT))
    if card == "JK" and seen >= 1 and text_width("JOKER", BOLD_FONT, size) < width * 0.9:
        _text("JOKER", x + width / 2, y + height * 0.15, size, width * 0.9, BOLD_FONT)


def _draw_never_over(card: str, x: float, y: float, width: float, height: float, ink: tuple[float, ...]) -> None:
    """A round sign for a green card, a square one for a red cap, on the part of it that is seen."""
    side = height * SHAPE * 0.78
    wide = min(side, width * 0.9)
    box = (x + (width - wide) / 2, y + (height - side) / 2)
    Color(*ink)
    if card.startswith("+"):
        SmoothEllipse(pos=box, size=(wide, side))
    else:
        Rectangle(pos=box, size=(wide, side))
    Color(1, 1, 1, ink[3])
    _text(texts.card_text(card), x + width / 2, y + height / 2, side * SIGN, wide * 0.86)


def _text(text: str, x: float, y: float, size: float, room: float, font: str = FIGURE_FONT) -> None:
    """Centred text in the current colour, no wider than `room`: narrower rather than lower, as cards print their 10."""
    texture = text_texture(text, size, font)
    w, h = min(texture.width, room), texture.height
    Rectangle(texture=texture, pos=(x - w / 2, y - h / 2), size=(w, h))
