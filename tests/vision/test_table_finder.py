"""The table is found from cards that lie, never from those that a hand holds, and says honestly how well."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import pytest

from calibration import Calibration
from calibration.markers import Markers, sheet_corners_mm
from calibration.table import transform
from vision.detections import FACE_DOWN, NO_CARD, Detections, log_of
from vision.stream import Look
from vision.table_finder import TableFromLooks

SIZE, CARD_MM = (1280, 720), (63.0, 88.0)
NAMES = ("7H", "QC", NO_CARD, FACE_DOWN)
CORNERS_MM = 1.033 * np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])  # as readers guess outlines
ENDS_MM = np.array([[-25.0, -33.5], [25.0, 33.5]])
AREA_MM = np.array([[-400.0, -200], [400, -200], [400, 200], [-400, 200]])
PLACES = [(-300, -120, 10), (260, -150, 95), (-250, 130, 200), (300, 160, 30), (0, 0, 60), (120, 80, 150),
          (-120, -60, 120), (380, 20, 75), (-390, 40, 165)]


def camera(tilt_deg: float = 30.0) -> np.ndarray:
    """(3, 3) table mm -> px of a camera that looks down on the table from the near side."""
    focal, tilt = 1100.0, -np.radians(tilt_deg)
    turned = cv2.Rodrigues(np.array([tilt, 0, 0]))[0]
    pose = np.column_stack([turned[:, 0], turned[:, 1], [0, 0, 1000.0]])
    return np.array([[focal, 0, 639.5], [0, focal, 359.5], [0, 0, 1]]) @ pose


@dataclass
class Table:
    """Cards seen by a camera, a quarter of a second at a time."""

    to_px: np.ndarray
    finder: TableFromLooks
    now_s: float = 0.0
    has_all_corners: bool = False  # an index in every one; the reader tells them, and the card's ends, in any order

    def look(self, cards: list[tuple[float, float, float]], sway_mm: float = 0.0, moving: bool = False,
             push: np.ndarray | None = None, flickers: float = 0.0, larger: float | list[float] = 1.0
             ) -> Calibration | None:
        rng = np.random.default_rng(round(self.now_s * 100))
        self.now_s += 0.25
        at = [np.array(card[:2]) + rng.normal(0, max(sway_mm, 0.05), 2) for card in cards]
        turned = [(c, np.radians(card[2])) for c, card in zip(at, cards, strict=True)]
        sizes = larger if isinstance(larger, list) else [larger] * len(cards)
        corners, ends = (np.stack([_placed(size * shape, self.to_px, *where)
                                   for size, where in zip(sizes, turned, strict=True)])
                         for shape in (CORNERS_MM, ENDS_MM))
        chance = np.tile([0.98, 0.01, 0.01, 0.0], (len(cards), 1))
        box = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1).astype(np.float32)
        if self.has_all_corners:
            four = np.concatenate([ENDS_MM, ENDS_MM * (1, -1)])
            ends = np.stack([_placed(four[rng.permutation(4)], self.to_px, *where) for where in turned])
            corners = np.stack([np.roll(quad, 2 * rng.integers(2), axis=0) for quad in corners])
        n = len(cards)
        seen = Detections(corners.astype(np.float32), box, np.array(["7H"] * n), np.full(n, 0.98, np.float32),
                          np.ones(n, bool), np.ones(n, bool), ((),) * n, tuple(ends.astype(np.float32)), NAMES,
                          log_of(chance))
        blocks = np.full((36, 64), moving) | (rng.random((36, 64)) < flickers)
        return self.finder.see(Look(self.now_s, blocks, 20.0, seen, push))


def _placed(shape_mm: np.ndarray, to_px: np.ndarray, at_mm: np.ndarray, turn: float) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    return transform(to_px, shape_mm @ np.array([[c, s], [-s, c]]) + at_mm)


@pytest.fixture
def table() -> Table:
    return Table(camera(), TableFromLooks(CARD_MM, SIZE))


def off_mm(found: Calibration, to_px: np.ndarray) -> float:
    """How far the area's corners are from each other at most, against what they are."""
    there = found.px_to_mm(transform(to_px, AREA_MM))
    apart, truly = (np.linalg.norm(at[:, None] - at[None], axis=2) for at in (there, AREA_MM))
    return float(np.abs(apart - truly).max())


def test_cards_all_over_the_table_find_it_well(table: Table) -> None:
    found = [c for _ in range(5) if (c := table.look(PLACES))]
    assert off_mm(found[-1], table.to_px) < 25
    assert found[-1].error_mm < 40


def test_packs_with_an_index_in_every_corner_find_it_as_well(table: Table) -> None:
    table.has_all_corners = True
    found = [c for _ in range(5) if (c := table.look(PLACES))]
    assert off_mm(found[-1], table.to_px) < 25
    assert found[-1].error_mm < 40


def test_one_card_alone_is_said_to_tell_little_and_what_would_help(table: Table) -> None:
    found = [c for _ in range(5) if (c := table.look(PLACES[4:5]))]
    assert found[-1].quality == "poor"
    assert found[-1].method == "cards"


@pytest.mark.parametrize("tilt_deg", [0.0, 20.0, 45.0, 60.0])
def test_however_steeply_the_camera_looks_one_card_tells_what_it_can(tilt_deg: float) -> None:
    table = Table(camera(tilt_deg), TableFromLooks(CARD_MM, SIZE))
    found = [c for _ in range(5) if (c := table.look(PLACES[4:5]))]
    assert off_mm(found[-1], table.to_px) < 4 * found[-1].error_mm


