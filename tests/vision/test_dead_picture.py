"""A frozen, black, covered or missing picture is noticed within 3 s, and forgotten within 1 s of its return."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from vision.frames import Frame
from vision.watching.dead_picture import DeadPicture, PictureFault

RNG = np.random.default_rng(4)
FPS = 10


def table() -> np.ndarray:
    """A green table with two white cards."""
    picture = np.full((180, 320, 3), (60, 110, 40), np.uint8)
    picture[40:100, 60:100] = picture[60:120, 160:200] = 235
    return picture


def sensed(picture: np.ndarray) -> np.ndarray:
    """As a camera sees it: every time a little otherwise."""
    return np.clip(picture + RNG.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)


def cap() -> np.ndarray:
    return sensed(np.full((180, 320, 3), 4, np.uint8))


def finger() -> np.ndarray:
    return sensed(np.full((180, 320, 3), (40, 50, 120), np.uint8))


FROZEN = table()
DEAD: dict[PictureFault, Callable[[], np.ndarray]] = {"frozen": lambda: FROZEN, "black": cap, "covered": finger}


def seconds(picture: Callable[[], np.ndarray], begin_s: float, length_s: float) -> Iterator[Frame]:
    for n in range(round(length_s * FPS)):
        yield Frame(picture(), begin_s + n / FPS, n)


def living() -> np.ndarray:
    return sensed(table())


@pytest.mark.parametrize("fault", DEAD)
def test_a_dead_camera_is_said_within_three_seconds_and_forgotten_within_one(fault: PictureFault) -> None:
    watch = DeadPicture()
    assert {watch.see(frame) for frame in seconds(living, 0, 5)} == {None}
    said = [(frame.time_s, watch.see(frame)) for frame in seconds(DEAD[fault], 5, 6)]
    assert {name for _, name in said} == {None, fault}
    assert next(time_s for time_s, name in said if name) - 5 <= 3
    assert {watch.see(frame) for frame in list(seconds(living, 11, 3))[1:]} == {None}


def test_a_short_moment_is_nothing() -> None:
    watch = DeadPicture()
    for begin_s in range(0, 20, 4):
        faults = [watch.see(frame) for frame in (*seconds(living, begin_s, 3), *seconds(cap, begin_s + 3, 1))]
        assert set(faults) == {None}


def test_a_quiet_table_is_not_frozen_and_a_bare_one_not_covered() -> None:
    assert {DeadPicture().see(frame) for frame in seconds(living, 0, 10)} == {None}
    bare = DeadPicture()
    assert {bare.see(frame) for frame in seconds(finger, 0, 10)} == {None}  # it was as flat from the beginning


def test_a_clock_that_stands_still_is_a_frozen_camera() -> None:
    watch = DeadPicture()
    faults = [watch.see(Frame(living(), min(n / FPS, 1.0), n)) for n in range(60)]
    assert faults[5] is None  # by the frames' own clock no time passes, so what reads the clock has to say it
    assert watch.missing(4.0) == "lost"


def test_a_camera_that_sends_nothing_is_lost_until_it_sends_again() -> None:
    watch = DeadPicture()
    assert watch.missing(0.0) is None
    assert watch.missing(2.5) == "lost"
    assert watch.see(Frame(living(), 3.0, 0)) is None
    assert watch.missing(4.0) is None
    assert watch.missing(5.5) == "lost"
