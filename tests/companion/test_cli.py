"""The command line other programs call: what it prints, and how it refuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from companion.__main__ import COMMANDS, main
from rules import GAMES, Table, parse_action

RECORD = """\
game: limbo
players: Ann, Bob              # clockwise
dealer: Bob

table start 6D = 95
Ann play 9C = 86
Bob play 9H = 77
Ann play 8S = 69
Bob play KD = 3
Ann play 2C = 1
Bob stuck
"""
KEYS = {"line", "text", "verdict", "codes", "why", "about_line", "scores", "state"}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "evening.tally"
    path.write_text(RECORD)
    return path


def json_lines(capsys: pytest.CaptureFixture[str]) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence on stderr of a command that ends with status 2."""
    assert main(list(words)) == 2
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    assert len(captured.err.strip().splitlines()) == 1
    return captured.err.strip()


def test_adjudicate_prints_a_verdict_a_line_and_a_summary(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adjudicate", str(record), "--json"]) == 0
    *rows, summary = json_lines(capsys)
    assert [row["line"] for row in rows] == list(range(5, 12))
    assert all(set(row) == KEYS for row in rows)
    assert rows[4]["state"] == {"to_act": "Ann", "count": 3, "multiplier": 1, "cards_played": 5}
    assert summary == {"summary": True, "game": "limbo", "over": False, "deals": 1, "winners": [],
                       "scores": {"Ann": 60, "Bob": 10}, "illegal": 0, "warnings": 0, "proven": 0}


def test_adjudicate_for_people_draws_a_tally(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adjudicate", str(record)]) == 0
    out = capsys.readouterr().out
    assert "Ann  ○" in out
    assert "69 ÷ 23 = 3." in out


def test_an_unreadable_line_is_reported_in_its_place(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(RECORD.replace("Bob play KD = 3", "Bob plays the king"))
    assert main(["adjudicate", str(record), "--json"]) == 2
    rows = json_lines(capsys)
    assert rows[4]["verdict"] == "error"
    assert rows[4]["codes"] == ["NOTATION"]
    assert rows[5]["verdict"] == "illegal"  # the rest is judged all the same
    assert rows[-1]["summary"]


@pytest.mark.parametrize(("old", "new", "named"), [
    ("game: limbo", "game: whist", "whist"), ("game: limbo\n", "", "game"),
    ("players: Ann, Bob", "players: Ann, Bob, Cal", "2 players"), ("dealer: Bob", "dealer: Zoe", "Zoe"),
    ("dealer: Bob", "option target: many", "target"), ("dealer: Bob", "option trumps: hearts", "trumps"),
    ("dealer: Bob", "deck: tarot", "tarot"), ("dealer: Bob", "dealer Bob", "Line 3")])
def test_a_table_that_cannot_be_set_up_is_refused(record: Path, capsys: pytest.CaptureFixture[str], old: str, new: str,
                                                  named: str) -> None:
    record.write_text(RECORD.replace(old, new))
    assert named in refused(capsys, "adjudicate", str(record))


def test_files_that_cannot_be_read_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "none.tally" in refused(capsys, "adjudicate", str(tmp_path / "none.tally"))
    binary = tmp_path / "film.tally"
    binary.write_bytes(bytes(range(256)))
    assert "film.tally" in refused(capsys, "legal", str(binary))


def test_legal_shows_what_each_card_would_do(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(RECORD.partition("Ann play 8S")[0])
    assert main(["legal", str(record), "--json"]) == 0
    [position] = json_lines(capsys)
    assert position["to_act"] == "Ann"
    assert position["state"]["count"] == 77
    assert "Ann play 7C = 11" in position["legal"]
    assert main(["legal", str(record)]) == 0
    assert "Ann is to act" in capsys.readouterr().out


def test_games_lists_all_with_options_and_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    listed = {row["game"]: row for row in json_lines(capsys)}
    assert set(listed) == set(GAMES)
    assert {"name": "target", "default": 200}.items() <= next(
        o for o in listed["limbo"]["options"] if o["name"] == "target").items()


@pytest.mark.parametrize("name", list(GAMES))
def test_games_prints_the_rules_as_played(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", name]) == 0
    out = capsys.readouterr().out
    assert all(code in out for code in GAMES[name].codes)
    assert all(option.name in out for option in GAMES[name].options)


def test_games_refuses_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert "whist" in refused(capsys, "games", "whist")
    assert "target" in refused(capsys, "games", "limbo", "--option", "target=many")
    assert "name=value" in refused(capsys, "games", "limbo", "--option", "target")


def test_sessions_are_listed_shown_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from companion.log.session import SessionStore

    path = tmp_path / "store.sqlite"
    store = SessionStore(path)
    session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in RECORD.splitlines()[4:]:
        session.append(parse_action(line))
    store.close()
    command = ["sessions", "--store", str(path)]
    assert main([*command, "list", "--json"]) == 0
    [listed] = json_lines(capsys)
    assert (listed["game"], listed["lines"]) == ("limbo", 7)
    assert main([*command, "show", "1", "--json"]) == 0
    assert json_lines(capsys)[-1]["scores"] == {"Ann": 60, "Bob": 10}
    exported = tmp_path / "again.tally"
    assert main([*command, "export", "1", "-o", str(exported)]) == 0
    assert main(["adjudicate", str(exported), "--json"]) == 0
    assert json_lines(capsys)[-1]["scores"] == {"Ann": 60, "Bob": 10}
    assert "no sitting 9" in refused(capsys, *command, "show", "9")


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_takes_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert command in capsys.readouterr().out


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="there is always a display")
def test_the_app_says_that_there_is_no_display(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
                                               ) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    assert "no display" in refused(capsys, "app")
