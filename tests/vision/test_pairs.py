"""Which indices share a card, and which of them need no second look."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading.agreement import vouched_for
from vision.reading.index_looks import moved_quads
from vision.reading.pairs import misfits, near_pairs, other_corners, stand_right, standing_at

CARD = np.array([[-43.5, -62], [43.5, -62], [43.5, 62], [-43.5, 62]])


def ends(at: tuple[float, float], degrees: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Poses (2, 5) and outlines (2, 4, 2) of the two indices of a card 87 x 124 px."""
    poses, quads = [], []
    for turn in (degrees, degrees + 180):
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        rotation = np.array([[c, -s], [s, c]])
        poses.append([*(rotation @ (-35, -47) + at), *(rotation @ (0, -1)), 20])
        quads.append(CARD @ rotation.T + at)
    return np.array(poses), np.array(quads)


def vouched(labels: list[int], worth: list[float]) -> list[bool]:
    return vouched_for(*ends((100, 100)), np.array(labels), np.array(worth)).tolist()


def test_an_end_needs_no_second_look_where_the_other_is_plain_and_reads_alike():
    assert vouched([5, 5], [2, 0.7]) == [False, True]
    assert vouched([5, 6], [2, 0.7]) == [False, False]
    assert vouched([5, 5], [0.8, 0.7]) == [False, False]


def test_the_card_beside_says_nothing():
    (poses, quads), (others, outlines) = ends((100, 100)), ends((300, 100))
    both = np.concatenate([poses[:1], others[1:]]), np.concatenate([quads[:1], outlines[1:]])
    assert not vouched_for(*both, np.array([5, 5]), np.array([2, 0.7])).any()


@given(st.floats(0, 360), st.floats(-50, 900), st.floats(-50, 900))
def test_the_ends_of_a_card_fit_wherever_it_lies(degrees, x, y):
    poses, quads = ends((x, y), degrees)
    i, j = near_pairs(poses)
    assert list(zip(i, j, strict=True)) == [(1, 0)]
    assert misfits(poses, quads, np.array([True]), i, j) == pytest.approx(0, abs=1e-3)
    assert misfits(poses, quads, np.array([False]), i, j) == pytest.approx(0, abs=1e-3)


@given(st.floats(0, 360), st.floats(-1, 1), st.floats(-20, 20))
def test_an_outline_follows_its_index(degrees, turn, step):
    poses, quads = ends((200, 200), degrees)
    c, s = np.cos(turn), np.sin(turn)
    rotation = np.array([[c, -s], [s, c]])
    new = poses.copy()
    new[:, :2] += step
    new[:, 2:4] = poses[:, 2:4] @ rotation.T
    expected = (quads - poses[:, None, :2]) @ rotation.T + new[:, None, :2]
    assert moved_quads(quads, poses, new) == pytest.approx(expected, abs=1e-6)


def test_the_outline_of_an_index_found_upside_down_stays_where_it_is():
    poses, quads = ends((200, 200))
    new = poses * (1, 1, -1, -1, 1)
    moved = moved_quads(quads, poses, new)
    assert moved == pytest.approx(np.roll(quads, 2, axis=1), abs=1e-6)


@given(st.floats(0, 360), st.floats(-50, 900), st.floats(-50, 900))
def test_two_opposite_corners_tell_where_the_other_two_are(degrees, x, y):
    poses, quads = ends((x, y), degrees)
    down = quads[0, 3] - quads[0, 0]
    across = (quads[0, 1] - quads[0, 0]) * 70 / 87
    others = poses.copy()
    others[:, :2] += np.stack([across, -across])
    assert not stand_right(poses, quads).any()
    assert stand_right(others, quads).all()
    places = other_corners(poses[:1], poses[1:])[0]
    assert standing_at(others, places).tolist() == [0, 1]
    assert standing_at(others + np.append(0.2 * down, (0, 0, 0)), places).tolist() == [-1, -1]
    assert standing_at(others * [1, 1, -1, -1, 1], places).tolist() == [-1, -1]
    assert standing_at(others, places[:0]).tolist() == [-1, -1]
