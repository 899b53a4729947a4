"""Cards one upon the other: which detections have the marks of two, and that such scenes hold what they say."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="measuring shares code with training, which needs the train extra (PyTorch)")

from models.drawing.card_scenes import CardTruth, DrawnScene, IndexTruth
from models.judging.laid_cards import COLUMN, LaidScore, names_of, places
from models.judging.photographs import Score
from vision.detections import Detections

QUADS = {0: ((20, 20), (80, 20), (80, 104), (20, 104)), 1: ((30, 30), (90, 30), (90, 114), (30, 114))}
MARKS = {0: [(26, 32)], 1: [(36, 42), (84, 102)]}
SCENE = DrawnScene(
    np.zeros((1, 1, 3), np.uint8), tuple(CardTruth("7H", QUADS[card], 0.5, True) for card in QUADS),
    tuple(IndexTruth("7H", at, (0, -1), 14, QUADS[card], 1.0, 0, card) for card, of in MARKS.items() for at in of))


def told(*marks: list[tuple[float, float]], confidence: float = 0.99) -> LaidScore:
    corners = np.array([QUADS[1]] * len(marks), np.float32)
    box = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
    n = len(marks)
    found = Detections(corners, box, np.array(["7H"] * n), np.full(n, confidence, np.float32), np.ones(n, bool),
                       np.ones(n, bool), ((("7H", confidence),),) * n, tuple(np.array(at, np.float32) for at in marks))
    count = LaidScore(Score())
    count.add(SCENE, found)
    return count


def test_a_detection_with_the_marks_of_two_cards_is_counted_and_whether_it_is_believed():
    right = told(MARKS[1], MARKS[0])
    assert (right.joined, right.score.cards, right.score.right) == (0, 2, 2)
    crossed = [MARKS[0][0], MARKS[1][1]]
    assert (told(crossed).joined, told(crossed).surely) == (1, 1)
    assert (told(crossed, confidence=0.6).joined, told(crossed, confidence=0.6).surely) == (1, 0)
    assert told([MARKS[0][0], (300, 300)]).joined == 0  # what is printed nowhere is no second card


@pytest.mark.parametrize(("kind", "count"), [("alike", 2), ("unlike", 2), ("column", COLUMN)])
def test_cards_lie_a_step_apart(kind, count):
    rng = np.random.default_rng(3)
    for group in places(kind, 20.0, 120.0, rng):
        at = np.array(group)
        assert len(at) == count
        assert np.hypot(*np.diff(at[:, :2], axis=0).T) == pytest.approx(20)
    names = names_of(kind, count, rng)
    assert len(set(names)) == (1 if kind == "alike" else count)
