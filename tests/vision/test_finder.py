"""What the finder's numbers mean, without a network."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading.finder import (
    CHANNELS,
    LARGE,
    LONG_SIDES,
    MIDDLING,
    MULTIPLE,
    STRIDE,
    UNIT,
    Finder,
    balanced,
    decode_cards,
    decode_indices,
    distinct,
    levels,
    quads_from_frame,
    quads_to_frame,
    same_index,
)


def quiet() -> np.ndarray:
    """An output map in which nothing was found."""
    out = np.zeros((CHANNELS, 12, 16), np.float32)
    out[[0, 14, 15]] = -9
    return out


def test_one_hot_cell_is_one_index():
    out = quiet()
    out[0, 5, 7] = 4
    out[1:6, 5, 7] = 0.25, -0.5, 0, 2, 1  # offset, up (not of length one), twice the unit
    found = decode_indices(out, 0.3)
    assert len(found) == 1
    assert found.pose[0] == pytest.approx([7.75 * STRIDE, 5 * STRIDE, 0, 1, 2 * UNIT])
    assert found.quad.shape == (1, 4, 2)


def test_corners_survive_the_way_into_the_frame_of_an_index_and_back():
    rng = np.random.default_rng(1)
    angle = rng.uniform(0, 6, 5)
    poses = np.column_stack([rng.uniform(0, 300, (5, 2)), np.sin(angle), np.cos(angle), rng.uniform(10, 60, 5)])
    quads = rng.uniform(0, 300, (5, 4, 2))
    assert quads_from_frame(quads_to_frame(quads, poses), poses) == pytest.approx(quads)


def test_a_face_and_a_back_are_told_apart():
    out = quiet()
    out[14, 2, 3], out[15, 9, 12] = 3, 3
    out[18, [2, 9], [3, 12]] = -1  # half an angle of 180 degrees: upright
    found = decode_cards(out, 0.3)
    assert found.face_up.tolist() == [True, False]
    tall = found.quads()[0]
    assert np.ptp(tall[:, 1]) == pytest.approx(5 * UNIT, rel=1e-3)
    assert np.ptp(tall[:, 0]) < np.ptp(tall[:, 1])


def at(*places: tuple[float, float], turn: float = 0.0) -> np.ndarray:
    """Poses of indices 20 px tall at places, all of it turned."""
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c * x - s * y, s * x + c * y, s, -c, 20.0] for x, y in places])


def test_the_better_of_two_finds_at_one_place_is_kept():
    assert distinct(same_index(at((10, 10), (12, 10), (60, 60)))).tolist() == [0, 2]


@given(st.floats(0, 2 * np.pi))
def test_neighbours_in_a_packed_row_are_two_indices_whichever_way_it_is_turned(turn):
    row = at((0, 0), (7, 0), (14, 0), turn=turn)  # a third of an index apart
    assert distinct(same_index(row)).tolist() == [0, 1, 2]
    below = at((0, 0), (0, 7), turn=turn)
    assert distinct(same_index(below)).tolist() == [0]


def test_two_finds_side_by_side_that_read_alike_are_one_index():
    row = at((0, 0), (7, 0))
    assert distinct(same_index(row, np.array([3, 3]))).tolist() == [0]
    assert distinct(same_index(row, np.array([3, 4]))).tolist() == [0, 1]


def test_finds_that_lie_across_each_other_are_one_index():
    one, other = at((0, 0))[0], at((7, 0))[0]
    other[2:4] = 1, 0
    assert distinct(same_index(np.stack([one, other]))).tolist() == [0]


@pytest.mark.parametrize("shape", [(720, 1280, 3), (50, 37, 3), (16, 16, 3)])
def test_a_picture_is_brought_to_sizes_the_network_takes(shape):
    scales = []
    for side, (small, scale) in zip(LONG_SIDES, levels(np.full(shape, 120, np.uint8)), strict=True):
        assert small.shape[0] % MULTIPLE == small.shape[1] % MULTIPLE == 0
        assert max(small.shape) <= side
        scales.append(scale)
    assert scales[0] == pytest.approx(min(1, LONG_SIDES[0] / max(shape)))
    assert scales[2] == pytest.approx(scales[0] / 4, rel=0.1)


@pytest.mark.parametrize(("long_side", "finest"), [(400, 600), (640, 960), (800, 960), (960, 960), (1440, 960)])
def test_a_small_picture_that_is_read_once_is_looked_at_enlarged(long_side, finest):
    (_, scale), *_ = levels(np.full((300, long_side, 3), 120, np.uint8), enlarged=True)
    assert scale == pytest.approx(finest / long_side, rel=0.01)


def test_the_brightest_parts_become_white():
    image = np.full((64, 64, 3), (20, 40, 60), np.uint8)
    image[:32] = (80, 120, 160)
    assert balanced(image)[0, 0].min() > 225


@pytest.mark.parametrize(("sizes", "enough", "looks"), [
    ((), True, 3), ((1.2 * LARGE,), False, 2), ((1.2 * LARGE, 0.9 * LARGE), False, 3), ((0.9 * LARGE,), True, 2),
    ((1.2 * LARGE, 0.9 * MIDDLING), True, 3)])
def test_a_picture_is_looked_at_as_closely_as_its_smallest_index_needs(monkeypatch, sizes, enough, looks):
    found, shapes = looked_at(monkeypatch, sizes, 5, enough)
    assert len(shapes) == looks
    assert (max(width for _, width, _ in shapes) == LONG_SIDES[0]) == (looks == 3)
    assert (found > 0) == bool(sizes)


def test_packed_cards_are_looked_at_closely_however_large_their_indices(monkeypatch):
    _, shapes = looked_at(monkeypatch, (1.2 * LARGE, 1.2 * LARGE), 3, True)
    assert len(shapes) == 3


def looked_at(monkeypatch, sizes, step, enough):
    """How many indices are found in a picture that shows some of these sizes every so many cells, and the shapes of the
    pictures that were looked at."""
    shapes = []

    def raw(_: Finder, picture: np.ndarray) -> np.ndarray:
        shapes.append(picture.shape)
        out = quiet()
        for place, size in enumerate(sizes):
            out[0, 2 + step * place, 3] = 4
            out[4, 2 + step * place, 3] = -1
            out[5, 2 + step * place, 3] = np.log2(size / UNIT)
        return out

    monkeypatch.setattr(Finder, "raw", raw)
    image = np.zeros((720, 1280, 3), np.uint8)
    indices, _ = Finder.__new__(Finder).find(image, suffices=lambda indices, _: enough and len(indices) > 0)
    return len(indices), shapes
