"""How the sittings of an evening stand, followed as rows arrive: by what the database tells once a batch.

    watch = ScoreWatch(address, evening, changed)
    watch.known()[uuid].stand             # Stand(over=False, scores={"Ann": 60, "Bob": 0}, ...)

After each new connection everything is read anew, for nothing is told to whoever was away.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.club.batches import CHANNEL
from companion.club.evening import Evening
from companion.club.evenings import DEEDS, Evenings
from companion.club.ranking import Stand, stand_of
from companion.club.schema import driver
from companion.club.store import ClubStore
from companion.log.rows import LogRow
from companion.log.session import Session
from companion.sharing.closing import Closing
from companion.sitting.mistakes import told
from rules.core.errors import Refusal

log = logging.getLogger(__name__)
GATHERED_S = 0.05  # news that come together are taken in together
LISTENS_S = 1.0
AGAIN_S = 0.5  # before a lost connection is tried again
MOST_FOLLOWED = 300  # sittings that are held: Python's garbage collector looks through thousands of them for seconds


@dataclass(frozen=True)
class SittingScore:
    """stand: by the rules; last_at: when the last row was made, by the tablet's clock; 0 without rows.
    trouble: why it cannot be replayed, if so."""

    stand: Stand
    last_at: float
    trouble: str = ""


NOTHING = SittingScore(Stand(False, {}, (), 0), 0.0)  # of what cannot be judged at all


class ScoreWatch(Closing):
    """A thread that replays what arrives.  changed: is told the evening, or nothing where only scores are new."""

    def __init__(self, address: str, evening: int, changed: Callable[[Evening | None], None]) -> None:
        self._address, self._evening, self._changed = address, evening, changed
        self._known: dict[str, SittingScore] = {}
        self._sessions = OrderedDict[int, Session]()  # whichever had a row last is the last
        self._taken_in: set[str] = set()  # the names of all that were read since the last connection
        self._names: dict[int, str] = {}  # of those that can be judged
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True, name="club-scores")
        self._thread.start()

    def known(self) -> dict[str, SittingScore]:
        """How each sitting stands, by UUID."""
        return dict(self._known)

    def close(self) -> None:
        """Follow no more."""
        self._ends.set()
        self._thread.join(LISTENS_S * 5)

    def _work(self) -> None:
        while not self._ends.is_set():
            try:
                with driver().connect(self._address, autocommit=True) as db, ClubStore(self._address) as store, \
                        Evenings(self._address) as evenings:
                    self._follow(db, store, evenings)
            except (driver().OperationalError, driver().InterfaceError) as fault:
                log.warning("the database does not answer: %s", " ".join(str(fault).split()))
                self._ends.wait(AGAIN_S)

    def _follow(self, db: Any, store: ClubStore, evenings: Evenings) -> None:
        db.execute(f"LISTEN {CHANNEL}")
        db.execute(f"LISTEN {DEEDS}")
        self._sessions.clear()
        self._names.clear()
        self._taken_in.clear()
        self._read(store, evenings.evening(self._evening), set())
        while not self._ends.is_set():
            news = [*db.notifies(timeout=LISTENS_S, stop_after=1)]
            if not news:
                continue
            news += db.notifies(timeout=GATHERED_S)
            numbers = {int(n) for note in news if note.channel == CHANNEL for n in note.payload.split(",")}
            done = any(note.channel == DEEDS for note in news)
            self._read(store, evenings.evening(self._evening) if done else None, numbers)

    def _read(self, store: ClubStore, evening: Evening | None, numbers: set[int]) -> None:
        """Take in the sittings that the evening names and that are not known yet, and the new rows of these."""
        for name in evening.sittings if evening is not None else ():
            if name not in self._taken_in:
                self._open(store, name)
                self._taken_in.add(name)
        for number in numbers & self._names.keys() - self._sessions.keys():  # no longer held: read whole once more
            self._open(store, self._names[number])
        asked = {number: self._sessions[number] for number in numbers if number in self._sessions}
        rows = store.new_rows({number: len(session.rows) for number, session in asked.items()}) if asked else {}
        for number, session in asked.items():
            self._sessions.move_to_end(number)
            self._take_in(session, rows[number])
        while len(self._sessions) > MOST_FOLLOWED:
            self._sessions.popitem(last=False)
        self._changed(evening)

    def _open(self, store: ClubStore, name: str) -> None:
        try:
            session = store.session(name)
        except driver().Error:
            raise
        except Exception as fault:  # one sitting that cannot be judged leaves all others their scores
            self._known[name] = replace(self._known.get(name, NOTHING), trouble=_said(fault))
        else:
            self._sessions[session.info.id], self._names[session.info.id] = session, name
            self._note(session)

    def _take_in(self, session: Session, rows: Sequence[LogRow]) -> None:
        try:
            session.refresh(rows)
            self._note(session)
        except Exception as fault:
            name = session.info.uuid
            self._known[name] = replace(self._known[name], trouble=_said(fault))
            if not isinstance(fault, Refusal):
                self._sessions.pop(session.info.id)  # what it holds may be half of the truth

    def _note(self, session: Session) -> None:
        last_at = session.rows[-1].at if session.rows else 0.0
        self._known[session.info.uuid] = SittingScore(stand_of(session.match, len(session.rows)), last_at)


def _said(fault: Exception) -> str:
    """Why a sitting cannot be judged, in a sentence; a mistake of ours is written down."""
    return str(fault) if isinstance(fault, Refusal) else told(fault)
