"""The camera screen as people use it: looked through, tapped on, its places dragged."""

from __future__ import annotations

import itertools
import os
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import cv2
import numpy as np
import pytest
from test_phone import at_the_page, needs_browser, shot
from test_survey import LAYOUT, SIZE, TwoCards, camera, grey, marker_picture, seen_from

from calibration import Calibration
from companion.device.source import Watch
from companion.device.tables import TableFiles
from companion.following.loop import live_table
from companion.log.session import SessionStore
from companion.sharing.phone import PhoneCamera
from companion.sharing.sources import PHONE, Sources
from companion.sitting.guide import guide_steps, next_step
from companion.sitting.sitting import Sitting
from companion.words import texts
from rules import Table, parse_action
from vision.frames import Frame, FrameSource
from vision.reading.card_reader import NoReader

if TYPE_CHECKING:
    from companion.screens.camera import CameraScreen
    from companion.tools.fingers import Hands

pytestmark = pytest.mark.skipif(sys.platform == "linux" and not os.environ.get("DISPLAY"),
                                reason="needs a display; `make test` brings one")


class Still(FrameSource):
    """A camera that always shows one picture."""

    live = True

    def __init__(self, image: np.ndarray) -> None:
        super().__init__("still")
        self.image, self.count = image, 0

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        self.count += 1
        time.sleep(0.01)  # else it takes the processor from what is tested
        return Frame(self.image, self.count * 0.5)


class Sensor(Still):
    """A camera whose sensor is never still, until it is told to show one picture only."""

    is_camera = True

    def __init__(self) -> None:
        super().__init__(grey(120))
        self.dead: np.ndarray | None = None

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        frame = super().read()
        assert frame is not None
        image = self.dead if self.dead is not None else self.image.copy()
        if self.dead is None:
            image[:, :, self.count % 3] += np.uint8(self.count % 7 + 1)
        return Frame(image, frame.time_s)


@pytest.fixture
def files(tmp_path: Path) -> TableFiles:
    return TableFiles(tmp_path)


@pytest.fixture
def store() -> SessionStore:
    return SessionStore(":memory:")


@pytest.fixture
def pictures() -> dict[str, np.ndarray]:
    """What each camera sees: 0 a table with markers, 1 one without."""
    return {"0": marker_picture(camera(30)), "1": grey(120)}


@pytest.fixture
def opened() -> list[Watch | None]:
    """How every sitting was opened."""
    return []


@pytest.fixture
def hands(store: SessionStore, files: TableFiles, pictures: dict[str, np.ndarray], opened: list[Watch | None]
          ) -> Iterator[Hands]:
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    def open_sitting(session: object, watch: Watch | None) -> Sitting:
        opened.append(watch)
        calibration = Calibration.load(watch.calibration) if watch and watch.calibration else None
        return Sitting(live_table(session, calibration, reader=NoReader()))  # type: ignore[arg-type]

    sources = Sources(lambda: PhoneCamera(files.folder, "127.0.0.1", ports=(0, 0)),
                      lambda text, fps: Still(pictures[text]))
    controller = Controller(store, open_sitting, sources.open, files=files, open_reader=lambda deck: TwoCards())
    app = CompanionApp(controller, files.folder / "settings.json", source="0", sources=sources)
    with Hands(app, (1280, 800)) as working:
        yield working


def try_camera(hands: Hands, source: str = "0") -> CameraScreen:
    """From setting up a game of Limbo to the camera screen."""
    hands.app.choose_game("limbo")
    hands.wait(lambda: hands.app.manager.current == "setup" and not hands.app.manager.transition.is_active)
    hands.app.setup.ids.source.text = source
    hands.tap_text(texts.CAMERA_AND_TABLE)
    shown: CameraScreen = hands.app.screen("camera")
    hands.wait(lambda: shown.view is not None and shown.view.aspects and shown.camera.texture)
    hands.wait(lambda: not hands.app.manager.transition.is_active)
    hands.frames(2)
    return shown


def window_of(shown: CameraScreen, mm: tuple[float, float]) -> tuple[float, float]:
    """Where a point of the table is in the window."""
    x, y = shown.zones.to_screen(shown.view.calibration.mm_to_px(np.array([mm])))[0]
    return float(x), float(y)


