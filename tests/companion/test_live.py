"""A drawn table from the first frame to the log: what counts is asked or in the session, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from calibration import Calibration, Layout, assumed_calibration
from calibration.layout import Zone
from companion.following.live import LiveTable
from companion.following.messages import Answered, Asked, Happened, Judged, Notice, TableMessage
from companion.log.session import SessionStore
from companion.words.speaker import english
from rules import Table, parse_action
from tests.fake_table import FPS, SIZE, WIDTH_MM, FakeTable

PILE, STOCK = (100.0, 0.0), (-250.0, 0.0)
LAYOUT = Layout("limbo", ("Ann", "Bob"), (
    Zone("pile", ((0, -150), (300, -150), (300, 150), (0, 150))),
    Zone("stock", ((-350, -150), (-150, -150), (-150, 150), (-350, 150)))))


class Evening:
    """A drawn table being watched."""

    def __init__(self, calibration: Calibration | None = None) -> None:
        self.table = FakeTable()
        self.session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
        self.live = LiveTable(self.session, self.table, calibration or assumed_calibration(SIZE, WIDTH_MM),
                              layout=LAYOUT)

    def run(self, seconds: float = 1.0) -> list[TableMessage]:
        return [message for _ in range(round(seconds * FPS)) for message in self.live.see(self.table.frame())]

    def log(self) -> list[str]:
        return [str(action) for action in self.session.actions()]

    def lay(self, label: str, **how: object) -> list[TableMessage]:
        n = len(self.table.cards)
        self.table.lay(label, (PILE[0] + 3 * n, PILE[1] + 4 * n), turn=5 * n, **how)
        return self.run()


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
    (asked,) = only(evening.lay("KD"), Asked)
    assert isinstance(asked, Asked)
    assert only(evening.lay("4C"), Judged) == []
    told = evening.live.answer(asked.question.id, parse_action("Ann play KD = 19"))
    assert isinstance(told[0], Answered)
    assert evening.log()[1:] == ["Ann play KD = 19", "Bob play 4C"]


def test_a_question_that_is_closed_cannot_be_answered_again(evening: Evening) -> None:
    (asked,) = only(evening.lay("KD"), Asked)
    assert isinstance(asked, Asked)
    evening.live.answer(asked.question.id, asked.question.candidates[0])
    with pytest.raises(ValueError, match="not open"):
        evening.live.answer(asked.question.id, asked.question.candidates[0])


def test_a_doubtful_card_is_never_committed(evening: Evening) -> None:
    messages = evening.lay("9C", reads=(("9C", 0.7), ("9S", 0.28)), sure=False)
    messages += evening.run(1.0)
    assert only(messages, Judged) == []
    assert len(only(messages, Asked)) == 1


def test_many_looks_that_agree_on_a_likely_card_commit_it(evening: Evening) -> None:
    messages = evening.lay("9C", reads=(("9C", 0.96), ("9S", 0.03)), sure=False)
    messages += evening.run(1.0)
    assert [str(m.action) for m in only(messages, Judged)] == ["Ann play 9C"]


def test_nothing_happened_is_an_answer(evening: Evening) -> None:
    (asked,) = only(evening.lay("KD"), Asked)
    assert isinstance(asked, Asked)
    evening.live.answer(asked.question.id, None)
    assert len(evening.log()) == 1
    assert evening.run(3) == []


def test_undo_takes_back_the_last_card_which_may_then_be_taken_up(evening: Evening) -> None:
    evening.lay("9C")
    evening.live.undo()
    assert evening.session.match.state.count == 95
    evening.table.take(evening.table.cards[-1])
    messages = evening.run(6)
    assert [m.event.kind for m in messages if isinstance(m, Happened)] == ["left"]
    assert not only(messages, Judged)
    assert not only(messages, Notice)


def test_a_correction_derives_again_what_followed(evening: Evening) -> None:
    evening.lay("9C")
    evening.lay("8S")
    seq = next(e.row.seq for e in evening.session.entries if "9C" in e.row.line)
    evening.live.correct(seq, parse_action("Ann play 7C"))
    assert evening.log()[1:] == ["Ann play 7C", "Bob play 8S"]
    assert evening.session.match.state.count == 11  # (95 - 7) / 8


def test_an_announcement_waits_for_the_card_it_follows(evening: Evening) -> None:
    evening.table.lay("9C", PILE, turn=20)
    evening.run(0.36)  # settled, and looked at once
    said = evening.live.say(parse_action("Bob stuck"))
    messages = [*said, *evening.run()]
    assert evening.log()[1:] == ["Ann play 9C", "Bob stuck"]
    assert all(m.verdict.applies for m in messages if isinstance(m, Judged))


def test_cards_that_lie_there_when_a_sitting_is_taken_up_again_are_known(evening: Evening) -> None:
    evening.lay("9C")
    again = LiveTable(evening.session, evening.table, assumed_calibration(SIZE, WIDTH_MM), layout=LAYOUT)
    before = evening.log()
    for _ in range(round(6 * FPS)):
        again.see(evening.table.frame())
    assert evening.log() == before


def test_a_pushed_camera_finds_the_table_again(evening: Evening) -> None:
    evening.table.lay("2C", STOCK)
    evening.run()
    rows = len(evening.session.rows)
    evening.table.shift_px = (14, 9)
    messages = evening.run(3)
    assert any(isinstance(m, Notice) and "moved" in english(m.sentence, "never_over") for m in messages)
    assert len(evening.session.rows) == rows
    evening.table.lay("9C", PILE, turn=30)
    evening.run()
    assert evening.log()[-1] == "Ann play 9C"


def test_without_a_calibration_the_cards_say_how_large_the_table_is() -> None:
    table = FakeTable()
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    live = LiveTable(session, table, layout=LAYOUT)
    table.lay("6D", PILE)
    for _ in range(2 * FPS):
        live.see(table.frame())
    assert live.calibration is not None
    assert live.calibration.method == "cards"
    assert [str(a) for a in session.actions()] == ["table start 6D"]


@pytest.mark.parametrize("restart", [lambda e: e.live.undo(), lambda e: e.session.undo()])
def test_undo_reaches_the_first_row(evening: Evening, restart: Callable[[Evening], object]) -> None:
    restart(evening)
    assert evening.log() == []


def test_an_event_says_where_the_hand_came_from(evening: Evening) -> None:
    evening.table.hand_mm = PILE
    evening.run(0.6)
    evening.table.lay("9C", (PILE[0] + 6, PILE[1] + 8), turn=10)
    evening.run(0.2)
    evening.table.hand_mm = None
    (seen,) = only(evening.run(2.0), Happened)
    assert isinstance(seen, Happened)
    assert seen.event.hand_mm is not None
    assert seen.event.hand_mm[1] > 150  # the near side
