"""The table from cards lying anyhow, by where the indices at both ends of each are printed.

    calibration = from_indices(ends_px, corners_px, deck.size_mm, size)
    unlike_mm(calibration, another)

Indices at both ends of a card are as far apart on all cards of a pack, to a hundredth: each card is a ruler.  Its
outline is guessed from the indices, and errs alike on all cards; it only tells how large they are, and how aslant they
are seen.  What is looked for is a camera with square pixels whose axis meets the picture's middle, six numbers:

    log focal length, two tilts (radians), log distance (mm) to what the picture's middle shows, log ruler (mm), bend

bend: of the lens, by which what is seen r focal lengths from the picture's middle is 1 / (1 - bend r^2) times as far
from it.  Source: the division model, Fitzgibbon 2001, "Simultaneous linear estimation of multiple view geometry and
lens distortion".

Cards held in a hand are nearer to the camera and look larger by any amount; none lies below the table.  How unusual the
camera and the pack are counts as well, so that even one card will do for a rough answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from calibration.estimate import gauged, in_front, usual_focal, visible_grid
from calibration.files import CalibrationError
from calibration.table import Calibration, Lens, Size, transform

_Loss = Callable[[np.ndarray], np.ndarray]
_DRAWS = 64
_STEP = float(np.sqrt(np.finfo(float).eps))  # of a number, by which its slope is found
_INDEX_NOISE_PX = 1.0  # by which the distance of a card's two indices is off, one card to the next
_RULER, _RULER_SPREAD = 0.943, 0.03  # their distance in heights of the card, and its logarithm's spread between packs
_OUTLINE_LARGER = 0.022  # logarithm by which outlines are larger than the cards, ...
_PACK_SPREAD, _OUTLINE_SPREAD = 0.035, 0.04  # ... how that differs from pack to pack, and from card to card
_ASLANT, _ASLANT_SPREAD = 0.685, 0.05  # radians between their line and the long sides, and its spread between cards
_STARTS = 5  # cameras from which the one that fits best is looked for
_NUMBERS = 6  # that a camera and a pack have
_DISTANCE = np.arange(_NUMBERS) == 3
_USUAL = 7  # errors that say how usual a camera and a pack are
_LIES = 4.0  # times the noise by which the indices of a card that lies are off at most
_TILT, _TILT_SPREAD = (-0.42, 0.0), (0.25, 0.12)  # radians, of cameras over tables: they stand on the near side, more
# or less level, and look down steeply
_SEEN_MM, _SEEN_SPREAD = 1000.0, 0.25  # how much of the table is seen across the picture's middle, and its logarithm's
# spread between tables
_BEND, _BEND_SPREAD = 0.05, 0.06  # of lenses that nobody has measured
_LEFT = 0.2  # nothing is bent to less than so much of where it was
_CORNERS = 4  # that a homography needs


def from_indices(ends_px: np.ndarray, corners_px: np.ndarray, card_mm: tuple[float, float], image_size: Size
                 ) -> Calibration:
    """The table, with its lens.  The origin is what the middle of the picture shows, up as in the picture.

    ends_px: (n, 2, 2) one index at each end of n cards.  corners_px: (n, 4, 2) their outlines, which only tell how
    large the cards are.  The error is that of the fit's whole covariance: what a few cards leave open is told.
    Raises CalibrationError where there are none.
    """
    ends, corners = np.asarray(ends_px, float).reshape(-1, 2, 2), np.asarray(corners_px, float).reshape(-1, 4, 2)
    if not len(ends):
        raise CalibrationError("No card was seen whole; lay a few cards face up, apart from each other.")
    fit = _RulerFit(card_mm, image_size)
    camera, rows = fit.lying(ends, corners)
    ends, corners = ends[rows], corners[rows]
    camera, _ = fit.solve(ends, corners, camera, _lying)
    others = fit.one_less(camera, ends, corners)
    drawn = list(np.random.default_rng(0).multivariate_normal(camera, fit.spread(camera, ends, corners), _DRAWS))
    found = Calibration(fit.homography(camera), image_size, 0.0, "cards", fit.lens(camera))
    return fit.with_error(found, drawn, others)


def unlike_mm(one: Calibration, other: Calibration) -> float:
    """Root mean square distance, mm, between where two tables of one picture put the playing area, once the other one
    is shifted and turned so that it lies best."""
    seen_px, seen_mm = visible_grid(one.mm_to_px, one.image_size)
    return float(np.sqrt(np.nan_to_num(_misfit(other.px_to_mm(seen_px), seen_mm), nan=1e6)))


class _RulerFit:
    """Least squares for the numbers of a camera and a pack (module's docstring).  card_mm: width and height."""

    def __init__(self, card_mm: tuple[float, float], size: Size) -> None:
        self._area_mm2 = card_mm[0] * card_mm[1]
        self._principal, log_focal, focal_spread = usual_focal(size, None)
        log_ruler = np.log(_RULER * card_mm[1])
        self._usual = np.array([log_focal, *_TILT, np.log(_SEEN_MM / size[0]) + log_focal, log_ruler, _BEND])
        self._usual_spread = np.array([focal_spread, *_TILT_SPREAD, _SEEN_SPREAD, _RULER_SPREAD, _BEND_SPREAD])

    # -- a camera --------------------------------------------------------------------------------

    def homography(self, camera: np.ndarray) -> np.ndarray:
        """(3, 3) straightened pixels -> table mm."""
        log_focal, tilt_x, tilt_y, log_distance = camera[:4]
        focal = np.exp(log_focal)
        matrix = np.array([[focal, 0, self._principal[0]], [0, focal, self._principal[1]], [0, 0, 1.0]])
        rotation = cv2.Rodrigues(np.array([tilt_x, tilt_y, 0.0]))[0]
        pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, np.exp(log_distance)]])
        return gauged(in_front(np.linalg.inv(matrix @ pose), self._principal), self._principal)

    def lens(self, camera: np.ndarray) -> Lens:
        """The lens in OpenCV's terms: the inverse of the division model as its Padé approximant."""
        focal, bend = np.exp(camera[0]), camera[5]
        matrix = np.array([[focal, 0, self._principal[0]], [0, focal, self._principal[1]], [0, 0, 1.0]])
        return Lens(matrix, np.array([3 * bend, bend**2, 0, 0, 0, 4 * bend, 3 * bend**2, 0]))

    def _to_mm(self, cameras: np.ndarray, points_px: np.ndarray) -> np.ndarray:
        """(m, n, 2) of points (n, 2) by m cameras, each turned as its tilts leave it; NaN beyond the horizon."""
        log_focal, tilt_x, tilt_y, log_distance = cameras.T[:4]
        turn = np.hypot(tilt_x, tilt_y)
        x, y = tilt_x / np.maximum(turn, 1e-9), tilt_y / np.maximum(turn, 1e-9)  # the axis of the turn
        cos, sin = np.cos(turn), np.sin(turn)
        pose = np.zeros((len(cameras), 3, 3))  # Rodrigues' formula, of which a plane needs two columns
        pose[:, :, 0] = np.stack([cos + x * x * (1 - cos), x * y * (1 - cos), -y * sin], axis=1)
        pose[:, :, 1] = np.stack([x * y * (1 - cos), cos + y * y * (1 - cos), x * sin], axis=1)
        pose[:, 2, 2] = np.exp(log_distance)
        rays = np.ones((len(cameras), len(points_px), 3))
        rays[..., :2] = (points_px - self._principal) / np.exp(log_focal)[:, None, None]
        rays[..., 2] -= np.minimum(cameras[:, 5:] * (rays[..., :2] ** 2).sum(axis=-1), 1 - _LEFT)
        mapped = rays @ np.linalg.inv(pose).transpose(0, 2, 1)
        depth = mapped[..., 2:] * pose[:, 2:, 2:]
        return np.asarray(mapped[..., :2] / np.where(depth > 1e-12, mapped[..., 2:], np.nan))

    # -- the camera that fits --------------------------------------------------------------------

    def lying(self, ends_px: np.ndarray, corners_px: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The camera on whose table most of n cards lie, by their pairs of indices (n, 2, 2) and their outlines, and
        which rows (n,) bool these are.

        The others are held in a hand, nearer to the camera; or the upper index of a card and the lower one of its like
        below it were taken for one card.
        """
        camera, _ = min((self.solve(ends_px, corners_px, start, _held_or_lying)
                         for start in self._usual_cameras(corners_px)), key=lambda fit: fit[1])
        n = len(ends_px)
        off = self._off(camera, ends_px, corners_px)
        larger = off[:n] - off[3 * n:4 * n]
        return camera, larger <= max(_LIES, float(larger.min()))

    def _usual_cameras(self, corners_px: np.ndarray) -> list[np.ndarray]:
        """Cameras as they mostly are, so far away as some of the cards are large; those held are the largest."""
        px_per_mm = np.sqrt(np.abs(_areas(corners_px)) / self._area_mm2)
        some = np.quantile(px_per_mm, np.linspace(0, 1, min(len(px_per_mm), _STARTS)))
        return [np.where(_DISTANCE, self._usual[0] - np.log(one), self._usual) for one in some]

    def solve(self, ends_px: np.ndarray, corners_px: np.ndarray, start: np.ndarray, loss: _Loss
              ) -> tuple[np.ndarray, float]:
        """The same from a start, and its cost in nats."""
        from scipy.optimize import least_squares  # here, because it takes long to load and is rarely needed

        fit = least_squares(self._off, start, self._slopes, args=(ends_px, corners_px), loss=loss, f_scale=2.0,
                            max_nfev=60)
        return fit.x, float(fit.cost)

    def one_less(self, camera: np.ndarray, ends_px: np.ndarray, corners_px: np.ndarray) -> list[np.ndarray]:
        """The cameras without each of the cards."""
        rows = np.arange(len(ends_px))
        return [self.solve(ends_px[rows != k], corners_px[rows != k], camera, _lying)[0]
                for k in rows if len(rows) > 1]

    def spread(self, camera: np.ndarray, ends_px: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """(6, 6) covariance of a fit."""
        off, slopes = (told(camera, ends_px, corners_px) for told in (self._off, self._slopes))
        n = len(ends_px)
        left = float((off[:n] ** 2).sum() + (off[3 * n:4 * n] ** 2).sum()) / n
        information: np.ndarray = slopes.T @ slopes / max(1.0, left)
        return np.linalg.inv(information + 1e-9 * np.eye(_NUMBERS))

    def _off(self, camera: np.ndarray, ends_px: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """Errors in units of the noise, n each: rulers that are too long, outlines' sizes, their directions, rulers
        that are too short; then how unusual the camera and the pack are."""
        return np.asarray(self._all_off(camera[None], ends_px, corners_px)[0])

    def _slopes(self, camera: np.ndarray, ends_px: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """(k, 6) how each of these changes with the camera."""
        steps = _STEP * np.where(camera < 0, -1, 1) * np.maximum(np.abs(camera), 1)
        there, *beside = self._all_off(np.stack([camera, *(camera + np.diag(steps))]), ends_px, corners_px)
        return np.asarray((np.stack(beside) - there).T / steps)

    def _all_off(self, cameras: np.ndarray, ends_px: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """(m, k) the same for m cameras (m, 6) at once."""
        n = len(ends_px)
        mm = self._to_mm(cameras, np.concatenate([ends_px.reshape(-1, 2), corners_px.reshape(-1, 2)]))
        ends, outlines = mm[:, :2 * n].reshape(-1, n, 2, 2), mm[:, 2 * n:].reshape(-1, len(corners_px), 4, 2)
        apart_mm, apart_px = (np.hypot(*np.moveaxis(at[..., 1, :] - at[..., 0, :], -1, 0)) for at in (ends, ends_px))
        rulers = np.nan_to_num((apart_mm / np.exp(cameras[:, 4:5]) - 1) * apart_px, nan=1e3) / _INDEX_NOISE_PX
        ratio = np.nan_to_num(np.abs(_areas(outlines)), nan=1e-3) / self._area_mm2
        larger = np.log(np.maximum(ratio, 1e-3)) / 2 - _OUTLINE_LARGER
        mean = np.median(larger, axis=1, keepdims=True)
        aslant = np.nan_to_num(_aslant(ends, outlines), nan=9.0) - _ASLANT
        unusual = cameras - self._usual
        unusual[:, 3] -= unusual[:, 0]  # how much of the table is seen goes with distance by focal length
        return np.concatenate([np.maximum(rulers, 0), (larger - mean) / _OUTLINE_SPREAD, aslant / _ASLANT_SPREAD,
                               np.minimum(rulers, 0), mean / _PACK_SPREAD,
                               unusual / self._usual_spread], axis=1)

    # -- how good --------------------------------------------------------------------------------

    def with_error(self, found: Calibration, drawn: list[np.ndarray], others: list[np.ndarray]) -> Calibration:
        """The table with how far off the playing area is likely to be, mm, once it is shifted and turned so that it
        lies best: by cameras drawn from the fit's spread, or by what one card more or less makes of it, whichever is
        more; and with how else it may lie by all of these."""
        seen_px, seen_mm = visible_grid(found.mm_to_px, found.image_size)
        anew = [self._placed(camera, seen_px) for camera in (*drawn, *others)]
        off = [float(min(np.nan_to_num(_misfit(moved, seen_mm), nan=1e6), 1e6)) for moved in anew]
        squares = max(float(np.mean(off[:len(drawn)])), max(off[len(drawn):], default=0.0))
        return replace(found, error_mm=min(float(np.sqrt(squares)), 999.0), leeway=_leeway(seen_mm, anew))

    def _placed(self, camera: np.ndarray, points_px: np.ndarray) -> np.ndarray:
        """(n, 2) table mm of what a camera shows at (n, 2)."""
        away = (points_px - self._principal) / np.exp(camera[0])
        nearer = np.maximum(1 - camera[5] * (away**2).sum(axis=1, keepdims=True), _LEFT)
        return transform(self.homography(camera), self._principal + (points_px - self._principal) / nearer)


def _leeway(mm: np.ndarray, anew: list[np.ndarray]) -> np.ndarray | None:
    """(m, 3, 3) homographies from a grid (n, 2) to where others have it, as nearly as they tell between lenses."""
    known = [there for there in anew if np.isfinite(there).all()]
    ways = [cv2.findHomography(mm, there)[0] for there in known] if len(mm) >= _CORNERS else []
    return np.stack(found) if (found := [way for way in ways if way is not None]) else None


def _held_or_lying(squares: np.ndarray) -> np.ndarray:
    """SciPy's rho of squared errors (k,) and its slopes (3, k).  Cards held nearer to the camera look larger by any
    amount; none lies below the table, so what looks smaller weighs more."""
    n = (len(squares) - _USUAL) // 4
    rho, root = _lying(squares), np.sqrt(1 + squares[3 * n:4 * n])
    rho[:, 3 * n:4 * n] = 2 * (root - 1), 1 / root, -0.5 / root**3
    return rho


def _lying(squares: np.ndarray) -> np.ndarray:
    """The same where all lie: now and then a pip is taken for an index, or an outline is guessed quite otherwise;
    cameras and packs are as usual."""
    rho: np.ndarray = np.stack([np.log1p(squares), 1 / (1 + squares), -1 / (1 + squares) ** 2])
    rho[:, -_USUAL:] = squares[-_USUAL:], np.ones(_USUAL), np.zeros(_USUAL)
    return rho


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
