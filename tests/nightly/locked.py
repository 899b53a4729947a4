"""Cards laid under a camera while another program holds the log's file now and then."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from calibration import assumed_calibration
from companion.following.live import LiveTable
from companion.log.session import SessionStore
from rules import Table
from tests.companion.test_bad_input import FILMED, Film
from tests.companion.test_live import LAYOUT
from tests.fake_table import SIZE, WIDTH_MM, FakeTable


def follow_with_locks(rng: random.Random, folder: Path) -> str | None:
    """Follow a drawn film of five cards; what is wrong with the log at its end."""
    path, table = folder / "sessions.sqlite", FakeTable()
    with closing(SessionStore(path)) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        with store.reading() as db:
            db.execute("PRAGMA busy_timeout = 0")
        session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
        live = LiveTable(session, table, assumed_calibration(SIZE, WIDTH_MM), layout=LAYOUT)
        film, changes_s, held = Film(table), sorted(rng.uniform(0.3, 8.4) for _ in range(rng.choice((2, 4, 6)))), False
        while not film.ended:
            while changes_s and table.time_s >= changes_s[0]:
                changes_s.pop(0)
                held = not held
                other.execute("BEGIN IMMEDIATE" if held else "ROLLBACK")
            frame = film.read()
            if frame is not None:
                live.see(frame)
        if held:
            other.execute("ROLLBACK")
        live.finish()
        live.try_again()
        written = [row.line for row in store.rows(1)]
    return None if written == FILMED else f"{written} instead of {FILMED}"
