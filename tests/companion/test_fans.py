"""Every card that lies in a place is drawn where a card can be read at all; the rest are counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.style.fans import LEAST_SEEN, SHAPE, plan_fan


@pytest.mark.parametrize("wide", [170.0, 260.0, 600.0])
def test_four_cards_on_the_table_are_four_drawn_cards(wide: float) -> None:
    assert plan_fan(4, wide, 200.0, 260.0, 80.0).shown == 4


@given(st.integers(1, 60), st.floats(60, 900), st.floats(40, 500))
def test_cards_stay_in_their_box_and_show_their_corners(count: int, wide: float, high: float) -> None:
    fan = plan_fan(count, wide, high, 260.0, 80.0)
    card = fan.height * SHAPE
    assert fan.height <= high + 1e-6
    if card <= wide:
        assert (fan.shown - 1) * fan.step + card <= wide + 1e-6
    if fan.shown > 1:
        assert fan.step >= card * LEAST_SEEN - 1e-3


def test_cards_get_smaller_before_any_is_left_out() -> None:
    few, many = plan_fan(3, 300.0, 260.0, 260.0, 80.0), plan_fan(9, 300.0, 260.0, 260.0, 80.0)
    assert many.height < few.height
    assert many.shown == 9
    assert plan_fan(60, 300.0, 260.0, 260.0, 80.0).shown < 60
