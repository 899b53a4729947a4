"""Widgets that draw what they show, rather than being built of labels: a Limbo panel has 13 tiles, and all change
at once.
"""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.widgets.base import follow_app


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
