"""Where each name was read from look to look: when a card first came, and whether it lies or sways."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import hypot

import numpy as np

from vision.belief.hypotheses import Departed
from vision.belief.noise import noise
from vision.belief.observation import Motion, Observation
from vision.belief.one_card import DOUBTFUL
from vision.belief.prediction import apart_mm

SAME_MM = 15.0  # a card read again so near is the same
PLACE_MM = 6.0  # ... and lies, since a card in a hand does not stay
PAST_S = 5.0  # what was read is remembered
BEGINNING_S = 0.5  # what lies there so early may have lain there before the game, and belong to nothing
BREAK_S = 0.6  # without a reading for longer it is another
FEW_STEPS, MOST_STEPS = 20, 200  # by which a table is judged
STILLEST, SWAYS = 0.25, 5.0  # what steps in hands are, in those of the stillest share of all
NEAR_MM = 120.0  # a card that is brought with another is seen so near to it


@dataclass(frozen=True, slots=True)
class Trail:
    """A name read again and again in one place.  marks: (2, 2), NaN for one that was not read; centre: (2,): of last
    time, in mm.  reach: the arms over it when it was read first.  sure: of the reader at best, from 0 to 1."""

    label: str
    marks: np.ndarray
    centre: np.ndarray
    first_s: float
    last_s: float
    looks: int
    step_mm: float
    reach: np.ndarray
    sure: float

    @property
    def stays(self) -> bool:
        """Whether it was read twice where it is."""
        return self.looks > 1 and self.step_mm < PLACE_MM


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A name that was read of a card that did not lie.  centre: (2,), marks: (4, 2), NaN for one that was not read;
    mm.  sure: of the reader, from 0 to 1."""

    label: str
    centre: np.ndarray
    marks: np.ndarray
    time_s: float
    sure: float


