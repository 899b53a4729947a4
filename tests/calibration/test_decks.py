"""Deck profiles and layouts: files people write, and names that must agree with the rules."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration import (
    CalibrationError,
    Layout,
    Zone,
    deck_names,
    forget_layout,
    load_deck,
    load_layout,
    save_layout,
)
from companion.device.layouts import game_layout
from rules import GAMES, parse_card

NAMES = ("Ann", "Bob", "Cal", "Deb", "Eli", "Flo", "Gus", "Hal", "Ida", "Jon", "Kit", "Lou")
CARD_MM = (63, 88)


# -- decks -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", deck_names())
def test_every_label_and_every_game_card_is_a_card_of_the_rules(name: str) -> None:
    deck = load_deck(name)
    assert deck.name == name
    for label, card in deck.cards.items():
        assert str(parse_card(label)) == label
        assert str(parse_card(card)) == card
    assert set(deck.copies) == set(deck.cards)


def test_the_ordinary_pack_is_itself() -> None:
    deck = load_deck("standard")
    assert (len(deck.labels), sum(deck.copies.values())) == (53, 54)
    assert all(deck.game_card(label) == label for label in deck.labels)


def test_the_never_over_pack_has_the_suggested_55_cards() -> None:
    deck = load_deck("never-over")
    green = {label: n for label, n in deck.copies.items() if label.startswith("+")}
    assert (sum(deck.copies.values()), sum(green.values())) == (55, 40)
    assert sum(int(label) * n for label, n in green.items()) == 90


def test_the_never_over_cards_are_known_by_their_ordinary_index_too() -> None:
    deck = load_deck("never-over")
    assert [deck.game_card(read) for read in ("3C", "AD", "KD", "+3", "??", "3H")] == [
        "+3", "<=1", "<=0", "+3", "??", "3H"]
    assert {"3C", "+3"} <= set(deck.labels)


def test_in_the_improvised_pack_hearts_are_green_and_the_king_of_diamonds_is_zero() -> None:
    deck = load_deck("improvised")
    assert [deck.game_card(card) for card in ("4H", "4D", "KD", "AS", "??", "+3", "8D")] == [
        "+4", "<=4", "<=0", "+1", "??", "+3", "8D"]


def test_the_improvised_pack_suffices_for_the_suggested_one() -> None:
    improvised, wanted = load_deck("improvised"), load_deck("never-over").copies
    have = {card: sum(n for label, n in improvised.copies.items() if improvised.cards[label] == card)
            for card in wanted}
    assert all(have[card] >= n for card, n in wanted.items())


def test_a_deck_of_one_s_own(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('copies = 4\nsize_mm = [57, 89]\n[cards]\n10C = "TC"\n"≤3" = "<=3"\n')
    deck = load_deck(path)
    assert deck.cards == {"TC": "TC", "<=3": "<=3"}
    assert deck.copies == {"TC": 4, "<=3": 4}
    assert (deck.name, deck.size_mm) == ("ours", (57.0, 89.0))


@pytest.mark.parametrize("name", deck_names())
def test_a_kept_deck_comes_back(tmp_path: Path, name: str) -> None:
    deck, path = load_deck(name), tmp_path / "own" / "kept.toml"
    deck.save(path)
    assert load_deck(path) == deck


@pytest.mark.parametrize(("text", "says"), [
    ("cards = ", "is not written as expected"),
    ('name = "x"', r"needs a table \[cards\]"),
    ('[cards]\n7X = "7H"', "'7X' is no card"),
    ('[cards]\n7H = "seven"', "'seven' is no card"),
    ('[cards]\n10H = "7H"\nTH = "7H"', "written twice"),
    ('size_mm = [88, 63]\n[cards]\n7H = "7H"', "width and height"),
    ('size_mm = "big"\n[cards]\n7H = "7H"', "line 1: size_mm must be a list, not 'big'"),
    ('copies = "many"\n[cards]\n7H = "7H"', "copies must be a whole number"),
    ('[cards]\n7H = "7H"\n[copies]\n8H = 1', "8H, which is not among the cards"),
    ('[cards]\n7H = "7H"\n[copies]\n7H = 0', "line 4: copies.7H must be a whole number of at least 1, not 0"),
    ('[cards]\n"+1" = "+1"\n[indices]\n"+2" = "2C"', r"\+2, which is not among the cards"),
    ('[cards]\n"+1" = "+1"\n"+2" = "+2"\n[indices]\n"+1" = "2C"\n"+2" = "2C"', "2C would belong to two cards"),
    ('colour = "red"\n[cards]\n7H = "7H"', "'colour' is unknown"),
])
def test_a_broken_deck_is_named_in_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text)
    with pytest.raises(CalibrationError, match=says) as error:
        load_deck(path)
    assert "broken.toml" in str(error.value)


def test_an_unknown_deck_lists_the_known_ones() -> None:
    with pytest.raises(CalibrationError, match=r"no deck 'tarot'.*standard"):
        load_deck("tarot")


# -- layouts ---------------------------------------------------------------------------------------

@cache
def drawn_tables() -> list[tuple[str, int]]:
    """Every game with every number of players that its layout draws."""
    tables = []
    for game in GAMES:
        for count in range(1, len(NAMES) + 1):
            try:
                game_layout(game, NAMES[:count])
            except CalibrationError:
                continue
            tables.append((game, count))
    return tables


@pytest.mark.parametrize(("game", "count"), drawn_tables())
def test_zones_hold_cards_and_keep_apart(game: str, count: int) -> None:
    layout = game_layout(game, NAMES[:count])
    # An ordinary table of 900 by 900 mm in a wide picture; more than four players have a larger one.
    assert np.all(np.array(layout.size_mm) <= ((1000, 600) if count <= 4 else (1280, 720)))
    for zone in layout.zones:
        sides = np.linalg.norm(np.diff(np.array(zone.corners_mm), axis=0), axis=1)
        assert sides.min() >= CARD_MM[0]
        assert sides.max() >= CARD_MM[1]
    for one, other in combinations(layout.zones, 2):
        shared, _ = cv2.intersectConvexConvex(np.float32(one.corners_mm), np.float32(other.corners_mm))
        assert shared == 0, f"{one.name} and {other.name} overlap"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_zones_are_called_what_the_game_calls_its_places(game: str) -> None:
    rules = GAMES[game]
    for count in range(rules.min_players, min(rules.max_players, len(NAMES)) + 1):
        players = NAMES[:count]
        if (game, count) in drawn_tables():
            missing = set(rules.places(players)) - set(game_layout(game, players).names)
            assert not missing, f"{count} players"


def test_every_game_has_a_layout_for_its_usual_numbers() -> None:
    usual = {"limbo": [2], "never_over": [2, 3, 4, 5, 6], "pemberley": [2, 3, 4, 5, 6, 7], "page_one": [2, 3, 4],
             "scopa": [2], "canasta": [2, 4], "thirteen": [2, 3, 4, 5, 6], "friend_or_foe": [2, 3, 4, 5, 6]}
    assert {(game, n) for game, numbers in usual.items() for n in numbers} <= set(drawn_tables())


square = Zone("pile", ((0, 0), (100, 0), (100, 100), (0, 100)))
far = Zone("stock", ((200, 0), (300, 0), (300, 100), (200, 100)))


@given(st.floats(-400, 700), st.floats(-400, 500))
def test_a_point_belongs_to_the_nearest_zone_within_reach(x: float, y: float) -> None:
    def distance(zone: Zone) -> float:
        left, top = zone.corners_mm[0]
        return float(np.hypot(max(left - x, 0, x - left - 100), max(top - y, 0, y - top - 100)))

    layout = Layout("limbo", (), (square, far))
    nearest = min((square, far), key=distance)
    expected = nearest.name if distance(nearest) <= 30 else ""
    if abs(distance(nearest) - 30) > 0.01:
        assert layout.zone_at([[x, y]]).tolist() == [expected]
    if not 0 < distance(nearest) < 0.01:
        assert layout.is_inside([[x, y]]).tolist() == [distance(nearest) == 0]


def test_zones_take_the_players_names_clockwise(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('''game = "canasta"
[[table]]
players = 4
zones."melds:1+3" = [0, 0, 100, 100]
zones."red:2" = [[200, 0], [300, 0], [300, 100]]
seat.hand = [0, 0, 70, 100]
seats = [[0, 200, 0], [-400, 0, 90], [0, -200, 180], [400, 0, 270]]
''')
    layout = load_layout(path, NAMES[:4])
    assert layout.names == ("melds:Ann+Cal", "red:Bob", "hand:Ann", "hand:Bob", "hand:Cal", "hand:Deb")
    # Bob sits on the left and looks to the right: his right hand is towards the near side.
    assert layout["hand:Bob"].corners_mm == ((-400, 0), (-400, 70), (-500, 70), (-500, 0))


@pytest.mark.parametrize(("text", "says"), [
    ("table = 3", "line 1: table must be a list, not 3"),
    ("[[table]]\nplayers = 3", "for 3 players, not for 2"),
    ("[[table]]\nplayers = 2", "has no zones"),
    ("[[table]]\nplayers = 2\nzones.pile = [0, 0, 100]", "must be 4 numbers"),
    ("[[table]]\nplayers = 2\nzones.pile = [[0, 0], [1, 1], [2, 2]]", "has no area"),
    ("[[table]]\nplayers = 2\nzones = 3", "line 3: table.zones must be a table, not 3"),
    ("[[table]]\nplayers = 2\nseat.green = [0, 0, 9, 9]", "each of the 2 players"),
    ("[[table]]\nplayers = 2\nseat.green = [0, 0, 9, 9]\nseats = [1, 2]",
     "line 4: a part of table.seats must be a list, not 1"),
    ("[[table]]\nplayers = 3\n\n[[table]]\nplayers = 2\nplates.pile = [0, 0, 9, 9]", "line 6: 'plates' is unknown"),
])
def test_a_broken_layout_is_refused_in_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text)
    with pytest.raises(CalibrationError, match=says):
        load_layout(path, ("Ann", "Bob"))


@pytest.mark.parametrize(("game", "count"), drawn_tables())
def test_a_moved_layout_comes_back_for_other_players_in_the_same_seats(tmp_path: Path, game: str, count: int) -> None:
    layout, path = game_layout(game, NAMES[:count]), tmp_path / "own.toml"
    moved = layout.with_zones([layout.zones[0].moved(12.5, -30)])
    save_layout(moved, path)
    assert load_layout(path, NAMES[:count]) == moved
    others = load_layout(path, NAMES[-count:])
    assert [zone.corners_mm for zone in others.zones] == [zone.corners_mm for zone in moved.zones]
    assert set(others.names) == set(game_layout(game, NAMES[-count:]).names)


def test_tables_for_other_numbers_of_players_stay_in_their_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    two, four = (game_layout("canasta", NAMES[:n]) for n in (2, 4))
    save_layout(two, path)
    save_layout(four, path)
    assert (load_layout(path, NAMES[:2]), load_layout(path, NAMES[:4])) == (two, four)
    forget_layout(path, 2)
    assert load_layout(path, NAMES[:4]) == four
    with pytest.raises(CalibrationError, match="not for 2"):
        load_layout(path, NAMES[:2])
    forget_layout(path, 4)
    assert not path.exists()
