"""Copies of the log's file, put aside beside it: one for each of the last seven days, and one before each change of
its tables.  Pictures are not copied; everything else is.

    copy_aside(db, file, "before-003")           # backups/sessions-before-003.sqlite
    daily_copy(file, date.today())               # backups/sessions-2026-11-23.sqlite
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import date
from pathlib import Path

from calibration.files import glob_safe, sync_file, sync_folder

KEPT_DAYS = 7
_WITHOUT = {"pictures": "", "evidence": "session_id, seq, NULL, NULL, readings"}  # table -> what of it is copied


def folder_of(file: Path) -> Path:
    """Where the copies of a file lie."""
    return file.parent / "backups"


def daily_copies(file: Path) -> list[Path]:
    """The daily copies of a file, the newest first."""
    found = folder_of(file).glob(f"{glob_safe(file.stem)}-????-??-??{file.suffix}")
    return sorted((path for path in found if re.search(r"-\d{4}-\d\d-\d\d$", path.stem)), reverse=True)


def daily_copy(file: Path, today: date, most: int = KEPT_DAYS) -> Path | None:
    """Today's copy, if there is none yet; of the earlier ones the last ones stay.  Raises OSError, sqlite3.Error."""
    target = folder_of(file) / f"{file.stem}-{today.isoformat()}{file.suffix}"
    if target.exists() or not file.exists():
        return None
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
        copied = copy_aside(db, file, today.isoformat())
    for old in daily_copies(file)[most:]:
        old.unlink(missing_ok=True)
    return copied


def copy_aside(db: sqlite3.Connection, file: Path, word: str) -> Path:
    """A copy of an open database under a name of its own, whole or not at all.  Raises OSError, sqlite3.Error."""
    target = folder_of(file) / f"{file.stem}-{word}{file.suffix}"
    part = target.with_name(f"{target.name}.part")
    target.parent.mkdir(parents=True, exist_ok=True)
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA synchronous=OFF")
        copy.execute("BEGIN")
        _copy_tables(db, copy, _WITHOUT)
        copy.execute("COMMIT")
    sync_file(part)
    part.replace(target)
    sync_folder(target.parent)
    return target


def _copy_tables(db: sqlite3.Connection, copy: sqlite3.Connection, without: Mapping[str, str]) -> None:
    """Tables first, then what they hold, then their triggers, which would forbid it."""
    made = db.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
    db.execute("BEGIN")  # one moment for all tables
    try:
        for kind, name, sql in made:
            if kind == "table":
                copy.execute(sql)
                columns = without.get(name, "*")
                for row in db.execute(f"SELECT {columns} FROM {name}") if columns else ():
                    copy.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
        for kind, _, sql in made:
            if kind != "table":
                copy.execute(sql)
    finally:
        db.execute("ROLLBACK")
