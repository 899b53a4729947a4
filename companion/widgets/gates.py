"""The other style of the score board: tally marks, a five-bar gate for each five strokes."""

from __future__ import annotations

import math
from typing import Any

from kivy.graphics import Color, InstructionGroup, RoundedRectangle, SmoothLine

from companion.log.scores import ScoreSheet
from companion.sheets.points import Stretch
from companion.style.peg_board import GROUP, GatePlan, plan_gates, stroke_value
from companion.style.theme import TEXT_FONT
from companion.widgets.base import app
from companion.widgets.lettering import line_height, write
from companion.widgets.wood import WoodBoard
from companion.words import texts

LEAST_GATES = 4  # that a row has room for, so that the first strokes are not huge


class GateBoard(WoodBoard):
    """Draws a ScoreSheet as strokes on the wood."""

    def __init__(self, **kwargs: Any) -> None:
        self.value = 1  # what a stroke is worth
        self._from: dict[str, int] = {}
        self._to: dict[str, int] = {}
        self._plan: GatePlan | None = None
        super().__init__(**kwargs)

    def follow(self, sheet: ScoreSheet | None) -> bool:
        if sheet is None:
            self._from, self._to = {}, {}
            return False
        self.value = stroke_value(sheet.target, (track.front for track in sheet.tracks))
        new = {track.name: max(track.front, 0) // self.value for track in sheet.tracks}
        self._from = {name: self._to.get(name, strokes) for name, strokes in new.items()}
        self._to = new
        return self._from != new

    def strokes(self, name: str) -> int:
        """How many strokes somebody has now, while they are being made."""
        was = self._from.get(name, self._to[name])
        shown: int = round(was + (self._to[name] - was) * self.walked)
        return shown

    def far_from(self, stretch: Stretch, x: float, y: float) -> float:
        if stretch.point.name not in self._to or self._plan is None:
            return math.inf
        row = self._row(stretch.point.name)
        stroke, apart = self._plan.nearest(self._to[stretch.point.name], x - self.x - self.legend.width, row - y)
        first, last = self._ends(stretch)
        return apart + self._plan.side * max(first - stroke, stroke - last, 0)

    def _ends(self, stretch: Stretch) -> tuple[int, int]:
        """The first and the last stroke of a stretch; the same when it made none of its own."""
        low, high = sorted((max(stretch.start, 0) // self.value, max(stretch.end, 0) // self.value))
        return low, max(low, high - 1)

    def _row(self, name: str) -> float:
        """The top of somebody's row, pixels of the window."""
        return float(self.top - self.height / len(self._to) * list(self._to).index(name))

    # -- drawing ------------------------------------------------------------------------------

    def plan(self, sheet: ScoreSheet) -> tuple[object, ...]:
        most = max([LEAST_GATES * GROUP, *self._to.values(), (sheet.target or 0) // self.value])
        room = self.width - self.legend.width - app().unit * 16
        self._plan = plan_gates(most, room, self.height / len(sheet.tracks))
        return len(sheet.tracks), self.value

    def draw_marks(self, sheet: ScoreSheet) -> None:
        """A line between two rows, and what a stroke is worth where that is not one."""
        theme, unit, count = app().theme, app().unit, len(sheet.tracks)
        Color(*theme.hole)
        for index in range(1, count):
            y = self.top - self.height / count * index
            SmoothLine(points=[self.x + unit * 10, y, self.right - unit * 10, y], width=max(1.0, unit))
        if self.value > 1:
            write(texts.STROKE_IS.format(value=self.value), self.x, self.y + unit * 2, self.width - self.legend.width,
                  line_height(TEXT_FONT), app().letters, TEXT_FONT, theme.ink, right=self.right - unit * 14)

    def draw_names(self, sheet: ScoreSheet) -> None:
        self.legend.draw(has_pegs=False)

    def draw_moving(self, group: InstructionGroup) -> None:
        """The strokes; those of the last points in the accent."""
        theme = app().theme
        for track in self.sheet.tracks:
            strokes, before = self.strokes(track.name), max(track.back, 0) // self.value
            for stroke in range(strokes):
                group.add(Color(*(theme.accent if stroke >= before else theme.ink)))
                group.add(SmoothLine(points=self._stroke(track.name, stroke), cap="round", width=self._width))

    def draw_light(self, stretch: Stretch, group: InstructionGroup) -> None:
        """A plate behind the strokes."""
        if stretch.start == stretch.end or self._plan is None:
            return
        first, last = self._ends(stretch)
        unit = app().unit
        group.add(Color(*app().theme.accent[:3], 0.35))
        for stroke in range(first, last + 1):
            x1, y1, x2, y2 = self._stroke(stretch.point.name, stroke)
            group.add(RoundedRectangle(pos=(min(x1, x2) - unit * 4, min(y1, y2) - unit * 3), radius=[unit * 3],
                                       size=(abs(x2 - x1) + unit * 8, abs(y2 - y1) + unit * 6)))

    @property
    def _width(self) -> float:
        assert self._plan is not None
        return max(1.2, min(self._plan.side * 0.045, float(app().unit) * 3))

    def _stroke(self, name: str, stroke: int) -> list[float]:
        assert self._plan is not None
        x1, y1, x2, y2 = self._plan.stroke(stroke)
        left, top = self.x + self.legend.width, self._row(name)
        return [left + x1, top - y1, left + x2, top - y2]
