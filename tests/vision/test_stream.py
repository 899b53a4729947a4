"""A stream holds what a film showed: it comes back as it was written, and what is none is refused."""

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.markers import Markers
from vision.detections import FACE_DOWN, NO_CARD, Detections, DiceDetections, log_of
from vision.stream import (
    Look,
    SaidLine,
    Stream,
    StreamError,
    StreamHeader,
    ToldLine,
    TrueEvent,
    read_header,
    read_stream,
    write_stream,
)

NAMES = ("7H", "QC", "JK", NO_CARD, FACE_DOWN)


def cards(rng: np.random.Generator, n: int) -> Detections:
    corners = rng.uniform(-20, 1940, (n, 4, 2)).astype(np.float32)
    if n:
        corners[0] = np.nan
    chance = rng.dirichlet(np.full(len(NAMES), 0.2), n).reshape(n, len(NAMES))
    box = rng.uniform(0, 1900, (n, 4)).astype(np.float32)
    return Detections(corners, box, np.array(NAMES[:3])[rng.integers(0, 3, n)],
                      chance[:, 0].astype(np.float32), chance[:, 0] > 0.5, chance[:, 4] < 0.5, ((),) * n,
                      tuple(rng.uniform(0, 1900, (rng.integers(0, 3), 2)).astype(np.float32) for _ in range(n)),
                      NAMES, log_of(chance))


def some_stream(seed: int, frames: int) -> Stream:
    rng = np.random.default_rng(seed)
    looks = [Look(k / 10, rng.random((6, 7)) < 0.2, 20.0, cards(rng, int(rng.integers(0, 4))) if k % 3 == 0 else None,
                  np.eye(3) + rng.normal(0, 0.01, (3, 3)) if k == 5 else None,
                  DiceDetections(np.full((1, 4), 8, np.float32), np.array([6]), np.array([0.5], np.float32),
                                 np.array([False]))
                  if k == 4 else None,
                  Markers(np.array([2, 5]), rng.uniform(0, 1900, (2, 4, 2))) if k in (3, 7) else None)
             for k in range(frames)]
    header = StreamHeader(10.0, (1280, 720), "limbo", ("Ann", "Béa"), "Ann", {"target": "5"}, seats={"Ann": (1.5, 2.0)},
                          said=(SaidLine(0.5, "Ann play 7H = 7"),), told=(ToldLine(1.25, "Ann play 7H"),),
                          truth=(TrueEvent(1.0, "appeared", "7H", "7H", "pile", "", 3, "", ((1.0, 2.0),) * 4),),
                          odd_bands=True, networks={"reader.onnx": "ab"})
    return Stream(header, tuple(looks))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**31), frames=st.integers(0, 12))
def test_a_stream_comes_back_as_it_was_written(tmp_path: Path, seed: int, frames: int) -> None:
    stream = some_stream(seed, frames)
    write_stream(tmp_path / "a.stream", stream)
    back = read_stream(tmp_path / "a.stream")
    assert back.header == stream.header == read_header(tmp_path / "a.stream")
    assert len(back.looks) == len(stream.looks)
    for was, now in zip(stream.looks, back.looks, strict=True):
        assert (was.time_s, was.block_px) == (now.time_s, now.block_px)
        assert (was.moving == now.moving).all()
        assert (was.push is None and now.push is None) or np.array_equal(was.push, now.push)
        assert (was.dice is None) == (now.dice is None)
        assert (was.markers is None) == (now.markers is None)
        if was.markers is not None and now.markers is not None:
            assert was.markers.ids.tolist() == now.markers.ids.tolist()
            np.testing.assert_allclose(was.markers.corners_px, now.markers.corners_px, atol=0.04)
        assert_alike(was.detections, now.detections)


def assert_alike(was: Detections | None, now: Detections | None) -> None:
    if was is None or now is None:
        assert was is now
        return
    assert len(was) == len(now)
    for name in ("label", "sure", "face_up", "marks"):
        assert getattr(was, name).tolist() == getattr(now, name).tolist()
    for name in ("corners_px", "box_px"):
        np.testing.assert_allclose(getattr(was, name), getattr(now, name), atol=0.04)
    for a, b in zip(was.index_px, now.index_px, strict=True):
        np.testing.assert_allclose(a, b, atol=0.04)
    if len(was):
        assert was.names == now.names
        np.testing.assert_allclose(was.log_name, now.log_name, atol=0.26)
        likely = was.log_name > -2
        np.testing.assert_allclose(was.log_name[likely], now.log_name[likely], atol=1e-3)


def test_the_same_stream_is_the_same_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_stream(tmp_path / name, some_stream(7, 9))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_torn_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    write_stream(whole, some_stream(1, 9))
    data = whole.read_bytes()
    for cut in (0, 10, len(data) // 2, len(data) - 3):
        torn = tmp_path / "torn"
        torn.write_bytes(data[:cut])
        with pytest.raises(StreamError, match="torn"):
            read_stream(torn)
    damaged = bytearray(data)
    damaged[len(data) // 2] ^= 255
    (tmp_path / "torn").write_bytes(bytes(damaged))
    with pytest.raises(StreamError, match="torn"):
        read_stream(tmp_path / "torn")


def test_what_is_no_stream_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", header=np.frombuffer(b'{"a": 1}', np.uint8))
    with pytest.raises(StreamError, match="not a stream"):
        read_stream(tmp_path / "other.npz")
    with pytest.raises(StreamError, match="cannot be read"):
        read_stream(tmp_path / "missing")


def test_a_stream_of_another_format_is_refused(tmp_path: Path) -> None:
    write_stream(tmp_path / "a", some_stream(1, 3))
    with zipfile.ZipFile(tmp_path / "a") as archive, archive.open("header.npy") as file:
        header = json.loads(np.lib.format.read_array(file).tobytes())
    header["stream"] = 99
    np.savez(tmp_path / "b.npz", header=np.frombuffer(json.dumps(header).encode(), np.uint8))
    with pytest.raises(StreamError, match="format 99"):
        read_stream(tmp_path / "b.npz")
