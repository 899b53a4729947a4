"""Labels, buttons and panels in the app's type and colours."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

LEAST_SIZE = 9.0  # pixels
STEP = 0.93  # from one size that is tried to the next smaller one
PRESSED_S = 0.08  # so long a button that a key presses is down
FIGURES_HIGH = 0.70  # height of figures as a share of their line


def load_kv(python_file: str) -> None:
    """Load the .kv file beside a widget's or screen's Python file, once."""
    path = str(Path(python_file).with_suffix(".kv"))
    if path not in Builder.files:
        Builder.load_file(path, encoding="utf-8")


def app() -> Any:
    """The running app."""
    return App.get_running_app()


def follow_app(method: Callable[..., object], *names: str) -> None:
    """Call a widget's method when one of the app's properties changes, for as long as there is the widget.

    (The app would keep every widget alive that it knows by `fbind`.)"""
    app().bind(**dict.fromkeys(names, method))


class WrappedText(Label):
    """Text that wraps at its width."""


class Paragraph(WrappedText):
    """The same, as high as its lines; nothing where there are none."""


class FitText(Label):
    """Text that is as large as fits its box, up to `largest` pixels; long text wraps."""

    largest = NumericProperty(100)
    wraps = BooleanProperty(False)
    tight = BooleanProperty(False)  # figures only: the room above and below them may be cut off

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("text", self._fit)
        self.fbind("size", self._fit)
        self.fbind("largest", self._fit)
        self.fbind("font_name", self._fit)

    def _fit(self, *_: Any) -> None:
        if self.width < 4 or self.height < 4 or self.largest < 4:
            return
        self.text_size = (None, None) if self.tight else self.size  # a figure is never broken
        self.font_size = fitting_size(self.text, self.font_name, float(self.largest), int(self.width), int(self.height),
                                      self.wraps, FIGURES_HIGH if self.tight else 1.0)


@lru_cache(maxsize=4096)
def fitting_size(text: str, font: str, largest: float, width: int, height: int, wraps: bool, used: float = 1.0
                 ) -> float:
    """The largest size, at most `largest`, at which a text fits a box; words are not broken.  used: share
    of a line's height that the text needs.  Kept, because it is found by trying, and texts come again."""
    longest = max(text.split() or [""], key=len)
    steps = max(1, 1 + math.ceil(math.log(LEAST_SIZE / max(largest, LEAST_SIZE), STEP)))

    def share(step: int) -> float:
        """Of the box that the text takes at this size, in the worse direction; measured, not drawn."""
        label = CoreLabel(text=text, font_name=font, font_size=largest * STEP**step,
                          text_size=(width if wraps else None, None))
        wide, high = label.render()
        if wraps:
            wide = label.get_extents(longest)[0] + 1
        return float(max(wide / (width + 1), high * used / (height + 1)))

    taken = share(0)
    if taken <= 1 or steps == 1:
        return largest
    if wraps:
        return largest * STEP**bisect_left(range(steps), True, 1, steps - 1, key=lambda step: share(step) <= 1)
    step = min(max(1, math.floor(math.log(1 / taken, STEP))), steps - 1)
    while step < steps - 1 and share(step) > 1:
        step += 1
    return largest * STEP**step


@lru_cache(maxsize=4096)
def text_width(text: str, font: str, size: float) -> float:
    """How wide the longest line of a text is, in pixels."""
    label = CoreLabel(text=text, font_name=font, font_size=size)
    return float(max((label.get_extents(line)[0] for line in text.splitlines()), default=0))


def width_in_lines(text: str, font: str, size: float, lines: int) -> float:
    """The least width in pixels at which a text wraps into so many lines."""
    words = text.split()
    if lines == 1 or len(words) < 2:
        return text_width(text, font, size)
    return min(max(text_width(" ".join(words[:cut]), font, size),
                   width_in_lines(" ".join(words[cut:]), font, size, lines - 1)) for cut in range(1, len(words)))


@lru_cache(maxsize=1024)
def text_height(text: str, font: str, size: float, width: int) -> float:
    """How high a text is that wraps at a width, in pixels; 0 for none."""
    label = CoreLabel(text=text, font_name=font, font_size=size, text_size=(width, None))
    return float(label.render()[1]) if text else 0.0


class Surface(BoxLayout):
    """A panel on the felt."""

    fill = ColorProperty(None, allownone=True)
    edge = ColorProperty(None, allownone=True)


class Pressable(ButtonBehavior):
    """What can be pressed, by a finger or a key.  Once it was taken off the screen, as when its sheet was closed
    under the finger, letting go does nothing."""

    focused = BooleanProperty(False)  # by the keyboard

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self and self.get_root_window() is None:
            touch.ungrab(self)
            self.state = "normal"
            return True
        return bool(super().on_touch_up(touch))

    def press(self) -> None:
        """As if touched."""
        if not self.disabled:
            self.state = "down"
            Clock.schedule_once(self._let_go, PRESSED_S)

    def _let_go(self, _dt: float) -> None:
        self.state = "normal"
        if self.get_root_window() is not None:
            self.dispatch("on_press")
            self.dispatch("on_release")


class Btn(Pressable, Label):
    """A button at least as tall as a fingertip needs.  `kind` primary is the accent: at most one
    or two on a screen."""

    font_size: float
    kind = OptionProperty("plain", options=("plain", "primary", "quiet", "choice"))
    chosen = BooleanProperty(False)
    hint = StringProperty("")  # the key that does the same
    needs = NumericProperty(0)  # pixels of width in which its text stands as wished
    longest = NumericProperty(0)  # ... in which its longest word does
    snug = BooleanProperty(False)  # whether it is as wide as that

    def __init__(self, **kwargs: Any) -> None:
        self._wished = self._shrunk = 0.0  # the size of the letters as wanted, and as long words allow
        super().__init__(**kwargs)
        self._wished = self.font_size
        self._fit_words = Clock.create_trigger(self._shrink, -1)
        for name in ("text", "size", "snug"):
            self.fbind(name, self._fit_words)
        self.fbind("font_size", self._on_font_size)
        self._fit_words()

    def _on_font_size(self, _widget: Widget, size: float) -> None:
        if size != self._shrunk:
            self._wished = size
            self._fit_words()

    def _shrink(self, *_: Any) -> None:
        """Long words of another language make the letters smaller; they are not broken."""
        margin, size = app().unit * 32, float(self._wished)
        self.needs = text_width(self.text, self.font_name, size) + margin
        self.longest = text_width("\n".join(self.text.split()), self.font_name, size) + margin
        if self.snug:
            self.width = max(app().touch, self.needs)
        wide, high = self.text_size[0], self.height
        if not self.text or not wide or wide < 20 or high < 20:
            return
        self._shrunk = fitting_size(self.text, self.font_name, float(self._wished), int(wide), int(high), True)
        self.font_size = self._shrunk

    def on_snug(self, *_: Any) -> None:
        self.size_hint_x = None if self.snug else 1


class Toggle(Btn):
    """A switch: on or off, said in a word and by the side where its knob is."""

    on = BooleanProperty(False)


class Spacer(Widget):
    """Takes up room."""


load_kv(__file__)
