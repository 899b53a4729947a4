"""The filmed bench counts what was right, asked, missed and wrong."""

from __future__ import annotations

from types import SimpleNamespace

from companion.bench_report import compared, summed, visible_lines
from companion.live import Answered, Judged
from companion.referee import Question
from companion.session import SessionStore
from rules import Action, Table, parse_action, parse_record
from rules.game import Verdict
from vision.events import TableEvent

RECORD = parse_record("""game: limbo
players: Ann, Bob
dealer: Bob

table deal
table start 6D = 95
Bob double
Ann play 9C = 86
Bob play KD = 43
Ann play 3C = 40
""")


def judged(action: Action, time_s: float, sure: bool = True) -> Judged:
    event = TableEvent("appeared", str(action.card), 1.0, sure, (), "pile", (0, 0), time_s, 1)
    return Judged(1, action, Verdict("ok"), {}, None, "camera", time_s, (event,))


def test_only_lines_that_move_cards_are_for_the_camera() -> None:
    assert [number for number, _ in visible_lines(RECORD)] == [6, 8, 9, 10]


def test_right_asked_missed_and_wrong() -> None:
    start, nine, king, wrong = (parse_action(text) for text in
                                ("table start 6D", "Ann play 9C", "Bob play KD = 43", "Ann play 3S"))
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    messages = [judged(start, 1.0), judged(nine, 2.4), Answered(Question(1, "?", (), 3.0), king), judged(king, 3.0),
                judged(wrong, 4.0)]
    watched = SimpleNamespace(record=RECORD, session=session, messages=messages, frames=10, busy_s=0.1,
                              live=SimpleNamespace(question=None))
    result = compared("deal", watched, {6: 0.6, 8: 2.0})  # type: ignore[arg-type]
    assert (result.right, result.asked, result.announced, result.missed, result.wrong) == (2, 1, 1, 1, 1)
    assert [round(ms) for ms in result.latency_ms] == [400, 400]
    assert not result.finished
    assert summed([result])["right_share"] == 0.5
