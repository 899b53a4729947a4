"""Two dice thrown beside the cards, where they lie until they are thrown again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.filming.other_maker.moving import DieThrow
from companion.filming.other_maker.sheets import Pose, floats
from companion.filming.other_maker.stage import FilmStage, Happened
from companion.filming.script import Beat
from rules.core.action import Action


def roll(stage: FilmStage, player: str, action: Action, beat: Beat, start: float) -> float:
    """Two dice thrown beside the pile, where they lie until they are thrown again."""
    stage.throws = [replace(t, gone_s=start + 0.2) if t.gone_s == np.inf else t for t in stage.throws]
    seat = stage.seats[player]
    hand = stage.hand(player, start)
    at = np.array([seat.x, seat.y]) + 40 * seat.inwards
    thrown = start + stage.chosen["stroke_s"]
    hand.reach(thrown, float(at[0]), float(at[1]), 45.0)
    stage.leave(hand, [(start, "hold"), (thrown, "flat")])
    rests = thrown + float(stage.rng.uniform(0.6, 1.1))
    spots: list[np.ndarray] = []
    for pips in action.numbers:
        spot = _die_spot(stage, spots)
        spots.append(spot)
        stage.throws.append(DieThrow(pips, thrown, rests, floats(at), floats(spot), float(stage.rng.uniform(0, 360))))
        stage.truth.append(Happened(round(rests, 3), "rolled", str(pips), str(pips), "", "", beat.line, beat.text,
                                   Pose(float(spot[0]), float(spot[1]), stage.throws[-1].turn), round(thrown, 3)))
    return rests


def _die_spot(stage: FilmStage, others: Sequence[np.ndarray]) -> np.ndarray:
    """Bare table in sight, away from cards and from the other die."""
    x1, y1, x2, y2 = stage.bounds
    cards = [np.array([c.pose.x, c.pose.y])
             for cards in (*stage.ground.lying.values(), stage.at_first) for c in cards]
    best, most = np.zeros(2), -np.inf
    for _ in range(30):
        spot = stage.rng.uniform((x1 + 40, y1 + 40), (x2 - 40, y2 - 40))
        room = min([float(np.hypot(*(spot - c))) - 62 for c in cards]
                   + [float(np.hypot(*(spot - o))) - 26 for o in others] + [60.0])
        if room > most:
            best, most = spot, room
        if room >= 6:
            break
    return best
