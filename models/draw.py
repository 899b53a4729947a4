"""Draw training scenes to disk.

    python -m models.draw --faces FACES --backgrounds BACKGROUNDS --out WORK/scenes --count 6000

Each process writes `<n>.jpg` and one line of truth per scene into `truth-*.jsonl`.  Art families
named by --held-out (or those of --part validation) are kept apart: draw twice, once per part.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.decks import usable_fonts
from models.faces import Deck, load_decks
from models.scenes import CardSource, draw_scene

HELD_OUT = ("english_modern", "rheinland", "kde_standard", "atlasnye", "l_and_h", "dondorf")
FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/Library/Fonts"), Path("C:/Windows/Fonts"))


def part_of(items: list[str], validation: bool) -> list[str]:
    """Every seventh item for validation, the others for training."""
    return [item for k, item in enumerate(items) if (k % 7 == 3) == validation]


def draw_shard(job: tuple[list[Deck], list[str], list[Path], Path, int, int, int, bool]) -> int:
    """Draw scenes number first, first+1, ... into a folder; returns how many."""
    decks, fonts, backgrounds, out, first, count, seed, tidy = job
    cv2.setNumThreads(1)
    source = CardSource(decks, fonts)
    with open(out / f"truth-{first:06d}.jsonl", "w") as lines:
        for number in range(first, first + count):
            rng = np.random.default_rng([seed, number])
            scene = draw_scene(rng, source, backgrounds, tidy)
            name = f"{number:06d}.jpg"
            cv2.imwrite(str(out / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            lines.write(json.dumps({"file": name, **rounded(scene.truth())}) + "\n")
            lines.flush()
    return count


def rounded(value: Any) -> Any:
    """Plain data with floats cut to two decimals."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(v) for v in value]
    return value


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.draw", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faces", type=Path, required=True, help="folder of deck folders")
    parser.add_argument("--backgrounds", type=Path, required=True, help="folder of table surfaces (.jpg)")
    parser.add_argument("--fonts", type=Path, nargs="*", default=list(FONT_FOLDERS), help="font folders")
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--count", type=int, default=6000, help="scenes to draw")
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--part", choices=["train", "validation"], default="train",
                        help="which decks, fonts and surfaces to use")
    parser.add_argument("--tidy", action="store_true", help="lit rooms and nothing in the way, to measure on")
    parser.add_argument("--held-out", nargs="*", default=list(HELD_OUT), help="art families for validation")
    return parser


def main() -> int:
    """Run the command."""
    args = arguments().parse_args()
    validation = args.part == "validation"
    for folder in (args.faces, args.backgrounds):
        if not folder.is_dir():
            print(f"There is no folder {folder}.", file=sys.stderr)
            return 2
    args.out.mkdir(parents=True, exist_ok=True)
    decks = [d for d in load_decks(args.faces) if (d.family in args.held_out) == validation]
    fonts = part_of(usable_fonts([f for f in args.fonts if f.is_dir()]), validation)
    backgrounds = [Path(b) for b in part_of(sorted(map(str, args.backgrounds.glob("*.jpg"))), validation)]
    print(f"{len(decks)} decks, {len(fonts)} fonts, {len(backgrounds)} surfaces", file=sys.stderr)
    shard = 250
    end = args.first + args.count
    jobs = [(decks, fonts, backgrounds, args.out, first, min(shard, end - first), args.seed, args.tidy)
            for first in range(args.first, end, shard)]
    start, done = time.time(), 0
    # spawned, not forked: OpenCV's threads do not survive a fork
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        for count in pool.map(draw_shard, jobs):
            done += count
            print(f"{done} scenes, {time.time() - start:.0f} s", file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
