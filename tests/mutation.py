"""How much the tests of a game notice: change its engine in small ways and see whether a test fails.

    python -m tests.mutation limbo page_one --mutants 150 --seed 1

Works on a copy.  The places to change are drawn at random, one change each, out of all that Cosmic Ray
knows for the game's files; those that no player would notice (in annotations, in text, in the random
people who only test) are left out.  The tests are those of the game, its golden records and its part
of the tests of all games.  Prints every change that no test noticed, and the share that one did.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

import hypothesis.strategies  # noqa: F401 - loaded before forking
import pytest
from cosmic_ray.ast import Visitor, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parent.parent
SHARED_TESTS = ("games/test_goldens.py", "games/test_every_game.py", "rules/test_match.py", "rules/test_soundness.py")
NOT_JUDGING = ("people", "plans", "shown")  # who plays at random, and what is only shown


class Place(NamedTuple):
    """Where a file can be changed: which time an operator of Cosmic Ray applies."""

    file: str
    at: tuple[int, int]
    operator: str
    occurrence: int


class _Places(Visitor):  # type: ignore[misc]
    """Every place of a file, for all operators in one walk."""

    def __init__(self, file: str) -> None:
        self.file, self.places = file, []
        self.operators = {name: get_operator(name)() for name in operator_names() if "Variable" not in name}
        self.counts = dict.fromkeys(self.operators, 0)

    def visit(self, node: object) -> object:
        for name, operator in self.operators.items():
            for start, _ in operator.mutation_positions(node):
                self.places.append(Place(self.file, start, name, self.counts[name]))
                self.counts[name] += 1
        return node


def is_to_be_noticed(code: str, changed: str) -> bool:
    """Whether the change makes another program, and a program at all."""
    try:
        return bare(changed) != bare(code)
    except SyntaxError:  # such as {//COMMON_CODES}
        return False


def bare(code: str) -> str:
    """What can be noticed of the code: without annotations, docstrings and text for people."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(None)  # type: ignore[assignment]
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            node.value = " "
    return ast.dump(tree)


def drawn(game: str, number: int, seed: int, root: Path) -> Iterable[tuple[Place, str]]:
    """So many changes of the game's files, each with the changed code."""
    rng, by_place = Random(f"mutation {game} {seed}"), {}
    for path in sorted((root / "rules/games" / game).glob("*.py")):
        if path.stem in NOT_JUDGING:
            continue
        file = str(path.relative_to(root))
        visitor, code = _Places(file), (root / file).read_text(encoding="utf-8")
        visitor.walk(get_ast(code))
        for place in visitor.places:
            by_place.setdefault((file, place.at), []).append(place)
    places = [rng.choice(by_place[key]) for key in rng.sample(sorted(by_place), len(by_place))]
    for place in places:
        code = (root / place.file).read_text(encoding="utf-8")
        changed = mutate_code(code, get_operator(place.operator)(), place.occurrence)
        if changed and is_to_be_noticed(code, changed):
            yield place, changed
            number -= 1
        if not number:
            return


def is_noticed(game: str, copy: Path, seconds: float) -> bool:
    """Whether a test of the game fails, or never ends.  A forked child runs them, so that pytest and what
    it needs are loaded once; the game is loaded anew each time."""
    child = get_context("fork").Process(target=run_tests, args=(game, copy))
    child.start()
    child.join(seconds)
    if child.is_alive():
        child.kill()
        child.join()
    return child.exitcode != 0


def run_tests(game: str, copy: Path) -> None:
    """In a child: ends with the exit status of pytest."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    os.chdir(copy)
    sys.path.insert(0, str(copy))
    tests = [f"tests/games/{game}/test_{game}.py", *(f"tests/{name}" for name in SHARED_TESTS)]
    words = "-x -q -n 0 -p no:cacheprovider -p no:xvfb --assert=plain -k".split()
    os._exit(int(pytest.main([*words, game, *tests])))


def write(path: Path, code: str) -> None:
    """The file with this code, and no compiled file of what it was before."""
    path.write_text(code, encoding="utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def measure(game: str, number: int, seed: int, copy: Path) -> None:
    begun = time.perf_counter()
    if is_noticed(game, copy, 600):
        raise SystemExit(f"The tests of {game} fail as it is.")
    patience = 20 + 10 * (time.perf_counter() - begun)
    noticed = number_drawn = 0
    for place, changed in drawn(game, number, seed, copy):
        path, code = copy / place.file, (copy / place.file).read_text(encoding="utf-8")
        write(path, changed)
        number_drawn += 1
        if is_noticed(game, copy, patience):
            noticed += 1
        else:
            print(f"{place.file}:{place.at[0]} {place.operator.removeprefix('core/')}")
            print(*(line for line in difflib.ndiff(code.splitlines(), changed.splitlines()) if line[0] in "+-"),
                  sep="\n", flush=True)
        write(path, code)
        print(f"{game}: {noticed} of {number_drawn} so far", end="\r", file=sys.stderr, flush=True)
    share = 100 * noticed / max(1, number_drawn)
    print(f"{game}: {noticed} of {number_drawn} changes noticed ({share:.1f} %)", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description="How much do the tests notice?")
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--mutants", type=int, default=150, help="changes of each")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for game in options.games:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder)
            for name in ("rules", "tests"):
                shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copy(ROOT / "pyproject.toml", copy)
            measure(game, options.mutants, options.seed, copy)


if __name__ == "__main__":
    main()
