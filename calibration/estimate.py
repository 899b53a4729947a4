"""Finding out how a camera sees a table: from printed markers, from four tapped corners, from the cards.

    >>> calibration = from_markers(picture)                        # the sheet or the loose markers
    >>> calibration = from_points(corners_px, (900, 600), size)    # a rectangle of known size
    >>> calibration = from_cards(detections.corners_px, deck.size_mm, size)
    >>> calibration = from_indices(ends_px, detections.corners_px, deck.size_mm, size)
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

import cv2
import numpy as np

from calibration.files import CalibrationError
from calibration.markers import LOOSE_SIDE_MM, Markers, find_markers, sheet_corners_mm
from calibration.table import Calibration, Lens, Size, transform

MARKER_NOISE_PX, CARD_NOISE_PX = 0.4, 1.5
TAP_NOISE_PER_WIDTH = 0.003  # of the picture's width: a finger is some three pixels off in a thousand
_Loss = Callable[[np.ndarray], np.ndarray]
_SHAKES, _DRAWS = 12, 64
_STEP = float(np.sqrt(np.finfo(float).eps))  # of a number, by which its slope is found
_INDEX_NOISE_PX = 1.5  # by which the distance of a card's two indices is off, one card to the next
_RULER, _RULER_SPREAD = 0.943, 0.03  # their distance in heights of the card, and its logarithm's spread between packs
_OUTLINE_LARGER = 0.022  # logarithm by which outlines are larger than the cards, ...
_PACK_SPREAD, _OUTLINE_SPREAD = 0.035, 0.04  # ... how that differs from pack to pack, and from card to card
_ASLANT, _ASLANT_SPREAD = 0.685, 0.05  # radians between their line and the long sides, and its spread between cards
_STARTS = 5  # cameras from which the one that fits best is looked for
_USUAL = 5  # numbers that say how usual a camera and a pack are
_LIES = 4.0  # times the noise by which the indices of a card that lies are off at most
_TILT, _TILT_SPREAD = np.array([-0.42, 0.0]), np.array([0.25, 0.12])  # radians, of cameras over tables: they stand on
# the near side, more or less level, and look down steeply
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
    return _positive(np.linalg.inv(inverse), points_px.mean(axis=0))


def _positive(homography: np.ndarray, point_px: np.ndarray) -> np.ndarray:
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
        return _gauge(fit.homography(fit.solve(quads, camera)), origin)

    homography = _gauge(fit.homography(camera), origin)
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
        if lens is None:
            self.principal = (np.array(size) - 1) / 2
            # Tablets and webcams: focal length some 0.9 of the longer side, give or take a third.
            self.log_focal, self.focal_spread = np.log(0.7 * max(size)), 0.25
        else:
            self.principal = lens.matrix[:2, 2]
            self.log_focal, self.focal_spread = np.log(lens.matrix[[0, 1], [0, 1]].mean()), 0.02

    def homography(self, camera: np.ndarray) -> np.ndarray:
        """Pixels -> table mm, origin the picture's middle, turned as the tilts leave it."""
        log_focal, tilt_x, tilt_y, log_distance = camera
        focal = np.exp(log_focal)
        matrix = np.array([[focal, 0, self.principal[0]], [0, focal, self.principal[1]], [0, 0, 1.0]])
        rotation = cv2.Rodrigues(np.array([tilt_x, tilt_y, 0.0]))[0]
        pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, np.exp(log_distance)]])
        return _positive(np.linalg.inv(matrix @ pose), self.principal)

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


