"""One film watched as a long evening."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.tools.bench.endurance import laps, peak_mb


@pytest.fixture
def film(tmp_path: Path) -> Path:
    for k in range(6):
        cv2.imwrite(str(tmp_path / f"{k}.png"), np.full((40, 60, 3), 20 * k, np.uint8))
    return tmp_path


def test_laps_are_one_long_film(film: Path) -> None:
    frames = list(laps(film, seconds=2.0))
    times = [frame.time_s for frame in frames]
    assert times == sorted(set(times))
    assert 1.8 < times[-1] <= 2.0
    assert [frame.index for frame in frames] == list(range(len(frames)))
    assert len(frames) > 24  # four laps and more
    assert {int(frame.image[0, 0, 0]) for frame in frames[-6:]} == {0, 20, 40, 60, 80, 100}


def test_peak_memory_is_in_mib() -> None:
    before = peak_mb()
    block = np.ones(40 * 1024 * 1024, np.uint8)
    assert peak_mb() >= before
    assert 10 < peak_mb() < 16 * 1024
    del block


def test_the_app_is_given_a_frame_once_it_has_followed_the_one_before(film: Path) -> None:
    from companion.tools.evening import Laps

    source = Laps(film, seconds=1.0)
    first = source.read()
    assert first is not None
    assert source.read() is None
    source.wanted = True
    second = source.read()
    assert second is not None
    assert second.time_s > first.time_s
    while not source.ended:
        source.wanted = True
        source.read()
    assert source.frames > 10
