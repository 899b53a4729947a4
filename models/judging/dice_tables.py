"""How well dice are found and counted: on drawn tables, on photographs, and where there are none.

    python -m models judge dice scenes WORK/validation        # dice found and counted in drawn scenes
    python -m models judge dice photos FOLDER...              # the same on labelled photographs
    python -m models judge dice ghosts FOLDER...              # dice seen where there are none
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

from models.drawing.command import run
from models.drawing.flat_table import load_picture
from models.training.dice_examples import photo_things
from models.training.spots import Things, area_size, load_things
from vision.detections import DiceDetections
from vision.reading.dice import QUICK_SIDE, DiceReader


def matched(dice: DiceDetections, things: Things, reach: float = 0.6) -> np.ndarray:
    """For each row of dice the thing whose centre is nearest and within reach of its size, else -1; each once."""
    size, found = area_size(things.quad), np.full(len(dice), -1)
    for k in np.argsort(-dice.confidence):
        away = np.hypot(*(things.centre - dice.centre_px[k]).T) / np.maximum(size, 1)
        away[found[found >= 0]] = np.inf
        if len(away) and away.min() < reach:
            found[k] = int(away.argmin())
    return found


def judged(reader: DiceReader, pictures: list[Things], notes: bool) -> Counter[str]:
    """Counts over pictures: dice to be found, right, sure and right, wrong and sure, ghosts, sure ghosts, time."""
    counts: Counter[str] = Counter()
    for things in pictures:
        image, start = load_picture(things.file), time.perf_counter()
        dice = reader.read(image)
        counts["us"] += round(1e6 * (time.perf_counter() - start))
        at = matched(dice, things, 0.6 if things.exact else 0.8)
        size = area_size(things.quad)
        legible = (things.visible > 0.85) & (size >= 9) & (things.label > 0)
        counts["pictures"] += 1
        counts["dice"] += int(legible.sum())
        counts["marks"] += int(((things.label == 0) & (things.visible > 0.85) & (size >= 9)).sum())
        told = list(filter(None, (count_die(counts, dice, k, things.label[j] if j >= 0 else None, j >= 0 and legible[j])
                                  for k, j in enumerate(at))))
        missed = [f"{things.label[j]} at {things.centre[j].round()}" for j in np.flatnonzero(legible) if j not in at]
        counts["not found"] += len(missed)
        if notes and (told or missed):
            print(f"  {things.file.name}: {'; '.join(told)}{' | missed ' + ', '.join(missed) if missed else ''}")
    return counts


def count_die(counts: Counter[str], dice: DiceDetections, k: int, pips: int | None, is_legible: bool) -> str:
    """Add one detection; pips: of the thing there, 0 for a mark, None for nothing.  Returns what is wrong with it."""
    right, sure = dice.pips[k] == pips, bool(dice.sure[k])
    counts["right"] += bool(right and is_legible)
    counts["sure right"] += bool(right and is_legible and sure)
    kind = "ghost" if pips is None else "mark named" if pips == 0 else "" if right else "wrong"
    if not kind:
        return ""
    counts[kind] += 1
    counts[f"sure {kind}"] += sure
    return f"{kind} {dice.pips[k]}{'!' if sure else ''} at {dice.centre_px[k].round()}"


def report(name: str, counts: Counter[str]) -> None:
    """One line of figures."""
    dice = max(1, counts["dice"])
    rest = "  ".join(f"{k} {counts[k]} ({counts['sure ' + k]} sure)" for k in ("wrong", "ghost", "mark named"))
    print(f"{name}: {counts['pictures']} pictures, {counts['dice']} legible dice, right {counts['right'] / dice:.1%}, "
          f"sure {counts['sure right'] / dice:.1%}, not found {counts['not found']}, {rest}, "
          f"{counts['us'] / 1000 / max(1, counts['pictures']):.1f} ms", flush=True)


def judge(args: argparse.Namespace) -> None:
    """Figures for folders of drawn scenes or photographs."""
    reader = DiceReader(args.models, long_side=QUICK_SIDE)
    for folder in args.folders:
        pictures = load_things(folder, "dice", "pips") if args.what == "scenes" else photo_things(
            folder, args.held_out or None)
        report(folder.name, judged(reader, pictures, args.notes))


def ghosts(args: argparse.Namespace) -> None:
    """Dice that are seen in pictures without dice."""
    reader = DiceReader(args.models, long_side=QUICK_SIDE)
    for folder in args.folders:
        files = sorted(f for f in (folder / "images" if (folder / "images").is_dir() else folder).iterdir()
                       if f.suffix in (".jpg", ".png"))[::args.every]
        seen = sure = 0
        for file in files:
            dice = reader.read(load_picture(file))
            seen, sure = seen + len(dice), sure + int(dice.sure.sum())
            if args.notes and len(dice):
                print(f"  {file.name}: {dice.pips.tolist()} at {dice.centre_px.round().tolist()} "
                      f"{dice.confidence.round(2).tolist()}")
        print(f"{folder.name}: {len(files)} pictures without dice, {seen} dice named, {sure} surely", flush=True)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge dice", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["scenes", "photos", "ghosts"])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--models", type=Path, help="folder of the networks (default: the project's own)")
    parser.add_argument("--held-out", action="store_true", help="only photographs that were kept from training")
    parser.add_argument("--every", type=int, default=1, help="of how many pictures one is looked at")
    parser.add_argument("--notes", action="store_true", help="list what went wrong")
    return run(parser, lambda args: (ghosts if args.what == "ghosts" else judge)(args))


if __name__ == "__main__":
    sys.exit(main())
