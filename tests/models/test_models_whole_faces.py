"""Whole faces are learnt from crops whose truth is where it says, and what is hidden is not asked for."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the train extra (PyTorch)")

import torch

from models.training.whole_face_examples import (
    FACE,
    NOTHING,
    WholeFaceCrops,
    WholeFaceNet,
    leaning,
    thing,
    whole_face_loss,
)
from vision.reading.face_crop import HEIGHT, WIDTH, frame
from vision.reading.index_reader import RANKS, SUITS
from vision.reading.whole_face import OUTPUTS


class OnePack:
    """Always the same white card with one black stroke down its left edge."""

    faces = [(np.zeros((1, 1, 4), np.uint8), "")] * 3000

    def renew(self, count: int) -> None:
        """Nothing new."""

    def face(self) -> tuple[np.ndarray, str]:
        """A card."""
        card = np.full((128, 90, 4), 255, np.uint8)
        card[8:-8, 5:12, :3] = 0
        return card, "7H"


@pytest.fixture
def crops(tmp_path: Path) -> WholeFaceCrops:
    surface = tmp_path / "table.jpg"
    cv2.imwrite(str(surface), np.full((400, 400, 3), (60, 110, 60), np.uint8))
    return WholeFaceCrops(OnePack(), [surface], 3)


def test_an_example_says_where_its_card_lies(crops):
    for _ in range(60):
        crop, rank, suit, kind, quad = crops.example()
        assert crop.shape == (HEIGHT, WIDTH, 3)
        if kind == FACE:
            assert (RANKS[rank], SUITS[suit]) == ("7", "H")
            assert np.abs(quad - frame()).max() < WIDTH
        else:
            assert (kind, rank, suit) == (NOTHING, -1, -1)


def test_a_card_that_others_hide_is_not_asked_for(crops):
    whole = frame()
    shares = [crops.cover(np.zeros((HEIGHT, WIDTH, 3), np.uint8), whole) for _ in range(200)]
    assert min(shares) == 0
    assert 0.6 < max(shares) <= 1


def test_a_leaning_card_is_shortened_one_way(crops):
    for seed in range(20):
        long, short = np.linalg.svd(leaning(np.random.default_rng(seed)))[1]
        assert 1 <= long / short <= 2.01


def test_things_that_look_like_cards_are_drawn_opaque():
    seeds = [seed for seed in range(20) if np.random.default_rng(seed).random() >= 0.35]  # no telephone: no font
    assert all(thing(np.random.default_rng(seed), [])[..., 3].min() == 255 for seed in seeds)


def test_the_network_gives_what_is_read_and_a_right_answer_costs_little():
    assert WholeFaceNet().eval()(torch.zeros(2, 3, HEIGHT, WIDTH)).shape == (2, OUTPUTS)
    out = torch.zeros(1, OUTPUTS)
    out[0, RANKS.index("7")] = out[0, len(RANKS) + SUITS.index("H")] = out[0, len(RANKS) + len(SUITS)] = 20.0
    truth = torch.tensor([RANKS.index("7")]), torch.tensor([SUITS.index("H")]), torch.tensor([FACE]), torch.zeros(1, 8)
    loss, parts = whole_face_loss(out, *truth)
    assert float(loss) < 1e-3
    assert parts["right"] == 1
