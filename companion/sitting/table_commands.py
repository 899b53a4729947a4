"""What may be asked of the open table and of the camera screen's survey.  Every call returns at once; the worker does
it when its turn comes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.sitting.desk import Desk
from companion.sitting.messages import Fetched
from companion.sitting.surveying import Surveying
from companion.sitting.table_page import Choice, OpenQuestion
from companion.sitting.taken import Taking
from companion.sitting.worker import Worker
from rules import Table

if TYPE_CHECKING:
    from calibration import Layout
    from companion.sitting.sitting import Sitting
    from companion.sitting.survey import Corners, Survey


class TableCommands:
    """What may be asked of the open table; nothing happens where none is open."""

    def __init__(self, desk: Desk, worker: Worker) -> None:
        self.desk, self._worker = desk, worker

    def show_again(self) -> None:
        """The open table once more, as in another language."""
        self._on_table(lambda sitting: None)

    def hold(self) -> None:
        """Write the open table here, and not in another window any more."""
        self._on_table(self.desk.log_watch.hold)

    def choose(self, choice: Choice, question: OpenQuestion | None = None) -> None:
        """An announcement, or the answer to a question."""
        self._on_table(lambda sitting: sitting.choose(choice, question))

    def answer_cards(self, question: OpenQuestion, cards: Sequence[str]) -> None:
        """Cards from the picker, in answer to a question."""
        self._on_table(lambda sitting: sitting.answer_cards(question, cards))

    def take(self, taking: Taking) -> None:
        """Which announcements are taken as made from now on."""
        self._on_table(lambda sitting: sitting.take(taking))

    def undo(self) -> None:
        """Take the last event back."""
        self._on_table(lambda sitting: sitting.undo())

    def insist(self) -> None:
        """What the camera took back last was right."""
        self._on_table(lambda sitting: sitting.insist())

    def let_stand(self, row: int) -> None:
        """What log row `row` judged wrong counts all the same."""
        self._on_table(lambda sitting: sitting.corrections.let_stand(row))

    def correct(self, row: int, position: int, card: str) -> None:
        """The card at `position` of the event in log row `row` was another one."""
        self._on_table(lambda sitting: sitting.corrections.card(row, position, card))

    def take_out(self, row: int) -> None:
        """The event of log row `row` never happened."""
        self._on_table(lambda sitting: sitting.corrections.action(row, None))

    def correct_cards(self, row: int, cards: Sequence[str]) -> None:
        """All the cards of the event in log row `row`."""
        self._on_table(lambda sitting: sitting.corrections.cards(row, cards))

    def add_card(self, card: str) -> None:
        """A card that the camera missed."""
        self.add_cards((card,))

    def add_cards(self, cards: Sequence[str]) -> None:
        """Cards that were laid together, and missed."""
        self._on_table(lambda sitting: sitting.add_cards(cards))

    def fetch(self, screen: str, query: Callable[[Sitting], object]) -> None:
        """Ask something of the open table, or do something at it; the answer comes as `Fetched`."""
        self._worker.put(lambda: self.desk.answer(lambda sitting: Fetched(screen, query(sitting))))

    def _on_table(self, act: Callable[[Sitting], object]) -> None:
        self._worker.put(lambda: self.desk.do(act))


class SurveyCommands:
    """What may be asked on the camera screen."""

    def __init__(self, desk: Desk, worker: Worker) -> None:
        self._surveying, self._worker = Surveying(desk), worker
        self._tries = 0  # that were called off

    def survey(self, source: str, game: str, table: Table, deck: str) -> None:
        """Look through a camera before a table is opened."""
        self._worker.put(partial(self._surveying.of_camera, source, game, table, deck))

    def survey_table(self) -> None:
        """Look at the open table through its camera; the deal waits."""
        self._worker.put(self._surveying.of_table)

    def change_source(self, source: str) -> None:
        """Look through another camera, or at a film."""
        self._worker.put(partial(self._surveying.change_source, source))

    def turn_picture(self) -> None:
        """By a quarter, clockwise."""
        self._worker.put(lambda: self._surveying.turn(lambda turning: turning.turned()))

    def mirror_picture(self) -> None:
        """Left for right."""
        self._worker.put(lambda: self._surveying.turn(lambda turning: turning.mirrored()))

    def find_by_markers(self) -> None:
        """Find the table by the printed markers."""
        self._in_survey(lambda survey: survey.by_markers())

    def find_by_cards(self) -> None:
        """Find the table by the cards that lie on it."""
        self._in_survey(lambda survey: survey.by_cards())

    def find_by_points(self, corners_px: Corners, size_mm: tuple[float, float]) -> None:
        """Find the table by the corners of a sheet of known size."""
        self._in_survey(lambda survey: survey.by_points(corners_px, size_mm))

    def put_zones(self, layout: Layout) -> None:
        """The places are where the screen has moved them."""
        self._in_survey(lambda survey: survey.put_zones(layout))

    def reset_zones(self) -> None:
        """The places are where the game has them."""
        self._in_survey(lambda survey: survey.reset_zones())

    def read_cards(self) -> None:
        """Which cards are shown to the camera now."""
        self._in_survey(lambda survey: survey.read_cards())

    def stop_looking(self) -> None:
        """What is being tried on the camera screen is called off: nothing comes of it."""
        self._tries += 1

    def end_survey(self) -> None:
        """Keep what was found and moved; an open table goes on and is seen by it."""
        self._worker.put(self._surveying.end)

    def _in_survey(self, act: Callable[[Survey], None]) -> None:
        tries = self._tries
        self._worker.put(lambda: self._surveying.attempt(act, lambda: tries != self._tries))
