"""The large panel: hero number, facts, tiles, piles and lines, arranged as its box allows.

Everything keeps the least size of type.  Of several arrangements the first is taken that its box has room for; then
what the others could add gives way, and at last the panel scrolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.style.theme import FIGURE_FONT, TEXT_FONT
from companion.widgets.base import FitText, WrappedText, app, text_height
from companion.widgets.facts import DiceView, FactStrip, are_facts_wider, facts_height
from companion.widgets.lettering import px
from companion.widgets.piles import PileStrip, piles_height
from companion.widgets.tiles import TileGrid, are_tiles_wider, is_seat, tiles_height
from companion.words import texts
from rules.core.panel import Hero, Panel

GAP = 10  # units between the parts
NUMBER_HIGH, WORDS_SIZE = 96, 44  # units: least height of a hero number, least type of hero words
LINES_SHARE = 0.45  # of the height, at most, for lines beside tiles or piles
FEW = 2  # facts that are kept longest
PILES_SHARE = 0.42  # of what is left over, for the piles

SpokenPanel = Panel[str]


@dataclass(frozen=True)
class PanelShares:
    """How the parts lie.  side: share of the width that hero and facts take beside everything else, 0: they lie above
    it; beside: whether the facts lie beside the hero, and not below."""

    side: float = 0.0
    beside: bool = True


HIGH = (PanelShares(), PanelShares(beside=False), PanelShares(0.42, False), PanelShares(0.34, False))
WIDE = (PanelShares(0.46, False), PanelShares(0.36, False), PanelShares(0.28, False), PanelShares(),
        PanelShares(beside=False))


def giving_way(panel: SpokenPanel) -> Iterator[SpokenPanel]:
    """The panel, and what is left of it when more and more gives way: the piles, which lie on the table, and what those
    could add who are not on turn; the last facts; every row.  (*What is known* has all of it.)"""
    yield panel
    turn = any(tile.state == "strong" for tile in panel.tiles)
    less = replace(panel, piles=(), tiles=tuple(
        tile if tile.state == "strong" or not tile.title or not turn else replace(tile, rows=(), seat=is_seat(tile))
        for tile in panel.tiles))
    yield less
    for kept in range(len(less.facts) - 1, FEW - 1, -1):
        yield replace(less, facts=less.facts[:kept])
    yield replace(less, facts=less.facts[:FEW], tiles=tuple(
        replace(tile, rows=(), seat=is_seat(tile)) if tile.title else tile for tile in less.tiles))


def heights_needed(panel: SpokenPanel, arrangement: PanelShares, wide: float) -> tuple[float, float]:
    """Height that hero and facts need, and everything else but the lines, at the least size, pixels."""
    left, right, gap = *widths(arrangement, wide), px(GAP)
    hero = hero_height(panel.hero, left if arrangement.side or not arrangement.beside else left / 2)
    if arrangement.beside and panel.hero:
        head = max(hero, facts_height(panel.facts, (left - gap) / 2))
    else:
        head = _stacked(hero, facts_height(panel.facts, left))
    return head, _stacked(piles_height(panel.piles, right), tiles_height(panel.tiles, panel.columns, right))


def widths(arrangement: PanelShares, wide: float) -> tuple[float, float]:
    """Of hero and facts, and of everything else, pixels."""
    left = wide * arrangement.side or wide
    return left, wide - left - px(GAP) if arrangement.side else wide


def is_wider(panel: SpokenPanel, arrangement: PanelShares, wide: float) -> bool:
    """Whether a fact or a tile is wider at the least size than what an arrangement has for it."""
    left, right = widths(arrangement, wide)
    if arrangement.beside and panel.hero:
        left = (left - px(GAP)) / 2
    return are_facts_wider(panel.facts, left) or are_tiles_wider(panel.tiles, right)


def _stacked(*heights: float) -> float:
    """One below the other, with gaps between those that there are."""
    there = [height for height in heights if height]
    return sum(there) + px(GAP) * max(len(there) - 1, 0)


def hero_height(hero: Hero[str] | None, wide: float) -> float:
    """The least height of what is largest, pixels."""
    if hero is None:
        return 0.0
    label = app().letters * 1.4 if hero.label else 0.0
    if " " in hero.text:
        return text_height(hero.text, FIGURE_FONT, app().unit * WORDS_SIZE, int(wide)) + label
    return float(app().unit * NUMBER_HIGH + label)


def whole(panel: SpokenPanel, arrangement: PanelShares, wide: float) -> float:
    """Height that an arrangement needs, pixels."""
    head, body = heights_needed(panel, arrangement, wide)
    return max(head, body) if arrangement.side else _stacked(head, body)


def arranged(panel: SpokenPanel, wide: float, high: float) -> tuple[SpokenPanel, PanelShares]:
    """What is shown of a panel in a box, and how: the first that fits, else what needs least."""
    tried = [(shown, way) for shown in giving_way(panel) for way in _ways(panel, wide, high)]
    for shown, way in tried:
        if not is_wider(shown, way, wide) and whole(shown, way, wide) <= high + 1:
            return shown, way
    return min(tried, key=lambda one: (is_wider(one[0], one[1], wide), whole(one[0], one[1], wide)))


def _ways(panel: SpokenPanel, wide: float, high: float) -> Iterator[PanelShares]:
    there = bool(panel.hero or panel.facts) and bool(panel.tiles or panel.piles)
    for way in WIDE if wide > high * 1.5 else HIGH:
        if there or not way.side:
            yield way


def _head_share(panel: SpokenPanel, has_body: bool) -> float:
    """Of what is left over, how much goes to hero and facts that lie above the rest."""
    return 1.0 if not has_body else 0.45 if panel.hero else 0.0


class PanelView(ScrollView):
    """Lays a Panel out."""

    panel = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(do_scroll_x=False, **kwargs)
        self._all = BoxLayout(size_hint_y=None)
        self.add_widget(self._all)
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
        if self.panel is None or self.width < 20 or self.height < 20:
            return
        shown, way = arranged(self.panel, self.width, self.height)
        shape = (way, shown.hero is not None, bool(shown.hero and shown.hero.label), bool(shown.facts),
                 bool(shown.tiles), bool(shown.piles), bool(shown.lines), bool(shown.dice))
        if shape != self._shape:
            self._shape = shape
            self._build(shown, way)
        self._fill(shown)
        self._measure(shown, way)

    # -- which parts there are ----------------------------------------------------------------

    def _build(self, panel: SpokenPanel, way: PanelShares) -> None:
        """Put the parts that there are into boxes."""
        for part in (self.hero, self.label, self.dice, self.facts, self.piles, self.tiles, self.lines):
            if part.parent:
                part.parent.remove_widget(part)
        self._all.clear_widgets()
        gap = px(GAP)
        self._all.orientation, self._all.spacing = "horizontal" if way.side else "vertical", gap
        self._head = BoxLayout(orientation="horizontal" if way.beside else "vertical", spacing=gap)
        self._body = BoxLayout(orientation="vertical", spacing=gap)
        if panel.hero:
            self._head.add_widget(self._hero_column(panel))
        if panel.facts:
            self._head.add_widget(self.facts)
        for part, there in ((self.piles, panel.piles), (self.tiles, panel.tiles), (self.lines, panel.lines)):
            if there:
                self._body.add_widget(part)
        for box in (self._head, self._body):
            if box.children:
                self._all.add_widget(box)

    def _hero_column(self, panel: SpokenPanel) -> BoxLayout:
        """What is largest, with its dice or its label above."""
        column = BoxLayout(orientation="vertical")
        self.label.size_hint_y, self.label.height = None, app().letters * 1.4
        if panel.dice:
            self.dice.size_hint_y = 0.7
            column.add_widget(self.dice)
        elif panel.hero and panel.hero.label:
            column.add_widget(self.label)
        column.add_widget(self.hero)
        return column

    # -- what they show ------------------------------------------------------------------------

    def _fill(self, panel: SpokenPanel) -> None:
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

    # -- how large they are ---------------------------------------------------------------------

    def _measure(self, panel: SpokenPanel, way: PanelShares) -> None:
        """Every part has what it needs; what is left over goes to all of them, first of all to a line or two."""
        gap, wide = px(GAP), self.width
        head, body = heights_needed(panel, way, wide)
        self._all.height = high = max(self.height, whole(panel, way, wide))
        room = high if way.side else high - _stacked(head, body) + body
        right = wide - wide * way.side - gap if way.side else wide
        lines = self._fit_lines(panel, room - body - gap, right)
        spare = max(0.0, room - _stacked(body, lines))
        share = _head_share(panel, bool(body)) if not way.side else 0.0
        self._place(panel, way, head + spare * share, body + spare * (1 - share))

    def _place(self, panel: SpokenPanel, way: PanelShares, head: float, body: float) -> None:
        self._head.size_hint = (way.side, 1) if way.side else (1, None)
        self._body.size_hint = (1 - way.side, 1) if way.side else (1, None)
        if not way.side:
            self._head.height = head
            self._body.height = max(0.0, self._all.height - head - px(GAP) * bool(self._head.children))
        if not way.beside and panel.hero and panel.facts:
            self.facts.size_hint_y = None
            self.facts.height = facts_height(panel.facts, self.width * (way.side or 1.0))
        else:
            self.facts.size_hint_y = 1
        self._place_piles(panel, way, body)

    def _place_piles(self, panel: SpokenPanel, way: PanelShares, body: float) -> None:
        right = self.width * (1 - way.side)
        self.piles.size_hint_y, self.tiles.size_hint_y = 1, 1
        if panel.piles and panel.tiles:
            least = piles_height(panel.piles, right)
            tiles = tiles_height(panel.tiles, panel.columns, right)
            self.piles.size_hint_y = None
            self.piles.height = least + max(0.0, body - least - tiles - px(GAP)) * PILES_SHARE

    def _fit_lines(self, panel: SpokenPanel, room: float, wide: float) -> float:
        """As many lines as find room at the least size of type; what does not is left out rather than written small.
        Returns their height."""
        shown = [texts.pretty(line) for line in panel.lines]
        room = min(room, self.height * LINES_SHARE) if panel.tiles or panel.piles else room

        def high() -> float:
            return text_height("\n".join(shown), TEXT_FONT, app().letters, max(int(wide), 4)) if shown else 0.0

        while shown and high() > room:
            shown.pop()
        self.lines.text, self.lines.height = "\n".join(shown), high()
        return high()