def test_cards_laid_one_after_the_other_make_it_better_in_mid_deal(table: Table) -> None:
    errors = [c.error_mm for n in range(1, 10) for _ in range(5) if (c := table.look(PLACES[:n]))]
    assert all(later < 1.001 * before for before, later in pairwise(errors))
    assert errors[-1] < 25 < 2 * errors[-1] < errors[0]


def test_a_card_that_sways_in_a_hand_is_never_measured(table: Table) -> None:
    assert not any(table.look(PLACES[:3], sway_mm=2.2) for _ in range(20))


def test_a_card_held_still_above_the_table_loses_against_those_that_lie(table: Table) -> None:
    held, lying = (-100.0, 250.0, 20.0), PLACES[:5]
    for _ in range(5):
        table.look([held], larger=1.45)
    found = [c for n in range(1, 6) for _ in range(5)
             if (c := table.look([*lying[:n], held], larger=[1.0] * n + [1.45]))]
    assert off_mm(found[-1], table.to_px) < 60


def test_two_indices_that_lie_side_by_side_are_no_card(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ENDS_MM", ENDS_MM * (0.1, 1.2))
    assert not any(table.look(PLACES[:3]) for _ in range(8))


def test_where_something_always_moves_over_the_cards_they_tell_what_they_can(table: Table) -> None:
    found = [c for _ in range(5) if (c := table.look(PLACES[4:5], moving=True))]
    assert found[-1].quality == "poor"
    assert off_mm(found[-1], table.to_px) < 4 * found[-1].error_mm


def test_the_first_card_with_nothing_over_it_measures_the_table_anew(table: Table) -> None:
    for _ in range(5):
        table.look([(0.0, 250.0, 20.0)], moving=True, larger=1.3)
    found = [c for _ in range(5) if (c := table.look(PLACES[4:5]))]
    alone = Table(camera(), TableFromLooks(CARD_MM, SIZE), now_s=table.now_s - 5 * 0.25)
    expected = [c for _ in range(5) if (c := alone.look(PLACES[4:5]))]
    np.testing.assert_allclose(found[-1].homography, expected[-1].homography, rtol=1e-3, atol=1e-4)


def test_blocks_that_flicker_in_poor_light_hide_no_card(table: Table) -> None:
    assert any(table.look(PLACES, flickers=0.02) for _ in range(10))


def test_after_a_push_the_table_is_found_again(table: Table) -> None:
    for _ in range(5):
        table.look(PLACES)
    push = np.array([[1, 0, 40.0], [0, 1, -25.0], [0, 0, 1]])  # px now -> px before
    table.to_px = np.linalg.inv(push) @ table.to_px
    found = [c for k in range(5) if (c := table.look(PLACES[:2], push=push if k == 0 else None))]
    assert off_mm(found[-1], table.to_px) < 25


def sheet(to_px: np.ndarray, ids: list[int], larger: float = 1.0) -> Markers:
    """Markers of the printed sheet as a camera sees them.  larger: times as large as ours, as far apart."""
    numbers = np.array(ids)
    quads = sheet_corners_mm(numbers)
    middles = quads.mean(axis=1, keepdims=True)
    return Markers(numbers, transform(to_px, (middles + larger * (quads - middles)).reshape(-1, 2)).reshape(-1, 4, 2))


def test_the_marker_sheet_tells_where_everything_is_and_cards_do_not_overrule_it(table: Table) -> None:
    still = np.zeros((36, 64), bool)
    found = table.finder.see(Look(0.0, still, 20.0, markers=sheet(table.to_px, [0, 1, 2, 3, 4, 5])))
    assert found is not None
    assert found.method == "markers"
    assert found.quality == "good"
    assert found.px_to_mm(transform(table.to_px, AREA_MM)) == pytest.approx(AREA_MM, abs=3)
    assert not any(table.look(PLACES) for _ in range(5))


def test_a_sheet_is_believed_again_after_a_push(table: Table) -> None:
    still, seen = np.zeros((36, 64), bool), sheet(table.to_px, [0, 1, 2, 3, 4, 5])
    push = np.array([[1, 0, 40.0], [0, 1, -25.0], [0, 0, 1]])
    assert table.finder.see(Look(0.0, still, 20.0, markers=seen))
    assert not table.finder.see(Look(1.0, still, 20.0, push=push))
    assert not any(table.look(PLACES) for _ in range(5))
    moved = sheet(np.linalg.inv(push) @ table.to_px, [0, 1, 2, 3, 4, 5])
    assert table.finder.see(Look(3.0, still, 20.0, markers=moved))


@pytest.mark.parametrize(("ids", "larger"), [([2], 1.0), ([0, 1, 4], 0.6), ([17, 30, 49], 1.0)])
def test_a_single_marker_and_what_others_have_printed_measure_nothing(table: Table, ids: list[int], larger: float
                                                                      ) -> None:
    look = Look(0.0, np.zeros((36, 64), bool), 20.0, markers=sheet(table.to_px, ids, larger))
    assert table.finder.see(look) is None


def test_the_same_looks_find_the_same_table() -> None:
    found = []
    for _ in range(2):
        table = Table(camera(), TableFromLooks(CARD_MM, SIZE))
        found.append([str(c) for _ in range(5) if (c := table.look(PLACES))])
    assert found[0] == found[1]
