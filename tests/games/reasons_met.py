"""Which reasons of verdicts the games' tests meet, by running them.

    python -m tests.games.reasons_met                # all games
    python -m tests.games.reasons_met thirteen scopa

A reason is a sentence of the game's catalogue under a verdict code.  Runs the tests of the game, the golden records and
the rare ones.  Prints for each game how many of its reasons were given, and names the others; exit status 1 if there
are any, or a test failed.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from rules import GAMES
from rules.core import said

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ROOT / "rules" / "games"
BETWEEN = ("said.py", "faults.py")  # of the core: they give reasons for others


class Collector:
    """Keys that were said, and the code that said them."""

    def __init__(self) -> None:
        self.said: set[tuple[CodeType, str]] = set()
        self._set_key = said._set_key

    def __enter__(self) -> Collector:
        said._set_key = self._said
        return self

    def __exit__(self, *_: object) -> None:
        said._set_key = self._set_key

    def _said(self, new: Any, key: str) -> None:
        frame = sys._getframe(2)
        while frame.f_code.co_filename.endswith(BETWEEN) and frame.f_back:
            frame = frame.f_back
        self.said.add((frame.f_code, key))
        self._set_key(new, key)

    def by(self, game: str) -> set[str]:
        """What a game's package said."""
        return {key for code, key in self.said if Path(code.co_filename).parent == PACKAGES / game}


def reasons_of(game: str) -> set[str]:
    """Every key of the game's catalogue that is a verdict code."""
    text = (PACKAGES / game / "words" / "en.ftl").read_text(encoding="utf-8")
    return set(re.findall(r"^([A-Z][A-Z0-9_]+(?:-[\w-]+)?) =(?: \S|\n +[^. \n])", text, re.MULTILINE))


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(GAMES))
    names = parser.parse_args().names or list(GAMES)
    folder = ROOT / "tests" / "games"
    tests = [*(folder / name for name in names), folder / "test_goldens.py", folder / "test_reasons_met.py"]
    with Collector() as collector:
        failed = pytest.main(["-q", "-p", "no:cacheprovider", "--hypothesis-seed=1", *map(str, tests),
                              "-k", "not test_every_reason_is_met"])
    missing = 0
    for name in names:
        reasons = reasons_of(name)
        unmet = sorted(reasons - collector.by(name))
        missing += len(unmet)
        print(f"{name:14} {len(reasons) - len(unmet)} of {len(reasons)} reasons met  {' '.join(unmet)}")
    return int(bool(missing or failed))


if __name__ == "__main__":
    raise SystemExit(main())
