"""Covered cards of which a strip is seen: their pack, or the open card of their row, tells where they lie."""

import numpy as np
import pytest

from vision.reading.finder import CardFinds
from vision.reading.index_reader import LABELS
from vision.reading.one_card import Index, grouped, within_others
from vision.reading.pairs import mirrored
from vision.reading.strips import with_sides

NO_CARDS = CardFinds(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), np.zeros(0, bool))
WIDE, TALL, INSET_X, INSET_Y, SIZE = 100.0, 140.0, 9.0, 16.0, 20.0  # px


def index(label: str, x: float, y: float, up: float, quad: np.ndarray) -> Index:
    """An index that is read clearly, at (x, y), upright (up -1) or turned (up 1)."""
    likely = np.full(len(LABELS), 1e-5)
    likely[LABELS.index(label)] = 1.0
    return Index(np.array([x, y, 0, up, SIZE]), quad, np.log(likely / likely.sum()), 0.9, 0.99)


def card(label: str, left: float, corners: str) -> list[Index]:
    """Those of a card's indices that are seen: a, b above, c, d below, each left and right, with its true outline."""
    quad = np.array([[left, 0], [left + WIDE, 0], [left + WIDE, TALL], [left, TALL]])
    at = {"a": (INSET_X, INSET_Y, -1), "b": (WIDE - INSET_X, INSET_Y, -1),
          "c": (INSET_X, TALL - INSET_Y, 1), "d": (WIDE - INSET_X, TALL - INSET_Y, 1)}
    return [index(label, left + x, y, up, quad if up < 0 else np.roll(quad, 2, axis=0))
            for x, y, up in (at[c] for c in corners)]


def misjudged(one: Index) -> Index:
    """The same, its card believed on the other side."""
    return index(one.label, one.pose[0], one.pose[1], one.pose[3], mirrored(one.pose[None], one.quad[None])[0])


def lefts(indices: list[Index]) -> list[float]:
    """Where each index's card begins on the left, px."""
    return [float(one.quad[:, 0].min()) for one in indices]


@pytest.mark.parametrize(("strips", "whole"), [("ac", 75.0), ("bd", 0.0)])
def test_strips_lie_where_the_open_card_of_their_row_tells(strips, whole):
    row = [(left, card(label, left, "abcd" if left == whole else strips))
           for label, left in zip(["7H", "KS", "4D", "9C"], [0.0, 25.0, 50.0, 75.0], strict=True)]
    true = [one for _, indices in row for one in indices]
    seen = [one if left == whole else misjudged(one) for left, indices in row for one in indices]
    assert lefts(with_sides(seen)) == pytest.approx(lefts(true), abs=1)


def test_the_lower_ends_are_told_where_only_the_upper_ones_of_the_open_card_are_seen():
    true = [*card("7H", 0, "ac"), *card("KS", 25, "ac"), *card("4D", 50, "ab")]
    seen = [*map(misjudged, true[:4]), *true[4:]]
    assert lefts(with_sides(seen)) == pytest.approx(lefts(true), abs=1)


def test_a_row_without_an_open_card_stays_as_the_finder_saw_it():
    seen = [one for label, left in zip(["7H", "KS", "4D"], [0, 25, 50], strict=True) for one in card(label, left, "ac")]
    assert lefts(with_sides(seen)) == lefts(seen)


def test_two_equal_cards_side_by_side_are_no_open_card():
    seen = [*card("7H", 0, "a"), *card("7H", 40, "a"), *card("KS", 80, "a"), *card("4D", 120, "a")]
    assert lefts(with_sides(seen)) == lefts(seen)


def named(indices: list[Index]) -> list[str]:
    """The cards that indices are taken for."""
    return sorted(group[0].label for group in within_others(grouped(with_sides(indices), NO_CARDS)))


def test_where_no_card_has_a_third_index_all_strips_lie_to_the_right_of_theirs():
    strips = [*card("7H", 300, "a"), *card("KS", 325, "a")]
    seen = [*card("2C", 0, "ad"), *card("9D", 600, "ad"), *map(misjudged, strips)]
    assert lefts(with_sides(seen))[4:] == pytest.approx([300, 325], abs=1)


@pytest.mark.parametrize(("whole", "cards"), [("ad", ["2C", "7H", "7H", "9D"]), ("abcd", ["2C", "7H", "9D"])])
def test_equal_strips_side_by_side_are_one_card_only_where_the_pack_prints_every_corner(whole, cards):
    strips = [*card("7H", 300, "a"), *card("7H", 300 + WIDE - 2 * INSET_X, "a")]
    assert named([*card("2C", 0, whole), *card("9D", 600, whole), *strips]) == cards


def test_what_reads_as_one_more_index_between_a_cards_two_is_its_pip():
    whole = card("4C", 300, "ad")
    pip = index("4C", 300 + 0.8 * WIDE, TALL / 2, -1, np.add(whole[0].quad, (0.8 * WIDE - INSET_X, TALL / 2 - INSET_Y)))
    assert named([*card("2C", 0, "ad"), *card("9D", 600, "ad"), *whole, pip]) == ["2C", "4C", "9D"]
