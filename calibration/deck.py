"""Deck profiles: which physical card means which card of the game, and how large a card is.

    >>> deck = load_deck("improvised")
    >>> deck.game_card("4H"), deck.game_card("KD")
    ('+4', '<=0')

A profile is a TOML file that anyone can write:

    name = "improvised"
    title = "Never Over from five ordinary packs"
    size_mm = [63, 88]          # width and height of a card
    copies = 5                  # of every card; a table [copies] gives it card by card

    [cards]                     # printed card = card of the game
    AC = "+1"

    [indices]                   # only where a special card also carries an ordinary index, which
    "+1" = "AC"                 # is what the camera reads

    suits = "italian"           # only where the cards carry no indices and are read by their faces
    shown = "ours.npz"          # ... and only for a deck of one's own: what its faces look like

Labels are strings in the notation of the table record ("7H", "JK", "+3", "<=2").
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import tomli_w

from calibration.checked import Number, read_checked
from calibration.files import CalibrationError, echo, find_file, write_whole

# The notation of the table record (RECORD, "An event"); the rules hold their own copy, and a test compares the two.
SUITS = ("french", "italian")
_LABEL = re.compile(r"[A23456789TJQK][CDHS]|JK|\+[1-9]|<=[0-9]")


@dataclass(frozen=True)
class DeckProfile:
    """One kind of pack.

    size_mm: width and height of a card.
    cards: physical label -> the game's name for it, in the file's order.
    copies: physical label -> how many of it the pack holds.
    indices: physical label -> the ordinary index in its corners, for special cards that carry one.
    suits: "french" for cards with indices, "italian" for those that are read by their faces.
    shown: the file that holds what a deck's faces look like, where it was shown to the camera.
    """

    name: str
    title: str
    size_mm: tuple[float, float]
    cards: Mapping[str, str]
    copies: Mapping[str, int]
    indices: Mapping[str, str] = field(default_factory=dict)
    suits: str = "french"
    shown: Path | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """What the camera may read: the physical cards, and the ordinary indices they carry."""
        return (*self.cards, *self.indices.values())

    @property
    def copies_read(self) -> dict[str, int]:
        """What the camera may read -> how many cards of the pack show it."""
        return dict(self.copies) | {index: self.copies[card] for card, index in self.indices.items()}

    def physical_card(self, label: str) -> str:
        """The card of this pack that a label the camera read belongs to: "3C" may be the index of "+3"."""
        return next((card for card, index in self.indices.items() if index == label), label)

    def game_card(self, label: str) -> str:
        """The game's name for what the camera read.  A card that is not of this pack, a card already
        named as the game names it, and one that was not read ("??") keep their name."""
        physical = self.physical_card(label)
        return self.cards.get(physical, physical)

    def save(self, path: Path | str) -> None:
        """Write the TOML file; `load_deck` gives the same profile back, or says what is wrong with it."""
        write_whole(path, str(self))

    def __str__(self) -> str:
        data = {"name": self.name, "title": self.title, "size_mm": list(self.size_mm), "cards": dict(self.cards),
                "copies": dict(self.copies), **({"indices": dict(self.indices)} if self.indices else {}),
                **({"suits": self.suits} if self.suits != SUITS[0] else {}),
                **({"shown": str(self.shown)} if self.shown else {})}
        return tomli_w.dumps(data)


def deck_names() -> tuple[str, ...]:
    """The profiles that come with the project."""
    return tuple(_built_in())


def _built_in() -> dict[str, Path]:
    """Name -> file of a profile that comes with the project."""
    return {path.stem: path for path in sorted((Path(__file__).parent / "decks").glob("*.toml"))}


def load_deck(name_or_path: str | Path) -> DeckProfile:
    """A built-in profile by name, or one from a file; raises CalibrationError with one sentence."""
    path = find_file(name_or_path, _built_in(), "deck")
    return _parse(read_checked(path, DeckFile), path)


Copies = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class DeckFile(msgspec.Struct, forbid_unknown_fields=True):
    """What a deck's file holds."""

    name: str = ""
    title: str = ""
    size_mm: tuple[Number, Number] = (63.0, 88.0)
    copies: Copies | dict[str, Copies] = 1
    cards: dict[str, str] = {}
    indices: dict[str, str] = {}
    suits: Literal["french", "italian"] = "french"
    shown: str | None = None


def _parse(file: DeckFile, path: Path) -> DeckProfile:
    width, height = file.size_mm
    if not 20 <= width < height <= 300:
        raise CalibrationError("{path}: size_mm must be width and height of an upright card in millimetres, not "
                               "{width:g} by {height:g}.", path=path, width=width, height=height)
    cards = _parse_cards(file.cards, path)
    name = file.name or path.stem
    return DeckProfile(name, file.title or name, (width, height), cards, _parse_copies(file.copies, cards, path),
                       _parse_indices(file.indices, cards, path), file.suits, _parse_shown(file.shown, path))


def _parse_shown(written: str | None, path: Path) -> Path | None:
    """A file beside the profile, or anywhere."""
    if written is None:
        return None
    file = path.parent / written
    if "\0" in written or not os.path.isfile(file):
        raise CalibrationError("{path}: there is no file {what}, which should hold the faces that were shown.",
                               path=path, what=echo(written))
    return file.resolve()


def _parse_cards(written: Mapping[str, str], path: Path) -> dict[str, str]:
    if not written:
        raise CalibrationError("{path}: a deck needs a table [cards] with lines such as 4H = \"+4\".", path=path)
    cards = {}
    for label, card in written.items():
        physical, meaning = _label(label, path), _label(card, path)
        if physical in cards:
            raise CalibrationError("{path}: the card {physical} is written twice.", path=path, physical=physical)
        cards[physical] = meaning
    return cards


def _label(text: str, path: Path) -> str:
    """A label as people may write it ("10C", "≤3") in the one spelling everything else uses."""
    tidy = text.strip().upper().replace("≤", "<=")
    tidy = "T" + tidy[2:] if tidy.startswith("10") else tidy
    if not _LABEL.fullmatch(tidy):
        raise CalibrationError("{path}: {what} is no card; write rank and suit (7H, TC), JK, +3 or <=2.",
                               path=path, what=echo(text))
    return tidy


def _parse_copies(written: int | Mapping[str, int], cards: Mapping[str, str], path: Path) -> dict[str, int]:
    if isinstance(written, int):
        return dict.fromkeys(cards, written)
    counts = dict.fromkeys(cards, 1)
    for label, count in written.items():
        physical = _label(label, path)
        if physical not in counts:
            raise CalibrationError("{path}: copies names {physical}, which is not among the cards.",
                                   path=path, physical=physical)
        counts[physical] = count
    return counts


def _parse_indices(written: Mapping[str, str], cards: Mapping[str, str], path: Path) -> dict[str, str]:
    indices = {_label(card, path): _label(index, path) for card, index in written.items()}
    for card, index in indices.items():
        if card not in cards:
            raise CalibrationError("{path}: indices names {card}, which is not among the cards.", path=path, card=card)
        if index in cards or list(indices.values()).count(index) > 1:
            raise CalibrationError("{path}: the index {index} would belong to two cards.", path=path, index=index)
    return indices
