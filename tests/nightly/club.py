"""A tablet sends its rows to a club whose database, or server, is killed at random moments, as if its power failed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg

from companion.club.line import JoinedTable
from companion.club.postgres import Postgres
from companion.club.sender import Sender as TabletSender
from companion.club.store import ClubStore
from companion.log.session import Session, SessionStore
from companion.words.refusals import RequestError
from rules import Table, parse_action

ROWS = 400
PORT = 18732  # of the server, so that the tablet finds it again


class Sender:
    """Sends all rows of a sitting, a few at a time, by a new connection whenever one is lost."""

    def __init__(self, address: str, session: Session, rng: random.Random) -> None:
        self.acknowledged, self.refused = 0, ""
        self._address, self._session, self._rng = address, session, rng
        self.thread = threading.Thread(target=self._work, daemon=True)
        self.thread.start()

    def _work(self) -> None:
        while self.acknowledged < len(self._session.rows) and not self.refused:
            try:
                with ClubStore(self._address) as club:
                    club.open(self._session.info)
                    while self.acknowledged < len(self._session.rows):
                        begin = self.acknowledged
                        few = self._session.rows[begin:begin + self._rng.randint(1, 4)]
                        self.acknowledged = club.receive(self._session.info.uuid, few)
            except psycopg.OperationalError:
                time.sleep(0.02)
            except RequestError as refusal:
                self.refused = str(refusal)


def sitting(store: SessionStore) -> Session:
    """A long sitting: a card is played and taken back, over and over."""
    session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
    session.append(parse_action("table start 6D = 95"))
    while len(session.rows) < ROWS:
        session.append(parse_action("Ann play 9C = 86"))
        session.undo()
    return session


def killed_databases(rng: random.Random, tries: int, _folder: Path) -> Iterator[str | None]:
    """The club's database killed while rows arrive."""
    with tempfile.TemporaryDirectory(prefix="club-") as folder, Postgres(Path(folder)) as database, \
            closing(SessionStore(":memory:")) as store:
        sender = None
        for _ in range(tries):
            if sender is None or not sender.thread.is_alive():
                session = sitting(store)
                sender = Sender(database.writer, session, rng)
            sender.thread.join(rng.uniform(0.02, 0.4))
            database.restart(signal.SIGQUIT)
            yield lost(database, sender, session)
        if sender is not None:
            sender.thread.join(120)
            yield None if sender.acknowledged == len(session.rows) else f"not caught up: {sender.refused or 'no end'}"


def lost(database: Postgres, sender: Sender, session: Session) -> str | None:
    """What is wrong with the rows that are kept now, if anything."""
    if sender.refused:
        return sender.refused
    acknowledged = sender.acknowledged  # before looking: more may come meanwhile
    with ClubStore(database.writer) as club:
        try:
            kept = club.rows(club.number(session.info.uuid))
        except RequestError:
            return "an acknowledged sitting is gone" if acknowledged else None
    if len(kept) < acknowledged:
        return f"{acknowledged} rows were acknowledged, {len(kept)} are kept"
    return None if kept == session.rows[:len(kept)] else "other rows are kept than were sent"


# -- the server ------------------------------------------------------------------------------------


def begun(owner: str, *words: str) -> tuple[subprocess.Popen[str], str]:
    """The club's server as a program of its own, once it is open; its first table's code, where it gives one out."""
    server = subprocess.Popen([sys.executable, "-m", "companion", "club", "serve", "--database", owner, "--port",
                               str(PORT), *words],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    code = ""
    for line in server.stdout:
        if line.startswith("Table 1: "):
            code = line.split()[-1]
        if line.startswith("For the wall"):
            return server, code
    raise OSError("the club's server does not start")


def killed_servers(rng: random.Random, tries: int, _folder: Path) -> Iterator[str | None]:
    """The club's server killed while a tablet sends; the tablet goes on by itself."""
    with tempfile.TemporaryDirectory(prefix="club-") as folder, Postgres(Path(folder)) as database, \
            closing(SessionStore(":memory:")) as store:
        server, code = begun(database.owner, "--game", "limbo", "--movement", "free", "--tables", "1")
        with TabletSender(store, JoinedTable.read(code), 0.0) as sender:
            session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
            session.append(parse_action("table start 6D = 95"))
            for _ in range(tries):
                until = time.monotonic() + rng.uniform(0.1, 1.5)
                while time.monotonic() < until:
                    session.append(parse_action("Ann play 9C = 86"))
                    session.undo()
                    time.sleep(0.02)
                stop(server)
                session.append(parse_action("Ann play 9C = 86"))  # nobody is there
                session.undo()
                server, _ = begun(database.owner)
                sender.finish(60)
                yield None if sender.is_up_to_date else f"not caught up: {sender.trouble}"
            with ClubStore(database.writer) as club:
                kept = club.rows(club.number(session.info.uuid))
            yield None if kept == session.rows else f"{len(session.rows)} rows were played, {len(kept)} are kept"
        stop(server)


def stop(server: subprocess.Popen[str]) -> None:
    """Kill it, whatever it does."""
    server.kill()
    server.communicate()
