"""The survey of a camera: begun before a table is opened or at an open one, tried in, ended.  The worker's thread alone
calls anything here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.device.layouts import game_layout
from companion.device.source import Turning, Watch
from companion.sitting.desk import Desk, with_kept
from companion.sitting.messages import Surveyed
from companion.words import texts
from rules import Table

if TYPE_CHECKING:
    from companion.sitting.survey import Survey


class Surveying:
    """What is done with the survey on the desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def of_camera(self, source: str, game: str, table: Table, deck: str) -> None:
        """Look through a camera before a table is opened."""
        self._desk.close()
        self._begin(source, game, table, deck)
        self.change_source(source)

    def of_table(self) -> None:
        """Look at the open table through its camera; the deal waits."""
        desk = self._desk
        if desk.sitting is None:
            return
        info = desk.sitting.session.info
        self._begin(desk.watch.source if desk.watch else "", info.game, info.table, info.deck)
        if desk.feed is not None:
            desk.feed.hold()
            desk.look()

    def change_source(self, source: str) -> None:
        """Look through another camera, or at a film; "" through none."""
        desk = self._desk
        if desk.survey is None:
            return
        desk.stop_following()
        side = desk.watch.side if desk.watch else ""
        desk.watch = Watch(source, side=side) if source else None
        desk.survey.look_through(desk.files.kept_calibration(source))
        desk.show_survey()
        if source:
            desk.follow(source)

    def turn(self, turned: Callable[[Turning], Turning]) -> None:
        """The camera's picture is turned, or mirrored back; the table has to be found anew in it."""
        desk = self._desk
        if desk.survey is None or desk.watch is None or desk.feed is None:
            return
        turning = turned(desk.files.turning(desk.watch.source))
        desk.files.keep_turning(desk.watch.source, turning)
        desk.feed.turn(turning)
        desk.survey.look_through(None)
        desk.show_survey()

    def attempt(self, act: Callable[[Survey], None], called_off: Callable[[], bool]) -> None:
        """Try something with the picture that is shown, and say meanwhile that it is being tried; nothing comes of it
        where it is called off."""
        desk = self._desk
        if desk.survey is None or called_off():
            return
        desk.look()
        before = desk.survey
        desk.post(Surveyed(replace(before.view, busy=texts.LOOKING)))
        desk.survey = before.copy()
        try:
            act(desk.survey)
        finally:
            if called_off():
                desk.survey = before
            desk.show_survey()

    def end(self) -> None:
        """Keep what was found and moved; an open table goes on and is seen by it."""
        desk = self._desk
        survey, watch, desk.survey, desk.marks = desk.survey, desk.watch, None, ()
        if survey is None:
            return
        if survey.changed and watch is not None:
            survey.keep(desk.files, watch.source)
        if desk.sitting is None:
            desk.close()
            return
        if survey.changed:
            found = with_kept(desk.files, Watch(watch.source), desk.sitting.session.info) if watch else None
            desk.see_anew(replace(watch, calibration=found.calibration or watch.calibration, layout=found.layout)
                          if watch and found else None)
        if desk.feed:
            desk.feed.release()

    def _begin(self, source: str, game: str, table: Table, deck: str) -> None:
        from calibration import load_deck
        from companion.sitting.survey import Survey

        desk = self._desk
        watch, kept = desk.watch, desk.files
        elsewhere = str(watch.layout) if watch and watch.layout else ""
        layout = (None if elsewhere else kept.kept_layout(source, game, table.players)) or game_layout(
            game, table.players, elsewhere)
        calibration = (desk.sitting.live.calibration if desk.sitting else None) or kept.kept_calibration(source)
        desk.survey = Survey(layout, load_deck(deck), desk.openers.reader, calibration)
        desk.marks = ()
        desk.show_survey()
