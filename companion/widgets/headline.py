"""The head of the table screen: which deal it is, and what is expected now."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.style.theme import BOLD_FONT
from companion.widgets.base import app, follow_app, load_kv, text_width
from companion.widgets.kept import Kept


class Headline(Kept):
    """Side by side where both fit at the least size of type, else one below the other."""

    title, turn = StringProperty(""), StringProperty("")
    over = BooleanProperty(False)
    stacked = BooleanProperty(False)
    title_width = NumericProperty(100)  # pixels

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("title", "turn", "width"):
            self.fbind(name, self._measure)
        follow_app(self._measure, "letters")

    def _measure(self, *_: Any) -> None:
        wide = [text_width(text, BOLD_FONT, app().letters) + app().unit * 8 for text in (self.title, self.turn)]
        self.title_width = wide[0]
        self.stacked = sum(wide) + app().unit * 16 > self.width


load_kv(__file__)
