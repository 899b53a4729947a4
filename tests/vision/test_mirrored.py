"""A picture that a camera's program shows left for right is noticed from its cards, and read turned back."""

import numpy as np
import pytest

from tests.fake_cards import table
from vision.detections import Detections
from vision.reading.finder import IndexFinds
from vision.reading.mirrored import is_open, left_for_right, mirror_odds, turned_back
from vision.reading.reader import TableReader


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader()


def names_from_the_left(found: Detections) -> list[str]:
    """What lies there, in order."""
    return [str(found.label[k]) for k in np.argsort(found.centre_px[:, 0])]


def test_a_mirrored_table_is_read_where_its_cards_lie(reader):
    picture = table()
    straight = reader.read(picture)
    assert not reader.mirrored
    turned = reader.read(left_for_right(picture))
    assert reader.mirrored
    assert names_from_the_left(turned) == names_from_the_left(straight)[::-1] == ["9D", "KD", "QD", "7D"]
    assert np.sort(turned.centre_px[:, 0]) == pytest.approx(
        np.sort(picture.shape[1] - 1 - straight.centre_px[:, 0]), abs=2)


def test_a_part_of_a_mirrored_table_is_read_as_the_whole_was(reader):
    picture = left_for_right(table())
    whole = reader.read(picture)
    leftmost = int(whole.box_px[:, 0].argmin())
    part = reader.read(picture, [tuple(whole.box_px[leftmost].tolist())])
    assert part.label.tolist() == ["9D"]
    assert part.box_px[0] == pytest.approx(whole.box_px[leftmost], abs=4)


def test_a_picture_that_is_shown_as_it_is_again_is_noticed(reader):
    reader.read(left_for_right(table()))
    assert names_from_the_left(reader.read(table())) == ["7D", "QD", "KD", "9D"]
    assert not reader.mirrored


def test_nothing_is_sure_while_nobody_can_tell_which_way_round_a_picture_is(reader, monkeypatch):
    monkeypatch.setattr("vision.reading.reader.mirror_odds", lambda *_: 0.3)
    assert not reader.read(table()).sure.any()


def test_parts_of_a_picture_are_asked_about_too_until_it_is_known_which_way_round_it_is(reader, monkeypatch):
    picture = table()
    box = tuple(reader.read(picture).box_px[0].tolist())
    with monkeypatch.context() as nobody_tells:
        nobody_tells.setattr("vision.reading.reader.mirror_odds", lambda *_: 0.3)
        reader.read(picture)
        assert not reader.read(picture, [box]).sure.any()
    assert reader.read(picture, [box]).sure.all()


def test_a_picture_without_cards_says_nothing_of_the_camera(reader):
    odds = mirror_odds(np.full((64, 64, 3), 90, np.uint8), IndexFinds(
        np.zeros((0, 5), np.float32), np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32)), reader.index_reader)
    assert is_open(odds)


def test_turning_back_twice_is_what_was_read(reader):
    found = reader.read(table())
    again = turned_back(turned_back(found, 511), 511)
    assert again.corners_px == pytest.approx(found.corners_px)
    assert again.box_px == pytest.approx(found.box_px)
    assert np.concatenate(again.index_px) == pytest.approx(np.concatenate(found.index_px))


def test_outlines_stay_clockwise_from_the_left_of_the_cards_top(reader):
    corners = turned_back(reader.read(table()), 511).corners_px
    across, down = corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]
    assert (across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0] > 0).all()
