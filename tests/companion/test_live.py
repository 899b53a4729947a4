"""A drawn table from the first frame to the log: what counts is asked or in the session, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from calibration import Calibration, Layout
from calibration.layout import Zone
from companion.following.live_table import LiveTable
from companion.following.messages import Answered, Asked, Happened, Judged, Notice, TableMessage
from companion.log.session import Session, SessionStore
from companion.words.speaker import english
from rules import Table, parse_action
from tests.fake_table import FPS, FakeTable, fake_calibration
from vision.looker import steady

PILE, STOCK = (100.0, 0.0), (-250.0, 0.0)
LAYOUT = Layout("limbo", ("Ann", "Bob"), (
    Zone("pile", ((0, -150), (300, -150), (300, 150), (0, 150))),
    Zone("stock", ((-350, -150), (-150, -150), (-150, 150), (-350, 150)))))


def limbo() -> Session:
    return SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))


def watching(session: Session, table: FakeTable, calibration: Calibration | None = None) -> LiveTable:
    return LiveTable(session, table, calibration or fake_calibration(), layout=LAYOUT, clock=steady)


class Evening:
    """A drawn table being watched."""

    def __init__(self, pattern: float = 9.0) -> None:
        self.table, self.session = FakeTable(pattern=pattern), limbo()
        self.live = watching(self.session, self.table)

    def run(self, seconds: float = 2.0) -> list[TableMessage]:
        return [message for _ in range(round(seconds * FPS)) for message in self.live.see(self.table.frame())]

    def log(self) -> list[str]:
        return [str(action) for action in self.session.actions()]

    def lay(self, label: str, seconds: float = 2.0, **how: object) -> list[TableMessage]:
        n = len(self.table.cards)
        self.table.lay(label, (PILE[0] + 3 * n, PILE[1] + 4 * n), turn=5 * n, **how)
        return self.run(seconds)

    def asked(self) -> Asked:
        """What is asked of a King, which may make any of two counts."""
        (asked,) = only(self.lay("KD", 8.0), Asked)
        assert isinstance(asked, Asked)
        return asked


@pytest.fixture
def evening() -> Evening:
    evening = Evening()
    evening.run()
    evening.lay("6D")
    return evening


def only(messages: list[TableMessage], kind: type) -> list[TableMessage]:
    return [m for m in messages if isinstance(m, kind)]


def test_a_settled_card_is_in_the_log_before_it_is_told(evening: Evening) -> None:
    messages = evening.lay("9C")
    (judged,) = only(messages, Judged)
    assert isinstance(judged, Judged)
    assert evening.log()[-1] == str(judged.action)
    assert judged.seq == evening.session.rows[-1].seq
    assert judged.source == "camera"
    assert evening.session.rows[-1].picture
    assert evening.session.match.state.count == 86


def test_a_question_waits_and_what_follows_is_judged_after_the_answer(evening: Evening) -> None:
    asked = evening.asked()
    assert only(evening.lay("4C"), Judged) == []
    told = evening.live.answer(asked.question.id, parse_action("Ann play KD = 19"))
    assert isinstance(told[0], Answered)
    evening.run()
    assert evening.log()[1:] == ["Ann play KD = 19", "Bob play 4C"]


def test_a_question_that_is_closed_cannot_be_answered_again(evening: Evening) -> None:
    asked = evening.asked()
    evening.live.answer(asked.question.id, asked.question.candidates[0])
    with pytest.raises(ValueError, match="not open"):
        evening.live.answer(asked.question.id, asked.question.candidates[0])


def test_a_doubtful_card_is_asked_about_and_not_committed(evening: Evening) -> None:
    messages = evening.lay("9C", 8.0, reads=(("9C", 0.6), ("9S", 0.38)))
    assert only(messages, Judged) == []
    (asked,) = only(messages, Asked)
    assert isinstance(asked, Asked)
    assert english(asked.question.sentence, "limbo") == (
        "Which card lies on the pile: the 9 of clubs or the 9 of spades?")
    assert [str(action) for action in asked.question.candidates] == ["Ann play 9C", "Ann play 9S"]


def test_many_looks_that_agree_on_a_likely_card_commit_it(evening: Evening) -> None:
    messages = evening.lay("9C", reads=(("9C", 0.96), ("9S", 0.03)))
    assert [str(m.action) for m in only(messages, Judged)] == ["Ann play 9C"]


def test_nothing_happened_is_an_answer(evening: Evening) -> None:
    asked = evening.asked()
    evening.live.answer(asked.question.id, None)
    assert len(evening.log()) == 1
    assert evening.run(8) == []


def test_undo_takes_back_the_last_card_which_may_then_be_taken_up(evening: Evening) -> None:
    evening.lay("9C")
    evening.live.undo()
    assert evening.session.match.state.count == 95
    evening.table.take(evening.table.cards[-1])
    assert evening.run(6) == []


def test_a_correction_derives_again_what_followed(evening: Evening) -> None:
    evening.lay("9C")
    evening.lay("8S")
    seq = next(e.row.seq for e in evening.session.entries if "9C" in e.row.line)
    evening.live.correct(seq, parse_action("Ann play 7C"))
    assert evening.log()[1:] == ["Ann play 7C", "Bob play 8S"]
    assert evening.session.match.state.count == 11  # (95 - 7) / 8


def test_an_announcement_waits_for_the_card_it_follows(evening: Evening) -> None:
    evening.lay("9C", 0.36)  # it lies there, and was looked at once
    said = evening.live.say(parse_action("Bob stuck"))
    messages = [*said, *evening.run()]
    assert evening.log()[1:] == ["Ann play 9C", "Bob stuck"]
    assert all(m.verdict.applies for m in messages if isinstance(m, Judged))


def test_cards_that_lie_there_when_a_sitting_is_taken_up_again_are_known(evening: Evening) -> None:
    evening.lay("9C")
    again = watching(evening.session, evening.table)
    before = evening.log()
    for _ in range(round(8 * FPS)):
        again.see(evening.table.frame())
    assert evening.log() == before
    assert again.question is None


def test_a_pushed_camera_finds_the_table_again() -> None:
    evening = Evening(pattern=60.0)
    evening.run()
    evening.lay("6D")
    rows = len(evening.session.rows)
    evening.table.shift_px = (14, 9)
    messages = evening.run(3)
    assert ["moved" in english(m.sentence, "limbo") for m in messages if isinstance(m, Notice)] == [True]
    assert len(evening.session.rows) == rows
    evening.lay("9C")
    assert evening.log()[-1] == "Ann play 9C"


def test_without_a_calibration_the_cards_say_how_large_the_table_is() -> None:
    table, session = FakeTable(), limbo()
    live = LiveTable(session, table, layout=LAYOUT, clock=steady)
    table.lay("6D", PILE)
    told = [message for _ in range(8 * FPS) for message in live.see(table.frame())]
    assert live.calibration is not None
    assert live.calibration.method == "cards"
    if live.question is not None:
        live.answer(live.question.id, live.question.candidates[0])
    assert only(told, Notice)
    assert [str(a) for a in session.actions()] == ["table start 6D"]


@pytest.mark.parametrize("restart", [lambda e: e.live.undo(), lambda e: e.session.undo()])
def test_undo_reaches_the_first_row(evening: Evening, restart: Callable[[Evening], object]) -> None:
    restart(evening)
    assert evening.log() == []


def test_what_the_camera_saw_of_an_action_is_told_before_it(evening: Evening) -> None:
    happened, *judged = [m for m in evening.lay("9C") if isinstance(m, Happened | Judged)]
    assert isinstance(happened, Happened)
    assert (happened.event.label, happened.event.zone, happened.event.sure) == ("9C", "pile", True)
    assert len(judged) == 1
