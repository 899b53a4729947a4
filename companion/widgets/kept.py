"""Parts of a screen that are kept as pictures, so that a moving one beside them costs no more than itself.

    Kept:                       # in kv: a BoxLayout
        Surface:
            PanelView:

Without a graphics card the letters, lines and felt of the table screen take ten times as long to draw as the
camera picture; with a `Kept` around each part they are drawn when they change, not with every picture.
"""

from __future__ import annotations

import math
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Canvas, Color, Fbo, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.widgets.base import app
from companion.widgets.felt import Felt

GAP = 10  # units between the parts of a screen
EDGE = 15  # units from the window's edge within which there is no other part


def share_of_window(widget: Widget) -> tuple[int, int, int, int]:
    """x, y, width and height in whole pixels: the widget with half of the gap to each neighbour, or all that is
    left to the window's edge, so that the shares of neighbours meet."""
    half, edge = app().unit * GAP / 2, app().unit * EDGE

    def cut(at: float, by: float, end: float) -> int:
        return int(end) if abs(at - end) <= edge else math.floor(at + by + 0.01)

    left, right = cut(widget.x, -half, 0), cut(widget.right, half, Window.width)
    bottom, top = cut(widget.y, -half, 0), cut(widget.top, half, Window.height)
    return left, bottom, max(1, right - left), max(1, top - bottom)


class Stage(BoxLayout):
    """What moves lies on its share of the felt."""

    def __init__(self, **kwargs: Any) -> None:
        self._felt = Felt()
        super().__init__(**kwargs)
        self.canvas.before.add(self._felt.canvas)
        self.place = Clock.create_trigger(self._place, -1)
        for widget in (self, Window):
            widget.bind(size=self.place)
        self.bind(pos=self.place)

    def _place(self, *_: Any) -> None:
        x, y, width, height = share_of_window(self)
        self._felt.pos, self._felt.size = (x, y), (width, height)


class Kept(BoxLayout):
    """Draws its children, and its share of the felt, into a picture of its own."""

    def __init__(self, **kwargs: Any) -> None:
        self._felt = Felt()
        self._inside = Fbo(size=(1, 1), with_stencilbuffer=True)  # lines that let through need it
        with self._inside.before:
            PushMatrix()
            self._shift = Translate()
        with self._inside.after:
            PopMatrix()
        self._inside.add(self._felt.canvas)
        self.canvas = Canvas()
        self.canvas.add(self._inside)
        with self.canvas:
            Color(1, 1, 1)
            self._picture = Rectangle()
        super().__init__(**kwargs)
        self.place = Clock.create_trigger(self._place, -1)
        for widget in (self, Window):
            widget.bind(size=self.place)
        self.bind(pos=self.place)

    def add_widget(self, *words: Any, **named: Any) -> None:
        outside, self.canvas = self.canvas, self._inside  # a widget draws into its parent's canvas
        super().add_widget(*words, **named)
        self.canvas = outside

    def remove_widget(self, *words: Any, **named: Any) -> None:
        outside, self.canvas = self.canvas, self._inside
        super().remove_widget(*words, **named)
        self.canvas = outside

    def _place(self, *_: Any) -> None:
        x, y, width, height = share_of_window(self)
        self._felt.pos, self._felt.size = (x, y), (width, height)
        self._shift.xy = (-x, -y)
        if tuple(self._inside.size) != (width, height):
            self._inside.size = (width, height)
            self._inside.texture.min_filter = self._inside.texture.mag_filter = "nearest"  # shown as large as it is
            self._picture.texture = self._inside.texture
        self._picture.pos, self._picture.size = (x, y), (width, height)
