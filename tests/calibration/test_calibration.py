"""Pixels and millimetres: the mapping, its file, and finding it out from drawn tables that are known exactly."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration import (
    Calibration,
    CalibrationError,
    Lens,
    Zone,
    assumed_calibration,
    from_cards,
    from_markers,
    from_points,
)
from calibration.markers import LOOSE_IDS, LOOSE_SIDE_MM, SHEET_SIDE_MM, marker_modules, sheet_corners_mm
from calibration.table import transform
from companion.device.layouts import game_layout, table_layout
from companion.following.view_quality import calibration_advice
from companion.words.speaker import english

SIZE = (1280, 720)
CARD_MM = (63.0, 88.0)
SCREEN_MM = 2  # pixels per millimetre of a drawn table


def camera(tilt_x: float = 0.5, tilt_y: float = 0.1, spin: float = 0.0, distance_mm: float = 900.0,
           focal_px: float = 1150.0) -> np.ndarray:
    """Table mm -> pixels of a pinhole camera that looks at the table's origin."""
    rotation = cv2.Rodrigues(np.array([tilt_x, tilt_y, 0.0]))[0] @ cv2.Rodrigues(np.array([0.0, 0.0, spin]))[0]
    matrix = np.array([[focal_px, 0, (SIZE[0] - 1) / 2], [0, focal_px, (SIZE[1] - 1) / 2], [0, 0, 1]])
    return matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance_mm]])


def rectangle(width: float, height: float, x: float = 0, y: float = 0, turn: float = 0) -> np.ndarray:
    """(4, 2) corners, clockwise from the top left."""
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    cos, sin = np.cos(turn), np.sin(turn)
    return corners @ np.array([[cos, sin], [-sin, cos]]) + [x, y]


def misfit_mm(calibration: Calibration, to_px: np.ndarray) -> float:
    """Root mean square error over the playing area, whatever origin and turn the estimate chose."""
    true = np.stack(np.meshgrid(np.linspace(-350, 350, 8), np.linspace(-200, 200, 6)), -1).reshape(-1, 2)
    found = calibration.px_to_mm(transform(to_px, true))
    true, found = true - true.mean(0), found - found.mean(0)
    u, _, v = np.linalg.svd(true.T @ found)
    assert np.linalg.det(u @ v) > 0, "the table is not seen in a mirror"
    return float(np.sqrt(((true @ (u @ v) - found) ** 2).sum(1).mean()))


def draw_markers(quads_mm: np.ndarray, ids: list[int], to_px: np.ndarray) -> np.ndarray:
    """A grey picture of markers on a white sheet, as the camera sees it."""
    middle = np.array([600, 400])
    canvas = np.full((1600, 2400), 235, np.uint8)
    for quad, number in zip(quads_mm, ids, strict=True):
        tile = np.where(marker_modules(number), 20, 235).astype(np.uint8)
        tile = np.kron(tile, np.ones((30, 30), np.uint8))
        edge = np.float32([[0, 0], [179, 0], [179, 179], [0, 179]])
        onto = ((quad + middle) * SCREEN_MM).astype(np.float32)
        warp = cv2.getPerspectiveTransform(edge, onto)
        canvas = cv2.warpPerspective(tile, warp, canvas.shape[::-1], canvas, borderMode=cv2.BORDER_TRANSPARENT)
    shift = np.array([[1 / SCREEN_MM, 0, -middle[0]], [0, 1 / SCREEN_MM, -middle[1]], [0, 0, 1]])
    return cv2.warpPerspective(canvas, to_px @ shift, SIZE, flags=cv2.INTER_AREA, borderValue=90)


tilts = st.floats(-0.8, 0.8)
points = st.lists(st.tuples(st.floats(-300, 300), st.floats(-200, 200)), min_size=1, max_size=8).map(np.array)


def known(tilt_x: float = 0.4, tilt_y: float = 0.0, lens: Lens | None = None) -> Calibration:
    return Calibration(np.linalg.inv(camera(tilt_x, tilt_y)), SIZE, 3.0, "points", lens)


LENS = Lens(np.array([[1150.0, 0, 639.5], [0, 1150.0, 359.5], [0, 0, 1]]), np.array([-0.18, 0.05, 0.001, -0.001, 0.0]))


# -- the mapping -----------------------------------------------------------------------------------

