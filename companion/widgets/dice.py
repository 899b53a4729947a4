"""Drawn dice: as they lie on the table, and to touch, where no camera has read them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothRoundedRectangle
from kivy.uix.boxlayout import BoxLayout

from companion.sitting.table_page import ROLL, Choice, OpenQuestion
from companion.style.theme import Theme
from companion.widgets.base import Btn, Paragraph, app
from companion.widgets.sheets import Sheet
from companion.words import texts
from rules import Action

MOST_LIKELY = 3  # rolls that one touch tells

PIPS = {  # where they are on a face, as shares of its side
    1: ((0.5, 0.5),), 2: ((0.25, 0.25), (0.75, 0.75)), 3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.25, 0.75), (0.5, 0.5), (0.75, 0.25), (0.75, 0.75)),
    6: ((0.25, 0.22), (0.25, 0.5), (0.25, 0.78), (0.75, 0.22), (0.75, 0.5), (0.75, 0.78)),
}


def draw_die(pips: int, x: float, y: float, side: float, theme: Theme) -> None:
    """Into the open canvas: lower left corner and side in pixels."""
    Color(*theme.card)
    SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[side * 0.16])
    Color(*theme.card_black)
    for u, v in PIPS[pips]:
        SmoothEllipse(pos=(x + side * (u - 0.095), y + side * (v - 0.095)), size=(side * 0.19, side * 0.19))


class DieButton(Btn):
    """A die to press; its number is hidden behind it."""

    def __init__(self, pips: int, **kwargs: Any) -> None:
        super().__init__(text=str(pips), size_hint_y=1, **kwargs)
        self.pips = pips
        self.fbind("pos", self._draw)
        self.fbind("size", self._draw)

    def _draw(self, *_: Any) -> None:
        side = min(self.width, self.height) * 0.8
        self.canvas.after.clear()
        with self.canvas.after:
            draw_die(self.pips, self.center_x - side / 2, self.center_y - side / 2, side, app().theme)


class DiceSheet(Sheet):
    """Which dice were rolled: one touch in each row."""

    def __init__(self, title: str, on_roll: Callable[[int, int], None], on_close: Callable[[], None] | None,
                 name: str = "dice", **kwargs: Any) -> None:
        super().__init__(title, on_close, name=name, **kwargs)
        self._on_roll = on_roll
        self.rolled: list[int | None] = [None, None]
        self.rows = [BoxLayout(spacing=app().unit * 8, size_hint_min_y=app().touch) for _ in self.rolled]
        for index, row in enumerate(self.rows):
            for pips in PIPS:
                row.add_widget(DieButton(pips, on_release=partial(self._take, index, pips)))
            self.add_widget(row)

    def _take(self, index: int, pips: int, *_: Any) -> None:
        self.rolled[index] = pips
        for button in self.rows[index].children:
            button.chosen = button.pips == pips
        one, two = self.rolled
        if one is not None and two is not None:
            self._on_roll(one, two)


class RollSheet(DiceSheet):
    """Which dice were rolled before something: one touch where they are likely, else one in each row."""

    def __init__(self, question: OpenQuestion, on_choice: Callable[[Choice], None], **kwargs: Any) -> None:
        def rolled(one: int, two: int) -> None:
            on_choice(Choice(texts.ENTER_DICE, Action(question.roller, ROLL, numbers=(one, two))))
        super().__init__(question.text, rolled, None, "question", **kwargs)
        self.question, self.choices = question, question.choices[:MOST_LIKELY]
        foot = BoxLayout(size_hint_y=None, height=app().touch, spacing=app().unit * 12)
        foot.add_widget(Btn(text=texts.NOT_ROLLED, on_release=lambda *_: on_choice(Choice(texts.NOT_ROLLED, None))))
        self.add_widget(foot)
        likely = BoxLayout(spacing=app().unit * 12, size_hint_min_y=app().touch)
        for choice in self.choices:
            likely.add_widget(Btn(text=choice.text, size_hint_y=1, on_release=lambda _, told=choice: on_choice(told)))
        above = [likely, Paragraph(text=question.about, color=app().theme.quiet)]
        for widget in above if self.choices else above[1:]:
            self.add_widget(widget, index=len(self.children) - 1)  # right below the head
