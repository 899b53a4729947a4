"""The filmed bench counts what was right, asked, missed and wrong."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.following.answers import bare
from companion.following.messages import Answered, Judged, Question
from companion.log.session import SessionStore
from companion.tools.bench.report import DealResult, compared, keep, markdown, summed, visible_lines
from companion.tools.bench.running import main
from rules import Action, Table, parse_action, parse_record
from rules.core.verdict import Verdict
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


def result(name: str, game: str, level: int, right: int, **more: int) -> DealResult:
    counts = {"asked": 0, "announced": 0, "missed": 0, "wrong": 0, "questions": 0, **more}
    return DealResult(name, game, level, sum(counts.values()) + right, right, finished=True, latency_ms=[300.0],
                      fps=50.0, **counts)


def test_results_of_several_runs_are_kept_together(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    keep([result("limbo-1", "limbo", 1, 10), result("scopa-1", "scopa", 1, 30, wrong=1)], file)
    together = keep([result("scopa-1", "scopa", 1, 31)], file)  # watched again
    assert [(r.name, r.right, r.wrong) for r in together] == [("limbo-1", 10, 0), ("scopa-1", 31, 0)]
    assert keep([], file) == together


def test_the_table_has_a_line_for_every_game_and_level() -> None:
    lines = markdown([result("limbo-1", "limbo", 1, 9, asked=1), result("scopa-1", "scopa", 1, 30),
                      result("scopa-1-3", "scopa", 3, 27, missed=3)]).splitlines()
    assert [line.split("|")[1].strip() for line in lines] == ["game", "---", "limbo", "scopa", "**all**", "scopa"]
    assert "| 97.5 % |" in lines[4]


def test_what_was_wrongly_inferred_is_wrong() -> None:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    inferred = Judged(1, parse_action("Bob stuck"), Verdict("ok"), {}, None, "camera", 5.0)
    deal = SimpleNamespace(record=RECORD, session=session, messages=[inferred], frames=0, busy_s=0.0,
                           live=SimpleNamespace(question=None))
    assert compared("deal", deal, {}).wrong_lines == ["Bob stuck"]  # type: ignore[arg-type]


def test_the_order_of_dice_means_nothing() -> None:
    rolled, told, another = (bare(parse_action(f"Cal roll {pips}")) for pips in ("3 1", "1 3", "1 1"))
    assert rolled == told != another


def test_a_level_that_there_is_not_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--level", "1,9"])
    assert stop.value.code == 2
    assert capsys.readouterr().err.endswith("argument --level: '1,9': levels are 1, 2, 3, 4, 5\n")
