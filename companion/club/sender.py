"""A tablet's sender: what its log holds goes to the club, whenever the club can be reached.

    with Sender(store, JoinedTable.read(url), since=time.time()) as sender:
        ...                                   # play goes on: nothing waits for the network
        sender.trouble                        # why nothing is sent, in a sentence; "" while it is

The log is the outbox: nothing is kept of what was sent but the number that the server says it has.  A thread of its
own looks for new rows, sends them in batches, tries again ever later while nobody answers, and writes down what the
director corrects.
"""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.club.batches import MOST_ROWS
from companion.club.line import ClubLine, JoinedTable
from companion.club.wire import rows_from, rows_to_json, sitting_from, sitting_to_json
from companion.log.adopting import adopt, joined_since
from companion.log.rows import LogRow
from companion.log.session import SessionStore
from companion.log.store import SittingLength
from companion.sharing.closing import Closing
from companion.sitting.mistakes import told
from companion.words import texts
from companion.words.refusals import RequestError
from rules.core.errors import Refusal

LOOKS_S = 0.1  # how often the log is looked at
ALIVE_S = 3.0  # a sign of life at least so often
FIRST_S, LONGEST_S = 0.2, 5.0  # before the first try again, and at most
ENDS_S = 5.0
UNREACHED = "The club cannot be reached; the rows are kept and will be sent."


class Sender(Closing):
    """Sends the sittings that were begun since a table was joined.  questions: how many are open at this table;
    looks_s: how often the log is looked at by itself."""

    def __init__(self, store: SessionStore, table: JoinedTable, since: float,
                 questions: Callable[[], int] = lambda: 0, looks_s: float = LOOKS_S) -> None:
        self.trouble = ""
        self.state: dict[str, Any] = {}  # what the table was told last
        self._mark = ""  # of this state: the server says it again only where it is another
        self._store, self._since, self._questions = store, since, questions
        self._line, self._looks_s = ClubLine(table), looks_s
        self._evening = table.evening
        self._last: dict[str, int] = {}  # by sitting, what the server has
        self._refused: dict[str, str] = {}  # sittings that the club does not take
        self._unruled = ""  # why a correction cannot be written, in a sentence
        self._sent: tuple[int, int] | None = None  # when the log was looked through to its end
        self._calls = threading.Event()  # for the director
        self._wake, self._ends = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True, name="club-sender")
        self._thread.start()

    @property
    def is_up_to_date(self) -> bool:
        """Whether the club has every row."""
        return not self.trouble and all(map(self._has_all, self._sittings()))

    def finish(self, longest_s: float) -> None:
        """Wait until the club has every row, but no longer."""
        until = time.monotonic() + longest_s
        while not self.is_up_to_date and time.monotonic() < until:
            self._ends.wait(LOOKS_S)

    @property
    def calls(self) -> bool:
        """Whether somebody is asked for whom the club was not told of yet."""
        return self._calls.is_set()

    def call(self) -> None:
        """Please come to this table."""
        self._calls.set()
        self._wake.set()

    def look(self) -> None:
        """There is something new."""
        self._wake.set()

    def close(self) -> None:
        """Send no more; what was not sent is in the log."""
        self._ends.set()
        self._wake.set()
        self._thread.join(ENDS_S)
        self._line.close()

    def _work(self) -> None:
        wait_s, silent_s = FIRST_S, ALIVE_S
        while not self._ends.is_set():
            try:
                sent = self._send(silent_s >= ALIVE_S)
            except Exception as fault:  # a mistake of ours, too, must not end the sending for good
                self.trouble = _said(fault)
                self._last.clear()  # asked anew: it may be another server, restored from a backup
                self._sent = None
                self._ends.wait(wait_s * random.uniform(0.5, 1.0))
                wait_s, silent_s = min(2 * wait_s, LONGEST_S), ALIVE_S
            else:
                wait_s, silent_s = FIRST_S, 0.0 if sent else silent_s + self._looks_s
                self.trouble = next(iter(self._refused.values()), self._unruled)
                if not sent:
                    self._wake.wait(self._looks_s)
                    self._wake.clear()

    def _send(self, show_life: bool) -> bool:
        """One batch of each sitting that has something new; whether anything was said."""
        written, said = self._store.written, self._calls.is_set()
        if said:
            self._hear(self._line.ask("POST", "come", {}))
            self._calls.clear()
        if written != self._sent:
            self._sent = written
            for sitting in self._sittings():
                if not self._has_all(sitting) and sitting.uuid not in self._refused:
                    self._send_of(sitting)
                    said = True
                    if not self._has_all(sitting):
                        self._sent = None
        if show_life and not said:
            self._hear(self._line.ask("POST", "rows", self._signs()))
            said = True
        return said

    def _sittings(self) -> list[SittingLength]:
        """What the club is to know, the earliest first."""
        return self._store.lengths(self._since, self.state.get("sittings", ()))

    def _has_all(self, sitting: SittingLength) -> bool:
        """Whether the club has every row of a sitting."""
        return self._last.get(sitting.uuid, -1) >= sitting.rows

    def _send_of(self, sitting: SittingLength) -> None:
        try:
            if sitting.uuid not in self._last:
                opened = sitting_to_json(self._store.info(sitting.id))
                self._last[sitting.uuid] = self._hear(self._line.ask("POST", "open", opened))
            rows = self._store.rows(sitting.id, self._last[sitting.uuid], MOST_ROWS)
            if rows:
                self._last[sitting.uuid] = self._hear(self._line.ask(
                    "POST", "rows", {"uuid": sitting.uuid, "rows": rows_to_json(rows), **self._signs()}))
        except RequestError as refusal:
            wanted = refusal.arguments.get("wanted")
            if isinstance(wanted, int) and 0 < wanted <= sitting.rows:
                self._last[sitting.uuid] = wanted - 1
            else:
                self._refused[sitting.uuid] = texts.fault_text(refusal)

    def _signs(self) -> dict[str, Any]:
        """What the score room is told with whatever is sent, and which state this table knows."""
        return {"questions": self._questions(), "clock": time.time(), "mark": self._mark}

    def _hear(self, answer: dict[str, Any]) -> int:
        """What the table is told; the last row that the server has."""
        state = answer.get("state")
        if isinstance(state, dict):
            if not self.state:
                self._since = min(self._since, joined_since(self._store, f"{self._evening} {state.get('table')}",
                                                            self._since))
            if state != self.state:
                self._refused.clear()  # people may sit where they belong by now
                self._sent = None
            self.state, self._unruled = state, ""
            self._mark = "" if state.get("rulings") else str(answer.get("mark", ""))  # those are tried again
            for ruling in state.get("rulings", []):
                self._rule(ruling)
        last = answer.get("last", 0)
        return last if isinstance(last, int) else 0

    def _rule(self, ruling: dict[str, Any]) -> None:
        """Write a correction of the director's; where that cannot be, rows are sent all the same.  One of a sitting
        that another tablet has is left to that one."""
        try:
            for info in self._store.sessions(math.inf, (ruling["uuid"],)):
                seq = self._written(info.id, ruling["about"], ruling["line"])
                self._line.ask("POST", "ruled", {"number": ruling["number"], "seq": seq})
        except RequestError:
            raise
        except Refusal as refusal:
            self._unruled = texts.fault_text(refusal)

    def _written(self, sitting: int, about: int, line: str) -> int:
        """A correction as a row of the log; the same once more is the row that was written."""
        session = self._store.open(sitting)
        done = [row.seq for row in session.rows if (row.kind, row.about, row.line) == ("correct", about, line)]
        if done:
            return done[-1]
        session.correct(about, session.read(line) if line else None)
        return session.rows[-1].seq


