"""Where the holes of a drawn cribbage board lie, and the strokes of tally marks; geometry only, no Kivy.

    >>> plan = plan_board(holes=121, tracks=2, width=1200, height=120)
    >>> plan.place(track=0, hole=61)      # (x, y) of a hole, y downwards
    >>> plan.place(0, 60.5)               # a peg on its way

A board is a road of parallel tracks that winds back and forth over one or more streets, as on a
wooden board: at each end the tracks turn together, so the outer one stays outside.  Hole 0 is
the start, before the first scoring hole.

    >>> plan_gates(strokes=23, width=300, height=60).stroke(4)    # the one across the first four
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

SIZES = (31, 61, 121, 200)
MOST_SINGLE_HOLES = 240  # longer games are pegged by tens
GROUP = 5  # holes between two small gaps, so that they can be counted
GROUP_GAP = 0.5  # of a hole's pitch
MOST_STREETS = 8
SKUNK_LINES = {61: (30,), 121: (60, 90)}  # holes that a loser had better have passed, on cribbage's own boards
STROKE_VALUES = (1, 5, 10, 50, 100, 500, 1000)
MOST_STROKES = 60  # more are not counted at a glance
GATE_STEP = 1.3  # of the height of a stroke, from one gate to the next
LEANS = (0.02, -0.03, 0.035, -0.01, 0.0, -0.025, 0.015)  # of the height: drawn by hand


@dataclass(frozen=True)
class BoardSize:
    """How many holes a track has and what one hole is worth."""

    holes: int
    step: int = 1

    def hole_of(self, score: float) -> float:
        """The hole for a score; a score below zero stays at the start, one past the end at the end."""
        return min(max(score / self.step, 0.0), float(self.holes))


def board_size(target: int | None, scores: Iterable[int]) -> BoardSize:
    """The board that suits a game: its target in holes, by tens for long games; without a target
    the smallest usual board that the scores fit on."""
    best = max([target or 0, *scores])
    holes = target if target is not None else next((size for size in SIZES if size >= best), best)
    if holes <= MOST_SINGLE_HOLES:
        return BoardSize(max(holes, 1))
    return BoardSize(math.ceil(holes / 10), 10)


@dataclass(frozen=True)
class BoardPlan:
    """Hole positions within a rectangle of `width` x `height`, y downwards, in the same unit."""

    holes: int
    tracks: int
    streets: int
    per_street: int
    pitch_x: float
    pitch_y: float
    left: float
    top: float
    street_height: float

    @property
    def radius(self) -> float:
        """A hole that leaves a third of the pitch to the wood."""
        return 0.28 * min(self.pitch_x, self.pitch_y)

    def place(self, track: int, hole: float) -> tuple[float, float]:
        """Centre of a hole (1 to `holes`; 0 is the start); between two holes for a peg on its way."""
        low = math.floor(hole)
        x1, y1 = self._centre(track, low)
        x2, y2 = self._centre(track, min(low + 1, self.holes))
        share = hole - low
        return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share

    def nearest(self, track: int, x: float, y: float) -> tuple[int, float]:
        """The hole of a track that is nearest to a point, and how far it is."""
        apart = [math.hypot(cx - x, cy - y) for cx, cy in map(partial(self._centre, track), range(self.holes + 1))]
        hole = min(range(len(apart)), key=apart.__getitem__)
        return hole, apart[hole]

    def street_of(self, hole: int) -> int:
        """On which street of the board a hole is."""
        return max(0, min(self.streets - 1, (hole - 1) // self.per_street))

    def _centre(self, track: int, hole: int) -> tuple[float, float]:
        street = self.street_of(hole)
        along = hole - 1 - street * self.per_street  # -1 for the start hole
        x = self.left + self.pitch_x * (along + GROUP_GAP * (along // GROUP))
        if street % 2:
            x = 2 * self.left + self._street_length() - x
            track = self.tracks - 1 - track
        return x, self.top + street * self.street_height + track * self.pitch_y

    def _street_length(self) -> float:
        last = self.per_street - 1
        return self.pitch_x * (last + GROUP_GAP * (last // GROUP))


def plan_board(holes: int, tracks: int, width: float, height: float) -> BoardPlan:
    """The plan with the number of streets that leaves the holes farthest apart."""
    plans = [_with_streets(holes, tracks, width, height, streets) for streets in range(1, MOST_STREETS + 1)]
    return max(plans, key=lambda plan: min(plan.pitch_x, plan.pitch_y))


def _with_streets(holes: int, tracks: int, width: float, height: float, streets: int) -> BoardPlan:
    per_street = math.ceil(holes / streets)
    # one pitch for the start hole on the left, as much on the right, and half a pitch beyond each
    pitch_x = width / (per_street + 2 + GROUP_GAP * (per_street // GROUP + 1))
    street_height = height / streets
    pitch_y = street_height / (tracks + 1.0)  # above the tracks there is room for their numbers
    return BoardPlan(holes, tracks, streets, per_street, pitch_x, pitch_y, left=2 * pitch_x,
                     top=1.25 * pitch_y, street_height=street_height)


# -- tally marks ---------------------------------------------------------------------------------


def stroke_value(target: int | None, scores: Iterable[int]) -> int:
    """What one stroke is worth, so that a won game is still counted at a glance."""
    best = max([target or 0, *scores])
    return next((value for value in STROKE_VALUES if best <= value * MOST_STROKES), STROKE_VALUES[-1])


@dataclass(frozen=True)
class GatePlan:
    """Five-bar gates in rows within a rectangle, y downwards: `side` is the height of a stroke."""

    side: float
    per_row: int
    row_height: float

    def gate(self, index: int) -> tuple[float, float]:
        """The upper left corner of a gate."""
        row, column = divmod(index, self.per_row)
        return column * self.side * GATE_STEP, row * self.row_height + (self.row_height - self.side) / 2

    def stroke(self, index: int) -> tuple[float, float, float, float]:
        """Both ends of a stroke, x, y, x, y, counted from 0; every fifth goes across the four before it."""
        gate, place = divmod(index, GROUP)
        x, y = self.gate(gate)
        if place == GROUP - 1:
            return x, y + 0.84 * self.side, x + 0.98 * self.side, y + 0.16 * self.side
        middle, lean = x + self.side * (0.16 + 0.22 * place), self.side * LEANS[index % len(LEANS)]
        return middle + lean, y, middle - lean, y + self.side

    def nearest(self, strokes: int, x: float, y: float) -> tuple[int, float]:
        """The stroke nearest to a point, counted from 0, and how far its middle is."""
        apart = [math.hypot((x1 + x2) / 2 - x, (y1 + y2) / 2 - y)
                 for x1, y1, x2, y2 in map(self.stroke, range(max(strokes, 1)))]
        stroke = min(range(len(apart)), key=apart.__getitem__)
        return stroke, apart[stroke]


def plan_gates(strokes: int, width: float, height: float) -> GatePlan:
    """The largest gates for so many strokes in a rectangle."""
    gates = max(1, math.ceil(strokes / GROUP))
    plans = []
    for rows in range(1, gates + 1):
        per_row = math.ceil(gates / rows)
        side = min(0.8 * height / rows, width / (per_row * GATE_STEP))
        plans.append(GatePlan(side, per_row, height / rows))
    return max(plans, key=lambda plan: plan.side)
