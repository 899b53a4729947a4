"""The queue between the camera, the taps and the screen: order, nothing lost, nothing decided by the screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.device.source import Watch
from companion.filming.demo import Demo
from companion.following.loop import live_table
from companion.log.session import SessionStore
from companion.sitting.controller import Controller
from companion.sitting.messages import Noted, ScreenMessage, Showing, Sittings
from companion.sitting.mistakes import default_file
from companion.sitting.sitting import Sitting
from companion.sitting.table_page import TablePage
from companion.words import texts
from rules import Table, new_record, parse_action
from vision.frames import Frame, FrameSource
from vision.reading.card_reader import NoReader

TABLE = Table(("Ann", "Bob"), "Bob")


class Film(FrameSource):
    """Plain frames, a fast film."""

    def __init__(self, frames: int = 3) -> None:
        super().__init__("film")
        self.left = frames

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        self.left -= 1
        self.ended = self.left <= 0
        return Frame(np.full((90, 160, 3), 40, np.uint8), -self.left * 0.01)


class Watcher:
    """The screen's part: keeps what was posted."""

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self.messages: list[ScreenMessage] = []

    def wait(self, happened: Callable[[], object]) -> None:
        end_s = time.monotonic() + 60
        while not happened():
            assert time.monotonic() < end_s, f"waited in vain; posted: {self.messages}"
            self.messages += self.controller.messages()
            time.sleep(0.002)

    @property
    def view(self) -> TablePage | None:
        return next((m.view for m in reversed(self.messages) if isinstance(m, Showing)), None)

    @property
    def notes(self) -> list[str]:
        return [m.text for m in self.messages if isinstance(m, Noted)]


@pytest.fixture
def store() -> SessionStore:
    return SessionStore(":memory:")


@pytest.fixture
def watcher(store: SessionStore) -> Iterator[Watcher]:
    def open_sitting(session: object, watch: Watch | None) -> Sitting:
        return Sitting(live_table(session, None, reader=NoReader()))  # type: ignore[arg-type]
    film = Demo(new_record("limbo", TABLE), Path("film.mp4"))
    controller = Controller(store, open_sitting, lambda text: Film(), lambda: film)
    yield Watcher(controller)
    controller.close()


def begin(watcher: Watcher, *lines: str) -> None:
    """A Limbo table with these lines in its log already."""
    session = watcher.controller._store.create("limbo", TABLE)
    for line in lines:
        session.append(parse_action(line), "camera")
    watcher.controller.carry_on(session.info.id)
    watcher.wait(lambda: watcher.view)


def count(watcher: Watcher) -> str:
    assert watcher.view is not None
    assert watcher.view.panel.hero is not None
    return watcher.view.panel.hero.text


def test_a_carried_on_sitting_is_shown_where_it_was_left(watcher: Watcher) -> None:
    begin(watcher, "table start 6D = 95", "Ann play 9C = 86")
    assert count(watcher) == "86"
    assert watcher.view.told.text == "Ann plays 9♣: 86"
    assert watcher.view.turn_text == "Bob to play"


def test_taps_are_done_in_their_order(watcher: Watcher) -> None:
    begin(watcher, "table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77")
    for _ in range(3):
        watcher.controller.undo()
    watcher.wait(lambda: len([m for m in watcher.messages if isinstance(m, Showing)]) == 4)
    counts = [m.view.panel.hero.text for m in watcher.messages if isinstance(m, Showing)]
    assert counts == ["77", "86", "95", "101"]


def test_undoing_nothing_is_said_and_harms_nothing(watcher: Watcher) -> None:
    begin(watcher)
    watcher.controller.undo()
    watcher.wait(lambda: watcher.notes)
    assert watcher.notes == ["There is nothing to take back."]


def test_a_corrected_card_changes_everything_after_it(watcher: Watcher) -> None:
    begin(watcher, "table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77")
    first = watcher.view.log[0]
    watcher.controller.correct(first.row, 0, "5D")
    watcher.wait(lambda: watcher.view.log[0].text == "The starter is 5♦")
    assert [line.text for line in watcher.view.log] == ["The starter is 5♦", "Ann plays 9♣: 86", "Bob plays 9♥: 77"]
    assert watcher.view.log[1].kind == "illegal"  # 96 − 9 is 87


def test_a_broken_rule_waits_for_the_table_and_can_be_let_stand(watcher: Watcher) -> None:
    begin(watcher, "table start 5D = 96", "Ann play 6C = 90")
    told = watcher.view.told
    assert told.may_decide
    assert "must divide" in told.why
    assert told.rule
    assert not watcher.view.announcements  # first the table decides
    watcher.controller.let_stand(told.row)
    watcher.wait(lambda: not watcher.view.told.may_decide)
    assert count(watcher) == "90"


def test_a_broken_rule_can_be_taken_back(watcher: Watcher) -> None:
    begin(watcher, "table start 5D = 96", "Ann play 6C = 90")
    watcher.controller.undo()
    watcher.wait(lambda: not watcher.view.told.may_decide)
    assert count(watcher) == "96"
    assert watcher.view.turn_text == "Ann to play"


