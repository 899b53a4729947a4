"""A match being played: events are pushed and taken back, faults dealt with as the table wishes.

    >>> match = Match(GAMES["limbo"], Table(("Ann", "Bob"), dealer="Bob"))
    >>> match.push(parse_action("table start 6D = 95")).kind
    'ok'
    >>> match.pop()
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.core.action import TABLE, Action
from rules.core.game import Game, Outcome, Table
from rules.core.options import ASKED_ABOUT, common_options
from rules.core.said import said
from rules.core.verdict import Verdict


@dataclass(frozen=True)
class Event:
    """An action in force: with its verdict and the state before it."""

    action: Action
    verdict: Verdict
    before: Any


class Match:
    """A match being played: a stack of events.  Undo is written here, once for all games."""

    def __init__(self, game: Game[Any], table: Table) -> None:
        self.game = game
        self.table = table
        self.state: Any = game.start(table)
        self.events: list[Event] = []
        house = common_options(table.options)
        self._remedy, self._penalty = house["remedy"], int(house["penalty"])

    def push(self, action: Action) -> Verdict:
        """Judge the action and, where it has an effect (it applies, is let stand, or costs something
        although it does not stand), move on."""
        verdict = self.game.judge(self.state, action)
        if verdict.kind == "illegal" and not action.stands and not ASKED_ABOUT & set(verdict.codes):
            action, verdict = self._remedied(action, verdict)
        after = verdict.after if verdict.applies or action.stands else verdict.otherwise
        if after is not None:
            self.events.append(Event(action, verdict, self.state))
            self.state = after
        return verdict

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
        return event.action

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        return self.game.legal_actions(self.state)

    @property
    def to_act(self) -> str | None:
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome:
        """As if the record ended here: a hand that only waits for more is closed."""
        return self.game.outcome(self.game.close(self.state))

    @property
    def scores(self) -> Mapping[str, int]:
        return self.game.outcome(self.state).scores


def first_legal(match: Match, actions: Iterable[Action]) -> Action | None:
    """The first action that the game would accept as it stands."""
    return next((a for a in actions if match.game.judge(match.state, a).applies), None)
