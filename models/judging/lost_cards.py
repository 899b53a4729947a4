"""Where drawn cards are lost: every card that is not surely named, by cause, with its picture's name.

    python -m models judge lost WORK/validation WORK/validation_tidy

A card with a legible index is lost where the finder saw none of its indices (not found), where what it saw was taken
for no index (left unread), where the index was read as another card (misread), or where it was read right and then
given to a neighbour (joined).  What was named right and not surely is listed by what spoke against it: a small index,
one end only, ends that disagree, an index that was not read steadily.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.drawing.flat_table import load_picture
from models.judging.photographs import legible, matched_cards, scenes
from models.training.examples import Truth, load_truths
from models.training.labelled import Labelled
from rules.core.errors import Refusal
from vision.reading.one_card import Index
from vision.reading.reader import TableReader

NEAR = 0.5  # index lengths: what lies so near to an index is that index
SMALL = 18.0  # px
STEADY = 0.9  # probability that both looks gave
CAUSES = ("not found", "left unread", "misread", "joined", "unsure: ends disagree", "unsure: small", "unsure: one end",
          "unsure: unsteady", "unsure: other")


@dataclass(frozen=True)
class Loss:
    """A card that was not surely named.  size: of its largest legible index, px.  read: as what, where it was read."""

    file: Path
    label: str
    cause: str
    size: float
    read: str = ""

    def __str__(self) -> str:
        read = f" read {self.read}" if self.read else ""
        return f"{self.file.parent.name}/{self.file.name} {self.label}{read} ({self.size:.0f} px)"


def near(poses: np.ndarray, legible_poses: np.ndarray) -> np.ndarray:
    """(k,) bool: which poses (k, 5) stand where one of the legible ones (n, 5) does."""
    apart = np.linalg.norm(poses[:, None, :2] - legible_poses[None, :, :2], axis=2)
    return np.asarray((apart < NEAR * legible_poses[None, :, 4]).any(axis=1))


def why_lost(label: str, found: np.ndarray, indices: Sequence[Index]) -> tuple[str, str]:
    """The cause, and as what the card was read.

    found: which of the finder's finds stand at its indices.  indices: those read there, the surest first.
    """
    if not found.any():
        return "not found", ""
    if not indices:
        return "left unread", ""
    if any(index.label == label for index in indices):
        return "joined", ""
    return "misread", indices[0].label


def why_unsure(indices: Sequence[Index], size: float) -> str:
    """What spoke against a right name."""
    if len({index.label for index in indices}) > 1:
        return "unsure: ends disagree"
    if size < SMALL:
        return "unsure: small"
    if len(indices) < 2:
        return "unsure: one end"
    return "unsure: unsteady" if max(index.steady for index in indices) < STEADY else "unsure: other"


def losses(folder: Path, reader: TableReader) -> Iterator[Loss]:
    """Every card of the scenes of a folder that should be named, and is not, or not surely."""
    for truth, (file, cards, _) in zip(load_truths([folder]), scenes(folder), strict=True):
        image = load_picture(file)
        detections = reader.read(image)
        right = {id(card): bool(detections.sure[k]) for k, card in matched_cards(detections, cards).items()}
        if all(right.get(id(card)) for card in cards if card.asked):
            continue
        finds = reader.finder.find(image, enlarged=True)[0].pose
        read = sorted((index for group in reader.groups(image) for index in group), key=lambda i: -i.confidence)
        for card, poses in of_cards(truth, cards):
            if not card.asked or right.get(id(card)):
                continue
            indices = [index for index in read if near(index.pose[None], poses)[0]]
            size = float(poses[:, 4].max())
            cause, taken = ((why_unsure(indices, size), "") if id(card) in right
                            else why_lost(card.label, near(finds, poses), indices))
            yield Loss(file, card.label, cause, size, taken)


def of_cards(truth: Truth, cards: Sequence[Labelled]) -> Iterator[tuple[Labelled, np.ndarray]]:
    """The labelled cards with the poses (n, 5) of their legible indices."""
    rows = [k for k, label in enumerate(truth.card_label) if label]
    for k, card in zip(rows, cards, strict=True):
        yield card, legible(truth, k)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge lost", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="folders written by models.drawing.draw")
    parser.add_argument("--models", type=Path, help="folder of the ONNX files (default: the project's)")
    args = parser.parse_args()
    try:
        reader = TableReader(args.models)
        lost: defaultdict[str, list[Loss]] = defaultdict(list)
        for folder in args.folders:
            if not any(folder.glob("truth*.jsonl")):
                raise Refusal(f"{folder} holds no drawn scenes.")
            for loss in losses(folder, reader):
                lost[loss.cause].append(loss)
    except (OSError, Refusal) as error:
        print(error, file=sys.stderr)
        return 2
    for cause in CAUSES:
        print(f"{cause}: {len(lost[cause])}")
        for loss in sorted(lost[cause], key=lambda loss: -loss.size):
            print(f"    {loss}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
