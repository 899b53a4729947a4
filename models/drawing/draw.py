"""Draw training scenes to disk.

    python -m models draw --faces FACES --backgrounds BACKGROUNDS --out WORK/scenes --count 6000

Each process writes `<n>.jpg` and one line of truth per scene into `truth-*.jsonl`.  Art families
named by --held-out (or those of --part validation) are kept apart: draw twice, once per part.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.drawing.card_scenes import HARD, CardSource, Mix, draw_scene
from models.drawing.command import Material, drawing, run
from models.drawing.german_suits import MANNERS, GermanPacks
from models.drawing.glyphs import LETTERS
from models.drawing.photographed_faces import Deck
from rules.core.errors import Refusal


def draw_shard(job: tuple[list[Deck], list[str], list[Path], Path, int, int, int, bool, Mix]) -> int:
    """Draw scenes number first, first+1, ... into a folder; returns how many."""
    decks, fonts, backgrounds, out, first, count, seed, tidy, mix = job
    cv2.setNumThreads(1)
    source = GermanPacks(fonts, mix) if mix.german else CardSource(decks, fonts, mix)
    with open(out / f"truth-{first:06d}.jsonl", "w") as lines:
        for number in range(first, first + count):
            rng = np.random.default_rng([seed, number])
            scene = draw_scene(rng, source, backgrounds, tidy)
            name = f"{number:06d}.jpg"
            cv2.imwrite(str(out / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            lines.write(json.dumps({"file": name, **plain_data(scene.truth())}) + "\n")
            lines.flush()
    return count


def plain_data(value: Any) -> Any:
    """Plain data with floats cut to two decimals."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {k: plain_data(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(v) for v in value]
    return value


def mix_of(args: argparse.Namespace) -> Mix:
    """What the command line wants to be frequent; ValueError for letters that nobody prints."""
    if args.letters and args.letters not in LETTERS:
        raise Refusal(f"Letters are one of {', '.join(LETTERS)}, not {args.letters}.")
    mix = replace(HARD if args.hard else Mix(), german=args.german or "")
    return replace(mix, english=0.0, others=(args.letters,)) if args.letters else mix


def draw(args: argparse.Namespace) -> None:
    """Draw what the command line asks for, in several processes."""
    material = Material.of(args)
    decks, fonts, backgrounds = material.decks, material.fonts, material.backgrounds
    args.out.mkdir(parents=True, exist_ok=True)
    print(f"{len(decks)} decks, {len(fonts)} fonts, {len(backgrounds)} surfaces", file=sys.stderr)
    shard = 250
    end = args.first + args.count
    jobs = [(decks, fonts, backgrounds, args.out, first, min(shard, end - first), args.seed, args.tidy,
             mix_of(args))
            for first in range(args.first, end, shard)]
    start, done = time.time(), 0
    # spawned, not forked: OpenCV's threads do not survive a fork
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        for count in pool.map(draw_shard, jobs):
            done += count
            print(f"{done} scenes, {time.time() - start:.0f} s", file=sys.stderr, flush=True)


def main() -> int:
    """Run the command."""
    parser = drawing("python -m models draw", __doc__, count=6000)
    parser.add_argument("--hard", action="store_true", help="more jokers, other letters, small cards and fans")
    parser.add_argument("--letters", help="of the packs that the code prints indices on: English, German, Dutch...")
    parser.add_argument("--german", choices=MANNERS, help="packs with German suits instead, drawn in this manner")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    return run(parser, draw)


if __name__ == "__main__":
    sys.exit(main())
