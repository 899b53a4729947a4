"""One table as one camera sees it: pixels to table millimetres and back, kept in one TOML file.

Frames of reference
    pixels     x to the right, y down; (0, 0) is the middle of the top left pixel of the picture.
    table mm   x to the right, y towards the near side, as the picture shows the table; the origin
               is the middle of the playing area (see `calibration.estimate` for where that is).
Points above the horizon, or behind the camera, have no counterpart: they become NaN.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import cv2
import msgspec
import numpy as np
import tomli_w

from calibration.checked import Number, Positive, read_checked
from calibration.files import CalibrationError, write_whole
from calibration.layout import CornersFile, Layout, Zone, parse_corners, with_players

Size = tuple[int, int]  # width, height of a picture in pixels
Point = tuple[float, float]  # x, y

GOOD_MM, FAIR_MM = 8.0, 20.0  # a card is some 60 mm wide, zones lie some 20 mm apart
_STRAIGHTEN_STEPS = 12
LENS_NUMBERS = (4, 5, 8, 12, 14)  # of OpenCV's models of distortion


@dataclass(frozen=True, eq=False)
class Lens:
    """What a lens bends.  matrix: (3, 3) camera matrix in pixels; distortion: (k,) OpenCV's k1 k2 p1 p2 k3 ...
    error_px: how far off a straightened pixel is likely to be.  `calibration.lens` finds it out.
    Source: Zhang 2000, as in OpenCV's calibrateCamera."""

    matrix: np.ndarray
    distortion: np.ndarray
    error_px: float = 0.0

    def __post_init__(self) -> None:
        matrix, bends = np.asarray(self.matrix, float), np.asarray(self.distortion, float)
        if matrix.shape != (3, 3) or not np.isfinite(matrix).all() or min(matrix[0, 0], matrix[1, 1]) <= 0:
            raise CalibrationError("The lens matrix must be three rows of three numbers with focal lengths above zero.")
        if abs(np.linalg.det(matrix)) < 1e-12:
            raise CalibrationError("The lens matrix must be one that can be inverted.")
        if bends.size not in LENS_NUMBERS or not np.isfinite(bends).all():
            raise CalibrationError("The lens's distortion must be {names} numbers, not {size}.",
                                   names=', '.join(map(str, LENS_NUMBERS)), size=bends.size)

    def straighten(self, points_px: np.ndarray) -> np.ndarray:
        """(n, 2) pixels of the picture -> pixels as a lens without distortion would show them."""
        points = np.asarray(points_px, float).reshape(-1, 2)
        if not len(points):
            return points  # OpenCV makes one of none
        straight = cv2.undistortPoints(points.reshape(-1, 1, 2), self.matrix, self.distortion, P=self.matrix)
        straight = np.asarray(straight, float).reshape(-1, 2)
        # OpenCV stops early near the picture's corners; a few more steps make the round trip exact.
        for _ in range(_STRAIGHTEN_STEPS):
            straight += points - self.bend(straight)
        return straight

    def bend(self, points_px: np.ndarray) -> np.ndarray:
        """The inverse of `straighten`."""
        if not len(points_px):
            return np.zeros((0, 2))
        rays = cv2.convertPointsToHomogeneous(np.asarray(points_px, float).reshape(-1, 1, 2)).reshape(-1, 3)
        rays = rays @ self._inverse.T
        return cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self.matrix, self.distortion)[0].reshape(-1, 2)

    @cached_property
    def _inverse(self) -> np.ndarray:
        return np.linalg.inv(self.matrix)

    def scaled(self, factor: float) -> Lens:
        """For a picture `factor` times as large."""
        return Lens(_scaling(factor) @ self.matrix, self.distortion, self.error_px * factor)


