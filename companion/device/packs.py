"""Which pack serves which game: what a deck profile's cards are called there, and whether it holds those it needs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from calibration import DeckProfile, load_deck
from rules.core.cards import Card, parse_card
from rules.core.errors import SetupError
from rules.core.game import Table
from rules.core.people import random_player
from rules.core.record import Rename
from rules.games import GAMES

STANDARD = "standard"  # one ordinary pack


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
