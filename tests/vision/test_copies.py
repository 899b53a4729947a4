"""A card lies there at most as often as the pack holds it."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.deck import load_deck
from vision.reading.copies import beyond, copies_of, within_pack
from vision.reading.description import verdict
from vision.reading.index_reader import LABELS
from vision.reading.one_card import Index

STANDARD = copies_of(load_deck("standard").copies_read)


def card(**likely: float) -> list[Index]:
    """A card that shows one end, read as labels with probabilities (a leading _ is dropped)."""
    probability = np.full(len(LABELS), 1e-6)
    for label, p in likely.items():
        probability[LABELS.index(label.strip("_"))] = p
    return [Index(np.array([0, 0, 0, -1, 20.0]), np.zeros((4, 2)), np.log(probability / probability.sum()), 0.9, 0.99)]


def named(cards: list[list[Index]], copies: np.ndarray = STANDARD) -> list[str]:
    done = within_pack(cards, [verdict(group) for group in cards], copies)
    return [LABELS[int(verdict(group).argmax())] for group in done]


def test_a_near_tie_goes_to_the_card_that_is_left():
    clear, tie = card(_8C=0.99), card(_8C=0.55, _6C=0.4)
    assert named([tie, clear]) == ["6C", "8C"]
    assert named([tie]) == ["8C"]
    assert named([tie, clear], copies_of(load_deck("two-packs").copies_read)) == ["8C", "8C"]


def test_what_was_settled_by_the_pack_is_no_surer_than_the_pack_makes_it():
    clear, tie = card(_8C=0.99), card(_8C=0.55, _6C=0.4)
    settled = within_pack([tie, clear], [verdict(tie), verdict(clear)], STANDARD)[0]
    assert 0.9 < verdict(settled).max() < 0.95
    assert settled[0].steady < 0.95


def test_what_is_clear_stays_what_it_is_and_is_asked_about():
    assert named([card(_8C=0.999), card(_8C=0.99)]) == ["8C", "8C"]
    assert beyond(["8C", "8C", "JK", "JK"], np.array([0.99, 0.999, 0.9, 0.9]), STANDARD).tolist() == [
        True, False, False, False]


def test_special_cards_lie_there_as_often_as_their_pack_holds_them():
    copies = copies_of(load_deck("never-over").copies_read)
    assert copies[LABELS.index("AC")] == 13
    assert beyond(["KD", "KD", "AC", "AC"], np.ones(4), copies).tolist() == [False, True, False, False]


@given(st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS), st.floats(0.5, 0.99)), max_size=9))
def test_no_card_is_sure_more_often_than_the_pack_holds_it(told):
    cards = [card(**{f"_{first}": p, f"_{second}": 1.001 - p}) for first, second, p in told]
    labels = named(cards)
    assert len(labels) == len(cards)
    over = beyond(labels, np.array([verdict(group).max() for group in cards]), STANDARD)
    count = Counter(label for label, spare in zip(labels, over, strict=True) if not spare)
    assert all(number <= STANDARD[LABELS.index(label)] for label, number in count.items())


@pytest.mark.parametrize("name", ["standard", "two-packs", "never-over", "improvised"])
def test_every_card_the_camera_may_read_is_in_the_pack(name):
    deck = load_deck(name)
    assert set(deck.labels) == set(deck.copies_read)
    assert all(deck.copies_read[index] == deck.copies[card] for card, index in deck.indices.items())
