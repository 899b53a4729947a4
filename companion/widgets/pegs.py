"""The cribbage board: a track a name, front and back pegs that walk to their holes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from kivy.graphics import Color, InstructionGroup, Line, Point, Rectangle, SmoothLine
from kivy.graphics.texture import Texture

from companion.log.scores import ScoreSheet
from companion.sheets.points import Stretch
from companion.style.peg_board import SKUNK_LINES, BoardPlan, plan_board
from companion.style.theme import BOLD_FONT, FIGURE_FONT
from companion.widgets.base import app, text_width
from companion.widgets.legend import peg_shape
from companion.widgets.lettering import colour_of, least_size, text_texture, write
from companion.widgets.wood import WoodBoard

MOST_TRACKS = 6  # more are not told apart across a table
BURNT = 0.55  # how much the numbers stand out from the wood


def dot_texture() -> Texture:
    """A soft-edged disc, for holes drawn as points."""
    y, x = np.mgrid[-1:1:32j, -1:1:32j]
    alpha = np.clip((1 - np.hypot(x, y)) * 12, 0, 1) * 255
    pixels = np.dstack([np.full_like(alpha, 255)] * 3 + [alpha]).astype(np.uint8)
    texture = Texture.create(size=(32, 32), colorfmt="rgba")
    texture.blit_buffer(pixels.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def many_columns(width: float) -> int:
    """How many names go side by side where there are too many for tracks."""
    return max(3, min(6, int(width // (app().unit * 200))))


@dataclass(frozen=True)
class Pegs:
    """Where the two pegs of a track stand, in holes."""

    front: float
    back: float


def peg_moves(old: Pegs, new: Pegs) -> Pegs:
    """The old holes of the pegs that shall stand at new.front and new.back: a rear peg leaps over
    the front one when points are pegged, as players do it."""
    if new.back == old.front and new.front != old.front:
        return Pegs(front=old.back, back=old.front)
    return old


class PegBoard(WoodBoard):
    """Draws a ScoreSheet as a cribbage board."""

    def __init__(self, **kwargs: Any) -> None:
        self._dot = dot_texture()
        self._from: dict[str, Pegs] = {}
        self._to: dict[str, Pegs] = {}
        self._plan: BoardPlan | None = None
        self._road: tuple[float, float, float, float] = (0, 0, 0, 0)
        super().__init__(**kwargs)

    def follow(self, sheet: ScoreSheet | None) -> bool:
        if sheet is None:
            self._to = {}
            return False
        new = {track.name: Pegs(sheet.board.hole_of(track.front), sheet.board.hole_of(track.back))
               for track in sheet.tracks}
        self._from = {name: peg_moves(self._to.get(name, pegs), pegs) for name, pegs in new.items()}
        self._to = new
        return self._from != new

    def peg(self, name: str, which: str) -> tuple[float, float]:
        """Where a peg ("front" or "back") is now, in pixels of the window."""
        assert self._plan is not None
        start, end = getattr(self._from.get(name, self._to[name]), which), getattr(self._to[name], which)
        return self._at(self._plan.place(self._track(name), start + (end - start) * self.walked))

    def _track(self, name: str) -> int:
        return list(self._to).index(name)

    def far_from(self, stretch: Stretch, x: float, y: float) -> float:
        if stretch.point.name not in self._to:
            return math.inf
        if self._plan is None:  # only names: nothing is nearer than anything else
            return 0.0
        left, bottom, _, height = self._road
        hole, apart = self._plan.nearest(self._track(stretch.point.name), x - left, bottom + height - y)
        low, high = self._ends(stretch)
        return apart + self._plan.pitch_x * max(low + 1 - hole, hole - high, 0)

    def _ends(self, stretch: Stretch) -> tuple[float, float]:
        """The holes between which a stretch lies."""
        first, last = sorted(map(self.sheet.board.hole_of, (stretch.start, stretch.end)))
        return first, last

    # -- drawing ------------------------------------------------------------------------------

    def plan(self, sheet: ScoreSheet) -> tuple[object, ...]:
        unit, legend, tracks = app().unit, self.legend.width, len(sheet.tracks)
        self._road = (self.x + legend, self.y + unit * 6, self.width - legend - unit * 8, self.height - unit * 12)
        self._plan = plan_board(sheet.board.holes, tracks, *self._road[2:]) if tracks <= MOST_TRACKS else None
        return self._plan, sheet.board.step

    def draw_marks(self, sheet: ScoreSheet) -> None:
        if self._plan is not None:
            self._draw_numbers(self._plan, sheet)
            self._draw_grooves(self._plan)
            self._draw_holes(self._plan)
            self._draw_skunk_lines(self._plan, sheet)

    def draw_names(self, sheet: ScoreSheet) -> None:
        if self._plan is None:
            self._draw_many(sheet)
            return
        self.legend.draw()

    def _draw_grooves(self, plan: BoardPlan) -> None:
        """Lines along each street and round each bend, in the colour of their track."""
        theme = app().theme
        for track, name in enumerate(self._to):
            Color(*colour_of(name, track)[:3], 0.30 if theme.texture else 0.6)
            points: list[float] = []
            for hole in range(plan.holes + 1):
                points += self._at(plan.place(track, hole))
            Line(points=points, width=max(1.0, plan.radius * 0.45), joint="round")

    def _draw_holes(self, plan: BoardPlan) -> None:
        theme = app().theme
        for track in range(plan.tracks):
            points = [value for hole in range(1, plan.holes + 1) for value in self._at(plan.place(track, hole))]
            Color(*theme.hole)
            for start in range(0, len(points), 2000):
                Point(points=points[start:start + 2000], pointsize=max(plan.radius, 1.2), texture=self._dot)

    def _draw_skunk_lines(self, plan: BoardPlan, sheet: ScoreSheet) -> None:
        """Across all tracks, behind the hole that a loser had better have passed."""
        if sheet.board.step != 1:
            return
        Color(*app().theme.ink[:3], 0.8)
        for hole in SKUNK_LINES.get(plan.holes, ()):
            ends = [self._at(plan.place(track, hole + 0.5)) for track in (0, plan.tracks - 1)]
            (x, low), (_, high) = sorted(ends, key=lambda end: end[1])
            Line(points=[x, low - plan.pitch_y * 0.4, x, high + plan.pitch_y * 0.4], width=max(1.0, app().unit))

    def _draw_numbers(self, plan: BoardPlan, sheet: ScoreSheet) -> None:
        """Every tenth hole's score, or fewer where they would stand close, burnt into the wood under the holes."""
        size = max(least_size(FIGURE_FONT), min(plan.street_height * 0.7, app().unit * 64))
        widest = text_width(str(plan.holes * sheet.board.step), FIGURE_FONT, size)
        every = next((step for step in (10, 20, 30, 50, 100) if step * plan.pitch_x > 2 * widest), plan.holes)
        Color(*app().theme.hole[:3], BURNT)
        for hole in range(every, plan.holes + 1, every):
            ends = [self._at(plan.place(track, hole)) for track in (0, plan.tracks - 1)]
            x, y = ends[0][0], (ends[0][1] + ends[1][1]) / 2
            texture = text_texture(str(hole * sheet.board.step), size, FIGURE_FONT)
            wide, high = texture.size
            left = max(self._road[0], min(x - wide / 2, self._road[0] + self._road[2] - wide))
            Rectangle(texture=texture, size=(wide, high), pos=(left, y - high / 2))

    def _draw_many(self, sheet: ScoreSheet) -> None:
        """More players than a board has tracks: names and scores alone."""
        unit, count, ink = app().unit, len(sheet.tracks), app().theme.ink
        columns = many_columns(self.width)
        rows = -(-count // columns)
        wide, high = (self.width - unit * 24) / columns, (self.height - unit * 12) / rows
        size = min(unit * 44, high * 0.9)
        for index, track in enumerate(sheet.tracks):
            x, y = self.x + unit * 12 + wide * (index % columns), self.top - unit * 6 - high * (index // columns + 1)
            score = write(str(track.front), x, y, wide, high, size, FIGURE_FONT, ink, right=x + wide - unit * 28)
            write(track.name, x + unit * 8, y, wide - score - unit * 44, high, size * 0.9, BOLD_FONT, ink)

    def draw_moving(self, group: InstructionGroup) -> None:
        if self._plan is None:
            return
        radius = min(max(self._plan.radius * 1.7, app().unit * 5), self._plan.pitch_y * 0.62, app().unit * 11)
        for index, name in enumerate(self._to):
            for which, hollow in (("back", True), ("front", False)):
                x, y = self.peg(name, which)
                own = InstructionGroup()
                peg_shape(index, colour_of(name, index), x, y, radius, hollow, own)
                group.add(own)

    def draw_light(self, stretch: Stretch, group: InstructionGroup) -> None:
        if self._plan is None:
            return
        first, last = map(round, self._ends(stretch))
        points = [value for hole in range(first, last + 1)
                  for value in self._at(self._plan.place(self._track(stretch.point.name), hole))]
        if len(points) >= 4:
            group.add(Color(*app().theme.accent))
            group.add(SmoothLine(points=points, width=max(self._plan.radius * 1.1, app().unit * 2.5)))

    def _at(self, place: tuple[float, float]) -> tuple[float, float]:
        left, bottom, _, height = self._road
        return left + place[0], bottom + height - place[1]
