"""A card that is read by one mark lies where its size has it; one that is read as two is one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.belief.observation import MARK_MM, at_size
from vision.belief.one_card import CardsRead, each_once

CARD_MM = np.array([[-31.5, -44.0], [31.5, -44.0], [31.5, 44.0], [-31.5, 44.0]])
NAMES = ("2S", "2C", "7H")


def turned(points_mm: np.ndarray, degrees: float, at_mm: tuple[float, float] = (0.0, 0.0)) -> np.ndarray:
    """Points (..., 2) of a card that lies turned somewhere."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    found: np.ndarray = points_mm @ np.array([[c, s], [-s, c]]) + at_mm
    return found


def cards(*read: tuple[str, float, tuple[float, float], list[tuple[float, float]]]) -> CardsRead:
    """CardsRead by the name that is likeliest, how likely it is, their middle, and which corners show their mark."""
    chance = np.array([[p if name == read_as else (1 - p) / 2 for name in NAMES] for read_as, p, *_ in read])
    marks = np.full((len(read), 4, 2), np.nan)
    for k, (_, _, at, corners) in enumerate(read):
        marks[k, :len(corners)] = np.array(corners) * MARK_MM + at
    centres = np.array([at for _, _, at, _ in read])
    return CardsRead(np.log(chance), np.clip(4 * chance.max(axis=1) - 3, 0, 1), centres,
                 centres[:, None] + CARD_MM[None], marks)


@pytest.mark.parametrize("degrees", [0.0, 40.0, 200.0])
@pytest.mark.parametrize("corner", [(-1, -1), (1, 1), (1, -1), (-1, 1)])
def test_a_card_of_which_one_mark_is_read_has_a_cards_size_however_its_outline_is_guessed(
        degrees: float, corner: tuple[int, int]) -> None:
    whole = turned(CARD_MM, degrees, (120.0, -40.0))
    mark = turned(MARK_MM * corner, degrees, (120.0, -40.0))
    askew = turned(CARD_MM * (0.8, 1.15), degrees, (120.0, -40.0))
    askew = mark + (askew - askew.mean(axis=0)) + 0.8 * (askew.mean(axis=0) - mark)  # smaller, and nearer to its mark
    np.testing.assert_allclose(at_size(mark[None], askew[None])[0], whole, atol=1e-6)


@pytest.mark.parametrize(("corner", "row"), [((1, 1), 1), ((1, -1), 2)])
def test_two_marks_of_one_middle_are_one_card_which_both_of_them_name(corner: tuple[int, int], row: int) -> None:
    found, rows = each_once(cards(("2S", 0.9, (0.0, 0.0), [(-1, -1)]), ("2C", 0.5, (4.0, 2.0), [corner])))
    assert rows.tolist() == [0]
    np.testing.assert_allclose(found.centres[0], (2.0, 1.0))
    assert np.flatnonzero(np.isfinite(found.marks[0, :, 0])).tolist() == [0, row]
    assert NAMES[found.log_name[0].argmax()] == "2S"
    assert np.exp(found.log_name[0]).sum() == pytest.approx(1)


def test_a_mark_beside_a_card_of_which_both_are_read_is_its_third() -> None:
    found, rows = each_once(cards(("7H", 0.5, (1.0, 0.0), [(1, -1)]), ("2S", 0.99, (0.0, 0.0), [(-1, -1), (1, 1)])))
    assert rows.tolist() == [1]
    assert np.isfinite(found.marks[0, :3, 0]).all()
    assert NAMES[found.log_name[0].argmax()] == "2S"


@pytest.mark.parametrize(("other", "p", "at", "corners"), [
    ("7H", 0.99, (0.0, 0.0), [(1, 1)]),  # surely another
    ("2S", 0.9, (20.0, 0.0), [(1, 1)]),  # another place
    ("2C", 0.5, (1.0, 0.0), [(-1, -1)]),  # the same corner
    ("2S", 0.9, (0.0, 0.0), [(-1, -1), (1, 1)]),  # whole, as cards alike are that lie one upon the other
])
def test_what_is_surely_another_card_or_lies_elsewhere_stays_a_card_of_its_own(
        other: str, p: float, at: tuple[float, float], corners: list[tuple[float, float]]) -> None:
    read = cards(("2S", 0.99, (0.0, 0.0), [(-1, -1), (1, 1)][:len(corners)]), (other, p, at, corners))
    assert each_once(read)[1].tolist() == [0, 1]
