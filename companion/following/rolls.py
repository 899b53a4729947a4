"""Dice on the table: from what the camera sees of them to the action of rolling, or a question.

    rolls = Rolls()
    rolls.counted(look.dice, view, look.time_s) # whenever dice were counted
    rolls.note(match)                           # after every action
    ruling = rolls.ruling(match)                # an Action, a sentence with candidates, or None

Only games with the verb `roll` have dice.  A roll is committed when both dice were counted surely in two looks
and exactly one player may roll now.  Each throw that is seen goes with one roll of the log: with one that was called
before it was seen, or with the one that it tells.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.words import texts
from rules import Action, Match
from rules.core.said import Text
from vision.detections import DiceDetections
from vision.watching.dice_rolls import DiceWatch, Roll
from vision.watching.viewpoint import Viewpoint

VERB = "roll"
DICE = 2


@dataclass(frozen=True)
class RollQuestion:
    """Dice that must be asked about."""

    sentence: Text
    candidates: tuple[Action, ...]


class Rolls:
    """The dice of one table."""

    def __init__(self) -> None:
        self._watch = DiceWatch(DICE)
        self._waiting: list[Roll] = []  # the oldest first, while something is asked or cards are being laid
        self._told: Action | None = None
        self._seen = -1  # of the events in force, the last up to which the dice of every roll were seen
        self.unsaid: frozenset[str] = frozenset()  # what players need not say before the next one rolls

    def counted(self, dice: DiceDetections, view: Viewpoint, time_s: float) -> None:
        """Take in dice that somebody has counted."""
        roll = self._watch.update(dice, view.to_mm(dice.centre_px), time_s)
        self._waiting += [roll] if roll is not None else []

    def was_seen(self, action: Action, match: Match) -> bool:
        """Whether a roll that is said is the one that the camera has just told."""
        return (action.verb == VERB and self._told is not None and action.actor == self._told.actor
                and _pips(action) == _pips(self._told)
                and match.game.judge(match.state, action).kind != "ok")

    def note(self, match: Match) -> None:
        """The dice that wait first are those of the last roll in force, where these were not seen before."""
        self._seen = min(self._seen, len(match.events) - 1)
        last = next((k for k in reversed(range(len(match.events))) if match.events[k].action.verb == VERB), -1)
        if self._waiting and last > self._seen and self._waiting[0].pips == _pips(match.events[last].action):
            self._seen, self._waiting = last, self._waiting[1:]

    def ruling(self, match: Match, before_s: float = math.inf) -> Action | RollQuestion | None:
        """What the first throw that waits means now, where its dice lay there before something else came.  An action
        waits until it is in the log; all else is told once."""
        self.note(match)
        if not self._waiting or self._waiting[0].since_s >= before_s:
            return None
        roll, *self._waiting = self._waiting
        return self._meaning(match, roll)

    def _meaning(self, match: Match, roll: Roll) -> Action | RollQuestion | None:
        """Whose roll it is, or whom to ask."""
        judged = {action: match.game.judge(match.state, action)
                  for action in (Action(player, VERB, numbers=roll.pips) for player in match.table.players)}
        may = [action for action, verdict in judged.items() if verdict.kind == "ok"] or self._after_unsaid(match, roll)
        if len(may) == 1 and roll.sure:
            self._waiting, self._told = [roll, *self._waiting], may[0]
            return self._told
        if may or roll.sure:  # else the dice were called already: what is read unsurely says nothing against it
            candidates = tuple(may or (action for action, verdict in judged.items() if verdict.applies))
            return RollQuestion(texts.DICE_SEEN.format(*roll.pips), candidates) if candidates else None
        return None

    def _after_unsaid(self, match: Match, roll: Roll) -> list[Action]:
        """Rolls that are lawful once whoever is on turn has silently done what need not be said."""
        states = [match.game.apply(match.state, step) for verb in self.unsaid if match.to_act is not None
                  for step in (Action(match.to_act, verb),) if match.game.judge(match.state, step).kind == "ok"]
        rolls = (Action(player, VERB, numbers=roll.pips) for player in match.table.players)
        return [action for action in rolls if any(match.game.judge(state, action).kind == "ok" for state in states)]


def _pips(roll: Action) -> tuple[int, ...]:
    """What was rolled, smallest first."""
    return tuple(sorted(roll.numbers))