@dataclass(frozen=True, eq=False)
class Calibration:
    """How one camera sees one table.

    homography: (3, 3), pixels (straightened where there is a lens) -> table mm, homogeneous;
        its third row is positive for points on the table.
    image_size: width, height of the picture it was made from.
    error_mm: how far off a place on the table is likely to be (root mean square).
    method: "markers", "points", "cards" or "assumed".
    deck, layout: names or files of the deck profile and the layout; "" is the game's own layout.
    zones: zones this table has put elsewhere; names may hold players' numbers ("green:1").
    leeway: (n, 3, 3) table mm -> table mm as other tables would have them that fit what was measured as well; unsaved.
    """

    homography: np.ndarray
    image_size: tuple[int, int]
    error_mm: float
    method: str
    lens: Lens | None = None
    layout: str = ""
    deck: str = "standard"
    zones: tuple[Zone, ...] = field(default=())
    leeway: np.ndarray | None = None

    def __post_init__(self) -> None:
        homography = np.asarray(self.homography, float)
        if homography.shape != (3, 3) or not np.isfinite(homography).all() or abs(np.linalg.det(homography)) < 1e-12:
            raise CalibrationError("The homography must be nine numbers, three rows of three, that can be inverted.")

    # -- pixels and millimetres ------------------------------------------------------------------

    def px_to_mm(self, points_px: np.ndarray | Sequence[Sequence[float]]) -> np.ndarray:
        """(n, 2) pixels -> (n, 2) table mm; NaN above the horizon."""
        points = np.asarray(points_px, float).reshape(-1, 2)
        return transform(self.homography, points if self.lens is None else self.lens.straighten(points))

    def mm_to_px(self, points_mm: np.ndarray | Sequence[Sequence[float]]) -> np.ndarray:
        """(n, 2) table mm -> (n, 2) pixels; NaN behind the camera."""
        points = transform(self._inverse, np.asarray(points_mm, float).reshape(-1, 2))
        return points if self.lens is None else self.lens.bend(points)

    @cached_property
    def _inverse(self) -> np.ndarray:
        """(3, 3) table mm -> pixels."""
        return np.linalg.inv(self.homography)

    def for_size(self, width: int, height: int) -> Calibration:
        """The same calibration for a larger or smaller picture of the same shape.

        Raises CalibrationError where the shape differs: the camera was turned or its picture cut.
        """
        own_width, own_height = self.image_size
        if (width, height) == self.image_size:
            return self
        factor = width / own_width
        if not same_shape(self.image_size, (width, height)):
            raise CalibrationError("This table was calibrated with pictures of {own_width} by {own_height}; one of "
                                   "{width} by {height} has another shape, so calibrate again.",
                                   own_width=own_width, own_height=own_height, width=width, height=height)
        return replace(self, homography=self.homography @ _scaling(1 / factor), image_size=(width, height),
                       lens=self.lens and self.lens.scaled(factor))

    # -- zones -----------------------------------------------------------------------------------

    def with_own_zones(self, layout: Layout) -> Layout:
        """A layout with what this table has put elsewhere."""
        return layout.with_zones(replace(zone, name=with_players(zone.name, layout.players)) for zone in self.zones)

    def zone_outlines_px(self, layout: Layout, steps: int = 8) -> dict[str, np.ndarray]:
        """Zone name -> (k, 2) its outline in the picture, to draw over it; each side in `steps` pieces,
        so that a lens may bend it.  Zones that reach behind the camera are left out."""
        outlines = {zone.name: self.mm_to_px(_subdivided(np.array(zone.corners_mm), steps)) for zone in layout.zones}
        return {name: outline for name, outline in outlines.items() if np.isfinite(outline).all()}

    # -- how good --------------------------------------------------------------------------------

    @property
    def quality(self) -> str:
        """ "good", "fair" or "poor"."""
        return "good" if self.error_mm <= GOOD_MM else "fair" if self.error_mm <= FAIR_MM else "poor"

    # -- file ------------------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Write the TOML file; `Calibration.load` gives the same numbers back."""
        write_whole(path, str(self))

    def __str__(self) -> str:
        data: dict[str, Any] = {
            "image_size": list(self.image_size), "method": self.method, "error_mm": round(float(self.error_mm), 2),
            "layout": self.layout, "deck": self.deck, "homography": np.asarray(self.homography, float).tolist()}
        if self.lens is not None:
            data["lens"] = {"matrix": self.lens.matrix.tolist(), "distortion": self.lens.distortion.ravel().tolist(),
                            "error_px": round(self.lens.error_px, 3)}
        if self.zones:
            data["zones"] = {zone.name: [list(corner) for corner in zone.corners_mm] for zone in self.zones}
        return _HEADER + _NUMBER_LIST.sub(lambda found: f"[{', '.join(found[1].replace(',', ' ').split())}]",
                                          tomli_w.dumps(data))

    @classmethod
    def load(cls, path: Path | str) -> Calibration:
        """Read the TOML file; raises CalibrationError with one sentence naming it."""
        file = read_checked(Path(path), CalibrationFile)
        try:
            lens = None if file.lens is None else Lens(np.array(file.lens.matrix), np.array(file.lens.distortion),
                                                       file.lens.error_px)
            zones = tuple(Zone(name, parse_corners(shape, f"The zone '{name}'")) for name, shape in file.zones.items())
            return cls(np.array(file.homography), file.image_size, file.error_mm, file.method, lens, file.layout,
                       file.deck, zones)
        except CalibrationError as error:
            raise CalibrationError("{path}: {error}", path=path, error=error) from error


