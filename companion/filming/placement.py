"""Where people put cards: squared on a pile, or spread so that all can be read.

    placement = Placement(zones, places, trouble, rng)
    poses = placement.poses_for("board", lying, facing=180.0, count=3)

`zones` are the layout's places as polygons in table millimetres, `places` what the game says of them; `facing` is how a
player's cards are turned, 0 for the near side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.filming.camera import Trouble
from companion.filming.face_sheet import CARD_MM
from companion.filming.scene import CardPose, LyingCard
from rules.core.places import Lie, Places

_FAN_MM = 21.0  # how far apart the cards of one combination lie
_GAP_MM = 6.0
_ROW_STEP_MM = 34.0  # cards of a single row lie like roof tiles from the start: a row is never moved
_COLUMN_STEP_MM = 26.5  # a covered card shows its whole index, which in some decks ends 26 mm below the edge
_TAKEN_MM = 52.0  # a slot is free when no card's middle is nearer


class Placement:
    """Chooses poses for the next cards of a place; every seed has its own crookedness."""

    def __init__(self, zones: Mapping[str, np.ndarray], places: Places, trouble: Trouble, rng: np.random.Generator
                 ) -> None:
        self.zones = {name: np.asarray(polygon, np.float64).reshape(-1, 2) for name, polygon in zones.items()}
        self.places = places
        self.trouble = trouble
        self.rng = rng

    def poses_for(self, place: str, lying: Sequence[LyingCard], facing: float, count: int = 1, column: str = ""
                  ) -> list[CardPose]:
        """Poses of the next `count` cards, laid together; `lying` is what the place holds, oldest first;
        `column` is the rank that they belong to, where ranks lie in columns."""
        lie, owned = self.lie(place), bool(place.partition(":")[2])
        facing = self._readable_from(place, facing)
        field = _Field.of(self.zones[place], facing if owned or lie == "squared" else 0.0)
        if lie == "squared" or not field.is_wide:
            return self._fan(self._crooked(field.middle, facing, 1.0), field, count)
        if lie == "columns":
            return self._in_column(field, lying, facing, count, column)
        if field.rows == 1 or lie == "row":
            return self._in_row(place, field, len(lying), facing, count)
        at = self._free_slot(field, [card.pose for card in lying], count, lie == "centred")
        return self._fan(self._crooked(at, facing, 0.7), field, count)

    def lie(self, place: str) -> Lie:
        """How cards lie at a place; what is no place of the game, as a stock to draw from, is a squared pile."""
        return self.places[place].lie if place in self.places else "squared"

    def _readable_from(self, place: str, facing: float) -> float:
        """Which way cards are turned at a place, degrees."""
        owner = place.partition(":")[2]
        if self.lie(place) == "columns" and "+" in owner:  # partners' cards lie one way, readable from the near edge
            return 0.0 if self.zones[place][:, 1].mean() > 0 else 180.0
        if not owner and self.lie(place) != "squared":  # nobody's place is filled from its own top left corner
            return 180.0 if facing == 180.0 else 0.0
        return facing

    def _in_row(self, place: str, field: _Field, before: int, facing: float, count: int) -> list[CardPose]:
        """Beside the cards that lay there before."""
        owner = place.partition(":")[2]
        if owner and "+" not in owner:  # whoever lays there; of partners each begins at the end that is near
            field = _Field.of(self.zones[place], facing % 180.0)
        return [self._crooked(field.in_row(before + k), facing, 0.4) for k in range(count)]

    def _fan(self, first: CardPose, field: _Field, count: int) -> list[CardPose]:
        """Cards laid together, each a little to the right of the one before."""
        at = np.array([first.x, first.y])
        return [first, *(self._crooked(at + field.along * _FAN_MM * k, first.turn, 0.25) for k in range(1, count))]

    def _in_column(self, field: _Field, lying: Sequence[LyingCard], facing: float, count: int, column: str
                   ) -> list[CardPose]:
        """Below the cards of their rank; what goes beyond the place's edge there begins a column of its own."""
        columns: dict[tuple[str, int], int] = {}  # rank and how many full columns of it went before -> how many cards
        poses = []
        for k, rank in enumerate([*(card.column for card in lying), *[column] * count]):
            part = sum(n for (other, _), n in columns.items() if other == rank) // field.column_depth
            depth = columns.setdefault((rank, part), 0)
            columns[rank, part] += 1
            if k >= len(lying):
                at = field.in_column(list(columns).index((rank, part)), depth)
                poses.append(self._crooked(at, facing, 0.3))
        return poses

    def nudged(self, pose: CardPose) -> CardPose:
        """The pose after somebody has pushed the card a little."""
        dx, dy = self.rng.normal(0, 2 + self.trouble.scatter_mm, 2)
        return CardPose(float(pose.x + dx), float(pose.y + dy),
                    float(pose.turn + self.rng.normal(0, 4 + self.trouble.askew_deg / 3)))

    def _crooked(self, at: np.ndarray, turn: float, share: float) -> CardPose:
        """A pose near a point, as crooked as the level has it."""
        scatter, askew = share * self.trouble.scatter_mm, share * self.trouble.askew_deg
        dx, dy = np.clip(self.rng.normal(0, scatter, 2), -2 * scatter, 2 * scatter)
        return CardPose(float(at[0] + dx), float(at[1] + dy),
                    float(turn + np.clip(self.rng.normal(0, 0.6 * askew), -askew, askew)))

    def _free_slot(self, field: _Field, lying: Sequence[CardPose], count: int, centred: bool) -> np.ndarray:
        """The first slot with room for a combination, in reading order or from the middle outwards; where
        all is full, on top of the oldest."""
        taken = np.array([(pose.x, pose.y) for pose in lying]).reshape(-1, 2)
        slots = field.slots(CARD_MM[0] + _FAN_MM * (count - 1))
        if centred:
            slots.sort(key=lambda slot: float(np.hypot(*(slot - field.middle))))
        for slot in slots:
            wanted = slot + np.outer(np.arange(count) * _FAN_MM, field.along)
            away = np.linalg.norm(wanted[:, None] - taken[None], axis=2)
            if not (away < _TAKEN_MM).any():
                return slot
        lap, k = divmod(len(lying), len(slots))
        return np.asarray(slots[k] + (field.along * 12 + field.down * 14) * min(lap, 4))


