"""How clearly a table is seen is learned from its cards that lie: what they do there tells of no hand."""

from __future__ import annotations

import numpy as np
import pytest

from vision.belief.clarity import Clarity


def seen(step_mm: float, one_mark: float, looks: int = 400) -> Clarity:
    """After so many looks at cards that lie, read so far from where they were, and with one mark that often."""
    clarity = Clarity()
    for look in range(looks):
        clarity.add(np.array([step_mm]), np.array([float(look < one_mark * looks)]), np.array([1.0]))
    return clarity


def test_a_step_that_tells_of_a_hand_on_a_clear_table_tells_nothing_on_a_grainy_one() -> None:
    assert seen(0.05, 0.0).sway(0.8) > 1.0
    assert seen(0.7, 0.0).sway(0.8) < 0.0


@pytest.mark.parametrize("step_mm", [0.05, 0.2, 0.7, 1.5])
def test_a_longer_step_tells_more_of_a_hand_and_what_lying_cards_do_tells_against_one(step_mm: float) -> None:
    clarity = seen(step_mm, 0.1)
    told = [clarity.sway(step) for step in (0.01, 0.1, 0.5, 1.0, 3.0, 10.0)]
    assert told == sorted(told)
    assert clarity.sway(step_mm) <= 0.0 < clarity.sway(10.0)


def test_where_lying_cards_often_show_one_mark_it_tells_little_of_a_hand() -> None:
    assert seen(0.05, 0.7).marks(1) < 0.5 < 2.0 < seen(0.05, 0.0).marks(1)
    assert seen(0.05, 0.7).marks(2) < 0.0  # both marks tell against a hand on any table
    assert seen(0.05, 0.0).marks(2) < 0.0


def test_before_a_table_has_shown_anything_it_is_taken_for_a_clear_one() -> None:
    assert Clarity().sway(1.0) > 1.0
    assert Clarity().marks(1) > 2.0
