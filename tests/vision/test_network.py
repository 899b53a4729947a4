"""The same files give the same answers in onnxruntime and in OpenCV, which stands in where the other is missing."""

import importlib.util
import shutil
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pytest

from tests.fake_cards import table
from vision.frames import SourceError
from vision.reading.finder import STRIDE, Finder
from vision.reading.index_reader import LABELS, RANKS, IndexReader
from vision.reading.network import Network, keep_checksums, metadata
from vision.reading.reader import MODELS, TableReader
from vision.reading.whole_face import FaceReader


def test_the_finder_answers_alike():
    picture = table()
    one, other = (Finder(MODELS / "finder.onnx", runner).raw(picture) for runner in ("onnxruntime", "opencv"))
    assert one.shape == other.shape == (21, 384 // STRIDE, 512 // STRIDE)
    assert np.corrcoef(one.ravel(), other.ravel())[0, 1] > 0.999  # they round 8-bit numbers a little differently
    assert np.median(np.abs(one - other)) < 0.02


def test_the_reader_answers_alike_for_any_number_of_crops():
    crops = np.random.default_rng(1).integers(60, 255, (9, 48, 48, 3)).astype(np.uint8)
    readers = [IndexReader(MODELS / "reader.onnx", runner) for runner in ("onnxruntime", "opencv")]
    for count in (9, 2, 5):
        one, other = (reader.read(crops[:count]) for reader in readers)
        assert one.rank.shape == (count, len(RANKS))
        assert np.abs(np.exp(one.rank) - np.exp(other.rank)).max() < 0.1
        assert np.abs(one.shift - other.shift).max() < 0.05


def test_faces_are_read_alike_for_any_number_of_cards():
    quads = np.array([[(x, y), (x + 100, y), (x + 100, y + 145), (x, y + 145)]
                      for x, y in ((30, 60), (148, 100), (266, 60), (384, 100))], np.float32)
    readers = [FaceReader(MODELS / "faces.onnx", runner) for runner in ("onnxruntime", "opencv")]
    for count in (4, 1):
        one, other = (reader.read(table(), quads[:count]) for reader in readers)
        assert one.log_label.shape == (count, len(LABELS))
        assert np.abs(np.exp(one.log_label) - np.exp(other.log_label)).max() < 0.15
        assert np.abs(one.quad - other.quad).max() < 6


def test_whole_tables_are_read_alike():
    one, other = (TableReader(runner=runner).read(table()) for runner in ("onnxruntime", "opencv"))
    assert len(one) >= 4
    assert one.label.tolist() == other.label.tolist()
    assert one.sure.tolist() == other.sure.tolist()
    assert np.abs(one.confidence - other.confidence).max() < 0.1


@pytest.mark.parametrize("file", sorted(MODELS.glob("*.onnx")), ids=lambda file: file.stem)
def test_no_processor_lets_sums_of_8_bit_numbers_overflow(file: Path) -> None:
    """As onnxruntime runs it here, a network says what it says computed step by step in float."""
    exact = onnxruntime.SessionOptions()
    exact.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    by_steps = onnxruntime.InferenceSession(str(file), exact, providers=["CPUExecutionProvider"])
    given = by_steps.get_inputs()[0]
    height, width = (size if isinstance(size, int) else 256 for size in given.shape[2:])
    picture = cv2.resize(table(), (width, height)).transpose(2, 0, 1)[None].astype(np.float32)
    expected = by_steps.run(None, {given.name: picture})[0]
    told = Network(file, metadata(file.read_bytes())["role"], "onnxruntime").run(picture)
    assert np.abs(told - expected).max() < 0.05 * np.ptp(expected)  # overflowing ones are off by a quarter and more


def test_opencv_stands_in_where_onnxruntime_is_missing(monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "onnxruntime" else found(name))
    assert Network(MODELS / "reader.onnx", "reader").runner == "opencv"


def test_what_a_file_says_of_itself_is_read_without_a_library():
    facts = metadata((MODELS / "reader.onnx").read_bytes())
    assert facts["ranks"] == RANKS
    assert facts["role"] == "reader"


@pytest.mark.parametrize("content", [b"", b"not a network", b"\x72\xff\xff"])
def test_a_file_that_is_no_network_is_refused(content, tmp_path: Path):
    (tmp_path / "reader.onnx").write_bytes(content)
    with pytest.raises(ValueError, match="not a usable ONNX model"):
        Network(tmp_path / "reader.onnx", "reader")


def test_a_damaged_network_is_refused(tmp_path: Path) -> None:
    for file in (MODELS / "SHA256SUMS", MODELS / "dice-reader.onnx"):
        shutil.copy(file, tmp_path)
    spoilt = tmp_path / "dice-reader.onnx"
    assert Network(spoilt, "dice-reader").facts["role"] == "dice-reader"
    data = bytearray(spoilt.read_bytes())
    data[len(data) // 2] ^= 1
    spoilt.write_bytes(data)
    with pytest.raises(SourceError, match="is damaged"):
        Network(spoilt, "dice-reader")


def test_the_checksums_are_those_of_the_networks(tmp_path: Path) -> None:
    """Where this fails, a network was exchanged: (cd models && sha256sum *.onnx > SHA256SUMS)."""
    for file in (MODELS / "SHA256SUMS", *MODELS.glob("*.onnx")):
        shutil.copy(file, tmp_path)
    keep_checksums(tmp_path)
    assert (tmp_path / "SHA256SUMS").read_text() == (MODELS / "SHA256SUMS").read_text()
