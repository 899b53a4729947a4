"""How a hand brings, moves and takes cards: one gesture from the player's edge and back again.

    gesture = Gesture.planned(stops, start_s=2.0, seat=seat, hand=hand, carried=[card], rng=rng)
    pose = gesture.hand_pose(time_s)       # where the grip is, how the arm points, how high
    for change in gesture.changes: ...     # pick or put a card at a time
    hands = HandsOver(gestures)
    for change in hands.until(time_s): ... # what was taken up and laid down since the last time
    hands.running                          # the gestures that are under way then, with what each holds

Millimetres of the table; angles clockwise on screen, 0 pointing up the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.filming.hands import Arm
from companion.filming.scene import CardPose, LyingCard

GRIP_TO_CARD = np.array([14.0, -33.0])  # from the grip to the middle of the held card, arm pointing up
_CLEAR_MM = 105.0  # from there on a withdrawing hand leaves the card in sight
_LIFT_MM = 45.0


@dataclass(frozen=True)
class ArmSide:
    """Where a player's arm comes from: a point beyond the edge, and which way his cards face."""

    name: str
    x: float
    y: float
    facing: float


@dataclass(frozen=True)
class Stop:
    """The hand halts at a card pose to `put` or `take` cards there (or just to rest there)."""

    pose: CardPose
    take: tuple[LyingCard, ...] = ()
    put: LyingCard | None = None
    rest_s: float = 0.2
    label: str = ""


@dataclass(frozen=True)
class Rearrangement:
    """At a time, what was carried is laid down (`put`) or what lay there is taken up (`take`)."""

    time_s: float
    stop: Stop
    arm: float  # how the arm points then
    clear_s: float  # when the hand no longer covers the place


@dataclass(frozen=True)
class Gesture:
    """A hand's way: times (k,) s and keys (k, 4) of grip x, y, turn, height."""

    hand: Arm
    times: np.ndarray
    keys: np.ndarray
    changes: tuple[Rearrangement, ...]
    carried: tuple[LyingCard, ...]
    bow: float

    @property
    def start_s(self) -> float:
        """When the hand comes."""
        return float(self.times[0])

    @property
    def end_s(self) -> float:
        """When it is gone."""
        return float(self.times[-1])

    @classmethod
    def planned(cls, stops: Sequence[Stop], start_s: float, seat: ArmSide, hand: Arm, carried: tuple[LyingCard, ...],
                pace: float, rng: np.random.Generator) -> Gesture:
        """The way from the seat by all stops and out again; pace 1 is a quiet player, 0.6 a quick one."""
        arms = [_arm_angle(seat, stop.pose) + rng.uniform(-6, 6) for stop in stops]
        grips = [_grip_for(stop.pose, arm) for stop, arm in zip(stops, arms, strict=True)]
        times, keys, rests = [start_s], [(*_outside(grips[0], arms[0], seat), arms[0], _LIFT_MM)], []
        now = start_s
        for stop, grip, arm in zip(stops, grips, arms, strict=True):
            way = float(np.hypot(grip[0] - keys[-1][0], grip[1] - keys[-1][1]))
            now += pace * rng.uniform(0.85, 1.2) * ((0.28 if way > 80 else 0.12) + way / 900)
            rests.append((now, now + pace * stop.rest_s))
            times += [now, now + pace * stop.rest_s]
            keys += [(*grip, arm, 1.5)] * 2
            now = times[-1]
        times.append(now + pace * rng.uniform(0.8, 1.15) * 0.75)
        keys.append((*_outside(grips[-1], arms[-1], seat), arms[-1], _LIFT_MM))
        gesture = cls(hand, np.array(times), np.array(keys, np.float64), (), carried, float(rng.uniform(-0.08, 0.08)))
        changes = tuple(Rearrangement(begin + 0.6 * (end - begin), stop, arm, gesture._clear_after(end, stop.pose))
                        for stop, arm, (begin, end) in zip(stops, arms, rests, strict=True))
        return cls(hand, gesture.times, gesture.keys, changes, carried, gesture.bow)

    def grip(self, time_s: float) -> np.ndarray:
        """(4,) grip x, y, turn of the arm, height at a time; eased between the keys, slightly bowed."""
        k = int(np.clip(np.searchsorted(self.times, time_s, side="right") - 1, 0, len(self.times) - 2))
        span = max(self.times[k + 1] - self.times[k], 1e-6)
        share = float(np.clip((time_s - self.times[k]) / span, 0, 1))
        eased = share * share * (3 - 2 * share)
        a, b = self.keys[k], self.keys[k + 1]
        at = a + eased * (b - a)
        across = np.array([-(b[1] - a[1]), b[0] - a[0]])
        at[:2] += self.bow * np.sin(np.pi * eased) * across
        if a[3] < 10 and b[3] < 10 and np.hypot(*across) > 20:  # between two stops the hand is lifted
            at[3] += 30 * np.sin(np.pi * eased)
        return np.asarray(at)

    def _clear_after(self, time_s: float, pose: CardPose) -> float:
        """When, from a time on, the hand has left a card's surroundings."""
        for t in np.arange(time_s, self.end_s, 0.02):
            at = self.grip(float(t))
            if np.hypot(*(_card_centre(at) - (pose.x, pose.y))) > _CLEAR_MM:
                return float(t)
        return self.end_s


