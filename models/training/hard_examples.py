"""Hard examples: let the exported networks look at drawn scenes and at labelled photographs.

    python -m models mine WORK/scenes --count 4000
    python -m models mine --photos PHOTOS/some_deck --take 0:300 --out WORK/photos/some_deck

The first writes `finds.json` into a folder of drawn scenes: per picture the poses at which the finder saw
an index, right or wrong.  The second writes a truth file as models.drawing.draw does, of indices seen on labelled
cards: where the reader looked, named as the label says.  models.training.train reader adds crops cut there.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from models.drawing.command import run
from models.drawing.flat_table import load_picture
from models.training.labelled import Labelled, photos, shared_area
from rules.core.errors import Refusal
from vision.reading.finder import Finder
from vision.reading.one_card import Index, outline
from vision.reading.reader import MODELS, TableReader

CERTAIN = 0.9  # how real a misread index must look to be learnt from


def mine(folder: Path, finder: Finder, count: int) -> int:
    """Look at the first scenes of a folder; returns how many finds there were."""
    finds = {file.name: finder.find(load_picture(file))[0].pose.round(2).tolist()
             for file in sorted(folder.glob("*.jpg"))[:count]}
    (folder / "finds.json").write_text(json.dumps(finds))
    return sum(len(poses) for poses in finds.values())


def card_of(group: list[Index], cards: list[Labelled]) -> Labelled | None:
    """The labelled card that a group of indices is surely printed on: named so, or lying just there."""
    corners = outline(group)
    box = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
    x, y = np.mean([index.pose[:2] for index in group], axis=0)
    around = [c for c in cards if c.box and c.box[0] <= x <= c.box[2] and c.box[1] <= y <= c.box[3]]
    named = [card for card in around if card.named(group[0].label)]
    if len(named) == 1:
        return named[0]
    fitting = [card for card in around if shared_area(box, np.array(card.box)) > 0.6]
    return fitting[0] if len(around) == len(fitting) == 1 and min(i.real for i in group) > CERTAIN else None


def truth_of(file: Path, groups: list[list[Index]], cards: list[Labelled]) -> dict[str, Any]:
    """A line of a truth file; nothing is known of the rest of the picture."""
    h, w = load_picture(file).shape[:2]
    indices = []
    for group in groups:
        card = card_of(group, cards)
        indices += [{"label": card.label, "centre": index.pose[:2].tolist(), "up": index.pose[2:4].tolist(),
                     "size": float(index.pose[4]), "quad": index.quad.tolist(), "visible": 1.0}
                    for index in group if card is not None]
    rest = {"label": "", "quad": [[0, 0], [w, 0], [w, h], [0, h]], "visible": 0.0, "known": False}
    return {"file": str(file.resolve()), "indices": indices, "cards": [rest]}


def mine_photos(folder: Path, reader: TableReader, part: slice, out: Path) -> int:
    """Write the truth of indices seen in labelled photographs; returns how many."""
    out.mkdir(parents=True, exist_ok=True)
    rows = [truth_of(file, reader.groups(load_picture(file)), cards)
            for file, cards, _ in itertools.islice(photos(folder), part.start, part.stop)]
    (out / "truth-photos.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows if row["indices"]))
    return sum(len(row["indices"]) for row in rows)


def mine_all(args: argparse.Namespace) -> None:
    """Mine the photographs, if any are named, and the folders."""
    if args.photos:
        if not args.out:
            raise Refusal("Say with --out where to write.")
        first, last = (int(n) if n else None for n in args.take.split(":"))
        count = mine_photos(args.photos, TableReader(args.models), slice(first, last), args.out)
        print(f"{args.photos}: {count} indices", file=sys.stderr)
    finder = Finder(args.models / "finder.onnx")
    for folder in args.folders:
        print(f"{folder}: {mine(folder, finder, args.count)} finds", file=sys.stderr)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models mine", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, help="folders written by models.drawing.draw")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of the ONNX files")
    parser.add_argument("--count", type=int, default=4000, help="scenes per folder to look at")
    parser.add_argument("--photos", type=Path, help="a folder of labelled photographs")
    parser.add_argument("--take", default="0:", metavar="FROM:TO", help="which photographs, by their number")
    parser.add_argument("--out", type=Path, help="folder for the truth about the photographs")
    return run(parser, mine_all)


if __name__ == "__main__":
    sys.exit(main())
