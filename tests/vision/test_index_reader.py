"""Models say what they are; outputs become probabilities."""

import numpy as np
import pytest

from vision.reading.agreement import label_scores
from vision.reading.index_reader import KINDS, LABELS, OUTPUTS, readings_of
from vision.reading.network import Network
from vision.reading.reader import MODELS, TableReader


def test_a_file_that_is_no_model_is_named(tmp_path):
    file = tmp_path / "finder.onnx"
    file.write_text("not a network")
    with pytest.raises(ValueError, match=r"finder\.onnx is not a usable ONNX model"):
        Network(file, "finder")


def test_a_missing_model_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"finder\.onnx"):
        TableReader(tmp_path)


def test_a_model_of_another_role_is_refused():
    with pytest.raises(ValueError, match="is not a finder model"):
        Network(MODELS / "reader.onnx", "finder")


def test_probabilities_over_all_labels_sum_to_one():
    out = np.random.default_rng(2).normal(0, 3, (6, OUTPUTS)).astype(np.float32)
    scores = label_scores(readings_of(out))
    assert scores.shape == (6, len(LABELS))
    assert np.exp(scores).sum(axis=1) == pytest.approx(np.ones(6), abs=1e-4)


def test_heat_is_taken_out_by_a_temperature():
    out = np.random.default_rng(3).normal(0, 5, (4, OUTPUTS)).astype(np.float32)
    assert np.exp(readings_of(out, 3.0).rank).max() < np.exp(readings_of(out, 1.0).rank).max()


def test_the_committed_models_name_their_classes():
    meta = Network(MODELS / "reader.onnx", "reader").facts
    assert meta["ranks"] == "A23456789TJQK"
    assert meta["kinds"].split() == list(KINDS)
    for key in ("input", "training_data", "date", "temperature"):
        assert meta[key]


def test_the_models_are_small():
    assert sum(file.stat().st_size for file in MODELS.glob("*.onnx")) < 10e6