class _RulerFit(_PlaneFit):
    """The same camera, and the logarithm of how far the indices at both ends of a card are apart, mm: alike on all
    cards of a pack to a hundredth, while outlines are guessed from the indices and err alike."""

    def lying(self, ends_px: np.ndarray, corners_px: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The camera and ruler (5,) on whose table most of n cards lie, by their pairs of indices (n, 2, 2) and their
        outlines, and which rows (n,) bool these are.

        The others are held in a hand, nearer to the camera; or the upper index of a card and the lower one of its like
        below it were taken for one card.
        """
        camera, _ = min((self.solve_rulers(ends_px, corners_px, start, _held_or_lying)
                         for start in self._usual_cameras(corners_px)), key=lambda fit: fit[1])
        n = len(ends_px)
        off = self._off(camera, ends_px, corners_px)
        larger = off[:n] - off[3 * n:4 * n]
        return camera, larger <= max(_LIES, float(larger.min()))

    def _usual_cameras(self, corners_px: np.ndarray) -> list[np.ndarray]:
        """Cameras as they mostly are, so far away as some of the cards are large; those held are the largest."""
        px_per_mm = np.sqrt(np.abs(_areas(corners_px)) / (4 * np.prod(np.abs(self.rectangle[0]))))
        some = np.quantile(px_per_mm, np.linspace(0, 1, min(len(px_per_mm), _STARTS)))
        return [np.array([self.log_focal, *_TILT, self.log_focal - np.log(one), self._log_ruler]) for one in some]

    def solve_rulers(self, ends_px: np.ndarray, corners_px: np.ndarray, start: np.ndarray, loss: _Loss
                     ) -> tuple[np.ndarray, float]:
        """The same from a start, and its cost in nats."""
        from scipy.optimize import least_squares

        fit = least_squares(self._off, start, self._slopes, args=(ends_px, corners_px), loss=loss, f_scale=2.0,
                            max_nfev=60)
        return fit.x, float(fit.cost)

    def one_less(self, camera: np.ndarray, ends_px: np.ndarray, corners_px: np.ndarray) -> list[np.ndarray]:
        """The cameras without each of the cards."""
        rows = np.arange(len(ends_px))
        return [self.solve_rulers(ends_px[rows != k], corners_px[rows != k], camera, _lying)[0]
                for k in rows if len(rows) > 1]

    def spread(self, camera: np.ndarray, ends_px: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """(5, 5) covariance of a fit."""
        from scipy.optimize import least_squares

        plain = least_squares(self._off, camera, self._slopes, args=(ends_px, corners_px), max_nfev=1)
        n = len(ends_px)
        left = float((plain.fun[:n] ** 2).sum() + (plain.fun[3 * n:4 * n] ** 2).sum()) / n
        information: np.ndarray = plain.jac.T @ plain.jac / max(1.0, left)
        return np.linalg.inv(information + 1e-9 * np.eye(5))

    @property
    def _log_ruler(self) -> float:
        return float(np.log(_RULER * 2 * self.rectangle[2, 1]))

    def _off(self, camera: np.ndarray, ends_px: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """Errors in units of the noise, n each: rulers that are too long, outlines' sizes, their directions, rulers
        that are too short; then how unusual the camera and the pack are."""
        return np.asarray(self._all_off(camera[None], ends_px, corners_px)[0])

    def _slopes(self, camera: np.ndarray, ends_px: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """(k, 5) how each of these changes with the camera."""
        steps = _STEP * np.where(camera < 0, -1, 1) * np.maximum(np.abs(camera), 1)
        there, *beside = self._all_off(np.stack([camera, *(camera + np.diag(steps))]), ends_px, corners_px)
        return np.asarray((np.stack(beside) - there).T / steps)

    def _all_off(self, cameras: np.ndarray, ends_px: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """(m, k) the same for m cameras (m, 5) at once."""
        n = len(ends_px)
        mm = self._all_to_mm(cameras, np.concatenate([ends_px.reshape(-1, 2), corners_px.reshape(-1, 2)]))
        ends, outlines = mm[:, :2 * n].reshape(-1, n, 2, 2), mm[:, 2 * n:].reshape(-1, len(corners_px), 4, 2)
        apart_mm, apart_px = (np.hypot(*np.moveaxis(at[..., 1, :] - at[..., 0, :], -1, 0)) for at in (ends, ends_px))
        rulers = np.nan_to_num((apart_mm / np.exp(cameras[:, 4:]) - 1) * apart_px, nan=1e3) / _INDEX_NOISE_PX
        ratio = np.nan_to_num(np.abs(_areas(outlines)), nan=1e-3) / (4 * np.prod(np.abs(self.rectangle[0])))
        larger = np.log(np.maximum(ratio, 1e-3)) / 2 - _OUTLINE_LARGER
        mean = np.median(larger, axis=1, keepdims=True)
        aslant = np.nan_to_num(_aslant(ends, outlines), nan=9.0) - _ASLANT
        usual = np.array([self.log_focal, *_TILT, self._log_ruler])
        spread = np.array([self.focal_spread, *_TILT_SPREAD, _RULER_SPREAD])
        return np.concatenate([np.maximum(rulers, 0), (larger - mean) / _OUTLINE_SPREAD, aslant / _ASLANT_SPREAD,
                               np.minimum(rulers, 0), mean / _PACK_SPREAD,
                               (cameras[:, [0, 1, 2, 4]] - usual) / spread], axis=1)

    def _all_to_mm(self, cameras: np.ndarray, points_px: np.ndarray) -> np.ndarray:
        """(m, n, 2) of points (n, 2) by m cameras, NaN beyond the horizon."""
        log_focal, tilt_x, tilt_y, log_distance = cameras.T[:4]
        turn = np.hypot(tilt_x, tilt_y)
        x, y = tilt_x / np.maximum(turn, 1e-9), tilt_y / np.maximum(turn, 1e-9)  # the axis of the turn
        cos, sin = np.cos(turn), np.sin(turn)
        pose = np.zeros((len(cameras), 3, 3))  # Rodrigues' formula, of which a plane needs two columns
        pose[:, :, 0] = np.stack([cos + x * x * (1 - cos), x * y * (1 - cos), -y * sin], axis=1)
        pose[:, :, 1] = np.stack([x * y * (1 - cos), cos + y * y * (1 - cos), x * sin], axis=1)
        pose[:, 2, 2] = np.exp(log_distance)
        rays = np.ones((len(cameras), len(points_px), 3))
        rays[..., :2] = (points_px - self.principal) / np.exp(log_focal)[:, None, None]
        mapped = rays @ np.linalg.inv(pose).transpose(0, 2, 1)
        depth = mapped[..., 2:] * pose[:, 2:, 2:]
        return np.asarray(mapped[..., :2] / np.where(depth > 1e-12, mapped[..., 2:], np.nan))


def _held_or_lying(squares: np.ndarray) -> np.ndarray:
    """SciPy's rho of squared errors (k,) and its slopes (3, k).  Cards held nearer to the camera look larger by any
    amount; none lies below the table."""
    n = (len(squares) - _USUAL) // 4
    rho = _lying(squares)
    free = squares[:3 * n]
    rho[:, :3 * n] = np.log1p(free), 1 / (1 + free), -1 / (1 + free) ** 2
    return rho


def _lying(squares: np.ndarray) -> np.ndarray:
    """The same where all lie: cards may err a little more than is usual, cameras and packs do not."""
    root = np.sqrt(1 + squares)
    rho: np.ndarray = np.stack([2 * (root - 1), 1 / root, -0.5 / root**3])
    rho[:, -_USUAL:] = squares[-_USUAL:], np.ones(_USUAL), np.zeros(_USUAL)
    return rho


def from_indices(ends_px: np.ndarray, corners_px: np.ndarray, card_mm: tuple[float, float], image_size: Size,
                 lens: Lens | None = None) -> Calibration:
    """From cards lying anyhow, by where the indices at both ends of each are printed.

    ends_px: (n, 2, 2) one index at each end of n cards.  corners_px: (n, 4, 2) their outlines, which only tell how
    large the cards are.  The error is that of the fit's whole covariance: what a few cards leave open is told.
    Raises CalibrationError where there are none.
    """
    ends, corners = np.asarray(ends_px, float).reshape(-1, 2, 2), np.asarray(corners_px, float).reshape(-1, 4, 2)
    if not len(ends):
        raise CalibrationError("No card was seen whole; lay a few cards face up, apart from each other.")
    if lens is not None:
        ends = lens.straighten(ends.reshape(-1, 2)).reshape(-1, 2, 2)
        corners = lens.straighten(corners.reshape(-1, 2)).reshape(-1, 4, 2)
    fit = _RulerFit(card_mm, image_size, lens, CARD_NOISE_PX)
    camera, rows = fit.lying(ends, corners)
    ends, corners = ends[rows], corners[rows]
    camera, _ = fit.solve_rulers(ends, corners, camera, _lying)
    others = fit.one_less(camera, ends, corners)
    homography = _gauge(fit.homography(camera[:4]), fit.principal)
    covariance = fit.spread(camera, ends, corners)
    drawn = np.random.default_rng(0).multivariate_normal(camera, covariance, _DRAWS)
    error = _with_lens(_spread_mm(fit, homography, drawn, others), homography, image_size, lens)
    anew = [_gauge(fit.homography(one[:4]), fit.principal) for one in (*drawn, *others)]
    return Calibration(homography, image_size, error, "cards", lens, leeway=np.stack(anew) @ np.linalg.inv(homography))


def _spread_mm(fit: _RulerFit, homography: np.ndarray, drawn: np.ndarray, others: list[np.ndarray]) -> float:
    """How far off the playing area is likely to be, mm, once it is shifted and turned so that it lies best: by cameras
    drawn from the fit's spread, (n, 5), or by what one card more or less makes of it, whichever is more."""
    size = (int(2 * fit.principal[0] + 1), int(2 * fit.principal[1] + 1))
    seen_px, seen_mm = _visible_grid(homography, size)

    def off(drawn: np.ndarray) -> float:
        moved = transform(fit.homography(drawn[:4]), seen_px)
        return float(min(np.nan_to_num(_misfit(moved, seen_mm), nan=1e6), 1e6))

    squares = max(float(np.mean([off(one) for one in drawn])), max(map(off, others), default=0.0))
    return float(min(np.sqrt(squares), 999.0))


def unlike_mm(one: Calibration, other: Calibration) -> float:
    """Root mean square distance, mm, between where two tables of one picture put the playing area, once the other one
    is shifted and turned so that it lies best."""
    seen_px, seen_mm = _visible_grid(one.homography, one.image_size)
    return float(np.sqrt(np.nan_to_num(_misfit(other.px_to_mm(seen_px), seen_mm), nan=1e6)))


def _misfit(points: np.ndarray, onto: np.ndarray) -> float:
    """Mean square distance of points (n, 2) from others once they are shifted and turned to lie best on them."""
    there, wanted = ((at - at.mean(axis=0)) @ [1, 1j] for at in (points, onto))
    turn = np.angle(np.vdot(there, wanted))
    return float((np.abs(there * np.exp(1j * turn) - wanted) ** 2).mean())


def _areas(quads: np.ndarray) -> np.ndarray:
    """(...) of outlines (..., 4, 2), by half the cross product of their diagonals."""
    one, other = quads[..., 2, :] - quads[..., 0, :], quads[..., 3, :] - quads[..., 1, :]
    areas: np.ndarray = (one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]) / 2
    return areas


