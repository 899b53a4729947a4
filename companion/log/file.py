"""The log's file itself: SQLite, opened whole or refused, brought up to date, written all or nothing.

    with file.atomic() as db: db.execute(...)        # on disk when it returns; LogError
"""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path

from platformdirs import user_data_path

from companion.device.backup import copy_aside, daily_copy
from companion.log.errors import LogError, named
from companion.log.schema import STEPS
from companion.log.writers import Writers

MAGIC = b"SQLite format 3\0"
MEMORY = ":memory:"
BUSY_S = 1.0  # how long another program's lock is waited for; what waits is tried again anyway
CHECKED = ("migrations", "sessions", "rows", "evidence", "agreed", "writers", "removals", "notes", "uuids",
           "tablets", "joined")  # pictures may be lost


class SqliteFile:
    """One file; any thread may call."""

    def __init__(self, path: Path | str | None = None) -> None:
        """Open or make the file, by default the user's own; raises LogError."""
        self.path = MEMORY if path == MEMORY else Path(path) if path is not None else default_path()
        self._lock = threading.RLock()
        file = self.path if isinstance(self.path, Path) else None
        with named(self.path):
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                _check_is_ours(file)
            self._db = sqlite3.connect(self.path, timeout=BUSY_S, check_same_thread=False, isolation_level=None)
            self.writers = Writers(file)
            try:
                self._set_up(file)
            except BaseException:
                self._db.close()
                raise
        weakref.finalize(self, self._db.close)  # a file that nobody holds any more is not left open

    def copy_daily(self) -> None:
        """Put today's copy aside, if there is none yet; raises LogError."""
        if isinstance(self.path, Path):
            with named(self.path):
                daily_copy(self.path, date.today())

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self.writers.close()
            self._db.close()

    @contextmanager
    def atomic(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, on disk when it returns; raises LogError."""
        with self._lock, named(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, while nobody else uses it; raises LogError."""
        with self._lock, named(self.path):
            yield self._db

    def _set_up(self, file: Path | None) -> None:
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "migrations" not in tables:
            raise LogError("log-foreign", file=str(self.path))
        for table in sorted(tables.intersection(CHECKED)):
            if self._db.execute(f"PRAGMA quick_check({table})").fetchone() != ("ok",):
                raise LogError("log-damaged", file=str(self.path))
        self._migrate(file)

    def _migrate(self, file: Path | None) -> None:
        self._db.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)")
        done = {name for (name,) in self._db.execute("SELECT name FROM migrations")}
        if done - set(STEPS):
            raise LogError("log-newer", file=str(self.path))
        due = [name for name in STEPS if name not in done]
        if due and done and file is not None:
            copy_aside(self._db, file, f"before-{due[0].partition(' ')[0]}")
        for name in due:
            with self.atomic() as db:
                STEPS[name](db)
                db.execute("INSERT INTO migrations VALUES (?)", (name,))


def _check_is_ours(file: Path) -> None:
    """Refuse to touch what is no SQLite file."""
    if file.exists():
        with file.open("rb") as opened:
            begun = opened.read(len(MAGIC))
        if begun and begun != MAGIC:
            raise LogError("log-foreign", file=str(file))


def default_path() -> Path:
    """Where this device keeps its sittings."""
    return user_data_path("table-companion") / "sessions.sqlite"
