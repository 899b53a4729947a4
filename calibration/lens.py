"""What a lens bends, found from pictures of a chessboard held at all sides of the picture.

    boards = [board for image in pictures if (board := find_board(image)) is not None]
    fit = fit_lens(boards)                   # CalibrationError: what kind of picture is lacking
    fit.lens_for((1280, 720)), fit.advice

Any chessboard serves, of any size: the squares' number is found out (or given), their size does not
matter for the lens.  How good the fit is, is found by leaving pictures out and fitting again.

Source: Zhang 2000, as in OpenCV's calibrateCamera; corners by Duda and Frese 2018, as in
OpenCV's findChessboardCornersSB.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.files import CalibrationError
from calibration.table import Lens, Size, same_shape

BOARDS: tuple[Size, ...] = ((7, 7), (9, 6), (8, 6), (8, 5), (7, 5), (7, 6), (10, 7), (11, 8), (6, 4))  # inner corners
LEAST_BOARDS = 4
MOST_BOARDS = 24  # more do not help, and the fit is slow
ENOUGH_BOARDS = 8
TILTED_DEG = 12.0  # a board held less askew says nothing of the focal length
LEAST_TILTED = 2
FILLS = 0.12  # share of the picture that the largest boards should fill
SIDE = 0.2  # of the picture's width or height: a strip that some corners should lie in
MISFIT_PX = 1.5  # of a picture 1280 wide; a fit that leaves more has seen a bent board or a wrong one
GOOD_PX, FAIR_PX = 1.0, 3.0  # of a picture 1280 wide
DIFFERENT = 0.03  # of the picture's width that a board must have moved to be another picture of it
MOST_ERROR_PX = 99.0
_LEFT_OUT = 6
_GRID = 9


@dataclass(frozen=True, eq=False)
class Board:
    """A chessboard in one picture.  pattern: inner corners across and down; corners_px: (n, 2), row by row;
    image_size: width, height of the picture."""

    pattern: Size
    corners_px: np.ndarray
    image_size: Size

    @property
    def squares(self) -> np.ndarray:
        """(n, 3) the corners on the board itself, its squares being 1 wide."""
        columns, rows = self.pattern
        grid = np.mgrid[0:columns, 0:rows].T.reshape(-1, 2)
        return np.column_stack([grid, np.zeros(len(grid))]).astype(np.float32)

    @property
    def fills(self) -> float:
        """Share of the picture that it fills."""
        hull = cv2.convexHull(self.corners_px.astype(np.float32))
        return float(cv2.contourArea(hull)) / (self.image_size[0] * self.image_size[1])


@dataclass(frozen=True, eq=False)
class LensFit:
    """The lens of a camera, for pictures of `image_size`.  misfit_px: root mean square distance of the
    corners from where the fit puts them; boards: pictures used; lacking: what further pictures should
    show, "" if nothing."""

    lens: Lens
    image_size: Size
    misfit_px: float
    boards: int
    lacking: str = ""

    def lens_for(self, size: Size) -> Lens:
        """The lens in pictures of another size.  Raises CalibrationError where their shape differs."""
        return lens_for(self.lens, self.image_size, size)

    @property
    def quality(self) -> str:
        """ "good", "fair" or "poor"."""
        error_px = self.lens.error_px * 1280 / self.image_size[0]
        return "good" if error_px <= GOOD_PX else "fair" if error_px <= FAIR_PX else "poor"

    @property
    def advice(self) -> str:
        """One sentence: how good it is and what to do if it is not."""
        found = f"The lens is known to about {max(self.lens.error_px, 0.1):.1f} pixels from {self.boards} pictures"
        if self.quality == "good":
            return f"{found}: good."
        return f"{found}: {self.quality}; to do better, {self.lacking or 'take more pictures from all sides'}."


def lens_for(lens: Lens, its_size: Size, size: Size) -> Lens:
    """A lens known from pictures of one size in those of another.  Raises CalibrationError where their
    shape differs."""
    if not same_shape(its_size, size):
        raise CalibrationError("The lens is known for pictures of {its_width} by {its_height}; one of {width} by "
                               "{height} has another shape, so show the chessboard in that one.",
                               its_width=its_size[0], its_height=its_size[1], width=size[0], height=size[1])
    return lens.scaled(size[0] / its_size[0])


def find_board(image: np.ndarray, pattern: Size | None = None) -> Board | None:
    """The chessboard of a picture, (h, w, 3) BGR or (h, w) grey uint8; None where there is none.
    pattern: its inner corners across and down, where they are known."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    size = (grey.shape[1], grey.shape[0])
    for columns, rows in BOARDS if pattern is None else (pattern,):
        found, corners = cv2.findChessboardCornersSB(grey, (columns, rows), flags=cv2.CALIB_CB_NORMALIZE_IMAGE)
        if found:
            return Board((columns, rows), np.asarray(corners, float).reshape(-1, 2), size)
    return None


