"""The guide through setting up a camera: one instruction over the live picture, and what is done already, ticked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.properties import BooleanProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.sitting.guide import GuideStep, next_step
from companion.widgets.base import Btn, app, follow_app, load_kv

Offers = Sequence[tuple[str, bool, Callable[[], object]]]  # words, whether it is the thing to do, what it does


class Tick(Widget):
    """A tick in a green disc for what is done, a full ring for what is next, a thin one for what comes later."""

    state = OptionProperty("later", options=("done", "next", "later"))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "state"):
            self.fbind(name, self._draw)
        follow_app(self._draw, "theme")

    def _draw(self, *_: Any) -> None:
        theme, side = app().theme, min(self.width, self.height)
        middle_x, middle_y = self.x + self.width / 2, self.y + self.height / 2
        x, y = middle_x - side / 2, middle_y - side / 2
        self.canvas.clear()
        with self.canvas:
            if self.state == "done":
                Color(*theme.good)
                SmoothEllipse(pos=(x, y), size=(side, side))
                Color(*theme.surface)
                points = [(0.26, 0.5), (0.44, 0.32), (0.76, 0.68)]
                SmoothLine(points=[c for u, v in points for c in (x + side * u, y + side * v)], width=side * 0.06)
            else:
                Color(*(theme.accent if self.state == "next" else theme.quiet))
                SmoothLine(circle=(middle_x, middle_y, side * 0.44),
                           width=side * (0.08 if self.state == "next" else 0.03))


class StepRow(BoxLayout):
    """One step and its tick."""

    name = StringProperty("")
    state = OptionProperty("later", options=("done", "next", "later"))


class Instruction(BoxLayout):
    """The one thing to do now, large over the lower edge of the live picture."""

    text = StringProperty("")
    is_done = BooleanProperty(False)


class GuidePane(BoxLayout):
    """All steps, and the buttons of the one that is next.  `offers_of` gives them; None: all is well."""

    def __init__(self, offers_of: Callable[[GuideStep | None], Offers], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._offers_of = offers_of
        self._steps: tuple[GuideStep, ...] = ()

    def show(self, steps: tuple[GuideStep, ...]) -> None:
        """The steps as they stand now."""
        if steps == self._steps and self.ids.buttons.children:
            return
        self._steps, current = steps, next_step(steps)
        self.ids.steps.clear_widgets()
        for step in steps:
            state = "done" if step.is_done else "next" if step is current else "later"
            self.ids.steps.add_widget(StepRow(name=step.name, state=state))
        self.ids.buttons.clear_widgets()
        for text, is_first, act in self._offers_of(current):
            self.ids.buttons.add_widget(Btn(text=text, kind="primary" if is_first else "plain",
                                            on_release=lambda _button, act=act: act()))


load_kv(__file__)
