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
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any

from companion.club import director
from companion.club.batches import RowBatch
from companion.club.connections import Gatherer, KeptConnection
from companion.club.evening import DeedContent, DirectorRuling, Evening
from companion.club.evenings import Evenings
from companion.club.ranking import Stand, entrant_points
from companion.club.room_state import OFFLINE_S, EveningView, Heard
from companion.club.scores import ScoreWatch
from companion.club.store import ClubStore
from companion.log.rows import LogRow
from companion.log.store import SessionInfo
from companion.sharing.closing import Closing
from companion.words.refusals import RequestError
from rules.core.errors import Refusal

log = logging.getLogger(__name__)
MOST_SHOWN = 20  # refusals
AGAIN_S = 300.0  # the same refusal is not written down sooner
DELAY_S = 2.0  # that a message may take: clocks that differ by less are taken for equal


class Hall(Closing):
    """One evening.  address: of somebody who may add and read."""

    def __init__(self, address: str, number: int) -> None:
        self.number = number
        self.heard: dict[int, Heard] = {}
        self._evenings = KeptConnection(lambda: Evenings(address))
        self._store, self._rows = (KeptConnection(lambda: ClubStore(address)) for _ in range(2))
        self._receiver = Gatherer(self._receive, "club-receiver")
        self._opener = Gatherer(self._open, "club-opener")
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
        return self.view().stands

    def view(self) -> EveningView:
        """Everything that is shown of it now."""
        return EveningView(self._evening, self.scores.known(), dict(self.heard), tuple(self._refusals))

    def listen(self, changed: Callable[[], None]) -> None:
        """Call this after every change, from any thread."""
        self._listeners.append(changed)

    # -- what tablets do --------------------------------------------------------------------------

    def opened(self, table: int, info: SessionInfo) -> Future[int]:
        """A tablet begins or goes on with a sitting; the last row that is kept of it."""
        director.opening(self.evening, table, info)  # refuses before anything is kept
        return self._opener.submit((table, info))

    def receive(self, table: int, uuid: str, rows: Iterable[LogRow]) -> Future[int]:
        """Keep rows of a table's own sitting."""
        director.at_own_table(self.evening, table, uuid)
        return self._receiver.submit(RowBatch(uuid, tuple(rows)))

    def kept(self, table: int, uuid: str, after: int, most: int) -> tuple[SessionInfo, list[LogRow]]:
        """What is kept of a table's own sitting, for a tablet that takes it up."""
        director.at_own_table(self.evening, table, uuid)
        return self._store.use(lambda store: (store.info(uuid), store.rows(store.number(uuid), after, most)))

    def events(self, uuid: str) -> list[tuple[int, str]]:
        """The events of a sitting that count: the number of the row, and what it says.  Refusal where it cannot be
        judged."""
        session = self._store.use(lambda store: store.session(uuid))
        return [(entry.row.seq, str(entry.action)) for entry in session.entries]

    def hear(self, table: int, questions: int, clock: float | None = None) -> None:
        """A table's tablet said something.  clock: what time it has."""
        before, now = self.heard.get(table), time.time()
        off_s = 0.0 if clock is None or abs(now - clock) < DELAY_S else now - clock
        self.heard[table] = Heard(now, questions, off_s)
        if before is None or before.questions != questions or self.heard[table].at - before.at > OFFLINE_S:
            self._tell()

    def refused(self, table: int | None, sentence: str) -> None:
        """Write down what was refused; the same at the same table once in a while, however often it is asked for."""
        now = time.time()
        if any(now - at < AGAIN_S and (place, said) == (table, sentence) for at, place, said in self._refusals):
            return
        log.warning("refused at table %s: %s", table or "?", sentence)
        self._refusals = [(now, table, sentence), *self._refusals[:MOST_SHOWN - 1]]
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

    def next_round(self, number: int = 0) -> Evening:
        """Pair everybody who is here, by how it stands now, all rounds counted.  number: of the wanted round; 0:
        whichever comes."""
        return self.do("round", lambda evening: director.next_round(
            evening, entrant_points(replace(evening, is_over=True), self.stands), number or len(evening.rounds) + 1))

    def rule(self, asked: DirectorRuling) -> Evening:
        """Correct an event of a sitting; its tablet writes the row."""
        people = frozenset(self._store.use(lambda store: store.info(asked.uuid)).table.players)
        return self.do("ruling", lambda evening: director.ruling(evening, asked, people))

    def refusals(self) -> list[tuple[float, int | None, str]]:
        """The last ones that were written down: when, which table, what."""
        return self._evenings.use(lambda evenings: evenings.refusals(self.number))

    def close(self) -> None:
        """Keep what is waiting, and end."""
        self.scores.close()
        for part in (self._receiver, self._opener, self._evenings, self._store, self._rows):
            part.close()

    def _receive(self, batches: Sequence[RowBatch]) -> list[int | RequestError]:
        return self._rows.use(lambda store: store.receive_all(batches))

    def _open(self, asked: Sequence[tuple[int, SessionInfo]]) -> list[int | Refusal]:
        """Several sittings at once: kept first, then a part of the evening."""
        answers = self._store.use(lambda store: store.open_all([info for _, info in asked]))
        deeds = [partial(_opening, table, info, answer) for (table, info), answer in zip(asked, answers, strict=True)]
        evening, refusals = self._evenings.use(lambda evenings: evenings.do_all(self.number, "sitting", deeds))
        self._changed(evening)
        return [refusal or answer for refusal, answer in zip(refusals, answers, strict=True)]

    def _changed(self, evening: Evening | None = None) -> None:
        with self._lock:
            if evening is not None and evening.deeds > self._evening.deeds:
                self._evening = evening
        self._tell()

    def _tell(self) -> None:
        for listener in list(self._listeners):
            listener()


def _opening(table: int, info: SessionInfo, kept: int | Refusal, evening: Evening) -> DeedContent | None:
    if isinstance(kept, Refusal):
        raise kept
    return director.opening(evening, table, info)
