"""One public name means one thing in the whole repository."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("rules", "calibration", "vision", "companion", "models")
PROGRAMS = {"add_arguments", "run", "main"}  # what a command and a program are asked by
IN_GAMES = {"State", "House", "unseen"}  # what each game has of its own

# Names that still stand in two modules.  This list may only shrink.
TWICE = """
Bone Bounds Box Camera Change Happened Held Judged Laid Line Look Moves Outcome Pack Places
Pose Roll Sheet Size Trail Trouble calibrate calibration_of cases
clutter compare described draw judge judged laid markdown measure mine option_text plain
report shadow
"""


def is_alias(node: ast.stmt) -> bool:
    """Whether a line gives a type a name: `Name = tuple[...]`, `Name: TypeAlias = ...`, a type variable."""
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.target, ast.Name) and "TypeAlias" in ast.unparse(node.annotation)
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and not node.targets[0].id.isupper() \
        and node.targets[0].id[0].isupper()


def public_names(path: Path) -> Iterator[str]:
    """The classes, functions and named types that a module defines for others."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif is_alias(node):
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            yield getattr(target, "id", "_")


def defined() -> dict[str, set[str]]:
    """Public name -> the modules that define it."""
    where = defaultdict(set)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for name in public_names(path):
                if not name.startswith("_"):
                    where[name].add(path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."))
    return where


def may_be_twice(name: str, modules: set[str]) -> bool:
    """Whether a contract asks for the name: every game's, every program's."""
    games = {module.split(".")[2] for module in modules if module.startswith("rules.games.")}
    return (name in PROGRAMS or (name in IN_GAMES and all(module.startswith("rules.") for module in modules))
            or len(games) == len(modules))  # the same part of several games, once in each


def twice() -> set[str]:
    """The names that stand in two modules without a contract."""
    return {name for name, modules in defined().items() if len(modules) > 1 and not may_be_twice(name, modules)}


def test_a_public_name_stands_in_one_module() -> None:
    where = defined()
    assert {name: sorted(where[name]) for name in sorted(twice() - set(TWICE.split()))} == {}


def test_a_name_that_stands_alone_again_leaves_the_list() -> None:
    assert sorted(set(TWICE.split()) - twice()) == []
