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
from types import FrameType
from typing import Any

import pytest

from rules import GAMES
from rules.core import said

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ROOT / "rules" / "games"
BETWEEN = ("said.py", "faults.py")  # of the core: they give reasons for others


class Collector:
    """Takes out of `unmet` (reasons by game) what a game's package gives while the collector is open."""

    def __init__(self, unmet: dict[str, set[str]]) -> None:
        self.unmet = unmet
        self._sought = set().union(*unmet.values())
        self._set_key = said._set_key

    def __enter__(self) -> Collector:
        said._set_key = self._said
        return self

    def __exit__(self, *_: object) -> None:
        said._set_key = self._set_key

    def _said(self, new: Any, key: str) -> None:
        if key in self._sought:  # few are: most sentences are no reasons, or were given before
            self._given(key, sys._getframe(2))
        self._set_key(new, key)

    def _given(self, key: str, frame: FrameType) -> None:
        while frame.f_code.co_filename.endswith(BETWEEN) and frame.f_back:
            frame = frame.f_back
        by = Path(frame.f_code.co_filename).parent
        if by.parent == PACKAGES:
            self.unmet.get(by.name, set()).discard(key)
            if not any(key in reasons for reasons in self.unmet.values()):
                self._sought.discard(key)


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
    reasons = {name: reasons_of(name) for name in names}
    with Collector({name: set(keys) for name, keys in reasons.items()}) as collector:
        failed = pytest.main(["-q", "-p", "no:cacheprovider", "--hypothesis-seed=1", *map(str, tests),
                              "-k", "not test_every_reason_is_met"])
    for name, unmet in collector.unmet.items():
        wanted = len(reasons[name])
        print(f"{name:14} {wanted - len(unmet)} of {wanted} reasons met  {' '.join(sorted(unmet))}")
    return int(bool(any(collector.unmet.values()) or failed))


if __name__ == "__main__":
    raise SystemExit(main())
