"""The arrows between the rooms and between the folders of a room, read from the imports."""

from __future__ import annotations

import re
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOMS = ("companion", "vision", "models", "rules", "calibration")
ALLOWED = {
    "rules": set(),
    "calibration": set(),
    "vision": {"calibration"},
    "models": {"vision", "calibration"},
    "companion": {"vision", "calibration", "rules"},
}

# The floors of a room, lowest first.  What stands on a floor imports itself and what stands below it, never its
# neighbours; a name is a folder or a module of the room, with all that is in it.
FLOORS: dict[str, tuple[str, ...]] = {
    "rules": ("core", "games", "lines", "adjudicate", "checks"),
    "vision": (
        "frames detections events workers",
        "reading watching",
        "stream",
        "looker table_finder",
        "belief",
        "watcher",
    ),
    "models": ("drawing", "training", "judging"),
    "companion": (
        "words",
        "style",
        "device",
        "log",
        "sheets",
        "following",
        "filming",
        "sitting",
        "sharing",
        "club",
        "widgets",
        "screens",
        "commands",
        "tools",
    ),
}
EVERYBODYS = {"rules.core.errors", "rules.core.frozen"}  # what is refused, and what is frozen: all rooms share them
# What a folder may import of other rooms, where that is less than its room may.
ONLY = {
    "companion.words": ("rules",),
    "companion.style": (),
    "companion.log": ("rules",),
    "models": ("vision.reading", "vision.detections", "vision.workers", "calibration"),
}
SPEECHLESS = ("companion.style", "companion.device", "companion.log")  # their sentences are made elsewhere
KIVY = ("companion.screens", "companion.widgets", "companion.tools")
STANDARD_LIBRARY = sys.stdlib_module_names


@cache
def imports() -> dict[str, set[str]]:
    """Module -> what it imports; outside packages by their top-level name."""
    graph = grimp.build_graph(*ROOMS, include_external_packages=True, cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules
            if room(module) in ROOMS}


def room(module: str) -> str:
    return module.partition(".")[0]


def part(module: str) -> str:
    """The folder or module of a room that a module belongs to; the room itself for its door."""
    return ".".join(module.split(".")[:2])


def game(module: str) -> str:
    """The package of a game that a module belongs to, if any."""
    return ".".join(module.split(".")[:3]) if module.startswith("rules.games.") else ""


def height(module: str) -> int | None:
    """The floor that a module stands on; None for those that the floors do not name."""
    name = part(module).partition(".")[2]
    return next((k for k, floor in enumerate(FLOORS.get(room(module), ())) if name in floor.split()), None)


def breaks_a_floor(module: str, other: str) -> bool:
    """Whether an arrow within a room runs up, sideways, through the room's own door, or to words where none belong."""
    if other == room(module):
        return not module.endswith(".__main__")
    if part(module) in SPEECHLESS and part(other) == "companion.words":
        return True
    above, below = height(module), height(other)
    if game(module) and game(other):
        return game(module) != game(other)
    if above is None or part(module) == part(other):
        return False
    return below is None or below >= above


def breaks_a_wall(module: str, other: str) -> bool:
    """Whether an arrow into another room is one that this folder may not have."""
    allowed = ONLY.get(part(module), ONLY.get(room(module)))
    if other in EVERYBODYS:
        return False
    return allowed is not None and not any(f"{other}.".startswith(f"{name}.") for name in allowed)


def breaks_the_law(module: str, other: str) -> bool:
    """Whether a game's hidden-card law looks at anything but the core."""
    return bool(game(module)) and module.endswith(".law") and part(other) != "rules.core"


def breaches() -> set[str]:
    """All arrows between our own modules that the floors forbid."""
    return {f"{module} -> {other}" for module, others in imports().items() for other in others
            if room(other) in ROOMS and (breaks_the_law(module, other) or (
                breaks_a_floor(module, other) if room(other) == room(module) else breaks_a_wall(module, other)))}


def test_arrows_run_down_the_floors() -> None:
    assert sorted(breaches()) == []


@pytest.mark.parametrize("name", ROOMS)
def test_arrows_point_one_way(name: str) -> None:
    wrong = [f"{module} -> {other}" for module, others in imports().items() if room(module) == name
             for other in others - EVERYBODYS if room(other) in ROOMS and room(other) not in ALLOWED[name] | {name}]
    assert not wrong


@pytest.mark.parametrize("name", ROOMS)
def test_no_module_imports_itself_in_a_circle(name: str) -> None:
    inside = {module: {other for other in others if room(other) == name} - {module}
              for module, others in imports().items() if room(module) == name}
    TopologicalSorter(inside).prepare()  # raises CycleError, naming the circle


def test_rules_need_only_the_standard_library() -> None:
    wrong = [f"{module} -> {other}" for module, others in imports().items() if room(module) == "rules"
             for other in others if room(other) != "rules" and room(other) not in STANDARD_LIBRARY]
    assert not wrong


def test_kivy_is_imported_only_by_the_screens() -> None:
    wrong = [module for module, others in imports().items()
             if "kivy" in map(room, others) and not module.startswith(KIVY)]
    assert not wrong


def test_torch_is_imported_only_by_the_models() -> None:
    wrong = [module for module, others in imports().items()
             if {"torch", "onnx"} & set(map(room, others)) and room(module) != "models"]
    assert not wrong


def test_every_room_says_what_it_is_for() -> None:
    for name in ROOMS:
        assert __import__(name).__doc__, f"{name}/__init__.py has no docstring"


@pytest.mark.parametrize("page", ["README.md", "docs/architecture.md"])
def test_a_card_is_followed_from_camera_to_score_in_five_files_of_less_than_300_lines(page: str) -> None:
    root = Path(__file__).resolve().parents[1]
    files = re.findall(r"^\d\. `([\w/]+\.py)`", (root / page).read_text(encoding="utf-8"), re.MULTILINE)
    assert len(files) == 5
    assert {file: lines for file in files
            if (lines := len((root / file).read_text(encoding="utf-8").splitlines())) >= 300} == {}
