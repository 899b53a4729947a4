"""What whole faces add to indices: cards of drawn scenes named by the one, the other and both, by how large they are.

    python -m models judge faces WORK/validation [--weights 0.4 0.6 0.8]

Only cards that one outline lies upon count; all of them are looked at, doubtful or not.  A row gives, for each weight
of the face (0: the index alone), the share of cards named right and the nats that the right name costs.
Below it is how far corners are off.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.drawing.command import run
from models.drawing.flat_table import load_picture
from models.training.examples import Truth, load_truths
from vision.reading.agreement import FACE_TELLS
from vision.reading.description import verdict
from vision.reading.finder import CardFinds
from vision.reading.index_reader import LABELS, log_softmax
from vision.reading.one_card import Index, opposed, outline, shared
from vision.reading.reader import TableReader

SIZES = (0, 45, 60, 80, 110, 160, 10000)  # px, of a card's height or 1.4 of its width, whichever is less
IN_PLAIN_SIGHT = 0.99
UPON = 0.7  # share of an outline that lies upon the one card that it is


@dataclass(frozen=True)
class Case:
    """One card.  index, face: log-probabilities (53,); label: which of LABELS; size: in px; visible: its share;
    has_ends: whether both its ends were read; off: how far the worst corner is off by its indices and by its face, in
    heights of the card."""

    index: np.ndarray
    face: np.ndarray
    label: int
    size: float
    visible: float
    has_ends: bool
    off: tuple[float, float]


class BareReader(TableReader):
    """Reads indices alone."""

    def with_faces(self, image: np.ndarray, groups: list[list[Index]], cards: CardFinds) -> list[list[Index]]:
        """The groups as they are."""
        return groups


def cases(truths: Sequence[Truth], reader: TableReader) -> Iterator[Case]:
    """The cards that were read, scene by scene."""
    for truth in truths:
        image = load_picture(truth.file)
        groups, cards, _ = reader.seen(image)
        if not groups:
            continue
        quads = np.stack([outline(group, cards) for group in groups]).astype(np.float32)
        faces = reader.faces.read(image, quads)
        for group, quad, better, face in zip(groups, quads, faces.quad, faces.log_label, strict=True):
            at = [k for k, there in enumerate(truth.card_quad) if shared(quad, there) > UPON]
            if len(at) == 1 and truth.card_label[at[0]] in LABELS:
                there = truth.card_quad[at[0]]
                across, along = np.hypot(*(there[[1, 3]] - there[0]).T)
                yield Case(np.log(np.maximum(verdict(group), 1e-9)), face, LABELS.index(truth.card_label[at[0]]),
                           float(min(along, 1.4 * across)), float(truth.card_visible[at[0]]), opposed(group),
                           (corners_off(quad, there) / along, corners_off(better, there) / along))


def corners_off(quad: np.ndarray, there: np.ndarray) -> float:
    """How far the worst corner (4, 2) is from where it is, px; a card has no upper end."""
    return min(float(np.hypot(*(np.roll(quad, turn, axis=0) - there).T).max()) for turn in (0, 2))


def row(name: str, found: Sequence[Case], weights: Sequence[float]) -> str:
    """A line of the table; "-" where there is no such card."""
    if not found:
        return f"{name:22}{0:6}"
    truth = np.array([case.label for case in found])
    faces = np.stack([case.face for case in found])
    indices, rows = np.stack([case.index for case in found]), np.arange(len(found))
    both = [log_softmax(indices + weight * faces) for weight in weights]
    shown = "".join(f"{(log.argmax(axis=1) == truth).mean():8.1%} {-log[rows, truth].mean():5.2f}" for log in both)
    return f"{name:22}{len(found):6}{(faces.argmax(axis=1) == truth).mean():8.1%}{shown}"


def judge(args: argparse.Namespace) -> None:
    """Print the table."""
    weights = [0.0, *args.weights]
    found = list(cases(load_truths(args.folders), BareReader(args.models)))
    print(f"{'':22}{'cards':>6}{'face':>8}" + "".join(f"{f'with {weight:g}':>14}" for weight in weights))
    for low, high in itertools.pairwise(SIZES):
        print(row(f"{low} to {high} px", [case for case in found if low <= case.size < high], weights))
    print(row("in plain sight", [case for case in found if case.visible >= IN_PLAIN_SIGHT], weights))
    print(row("partly covered", [case for case in found if case.visible < IN_PLAIN_SIGHT], weights))
    print(row("all", found, weights))
    for name, rows in (("both ends read", [case for case in found if case.has_ends]),
                       ("one end read", [case for case in found if not case.has_ends])):
        off = np.array([case.off for case in rows]).reshape(-1, 2)
        print(f"{name}: corners off by {np.median(off[:, 0]):.1%} of a card's height, as its face has them by "
              f"{np.median(off[:, 1]):.1%} (median of {len(rows)})")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge faces", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="folders of drawn scenes")
    parser.add_argument("--weights", nargs="+", type=float, default=[FACE_TELLS], help="of the face beside the index")
    parser.add_argument("--models", type=Path, help="folder of the ONNX files (default: the project's)")
    return run(parser, judge)


if __name__ == "__main__":
    sys.exit(main())
