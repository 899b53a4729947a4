"""A card that bears no index, and what speaks against it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.fake_table import CARD_MM, SIZE, fake_view
from vision.detections import Detections
from vision.unnamed import GAP, _Column, _Known, bears_nothing, is_blank_cornered
from vision.watching.motion import Motion

QUAD = np.array([(100, 100), (190, 100), (190, 226), (100, 226)], np.float32)


def picture(pips: int = 0) -> np.ndarray:
    """A card on green cloth, with a drawing or a column of pips at both sides."""
    image = np.full((320, 320, 3), (60, 110, 60), np.uint8)
    cv2.fillConvexPoly(image, QUAD.astype(np.int32), (235, 240, 240))
    if not pips:
        cv2.ellipse(image, (145, 163), (24, 34), 20, 0, 360, (60, 60, 60), -1)
    for k in range(pips):
        cv2.circle(image, (122 + 46 * (k % 2), 122 + 82 * (k // 2) // max(1, pips // 2 - 1)), 8, (30, 30, 200), -1)
    return image


def seen(at: tuple[float, float], *candidates: tuple[str, float]) -> Detections:
    """One row whose index stands there."""
    return Detections(QUAD[None], np.array([[100, 100, 190, 226]], np.float32), np.array([candidates[0][0]]),
                      np.array([candidates[0][1]], np.float32), np.array([False]), np.array([True]), (candidates,),
                      (np.array([at], np.float32),))


@pytest.mark.parametrize(("detections", "nothing"), [
    (Detections.empty(), True),
    (seen((110, 112), ("7D", 0.9), ("9D", 0.05)), False),
    (seen((110, 112), ("8C", 0.3), ("9C", 0.25), ("6C", 0.1)), False),  # one of a few: an index, only blurred
    (seen((110, 112), ("6D", 0.12), ("8D", 0.1), ("TH", 0.08)), True),  # nothing in particular: a rosette
    (seen((110, 112), ("JK", 0.9), ("2C", 0.02)), True),
    (seen((300, 20), ("7D", 0.9)), True),  # another card's
])
def test_only_a_legible_index_on_the_card_speaks_against_a_joker(detections: Detections, nothing: bool) -> None:
    assert bears_nothing(picture(), QUAD, detections) == nothing


def test_a_card_of_pips_is_no_joker_though_its_index_was_overlooked() -> None:
    assert not bears_nothing(picture(pips=6), QUAD, Detections.empty())


@pytest.mark.parametrize(("ends", "nothing"), [(0, True), (1, True), (2, False)])
def test_a_picture_alone_in_the_middle_is_an_ace_s_pip_only_with_indices_at_both_ends(ends: int, nothing: bool) -> None:
    """At one end it may be something of the card below, where the outline is a guess."""
    image = np.full((320, 320, 3), (60, 110, 60), np.uint8)
    cv2.fillConvexPoly(image, QUAD.astype(np.int32), (235, 240, 240))
    cv2.circle(image, (145, 163), 18, (30, 30, 30), -1)
    for x, y in [(106, 124), (172, 214)][:ends]:
        cv2.putText(image, "A", (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (30, 30, 30), 2)
    assert bears_nothing(image, QUAD, Detections.empty()) == nothing


@pytest.mark.parametrize(("corners", "nothing"), [(2, True), (4, False)])
def test_a_court_card_with_an_index_in_every_corner_is_no_joker_though_none_could_be_read(corners: int, nothing: bool
                                                                                          ) -> None:
    image = picture()
    for x, y in [(106, 124), (172, 214), (172, 124), (106, 214)][:corners]:
        cv2.putText(image, "K", (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (30, 30, 30), 2)
    assert bears_nothing(image, QUAD, Detections.empty()) == nothing


@pytest.mark.parametrize(("corner", "blank"), [("", True), ("K", False), ("o", False)])
def test_a_card_by_itself_is_a_joker_only_if_nothing_at_all_is_printed_in_its_corners(corner: str, blank: bool) -> None:
    image = picture()
    cv2.putText(image, corner, (106, 124), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (30, 30, 30), 2)
    assert is_blank_cornered(image, QUAD, Detections.empty()) == blank


@pytest.mark.parametrize(("aside_mm", "below"), [((49.0, 51.0), True), ((49.0, -60.0), False), ((70.0, 51.0), False)])
def test_a_card_of_a_crooked_column_lies_below_another_though_its_index_stands_far_aside(
        aside_mm: tuple[float, float], below: bool) -> None:
    """Its middle is two centimetres beside the other's: what lies there is it, and no joker."""
    view, nothing = fake_view({}), np.zeros((SIZE[1], SIZE[0]), bool)
    look = Motion(1.0, (), nothing, nothing, nothing, np.zeros((*nothing.shape, 3), np.float32), 1.0)
    column = _Column(np.array([-200.0, 0.0]), np.array([1.0, 0.0]), np.array([0.0, 1.0]), view, look)
    other = _Known(CARD_MM + np.array([-180.0, 16.0]), np.array([[aside_mm[0] - 200, aside_mm[1]]]), GAP)
    assert column._is_below(other, -33.0) == below


@pytest.mark.parametrize(("far_mm", "found"), [(59.0, True), (54.0, False)])
def test_a_column_is_a_card_longer_though_the_last_margin_is_as_pale_as_the_table(far_mm: float, found: bool) -> None:
    """A joker on the next step down, 26 mm, of which the outer centimetre looks like the page of a newspaper below."""
    view, new = fake_view({}), np.zeros((SIZE[1], SIZE[0]), bool)
    look = Motion(1.0, (), new, new, new, np.full((*new.shape, 3), 200, np.float32), 1.0)
    (x1, y1), (x2, y2) = np.round(view.to_px(np.array([(-231.0, -20.0), (-169.0, far_mm)]))).astype(int)
    new[y1:y2 + 1, x1:x2 + 1] = True
    card = _Known(CARD_MM + np.array([-200.0, 0.0]), np.array([(-224.0, -33.0)]), GAP)
    column = _Column(np.array([-200.0, 0.0]), np.array([1.0, 0.0]), np.array([0.0, 1.0]), view, look)
    assert (column.beyond(card, [card], new, np.zeros_like(new)) is not None) == found


@pytest.mark.parametrize(("from_mm", "found"), [(20.0, True), (32.0, False)])
def test_white_upon_white_breaks_no_column(from_mm: float, found: bool) -> None:
    """A joker is as blank above as the two on which it lies; what comes farther off has nothing to do with it."""
    view, new = fake_view({}), np.zeros((SIZE[1], SIZE[0]), bool)
    look = Motion(1.0, (), new, new, new, np.full((*new.shape, 3), 200, np.float32), 1.0)
    for near, far in ((-20.0, -14.0), (from_mm, 68.0)):
        (x1, y1), (x2, y2) = np.round(view.to_px(np.array([(-231.0, near), (-169.0, far)]))).astype(int)
        new[y1:y2 + 1, x1:x2 + 1] = True
    card = _Known(CARD_MM + np.array([-200.0, 0.0]), np.array([(-224.0, -33.0)]), GAP)
    column = _Column(np.array([-200.0, 0.0]), np.array([1.0, 0.0]), np.array([0.0, 1.0]), view, look)
    assert (column.beyond(card, [card], new, np.zeros_like(new)) is not None) == found
