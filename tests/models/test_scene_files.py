"""Scenes are what their seed makes of the material, whoever draws them, and none is drawn twice."""

from __future__ import annotations

import json
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.drawing import scene_files
from models.drawing.scene_files import Painter, write_scenes


def drawing(out: Path, **more: Any) -> Namespace:
    return Namespace(**{"out": out, "seed": 7, "first": 0, "count": 5, "jobs": 1, "cluster": None} | more)


def noise_painter(limit: int = 255) -> Painter:
    """Stands for card scenes, which take a while: a picture and its truth by the generator alone."""
    return lambda rng: (rng.integers(0, limit, (16, 16, 3)).astype(np.uint8), {"cards": [float(rng.random())]})


def unready() -> Painter:
    raise AssertionError("Nothing was to be drawn.")


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


@pytest.fixture(autouse=True)
def pieces_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene_files, "SCENES", 2)


def test_two_processes_draw_the_same_files_as_one(tmp_path: Path) -> None:
    write_scenes(noise_painter, drawing(tmp_path / "one"))
    write_scenes(noise_painter, drawing(tmp_path / "two", jobs=2))
    assert files(tmp_path / "one") == files(tmp_path / "two")
    rows = [json.loads(line) for file in sorted((tmp_path / "one").glob("truth*"))
            for line in file.read_text(encoding="utf-8").splitlines()]
    assert [row["file"] for row in rows] == [f"7-{number:06d}.jpg" for number in range(5)]
    assert all((tmp_path / "one" / row["file"]).exists() for row in rows)


def test_what_was_interrupted_goes_on_where_a_piece_is_missing(tmp_path: Path) -> None:
    write_scenes(noise_painter, drawing(tmp_path))
    whole = files(tmp_path)
    (tmp_path / "truth-7-000002.jsonl").unlink()
    (tmp_path / "7-000003.jpg").unlink()
    write_scenes(noise_painter, drawing(tmp_path))
    assert files(tmp_path) == whole
    write_scenes(unready, drawing(tmp_path))


def test_more_scenes_of_a_seed_are_added_and_another_seed_lies_beside(tmp_path: Path) -> None:
    write_scenes(noise_painter, drawing(tmp_path, count=3))
    first = files(tmp_path)
    write_scenes(noise_painter, drawing(tmp_path))
    assert first["7-000000.jpg"] == files(tmp_path)["7-000000.jpg"]
    write_scenes(partial(noise_painter, 99), drawing(tmp_path, seed=8))
    assert len(list(tmp_path.glob("*.jpg"))) == 10
    assert files(tmp_path)["7-000000.jpg"] == first["7-000000.jpg"]
