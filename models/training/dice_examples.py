"""What the two networks that read dice learn from, and the one that counts pips.

    python -m models mine-dice FOLDERS... --scenes WORK/scenes --work WORK      # what the finder wrongly takes for dice

Scenes come from models.drawing.dice_draw; of the photographs every fifth block of twenty is kept for judging.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812  (as PyTorch's own pages have it)

from models.drawing.command import run
from models.drawing.flat_table import load_picture
from models.training.examples import roughened
from models.training.nets import Block, conv
from models.training.sources import Batch, ExampleFolders
from models.training.spots import Things, area_size, load_things, picture_of, pooled, window, windows
from rules.core.errors import Refusal
from vision.reading.dice import KINDS, OUTPUTS, cut_die, full_range, turn_matrix
from vision.reading.reader import MODELS
from vision.reading.spots import SpotFinder

SIZES = (9.0, 85.0)  # px, upper faces the finder is asked for


class PipNet(nn.Module):
    """Crops (n, 3, CROP, CROP) 0..255 BGR to (n, OUTPUTS): see vision.reading.dice."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(3, 16, 2), conv(16, 24), conv(24, 48, 2), Block(48), conv(48, 64, 2))
        self.drop = nn.Dropout(0.1)
        self.head = nn.Sequential(nn.Linear(64 * 25, 64), nn.ReLU(inplace=True), nn.Linear(64, OUTPUTS))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits of KINDS, and how the crop should have been cut."""
        return self.head(self.drop(self.body(x / 127.5 - 1.0).flatten(1)))


def no_numbers(quad: np.ndarray) -> list[float]:
    """A die has nothing but its place and size."""
    return []


# -- photographs ----------------------------------------------------------------------------------


def photo_things(folder: Path, held_out: bool | None) -> list[Things]:
    """The labelled dice of a folder of photographs; held_out: those kept for judging, the others, or all."""
    things = []
    for number, row in enumerate(json.loads((folder / "labels.json").read_text())):
        if held_out is not None and (number // 20 % 5 == 4) != held_out:
            continue
        boxes = np.array([d["box"] for d in row["dice"]], np.float32).reshape(-1, 4)
        quad = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]
        middle = quad.mean(axis=1, keepdims=True)
        things.append(Things(folder / "images" / row["file"], middle + 0.8 * (quad - middle),
                             np.array([int(d["pips"]) for d in row["dice"]]), np.ones(len(boxes), np.float32), False))
    return things


# -- crops ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DiceExample:
    """A crop, the kind it shows, and how it should have been cut: shift (2,) in sizes along the crop's axes and log
    scale; posed: how much that counts."""

    crop: np.ndarray
    kind: int
    shift: np.ndarray
    log_scale: float
    posed: float


def crops_of(things: Things, rng: np.random.Generator, most: int = 14) -> Iterator[DiceExample]:
    """Crops of a picture's dice, as a finder might place them, and of other places."""
    image, size, centre = picture_of(things.file), area_size(things.quad), things.centre
    clear = np.flatnonzero((things.visible > 0.85) & (size > 7))
    for k in [*rng.permutation(clear)[:most], *(k for k in clear if things.label[k] == 0)]:  # marks are rare
        wide = 2.4 if rng.random() < 0.35 else 1.0 if things.exact else 1.4
        at = centre[k] + rng.normal(0, 0.07 * wide, 2) * size[k]
        log_scale, turn = float(rng.normal(0, 0.11 * wide)), float(rng.uniform(0, 2 * np.pi))
        assumed = size[k] * np.exp(-log_scale)
        shift = turn_matrix(turn) @ (centre[k] - at) / assumed
        yield DiceExample(cut_die(image, at, assumed, turn), int(things.label[k]) or KINDS.index("mark"),
                      shift.astype(np.float32), log_scale, 1.0 if things.exact else 0.3)
    for _ in range(4):
        spot = other_place(things, size, centre, image.shape, rng)
        if spot is not None:
            yield nothing(cut_die(image, spot[0], spot[1], rng.uniform(0, 2 * np.pi)))


def nothing(crop: np.ndarray) -> DiceExample:
    """A crop of what is no die."""
    return DiceExample(crop, 0, np.zeros(2, np.float32), 0.0, 0.0)


def other_place(things: Things, size: np.ndarray, centre: np.ndarray, shape: tuple[int, ...], rng: np.random.Generator
                ) -> tuple[np.ndarray, float] | None:
    """Centre and size of a place where no die's face is; beside one, more often than not."""
    if len(size) and rng.random() < 0.6:
        k = rng.integers(len(size))
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.55, 1.5) * size[k]
        spot, extent = centre[k] + away * np.array([np.cos(angle), np.sin(angle)]), size[k] * np.exp(rng.normal(0, 0.2))
    else:
        spot = rng.uniform(0, 1, 2) * shape[1::-1]
        extent = float(np.exp(rng.uniform(np.log(9), np.log(90))))
    gap = np.hypot(*(centre - spot).T) if len(size) else np.full(1, 1e9)
    reach = 0.5 * np.maximum(size, 0.5 * extent) if len(size) else np.zeros(1)
    return None if (gap < reach).any() else (spot, float(extent))


def mined(folder: Path) -> list[DiceExample]:
    """Crops at which the finder saw dice where there are none, written by `python -m models mine-dice`."""
    file = folder / "ghosts.npz"
    return [nothing(crop) for crop in np.load(file)["crops"]] if file.exists() else []


