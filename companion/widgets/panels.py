"""The large panel: hero number, facts, tiles, piles and lines, laid out to fill its box.

Tiles are drawn rather than built of labels: a Limbo panel has 13 of them and all change at once.
"""

from __future__ import annotations

from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion import texts
from companion.panels import Fact, Panel, Pile, Tile, Token
from companion.theme import BOLD_FONT, FIGURE_FONT, TEXT_FONT, Colour
from companion.widgets.base import FitText, Text, app, load_kv
from companion.widgets.card import SHAPE, draw_card, text_texture

MOST_LINES = 5


class Drawn(Widget):
    """A widget that draws `data` afresh when it, its box or the theme changes."""

    data = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "data"):
            self.fbind(name, self.redraw)
        app().fbind("theme", self.redraw)

    def redraw(self, *_: Any) -> None:
        self.canvas.clear()
        if self.data and self.width > 10 and self.height > 10:
            with self.canvas:
                self.draw()

    def draw(self) -> None:
        raise NotImplementedError


class FactStrip(Drawn):
    """Small numbers with their names, side by side or one below the other."""

    def draw(self) -> None:
        facts: tuple[Fact, ...] = self.data
        columns = max(1, min(len(facts), int(self.width // (app().unit * 128)) or 1))
        rows = -(-len(facts) // columns)
        wide, high = self.width / columns, self.height / rows
        for index, fact in enumerate(facts):
            x, y = self.x + wide * (index % columns), self.top - high * (index // columns + 1)
            label_size = min(app().unit * 19, high * 0.28)
            write(fact.label, x, y + high * 0.66, wide - 8, high * 0.3, label_size, TEXT_FONT, app().theme.quiet)
            write(texts.pretty(fact.text), x, y + high * 0.06, wide - 8, high * 0.58, app().unit * 34, FIGURE_FONT,
                  app().theme.ink)


class TileGrid(Drawn):
    """Tiles in columns; `columns` is a wish for a wide box."""

    def draw(self) -> None:
        tiles, columns = self.data
        gap = app().unit * 7
        rows = -(-len(tiles) // columns)
        wide, high = (self.width - gap * (columns - 1)) / columns, (self.height - gap * (rows - 1)) / rows
        for index, tile in enumerate(tiles):
            x = self.x + (wide + gap) * (index % columns)
            y = self.top - high - (high + gap) * (index // columns)
            if tile.rows:
                draw_seat(tile, x, y, wide, high)
            else:
                draw_rank(tile, x, y, wide, high)


def draw_rank(tile: Tile, x: float, y: float, wide: float, high: float) -> None:
    """A rank on the left, what it would make on the right; struck out when it cannot be played."""
    theme, unit = app().theme, app().unit
    struck = tile.state == "struck"
    _plate(x, y, wide, high, strong=tile.state == "strong", faint=struck)
    left = min(wide * 0.34, unit * 48)
    ink = (*theme.quiet[:3], 0.55) if struck else theme.quiet
    write(tile.title, x + unit * 6, y, left, high, min(high * 0.46, unit * 32), BOLD_FONT, ink)
    if struck:
        if tile.text not in ("–", ""):
            write(tile.text, x + left + unit * 10, y, wide - left - unit * 16, high, unit * 20, TEXT_FONT, ink)
        Color(*ink)
        Line(points=[x + unit * 8, y + high * 0.5, x + left - unit * 2, y + high * 0.5], width=1.4)
        return
    write(f"{tile.note}{tile.text}" if tile.note else tile.text, x + left + unit * 8, y + unit * 2,
          wide - left - unit * 14, high - unit * 4, min(high * 0.58, unit * 42), FIGURE_FONT, theme.ink, wrap=True)


def draw_seat(tile: Tile, x: float, y: float, wide: float, high: float) -> None:
    """A seat: name and note, its cap as a square sign, its sum in large figures, who can add what."""
    theme, unit = app().theme, app().unit
    pad = unit * 12
    faint = tile.state == "dim"
    _plate(x, y, wide, high, strong=tile.state == "strong", faint=faint)
    head = high * 0.50
    badge = min(head * 0.86, wide * 0.26)
    write(tile.title, x + pad, y + high - head * 0.46, wide * 0.42, head * 0.40, unit * 30, BOLD_FONT, theme.ink)
    write(tile.note, x + pad, y + high - head * 0.92, wide * 0.42, head * 0.42, unit * 18, TEXT_FONT, theme.quiet,
          wrap=True)
    write(tile.text, x + wide * 0.44, y + high - head, wide * 0.56 - badge - pad * 2, head * 0.94, unit * 78,
          FIGURE_FONT, theme.ink, align="right")
    if tile.badge:
        _badge(tile.badge, x + wide - badge - pad * 0.7, y + high - head * 0.5 - badge / 2, badge)
    row_high = (high - head - pad * 0.5) / max(len(tile.rows), 1)
    for index, (word, tokens) in enumerate(tile.rows):
        row_y = y + high - head - row_high * (index + 1)
        write(word, x + pad, row_y, wide * 0.34, row_high, min(unit * 18, row_high * 0.7), TEXT_FONT, theme.quiet)
        _tokens(tokens, x + wide * 0.34 + pad, row_y, wide * 0.66 - pad * 1.5, row_high)


def _plate(x: float, y: float, wide: float, high: float, strong: bool = False, faint: bool = False) -> None:
    theme, unit = app().theme, app().unit
    Color(*theme.raised[:3], theme.raised[3] * (0.28 if faint else 0.8))
    RoundedRectangle(pos=(x, y), size=(wide, high), radius=[unit * 10])
    if strong or theme.name == "contrast":
        Color(*(theme.accent if strong else (*theme.line[:3], 0.35 if faint else 1)))
        Line(rounded_rectangle=(x, y, wide, high, unit * 10), width=max(1.2, unit * (2 if strong else 1.2)))


def _badge(text: str, x: float, y: float, side: float) -> None:
    """A cap: a square sign, as on the red cards."""
    theme, unit = app().theme, app().unit
    Color(*theme.card)
    RoundedRectangle(pos=(x, y), size=(side, side), radius=[unit * 6])
    Color(*theme.card_red)
    Line(rectangle=(x + 3, y + 3, side - 6, side - 6), width=max(1.4, unit * 2))
    write(text, x, y, side, side, side * 0.56, FIGURE_FONT, theme.card_red, align="center")


def _tokens(tokens: tuple[Token, ...], x: float, y: float, wide: float, high: float) -> None:
    """Words in a row; dim: would change nothing; struck: cannot come any more."""
    theme, unit = app().theme, app().unit
    size = min(unit * 27, high * 0.8)
    step = min(wide / max(len(tokens), 1), size * 1.7)
    for index, token in enumerate(tokens):
        ink: Colour = theme.ink if token.state in ("open", "strong") else (*theme.quiet[:3], 0.6)
        left = x + step * index
        texture = text_texture(token.text, size, FIGURE_FONT)
        Color(*ink)
        Rectangle(texture=texture, size=texture.size, pos=(left, y + high / 2 - texture.height / 2))
        if token.state == "struck":
            Line(points=[left - 2, y + high / 2, left + texture.width + 2, y + high / 2], width=1.4)
        elif token.state == "dim":
            Line(points=[left, y + high / 2 - size * 0.42, left + texture.width, y + high / 2 - size * 0.42],
                 width=1, dash_length=3, dash_offset=3)


class PileStrip(Drawn):
    """Places with the cards that lie there, the newest last and on top."""

    def draw(self) -> None:
        piles: tuple[Pile, ...] = self.data
        theme, unit = app().theme, app().unit
        columns = min(len(piles), max(1, round(self.width / (unit * 260))))
        rows = -(-len(piles) // columns)
        wide, high = self.width / columns, self.height / rows
        for index, pile in enumerate(piles):
            x, y = self.x + wide * (index % columns), self.top - high * (index // columns + 1)
            label = min(unit * 22, high * 0.22)
            write(f"{pile.place} ({len(pile.cards)})", x, y + high - label * 1.25, wide - unit * 10, label * 1.2, label,
                  TEXT_FONT, theme.quiet)
            _fan(pile.cards, x, y + unit * 4, wide - unit * 14, high - label * 1.3 - unit * 8)


def _fan(cards: tuple[str, ...], x: float, y: float, wide: float, high: float) -> None:
    """Overlapping cards; as many of the last ones as stay readable."""
    card_high = min(high, app().unit * 150)
    card_wide = card_high * SHAPE
    least = card_wide * 0.42
    room = max(1, int((wide - card_wide) // least) + 1)
    shown = cards[-room:]
    step = min(card_wide * 1.06, (wide - card_wide) / max(len(shown) - 1, 1))
    for index, card in enumerate(shown):
        draw_card(card, x + step * index, y + (high - card_high), card_high, app().theme)


def write(text: str, x: float, y: float, wide: float, high: float, size: float, font: str, colour: Colour,
          align: str = "left", wrap: bool = False) -> None:
    """Text in a box, vertically centred, shrunk until it fits; into the open canvas."""
    if not text or wide < 4 or high < 4:
        return
    texture = _fitted(text, wide, high, size, font, wrap)
    scale = min(1.0, wide / max(texture.width, 1), high / max(texture.height, 1) * 1.25)
    w, h = texture.width * scale, texture.height * scale
    left = {"left": x, "center": x + (wide - w) / 2, "right": x + wide - w}[align]
    Color(*colour)
    Rectangle(texture=texture, size=(w, h), pos=(left, y + (high - h) / 2))


def _fitted(text: str, wide: float, high: float, size: float, font: str, wrap: bool) -> Any:
    while True:
        label = CoreLabel(text=text, font_size=max(size, 7), font_name=font, text_size=(wide if wrap else None, None))
        label.refresh()
        fits = label.content_height <= high * 1.1 and (wrap or label.content_width <= wide)
        if fits or size < 9:
            return label.texture
        size *= 0.9


class PanelView(BoxLayout):
    """Lays a Panel out: the hero and its facts above, tiles, piles or lines below; in a wide low box
    side by side."""

    panel = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("panel", self._lay)
        self.fbind("size", self._lay)
        self._shape: tuple[object, ...] = ()

    def _lay(self, *_: Any) -> None:
        panel: Panel | None = self.panel
        if panel is None or self.width < 20:
            return
        wide = self.width > self.height * 1.7
        shape = (wide, bool(panel.hero), bool(panel.facts), bool(panel.tiles), bool(panel.piles), bool(panel.lines))
        if shape != self._shape:
            self._shape = shape
            self._build(panel, wide)
        self._fill(panel, wide)

    def _build(self, panel: Panel, wide: bool) -> None:
        self.clear_widgets()
        self.orientation = "horizontal" if wide else "vertical"
        beside = bool(panel.tiles or panel.piles)
        self.head = BoxLayout(orientation="vertical" if wide or not panel.hero else "horizontal",
                              spacing=app().unit * 10)
        if wide:
            self.head.size_hint_x = 0.36 if beside and panel.hero else 0.26
        elif panel.hero:
            self.head.size_hint_y = 0.62 if beside else 1.2
        else:
            self.head.size_hint_y = 0.22
        self.hero, self.hero_label = FitText(font_name=FIGURE_FONT, halign="center"), FitText(halign="center")
        self.facts, self.tiles, self.piles = FactStrip(), TileGrid(), PileStrip()
        if panel.hero:
            column = BoxLayout(orientation="vertical", size_hint_x=1 if wide else 1.25)
            self.hero_label.size_hint_y = 0.17
            self.hero_label.font_name = TEXT_FONT
            column.add_widget(self.hero_label)
            column.add_widget(self.hero)
            self.head.add_widget(column)
        if panel.facts:
            self.facts.size_hint_y = 0.55 if wide and panel.hero else 1
            self.head.add_widget(self.facts)
        if panel.hero or panel.facts:
            self.add_widget(self.head)
        if panel.tiles:
            self.add_widget(self.tiles)
        if panel.piles:
            self.add_widget(self.piles)
        self.lines = Text()
        if panel.lines:
            self.lines.size_hint_y = None if panel.tiles and not wide else 0.8
            self.add_widget(self.lines)

    def _fill(self, panel: Panel, wide: bool) -> None:
        unit = app().unit
        if panel.hero:
            self.hero.largest, self.hero_label.largest = unit * 300, unit * 26
            self.hero.text, self.hero_label.text = panel.hero.text, panel.hero.label
        self.facts.data = panel.facts
        self.tiles.data = (panel.tiles, panel.columns) if panel.tiles else None
        self.piles.data = panel.piles
        self.lines.text = "\n".join(map(texts.pretty, panel.lines[:MOST_LINES]))
        self.lines.font_size = unit * 22
        if self.lines.size_hint_y is None:
            self.lines.height = unit * 30 * len(panel.lines[:MOST_LINES])


load_kv(__file__)
