"""A pack that cannot be read is noticed by its third card, and never where cards are only covered or far away."""

from dataclasses import replace

import numpy as np

from vision.detections import UNREAD, Detections
from vision.reading.index_reader import LABELS
from vision.reading.one_card import Index
from vision.reading.unknown_pack import LEAST, MOST, Trust, as_seen, is_unknown


def lying(*names: str, height: float = 140.0) -> Detections:
    """Cards in a row; a name with a question mark is doubtful, with two it is guessed by one mark, `down` is a back."""
    count = len(names)
    corners = np.array([[0, 0], [0.7, 0], [0.7, 1], [0, 1]], np.float32) * height
    quads = np.stack([corners + np.array([1.5 * height * k, 0]) for k in range(count)]).astype(np.float32)
    labels = [UNREAD if name in ("??", "down") else name[:2] for name in names]
    chances = [0.6 if name.endswith("??") else 0.9 for name in names]
    marks = tuple(np.zeros((0 if label == UNREAD else 1 if name.endswith("??") else 2, 2), np.float32)
                  for label, name in zip(labels, names, strict=True))
    sure = np.array([label == name for label, name in zip(labels, names, strict=True)]) & (np.array(labels) != UNREAD)
    return Detections(quads, np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1), np.array(labels),
                      np.array(chances, np.float32), sure, np.array([name != "down" for name in names]), ((),) * count,
                      marks)


def test_three_legible_cards_without_a_name_are_of_another_pack():
    assert not is_unknown(lying("??", "??"))
    assert is_unknown(lying("??", "??", "??"))
    assert is_unknown(lying("??", "??", "7H?", "??"))


def test_names_that_are_guessed_by_one_mark_are_not_read():
    assert is_unknown(lying("??", "4C??", "6S??"))
    assert not is_unknown(lying("??", "4C??", "6S?"))
    assert not is_unknown(lying("7H", "4C??", "6S??", "2D??"))


def test_what_is_read_but_doubted_counts_as_read():
    doubted = lying("7H?", "4C??", "6S??", "2D??")
    assert is_unknown(doubted)
    assert not is_unknown(replace(doubted, confidence=np.array([0.99, 0.6, 0.6, 0.6], np.float32)))


def test_a_pack_that_is_read_is_known_though_some_cards_are_covered():
    assert not is_unknown(lying("7H", "8H", "??", "??", "??"))
    assert not is_unknown(lying("down", "down", "down", "down"))


def test_cards_that_are_too_far_away_say_nothing_of_their_pack():
    assert not is_unknown(lying("??", "??", "??", "??", height=60))


def test_an_empty_table_is_no_unknown_pack():
    assert not is_unknown(Detections.empty())


def test_a_pack_is_doubted_by_two_strange_cards_and_distrusted_by_more():
    assert Trust.FULL.after([MOST]) is Trust.DOUBT
    assert Trust.FULL.after(6 * [MOST]) is Trust.NONE
    assert Trust.FULL.after([]) is Trust.FULL
    assert Trust.FULL.after(8 * [LEAST]) is Trust.FULL


def test_a_pack_of_which_four_indices_in_ten_look_strange_is_doubted_whatever_its_hearts_look_like():
    assert Trust.FULL.after(4 * [0.2] + 5 * [LEAST]) is Trust.DOUBT
    assert Trust.FULL.after(3 * [0.2] + 6 * [LEAST]) is Trust.FULL
    assert Trust.FULL.after(3 * [0.2] + 4 * [LEAST]) is Trust.FULL  # too few to tell


def test_trust_comes_back_only_by_cards_that_are_plainly_known():
    assert Trust.NONE.after([-1.0]) is Trust.NONE  # nothing but hearts lies there now
    assert Trust.DOUBT.after([-1.0]) is Trust.DOUBT
    assert Trust.NONE.after(4 * [LEAST]) is Trust.FULL


def strange_index(score: float, real: float) -> Index:
    """One that looks as strange as can be; the finder, and the reader, think it so likely that it is one."""
    return Index(np.array([100.0, 100.0, 0.0, -1.0, 20.0]), np.zeros((4, 2)), np.zeros(len(LABELS)), score, real,
                 strange=MOST)


def test_what_is_hardly_an_index_tells_little_of_the_pack():
    assert Trust.FULL.after(as_seen(6 * [strange_index(0.9, 0.99)])) is Trust.NONE
    assert Trust.FULL.after(as_seen(6 * [strange_index(0.25, 0.7)])) is not Trust.NONE  # sleeves, papers
