"""Dice: found and counted in drawn tables, never seen in cards."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from vision.detections import DiceDetections
from vision.reading.dice import (
    CROP,
    LONG_SIDE,
    MARK,
    QUICK_SIDE,
    DiceReader,
    cut_die,
    described_dice,
    looks_of,
    upper_sides,
    with_marks,
)
from vision.reading.spots import Spots, distinct_spots, spot_levels

WHERE = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
         5: [(-1, -1), (1, 1), (0, 0), (-1, 1), (1, -1)],
         6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)]}


def table_with(dice: list[tuple[int, int, int, float]], side: int = 46, body=(235, 240, 240), ink=(20, 20, 20)
               ) -> np.ndarray:
    """A green table with dice seen from above: pips, x, y, turn in degrees."""
    image = np.full((480, 640, 3), (70, 110, 50), np.uint8)
    for pips, x, y, turn in dice:
        box = cv2.boxPoints(((x + 4, y + 5), (side, side), turn)).astype(np.int32)
        cv2.fillPoly(image, [box], (40, 70, 30), cv2.LINE_AA)
        box = cv2.boxPoints(((x, y), (side, side), turn)).astype(np.int32)
        cv2.fillPoly(image, [box], body, cv2.LINE_AA)
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        for u, v in WHERE[pips]:
            at = (x + side * 0.26 * (c * u - s * v), y + side * 0.26 * (s * u + c * v))
            cv2.circle(image, (round(at[0]), round(at[1])), round(side * 0.09), ink, -1, cv2.LINE_AA)
    return cv2.GaussianBlur(image, (0, 0), 0.8)


SIX = [(1, 100, 90, 10), (2, 260, 120, 40), (3, 430, 80, 75), (4, 120, 300, 20), (5, 300, 330, 55), (6, 480, 310, 80)]


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


@pytest.mark.parametrize("long_side", [LONG_SIDE, QUICK_SIDE])
@pytest.mark.parametrize(("body", "ink"), [((235, 240, 240), (20, 20, 20)), ((160, 60, 20), (250, 250, 250)),
                                           ((30, 30, 190), (245, 245, 245))])
def test_dice_of_any_colour_are_found_and_counted(body, ink, long_side):
    dice = DiceReader(long_side=long_side).read(table_with(SIX, body=body, ink=ink))
    assert len(dice) >= 5
    for (x, y), counted in zip(dice.centre_px, dice.pips, strict=True):
        pips, there_x, there_y, _ = min(SIX, key=lambda die: np.hypot(die[1] - x, die[2] - y))
        assert counted == pips
        assert np.hypot(x - there_x, y - there_y) < 10


def test_one_pip_of_a_die_is_no_die(reader):
    image = table_with([(2, 300, 240, 30)], side=90, body=(30, 30, 190), ink=(245, 245, 245))
    pips = Spots(np.array([[291, 208], [309, 272]], np.float32), np.full(2, 50.0), np.array([0.9, 0.8]),
                 np.zeros((2, 0)))
    seen = reader.looked_at(image, pips)
    assert described_dice(looks_of(seen), seen).pips.tolist() == [1, 1]  # the finder saw the pips and not the die
    dice = reader.counted(image, pips)
    assert dice.pips.tolist() == [2]
    assert dice.centre_px[0] == pytest.approx((300, 240), abs=12)


def test_an_empty_table_has_no_dice(reader):
    assert len(reader.read(np.full((480, 640, 3), (70, 110, 50), np.uint8))) == 0


def test_the_pips_of_a_card_are_never_surely_a_die(reader):
    image = np.full((480, 640, 3), (70, 110, 50), np.uint8)
    cv2.rectangle(image, (200, 60), (400, 340), (245, 248, 250), -1)
    for u, v in WHERE[5]:
        cv2.circle(image, (300 + 55 * u, 200 + 85 * v), 17, (30, 30, 200), -1, cv2.LINE_AA)
    assert not reader.read(image).sure.any()


def test_read_prints_the_dice(tmp_path, capsys):
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), table_with(SIX))
    assert main(["read", "--json", str(file)]) == 0
    row = json.loads(capsys.readouterr().out)
    assert {die["pips"] for die in row["dice"]} >= {1, 3, 4, 6}
    assert all(len(die["box"]) == 4 and 0 <= die["confidence"] <= 1 for die in row["dice"])
    assert main(["read", "--json", "--no-dice", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["dice"] == []


def test_a_turned_crop_shows_the_same_die_upright():
    one = cut_die(table_with([(6, 300, 200, 30.0)]), np.array([300.0, 200.0]), 46, np.radians(-30))
    other = cut_die(table_with([(6, 300, 200, 0.0)]), np.array([300.0, 200.0]), 46, 0.0)
    middle = slice(CROP // 4, 3 * CROP // 4)
    assert np.abs(one[middle, middle].astype(int) - other[middle, middle]).mean() < 14


def test_what_lies_on_a_card_is_no_die(reader):
    image = table_with(SIX)
    card = np.array([[[30, 30], [340, 30], [340, 200], [30, 200]]], np.float32)  # under the first two
    everywhere, beside = reader.read(image), reader.read(image, card)
    assert sorted(everywhere.pips) == [1, 2, 3, 4, 5, 6]
    assert sorted(beside.pips) == [3, 4, 5, 6]


def test_a_picture_is_never_enlarged_and_each_scale_is_looked_at_once():
    shown = list(spot_levels(np.zeros((120, 160, 3), np.uint8), (960, 480, 240)))
    assert [(picture.shape[:2], scale) for picture, scale in shown] == [((128, 160), 1.0)]


def test_of_two_finds_of_one_thing_the_better_stays():
    spots = Spots(np.array([[10.0, 10], [14, 10], [60, 10]]), np.array([20.0, 20, 20]), np.array([0.9, 0.5, 0.4]),
                  np.zeros((3, 0)))
    assert distinct_spots(spots).score.tolist() == [0.9, 0.4]


def test_what_looks_like_a_die_within_a_card_is_none():
    dice = DiceDetections(np.array([[10, 10, 30, 30], [90, 90, 110, 110]], np.float32), np.array([5, 2]),
                np.ones(2, np.float32), np.ones(2, bool))
    card = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
    unknown = np.full((4, 2), np.nan, np.float32)
    assert dice.outside(np.stack([unknown, card])).pips.tolist() == [2]
    assert len(dice.outside(np.zeros((0, 4, 2)))) == 2


def test_among_many_dice_a_mark_stands_for_the_number_that_none_shows():
    pips = np.array([1, 2, 3, 4, 5, 5, 4, 3, 2, 1, MARK, MARK])
    dice = DiceDetections(np.zeros((12, 4), np.float32), pips, np.ones(12, np.float32), np.ones(12, bool))
    assert with_marks(dice).pips.tolist() == [*pips[:10], 6, 6]
    assert with_marks(dice).sure.tolist() == [True] * 10 + [False] * 2
    assert MARK not in with_marks(dice[4:]).pips
    assert len(with_marks(dice[5:])) == 5


def dice_at(*dice: tuple[int, float, float, float]) -> DiceDetections:
    """Dice (pips, x, y px, probability), all 20 px wide."""
    centre = np.array([[x, y] for _, x, y, _ in dice], np.float32).reshape(-1, 2)
    return DiceDetections(np.hstack([centre - 12, centre + 12]), np.array([pips for pips, *_ in dice], int),
                          np.array([p for *_, p in dice], np.float32), np.array([p > 0.97 for *_, p in dice]))


def test_the_side_of_a_die_is_no_die():
    face_and_side = dice_at((5, 50, 50, 0.9), (2, 52, 66, 0.95))
    assert upper_sides(face_and_side).pips.tolist() == [5]
    assert upper_sides(dice_at((5, 50, 50, 0.5), (2, 52, 66, 0.95))).pips.tolist() == [2]
    assert len(upper_sides(dice_at((5, 50, 50, 0.9), (2, 50, 71, 0.95)))) == 2
