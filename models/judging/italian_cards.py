"""How well Italian-suited cards are read in drawn scenes, of decks as they are unknown and once they were shown.

    python -m models judge italian scenes WORK/bresciane [--models WORK]
    python -m models judge italian scenes WORK/bresciane --taught FACES/bresciane --backgrounds SURFACES
    python -m models judge italian calibrate WORK/calibration...     # then export again with --sureness '[...]'
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from models.drawing.camera_effects import photograph
from models.drawing.command import run, surfaces
from models.drawing.flat_table import DrawnTable, Pose, camera, load_picture, place
from models.drawing.italian_scenes import ItalianDeck, load_italian, printed
from models.judging.photographs import print_fitted
from models.training.spots import Things, load_things
from vision.detections import UNREAD, Detections
from vision.reading.italian import FEATURES, LABELS, ItalianReader
from vision.reading.taught import TaughtDeck


def shown_card(deck: ItalianDeck, label: str, rng: np.random.Generator, backgrounds: list[Path]) -> np.ndarray:
    """A picture of one card alone on a table, as a player shows it to teach his deck."""
    table = DrawnTable(load_picture(backgrounds[rng.integers(len(backgrounds))]), camera(rng))
    face = printed(deck.image(label), 0.02, rng)
    x, y = (float(v) for v in rng.uniform(-60, 60, 2))
    pose: Pose = (x, y, float(rng.uniform(0, 2 * np.pi)))
    table.lay(face, table.h @ place(pose, face, float(rng.uniform(200, 330))), 0, 0.3)
    return photograph(table.image, rng)


def taught_by(reader: ItalianReader, deck: ItalianDeck, backgrounds: list[Path], seed: int = 3) -> TaughtDeck:
    """A deck each card of which was shown once."""
    rng = np.random.default_rng(seed)
    pictures, labels = [], []
    for label in LABELS:
        picture = shown_card(deck, label, rng, backgrounds)
        while len(reader.cards(picture)) == 0:  # a player sees that it was not taken, and shows it again
            picture = shown_card(deck, label, rng, backgrounds)
        pictures.append(picture)
        labels.append(label)
    return reader.taught(pictures, labels)


def judged(reader: ItalianReader, pictures: list[Things], notes: bool) -> Counter[str]:
    """Counts over pictures: cards, right, sure and right, wrong or ghost names that are sure, names, confusions."""
    counts: Counter[str] = Counter()
    for things in pictures:
        image, start = load_picture(things.file), time.perf_counter()
        found = reader.read(image)
        counts["us"] += round(1e6 * (time.perf_counter() - start))
        counts["pictures"] += 1
        compare(found, things, counts, notes)
    return counts


def short_sides(things: Things) -> np.ndarray:
    """(n,) px, the shorter of the sides that meet at each card's first corner."""
    return np.asarray(np.minimum(*(np.hypot(*(things.quad[:, k] - things.quad[:, 0]).T) for k in (1, 3))))


def compare(found: Detections, things: Things, counts: Counter[str], notes: bool) -> None:
    """Add one picture's detections to the counts."""
    side = short_sides(things)
    legible = (things.visible >= 0.75) & (side >= 45) & (things.label != "")
    counts["cards"] += int(legible.sum())
    for k, j in nearest_things(found, things, side):
        true, name, sure = str(things.label[j]) if j >= 0 else None, str(found.label[k]), bool(found.sure[k])
        is_asked = j >= 0 and bool(legible[j])
        counts["found"] += is_asked
        counts["right"] += is_asked and name == true
        counts["sure right"] += is_asked and sure and name == true
        if name == UNREAD:
            continue
        count_name(counts, name, true, sure, is_asked)
        if notes and sure and name != true:
            print(f"  {things.file.name}: sure {name} for {'nothing' if true is None else true} "
                  f"at {found.centre_px[k].round()}")


