"""The session log: what happened at one table, kept in SQLite, never edited.

    >>> store = SessionStore(":memory:")
    >>> session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
    >>> session.append(parse_action("table start 6D = 95")).kind
    'ok'
    >>> session.undo()
    >>> session.redo()

A row is one line of the record with its time, its source and a small picture.  Undo and
correction are rows too: `about` names the row that they take back or put right.  The match is
rebuilt by replaying the rows that are in force, so a process killed at any moment loses nothing
that was appended.  What the camera saw of an event lies beside its row and is fetched when asked for:

    >>> session.evidence(1)       # None: it was entered by hand
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from platformdirs import user_data_path

from companion.log.evidence import Evidence, SeenCard
from rules import GAMES, Action, Match, NotationError, Record, SetupError, Table, Verdict, new_record
from rules.core.cards import Card
from rules.core.game import Outcome
from rules.core.record import Rename, read_event

RowSource = Literal["camera", "player"]
RowKind = Literal["event", "undo", "correct"]

_MIGRATIONS = {
    "001 sessions and rows": """
        CREATE TABLE sessions (
            id INTEGER PRIMARY KEY, created_at REAL NOT NULL, game TEXT NOT NULL, players TEXT NOT NULL,
            dealer TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL);
        CREATE TABLE rows (
            session_id INTEGER NOT NULL REFERENCES sessions(id), seq INTEGER NOT NULL, at REAL NOT NULL,
            source TEXT NOT NULL, kind TEXT NOT NULL, about INTEGER, line TEXT NOT NULL, picture BLOB,
            PRIMARY KEY (session_id, seq));
    """,
    "002 what the camera saw": """
        CREATE TABLE pictures (digest TEXT PRIMARY KEY, jpeg BLOB NOT NULL);
        CREATE TABLE evidence (
            session_id INTEGER NOT NULL, seq INTEGER NOT NULL, before TEXT REFERENCES pictures(digest),
            after TEXT REFERENCES pictures(digest), readings TEXT NOT NULL,
            PRIMARY KEY (session_id, seq), FOREIGN KEY (session_id, seq) REFERENCES rows(session_id, seq));
    """,
}


@dataclass(frozen=True)
class LogRow:
    """One line of the log.  `at` is seconds since the epoch, `picture` a JPEG or None."""

    seq: int
    at: float
    source: RowSource
    kind: RowKind
    about: int | None
    line: str
    picture: bytes | None = None


@dataclass(frozen=True)
class LogEntry:
    """An event as it counts now: its row, the action in force (after corrections) and its verdict."""

    row: LogRow
    action: Action
    verdict: Verdict


@dataclass(frozen=True)
class SessionInfo:
    """What a list of past sittings shows."""

    id: int
    created_at: float
    game: str
    table: Table
    deck: str
    rows: int

    @property
    def date(self) -> str:
        return datetime.fromtimestamp(self.created_at).strftime("%Y-%m-%d %H:%M")


class SessionStore:
    """All sittings of this device, in one SQLite file."""

    def __init__(self, path: Path | str | None = None) -> None:
        """Open or make the file (by default in the user's data folder); ValueError if it is not ours."""
        self.path = path if path is not None else default_path()
        if isinstance(self.path, Path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.RLock()
        try:
            self._db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._migrate()
        except sqlite3.DatabaseError as error:
            raise ValueError(f"{self.path} is not a session file ({error}).") from error

    def create(self, game: str, table: Table, deck: str = "standard") -> Session:
        """Begin a sitting; raises SetupError when the game refuses the table."""
        if game not in GAMES:
            raise SetupError(f"There is no game '{game}'; the games are {', '.join(GAMES)}.")
        Match(GAMES[game], table)
        with self.atomic() as db:
            cursor = db.execute(
                "INSERT INTO sessions (created_at, game, players, dealer, options, deck) VALUES (?, ?, ?, ?, ?, ?)",
                (time.time(), game, json.dumps(table.players), table.dealer, json.dumps(dict(table.options)), deck))
        return self.open(int(cursor.lastrowid or 0))

    def open(self, session_id: int) -> Session:
        """Take up a sitting; its match is rebuilt by replay."""
        return Session(self, self.info(session_id))

    def info(self, session_id: int) -> SessionInfo:
        found = self._infos("WHERE id = ?", (session_id,))
        if not found:
            raise ValueError(f"There is no session {session_id}.")
        return found[0]

    def sessions(self) -> list[SessionInfo]:
        """All sittings, newest first."""
        return self._infos("", ())

    def rows(self, session_id: int) -> list[LogRow]:
        with self._lock:
            return [LogRow(*found) for found in self._db.execute(
                "SELECT seq, at, source, kind, about, line, picture FROM rows WHERE session_id = ? ORDER BY seq",
                (session_id,))]

    def add_row(self, session_id: int, row: LogRow, evidence: Evidence | None = None) -> None:
        """Append a row, with what the camera saw of it."""
        with self.atomic() as db:
            db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                       (session_id, row.seq, row.at, row.source, row.kind, row.about, row.line, row.picture))
            if evidence is not None:
                kept = [self._keep_picture(db, picture) for picture in (evidence.before, evidence.after)]
                db.execute("INSERT INTO evidence VALUES (?, ?, ?, ?, ?)",
                           (session_id, row.seq, *kept, json.dumps(evidence.readings_json())))

    def evidence(self, session_id: int, seq: int) -> Evidence | None:
        """What the camera saw of a row; None where it was entered by hand."""
        with self._lock:
            found = self._db.execute(
                "SELECT b.jpeg, a.jpeg, e.readings FROM evidence e LEFT JOIN pictures b ON b.digest = e.before "
                "LEFT JOIN pictures a ON a.digest = e.after WHERE e.session_id = ? AND e.seq = ?",
                (session_id, seq)).fetchone()
        if found is None:
            return None
        return Evidence(found[0], found[1], tuple(map(SeenCard.from_json, json.loads(found[2]))))

    def seen_rows(self, session_id: int) -> frozenset[int]:
        """The rows that the camera saw something of."""
        with self._lock:
            return frozenset(seq for (seq,) in self._db.execute(
                "SELECT seq FROM evidence WHERE session_id = ?", (session_id,)))

    @property
    def picture_bytes(self) -> int:
        """What the kept pictures take."""
        with self._lock:
            return int(self._db.execute("SELECT COALESCE(SUM(LENGTH(jpeg)), 0) FROM pictures").fetchone()[0])

    def thin_pictures(self, most_bytes: int) -> None:
        """Let the pictures of the oldest sittings go until the others take at most so many bytes; those of the
        newest stay.  How cards were read is kept, and so is every row."""
        for info in reversed(self.sessions()[1:]):
            if self.picture_bytes <= most_bytes:
                return
            with self.atomic() as db:
                db.execute("UPDATE evidence SET before = NULL, after = NULL WHERE session_id = ?", (info.id,))
                db.execute("DELETE FROM pictures WHERE digest NOT IN ("
                           "SELECT before FROM evidence WHERE before IS NOT NULL "
                           "UNION SELECT after FROM evidence WHERE after IS NOT NULL)")

    @staticmethod
    def _keep_picture(db: sqlite3.Connection, jpeg: bytes | None) -> str | None:
        """Its name; the same picture is kept once."""
        if jpeg is None:
            return None
        digest = hashlib.sha256(jpeg).hexdigest()
        db.execute("INSERT OR IGNORE INTO pictures VALUES (?, ?)", (digest, jpeg))
        return digest

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def atomic(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, on disk when it returns."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def _infos(self, where: str, values: tuple[int, ...]) -> list[SessionInfo]:
        with self._lock:
            found = self._db.execute(
                "SELECT id, created_at, game, players, dealer, options, deck, "
                "(SELECT COUNT(*) FROM rows WHERE session_id = id) "
                f"FROM sessions {where} ORDER BY id DESC", values).fetchall()
        return [SessionInfo(i, at, game, Table(tuple(json.loads(players)), dealer, json.loads(options)), deck, rows)
                for i, at, game, players, dealer, options, deck, rows in found]

    def _migrate(self) -> None:
        self._db.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)")
        done = {name for (name,) in self._db.execute("SELECT name FROM migrations")}
        for name, script in _MIGRATIONS.items():
            if name not in done:
                with self.atomic() as db:
                    for statement in filter(str.strip, script.split(";")):
                        db.execute(statement)
                    db.execute("INSERT INTO migrations VALUES (?)", (name,))


class Session:
    """One sitting: an append-only log and the match that it replays to."""

    def __init__(self, store: SessionStore, info: SessionInfo, rename: Rename = lambda card: card) -> None:
        """`rename` maps physical cards to the game's (a deck profile); lines keep what was written."""
        self.store, self.info = store, info
        self.rename = rename
        self.players = frozenset(info.table.players)
        self.rows: list[LogRow] = store.rows(info.id)
        self.match: Match
        self.entries: list[LogEntry]
        self._replay()

    def append(self, action: Action, source: RowSource = "player", picture: bytes | None = None,
               at: float | None = None, evidence: Evidence | None = None) -> Verdict:
        """Write the event, then judge it into the match.  Raises NotationError for a verb or name
        that this game does not know; then nothing is written."""
        self._check(action)
        row = self._write(source, "event", str(action), None, picture, at, evidence)
        return self._push(row, action).verdict

    def correct(self, seq: int, action: Action | None, source: RowSource = "player",
                at: float | None = None) -> Verdict:
        """Put right the event of row `seq` (None: it never happened); everything after is derived again.
        Returns the verdict on the corrected event (of `None`: ok)."""
        if not any(entry.row.seq == seq for entry in self.entries):
            raise ValueError(f"There is no event {seq} to correct.")
        if action is not None:
            self._check(action)
        self._write(source, "correct", str(action or ""), seq, None, at)
        self._replay()
        return next((e.verdict for e in self.entries if e.row.seq == seq), Verdict("ok", why="Taken out."))

    def let_stand(self, seq: int, source: RowSource = "player") -> Verdict:
        """The table decides that the event of row `seq` stands although it broke a rule."""
        entry = next(e for e in self.entries if e.row.seq == seq)
        return self.correct(seq, entry.action.with_stands(), source)

    def undo(self, source: RowSource = "player", at: float | None = None) -> LogRow | None:
        """Take back the last event or correction in force; None when there is none."""
        active = _active(self.rows)
        last = next((row for row in reversed(active) if row.kind != "undo"), None)
        if last is not None:
            self._write(source, "undo", "", last.seq, None, at)
            self._replay()
        return last

    def redo(self, source: RowSource = "player", at: float | None = None) -> bool:
        """Put back what the last undo took, if nothing has happened since."""
        undo = _last_undo(self.rows)
        if undo is not None:
            self._write(source, "undo", "", undo.seq, None, at)
            self._replay()
        return undo is not None

    def replayed(self, changed: Mapping[int, Action | None] = MappingProxyType({}), until: int | None = None
                 ) -> tuple[Match, list[LogEntry]]:
        """The match and its events anew, with some of them as they might have been (None: never
        happened), up to row `until` included.  Nothing is written."""
        match = Match(GAMES[self.info.game], self.info.table)
        entries: list[LogEntry] = []
        for row, line in _lines_in_force(self.rows):
            if until is not None and row.seq > until:
                break
            action = changed[row.seq] if row.seq in changed else read_event(line, self.players)
            if action is not None:
                entries.append(LogEntry(row, action, match.push(self._renamed(action))))
        return match, entries

    def evidence(self, seq: int) -> Evidence | None:
        """What the camera saw of the event of row `seq`; None where it was entered by hand."""
        return self.store.evidence(self.info.id, seq)

    @property
    def can_undo(self) -> bool:
        return any(row.kind != "undo" for row in _active(self.rows))

    @property
    def can_redo(self) -> bool:
        return _last_undo(self.rows) is not None

    @property
    def outcome(self) -> Outcome:
        return self.match.outcome

    def actions(self) -> list[Action]:
        """The events that count, in order, illegal ones too."""
        return [entry.action for entry in self.entries]

    def record(self) -> Record:
        """The sitting as a table record; judging it gives the same verdicts."""
        deck = "" if self.info.deck == "standard" else self.info.deck
        return new_record(self.info.game, self.info.table, tuple(self.actions()), deck)

    def with_deck(self, rename: Rename) -> Session:
        """The same sitting with a deck profile's card names."""
        return Session(self.store, self.info, rename)

    def read(self, line: str) -> Action:
        """One event as written in a record; NotationError where this game or table has no such thing."""
        action = read_event(line, self.players)
        self._check(action)
        return action

    def _check(self, action: Action) -> None:
        game = GAMES[self.info.game]
        read_event(str(action), self.players)
        if action.verb not in game.verbs:
            raise NotationError(f"{game.title} has no '{action.verb}'.")

    def _write(self, source: RowSource, kind: RowKind, line: str, about: int | None, picture: bytes | None,
               at: float | None, evidence: Evidence | None = None) -> LogRow:
        seq = self.rows[-1].seq + 1 if self.rows else 1
        row = LogRow(seq, time.time() if at is None else at, source, kind, about, line, picture)
        self.store.add_row(self.info.id, row, evidence)
        self.rows.append(row)
        return row

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


def _active(rows: list[LogRow]) -> list[LogRow]:
    """Rows that no active undo has taken back.  Only a later row can take one back, so the
    answer is settled from the end."""
    taken_back: set[int] = set()
    active = []
    for row in reversed(rows):
        if row.seq in taken_back:
            continue
        active.append(row)
        if row.kind == "undo" and row.about is not None:
            taken_back.add(row.about)
    return active[::-1]


def _last_undo(rows: list[LogRow]) -> LogRow | None:
    """The undo that a redo would take back: the last one in force, if no event came after it.
    Redos are undos of undos and are passed over."""
    kinds = {row.seq: row.kind for row in rows}
    for row in reversed(_active(rows)):
        if row.kind != "undo":
            return None
        if kinds[row.about or 0] != "undo":
            return row
    return None


def _lines_in_force(rows: list[LogRow]) -> Iterator[tuple[LogRow, str]]:
    """Each event row that counts, with its line after corrections."""
    active = _active(rows)
    corrected = {row.about: row.line for row in active if row.kind == "correct"}
    for row in active:
        if row.kind == "event":
            line = corrected.get(row.seq, row.line)
            if line:
                yield row, line


def default_path() -> Path:
    """Where this device keeps its sittings."""
    return user_data_path("table-companion") / "sessions.sqlite"