def test_a_card_by_hand_with_several_results_is_asked_about(watcher: Watcher) -> None:
    begin(watcher, "table start 3D = 98")
    watcher.controller.add_card("KD")
    watcher.wait(lambda: watcher.view.question)
    question = watcher.view.question
    choice = next(c for c in question.choices if c.text.endswith("49"))
    watcher.controller.choose(choice, question)
    watcher.wait(lambda: watcher.view.question is None)
    assert count(watcher) == "49"


def test_an_answer_to_a_settled_question_does_nothing(watcher: Watcher) -> None:
    begin(watcher, "table start 3D = 98")
    watcher.controller.add_card("KD")
    watcher.wait(lambda: watcher.view.question)
    question = watcher.view.question
    for _ in range(2):
        watcher.controller.choose(question.choices[0], question)
    watcher.wait(lambda: watcher.notes)
    assert watcher.notes == ["That question is settled already."]
    assert len(watcher.view.log) == 2


def test_announcements_are_offered_only_while_they_can_be_made(watcher: Watcher) -> None:
    begin(watcher, "table start 6D = 95")
    assert "Double" in [choice.text for choice in watcher.view.announcements]
    watcher.controller.add_card("9C")
    watcher.wait(lambda: watcher.view.question)
    watcher.controller.choose(watcher.view.question.choices[0], watcher.view.question)
    watcher.wait(lambda: count(watcher) == "86")
    assert "Double" not in [choice.text for choice in watcher.view.announcements]


def test_an_announcement_is_made_by_its_button(watcher: Watcher) -> None:
    begin(watcher, "table start 6D = 95")
    double = next(c for c in watcher.view.announcements if c.text == "Double")
    watcher.controller.choose(double)
    watcher.wait(lambda: any(fact.text == "×2" for fact in watcher.view.panel.facts))


def test_an_event_that_is_not_there_cannot_be_corrected(watcher: Watcher) -> None:
    begin(watcher, "table start 6D = 95")
    watcher.controller.correct(watcher.view.log[0].row + 7, 0, "5D")
    watcher.wait(lambda: watcher.notes)
    assert watcher.notes == ["No card has been played yet."]
    assert count(watcher) == "95"


def test_a_card_of_another_pack_is_shown_as_a_broken_rule(watcher: Watcher) -> None:
    begin(watcher, "table start 6D = 95")
    watcher.controller.correct(watcher.view.log[0].row, 0, "JK")
    watcher.wait(lambda: watcher.view.told.may_decide)
    assert "pack" in watcher.view.told.why


def test_a_source_that_cannot_be_opened_is_said_and_the_table_stays(store: SessionStore) -> None:
    watcher = Watcher(Controller(store))
    watcher.controller.begin("limbo", TABLE, watch=Watch("no-such-film.mp4"))
    watcher.wait(lambda: watcher.notes)
    assert "no-such-film.mp4" in watcher.notes[0]
    assert watcher.view is not None
    watcher.controller.close()


def test_a_film_is_shown_and_its_end_is_said(watcher: Watcher) -> None:
    watcher.controller.begin("limbo", TABLE, watch=Watch("film"))
    watcher.wait(lambda: "The film has ended." in watcher.notes)
    picture = watcher.controller.picture
    assert picture is not None
    assert picture.size == (160, 90)
    assert len(picture.rgba) == 160 * 90 * 4


def test_leaving_keeps_the_sitting_for_the_list(watcher: Watcher) -> None:
    begin(watcher, "table start 6D = 95")
    watcher.controller.leave()
    watcher.controller.kept.list()
    watcher.wait(lambda: any(isinstance(m, Sittings) for m in watcher.messages))
    infos = next(m.infos for m in watcher.messages if isinstance(m, Sittings))
    assert [info.rows for info in infos] == [1]


def test_a_demo_is_not_kept(watcher: Watcher) -> None:
    watcher.controller.show_demo()
    watcher.wait(lambda: watcher.view)
    watcher.controller.kept.list()
    watcher.wait(lambda: any(isinstance(m, Sittings) for m in watcher.messages))
    assert next(m.infos for m in watcher.messages if isinstance(m, Sittings)) == ()


def test_a_mistake_of_ours_does_not_stop_the_worker(store: SessionStore, caplog: pytest.LogCaptureFixture) -> None:
    def broken(session: object, watch: Watch | None) -> Sitting:
        raise KeyError("a bug")
    watcher = Watcher(Controller(store, broken))
    watcher.controller.begin("limbo", TABLE)
    watcher.controller.kept.list()
    watcher.wait(lambda: any(isinstance(m, Sittings) for m in watcher.messages))
    assert watcher.notes == [texts.OUR_MISTAKE.format(file=default_file())]
    assert "KeyError: 'a bug'" in default_file().read_text(encoding="utf-8")
    assert "a bug" in caplog.text
    watcher.controller.close()
