"""Detections are aligned arrays that can be filtered like one."""

from dataclasses import replace

import numpy as np
import pytest

from vision.detections import UNREAD, Detections


def two_cards() -> Detections:
    corners = np.array([[[0, 0], [50, 0], [50, 70], [0, 70]], [[np.nan, np.nan]] * 4], np.float32)
    return Detections(corners, np.array([[0, 0, 50, 70], [100, 100, 140, 160]], np.float32), np.array(["7H", UNREAD]),
                      np.array([0.99, 0.0], np.float32), np.array([True, False]), np.array([True, False]),
                      ((("7H", 0.99),), ()))


def test_rows_are_chosen_by_mask_and_keep_their_candidates():
    sure = two_cards()[two_cards().sure]
    assert list(sure.label) == ["7H"]
    assert sure.candidates == ((("7H", 0.99),),)


def test_centre_falls_back_to_the_box_where_no_outline_is_known():
    assert two_cards().centre_px.tolist() == [[25, 35], [120, 130]]


def test_an_empty_frame_has_no_rows():
    assert len(Detections.empty()) == 0
    assert len(Detections.empty()[np.zeros(0, bool)]) == 0


def test_arrays_of_different_length_are_refused():
    d = two_cards()
    with pytest.raises(ValueError, match=r"sure must have shape \(2,\)"):
        Detections(d.corners_px, d.box_px, d.label, d.confidence, d.sure[:1], d.face_up, d.candidates)
    with pytest.raises(ValueError, match="candidates must have 2 rows"):
        Detections(d.corners_px, d.box_px, d.label, d.confidence, d.sure, d.face_up, ())


@pytest.mark.parametrize("seen", ["abcd", "dcba", "ab", "bd", "ad", "cd"])
def test_of_a_card_with_an_index_in_every_corner_one_that_is_always_told_is_told_however_it_is_covered(seen):
    """a, b are above, c, d below: of any half of the card a or d is seen."""
    corners = {"a": (5, 8), "b": (45, 8), "c": (5, 62), "d": (45, 62)}
    at = np.array([corners[c] for c in seen], np.float32)
    card = replace(two_cards(), index_px=(at, np.zeros((0, 2), np.float32)))
    marks = card.corner_marks_px(0)
    assert sorted(map(tuple, marks[:2][np.isfinite(marks[:2, 0])].tolist())) == [corners[c] for c in "ad" if c in seen]
    assert sorted(map(tuple, marks[np.isfinite(marks[:, 0])].tolist())) == sorted(corners[c] for c in seen)
    assert np.isnan(card.corner_marks_px(1)).all()
