"""Cameras have names, pictures are turned as the camera hangs, and a dead one is not taken for a quiet table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from fake_cards import table

from companion.device.cameras import NamedCamera, Previews, TurnedSource, cameras, open_named
from companion.device.picture_watch import PictureWatch
from companion.device.source import Turning
from companion.following.loop import watch
from companion.sitting.camera_thread import Feed, Hearer
from companion.words import texts
from vision import frames
from vision.frames import FolderSource, Frame, FrameSource, LiveSource, SourceError
from vision.reading.mirrored import left_for_right
from vision.reading.reader import TableReader

RNG = np.random.default_rng(7)


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
    with TurnedSource(FolderSource(tmp_path), Turning(quarters % 4, is_mirrored)) as source:
        frame = source.read()
        assert frame is not None
        assert source.ended
    height, width = frame.image.shape[:2]
    assert (height, width) == ((60, 40) if quarters % 2 else (40, 60))
    y, x = np.argwhere(frame.image[..., 0] > 128).mean(axis=0) / (height, width)
    assert (y > 0.5, x > 0.5) == (where[0] > 0, where[1] > 0)


def test_turning_and_mirroring_are_as_people_see_them() -> None:
    """Whatever was done before, a turn is clockwise and a mirror swaps left and right of what is shown."""
    picture = np.arange(6, dtype=np.uint8).reshape(2, 3, 1).repeat(3, axis=2)

    def shows(turning: Turning) -> np.ndarray:
        frame = TurnedSource(Told(iter([picture])), turning).read()
        assert frame is not None
        return frame.image

    turning = Turning()
    for step in "tmttmtmmt":
        before = shows(turning)
        turning = turning.turned() if step == "t" else turning.mirrored()
        wanted = cv2.rotate(before, cv2.ROTATE_90_CLOCKWISE) if step == "t" else cv2.flip(before, 1)
        assert np.array_equal(shows(turning), wanted)


def test_a_name_opens_its_camera_wherever_it_is_plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []

    class Capture:
        def __init__(self, number: int) -> None:
            opened.append(number)

        def isOpened(self) -> bool:  # noqa: N802
            return True

        def read(self) -> tuple[bool, np.ndarray]:
            return True, STILL

        def release(self) -> None:
            pass

    monkeypatch.setattr("companion.device.cameras.best_camera", Capture)
    for number in (2, 5):
        listed = [camera(number, "C270", f"/dev/video{number}")]
        with open_named("C270", enumerate_cameras=lambda backend, listed=listed: listed) as source:
            frame = source.read()
            assert frame is not None
            assert source.name == "C270"
    assert opened == [2, 5]


def test_a_name_that_no_camera_has_is_a_file_or_nothing(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no file or folder"):
        open_named(str(tmp_path / "C270"), enumerate_cameras=lambda backend: [])


def test_every_camera_shows_a_small_live_picture_though_one_hangs() -> None:
    hangs = threading.Event()

    def open_one(named: NamedCamera) -> FrameSource:
        if named.name == "Hangs":
            hangs.wait(30)
        if named.name == "Taken":
            raise SourceError("There is no picture from Taken.")
        return Told(shown(lambda: sensed((720, 1280)), 500))

    previews = Previews("Own", lambda backend: [camera(n, name, f"/dev/video{n}") for n, name in enumerate(
        ("Hangs", "Taken", "C270", "Own"))], open_one)
    until(lambda: "C270" in previews.pictures and "Taken" in previews.faults)
    assert previews.cameras is not None
    assert [one.name for one in previews.cameras] == ["Hangs", "Taken", "C270", "Own"]
    assert previews.pictures["C270"].shape == (180, 320, 3)
    assert previews.pictures.keys() == {"C270"}
    hangs.set()
    previews.close()


# -- dead pictures -----------------------------------------------------------------------------------


def sensed(shape: tuple[int, int] = (48, 64)) -> np.ndarray:
    """A picture of a table with the noise of a sensor."""
    picture = np.full((*shape, 3), 90, np.int16)
    picture[:, ::8] = 160
    return np.clip(picture + RNG.integers(-4, 5, picture.shape), 0, 255).astype(np.uint8)


BLACK = np.zeros((48, 64, 3), np.uint8)
STILL = sensed()
COVERED = np.full((48, 64, 3), 60, np.uint8)


class Told(FrameSource):
    """A camera that shows what it is told to: a picture each half second of its own time, None for none."""

    live = is_camera = True

    def __init__(self, pictures: Iterator[np.ndarray | None], is_camera: bool = True, trouble: str = "") -> None:
        super().__init__("told")
        self.is_camera, self.pictures, self.time_s, self.said = is_camera, pictures, 0.0, trouble
        self.closed = threading.Event()

    @property
    def trouble(self) -> str:
        return self.said

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        picture = next(self.pictures, None)
        self.time_s += 0.5
        return None if picture is None else Frame(picture, self.time_s)

    def close(self) -> None:
        super().close()
        self.closed.set()


def shown(make: Callable[[], np.ndarray | None], count: int) -> Iterator[np.ndarray | None]:
    return (make() for _ in range(count))


@pytest.mark.parametrize(("picture", "fault"), [(STILL, "frozen"), (BLACK, "black"), (COVERED, "covered"),
                                                (None, "lost")])
def test_a_dead_picture_is_said_within_three_seconds_and_forgotten_with_the_next_living_one(
        picture: np.ndarray | None, fault: str) -> None:
    source = Told(iter(()))
    watch = PictureWatch(source, clock=lambda: source.time_s)
    faults = []
    for make, count in ((sensed, 8), (lambda: picture, 8), (sensed, 4)):
        source.pictures = shown(make, count)
        faults += [watch.look(source.read()) for _ in range(count)]
    assert faults[:8] == [""] * 8
    assert fault in faults[8:8 + 6]  # six halves of a second
    assert faults[17:] == [""] * 3


def test_a_film_that_shows_one_picture_for_long_is_never_called_frozen() -> None:
    film = Told(shown(lambda: STILL, 60), is_camera=False)
    watch = PictureWatch(film)
    assert {watch.look(film.read()) for _ in range(60)} == {""}


def test_a_phone_that_is_turned_waits_until_it_is_turned_back() -> None:
    source = Told(iter([sensed(), sensed((64, 48)), sensed((64, 48)), sensed()]))
    watch = PictureWatch(source)
    seen = [(watch.look(source.read()), watch.is_doubtful) for _ in range(4)]
    assert seen == [("", False), ("turned", True), ("turned", True), ("", False)]


def test_what_a_phone_says_of_itself_is_said_at_once() -> None:
    assert PictureWatch(Told(iter(()), trouble="It sleeps.")).look(None) == "said"
    assert texts.picture_fault("said", "It sleeps.") == "It sleeps."


class Heard:
    """What a feed tells, in order."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.feed: Feed | None = None
        self.taken: list[float] = []

    def follow(self, open_source: Callable[[], FrameSource]) -> Feed:
        self.feed = Feed(open_source, Hearer(self._take, lambda: self.told.append("end"),
                                             lambda fault: self.told.append(str(fault)), self.told.append))
        return self.feed

    def _take(self) -> None:
        until(lambda: self.feed is not None)
        assert self.feed is not None
        frame = self.feed.take()
        self.taken += [frame.time_s] if frame else []


