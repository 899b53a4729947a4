"""What the camera saw of the rows of the log: pictures, each kept once, and how their cards were read."""

from __future__ import annotations

import hashlib
import json
import sqlite3

from companion.log.evidence import Evidence, SeenCard
from companion.log.file import SqliteFile


class LogPictures(SqliteFile):
    """The part of the log's file that holds pictures."""

    def evidence(self, sitting: int, seq: int) -> Evidence | None:
        """What the camera saw of a row; None where it was entered by hand, or cannot be read any more."""
        try:
            with self.reading() as db:
                found = db.execute(
                    "SELECT b.jpeg, a.jpeg, e.readings FROM evidence e LEFT JOIN pictures b ON b.digest = e.before "
                    "LEFT JOIN pictures a ON a.digest = e.after WHERE e.session_id = ? AND e.seq = ?",
                    (sitting, seq)).fetchone()
            return found and Evidence(found[0], found[1], tuple(map(SeenCard.from_json, json.loads(found[2]))))
        except (ValueError, KeyError, TypeError):
            return None

    def seen_rows(self, sitting: int) -> frozenset[int]:
        """The rows that the camera saw something of."""
        with self.reading() as db:
            return frozenset(seq for (seq,) in db.execute("SELECT seq FROM evidence WHERE session_id = ?", (sitting,)))

    @property
    def picture_bytes(self) -> int:
        """What the kept pictures take."""
        with self.reading() as db:
            return int(db.execute("SELECT COALESCE(SUM(LENGTH(jpeg)), 0) FROM pictures").fetchone()[0])

    @staticmethod
    def _keep_picture(db: sqlite3.Connection, jpeg: bytes | None) -> str | None:
        """Its name; the same picture is kept once."""
        if jpeg is None:
            return None
        digest = hashlib.sha256(jpeg).hexdigest()
        db.execute("INSERT OR IGNORE INTO pictures VALUES (?, ?)", (digest, jpeg))
        return digest
