"""Many simulated tables at one club: nothing lost, nothing twice, and how old the score room's page is.

    python -m companion.tools club_load --game limbo --tables 100 --rate 2 --minutes 10 --offline-rows 450
    python -m companion.tools club_load --game limbo --tables 100 --minutes 0 --offline-rows 450

`companion club serve` runs beside this, with a PostgreSQL of its own; each table has a log and a sender, as a tablet,
and plays matches at random.  Prints how many rows were played and kept, and how long after it was written to
the tablet's log a row was in the page's picture of its table (median, percentiles, longest; then minute by minute).
Then, with --offline-rows, every table plays so many rows without the server, and all return at once: how long until
everything is kept and the page's ranking is the tablets', and the waits for the page meanwhile.  What processor time a
row took, part by part, and how much of the machine other programs had is said beside.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from companion.club.evenings import Evenings
from companion.club.line import JoinedTable
from companion.club.ranking import Stand, ranked, stand_of
from companion.club.schema import WRITER
from companion.club.sender import Sender
from companion.club.store import ClubStore
from companion.log.rows import LogRow
from companion.log.session import Session, SessionStore
from companion.sharing.closing import Closing
from companion.tools.processor_time import ProgramTimes, busy_s
from rules import GAMES, Action, Table
from rules.core.people import random_player

STARTS_S, CATCHES_UP_S = 120.0, 600.0
LONGEST_MATCH = 60  # events
TRUSTING = ssl._create_unverified_context()  # this device's own certificate, on this device


@dataclass(frozen=True)
class DoneSitting:
    """What must come of a sitting at the club."""

    uuid: str
    rows: list[LogRow]
    stand: Stand


class LoadTable(Closing):
    """A tablet at a table.  pending: when each row was written that the page has not shown yet."""

    def __init__(self, game: str, number: int, url: str) -> None:
        self.number, self.pending = number, deque[float]()
        self._game = game
        self._done: list[DoneSitting] = []  # a tablet has no more than one sitting open
        self._session: Session | None = None
        self._store, self._url = SessionStore(":memory:"), url
        self._since = time.time()
        self._match: list[Action] = []
        self.sender = self._joined()

    def begin(self) -> None:
        """Make up the match that is played over and over, by who is to sit here."""
        self._table = Table(tuple(self.sender.state["players"]))
        self._match = list(random_player(GAMES[self._game], self._table, Random(self.number)).play(LONGEST_MATCH))

    def play(self) -> None:
        """One more event."""
        if self._session is None or len(self._session.rows) == len(self._match):
            self._done = self.played
            self._session = self._store.create(self._game, self._table)
        session = self._session
        session.append(self._match[len(session.rows)])
        self.pending.append(session.rows[-1].at)
        self.sender.look()

    @property
    def played(self) -> list[DoneSitting]:
        """All that was played here until now."""
        open_one = self._session
        return self._done if open_one is None else [*self._done, DoneSitting(
            open_one.info.uuid, list(open_one.rows), stand_of(open_one.match, len(open_one.rows)))]

    def leave(self) -> None:
        """Go out of the network's reach."""
        self.sender.close()

    def come_back(self) -> None:
        """Be in reach again."""
        self.sender = self._joined()

    def close(self) -> None:
        """Stop sending, and let the log go."""
        self.sender.close()
        self._store.close()

    def _joined(self) -> Sender:
        return Sender(self._store, JoinedTable.read(self._url), self._since, looks_s=1.0)


