"""The bar of the table screen: what can be said now, and what can be put right."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.screens.table_host import TableHost
from companion.sitting.table_page import TablePage
from companion.widgets.bar import Offer
from companion.widgets.base import Btn, app
from companion.words import texts
from rules import GAMES


class TableBar:
    """Fills the bar of one table screen, and tells how long a call has been due."""

    def __init__(self, screen: TableHost) -> None:
        self._screen = screen
        self._calls: list[tuple[Btn, str]] = []  # buttons of calls that are due, and their words
        self._calls_s = 0.0  # since when
        self._timer: Btn | None = None  # the button of the timer
        self._ends_s: float | None = None  # when it has run down; None while it stands
        Clock.schedule_interval(self._count_calls, 0.5)

    def fill(self) -> None:
        """Offer what goes with the page that is shown; nothing while there is none."""
        page = self._screen.view
        if page is None:
            self._screen.ids.bar.withdraw()
            self._calls = []
            return
        offers = [*self._put_right(page), *self._enter(page), *self._say(page),
                  Offer(texts.MORE, self._screen.sheets.open_more)]
        buttons = self._screen.ids.bar.offer(offers if app().hand == "right" else offers[::-1])
        self._timer = next((button for button in buttons if button.text == texts.TIMER), None)
        verbs = GAMES[page.game].verbs
        calls = {choice.text for choice in page.announcements
                 if choice.action and verbs[choice.action.verb].out_of_turn and verbs[choice.action.verb].words}
        self._time_calls([(button, button.text) for button in buttons if button.text in calls])

    def _put_right(self, page: TablePage) -> Iterator[Offer]:
        screen = self._screen
        if page.reversed:
            yield Offer(texts.IT_WAS_RIGHT.format(event=page.reversed), screen.controller.insist)
        correct = Offer(texts.CORRECT, screen.correct_last, disabled=page.last_card is None)
        if page.told and page.told.may_decide:
            yield from (correct, Offer(texts.TAKE_BACK, screen.undo, "primary"),
                        Offer(texts.LET_STAND, screen.let_stand))
        else:
            yield from (Offer(texts.UNDO, screen.undo, disabled=not page.log), correct)
        yield from (Offer(texts.NOT_SO.format(event=line.text), partial(screen.controller.take_out, line.row))
                    for line in page.assumed)

    def _enter(self, page: TablePage) -> Iterator[Offer]:
        screen, sheets = self._screen, self._screen.sheets
        if screen.blind or not screen.watching:
            yield Offer(texts.ADD_CARD, sheets.add_missed, disabled=page.question is not None and not screen.blind)
        yield from (Offer(texts.SHOW_HAND_OF.format(name=name), partial(sheets.show_of, name), "primary")
                    for name, _ in page.to_show[:1])
        if page.counted:
            yield Offer(texts.SCORE, sheets.score, "primary")
        if page.layings:
            yield Offer(texts.LAY_SETS, sheets.lay_sets, "primary")
        if page.roller:
            yield Offer(texts.ENTER_DICE, sheets.enter_dice)
        if page.panel.timer_s:
            yield Offer(texts.TIMER, self.touch_timer)

    def _say(self, page: TablePage) -> Iterator[Offer]:
        yield from (Offer(choice.text, partial(self._screen.say, choice)) for choice in page.announcements)

    def touch_timer(self) -> None:
        """Start the timer of this table, or stop it."""
        self._ends_s = None if self._ends_s else time.monotonic() + self._screen.view.panel.timer_s
        self._count_calls()

    def _count_timer(self) -> None:
        """How long it still runs; once it has run down it is heard, and stands again."""
        if self._timer is None:
            return
        page = self._screen.view
        left_s = page.panel.timer_s if self._ends_s is None and page else math.ceil(
            (self._ends_s or 0.0) - time.monotonic())
        if left_s <= 0:
            self._ends_s = None
            app().audio.play("over")
            self._screen.note(texts.TIME_IS_UP)
        self._timer.text = texts.TIMER_AT.format(minutes=max(left_s, 0) // 60, seconds=f"{max(left_s, 0) % 60:02d}")

    def _time_calls(self, calls: list[tuple[Btn, str]]) -> None:
        """A call that is due shows for how long it has been (RULES 4.9)."""
        if [text for _, text in calls] != [text for _, text in self._calls]:
            self._calls_s = time.monotonic()
        self._calls = calls
        self._count_calls()

    def _count_calls(self, *_: Any) -> None:
        self._count_timer()
        for button, text in self._calls:
            button.text = texts.CALL_CLOCK.format(text=text, seconds=int(time.monotonic() - self._calls_s))