Pixels = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Row = tuple[Number, Number, Number]


class LensFile(msgspec.Struct, forbid_unknown_fields=True):
    """[lens] of a calibration's file."""

    matrix: tuple[Row, Row, Row]
    distortion: list[Number]
    error_px: Positive = 0.0


class CalibrationFile(msgspec.Struct):
    """What a calibration's file holds; keys of a newer version are passed over."""

    image_size: tuple[Pixels, Pixels]
    homography: tuple[Row, Row, Row]
    error_mm: Positive
    method: Literal["markers", "points", "cards", "assumed"] = "points"
    lens: LensFile | None = None
    layout: str = ""
    deck: str = "standard"
    zones: dict[str, CornersFile] = {}


_HEADER = """# How one camera sees one table.  Made by `companion calibrate`.
# homography: pixel (x, y, 1) -> table millimetres; origin the middle of the playing area,
# x to the right, y towards the near side.  error_mm: how far off a place is likely to be.
# [zones] may put zones elsewhere: "green:1" = [[x, y], [x, y], ...] corners in millimetres.

"""
_NUMBER_LIST = re.compile(r"\[((?:\s*[-+.\de]+,)+)\s*\]")  # written on one line, as people would


def assumed_calibration(image_size: tuple[int, int], width_mm: float = 1000.0) -> Calibration:
    """For a table nobody calibrated: a camera straight above whose picture is `width_mm` wide."""
    width, height = image_size
    scale = width_mm / width
    homography = np.array([[scale, 0, -scale * (width - 1) / 2], [0, scale, -scale * (height - 1) / 2], [0, 0, 1.0]])
    return Calibration(homography, image_size, 100.0, "assumed")


def same_shape(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a picture of one size (width, height) is one of the other made larger or smaller."""
    return abs(one[1] * other[0] / one[0] - other[1]) <= max(2.0, 0.005 * other[1])


def transform(homography: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(n, 2) through a (3, 3) homography; NaN where the homogeneous coordinate is not positive.
    The plain inverse of a homography obeys the same rule for the points that it came from."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ np.asarray(homography, float).T
    depth = np.where(mapped[:, 2:] > 1e-12, mapped[:, 2:], np.nan)
    return np.asarray(mapped[:, :2] / depth)


def _scaling(factor: float) -> np.ndarray:
    """Pixels -> pixels of a picture `factor` times as large, middles of pixels kept in place."""
    shift = (factor - 1) / 2
    return np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1.0]])


def _subdivided(corners: np.ndarray, steps: int) -> np.ndarray:
    """The outline of a polygon (k, 2) with each side in `steps` pieces."""
    part = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    start, end = corners[:, None, :], np.roll(corners, -1, axis=0)[:, None, :]
    return np.asarray((start + part * (end - start)).reshape(-1, 2))
