"""How the sittings of an evening stand, followed as rows arrive: by what the database tells once a batch.

    watch = ScoreWatch(address, evening, changed)
    watch.known()[uuid].stand             # Stand(over=False, scores={"Ann": 60, "Bob": 0}, ...)

After each new connection everything is read anew, for nothing is told to whoever was away.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.club.batches import CHANNEL
from companion.club.evening import Evening
from companion.club.evenings import DEEDS, Evenings
from companion.club.ranking import Stand, stand_of
from companion.club.schema import driver
from companion.club.store import ClubStore
from companion.device.packs import deck_rename
from companion.log.session import Session
from companion.sharing.closing import Closing
from rules.core.errors import Refusal

log = logging.getLogger(__name__)
GATHERED_S = 0.05  # news that come together are taken in together
LISTENS_S = 1.0
AGAIN_S = 0.5  # before a lost connection is tried again


@dataclass(frozen=True)
class SittingScore:
    """stand: by the rules; last_at: when the last row was made, by the tablet's clock; 0 without rows.
    trouble: why it cannot be replayed, if so."""

    stand: Stand
    last_at: float
    trouble: str = ""


class ScoreWatch(Closing):
    """A thread that replays what arrives.  changed: is told the evening, or nothing where only scores are new."""

    def __init__(self, address: str, evening: int, changed: Callable[[Evening | None], None]) -> None:
        self._address, self._evening, self._changed = address, evening, changed
        self._known: dict[str, SittingScore] = {}
        self._sessions: dict[int, Session] = {}
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True, name="club-scores")
        self._thread.start()

    def known(self) -> dict[str, SittingScore]:
        """How each sitting stands, by UUID."""
        return dict(self._known)

    def events(self, name: str) -> list[tuple[int, str]]:
        """The events of a sitting that count: the number of the row, and what it says."""
        found = next((session for session in list(self._sessions.values()) if session.info.uuid == name), None)
        return [(entry.row.seq, str(entry.action)) for entry in list(found.entries)] if found is not None else []

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
        self._read(store, evenings.evening(self._evening), None)
        while not self._ends.is_set():
            told = [*db.notifies(timeout=LISTENS_S, stop_after=1)]
            if not told:
                continue
            told += db.notifies(timeout=GATHERED_S)
            numbers = {int(n) for note in told if note.channel == CHANNEL for n in note.payload.split(",")}
            done = any(note.channel == DEEDS for note in told)
            self._read(store, evenings.evening(self._evening) if done else None, numbers)

    def _read(self, store: ClubStore, evening: Evening | None, numbers: set[int] | None) -> None:
        """Take in new rows: of these sittings, or of all that are not known yet and the evening names."""
        new = evening.sittings if evening is not None else {}
        known = {session.info.uuid: number for number, session in self._sessions.items()}
        for name in new:
            if name not in known:
                with suppress(Refusal):
                    self._open(store, name)
        for number in numbers if numbers is not None else ():
            if number in self._sessions:
                self._take_in(self._sessions[number])
        self._changed(evening)

    def _open(self, store: ClubStore, name: str) -> None:
        session = store.session(name)
        session = session.with_deck(deck_rename(session.info.deck))
        self._sessions[session.info.id] = session
        self._note(session)

    def _take_in(self, session: Session) -> None:
        try:
            session.refresh()
        except Refusal as refusal:
            log.warning("sitting %s: %s", session.info.uuid, refusal)
            self._note(session, str(refusal))
        else:
            self._note(session)

    def _note(self, session: Session, trouble: str = "") -> None:
        last_at = min(session.rows[-1].at, time.time()) if session.rows else 0.0
        self._known[session.info.uuid] = SittingScore(stand_of(session.match, len(session.rows)), last_at, trouble)
