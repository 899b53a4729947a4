"""Cameras have names, and pictures are turned as the camera hangs."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.device.cameras import NamedCamera, TurnedSource, cameras
from vision.frames import FolderSource


def camera(index: int, name: str, path: str | None = None, vid: int | None = None) -> SimpleNamespace:
    return SimpleNamespace(index=index, name=name, path=path, vid=vid, pid=vid)


def test_cameras_have_names_and_two_of_a_kind_are_told_apart() -> None:
    found = cameras(lambda backend: [camera(2, "C270", "/dev/video2", 7), camera(0, "Built in ", "/dev/video0"),
                                     camera(4, "C270", "/dev/video4", 7), camera(700, "C270", "/dev/video4", 7)])
    assert [(one.number, one.name) for one in found] == [(0, "Built in"), (2, "C270 1"), (4, "C270 2")]
    assert len({one.key for one in found}) == 3


def test_a_camera_without_a_name_has_its_number() -> None:
    assert cameras(lambda backend: [camera(1, "")]) == (NamedCamera(1, "1", "1"),)


def test_this_device_can_be_asked() -> None:
    assert isinstance(cameras(), tuple)


@pytest.mark.parametrize(("quarters", "is_mirrored", "where"), [
    (0, False, (0, 0)), (1, False, (0, 2)), (2, False, (1, 2)), (3, False, (1, 0)), (0, True, (0, 2)),
    (1, True, (1, 2)), (5, False, (0, 2))])
def test_pictures_are_turned_and_mirrored_back(tmp_path: Path, quarters: int, is_mirrored: bool,
                                               where: tuple[int, int]) -> None:
    """A white corner at the top left goes where it belongs; `where` in thirds of a picture two by three."""
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[:20, :20] = 255
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    with TurnedSource(FolderSource(tmp_path), quarters, is_mirrored) as source:
        frame = source.read()
        assert frame is not None
        assert source.ended
    height, width = frame.image.shape[:2]
    assert (height, width) == ((60, 40) if quarters % 2 else (40, 60))
    y, x = np.argwhere(frame.image[..., 0] > 128).mean(axis=0) / (height, width)
    assert (y > 0.5, x > 0.5) == (where[0] > 0, where[1] > 0)
