"""What a network is and how it is made: its recipe file, and the code that its recipe stands for.

    recipe = load_recipe("card_reader")           # models/recipes/card_reader.toml
    recipe.learning.batch, recipe.parts.net()

The six networks are trained and written by the same code (`models.training.train`, `models.training.export`); they
differ in their recipes and in the examples they learn from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from models.training import dice_examples, examples, italian_examples, whole_face_examples
from models.training.losses import finder_loss, reader_loss
from models.training.nets import FinderNet, IndexNet
from models.training.sources import Batch, ExampleFolders
from models.training.spots import SpotNet, spot_loss
from rules.core.errors import Refusal
from vision.reading import dice, index_reader, italian, whole_face

FOLDER = Path(__file__).resolve().parent.parent / "recipes"
LossOf = Callable[..., tuple[torch.Tensor, dict[str, float]]]


@dataclass(frozen=True)
class Parts:
    """The code of a network: itself, its endless batches (pictures, then what its loss takes), its loss, pictures to
    take the ranges of whole numbers from, and what its file says of its classes."""

    net: Callable[[], nn.Module]
    batches: Callable[[ExampleFolders, int, int, int], Iterator[Batch]]  # of sources, batch size, workers, seed
    loss: LossOf
    ranges: Callable[[ExampleFolders], Iterator[np.ndarray] | None]
    facts: dict[str, str]


PARTS = {
    "card_finder": Parts(FinderNet, examples.finder_batches, finder_loss, examples.finder_ranges, {}),
    "card_reader": Parts(IndexNet, examples.index_batches, reader_loss, examples.index_ranges, {
        "ranks": index_reader.RANKS, "suits": index_reader.SUITS, "kinds": " ".join(index_reader.KINDS)}),
    "dice_finder": Parts(SpotNet, dice_examples.dice_window_batches, spot_loss, dice_examples.dice_window_ranges, {}),
    "dice_reader": Parts(dice_examples.PipNet, dice_examples.pip_batches, dice_examples.pip_loss,
                         dice_examples.pip_ranges, {"kinds": " ".join(dice.KINDS)}),
    "italian": Parts(italian_examples.FaceNet, italian_examples.face_batches, italian_examples.face_loss,
                     italian_examples.face_ranges, {
                         "ranks": italian.RANKS, "suits": italian.SUITS, "kinds": " ".join(italian.KINDS)}),
    "whole_face": Parts(whole_face_examples.WholeFaceNet, whole_face_examples.whole_face_batches,
                        whole_face_examples.whole_face_loss, whole_face_examples.whole_face_ranges, {
                            "ranks": index_reader.RANKS, "suits": index_reader.SUITS,
                            "kinds": " ".join(whole_face.KINDS)}),
}


@dataclass(frozen=True)
class Learning:
    """How long and how fast: highest rate; minutes of the clock, or steps, until the end of training."""

    batch: int
    rate: float
    threads: int
    workers: int
    minutes: float = 0.0
    steps: int = 0


@dataclass(frozen=True)
class Exported:
    """How the file is written: which of the checkpoint's weights, a picture's shape, the names of its free sides."""

    weights: str
    shape: tuple[int, ...]
    free: dict[int, str]


@dataclass(frozen=True)
class Recipe:
    """One network.  file: the stem of its ONNX file, and of its checkpoint.  judges: the commands that measure it."""

    name: str
    file: str
    input: str
    data: str
    judges: tuple[str, ...]
    learning: Learning
    export: Exported

    @property
    def parts(self) -> Parts:
        """The code that it stands for."""
        return PARTS[self.name]

    def checkpoint(self, work: Path) -> Path:
        """Where its training is kept in a folder."""
        return work / f"{self.file}.pt"


def load_recipe(name: str) -> Recipe:
    """The recipe of a network; Refusal where its file says what no network needs."""
    with open(FOLDER / f"{name}.toml", "rb") as file:
        told: dict[str, Any] = tomllib.load(file)
    try:
        written = told.pop("export")
        shape, free = tuple(written.pop("shape")), {int(side): text for side, text in written.pop("free").items()}
        return Recipe(name, learning=Learning(**told.pop("learning")), judges=tuple(told.pop("judges")),
                      export=Exported(shape=shape, free=free, **written), **told)
    except (TypeError, KeyError) as error:
        raise Refusal(f"The recipe {name}.toml does not fit: {error}.") from error
