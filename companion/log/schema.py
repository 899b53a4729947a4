"""The tables of the log's file, and the steps from every earlier version to today's."""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Callable
from importlib.resources import files

from companion.log.rows import LogRow, first_seal, seal

ROW = "seq, at, source, kind, about, line, picture"
SITTING = "id, created_at, game, players, dealer, options, deck, house, rules"
FIRST_RULES = "0.1"  # that sittings were played by before it was kept


def _sittings_and_rows(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE sessions (id INTEGER PRIMARY KEY, created_at REAL NOT NULL, game TEXT NOT NULL, "
               "players TEXT NOT NULL, dealer TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL)")
    db.execute("CREATE TABLE rows (session_id INTEGER NOT NULL REFERENCES sessions(id), seq INTEGER NOT NULL, "
               "at REAL NOT NULL, source TEXT NOT NULL, kind TEXT NOT NULL, about INTEGER, line TEXT NOT NULL, "
               "picture BLOB, PRIMARY KEY (session_id, seq))")


def _what_the_camera_saw(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE pictures (digest TEXT PRIMARY KEY, jpeg BLOB NOT NULL)")
    db.execute("CREATE TABLE evidence (session_id INTEGER NOT NULL, seq INTEGER NOT NULL, "
               "before TEXT REFERENCES pictures(digest), after TEXT REFERENCES pictures(digest), "
               "readings TEXT NOT NULL, PRIMARY KEY (session_id, seq), "
               "FOREIGN KEY (session_id, seq) REFERENCES rows(session_id, seq))")


def _nothing_is_altered(db: sqlite3.Connection) -> None:
    """Rows are sealed and only ever added; a sitting keeps every house rule, the rules' version, the points that were
    agreed, and who writes it."""
    db.execute("ALTER TABLE sessions ADD COLUMN house TEXT NOT NULL DEFAULT '{}'")
    db.execute(f"ALTER TABLE sessions ADD COLUMN rules TEXT NOT NULL DEFAULT '{FIRST_RULES}'")
    db.execute("ALTER TABLE rows ADD COLUMN seal TEXT NOT NULL DEFAULT ''")
    db.execute("CREATE TABLE agreed (session_id INTEGER NOT NULL REFERENCES sessions(id), seq INTEGER NOT NULL, "
               "rules TEXT NOT NULL, scores TEXT NOT NULL, PRIMARY KEY (session_id, seq))")
    db.execute("CREATE TABLE writers (session_id INTEGER PRIMARY KEY REFERENCES sessions(id), writer TEXT NOT NULL)")
    _give_first_defaults(db)
    _seal_all(db)
    for table in ("sessions", "rows", "agreed"):
        _forbid(db, table, "UPDATE")
        _forbid(db, table, "DELETE")
    _forbid(db, "evidence", "UPDATE OF session_id, seq, readings")  # its pictures may be let go
    _forbid(db, "evidence", "DELETE")


def _removed_and_overlooked(db: sqlite3.Connection) -> None:
    """Sittings can be removed from the lists, and brought back; rows may tell what was overlooked, which earlier
    versions would pass over."""
    db.execute("CREATE TABLE removals (number INTEGER PRIMARY KEY, "
               "session_id INTEGER NOT NULL REFERENCES sessions(id), at REAL NOT NULL, removed INTEGER NOT NULL)")
    for change in ("UPDATE", "DELETE"):
        _forbid(db, "removals", change)


def _known_elsewhere(db: sqlite3.Connection) -> None:
    """Sittings, and the device that keeps them, get names that no other device gives."""
    db.execute("CREATE TABLE uuids (session_id INTEGER PRIMARY KEY REFERENCES sessions(id), uuid TEXT NOT NULL UNIQUE)")
    db.execute("CREATE TABLE tablets (number INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE)")
    name_sittings(db)
    name_tablet(db)
    for table in ("uuids", "tablets"):
        for change in ("UPDATE", "DELETE"):
            _forbid(db, table, change)


def _joined_elsewhere(db: sqlite3.Connection) -> None:
    """Since when this device belongs to a place elsewhere, to which its sittings are sent from then on."""
    db.execute("CREATE TABLE joined (place TEXT PRIMARY KEY, at REAL NOT NULL)")
    for change in ("UPDATE", "DELETE"):
        _forbid(db, "joined", change)


def _noted(db: sqlite3.Connection) -> None:
    """People may write something about a sitting; the newest note is the one that is shown."""
    db.execute("CREATE TABLE notes (number INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES sessions(id), "
               "at REAL NOT NULL, text TEXT NOT NULL)")
    for change in ("UPDATE", "DELETE"):
        _forbid(db, "notes", change)


def name_sittings(db: sqlite3.Connection) -> None:
    """A name for each sitting that has none yet."""
    for (number,) in db.execute("SELECT id FROM sessions WHERE id NOT IN (SELECT session_id FROM uuids)").fetchall():
        db.execute("INSERT INTO uuids VALUES (?, ?)", (number, str(uuid.uuid4())))


def name_tablet(db: sqlite3.Connection) -> None:
    """Another name for this device; the newest is the one that it bears."""
    db.execute("INSERT INTO tablets (uuid) VALUES (?)", (str(uuid.uuid4()),))


def _forbid(db: sqlite3.Connection, table: str, change: str) -> None:
    name = f"{table}_no_{change.split()[0].lower()}"
    db.execute(f"CREATE TRIGGER {name} BEFORE {change} ON {table} "
               f"BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END")


def _give_first_defaults(db: sqlite3.Connection) -> None:
    defaults = json.loads(files("companion.log").joinpath("defaults-0.1.json").read_text(encoding="utf-8"))
    for number, game, options in db.execute("SELECT id, game, options FROM sessions").fetchall():
        house = {**defaults.get(game, {}), **json.loads(options)}
        db.execute("UPDATE sessions SET house = ? WHERE id = ?", (json.dumps(house), number))


def _seal_all(db: sqlite3.Connection) -> None:
    for sitting in db.execute(f"SELECT {SITTING} FROM sessions").fetchall():
        last = first_seal(sitting)
        for found in db.execute(f"SELECT {ROW} FROM rows WHERE session_id = ? ORDER BY seq", sitting[:1]).fetchall():
            last = seal(last, LogRow(*found))
            db.execute("UPDATE rows SET seal = ? WHERE session_id = ? AND seq = ?", (last, sitting[0], found[0]))


STEPS: dict[str, Callable[[sqlite3.Connection], None]] = {
    "001 sessions and rows": _sittings_and_rows,
    "002 what the camera saw": _what_the_camera_saw,
    "003 nothing is altered": _nothing_is_altered,
    "004 removed and overlooked": _removed_and_overlooked,
    "005 known elsewhere": _known_elsewhere,
    "006 joined elsewhere": _joined_elsewhere,
    "007 noted": _noted,
}