@given(tilts, tilts, points)
def test_millimetres_come_back_from_pixels(tilt_x: float, tilt_y: float, mm: np.ndarray) -> None:
    calibration = known(tilt_x, tilt_y)
    assert np.allclose(calibration.px_to_mm(calibration.mm_to_px(mm)), mm, atol=1e-6)


@given(tilts, points)
def test_millimetres_come_back_through_a_lens(tilt_x: float, mm: np.ndarray) -> None:
    calibration = known(tilt_x, lens=LENS)
    assert np.allclose(calibration.px_to_mm(calibration.mm_to_px(mm)), mm, atol=0.05)


def test_a_lens_bends_what_is_far_from_the_middle() -> None:
    bent = known(lens=LENS).mm_to_px([[0, 0], [400, 150]]) - known().mm_to_px([[0, 0], [400, 150]])
    assert np.linalg.norm(bent, axis=1)[0] < 0.1 < 5 < np.linalg.norm(bent, axis=1)[1]


def test_points_above_the_horizon_are_nowhere_on_the_table() -> None:
    calibration = known(tilt_x=-1.4)
    assert np.isnan(calibration.px_to_mm([[640, 0], [640, 719]])).tolist() == [[True, True], [False, False]]
    assert np.isnan(calibration.mm_to_px([[0, 1e5], [0, -1e5]])).tolist() == [[True, True], [False, False]]


@given(st.integers(320, 3840), points)
def test_a_picture_of_another_size_shows_the_same_table(width: int, mm: np.ndarray) -> None:
    calibration, height = known(lens=LENS), round(width * 9 / 16)
    other = calibration.for_size(width, height)
    assert other.image_size == (width, height)
    # A pixel's middle keeps its place: (x + 1/2) grows with the picture.
    expected = (calibration.mm_to_px(mm) + 0.5) * width / SIZE[0] - 0.5
    assert np.allclose(other.mm_to_px(mm), expected, atol=1e-3)


def test_a_picture_of_another_shape_is_refused() -> None:
    with pytest.raises(CalibrationError, match=r"1280 by 720.*720 by 1280.*calibrate again"):
        known().for_size(720, 1280)


# -- the file --------------------------------------------------------------------------------------

@given(tilts, tilts, st.booleans(), st.floats(0, 500), st.sampled_from(["standard", "never-over"]))
def test_a_calibration_comes_back_from_its_file(tmp_path_factory: pytest.TempPathFactory, tilt_x: float, tilt_y: float,
                                                with_lens: bool, error: float, deck: str) -> None:
    path = tmp_path_factory.mktemp("tables") / "table.toml"
    zones = (Zone("pile", ((0.0, 0.0), (100.5, 0.0), (100.0, 50.0))),)
    saved = Calibration(known(tilt_x, tilt_y).homography, SIZE, error, "cards", LENS if with_lens else None,
                        "my-layout.toml", deck, zones)
    saved.save(path)
    loaded = Calibration.load(path)
    assert str(loaded) == str(saved)
    assert np.array_equal(loaded.homography, saved.homography)
    assert (loaded.lens is None) is not with_lens
    assert (loaded.zones, loaded.deck, loaded.layout, loaded.method) == (zones, deck, "my-layout.toml", "cards")


@pytest.mark.parametrize(("text", "says"), [
    ("image_size = [4, 4", "is not written as expected"),
    ("image_size = [4, 4]", "it lacks homography"),
    ("image_size = [4]\nerror_mm = 1\nhomography = []", "line 1: image_size must be a list of 2, not"),
    ("image_size = [4, 4]\nerror_mm = 1\nhomography = [[1, 0, 0]]", "line 3: homography must be a list of 3, not"),
    ("image_size = [4, 4]\nerror_mm = 1\nhomography = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]", "can be inverted"),
    ("image_size = [4, 4]\nerror_mm = 1\nmethod = 'x'\nhomography = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]", "method"),
    ("image_size = [4, 4]\nerror_mm = 1\nhomography = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n[zones]\npile = [[0, 0]]",
     "at least three corners"),
    ("image_size = [4, 4]\nerror_mm = 1\nhomography = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n[lens]\nmatrix = 3",
     "line 5: lens.matrix must be a list, not 3"),
    ("image_size = [0, 4]", "line 1: a part of image_size must be a whole number of at least 1, not 0"),
    ("error_mm = nan\nimage_size = [4, 4]\nhomography = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]", "line 1: error_mm must be"),
    ("image_size = [4, 4]\nerror_mm = 1\nhomography = [[inf, 0, 0], [0, 1, 0], [0, 0, 1]]",
     "line 3: a part of homography must be a number of at most 1e.12, not inf"),
    ("image_size = [4, 4]\nerror_mm = 1\nhomography = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n[lens]\n"
     "matrix = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]\ndistortion = [0, 0, 0, 0]", "focal lengths above zero"),
    (f"image_size = '{'x' * 500}'\nerror_mm = 1\nhomography = []", "image_size must be a list, not 'x{78}…"),
    ("a = " + "[" * 5000, "too many brackets"),
])
def test_a_broken_file_is_named_in_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text(text)
    with pytest.raises(CalibrationError, match=says) as error:
        Calibration.load(path)
    assert "kitchen.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(CalibrationError, match=r"nowhere\.toml cannot be read"):
        Calibration.load("nowhere.toml")


