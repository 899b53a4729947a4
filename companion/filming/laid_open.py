"""Hands that are laid open: in rows before their player, where nothing else lies.

    room = OpenRows(zones, table_mm, rng)
    poses = room.poses_for(seat, 5)              # () where there is no room
    room.clear()                                 # they were gathered

A row lies as its player reads it, each card a little over the one before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from companion.filming.camera import Trouble
from companion.filming.face_sheet import CARD_MM
from companion.filming.gestures import ArmSide
from companion.filming.scene import CardPose

_STEPS_MM = (34.0, 27.0, 21.0)  # from card to card, the widest first
_MOST_ROWS = 3
_GRID_MM = 10.0
_APART_MM = 6.0  # from places, from the table's edge and from other rows
_CROOKED = 0.3  # of what a level has elsewhere
Box = tuple[float, float, float, float]  # x1, y1, x2, y2; mm


class OpenRows:
    """Finds room for hands on one table.  zones: place -> polygon in mm; table_mm: what the camera sees."""

    def __init__(self, zones: Mapping[str, np.ndarray], table_mm: Box, trouble: Trouble, rng: np.random.Generator
                 ) -> None:
        self._places = [_box_of(np.asarray(polygon, float).reshape(-1, 2)) for polygon in zones.values()]
        self._table, self._trouble, self._rng = table_mm, trouble, rng
        self._taken: list[Box] = []

    def clear(self) -> None:
        """What lay open was gathered."""
        self._taken.clear()

    def poses_for(self, seat: ArmSide, count: int) -> tuple[CardPose, ...]:
        """Poses of so many cards, as near to their player as there is room; none where there is none."""
        for rows in range(1, _MOST_ROWS + 1):
            for step in _STEPS_MM:
                found = self._room_for(seat, -(-count // rows), rows, step)
                if found is not None:
                    self._taken.append(found)
                    return self._laid(seat, found, count, rows, step)
        return ()

    def _room_for(self, seat: ArmSide, in_row: int, rows: int, step: float) -> Box | None:
        """The free box for rows of cards that is nearest to a seat."""
        wide = CARD_MM[0] + step * (in_row - 1)
        deep = CARD_MM[1] * rows + _APART_MM * (rows - 1)
        half = np.array([deep, wide] if seat.facing % 180.0 == 90.0 else [wide, deep]) / 2
        free = [middle for middle in self._middles(half) if self._is_free(middle, half)]
        if not free:
            return None
        x, y = min(free, key=lambda middle: float(np.hypot(middle[0] - seat.x, middle[1] - seat.y)))
        return x - half[0], y - half[1], x + half[0], y + half[1]

    def _middles(self, half: np.ndarray) -> Iterator[tuple[float, float]]:
        x1, y1, x2, y2 = self._table
        for x in np.arange(x1 + _APART_MM / 2 + half[0], x2 - _APART_MM / 2 - half[0] + 0.1, _GRID_MM):
            for y in np.arange(y1 + _APART_MM / 2 + half[1], y2 - _APART_MM / 2 - half[1] + 0.1, _GRID_MM):
                yield float(x), float(y)

    def _is_free(self, middle: tuple[float, float], half: np.ndarray) -> bool:
        x, y = middle
        reach = half + _APART_MM / 2
        return not any(x1 < x + reach[0] and x - reach[0] < x2 and y1 < y + reach[1] and y - reach[1] < y2
                       for x1, y1, x2, y2 in (*self._places, *self._taken))

    def _laid(self, seat: ArmSide, box: Box, count: int, rows: int, step: float) -> tuple[CardPose, ...]:
        """The poses within a box, the rows from the player's left, the farthest first."""
        turn = np.radians(seat.facing)
        along, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        middle = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
        in_row = -(-count // rows)
        poses = []
        for k in range(count):
            row, place = divmod(k, in_row)
            at = (middle + along * step * (place - (in_row - 1) / 2)
                  + down * (CARD_MM[1] + _APART_MM) * (row - (rows - 1) / 2))
            dx, dy, askew = self._rng.uniform(-_CROOKED, _CROOKED, 3)
            x, y = at + np.array([dx, dy]) * self._trouble.scatter_mm
            poses.append(CardPose(float(x), float(y), float(seat.facing + askew * self._trouble.askew_deg)))
        return tuple(poses)


def _box_of(polygon: np.ndarray) -> Box:
    """The box around a polygon (n, 2)."""
    (x1, y1), (x2, y2) = polygon.min(axis=0), polygon.max(axis=0)
    return float(x1), float(y1), float(x2), float(y2)
