"""What others wrote neither moves the cursor nor turns the text around."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.commands.output import escape, harmless, print_json

WICKED = "Ann\x1b[2J\x1b]0;gone\x07\x9b31m\u202eboB\x00"


def test_control_characters_are_written_out() -> None:
    assert harmless(WICKED) == "Ann\\x1b[2J\\x1b]0;gone\\x07\\x9b31m\\u202eboB\\x00"
    assert harmless("größer ♠ −3\n\tnext") == "größer ♠ −3\n\tnext"
    assert escape("[bold]\x1b") == "\\[bold]\\x1b"


def test_json_holds_the_same_and_harms_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"text": WICKED})
    printed = capsys.readouterr().out
    assert json.loads(printed) == {"text": WICKED}
    assert printed.isprintable() or all(letter.isprintable() for letter in printed.rstrip("\n"))


@pytest.mark.parametrize("words", [["adjudicate"], ["adjudicate", "--json"], ["legal"]])
def test_a_record_of_escapes_prints_none(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
                                           ) -> None:
    path = tmp_path / "evening.tally"
    path.write_text(f"game: limbo\nplayers: Ann, Bob\n\ntable start 6D\nAnn play {WICKED}\n", encoding="utf-8")
    main([*words, str(path)])
    said = capsys.readouterr()
    for text in (said.out, said.err):
        assert not set(text) & set("\x1b\x07\x9b\u202e\x00")
