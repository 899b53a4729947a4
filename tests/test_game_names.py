"""A game says everything about itself: nothing outside its package names it, or asks for a verb of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from rules import GAMES

ROOT = Path(__file__).parent.parent
ROOMS = ("rules", "calibration", "vision", "companion", "models")
EVERY_GAMES = {"deal", "start", "play", "pass", "show", "peg", "reshuffle", "undo"}  # verbs that no game has to itself


def named_in(path: Path) -> Iterator[str]:
    """Games that a module names as strings, and verbs of games that it compares with or makes actions of."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    verbs = {verb for game in GAMES.values() for verb in game.verbs} - EVERY_GAMES
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in GAMES and id(node) not in docs:
            yield str(node.value)
        elif isinstance(node, ast.Compare) and "verb" in ast.unparse(node.left):
            for part in node.comparators:
                yield from sorted({each.value for each in ast.walk(part) if isinstance(each, ast.Constant)} & verbs)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Action" and len(node.args) > 1:
            verb = node.args[1]
            if isinstance(verb, ast.Constant) and verb.value in verbs:
                yield str(verb.value)


def named() -> set[str]:
    return {f"{path.relative_to(ROOT).as_posix()}: {name}" for room in ROOMS for path in (ROOT / room).rglob("*.py")
            if not path.is_relative_to(ROOT / "rules/games") for name in named_in(path)}


def test_nothing_outside_the_games_names_a_game() -> None:
    assert sorted(named()) == []
