"""Measure the exported models: on labelled photographs, or on drawn scenes held out.

    python -m models.evaluate photos FOLDER...           # recall, sure, wrong, ghosts, per folder
    python -m models.evaluate scenes WORK/validation     # drawn scenes of decks never trained on
    python -m models.evaluate temperature FOLDER...      # the reader's temperature

A photo folder holds images/ and labels.json (a list of {"file", "cards": [{"label", "polygon" or
"box"}]}); a scene folder is what models.draw writes.  Both are scored one card at a time: a card is
right when a detection of its name lies on it, wrong when a sure detection of another name does, and a
ghost is a sure name where no card is.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from models.data import HIDDEN, SEEN, load_truths
from models.scenes import read_picture
from vision.detections import UNREAD, Detections
from vision.reader import TableReader


@dataclass(frozen=True)
class Labelled:
    """A card that is known to lie in a picture: label (rank only as "9?"), box or None if unplaced."""

    label: str
    box: tuple[float, float, float, float] | None

    def named(self, label: str) -> bool:
        """Whether a detection's label is this card's."""
        return label[:1] == self.label[:1] if self.label.endswith("?") else label == self.label


@dataclass
class Score:
    """Counts over pictures; the rates are properties of the printed row."""

    cards: int = 0
    right: int = 0
    sure_right: int = 0
    sure: int = 0
    wrong: int = 0
    ghosts: int = 0
    named: int = 0
    ms: list[float] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Count another score in."""
        for name in ("cards", "right", "sure_right", "sure", "wrong", "ghosts", "named"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.ms += other.ms

    def row(self, name: str) -> str:
        """One line of the table."""
        cards, sure = max(self.cards, 1), max(self.sure, 1)
        return (f"{name[:34]:34}{self.cards:6}{self.right / cards:8.1%}{self.sure_right / cards:8.1%}"
                f"{self.sure_right / sure:8.1%}{self.named / cards:7.2f}{self.wrong:7}{self.ghosts:7}"
                f"{np.median(self.ms) if self.ms else 0:7.0f}")


HEAD = f"{'':34}{'cards':>6}{'recall':>8}{'sure':>8}{'prec':>8}{'named':>7}{'wrong!':>7}{'ghost!':>7}{'ms':>7}"


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of two boxes."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    return w * h / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - w * h)


def lies_on(found: np.ndarray, box: np.ndarray) -> bool:
    """Whether a found box is at a labelled one."""
    x, y = (found[0] + found[2]) / 2, (found[1] + found[3]) / 2
    return overlap(found, box) >= 0.3 or bool(box[0] <= x <= box[2] and box[1] <= y <= box[3])


def score(found: Detections, cards: list[Labelled], others: list[np.ndarray]) -> Score:
    """Score one picture; others are boxes of cards whose name is not to be told (backs, covered ones)."""
    rows = [k for k, label in enumerate(found.label) if label != UNREAD]
    result = Score(cards=len(cards), named=len(rows), sure=int(sum(found.sure[k] for k in rows)))
    placed = [(card, np.array(card.box)) for card in cards if card.box]
    used: set[int] = set()
    pairs = sorted(((-overlap(found.box_px[k], box), i, k) for i, (card, box) in enumerate(placed) for k in rows
                    if card.named(found.label[k]) and lies_on(found.box_px[k], box)))
    done: set[int] = set()
    for _, i, k in pairs:
        if i not in done and k not in used:
            done.add(i)
            used.add(k)
    for card in cards:
        if not card.box:
            used |= {k for k in [next((k for k in rows if k not in used and card.named(found.label[k])), -1)] if k >= 0}
    result.right, result.sure_right = len(used), int(sum(found.sure[k] for k in used))
    unplaced = any(not card.box for card in cards)
    for k in rows:
        if k in used or not found.sure[k]:
            continue
        at = [card for card, box in placed if lies_on(found.box_px[k], box)]
        if any(card.named(found.label[k]) for card in at):
            result.ghosts += 1
        elif at or unplaced or any(lies_on(found.box_px[k], box) for box in others):
            result.wrong += 1
        else:
            result.ghosts += 1
    return result


def photo_cards(entry: dict[str, Any]) -> tuple[list[Labelled], list[np.ndarray]]:
    """Cards to be named and boxes of the others, of one entry of labels.json."""
    cards, others = [], []
    for card in entry.get("cards", []):
        points = np.array(card.get("polygon") or np.array(card["box"]).reshape(2, 2)) if (
            card.get("polygon") or card.get("box")) else None
        box = tuple(float(v) for v in (*points.min(0), *points.max(0))) if points is not None else None
        label = "JK" if card["label"].upper().startswith("JOK") else card["label"]
        if label not in ("BACK", UNREAD):
            cards.append(Labelled(label, box))  # type: ignore[arg-type]
        elif box is not None:
            others.append(np.array(box))
    return cards, others


def photos(folder: Path) -> Iterator[tuple[Path, list[Labelled], list[np.ndarray]]]:
    """The pictures of a photo folder with what lies there."""
    for entry in json.loads((folder / "labels.json").read_text()):
        yield (folder / "images" / entry["file"], *photo_cards(entry))


def scenes(folder: Path) -> Iterator[tuple[Path, list[Labelled], list[np.ndarray]]]:
    """Drawn scenes; cards with no index in plain sight need not be named."""
    for truth in load_truths([folder]):
        cards, others = [], []
        for k, quad in enumerate(truth.card_quad):
            box = (*quad.min(0).tolist(), *quad.max(0).tolist())
            mine = np.abs(truth.quad.mean(axis=1) - quad.mean(axis=0)).max(axis=1) < 1 if len(truth.quad) else []
            clear = bool(np.any(mine & (truth.visible > SEEN) & (truth.pose[:, 4] > 12))) if len(truth.quad) else False
            covered = not np.any(mine & (truth.visible > HIDDEN)) if len(truth.quad) else True
            if clear:
                cards.append(Labelled(str(truth.card_label[k]), box))
            elif not covered or truth.card_visible[k] > 0:
                others.append(np.array(box))
        yield truth.file, cards, others


def evaluate(items: Iterator[tuple[Path, list[Labelled], list[np.ndarray]]], reader: TableReader) -> Score:
    """Read and score pictures."""
    total = Score()
    for file, cards, others in items:
        image = read_picture(file)
        start = time.perf_counter()
        found = reader.read(image)
        one = score(found, cards, others)
        one.ms = [1000 * (time.perf_counter() - start)]
        total.add(one)
    return total


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluate", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["photos", "scenes"])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--models", type=Path, help="folder of the ONNX files (default: the project's)")
    args = parser.parse_args()
    try:
        reader = TableReader(args.models)
        print(HEAD)
        total = Score()
        for folder in args.folders:
            one = evaluate(photos(folder) if args.what == "photos" else scenes(folder), reader)
            print(one.row(folder.name), flush=True)
            total.add(one)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if len(args.folders) > 1:
        print(total.row("all"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
