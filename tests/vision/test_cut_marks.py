"""Marks that the card above cuts through: the rank may be read, and the suit is its neighbour's."""

from __future__ import annotations

import numpy as np
import pytest

from vision.belief.observation import surety, with_suits_cut

NAMES = ("AC", "AD", "AH", "AS", "QC", "QD", "QH", "QS", "JK")


def read_as(label: str, share: float) -> np.ndarray:
    """(k,) log-probabilities of a reader that gives a name this share, and the others the rest."""
    told = np.full(len(NAMES), (1 - share) / (len(NAMES) - 1))
    told[NAMES.index(label)] = share
    return np.log(told)


def marks(*at: tuple[float, float]) -> np.ndarray:
    """(4, 2) mm, of a card of which these were read."""
    found = np.full((4, 2), np.nan)
    found[:len(at)] = at
    return found


def told(below: np.ndarray, above: np.ndarray, apart_mm: float) -> np.ndarray:
    """(k,) probabilities of the names of a card with one mark, beside one that shows both."""
    at = np.stack([marks((0.0, 0.0)), marks((0.0, apart_mm), (40.0, apart_mm + 60.0))])
    found = with_suits_cut(NAMES, np.stack([below, above]), at)
    assert (found[1] == above).all(), "of which both marks are read"
    return np.exp(found[0])


@pytest.mark.parametrize(("below", "above", "apart_mm", "is_cut"), [
    ("AD", "AD", 16.0, True), ("AD", "QD", 16.0, True), ("AC", "AD", 16.0, False), ("AD", "AD", 30.0, False),
    ("AD", "AD", 4.0, False)])
def test_a_mark_is_cut_by_one_of_its_suit_close_by(below: str, above: str, apart_mm: float, is_cut: bool) -> None:
    before = read_as(below, 0.9)
    assert (told(before, read_as(above, 0.99), apart_mm).max() < np.exp(before.max())) == is_cut


def test_a_suit_that_is_cut_tells_as_much_as_the_reader_is_sure() -> None:
    doubtful, sure = (told(read_as("AD", share), read_as("AD", 0.99), 16.0) for share in (0.6, 0.9999))
    assert doubtful.sum() == pytest.approx(1)
    assert doubtful.argmax() == sure.argmax() == NAMES.index("AD")
    assert doubtful[0] == doubtful[2] == doubtful[3] > 0.1, "any other ace"
    assert sure[1] > 0.999, "a mark that is read surely was not cut"


def test_what_is_cut_keeps_its_rank_and_a_joker_its_name() -> None:
    before = np.exp(read_as("QH", 0.7))
    after = told(np.log(before), read_as("AH", 0.99), 16.0)
    assert after[4:8].sum() == pytest.approx(before[4:8].sum())
    assert after[8] == pytest.approx(before[8])
    assert surety(np.log(after[None, 6:7]))[0] < surety(np.log(before[None, 6:7]))[0]
