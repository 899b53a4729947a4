"""What tells of a hand goes by seconds: a reader that looks eight times in one tells no more of it than another that
looks four times."""

from __future__ import annotations

from math import sin, tau

import numpy as np
import pytest

from vision.belief.hypotheses import CardHere, Hypothesis, Shape
from vision.belief.likelihood import Glance
from vision.belief.observation import DIRECTIONS, Motion, Observation, surety
from vision.belief.prediction import Coverings

NAMES = ("6D", "6S")
READ = np.log([0.02, 0.98])
CARD = np.array([[-31.5, -44.0], [31.5, -44.0], [31.5, 44.0], [-31.5, 44.0]])
MARK = np.full((4, 2), np.nan)
MARK[0] = -25.0, -34.0


def look(time_s: float, at: np.ndarray) -> Observation:
    """A six of which one mark is read."""
    return Observation(time_s, NAMES, READ[None], np.full(1, 4.0), surety(READ[None]), (CARD + at)[None], at[None],
                       (MARK + at)[None], np.ones(1, int), np.ones(1, bool), ("6S",))


def after(looks_a_second: int, sway_mm: float) -> CardHere:
    """The card after half a second in which it was looked at as it swayed so far to each side and back."""
    card = CardHere("6S", "6S", "", Shape(np.zeros(2), CARD, MARK), 0.0, 0.0, np.zeros(DIRECTIONS), "held",
                    is_seen=False)
    h, motion, coverings = Hypothesis("", (card,)), Motion(), Coverings()
    for k in range(1, looks_a_second // 2 + 1):
        at = np.array([sway_mm * sin(tau * k / 4), 0.0])
        h = Glance(look(k / looks_a_second, at), motion, coverings, 1 / looks_a_second, 0.35).weighed(h).h
    return h.cards[0]


def test_a_card_that_sways_is_as_likely_in_a_hand_however_often_it_is_looked_at() -> None:
    assert after(4, sway_mm=0.5).held > 3.0
    assert after(8, sway_mm=0.5).held == pytest.approx(after(4, sway_mm=0.5).held, rel=0.2)