# -- zones -----------------------------------------------------------------------------------------

def test_zones_a_table_has_moved_replace_the_layout_s() -> None:
    moved = Zone("green:2", ((0, 0), (50, 0), (50, 50), (0, 50)))
    calibration = Calibration(np.eye(3), SIZE, 1.0, "points", zones=(moved,))
    layout = table_layout(calibration, "never_over", ("Ann", "Bob"))
    assert layout["green:Bob"].corners_mm == moved.corners_mm
    assert layout.names == game_layout("never_over", ("Ann", "Bob")).names


def test_outlines_follow_the_zones_into_the_picture() -> None:
    calibration, layout = known(), game_layout("limbo", ("Ann", "Bob"))
    outlines = calibration.zone_outlines_px(layout)
    assert set(outlines) == {"pile", "stock"}
    assert np.allclose(calibration.px_to_mm(outlines["pile"])[::8], layout["pile"].corners_mm)


# -- finding it out --------------------------------------------------------------------------------

@pytest.mark.parametrize("spin", [0.0, 0.7, 2.5])
def test_the_marker_sheet_gives_the_table_exactly(spin: float) -> None:
    to_px = camera(0.6, 0.2, spin)
    calibration = from_markers(draw_markers(sheet_corners_mm(np.arange(6)), list(range(6)), to_px))
    middle, arrow = calibration.px_to_mm(transform(to_px, np.array([[0.0, 0], [0, -100]])))
    assert np.allclose(middle, 0, atol=1)
    assert np.allclose(arrow, [0, -100], atol=1)
    assert misfit_mm(calibration, to_px) < 3
    assert calibration.quality == "good"


def test_a_sheet_that_is_half_covered_still_serves() -> None:
    to_px = camera()
    calibration = from_markers(draw_markers(sheet_corners_mm(np.array([0, 4, 5])), [0, 4, 5], to_px))
    assert misfit_mm(calibration, to_px) < 8


def test_loose_markers_need_not_lie_straight() -> None:
    to_px = camera(0.5, -0.1)
    places = [(-380, -200, 0.3), (390, -190, 2.0), (370, 180, 4.0), (-360, 190, 5.5)]
    quads = np.array([rectangle(LOOSE_SIDE_MM, LOOSE_SIDE_MM, *place) for place in places])
    calibration = from_markers(draw_markers(quads, list(LOOSE_IDS), to_px))
    assert misfit_mm(calibration, to_px) < 3
    assert np.allclose(calibration.px_to_mm(transform(to_px, np.array([[0.0, 0.0]]))), 0, atol=10)


def test_a_picture_without_markers_says_what_to_lay_down() -> None:
    with pytest.raises(CalibrationError, match="lay the sheet"):
        from_markers(np.full((720, 1280, 3), 80, np.uint8))


@given(tilts, tilts, st.floats(200, 900), st.floats(150, 600))
def test_four_corners_give_the_table_exactly(tilt_x: float, tilt_y: float, width: float, height: float) -> None:
    corners = rectangle(width, height)
    to_px = camera(tilt_x, tilt_y)
    calibration = from_points(transform(to_px, corners), (width, height), SIZE)
    assert np.allclose(calibration.px_to_mm(transform(to_px, corners)), corners, atol=1e-3)
    assert 0 < calibration.error_mm < 1000


def test_a_small_rectangle_is_rated_worse_than_a_large_one() -> None:
    small, large = (from_points(transform(camera(), rectangle(w, h)), (w, h), SIZE).error_mm
                    for w, h in ((90, 60), (800, 450)))
    assert small > 20 > 8 > large


