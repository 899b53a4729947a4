"""Draw scenes with dice to disk.

    python -m models draw-dice --faces FACES --backgrounds SURFACES --out WORK/dice --count 2400
    python -m models draw-dice --faces FACES --backgrounds SURFACES --out WORK/dice-validation --count 250 \\
        --part validation --seed 77

Writes `<n>.jpg` and, for each, a line of `truth.jsonl`: the dice as models.drawing.dice_scenes describes them.  Decks,
fonts and surfaces are kept apart as models.drawing.draw keeps them.
"""

from __future__ import annotations

import argparse
import json
import sys

import cv2
import numpy as np

from models.drawing.card_scenes import CardSource
from models.drawing.command import Material, drawing, run
from models.drawing.dice_scenes import draw_dice_scene
from models.drawing.draw import plain_data


def draw(args: argparse.Namespace) -> None:
    """Draw what the command line asks for."""
    material = Material.of(args)
    source = CardSource(material.decks, material.fonts)
    args.out.mkdir(parents=True, exist_ok=True)
    with open(args.out / "truth.jsonl", "a") as lines:
        for number in range(args.first, args.first + args.count):
            scene = draw_dice_scene(np.random.default_rng([args.seed, number]), source, material.backgrounds, args.tidy)
            name = f"{number:06d}.jpg"
            cv2.imwrite(str(args.out / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            lines.write(json.dumps({"file": name, **plain_data(scene.truth())}) + "\n")
            lines.flush()


def main() -> int:
    """Run the command."""
    return run(drawing("python -m models draw-dice", __doc__, count=2400), draw)


if __name__ == "__main__":
    sys.exit(main())
