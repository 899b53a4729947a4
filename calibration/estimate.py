"""Finding out how a camera sees a table: from printed markers, from four tapped corners, from the cards.

    >>> calibration = from_markers(picture)                        # the sheet or the loose markers
    >>> calibration = from_points(corners_px, (900, 600), size)    # a rectangle of known size
    >>> calibration = from_cards(detections.corners_px, deck.size_mm, size)
    >>> print(calibration.advice)

Where table millimetres begin (see `calibration.table` for the axes):
    markers, sheet    origin the sheet's middle, up the sheet's arrow
    markers, loose    origin the middle of the markers seen, up as in the picture
    points            origin the rectangle's middle, up from its third and fourth corner to its first two
    cards             origin what the middle of the picture shows, up as in the picture

Every way also says how far off it is likely to be: the measured points are shaken by the noise that
the fit left (or that is usual, if it left less) and the table is estimated again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from calibration.files import CalibrationError
from calibration.markers import LOOSE_SIDE_MM, Markers, find_markers, sheet_corners_mm
from calibration.table import Calibration, Lens, Size, transform

MARKER_NOISE_PX, CARD_NOISE_PX = 0.4, 1.5
TAP_NOISE_PER_WIDTH = 0.003  # of the picture's width: a finger is some three pixels off in a thousand
_SHAKES = 12
_FOCAL, _FOCAL_SPREAD = 0.7, 0.25  # of the picture's longer side, and its logarithm's spread between cameras ...
_KNOWN_FOCAL_SPREAD = 0.02  # ... and where the lens was measured
_AREA_MM = (900.0, 600.0)  # the part of the table that the error is measured on


# -- printed markers -------------------------------------------------------------------------------

def from_markers(image: np.ndarray, lens: Lens | None = None) -> Calibration:
    """From a picture of the printed sheet, or of two or more loose markers.

    image: (h, w, 3) BGR or (h, w) grey uint8.  Raises CalibrationError if no markers are seen.
    """
    return from_found_markers(find_markers(image), (image.shape[1], image.shape[0]), lens)


def from_found_markers(markers: Markers, size: Size, lens: Lens | None = None) -> Calibration:
    """The same from markers that somebody has found in a picture of that width and height."""
    sheet, loose = markers.on_sheet(), markers.loose()
    if len(sheet) >= 1:
        world = sheet_corners_mm(sheet.ids).reshape(-1, 2)
        return _from_known_points(sheet.corners_px.reshape(-1, 2), world, size, lens, MARKER_NOISE_PX, "markers")
    if len(loose) >= 2:
        return _from_rectangles(loose.corners_px, (LOOSE_SIDE_MM, LOOSE_SIDE_MM), size, lens, MARKER_NOISE_PX,
                                "markers", origin_amid=True)
    raise CalibrationError("No printed markers were found in the picture; lay the sheet from "
                           "`companion print markers` flat on the table, wholly in view.")


# -- four tapped points ----------------------------------------------------------------------------

def from_points(corners_px: np.ndarray, rectangle_mm: tuple[float, float], image_size: Size,
                lens: Lens | None = None) -> Calibration:
    """From the corners of a rectangle lying on the table.

    corners_px: (4, 2) clockwise as seen, from the far left corner.  rectangle_mm: width (first to second
    corner) and height.  Raises CalibrationError for corners that no rectangle seen from above can have.
    """
    corners = np.asarray(corners_px, float)
    if corners.shape != (4, 2):
        raise CalibrationError("Four corners are needed, not {number}.", number=corners.shape[0] if corners.ndim else 0)
    width, height = rectangle_mm
    if not (width > 0 and height > 0):
        raise CalibrationError("The rectangle's size must be above zero, not {width:g} by {height:g} mm.",
                               width=width, height=height)
    if _turns(corners).min() <= 1e-3 * image_size[0] ** 2 * 0.01:
        raise CalibrationError("The four corners must be given clockwise, from the far left one, and not in a line.")
    world = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    noise = TAP_NOISE_PER_WIDTH * image_size[0]
    return _from_known_points(corners, world, image_size, lens, noise, "points")


def _turns(corners: np.ndarray) -> np.ndarray:
    """(4,) cross product at each corner; all positive: clockwise on screen and convex."""
    side = np.roll(corners, -1, axis=0) - corners
    following = np.roll(side, -1, axis=0)
    return np.asarray(side[:, 0] * following[:, 1] - side[:, 1] * following[:, 0])


def _from_known_points(points_px: np.ndarray, points_mm: np.ndarray, size: Size, lens: Lens | None, noise_px: float,
                       method: str) -> Calibration:
    straight = points_px if lens is None else lens.straighten(points_px)

    def solve(points: np.ndarray) -> np.ndarray:
        return _homography(points, points_mm)

    homography = solve(straight)
    left = transform(np.linalg.inv(homography), points_mm) - straight
    noise = max(noise_px, float(np.sqrt(np.mean(left ** 2))))
    error = _with_lens(_error_mm(solve, straight, homography, noise, size), homography, size, lens)
    return Calibration(homography, size, error, method, lens)


def _homography(points_px: np.ndarray, points_mm: np.ndarray) -> np.ndarray:
    """Pixels -> millimetres by least squares in pixels, where the noise is."""
    inverse, _ = cv2.findHomography(points_mm, points_px)
    if inverse is None or abs(np.linalg.det(inverse)) < 1e-12:
        raise CalibrationError("The points lie in a line, so they say nothing about the table.")
    return in_front(np.linalg.inv(inverse), points_px.mean(axis=0))


def in_front(homography: np.ndarray, point_px: np.ndarray) -> np.ndarray:
    """The same map with a positive homogeneous coordinate at `point_px`, scaled to a readable size."""
    sign = np.sign(homography[2] @ [*point_px, 1.0])
    return np.asarray(homography * sign / np.abs(homography[2, 2] or 1.0))


# -- cards (or loose markers): rectangles of one size, lying anyhow -------------------------------

def from_cards(corners_px: np.ndarray, card_mm: tuple[float, float], image_size: Size,
               lens: Lens | None = None) -> Calibration:
    """From the outlines of cards lying anyhow on the table; one card is enough for a rough answer.

    corners_px: (n, 4, 2) clockwise from the corner left of the card's own top, or from the opposite
    one; rows with NaN are left out.  card_mm: width and height of an upright card.
    Raises CalibrationError if no outline is usable or the outlines fit no flat table.
    """
    corners = np.asarray(corners_px, float).reshape(-1, 4, 2)
    corners = corners[np.isfinite(corners).all(axis=(1, 2))]
    corners = corners[[bool(_turns(quad).min() > 0) for quad in corners]] if len(corners) else corners
    if not len(corners):
        raise CalibrationError("No card was seen whole; lay a few cards face up, apart from each other.")
    return _from_rectangles(corners, card_mm, image_size, lens, CARD_NOISE_PX, "cards")


def _from_rectangles(corners_px: np.ndarray, size_mm: tuple[float, float], size: Size, lens: Lens | None,
                     noise_px: float, method: str, origin_amid: bool = False) -> Calibration:
    """A pinhole camera above a plane on which every outline is a rectangle of `size_mm`.
    The origin is amid the rectangles, or what the picture's middle shows.

    Square pixels and the principal point in the picture's middle leave four numbers to find: focal
    length, two tilts, height.  That is what lets even one card do, where a free homography would not.
    """
    straight = corners_px if lens is None else lens.straighten(corners_px.reshape(-1, 2)).reshape(-1, 4, 2)
    fit = _PlaneFit(size_mm, size, lens, noise_px)
    camera = fit.solve(straight)
    residual = fit.residual_px(camera, straight)
    kept = residual <= max(4 * noise_px, 3 * float(np.median(residual)))
    straight = straight[kept]
    camera = fit.solve(straight, camera)
    origin = _amid(fit.homography(camera), straight) if origin_amid else fit.principal
    noise = max(noise_px, float(np.sqrt(np.mean(fit.residual_px(camera, straight) ** 2))))

    def solve(points: np.ndarray) -> np.ndarray:
        quads = points.reshape(-1, 4, 2)
        return gauged(fit.homography(fit.solve(quads, camera)), origin)

    homography = gauged(fit.homography(camera), origin)
    error = _with_lens(_error_mm(solve, straight.reshape(-1, 2), homography, noise, size), homography, size, lens)
    return Calibration(homography, size, error, method, lens)


def _amid(homography: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
    """The pixel that shows the point of the table in the middle of the rectangles."""
    mm = transform(homography, corners_px.reshape(-1, 2))
    return np.asarray(transform(np.linalg.inv(homography), mm.mean(axis=0, keepdims=True))[0])


class _PlaneFit:
    """Least squares for the four numbers of a camera over a table: log focal length, two tilts (radians),
    log distance (mm) to the point in the picture's middle."""

    def __init__(self, size_mm: tuple[float, float], size: Size, lens: Lens | None, noise_px: float) -> None:
        width, height = size_mm
        self.rectangle = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
        self.noise_px = noise_px
        self.principal, self.log_focal, self.focal_spread = usual_focal(size, lens)

    def homography(self, camera: np.ndarray) -> np.ndarray:
        """Pixels -> table mm, origin the picture's middle, turned as the tilts leave it."""
        log_focal, tilt_x, tilt_y, log_distance = camera
        focal = np.exp(log_focal)
        matrix = np.array([[focal, 0, self.principal[0]], [0, focal, self.principal[1]], [0, 0, 1.0]])
        rotation = cv2.Rodrigues(np.array([tilt_x, tilt_y, 0.0]))[0]
        pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, np.exp(log_distance)]])
        return in_front(np.linalg.inv(matrix @ pose), self.principal)

    def solve(self, corners_px: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
        """The camera that makes the outlines rectangles of the right size."""
        from scipy.optimize import least_squares  # here, because it takes long to load and is rarely needed

        starts = [start] if start is not None else self._starts(corners_px)
        fits = [least_squares(self._residuals, s, args=(corners_px,), loss="soft_l1", f_scale=2.0,
                              xtol=1e-6, ftol=1e-6, max_nfev=40)
                for s in starts]
        return np.asarray(min(fits, key=lambda fit: fit.cost).x)

    def _starts(self, corners_px: np.ndarray) -> list[np.ndarray]:
        area_px = np.median([cv2.contourArea(quad.astype(np.float32)) for quad in corners_px])
        px_per_mm = np.sqrt(area_px / (4 * np.prod(np.abs(self.rectangle[0]))))
        distance = self.log_focal - np.log(px_per_mm)
        return [np.array([self.log_focal, tilt_x, tilt_y, distance])
                for tilt_x, tilt_y in ((0, 0), (0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5))]

    def _residuals(self, camera: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """Corner errors in units of the noise, and how unusual the focal length is."""
        errors = np.nan_to_num(self._errors_px(camera, corners_px), nan=1e3) / self.noise_px
        return np.append(errors.ravel(), (camera[0] - self.log_focal) / self.focal_spread)

    def _errors_px(self, camera: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """(n, 4, 2) how far each corner is from the best-lying rectangle, in pixels near that card."""
        mm = transform(self.homography(camera), corners_px.reshape(-1, 2)).reshape(-1, 4, 2)
        centred = mm - mm.mean(axis=1, keepdims=True)
        # The turn of the rectangle that fits best (Procrustes in the plane).
        along = (centred * self.rectangle).sum(axis=(1, 2))
        across = (self.rectangle[:, 0] * centred[:, :, 1] - self.rectangle[:, 1] * centred[:, :, 0]).sum(axis=1)
        turn = np.arctan2(across, along)
        cos, sin = np.cos(turn), np.sin(turn)
        turns = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], axis=-2)
        fitted = np.einsum("nij,kj->nki", turns, self.rectangle)
        side_px = np.linalg.norm(np.roll(corners_px, -1, axis=1) - corners_px, axis=2).sum(axis=1)
        px_per_mm = side_px / (4 * np.abs(self.rectangle[0]).sum())
        return np.asarray((centred - fitted) * px_per_mm[:, None, None])

    def residual_px(self, camera: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """(n,) root mean square corner error of each outline."""
        return np.asarray(np.sqrt((self._errors_px(camera, corners_px) ** 2).sum(axis=2).mean(axis=1)))


def usual_focal(size: Size, lens: Lens | None) -> tuple[np.ndarray, float, float]:
    """The principal point in pixels, the logarithm of the focal length in pixels, and how far off that may be."""
    if lens is None:
        return (np.array(size) - 1) / 2, float(np.log(_FOCAL * max(size))), _FOCAL_SPREAD
    return lens.matrix[:2, 2], float(np.log(lens.matrix[[0, 1], [0, 1]].mean())), _KNOWN_FOCAL_SPREAD


def gauged(homography: np.ndarray, origin_px: np.ndarray) -> np.ndarray:
    """Turn and shift the table so that the origin is at `origin_px` and up is up in the picture there."""
    points = np.array([origin_px, origin_px - [0, 1.0]])
    origin, above = transform(homography, points)
    up = (above - origin) / np.linalg.norm(above - origin)
    rotation = np.array([[-up[1], up[0]], [-up[0], -up[1]]])  # takes `up` to (0, -1)
    rigid = np.eye(3)
    rigid[:2, :2], rigid[:2, 2] = rotation, -rotation @ origin
    return in_front(rigid @ homography, origin_px)


# -- how good --------------------------------------------------------------------------------------

def _error_mm(solve: Callable[[np.ndarray], np.ndarray], points_px: np.ndarray, homography: np.ndarray,
              noise_px: float, size: Size) -> float:
    """Root mean square distance between where the estimate and its shaken twins put the playing area."""
    seen_px, seen_mm = visible_grid(partial(transform, np.linalg.inv(homography)), size)
    random = np.random.default_rng(0)
    squares = []
    for _ in range(_SHAKES):
        moved = transform(solve(points_px + random.normal(0, noise_px, points_px.shape)), seen_px)
        squares.append(np.nan_to_num(((moved - seen_mm) ** 2).sum(axis=1), nan=1e6))
    return float(min(np.sqrt(np.mean(squares)), 999.0))


def _with_lens(error_mm: float, homography: np.ndarray, size: Size, lens: Lens | None) -> float:
    """The error of a place together with what the lens leaves uncertain, at the scale of the picture's middle."""
    if lens is None:
        return error_mm
    middle = np.array([size, (size[0] + 2, size[1])]) / 2
    mm_per_px = float(np.linalg.norm(np.diff(transform(homography, middle), axis=0)))
    return float(np.hypot(error_mm, lens.error_px * np.nan_to_num(mm_per_px)))


def visible_grid(to_px: Callable[[np.ndarray], np.ndarray], size: Size) -> tuple[np.ndarray, np.ndarray]:
    """A grid over the part of the playing area that a picture shows: its pixels and its millimetres; the origin, where
    it shows none.  to_px: from (n, 2) of these to (n, 2) of those."""
    x, y = (np.linspace(-side / 2, side / 2, 9) for side in _AREA_MM)
    grid_mm = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    grid_px = to_px(grid_mm)
    with np.errstate(invalid="ignore"):
        seen = ((grid_px >= 0) & (grid_px < size)).all(axis=1)
    if not seen.any():
        return to_px(np.zeros((1, 2))), np.zeros((1, 2))
    return grid_px[seen], grid_mm[seen]
