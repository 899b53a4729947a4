"""Where frames come from, and what is said when they do not come."""

from __future__ import annotations

import struct
import threading
import time
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import frames
from vision.frames import FolderSource, LiveSource, Paced, SourceError, ask_best, open_source, read_picture

GREY = np.full((48, 64, 3), 128, np.uint8)


def folder_of(tmp_path: Path, count: int) -> Path:
    for k in range(count):
        cv2.imwrite(str(tmp_path / f"frame{k}.png"), np.full_like(GREY, k))
    return tmp_path


def film_of(path: Path, count: int, fps: float = 20) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (64, 48))
    for _ in range(count):
        writer.write(GREY)
    writer.release()
    return path


def test_a_folder_gives_its_pictures_in_the_order_people_count(tmp_path: Path) -> None:
    frames = list(open_source(str(folder_of(tmp_path, 12)), fps=10))
    assert [int(f.image[0, 0, 0]) for f in frames] == list(range(12))
    assert [f.time_s for f in frames] == pytest.approx([k / 10 for k in range(12)])


def test_a_film_gives_every_frame_with_rising_times(tmp_path: Path) -> None:
    with open_source(str(film_of(tmp_path / "film.mp4", 10))) as source:
        frames = list(source)
    assert [f.index for f in frames] == list(range(10))
    times = [f.time_s for f in frames]
    assert times == sorted(set(times))
    assert times[-1] == pytest.approx(9 / 20, abs=0.06)


def test_a_film_that_is_closed_gives_no_more_though_more_was_decoded(tmp_path: Path) -> None:
    source = open_source(str(film_of(tmp_path / "film.mp4", 30)))
    first = source.read()
    source.close()
    assert first is not None
    assert first.index == 0
    assert source.read() is None


@pytest.mark.parametrize(("make", "sentence"), [
    (lambda p: p / "none.mp4", "There is no file or folder"),
    (lambda p: p, "has no pictures in it"),
    (lambda p: _written(p / "bad.mp4"), "is not a film"),
])
def test_what_cannot_be_opened_is_one_sentence(tmp_path: Path, make, sentence: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=sentence):
        open_source(str(make(tmp_path)))


def test_a_broken_picture_is_named(tmp_path: Path) -> None:
    _written(tmp_path / "broken.png")
    with pytest.raises(ValueError, match=r"broken\.png is not a picture"):
        list(open_source(str(tmp_path)))


def _written(path: Path) -> Path:
    path.write_bytes(b"no pixels")
    return path


class Camera:
    """A camera that gives a picture when it has one."""

    def __init__(self, pictures: list[np.ndarray], opens: bool = True) -> None:
        self.pictures, self.opens = pictures, opens

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        return self.opens

    def read(self) -> tuple[bool, np.ndarray | None]:
        time.sleep(0.002)
        return (True, self.pictures.pop(0)) if self.pictures else (False, None)

    def release(self) -> None:
        pass


def test_a_camera_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(ValueError, match="no picture from camera 7"):
        LiveSource("camera 7", lambda: Camera([], opens=False))  # type: ignore[arg-type,return-value]


def test_a_live_source_gives_the_newest_frame() -> None:
    source = LiveSource("test", lambda: Camera([np.full_like(GREY, k) for k in range(20)]))  # type: ignore[arg-type,return-value]
    deadline = time.monotonic() + 5
    while source._newest is None or source._newest.index < 19:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    frame = source.read()
    assert frame is not None
    assert frame.index == 19
    source.close()


def test_a_stalled_camera_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.frames.REOPEN_S", 0.05)
    cameras = [Camera([GREY]), Camera([GREY])]
    source = LiveSource("test", lambda: cameras.pop(0) if cameras else Camera([]))  # type: ignore[arg-type,return-value]
    frames = [f for f in (source.read(0.5) for _ in range(4)) if f is not None]
    assert [f.index for f in frames] == [0, 1]
    assert not source.ended
    source.close()
    assert source.read(0.01) is None


def test_a_paced_film_skips_what_is_late(tmp_path: Path) -> None:
    clock = iter([0.0, 0.0, *[0.55] * 40])
    source = Paced(FolderSource(folder_of(tmp_path, 10), fps=10), clock=lambda: next(clock))
    first, second = source.read(), source.read()
    assert first is not None
    assert second is not None
    assert (first.index, second.index) == (0, 5)


def png_that_claims(width: int, height: int) -> bytes:
    """A whole PNG of one pixel, whose head says otherwise."""
    data = bytearray(cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1].tobytes())
    data[16:24] = struct.pack(">II", width, height)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    return bytes(data)


@pytest.mark.parametrize("size", [(65535, 65535), (20000, 20000), (9000, 9000)])
def test_a_picture_that_claims_to_be_huge_is_refused_before_it_is_read(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "huge.png"
    path.write_bytes(png_that_claims(*size))
    with pytest.raises(SourceError, match=r"huge\.png"):
        read_picture(path)


def test_a_large_photograph_is_read_smaller(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    path.write_bytes(cv2.imencode(".jpg", np.full((8200, 8400, 3), 90, np.uint8))[1].tobytes())
    assert read_picture(path).shape == (4100, 4200, 3)


def test_one_bad_picture_does_not_end_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png_that_claims(65535, 65535))
    (tmp_path / "b.png").write_bytes(cv2.imencode(".png", np.full((4, 4, 3), 7, np.uint8))[1].tobytes())
    (tmp_path / "c.png").mkdir()
    with open_source(tmp_path.as_posix()) as source:
        assert [frame.image[0, 0, 0] for frame in source] == [7]
        assert len(source.faults) == 2


def test_a_camera_that_hangs_is_given_up_and_nothing_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "GIVEN_UP_S", 0.2)
    wakes = threading.Event()
    with pytest.raises(SourceError, match="camera 7 has not answered"):
        LiveSource("camera 7", wakes.wait)  # type: ignore[arg-type]
    wakes.set()


class Modes:
    """A camera that has some sizes, and takes the largest of them that is no larger than what is asked for."""

    def __init__(self, *sizes: tuple[int, int]) -> None:
        self.sizes, self.asked = sizes, {}

    def set(self, what: int, value: float) -> bool:
        self.asked[what] = value
        return True

    def get(self, what: int) -> float:
        wide, high = self.asked[cv2.CAP_PROP_FRAME_WIDTH], self.asked[cv2.CAP_PROP_FRAME_HEIGHT]
        fitting = [size for size in self.sizes if size[0] <= wide and size[1] <= high]
        return max(fitting or [(640, 480)])[what == cv2.CAP_PROP_FRAME_HEIGHT]


@pytest.mark.parametrize(("sizes", "given"), [
    ([(1920, 1080), (1280, 720)], (1920, 1080)), ([(1280, 720)], (1280, 720)), ([], (640, 480))])
def test_the_best_mode_of_a_camera_is_asked_for(sizes: list[tuple[int, int]], given: tuple[int, int]) -> None:
    camera = Modes(*sizes)
    assert ask_best(camera) == given  # type: ignore[arg-type]
    assert camera.asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
