"""Pips are counted where they stand as a number card has them, and nothing else is taken for them."""

import cv2
import numpy as np
import pytest

from vision.reading.agreement import PIPS_SWAY, heard
from vision.reading.description import evidence, row_of, verdict
from vision.reading.index_reader import LABELS
from vision.reading.one_card import Index
from vision.reading.pips import LAYOUTS, pip_count

CARD = np.array([[60, 40], [200, 40], [200, 236], [60, 236]], np.float32)
NO_INDEX = np.zeros((0, 5), np.float32)


def card(spots: list[tuple[float, float]], radius: int = 9, angle: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """A white card with round pips on a green table, turned about its middle, and its corners (4, 2)."""
    picture = np.full((280, 260, 3), (70, 120, 60), np.uint8)
    cv2.fillConvexPoly(picture, CARD.astype(np.int32), (235, 240, 245))
    for u, v in spots:
        at = (round(60 + 140 * (0.28 + 0.44 * u)), round(40 + 196 * (0.16 + 0.68 * v)))
        cv2.circle(picture, at, radius, (30, 30, 190), -1, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((130, 138), angle, 1)
    return cv2.warpAffine(picture, turn, (260, 280)), cv2.transform(CARD[None], turn)[0]


@pytest.mark.parametrize("angle", [0, 33, 90, 180])
@pytest.mark.parametrize("count", LAYOUTS)
def test_each_number_is_counted_at_any_angle(count, angle):
    for layout in LAYOUTS[count]:
        assert pip_count(*card(layout, angle=angle), NO_INDEX) == count


@pytest.mark.parametrize("count", LAYOUTS)
def test_a_hidden_pip_leaves_no_smaller_number(count):
    for missing in range(count):
        spots = [spot for k, spot in enumerate(LAYOUTS[count][0]) if k != missing]
        smaller = pip_count(*card(spots), NO_INDEX)
        # a five without its middle pip is drawn as a four is
        assert smaller is None or sorted(spots) in [sorted(layout) for layout in LAYOUTS[smaller]]


def test_an_ace_is_one_pip_alone_in_the_middle():
    assert pip_count(*card([(0.5, 0.5)], radius=30), NO_INDEX) == 1
    assert pip_count(*card([(0.5, 0.1)]), NO_INDEX) is None
    assert pip_count(*card([(0.5, 0.5), (0.5, 0.0)]), NO_INDEX) is None


def test_a_court_is_not_counted():
    picture, corners = card([])
    rng = np.random.default_rng(2)
    for _ in range(25):
        points = rng.integers((85, 60), (175, 216), (4, 2)).astype(np.int32)
        cv2.fillPoly(picture, [points], tuple(int(v) for v in rng.integers(0, 255, 3)))
    assert pip_count(picture, corners, NO_INDEX) is None


def test_a_blank_or_tiny_card_is_not_counted():
    picture, corners = card([])
    assert pip_count(picture, corners, NO_INDEX) is None
    picture, corners = card(LAYOUTS[8][0])
    assert pip_count(cv2.resize(picture, None, fx=0.25, fy=0.25), corners * 0.25, NO_INDEX) is None


def test_an_index_is_no_pip():
    picture, corners = card(LAYOUTS[4][0])
    for x, y in ((78, 62), (182, 214)):
        cv2.circle(picture, (x, y), 9, (30, 30, 190), -1)
    indices = np.array([[78, 62, 0, -1, 30], [182, 214, 0, 1, 30]], np.float32)
    assert pip_count(picture, corners, indices) == 4


def index(eight: float) -> Index:
    probability = np.full(len(LABELS), 1e-5)
    probability[LABELS.index("8S")], probability[LABELS.index("JS")] = eight, 1 - eight
    return Index(np.array([10, 10, 0, -1, 20.0]), CARD, np.log(probability / probability.sum()), 0.9, 0.99, 0.4)


def test_eight_pips_settle_an_odd_eight_but_not_what_reads_clearly():
    torn = [index(0.48), index(0.45)]
    assert LABELS[int(verdict(torn).argmax())] == "JS"
    assert verdict(heard(torn, 8))[LABELS.index("8S")] > 0.99
    clear = heard([index(1e-6)], 8)
    assert LABELS[int(verdict(clear).argmax())] == "JS"
    assert evidence(clear)[-1] == -1
    assert not row_of(clear, np.array([9.0]))[2]
    assert row_of([index(1e-6)], np.array([9.0]))[2]
    assert evidence(heard([index(0.9)], 8))[-1] == 1
    assert heard(torn, None) is torn
    assert np.exp(clear[0].log_label).sum() == pytest.approx(1)
    assert PIPS_SWAY < 7
