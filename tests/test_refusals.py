"""What fails outside is a Refusal with a sentence; anything else is our mistake, caught at the outermost edge alone."""

from __future__ import annotations

import ast
import builtins
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.sitting.mistakes import told
from rules.core.errors import Refusal
from tests.test_architecture import ROOMS

ROOT = Path(__file__).parent.parent
NOT_FOR_PEOPLE = {"Stopped"}  # how a job ends that was cancelled

# Where anything at all may be caught: threads and programs end there, or what is called is not ours.  (Developers'
# programs in companion/tools are edges of their own.)
EDGES = {
    "companion/__main__.py",
    "companion/club/scores.py",
    "companion/club/sender.py",
    "companion/sitting/camera_thread.py",
    "companion/sitting/jobs.py",
    "companion/sitting/worker.py",
    "companion/widgets/audio.py",
    "rules/checks/soak.py",
    "vision/reading/network.py",
}
RECORD = "game: limbo\nplayers: Ann, Bob\ndealer: Bob\n\ntable start 6D = 95\n"
TABLE = ("--game", "limbo", "--players", "Ann,Bob")


def sources() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def is_exception(name: str) -> bool:
    found = getattr(builtins, name, None)
    return name.endswith("Error") or name == "Refusal" or (isinstance(found, type) and issubclass(found, BaseException))


def exceptions_of_ours() -> Iterator[type[BaseException]]:
    for file, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and any(is_exception(ast.unparse(base)) for base in node.bases):
                yield getattr(importlib.import_module(file.removesuffix(".py").replace("/", ".")), node.name)


def test_what_is_said_to_people_is_a_refusal() -> None:
    found = list(exceptions_of_ours())
    assert {kind.__name__ for kind in found if not issubclass(kind, Refusal)} == NOT_FOR_PEOPLE
    assert len(found) >= 11


def test_anything_at_all_is_caught_at_the_edges_only() -> None:
    catching = {file for file, tree in sources() for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)
                and (node.type is None or "Exception" in ast.unparse(node.type).split())}
    assert {file for file in catching if not file.startswith("companion/tools/")} == EDGES


def test_no_memory_is_nobodys_mistake(tmp_path: Path) -> None:
    assert "memory" in told(MemoryError(), tmp_path / "mistakes.txt")
    assert not (tmp_path / "mistakes.txt").exists()


# -- every command, with files that are none ---------------------------------------------------------


def no_files(folder: Path) -> dict[str, Path]:
    """Paths at which nothing can be read or written."""
    (folder / "binary").write_bytes(bytes(range(256)))
    (folder / "empty").write_bytes(b"")
    (folder / "folder").mkdir()
    return {"missing": folder / "nowhere" / "file", "binary": folder / "binary", "empty": folder / "empty",
            "folder": folder / "folder", "below": folder / "binary" / "file", "long": folder / ("x" * 300),
            "full": Path("/dev/full")}


READING = {
    "adjudicate": ("adjudicate", "{}"),
    "legal": ("legal", "{}"),
    "render": ("render", "{}", "-o", "{out}.mp4"),
    "faces": ("render", "{record}", "-o", "{out}.mp4", "--faces", "{}"),
    "background": ("render", "{record}", "-o", "{out}.mp4", "--backgrounds", "{}"),
    "other background": ("render", "{record}", "-o", "{out}.mp4", "--maker", "other", "--backgrounds", "{}"),
    "resume": ("watch", "{picture}", *TABLE, "--store", ":memory:", "--resume", "{}"),
    "answers": ("watch", "{picture}", *TABLE, "--store", ":memory:", "--answers", "{}"),
    "calibration": ("watch", "{picture}", *TABLE, "--store", ":memory:", "--calibration", "{}"),
    "layout": ("watch", "{picture}", *TABLE, "--store", ":memory:", "--layout", "{}"),
    "pack": ("watch", "{picture}", *TABLE, "--store", ":memory:", "--deck", "{}"),
    "source": ("watch", "{}", *TABLE, "--store", ":memory:"),
    "read": ("read", "{}", "--no-dice"),
    "deck": ("read", "{picture}", "--no-dice", "--deck", "{}"),
    "calibrate": ("calibrate", "{}"),
    "teach": ("teach", "{}", "--cards", "KS", "-o", "{out}.toml"),
}
WRITING = {
    "render": ("render", "{record}", "-o", "{}", "--fps", "1", "--size", "320x240"),
    "record": ("watch", "{picture}", *TABLE, "--store", ":memory:", "--record", "{}"),
    "store": ("watch", "{picture}", *TABLE, "--store", "{}"),
    "sessions": ("sessions", "--store", "{}", "list"),
    "markers": ("print", "markers", "-o", "{}"),
    "scoresheet": ("print", "scoresheet", "-o", "{}"),
}


@pytest.fixture
def words(tmp_path: Path) -> dict[str, str]:
    import cv2
    import numpy as np

    picture, record = tmp_path / "picture.png", tmp_path / "evening.tally"
    picture.write_bytes(cv2.imencode(".png", np.full((48, 64, 3), 90, np.uint8))[1].tobytes())
    record.write_text(RECORD)
    return {"picture": str(picture), "record": str(record), "out": str(tmp_path / "out")}


def refusal_of(capsys: pytest.CaptureFixture[str], command: tuple[str, ...], path: Path, words: dict[str, str]) -> None:
    """A command ends with a sentence and status 2."""
    status, said = main([word.format(path, **words) for word in command]), capsys.readouterr().err.strip().splitlines()
    assert status == 2, said
    assert [line for line in said if line.startswith("companion: ")] == said[-1:]


@pytest.mark.parametrize("no_file", ["missing", "binary", "folder", "below", "long"])
@pytest.mark.parametrize("command", READING)
def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], words: dict[str, str], command: str, no_file: str) -> None:
    refusal_of(capsys, READING[command], no_files(tmp_path)[no_file], words)


@pytest.mark.parametrize("no_file", ["below", "long", "full"])
@pytest.mark.parametrize("command", WRITING)
def test_a_file_that_cannot_be_written_is_refused_in_a_sentence(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], words: dict[str, str], command: str, no_file: str) -> None:
    refusal_of(capsys, WRITING[command], no_files(tmp_path)[no_file], words)