def is_another(board: Board, known: Sequence[Board]) -> bool:
    """Whether a board lies otherwise than those seen before: a film shows it in the same place many times."""
    far = DIFFERENT * board.image_size[0]
    return all(other.pattern != board.pattern
               or float(np.abs(other.corners_px - board.corners_px).max()) > far for other in known)


def fit_lens(boards: Sequence[Board]) -> LensFit:
    """The lens that shows these boards.  Raises CalibrationError with what kind of picture is lacking."""
    if len(boards) < LEAST_BOARDS:
        raise CalibrationError("A chessboard was found in {number} pictures, and {least_boards} are needed: show it "
                               "whole, from all sides, in even light.", number=len(boards), least_boards=LEAST_BOARDS)
    size = boards[0].image_size
    if any(board.image_size != size for board in boards):
        raise CalibrationError("The pictures of the chessboard are of different sizes; take all with one camera "
                               "in one setting.")
    boards = boards[:MOST_BOARDS]
    lens, misfit_px, tilts = _fitted(boards)
    if misfit_px > MISFIT_PX * size[0] / 1280:
        raise CalibrationError("No lens explains these chessboards (they are {misfit_px:.1f} pixels off): lay the "
                               "board flat on something stiff, hold it still, and take the pictures again.",
                               misfit_px=misfit_px)
    lens = replace(lens, error_px=_error_px(boards, lens))
    return LensFit(lens, size, misfit_px, len(boards), _lacking(boards, tilts))


def _fitted(boards: Sequence[Board]) -> tuple[Lens, float, np.ndarray]:
    """The lens, how many pixels it leaves, and how far each board was tilted, in degrees."""
    corners = [board.corners_px.astype(np.float32).reshape(-1, 1, 2) for board in boards]
    width, height = boards[0].image_size
    start = np.array([[0.9 * width, 0, (width - 1) / 2], [0, 0.9 * width, (height - 1) / 2], [0, 0, 1.0]])
    # square pixels, and three numbers for the bend: a room's lenses need no more, and few pictures give no more
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST
    misfit, matrix, distortion, turns, _ = cv2.calibrateCamera(
        [board.squares for board in boards], corners, (width, height), start, np.zeros(5), flags=flags)
    normals = [cv2.Rodrigues(turn)[0][:, 2] for turn in turns]
    tilts = np.degrees(np.arccos(np.clip([abs(float(normal[2])) for normal in normals], 0, 1)))
    return Lens(np.asarray(matrix, float), np.asarray(distortion, float).ravel()), float(misfit), tilts


def _error_px(boards: Sequence[Board], lens: Lens) -> float:
    """Root mean square distance between where this lens and those fitted without some of the boards put
    straightened pixels, once the tables are laid on each other: what a table's own fit takes up does no harm."""
    width, height = boards[0].image_size
    x, y = np.meshgrid(np.linspace(0, width - 1, _GRID), np.linspace(0, height - 1, _GRID))
    grid = np.column_stack([x.ravel(), y.ravel()])
    straight = lens.straighten(grid)
    parts = min(_LEFT_OUT, len(boards))
    squares = []
    for part in range(parts):
        other = _fitted([board for k, board in enumerate(boards) if k % parts != part])[0].straighten(grid)
        onto, _ = cv2.findHomography(other, straight) if np.isfinite(other).all() else (None, None)
        if onto is None:
            return MOST_ERROR_PX
        laid = cv2.perspectiveTransform(other.reshape(-1, 1, 2), onto).reshape(-1, 2)
        squares.append(((laid - straight) ** 2).sum(axis=1))
    # the jackknife: parts left out one at a time move the fit less than new pictures would
    return min(float(np.sqrt((parts - 1) * np.mean(squares))), MOST_ERROR_PX)


def _lacking(boards: Sequence[Board], tilts: np.ndarray) -> str:
    """What further pictures should show."""
    wishes = []
    if np.count_nonzero(tilts >= TILTED_DEG) < LEAST_TILTED:
        wishes.append("tilt the board to and fro")
    if np.median([board.fills for board in boards]) < FILLS:
        wishes.append("bring the board nearer, so that it fills a quarter of the picture")
    bare = _bare_sides(boards)
    if bare:
        wishes.append(f"show the board at the {' and the '.join(bare)} of the picture")
    if len(boards) < ENOUGH_BOARDS:
        wishes.append(f"take {ENOUGH_BOARDS} pictures or more")
    return ", ".join(wishes)


def _bare_sides(boards: Sequence[Board]) -> list[str]:
    """Sides of the picture that no board came near; there a lens bends most."""
    width, height = boards[0].image_size
    corners = np.concatenate([board.corners_px for board in boards]) / (width, height)
    low, high = corners.min(axis=0), corners.max(axis=0)
    sides = (("left", low[0] > SIDE), ("right", high[0] < 1 - SIDE), ("top", low[1] > SIDE),
             ("bottom", high[1] < 1 - SIDE))
    return [name for name, is_bare in sides if is_bare]
