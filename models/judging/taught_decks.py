"""Measure what showing a deck is worth: read drawn scenes of one deck before and after its cards were shown.

    python -m models judge taught --faces FACES --backgrounds SURFACES --decks dondorf l_and_h --scenes 12

A deck is shown as a player would: four pictures, a suit in each, in two rows.  It is then read in tidy scenes of
middling cards on other surfaces, where hardly anything but the deck's own look is hard.  Rows are those of
models.judging.photographs: without, and with the deck shown.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from models.drawing.camera_effects import good_photograph
from models.drawing.card_scenes import CardSource, DrawnScene, draw_scene
from models.drawing.flat_table import load_picture
from models.drawing.photographed_faces import RANKS, SUITS, Deck, Face, load_faces
from models.judging.photographs import HEAD, LEGIBLE, Score, score
from models.training.examples import SEEN
from models.training.labelled import Labelled
from rules.core.errors import Refusal
from vision.reading.reader import TableReader
from vision.reading.taught import TaughtDeck

SPREAD = (1500, 760)  # px


class OneDeck(CardSource):
    """An endless pack of one deck as it is, without backs and jokers."""

    def __init__(self, deck: Deck) -> None:
        super().__init__([deck], [])

    def pack(self, rng: np.random.Generator) -> Iterator[Face]:
        """Faces of the deck."""
        while True:
            yield self.decks[0].face(str(rng.choice(list(RANKS))) + str(rng.choice(list(SUITS))))


def spread(deck: Deck, suit: str, background: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, list[str]]:
    """A picture of a suit in two rows, and the names of its cards in reading order."""
    picture = cv2.resize(background, SPREAD)
    names = [rank + suit for rank in RANKS]
    for k, name in enumerate(names):
        face = deck.face(name).image
        h = 250
        face = cv2.resize(face, (round(face.shape[1] * h / face.shape[0]), h), interpolation=cv2.INTER_AREA)
        x = 30 + (k % 7) * 210 + int(rng.integers(-8, 9))
        y = 60 + (k // 7) * 330 + int(rng.integers(-15, 16))
        part = picture[y:y + h, x:x + face.shape[1]]
        alpha = face[..., 3:].astype(np.float32) / 255
        part[:] = (face[..., :3] * alpha + part * (1 - alpha)).astype(np.uint8)
    return good_photograph(picture, rng), names


def shown_deck(deck: Deck, reader: TableReader, backgrounds: list[Path], seed: int) -> TaughtDeck | None:
    """The deck as the reader saw it laid out; a suit is laid on another surface where its cards were not all seen."""
    parts = []
    for suit in SUITS:
        for attempt in range(5):
            rng = np.random.default_rng([seed, attempt])
            picture, names = spread(deck, suit, load_picture(backgrounds[rng.integers(len(backgrounds))]), rng)
            try:
                parts.append(reader.teach(picture, names))
                break
            except Refusal as error:
                print(f"  {deck.folder.name}, {suit}: {error}", file=sys.stderr)
    if len(parts) < len(SUITS):
        return None
    return TaughtDeck(np.concatenate([p.descriptions for p in parts]), np.concatenate([p.labels for p in parts]))


def labelled(scene: DrawnScene) -> list[Labelled]:
    """The cards of a scene, asked for where an index is in plain sight."""
    clear = {i.card for i in scene.indices if i.visible > SEEN and i.size > LEGIBLE}
    boxes = [np.array(card.quad) for card in scene.cards]
    return [Labelled(card.label, (*box.min(axis=0).tolist(), *box.max(axis=0).tolist()), k in clear)
            for k, (card, box) in enumerate(zip(scene.cards, boxes, strict=True))]


def measure_taught(deck: Deck, readers: list[TableReader], backgrounds: list[Path], count: int,
                   seed: int) -> list[Score]:
    """Scores of readers on the same scenes of one deck."""
    totals = [Score() for _ in readers]
    for number in range(count):
        scene = draw_scene(np.random.default_rng([seed, number]), OneDeck(deck), backgrounds, tidy=True)
        for total, reader in zip(totals, readers, strict=True):
            total.add(score(reader.read(scene.image), labelled(scene), []))
    return totals


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge taught", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faces", type=Path, required=True, help="folder of deck folders")
    parser.add_argument("--backgrounds", type=Path, required=True, help="folder of table surfaces (.jpg)")
    parser.add_argument("--decks", nargs="+", required=True, help="names of deck folders")
    parser.add_argument("--scenes", type=int, default=12, help="drawn scenes per deck")
    parser.add_argument("--models", type=Path, help="folder of the ONNX files (default: the project's)")
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    backgrounds = sorted(args.backgrounds.glob("*.jpg"))
    plain = TableReader(args.models)
    print(HEAD)
    before, after = Score(), Score()
    for name in args.decks:
        deck = load_faces(args.faces / name)
        taught = shown_deck(deck, plain, backgrounds, args.seed) if deck and backgrounds else None
        if deck is None or taught is None:
            print(f"{name} cannot be shown.", file=sys.stderr)
            continue
        rows = measure_taught(deck, [plain, TableReader(args.models, taught=taught)], backgrounds, args.scenes,
                              args.seed)
        print(rows[0].row(name), rows[1].row(f"{name}, shown"), sep="\n", flush=True)
        before.add(rows[0])
        after.add(rows[1])
    print(before.row("all"), after.row("all, shown"), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
