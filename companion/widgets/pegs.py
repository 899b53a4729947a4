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
from companion.widgets.base import app
from companion.widgets.card import text_texture
from companion.widgets.wood import WoodBoard, peg_shape

MOST_TRACKS = 6  # more are not told apart across a table


def dot_texture() -> Texture:
    """A soft-edged disc, for holes drawn as points."""
    y, x = np.mgrid[-1:1:32j, -1:1:32j]
    alpha = np.clip((1 - np.hypot(x, y)) * 12, 0, 1) * 255
    pixels = np.dstack([np.full_like(alpha, 255)] * 3 + [alpha]).astype(np.uint8)
    texture = Texture.create(size=(32, 32), colorfmt="rgba")
    texture.blit_buffer(pixels.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


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
        unit, legend, tracks = app().unit, self.legend, len(sheet.tracks)
        self._road = (self.x + legend, self.y + unit * 6, self.width - legend - unit * 8, self.height - unit * 12)
        self._plan = plan_board(sheet.board.holes, tracks, *self._road[2:]) if tracks <= MOST_TRACKS else None
        return self._plan, sheet.board.step

    def draw_marks(self, sheet: ScoreSheet) -> None:
        if self._plan is not None:
            self._draw_grooves(self._plan)
            self._draw_holes(self._plan)
            self._draw_skunk_lines(self._plan, sheet)
            self._draw_numbers(self._plan, sheet)

    def draw_names(self, sheet: ScoreSheet) -> None:
        if self._plan is None:
            self._draw_many(sheet)
            return
        for index, track in enumerate(sheet.tracks):
            self.draw_legend(index, track, len(sheet.tracks))

    def _draw_grooves(self, plan: BoardPlan) -> None:
        """Lines along each street and round each bend, in the colour of their track."""
        theme = app().theme
        for track in range(plan.tracks):
            Color(*theme.pegs[track % len(theme.pegs)][:3], 0.30 if theme.texture else 0.6)
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
        """Every tenth hole's score (every fiftieth on dense boards), above its street."""
        theme = app().theme
        every = 10 if plan.pitch_x > 9 * app().unit else 50
        size = min(app().unit * 17, plan.pitch_y * 0.9)
        if size < 7:
            return
        Color(*theme.ink[:3], 0.85)
        for hole in range(every, plan.holes + 1, every):
            upper = 0 if plan.street_of(hole) % 2 == 0 else plan.tracks - 1  # the track that lies on top
            x, y = self._at(plan.place(upper, hole))
            texture = text_texture(str(hole * sheet.board.step), size, BOLD_FONT)
            Rectangle(texture=texture, size=texture.size, pos=(x - texture.width / 2, y + plan.pitch_y * 0.3))

    def _draw_many(self, sheet: ScoreSheet) -> None:
        """More players than a board has tracks: names and scores alone."""
        unit, count = app().unit, len(sheet.tracks)
        columns = max(3, min(6, int(self.width // (unit * 200))))
        rows = -(-count // columns)
        wide, high = (self.width - unit * 24) / columns, (self.height - unit * 12) / rows
        for index, track in enumerate(sheet.tracks):
            x, y = self.x + unit * 12 + wide * (index % columns), self.top - unit * 6 - high * (index // columns + 0.5)
            size = min(unit * 34, high * 0.75)
            Color(*app().theme.ink)
            score = text_texture(str(track.front), size, FIGURE_FONT)
            name = text_texture(track.name, size * 0.8, BOLD_FONT)
            scale = min(1.0, (wide - score.width - unit * 44) / max(name.width, 1))
            Rectangle(texture=name, size=(name.width * scale, name.height * scale),
                      pos=(x + unit * 8, y - name.height * scale / 2))
            Rectangle(texture=score, size=score.size, pos=(x + wide - score.width - unit * 28, y - score.height / 2))

    def draw_moving(self, group: InstructionGroup) -> None:
        if self._plan is None:
            return
        radius = min(max(self._plan.radius * 1.7, app().unit * 5), self._plan.pitch_y * 0.62, app().unit * 11)
        for index, name in enumerate(self._to):
            for which, hollow in (("back", True), ("front", False)):
                x, y = self.peg(name, which)
                own = InstructionGroup()
                peg_shape(index, x, y, radius, hollow, own)
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
