"""What a lens bends, found from chessboards; and `companion calibrate` with one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import Calibration, CalibrationError, Lens, from_points
from calibration.lens import Board, LensFit, find_board, fit_lens, is_another, lens_for
from companion.__main__ import main

SIZE = (1280, 720)
BENT = Lens(np.array([[1000.0, 0, 650], [0, 1000, 350], [0, 0, 1]]), np.array([-0.25, 0.08, 0, 0, 0]))


def board(rng: np.random.Generator, spread: float = 1.0, tilt: float = 0.4, far: tuple[float, float] = (9, 14),
          pattern: tuple[int, int] = (7, 7), noise_px: float = 0.1) -> Board:
    """A board as the bent lens shows it, wholly in the picture; distances in squares."""
    blank = Board(pattern, np.zeros((pattern[0] * pattern[1], 2)), SIZE)
    squares = blank.squares - [(pattern[0] - 1) / 2, (pattern[1] - 1) / 2, 0]
    while True:
        at = np.array([rng.uniform(-5, 5) * spread, rng.uniform(-3, 3) * spread, rng.uniform(*far)])
        px = cv2.projectPoints(squares, rng.normal(0, tilt, 3), at, BENT.matrix, BENT.distortion)[0].reshape(-1, 2)
        px += rng.normal(0, noise_px, px.shape)
        if (px > 5).all() and (px < np.array(SIZE) - 5).all():
            return Board(pattern, px, SIZE)


def fitted(count: int, seed: int = 1, **how: object) -> LensFit:
    rng = np.random.default_rng(seed)
    return fit_lens([board(rng, **how) for _ in range(count)])  # type: ignore[arg-type]


def grid() -> np.ndarray:
    x, y = np.meshgrid(np.linspace(0, SIZE[0] - 1, 9), np.linspace(0, SIZE[1] - 1, 9))
    return np.column_stack([x.ravel(), y.ravel()])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_twelve_boards_straighten_the_picture_as_well_as_they_say(seed: int) -> None:
    fit = fitted(12, seed)
    ours, true = fit.lens.straighten(grid()), BENT.straighten(grid())
    onto, _ = cv2.findHomography(ours, true)  # what a table's own fit takes up does no harm
    left = cv2.perspectiveTransform(ours.reshape(-1, 1, 2), onto).reshape(-1, 2) - true
    assert fit.quality == "good"
    assert np.sqrt((left ** 2).sum(axis=1).mean()) < max(1.0, 3 * fit.lens.error_px)


def test_a_lens_makes_places_near_the_edge_right() -> None:
    """Four corners tapped through a bent lens: without it the middle of the far edge is off."""
    rectangle = BENT.bend(np.array([[150.0, 80], [1130, 80], [1130, 640], [150, 640]]))
    edge = BENT.bend(np.array([[640.0, 80]]))
    plain, straightened = (from_points(rectangle, (980, 560), SIZE, lens) for lens in (None, fitted(12).lens))
    assert np.abs(straightened.px_to_mm(edge) - [[0, -280]]).max() < 2
    assert np.abs(plain.px_to_mm(edge) - [[0, -280]]).max() > 8


@pytest.mark.parametrize(("how", "says"), [
    ({"tilt": 0.02}, "tilt the board"),
    ({"far": (30, 34), "spread": 0.2}, "nearer"),
    ({"spread": 0.1, "far": (13, 14)}, "left and the right"),
])
def test_a_poor_fit_says_what_pictures_to_take(how: dict[str, object], says: str) -> None:
    fit = fitted(6, **how)
    assert says in fit.lacking


def test_too_few_boards_are_refused() -> None:
    with pytest.raises(CalibrationError, match="found in 3 pictures, and 4 are needed"):
        fitted(3)


def test_a_bent_board_is_refused() -> None:
    rng = np.random.default_rng(4)
    with pytest.raises(CalibrationError, match="No lens explains"):
        fit_lens([board(rng, noise_px=6.0) for _ in range(8)])


def test_boards_of_different_cameras_are_refused() -> None:
    rng = np.random.default_rng(4)
    boards = [board(rng) for _ in range(5)]
    with pytest.raises(CalibrationError, match="different sizes"):
        fit_lens([*boards, Board(boards[0].pattern, boards[0].corners_px, (640, 360))])


def test_a_board_that_did_not_move_is_no_further_picture() -> None:
    rng = np.random.default_rng(5)
    one = board(rng)
    trembled = Board(one.pattern, one.corners_px + 2.0, SIZE)
    assert not is_another(trembled, [one])
    assert is_another(board(rng), [one])


def test_a_lens_serves_pictures_of_the_same_shape_only() -> None:
    half = lens_for(BENT, SIZE, (640, 360))
    whole = BENT.straighten(np.array([[40.5, 60.5]]))
    assert half.straighten(np.array([[20.0, 30]])) * 2 == pytest.approx(whole, abs=2)
    with pytest.raises(CalibrationError, match="another shape"):
        lens_for(BENT, SIZE, (640, 480))


# -- pictures ------------------------------------------------------------------------------------

def photographed(turn: tuple[float, float, float], at: tuple[float, float, float], squares: int = 8) -> np.ndarray:
    """A chessboard of that many squares a side, seen straight (no lens): (h, w) grey."""
    side = 60
    pattern = np.indices((squares, squares)).sum(axis=0) % 2 * 200 + 30
    flat = np.pad(np.kron(pattern, np.ones((side, side))), side, constant_values=235).astype(np.uint8)
    half = flat.shape[0] / 2 / side
    corners = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    px = cv2.projectPoints(corners, np.array(turn), np.array(at), np.array([[1000.0, 0, 640], [0, 1000, 360],
                                                                           [0, 0, 1]]), np.zeros(5))[0]
    edge = np.array([[0, 0], [flat.shape[1], 0], [flat.shape[1], flat.shape[0]], [0, flat.shape[0]]], np.float32)
    warp = cv2.getPerspectiveTransform(edge, px.reshape(-1, 2).astype(np.float32))
    picture = cv2.warpPerspective(flat, warp, SIZE, flags=cv2.INTER_AREA, borderValue=90)
    return cv2.GaussianBlur(picture, (0, 0), 0.8)


POSES = [((0.4, 0.1, 0.1), (-5.0, -1.0, 17.0)), ((-0.4, 0.2, 0.3), (4.0, 1.5, 17.0)),
         ((0.1, 0.5, -0.2), (0.0, 0.0, 15.0)), ((0.2, -0.5, 0.1), (-4.0, 1.0, 18.0)),
         ((0.5, 0.2, 0.0), (5.0, -1.0, 18.0)), ((0.0, 0.0, 0.5), (0.0, 0.5, 16.0))]


def test_a_chessboard_is_found_whatever_its_squares() -> None:
    seen = find_board(photographed(*POSES[0]))
    assert seen is not None
    assert seen.pattern == (7, 7)
    assert find_board(np.full((200, 300), 90, np.uint8)) is None


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    folder = tmp_path / "boards"
    folder.mkdir()
    for k, pose in enumerate(POSES):
        cv2.imwrite(str(folder / f"{k}.png"), photographed(*pose))
    return folder


TAPS = ["--points", "230,180", "1060,200", "1160,640", "140,620", "--size", "900x600"]


def test_calibrate_keeps_the_lens_of_a_chessboard(boards: Path, tmp_path: Path,
                                                  capsys: pytest.CaptureFixture[str]) -> None:
    kitchen, garden = tmp_path / "kitchen.toml", tmp_path / "garden.toml"
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), np.full((720, 1280, 3), 120, np.uint8))
    assert main(["calibrate", str(picture), *TAPS, "--chessboard", str(boards), "--squares", "8x8", "-o",
                 str(kitchen)]) == 0
    assert "The lens is known to about" in capsys.readouterr().err
    lens = Calibration.load(kitchen).lens
    assert lens is not None
    assert lens.matrix[0, 0] == pytest.approx(1000, rel=0.03)
    assert np.abs(lens.straighten(grid()) - grid()).max() < 6  # this camera's lens bends nothing
    assert main(["calibrate", str(picture), *TAPS, "--lens", str(kitchen), "-o", str(garden)]) == 0
    again = Calibration.load(garden).lens
    assert again is not None
    assert again.matrix == pytest.approx(lens.matrix)


@pytest.mark.parametrize(("grey", "words", "says"), [
    (120, [], "No chessboard was seen"),
    (12, [], "too dark"),
    (255, [], "too bright"),
    (120, ["--squares", "2x2"], "too small"),
])
def test_a_source_without_a_chessboard_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str], grey: int,
                                                words: list[str], says: str) -> None:
    picture = tmp_path / "bare.png"
    cv2.imwrite(str(picture), np.full((720, 1280, 3), grey, np.uint8))
    assert main(["calibrate", str(picture), *TAPS, "--chessboard", str(picture), *words]) == 2
    assert says in capsys.readouterr().err


def test_a_calibration_without_a_lens_gives_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, plain = tmp_path / "table.png", tmp_path / "plain.toml"
    cv2.imwrite(str(picture), np.full((720, 1280, 3), 120, np.uint8))
    assert main(["calibrate", str(picture), *TAPS, "-o", str(plain)]) == 0
    assert main(["calibrate", str(picture), *TAPS, "--lens", str(plain)]) == 2
    assert "knows nothing of the lens" in capsys.readouterr().err


def test_no_points_are_no_points() -> None:
    lens = Lens(np.diag([800.0, 800, 1]), np.zeros(5))
    assert lens.straighten(np.zeros((0, 2))).shape == lens.bend(np.zeros((0, 2))).shape == (0, 2)
