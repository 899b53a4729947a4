"""One sitting: an append-only log, and the match that it replays to.

    >>> store = SessionStore(":memory:")
    >>> session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
    >>> session.append(parse_action("table start 6D = 95")).kind
    'ok'
    >>> session.undo()
    >>> session.redo()

A row is one line of the record with its time, its source and a small picture.  Undo, correction
and what was overlooked are rows too: `about` names the row that they take back, put right, or come
before.  The match is rebuilt by replaying the rows that are in force, so a process killed at any moment loses nothing
that was appended; what could not be written has not happened.  What the camera saw of an event lies beside its row:

    >>> session.evidence(1)       # None: it was entered by hand
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from companion.log.errors import LogError
from companion.log.evidence import Evidence
from companion.log.kept import KeptSittings
from companion.log.kept_points import KeptPoints
from companion.log.replay import LogEntry, ReplayedRows
from companion.log.reversals import last_reversal
from companion.log.rows import LogRow, RowKind, RowSource, active, last_undo, lines_in_force
from companion.log.store import LogFile, SessionInfo
from rules import GAMES, Action, Match, Record, SetupError, Table, Verdict, new_record, parse_event
from rules.core.errors import quoted
from rules.core.options import COMMON_OPTIONS, common_options, option_text
from rules.core.record import Rename
from rules.core.said import said
from rules.core.version import VERSION

__all__ = ["LogEntry", "Session", "SessionStore", "as_agreed", "house_of"]


class SessionStore(LogFile):
    """All sittings of this device."""

    def create(self, game: str, table: Table, deck: str = "standard") -> Session:
        """Begin a sitting; raises SetupError when the game refuses the table."""
        if game not in GAMES:
            raise SetupError("There is no game {game}; the games are {names}.",
                             game=quoted(game), names=", ".join(GAMES))
        Match(GAMES[game], table)
        return self.open(self.add_sitting(game, table, deck, house_of(game, table.options), VERSION))

    def open(self, sitting: int) -> Session:
        """Take up a sitting; its match is rebuilt by replay.  Raises LogError for one of a game that is gone."""
        info = self.info(sitting)
        if info.game not in GAMES:
            raise LogError("log-no-game", game=info.game)
        return Session(self, replace(info, table=as_agreed(info)))

    def record_of(self, sitting: int) -> Record:
        """A sitting as a record, without judging it: also one of a game that is not there any more."""
        info = self.info(sitting)
        players = frozenset(info.table.players)
        actions = tuple(parse_event(line, players) for _, line in lines_in_force(self.rows(sitting)))
        return new_record(info.game, info.table, actions, "" if info.deck == "standard" else info.deck)


def house_of(game: str, written: Mapping[str, str]) -> dict[str, str]:
    """Every option of a table with its value."""
    values = {**GAMES[game].parse_options(written), **common_options(written)}
    return {name: option_text(value) for name, value in values.items()}


def as_agreed(info: SessionInfo) -> Table:
    """The table with what was agreed that evening: also where today's defaults are others."""
    known = {option.name: option for option in (*GAMES[info.game].options, *COMMON_OPTIONS)}
    other = {name: value for name, value in info.house.items()
             if name in known and value != option_text(known[name].default)}
    return replace(info.table, options={**other, **info.table.options})


