"""The names beside a score board, each with its peg's shape and its score, and whose row a finger is on."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import Color, InstructionGroup, SmoothEllipse
from kivy.uix.widget import Widget

from companion.log.scores import PegTrack
from companion.style.theme import BOLD_FONT, FIGURE_FONT, Colour
from companion.widgets.base import app, text_width
from companion.widgets.lettering import colour_of, least_size, line_height, write

LEAST_ROW = 0.82  # of a line of text: a row of names and scores may be so low
MOST = 0.5  # of the board's width may be names
SIDES = (40, 4, 3, 6, 5, 8)  # the outline of each seat's peg: round, diamond, triangle, ...


class Legend:
    """The left end of one board."""

    def __init__(self, board: Widget) -> None:
        self._board = board
        self._tracks: Sequence[PegTrack] = ()
        self.width = 0.0  # pixels

    @property
    def columns(self) -> int:
        """How many columns of names there are; more where their rows would be too low for them."""
        rows = max(1, int(self._board.height / (line_height(BOLD_FONT) * LEAST_ROW)))
        return -(-len(self._tracks) // rows)

    def measure(self, tracks: Sequence[PegTrack]) -> None:
        """As wide as the names of these tracks are at the least size; the same for scores of up to three figures, so
        that the pegs stay where they are."""
        self._tracks = tracks
        bold, figures = least_size(BOLD_FONT), least_size(FIGURE_FONT)
        score = max(text_width(str(number), FIGURE_FONT, figures) for number in (888, *(t.front for t in tracks)))
        widest = max(text_width(track.name, BOLD_FONT, bold) for track in tracks) + score
        self.width = float(min((widest + app().unit * 90) * self.columns, self._board.width * MOST))

    def name_at(self, x: float, y: float) -> str | None:
        """Whose row is at a point of the window; None right of the names."""
        board, columns = self._board, self.columns
        if x >= board.x + self.width:
            return None
        rows = -(-len(self._tracks) // columns)
        row = min(max(int((board.top - y) / board.height * rows), 0), rows - 1)
        column = min(max(int((x - board.x) / self.width * columns), 0), columns - 1)
        return self._tracks[min(column * rows + row, len(self._tracks) - 1)].name

    def draw(self, has_pegs: bool = True) -> None:
        """Every name and score in its track's row, with its peg's shape where there are pegs; into the open canvas."""
        columns = self.columns
        rows, wide = -(-len(self._tracks) // columns), self.width / columns
        high = self._board.height / rows
        for index in range(len(self._tracks)):
            self._draw_row(index, self._board.x + wide * (index // rows), self._board.top - high * (index % rows + 0.5),
                           wide, high, has_pegs)

    def _draw_row(self, index: int, left: float, y: float, wide: float, high: float, has_pegs: bool) -> None:
        theme, unit, track = app().theme, app().unit, self._tracks[index]
        inset = unit * (42 if has_pegs else 16)
        if has_pegs:
            peg_shape(index, colour_of(track.name, index), left + unit * 24, y, min(unit * 10, high * 0.25))
        score = write(str(track.front), left, y - high / 2, wide - inset, high, min(unit * 46, high * 0.8), FIGURE_FONT,
                      theme.ink, right=left + wide - unit * 18)
        write(track.name, left + inset, y - high / 2, wide - score - inset - unit * 28, high,
              min(unit * 40, high * 0.7), BOLD_FONT, theme.ink)


def peg_shape(index: int, colour: Colour, x: float, y: float, radius: float, hollow: bool = False,
              group: InstructionGroup | None = None) -> None:
    """A peg seen from above, into the group or the open canvas; the back peg is a ring."""
    theme = app().theme
    sides = SIDES[index % len(SIDES)]
    instructions = [
        Color(0, 0, 0, 0.45), _polygon(x + radius * 0.1, y - radius * 0.2, radius, SIDES[0]),
        Color(*theme.hole[:3], 1), _polygon(x, y, radius * 1.18, sides),
        Color(*colour), _polygon(x, y, radius, sides),
    ]
    if hollow:
        instructions += [Color(*theme.hole[:3], 1), _polygon(x, y, radius * 0.55, sides)]
    if group is not None:
        for instruction in instructions:
            group.add(instruction)


def _polygon(x: float, y: float, radius: float, sides: int) -> SmoothEllipse:
    """A filled regular shape around a centre."""
    return SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius), segments=sides)
