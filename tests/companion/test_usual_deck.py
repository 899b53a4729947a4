"""The pack that the command line takes a table to play with, where nobody names one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from calibration import deck_names, load_deck
from companion.device.packs import in_play, serves, usual_deck
from rules import GAMES, Table
from rules.core.people import random_player

SEVEN = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus")


@pytest.mark.parametrize(("game", "players", "deck"), [
    ("limbo", 2, "standard"), ("pemberley", 3, "standard"), ("page_one", 3, "standard"), ("scopa", 2, "standard"),
    ("canasta", 4, "two-packs"), ("thirteen", 3, "standard"), ("thirteen", 7, "two-packs"),
    ("friend_or_foe", 3, "standard"), ("never_over", 3, "improvised")])
def test_the_usual_pack_holds_as_many_of_each_card_as_the_game_deals(game, players, deck):
    table = Table(SEVEN[:players])
    assert usual_deck(game, table) == deck
    if game != "never_over":  # its cards have names of their own
        copies = load_deck(deck).copies_read
        pack = random_player(GAMES[game], table, Random(1)).pack
        dealt = Counter(card.face for card in pack.elements() if not card.is_joker)
        assert all(copies[face] == n for face, n in dealt.items())


@pytest.mark.parametrize(("game", "players", "jokers"), [
    ("scopa", 2, 0), ("limbo", 2, 0), ("page_one", 3, 2), ("canasta", 4, 4)])
def test_a_joker_can_be_read_only_where_the_game_has_some(game, players, jokers):
    table = Table(SEVEN[:players])
    assert in_play(load_deck(usual_deck(game, table)), game, table).copies_read.get("JK", 0) == jokers


@pytest.mark.parametrize(("game", "players", "decks"), [
    ("limbo", 2, {"standard"}), ("scopa", 2, {"standard", "italian"}), ("canasta", 4, {"two-packs"}),
    ("thirteen", 6, {"standard"}), ("thirteen", 7, {"two-packs"}), ("never_over", 6, {"improvised", "never-over"}),
    ("canasta", 3, set())])
def test_a_pack_serves_a_table_that_can_be_dealt_from_it(game, players, decks):
    assert {name for name in deck_names() if serves(load_deck(name), game, Table(SEVEN[:players]))} == decks
