"""Where cards come to lie: rows, heaps, columns and tricks within the layout's zones, none of them neat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from calibration import Layout
from companion.filming.other_maker.optics import Bounds
from companion.filming.other_maker.sheets import Pose, Sheet
from rules import Card

_MARGIN_MM = 26.0


@dataclass(frozen=True)
class Lying:
    """One physical card on the table.  label: what is printed on it; place: its zone, "" beside all zones."""

    key: int
    card: Card
    label: str
    sheet: Sheet
    pose: Pose
    place: str
    face_up: bool = True


@dataclass(frozen=True)
class SeatAt:
    """Where a player sits: the middle of his edge in mm, and how far his cards are turned, in degrees."""

    x: float
    y: float
    turn: float

    @property
    def inwards(self) -> np.ndarray:
        """(2,) unit vector from the seat over the table."""
        angle = np.radians(self.turn)
        return np.array([np.sin(angle), -np.cos(angle)])

    @property
    def rightwards(self) -> np.ndarray:
        """(2,) the way to the player's right, of length 1."""
        angle = np.radians(self.turn)
        return np.array([np.cos(angle), np.sin(angle)])


def bounds_of(layout: Layout) -> Bounds:
    """What the camera must see: every zone with a margin."""
    corners = np.concatenate([zone.corners_mm for zone in layout.zones])
    (x1, y1), (x2, y2) = corners.min(axis=0) - _MARGIN_MM, corners.max(axis=0) + _MARGIN_MM
    x, y = max(abs(x1), x2, 330.0), max(abs(y1), y2, 185.0)
    return -float(x), -float(y), float(x), float(y)


def seats_of(layout: Layout, bounds: Bounds) -> dict[str, SeatAt]:
    """Behind everybody's own zones, else evenly around the table, clockwise from the near side."""
    seats = {}
    for k, name in enumerate(layout.players):
        own = [zone.centre_mm for zone in layout.zones if zone.name.partition(":")[2] == name]
        if own:
            x, y = np.mean(own, axis=0)
            side = (0 if y > 0 else 2) if abs(y) / bounds[3] >= abs(x) / bounds[2] else (1 if x < 0 else 3)
            at = float(x if side % 2 == 0 else y)
        else:
            place = 4 * k / len(layout.players)
            side = round(place) % 4
            at = (place - round(place)) * 260 * (1, 1, -1, -1)[side] * -1
        seats[name] = _at_edge(side, at, bounds)
    return seats


def _at_edge(side: int, at: float, bounds: Bounds) -> SeatAt:
    """side: 0 near, 1 left, 2 far, 3 right."""
    x1, y1, x2, y2 = bounds
    return (SeatAt(at, y2, 0.0), SeatAt(x1, at, 90.0), SeatAt(at, y1, 180.0), SeatAt(x2, at, 270.0))[side]


