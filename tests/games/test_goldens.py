"""Golden records: what judging prints for whole sittings, line by line.

`pytest tests/games/test_goldens.py --update-goldens` writes the expectations anew; read the diff before
committing it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.words.speaker import english
from rules import GAMES, parse_record
from rules.adjudicate import RecordJudge

GOLDEN = Path(__file__).parent.parent / "golden"
RECORDS = sorted(GOLDEN.glob("*.tally"))


def judged(path: Path) -> list[str]:
    """The JSON Lines that `companion adjudicate --json` prints."""
    sitting = RecordJudge(parse_record(path.read_text(encoding="utf-8")), english)
    return [json.dumps(row, ensure_ascii=False) for row in [*sitting.rows(), sitting.summary()]]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden(path: Path, request: pytest.FixtureRequest) -> None:
    expected = path.with_suffix(".jsonl")
    lines = judged(path)
    if request.config.getoption("--update-goldens"):
        expected.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for got, wanted in zip(lines, expected.read_text(encoding="utf-8").splitlines(), strict=True):
        assert json.loads(got) == json.loads(wanted)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_is_written_back_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert str(parse_record(text)) == text


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_golden_record(name: str) -> None:
    games = [parse_record(path.read_text(encoding="utf-8")).game for path in RECORDS]
    assert name in games, f"write tests/golden/{name}.tally"


def test_no_expectation_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.jsonl")} == {path.stem for path in RECORDS}