def test_the_markers_are_found_and_everything_about_the_view_is_told(hands: Hands) -> None:
    shown = try_camera(hands)
    hands.wait(lambda: shown.view.calibration is not None)
    hands.frames(2)
    assert shown.view.calibration.method == "markers"
    hands.tap_text(texts.VIEW_TAB)
    told = {row.name: row.level for row in shown.tabs["view"].rows}
    assert told[texts.ANGLE] == "good"
    assert len(told) == 7


def test_a_dragged_place_is_kept_for_the_next_deal(hands: Hands, files: TableFiles, opened: list[Watch | None]) -> None:
    shown = try_camera(hands)
    hands.wait(lambda: shown.view.calibration is not None)
    hands.tap_text(texts.ZONES_TAB)
    hands.drag(window_of(shown, LAYOUT["stock"].centre_mm), window_of(shown, (-260, 40)))
    hands.wait(lambda: shown.view.layout["stock"].centre_mm == pytest.approx((-260, 40), abs=3))
    hands.tap_text(texts.DONE)
    hands.wait(lambda: hands.app.manager.current == "setup" and not hands.app.manager.transition.is_active)
    hands.tap_text(texts.BEGIN)
    hands.wait(lambda: opened)
    assert opened[0] is not None
    assert opened[0].layout == files.layout("0", "limbo")
    assert opened[0].calibration == files.calibration("0")
    kept = files.kept_layout("0", "limbo", ("Cal", "Dee"))
    assert kept is not None
    assert kept["stock"].centre_mm == pytest.approx((-260, 40), abs=3)


def test_a_corner_makes_a_place_larger_and_a_button_makes_all_as_they_were(hands: Hands) -> None:
    shown = try_camera(hands)
    hands.wait(lambda: shown.view.calibration is not None)
    hands.tap_text(texts.ZONES_TAB)
    hands.tap_at(*window_of(shown, LAYOUT["pile"].centre_mm))
    assert shown.zones.chosen == "pile"
    corner = LAYOUT["pile"].corners_mm[2]
    hands.drag(window_of(shown, corner), window_of(shown, (corner[0] + 40, corner[1] + 30)))
    hands.wait(lambda: shown.view.layout["pile"] != LAYOUT["pile"])
    corners = np.array(shown.view.layout["pile"].corners_mm)
    assert np.allclose(corners[0], LAYOUT["pile"].corners_mm[0])  # the opposite corner stays
    assert np.allclose(corners[2], np.add(corner, (40, 30)), atol=3)
    assert np.allclose((corners[1] - corners[0]) @ (corners[3] - corners[0]), 0, atol=1)
    hands.tap_text(texts.RESET_ZONES)
    hands.wait(lambda: shown.view.layout == LAYOUT)


def test_places_are_moved_by_keys_alone(hands: Hands) -> None:
    shown = try_camera(hands)
    hands.wait(lambda: shown.view.calibration is not None)
    hands.key("4")
    before = LAYOUT[LAYOUT.names[0]].centre_mm
    for text in (texts.NEXT_ZONE, "→", "↓"):
        hands.press(text)
    hands.wait(lambda: shown.view.layout[LAYOUT.names[0]].centre_mm == (before[0] + 10, before[1] + 10))

def test_a_change_of_places_outlasts_what_was_known_before_it(hands: Hands) -> None:
    shown = try_camera(hands)
    hands.wait(lambda: shown.view.calibration is not None)
    hands.key("4")
    hands.press(texts.NEXT_ZONE)
    known = shown.view
    for way in ("right", "down"):
        shown.zones.nudge(way)
        shown.show(known)  # was on its way already
    before = LAYOUT[LAYOUT.names[0]].centre_mm
    assert shown.zones.zone.centre_mm == (before[0] + 10, before[1] + 10)


def test_four_taps_give_the_table_where_nothing_else_does(hands: Hands) -> None:
    shown = try_camera(hands, "1")
    assert shown.view.calibration is None
    hands.tap_text(texts.FIND_TAB)
    hands.tap_text(texts.BY_MARKERS)
    hands.wait(lambda: "printed markers" in shown.view.told)
    hands.tap_text(texts.BY_TAPS)
    hands.frames(2)
    paper = seen_from().to_px(np.array([[-148.5, -105], [148.5, -105], [148.5, 105], [-148.5, 105]]))
    with pytest.raises(AssertionError, match="no button"):
        hands.button(texts.USE_TAPS)  # not before there are four
    for x, y in shown.corners.to_screen(paper):
        hands.tap_at(float(x), float(y))
    assert np.allclose(shown.corners.points, paper, atol=2)
    hands.tap_text(texts.USE_TAPS)
    hands.wait(lambda: shown.view.calibration is not None and shown.view.calibration.method == "points")
    hands.tap_text(texts.ZONES_TAB)
    assert hands.button(texts.NEXT_ZONE)


