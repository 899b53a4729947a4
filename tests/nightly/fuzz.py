"""Files that people may have written, with anything in them: they are read, or refused in one sentence."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import tomli_w
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from calibration import Calibration, load_deck, load_layout
from companion.device.settings import load_settings
from companion.following.answers import load_answers
from companion.log.records import load_record
from rules import GAMES, Match
from rules.core.errors import Refusal

KEYS = ("image_size", "homography", "error_mm", "method", "lens", "matrix", "distortion", "error_px", "layout", "deck",
        "zones", "game", "table", "players", "seat", "seats", "name", "title", "size_mm", "copies", "cards", "indices",
        "suits", "shown", "pile", "theme", "source", "options", "decks", "sides", "hand", "sounds", "pictures_mb",
        "line", "time_s", "4H", "+1")
WORDS = ("Ann", "Bob", "table", "start", "play", "deal", "knock", "stuck", "undo", "take", "6D", "KD", "JK", "+4",
         "<=3", "=", "take", ":", "game: limbo", "players: Ann, Bob", "dealer: Bob", "option target: 9",
         "deck: standard", "#", "'stands'", "−3", "999999999999999999999", "9" * 5000, "x" * 500, "\x1b[2J", "\u202e",
         "é", "\n", "\n\n")
NUMBERS = st.one_of(st.integers(-10**20, 10**20), st.floats(), st.sampled_from([0, 1, -1, 63, 88, 1e308, 1e-308]))
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(NUMBERS, st.booleans(), st.text(max_size=12), st.sampled_from(WORDS)),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=12)
LONGEST = 400  # letters of a sentence, without the file's path: what was written is said back in at most 80
HEAD = "game: limbo\nplayers: Ann, Bob\n\n"
SQUARE = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
WHOLE: tuple[dict[str, Any], ...] = (
    {"image_size": [640, 480], "homography": SQUARE, "error_mm": 2.0, "zones": {"pile": [0, 0, 50, 50]},
     "lens": {"matrix": SQUARE, "distortion": [0, 0, 0, 0], "error_px": 1.0}},
    {"game": "limbo", "table": [{"players": 2, "zones": {"pile": [0, 0, 50, 50]}}]},
    {"name": "ours", "size_mm": [63, 88], "cards": {"4H": "+4"}, "copies": {"4H": 3}},
    {"theme": "dark", "players": ["Ann"], "hand": "left", "pictures_mb": 500, "sides": {"Ann": "near"}},
)
DATA = st.one_of(
    st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8),
    st.builds(lambda whole, key, value: {**whole, key: value}, st.sampled_from(WHOLE), st.sampled_from(KEYS), VALUES))
TEXTS = st.one_of(
    DATA.map(lambda data: _toml(data)), DATA.map(lambda data: json.dumps(data)), st.text(max_size=200),
    st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=30).map(lambda words: HEAD + " ".join(words)),
    st.integers(1, 4000).map(lambda depth: "a = " + "[" * depth), st.integers(1, 4000).map(lambda depth: "{" * depth))
CONTENT = st.one_of(TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")), st.binary(max_size=300))


def _toml(data: dict[str, Any]) -> str:
    try:
        return tomli_w.dumps(data)
    except (ValueError, TypeError, OverflowError):
        return str(data)


def _calibration(path: Path) -> object:
    found = Calibration.load(path)
    return found.px_to_mm([[1, 1]]), found.mm_to_px([[1, 1]]), found.for_size(*found.image_size), str(found)


def _record(path: Path) -> object:
    record = load_record(path)
    assert all(len(line.error) <= LONGEST for line in record.lines), "a line's fault is no sentence"
    match = Match(GAMES[record.game], record.table()) if record.game in GAMES else None
    for line in record.events:
        if match is not None and line.action is not None and line.action.verb in match.game.verbs:
            match.push(line.action)
    return match


READERS: tuple[Callable[[Path], object], ...] = (
    _calibration, lambda path: load_layout(path, ("Ann", "Bob")), load_deck, load_settings, load_answers, _record)


def fuzzed_files(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """Each try is one content, given to all readers."""
    results: list[str | None] = []
    path = work / "file"

    @seed(rng.randrange(2**32))
    @settings(max_examples=tries, deadline=None, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))
    @given(CONTENT)
    def attack(content: bytes) -> None:
        path.write_bytes(content)
        results.append(None)
        for number, read in enumerate(READERS):
            try:
                read(path)
            except Refusal as refusal:
                sentence = str(refusal)
                if "\n" in sentence.strip() or len(sentence) > LONGEST + len(str(path)):
                    results[-1] = f"reader {number}: {sentence[:200]!r} is no sentence"
            except Exception as mistake:
                results[-1] = f"reader {number}: {type(mistake).__name__}: {str(mistake)[:100]} for {content[:80]!r}"

    attack()
    yield from results
