"""Looking at the table without judging it: how good the view is, finding the table, moving its places."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import Calibration, Zone, load_deck, load_layout
from calibration.markers import marker_modules, sheet_corners_mm
from companion.device.layouts import game_layout
from companion.device.tables import TableFiles
from companion.following.view_quality import aspects, elevation
from companion.sitting.survey import Survey
from companion.words import texts
from vision.detections import Detections
from vision.frames import Frame
from vision.watching.viewpoint import Viewpoint

SIZE = (1280, 720)
PLAYERS = ("Ann", "Bob")
LAYOUT = game_layout("limbo", PLAYERS)


def camera(tilt: float, distance_mm: float = 900.0) -> np.ndarray:
    """Table mm -> pixels of a camera tilted by so many degrees from straight above."""
    rotation = cv2.Rodrigues(np.array([-np.radians(tilt), 0.0, 0.0]))[0]
    matrix = np.array([[1150.0, 0, (SIZE[0] - 1) / 2], [0, 1150.0, (SIZE[1] - 1) / 2], [0, 0, 1]])
    return matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance_mm]])


def seen_from(tilt: float = 20.0, distance_mm: float = 900.0) -> Viewpoint:
    return Viewpoint(Calibration(np.linalg.inv(camera(tilt, distance_mm)), SIZE, 3.0, "points"), LAYOUT)


def grey(level: int) -> np.ndarray:
    return np.full((SIZE[1], SIZE[0], 3), level, np.uint8)


def marker_picture(to_px: np.ndarray) -> np.ndarray:
    """The printed sheet on a light table, as the camera sees it."""
    canvas = np.full((1600, 2400), 200, np.uint8)
    for quad, number in zip(sheet_corners_mm(np.arange(6)), range(6), strict=True):
        tile = np.kron(np.where(marker_modules(number), 20, 235).astype(np.uint8), np.ones((30, 30), np.uint8))
        edge = np.array([[0, 0], [179, 0], [179, 179], [0, 179]], np.float32)
        warp = cv2.getPerspectiveTransform(edge, ((quad + np.array([600, 400])) * 2).astype(np.float32))
        cv2.warpPerspective(tile, warp, (2400, 1600), canvas, borderMode=cv2.BORDER_TRANSPARENT)
    shift = np.array([[0.5, 0, -600], [0, 0.5, -400], [0, 0, 1]])
    picture = cv2.warpPerspective(canvas, to_px @ shift, SIZE, flags=cv2.INTER_AREA, borderValue=90)
    return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)


class TwoCards:
    """Reads an ace and a nine wherever it looks."""

    def read(self, image_bgr: np.ndarray, regions_px: Sequence[tuple[float, float, float, float]] | None = None
             ) -> Detections:
        to_px = seen_from().to_px
        corners = np.stack([to_px(np.array([[x - 31.5, -44], [x + 31.5, -44], [x + 31.5, 44], [x - 31.5, 44]]))
                            for x in (-120, 90)])
        boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
        return Detections(corners, boxes, np.array(["AC", "9H"]), np.array([0.9, 0.9], np.float32),
                          np.array([True, True]), np.array([True, True]), ((("AC", 0.9),), (("9H", 0.9),)))


@pytest.fixture
def survey() -> Survey:
    return Survey(LAYOUT, load_deck("standard"), lambda deck: TwoCards())


def levels(image: np.ndarray, view: Viewpoint | None) -> dict[str, str]:
    return {aspect.name: aspect.level for aspect in aspects(image, view)}


@pytest.mark.parametrize(("level", "light"), [(20, "poor"), (60, "fair"), (140, "good")])
def test_dim_light_is_told_before_it_harms(level: int, light: str) -> None:
    assert levels(grey(level), None)[texts.LIGHT] == light


def test_glare_counts_where_the_table_is() -> None:
    image = grey(120)
    image[:, :200] = 255  # a window beside the table
    assert levels(image, None)[texts.GLARE] == "fair"
    assert levels(image, seen_from())[texts.GLARE] == "good"
    image[200:500, 400:900] = 255
    assert levels(image, seen_from())[texts.GLARE] == "poor"


@pytest.mark.parametrize(("at", "where"), [((0, 0), "at the top left"), ((240, 427), "in the middle"),
                                           ((480, 854), "at the bottom right")])
def test_it_is_said_where_the_glare_is(at: tuple[int, int], where: str) -> None:
    image = grey(120)
    image[at[0]:at[0] + 240, at[1]:at[1] + 420] = 255
    assert where in next(a.text for a in aspects(image, None) if a.name == texts.GLARE)


def test_glare_all_over_is_not_put_in_one_place() -> None:
    assert texts.PARTS["all"] in next(a.text for a in aspects(grey(255), None) if a.name == texts.GLARE)


@pytest.mark.parametrize(("distance_mm", "level"), [(900, "good"), (1350, "fair"), (2500, "poor")])
def test_cards_that_are_seen_small_ask_for_a_nearer_camera(distance_mm: float, level: str) -> None:
    assert levels(grey(120), seen_from(20, distance_mm))[texts.DISTANCE] == level


@pytest.mark.parametrize("tilt", [0, 20, 45, 70])
def test_how_steeply_the_camera_looks_down_is_measured(tilt: float) -> None:
    assert elevation(seen_from(tilt), SIZE) == pytest.approx(90 - tilt, abs=1)


@pytest.mark.parametrize(("tilt", "level"), [(20, "good"), (55, "fair"), (70, "poor")])
def test_a_flat_angle_asks_for_a_higher_camera(tilt: float, level: str) -> None:
    assert levels(grey(120), seen_from(tilt))[texts.ANGLE] == level


def test_a_place_outside_the_picture_is_named() -> None:
    stock = Zone("stock", ((-900, -90), (-800, -90), (-800, 90), (-900, 90)))
    view = Viewpoint(seen_from().calibration, LAYOUT.with_zones([stock]))
    whole = next(a for a in aspects(grey(120), view) if a.name == texts.WHOLE)
    assert whole.level == "poor"
    assert "Stock" in whole.text


def test_printed_markers_are_found_without_being_asked_for(survey: Survey) -> None:
    assert survey.see(Frame(marker_picture(camera(30)), 0.0))
    assert survey.view.calibration is not None
    assert survey.view.calibration.method == "markers"
    assert {a.name for a in survey.view.aspects} >= {texts.ANGLE, texts.PLACE}


def test_a_table_without_markers_says_what_to_lay_down_and_keeps_what_it_knew(survey: Survey) -> None:
    survey.see(Frame(grey(120), 0.0))
    survey.by_markers()
    assert survey.view.calibration is None
    assert "printed markers" in survey.view.told
    survey.by_cards()
    known = survey.view.calibration
    survey.by_markers()
    assert survey.view.calibration is known


def test_the_cards_themselves_give_the_table(survey: Survey) -> None:
    survey.see(Frame(grey(120), 0.0))
    survey.by_cards()
    assert survey.view.calibration is not None
    assert survey.view.calibration.method == "cards"
    assert "mm" in survey.view.told
    assert [mark.label for mark in survey.view.marks] == ["A♣", "9♥"]


def test_four_taps_on_a_sheet_of_paper_give_the_table(survey: Survey) -> None:
    survey.see(Frame(grey(120), 0.0))
    corners = np.array([[-148.5, -105], [148.5, -105], [148.5, 105], [-148.5, 105]])
    survey.by_points(seen_from().to_px(corners).tolist(), (297, 210))
    assert survey.view.calibration is not None
    assert np.allclose(survey.view.calibration.px_to_mm(seen_from().to_px(corners)), corners, atol=0.5)
    survey.by_points([(10, 10), (20, 20), (30, 30), (40, 40)], (297, 210))
    assert "clockwise" in survey.view.told
    assert survey.view.calibration is not None


def test_a_camera_of_another_shape_is_found_anew() -> None:
    survey = Survey(LAYOUT, load_deck("standard"), lambda deck: TwoCards(), seen_from().calibration)
    survey.see(Frame(np.full((480, 640, 3), 120, np.uint8), 0.0))
    assert survey.view.calibration is None
    assert "different shape" in survey.view.told


def test_cards_shown_to_the_camera_are_named(survey: Survey) -> None:
    survey.see(Frame(grey(120), 0.0))
    survey.read_cards()
    assert survey.view.read == ("AC", "9H")


def test_only_what_was_changed_is_kept_and_a_reset_forgets_it(survey: Survey, tmp_path: Path) -> None:
    files = TableFiles(tmp_path)
    survey.keep(files, "0")
    assert list(tmp_path.iterdir()) == []
    survey.see(Frame(grey(120), 0.0))
    survey.by_cards()
    moved = LAYOUT.with_zones([LAYOUT["stock"].moved(-20, 10)])
    survey.put_zones(moved)
    survey.keep(files, "0")
    assert files.kept_calibration("0") is not None
    assert files.kept_layout("0", "limbo", ("Cal", "Dee")) == load_layout(files.layout("0", "limbo"), ("Cal", "Dee"))
    assert files.kept_layout("0", "limbo", PLAYERS) == moved
    assert files.kept_layout("1", "limbo", PLAYERS) is None
    survey.reset_zones()
    survey.keep(files, "0")
    assert files.kept_layout("0", "limbo", PLAYERS) is None


def test_different_cameras_have_different_files(tmp_path: Path) -> None:
    files = TableFiles(tmp_path)
    sources = ("0", "1", "http://table/1", "http://table-1", "film.mp4", "FILM.mp4")
    assert len({files.calibration(source) for source in sources}) == len(sources)


def test_spoilt_files_are_passed_over(tmp_path: Path) -> None:
    files = TableFiles(tmp_path)
    for path in (files.calibration("0"), files.layout("0", "limbo"), files.deck("Ours")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("cards = ", encoding="utf-8")
    assert files.kept_calibration("0") is None
    assert files.kept_layout("0", "limbo", PLAYERS) is None
    assert set(files.decks()) >= {"standard", "never-over"}
    assert str(files.deck("Ours")) not in files.decks()
