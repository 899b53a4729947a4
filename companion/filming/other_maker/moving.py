"""What moves over the table, as functions of time: cards in flight, arms, dice, and hands that sway."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

import numpy as np

from companion.filming.other_maker.arms import ArmStyle
from companion.filming.other_maker.ground import Lying
from companion.filming.other_maker.sheets import Pose


@dataclass(frozen=True)
class Sway:
    """A hand that is not quite still, with pauses in which it rests on its elbow."""

    mm: float = 0.0
    period_s: float = 2.7
    phase: float = 0.0

    def at(self, time_s: float) -> tuple[float, float, float]:
        """Millimetres to the side and to the front, and degrees."""
        if not self.mm:
            return 0.0, 0.0, 0.0
        awake = max(0.0, float(np.sin(time_s / 3.1 + self.phase))) ** 0.7
        a = 2 * np.pi * time_s / self.period_s + self.phase
        return (float(self.mm * awake * np.sin(a)), float(0.6 * self.mm * awake * np.sin(1.31 * a + 1)),
                float(0.45 * self.mm * awake * np.sin(0.77 * a)))


@dataclass(frozen=True)
class Flight:
    """A card that is moved.  keys: times and poses; turned_s: when it is turned over; lies: whether it lies on
    the table afterwards; arm: whose hand has it, -1 for none."""

    card: Lying
    keys: tuple[tuple[float, Pose], ...]
    lies: bool
    arm: int = -1
    turned_s: float = np.inf
    sway: Sway = field(default_factory=Sway)

    @property
    def start_s(self) -> float:
        """When the card is first there."""
        return self.keys[0][0]

    @property
    def end_s(self) -> float:
        """When it has come to rest."""
        return self.keys[-1][0]

    def pose(self, time_s: float) -> Pose:
        """Where the card is at a time; before the first key and after the last it rests."""
        k, share = _between([t for t, _ in self.keys], time_s)
        pose = self.keys[k][1] if share == 0 else self.keys[k][1].towards(self.keys[k + 1][1], share)
        return pose.shifted(*self.sway.at(time_s)) if self.sway.mm else pose

    def face_up(self, time_s: float) -> bool:
        """Whether its face shows at a time."""
        return self.card.face_up == (time_s < self.turned_s)


@dataclass(frozen=True)
class ArmMove:
    """A hand on its way.  keys: times and where the fingertips are in mm (x, y, z); grips: times and grips;
    home: (2,) where the arm comes from."""

    number: int
    style: ArmStyle
    home: tuple[float, float]
    keys: tuple[tuple[float, float, float, float], ...]
    grips: tuple[tuple[float, str], ...]
    left: bool = False
    under_cards: bool = False
    sway: Sway = field(default_factory=Sway)

    @property
    def start_s(self) -> float:
        """When the hand comes."""
        return self.keys[0][0]

    @property
    def end_s(self) -> float:
        """When it is gone."""
        return self.keys[-1][0]

    def tip(self, time_s: float) -> np.ndarray:
        """(3,) mm."""
        k, share = _between([key[0] for key in self.keys], time_s)
        here = np.array(self.keys[k][1:])
        if share:
            here = here + share * (np.array(self.keys[k + 1][1:]) - here)
        if self.sway.mm:
            here[:2] += self.sway.at(time_s)[:2]
        return here

    def grip(self, time_s: float) -> str:
        """The name of how the fingers are held at a time."""
        return next((grip for at, grip in reversed(self.grips) if at <= time_s), self.grips[0][1])

    def turn(self, tip: np.ndarray) -> float:
        """Degrees by which the arm is turned from one that comes straight from the near side."""
        return arm_turn(self.home, (float(tip[0]), float(tip[1])))


def arm_turn(home: tuple[float, float], tip: tuple[float, float]) -> float:
    """Degrees clockwise on the table by which an arm from `home` to `tip`, both (x, y) mm, is turned from one straight
    up."""
    way = np.array(tip) - home
    return float(np.degrees(np.arctan2(way[0], -way[1])))


@dataclass(frozen=True)
class DieThrow:
    """One die: thrown at a time, at rest later.  pips: what it shows then; it lies until gone_s."""

    pips: int
    thrown_s: float
    rests_s: float
    from_mm: tuple[float, float]
    at_mm: tuple[float, float]
    turn: float
    gone_s: float = np.inf


def _between(times: list[float], time_s: float) -> tuple[int, float]:
    """Which key has passed, and how far it is to the next one, eased at both ends."""
    k = bisect_right(times, time_s) - 1
    if k < 0:
        return 0, 0.0
    if k >= len(times) - 1:
        return len(times) - 1, 0.0
    share = (time_s - times[k]) / max(times[k + 1] - times[k], 1e-6)
    return k, float(share ** 3 * (10 - 15 * share + 6 * share ** 2))
