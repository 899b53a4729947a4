"""A network says on every processor what it was trained to say; a file that is none, or is damaged, is refused."""

import shutil
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pytest

from tests.fake_cards import table
from vision.frames import SourceError
from vision.reading.network import Network, keep_checksums
from vision.reading.reader import MODELS


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
    told = Network(file, by_steps.get_modelmeta().custom_metadata_map["role"]).run(picture)
    assert np.abs(told - expected).max() < 0.05 * np.ptp(expected)  # overflowing ones are off by a quarter and more


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
