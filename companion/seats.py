"""Who sits where, as far as hands have shown it.

    seats = Seats.of(layout)                     # players with places of their own are known at once
    seats.reached("Ann", (x_mm, y_mm))           # Ann's hand came over the border there
    seats.likely((x_mm, y_mm))                   # {"Ann"}: who may have reached from there
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable

import numpy as np

from calibration import Layout

REMEMBERED = 8  # reaches of each player
KNOWN = 2  # so many reaches before a seat counts as known
OWN_DEG = 35.0  # within so much of his seat a player reaches
CLEARLY_DEG = 25.0  # by so much more another seat must be off to be ruled out

Point = tuple[float, float]


class Seats:
    """Directions from the middle of the table, learned from reaches whose player was certain."""

    def __init__(self) -> None:
        self._reaches: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self._settled: set[str] = set()  # who has places of his own

    @classmethod
    def of(cls, layout: Layout) -> Seats:
        """Players sit behind their own places."""
        seats = cls()
        for player in layout.players:
            own = [zone.centre_mm for zone in layout.zones if zone.name.partition(":")[2] == player]
            if own:
                for _ in range(KNOWN):
                    seats.reached(player, (float(np.mean([x for x, _ in own])), float(np.mean([y for _, y in own]))))
                seats._settled.add(player)
        return seats

    def reached(self, player: str, hand_mm: Point) -> None:
        """A player's hand came from there."""
        if player not in self._settled:
            self._reaches[player].append(_direction(hand_mm))

    def off(self, player: str, hand_mm: Point) -> float | None:
        """How far from the player's seat a hand came, in degrees; None while the seat is not known."""
        known = self._reaches.get(player, ())
        return _turn(_direction(hand_mm), _mean(known)) if len(known) >= KNOWN else None

    def likely(self, hand_mm: Point, players: Iterable[str]) -> set[str]:
        """The players who may have reached from there: all but those whose seat is known and clearly
        farther away than another's that fits."""
        off = {player: self.off(player, hand_mm) for player in players}
        best = min((degrees for degrees in off.values() if degrees is not None), default=180.0)
        if best > OWN_DEG:
            return set(off)
        return {player for player, degrees in off.items() if degrees is None or degrees < best + CLEARLY_DEG}


def _direction(at_mm: Point) -> float:
    return float(np.degrees(np.arctan2(at_mm[1], at_mm[0])))


def _turn(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def _mean(directions: Iterable[float]) -> float:
    radians = np.radians(list(directions))
    return float(np.degrees(np.arctan2(np.sin(radians).mean(), np.cos(radians).mean())))
