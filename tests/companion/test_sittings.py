"""`companion sessions statistics` and `what-if`: the same answers as the app, in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.log.session import SessionStore
from rules import Table, parse_action
from tests.companion.test_history import WON_BY_ANN


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    path = tmp_path / "store.sqlite"
    store = SessionStore(path)
    session = store.create("limbo", Table(("Ann", "Bob"), "Bob", {"target": "50"}))
    for line in WON_BY_ANN:
        session.append(parse_action(line))
    store.close()
    return ["sessions", "--store", str(path)]


def test_statistics_by_player(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "statistics", "--json"]) == 0
    ann, bob = map(json.loads, capsys.readouterr().out.splitlines())
    assert (ann["name"], ann["wins"], ann["points_per_deal"], ann["streak"]) == ("Ann", 1, 60, 1)
    assert (bob["name"], bob["wins"], bob["best_deal"]) == ("Bob", 0, 10)
    assert main([*command, "statistics"]) == 0
    assert "1 (100 %)" in capsys.readouterr().out
    assert main([*command, "statistics", "--game", "scopa", "--json"]) == 0
    assert capsys.readouterr().out == ""


def test_what_if_says_what_would_change_and_writes_nothing(command: list[str], capsys: pytest.CaptureFixture[str]
                                                           ) -> None:
    before = Path(command[2]).read_bytes()
    assert main([*command, "what-if", "1", "2", "Ann play 7C"]) == 0
    assert "would break a rule" in capsys.readouterr().out
    assert main([*command, "what-if", "1", "2", "", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["row"], told["event"]) == (2, "")
    assert told["changes"]
    assert Path(command[2]).read_bytes() == before


@pytest.mark.parametrize(("words", "complaint"), [
    (("what-if", "1", "99", "Ann play 7C"), "no such event"), (("what-if", "1", "2", "Ann meld 7C 7D 7H"), "no 'meld'"),
    (("what-if", "1", "2", "Cal play 7C"), "Cal"), (("what-if", "7", "2", ""), "no sitting 7"),
])
def test_bad_input_is_one_sentence(command: list[str], words: tuple[str, ...], complaint: str,
                                   capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.strip().splitlines()) == 1
    assert complaint in said.err
