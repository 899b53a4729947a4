"""When dice were rolled: as many as the game uses, at rest in two looks, and not as they lay before.

    watch = DiceWatch(count=2)
    if watch.is_due(now_s):
        roll = watch.update(reader.read(frame), centres_mm, now_s)      # a Roll, or None
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.detections import DiceDetections

LOOK_GAP_S = 0.3  # between two looks
STILL_MM = 4.0  # dice that lie within so much of where they were have not moved
ROLLED_MM = 9.0  # a die that was only pushed by a sleeve moves less, or shows what it showed
GONE_LOOKS = 2  # dice that so many looks did not see were taken up


@dataclass(frozen=True)
class Roll:
    """What the dice show, smallest first; sure: whether it may be committed without asking; where they lie, mm."""

    pips: tuple[int, ...]
    sure: bool
    centres_mm: np.ndarray
    time_s: float


class DiceWatch:
    """Follows the dice of one table.  Those that lie there at the first look were rolled before."""

    def __init__(self, count: int = 2) -> None:
        self.count = count
        self._known: Roll | None = None  # as they lay when last told
        self._last: Roll | None = None  # as they lay at the last look
        self._looked_s = -np.inf
        self._looks = self._missed = 0

    def is_due(self, time_s: float) -> bool:
        """Whether it is time for another look."""
        return bool(time_s - self._looked_s >= LOOK_GAP_S)

    def update(self, dice: DiceDetections, centres_mm: np.ndarray, time_s: float) -> Roll | None:
        """Take in one look; centres_mm (n, 2) of the dice.  Returns a roll once, when it has settled."""
        self._looked_s = time_s
        self._looks += 1
        if len(dice) != self.count:
            self._last = None
            self._missed += len(dice) < self.count
            return None
        order = np.argsort(dice.pips, kind="stable")
        now = Roll(tuple(int(p) for p in dice.pips[order]), bool(dice.sure.all()), centres_mm[order], time_s)
        before, self._last = self._last, now
        if self._looks == 1:
            self._known = now
        if before is None or now.pips != before.pips or dice_apart_mm(now, before) > STILL_MM or not self._is_new(now):
            return None
        self._known, self._missed = now, 0
        return Roll(now.pips, now.sure and before.sure, now.centres_mm, time_s)

    def _is_new(self, now: Roll) -> bool:
        """Whether the dice were thrown since they were last told of."""
        known = self._known
        if known is None or now.pips != known.pips:
            return True
        return dice_apart_mm(now, known) > ROLLED_MM and self._missed >= GONE_LOOKS


def dice_apart_mm(one: Roll, other: Roll) -> float:
    """How far the dice of two looks lie apart, mm: the farthest, each from the nearest of the same pips."""
    farthest = 0.0
    for pips, centre in zip(one.pips, one.centres_mm, strict=True):
        same = other.centres_mm[np.array(other.pips) == pips]
        if not len(same):
            return np.inf
        farthest = max(farthest, float(np.hypot(*(same - centre).T).min()))
    return farthest
