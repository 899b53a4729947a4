"""The printed markers: where they are on the sheet, how they are drawn and how they are found.

Two kinds, told apart by their numbers:
- the sheet: six markers with known distances; lay it in the middle of the table, its arrow pointing
  away from the near side, calibrate, and take it away;
- four loose markers to cut out; lay them near the corners of the playing area, turned anyhow.
  Only their size is known, but they surround the area, which keeps its corners right.

Source: ArUco (Garrido-Jurado 2014) with OpenCV's dictionary 4x4_50.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

SHEET_SIDE_MM, SHEET_PITCH_MM = 64.0, 95.0
SHEET_COLUMNS, SHEET_ROWS = 3, 2
LOOSE_SIDE_MM = 70.0
LOOSE_IDS = (10, 11, 12, 13)

_DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@dataclass(frozen=True)
class Markers:
    """Markers found in a picture.  ids: (n,); corners_px: (n, 4, 2) from the marker's own top left, clockwise."""

    ids: np.ndarray
    corners_px: np.ndarray

    def on_sheet(self) -> Markers:
        """Those whose place on the printed sheet is known."""
        return self._chosen(self.ids < SHEET_COLUMNS * SHEET_ROWS)

    def loose(self) -> Markers:
        """Those that were laid down singly."""
        return self._chosen(np.isin(self.ids, LOOSE_IDS))

    def shifted(self, by_px: np.ndarray) -> Markers:
        """The same markers by_px (2,) farther right and down."""
        return Markers(self.ids, self.corners_px + by_px)

    def _chosen(self, rows: np.ndarray) -> Markers:
        return Markers(self.ids[rows], self.corners_px[rows])

    def __len__(self) -> int:
        return len(self.ids)


def find_markers(image: np.ndarray) -> Markers:
    """Markers in a BGR or grey picture; corners to a fraction of a pixel.  A number seen twice is left out."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(_DICTIONARY, parameters).detectMarkers(image)
    if ids is None or not len(ids):  # None before OpenCV 5.1, empty since
        return Markers(np.zeros(0, int), np.zeros((0, 4, 2)))
    found = np.asarray(ids).ravel().astype(int)
    once = np.array([np.sum(found == i) == 1 for i in found])
    return Markers(found[once], np.asarray(corners, float).reshape(-1, 4, 2)[once])


def sheet_corners_mm(ids: np.ndarray) -> np.ndarray:
    """(n, 4, 2) corners of the sheet's markers in table mm, the sheet's middle being the origin."""
    column, row = ids % SHEET_COLUMNS, ids // SHEET_COLUMNS
    centre = np.stack([column - (SHEET_COLUMNS - 1) / 2, row - (SHEET_ROWS - 1) / 2], axis=-1) * SHEET_PITCH_MM
    half = SHEET_SIDE_MM / 2
    return centre[:, None, :] + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def marker_modules(number: int) -> np.ndarray:
    """(6, 6) bool: which squares of the marker are black, its black frame included."""
    return np.asarray(cv2.aruco.generateImageMarker(_DICTIONARY, number, 6) == 0)
