"""A camera that trembles moves every card a little; what follows it takes them back to where they lie."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from fake_table import FakeTable
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.looker import Looker
from vision.watching.tremble import Tremble

NOTHING_MOVES = np.zeros((36, 64), bool)


def table() -> FakeTable:
    drawn = FakeTable()
    drawn.lay("7H", (-200.0, -60.0), turn=20)
    drawn.lay("QC", (100.0, 40.0), turn=-35)
    return drawn


def told(drawn: FakeTable, shifts_px: list[tuple[int, int]]) -> np.ndarray:
    """(n, 2) what is told while the camera is where `shifts_px` say, with none before them."""
    tremble, shifts = Tremble(), []
    for drawn.shift_px in [(0, 0), *shifts_px]:
        shifts.append(tremble.of(drawn.frame().image, NOTHING_MOVES))
    return np.array(shifts[1:])


@settings(deadline=None, max_examples=15)
@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=6))
def test_where_the_camera_trembles_to_is_told_to_half_a_pixel(shifts_px: list[tuple[int, int]]) -> None:
    assert np.abs(told(table(), shifts_px) - shifts_px).max() < 0.5


def test_a_hand_over_the_table_and_a_card_that_is_taken_are_no_tremble() -> None:
    drawn, tremble = table(), Tremble()
    for step in range(20):
        drawn.hand_mm = (20.0 * step - 200, 20)
        if step == 10:
            drawn.take(drawn.cards[0])
        assert np.abs(tremble.of(drawn.frame().image, NOTHING_MOVES)).max() < 0.5


def test_a_bare_table_without_a_pattern_tells_nothing() -> None:
    tremble, rng = Tremble(), np.random.default_rng(3)
    for _ in range(5):
        noisy = np.clip(rng.normal(90, 6, (360, 640, 3)), 0, 255).astype(np.uint8)
        assert tremble.of(noisy, NOTHING_MOVES).tolist() == [0, 0]


def test_after_a_push_what_is_seen_then_counts() -> None:
    drawn, tremble = table(), Tremble()
    for drawn.shift_px in ((0, 0), (2, 1)):
        tremble.of(drawn.frame().image, NOTHING_MOVES)
    drawn.shift_px = (40, 30)
    tremble.pushed()
    assert tremble.of(drawn.frame().image, NOTHING_MOVES).tolist() == [0, 0]
    drawn.shift_px = (42, 29)
    assert tremble.of(drawn.frame().image, NOTHING_MOVES) == pytest.approx([2, -1], abs=0.5)


def test_a_camera_that_sags_is_followed_after_a_while() -> None:
    drawn, tremble = table(), Tremble()
    tremble.of(drawn.frame().image, NOTHING_MOVES)
    drawn.shift_px = (0, 3)
    first = tremble.of(drawn.frame().image, NOTHING_MOVES)
    for _ in range(200):
        last = tremble.of(drawn.frame().image, NOTHING_MOVES)
    assert first[1] == pytest.approx(3, abs=0.5)
    assert 0 < last[1] < 0.6 * first[1]


def test_cards_under_a_camera_that_trembles_are_seen_to_lie_still() -> None:
    drawn, rng = table(), np.random.default_rng(8)
    looker, seen = Looker(drawn), []
    for k in range(40):
        drawn.shift_px = (0, 0) if k == 0 else (int(rng.integers(-3, 4)), int(rng.integers(-3, 4)))
        look = looker.see(drawn.frame())
        if look.detections is not None:
            seen.append(look.detections.centre_px)
    assert len(seen) > 4
    assert np.std(seen, axis=0).max() < 0.4


def test_pictures_of_another_size_begin_anew() -> None:
    drawn, tremble = table(), Tremble()
    for drawn.shift_px in ((0, 0), (2, 2)):
        tremble.of(drawn.frame().image, NOTHING_MOVES)
    smaller = cv2.resize(drawn.frame().image, (320, 180))
    assert np.isfinite(tremble.of(smaller, NOTHING_MOVES)).all()
