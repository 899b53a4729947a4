"""Cards laid under a camera while the log's file cannot be written now and then: held by another program, or the disk
full: as a film whose pictures are read, and as looks."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol

from companion.following.live_table import LiveTable
from companion.log.session import Session, SessionStore
from rules import Table
from tests.companion.test_bad_input import FILMED, Film
from tests.companion.test_belief import believing
from tests.companion.test_live import watching
from tests.fake_table import FakeTable
from tests.told_table import told_looks

PLAYERS = ("Ann", "Bob")
STORY = " · ".join(f"{at + begin:.1f} {what}" for at, who, card in (
    (0.0, "Bob", "6D"), (2.0, "Ann", "9C"), (4.0, "Bob", "9H"), (6.0, "Ann", "8S"), (8.0, "Bob", "2C"))
    for begin, what in ((0.0, f"{who}'s arm over pile"), (0.6, f"{card} lies at pile"), (1.0, "arm gone")))
END_S = 10.0
Step = tuple[float, Callable[[], object]]  # when, and what is seen then


class Trouble(Protocol):
    """What keeps the log from being written, while it is on."""

    def on(self) -> None: ...

    def off(self) -> None: ...


class HeldFile:
    """Another program holds the file."""

    def __init__(self, path: Path) -> None:
        self.other = sqlite3.connect(path, isolation_level=None)

    def on(self) -> None:
        self.other.execute("BEGIN IMMEDIATE")

    def off(self) -> None:
        self.other.execute("ROLLBACK")


class FullDisk:
    """The disk is full."""

    def __init__(self, path: Path) -> None:
        self.filler, self.path = path.with_name("filler"), path

    def on(self) -> None:
        with closing(sqlite3.connect(self.path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # else there is room left in its journal
        with self.filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))

    def off(self) -> None:
        self.filler.unlink()


def as_film(session: Session) -> tuple[LiveTable, Iterator[Step]]:
    """A drawn film, read by a reader that is told the truth."""
    table = FakeTable()
    live = watching(session, table)

    def steps() -> Iterator[Step]:
        film = Film(table)
        while not film.ended:
            now_s, frame = table.time_s, film.read()
            if frame is not None:
                yield now_s, lambda frame=frame: live.see(frame)

    return live, steps()


def as_looks(session: Session) -> tuple[LiveTable, Iterator[Step]]:
    """The same cards, as looks."""
    live = believing("limbo", PLAYERS, session)
    return live, ((look.time_s, lambda look=look: live.take(look)) for look in told_looks("limbo", PLAYERS, STORY))


WAYS = (as_film, as_looks)


def follow_in_trouble(rng: random.Random, folder: Path, trouble: Callable[[Path], Trouble],
                      way: Callable[[Session], tuple[LiveTable, Iterator[Step]]]) -> str | None:
    """Follow five cards while the log cannot be written now and then; what is wrong with the log at their end."""
    path = folder / "sessions.sqlite"
    with closing(SessionStore(path)) as store:
        with store.reading() as db:
            db.execute("PRAGMA busy_timeout = 0")
        live, steps = way(store.create("limbo", Table(PLAYERS, "Bob")))
        other, is_on = trouble(path), False
        changes_s = sorted(rng.uniform(0.3, END_S) for _ in range(rng.choice((2, 4, 6))))
        for now_s, see in steps:
            while changes_s and now_s >= changes_s[0]:
                changes_s.pop(0)
                is_on = not is_on
                (other.on if is_on else other.off)()
            see()
        if is_on:
            other.off()
        live.finish()
        live.try_again()
        written = [row.line for row in store.rows(1)]
    return None if written == FILMED else f"{written} instead of {FILMED}"
