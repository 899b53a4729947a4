"""Who sits where, as far as hands have shown it.

    seats = Seats.of(layout)                     # players with places of their own are known at once
    seats = Seats.around(players, "near")        # ... and so are those who have said where the first of them sits
    seats.reached("Ann", (x_mm, y_mm))           # Ann's hand came over the border there
    seats.places(players)                        # where each sits, as far as that is known or to be presumed
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from calibration import Layout
from calibration.table import Point
from companion.device.source import SIDES
from vision.belief.observation import arm_from

REMEMBERED = 8  # reaches of each player
AWAY_MM = 750.0  # from the middle of a table to its players


class Seats:
    """Directions from the middle of the table, learned from reaches whose player was certain."""

    def __init__(self) -> None:
        self._reaches: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self._settled: set[str] = set()  # who has places of his own
        self._places: dict[tuple[str, ...], dict[str, Point]] = {}

    @classmethod
    def of(cls, layout: Layout) -> Seats:
        """Players sit behind their own places."""
        seats = cls()
        for player in layout.players:
            own = [zone.centre_mm for zone in layout.zones if zone.name.partition(":")[2] == player]
            if own:
                seats._settle(player, (float(np.mean([x for x, _ in own])), float(np.mean([y for _, y in own]))))
        return seats

    @classmethod
    def around(cls, players: Sequence[str], side: str) -> Seats:
        """Players sit clockwise and evenly, the first of them on this side of the picture."""
        return cls.told({player: _at(SIDES.index(side) * 90 + k * 360 / len(players))
                         for k, player in enumerate(players)})

    @classmethod
    def told(cls, places_mm: Mapping[str, Point]) -> Seats:
        """Players have said where they sit."""
        seats = cls()
        for player, at_mm in places_mm.items():
            seats._settle(player, at_mm)
        return seats

    def _settle(self, player: str, at_mm: Point) -> None:
        self.reached(player, at_mm)
        self._settled.add(player)

    def reached(self, player: str, hand_mm: Point) -> None:
        """A player's hand came from there."""
        if player not in self._settled:
            self._places.clear()
            self._reaches[player].append(_direction(hand_mm))

    def seen(self, player: str, reach: np.ndarray, card_mm: np.ndarray) -> None:
        """Arms that lay over a card which this player has laid, by direction from the card
        (`vision.belief.observation.Motion.reach`)."""
        at_mm = arm_from(reach, card_mm, AWAY_MM)
        if at_mm is not None:
            self.reached(player, at_mm)

    def places(self, players: Sequence[str]) -> dict[str, Point]:
        """Where players sit, in mm, as far as it is known or to be presumed; empty where nobody has reached yet.  The
        same until somebody has reached again."""
        order = tuple(players)
        if order not in self._places:
            self._places[order] = self._reckoned(order)
        return self._places[order]

    def _reckoned(self, players: Sequence[str]) -> dict[str, Point]:
        found = {player: self._mean_or_presumed(player, players) for player in players}
        return {player: (AWAY_MM * float(np.cos(np.radians(at))), AWAY_MM * float(np.sin(np.radians(at))))
                for player, at in found.items() if at is not None}

    def _mean_or_presumed(self, player: str, players: Sequence[str]) -> float | None:
        known = self._reaches.get(player, ())
        return _mean(known) if known else self._presumed(player, players)

    def _presumed(self, player: str, players: Sequence[str]) -> float | None:
        """The mean of where the seats of those who have reached put a player's, in degrees."""
        if player not in players:
            return None
        share = 360.0 / len(players)
        own = [_mean(self._reaches[other]) + share * (players.index(player) - place)
               for place, other in enumerate(players) if self._reaches.get(other)]
        return _mean(own) if own else None


def _at(turn_deg: float) -> Point:
    """A place by the table; 0 is the near side, 90 the left one."""
    return -float(np.sin(np.radians(turn_deg))), float(np.cos(np.radians(turn_deg)))


def _direction(at_mm: Point) -> float:
    return float(np.degrees(np.arctan2(at_mm[1], at_mm[0])))


def _mean(directions: Iterable[float]) -> float:
    radians = np.radians(list(directions))
    return float(np.degrees(np.arctan2(np.sin(radians).mean(), np.cos(radians).mean())))
