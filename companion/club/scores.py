"""How the sittings of an evening stand, followed as rows arrive: by what the database tells once a batch.

    watch = ScoreWatch(address, evening, changed)
    watch.known()[uuid].stand             # Stand(over=False, scores={"Ann": 60, "Bob": 0}, ...)

After each new connection everything is read anew, for nothing is told to whoever was away.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from companion.club.batches import CHANNEL
from companion.club.evening import Evening
from companion.club.evenings import DEEDS, Evenings
from companion.club.ranking import Stand, stand_of
from companion.club.schema import driver
from companion.club.store import ClubStore
from companion.log.replay import ReplayedRows
from companion.log.rows import LogRow
from companion.log.store import SessionInfo
from companion.sharing.closing import Closing
from companion.sitting.mistakes import told
from rules.core.errors import Refusal

log = logging.getLogger(__name__)
GATHERED_S = 0.05  # news that come together are taken in together
LISTENS_S = 1.0
AGAIN_S = 0.5  # before a lost connection is tried again
MOST_TOGETHER = 100  # sittings that are read at once
MOST_FOLLOWED = 300  # sittings that are held while they go on: Python's garbage collector looks through all of them


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
        self._held = OrderedDict[int, ReplayedRows]()  # by number; whichever had a row last is the last
        self._names: dict[int, str] = {}  # by number, of all that were read since the last connection
        self._read_of = 0  # the evening's sittings
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
        self._held.clear()
        self._names.clear()
        self._read_of = 0
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
        """Take in the new rows of these sittings, and those sittings that the evening names and that are not known
        yet: few questions to the database, however many there are."""
        names = [self._names[number] for number in numbers & self._names.keys() - self._held.keys()]
        if evening is not None:
            names += islice(evening.sittings, self._read_of, None)
            self._read_of = len(evening.sittings)
        self._take_all(store, {number: len(self._held[number].rows) for number in numbers & self._held.keys()}, {})
        for begin in range(0, len(names), MOST_TOGETHER):
            infos = {info.id: info for info in store.infos(names[begin:begin + MOST_TOGETHER])}
            self._names |= {number: info.uuid for number, info in infos.items()}
            self._take_all(store, dict.fromkeys(infos, 0), infos)
        self._changed(evening)

    def _take_all(self, store: ClubStore, last: Mapping[int, int], infos: Mapping[int, SessionInfo]) -> None:
        """The rows of several sittings after their last ones that are known."""
        for number, rows in (store.new_rows(last) if last else {}).items():
            self._take_in(store, number, infos.get(number), rows)
        while len(self._held) > MOST_FOLLOWED:
            self._held.popitem(last=False)

    def _take_in(self, store: ClubStore, number: int, info: SessionInfo | None, rows: Sequence[LogRow]) -> None:
        """The new rows of a sitting that is held, or, where it is told what it was opened with, all of one that is not.
        It is held while it goes on, and read whole where something comes after its end."""
        name, held = self._names[number], self._held.pop(number, None)
        try:
            if info is not None:
                held = store.judged(info, rows)
            elif held is not None:
                held.take_in(rows)
        except Exception as fault:  # one sitting that cannot be judged leaves all others their scores
            self._known[name] = replace(self._known.get(name, NOTHING), trouble=_said(fault))
            return
        if held is not None:
            stand = stand_of(held.match, len(held.rows))
            self._known[name] = SittingScore(stand, held.rows[-1].at if held.rows else 0.0)
            if not stand.over:
                self._held[number] = held


def _said(fault: Exception) -> str:
    """Why a sitting cannot be judged, in a sentence; a mistake of ours is written down."""
    return str(fault) if isinstance(fault, Refusal) else told(fault)
