"""Labels, buttons and panels in the app's type and colours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

FIGURES_HIGH = 0.70  # height of figures as a share of their line


def load_kv(python_file: str) -> None:
    """Load the .kv file beside a widget's or screen's Python file, once."""
    path = str(Path(python_file).with_suffix(".kv"))
    if path not in Builder.files:
        Builder.load_file(path, encoding="utf-8")


def app() -> Any:
    """The running app."""
    return App.get_running_app()


class Text(Label):
    """Text that wraps at its width."""


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
        self.text_size = (self.width, None) if self.tight else self.size
        size = float(self.largest)
        while size > 9 and not self._fits(size):
            size *= 0.93
        self.font_size = size

    def _fits(self, size: float) -> bool:
        wrap = self.width if self.wraps else None
        label = CoreLabel(text=self.text, font_name=self.font_name, font_size=size, text_size=(wrap, None))
        label.refresh()
        words_fit = not self.wraps or self._longest_word(size) <= self.width
        high = label.content_height * (FIGURES_HIGH if self.tight else 1.0)
        return words_fit and label.content_width <= self.width + 1 and high <= self.height + 1

    def _longest_word(self, size: float) -> float:
        word = max(self.text.split() or [""], key=len)
        return float(CoreLabel(text=word, font_name=self.font_name, font_size=size).get_extents(word)[0])


class Surface(BoxLayout):
    """A panel on the felt."""

    fill = ColorProperty(None, allownone=True)
    edge = ColorProperty(None, allownone=True)


class Btn(ButtonBehavior, Label):
    """A button at least as tall as a fingertip needs.  `kind` primary is the accent: at most one
    or two on a screen."""

    kind = OptionProperty("plain", options=("plain", "primary", "quiet", "choice"))
    chosen = BooleanProperty(False)
    focused = BooleanProperty(False)  # by the keyboard
    hint = StringProperty("")  # the key that does the same

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        shrink = Clock.create_trigger(self._shrink, -1)
        for name in ("text", "size", "font_size"):
            self.fbind(name, shrink)

    def _shrink(self, *_: Any) -> None:
        """Long words of another language make the letters smaller; they are not broken."""
        wide, high = self.text_size[0], self.height
        if not self.text or not wide or wide < 20 or high < 20:
            return
        word = max(self.text.split() or [""], key=len)
        size = float(self.font_size)
        while size > 9 and not self._fits(word, size, wide, high):
            size *= 0.94
        if size < self.font_size:
            self.font_size = size

    def _fits(self, word: str, size: float, wide: float, high: float) -> bool:
        label = CoreLabel(text=self.text, font_name=self.font_name, font_size=size, text_size=(wide, None))
        if label.get_extents(word)[0] > wide:
            return False
        label.refresh()
        return bool(label.content_height <= high)

    def press(self) -> None:
        """As if touched."""
        if not self.disabled:
            self.trigger_action(0.08)


class Spacer(Widget):
    """Takes up room."""


load_kv(__file__)
