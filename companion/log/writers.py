"""One sitting, one writer: who holds a sitting, until he lets it go, dies, or somebody takes it over.

A store that writes a sitting enters its name in the table `writers`, and holds a lock file of that name for as long as
it lives; the system frees the lock of a process that was killed.
"""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from companion.log.errors import LogError


class Writers:
    """Which store writes which sitting.  path: the log's file, None for one in memory, which nobody else can open."""

    def __init__(self, path: Path | None) -> None:
        self._path, self._name = path, secrets.token_hex(6)
        self._lock: FileLock | None = None

    def claim(self, db: sqlite3.Connection, sitting: int) -> None:
        """Hold the sitting, within a transaction; raises LogError where somebody else who is alive does."""
        if self._path is None:
            return
        found = self._writer(db, sitting)
        if found == self._name:
            return
        if found is not None and self._is_alive(found):
            raise LogError("log-held", sitting=sitting)
        self.take_over(db, sitting)

    def take_over(self, db: sqlite3.Connection, sitting: int) -> None:
        """Hold the sitting, whoever did."""
        if self._path is not None:
            self._show_life()
            db.execute("INSERT OR REPLACE INTO writers VALUES (?, ?)", (sitting, self._name))

    def release(self, db: sqlite3.Connection, sitting: int) -> None:
        """Let go of a sitting."""
        db.execute("DELETE FROM writers WHERE session_id = ? AND writer = ?", (sitting, self._name))

    def is_held_elsewhere(self, db: sqlite3.Connection, sitting: int) -> bool:
        """Whether somebody else who is alive writes the sitting."""
        found = self._writer(db, sitting)
        return found is not None and found != self._name and self._is_alive(found)

    def close(self) -> None:
        """Whoever asks now finds nobody alive here."""
        if self._lock is not None:
            self._lock.release()
            with suppress(OSError):
                Path(self._lock.lock_file).unlink(missing_ok=True)
            self._lock = None

    def _writer(self, db: sqlite3.Connection, sitting: int) -> str | None:
        found = db.execute("SELECT writer FROM writers WHERE session_id = ?", (sitting,)).fetchone()
        return found and str(found[0])

    def _show_life(self) -> None:
        if self._lock is None:
            self._lock = FileLock(self._file(self._name), thread_local=False)
            self._lock.acquire()
            assert self._path is not None
            for left in self._path.parent.glob(f"{self._path.name}.*.lock"):  # of processes that were killed
                name = left.name.removeprefix(f"{self._path.name}.").removesuffix(".lock")
                if name != self._name:
                    self._is_alive(name)

    def _is_alive(self, name: str) -> bool:
        file = self._file(name)
        if self._path is None or not file.exists():
            return False
        try:
            with FileLock(file, timeout=0, thread_local=False):
                pass
        except Timeout:
            return True
        with suppress(OSError):
            file.unlink(missing_ok=True)
        return False

    def _file(self, name: str) -> Path:
        assert self._path is not None
        return self._path.with_name(f"{self._path.name}.{name}.lock")
