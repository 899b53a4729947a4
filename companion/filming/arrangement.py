"""Where people put cards: squared on a pile, or spread so that all can be read.

    arrangement = Arrangement(zones, trouble, rng)
    pose = arrangement.pose_for("pile", lying=(...), facing=180.0)

`zones` are the layout's places as polygons in table millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.filming.camera import Trouble
from companion.filming.faces import CARD_MM
from companion.filming.scene import LyingCard, Pose

_INDEX_MM = 17.0  # how much of a card in a spread must stay in sight
_GAP_MM = 6.0
SQUARED = ("pile", "stock", "red", "captured")  # places where only the newest card counts


class Arrangement:
    """Chooses a pose for the next card of a place; every seed has its own crookedness."""

    def __init__(self, zones: Mapping[str, np.ndarray], trouble: Trouble, rng: np.random.Generator) -> None:
        self.zones = {name: np.asarray(polygon, np.float64).reshape(-1, 2) for name, polygon in zones.items()}
        self.trouble = trouble
        self.rng = rng

    def pose_for(self, place: str, lying: Sequence[LyingCard], facing: float) -> Pose:
        """The pose of the next card; `lying` are the cards of the place, oldest first."""
        slot = self._slot(place, len(lying), facing)
        scatter = self.trouble.scatter_mm * (0.35 if self._is_spread(place, facing) else 1.0)
        dx, dy = np.clip(self.rng.normal(0, scatter, 2), -2 * scatter, 2 * scatter)
        askew = self.trouble.askew_deg
        turn = facing + np.clip(self.rng.normal(0, askew * 0.6), -askew, askew)
        return Pose(float(slot[0] + dx), float(slot[1] + dy), float(turn))

    def nudged(self, pose: Pose) -> Pose:
        """The pose after somebody has pushed the card a little."""
        dx, dy = self.rng.normal(0, 2 + self.trouble.scatter_mm, 2)
        return Pose(float(pose.x + dx), float(pose.y + dy),
                    float(pose.turn + self.rng.normal(0, 4 + self.trouble.askew_deg / 3)))

    def centre(self, place: str) -> np.ndarray:
        """(2,) middle of a place, millimetres."""
        return (self.zones[place].min(axis=0) + self.zones[place].max(axis=0)) / 2

    def _field(self, place: str, facing: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, float, float]:
        """Middle of the place, its directions along and down as its owner sees it, and its size in them."""
        along = np.array([np.cos(np.radians(facing)), np.sin(np.radians(facing))])
        down = np.array([-along[1], along[0]])
        polygon = self.zones[place]
        a, d = polygon @ along, polygon @ down
        middle = along * (a.min() + a.max()) / 2 + down * (d.min() + d.max()) / 2
        return middle, along, down, float(np.ptp(a)), float(np.ptp(d))

    def _is_spread(self, place: str, facing: float) -> bool:
        """A place with room for more than one card and a half is filled side by side, unless it is a pile."""
        if place.partition(":")[0] in SQUARED:
            return False
        *_, width, depth = self._field(place, facing)
        return width > 1.75 * CARD_MM[0] or depth > 1.75 * CARD_MM[1]

    def _slot(self, place: str, index: int, facing: float) -> np.ndarray:
        """Where the card number `index` of a place belongs, without any crookedness."""
        middle, along, down, width, depth = self._field(place, facing)
        if not self._is_spread(place, facing):
            return middle
        rows = max(1, int((depth + _GAP_MM) // (CARD_MM[1] + _GAP_MM)))
        room = max(width - CARD_MM[0] - 4, 0.0)
        step = CARD_MM[0] + _GAP_MM
        if rows == 1:  # one row: the more cards, the closer; a row never moves once it lies
            step = room / max(1, round(room / 34)) if room > 34 else max(room, _INDEX_MM)
        per_row = max(1, int(room // step) + 1)
        row, column = divmod(index, per_row)
        lap, row = divmod(row, rows)
        x = -room / 2 + column * step + 11.0 * lap
        y = (row - (rows - 1) / 2) * (CARD_MM[1] + _GAP_MM) + 14.0 * lap
        return middle + along * min(x, room / 2) + down * y


def outline(polygon: np.ndarray) -> tuple[float, float, float, float]:
    """x1, y1, x2, y2 around a polygon."""
    x, y, w, h = cv2.boundingRect(np.asarray(polygon, np.float32))
    return float(x), float(y), float(x + w), float(y + h)
