"""Rows of a log, and the match that they replay to.

    replayed = ReplayedRows(info, rows, rename)
    replayed.match.scores, replayed.entries[0].verdict
    replayed.take_in(later_rows)
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.log.rows import LogRow, active, last_undo, lines_in_force
from companion.log.store import SessionInfo
from rules import GAMES, Action, Match, NotationError, Record, Verdict, new_record, parse_event
from rules.core.cards import Card
from rules.core.errors import quoted
from rules.core.game import Outcome
from rules.core.record import Rename


@dataclass(frozen=True)
class LogEntry:
    """An event as it counts now: its row, the action in force (after corrections) and its verdict."""

    row: LogRow
    action: Action
    verdict: Verdict


class ReplayedRows:
    """A sitting as it stands after its rows; they are in `rows`, the oldest first."""

    def __init__(self, info: SessionInfo, rows: list[LogRow], rename: Rename) -> None:
        """`rename` maps physical cards to the game's (a deck profile); lines keep what was written."""
        self.info, self.rows, self.rename = info, rows, rename
        self.players = frozenset(info.table.players)
        self.match: Match
        self.entries: list[LogEntry]
        self._replay()

    def replayed(self, changed: Mapping[int, Action | None] = MappingProxyType({}), until: int | None = None
                 ) -> tuple[Match, list[LogEntry]]:
        """The match and its events anew, with some of them as they might have been (None: never
        happened), up to row `until` included.  Nothing is written."""
        return self._replayed(self.rows, changed, until)

    def replayed_with(self, before: int, action: Action) -> tuple[Match, list[LogEntry]]:
        """The same with an event that was overlooked before that of row `before`; it stands in row 0."""
        row = LogRow(0, time.time(), "player", "overlooked", before, str(action))
        return self._replayed([*self.rows, row])

    @property
    def can_undo(self) -> bool:
        """Whether there is an event to take back."""
        return any(row.kind != "undo" for row in active(self.rows))

    @property
    def can_redo(self) -> bool:
        """Whether an event was taken back that can come again."""
        return last_undo(self.rows) is not None

    @property
    def outcome(self) -> Outcome:
        """Where the match stands."""
        return self.match.outcome

    def actions(self) -> list[Action]:
        """The events that count, in order, illegal ones too."""
        return [entry.action for entry in self.entries]

    def record(self) -> Record:
        """The sitting as a table record; judging it gives the same verdicts."""
        deck = "" if self.info.deck == "standard" else self.info.deck
        return new_record(self.info.game, self.info.table, tuple(self.actions()), deck)

    def read(self, line: str) -> Action:
        """One event as written in a record; NotationError where this game or table has no such thing."""
        action = parse_event(line, self.players)
        self._check(action)
        return action

    def take_in(self, new: Sequence[LogRow]) -> None:
        """Go on with the rows that come after the known ones."""
        events = [(row, parse_event(row.line, self.players)) for row in new if row.kind == "event"]
        self.rows += new
        if len(events) == len(new):
            for row, action in events:
                self._push(row, action)
        else:
            self._replay()

    def _check(self, action: Action) -> None:
        game = GAMES[self.info.game]
        parse_event(str(action), self.players)
        if action.verb not in game.verbs:
            raise NotationError("{title} has no {verb}.", title=game.title, verb=quoted(action.verb))

    def _replayed(self, rows: Sequence[LogRow], changed: Mapping[int, Action | None] = MappingProxyType({}),
                  until: int | None = None) -> tuple[Match, list[LogEntry]]:
        match = Match(GAMES[self.info.game], self.info.table)
        entries: list[LogEntry] = []
        for row, line in lines_in_force(rows):
            action = changed[row.seq] if row.seq in changed else parse_event(line, self.players)
            if action is not None:
                entries.append(LogEntry(row, action, match.push(self._renamed(action))))
            if row.seq == until:
                break
        return match, entries

    def _replay(self) -> None:
        self.match, self.entries = self.replayed()

    def _push(self, row: LogRow, action: Action) -> LogEntry:
        entry = LogEntry(row, action, self.match.push(self._renamed(action)))
        self.entries.append(entry)
        return entry

    def _renamed(self, action: Action) -> Action:
        def renamed(cards: tuple[Card, ...]) -> tuple[Card, ...]:
            return tuple(map(self.rename, cards))
        return replace(action, cards=renamed(action.cards), take=renamed(action.take))
