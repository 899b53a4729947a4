"""Tiles of the panel: what each rank would do, and the players' seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kivy.graphics import Color, Line, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.input.motionevent import MotionEvent

from companion.style.flow import Cell, best_columns, flow, stretched
from companion.style.theme import BOLD_FONT, FIGURE_FONT, TEXT_FONT, Colour, Theme
from companion.widgets.base import app, text_height, text_width
from companion.widgets.drawn import Drawn
from companion.widgets.lettering import least_size, line_height, px, text_texture, write
from rules.core.panel import Tile, Token

GAP, PAD, APART, CLOSE = 7, 10, 10, 4  # units: between tiles, from a tile's edge, between words, between figures
METER = 0.4  # height of a meter, of a row of text
Tiles = tuple[Tile[str], ...]


class TileGrid(Drawn):
    """Tiles in rows, each as wide as it needs.  data: tiles and the columns that are wished.  touched: told the title
    of a seat."""

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
        tiles, wished = self.data
        self.seats = []
        gap = px(GAP)
        cells, columns = tile_cells(tiles, wished, self.width)
        least = row_heights(tiles, cells, columns, self.width)
        more = max(0.0, self.height - sum(least) - gap * (len(least) - 1)) / len(least)
        pitch, tops = (self.width + gap) / columns, [self.top]
        for high in least:
            tops.append(tops[-1] - high - more - gap)
        for tile, cell in zip(tiles, cells, strict=True):
            x, y = self.x + pitch * cell.column, tops[cell.row + 1] + gap
            wide, high = pitch * cell.span - gap, least[cell.row] + more
            if is_seat(tile):
                self.seats.append((tile.title, x, y, wide, high))
                draw_seat(tile, x, y, wide, high)
            else:
                draw_rank(tile, x, y, wide, high)


# -- how much room they need -----------------------------------------------------------------------


def is_seat(tile: Tile[str]) -> bool:
    """Whether a tile is drawn as a seat."""
    return bool(tile.rows) or tile.seat


def tile_cells(tiles: Tiles, wished: int, width: float) -> tuple[tuple[Cell, ...], int]:
    """The place of every tile in a grid of this width in pixels, and how many columns it has."""
    gap = px(GAP)
    needs = [tile_width(tile) + gap for tile in tiles]
    columns = best_columns(needs, width + gap, wished)
    return stretched(flow(needs, columns, (width + gap) / columns), columns, is_seat(tiles[0])), columns


def tile_width(tile: Tile[str]) -> float:
    """Width that a tile needs at the least size, pixels."""
    size, figures = least_size(BOLD_FONT), least_size(FIGURE_FONT)
    title = text_width(tile.title, BOLD_FONT, size)
    text = _number_width(tile) if is_seat(tile) else text_width(_made(tile), FIGURE_FONT, figures)
    if is_seat(tile):
        title = max(title, text_width(tile.note, TEXT_FONT, size))
    rows = max((_label_width(tile) + _tokens_width(tokens) for _, tokens in tile.rows), default=0.0)
    return float(max(title + text + px(APART), rows) + px(PAD) * 2 + 1)


def _made(tile: Tile[str]) -> str:
    """What a rank would make, with the sign before it."""
    return f"{tile.note} {tile.text}" if len(tile.note) > 1 else f"{tile.note}{tile.text}"


def row_heights(tiles: Tiles, cells: Sequence[Cell], columns: int, width: float) -> list[float]:
    """Height that every row of a grid needs at the least size, pixels."""
    gap = px(GAP)
    heights = [0.0] * (cells[-1].row + 1)
    for tile, cell in zip(tiles, cells, strict=True):
        wide = (width + gap) / columns * cell.span - gap
        heights[cell.row] = max(heights[cell.row], tile_height(tile, wide))
    return heights


def are_tiles_wider(tiles: Tiles, width: float) -> bool:
    """Whether a seat is wider than that at the least size, in pixels."""
    return any(is_seat(tile) and tile_width(replace(tile, rows=())) > width + 1 for tile in tiles)


def tiles_height(tiles: Tiles, wished: int, width: float) -> float:
    """Height that tiles need at the least size, pixels."""
    if not tiles:
        return 0.0
    heights = row_heights(tiles, *tile_cells(tiles, wished, width), width)
    return sum(heights) + px(GAP) * (len(heights) - 1)


def tile_height(tile: Tile[str], wide: float) -> float:
    """Height that a tile of this width needs, pixels."""
    line = line_height()
    if is_seat(tile):
        return _head_height(tile, wide) + sum(_row_height(tile, tokens, wide) for _, tokens in tile.rows) + px(6)
    room = wide - px(2 * PAD + APART) - text_width(tile.title, BOLD_FONT, least_size(BOLD_FONT))
    if " " not in _made(tile) or room < line:
        return line + px(4)
    return max(line, text_height(_made(tile), FIGURE_FONT, least_size(FIGURE_FONT), int(room))) + px(4)


def _head_height(tile: Tile[str], wide: float) -> float:
    return line_height() * (2 if tile.note and not _is_one_line(tile, wide) else 1) if tile.title else 0.0


def _number_width(tile: Tile[str]) -> float:
    """Width of a seat's number and its cap at the least size, pixels."""
    figures = least_size(FIGURE_FONT)
    return text_width(tile.text, FIGURE_FONT, figures) + (figures * 1.4 if tile.badge else 0.0)


