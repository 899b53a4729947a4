"""Dice that nobody saw: what was rolled is asked before what came after it is judged.

    missing = MissingRolls(live)
    missing.question()            # "What did Ann roll?", or None
    missing.holds(action)         # True: what a player tells of waits for the dice before it
    missing.answer(roll)          # what the table tells then; None: nobody has rolled
    missing.caught_up()           # the same, once the dice came another way
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from companion.following.live_table import LiveTable
from companion.following.messages import TableMessage
from companion.sitting.table_page import ROLL, Choice, OpenQuestion, roller_of
from companion.words import texts
from rules import Action, Match

FIRST_NUMBER = -30_000  # of these questions; the next ones go down from it
TWO_DICE = tuple(combinations_with_replacement(range(1, 7), 2))


class MissingRolls:
    """Of one live table."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._held: Action | None = None  # that a player has told of
        self._unrolled = -1  # after how many events nobody has rolled, as the players say

    def question(self) -> OpenQuestion | None:
        """What was rolled before what waits, or before what was refused for want of it."""
        match, about = self._live.session.match, self._about()
        rolls = rolls_wanted(match, about)
        if not rolls:
            return None
        likely = [roll for roll in rolls if any(is_lawful_after(match, roll, action) for action in about)]
        choices = tuple(Choice(texts.numbers_text(roll.numbers), roll) for roll in likely)
        roller = rolls[0].actor
        return OpenQuestion(FIRST_NUMBER - len(self._live.session.rows), texts.WHICH_DICE.format(name=roller), choices,
                            roller=roller, about=texts.action_text(about[0]))

    @property
    def is_of_log(self) -> bool:
        """Whether the question is about what is in the log already."""
        return self._held is None and self._live.question is None

    def _about(self) -> tuple[Action, ...]:
        """What may wait for dice: what was told of, what the table asks about, or what was refused last."""
        if self._held is not None:
            return (self._held,)
        if self._live.session.match.state.at == self._unrolled:
            return ()
        if self._live.question is not None:
            return self._live.question.candidates
        last = self._live.session.entries[-1] if self._live.session.entries else None
        return () if last is None or last.verdict.kind != "illegal" or last.action.stands else (last.action,)

    def holds(self, action: Action) -> bool:
        """Keep what a player tells of, where dice are missing before it."""
        match = self._live.session.match
        is_waiting = match.state.at != self._unrolled and bool(rolls_wanted(match, (action,)))
        if is_waiting:
            self._held = action
        return is_waiting

    def forget(self) -> None:
        """What was told of is not told any more."""
        self._held = None

    def answer(self, roll: Action | None) -> list[TableMessage]:
        """What the table tells of once it is known what was rolled; None: nobody has, and it is judged as it is."""
        if roll is None:
            self._unrolled = self._live.session.match.state.at
            return self._tell_held()
        asked = self._live.question
        if self._held is None and asked is None:
            return self._live.insert(self._live.session.entries[-1].row.seq, roll)
        if self._held is None and asked is not None:
            match = self._live.session.match
            lawful = [action for action in asked.candidates if is_lawful_after(match, roll, action)]
            if len(lawful) != 1:
                return self._live.answer(asked.id, roll)  # what it was is asked again, of those that go with the dice
            self._held = lawful[0]
        return [*self._live.say(roll), *self._tell_held()]

    def caught_up(self) -> list[TableMessage]:
        """What waits no longer, since the dice came another way."""
        is_due = self._held is not None and not rolls_wanted(self._live.session.match, (self._held,))
        return self._tell_held() if is_due else []

    def _tell_held(self) -> list[TableMessage]:
        """What was told of, or answered, goes on to the table."""
        held, self._held = self._held, None
        if held is None:
            return []
        asked = self._live.question
        return self._live.say(held) if asked is None else self._live.answer(asked.id, held)


def rolls_wanted(match: Match, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The rolls of which one is missing before any of these can be judged; none where something else is wrong with
    all of them, or one is lawful as it is."""
    judged = [match.game.judge(match.state, action) for action in actions if action.verb in match.game.verbs]
    roller = roller_of(match) if judged and all(verdict.kind == "illegal" for verdict in judged) else None
    if roller is None:
        return ()
    rolls = tuple(Action(roller, ROLL, numbers=dice) for dice in TWO_DICE)
    return rolls if any(_waits_for(match, rolls[0], action) for action in actions) else ()


def _waits_for(match: Match, roll: Action, action: Action) -> bool:
    """Whether the roller's own action is refused for want of a roll, whatever is wrong with it then."""
    verb = match.game.verbs.get(action.verb)
    if verb is None or verb.out_of_turn or action.actor != roll.actor:
        return False
    after = match.game.apply(match.state, roll)
    return match.game.judge(match.state, action).codes != match.game.judge(after, action).codes


def is_lawful_after(match: Match, roll: Action, action: Action) -> bool:
    """Whether nothing is wrong with an action once this was rolled."""
    return match.game.judge(match.game.apply(match.state, roll), action).kind == "ok"