def test_the_cards_give_the_table_and_are_outlined(hands: Hands) -> None:
    shown = try_camera(hands, "1")
    hands.tap_text(texts.FIND_TAB)
    hands.tap_text(texts.BY_CARDS)
    hands.wait(lambda: shown.view.calibration is not None)
    hands.wait(lambda: [mark.label for mark in hands.app.controller.marks] == ["A♣", "9♥"])
    assert shown.camera.frame_size == SIZE


def test_looking_for_the_table_can_be_called_off(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    read = TwoCards.read

    def slowly(self: TwoCards, *args: Any) -> Any:
        go_on.wait(30)
        return read(self, *args)

    monkeypatch.setattr(TwoCards, "read", slowly)
    shown = try_camera(hands, "1")
    hands.tap_text(texts.FIND_TAB)
    assert hands.button(texts.BY_CARDS)
    with pytest.raises(AssertionError):
        hands.button(texts.CANCEL)  # there is nothing to call off
    hands.tap_text(texts.BY_CARDS)
    hands.wait(lambda: shown.view.busy)
    hands.tap_text(texts.CANCEL)
    assert not shown.view.busy
    before = shown.view
    go_on.set()
    hands.wait(lambda: shown.view is not before)
    assert shown.view.calibration is None
    hands.tap_text(texts.BY_CARDS)  # and it may be tried again
    hands.wait(lambda: shown.view.calibration is not None)


def test_another_camera_is_chosen_and_remembered(hands: Hands) -> None:
    shown = try_camera(hands, "1")
    hands.tap_text(texts.SOURCE_TAB)
    hands.wait(lambda: shown.picker.previews.cameras is not None)
    hands.frames(2)
    hands.tap_text(texts.CAMERA_NUMBER.format(number="0"))
    hands.wait(lambda: shown.view.calibration is not None)
    hands.tap_text(texts.DONE)
    assert hands.app.setup.ids.source.text == "0"
    assert hands.app.settings.source == "0"


def test_a_camera_that_is_not_there_is_said_and_another_can_be_tried(hands: Hands, pictures: dict[str, np.ndarray]
                                                                     ) -> None:
    from vision.frames import open_source

    shown = try_camera(hands)
    desk = hands.app.controller.desk
    openers = desk.openers
    desk.openers = replace(openers, frames=open_source)
    shown.look_through("no-such-film.mp4")
    hands.wait(lambda: "no-such-film.mp4" in shown.problem)
    desk.openers = openers
    hands.wait(lambda: shown.tab == "source" and shown.picker.previews.cameras is not None)
    hands.frames(2)
    hands.tap_text(texts.CAMERA_NUMBER.format(number="0"))
    hands.wait(lambda: shown.view.aspects)


def test_the_deal_goes_on_where_it_was_after_the_camera_was_looked_through(
        hands: Hands, store: SessionStore, opened: list[Watch | None]) -> None:
    session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in ("table start 6D = 95", "Ann play 9C = 86"):
        session.append(parse_action(line), "camera")
    hands.app.carry_on(session.info.id)
    hands.wait(lambda: hands.app.table.view is not None and not hands.app.manager.transition.is_active)
    hands.tap_text(texts.MORE)
    hands.tap_text(texts.CAMERA_AND_TABLE)
    shown: CameraScreen = hands.app.screen("camera")
    hands.wait(lambda: shown.view is not None and shown.view.calibration is not None)
    hands.wait(lambda: not hands.app.manager.transition.is_active)
    for text in (texts.ZONES_TAB, texts.NEXT_ZONE, "→", texts.DONE):
        hands.tap_text(text)
    hands.wait(lambda: len(opened) == 2)
    assert opened[1] is not None
    assert opened[1].layout is not None
    hands.wait(lambda: hands.app.manager.current == "table" and not hands.app.manager.transition.is_active)
    assert hands.app.table.ids.panel.hero.text == "86"
    assert hands.app.table.sheet is None


def test_a_dead_picture_is_a_red_bar_over_the_table_and_questions_wait_for_its_return(
        hands: Hands, store: SessionStore) -> None:
    camera = Sensor()
    desk = hands.app.controller.desk
    desk.openers = replace(desk.openers, frames=lambda text: camera)
    session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
    session.append(parse_action("table start 6D = 95"), "camera")
    session.append(parse_action("Ann play AC"), "camera")  # 94 or 84: it is asked
    hands.app.carry_on(session.info.id)
    hands.wait(lambda: hands.app.table.sheet is not None and hands.app.table.sheet.name == "question")
    assert hands.app.picture_bar.height == 0
    camera.dead = np.zeros_like(camera.image)
    hands.wait(lambda: hands.app.picture_bar.text == texts.PICTURE_FAULTS["black"])
    hands.frames(2)
    assert hands.app.picture_bar.height > 0
    assert hands.app.table.sheet is None
    assert hands.button(texts.ADD_CARD)  # the deal goes on by touch
    camera.dead = None
    hands.wait(lambda: hands.app.picture_bar.text == "")
    hands.wait(lambda: hands.app.table.sheet is not None and hands.app.table.sheet.name == "question")


def test_a_camera_that_cannot_be_opened_leaves_a_table_that_is_played_by_touch(
        hands: Hands, store: SessionStore) -> None:
    from vision.frames import open_source

    desk = hands.app.controller.desk
    desk.openers = replace(desk.openers, frames=lambda text: open_source("no-such-film.mp4"))
    hands.app.carry_on(store.create("limbo", Table(("Ann", "Bob"), "Bob")).info.id)
    hands.wait(lambda: hands.app.table.view is not None and "no-such-film" in hands.app.table.ids.verdict.text)
    hands.wait(lambda: not hands.app.table.watching)
    assert hands.button(texts.ADD_CARD)


# -- the guide, the phone, turning ---------------------------------------------------------------------


def test_the_guide_says_one_thing_after_the_other_and_skips_what_suffices(hands: Hands, files: TableFiles) -> None:
    shown = try_camera(hands, "1")  # a table without markers
    hands.wait(lambda: shown.instruction.text == texts.GUIDE_SAYS["found"])
    assert [step.key for step in shown.steps if step.is_done] == ["camera", "light", "sharp"]
    hands.tap_text(texts.BY_CARDS)
    hands.wait(lambda: shown.instruction.text == texts.GUIDE_SAYS["places"])
    hands.tap_text(texts.PLACES_FIT)
    hands.wait(lambda: shown.instruction.text == texts.GUIDE_SAYS["done"])
    hands.frames(2)
    hands.tap(next(button for button in shown.guide.ids.buttons.children if button.text == texts.DONE))
    hands.wait(lambda: hands.app.manager.current == "setup")
    hands.wait(lambda: files.calibration("1").is_file())


@pytest.mark.parametrize(("spoil", "key"), [(lambda image: image // 9, "light"),
                                            (lambda image: cv2.GaussianBlur(image, (0, 0), 5), "sharp")])
def test_the_guide_asks_for_light_and_for_a_sharp_picture(hands: Hands, pictures: dict[str, np.ndarray], spoil: Any,
                                                          key: str) -> None:
    pictures["1"] = spoil(marker_picture(camera(30)))
    shown = try_camera(hands, "1")
    step = next_step(shown.steps)
    assert step is not None
    assert step.key == key


def test_without_a_picture_the_first_thing_is_a_camera() -> None:
    step = next_step(guide_steps(None, has_picture=False, places_fit=False))
    assert step is not None
    assert step.key == "camera"


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)])
def test_places_are_drawn_where_they_are_from_the_first_picture_on(hands: Hands, size: tuple[int, int]) -> None:
    """The outline of a place on the screen is where the picture shows that part of the table."""
    hands.resize(*size)
    shown = try_camera(hands)
    hands.wait(lambda: shown.view.calibration is not None)
    hands.frames(3)
    drawn = []
    place = shown.zones._draw_zone
    shown.zones._draw_zone = lambda name, outline, chosen: (drawn.append((name, outline)), place(name, outline, chosen))
    x, y, wide, high = shown.camera._rectangle.pos + shown.camera._rectangle.size
    assert wide / high == pytest.approx(SIZE[0] / SIZE[1], rel=0.01)
    shown.zones.redraw()
    for name, outline in drawn:
        px = shown.view.calibration.zone_outlines_px(shown.view.layout, 8)[name]
        wanted = np.column_stack([x + px[:, 0] / SIZE[0] * wide, y + (1 - px[:, 1] / SIZE[1]) * high])
        assert np.allclose(outline, wanted, atol=2), name
    assert len(drawn) == len(shown.view.layout.zones)
    stale = [float(value) for value in np.ravel(shown.camera.picture_box)]
    assert stale == pytest.approx([x, y, wide, high])