class _Field:
    """A place as its owner sees it: middle, directions along and down, width and depth, mm."""

    def __init__(self, middle: np.ndarray, along: np.ndarray, down: np.ndarray, width: float, depth: float) -> None:
        self.middle, self.along, self.down, self.width, self.depth = middle, along, down, width, depth

    @classmethod
    def of(cls, polygon: np.ndarray, facing: float) -> _Field:
        along = np.array([np.cos(np.radians(facing)), np.sin(np.radians(facing))])
        down = np.array([-along[1], along[0]])
        a, d = polygon @ along, polygon @ down
        middle = along * (a.min() + a.max()) / 2 + down * (d.min() + d.max()) / 2
        return cls(middle, along, down, float(np.ptp(a)), float(np.ptp(d)))

    @property
    def is_wide(self) -> bool:
        """Room for more than a pile."""
        return self.width > 1.75 * CARD_MM[0] or self.depth > 1.75 * CARD_MM[1]

    @property
    def rows(self) -> int:
        return max(1, int((self.depth + _GAP_MM) // (CARD_MM[1] + _GAP_MM)))

    def in_row(self, index: int) -> np.ndarray:
        """(2,) mm, the middle of card number `index` of overlapping rows; full rows start again a little lower."""
        room = max(self.width - CARD_MM[0] - 4, 1.0)
        step = room / max(1, round(room / _ROW_STEP_MM))
        row, column = divmod(index, int(room / step + 0.5) + 1)
        lap, row = divmod(row, self.rows)
        y = (row - (self.rows - 1) / 2) * (CARD_MM[1] + _GAP_MM)
        return self.middle + self.along * (column * step - room / 2 + 9 * lap) + self.down * (y + 10 * lap)

    @property
    def column_depth(self) -> int:
        """How many cards a column holds: of a canasta the last hangs over the place's edge; its middle does not."""
        return max(1, 1 + int((self.depth - CARD_MM[1] / 2 - _GAP_MM) / _COLUMN_STEP_MM))

    def in_column(self, number: int, depth: int) -> np.ndarray:
        """(2,) mm, the middle of a card in a column: each covers the one above it but for its index."""
        x = number * (CARD_MM[0] + 3) - (self.width - CARD_MM[0]) / 2
        return self.middle + self.along * x + self.down * ((CARD_MM[1] - self.depth) / 2 + depth * _COLUMN_STEP_MM)

    def slots(self, wide: float) -> list[np.ndarray]:
        """(2,) mm each, middles of the first cards of combinations `wide` mm wide, in reading order."""
        columns = max(1, int((self.width + _GAP_MM) // (CARD_MM[0] + _GAP_MM)))
        step_x, step_y = CARD_MM[0] + _GAP_MM, CARD_MM[1] + _GAP_MM
        left, top = -(columns - 1) / 2 * step_x, -(self.rows - 1) / 2 * step_y
        last = self.width / 2 - wide + CARD_MM[0] / 2 + 20
        xs = [x for x in (left + k * step_x for k in range(columns)) if x <= last] or [left]
        return [self.middle + self.along * x + self.down * (top + r * step_y) for r in range(self.rows) for x in xs]