@dataclass
class UnderWay:
    """A gesture that goes on.  held: the cards in the hand; changes: what it has still to do."""

    gesture: Gesture
    held: list[LyingCard] = field(init=False)
    changes: list[Rearrangement] = field(init=False)

    def __post_init__(self) -> None:
        self.held, self.changes = list(self.gesture.carried), list(self.gesture.changes)

    def until(self, time_s: float) -> Iterator[Rearrangement]:
        """What it does up to a time, and has not done yet."""
        while self.changes and self.changes[0].time_s <= time_s:
            change = self.changes.pop(0)
            put = change.stop.put
            self.held += change.stop.take
            if put is not None:
                self.held = [card for card in self.held if card.key != put.key]
            yield change


class HandsOver:
    """The hands over a table, moment by moment; times must not go back."""

    def __init__(self, gestures: Iterable[Gesture]) -> None:
        self._coming = sorted(gestures, key=lambda gesture: gesture.start_s)
        self.running: list[UnderWay] = []

    def until(self, time_s: float) -> list[Rearrangement]:
        """What was changed since the last time; what has ended by then runs no more."""
        while self._coming and self._coming[0].start_s <= time_s:
            self.running.append(UnderWay(self._coming.pop(0)))
        changed = [change for hand in self.running for change in hand.until(time_s)]
        self.running = [hand for hand in self.running if hand.gesture.end_s > time_s]
        return changed


def held_pose(grip: np.ndarray, own_turn: float) -> CardPose:
    """Where a carried card is: at the fingers, turned by `own_turn` against the arm."""
    x, y = _card_centre(grip)
    return CardPose(float(x), float(y), float(grip[2] + own_turn), float(grip[3]))


def _rotation(turn: float) -> np.ndarray:
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return np.array([[c, -s], [s, c]])


def _card_centre(grip: np.ndarray) -> np.ndarray:
    return np.asarray(grip[:2] + _rotation(grip[2]) @ GRIP_TO_CARD)


def _grip_for(pose: CardPose, arm: float) -> tuple[float, float]:
    x, y = np.array([pose.x, pose.y]) - _rotation(arm) @ GRIP_TO_CARD
    return float(x), float(y)


def _arm_angle(seat: ArmSide, pose: CardPose) -> float:
    """The direction in which the arm reaches from the seat, 0 up the picture."""
    angle = float(np.degrees(np.arctan2(pose.x - seat.x, -(pose.y - seat.y))))
    return seat.facing + (angle - seat.facing + 180) % 360 - 180  # never the long way round


def _outside(grip: tuple[float, float], arm: float, seat: ArmSide) -> tuple[float, float]:
    """The point behind the seat's edge from which the hand comes, on the line of the arm."""
    back = _rotation(arm) @ np.array([0.0, 1.0])
    way = float(np.hypot(grip[0] - seat.x, grip[1] - seat.y)) + 130
    return float(grip[0] + back[0] * way), float(grip[1] + back[1] * way)