def test_a_picture_is_turned_and_mirrored_and_that_is_kept(hands: Hands, files: TableFiles,
                                                           pictures: dict[str, np.ndarray]) -> None:
    shown = try_camera(hands)
    hands.wait(lambda: shown.view.calibration is not None)
    hands.tap_text(texts.SOURCE_TAB)
    hands.wait(lambda: str(SIZE[0]) in shown.picker.given)
    hands.tap_text(texts.TURN_PICTURE)
    hands.wait(lambda: shown.camera.frame_size == (SIZE[1], SIZE[0]))
    hands.wait(lambda: shown.view.calibration is not None)  # found anew
    hands.tap_text(texts.MIRROR_PICTURE)
    hands.wait(lambda: files.turning("0").is_mirrored)
    hands.wait(lambda: shown.view.calibration is None)
    hands.tap_text(texts.DONE)
    assert files.turning("0").quarters == 3
    assert not files.calibration("0").exists()


def test_a_phone_becomes_the_camera_by_a_code_and_the_screen_says_which(hands: Hands) -> None:
    shown = try_camera(hands)
    hands.tap_text(texts.SOURCE_TAB)
    hands.tap_text(texts.A_PHONE)
    hands.wait(lambda: shown.code.data)
    phone = hands.app.sources.phone
    assert shown.code.data == phone.url
    assert not shown.camera.message
    assert shown.instruction.text == texts.PHONE["scan_here"]
    hands.wait(lambda: hands.app.picture_bar.text == texts.PHONE["waits"])
    table = marker_picture(camera(30))
    pictures = itertools.cycle([cv2.imencode(".jpg", table + np.uint8(k))[1].tobytes() for k in range(3)])  # it lives
    came, states = threading.Event(), list[dict[str, Any]]()

    async def act(browser: aiohttp.ClientSession, page: str) -> None:
        async with browser.ws_connect(page + "stream?id=aa", headers={"User-Agent": "iPhone Safari"}) as socket:
            while not came.is_set():
                await socket.send_bytes(shot(next(pictures)))
                message = await socket.receive_json(timeout=30)
                while "ack" not in message:
                    states.append(message.get("state", {}))
                    message = await socket.receive_json(timeout=30)

    streaming = threading.Thread(target=at_the_page, args=(phone, act))
    streaming.start()
    try:
        hands.wait(lambda: shown.instruction.text == texts.PHONE["here"].format(phone="iPhone, Safari"))
        hands.wait(lambda: shown.view.calibration is not None)
        assert not shown.code.data
        assert hands.app.picture_bar.text == ""
        hands.wait(lambda: states and states[-1].get("fits"))  # its frame is green, and it says what is left to do
        assert states[-1]["told"] == texts.GUIDE_SAYS["places"]
    finally:
        came.set()
        streaming.join()
    hands.wait(lambda: hands.app.picture_bar.text == texts.PHONE["gone"])
    hands.tap_text(texts.DONE)
    hands.wait(lambda: hands.app.manager.current == "setup")
    assert hands.app.settings.source == PHONE


def test_a_camera_that_shows_left_for_right_is_mirrored_back_and_that_is_said_once(
        hands: Hands, store: SessionStore, files: TableFiles, opened: list[Watch | None],
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "is_mirrored", property(lambda sitting: not files.turning("0").is_mirrored))
    told: list[str] = []  # a sentence may be shown and gone again between two frames of a busy machine
    hands.app.table.ids.verdict.bind(text=lambda _, text: told.append(text))
    hands.app.carry_on(store.create("limbo", Table(("Ann", "Bob"), "Bob")).info.id)
    hands.wait(lambda: texts.MIRRORED_BACK in told and len(opened) == 2)
    assert told.count(texts.MIRRORED_BACK) == 1
    assert files.turning("0").is_mirrored
    assert opened[1] is not None
    assert opened[1].calibration is None


def test_a_phone_sets_up_a_table_in_ten_taps_up_to_its_first_card() -> None:
    """The real browser as phone, from the start screen on: the code is read from the window."""
    needs_browser()
    from companion.tools.first_card import MOST_TAPS, set_up

    counted = set_up((1280, 800))
    assert counted.told.startswith("The starter is 6♦")
    assert len(counted.taps) <= MOST_TAPS