def _aslant(ends: np.ndarray, quads: np.ndarray) -> np.ndarray:
    """(...) radians between the line from end to end (..., 2, 2) and the long sides of outlines (..., 4, 2)."""
    down = quads[..., 3, :] - quads[..., 0, :] + quads[..., 2, :] - quads[..., 1, :]
    through = ends[..., 1, :] - ends[..., 0, :]
    across = down[..., 0] * through[..., 1] - down[..., 1] * through[..., 0]
    found: np.ndarray = np.arctan2(np.abs(across), (down * through).sum(axis=-1))
    return found


def _gauge(homography: np.ndarray, origin_px: np.ndarray) -> np.ndarray:
    """Turn and shift the table so that the origin is at `origin_px` and up is up in the picture there."""
    points = np.array([origin_px, origin_px - [0, 1.0]])
    origin, above = transform(homography, points)
    up = (above - origin) / np.linalg.norm(above - origin)
    rotation = np.array([[-up[1], up[0]], [-up[0], -up[1]]])  # takes `up` to (0, -1)
    rigid = np.eye(3)
    rigid[:2, :2], rigid[:2, 2] = rotation, -rotation @ origin
    return _positive(rigid @ homography, origin_px)


# -- how good --------------------------------------------------------------------------------------

def _error_mm(solve: Callable[[np.ndarray], np.ndarray], points_px: np.ndarray, homography: np.ndarray,
              noise_px: float, size: Size) -> float:
    """Root mean square distance between where the estimate and its shaken twins put the playing area."""
    seen_px, seen_mm = _visible_grid(homography, size)
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


def _visible_grid(homography: np.ndarray, size: Size) -> tuple[np.ndarray, np.ndarray]:
    """A grid over the part of the playing area that the picture shows: its pixels and its millimetres."""
    x, y = (np.linspace(-side / 2, side / 2, 9) for side in _AREA_MM)
    grid_mm = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    grid_px = transform(np.linalg.inv(homography), grid_mm)
    with np.errstate(invalid="ignore"):
        seen = ((grid_px >= 0) & (grid_px < size)).all(axis=1)
    if not seen.any():
        grid_px = np.array([[size[0] / 2, size[1] / 2]])
        return grid_px, transform(homography, grid_px)
    return grid_px[seen], grid_mm[seen]
