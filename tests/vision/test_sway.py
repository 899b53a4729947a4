"""What all cards do together, nobody did to one of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fake_table import SCALE, FakeTable, Lying, fake_view
from tests.vision.test_tracker import ZONES, Watcher, said
from vision.sway import Sway
from vision.track import Seen, Track
from vision.voting import Reading

VIEW = fake_view(ZONES)
CARDS = [Lying(label, at, marked=True) for label, at in
         (("7H", (-200.0, 0.0)), ("9C", (-120.0, 40.0)), ("KD", (60.0, -30.0)), ("2S", (180.0, 20.0)))]


def known() -> list[Track]:
    return [Track(k, card.corners_px, card.at_mm, "left", k, "shown", card.label, sure=True,
                  index_mm=VIEW.to_mm(card.index_px)) for k, card in enumerate(CARDS)]


def seen(k: int, by_mm: tuple[float, float], sure: bool = True) -> Seen:
    card = Lying(CARDS[k].label, (CARDS[k].at_mm[0] + by_mm[0], CARDS[k].at_mm[1] + by_mm[1]), marked=True)
    return Seen(Reading(card.label, 0.99, sure, True, ((card.label, 0.99),)), card.corners_px, card.at_mm, 0.5,
                VIEW.to_mm(card.index_px))


def where(rows: list[Seen]) -> np.ndarray:
    return np.array([row.centre_mm for row in rows])


def at(*cards: int) -> np.ndarray:
    return np.array([CARDS[k].at_mm for k in cards])


@given(st.floats(-8, 8), st.floats(-8, 8))
def test_cards_that_all_moved_alike_lie_where_they_lay_whoever_reads_them(x: float, y: float) -> None:
    rows = Sway().steadied([*(seen(k, (x, y)) for k in range(3)), seen(3, (x, y), sure=False)], known(), VIEW)
    assert where(rows) == pytest.approx(at(0, 1, 2, 3), abs=0.1)
    assert VIEW.to_mm(rows[3].corners_px) == pytest.approx(VIEW.to_mm(CARDS[3].corners_px), abs=0.1)


def test_a_card_that_moved_by_itself_is_seen_to_have_moved() -> None:
    rows = Sway().steadied([seen(0, (6, 3)), *(seen(k, (0, 0)) for k in (1, 2, 3))], known(), VIEW)
    assert where(rows) == pytest.approx(at(0, 1, 2, 3) + np.array([[6, 3], [0, 0], [0, 0], [0, 0]]), abs=0.1)


@pytest.mark.parametrize("cards", [(0,), (0, 1)])
def test_few_cards_tell_nothing_of_the_camera(cards: tuple[int, ...]) -> None:
    rows = Sway().steadied([seen(k, (5, 0)) for k in cards], known(), VIEW)
    assert where(rows) == pytest.approx(at(*cards) + np.array([5, 0]), abs=0.1)


@pytest.mark.parametrize("back", [False, True])
def test_where_few_cards_are_read_the_camera_has_stayed_or_swayed_back(back: bool) -> None:
    sway = Sway()
    sway.steadied([seen(k, (5, 0)) for k in range(3)], known(), VIEW)
    rows = sway.steadied([seen(1, (0 if back else 5, 0)), seen(3, (0 if back else 5, 0), sure=False)], known(), VIEW)
    assert where(rows) == pytest.approx(at(1, 3), abs=0.1)


def test_a_push_too_small_to_be_noticed_lays_no_cards() -> None:
    watcher = Watcher(FakeTable(), {card.label: 2 for card in CARDS})
    for card in CARDS:
        watcher.table.lay(card.label, card.at_mm, marked=True)
        watcher.run(2)
    watcher.table.shift_px = (round(5 * SCALE), 0)
    assert said(watcher.run(3)) == []
