"""Cards: every spelling of a card, packs, and what is not a card."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import NotationError, parse_card, parse_cards
from rules.core.cards import JOKER, UNKNOWN, Card, bits, is_card, join, less, standard_pack

ALL = [*standard_pack(), JOKER, UNKNOWN, *(Card(f"+{n}") for n in range(1, 10)), *(Card(f"<={n}") for n in range(10))]


@pytest.mark.parametrize("card", [*ALL, Card("6S", "red"), Card("JK", "blue")], ids=str)
def test_every_card_is_read_as_it_is_written(card: Card) -> None:
    assert parse_card(str(card)) == card
    assert is_card(str(card))


@pytest.mark.parametrize(("text", "card"), [
    ("10C", "TC"), ("10c", "TC"), ("qh", "QH"), ("≤3", "<=3"), ("jk", "JK"), ("JK4", "JK"), (" 7H ", "7H"),
    ("6s/RED", "6S/red")])
def test_other_spellings(text: str, card: str) -> None:
    assert str(parse_card(text)) == card


@pytest.mark.parametrize("text", ["", "7", "H7", "1H", "11H", "7X", "+0", "+10", "<=10", "JK5", "7H8H", "7H/", "?"])
def test_what_is_no_card(text: str) -> None:
    assert not is_card(text)
    with pytest.raises(NotationError):
        parse_card(text)


def test_numbers_and_names() -> None:
    assert [Card(rank + "S").number for rank in "A23456789TJQK"] == list(range(1, 14))
    assert JOKER.number == 0
    assert (Card("+3").name, Card("<=0").name) == ("green 3", "red 0")


def test_packs() -> None:
    assert sum(standard_pack().values()) == 52
    two = standard_pack(jokers=4, copies=2)
    assert (sum(two.values()), two[JOKER], two[Card("7H")]) == (108, 4, 2)


@given(st.lists(st.sampled_from(ALL), max_size=12))
def test_lists_of_cards_are_read_as_written(cards: list[Card]) -> None:
    assert parse_cards(join(cards)) == tuple(cards)


@given(st.text(max_size=12))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    if is_card(text):
        assert parse_card(str(parse_card(text))) == parse_card(text)


def test_cards_that_go_are_taken_as_often_as_they_are_named() -> None:
    hand = parse_cards("7H 8S 7H JK")
    assert less(hand, parse_cards("7H")) == parse_cards("8S 7H JK")
    assert less(hand, parse_cards("7H 7H 7H 2C")) == parse_cards("8S JK")


@pytest.mark.parametrize("text", ["7H", "TC/red", "JK", "??", "+3", "<=2"])
def test_a_card_brings_what_follows_from_its_face_and_stays_itself_in_a_copy(text: str) -> None:
    card = parse_card(text)
    assert pickle.loads(pickle.dumps(card)) == copy.deepcopy(card) == card == Card(card.face, card.back)
    assert (card.rank + card.suit == card.face) is card.is_standard is (card.number > 0)
    assert bits([card]) == card.bit