def _is_one_line(tile: Tile[str], wide: float) -> bool:
    """Whether the note has room beside the name."""
    words = text_width(tile.title, BOLD_FONT, least_size(BOLD_FONT)) + text_width(tile.note, TEXT_FONT,
                                                                                 least_size(TEXT_FONT))
    return not tile.note or words + _number_width(tile) + px(2 * PAD + 3.5 * APART) <= wide


def _label_width(tile: Tile[str]) -> float:
    """Width of the words before the tokens, pixels."""
    size = least_size(TEXT_FONT)
    longest = max((text_width(word, TEXT_FONT, size) for word, _ in tile.rows), default=0.0)
    return longest + px(APART) * 1.6


def _token_width(token: Token[str]) -> float:
    font = BOLD_FONT if token.state == "strong" else FIGURE_FONT
    wide = text_width(token.text, font, least_size(font))
    return max(wide, px(56)) if token.of else wide


def _tokens_width(tokens: Sequence[Token[str]]) -> float:
    return sum(map(_token_width, tokens)) + px(CLOSE) * max(len(tokens) - 1, 0)


def token_lines(tokens: Sequence[Token[str]], wide: float) -> list[list[Token[str]]]:
    """Tokens in lines that are no wider than a box."""
    lines: list[list[Token[str]]] = [[]]
    for token in tokens:
        if lines[-1] and _tokens_width((*lines[-1], token)) > wide:
            lines.append([])
        lines[-1].append(token)
    return lines


def _row_height(tile: Tile[str], tokens: Sequence[Token[str]], wide: float) -> float:
    lines = len(token_lines(tokens, wide - _label_width(tile) - px(PAD) * 2))
    return line_height() * lines * (1 + METER if any(token.of for token in tokens) else 1)


# -- drawing ---------------------------------------------------------------------------------------


def draw_rank(tile: Tile[str], x: float, y: float, wide: float, high: float) -> None:
    """A rank on the left, what it would make on the right; struck out when it cannot be played."""
    theme, unit = app().theme, app().unit
    struck = tile.state == "struck"
    _plate(x, y, wide, high, strong=tile.state == "strong", faint=struck or tile.state == "dim")
    ink = (*theme.quiet[:3], 0.6) if struck else theme.quiet
    left = x + unit * PAD
    room = wide - 2 * unit * PAD
    used = write(tile.title, left, y, _title_room(tile, room), high, min(high * 0.5, unit * 40), BOLD_FONT, ink)
    if struck and len(tile.title) <= 2:
        Color(*ink)
        Line(points=[left - unit * 4, y + high * 0.5, left + used + unit * 4, y + high * 0.5], width=1.6)
    used += unit * APART
    colour = ink if struck else theme.quiet if tile.state == "dim" else theme.ink
    write(_made(tile), left + used, y, room - used, high, min(high * 0.6, unit * 46), FIGURE_FONT, colour,
          wrap=" " in _made(tile))


def _title_room(tile: Tile[str], room: float) -> float:
    """Width that a rank may take without what it would make being cut, pixels."""
    made = max((text_width(word, FIGURE_FONT, least_size(FIGURE_FONT)) for word in _made(tile).split()), default=0.0)
    return max(room - px(APART) - made - 1, text_width(tile.title, BOLD_FONT, least_size(BOLD_FONT)))


def draw_seat(tile: Tile[str], x: float, y: float, wide: float, high: float) -> None:
    """A seat: name and note, its cap as a square sign, its sum in large figures, who can add what."""
    unit = app().unit
    pad = unit * PAD
    _plate(x, y, wide, high, strong=tile.state == "strong", faint=tile.state == "dim")
    heights = [_row_height(tile, tokens, wide) for _, tokens in tile.rows]
    head = _head_height(tile, wide)
    more = max(0.0, high - unit * 6 - head - sum(heights)) / (len(heights) + 1)
    top = y + high - unit * 3
    if tile.title:
        head += more
        _seat_head(tile, x + pad, top - head, wide - 2 * pad, head)
        top -= head
    label = _label_width(tile)
    for (word, tokens), needed in zip(tile.rows, heights, strict=True):
        row = needed + (more if tile.title else more * (len(heights) + 1) / len(heights))
        write(word, x + pad, top - row, label - pad / 2, row, unit * 36, TEXT_FONT, app().theme.quiet)
        _tokens(tokens, x + pad + label, top - row, wide - label - 2 * pad, row)
        top -= row


