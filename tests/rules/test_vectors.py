"""Every test vector of the rules page is a test named by its id, and every verdict code is tested."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import GAMES

TESTS = Path(__file__).parent.parent
RULES_PAGE = TESTS.parent / "docs" / "rules.md"
PREFIXES = {"never_over": "NO", "limbo": "LI", "pemberley": "PE", "page_one": "PO", "scopa": "SC", "canasta": "CA",
            "thirteen": "TH", "friend_or_foe": "FF", "cribbage": "CR"}


def named(text: str, prefix: str) -> Iterator[str]:
    """The ids in the names of tests and of their parameters: test_no_05_..., "LI_08b", test_PE_25_26_points."""
    names = re.findall(r"def test_(\w+)|[\"'](\w+)", text)
    for name in (function or parameter for function, parameter in names):
        for numbers in re.findall(rf"(?i:(?:^|_){prefix})((?:_\d\d[a-z]?(?![a-z]))+)", name):
            for number in numbers.strip("_").split("_"):
                yield from (f"{prefix}-{number[:2]}", f"{prefix}-{number}")


@pytest.mark.parametrize("game", PREFIXES)
def test_every_vector_is_a_test_named_by_its_id(game: str) -> None:
    prefix = PREFIXES[game]
    wanted = set(re.findall(rf"\b{prefix}-\d\d[a-z]?\b", RULES_PAGE.read_text(encoding="utf-8")))
    found = set(named((TESTS / "games" / game / f"test_{game}.py").read_text(encoding="utf-8"), prefix))
    assert len(wanted) > 30
    assert sorted(wanted - found) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_verdict_code_stands_in_a_test(game: str) -> None:
    """A code that no test and no golden record names is one that nobody has seen."""
    paths = (TESTS / "games" / game / f"test_{game}.py", *TESTS.glob(f"golden/{game}*.jsonl"))
    texts = [path.read_text(encoding="utf-8") for path in paths]
    missing = [code for code in GAMES[game].codes if not any(f'"{code}"' in text for text in texts)]
    assert sorted(set(missing) - IN_EVERY_GAME) == []


IN_EVERY_GAME = {"NOTHING_TO_UNDO", "GAME_OVER"}  # of matches: tests/rules/test_adjudicate.py and each game's last test
