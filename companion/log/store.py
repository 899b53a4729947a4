"""The file that keeps all sittings of this device: SQLite, only ever added to.

    file = LogFile()                             # the user's own; LogFile(":memory:") keeps nothing
    file.sessions(), file.rows(1)

Whatever is wrong with the file or the disk is a LogError.  A row is on the disk when `add_row` returns, or it was not
added.  What was written with earlier versions is brought up to date on opening, after a copy was put aside.
"""

from __future__ import annotations

import json
import math
import sqlite3
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from companion.log.errors import LogError
from companion.log.evidence import Evidence
from companion.log.pictures import LogPictures
from companion.log.rows import Agreed, LogRow, first_seal, seal
from companion.log.schema import ROW, SITTING, name_sittings
from rules import Table

REMOVED = ("SELECT session_id FROM removals WHERE removed AND number IN "
           "(SELECT MAX(number) FROM removals GROUP BY session_id)")


@dataclass(frozen=True)
class SessionInfo:
    """What a list of past sittings shows.  house: every option with the value it was played by; rules: the version;
    uuid: its name on every device."""

    id: int
    created_at: float
    game: str
    table: Table
    deck: str
    rows: int
    house: Mapping[str, str] = field(default_factory=dict)
    rules: str = ""
    uuid: str = ""
    note: str = ""  # what somebody wrote about it

    @property
    def date(self) -> str:
        """When it began: "2026-11-23 19:40", local time."""
        return datetime.fromtimestamp(self.created_at).strftime("%Y-%m-%d %H:%M")


@dataclass(frozen=True)
class SittingLength:
    """How much of a sitting there is.  rows: the number of the last one."""

    id: int
    uuid: str
    rows: int