class Trails:
    """All that was read lately."""

    def __init__(self) -> None:
        self._remember([])
        self._trails: list[Trail] = []
        self._past: list[Trail] = []
        self.now: list[Trail] = []  # of each detection of this look
        self.begun_s = np.inf  # the first look
        self._steps: deque[float] = deque([0.0] * FEW_STEPS, maxlen=MOST_STEPS)  # of what stays, mm; none as yet

    def apart(self) -> Trails:
        """Another that has seen the same."""
        other = Trails()
        other._trails, other._past = list(self._trails), list(self._past)
        other._remember(self._glimpses)
        other.now, other.begun_s, other._steps = list(self.now), self.begun_s, self._steps.copy()
        return other

    def add(self, seen: Observation, motion: Motion) -> None:
        """Take in one look."""
        self.begun_s = min(self.begun_s, seen.time_s)
        self._past = [t for t in self._past if seen.time_s - t.last_s <= PAST_S]
        self._past += [t for t in self._trails if seen.time_s - t.last_s > BREAK_S and t.looks > 1]
        self._trails = [t for t in self._trails if seen.time_s - t.last_s <= BREAK_S]
        self.now = self._continued(seen, motion)
        self._steps.extend(t.step_mm for t in self.now if t.stays and t.looks > 2)
        fresh = {id(t) for t in self.now}
        self._remember([*(g for g in self._glimpses if seen.time_s - g.time_s <= PAST_S), *(
            Glimpse(seen.best[k], seen.centres[k], seen.marks[k], seen.time_s, float(seen.sure[k]))
            for k in np.flatnonzero((seen.sure >= DOUBTFUL) & seen.named) if not self.now[k].stays)])
        self._trails = [*self.now, *(t for t in self._trails if id(t) not in fresh and not self._is_continued(t))]

    @property
    def step_mm(self) -> float:
        """From look to look, in hands as often as on this table: far away and in poor light what lies is read less
        exactly than is usual."""
        return max(noise().held.step_mm, SWAYS * float(np.quantile(self._steps, STILLEST)))

    def _continued(self, seen: Observation, motion: Motion) -> list[Trail]:
        """The trail of each detection: the nearest first, since cards alike may lie one upon another."""
        earlier = [*self._trails, *self._past]  # an arm may have hidden it meanwhile
        near = sorted((away, i, k) for k in range(len(seen)) for i, t in enumerate(earlier)
                      if t.label == seen.best[k] and (away := _away(t, seen, k)) <= SAME_MM)
        before: dict[int, tuple[float, Trail]] = {}
        taken: set[int] = set()
        for away, i, k in near:
            if k not in before and i not in taken:
                before[k] = away, earlier[i]
                taken.add(i)
        return [_next(seen, k, *before[k]) if k in before else
                Trail(seen.best[k], seen.marks[k, :2], seen.centres[k], seen.time_s, seen.time_s, 1, np.inf,
                      motion.reach(at_of(seen, k), seen.time_s), float(seen.sure[k])) for k in range(len(seen))]

    def _is_continued(self, trail: Trail) -> bool:
        return any(t.label == trail.label and t.first_s == trail.first_s for t in self.now)

    def end(self, gone: Iterable[Departed]) -> None:
        """Cards have left for certain: what is read there from now on is another card, whatever its name."""
        for departed in gone:
            self._past = [t for t in self._past if t.label != departed.label or t.last_s > departed.left_s
                          or np.hypot(*(t.centre - departed.card.shape.centre)) > SAME_MM]

    def moved(self, anew: Callable[[np.ndarray], np.ndarray]) -> None:
        """Places are other millimetres now."""
        for trails in (self._trails, self._past):
            trails[:] = [replace(t, marks=anew(t.marks), centre=anew(t.centre)) for t in trails]
        self._remember([replace(g, centre=anew(g.centre), marks=anew(g.marks)) for g in self._glimpses])
        self.now = []

    def brought(self, at: np.ndarray, at_s: float) -> Iterator[tuple[Glimpse, float]]:
        """Names that were read as they moved, the last time near a card that came there then; each as it was read last,
        and in how many looks, each as far as it was sure."""
        for last, looks in self._by_name:
            if (abs(last.time_s - at_s) <= noise().people.together_s
                    and hypot(last.centre[0] - at[0], last.centre[1] - at[1]) <= NEAR_MM):
                yield last, looks

    def _remember(self, glimpses: list[Glimpse]) -> None:
        self._glimpses, self._by_name = glimpses, _by_name(glimpses)

    def read_twice(self, since_s: float) -> set[str]:
        """Names that were read at least twice in one place since then, and surely."""
        return {t.label for t in (*self._past, *self._trails)
                if t.looks > 1 and t.sure >= DOUBTFUL and t.last_s >= since_s}


def _by_name(glimpses: Iterable[Glimpse]) -> list[tuple[Glimpse, float]]:
    """Of each name how it was read last, and in how many looks, each as far as it was sure."""
    found: dict[str, list[Glimpse]] = {}
    for glimpse in glimpses:
        found.setdefault(glimpse.label, []).append(glimpse)
    return [(own[-1], sum({g.time_s: g.sure for g in own}.values())) for own in found.values()]


def _next(seen: Observation, k: int, away: float, before: Trail) -> Trail:
    return replace(before, marks=seen.marks[k, :2], centre=seen.centres[k], last_s=seen.time_s, looks=before.looks + 1,
                   step_mm=away, sure=max(before.sure, float(seen.sure[k])))


def _away(trail: Trail, seen: Observation, k: int) -> float:
    """How far a detection is from where its name was read, in mm: the smaller of mark to mark and middle to middle.
    Two opposite marks suffice: all four meet those of other cards oftener."""
    between = float(apart_mm(trail.marks, seen.marks[k, :2]).min())
    return min(between, float(np.hypot(*(trail.centre - seen.centres[k]))))


def at_of(seen: Observation, k: int) -> np.ndarray:
    """Where a detection is: its first mark, which is found best, else its middle."""
    marks = seen.marks[k][:2]
    known = np.isfinite(marks[:, 0])
    at: np.ndarray = marks[known].mean(axis=0) if known.all() else marks[known][0] if known.any() else seen.centres[k]
    return at
