"""One camera's view of one table: pixels to millimetres and zones, also after the camera was pushed.

    view = TableView(calibration, layout)
    view.to_mm(points_px), view.zone_at((x_mm, y_mm))
    pushed = register(before, now)            # 3x3, px now -> px before; None if nothing was pushed
    view = view.pushed(pushed)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np

from calibration import Calibration, Layout

CARD_WIDTH_MM, CARD_HEIGHT_MM = 63.0, 88.0
PICTURE_WIDTH = 640  # px, at which two views are compared
PUSHED_PX = 2.0  # of the compared pictures; less is trembling


@dataclass(frozen=True, eq=False)
class Viewpoint:
    """push: (3, 3) pixels of the camera now -> pixels of the camera when it was calibrated."""

    calibration: Calibration
    layout: Layout
    push: np.ndarray = field(default_factory=lambda: np.eye(3))

    def to_mm(self, points_px: np.ndarray) -> np.ndarray:
        """(n, 2) pixels -> (n, 2) table millimetres; NaN where there is no table."""
        return self.calibration.px_to_mm(_through(self.push, points_px))

    def to_px(self, points_mm: np.ndarray) -> np.ndarray:
        """(n, 2) table millimetres -> (n, 2) pixels."""
        return _through(self._pull, self.calibration.mm_to_px(points_mm))

    @cached_property
    def _pull(self) -> np.ndarray:
        """(3, 3) pixels of the camera when it was calibrated -> pixels of the camera now."""
        return np.linalg.inv(self.push)

    def zone_at(self, centre_mm: tuple[float, float]) -> str:
        """Name of the zone of a card lying there, "" outside all zones."""
        return str(self.layout.zone_at([list(centre_mm)])[0])

    def card_px(self, at_px: tuple[float, float]) -> float:
        """Height of a card lying at a pixel, in pixels; NaN where there is no table."""
        half = np.array([[0, CARD_HEIGHT_MM / 2]])
        middle = self.to_mm(np.array([at_px], float))
        ends = self.to_px(np.concatenate([middle - half, middle + half]))
        return float(np.hypot(*(ends[0] - ends[1])))

    def pushed(self, push: np.ndarray) -> Viewpoint:
        """The view after the camera moved; `push` maps pixels now to pixels before."""
        return replace(self, push=self.push @ push)


def _through(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    points = np.asarray(points, float).reshape(-1, 2)
    if len(points) == 0:
        return points
    return cv2.perspectiveTransform(points[:, None], np.asarray(matrix, float))[:, 0]


def comparable(image: np.ndarray) -> np.ndarray:
    """A grey picture PICTURE_WIDTH wide, to be compared by `register`."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    height = round(image.shape[0] * PICTURE_WIDTH / image.shape[1])
    return cv2.resize(grey, (PICTURE_WIDTH, height), interpolation=cv2.INTER_AREA)


def register(before: np.ndarray, now: np.ndarray, width: int) -> np.ndarray | None:
    """Where the camera went between two `comparable` pictures of frames `width` px wide.

    Returns (3, 3) pixels now -> pixels before, of the frames; None where the view stayed, or where
    too little of it is found again.
    """
    found = _found_again(before, now)
    if found is None:
        return None
    a, b = found
    stayed = np.linalg.norm(a - b, axis=1) < 1.0
    matrix, inliers = _fit(a, b)
    if matrix is None or inliers.sum() < max(20, 1.5 * stayed.sum()) or not _spread(a[inliers], now.shape):
        return None
    corners = np.array([(x, y) for x in (0, now.shape[1]) for y in (0, now.shape[0])], float)
    way = np.linalg.norm(_through(matrix, corners) - corners, axis=1)
    if way.max() < PUSHED_PX or way.max() > now.shape[1] / 3:
        return None
    scale = np.diag([width / now.shape[1], width / now.shape[1], 1.0])
    push: np.ndarray = scale @ matrix @ np.linalg.inv(scale)
    return np.asarray(push / push[2, 2])


def _found_again(before: np.ndarray, now: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Points of the picture now and the same before, (n, 2) each; None where there are too few."""
    finder = cv2.ORB.create(800)
    (places_a, marks_a), (places_b, marks_b) = (finder.detectAndCompute(picture, None) for picture in (now, before))
    if marks_a is None or marks_b is None:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks_a, marks_b)
    if len(pairs) < 25:
        return None
    return (np.array([places_a[p.queryIdx].pt for p in pairs], np.float32),
            np.array([places_b[p.trainIdx].pt for p in pairs], np.float32))


def _fit(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray | None, np.ndarray]:
    """(3, 3) from points a to points b, and which points agree.  A shift, turn and zoom, which few points
    determine well, unless a change of perspective explains clearly more."""
    similar, agree = cv2.estimateAffinePartial2D(a, b, method=cv2.RANSAC, ransacReprojThreshold=2.0)
    tilted, agree_tilted = cv2.findHomography(a, b, cv2.RANSAC, 2.0)
    if similar is None or (tilted is not None and agree_tilted.sum() > 1.2 * agree.sum()):
        return tilted, np.zeros(len(a), bool) if tilted is None else agree_tilted.ravel() > 0
    return np.vstack([similar, [0.0, 0.0, 1.0]]), agree.ravel() > 0


def _spread(points: np.ndarray, shape: tuple[int, ...]) -> bool:
    """Whether the points speak for the whole view, not for one thing that was moved."""
    return bool(cv2.contourArea(cv2.convexHull(points)) > 0.15 * shape[0] * shape[1])
