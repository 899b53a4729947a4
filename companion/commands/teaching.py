"""`companion teach`: show the camera a deck of your own, so that its cards are read better.

    companion teach spread.jpg --cards "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS" -o ours.toml
    companion teach 8s.jpg 8c.jpg 8h.jpg 8d.jpg --cards "8S 8C 8H 8D" -o ours.toml --add

Cards are named in reading order, row by row, picture by picture; Italian-suited ones are shown one to a picture.
Only cards that are read badly need to be shown.  The deck is kept as a profile with what its cards look like
beside it; use it with --deck ours.toml.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration.deck import DeckProfile, load_deck
from companion.commands.reading import load
from companion.words.refusals import RequestError
from rules.core.errors import quoted
from vision.frames import SourceError
from vision.reading.italian import ItalianReader
from vision.reading.reader import TableReader
from vision.reading.taught import TaughtDeck


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("images", nargs="+", metavar="PICTURE", type=Path)
    parser.add_argument("--cards", required=True, metavar="NAMES", help="the cards in reading order: 'AS 2S TD'")
    parser.add_argument("--deck", metavar="NAME|FILE", default="standard", help="the pack it is (default %(default)s)")
    parser.add_argument("-o", "--output", metavar="FILE.toml", type=Path, required=True)
    parser.add_argument("--add", action="store_true", help="keep what the file already knows")


def run(args: argparse.Namespace) -> int:
    """Look at every picture and write the profile; ValueError where cards and names do not match."""
    deck = load_deck(args.output if args.add else args.deck)
    names = args.cards.replace(",", " ").upper().split()
    strange = [name for name in names if name not in deck.labels]
    if strange:
        raise RequestError(f"{quoted(strange[0])[1:-1]} is no card of the deck '{deck.name}'.")
    taught = faces_shown(args.images, names) if deck.suits == "italian" else shown_cards(args.images, names)
    if args.add and deck.shown:
        taught = taught.joined(TaughtDeck.load(deck.shown))
    save(deck, taught, args.output)
    print(f"{args.output}: {len(set(names))} cards shown")
    return 0


def shown_cards(files: list[Path], names: list[str]) -> TaughtDeck:
    """What the named cards in some pictures look like; several pictures share the names in their order."""
    reader, parts, rest = TableReader(), [], names
    for left, file in zip(range(len(files) - 1, -1, -1), files, strict=True):
        image = load(file)
        count = len(rest) if left == 0 else min(len(rest), len(reader.groups(image)))
        try:
            parts.append(reader.teach(image, rest[:count]))
        except SourceError as error:
            raise RequestError(f"{file}: {error}") from error
        rest = rest[count:]
    return TaughtDeck(np.concatenate([part.descriptions for part in parts]),
                      np.concatenate([part.labels for part in parts]))


def faces_shown(files: list[Path], names: list[str]) -> TaughtDeck:
    """What the faces of Italian-suited cards look like, one card to a picture."""
    if len(files) != len(names):
        raise RequestError(f"Italian-suited cards are shown one to a picture: {len(files)} pictures, "
                           f"{len(names)} names.")
    return ItalianReader().taught([load(file) for file in files], names)


def save(deck: DeckProfile, taught: TaughtDeck, file: Path) -> None:
    """Write the profile and, beside it, what its cards look like."""
    beside = file.with_suffix(".npz")
    taught.save(beside)
    replace(deck, name=file.stem, title=f"{deck.title}, as shown", shown=Path(beside.name)).save(file)
