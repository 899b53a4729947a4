"""Draw scenes with dice to disk.

    python -m models.dice_draw --faces FACES --backgrounds SURFACES --out WORK/dice --count 2400
    python -m models.dice_draw --faces FACES --backgrounds SURFACES --out WORK/dice-validation --count 250 \\
        --part validation --seed 77

Writes `<n>.jpg` and, for each, a line of `truth.jsonl`: the dice as models.dice_scenes describes them.  Decks,
fonts and surfaces are kept apart as models.draw keeps them.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

from models.decks import usable_fonts
from models.dice_scenes import draw_dice_scene
from models.draw import FONT_FOLDERS, HELD_OUT, part_of, rounded
from models.faces import load_decks
from models.scenes import CardSource


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.dice_draw", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faces", type=Path, required=True, help="folder of deck folders")
    parser.add_argument("--backgrounds", type=Path, required=True, help="folder of table surfaces (.jpg)")
    parser.add_argument("--fonts", type=Path, nargs="*", default=list(FONT_FOLDERS), help="font folders")
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--count", type=int, default=2400, help="scenes to draw")
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tidy", action="store_true", help="a lit room, seen from above, nothing in the way")
    parser.add_argument("--part", choices=["train", "validation"], default="train")
    return parser


def main() -> int:
    """Run the command."""
    args = arguments().parse_args()
    for folder in (args.faces, args.backgrounds):
        if not folder.is_dir():
            print(f"There is no folder {folder}.", file=sys.stderr)
            return 2
    validation = args.part == "validation"
    args.out.mkdir(parents=True, exist_ok=True)
    decks = [d for d in load_decks(args.faces) if (d.family in HELD_OUT) == validation]
    fonts = part_of(usable_fonts([f for f in args.fonts if f.is_dir()]), validation)
    backgrounds = [Path(b) for b in part_of(sorted(map(str, args.backgrounds.glob("*.jpg"))), validation)]
    source = CardSource(decks, fonts)
    cv2.setNumThreads(1)
    with open(args.out / "truth.jsonl", "a") as lines:
        for number in range(args.first, args.first + args.count):
            scene = draw_dice_scene(np.random.default_rng([args.seed, number]), source, backgrounds, args.tidy)
            name = f"{number:06d}.jpg"
            cv2.imwrite(str(args.out / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            lines.write(json.dumps({"file": name, **rounded(scene.truth())}) + "\n")
            lines.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