def until(happens: Callable[[], object], longest_s: float = 30.0) -> None:
    end_s = time.monotonic() + longest_s
    while not happens():
        assert time.monotonic() < end_s, "It did not happen."
        time.sleep(0.01)


def test_nothing_is_read_from_a_black_picture_and_the_bar_goes_when_light_is_back() -> None:
    def pictures() -> Iterator[np.ndarray | None]:
        for make, count in ((sensed, 4), (lambda: BLACK, 8), (sensed, 4)):
            yield from shown(make, count)
        source.ended = True

    source, heard = Told(pictures()), Heard()
    feed = heard.follow(lambda: source)
    until(lambda: "end" in heard.told)
    assert heard.told == [texts.PICTURE_FAULTS["black"], "", "end"]
    assert not [time_s for time_s in heard.taken if 2.0 < time_s <= 6.0]
    assert feed.given is not None
    assert feed.given[:2] == (64, 48)
    feed.close()
    assert source.closed.wait(10)


def test_a_camera_that_hangs_is_given_up_while_everything_else_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "GIVEN_UP_S", 0.3)
    wakes, heard = threading.Event(), Heard()
    feed = heard.follow(lambda: LiveSource("camera 7", wakes.wait))  # type: ignore[arg-type]
    assert heard.told == []  # whoever asked for it has not waited
    until(lambda: heard.told)
    assert heard.told == ["camera 7 has not answered for 0.3 seconds; it was given up."]
    wakes.set()
    feed.close()


def test_a_source_that_opens_too_late_is_let_go_and_nobody_hears_of_it() -> None:
    opens, heard, source = threading.Event(), Heard(), Told(shown(sensed, 3))

    def slowly() -> FrameSource:
        opens.wait(30)
        return source

    feed = heard.follow(slowly)
    closing = threading.Thread(target=feed.close)
    closing.start()
    opens.set()
    closing.join()
    assert source.closed.wait(10)
    assert heard.told == []


def test_a_camera_that_cannot_be_opened_is_said() -> None:
    def none() -> FrameSource:
        raise SourceError("There is no picture from camera 3.")

    heard = Heard()
    heard.follow(none)
    until(lambda: heard.told)
    assert heard.told == ["There is no picture from camera 3."]


# -- mirrored pictures -----------------------------------------------------------------------------------


def test_a_mirrored_camera_is_noticed_where_cards_lie() -> None:
    reader, picture = TableReader(), left_for_right(table())
    found = reader.read(picture)
    assert reader.mirrored
    in_order = found.label[np.argsort(found.centre_px[:, 0])]
    assert in_order.tolist() == ["9D", "KD", "QD", "7D"]


def test_watching_says_once_that_a_camera_shows_left_for_right(capsys: pytest.CaptureFixture[str]) -> None:
    class Follows:
        reader = SimpleNamespace(mirrored=True)

        def see(self, frame: Frame) -> list[object]:
            return []

        def finish(self) -> list[object]:
            return []

    def pictures() -> Iterator[np.ndarray | None]:
        yield from shown(sensed, 5)
        source.ended = True

    source = Told(pictures())
    watch(source, Follows(), None, lambda message: None)  # type: ignore[arg-type]
    assert capsys.readouterr().err.splitlines() == [texts.MIRRORED.format(name="told")]
