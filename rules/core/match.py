"""A match being played: events are pushed and taken back, faults dealt with as the table wishes.

    >>> match = Match(GAMES["limbo"], Table(("Ann", "Bob"), dealer="Bob"))
    >>> match.push(parse_action("table start 6D = 95")).kind
    'ok'
    >>> match.pop()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.core.action import TABLE, Action
from rules.core.event import Event
from rules.core.frozen import replace
from rules.core.game import Game, Outcome, Table
from rules.core.options import ASKED_ABOUT, common_options
from rules.core.said import said
from rules.core.verdict import Verdict

# Codes of cards that may be others than they were read as, also where they were seen before in vain.
MISREAD = ASKED_ABOUT | {"HAND_COUNT"}


class Refused(NamedTuple):
    """An action that the table refused: its cards are known to be in the hand.  number: how many events were in
    force.  before: the state without that knowledge."""

    number: int
    action: Action
    before: Any


class Match:
    """A match being played: a stack of events.  Undo is written here, once for all games."""

    def __init__(self, game: Game[Any], table: Table) -> None:
        self.game = game
        self.table = table
        self.state: Any = game.start(table)
        self.events: list[Event] = []
        self._refused: list[Refused] = []
        house = common_options(table.options)
        self._remedy, self._penalty = house["remedy"], int(house["penalty"])

    def push(self, action: Action) -> Verdict:
        """Judge the action and, where it has an effect (it applies, is let stand, or costs something
        although it does not stand), move on."""
        verdict = self.game.judge(self.state, action)
        if self._refused and MISREAD & set(verdict.codes):
            verdict = self._believed(action) or verdict
        action, verdict = self._dealt_with(action, verdict)
        if verdict.kind != "illegal" or action.stands or MISREAD & set(verdict.codes):
            return verdict
        return self._seen(action, verdict)

    def _dealt_with(self, action: Action, verdict: Verdict) -> tuple[Action, Verdict]:
        """The event is in force, where it has an effect.  A broken rule that nobody has let stand costs what this table
        has agreed, unless the table has to decide."""
        if verdict.kind == "illegal" and not action.stands and not ASKED_ABOUT & set(verdict.codes):
            action, verdict = self._remedied(action, verdict)
        after = verdict.otherwise if verdict.kind == "illegal" and not action.stands else verdict.after
        if after is not None:
            self.events.append(Event(action, verdict, self.state))
            self.state = after
        return action, verdict

    # -- cards that were seen in vain ---------------------------------------------------------------

    def _seen(self, action: Action, verdict: Verdict) -> Verdict:
        """The cards of a refused action are known from now on; what they prove is said with the refusal."""
        shown = self.game.seen_in_hand(self.state, action)
        if shown is None:
            return verdict
        self._refused.append(Refused(len(self.events), action, self.state))
        self.state = shown.after
        if shown.kind == "ok":
            return verdict
        return replace(verdict, codes=(*verdict.codes, *shown.codes), changes=(*verdict.changes, shown.why))

    def _believed(self, action: Action) -> Verdict | None:
        """The verdict where only what was seen in vain speaks against the cards: then it was misread, and is
        forgotten.  None where something else does."""
        elsewhere = [refused for refused in self._refused if refused.action.actor != action.actor
                     and set(refused.action.cards) & set(action.cards)]
        own = [refused for refused in self._refused if refused.action.actor == action.actor]
        return next(filter(None, (self._without(doubted, action) for doubted in (elsewhere, own, elsewhere + own)
                                  if doubted)), None)

    def _without(self, doubted: Sequence[Refused], action: Action) -> Verdict | None:
        """The verdict without the knowledge that these gave; None where it accuses the cards as well."""
        first = min(doubted, key=self._refused.index)
        place, number = self._refused.index(first), first.number
        again = self._again(first, [refused for refused in self._refused[place:] if refused not in doubted])
        verdict = self.game.judge(again.state, action)
        if len(again.events) < len(self.events) - number or MISREAD & set(verdict.codes):
            return None
        self.state = again.state
        self.events[number:] = [Event(old.action, old.verdict, new.before)
                                for old, new in zip(self.events[number:], again.events, strict=True)]
        self._refused[place:] = [refused._replace(number=refused.number + number) for refused in again._refused]
        return verdict

    def _again(self, since: Refused, seen: Sequence[Refused]) -> Match:
        """All that has happened since then once more, with only these of the cards seen."""
        again = Match(self.game, self.table)
        again.state = since.before
        for number in range(since.number, len(self.events) + 1):
            for refused in seen:
                if refused.number == number:
                    again._seen(refused.action, Verdict("illegal"))
            if number < len(self.events):
                action = self.events[number].action
                again._dealt_with(action, self.game.judge(again.state, action))
        return again

    def _remedied(self, action: Action, verdict: Verdict) -> tuple[Action, Verdict]:
        """A fault as this table deals with it; a penalty that the rules name goes before the house's (RULES 0)."""
        if self._remedy == "stand" and verdict.after is not None:
            return action.with_stands(), verdict
        if self._remedy == "penalty" and verdict.otherwise is None and action.actor != TABLE:
            costs = said("costs-points", why=verdict.why, player=action.actor, points=self._penalty)
            return action, replace(verdict, why=costs, otherwise=self.game.fined(
                self.state, action.actor, self._penalty))
        return action, verdict

    def pop(self) -> Action:
        """Take back the last action in force; raises IndexError when there is none."""
        event = self.events.pop()
        self.state = event.before
        late = [refused.action for refused in self._refused if refused.number > len(self.events)]
        self._refused = [refused for refused in self._refused if refused.number <= len(self.events)]
        for action in late:
            self._seen(action, event.verdict)
        return event.action

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What could be done now."""
        return self.game.legal_actions(self.state)

    @property
    def to_act(self) -> str | None:
        """Who is on turn; None when nobody is."""
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome:
        """As if the record ended here: a hand that only waits for more is closed."""
        return self.game.outcome(self.game.close(self.state))

    @property
    def scores(self) -> Mapping[str, int]:
        """Everybody's points, by name."""
        return self.game.outcome(self.state).scores