@pytest.mark.parametrize(("corners", "size", "says"), [
    ([[0, 0], [100, 0], [100, 100]], (900, 600), "Four corners"),
    ([[0, 0], [0, 100], [100, 100], [100, 0]], (900, 600), "clockwise"),
    ([[0, 0], [100, 100], [200, 200], [300, 300]], (900, 600), "in a line"),
    ([[0, 0], [100, 100], [100, 0], [0, 100]], (900, 600), "clockwise"),
    ([[0, 0], [100, 0], [100, 100], [0, 100]], (0, 600), "above zero"),
])
def test_corners_that_no_table_has_are_refused(corners: list, size: tuple[float, float], says: str) -> None:
    with pytest.raises(CalibrationError, match=says):
        from_points(np.array(corners, float), size, SIZE)


@settings(max_examples=6)
@given(st.floats(-0.7, 0.7), st.floats(-0.3, 0.3), st.floats(0.8, 1.2), st.integers(0, 2**32 - 1))
def test_cards_lying_anyhow_give_the_table(tilt_x: float, tilt_y: float, focal: float, seed: int) -> None:
    to_px, random = camera(tilt_x, tilt_y, focal_px=focal * 1150), np.random.default_rng(seed)
    places = [(x, y) for x in (-300, 0, 300) for y in (-150, 150)]
    quads = np.array([transform(to_px, rectangle(*CARD_MM, *place, random.uniform(0, 6.28))) for place in places])
    calibration = from_cards(quads + random.normal(0, 0.7, quads.shape), CARD_MM, SIZE)
    assert misfit_mm(calibration, to_px) < 12
    origin, above = calibration.mm_to_px([[0, 0], [0, -1]])
    assert np.allclose(origin, (np.array(SIZE) - 1) / 2, atol=0.01)
    assert abs(above[0] - origin[0]) < 1e-3
    assert above[1] < origin[1]


def test_one_card_is_enough_for_its_neighbourhood() -> None:
    to_px = camera(0.4)
    calibration = from_cards(transform(to_px, rectangle(*CARD_MM, 0, 0, 0.5))[None], CARD_MM, SIZE)
    near = calibration.px_to_mm(transform(to_px, np.array([[-60.0, 0], [60, 0]])))
    assert np.linalg.norm(near[1] - near[0]) == pytest.approx(120, rel=0.05)
    assert calibration.quality != "good"


def test_an_outline_that_is_no_card_is_left_out() -> None:
    to_px = camera(0.5)
    quads = [transform(to_px, rectangle(*CARD_MM, x, y, x)) for x in (-250, 0, 250) for y in (-150, 120)]
    quads.append(transform(to_px, rectangle(120, 60, 100, 0)))
    quads.append(np.full((4, 2), np.nan))
    assert misfit_mm(from_cards(np.array(quads), CARD_MM, SIZE), to_px) < 8


def test_bridge_cards_are_smaller_than_poker_cards() -> None:
    quads = np.array([transform(camera(0.5), rectangle(57, 89, x, y, x)) for x in (-250, 250) for y in (-150, 120)])
    assert misfit_mm(from_cards(quads, (57.0, 89.0), SIZE), camera(0.5)) < 2


def test_a_table_without_cards_says_so() -> None:
    with pytest.raises(CalibrationError, match="No card"):
        from_cards(np.full((3, 4, 2), np.nan), CARD_MM, SIZE)


def test_every_quality_has_advice() -> None:
    for method in ("markers", "points", "cards"):
        for error, word in ((3.0, "good"), (12.0, "fair"), (60.0, "poor")):
            advice = english(calibration_advice(Calibration(np.eye(3), SIZE, error, method)), "")
            assert word in advice
            assert ("calibrate again" in advice) is (word != "good")
    assert "not calibrated" in english(calibration_advice(assumed_calibration(SIZE)), "")


def test_an_assumed_table_has_its_middle_in_the_picture_s_middle() -> None:
    assert np.allclose(assumed_calibration(SIZE).px_to_mm([[639.5, 359.5]]), 0)


def test_marker_geometry_is_a_grid_of_squares() -> None:
    sides = np.linalg.norm(np.diff(sheet_corners_mm(np.arange(6)), axis=1), axis=2)
    assert np.allclose(sides, SHEET_SIDE_MM)
