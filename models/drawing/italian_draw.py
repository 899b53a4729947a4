"""Draw scenes of Italian-suited cards.

    python -m models draw-italian --decks FACES/bresciane --backgrounds SURFACES --out WORK/bresciane --count 25 \\
        --part validation --tidy
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from models.drawing.card_scenes import draw_scene
from models.drawing.command import add_scenes, run, surfaces
from models.drawing.italian_scenes import ItalianSource, load_italian
from models.drawing.scene_files import Painter, write_scenes


def italian_painter(args: argparse.Namespace) -> Painter:
    """Draws scenes with the packs that a command line names."""
    source = ItalianSource([load_italian(folder) for folder in args.decks])
    backgrounds = surfaces(args.backgrounds, args.part == "validation")

    def paint(rng: np.random.Generator) -> tuple[np.ndarray, dict[str, Any]]:
        scene = draw_scene(rng, source, backgrounds, args.tidy)
        return scene.image, {"cards": scene.truth()["cards"]}

    return paint


def draw(args: argparse.Namespace) -> None:
    """Draw what the command line asks for."""
    write_scenes(partial(italian_painter, args), args)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models draw-italian", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, nargs="+", required=True, help="folders of Italian-suited faces")
    parser.add_argument("--backgrounds", type=Path, required=True, help="folder of table surfaces (.jpg)")
    add_scenes(parser, count=600)
    return run(parser, draw)


if __name__ == "__main__":
    sys.exit(main())
