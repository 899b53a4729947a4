"""Measure the exported models: on labelled photographs, or on drawn scenes held out.

    python -m models judge photos FOLDER...           # recall, sure, wrong, ghosts, per folder
    python -m models judge scenes WORK/validation     # drawn scenes of decks never trained on
    python -m models judge calibrate FOLDER...        # how sure to be, from folders of either kind

A photo folder holds images/ and labels.json (a list of {"file", "cards": [{"label", "polygon" or
"box"}]}); a scene folder is what models.drawing.draw writes.  Both are scored one card at a time: a card is
right when a detection of its name lies on it, wrong when a sure detection of another name does, and a
ghost is a sure name where no card is.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import scipy.optimize

from calibration.deck import load_deck
from models.drawing.flat_table import load_picture
from models.training.examples import SEEN, Truth, load_truths
from models.training.labelled import Labelled, photos, shared_area
from rules.core.errors import Refusal
from vision.detections import UNREAD, Detections
from vision.reading.description import FEATURES, evidence, verdict
from vision.reading.index_reader import LABELS
from vision.reading.mirrored import left_for_right
from vision.reading.one_card import Index, outline
from vision.reading.reader import TableReader
from vision.reading.unknown_pack import Trust

LEGIBLE = 13.0  # px, an index smaller than this need not be read


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


def lies_on(found: np.ndarray, box: np.ndarray) -> bool:
    """Whether a found box is at a labelled one."""
    x, y = (found[0] + found[2]) / 2, (found[1] + found[3]) / 2
    return shared_area(found, box) >= 0.3 or bool(box[0] <= x <= box[2] and box[1] <= y <= box[3])


def is_there(found: Detections, k: int, card: Labelled) -> bool:
    """Whether a detection has the name of a card, and lies where it was labelled."""
    return bool(card.box) and card.named(found.label[k]) and lies_on(found.box_px[k], np.array(card.box))


def matched_cards(found: Detections, cards: list[Labelled]) -> dict[int, Labelled]:
    """Named detections that are right, and the card each is; no card is given twice."""
    rows = [k for k, label in enumerate(found.label) if label != UNREAD]
    pairs = sorted((not card.asked, -shared_area(found.box_px[k], np.array(card.box)), i, k)
                   for i, card in enumerate(cards) for k in rows if is_there(found, k, card))
    right: dict[int, Labelled] = {}
    given: set[int] = set()
    for _, _, i, k in pairs:
        if i not in given and k not in right:
            given.add(i)
            right[k] = cards[i]
    for card in (card for card in cards if not card.box):  # that they lie there is all that is known
        free = next((k for k in rows if k not in right and card.named(found.label[k])), None)
        right |= {} if free is None else {free: card}
    return right


def score(found: Detections, cards: list[Labelled], others: list[np.ndarray]) -> Score:
    """Score one picture; others are boxes of cards whose name is not to be told (backs)."""
    right = matched_cards(found, cards)
    rows = [k for k, label in enumerate(found.label) if label != UNREAD and (k not in right or right[k].asked)]
    asked = [k for k in rows if k in right]
    result = Score(cards=sum(card.asked for card in cards), named=len(rows), right=len(asked),
                   sure=int(sum(found.sure[k] for k in rows)), sure_right=int(sum(found.sure[k] for k in asked)))
    wrong = [is_wrong(found, k, cards, others) for k in rows if found.sure[k] and k not in right]
    result.wrong += sum(wrong)
    result.ghosts += len(wrong) - sum(wrong)
    return result


def is_wrong(found: Detections, k: int, cards: list[Labelled], others: list[np.ndarray]) -> bool:
    """Whether a name that is not right was given to something that lies there; else it is a ghost, or said twice."""
    box = found.box_px[k]
    at = [card for card in cards if card.box and lies_on(box, np.array(card.box))]
    if any(card.named(found.label[k]) for card in at):
        return False
    return bool(at) or any(not card.box for card in cards) or any(lies_on(box, other) for other in others)


def legible(truth: Truth, card: int) -> np.ndarray:
    """(n, 5) poses of the indices of a card that are in plain sight and large enough to read."""
    mine = np.abs(truth.quad.mean(axis=1) - truth.card_quad[card].mean(axis=0)).max(axis=1) < 1
    return np.asarray(truth.pose[mine & (truth.visible > SEEN) & (truth.pose[:, 4] > LEGIBLE)])


def scenes(folder: Path) -> Iterator[tuple[Path, list[Labelled], list[np.ndarray]]]:
    """Drawn scenes: file, cards that have a name, boxes (4,) of the others, px.  Asked are the cards with an index in
    plain sight and large enough to read."""
    for truth in load_truths([folder]):
        cards, others = [], []
        for k, quad in enumerate(truth.card_quad):
            box = (*quad.min(0).tolist(), *quad.max(0).tolist())
            if truth.card_label[k]:  # the marks of a scanned joker are not described: it may be named, but need not
                asked = len(legible(truth, k)) > 0 and bool(truth.card_known[k])
                cards.append(Labelled(str(truth.card_label[k]), box, asked))
            else:
                others.append(np.array(box))
        yield truth.file, cards, others


def items(folder: Path) -> Iterator[tuple[Path, list[Labelled], list[np.ndarray]]]:
    """The pictures of a folder of photographs or of drawn scenes, as `scenes` gives them; Refusal for any other."""
    if not (folder / "labels.json").is_file() and not any(folder.glob("truth-*.jsonl")):
        raise Refusal(f"{folder} holds neither labels.json nor drawn scenes.")
    return photos(folder) if (folder / "labels.json").exists() else scenes(folder)


def evaluate(pictures: Iterator[tuple[Path, list[Labelled], list[np.ndarray]]], reader: TableReader,
             mirror: bool = False) -> Score:
    """Read and score pictures, shown left for right where that is wanted."""
    total = Score()
    for file, cards, others in pictures:
        image = load_picture(file)
        if mirror:
            image, across = left_for_right(image), image.shape[1] - 1
            cards = [replace(card, box=mirrored_box(card.box, across)) if card.box else card for card in cards]
            others = [np.array([*mirrored_box(box.tolist(), across)]) for box in others]
        reader.trust = Trust.FULL  # the next picture may be of another pack
        start = time.perf_counter()
        found = reader.read(image)
        one = score(found, cards, others)
        one.ms = [1000 * (time.perf_counter() - start)]
        total.add(one)
    return total


def mirrored_box(box: Sequence[float], across: float) -> tuple[float, float, float, float]:
    """A box x1, y1, x2, y2 in the picture shown left for right, whose last column is given."""
    return across - box[2], box[1], across - box[0], box[3]


def cases(folders: list[Path], reader: TableReader, every: int) -> tuple[np.ndarray, np.ndarray]:
    """Evidence (n, features) of the cards read in every so manieth picture, and whether each name was right.

    A name is right where a card of that name is; whether it was given twice is no matter of sureness.  What is cut
    off by the picture's edge is never sure anyway.
    """
    evidences, rights = [], []
    for folder in folders:
        for file, cards, _ in itertools.islice(items(folder), 0, None, every):
            image = load_picture(file)
            for group in reader.groups(image):
                label = LABELS[int(verdict(group).argmax())]
                right = any(card.named(label) and (not card.box or printed_on(group, card)) for card in cards)
                corners = outline(group)
                box = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
                if any(index.whole for index in group) and (right or not cut_off(box, image, cards)):
                    evidences.append(evidence(group))
                    rights.append(right)
    return np.array(evidences), np.array(rights, float)


def printed_on(group: list[Index], card: Labelled) -> bool:
    """Whether an index of the group lies within a card's box."""
    x1, y1, x2, y2 = card.box or (0, 0, 0, 0)
    return any(x1 - 4 <= index.pose[0] <= x2 + 4 and y1 - 4 <= index.pose[1] <= y2 + 4 for index in group)


