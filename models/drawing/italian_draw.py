"""Draw scenes of Italian-suited cards.

    python -m models draw-italian --decks FACES/bresciane --backgrounds SURFACES --out WORK/bresciane --count 25 \\
        --part validation --tidy
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

from models.drawing.card_scenes import draw_scene
from models.drawing.command import run, surfaces
from models.drawing.draw import plain_data
from models.drawing.italian_scenes import ItalianSource, load_italian


def draw(args: argparse.Namespace) -> None:
    """Write scenes and `truth.jsonl`."""
    source = ItalianSource([load_italian(d) for d in args.decks])
    backgrounds = surfaces(args.backgrounds, args.part == "validation")
    args.out.mkdir(parents=True, exist_ok=True)
    with open(args.out / "truth.jsonl", "a") as lines:
        for number in range(args.first, args.first + args.count):
            rng = np.random.default_rng([args.seed, number])
            scene = draw_scene(rng, source, backgrounds, args.tidy)
            cv2.imwrite(str(args.out / f"{number:06d}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            lines.write(json.dumps({"file": f"{number:06d}.jpg", "cards": plain_data(scene.truth()["cards"])}) + "\n")
            lines.flush()


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models draw-italian", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, nargs="+", required=True, help="folders of Italian-suited faces")
    parser.add_argument("--backgrounds", type=Path, required=True, help="folder of table surfaces (.jpg)")
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=["train", "validation"], default="train")
    parser.add_argument("--tidy", action="store_true", help="a lit room, seen from above, nothing in the way")
    return run(parser, draw)


if __name__ == "__main__":
    sys.exit(main())
