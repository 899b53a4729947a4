"""Whenever a film is let go, the thread that read it ends; what was read before a turn is not looked at after it."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from companion.device.cameras import TurnedSource
from companion.device.source import Turning
from companion.sitting.camera_thread import Feed, Hearer
from vision.frames import Frame, FrameSource

PICTURE = np.random.default_rng(1).integers(60, 200, (120, 160, 3), np.uint8)  # nothing is wrong with it


class SlowFilm(FrameSource):
    """A picture a minute."""

    def __init__(self) -> None:
        super().__init__("a film")
        self.may_begin, self.read_twice = threading.Event(), threading.Event()
        self._count = -1

    def read(self, timeout_s: float = 1.0) -> Frame:
        self.may_begin.wait()
        self._count += 1
        if self._count:
            self.read_twice.set()
        return Frame(PICTURE, 60.0 * self._count)


def feeds() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "feed"]


@pytest.mark.parametrize("is_paused", [False, True])
def test_a_film_let_go_while_it_waits_for_its_next_picture_leaves_no_thread(is_paused: bool) -> None:
    film = SlowFilm()

    def take() -> None:
        if not film.read_twice.is_set():  # later on nobody reads any more
            feed.take()

    feed = Feed(lambda: film, Hearer(take, lambda: None, lambda _fault: None, lambda _trouble: None))
    film.may_begin.set()
    assert film.read_twice.wait(30)
    if is_paused:
        feed.pause(True)
    feed.close()
    feed.pause(is_paused)
    assert feeds() == []


class OneShot(FrameSource):
    """A camera that gives a picture whenever it is let."""

    live = is_camera = True

    def __init__(self) -> None:
        super().__init__("a camera")
        self.may = threading.Semaphore(0)

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        return Frame(PICTURE, time.monotonic()) if self.may.acquire(timeout=timeout_s) else None


def test_a_picture_from_before_a_turn_is_not_taken_after_it() -> None:
    camera = OneShot()
    came = threading.Semaphore(0)
    feed = Feed(lambda: TurnedSource(camera, Turning()),
                Hearer(came.release, lambda: None, lambda _fault: None, lambda _trouble: None))
    try:
        camera.may.release()
        assert came.acquire(timeout=30)  # it waits to be taken
        feed.turn(Turning(quarters=1))
        assert feed.take() is None
        camera.may.release(2)  # while it was turned one may just have been read
        assert came.acquire(timeout=30)
        frame = feed.take()
        assert frame is not None
        assert frame.image.shape[:2] == PICTURE.shape[1::-1]
    finally:
        feed.close()
