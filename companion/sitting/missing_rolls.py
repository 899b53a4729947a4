"""Dice that nobody saw, or that the camera alone has read and a play contradicts: what was rolled is asked before what
came after it is judged.

    missing = MissingRolls(live)
    missing.question()            # "What did Ann roll?", or None
    missing.holds(action)         # True: what a player tells of waits for the dice before it
    missing.answer(roll)          # what the table tells then; None: nobody has rolled
    missing.caught_up()           # the same, once the dice came another way
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from companion.following.answers import bare
from companion.following.live_table import LiveTable
from companion.following.messages import TableMessage
from companion.log.session import Session
from companion.sitting.table_page import ROLL, Choice, OpenQuestion, roller_of
from companion.words import texts
from rules import Action, Match

FIRST_NUMBER = -30_000  # of these questions; the next ones go down from it
TWO_DICE = tuple(combinations_with_replacement(range(1, 7), 2))


@dataclass(frozen=True)
class WantedRoll:
    """Dice that must be known before something is judged.  before: the position they were thrown in; read: what the
    camera alone has told of them, in row `row` of the log, where it has."""

    roller: str
    before: Any
    read: Action | None = None
    row: int = 0

    @property
    def rolls(self) -> tuple[Action, ...]:
        """All that may have been rolled, what is most like what was read first."""
        rolls = (Action(self.roller, ROLL, numbers=dice) for dice in TWO_DICE)
        return tuple(sorted(rolls, key=lambda roll: -_alike(roll, self.read)))


class MissingRolls:
    """Of one live table."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._held: Action | None = None  # that a player has told of
        self._answered = -1  # after how many events the players have said that no dice, or these, were rolled

    def question(self) -> OpenQuestion | None:
        """What was rolled before what waits, or before what was refused for want of it."""
        match, about = self._live.session.match, self._about()
        wanted = wanted_roll(self._live.session, about)
        if wanted is None:
            return None
        likely = lawful_rolls(match, wanted, about)
        if wanted.read is not None:
            likely = (*likely[:2], wanted.read)
        choices = tuple(Choice(texts.numbers_text(roll.numbers), roll) for roll in likely)
        return OpenQuestion(FIRST_NUMBER - len(self._live.session.rows), texts.WHICH_DICE.format(name=wanted.roller),
                            choices, roller=wanted.roller, about=texts.action_text(about[0]))

    @property
    def is_of_log(self) -> bool:
        """Whether the question is about what is in the log already."""
        return self._held is None and self._live.question is None

    def _about(self) -> tuple[Action, ...]:
        """What may wait for dice: what was told of, what the table asks about, or what was refused last."""
        if self._held is not None:
            return (self._held,)
        if self._live.session.match.state.at == self._answered:
            return ()
        if self._live.question is not None:
            return self._live.question.candidates
        last = self._live.session.entries[-1] if self._live.session.entries else None
        return () if last is None or last.verdict.kind != "illegal" or last.action.stands else (last.action,)

    def holds(self, action: Action) -> bool:
        """Keep what a player tells of, where dice are missing before it."""
        session = self._live.session
        is_waiting = session.match.state.at != self._answered and wanted_roll(session, (action,)) is not None
        if is_waiting:
            self._held = action
        return is_waiting

    def forget(self) -> None:
        """What was told of is not told any more."""
        self._held = None

    def answer(self, roll: Action | None) -> list[TableMessage]:
        """What the table tells of once it is known what was rolled; None: nobody has, and it is judged as it is."""
        wanted = wanted_roll(self._live.session, self._about())
        if wanted is not None and wanted.read is not None:
            return [*self._as_rolled(wanted, roll), *self._tell_held()]
        if roll is None:
            self._answered = self._live.session.match.state.at
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

    def _as_rolled(self, wanted: WantedRoll, roll: Action | None) -> list[TableMessage]:
        """What the camera has told of the dice, put right where it was wrong."""
        assert wanted.read is not None
        self._answered = wanted.before.at + (roll is not None)
        is_right = roll is not None and bare(roll) == bare(wanted.read)
        return [] if is_right else self._live.correct(wanted.row, roll)

    def caught_up(self) -> list[TableMessage]:
        """What waits no longer, since the dice came another way."""
        is_due = self._held is not None and wanted_roll(self._live.session, (self._held,)) is None
        return self._tell_held() if is_due else []

    def _tell_held(self) -> list[TableMessage]:
        """What was told of, or answered, goes on to the table."""
        held, self._held = self._held, None
        if held is None:
            return []
        asked = self._live.question
        return self._live.say(held) if asked is None else self._live.answer(asked.id, held)


def wanted_roll(session: Session, actions: Sequence[Action]) -> WantedRoll | None:
    """The roll that must be known before any of these can be judged; None where something else is wrong with all of
    them, or one is lawful as it is."""
    match = session.match
    judged = [match.game.judge(match.state, action) for action in actions if action.verb in match.game.verbs]
    if not judged or any(verdict.kind != "illegal" for verdict in judged):
        return None
    return _missing_roll(match, actions) or _misread_roll(session, actions)


def _missing_roll(match: Match, actions: Sequence[Action]) -> WantedRoll | None:
    """A roll that was not told of."""
    roller = roller_of(match)
    if roller is None:
        return None
    wanted = WantedRoll(roller, match.state)
    return wanted if any(_waits_for(match, wanted.rolls[0], action) for action in actions) else None


def _misread_roll(session: Session, actions: Sequence[Action]) -> WantedRoll | None:
    """The roll that only the camera has told of, where the roller's own actions are lawful after another one."""
    last = session.match.events[-1] if session.match.events else None
    entry = next((entry for entry in reversed(session.entries) if entry.verdict.applies), None)
    if last is None or entry is None or last.action.verb != ROLL or entry.row.source != "camera":
        return None
    wanted = WantedRoll(last.action.actor, last.before, last.action, entry.row.seq)
    own = [action for action in actions if action.actor == wanted.roller]
    return wanted if lawful_rolls(session.match, wanted, own) else None


def lawful_rolls(match: Match, wanted: WantedRoll, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The rolls after which nothing is wrong with one of these."""
    return tuple(roll for roll in wanted.rolls
                 if any(is_lawful_after(match, roll, action, wanted.before) for action in actions))


def _waits_for(match: Match, roll: Action, action: Action) -> bool:
    """Whether the roller's own action is refused for want of a roll, whatever is wrong with it then."""
    verb = match.game.verbs.get(action.verb)
    if verb is None or verb.out_of_turn or action.actor != roll.actor:
        return False
    after = match.game.apply(match.state, roll)
    return match.game.judge(match.state, action).codes != match.game.judge(after, action).codes


def is_lawful_after(match: Match, roll: Action, action: Action, before: Any = None) -> bool:
    """Whether nothing is wrong with an action once this was rolled.  before: where it was rolled; now unless given."""
    state = match.state if before is None else before
    return match.game.judge(match.game.apply(state, roll), action).kind == "ok"


def _alike(roll: Action, read: Action | None) -> int:
    """How many dice show what was read."""
    return 0 if read is None else (Counter(roll.numbers) & Counter(read.numbers)).total()
