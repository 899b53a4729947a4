"""Draw scenes with dice to disk.

    python -m models draw-dice --faces FACES --backgrounds SURFACES --out WORK/dice --count 2400
    python -m models draw-dice --faces FACES --backgrounds SURFACES --out WORK/dice-validation --count 250 \\
        --part validation --seed 77

Writes files as models.drawing.draw does; the truth is the dice as models.drawing.dice_scenes describes them.  Decks,
fonts and surfaces are kept apart as models.drawing.draw keeps them.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import Any

import numpy as np

from models.drawing.card_scenes import CardSource
from models.drawing.command import Material, drawing, run
from models.drawing.dice_scenes import draw_dice_scene
from models.drawing.scene_files import Painter, write_scenes


def dice_painter(args: argparse.Namespace) -> Painter:
    """Draws scenes with dice among the material that a command line names."""
    material = Material.of(args)
    source = CardSource(material.decks, material.fonts)

    def paint(rng: np.random.Generator) -> tuple[np.ndarray, dict[str, Any]]:
        scene = draw_dice_scene(rng, source, material.backgrounds, args.tidy)
        return scene.image, scene.truth()

    return paint


def draw(args: argparse.Namespace) -> None:
    """Draw what the command line asks for."""
    write_scenes(partial(dice_painter, args), args)


def main() -> int:
    """Run the command."""
    return run(drawing("python -m models draw-dice", __doc__, count=2400), draw)


if __name__ == "__main__":
    sys.exit(main())
