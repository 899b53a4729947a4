"""`companion watch` from frames to the record, with a reader that is told the truth."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from companion.commands import watching
from companion.commands.watching import Output
from companion.following.answers import Answers, load_answers
from companion.following.loop import watch
from companion.following.messages import Asked, Question
from companion.log.records import load_record
from companion.log.session import Session
from companion.words.refusals import RequestError
from companion.words.speaker import english
from rules import GAMES, Match, Table, parse_action
from rules.adjudicate import RecordJudge
from tests.companion.test_live import PILE, limbo
from tests.companion.test_live import watching as table_watching
from tests.fake_table import FPS, FakeTable
from vision.frames import Frame, FrameSource

HAND = [("6D", 1.0), ("9C", 2.5), ("9H", 4.0), ("8S", 5.5), ("KD", 7.0), ("2C", 8.5)]  # RULES 2.8, game 1
LINES = """{"time_s": 1.0, "line": "table start 6D = 95"}
{"time_s": 2.5, "line": "Ann play 9C = 86"}
{"time_s": 4.0, "line": "Bob play 9H = 77"}
{"time_s": 5.5, "line": "Ann play 8S = 69"}
{"time_s": 7.0, "line": "Bob play KD = 3"}
{"time_s": 8.5, "line": "Ann play 2C = 1"}
{"time_s": 9.2, "line": "Bob stuck"}
"""


class Evening(FrameSource):
    """A drawn film of one hand."""

    def __init__(self, table: FakeTable) -> None:
        super().__init__("evening")
        self.table = table
        self._coming = list(HAND)

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        frame = self.table.frame()
        if self._coming and frame.time_s >= self._coming[0][1]:
            n = len(self.table.cards)
            self.table.lay(self._coming.pop(0)[0], (PILE[0] + 4 * n, PILE[1] + 5 * n), turn=6 * n)
        self.ended = frame.time_s > 10.5
        return frame


def watched(tmp_path: Path, answers: Answers | None, as_json: bool = True) -> tuple[Session, Path]:
    table, session = FakeTable(), limbo()
    live = table_watching(session, table)
    out = Output(session, as_json, tmp_path / "seen.tally")
    watch(Evening(table), live, answers, out.tell)
    out.summary()
    return session, tmp_path / "seen.tally"


def answers_of(tmp_path: Path, text: str) -> Answers:
    path = tmp_path / "answers"
    path.write_text(text)
    return load_answers(path)


def test_a_watched_hand_ends_as_the_rules_page_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session, _ = watched(tmp_path, answers_of(tmp_path, LINES))
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert session.outcome.scores == {"Ann": 60, "Bob": 10}
    assert rows[-1]["scores"] == {"Ann": 60, "Bob": 10}
    assert [r["card"] for r in rows if "event" in r] == [card for card, _ in HAND]
    assert not [r for r in rows if "question" in r]  # what the King made of 69 was announced with it
    assert [r["verdict"] for r in rows if "verdict" in r] == ["ok"] * 7


def test_the_record_is_judged_to_the_same_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, path = watched(tmp_path, answers_of(tmp_path, LINES))
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    sitting = RecordJudge(load_record(path), english)
    rows = list(sitting.rows())
    told = [{k: r[k] for k in rows[0]} for r in printed if "verdict" in r]
    assert rows == told
    assert sitting.summary() == printed[-1]


def test_a_record_serves_as_answers_too(tmp_path: Path) -> None:
    lines = "\n".join(json.loads(line)["line"] for line in LINES.splitlines())
    session, _ = watched(tmp_path, answers_of(tmp_path, f"game: limbo\nplayers: Ann, Bob\n\n{lines}\n"), False)
    assert session.outcome.scores == {"Ann": 60, "Bob": 10}


def test_without_answers_a_question_stays_open_and_nothing_is_guessed(tmp_path: Path) -> None:
    session, _ = watched(tmp_path, None)
    assert [str(a) for a in session.actions()] == ["table start 6D", "Ann play 9C", "Bob play 9H", "Ann play 8S"]


def test_an_answer_is_none_before_it_has_happened(tmp_path: Path) -> None:
    answers = answers_of(tmp_path, LINES)
    table, session = FakeTable(), limbo()
    live = table_watching(session, table)
    for _ in range(FPS):
        live.see(table.frame())
    table.lay("6D", PILE, reads=(("6D", 0.55), ("8D", 0.42)))
    asked = [m for _ in range(8 * FPS) for m in live.see(table.frame()) if isinstance(m, Asked)]
    assert answers.to(asked[0].question, session.match, 0.5) is None
    assert answers.to(asked[0].question, session.match, 1.5) == parse_action("table start 6D = 95")


@pytest.mark.parametrize(("game", "before", "act", "at_s", "too_early_s", "asked_s"), [
    ("scopa", "table deal JC 2S 7H QC", "Bob play JH take JC", 27.6, 25.0, 27.0),  # gathers what he took
    ("limbo", "table start 6D", "Ann play KD = 89", 5.2, 4.5, 5.0),  # has the card under his hand
])
def test_who_is_asked_in_the_midst_of_what_he_does_knows_it(game: str, before: str, act: str, at_s: float,
                                                            too_early_s: float, asked_s: float) -> None:
    match, action = Match(GAMES[game], Table(("Ann", "Bob"), "Bob")), parse_action(act)
    match.push(parse_action(before))
    question = Question(1, "What happened?", (action,), asked_s)
    answers = Answers.said([(at_s, act)])
    assert answers.to(question, match, too_early_s) is None
    assert answers.to(question, match, asked_s) == action


@pytest.mark.parametrize(("text", "sentence"), [
    ('{"time_s": 1, "line": "Ann jumps"}', "line 1"), ("{1}", "line 1"), ("game limbo", "not a header"),
    ("game: limbo\nplayers: Ann, Bob\n\nAnn jumps\n", "line 4"),
])
def test_answers_that_cannot_be_read_name_the_line(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        answers_of(tmp_path, text)


@pytest.mark.parametrize(("words", "sentence"), [
    (["none.mp4", "--game", "limbo", "--players", "Ann,Bob"], "There is no file or folder none.mp4"),
    (["none.mp4", "--game", "poker", "--players", "Ann,Bob"], "There is no game 'poker'"),
    (["none.mp4", "--game", "limbo", "--players", "Ann"], "Limbo is for 2 players"),
    (["none.mp4", "--game", "limbo", "--players", "Ann,Bob", "--dealer", "Cal"], "Cal is not one of the players"),
    (["none.mp4", "--game", "limbo", "--players", "Ann,Bob", "--calibration", "none.toml"], "none.toml"),
])
def test_bad_input_is_one_sentence(words: list[str], sentence: str) -> None:
    parser = argparse.ArgumentParser()
    watching.add_arguments(parser)
    with pytest.raises(ValueError, match=sentence):
        watching.run(parser.parse_args(words))


def test_a_record_that_is_there_already_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "evening.tally"
    path.write_text("game: limbo\nplayers: Ann, Bob\n\ntable start 6D\n")
    for resumed in (None, tmp_path / "another.tally"):
        with pytest.raises(RequestError, match="is there already"):
            watching.check_writable(path, resumed)
    watching.check_writable(path, path)
    watching.check_writable(tmp_path / "new" / "one.tally", None)
    assert sorted(file.name for file in tmp_path.rglob("*.tally")) == ["evening.tally"]
