"""A number entered by touch, where points go on the board by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.style.theme import FIGURE_FONT
from companion.widgets.base import Btn, FitText, app
from companion.widgets.sheets import Sheet

AT_ONCE = (1, 2, 3, 5, 10, 20)  # one touch each
MOST_DIGITS = 4
BACK = "←"


class NumberSheet(Sheet):
    """Points for one player: the usual ones with one touch, others digit by digit.

    deeds: what may be done with a number, the first of them by the usual ones too: its words, and what does it."""

    def __init__(self, title: str, deeds: Sequence[tuple[str, Callable[[int], None]]], on_close: Callable[[], None],
                 **kwargs: Any) -> None:
        super().__init__(title, on_close, name="number", **kwargs)
        self._deeds = deeds
        gap = app().unit * 8
        quick = GridLayout(cols=len(AT_ONCE), spacing=gap, size_hint_y=0.25, size_hint_min_y=app().touch)
        for number in AT_ONCE:
            quick.add_widget(Btn(text=f"+{number}", size_hint_y=1,
                                 on_release=lambda _w, number=number: deeds[0][1](number)))
        self.entered = FitText(text="", font_name=FIGURE_FONT, largest=app().unit * 80, halign="center",
                               size_hint_y=0.2, size_hint_min_y=app().letters * 1.4)
        self.digits = GridLayout(cols=4, spacing=gap, size_hint_min_y=app().touch * 3 + gap * 2)
        for key in ("1", "2", "3", BACK, "4", "5", "6", "0", "7", "8", "9"):
            self._key(key)
        foot = BoxLayout(spacing=gap, size_hint_y=None, height=app().touch)
        self.buttons = [Btn(text=words, disabled=True, kind="plain" if index else "primary",
                            on_release=partial(self._done, deed)) for index, (words, deed) in enumerate(deeds)]
        for button in self.buttons:
            foot.add_widget(button)
        for part in (quick, self.entered, self.digits, foot):
            self.add_widget(part)

    def _key(self, text: str) -> None:
        self.digits.add_widget(Btn(text=text, size_hint_y=1, on_release=partial(self._press, text)))

    def _press(self, text: str, *_: Any) -> None:
        was = self.entered.text
        now = was[:-1] if text == BACK else (was + text).lstrip("0")[:MOST_DIGITS]
        self.entered.text = now
        for button in self.buttons:
            button.disabled = not now

    def _done(self, deed: Callable[[int], None], *_: Any) -> None:
        deed(int(self.entered.text))