class LogFile(LogPictures):
    """All sittings, in one SQLite file.  Any thread may call."""

    # -- sittings ---------------------------------------------------------------------------------

    def add_sitting(self, game: str, table: Table, deck: str, house: Mapping[str, str], rules: str) -> int:
        """Begin a sitting; its number."""
        with self.atomic() as db:
            cursor = db.execute(
                "INSERT INTO sessions (created_at, game, players, dealer, options, deck, house, rules) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (time.time(), game, json.dumps(table.players), table.dealer,
                                                    json.dumps(dict(table.options)), deck, json.dumps(house), rules))
            name_sittings(db)
        return int(cursor.lastrowid or 0)

    def info(self, sitting: int) -> SessionInfo:
        """What is known of a sitting; LogError where there is none of that number."""
        found = self._infos("WHERE id = ?", (sitting,))
        if not found:
            raise LogError("log-no-sitting", sitting=sitting)
        return found[0]

    def sessions(self, since: float = -math.inf, named: Collection[str] = ()) -> list[SessionInfo]:
        """All sittings that were not removed, newest first: those begun since then, and those of these UUIDs."""
        return self._infos(f"WHERE id NOT IN ({REMOVED}) AND ({_begun(named)})", (since, *named))

    def lengths(self, since: float = -math.inf, named: Collection[str] = ()) -> list[SittingLength]:
        """How long the same sittings are, the earliest first."""
        with self.reading() as db:
            return [SittingLength(*found) for found in db.execute(
                "SELECT id, uuid, COALESCE((SELECT MAX(seq) FROM rows WHERE session_id = id), 0) FROM sessions "
                f"JOIN uuids ON session_id = id WHERE id NOT IN ({REMOVED}) AND ({_begun(named)}) ORDER BY id",
                (since, *named))]

    def remove(self, sitting: int, removed: bool = True) -> None:
        """Leave a sitting out of all lists, or bring it back; its rows stay as they are."""
        with self.atomic() as db:
            db.execute("INSERT INTO removals (session_id, at, removed) VALUES (?, ?, ?)",
                       (sitting, time.time(), int(removed)))

    @property
    def written(self) -> tuple[int, int]:
        """Another value whenever something was written, by this program or another."""
        with self.reading() as db:
            return db.total_changes, int(db.execute("PRAGMA data_version").fetchone()[0])

    @property
    def tablet(self) -> str:
        """The name of this device among others: a UUID."""
        with self.reading() as db:
            return str(db.execute("SELECT uuid FROM tablets ORDER BY number DESC LIMIT 1").fetchone()[0])

    # -- rows -------------------------------------------------------------------------------------

    def rows(self, sitting: int, after: int = 0, most: int = -1) -> list[LogRow]:
        """The rows of a sitting, oldest first: those after that number, `most` of them (-1: all)."""
        with self.reading() as db:
            return [LogRow(*found) for found in db.execute(
                f"SELECT {ROW} FROM rows WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?",
                (sitting, after, most))]

    def add_row(self, sitting: int, row: LogRow, evidence: Evidence | None = None, agreed: Agreed | None = None
                ) -> None:
        """Append a row, with what the camera saw of it and the points agreed before it.  Raises LogError, also where
        somebody else writes the sitting or has written meanwhile; then nothing was added."""
        with self.atomic() as db:
            self.writers.claim(db, sitting)
            seq, last = self._last(db, sitting)
            if row.seq != seq + 1:
                raise LogError("log-moved-on", sitting=sitting)
            db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                       (sitting, row.seq, row.at, row.source, row.kind, row.about, row.line, row.picture,
                        seal(last, row)))
            if agreed is not None:
                _add_agreed(db, sitting, agreed)
            if evidence is not None:
                kept = [self._keep_picture(db, picture) for picture in (evidence.before, evidence.after)]
                db.execute("INSERT INTO evidence VALUES (?, ?, ?, ?, ?)",
                           (sitting, row.seq, *kept, json.dumps(evidence.readings_json())))

    def first_altered(self, sitting: int) -> int | None:
        """The first row that is not as it was written; None where all are."""
        with self.reading() as db:
            last = self._first_seal(db, sitting)
            rows = db.execute(f"SELECT {ROW}, seal FROM rows WHERE session_id = ? ORDER BY seq", (sitting,)).fetchall()
        for number, (*found, kept) in enumerate(rows, 1):
            last = seal(last, LogRow(*found))
            if found[0] != number or kept != last:
                return number
        return None

    def agree(self, sitting: int, agreed: Agreed) -> None:
        """Keep the points as they were agreed."""
        with self.atomic() as db:
            _add_agreed(db, sitting, agreed)

    def agreed(self, sitting: int) -> Agreed | None:
        """The points that were agreed last."""
        with self.reading() as db:
            found = db.execute("SELECT seq, rules, scores FROM agreed WHERE session_id = ? ORDER BY seq DESC",
                               (sitting,)).fetchone()
        return found and Agreed(found[0], found[1], json.loads(found[2]))

    # -- who writes -------------------------------------------------------------------------------

    def is_held_elsewhere(self, sitting: int) -> bool:
        """Whether another window writes this sitting."""
        with self.reading() as db:
            return self.writers.is_held_elsewhere(db, sitting)

    def hold(self, sitting: int) -> None:
        """Write this sitting from here on, whoever did."""
        with self.atomic() as db:
            self.writers.take_over(db, sitting)

    def release(self, sitting: int) -> None:
        """Let others write this sitting."""
        with self.atomic() as db:
            self.writers.release(db, sitting)

    def thin_pictures(self, most_bytes: int) -> None:
        """Let the pictures of removed sittings go, then of the oldest, until the others take at most so many bytes;
        those of the newest stay.  How cards were read is kept, and so is every row."""
        for info in (*self._infos(f"WHERE id IN ({REMOVED})", ()), *reversed(self.sessions()[1:])):
            if self.picture_bytes <= most_bytes:
                return
            with self.atomic() as db:
                db.execute("UPDATE evidence SET before = NULL, after = NULL WHERE session_id = ?", (info.id,))
                db.execute("DELETE FROM pictures WHERE digest NOT IN ("
                           "SELECT before FROM evidence WHERE before IS NOT NULL "
                           "UNION SELECT after FROM evidence WHERE after IS NOT NULL)")

    def _set_up(self, file: Path | None) -> None:
        super()._set_up(file)
        self.sessions()  # what cannot be understood is noticed now

    def _infos(self, where: str, values: tuple[float | str, ...]) -> list[SessionInfo]:
        with self.reading() as db:
            found = db.execute(
                f"SELECT {SITTING}, (SELECT COUNT(*) FROM rows WHERE session_id = id), "
                f"(SELECT uuid FROM uuids WHERE session_id = id), "
                f"(SELECT text FROM notes WHERE session_id = id ORDER BY number DESC LIMIT 1) "
                f"FROM sessions {where} ORDER BY id DESC", values).fetchall()
        try:
            return [SessionInfo(number, at, game, Table(tuple(json.loads(players)), dealer, json.loads(options)), deck,
                                rows, json.loads(house), rules, uuid or "", note or "")
                    for number, at, game, players, dealer, options, deck, house, rules, rows, uuid, note in found]
        except (ValueError, TypeError, AttributeError) as error:
            raise LogError("log-damaged", file=str(self.path)) from error

    def _last(self, db: sqlite3.Connection, sitting: int) -> tuple[int, str]:
        """Number and seal of the last row; 0 and the sitting's own seal where there is none."""
        found = db.execute("SELECT seq, seal FROM rows WHERE session_id = ? ORDER BY seq DESC LIMIT 1",
                           (sitting,)).fetchone()
        return (int(found[0]), str(found[1])) if found else (0, self._first_seal(db, sitting))

    @staticmethod
    def _first_seal(db: sqlite3.Connection, sitting: int) -> str:
        return first_seal(db.execute(f"SELECT {SITTING} FROM sessions WHERE id = ?", (sitting,)).fetchone() or ())


def _add_agreed(db: sqlite3.Connection, sitting: int, agreed: Agreed) -> None:
    db.execute("INSERT OR IGNORE INTO agreed VALUES (?, ?, ?, ?)",
               (sitting, agreed.seq, agreed.rules, json.dumps(agreed.scores)))


def _begun(named: Collection[str]) -> str:
    """The condition that a sitting was begun since then, or has one of these UUIDs."""
    marks = ", ".join("?" * len(named))
    return f"created_at >= ? OR id IN (SELECT session_id FROM uuids WHERE uuid IN ({marks}))"
