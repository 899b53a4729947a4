"""Since when hands have been about a card that came: what one hand lays slowly, card by card, is one handful."""

from __future__ import annotations

import numpy as np
import pytest

from tests.told_table import told_view
from vision.belief.observation import Motion
from vision.watching.viewpoint import Viewpoint

CARD = np.array([[-30.0, -45.0], [30.0, -45.0], [30.0, 45.0], [-30.0, 45.0]])


def stirred_s(*spans: tuple[float, float]) -> float:
    """At 3 s, ten frames a second, where everything moves from one time to another."""
    motion, view = Motion(), Viewpoint(*told_view("thirteen", ("Ann", "Bea")))
    for time_s in np.arange(0, 3.05, 0.1).tolist():
        moves = any(begins <= time_s <= ends for begins, ends in spans)
        motion.add(time_s, np.full((36, 64), moves), 20.0, view)
    return motion.stirred_s(CARD, 3.0)


def test_a_hand_that_stays_while_it_lays_one_card_after_another_was_there_all_the_while() -> None:
    assert stirred_s((0.5, 2.8)) == pytest.approx(0.5)
    assert stirred_s((0.5, 1.5), (1.9, 2.8)) == pytest.approx(0.5), "it held still for a moment"


def test_a_hand_that_comes_again_after_another_was_gone_is_another() -> None:
    assert stirred_s((0.2, 1.0), (2.2, 2.9)) == pytest.approx(2.2)


def test_where_nothing_moves_a_card_was_not_brought() -> None:
    assert stirred_s() == pytest.approx(3.0)