class PageWatch:
    """The score room's page as a browser has it.  shown: of each row when it was shown, and how old it was, in seconds;
    worked_s: processor time."""

    def __init__(self, url: str, tables: dict[int, LoadTable]) -> None:
        self.shown: list[tuple[float, float]] = []
        self.worked_s = 0.0
        self.state: dict[str, Any] = {}
        self._url, self._tables = url, tables
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        with urllib.request.urlopen(self._url + "live", context=TRUSTING, timeout=60) as live:
            for line in live:
                if line.startswith(b"data: {"):
                    self._take(json.loads(line[6:]), time.time())
                self.worked_s = time.thread_time()

    def _take(self, state: dict[str, Any], now: float) -> None:
        self.state = state
        for shown in state["tables"]:
            pending = self._tables[shown["table"]].pending if shown["table"] in self._tables else deque()
            while pending and shown["row_at"] is not None and pending[0] <= shown["row_at"]:
                self.shown.append((now, now - pending.popleft()))

    def said(self) -> str:
        """How old rows were."""
        at_s, ages_s = np.array(self.shown).T
        minutes = ((at_s - at_s[0]) // 60).astype(int)
        median, most, late, later, longest = np.percentile(ages_s, (50, 90, 95, 99, 100))
        each = " ".join(f"{np.percentile(ages_s[minutes == minute], 95):.2f}" for minute in np.unique(minutes))
        return (f"to the page median {median:.2f} s, 90th percentile {most:.2f} s, 95th percentile {late:.2f} s, "
                f"99th {later:.2f} s, longest {longest:.2f} s; 95th percentile of each minute {each}")


class Spent:
    """Processor time from its making on.  server: its process number."""

    def __init__(self, server: int, page: PageWatch) -> None:
        self._server, self._page = server, page
        self._begun = self._now()

    def of_a_row(self, rows: int) -> str:
        """What a row took, part by part."""
        parts = np.subtract(self._now(), self._begun) * 1000 / rows
        return ("processor time of a row: server {:.2f} ms, its database {:.2f} ms, log and rules of the tablet {:.2f} "
                "ms, its sender {:.2f} ms, the page that was watched {:.2f} ms").format(*parts)

    def _now(self) -> tuple[float, ...]:
        times, logs_s, page_s = ProgramTimes.now(self._server), time.thread_time(), self._page.worked_s
        return times.own, times.started, logs_s, time.process_time() - logs_s - page_s, page_s


@contextmanager
def served(game: str, tables: int, folder: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The server: its process number; addresses by "Table 3", "Score room"."""
    words = ["club", "serve", "--game", game, "--movement", "round-robin", "--tables", str(tables), "--folder",
             str(folder)]
    with folder.with_suffix(".log").open("wb") as errors, subprocess.Popen(
            [sys.executable, "-m", "companion", *words], stdout=subprocess.PIPE, stderr=errors, text=True,
            start_new_session=True) as server:
        try:
            yield server.pid, dict(_addresses(server.stdout or ()))
        finally:
            server.terminate()  # whoever was started in the background hears no SIGINT
            try:
                server.wait(STARTS_S)
            except subprocess.TimeoutExpired:
                server.kill()
                raise


def _addresses(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What the server prints before it is open; SystemExit where it does not open."""
    for line in lines:
        if said := re.match(r"(Table \d+|Score room|For the wall, and results): (https://\S+)", line):
            yield said[1], said[2]
        if line.startswith("For the wall"):
            return
    raise SystemExit("The server does not open.")


def ask(url: str, content: dict[str, Any] | None = None) -> bytes:
    """What a page answers; with content, to a POST."""
    body = None if content is None else json.dumps(content).encode()
    with urllib.request.urlopen(urllib.request.Request(url, body), context=TRUSTING, timeout=60) as answer:
        return bytes(answer.read())


def wait_for(what: str, happens: Any, longest_s: float) -> float:
    """How long it took; SystemExit where it did not happen."""
    begun = time.monotonic()
    while not happens():
        if time.monotonic() - begun > longest_s:
            raise SystemExit(f"Not within {longest_s:.0f} s: {what}")
        time.sleep(0.05)
    return time.monotonic() - begun


def play_all(tables: list[LoadTable], rate: float, seconds: float) -> float:
    """Every table plays `rate` rows a second, evenly; how many seconds that really took."""
    begun = time.monotonic()
    for turn in range(round(seconds * rate)):
        for place, table in enumerate(tables):
            wait_s = begun + (turn + place / len(tables)) / rate - time.monotonic()
            if wait_s > 0:
                time.sleep(wait_s)
            table.play()
    return time.monotonic() - begun


def rows_kept(folder: Path, tables: list[LoadTable]) -> tuple[int, int, int]:
    """How many rows were played; how many are not kept; how many sittings have others than were played."""
    played = lost = wrong = 0
    with ClubStore(f"host={folder} user={WRITER} dbname=postgres") as club:
        for sitting in (sitting for table in tables for sitting in table.played):
            kept = club.rows(club.number(sitting.uuid))
            played += len(sitting.rows)
            lost += max(0, len(sitting.rows) - len(kept))
            wrong += kept != sitting.rows[:len(kept)] or len(kept) > len(sitting.rows)
    return played, lost, wrong


def right_ranking(folder: Path, tables: list[LoadTable]) -> list[list[dict[str, Any]]]:
    """As the page should show it, from what the tablets have."""
    stands = {sitting.uuid: sitting.stand for table in tables for sitting in table.played}
    with Evenings(f"host={folder} user={WRITER} dbname=postgres") as evenings:
        opened = evenings.newest()
        assert opened is not None
        evening = evenings.evening(opened.id)
    return [[{"place": line.place, "tied": line.tied, "name": evening.entrants[line.entrant].name,
              "points": line.points, "spread": line.spread, "played": line.played} for line in ranking.lines]
            for ranking in ranked(evening, stands)]


def returned(folder: Path, room: str, page: PageWatch, tables: list[LoadTable], rows: int) -> str:
    """All tables play without the server and return at once."""
    for table in tables:
        table.leave()
    for table in tables:
        for _ in range(rows):
            table.play()
    waits_s = list[float]()
    for table in tables:
        table.come_back()

    def is_right() -> bool:
        begun = time.monotonic()
        ask(room)
        waits_s.append(time.monotonic() - begun)
        return (all(table.sender.is_up_to_date for table in tables)
                and page.state["rankings"] == right_ranking(folder, tables))

    took_s = wait_for("all are back", is_right, CATCHES_UP_S)
    median, late, longest = np.percentile(waits_s, (50, 95, 100))
    return (f"return of {len(tables)} tables with {rows} rows each: all kept and ranked rightly after {took_s:.1f} s, "
            f"page opened in {median:.2f} s (95th percentile {late:.2f} s, longest {longest:.2f} s) meanwhile; "
            f"load average {os.getloadavg()[0]:.1f}")


def measure(args: argparse.Namespace, folder: Path) -> int:
    """Everything; the exit status."""
    with served(args.game, args.tables, folder) as (server, found):
        room = found["Score room"]
        for number in range(2 * args.tables):
            ask(room + "do/entrant", {"players": f"P{number + 1}"})
        ask(room + "do/round", {})
        tables = [LoadTable(args.game, number, found[f"Table {number}"]) for number in range(1, args.tables + 1)]
        try:
            page = PageWatch(room, {table.number: table for table in tables})
            wait_for("all tables know who plays", lambda: all(t.sender.state.get("players") for t in tables), STARTS_S)
            for table in tables:
                table.begin()
            spent = Spent(server, page)
            took_s = play_all(tables, args.rate, 60 * args.minutes)
            rows = sum(len(sitting.rows) for table in tables for sitting in table.played)
            if rows:
                wait_for("all rows are sent", lambda: all(t.sender.is_up_to_date for t in tables), CATCHES_UP_S)
                wait_for("all rows are shown", lambda: not any(t.pending for t in tables), CATCHES_UP_S)
                print(f"{args.tables} tables, {rows} rows in {took_s:.0f} s ({rows / took_s:.0f} a second): "
                      f"{page.said()}; load average {os.getloadavg()[0]:.1f}", flush=True)
                print(spent.of_a_row(rows), flush=True)
            if args.offline_rows:
                spent = Spent(server, page)
                print(returned(folder, room, page, tables, args.offline_rows))
                print(spent.of_a_row(args.tables * args.offline_rows), flush=True)
            played, lost, wrong = rows_kept(folder, tables)
            print(f"{played} rows played, {lost} lost, {wrong} sittings otherwise than played; "
                  f"load average {os.getloadavg()[0]:.1f}", flush=True)
        finally:
            for table in tables:
                table.close()
    return 1 if lost or wrong else 0


def main() -> int:
    """Run the command; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools club_load", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True, choices=sorted(GAMES))
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=2.0, help="rows a second and table (default 2)")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--offline-rows", type=int, default=0, metavar="N", help="rows of each table while offline")
    args = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="club-"))
    begun, before_s = time.monotonic(), busy_s()
    try:
        status = measure(args, folder)
        server, tablets = (resource.getrusage(who) for who in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF))
        own_s = server.ru_utime + server.ru_stime + tablets.ru_utime + tablets.ru_stime
        others = max(0.0, busy_s() - before_s - own_s) / (time.monotonic() - begun) / (os.cpu_count() or 1)
        print(f"processor time: server and database {server.ru_utime + server.ru_stime:.0f} s, "
              f"all tablets {tablets.ru_utime + tablets.ru_stime:.0f} s; other programs had {100 * others:.0f} % of "
              f"{os.cpu_count()} processors")
        return status
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        folder.with_suffix(".log").unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