@contextmanager
def sending(store: SessionStore, url: str | None, questions: Callable[[], int], since: float | None = None
            ) -> Iterator[Sender | None]:
    """Send what is played from now on, or was since then, to the table that a code names; nothing without one."""
    if url is None:
        yield None
        return
    with Sender(store, JoinedTable.read(url), time.time() if since is None else since, questions) as sender:
        yield sender
        sender.finish(ENDS_S)


def _said(fault: Exception) -> str:
    """Why nothing is sent, in a sentence."""
    refusal = RequestError(UNREACHED) if isinstance(fault, OSError) else fault
    return texts.fault_text(refusal) if isinstance(refusal, Refusal) else told(refusal)


def take_over_table(store: SessionStore, line: ClubLine) -> list[int]:
    """The sittings of a table's round on a tablet that takes another one's place, and those that wait for a correction,
    as far as the club has them; their numbers here.  The other tablet's code must have been taken back, else both go
    on with them."""
    numbers = []
    state = line.ask("GET", "state")["state"]
    for uuid in dict.fromkeys([*state["sittings"], *(ruling["uuid"] for ruling in state["rulings"])]):
        rows = list[LogRow]()
        while True:
            found = line.ask("GET", f"kept/{uuid}?after={len(rows)}")
            more = rows_from(found["rows"])
            rows += more
            if not more:
                break
        numbers.append(adopt(store, sitting_from(found["sitting"]), rows))
    return numbers
