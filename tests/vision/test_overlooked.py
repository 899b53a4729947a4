"""An index that the finder overlooked between two others of a column."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading import overlooked as columns


def column(steps: list[float], degrees: float = 0.0, size: float = 15.0) -> np.ndarray:
    """Poses (n, 5) one below the other, so many index lengths apart."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    down = np.concatenate([[0.0], np.cumsum(steps)]) * size
    return np.stack([300 - s * down, 300 + c * down, np.full_like(down, s), np.full_like(down, -c),
                     np.full_like(down, size)], axis=1)


def between(poses: np.ndarray, covered: bool = True) -> np.ndarray:
    return columns.between(poses, np.full(len(poses), covered))


@given(st.floats(0, 360), st.floats(1.15, 3.0))
def test_a_gap_in_a_column_is_looked_at_where_the_missing_index_must_be(degrees: float, step: float) -> None:
    whole = column([step, step, step], degrees)
    places = between(whole[[0, 2, 3]])
    assert np.linalg.norm(places[:, :2] - whole[1, :2], axis=1).min() < 0.3 * 15
    assert places[:, 2:4] == pytest.approx(np.tile(whole[0, 2:4], (len(places), 1)), abs=1e-6)


@given(st.floats(0, 360), st.floats(1.0, 2.0))
def test_nothing_is_looked_for_in_a_column_without_gaps(degrees: float, step: float) -> None:
    assert len(between(column([step, step, step], degrees))) == 0


def test_cards_beside_each_other_or_upside_down_are_no_column() -> None:
    poses = column([4.0])
    other_way = poses * [[1, 1, 1, 1, 1], [1, 1, -1, -1, 1]]
    row = poses[:, [1, 0, 2, 3, 4]]
    assert len(between(poses)) > 0
    assert len(between(other_way)) == len(between(row)) == len(between(poses[:1])) == 0


def test_nothing_is_looked_for_on_the_open_face_of_a_card() -> None:
    """Two rows of whole cards: the index below belongs to the next row."""
    assert len(between(column([6.5]))) > 0
    assert len(between(column([6.5]), covered=False)) == 0