def _seat_head(tile: Tile[str], x: float, y: float, wide: float, high: float) -> None:
    """Name and note side by side where there is room, else below one another; the number, and the cap behind it."""
    theme, unit = app().theme, app().unit
    badge = _badge_side(tile, wide, high) if tile.badge else 0.0
    right = x + wide - badge - unit * APART * bool(badge)
    number = text_width(tile.text, FIGURE_FONT, least_size(FIGURE_FONT)) + x + wide - right + unit * APART
    room = wide - number
    if _is_one_line(tile, wide + 2 * unit * PAD):
        note = text_width(tile.note, TEXT_FONT, least_size(TEXT_FONT)) + unit * APART * 1.5 if tile.note else 0.0
        used = write(tile.title, x, y, room - note, high, unit * 40, BOLD_FONT, theme.ink)
        if tile.note:
            used += unit * APART * 1.5
            used += write(tile.note, x + used, y, room - used, high, unit * 36, TEXT_FONT, theme.quiet)
    else:
        used = max(write(tile.title, x, y + high / 2, room, high / 2, unit * 40, BOLD_FONT, theme.ink),
                   write(tile.note, x, y, room, high / 2, unit * 36, TEXT_FONT, theme.quiet))
    write(tile.text, x, y, right - x - used - unit * APART, high, unit * 100, FIGURE_FONT, theme.ink, right=right)
    if tile.badge:
        _badge(tile.badge, x + wide - badge, y + (high - badge) / 2, badge)


def _badge_side(tile: Tile[str], wide: float, high: float) -> float:
    """How large a cap is drawn: larger than it needs to be only where the words leave room."""
    figures, size = least_size(FIGURE_FONT), least_size(BOLD_FONT)
    words = text_width(tile.title, BOLD_FONT, size) + text_width(tile.note, TEXT_FONT, size)
    spare = wide - words - text_width(tile.text, FIGURE_FONT, figures) - px(4 * APART)
    return float(max(figures * 1.2, min(high * 0.86, px(84), spare)))


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
    """Words in rows; strong: bold; dim: would change nothing, underlined with dots; struck: cannot come."""
    lines = token_lines(tokens, wide)
    row = high / len(lines)
    for index, line in enumerate(lines):
        left, bottom = x, y + high - row * (index + 1)
        for token, step in zip(line, _steps(line, wide), strict=True):
            _token(token, left, bottom, step, row)
            left += step


def _token(token: Token[str], x: float, y: float, step: float, row: float) -> None:
    """One word, with its meter below where it has one."""
    font = BOLD_FONT if token.state == "strong" else FIGURE_FONT
    texture = text_texture(token.text, least_size(font), font)
    (w, h), middle = texture.size, y + row / 2
    Color(*_ink(token))
    up = row * METER / 2 / (1 + METER) if token.of else 0  # room for the meter below
    Rectangle(texture=texture, size=(w, h), pos=(x, middle - h / 2 + up))
    if token.of:
        _meter(token, x, y + row * 0.06, step * 0.86, row * METER / (1 + METER) * 0.7)
    elif token.state == "struck":
        Line(points=[x - 2, middle, x + w + 2, middle], width=1.4)
    elif token.state == "dim":
        Line(points=[x, middle - h * 0.38, x + w, middle - h * 0.38], width=1, dash_length=3, dash_offset=3)


def _steps(tokens: Sequence[Token[str]], wide: float) -> list[float]:
    """From each word of a line to the next, px."""
    unit, widths = app().unit, list(map(_token_width, tokens))
    if not tokens:
        return []
    if all(token.of for token in tokens):
        return [min(wide / max(len(tokens), 3), unit * 110)] * len(tokens)
    if all(len(token.text) <= 3 for token in tokens):  # figures stand below one another
        even = min(wide / max(len(tokens), 5), unit * 52)
        if even >= max(widths) + unit * APART / 2:
            return [even] * len(tokens)
    apart = (wide - sum(widths)) / max(len(tokens) - 1, 1)
    return [width + min(unit * APART * 1.6, max(unit * CLOSE, apart)) for width in widths]


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
