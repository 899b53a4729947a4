"""Places with the cards that lie there."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.scrollview import ScrollView

from companion.style.fans import plan_fan
from companion.style.theme import FIGURE_FONT, TEXT_FONT
from companion.widgets.base import app, text_width
from companion.widgets.card import LEAST_CARD, SHAPE, draw_card
from companion.widgets.drawn import Drawn
from companion.widgets.lettering import least_size, line_height, px, write
from rules.core.panel import Pile

LARGEST = 260  # units of height of a card
USUAL = 260  # units of width of a place
APART = 14  # units from a place to the next


class PileStrip(Drawn):
    """Places with the cards that lie there, the newest last and on top."""

    patient = True

    def draw(self) -> None:
        piles: tuple[Pile, ...] = self.data
        unit, line = app().unit, line_height(TEXT_FONT)
        columns = pile_columns(piles, self.width, self.height)
        wide, high = self.width / columns, self.height / -(-len(piles) // columns)
        for index, pile in enumerate(piles):
            x, y = self.x + wide * (index % columns), self.top - high * (index // columns + 1)
            write(_title(pile), x, y + high - line, wide - unit * APART, line, app().letters, TEXT_FONT,
                  app().theme.quiet)
            if high - line > unit * LEAST_CARD / 2:
                draw_fan(pile.cards, x, y + unit * 4, wide - unit * APART, high - line - unit * 8)


class PilesView(ScrollView):
    """The same where there may be more of them than there is room for."""

    data = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(do_scroll_x=False, **kwargs)
        self.strip = PileStrip(size_hint_y=None)
        self.add_widget(self.strip)
        for name in ("data", "size"):
            self.fbind(name, self._fit)

    def _fit(self, *_: Any) -> None:
        self.strip.height = max(self.height, piles_height(self.data, self.width))
        self.strip.data = self.data


def _title(pile: Pile) -> str:
    return f"{pile.place} ({len(pile.cards)})"


def pile_columns(piles: tuple[Pile, ...], width: float, height: float) -> int:
    """How many places go side by side: as many as their names allow, fewer where cards are large enough anyway."""
    widest = max(text_width(_title(pile), TEXT_FONT, app().letters) for pile in piles) + px(APART)
    most = max(1, min(len(piles), int(width / widest)))
    columns = min(most, max(1, round(width / px(USUAL))))
    while columns < most and height < _row_height() * -(-len(piles) // columns):
        columns += 1
    return columns


def _row_height() -> float:
    """Height of a place with cards that can be read, pixels."""
    return line_height(TEXT_FONT) + px(LEAST_CARD + 12)


def piles_height(piles: tuple[Pile, ...], width: float) -> float:
    """Height that places need, pixels."""
    return _row_height() * -(-len(piles) // pile_columns(piles, width, 0.0)) if piles else 0.0


def draw_fan(cards: tuple[str, ...], x: float, y: float, wide: float, high: float) -> None:
    """Overlapping cards; where even small ones find no room, the oldest are counted.  Into the open canvas."""
    unit = app().unit
    fan = plan_fan(len(cards), wide, high, unit * LARGEST, unit * LEAST_CARD)
    hidden = len(cards) - fan.shown
    if hidden:
        word = text_width(f"+{hidden}", FIGURE_FONT, least_size(FIGURE_FONT)) + unit * 12
        write(f"+{hidden}", x, y, word, high, unit * 40, FIGURE_FONT, app().theme.ink)
        fan = plan_fan(fan.shown, wide - word, high, unit * LARGEST, unit * LEAST_CARD)
        x += word
    shown = cards[-fan.shown:]
    for index, card in enumerate(shown):
        seen = 1.0 if index == len(shown) - 1 else min(1.0, fan.step / (fan.height * SHAPE))
        draw_card(card, x + fan.step * index, y + (high - fan.height), fan.height, app().theme, seen=seen)
