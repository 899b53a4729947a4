"""Drawn dice show what their truth says; targets read back; corrections lead back to the true pose."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the train extra (PyTorch)")

import torch

from models.drawing.card_scenes import CardSource
from models.drawing.dice_scenes import PIPS, Die, DieStyle, View, draw_dice_scene, random_mark, traced
from models.training.dice_examples import PipNet, crops_of, other_place
from models.training.italian_examples import FaceNet, likeness_loss
from models.training.spots import SpotNet, Things, area_size, picture_of, spot_loss, target_of, window
from vision.reading.dice import CROP, KINDS, OUTPUTS, turn_matrix
from vision.reading.face_crop import HEIGHT, WIDTH
from vision.reading.italian import OUTPUTS as FACE_OUTPUTS
from vision.reading.spots import PLACED, peaks_of

SIZES = (9.0, 85.0)
PLAIN = DieStyle(np.array([240.0, 240, 240]), np.array([10.0, 10, 10]), np.array([10.0, 10, 10]), 0.1, 2.0, 0.18, 0.18,
                 0.5, 0.0, 0.0, False, 0, np.zeros((8, 8), np.float32))


@pytest.fixture
def scene(tmp_path: Path) -> Things:
    """One drawn scene with dice, as training sees it."""
    surface = tmp_path / "table.jpg"
    cv2.imwrite(str(surface), np.full((700, 700, 3), (60, 110, 60), np.uint8))
    for seed in range(20):
        drawn = draw_dice_scene(np.random.default_rng([7, seed]), CardSource([], []), [surface], tidy=True)
        if len(drawn.dice) >= 3:
            break
    file = tmp_path / "scene.png"
    cv2.imwrite(str(file), drawn.image)
    return Things(file, np.array([d.quad for d in drawn.dice], np.float32), np.array([d.pips for d in drawn.dice]),
                  np.array([d.visible for d in drawn.dice], np.float32))


@pytest.mark.parametrize("top", range(1, 7))
def test_a_die_shows_as_many_pips_as_it_says(top):
    view = View(np.eye(3), 1500.0)
    die = Die(0.0, 0.0, 60.0, 0.4, top, PLAIN)
    sprite = traced(die, view, np.array([0.0, 0, -1]), 0.9, np.random.default_rng(1))
    assert sprite is not None
    bgra, (x, y) = sprite
    dark = ((bgra[..., :3].max(axis=2) < 100) & (bgra[..., 3] > 0.9)).astype(np.uint8)
    quad = (die.top_quad(view) - (x, y)).astype(np.int32)
    face = cv2.fillConvexPoly(np.zeros_like(dark), quad, 1)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark & face)
    assert sum(area > 20 for area in stats[1:count, cv2.CC_STAT_AREA]) == top == len(PIPS[top])


def test_a_mark_is_something():
    assert all(0.01 < random_mark(np.random.default_rng(seed)).mean() < 0.9 for seed in range(8))


def test_a_target_reads_back_as_what_it_was_made_from(scene):
    image, things = window(scene, np.random.default_rng(2), SIZES)
    things = Things(things.file, np.array([[[60, 60], [90, 60], [90, 90], [60, 90]]], np.float32), np.array([4]),
                    np.ones(1, np.float32))
    target = target_of(things, 0, lambda q: [], SIZES)
    out = np.concatenate([18 * target[:1] - 9, target[3:]])
    found = peaks_of(out.astype(np.float32), 0.5)
    assert image.shape[0] == image.shape[1] == 4 * target.shape[1]
    assert found.centre[0] == pytest.approx([75, 75], abs=0.05)
    assert found.size[0] == pytest.approx(30, rel=1e-3)


def test_what_is_half_covered_is_neither_wanted_nor_forbidden(scene):
    quad = np.array([[[60, 60], [90, 60], [90, 90], [60, 90]]], np.float32)
    target = target_of(Things(scene.file, quad, np.array([4]), np.full(1, 0.5, np.float32)), 0, lambda q: [], SIZES)
    assert target[0].max() == 0
    assert target[1, 75 // 4, 75 // 4] == 0


def test_a_crop_s_correction_leads_back_to_the_die(scene):
    rng = np.random.default_rng(5)
    whole = Things(scene.file, scene.quad, np.maximum(scene.label, 1), np.ones(len(scene.quad), np.float32))
    one = Things(whole.file, whole.quad[:1], whole.label[:1], whole.visible[:1])
    found = [example for example in crops_of(one, rng) if example.kind]
    assert found[0].crop.shape == (CROP, CROP, 3)
    assert np.hypot(*found[0].shift) < 1
    assert turn_matrix(0.3) @ turn_matrix(-0.3) == pytest.approx(np.eye(2), abs=1e-6)


def test_other_places_lie_beside_the_dice(scene):
    rng = np.random.default_rng(6)
    size, shape = area_size(scene.quad), picture_of(scene.file).shape
    for _ in range(40):
        place = other_place(scene, size, scene.centre, shape, rng)
        assert place is None or (np.hypot(*(scene.centre - place[0]).T) >= 0.5 * size * 0.99).all()


def test_the_networks_give_what_is_read():
    assert PipNet().eval()(torch.zeros(2, 3, CROP, CROP)).shape == (2, OUTPUTS)
    assert len(KINDS) + 3 == OUTPUTS
    assert SpotNet().eval()(torch.zeros(1, 3, 64, 96)).shape == (1, PLACED, 16, 24)
    assert FaceNet().eval()(torch.zeros(2, 3, HEIGHT, WIDTH)).shape[1] > FACE_OUTPUTS


def test_alike_faces_cost_less_than_strangers():
    card = torch.tensor([0, 0, 1, 1])
    near = torch.tensor([[1.0, 0], [1, 0], [0, 1], [0, 1]])
    assert likeness_loss(near, card) < likeness_loss(near[[0, 2, 1, 3]], card)


def test_a_perfect_answer_costs_nothing_but_its_heat(scene):
    _, things = window(scene, np.random.default_rng(2), SIZES)
    target = torch.from_numpy(target_of(things, 0, lambda q: [], SIZES))[None]
    out = torch.cat([18 * target[:, :1] - 9, target[:, 3:]], 1)
    _, parts = spot_loss(out, target)
    assert parts["place"] == parts["size"] == 0
