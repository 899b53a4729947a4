"""The looker tells what moves in every frame, and reads the whole picture while something has changed lately."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from fake_table import FPS, SIZE, FakeTable, to_px

from calibration.markers import marker_modules
from vision.detections import Detections, DiceDetections
from vision.frames import Frame
from vision.looker import DICE_EVERY, FASTEST_S, Looker
from vision.stream import Look


def seen(table: FakeTable, looker: Looker, seconds: float) -> list[Look]:
    return [looker.see(table.frame()) for _ in range(round(seconds * FPS))]


def read_times(looks: list[Look]) -> list[float]:
    return [round(look.time_s, 2) for look in looks if look.detections is not None]


def test_a_still_table_is_read_for_a_while_and_then_costs_nothing() -> None:
    table = FakeTable()
    table.lay("7H", (0, 0))
    looks = seen(table, Looker(table), 10)
    assert read_times(looks)[0] == 0.0
    assert max(read_times(looks)) < 3
    assert not any(look.moving.any() for look in looks)


def test_what_changes_is_read_four_times_a_second_and_once_more_after_it_lies_still() -> None:
    table = FakeTable()
    looker = Looker(table)
    seen(table, looker, 6)
    table.lay("7H", (100, 0))
    looks = seen(table, looker, 2)
    assert len(read_times(looks)) == 8
    assert all(look.detections.label.tolist() == ["7H"] for look in looks if look.detections is not None)
    assert looks[0].moving.any()
    assert not looks[-1].moving.any()


def test_an_arm_moves_where_it_is_and_nowhere_else() -> None:
    table = FakeTable()
    looker = Looker(table)
    seen(table, looker, 1)
    for x in range(0, 200, 20):
        table.hand_mm = (x, 60)
        look = looker.see(table.frame())
        middle = to_px(np.array([x, 60.0])) / look.block_px
        rows, columns = np.nonzero(look.moving)
        assert len(rows) > 3
        assert rows.min() >= middle[1] - 2
        assert abs(columns - middle[0]).max() < 8


def test_a_lamp_that_is_dimmed_moves_nothing() -> None:
    table = FakeTable()
    looker = Looker(table)
    table.lay("7H", (0, 0))
    seen(table, looker, 1)
    moving = []
    for light in np.linspace(1, 0.6, 20):
        table.light = float(light)
        moving.append(looker.see(table.frame()).moving.mean())
    assert max(moving) < 0.02


def test_a_pushed_camera_is_found_once_with_the_way_it_went() -> None:
    rng = np.random.default_rng(4)
    picture = cv2.resize(rng.integers(0, 255, (60, 100, 3), dtype=np.uint8), SIZE, interpolation=cv2.INTER_CUBIC)
    table, looker = FakeTable(), Looker(FakeTable())
    pushes = []
    for k in range(4 * FPS):
        image = picture if k < FPS else np.roll(picture, (9, 14), axis=(0, 1))
        look = looker.see(replace(table.frame(), image=image))
        pushes += [look.push] if look.push is not None else []
    assert len(pushes) == 1
    now = np.array([[[300.0, 200.0]]])
    np.testing.assert_allclose(cv2.perspectiveTransform(now, pushes[0]) - now, [[[-14, -9]]], atol=0.7)


def test_frames_that_come_seldom_are_all_read() -> None:
    table = FakeTable()
    looker = Looker(table)
    looks = []
    for k in range(8):
        table.hand_mm = (20.0 * k, 50)
        frame = table.frame()
        looks.append(looker.see(Frame(frame.image, k * 0.5, k)))
    assert all(look.detections is not None for look in looks)


class Slow:
    """A reader that takes its time, and the clock that tells so."""

    def __init__(self, table: FakeTable, takes_s: float) -> None:
        self.table, self.takes_s, self.now_s = table, takes_s, 0.0

    def read(self, image: np.ndarray, regions_px: np.ndarray | None = None) -> Detections:
        self.now_s += self.takes_s
        return self.table.read(image)

    def clock(self) -> float:
        return self.now_s


class Keeping:
    """A reader that keeps the pictures it was shown."""

    def __init__(self, table: FakeTable) -> None:
        self.table, self.pictures = table, list[np.ndarray]()

    def read(self, image: np.ndarray, regions_px: np.ndarray | None = None) -> Detections:
        self.pictures.append(image)
        return self.table.read(image)


def test_a_still_table_in_dim_light_is_read_with_less_noise_than_any_frame_has() -> None:
    table, rng = FakeTable(), np.random.default_rng(11)
    keeping = Keeping(table)
    looker = Looker(keeping)
    still = cv2.GaussianBlur(table.frame().image, (0, 0), 2.0).astype(float)
    for k in range(FPS):
        noisy = np.clip(still + rng.normal(0, 8, still.shape), 0, 255).astype(np.uint8)
        looker.see(Frame(noisy, k / FPS, k))
    first, last = (float((picture - still).std()) for picture in (keeping.pictures[0], keeping.pictures[-1]))
    assert last < 0.8 * first


@pytest.mark.parametrize(("takes_s", "looks_in_two_seconds"), [(0.01, 15), (0.5, 8)])
def test_where_reading_is_quick_it_is_done_twice_as_often(takes_s: float, looks_in_two_seconds: int) -> None:
    table = FakeTable()
    slow = Slow(table, takes_s)
    looker = Looker(slow, fastest_s=FASTEST_S, clock=slow.clock)
    seen(table, looker, 6)
    table.lay("7H", (100, 0))
    assert abs(len(read_times(seen(table, looker, 2))) - looks_in_two_seconds) <= 1


def test_that_no_die_lies_there_is_told_and_is_not_the_same_as_not_having_looked() -> None:
    class NoDice:
        def read(self, image: np.ndarray, cards_px: np.ndarray | None = None) -> DiceDetections:
            return DiceDetections.empty()

    table = FakeTable()
    looks = [look for look in seen(table, Looker(table, dice=NoDice()), 2.0) if look.detections is not None]
    told = [len(look.dice) for look in looks if look.dice is not None]
    assert told == [0] * (len(looks) // DICE_EVERY)


def test_printed_markers_are_looked_for_where_they_are_wanted_once_a_second() -> None:
    table = FakeTable()
    looker = Looker(table, wants_markers=True)
    looks = [looker.see(with_marker(table.frame())) for _ in range(round(2.2 * FPS))]
    marked = [look for look in looks if look.markers]
    assert [round(look.time_s) for look in marked] == [0, 1, 2]
    assert all(look.markers.ids.tolist() == [3] for look in marked if look.markers)
    looker.wants_markers = False
    assert not any(looker.see(with_marker(table.frame())).markers for _ in range(round(2 * FPS)))


def test_markers_under_a_camera_that_trembles_stay_where_they_are() -> None:
    table = FakeTable()
    looker, found = Looker(table, wants_markers=True), []
    for k in range(round(2.2 * FPS)):
        frame = with_marker(table.frame())
        tremble = (0, 0) if k == 0 else (k % 3, 2 - k % 5)
        look = looker.see(replace(frame, image=np.roll(frame.image, tremble, axis=(1, 0))))
        if look.markers is not None:
            found.append(look.markers.corners_px)
    assert len(found) == 3
    assert np.ptp(found, axis=0).max() < 0.5


def with_marker(frame: Frame) -> Frame:
    """The frame with a printed marker amid a white page."""
    picture = frame.image.copy()
    picture[100:220, 100:220] = 255
    picture[112:208, 112:208] = np.where(marker_modules(3), 0, 255).repeat(16, axis=0).repeat(16, axis=1)[..., None]
    return replace(frame, image=picture)
