"""An evening that is under way: what tablets send is kept, what is done is written down, who listens is told.

    with Hall(address, number) as hall:
        hall.do("entrant", partial(entering, players=["Ann"]))
        hall.receive(table, uuid, rows).result()
        hall.evening, hall.stands            # as they are known here, from whichever server they came

Any thread may call.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from companion.club import director
from companion.club.batches import RowBatch
from companion.club.connections import KeptConnection, Receiver
from companion.club.evening import DirectorRuling, Evening
from companion.club.evenings import Evenings
from companion.club.ranking import Stand, entrant_points
from companion.club.room_state import OFFLINE_S, EveningView, Heard
from companion.club.scores import ScoreWatch
from companion.club.store import ClubStore
from companion.log.rows import LogRow
from companion.log.store import SessionInfo
from companion.sharing.closing import Closing
from companion.words.refusals import RequestError

log = logging.getLogger(__name__)
MOST_SHOWN = 20  # refusals


class Hall(Closing):
    """One evening.  address: of somebody who may add and read."""

    def __init__(self, address: str, number: int) -> None:
        self.number = number
        self.heard: dict[int, Heard] = {}
        self._evenings = KeptConnection(lambda: Evenings(address))
        self._store = KeptConnection(lambda: ClubStore(address))
        self._receiver = Receiver(address)
        self._refusals: list[tuple[float, int | None, str]] = []  # the newest first
        self._listeners: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._evening = self._evenings.use(lambda evenings: evenings.evening(number))
        self.scores = ScoreWatch(address, number, self._changed)

    @property
    def evening(self) -> Evening:
        """As it stands."""
        return self._evening

    @property
    def stands(self) -> Mapping[str, Stand]:
        """How the sittings stand, by UUID."""
        return {name: score.stand for name, score in self.scores.known().items()}

    def view(self) -> EveningView:
        """Everything that is shown of it now."""
        return EveningView(self._evening, self.scores.known(), dict(self.heard), tuple(self._refusals))

    def listen(self, changed: Callable[[], None]) -> None:
        """Call this after every change, from any thread."""
        self._listeners.append(changed)

    # -- what tablets do --------------------------------------------------------------------------

    def opened(self, table: int, info: SessionInfo) -> int:
        """A tablet begins or goes on with a sitting; the last row that is kept of it."""
        director.opening(self.evening, table, info)  # refuses before anything is kept
        last = self._store.use(lambda store: _opened(store, info))
        self.do("sitting", lambda evening: director.opening(evening, table, info))
        return last

    def receive(self, table: int, uuid: str, rows: Iterable[LogRow]) -> Future[int]:
        """Keep rows of a table's own sitting."""
        director.at_own_table(self.evening, table, uuid)
        return self._receiver.submit(RowBatch(uuid, tuple(rows)))

    def kept(self, table: int, uuid: str, after: int, most: int) -> tuple[SessionInfo, list[LogRow]]:
        """What is kept of a table's own sitting, for a tablet that takes it up."""
        director.at_own_table(self.evening, table, uuid)
        return self._store.use(lambda store: (store.info(uuid), store.rows(store.number(uuid), after, most)))

    def hear(self, table: int, questions: int) -> None:
        """A table's tablet said something."""
        before = self.heard.get(table)
        self.heard[table] = Heard(time.time(), questions)
        if before is None or before.questions != questions or self.heard[table].at - before.at > OFFLINE_S:
            self._tell()

    def refused(self, table: int | None, sentence: str) -> None:
        """Write down what was refused."""
        log.warning("refused at table %s: %s", table or "?", sentence)
        self._refusals = [(time.time(), table, sentence), *self._refusals[:MOST_SHOWN - 1]]
        self._tell()
        try:
            self._evenings.use(lambda evenings: evenings.refused(self.number, table, sentence))
        except RequestError as fault:
            log.warning("not written down: %s", fault)

    # -- what the director does -------------------------------------------------------------------

    def do(self, kind: str, content: Callable[[Evening], Mapping[str, Any] | None]) -> Evening:
        """Add a deed; RequestError for what is refused."""
        evening = self._evenings.use(lambda evenings: evenings.do(self.number, kind, content))
        self._changed(evening)
        return evening

    def next_round(self) -> Evening:
        """Pair everybody who is here, by how it stands now."""
        return self.do("round", lambda evening: director.next_round(evening, self.points(evening)))

    def rule(self, asked: DirectorRuling) -> Evening:
        """Correct an event of a sitting; its tablet writes the row."""
        people = frozenset(self._store.use(lambda store: store.info(asked.uuid)).table.players)
        return self.do("ruling", lambda evening: director.ruling(evening, asked, people))

    def points(self, evening: Evening) -> dict[int, float]:
        """Of each entrant, all rounds until now counted."""
        return entrant_points(replace(evening, is_over=True), self.stands)

    def refusals(self) -> list[tuple[float, int | None, str]]:
        """The last ones that were written down: when, which table, what."""
        return self._evenings.use(lambda evenings: evenings.refusals(self.number))

    def close(self) -> None:
        """Keep what is waiting, and end."""
        self.scores.close()
        self._receiver.close()
        self._evenings.close()
        self._store.close()

    def _changed(self, evening: Evening | None = None) -> None:
        with self._lock:
            if evening is not None and evening.deeds >= self._evening.deeds:
                self._evening = evening
        self._tell()

    def _tell(self) -> None:
        for listener in list(self._listeners):
            listener()


def _opened(store: ClubStore, info: SessionInfo) -> int:
    store.open(info)
    return store.last(info.uuid)
