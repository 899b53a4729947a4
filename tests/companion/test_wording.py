"""What players read is English as people speak it, with one word for one thing (docs/glossary.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, serialize
from fluent.syntax.ast import Message, Resource

import rules
from companion.__main__ import main
from companion.words import texts

ROOT = Path(rules.__file__).parents[1]
CATALOGUES = sorted(path for room in ("rules", "companion") for path in (ROOT / room).rglob("words/en.ftl"))
# Sentences that players have met and stumbled over, and the manners behind them.
STUMBLES = (
    r"light enough", r"looking on", r"\bIt was so\b", r"Kept in", r"^Keep it$", r"\bPoints a deal\b", r"It was no card",
    r"^Who (has|takes|can|plays|draws|lays)\b[^?]*$", r"\bseen [12] times\b", r"\bon turn\b", r"\bneed play\b",
    r"\bis no (number|combination|card)\b", r"\bnot \w+ any more\b",
)
# The glossary's other words for a sitting, the stock, tally marks, a verdict.
OTHER_WORDS = (r"\bevenings?\b", r"\btalon\b", r"\bstrokes\b", r"\bjudge?ment\b", r"\bsession\b")


def catalogued() -> Iterator[tuple[str, str]]:
    """Every sentence of the catalogues, its cases one by one, and its key."""
    for path in CATALOGUES:
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            if isinstance(entry, Message) and not entry.id.name.startswith("option-"):  # house rules: "Who begins."
                written = serialize(Resource([entry]))
                yield from ((entry.id.name, line.partition(" = ")[2] or line.partition("] ")[2] or line.strip())
                            for line in written.splitlines())


def on_screens() -> Iterator[tuple[str, str]]:
    for name, value in texts.translatable().items():
        said = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
        yield from ((name, line) for line in said)


def on_the_command_line(capsys: pytest.CaptureFixture[str]) -> Iterator[tuple[str, str]]:
    for words in (["--help"], *([name, "--help"] for name in ("app", "watch", "sessions", "games", "print", "doctor"))):
        with pytest.raises(SystemExit):
            main(words)
        yield from ((" ".join(words), line) for line in capsys.readouterr().out.splitlines())


def stumbles(said: Iterator[tuple[str, str]], found: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(key, line) for key, line in said for one in found if re.search(one, line)]


def test_no_sentence_reads_translated(capsys: pytest.CaptureFixture[str]) -> None:
    assert stumbles(catalogued(), STUMBLES) == []
    assert stumbles(on_screens(), STUMBLES) == []
    assert stumbles(on_the_command_line(capsys), STUMBLES[:9]) == []


def test_one_word_for_one_thing_on_the_screens_and_in_verdicts() -> None:
    assert stumbles(catalogued(), OTHER_WORDS) == []
    assert stumbles(on_screens(), OTHER_WORDS) == []


@pytest.mark.parametrize("sentence", [
    "There is light enough.", "0 looking on", "Keep it", "It was so", "Points a deal", "It was no card",
    "Who has drawn does not take the pile.", "The 9 of hearts has already been seen 2 times."])
def test_the_sentences_that_were_stumbled_over_would_be_noticed(sentence: str) -> None:
    assert stumbles(iter([("", sentence)]), STUMBLES)
