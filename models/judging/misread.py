"""Scenes that were once read wrong, kept by seed, so that no later network reads them wrong again unnoticed.

    python -m models judge misread find --first 0 --count 300      # look for more, with the project's networks
    python -m models judge misread check                           # read all that are kept

A scene counts as read wrong where a sure name is that of no card there, nor of one that it touches: an outline
that is a little off is another matter.  The scenes are of decks that
the code draws, with the fonts that come with Kivy, on a plain table: the same on every machine that has the same
libraries.  `tests/misread_seeds.json` keeps seed, whether tidy, and the wrong names as they were.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.drawing.card_scenes import CardSource, DrawnScene, draw_scene
from models.drawing.glyphs import usable_fonts
from models.judging.photographs import matched_cards
from models.judging.taught_decks import labelled
from models.training.labelled import shared_area
from rules.core.errors import Refusal
from vision.detections import UNREAD
from vision.reading.reader import TableReader

KEPT = Path(__file__).resolve().parents[2] / "tests" / "misread_seeds.json"


class Drawer:
    """Draws the scene of a seed; the folder is for the table's surface."""

    def __init__(self, folder: Path) -> None:
        kivy = importlib.util.find_spec("kivy")  # found, not imported: it would open a log and read our arguments
        if kivy is None or kivy.origin is None:
            raise Refusal("The scenes are drawn with the fonts that come with Kivy, which is not installed.")
        self.source = CardSource([], usable_fonts([Path(kivy.origin).parent / "data" / "fonts"]))
        self.plain = folder / "plain.png"
        shade = np.linspace(60, 150, 256).astype(np.uint8)
        cv2.imwrite(str(self.plain), np.dstack([np.tile(shade, (256, 1)), np.tile(shade[:, None], (1, 256)),
                                                np.full((256, 256), 90, np.uint8)]))

    def scene(self, seed: int, tidy: bool) -> DrawnScene:
        """The scene of a seed."""
        return draw_scene(np.random.default_rng([99, seed]), self.source, [self.plain], tidy)


def wrong_names(scene: DrawnScene, reader: TableReader) -> list[str]:
    """Sure names that are not those of the cards they lie on, each with what lies there."""
    found, cards = reader.read(scene.image), labelled(scene)
    right = matched_cards(found, cards)
    wrong = []
    for k in np.flatnonzero(found.sure):
        if k in right or found.label[k] == UNREAD:
            continue
        there = [card.label for card in cards if card.box and shared_area(found.box_px[k], np.array(card.box)) > 0]
        if found.label[k] not in there:
            wrong.append(f"{found.label[k]} for {' or '.join(sorted(set(there))) or 'nothing'}")
    return wrong


def kept() -> list[dict[str, Any]]:
    """The scenes that are kept."""
    rows: list[dict[str, Any]] = json.loads(KEPT.read_text()) if KEPT.exists() else []
    return rows


def find(reader: TableReader, drawer: Drawer, seeds: range) -> Iterator[dict[str, Any]]:
    """Scenes among the seeds that are read wrong; every second is tidy."""
    for seed in seeds:
        wrong = wrong_names(drawer.scene(seed, seed % 2 == 0), reader)
        if wrong:
            yield {"seed": seed, "tidy": seed % 2 == 0, "wrong": wrong}


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge misread", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["find", "check"])
    parser.add_argument("--first", type=int, default=0, help="first seed to look at")
    parser.add_argument("--count", type=int, default=100, help="seeds to look at")
    parser.add_argument("--models", type=Path, help="folder of the ONNX files (default: the project's)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            return run(args, TableReader(args.models), Drawer(Path(folder)))
        except (OSError, Refusal) as error:
            print(error, file=sys.stderr)
            return 2


def run(args: argparse.Namespace, reader: TableReader, drawer: Drawer) -> int:
    """Look for more, or check those that are kept."""
    if args.what == "find":
        for row in find(reader, drawer, range(args.first, args.first + args.count)):
            print(row, flush=True)
            rows = {old["seed"]: old for old in kept()}
            rows.setdefault(row["seed"], row)
            KEPT.write_text("[\n" + ",\n".join(json.dumps(rows[seed]) for seed in sorted(rows)) + "\n]\n")
        return 0
    again = 0
    for row in kept():
        wrong = wrong_names(drawer.scene(row["seed"], row["tidy"]), reader)
        again += bool(wrong)
        if wrong:
            print(f"{row['seed']}: {', '.join(wrong)}")
    print(f"{again} of {len(kept())} scenes are read wrong")
    return 1 if again else 0


if __name__ == "__main__":
    sys.exit(main())