def nearest_things(found: Detections, things: Things, side: np.ndarray) -> Iterator[tuple[int, int]]:
    """Each detection, the surest first, and the card nearest to it within half a side, else -1; no card twice."""
    used: set[int] = set()
    for k in np.argsort(-found.confidence):
        away = np.hypot(*(things.centre - found.centre_px[k]).T) / np.maximum(side, 1)
        away[list(used)] = np.inf
        j = int(away.argmin()) if len(away) and away.min() < 0.5 else -1
        if j >= 0:
            used.add(j)
        yield int(k), j


def count_name(counts: Counter[str], name: str, true: str | None, sure: bool, is_asked: bool) -> None:
    """Add a name that was given.  true: what lies there, None where nothing does."""
    counts["named"] += is_asked
    counts["all sure"] += sure
    if sure and name != true:
        counts["sure ghost" if true is None else "sure wrong"] += 1
    if is_asked and name != true:
        counts[f"{true} read {name}"] += 1


def report(name: str, counts: Counter[str], confusions: int = 6) -> None:
    """One line of figures, and the commonest confusions."""
    cards = max(1, counts["cards"])
    shares = "  ".join(f"{what} {counts[key] / cards:.1%}" for what, key in (
        ("found", "found"), ("recall", "right"), ("sure", "sure right")))
    print(f"{name}: {counts['pictures']} pictures, {counts['cards']} legible cards  {shares}  "
          f"wrong {counts['sure wrong']}, ghost {counts['sure ghost']} of {counts['all sure']} sure  "
          f"{counts['us'] / 1000 / max(1, counts['pictures']):.0f} ms")
    mixed = [(key, n) for key, n in counts.most_common() if " read " in key][:confusions]
    if mixed:
        print("   ", ", ".join(f"{key} {n}x" for key, n in mixed), flush=True)


def judge(args: argparse.Namespace) -> None:
    """Figures for folders of drawn scenes, of the deck as unknown and, with --taught, as shown once."""
    reader = ItalianReader(args.models)
    for folder in args.folders:
        pictures = load_things(folder, "cards", "label")
        report(folder.name, judged(reader, pictures, args.notes))
        if args.taught:
            own = taught_by(reader, load_italian(args.taught), surfaces(args.backgrounds, True))
            report(f"{folder.name}, shown once", judged(reader.with_deck(own), pictures, args.notes))


def cases(reader: ItalianReader, pictures: list[Things]) -> tuple[np.ndarray, np.ndarray]:
    """Evidence (n, FEATURES) of the faces that are named in pictures, and whether each name is right (n,)."""
    evidences, rights = [np.zeros((0, len(FEATURES)))], []
    for things in pictures:
        faces = reader.faces(load_picture(things.file))
        if faces is None:
            continue
        faces = faces[list(np.flatnonzero(faces.kind[:, 0] >= faces.kind[:, 1]))]
        evidences.append(faces.evidence)
        side = short_sides(things)
        for quad, best in zip(faces.quad, faces.label.argmax(axis=1), strict=True):
            away = np.hypot(*(things.centre - quad.mean(axis=0)).T) / np.maximum(side, 1)
            rights.append(bool((things.label[away < 0.5] == LABELS[best]).any()))
    return np.concatenate(evidences), np.array(rights, float)


def calibrate(args: argparse.Namespace) -> None:
    """Print the weights of sureness to export the network with, and what they are worth on the same pictures."""
    x, right = cases(ItalianReader(args.models), [t for f in args.folders for t in load_things(f, "cards", "label")])
    print_fitted(x, right, FEATURES)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge italian", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["scenes", "calibrate"])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--models", type=Path, help="folder of the networks (default: the project's own)")
    parser.add_argument("--taught", type=Path, help="the deck's faces: also read it after showing each card")
    parser.add_argument("--backgrounds", type=Path, help="folder of table surfaces (.jpg)")
    parser.add_argument("--notes", action="store_true", help="list what went wrong")
    return run(parser, lambda args: (calibrate if args.what == "calibrate" else judge)(args))


if __name__ == "__main__":
    sys.exit(main())
