"""Where examples come from: folders of scenes, photographs, faces and surfaces."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

Batch = Sequence[torch.Tensor]  # pictures, then what a loss takes beside the network's output


@dataclass(frozen=True)
class ExampleFolders:
    """Folders that a command line names; work: where a training keeps what it has made."""

    scenes: tuple[Path, ...] = ()
    photos: tuple[Path, ...] = ()
    decks: tuple[Path, ...] = ()
    backgrounds: Path | None = None
    work: Path | None = None

    @classmethod
    def of(cls, args: argparse.Namespace) -> ExampleFolders:
        """The sources of a command line that has the options of `add_sources`."""
        return cls(tuple(args.scenes), tuple(args.photos), tuple(args.decks), args.backgrounds, args.work)


def add_sources(parser: argparse.ArgumentParser) -> None:
    """The options that say where examples come from."""
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of drawn scenes")
    parser.add_argument("--photos", type=Path, nargs="*", default=[], help="folders of labelled photographs of dice")
    parser.add_argument("--decks", type=Path, nargs="*", default=[], help="folders of Italian faces, or of packs")
    parser.add_argument("--backgrounds", type=Path, help="folder of table surfaces (.jpg), for whole faces")
    parser.add_argument("--work", type=Path, help="folder for the checkpoint, outside the project")