@dataclass
class Ground:
    """The cards on the table, place by place, in the order in which they came."""

    layout: Layout
    seats: Mapping[str, SeatAt]
    rng: np.random.Generator
    askew_deg: float
    astray_mm: float
    card_mm: tuple[float, float]
    lying: dict[str, list[Lying]] = field(default_factory=dict)
    _columns: dict[str, list[str]] = field(default_factory=dict)
    _came: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._step = float(self.rng.uniform(23, 31))
        self._narrow = float(self.rng.uniform(7, 15))

    def add(self, card: Lying) -> None:
        """One more card on its place, uppermost."""
        self.lying.setdefault(card.place, []).append(card)
        self._came[card.place] = self._came.get(card.place, 0) + 1

    def take(self, card: Card, place: str) -> Lying | None:
        """The uppermost of these cards at a place."""
        cards = self.lying.get(place, [])
        found = next((lying for lying in reversed(cards) if lying.card == card), None)
        if found is not None:
            cards.remove(found)
            if not cards:
                self._came[place] = 0
                self._columns.pop(place, None)
        return found

    def spot(self, place: str, player: str, group: str = "") -> Pose:
        """Where the next card of a player goes.  group: the column that it belongs to, where there are columns."""
        kind, _, owner = place.partition(":")
        middle, turn = self._zone(place, player)
        x, y, own_turn = self._manner(kind, bool(owner), place, player, group)
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        stray = self.rng.normal(0, 0.5 * self.astray_mm, 2) if kind not in ("meld", "red") else \
            self.rng.normal(0, 0.25 * self.astray_mm, 2)
        at = np.array([middle[0] + c * x - s * y, middle[1] + s * x + c * y]) + stray
        askew = float(self.rng.normal(0, 0.6 * self.askew_deg))
        return Pose(float(at[0]), float(at[1]), turn + own_turn + askew, 0.3 + 0.25 * min(self._came.get(place, 0), 30))

    def uncovered(self) -> list[Lying]:
        """Cards in sight on which no other lies."""
        found: list[Lying] = []
        for cards in self.lying.values():
            for k, card in enumerate(cards):
                if card.place and card.face_up and not any(self._near(card, other) for other in cards[k + 1:]):
                    found.append(card)
        return found

    def inside(self, place: str, pose: Pose) -> bool:
        """Whether the middle of a card would lie well within a place's zone."""
        return place in self.layout.names and float(self.layout[place].depth_mm(np.array([[pose.x, pose.y]]))[0]) > 12

    def _near(self, card: Lying, other: Lying) -> bool:
        return bool(np.hypot(card.pose.x - other.pose.x, card.pose.y - other.pose.y) < 1.25 * self.card_mm[1])

    def _zone(self, place: str, player: str) -> tuple[tuple[float, float], float]:
        """Middle of a zone in mm, and how far it is turned for whom it belongs to."""
        owner = place.partition(":")[2].split("+")[0]
        seat = self.seats.get(owner)
        if place not in self.layout.names:
            seat = self.seats[player]
            inside = np.array([seat.x, seat.y]) + 46 * seat.inwards
            return (float(inside[0]), float(inside[1])), seat.turn
        middle = self.layout[place].centre_mm
        if "+" in place or (seat is not None and place.partition(":")[0] in ("meld", "red")):
            return middle, 0.0 if middle[1] > 0 else 180.0
        return middle, seat.turn if seat is not None else 0.0

    def _extent(self, place: str) -> tuple[float, float]:
        """Width and height left for the middles of cards, as the zone's owner sees it."""
        if place not in self.layout.names:
            return 40.0, 4.0
        corners = np.array(self.layout[place].corners_mm)
        wide, high = corners.max(axis=0) - corners.min(axis=0)
        if self._zone(place, "")[1] % 180 == 90:
            wide, high = high, wide
        return max(wide - self.card_mm[0] - 14, 0.0), max(high - self.card_mm[1] - 14, 0.0)

    def _manner(self, kind: str, owned: bool, place: str, player: str, group: str) -> tuple[float, float, float]:
        """Where in the zone, from its middle, and how the card is turned against it."""
        wide, high = self._extent(place)
        towards = self.seats[player].turn - self._zone(place, player)[1]
        if kind == "board":
            return (*self._free_slot(place, wide, high), _straight(towards))
        if kind == "meld":
            return (*self._in_column(place, group, wide, high), 0.0)
        if kind == "trick" or (kind == "pile" and not owned and wide > 300):
            return (*self._towards(place, player, wide, high), towards)
        if kind == "starter" or place not in self.layout.names:
            return 0.0, 0.0, 0.0
        return self._after_others(kind, owned, self._came.get(place, 0), (wide, high), towards)

    def _after_others(self, kind: str, owned: bool, count: int, extent: tuple[float, float], towards: float
                      ) -> tuple[float, float, float]:
        """The same where the cards that came before, so many, say where the next one goes."""
        wide, high = extent
        if kind == "red" and high > 80:
            return 0.0, -high / 2 + min(count * 24.0, high), 0.0
        if kind == "pile" and not owned and wide >= 100:
            step = self._step if wide > 200 else self._narrow
            return -wide / 2 + (count * step) % wide, 0.3 * high * (count * step // wide % 3 - 1), \
                towards if high > 90 else _straight(towards)
        return self._in_order(count, wide, high, 0.0 if owned else _straight(towards))

    def _in_order(self, count: int, wide: float, high: float, turn: float) -> tuple[float, float, float]:
        """One card after the other: squared into a narrow pile, else in rows."""
        if wide < 100:
            return -wide / 2 + (count * self._narrow) % max(wide, 1.0), -high / 2 + (count * 3.0) % max(high, 1.0), 0.0
        return (*self._in_rows(count, wide, high), turn)

    def _in_rows(self, count: int, wide: float, high: float) -> tuple[float, float]:
        each = max(int(wide / self._step) + 1, 1)
        rows = 1 + int(high / (self.card_mm[1] + 8))
        row, column = divmod(count, each)
        y = 0.0 if rows == 1 else -high / 2 + (row % rows) * high / (rows - 1)
        return -wide / 2 + column * self._step, y + 11.0 * (row // rows)

    def _free_slot(self, place: str, wide: float, high: float) -> tuple[float, float]:
        columns, rows = 1 + int(wide / 76), 1 + int(high / 100)
        middle = np.array(self.layout[place].centre_mm)
        slots = [(-wide / 2 + wide * (k + 0.5) / columns, -high / 2 + high * (r + 0.5) / rows)
                 for r in range(rows) for k in range(columns)]
        lying = [np.array([c.pose.x, c.pose.y]) - middle for c in self.lying.get(place, [])]
        room = [min((float(np.hypot(*(at - slot))) for at in lying), default=999.0) for slot in slots]
        free = [s for s, space in zip(slots, room, strict=True) if space > 82] or [slots[int(np.argmax(room))]]
        weights = np.array([1 / (1 + abs(x) / 120 + abs(y) / 120) for x, y in free])
        x, y = free[int(self.rng.choice(len(free), p=weights / weights.sum()))]
        return float(x), float(y)

    def _in_column(self, place: str, group: str, wide: float, high: float) -> tuple[float, float]:
        columns = self._columns.setdefault(place, [])
        if group not in columns:
            columns.append(group)
        self._came[f"{place}/{group}"] = self._came.get(f"{place}/{group}", 0) + 1
        k, most = columns.index(group), max(int(wide / 74), 1)
        row = self._came[f"{place}/{group}"] - 1
        step = min(20.0, high / 6)
        return -wide / 2 + min(k * 74.0, wide) + 5 * (k // (most + 1)), -high / 2 + min(row * step, high + 4)

    def _towards(self, place: str, player: str, wide: float, high: float) -> tuple[float, float]:
        """On the player's side of the middle, where the fewest cards are covered."""
        seat, middle = self.seats[player], np.array(self.layout[place].centre_mm)
        lean = -seat.inwards * np.array([min(wide, 200.0), min(high, 200.0)]) * 0.36
        best, least = (float(lean[0]), float(lean[1])), np.inf
        for k in range(10):
            at = (lean + self.rng.normal(0, 12 + 9 * k, 2)).clip((-wide / 2, -high / 2), (wide / 2, high / 2))
            covered = sum(max(0.0, 105 - float(np.hypot(c.pose.x - middle[0] - at[0], c.pose.y - middle[1] - at[1])))
                          for c in self.lying.get(place, [])) + 2.0 * k
            if covered < least:
                best, least = (float(at[0]), float(at[1])), covered
        return best


def _straight(turn: float) -> float:
    """The nearer of lying upright and upside down, degrees."""
    return 180.0 * round(turn / 180 % 2)