def cut_off(box: np.ndarray, image: np.ndarray, cards: list[Labelled]) -> bool:
    """Whether a find reaches over the picture's edge where no card is labelled: such cards often go unlabelled."""
    h, w = image.shape[:2]
    over = box[0] < 0.01 * w or box[1] < 0.01 * h or box[2] > 0.99 * w or box[3] > 0.99 * h
    return bool(over) and not any(card.box and lies_on(box, np.array(card.box)) for card in cards)


def fitted(x: np.ndarray, right: np.ndarray) -> np.ndarray:
    """(k,) weights of a logistic regression, kept small but for the first.  x: (n, k) features, the first of them 1;
    right: (n,) 0 or 1."""
    def cost(weights: np.ndarray) -> tuple[float, np.ndarray]:
        z = x @ weights
        loss = float(np.sum(np.logaddexp(0, z) - right * z) + 0.5 * np.sum(weights[1:] ** 2))
        return loss, x.T @ (1 / (1 + np.exp(-z)) - right) + np.concatenate([[0.0], weights[1:]])

    return np.asarray(scipy.optimize.minimize(cost, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B").x)


def calibrate(folders: list[Path], reader: TableReader, every: int) -> None:
    """Print the weights to export the reader with, and what they are worth on the same pictures."""
    print_fitted(*cases(folders, reader, every), FEATURES)


def print_fitted(x: np.ndarray, right: np.ndarray, features: Sequence[str]) -> None:
    """Fit weights to evidence (n, features), print them and what they are worth on the same cards."""
    weights = fitted(x, right)
    sure = 1 / (1 + np.exp(-x @ weights))
    for name, weight in zip(features, weights, strict=True):
        print(f"{name:12}{weight:8.3f}")
    for limit in (0.9, 0.95, 0.97, 0.98, 0.985, 0.99, 0.995, 0.998):
        chosen = sure >= limit
        print(f"at {limit:.3f}: {chosen.sum() / max(right.sum(), 1):6.1%} of the right ones, "
              f"{(1 - right[chosen]).sum():4.0f} of {chosen.sum()} wrong")
    print("--sureness '" + json.dumps([round(float(w), 4) for w in weights]) + "'")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["photos", "scenes", "calibrate"])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--models", type=Path, help="folder of the ONNX files (default: the project's)")
    parser.add_argument("--deck", help="the pack that lies there: no card lies there more often than it holds it")
    parser.add_argument("--every", type=int, default=1, help="take every n-th picture only")
    parser.add_argument("--mirrored", action="store_true", help="show the pictures left for right")
    args = parser.parse_args()
    try:
        reader = TableReader(args.models, load_deck(args.deck).copies_read if args.deck else None)
        if args.what == "calibrate":
            calibrate(args.folders, reader, args.every)
            return 0
        print(HEAD)
        total = Score()
        for folder in args.folders:
            one = evaluate(itertools.islice(items(folder), 0, None, args.every), reader, args.mirrored)
            print(one.row(folder.name), flush=True)
            total.add(one)
    except (OSError, Refusal) as error:
        print(error, file=sys.stderr)
        return 2
    if len(args.folders) > 1:
        print(total.row("all"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