class Session(ReplayedRows):
    """One sitting: an append-only log and the match that it replays to."""

    def __init__(self, store: KeptSittings, info: SessionInfo, rename: Rename = lambda card: card) -> None:
        """`rename` maps physical cards to the game's (a deck profile); lines keep what was written."""
        self.store = store
        super().__init__(info, store.rows(info.id), rename)
        self.points = KeptPoints(store, info.id)
        self.points.compare(lambda rows: self._replayed(rows)[0], self.rows)

    # -- what happens -----------------------------------------------------------------------------

    def append(self, action: Action, source: RowSource = "player", picture: bytes | None = None,
               at: float | None = None, evidence: Evidence | None = None) -> Verdict:
        """Write the event, then judge it into the match.  Raises NotationError for a verb or name that this game does
        not know, and LogError where it could not be written; then nothing has happened."""
        self._check(action)
        row = self._write(source, "event", str(action), None, picture, at, evidence)
        return self._push(row, action).verdict

    def correct(self, seq: int, action: Action | None, source: RowSource = "player", at: float | None = None
                ) -> Verdict:
        """Put right the event of row `seq` (None: it never happened); everything after is derived again.
        Returns the verdict on the corrected event (of `None`: ok)."""
        if not any(entry.row.seq == seq for entry in self.entries):
            raise LogError("log-no-event", seq=seq)
        if action is not None:
            self._check(action)
        self._write(source, "correct", str(action or ""), seq, None, at)
        self._replay()
        return next((e.verdict for e in self.entries if e.row.seq == seq), Verdict("ok", why=said("taken-out")))

    def insert(self, before: int, action: Action, source: RowSource = "player", at: float | None = None) -> LogEntry:
        """Write an event that was overlooked: it happened before the one of row `before`; everything after is derived
        again."""
        if not any(entry.row.seq == before for entry in self.entries):
            raise LogError("log-no-event", seq=before)
        self._check(action)
        row = self._write(source, "overlooked", str(action), before, None, at)
        self._replay()
        return next(entry for entry in self.entries if entry.row.seq == row.seq)

    def let_stand(self, seq: int, source: RowSource = "player") -> Verdict:
        """The table decides that the event of row `seq` stands although it broke a rule."""
        entry = next(e for e in self.entries if e.row.seq == seq)
        return self.correct(seq, entry.action.with_stands(), source)

    def undo(self, source: RowSource = "player", at: float | None = None, instead: Action | None = None,
             evidence: Evidence | None = None) -> LogRow | None:
        """Take back the last event or correction in force; None when there is none.  instead: what was done, as it
        seems now; evidence: what is seen of it."""
        last = next((row for row in reversed(active(self.rows)) if row.kind != "undo"), None)
        if last is not None:
            self._write(source, "undo", str(instead or ""), last.seq, None, at, evidence)
            self._replay()
        return last

    def redo(self, source: RowSource = "player", at: float | None = None) -> bool:
        """Put back what the last undo took, if nothing has happened since."""
        undo = last_undo(self.rows)
        if undo is not None:
            self._write(source, "undo", "", undo.seq, None, at)
            self._replay()
        return undo is not None

    def insist(self, source: RowSource = "player", at: float | None = None) -> bool:
        """What the camera took back last was right: it counts again, and what was told instead does not."""
        found = last_reversal(self.rows)
        if found is not None:
            for row in (*reversed(found.instead), *reversed(found.undos)):
                self._write(source, "undo", "", row.seq, None, at)
            self._replay()
        return found is not None

    # -- who writes -------------------------------------------------------------------------------

    @property
    def is_held_elsewhere(self) -> bool:
        """Whether another window writes this sitting; then this one only looks on."""
        return self.store.is_held_elsewhere(self.info.id)

    def hold(self) -> None:
        """Write this sitting from here on, whoever did."""
        self.store.hold(self.info.id)
        self.refresh()

    def leave(self) -> None:
        """Let others write this sitting, and keep the points as they stand; what cannot be kept can be computed."""
        with suppress(LogError):
            self.points.keep(self.rows, self.match)
            self.store.release(self.info.id)

    def refresh(self) -> bool:
        """Take in what somebody else has written; whether there was anything."""
        new = self.store.rows(self.info.id, self.rows[-1].seq if self.rows else 0)
        self.take_in(new)
        return bool(new)

    # -- what came of it --------------------------------------------------------------------------

    def evidence(self, seq: int) -> Evidence | None:
        """What the camera saw of the event of row `seq`; None where it was entered by hand."""
        return self.store.evidence(self.info.id, seq)

    def with_deck(self, rename: Rename) -> Session:
        """The same sitting with a deck profile's card names."""
        return Session(self.store, self.info, rename)

    def _write(self, source: RowSource, kind: RowKind, line: str, about: int | None, picture: bytes | None,
               at: float | None, evidence: Evidence | None = None) -> LogRow:
        seq = self.rows[-1].seq + 1 if self.rows else 1
        row = LogRow(seq, time.time() if at is None else at, source, kind, about, line, picture)
        agreed = self.points.new(self.rows, self.match)
        try:
            self.store.add_row(self.info.id, row, evidence, agreed)
        except LogError as error:
            if error.key == "log-moved-on":
                self.refresh()
            raise
        self.points.went_on(agreed)
        self.rows.append(row)
        return row
