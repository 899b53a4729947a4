"""Targets say what decoding reads back; networks have the shapes the programs expect; scoring counts right."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the train extra (PyTorch)")

import torch

from models.judging.photographs import fitted, score
from models.training.examples import (
    INDEX,
    NOTHING,
    WINDOW,
    IndexExample,
    Truth,
    disturbed,
    find_example,
    finder_target,
    quarter_turned,
    reader_batch,
)
from models.training.labelled import Labelled
from models.training.losses import finder_loss, reader_loss
from models.training.nets import FinderNet, IndexNet
from models.training.recipe import Learning, load_recipe
from models.training.train import learning_rate, progress_of
from vision.detections import Detections
from vision.reading.crop import CROP, correction
from vision.reading.finder import CHANNELS, decode_cards, decode_indices
from vision.reading.index_reader import OUTPUTS, IndexReader


def truth() -> Truth:
    quad = np.array([[80, 60], [150, 60], [150, 160], [80, 160]], np.float32)
    return Truth(Path("none.jpg"), np.array([[88, 72, 0, -1, 18], [300, 300, 1, 0, 30]], np.float32),
                 np.stack([quad, quad + 180]), np.array(["7H", "8S"]), np.array([1.0, 0.5]), quad[None],
                 np.array(["7H"]), np.array([1.0]), np.array([True]))


def test_a_target_reads_back_as_what_it_was_made_from():
    target = finder_target(truth())
    out = np.full((CHANNELS, *target.shape[1:]), -9, np.float32)
    out[0], out[1:14] = 18 * target[0] - 9, target[3:16]
    out[14:16], out[16:21] = 18 * target[16:18] - 9, target[20:25]
    found = decode_indices(out, 0.5)
    assert found.pose == pytest.approx(truth().pose[:1], abs=1e-3)
    assert found.quad[0] == pytest.approx(truth().quad[0], abs=1e-2)
    card = decode_cards(out, 0.5)
    assert card.place[0, :2] == pytest.approx([115, 110], abs=1e-3)
    assert card.face_up.tolist() == [True]


def test_no_loss_is_taken_at_half_covered_indices():
    target = finder_target(truth())
    assert target[1, 300 // 8, 300 // 8] == 0
    assert target[1, 72 // 8, 88 // 8] == 1


def test_a_quarter_turn_moves_points_with_the_picture():
    image = np.zeros((WINDOW, WINDOW))
    image[30, 100] = 1
    for turns in range(4):
        x, y = quarter_turned(np.array([100.0, 30.0]), turns, WINDOW - 1)
        assert np.rot90(image, turns)[int(y), int(x)] == 1


def test_disturbed_poses_can_be_corrected():
    rng, pose = np.random.default_rng(1), np.array([50, 60, 0.6, -0.8, 22], np.float32)
    for _ in range(20):
        shift, _, log_scale = correction(disturbed(pose, rng), pose)
        assert np.abs(shift).max() < 1
        assert abs(log_scale) < 1.5


def test_the_networks_take_a_step():
    finder, reader = FinderNet(), IndexNet()
    loss, _ = finder_loss(finder(torch.zeros(1, 3, WINDOW, WINDOW)), torch.from_numpy(finder_target(truth())[None]))
    crop = np.zeros((CROP, CROP, 3), np.uint8)
    pictures, *wanted = reader_batch([IndexExample(crop, 3, 1, INDEX, (0, 0, 1, 0, 0), 1.0)] * 2, None)
    out = reader(pictures.float())
    assert out.shape == (2, OUTPUTS)
    (loss + reader_loss(out, *wanted)[0]).backward()
    assert all(p.grad is not None for p in [*finder.parameters(), *reader.parameters()])


def test_the_learning_rate_rises_and_falls():
    rates = [learning_rate(p, 1.0) for p in (0, 0.01, 0.5, 1)]
    assert rates[0] < rates[2] < rates[1] <= 1
    assert rates[3] < 0.05


def test_a_training_ends_by_its_steps_or_by_the_clock():
    assert progress_of(Learning(1, 1.0, 1, 0, steps=200), 50, 1e6) == 0.25
    assert progress_of(Learning(1, 1.0, 1, 0, minutes=2), 50, 30) == 0.25


def detections(*rows: tuple[str, tuple[int, int, int, int], bool]) -> Detections:
    box = np.array([row[1] for row in rows], np.float32)
    n = len(rows)
    return Detections(np.full((n, 4, 2), np.nan, np.float32), box, np.array([row[0] for row in rows]),
                      np.ones(n, np.float32), np.array([row[2] for row in rows]), np.ones(n, bool), ((),) * n)


def test_scoring_tells_right_wrong_twice_and_ghost_apart():
    cards = [Labelled("7H", (0, 0, 50, 70)), Labelled("8?", (100, 0, 150, 70))]
    found = detections(("7H", (2, 2, 52, 72), True), ("7H", (0, 0, 40, 60), True), ("9S", (100, 0, 150, 70), True),
                       ("8S", (101, 1, 150, 70), False), ("AS", (400, 400, 450, 470), True))
    result = score(found, cards, [])
    assert (result.cards, result.right, result.sure_right, result.wrong, result.ghosts) == (2, 2, 1, 1, 2)
    assert result.named == 5


def test_an_exported_network_says_what_it_is(tmp_path):
    onnx = pytest.importorskip("onnx", reason="exporting needs the train extra (onnx)")
    from models.training.export import described_file, export

    torch.save({"average": IndexNet().state_dict()}, tmp_path / "reader.pt")
    out = tmp_path / "reader.onnx"
    recipe = load_recipe("card_reader")
    assert export(recipe, {tmp_path / "reader.pt": 1.0}, out, described_file(recipe, sureness="[0.5]")) < 1e-3
    stored = {entry.key: entry.value for entry in onnx.load(out).metadata_props}
    assert stored["role"] == "reader"
    assert stored["ranks"] == "A23456789TJQK"
    reader = IndexReader(out)
    assert reader.weights.tolist() == [0.5]
    assert len(reader.read(np.zeros((3, CROP, CROP, 3), np.uint8))) == 3


def test_two_checkpoints_of_a_training_are_averaged_by_their_shares(tmp_path):
    pytest.importorskip("onnx", reason="exporting needs the train extra (onnx)")
    from models.training.export import averages

    for name, value, seen in (("now", 1.0, 7), ("before", 3.0, 5)):
        torch.save({"average": {"weight": torch.full((2,), value), "seen": torch.tensor(seen)}}, tmp_path / name)
    mean = averages({tmp_path / "now": 0.75, tmp_path / "before": 0.25})
    assert mean["weight"].tolist() == [1.5, 1.5]
    assert int(mean["seen"]) == 7


def test_weights_are_fitted_to_what_was_right():
    rng = np.random.default_rng(1)
    x = np.column_stack([np.ones(400), rng.normal(0, 2, 400)])
    right = (x[:, 1] + rng.normal(0, 0.5, 400) > 0).astype(float)
    weights = fitted(x, right)
    assert weights[1] > 1
    assert abs(weights[0]) < 1


def test_finds_of_the_finder_become_examples():
    image = np.full((WINDOW, WINDOW, 3), 200, np.uint8)
    right, wrong, half = truth().pose[0] + [1, 1, 0, 0, 2], np.array([250, 60, 0, 1, 20]), truth().pose[1]
    assert find_example(image, truth(), right).rank == 6
    assert find_example(image, truth(), wrong).kind == NOTHING
    assert find_example(image, truth(), half) is None
