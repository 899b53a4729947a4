"""A damaged log never stops the app: it is set aside, and what can be read of it is put into a new one.

    store, happened = open_or_rescue()
    happened.key, happened.arguments        # "log-rescued", {"rows": 412, "file": ".../sessions.sqlite.damaged-..."}

Rows are fetched one by one, past whatever is broken; rows that only the last backup has come from there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.device.backup import daily_copies
from companion.log.errors import LogError, named
from companion.log.file import MEMORY, default_path
from companion.log.rows import LogRow, first_seal, seal
from companion.log.schema import FIRST_RULES, ROW, SITTING, name_sittings
from companion.log.session import SessionStore

RESCUED = frozenset(("log-damaged", "log-foreign"))
MOST_MISSES = 5000  # row numbers without a row, before no further row is looked for
ENDINGS = ("", "-wal", "-shm")
SITTINGS, ROWS, SEEN, POINTS = "sessions", "rows", "evidence", "agreed"
REMOVALS, NOTES, NAMES = "removals", "notes", "uuids"
KEYS = {SITTINGS: 1, ROWS: 2, SEEN: 2, POINTS: 2, REMOVALS: 1, NOTES: 1, NAMES: 1}  # columns that name a row

Content = dict[str, dict[tuple[Any, ...], dict[str, Any]]]  # table -> key -> columns


@dataclass(frozen=True)
class Happened:
    """What is to be said about the log's file; keys as those of LogError, and log-rescued, log-memory."""

    key: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


def open_or_rescue(path: Path | None = None) -> tuple[SessionStore, Happened | None]:
    """The store, whatever state its file is in.  Where nothing can be kept it is one in memory."""
    file = path or default_path()
    try:
        return SessionStore(file), None
    except LogError as error:
        fault = error
    if fault.key in RESCUED:
        try:
            return rescued(file)
        except LogError as error:
            fault = error
    return SessionStore(MEMORY), Happened("log-memory", {"why": Happened(fault.key, fault.arguments)})


def rescued(file: Path) -> tuple[SessionStore, Happened]:
    """A new file in the place of a damaged one, which stays under another name; raises LogError."""
    aside = file.with_name(f"{file.name}.damaged-{datetime.now():%Y-%m-%d-%H%M%S}")
    with named(file):
        for ending in ENDINGS:
            with suppress(FileNotFoundError):
                file.with_name(file.name + ending).replace(aside.with_name(aside.name + ending))
    store = SessionStore(file)
    content = readable(aside)
    for copy in daily_copies(file)[:1]:
        for table, found in readable(copy).items():
            content[table] = {**found, **content[table]}
    _fill(store, content)
    return store, Happened("log-rescued", {"rows": len(content[ROWS]), "file": str(aside)})


def readable(file: Path) -> Content:
    """What can be read of a file, table by table; nothing of one that is no database."""
    content: Content = {table: {} for table in KEYS}
    with suppress(sqlite3.Error, OSError, UnicodeDecodeError), closing(sqlite3.connect(file)) as db:
        db.text_factory = lambda written: written.decode("utf-8", "replace")
        for table, keys in KEYS.items():
            for row in _rows_of(db, table):
                content[table][tuple(list(row.values())[:keys])] = row
    return content


def _rows_of(db: sqlite3.Connection, table: str) -> Iterator[dict[str, Any]]:
    """The rows of a table by number, so that a broken page costs only those that lie on it."""
    misses = number = 0
    with suppress(sqlite3.Error, UnicodeDecodeError):
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone():
            return
    while misses < MOST_MISSES:
        number += 1
        misses += 1
        try:
            cursor = db.execute(f"SELECT * FROM {table} NOT INDEXED WHERE rowid = ?", (number,))
            found = cursor.fetchone()
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            continue
        if found is not None:
            misses = 0
            yield {column[0]: value for column, value in zip(cursor.description, found, strict=True)}


def _fill(store: SessionStore, content: Content) -> None:
    """Put rows as they were into a new file; one that its tables refuse is passed over."""
    _seal_older(content)
    with store.atomic() as db:
        for table, rows in content.items():
            columns = {name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")}
            for row in rows.values():
                own = {name: value for name, value in row.items() if name in columns}
                if table == SEEN:
                    own |= {"before": None, "after": None}
                with suppress(sqlite3.IntegrityError, sqlite3.InterfaceError):
                    db.execute(f"INSERT INTO {table} ({', '.join(own)}) VALUES ({', '.join('?' * len(own))})",
                               tuple(own.values()))
        name_sittings(db)


def _seal_older(content: Content) -> None:
    """Rows of a version that sealed none are sealed now."""
    last: dict[int, str] = {}
    for (sitting, _), row in sorted(content[ROWS].items()):
        if "seal" not in row:
            before = last.get(sitting) or first_seal(_opened_with(content[SITTINGS].get((sitting,), {})))
            row["seal"] = seal(before, LogRow(*(row[name] for name in ROW.split(", "))))
        last[sitting] = row["seal"]


def _opened_with(sitting: Mapping[str, Any]) -> list[Any]:
    """What the first seal of a sitting is made of."""
    missing = {"house": "{}", "rules": FIRST_RULES}
    return [sitting.get(name, missing.get(name)) for name in SITTING.split(", ")] if sitting else []
