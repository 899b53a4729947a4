"""What the screens are given to show: panels, sentences, settings.  No window needed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device.settings import Settings, load_settings, save_settings
from companion.log.session import SessionStore
from companion.sitting.panels import panel_of
from companion.sitting.screen_pictures import make_picture, outline_mark
from companion.sitting.table_page import Choice, corrected, table_view, telling_cards
from companion.words import texts
from rules import GAMES, Action, Match, Table, parse_action
from rules.core.cards import RANKS, SUITS
from rules.core.panel import Tile
from rules.core.people import random_player


def match_of(game: str, players: tuple[str, ...], *lines: str) -> Match:
    match = Match(GAMES[game], Table(players, players[-1]))
    for line in lines:
        match.push(parse_action(line))
    return match


def tile(match: Match, title: str) -> Tile[str]:
    return next(tile for tile in panel_of(match).tiles if tile.title == title)


def row(seat: Tile[str], word: str) -> list[tuple[str, str]]:
    return [(token.text, token.state) for token in dict(seat.rows)[word]]


def test_limbo_shows_the_count_and_what_every_rank_would_make() -> None:
    match = match_of("limbo", ("Ann", "Bob"), "table start 5D = 96")
    panel = panel_of(match)
    assert panel.hero.text == "96"
    assert [tile.title for tile in panel.tiles] == [rank.replace("T", "10") for rank in RANKS]
    assert (tile(match, "6").text, tile(match, "6").note) == ("16", "÷")  # RULES 2.3: it must divide
    assert (tile(match, "7").text, tile(match, "7").note) == ("89", "")
    assert tile(match, "A").text == "95 85"
    assert tile(match, "Q").text == "69"


def test_limbo_strikes_out_what_cannot_be_played() -> None:
    match = match_of("limbo", ("Ann", "Bob"), "table start KD = 101")
    assert tile(match, "K").state == tile(match, "Q").state == "struck"  # RULES 2.9 LI-07


def test_never_over_shows_who_can_add_what() -> None:
    """The third column of the table of six (RULES 1.10): Cal, capped at 1."""
    match = match_of("never_over", ("Abe", "Bea", "Cal"), "Abe play <=1 on Cal")
    cal = tile(match, "Cal")
    assert cal.badge == "≤1"
    assert row(cal, "own green") == [("1", "open")]
    assert row(cal, "own red ≤")[0] == ("1", "dim")
    assert row(cal, "others ≤") == [("0", "open"), ("1", "dim")]


def test_never_over_strikes_out_what_is_used_up() -> None:
    """One ≤0 exists (RULES 1.10, slip a)."""
    match = match_of("never_over", ("Abe", "Bea", "Cal"), "Abe play <=0 on Cal")
    assert row(tile(match, "Abe"), "others ≤")[0] == ("0", "struck")


@pytest.mark.parametrize("game", GAMES)
def test_every_position_can_be_shown(game: str) -> None:
    table = Table(("Ann", "Bob", "Cal", "Dee")[:min(4, GAMES[game].max_players)])
    session = SessionStore(":memory:").create(game, table)
    for action in random_player(GAMES[game], table, Random(11)).play(40):
        session.append(action)
        view = table_view(session)
        assert view.told.text
        assert view.title == GAMES[game].title
        assert all(choice.text for choice in view.announcements)
        assert all(card.is_unknown for choice in view.announcements for card in choice.action.cards)
        assert len(view.sheet.tracks) >= 2


def test_a_broken_rule_comes_with_its_rule_and_no_announcements() -> None:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in ("table start 5D = 96", "Ann play 6C = 90"):
        session.append(parse_action(line))
    view = table_view(session)
    assert view.told.rule == "A numeral that divides the count must divide; it may not be deducted."
    assert view.told.may_decide
    assert view.announcements == ()


def test_a_corrected_card_forgets_what_was_announced_with_the_old_one() -> None:
    assert str(corrected(parse_action("Ann play 9C = 86 !"), 0, "8C")) == "Ann play 8C"


@pytest.mark.parametrize(("plain", "shown"), [
    ("Ann played TC, so 7H divides.", "Ann played 10♣, so 7♥ divides."), ("Bea is capped: <=2.", "Bea is capped: ≤2."),
    ("AHA 10 DS", "AHA 10 DS"), ("JD and KS", "J♦ and K♠"),
])
def test_cards_in_sentences_are_written_as_players_read_them(plain: str, shown: str) -> None:
    assert texts.pretty(plain) == shown


@given(st.sampled_from([rank + suit for rank in RANKS for suit in SUITS] + ["JK", "??", "+3", "<=0", "6S/red"]))
def test_no_card_is_shown_in_notation(card: str) -> None:
    shown = texts.card_text(card)
    assert shown
    assert shown[-1] not in "CDHS" or shown == "Joker"


@pytest.mark.parametrize("game", GAMES)
def test_every_event_has_a_sentence(game: str) -> None:
    for verb in GAMES[game].verbs:
        assert texts.action_text(Action("Ann", verb))


def test_settings_come_back_as_they_were_kept(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "settings.json"
    kept = Settings("light", ("Zoe", "Bob"), "table.mp4", {"limbo": {"target": "100"}})
    save_settings(kept, file)
    assert load_settings(file) == kept


@pytest.mark.parametrize("text", ["", "[]", "{\"players\": 3}", "{\"theme\": \"dark\", \"new\": 1", "null"])
def test_spoilt_settings_are_forgotten(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.json"
    file.write_text(text, encoding="utf-8")
    assert load_settings(file) == Settings()


def test_a_picture_is_scaled_down_and_ready_to_draw() -> None:
    frame = np.zeros((720, 1280, 3), np.uint8)
    frame[..., 0] = 200  # blue, in BGR
    picture = make_picture(frame, 640)
    assert picture.size == (640, 360)
    assert picture.frame_size == (1280, 720)
    assert picture.rgba[:4] == bytes((0, 0, 200, 255))


def test_an_unread_card_is_outlined_without_a_name() -> None:
    corners = np.array([(0, 0), (10, 0), (10, 20), (0, 20)])
    assert outline_mark(corners, "??", False).label == ""
    assert outline_mark(corners, "TD", True).label == "10♦"


@pytest.mark.parametrize(("answers", "cards"), [
    (("2H 7C JD JS", "2D 7C JD JS"), ("2H", "2D")), (("9C", "9S"), ("9C", "9S")), (("4C", "4C"), ()),
    (("5C 5D", "5C"), ()), (("QH",), ("QH",)), (("", "QH"), ()), ((), ()),
])
def test_answers_are_told_apart_by_the_card_in_which_they_differ(answers: tuple[str, ...], cards: tuple[str, ...]
                                                                 ) -> None:
    assert telling_cards([Choice("", None, tuple(words.split())) for words in answers]) == cards


def test_the_minimum_of_a_first_meld_fills_up_for_the_side_that_lays_it() -> None:
    session = SessionStore(":memory:").create("canasta", Table(("Abe", "Bea", "Cal", "Deb"), "Deb"), "two-packs")
    for line in ("table start 5C", "Abe draw", "Abe discard 9C", "Bea draw", "Bea meld KC KH KD"):
        session.append(parse_action(line), "camera")
    meters = {tile.title: token for tile in panel_of(session.match).tiles for label, tokens in tile.rows
              for token in tokens if label == "First meld"}
    assert {title: (token.text, token.filled, token.of) for title, token in meters.items()} == {
        "Abe + Cal": ("0 / 50", 0, 10), "Bea + Deb": ("30 / 50", 6, 10)}
