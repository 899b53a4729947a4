"""Designs: cards lie free of each other, and it is counted with how many a pack is said to be unknown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="measuring shares code with training, which needs the train extra (PyTorch)")

from models.drawing.photographed_faces import LABELS
from models.judging.designs import PICTURE, DesignScore, box_around, judged, laid, on_the_table, summary
from vision.detections import UNREAD, Detections
from vision.reading.card_reader import Region
from vision.reading.unknown_pack import Trust

FACES = {label: np.full((480, 336, 4), (40 + k, 90, 200, 255), np.uint8) for k, label in enumerate(LABELS)}


class ByColour:
    """Knows each card by the blue of its middle, or sees that cards lie there and none of their names."""

    def __init__(self, background: np.ndarray, maps: list[np.ndarray], reads: bool) -> None:
        self.maps, self.reads, self.bare, self.trust = maps, reads, background, Trust.NONE

    def read(self, image_bgr: np.ndarray, regions_px: Sequence[Region] | None = None) -> Detections:
        quads = [cv2.perspectiveTransform(np.array([[[0, 0], [336, 0], [336, 480], [0, 480]]], np.float32), m)[0]
                 for m in self.maps]
        lying = [quad for quad in quads if np.abs(image_bgr[tuple(quad.mean(axis=0).astype(int)[::-1])].astype(int)
                                                  - self.bare[0, 0]).max() > 60]
        n, corners = len(lying), np.array(lying, np.float32).reshape(-1, 4, 2)
        return Detections(corners, np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1),
                          np.array(["7H" if self.reads else UNREAD] * n), np.full(n, 0.99, np.float32),
                          np.full(n, self.reads), np.ones(n, bool), ((),) * n)


@pytest.mark.parametrize(("reads", "told"), [(False, 3), (True, 0)])
def test_it_is_counted_with_how_many_cards_a_pack_is_said_to_be_unknown(tmp_path: Path, reads: bool, told: int):
    background = np.zeros((*PICTURE[::-1], 3), np.uint8)
    cv2.imwrite(str(tmp_path / "table.png"), background)
    rng = np.random.default_rng(5)
    rng.choice(LABELS, 10, replace=False)  # as the cards are drawn first, then where they lie
    reader, result = ByColour(background, on_the_table(150.0, rng), reads), DesignScore()
    judged(FACES, reader, tmp_path / "table.png", 150.0, np.random.default_rng(5), result)
    assert result.told == [told]
    assert result.score.cards == 10
    assert result.score.named == (10 if reads else 0)
    assert reader.trust is Trust.FULL


def test_cards_lie_free_within_the_picture():
    boxes = np.array([box_around(FACES["7H"], at) for at in on_the_table(150.0, np.random.default_rng(2))])
    assert boxes.min() >= 0
    assert (boxes[:, 2:] <= PICTURE).all()
    apart = [(boxes[i, :2] > boxes[j, 2:]).any() or (boxes[j, :2] > boxes[i, 2:]).any() for i in range(10)
             for j in range(i)]
    assert all(apart)
    first = on_the_table(150.0, np.random.default_rng(2))[0]
    picture = laid(np.zeros((*PICTURE[::-1], 3), np.uint8), FACES["7H"], first)
    x1, y1, x2, y2 = boxes[0].astype(int)
    assert picture[(y1 + y2) // 2, (x1 + x2) // 2].tolist() == FACES["7H"][0, 0, :3].tolist()
    picture[y1:y2 + 1, x1:x2 + 1] = 0
    assert not picture.any()


def test_a_summary_counts_who_was_noticed_in_time():
    assert summary("not read", [3, 6, 0, 10]) == (
        "not read: of 4 layouts said to be unknown 1 by 3 cards, 2 by 6 cards, 3 by 10 cards")
    assert DesignScore().is_read
