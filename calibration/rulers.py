"""The table from cards lying anyhow, by where the indices at both ends of each are printed.

    calibration = from_indices(ends_px, corners_px, deck.size_mm, size)
    unlike_mm(calibration, another)

Indices at both ends of a card are as far apart on all cards of a pack, to a hundredth: each card is a ruler.  Its
outline is guessed from the indices, and errs alike on all cards; it only tells how large they are, and how aslant they
are seen.  What is looked for is a camera with square pixels whose axis meets the picture's middle, five numbers:

    log focal length, two tilts (radians), log distance (mm) to what the picture's middle shows, log ruler (mm)

Cards held in a hand are nearer to the camera and look larger by any amount; none lies below the table.  How unusual the
camera and the pack are counts as well, so that even one card will do for a rough answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from calibration.estimate import gauged, in_front, usual_focal, visible_grid, with_lens
from calibration.files import CalibrationError
from calibration.table import Calibration, Lens, Size, transform

_Loss = Callable[[np.ndarray], np.ndarray]
_DRAWS = 64
_STEP = float(np.sqrt(np.finfo(float).eps))  # of a number, by which its slope is found
_INDEX_NOISE_PX = 1.5  # by which the distance of a card's two indices is off, one card to the next
_RULER, _RULER_SPREAD = 0.943, 0.03  # their distance in heights of the card, and its logarithm's spread between packs
_OUTLINE_LARGER = 0.022  # logarithm by which outlines are larger than the cards, ...
_PACK_SPREAD, _OUTLINE_SPREAD = 0.035, 0.04  # ... how that differs from pack to pack, and from card to card
_ASLANT, _ASLANT_SPREAD = 0.685, 0.05  # radians between their line and the long sides, and its spread between cards
_STARTS = 5  # cameras from which the one that fits best is looked for
_NUMBERS = 5  # that a camera and a pack have
_USUAL = 5  # that say how usual these are
_LIES = 4.0  # times the noise by which the indices of a card that lies are off at most
_TILT, _TILT_SPREAD = (-0.42, 0.0), (0.25, 0.12)  # radians, of cameras over tables: they stand on the near side, more
# or less level, and look down steeply

def from_indices(ends_px: np.ndarray, corners_px: np.ndarray, card_mm: tuple[float, float], image_size: Size,
                 lens: Lens | None = None) -> Calibration:
    """The table.  The origin is what the middle of the picture shows, up as in the picture.

    ends_px: (n, 2, 2) one index at each end of n cards.  corners_px: (n, 4, 2) their outlines, which only tell how
    large the cards are.  lens: where it has been measured.  The error is that of the fit's whole covariance: what a few
    cards leave open is told.  Raises CalibrationError where there are none.
    """
    ends, corners = np.asarray(ends_px, float).reshape(-1, 2, 2), np.asarray(corners_px, float).reshape(-1, 4, 2)
    if not len(ends):
        raise CalibrationError("No card was seen whole; lay a few cards face up, apart from each other.")
    if lens is not None:
        ends = lens.straighten(ends.reshape(-1, 2)).reshape(-1, 2, 2)
        corners = lens.straighten(corners.reshape(-1, 2)).reshape(-1, 4, 2)
    fit = _RulerFit(card_mm, image_size, lens)
    camera, rows = fit.lying(ends, corners)
    ends, corners = ends[rows], corners[rows]
    camera, _ = fit.solve(ends, corners, camera, _lying)
    others = fit.one_less(camera, ends, corners)
    drawn = list(np.random.default_rng(0).multivariate_normal(camera, fit.spread(camera, ends, corners), _DRAWS))
    homography = fit.homography(camera)
    anew = [fit.homography(one) for one in (*drawn, *others)]
    error = with_lens(fit.spread_mm(homography, drawn, others), homography, image_size, lens)
    return Calibration(homography, image_size, error, "cards", lens, leeway=np.stack(anew) @ np.linalg.inv(homography))


def unlike_mm(one: Calibration, other: Calibration) -> float:
    """Root mean square distance, mm, between where two tables of one picture put the playing area, once the other one
    is shifted and turned so that it lies best."""
    seen_px, seen_mm = visible_grid(one.mm_to_px, one.image_size)
    return float(np.sqrt(np.nan_to_num(_misfit(other.px_to_mm(seen_px), seen_mm), nan=1e6)))


class _RulerFit:
    """Least squares for the numbers of a camera and a pack (module's docstring).  card_mm: width and height."""

    def __init__(self, card_mm: tuple[float, float], size: Size, lens: Lens | None) -> None:
        self._height_mm, self._area_mm2 = card_mm[1], card_mm[0] * card_mm[1]
        self._principal, log_focal, focal_spread = usual_focal(size, lens)
        log_ruler = np.log(_RULER * card_mm[1])
        self._usual = np.array([log_focal, *_TILT, log_ruler])
        self._usual_spread = np.array([focal_spread, *_TILT_SPREAD, _RULER_SPREAD])

    # -- a camera --------------------------------------------------------------------------------

    def homography(self, camera: np.ndarray) -> np.ndarray:
        """(3, 3) straightened pixels -> table mm."""
        log_focal, tilt_x, tilt_y, log_distance = camera[:4]
        focal = np.exp(log_focal)
        matrix = np.array([[focal, 0, self._principal[0]], [0, focal, self._principal[1]], [0, 0, 1.0]])
        rotation = cv2.Rodrigues(np.array([tilt_x, tilt_y, 0.0]))[0]
        pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, np.exp(log_distance)]])
        return gauged(in_front(np.linalg.inv(matrix @ pose), self._principal), self._principal)

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
        log_focal, tilt_x, tilt_y, log_ruler = self._usual
        return [np.array([log_focal, tilt_x, tilt_y, log_focal - np.log(one), log_ruler]) for one in some]

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
        """(5, 5) covariance of a fit."""
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
        """(k, 5) how each of these changes with the camera."""
        steps = _STEP * np.where(camera < 0, -1, 1) * np.maximum(np.abs(camera), 1)
        there, *beside = self._all_off(np.stack([camera, *(camera + np.diag(steps))]), ends_px, corners_px)
        return np.asarray((np.stack(beside) - there).T / steps)

    def _all_off(self, cameras: np.ndarray, ends_px: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
        """(m, k) the same for m cameras (m, 5) at once."""
        n = len(ends_px)
        mm = self._to_mm(cameras, np.concatenate([ends_px.reshape(-1, 2), corners_px.reshape(-1, 2)]))
        ends, outlines = mm[:, :2 * n].reshape(-1, n, 2, 2), mm[:, 2 * n:].reshape(-1, len(corners_px), 4, 2)
        apart_mm, apart_px = (np.hypot(*np.moveaxis(at[..., 1, :] - at[..., 0, :], -1, 0)) for at in (ends, ends_px))
        rulers = np.nan_to_num((apart_mm / np.exp(cameras[:, 4:]) - 1) * apart_px, nan=1e3) / _INDEX_NOISE_PX
        ratio = np.nan_to_num(np.abs(_areas(outlines)), nan=1e-3) / self._area_mm2
        larger = np.log(np.maximum(ratio, 1e-3)) / 2 - _OUTLINE_LARGER
        mean = np.median(larger, axis=1, keepdims=True)
        aslant = np.nan_to_num(_aslant(ends, outlines), nan=9.0) - _ASLANT
        return np.concatenate([np.maximum(rulers, 0), (larger - mean) / _OUTLINE_SPREAD, aslant / _ASLANT_SPREAD,
                               np.minimum(rulers, 0), mean / _PACK_SPREAD,
                               (cameras[:, [0, 1, 2, 4]] - self._usual) / self._usual_spread], axis=1)

    # -- how good --------------------------------------------------------------------------------

    def spread_mm(self, homography: np.ndarray, drawn: list[np.ndarray], others: list[np.ndarray]) -> float:
        """How far off the playing area is likely to be, mm, once it is shifted and turned so that it lies best: by
        cameras drawn from the fit's spread, or by what one card more or less makes of it, whichever is more."""
        size = (int(2 * self._principal[0] + 1), int(2 * self._principal[1] + 1))
        seen_px, seen_mm = visible_grid(partial(transform, np.linalg.inv(homography)), size)

        def off(camera: np.ndarray) -> float:
            moved = transform(self.homography(camera), seen_px)
            return float(min(np.nan_to_num(_misfit(moved, seen_mm), nan=1e6), 1e6))

        squares = max(float(np.mean([off(one) for one in drawn])), max(map(off, others), default=0.0))
        return float(min(np.sqrt(squares), 999.0))


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
