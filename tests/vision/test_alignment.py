"""Where a game's places are is told from where cards lie, whatever else lies about."""

import numpy as np
import pytest

from calibration import Layout, load_layout
from calibration.layout import Zone
from vision.watching.alignment import LyingCards, Places, align

HALF = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])
NOT_UP = np.zeros(2)


def lying(cards: list[tuple[float, float, float]], turn: float, shift: tuple[float, float]) -> LyingCards:
    """Cards at x, y with an angle in degrees, as somebody measures them whose table is turned and shifted."""
    outlines = []
    for x, y, angle in cards:
        c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        outlines.append(HALF @ np.array([[c, s], [-s, c]]) + (x, y))
    c, s = np.cos(-turn), np.sin(-turn)
    corners = (np.array(outlines) - np.array(shift)) @ np.array([[c, s], [-s, c]])
    return LyingCards.of(corners, np.ones(len(cards), bool))


@pytest.mark.parametrize(("turn_deg", "shift"), [(0.0, (0.0, 0.0)), (6.0, (45.0, -30.0)), (-5.0, (-40.0, 35.0))])
def test_cards_in_their_places_tell_turn_and_shift(turn_deg: float, shift: tuple[float, float]) -> None:
    places = Places(load_layout("never_over", ("Ann", "Bob", "Cal")))
    cards = [(-80, 225, 3), (-20, 230, -2), (200, 225, 1), (-425, -80, 92), (-425, 60, 88), (425, 80, 91),
             (425, -200, 90), (80, 0, -4), (-265, 0, 2), (150, 20, 5), (425, 200, 89), (-425, -210, 90)]
    found = align(places, lying(cards, np.radians(turn_deg), shift), NOT_UP)
    assert np.degrees(found.turn) == pytest.approx(turn_deg, abs=1.6)
    assert np.abs(found.shift_mm - shift).max() < 16
    assert found.error_mm < 25


def test_what_few_cards_leave_open_is_told_as_uncertain() -> None:
    places = Places(Layout("", (), (Zone("all", ((-300, -200), (300, -200), (300, 200), (-300, 200))),)))
    one = align(places, lying([(0, 0, 0)], 0.0, (0, 0)), NOT_UP)
    many = align(places, lying([(x, y, 0) for x in (-265, 265) for y in (-150, 150)], 0.0, (0, 0)), NOT_UP)
    assert one.error_mm > 2 * many.error_mm


def test_a_card_beside_the_places_pulls_them_nowhere() -> None:
    places = Places(load_layout("limbo", ("Ann", "Bob")))
    cards = [(50, 0, 2), (110, -10, -3), (0, 5, 1), (-60, 0, 0), (150, 30, 4), (-215, 0, 1)]
    alone = align(places, lying(cards, 0.0, (0, 0)), NOT_UP)
    beside = align(places, lying([*cards, (420, 260, 33)], 0.0, (0, 0)), NOT_UP)
    assert np.abs(alone.shift_mm - beside.shift_mm).max() < 12
