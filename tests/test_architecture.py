"""The arrows between the rooms, read from the imports."""

from __future__ import annotations

import sys
from functools import cache
from graphlib import TopologicalSorter

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
SCREENS = ("companion.screens", "companion.widgets", "companion.tools")
STANDARD_LIBRARY = sys.stdlib_module_names


@cache
def imports() -> dict[str, set[str]]:
    """Module -> what it imports; outside packages by their top-level name."""
    graph = grimp.build_graph(*ROOMS, include_external_packages=True, cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules
            if room(module) in ROOMS}


def room(module: str) -> str:
    return module.partition(".")[0]


@pytest.mark.parametrize("name", ROOMS)
def test_arrows_point_one_way(name: str) -> None:
    wrong = [f"{module} -> {other}" for module, others in imports().items() if room(module) == name
             for other in others if room(other) in ROOMS and room(other) not in ALLOWED[name] | {name}]
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
             if "kivy" in map(room, others) and not module.startswith(SCREENS)]
    assert not wrong


def test_torch_is_imported_only_by_the_models() -> None:
    wrong = [module for module, others in imports().items()
             if {"torch", "onnx"} & set(map(room, others)) and room(module) != "models"]
    assert not wrong


def test_every_room_says_what_it_is_for() -> None:
    for name in ROOMS:
        assert __import__(name).__doc__, f"{name}/__init__.py has no docstring"
