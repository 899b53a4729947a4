"""The cribbage board: drawn wood, a track a name, front and back pegs that walk to their holes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import (
    Color,
    InstructionGroup,
    Line,
    Point,
    Rectangle,
    RoundedRectangle,
    SmoothEllipse,
    SmoothLine,
)
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.board import BoardPlan, plan_board
from companion.scores import ScoreSheet, Track
from companion.theme import BOLD_FONT, FIGURE_FONT
from companion.widgets.base import app
from companion.widgets.card import text_texture
from companion.widgets.felt import grain_texture

MOST_TRACKS = 6  # more are not told apart across a table
WALK_S = 0.9  # how long a peg takes to its new hole
SIDES = (40, 4, 3, 6, 5, 8)  # the outline of each seat's peg: round, diamond, triangle, ...


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


class PegBoard(Widget):
    """Draws a ScoreSheet; give it a new one and the pegs walk."""

    sheet = ObjectProperty(None, allownone=True)
    walked = NumericProperty(1.0)  # share of the way, 0 to 1

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._dot = dot_texture()
        self._from: dict[str, Pegs] = {}
        self._to: dict[str, Pegs] = {}
        self._plan: BoardPlan | None = None
        self._pegs = InstructionGroup()
        self._road: tuple[float, float, float, float] = (0, 0, 0, 0)
        self._redraw = Clock.create_trigger(self._draw_board, -1)  # once, after everything has its place
        for name in ("pos", "size"):
            self.fbind(name, self._redraw)
        self.fbind("walked", self._draw_pegs)
        app().fbind("theme", self._redraw)

    def on_sheet(self, _widget: Widget, sheet: ScoreSheet | None) -> None:
        if sheet is None:
            self._to = {}
        else:
            new = {track.name: Pegs(sheet.board.hole_of(track.front), sheet.board.hole_of(track.back))
                   for track in sheet.tracks}
            self._from = {name: peg_moves(self._to.get(name, pegs), pegs) for name, pegs in new.items()}
            moves = self._from != new
            self._to = new
            if moves:
                Animation.cancel_all(self, "walked")
                self.walked = 0.0
                Animation(walked=1.0, duration=WALK_S, t="in_out_cubic").start(self)
        self._redraw()

    def peg(self, name: str, which: str) -> tuple[float, float]:
        """Where a peg ("front" or "back") is now, in pixels of the window."""
        assert self._plan is not None
        track = list(self._to).index(name)
        start, end = getattr(self._from.get(name, self._to[name]), which), getattr(self._to[name], which)
        x, y = self._plan.place(track, start + (end - start) * self.walked)
        left, bottom, _, height = self._road
        return left + x, bottom + height - y

    # -- drawing ------------------------------------------------------------------------------

    def _draw_board(self, *_: Any) -> None:
        self.canvas.clear()
        sheet = self.sheet
        if sheet is None or not sheet.tracks or self.width < 50 or self.height < 20:
            return
        unit = app().unit
        legend = min(self.width * 0.24, unit * 210)
        self._road = (self.x + legend, self.y + unit * 6, self.width - legend - unit * 8, self.height - unit * 12)
        self._plan = plan_board(sheet.board.holes, len(sheet.tracks), self._road[2], self._road[3])
        if len(sheet.tracks) > MOST_TRACKS:
            self._plan = None
            with self.canvas:
                self._draw_wood()
                self._draw_names(sheet)
            return
        with self.canvas:
            self._draw_wood()
            self._draw_grooves(self._plan)
            self._draw_holes(self._plan, sheet)
            for index, track in enumerate(sheet.tracks):
                self._draw_legend(index, track, len(sheet.tracks), legend, sheet)
        self._pegs = InstructionGroup()
        self.canvas.add(self._pegs)
        self._draw_pegs()

    def _draw_wood(self) -> None:
        theme, unit = app().theme, app().unit
        Color(*theme.wood)
        RoundedRectangle(pos=self.pos, size=self.size, radius=[unit * 16])
        if theme.texture:
            Color(1, 1, 1, theme.texture)
            RoundedRectangle(pos=self.pos, size=self.size, radius=[unit * 16], texture=grain_texture())
        Color(*theme.hole if theme.texture else theme.line)
        SmoothLine(rounded_rectangle=(*self.pos, *self.size, unit * 16), width=max(1.0, unit * 1.6))

    def _draw_grooves(self, plan: BoardPlan) -> None:
        """Lines along each street and round each bend, in the colour of their track."""
        theme = app().theme
        for track in range(plan.tracks):
            Color(*theme.pegs[track % len(theme.pegs)][:3], 0.30 if theme.texture else 0.6)
            points: list[float] = []
            for hole in range(plan.holes + 1):
                points += self._at(plan.place(track, hole))
            Line(points=points, width=max(1.0, plan.radius * 0.45), joint="round")

    def _draw_holes(self, plan: BoardPlan, sheet: ScoreSheet) -> None:
        theme = app().theme
        for track in range(plan.tracks):
            points = [value for hole in range(1, plan.holes + 1) for value in self._at(plan.place(track, hole))]
            Color(*theme.hole)
            for start in range(0, len(points), 2000):
                Point(points=points[start:start + 2000], pointsize=max(plan.radius, 1.2), texture=self._dot)
        self._draw_numbers(plan, sheet)

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

    def _draw_names(self, sheet: ScoreSheet) -> None:
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

    def _draw_legend(self, index: int, track: Track, count: int, legend: float, sheet: ScoreSheet) -> None:
        """Name and score in the track's row, with its peg's shape."""
        theme, unit = app().theme, app().unit
        row = self.height / count
        y = self.top - row * (index + 0.5)
        size = min(unit * 30, row * 0.62)
        self._peg_shape(index, self.x + unit * 24, y, min(unit * 9, row * 0.25), hollow=False)
        Color(*theme.ink)
        score = text_texture(str(track.front), size, FIGURE_FONT)
        Rectangle(texture=score, size=score.size, pos=(self.x + legend - score.width - unit * 16, y - score.height / 2))
        room = legend - score.width - unit * 66
        name = text_texture(track.name, min(size * 0.8, unit * 24), BOLD_FONT)
        scale = min(1.0, room / max(name.width, 1))
        Rectangle(texture=name, size=(name.width * scale, name.height * scale),
                  pos=(self.x + unit * 42, y - name.height * scale / 2))

    def _draw_pegs(self, *_: Any) -> None:
        self._pegs.clear()
        if self._plan is None or self.sheet is None:
            return
        radius = min(max(self._plan.radius * 1.7, app().unit * 5), self._plan.pitch_y * 0.62, app().unit * 11)
        for index, name in enumerate(self._to):
            for which, hollow in (("back", True), ("front", False)):
                x, y = self.peg(name, which)
                group = InstructionGroup()
                self._peg_shape(index, x, y, radius, hollow, group)
                self._pegs.add(group)

    def _peg_shape(self, index: int, x: float, y: float, radius: float, hollow: bool,
                   group: InstructionGroup | None = None) -> None:
        """A peg seen from above; the back peg is a ring."""
        theme = app().theme
        sides = SIDES[index % len(SIDES)]
        colour = theme.pegs[index % len(theme.pegs)]
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

    def _at(self, place: tuple[float, float]) -> list[float]:
        left, bottom, _, height = self._road
        return [left + place[0], bottom + height - place[1]]


def _polygon(x: float, y: float, radius: float, sides: int) -> SmoothEllipse:
    """A filled regular shape around a centre."""
    return SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius), segments=sides)
