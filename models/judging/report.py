"""Figures of the model card that need more than a row: by size of card, and how far a confidence can be believed.

    python -m models judge sizes PHOTOS... WORK/validation
    python -m models judge reliability PHOTOS... WORK/validation --out docs/reliability.svg

Sizes are of the short side of a card's box in the picture.  A point of the diagram is a tenth of the cards, those
of like confidence: how sure the reader was of their names, and how many names were right.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from models.drawing.command import run
from models.drawing.flat_table import load_picture
from models.judging.photographs import HEAD, Score, cases, items, matched_cards
from models.training.labelled import Labelled
from rules.core.errors import Refusal
from vision.detections import UNREAD
from vision.reading.description import SURE
from vision.reading.reader import TableReader

SIZES = (0, 45, 75, 110, 160, 240, 10000)  # px


def short_side(card: Labelled) -> float | None:
    """Short side of a card's box, or None for a card without a place."""
    return min(card.box[2] - card.box[0], card.box[3] - card.box[1]) if card.box else None


def by_size(folders: Iterable[Path], reader: TableReader, every: int) -> dict[tuple[int, int], Score]:
    """Scores of the cards to be named, by their size."""
    scores = {pair: Score() for pair in itertools.pairwise(SIZES)}
    for folder in folders:
        for file, cards, _ in itertools.islice(items(folder), 0, None, every):
            found = reader.read(load_picture(file))
            right = {id(card): k for k, card in matched_cards(found, cards).items()}
            for card in cards:
                side = short_side(card)
                if side is None or not card.asked:
                    continue
                score = next(s for (low, high), s in scores.items() if low <= side < high)
                k = right.get(id(card))
                score.cards += 1
                score.right += k is not None
                score.sure_right += k is not None and bool(found.sure[k])
                score.named += k is not None and found.label[k] != UNREAD
    return scores


def points(confidence: np.ndarray, right: np.ndarray, count: int = 10) -> list[tuple[float, float, int]]:
    """Mean confidence, share of right names and number of cards, for equal parts of the cards by confidence."""
    parts = np.array_split(np.argsort(confidence, kind="stable"), count)
    return [(float(confidence[p].mean()), float(right[p].mean()), len(p)) for p in parts if len(p)]


def diagram(found: list[tuple[float, float, int]], note: str) -> str:
    """The reliability diagram as SVG: confidence to the right, share of right names upwards."""
    side, margin = 320, 46

    def at(x: float, y: float) -> tuple[float, float]:
        return margin + side * x, 14 + side * (1 - y)

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{side + margin + 20}" height="{side + 76}" '
             'font-family="sans-serif" font-size="12" fill="#222">', '<rect width="100%" height="100%" fill="#fff"/>']
    for tick in (0, 0.25, 0.5, 0.75, 1):
        (x, low), (left, y) = at(tick, 0), at(0, tick)
        lines += [f'<path d="M{x:.0f} {low:.0f}V14M{left:.0f} {y:.0f}H{margin + side}" stroke="#ddd"/>',
                  f'<text x="{x:.0f}" y="{low + 16:.0f}" text-anchor="middle">{tick:.0%}</text>',
                  f'<text x="{left - 6:.0f}" y="{y + 4:.0f}" text-anchor="end">{tick:.0%}</text>']
    (x0, y0), (x1, y1) = at(0, 0), at(1, 1)
    lines.append(f'<path d="M{x0:.0f} {y0:.0f}L{x1:.0f} {y1:.0f}" stroke="#888" stroke-dasharray="4 4"/>')
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(c, r) for c, r, _ in found))
    lines.append(f'<polyline points="{way}" fill="none" stroke="#2b6cb0" stroke-width="2"/>')
    lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#2b6cb0"/>' for x, y in (at(c, r) for c, r, _ in found)]
    lines += [f'<text x="{margin + side / 2}" y="{side + 50}" text-anchor="middle">confidence</text>',
              f'<text x="{margin + side / 2}" y="{side + 68}" text-anchor="middle" fill="#666">{note}</text>',
              f'<text transform="translate(12 {14 + side / 2}) rotate(-90)" text-anchor="middle">right names</text>',
              "</svg>"]
    return "\n".join(lines) + "\n"


def report(args: argparse.Namespace) -> None:
    """Print the one or the other."""
    reader = TableReader(args.models)
    if args.what == "sizes":
        print_sizes(by_size(args.folders, reader, args.every))
    else:
        print_reliability(*cases(args.folders, reader, args.every), reader, args.out)


def print_sizes(scores: dict[tuple[int, int], Score]) -> None:
    """A row for each size of index, in pixels, that there was."""
    width = 34 + 6 + 8 + 8
    print(HEAD[:width])
    for (low, high), score in scores.items():
        if score.cards:
            print(score.row(f"{low} to {high} px" if high < SIZES[-1] else f"{low} px and more")[:width])


def print_reliability(x: np.ndarray, right: np.ndarray, reader: TableReader, out: Path | None) -> None:
    """How often what is so sure is right, and how much is called sure.  x: (n, k) what the reader knows of each card;
    right: (n,) whether it was read right; out: where to write the diagram.  Refusal where nothing was calibrated."""
    weights = reader.index_reader.weights
    if weights is None:
        raise Refusal("This reader was never calibrated.")
    confidence = 1 / (1 + np.exp(-x[:, :len(weights)] @ weights))
    found = points(confidence, right)
    for sure, share, count in found:
        print(f"{sure:8.3f}{share:8.3f}{count:6}")
    chosen = confidence >= SURE
    print(f"sure at {SURE}: {int(chosen.sum())} of {len(right)} cards, {int((1 - right[chosen]).sum())} wrong")
    if out:
        out.write_text(diagram(found, f"{len(right)} cards, a tenth to a point"))


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["sizes", "reliability"])
    parser.add_argument("folders", nargs="+", type=Path, help="photo or scene folders, as for judge photos")
    parser.add_argument("--models", type=Path, help="folder of the ONNX files (default: the project's)")
    parser.add_argument("--every", type=int, default=1, help="take every n-th picture only")
    parser.add_argument("--out", type=Path, help="the diagram's file (.svg)")
    return run(parser, report)


if __name__ == "__main__":
    sys.exit(main())
