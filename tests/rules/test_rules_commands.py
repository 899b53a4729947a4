"""The commands of the rules room: judging a record, inventing one, playing for a long time."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.__main__ import main
from rules.checks.__main__ import main as check

RECORD = "game: limbo\nplayers: Ann, Bob\ndealer: Bob\n\ntable start 5D = 96\nAnn play 6C = 90\n"


def test_a_record_is_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.tally"
    path.write_text(RECORD)
    assert main([str(path)]) == 0
    shown = capsys.readouterr().out
    assert "illegal NOT_DIVIDED" in shown
    assert "Limbo: Ann 0, Bob 0" in shown


def test_an_unreadable_line_is_exit_status_2_after_all_others(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.tally"
    path.write_text(RECORD + "Ann jumps\nAnn play 6C = 16\n")
    assert main([str(path)]) == 2
    assert "how=divided before=96 value=6 becomes=16" in capsys.readouterr().out


@pytest.mark.parametrize(("text", "sentence"), [
    ("players: Ann, Bob\n", "does not say which game"),
    ("game: limbo\nplayers: Ann\n", "Line 2: Limbo is for 2 players"),
    ("nonsense\n", "Line 1: 'nonsense' is not a header")])
def test_no_table_is_one_sentence(text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.tally"
    path.write_text(text)
    assert main([str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1


def test_no_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.tally")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_random_record_is_the_same_for_the_same_seed_and_judges_well(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = []
    for _ in range(2):
        assert main(["--random", "limbo", "--seed", "7", "--players", "Zoe,Max", "--option", "target=100"]) == 0
        records.append(capsys.readouterr().out)
    assert records[0] == records[1]
    assert "players: Zoe, Max\n" in records[0]
    path = tmp_path / "random.tally"
    path.write_text(records[0])
    assert main([str(path)]) == 0
    assert "illegal" not in capsys.readouterr().out


def test_an_impossible_random_table_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--random", "limbo", "--players", "Ann,Bob,Cal"]) == 2
    assert "Limbo is for 2 players" in capsys.readouterr().err


def test_soaking_counts_what_it_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(["soak", "--actions", "150", "limbo", "never_over"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("limbo: ")
    assert " 150 actions, " in second
    assert second.endswith("no fault")


def test_the_door_to_the_checks_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(["nothing"]) == 2
    assert capsys.readouterr().err == "Name a check: soak, soundness, faults, speed.\n"
