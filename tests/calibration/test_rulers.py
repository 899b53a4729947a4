"""A table is found from cards lying anyhow, whatever the lens, and whoever holds some of them in sight."""

from __future__ import annotations

import numpy as np
import pytest

from calibration import Calibration, CalibrationError
from calibration.rulers import from_indices, unlike_mm
from companion.filming.other_maker.optics import Pinhole

SIZE = (1280, 720)
CARD_MM = (63.0, 88.0)
OUTLINE = np.array([[-31.5, -44.0], [31.5, -44.0], [31.5, 44.0], [-31.5, 44.0]])
ENDS = np.array([[-26.5, -32.0], [26.5, 32.0]])
LAID = [(-380.0, -140.0, 85.0), (-250.0, 150.0, 3.0), (-60.0, -40.0, -8.0), (40.0, 190.0, 5.0), (130.0, -180.0, 172.0),
        (260.0, 30.0, 95.0), (390.0, -110.0, -80.0), (380.0, 170.0, 12.0), (-120.0, -200.0, 40.0),
        (-400.0, 60.0, 100.0)]
HELD = [(-300.0, 230.0, 20.0, 90.0), (-270.0, 225.0, 35.0, 90.0), (320.0, -60.0, -25.0, 70.0)]


def camera(barrel: float) -> Pinhole:
    """One that shows all of a table."""
    return Pinhole.over((-480.0, -290.0, 480.0, 290.0), SIZE, lean_deg=33.0, field_deg=78.0, barrel=barrel)


def truth(eye: Pinhole) -> Calibration:
    return Calibration(np.linalg.inv(eye.homography), SIZE, 1.0, "points", eye.lens)


def seen(eye: Pinhole, points: np.ndarray, x: float, y: float, turn_deg: float, z: float = 0.0) -> np.ndarray:
    """Points (n, 2) of a card, in pixels."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    on_table = points @ np.array([[c, s], [-s, c]]) + [x, y]
    noise = np.random.default_rng(int(abs(x) + abs(y))).normal(0, 0.3, on_table.shape)
    return eye.project(np.column_stack([on_table, np.full(len(points), z)])) + noise


def found(eye: Pinhole, cards: list[tuple[float, ...]]) -> Calibration:
    return from_indices(np.stack([seen(eye, ENDS, *card) for card in cards]),
                        np.stack([seen(eye, OUTLINE, *card) for card in cards]), CARD_MM, SIZE)


@pytest.mark.parametrize("barrel", [0.0, 0.1, 0.2])
def test_cards_all_over_a_table_tell_how_it_is_seen_through_whatever_lens(barrel: float) -> None:
    eye = camera(barrel)
    assert unlike_mm(truth(eye), found(eye, LAID)) < 8.0


def test_cards_held_over_a_table_do_not_measure_it() -> None:
    eye = camera(0.1)
    assert unlike_mm(truth(eye), found(eye, [*HELD, *LAID])) < 10.0


def test_one_card_says_that_it_knows_little() -> None:
    eye = camera(0.1)
    one, many = found(eye, LAID[:1]), found(eye, LAID)
    assert one.error_mm > 2 * many.error_mm
    assert unlike_mm(truth(eye), one) < 3 * one.error_mm


def test_no_card_is_said_in_one_sentence() -> None:
    with pytest.raises(CalibrationError, match="lay a few cards"):
        from_indices(np.zeros((0, 2, 2)), np.zeros((0, 4, 2)), CARD_MM, SIZE)
