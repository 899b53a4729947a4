"""Reading record files for the command line: the file, its deck profile, one sentence if it fails."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from calibration import DeckProfile, load_deck
from rules import GAMES, Card, NotationError, Record, SetupError, Table, parse_card, parse_record
from rules.core.people import random_player
from rules.core.record import Rename

STANDARD = "standard"  # one ordinary pack
MOST_BYTES = 20_000_000  # of a record; an evening takes some 20,000


def load_record(path: Path) -> Record:
    """The record with its cards named as the game names them.  NotationError names the file."""
    record = read_record(path)
    return record.renamed(deck_rename(record.deck))


def read_record(path: Path) -> Record:
    """The record as written.  NotationError names the file."""
    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise NotationError("{path} is too large to be a record.", path=path)
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise NotationError("{path} is not a text file in UTF-8.", path=path) from error
    except OSError as error:
        raise NotationError("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror) from error
    try:
        return parse_record(text)
    except NotationError as error:
        raise NotationError("{path}: {error}", path=path, error=error) from error


def deck_rename(deck: str) -> Rename:
    """Physical card to the game's card, as the deck profile says; cards it does not name stay."""
    profile = load_deck(deck)

    def rename(card: Card) -> Card:
        name = profile.game_card(card.face)
        return card if name == card.face else parse_card(name)

    return rename


def usual_deck(game: str, table: Table) -> str:
    """The deck profile of the pack that a table needs, where nobody names another one.

    Where a game has cards of its own, the pack made of ordinary ones names the printed ones too.
    """
    if GAMES[game].ordinary_deck:
        return GAMES[game].ordinary_deck
    faces = Counter(card.face for card in pack_of(game, table) if not card.is_joker)
    return "two-packs" if max(faces.values()) > 1 else STANDARD


def pack_of(game: str, table: Table) -> list[Card]:
    """The cards that a game is played with at a table."""
    return list(random_player(GAMES[game], table, Random(0)).pack.elements())


def serves(deck: DeckProfile, game: str, table: Table) -> bool:
    """Whether the cards that a table needs can be picked out of a pack, and none that stands for itself is there more
    often than the game knows it; none does where the table itself is impossible."""
    try:
        needed = Counter(card.face for card in pack_of(game, table))
    except SetupError:
        return False
    held: Counter[str] = Counter()
    for printed, card in deck.cards.items():
        held[card] += deck.copies[printed]
    doubled = any(needed[card] and deck.copies[card] > needed[card] for card, meant in deck.cards.items()
                  if meant == card != "JK")
    return not doubled and held >= needed


def in_play(deck: DeckProfile, game: str, table: Table) -> DeckProfile:
    """The pack without its jokers where the game has none: what looks like one is a picture, or a back."""
    jokers = deck.cards.get("JK") != "JK" or any(card.is_joker for card in pack_of(game, table))
    return deck if jokers else replace(deck, copies={card: n for card, n in deck.copies.items() if card != "JK"})


def print_json(row: dict[str, Any]) -> None:
    """One JSON Lines object on stdout."""
    sys.stdout.write(_CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(row, ensure_ascii=False)) + "\n")


# JSON escapes the first thirty-two characters itself; these too may move a terminal's cursor or turn its text around.
_CONTROLS = re.compile("[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
