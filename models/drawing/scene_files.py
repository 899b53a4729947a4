"""Drawn scenes as files, drawn in pieces by whoever works; what is there already is not drawn again.

    write_scenes(partial(card_painter, args), args)

A scene is what its seed and number make of the material, whoever draws it: `<seed>-<number>.jpg`, and a line of truth
in the piece's `truth-<seed>-<first number>.jsonl`, which is written last.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

from calibration.files import write_whole
from vision.workers import Piece, workers_of

SCENES = 250  # of a piece
Painter: TypeAlias = Callable[[np.random.Generator], tuple[np.ndarray, dict[str, Any]]]  # BGR uint8, and its truth


def write_scenes(ready: Callable[[], Painter], args: argparse.Namespace) -> None:
    """Draw the scenes that the command line asks for (out, first, count, seed).  ready: gets the material where the
    scenes are drawn; it can be pickled."""
    args.out.mkdir(parents=True, exist_ok=True)
    end = args.first + args.count
    pieces = {truth_file(args.out, args.seed, first): range(first, min(first + SCENES, end))
              for first in range(args.first, end, SCENES)}
    missing = {file: numbers for file, numbers in pieces.items() if scenes_told(file) < len(numbers)}
    done = args.count - sum(map(len, missing.values()))
    if done:
        print(f"{done} scenes are there already", file=sys.stderr)
    start_s = time.monotonic()
    for _, count in workers_of(args).done(Piece(file.stem, partial(draw_piece, ready, file, args.seed, numbers))
                                          for file, numbers in missing.items()):
        done += count
        print(f"{done} scenes, {time.monotonic() - start_s:.0f} s", file=sys.stderr, flush=True)


def truth_file(folder: Path, seed: int, first: int) -> Path:
    """Where the truth of the piece lies that begins with this number."""
    return folder / f"truth-{seed}-{first:06d}.jsonl"


def scenes_told(file: Path) -> int:
    """How many scenes it tells of; 0 where there is none."""
    return len(file.read_text(encoding="utf-8").splitlines()) if file.exists() else 0


def draw_piece(ready: Callable[[], Painter], file: Path, seed: int, numbers: range) -> int:
    """Draw the scenes of these numbers beside their truth; returns how many."""
    painter, lines = ready(), []
    for number in numbers:
        image, truth = painter(np.random.default_rng([seed, number]))
        name = f"{seed}-{number:06d}.jpg"
        cv2.imwrite(str(file.parent / name), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
        lines.append(json.dumps({"file": name, **plain_data(truth)}) + "\n")
    write_whole(file, "".join(lines))
    return len(numbers)


def plain_data(value: Any) -> Any:
    """Plain data with floats cut to three decimals."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {k: plain_data(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(v) for v in value]
    return value
