"""The large panel: hero number, facts, tiles, piles and lines, laid out to fill its box.

Tiles are drawn rather than built of labels: a Limbo panel has 13 of them and all change at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.style.fans import plan_fan
from companion.style.theme import BOLD_FONT, FIGURE_FONT, TEXT_FONT, Colour, Theme
from companion.widgets.base import FitText, WrappedText, app, fitting_size, follow_app, load_kv, text_height
from companion.widgets.card import SHAPE, draw_card, text_texture
from companion.widgets.dice import draw_die
from companion.words import texts
from rules.core.panel import Fact, Hero, Panel, Pile, Tile, Token

LINES_SHARE = 0.45  # of the height below the facts, at most, for lines beside tiles or piles
LEAST_PILE = 70  # units of height of a place with cards
LONG_ROW, LONG_FACT = 8, 12  # tokens of a row, letters of a fact
LEAST_FACT = 26  # units of height of a fact, before they go side by side


class Drawn(Widget):
    """A widget that draws `data` afresh when it, its box or the theme changes.  `patient`: of several whose
    data change together, each may be drawn a frame later than the one before."""

    data = ObjectProperty(None, allownone=True)
    patient = False

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        redraw = Clock.create_trigger(self.redraw, -1)  # once, after everything has its place
        for name in ("pos", "size"):
            self.fbind(name, redraw)
        self.fbind("data", self._later if self.patient else redraw)
        follow_app(self.redraw, "theme")

    def _later(self, *_: Any) -> None:
        if self not in _WAITING:
            _WAITING.append(self)
        Clock.unschedule(_draw_waiting)
        Clock.schedule_once(_draw_waiting, -1)

    def redraw(self, *_: Any) -> None:
        if self in _WAITING:
            _WAITING.remove(self)
        self.canvas.clear()
        if self.data and self.width > 10 and self.height > 10:
            with self.canvas:
                self.draw()

    def draw(self) -> None:
        raise NotImplementedError


_WAITING: list[Drawn] = []  # to be drawn, one a frame


def _draw_waiting(_dt: float) -> None:
    """The next one; a frame in which everything is drawn at once would come late."""
    if _WAITING:
        _WAITING[0].redraw()
    if _WAITING:
        Clock.schedule_once(_draw_waiting, 0)


class FactStrip(Drawn):
    """Small numbers with their names: one a line in a high box, side by side in a low one."""

    patient = True

    def draw(self) -> None:
        facts: tuple[Fact[str], ...] = self.data
        unit = app().unit
        columns = fact_columns(facts, self.width)
        while columns < len(facts) and self.height < unit * LEAST_FACT * -(-len(facts) // columns):
            columns += 1
        rows = -(-len(facts) // columns)
        wide, high = self.width / columns, min(self.height / rows, unit * 54)
        top = self.center_y + high * rows / 2
        size = min(high * 0.74, unit * 38)
        for index, fact in enumerate(facts):
            x, y = self.x + wide * (index % columns), top - high * (index // columns + 1)
            ink, quiet, text = app().theme.ink, app().theme.quiet, texts.pretty(fact.text)
            if columns > 2:  # a number at the end of its column would seem to belong to the next
                used = write(fact.label, x, y, wide * 0.6, high, size * 0.9, TEXT_FONT, quiet) + unit * 10
                write(text, x + used, y, wide - used - unit * 14, high, size, FIGURE_FONT, ink)
            else:
                used = write(text, x, y, wide * 0.62, high, size, FIGURE_FONT, ink, right=x + wide - unit * 14)
                write(fact.label, x, y, wide - used - unit * 24, high, size * 0.9, TEXT_FONT, quiet)


def fact_columns(facts: tuple[Fact[str], ...], width: float) -> int:
    """How many facts go side by side; short ones need less room."""
    longest = max((len(fact.label) + len(fact.text) for fact in facts), default=1)
    return max(1, min(len(facts), int(width / (app().unit * max(100, 15 * longest)))))


class TileGrid(Drawn):
    """Tiles in columns; the last one takes what is left of its row.  touched: told the title of a seat."""

    patient = True

    def __init__(self, touched: Callable[[str], None] = lambda title: None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._touched = touched
        self.seats: list[tuple[str, float, float, float, float]] = []  # title and box

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """A seat that is touched is the player's own button."""
        if self.collide_point(*touch.pos) and touch.grab_current is None:
            for title, x, y, wide, high in self.seats:
                if x <= touch.x <= x + wide and y <= touch.y <= y + high:
                    self._touched(title)
                    return True
        return bool(super().on_touch_up(touch))

    def draw(self) -> None:
        tiles, columns = self.data
        self.seats = []
        gap = app().unit * 7
        if tiles[0].rows and self.width > self.height * 2.2 and len(tiles) > 1:
            columns = max(columns, 2)
        while columns > 2 and self.width / columns < 0.8 * self.height / -(-len(tiles) // columns):
            columns -= 1
        rows = -(-len(tiles) // columns)
        wide, high = (self.width - gap * (columns - 1)) / columns, (self.height - gap * (rows - 1)) / rows
        for index, tile in enumerate(tiles):
            x = self.x + (wide + gap) * (index % columns)
            y = self.top - high - (high + gap) * (index // columns)
            last = index == len(tiles) - 1
            across = self.right - x if last else wide
            if tile.rows or tile.seat:
                self.seats.append((tile.title, x, y, across, high))
                draw_seat(tile, x, y, across, high)
            else:
                draw_rank(tile, x, y, across, high)


def draw_rank(tile: Tile[str], x: float, y: float, wide: float, high: float) -> None:
    """A rank on the left, what it would make on the right; struck out when it cannot be played."""
    theme, unit = app().theme, app().unit
    struck = tile.state == "struck"
    _plate(x, y, wide, high, strong=tile.state == "strong", faint=struck or tile.state == "dim")
    word = len(tile.title) > 2
    left = wide * 0.5 if word else min(wide * (0.32 if len(tile.title) == 1 else 0.38), unit * 54)
    ink = (*theme.quiet[:3], 0.6) if struck else theme.quiet
    title = min(high * 0.42, unit * (26 if word else 32))
    up = high * 0.16 if tile.note else 0
    write(tile.title, x + unit * 10, y + up, left - unit * 6, high, title, TEXT_FONT if word else BOLD_FONT, ink,
          wrap=word)
    write(tile.note, x + unit * 10, y - high * 0.22, left - unit * 6, high, title, FIGURE_FONT, ink)
    if struck:
        write(tile.text, x + left + unit * 10, y, wide - left - unit * 16, high, unit * 20, TEXT_FONT, ink)
        if not word:
            Color(*ink)
            Line(points=[x + unit * 6, y + high * 0.5, x + left, y + high * 0.5], width=1.6)
        return
    write(tile.text, x + left + unit * 10, y + unit * 2, wide - left - unit * 20, high - unit * 4,
          min(high * 0.60, unit * 44), FIGURE_FONT, theme.ink if tile.state != "dim" else theme.quiet,
          wrap=" " in tile.text)


def draw_seat(tile: Tile[str], x: float, y: float, wide: float, high: float) -> None:
    """A seat: name and note, its cap as a square sign, its sum in large figures, who can add what."""
    theme, unit = app().theme, app().unit
    pad = unit * 12
    _plate(x, y, wide, high, strong=tile.state == "strong", faint=tile.state == "dim")
    head = high * (0.50 if len(tile.rows) > 1 else 0.6 if tile.rows else 1.0) if tile.title else 0
    if tile.title:
        _seat_head(tile, x + pad, y + high - head, wide - 2 * pad, head)
    row_high = (high - head - pad * 0.5) / max(len(tile.rows), 1)
    longest = max((len(word) for word, _ in tile.rows), default=0)
    label = min(wide * 0.38, unit * (30 + 11 * longest))
    for index, (word, tokens) in enumerate(tile.rows):
        row_y = y + high - head - row_high * (index + 1)
        write(word, x + pad, row_y, label - pad, row_high, min(unit * 22, row_high * 0.72), TEXT_FONT, theme.quiet)
        _tokens(tokens, x + label + pad, row_y, wide - label - pad * 1.8, row_high)


def _seat_head(tile: Tile[str], x: float, y: float, wide: float, high: float) -> None:
    theme, unit = app().theme, app().unit
    badge = min(high * 0.82, wide * 0.24) if tile.badge else 0
    write(tile.title, x, y + high * 0.46, wide * 0.44, high * 0.46, unit * 34, BOLD_FONT, theme.ink)
    write(tile.note, x, y + high * 0.06, wide * 0.44, high * 0.40, unit * 21, TEXT_FONT, theme.quiet, wrap=True)
    write(tile.text, x, y, wide * 0.5 - badge * 0.5, high, unit * 100, FIGURE_FONT, theme.ink,
          right=x + wide - badge - unit * 14)
    if tile.badge:
        _badge(tile.badge, x + wide - badge, y + (high - badge) / 2, badge)


def _plate(x: float, y: float, wide: float, high: float, strong: bool = False, faint: bool = False) -> None:
    theme, unit = app().theme, app().unit
    Color(*theme.raised[:3], theme.raised[3] * (0.28 if faint else 0.8))
    SmoothRoundedRectangle(pos=(x, y), size=(wide, high), radius=[unit * 10])
    if strong or theme.name == "contrast":
        Color(*(theme.accent if strong else (*theme.line[:3], 0.35 if faint else 1)))
        SmoothLine(rounded_rectangle=(x, y, wide, high, unit * 10), width=max(1.2, unit * (2 if strong else 1.2)))


def _badge(text: str, x: float, y: float, side: float) -> None:
    """A cap: a square sign, as on the red cards."""
    theme, unit = app().theme, app().unit
    Color(*theme.card)
    SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[unit * 6])
    Color(*theme.card_red)
    Line(rectangle=(x + 3, y + 3, side - 6, side - 6), width=max(1.4, unit * 2))
    write(text, x, y, side, side, side * 0.56, FIGURE_FONT, theme.card_red, align="center")


def _tokens(tokens: tuple[Token[str], ...], x: float, y: float, wide: float, high: float) -> None:
    """Words in a row; strong: bold; dim: would change nothing, underlined with dots; struck: cannot come."""
    size = min(app().unit * 30, high * 0.8)
    textures = [text_texture(token.text, size, BOLD_FONT if token.state == "strong" else FIGURE_FONT)
                for token in tokens]
    steps = _steps(tokens, [texture.width for texture in textures], wide, size)
    left, middle = x, y + high / 2
    for token, texture, step in zip(tokens, textures, steps, strict=True):
        scale = min(1.0, step * 0.94 / max(texture.width, 1))
        w, h = texture.width * scale, texture.height * scale
        Color(*_ink(token))
        up = high * 0.16 if token.of else 0  # room for the meter below
        Rectangle(texture=texture, size=(w, h), pos=(left, middle - h / 2 + up))
        if token.of:
            _meter(token, left, middle - high * 0.36, step * 0.86, high * 0.2)
        elif token.state == "struck":
            Line(points=[left - 2, middle, left + w + 2, middle], width=1.4)
        elif token.state == "dim":
            Line(points=[left, middle - h * 0.4, left + w, middle - h * 0.4], width=1, dash_length=3, dash_offset=3)
        left += step


def _steps(tokens: tuple[Token[str], ...], widths: list[float], wide: float, size: float) -> list[float]:
    """From each word to the next, px."""
    unit = app().unit
    if all(token.of for token in tokens):
        return [min(wide / max(len(tokens), 3), unit * 110)] * len(tokens)
    if all(len(token.text) <= 3 for token in tokens):  # figures stand below one another
        return [min(wide / max(len(tokens), 5), size * 1.7)] * len(tokens)
    steps = [width + unit * 16 for width in widths]
    shrink = min(1.0, wide / max(sum(steps), 1))
    return [step * shrink for step in steps]


def _ink(token: Token[str]) -> Colour:
    theme: Theme = app().theme
    if token.state in ("dim", "struck"):
        return (*theme.quiet[:3], 0.65)
    return theme.accent if token.state == "strong" else theme.ink


def _meter(token: Token[str], x: float, y: float, wide: float, high: float) -> None:
    """How far it has come: boxes, the filled ones solid."""
    theme = app().theme
    step = wide / token.of
    for index in range(token.of):
        filled = index < token.filled
        Color(*(theme.accent if token.state == "strong" else theme.ink)[:3], 1 if filled else 0.3)
        if filled:
            Rectangle(pos=(x + step * index, y), size=(step * 0.78, high))
        else:
            Line(rectangle=(x + step * index, y, step * 0.78, high), width=1)


class DiceView(Drawn):
    """Dice as they lie, side by side."""

    patient = True

    def draw(self) -> None:
        dice: tuple[int, ...] = self.data
        side = min(self.height * 0.9, self.width / (1.15 * len(dice)))
        left = self.center_x - side * (1.15 * len(dice) - 0.15) / 2
        for index, pips in enumerate(dice):
            x, y = left + index * side * 1.15, self.center_y - side / 2
            draw_die(pips, x, y, side, app().theme)


class PileStrip(Drawn):
    """Places with the cards that lie there, the newest last and on top."""

    patient = True

    def draw(self) -> None:
        piles: tuple[Pile, ...] = self.data
        theme, unit = app().theme, app().unit
        columns = min(len(piles), max(1, round(self.width / (unit * 260))))
        while columns < len(piles) and self.height < unit * LEAST_PILE * -(-len(piles) // columns):
            columns += 1
        rows = -(-len(piles) // columns)
        wide, high = self.width / columns, self.height / rows
        for index, pile in enumerate(piles):
            x, y = self.x + wide * (index % columns), self.top - high * (index // columns + 1)
            label = min(unit * 22, high * 0.22)
            write(f"{pile.place} ({len(pile.cards)})", x, y + high - label * 1.25, wide - unit * 10, label * 1.2, label,
                  TEXT_FONT, theme.quiet)
            _fan(pile.cards, x, y + unit * 4, wide - unit * 14, high - label * 1.3 - unit * 8)


def _fan(cards: tuple[str, ...], x: float, y: float, wide: float, high: float) -> None:
    """Overlapping cards; where even small ones find no room, the oldest are counted."""
    fan = plan_fan(len(cards), wide, high, app().unit * 260)
    hidden = len(cards) - fan.shown
    if hidden:
        word = app().unit * 64
        write(f"+{hidden}", x, y, word, high, app().unit * 40, FIGURE_FONT, app().theme.ink)
        fan = plan_fan(fan.shown, wide - word, high, app().unit * 260)
        x += word
    shown = cards[-fan.shown:]
    for index, card in enumerate(shown):
        seen = 1.0 if index == len(shown) - 1 else min(1.0, fan.step / (fan.height * SHAPE))
        draw_card(card, x + fan.step * index, y + (high - fan.height), fan.height, app().theme, seen=seen)


def write(text: str, x: float, y: float, wide: float, high: float, size: float, font: str, colour: Colour,
          align: str = "left", wrap: bool = False, right: float | None = None) -> float:
    """Text in a box, vertically centred, shrunk until it fits; into the open canvas.  `right` sets its
    right edge instead.  Returns the width it took."""
    if not text or wide < 4 or high < 4:
        return 0.0
    texture = _fitted(text, int(wide), int(high), round(size, 1), font, wrap, "left" if right is None else "right")
    scale = min(1.0, wide / max(texture.width, 1), high / max(texture.height, 1) * 1.25)
    w, h = texture.width * scale, texture.height * scale
    left = x + (wide - w) / 2 if align == "center" else x
    Color(*colour)
    Rectangle(texture=texture, size=(w, h), pos=(left if right is None else right - w, y + (high - h) / 2))
    return float(w)


@lru_cache(maxsize=1024)
def _fitted(text: str, wide: int, high: int, size: float, font: str, wrap: bool, align: str = "left") -> Texture:
    """The text as large as it fits, at most `size`; words are not broken.  align: of lines that are wrapped."""
    size = fitting_size(text, font, size, wide, int(high * 1.1), wrap)
    label = CoreLabel(text=text, font_size=max(size, 7), font_name=font, halign=align,
                      text_size=(wide if wrap else None, None))
    label.refresh()
    return label.texture


def head_share(panel: Panel[str]) -> float:
    """What the hero and the facts take of the panel; less beside long rows of tokens, more for long facts."""
    if panel.hero:
        long_rows = any(len(tokens) > LONG_ROW for tile in panel.tiles for _, tokens in tile.rows)
        return 0.38 if long_rows else 0.48
    return 0.42 if any(len(fact.text) > LONG_FACT for fact in panel.facts) else 0.28


class PanelView(BoxLayout):
    """Lays a Panel out: the hero and its facts above, tiles, piles and lines below; in a wide low box
    side by side."""

    panel = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.hero, self.label = FitText(font_name=FIGURE_FONT, halign="center"), FitText(halign="center")
        self.label.font_name = TEXT_FONT
        self.touch_seat: Callable[[str], None] = lambda name: None
        self.tiles = TileGrid(lambda name: self.touch_seat(name))
        self.facts, self.piles, self.dice = FactStrip(), PileStrip(), DiceView()
        self.lines = WrappedText(valign="top", size_hint_y=None)
        self._shape: tuple[object, ...] = ()
        self.fbind("panel", self._lay)
        self.fbind("size", self._lay)

    def _lay(self, *_: Any) -> None:
        panel: Panel[str] | None = self.panel
        if panel is None or self.width < 20:
            return
        wide = self.width > self.height * 1.5
        shape = (wide, head_share(panel), panel.hero is not None, len(panel.facts), bool(panel.tiles),
                 bool(panel.piles), bool(panel.lines), bool(panel.dice))
        if shape != self._shape:
            self._shape = shape
            self._build(panel, wide)
        self._fill(panel)

    def _build(self, panel: Panel[str], wide: bool) -> None:
        """Put the parts that there are into boxes."""
        self.clear_widgets()
        self.orientation = "horizontal" if wide else "vertical"
        head, body = self._head(panel, wide), self._body(panel)
        first = head_share(panel)
        for part, share in ((head, first), (body, 1 - first)):
            if part is not None:
                part.size_hint = (share, 1) if wide else (1, share)
                self.add_widget(part)
        if head is not None and not panel.hero and not wide:
            head.size_hint_y = None
            head.height = app().unit * 40 * -(-len(panel.facts) // fact_columns(panel.facts, self.width))

    def _head(self, panel: Panel[str], wide: bool) -> BoxLayout | None:
        """The hero, and the facts beside it (below it in a wide box)."""
        for part in (self.hero, self.label, self.facts, self.dice):
            if part.parent:
                part.parent.remove_widget(part)
        if not panel.hero and not panel.facts:
            return None
        head = BoxLayout(orientation="vertical" if wide else "horizontal", spacing=app().unit * 10)
        if panel.hero:
            head.add_widget(self._hero_column(panel.hero, panel))
        if panel.facts:
            self.facts.size_hint = (0.5, 1) if panel.hero and not wide else (1, 0.75 if panel.hero else 1)
            head.add_widget(self.facts)
        return head

    def _hero_column(self, hero: Hero[str], panel: Panel[str]) -> BoxLayout:
        """What is largest, with its dice or its label above."""
        column = BoxLayout(orientation="vertical")
        self.label.size_hint_y, self.label.height, self.hero.size_hint_y = None, app().letters * 1.4, 1
        if panel.dice:
            self.dice.size_hint_y = 0.7
            column.add_widget(self.dice)
        elif hero.label:
            column.add_widget(self.label)
        column.add_widget(self.hero)
        return column

    def _body(self, panel: Panel[str]) -> BoxLayout | None:
        """Piles, tiles and lines, one below the other."""
        for part in (self.piles, self.tiles, self.lines):
            if part.parent:
                part.parent.remove_widget(part)
        body = BoxLayout(orientation="vertical", spacing=app().unit * 8)
        for part, there, share in ((self.piles, panel.piles, 0.55 if panel.tiles else 1.0),
                                   (self.tiles, panel.tiles, 1.0), (self.lines, panel.lines, None)):
            if there:
                part.size_hint_y = share
                body.add_widget(part)
        body.bind(size=self._fit_lines)
        return body if body.children else None

    def _fill(self, panel: Panel[str]) -> None:
        unit = app().unit
        if panel.hero:
            words = " " in panel.hero.text
            self.hero.largest, self.label.largest = unit * (90 if words else 420), app().letters
            self.hero.tight = not words
            self.hero.wraps = words
            self.hero.text, self.label.text = panel.hero.text, panel.hero.label
        self.facts.data, self.dice.data = panel.facts, panel.dice
        self.tiles.data = (panel.tiles, panel.columns) if panel.tiles else None
        self.piles.data = panel.piles
        self._fit_lines()

    def _fit_lines(self, *_: Any) -> None:
        """As many lines as find room at the least size of type; what does not is left out rather than written small."""
        body, shown = self.lines.parent, [texts.pretty(line) for line in self.panel.lines]
        if body is None or body.width < 4:
            return
        room = body.height * (LINES_SHARE if len(body.children) > 1 else 1.0)

        def high() -> float:
            return text_height("\n".join(shown), TEXT_FONT, app().letters, int(body.width))

        while shown and high() > room:
            shown.pop()
        self.lines.text, self.lines.height = "\n".join(shown), high()


load_kv(__file__)