def crop_batches(things: list[Things], ghosts: list[DiceExample], seed: int, batch: int
                 ) -> Iterator[tuple[torch.Tensor, ...]]:
    """Endless batches (crops, kinds, corrections (n, 3), weights of the corrections (n,))."""
    rng = np.random.default_rng(seed)
    made: list[DiceExample] = []

    def one() -> tuple[np.ndarray, ...]:
        while not made:
            made.extend(crops_of(things[rng.integers(len(things))], rng))
            made.extend(ghosts[k] for k in rng.integers(0, len(ghosts), 2)) if ghosts else None
        example = made.pop()
        crop, shift = example.crop, example.shift
        if rng.random() < 0.5:
            crop, shift = crop[:, ::-1], shift * np.array([-1, 1], np.float32)
        crop = full_range(varied(crop, rng)[None])[0].transpose(2, 0, 1)
        pose = np.array([*shift, example.log_scale], np.float32)
        return crop, np.array(example.kind), pose, np.array(example.posed, np.float32)

    return pooled(one, 6000, batch, batch // 4, rng)


def varied(crop: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The crop in other colours, or a little worse."""
    if rng.random() < 0.3:
        crop = crop[..., rng.permutation(3)]
    if rng.random() < 0.15:
        crop = 255 - crop
    return roughened(np.ascontiguousarray(crop), rng)


def pip_loss(out: torch.Tensor, kinds: torch.Tensor, poses: torch.Tensor, posed: torch.Tensor
             ) -> tuple[torch.Tensor, dict[str, float]]:
    """Cross entropy and the error of the correction, and the share read right."""
    kind = F.cross_entropy(out[:, :len(KINDS)], kinds, label_smoothing=0.02)
    error = F.smooth_l1_loss(out[:, len(KINDS):], poses, reduction="none", beta=0.05).sum(1)
    pose = (error * posed).sum() / posed.sum().clamp(min=1)
    right = float((out[:, :len(KINDS)].argmax(1) == kinds).float().mean())
    return kind + pose, {"kind": float(kind.detach()), "pose": float(pose.detach()), "right": right}


# -- batches --------------------------------------------------------------------------------------


def known_dice(sources: ExampleFolders) -> list[Things]:
    """Drawn tables, and photographs so often that they are a fifth of all."""
    photos = [t for folder in sources.photos for t in photo_things(folder, False)]
    drawn = [t for folder in sources.scenes for t in load_things(folder, "dice", "pips")]
    things = drawn + photos * max(1, round(0.25 * len(drawn) / max(1, len(photos))))
    if not things:
        raise Refusal("Name folders of tables with dice, drawn (--scenes) or photographed (--photos).")
    return things


def dice_window_batches(sources: ExampleFolders, batch: int, _workers: int, seed: int) -> Iterator[Batch]:
    """Endless batches (pictures, targets) for the finder of dice."""
    return windows(known_dice(sources), seed, batch, 0, no_numbers, SIZES)


def pip_batches(sources: ExampleFolders, batch: int, _workers: int, seed: int) -> Iterator[Batch]:
    """Endless batches for the network that counts pips; see `crop_batches`."""
    return crop_batches(known_dice(sources), mined(sources.work) if sources.work else [], seed, batch)


def some_tables(sources: ExampleFolders) -> list[Things]:
    """Drawn tables to take the ranges of whole numbers from."""
    return [t for folder in sources.scenes for t in load_things(folder, "dice", "pips")][::8][:60]


def dice_window_ranges(sources: ExampleFolders) -> Iterator[np.ndarray] | None:
    """Windows (1, 3, h, w) as the finder of dice gets them."""
    some, rng = some_tables(sources), np.random.default_rng(1)
    return (window(things, rng, SIZES)[0].transpose(2, 0, 1)[None] for things in some) if some else None


def pip_ranges(sources: ExampleFolders) -> Iterator[np.ndarray] | None:
    """Crops (n, 3, CROP, CROP) of some tables."""
    some, rng = some_tables(sources), np.random.default_rng(1)
    cut_out = ([example.crop for example in crops_of(things, rng)] for things in some)
    return (full_range(np.stack(crops)).transpose(0, 3, 1, 2) for crops in cut_out if crops) if some else None


# -- what is no die -------------------------------------------------------------------------------


def mine(args: argparse.Namespace) -> None:
    """Keep crops of what the finder takes for dice in pictures without dice, and of drawn scenes beside all dice."""
    finder = SpotFinder(MODELS / "dice-finder.onnx", "dice-finder", (960, 480, 240))
    crops: list[np.ndarray] = []
    pictures = [Things(f, np.zeros((0, 4, 2), np.float32), np.zeros(0), np.zeros(0)) for folder in args.folders
                for f in sorted(folder.rglob("*.jpg"))[:: args.every]]
    scenes = [t for folder in args.scenes for t in load_things(folder, "dice", "pips")[:: args.every]]
    for things in pictures + scenes:
        image = load_picture(things.file)
        spots = finder.find(image, 0.15)
        for centre, size in list(zip(spots.centre, spots.size, strict=True))[:12]:
            away = np.hypot(*(things.centre - centre).T) / np.maximum(area_size(things.quad), 0.5 * size)
            if not len(away) or away.min() > 0.7:
                crops.append(cut_die(image, centre, size, 0.0))
    np.savez_compressed(args.work / "ghosts.npz", crops=np.stack(crops))
    print(f"{len(crops)} crops of what is no die")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models mine-dice", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", help="pictures without dice")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="drawn scenes of dice as well")
    parser.add_argument("--every", type=int, default=1, help="of how many pictures one is looked at")
    parser.add_argument("--work", type=Path, required=True, help="where to keep the crops")
    return run(parser, mine)


if __name__ == "__main__":
    sys.exit(main())
