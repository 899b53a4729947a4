"""How well special packs are read, in drawn tidy scenes on surfaces kept out of training.

    companion print never-over --no-backs --greens 1,1,1,1 --reds 1,1,1,1,1 -o PACK.pdf
    python -m models judge special never-over --backgrounds SURFACES --pdf PACK.pdf     # as the app prints it
    python -m models judge special never-over --backgrounds SURFACES --hand             # lettered with a pen
    python -m models judge special improvised --backgrounds SURFACES --faces FACES      # from ordinary packs

The reader knows the pack, as it does at the table, and is scored as in `models.judging.photographs`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.deck import DeckProfile, load_deck
from models.drawing.card_scenes import CardSource, draw_scene
from models.drawing.command import HELD_OUT, run, surfaces
from models.drawing.drawn_faces import blank
from models.drawing.indices import IndexStyle, put_indices
from models.drawing.photographed_faces import FACE_HEIGHT, Face, corner_boxes, load_decks, measure_index, round_corners
from models.drawing.strokes import random_strokes
from models.judging.photographs import HEAD, Score, score
from models.judging.taught_decks import labelled
from rules.core.errors import Refusal
from vision.reading.reader import TableReader

MM = 72 / 25.4  # points of a PDF in a millimetre
PX_PER_MM = 8.0
HANDS = 12  # people who letter a pack
PENS = ((60, 112, 0), (43, 20, 192))  # BGR, green and red


class PackSource(CardSource):
    """Shuffled packs of given faces, each card as often as the pack holds it; no backs."""

    def __init__(self, faces: dict[str, Face], copies: dict[str, int]) -> None:
        super().__init__([], [])
        self.cards = [faces[label] for label in faces for _ in range(copies[label])]

    def pack(self, rng: np.random.Generator) -> Iterator[Face]:
        """The faces of one pack after another."""
        while True:
            yield from (self.cards[k] for k in rng.permutation(len(self.cards)))


def printed_faces(pdf: Path, deck: DeckProfile) -> dict[str, Face]:
    """The fronts of a printed pack: one of each card, in the profile's order, centred on the pages."""
    try:
        import pypdfium2  # here, because only this needs it
    except ImportError as error:
        raise Refusal("Pages are drawn by pypdfium2: pip install pypdfium2.") from error
    cards: list[np.ndarray] = []
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            cards += cut_apart(page.render(scale=PX_PER_MM / MM).to_numpy()[:, :, :3].copy(), deck.size_mm)
    if len(cards) != len(deck.cards):
        raise Refusal(f"{pdf} shows {len(cards)} cards; print one of each of the {len(deck.cards)}, without backs.")
    labels = [deck.indices.get(card, card) for card in deck.cards]
    measured = [measure_index(card) for card in cards]
    faces = {}
    for label, card, shares in zip(labels, cards, measured, strict=True):
        if shares is None:
            raise Refusal(f"The index of {label} cannot be told from the rest of its card.")
        faces[label] = Face(round_corners(card), label, corner_boxes(card, shares, 2))
    return faces


def cut_apart(page: np.ndarray, size_mm: tuple[float, float]) -> list[np.ndarray]:
    """The printed cards of a page, row by row, FACE_HEIGHT high, cut just inside the lines."""
    width, height = (side * PX_PER_MM for side in size_mm)
    columns, rows = int(page.shape[1] // width), int(page.shape[0] // height)
    left, top, inside = (page.shape[1] - columns * width) / 2, (page.shape[0] - rows * height) / 2, 0.3 * PX_PER_MM
    size = (round(FACE_HEIGHT * width / height), FACE_HEIGHT)
    found = []
    for row in range(rows):
        for column in range(columns):
            x, y = left + column * width, top + row * height
            card = page[round(y + inside):round(y + height - inside), round(x + inside):round(x + width - inside)]
            if card.min() < 128:
                found.append(cv2.resize(card, size, interpolation=cv2.INTER_AREA))
    return found


def lettered_faces(deck: DeckProfile, rng: np.random.Generator) -> dict[str, Face]:
    """A pack somebody letters on blank cards: the ordinary index in two corners, large, no two quite alike."""
    paper, style = blank(rng), IndexStyle.random(rng, [random_strokes(rng)])
    tall = float(rng.uniform(0.1, 0.18))
    style = replace(style, font=random_strokes(rng), letters=("A", "J", "Q", "K"), outline_only=False, corners=2,
                    layout="below", rank_height=tall, suit_height=0.8 * tall,
                    colours={suit: PENS[suit in "DH"] for suit in "CDHS"})
    faces = {}
    for card in deck.cards:
        label, image = deck.indices.get(card, card), paper.copy()
        own = replace(style, slant=float(rng.normal(0, 0.08)), rank_height=tall * float(rng.uniform(0.9, 1.1)),
                      rank_stretch=style.rank_stretch * float(rng.uniform(0.9, 1.1)))
        indices = put_indices(image, label, own)
        faces[label] = Face(round_corners(image), label, indices)
    return faces


def packs(args: argparse.Namespace, deck: DeckProfile) -> list[dict[str, Face]]:
    """The faces of each pack that is measured, by what the camera reads."""
    if args.pdf:
        return [printed_faces(args.pdf, deck)]
    if args.hand:
        return [lettered_faces(deck, np.random.default_rng([args.seed, k])) for k in range(HANDS)]
    if not args.faces:
        raise Refusal("Say with --pdf, --hand or --faces what the cards look like.")
    made = [d for d in load_decks(args.faces) if d.family in HELD_OUT]
    return [{card: one.face(card) for card in deck.cards} for one in made]


def measure_packs(args: argparse.Namespace) -> None:
    """Print the figures."""
    deck = load_deck(args.deck)
    backgrounds = surfaces(args.backgrounds, True)
    reader, total = TableReader(args.models, deck.copies_read), Score()
    drawn = packs(args, deck)
    for number in range(args.scenes):
        source = PackSource(drawn[number % len(drawn)], deck.copies_read)
        scene = draw_scene(np.random.default_rng([args.seed, number]), source, backgrounds, tidy=not args.messy)
        one = score(reader.read(scene.image), labelled(scene), [])
        if args.notes and one.sure > one.sure_right:
            print(f"  scene {number}: {one.sure - one.sure_right} surely wrong")
        total.add(one)
    print(HEAD)
    print(total.row(f"{deck.name}, {'lettered' if args.hand else 'printed' if args.pdf else 'ordinary'}"))


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge special", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("deck", help="name or file of the pack's profile")
    parser.add_argument("--backgrounds", type=Path, required=True, help="folder of table surfaces (.jpg)")
    parser.add_argument("--pdf", type=Path, help="the pack as it was printed, one card of each kind")
    parser.add_argument("--hand", action="store_true", help="letter the cards with a pen")
    parser.add_argument("--faces", type=Path, help="folder of deck folders; those kept out of training are taken")
    parser.add_argument("--models", type=Path, help="folder of the ONNX files (default: the project's)")
    parser.add_argument("--scenes", type=int, default=60)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--messy", action="store_true", help="dim, blurred, things in the way")
    parser.add_argument("--notes", action="store_true", help="say which scenes have surely wrong names")
    return run(parser, measure_packs)


if __name__ == "__main__":
    sys.exit(main())
