"""When dice were rolled: as many as the game uses, at rest, and not as they lay before.

    watch = DiceWatch(count=2)
    roll = watch.update(look.dice, centres_mm, now_s)      # a Roll, or None

Each die is followed by itself: looks at it add up as log-probabilities of what it shows, each telling less than the one
before, for they are much alike.  A pattern of the table that looks like a die has lain there from the beginning, or
comes to be seen now and then: what was seen in the same place before speaks against it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.detections import DiceDetections

STILL_MM = 4.0  # dice that lie within so much of where they were have not moved
ROLLED_MM = 9.0  # a die that was only pushed by a sleeve moves less, or shows what it showed
THROWN_MM = 14.0  # ... and both at least so far where they were never out of sight for so long
GONE_LOOKS = 2  # dice that so many looks did not see were taken up
REST_LOOKS = 2  # looks on end in one place, and a die is at rest
WAIT_LOOKS = 6  # so many looks at dice that are not plain, and they are told, unsurely where they may be others
SURE = 0.97  # probability of a roll that is told without asking
ALIKE = 0.6  # by which the next look at a die counts less than the one before
MOST_NATS = 4.0  # that one look may say for or against a die
UNSEEN_NATS = 1.5  # that a look without it says against a die
OTHER_NATS = 3.5  # by which one look is surer of other pips, and it is another die that was thrown to the same place
CLEARER_NATS = 3.0  # by which the dice of a roll must be surer than none, and than whatever else looks like one
SEEN_BEFORE_NATS = 1.5  # that the same pips, seen in the same place before and gone since, say against a die there
KEPT = 600  # of what was seen before, the latest that are remembered


@dataclass(frozen=True)
class Roll:
    """What the dice show, smallest first; probability: of all these numbers together; sure: whether it may be
    committed without asking; where they lie, mm; since_s: when the first of them came to lie there."""

    pips: tuple[int, ...]
    sure: bool
    centres_mm: np.ndarray
    time_s: float
    probability: float
    since_s: float


@dataclass(frozen=True, eq=False)
class _Die:
    """A die in one place.  since_s: when it came; nats: (6,) of one to six pips; is_one: nats for a die and against
    none; run: looks on end that saw it; missed: looks on end that did not; is_old: whether it lay there before, or was
    told."""

    centre_mm: np.ndarray
    since_s: float
    nats: np.ndarray = field(default_factory=lambda: np.zeros(6))
    is_one: float = 0.0
    looks: int = 0
    run: int = 0
    missed: int = 0
    is_old: bool = False

    @property
    def chances(self) -> np.ndarray:
        """(6,) probabilities of one to six pips."""
        chance = np.exp(self.nats - self.nats.max())
        return np.asarray(chance / chance.sum())

    @property
    def pips(self) -> int:
        return int(self.nats.argmax()) + 1

    def seen(self, centre_mm: np.ndarray, log_pips: np.ndarray) -> _Die:
        """With another look at it: (7,) log-probabilities of no die, and of one to six pips."""
        weight = 1 / (1 + ALIKE * self.looks)
        any_die = np.logaddexp.reduce(log_pips[1:])
        told = log_pips[1:] - any_die
        return replace(self, centre_mm=centre_mm, nats=self.nats + weight * np.maximum(told, told.max() - MOST_NATS),
                       is_one=self.is_one + weight * float(np.clip(any_die - log_pips[0], -MOST_NATS, MOST_NATS)),
                       looks=self.looks + 1, run=self.run + 1, missed=0)

    def is_another(self, log_pips: np.ndarray) -> bool:
        """Whether a look, (7,), shows another die that has come to lie here, or this one before it lay still."""
        return bool(log_pips[self.pips] < log_pips[1:].max() - OTHER_NATS)

    def unseen(self) -> _Die:
        return replace(self, is_one=self.is_one - UNSEEN_NATS, run=0, missed=self.missed + 1)


class DiceWatch:
    """Follows the dice of one table.  Those that lie there at the first look were rolled before."""

    def __init__(self, count: int = 2) -> None:
        self.count = count
        self._dice: list[_Die] = []
        self._before: deque[_Die] = deque(maxlen=KEPT)  # what looked like dice and is not seen any more
        self._known: Roll | None = None  # as they lay when last told
        self._looks = self._without = 0  # looks; looks without dice, since a roll was told

    def update(self, dice: DiceDetections, centres_mm: np.ndarray, time_s: float) -> Roll | None:
        """Take in one look; centres_mm (n, 2) of the dice.  Returns a roll once, when it has settled."""
        self._looks += 1
        self._follow(dice, centres_mm, time_s)
        self._without += sum(die.run > 0 for die in self._dice) < self.count
        roll = self._settled(time_s)
        if self._looks == 1:
            self._known = self._lying([die for die in self._dice if die.is_one > 0], time_s)
        if roll is None:
            return None
        self._dice = [replace(die, is_old=True) for die in self._dice]
        if not self._is_new(roll):
            return None
        self._known, self._without = roll, 0
        return roll

    def _follow(self, dice: DiceDetections, centres_mm: np.ndarray, time_s: float) -> None:
        """Each detection to the die that lay there; others are new."""
        left = list(self._dice)
        after = []
        for row in np.flatnonzero(np.isfinite(centres_mm).all(axis=1)):
            at = centres_mm[row].astype(float)
            log_pips = dice.log_pips[row].astype(float)
            near = min(left, key=lambda die: float(np.hypot(*(die.centre_mm - at))), default=None)
            if near is None or np.hypot(*(near.centre_mm - at)) > STILL_MM:
                near = self._come(at, log_pips, time_s)
            else:
                left = [die for die in left if die is not near]
                near = self._come(at, log_pips, time_s) if near.is_another(log_pips) else near
            after.append(near.seen(at, log_pips))
        gone = [die for die in left if die.missed + 1 >= GONE_LOOKS]
        self._before += gone
        self._dice = after + [die.unseen() for die in left if die not in gone]

    def _come(self, at: np.ndarray, log_pips: np.ndarray, time_s: float) -> _Die:
        """What is seen where no die was followed, or another one."""
        pips = int(log_pips[1:].argmax()) + 1
        before = sum(die.pips == pips and float(np.hypot(*(die.centre_mm - at))) <= STILL_MM for die in self._before)
        return _Die(at, time_s, is_one=-SEEN_BEFORE_NATS * before, is_old=self._looks == 1)

    def _settled(self, time_s: float) -> Roll | None:
        """As many new dice as there are, at rest, and clearer than all else."""
        fresh = sorted((die for die in self._dice if not die.is_old and die.run and die.is_one > 0),
                       key=lambda die: -die.is_one)
        roll = self._lying(fresh[:self.count], time_s)
        if roll is None or any(die.run < REST_LOOKS for die in fresh[:self.count]):
            return None
        return roll if self._is_clear(fresh, roll.sure) else None

    def _is_clear(self, fresh: Sequence[_Die], is_sure: bool) -> bool:
        """Whether the foremost are clearer than all else, and plainly dice or looked at for long.  fresh: the clearest
        first."""
        first, others = fresh[:self.count], fresh[self.count:]
        if others and others[0].is_one > first[-1].is_one - CLEARER_NATS:
            return False
        is_plain = is_sure and first[-1].is_one > CLEARER_NATS
        return is_plain or min(die.looks for die in first) >= WAIT_LOOKS

    def _lying(self, dice: list[_Die], time_s: float) -> Roll | None:
        """What dice show; None where they are not as many as the game uses."""
        if len(dice) != self.count:
            return None
        dice = sorted(dice, key=lambda die: die.pips)
        probability = float(np.prod([die.chances.max() for die in dice]))
        return Roll(tuple(die.pips for die in dice), probability >= SURE, np.array([die.centre_mm for die in dice]),
                    time_s, probability, min(die.since_s for die in dice))

    def _is_new(self, now: Roll) -> bool:
        """Whether the dice were thrown since they were last told of."""
        known = self._known
        if known is None or now.pips != known.pips:
            return True
        apart = dice_apart_mm(now, known)
        return max(apart) > ROLLED_MM if self._without >= GONE_LOOKS else min(apart) > THROWN_MM


def dice_apart_mm(one: Roll, other: Roll) -> list[float]:
    """How far each die of a look lies from the nearest of the same pips in another, mm."""
    return [min((float(np.hypot(*(centre - at))) for shown, at in zip(other.pips, other.centres_mm, strict=True)
                 if shown == pips), default=np.inf) for pips, centre in zip(one.pips, one.centres_mm, strict=True)]
