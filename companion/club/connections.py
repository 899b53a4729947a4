"""A connection to the club's database that is made anew when it broke, and a thread that does together what waits.

    kept = KeptConnection(lambda: ClubStore(address))
    kept.use(lambda store: store.last(uuid))           # RequestError while the database does not answer
    with Gatherer(lambda batches: kept.use(lambda store: store.receive_all(batches)), "rows") as receiver:
        receiver.submit(RowBatch(uuid, rows)).result()    # the last row that is kept; by whichever thread
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Generic, TypeVar

from companion.club.batches import MOST_BATCHES
from companion.club.schema import driver
from companion.sharing.closing import Closing
from companion.words.refusals import RequestError
from rules.core.errors import Refusal

NO_DATABASE = "The club's database does not answer."
ENDS_S = 5.0
APART_S = 0.05  # of a Gatherer's work: what comes sooner than that after it was begun is done together
UNKEPT = "This cannot be kept."
C = TypeVar("C", bound=Closing)
A = TypeVar("A")
S = TypeVar("S")
T = TypeVar("T")


class NoDatabaseError(RequestError):
    """Nothing is wrong with what was asked: the same may succeed a little later."""


class KeptConnection(Closing, Generic[C]):
    """Something with a connection, for one thread at a time."""

    def __init__(self, make: Callable[[], C]) -> None:
        self._make, self._made = make, None
        self._lock = threading.Lock()

    def use(self, do: Callable[[C], T]) -> T:
        """What `do` returns; NoDatabaseError while the database does not answer.  Then it is not said whether anything
        was kept."""
        faults = driver().OperationalError, driver().InterfaceError
        with self._lock:
            try:
                if self._made is None:
                    self._made = self._make()
                return do(self._made)
            except faults as fault:
                self._forget()
                raise NoDatabaseError(NO_DATABASE) from fault

    def close(self) -> None:
        """Let the connection go."""
        with self._lock:
            self._forget()

    _made: C | None

    def _forget(self) -> None:
        made, self._made = self._made, None
        if made is not None:
            with suppress(driver().Error):
                made.close()


class Gatherer(Closing, Generic[A, S]):
    """Does what is asked in a thread of its own, all that is waiting at once, so that many tables cost few commits:
    the first at once, what follows close together.
    do: of each that is asked what is said, a Refusal where it is refused."""

    def __init__(self, do: Callable[[Sequence[A]], Sequence[S | Refusal]], name: str) -> None:
        self._do = do
        self._waiting: queue.SimpleQueue[tuple[A, Future[S]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True, name=name)
        self._thread.start()

    def submit(self, asked: A) -> Future[S]:
        """Do it; the result is what is said then, or a Refusal."""
        answer: Future[S] = Future()
        self._waiting.put((asked, answer))
        return answer

    def close(self) -> None:
        """Do what is waiting, and end."""
        self._waiting.put(None)
        self._thread.join(ENDS_S)

    def _work(self) -> None:
        begun = -APART_S
        while (first := self._waiting.get()) is not None:
            time.sleep(max(0.0, begun + APART_S - time.monotonic()))
            begun = time.monotonic()
            work = [first, *self._others()]
            self._answer([found for found in work if found is not None])
            if None in work:
                return

    def _others(self) -> Iterator[tuple[A, Future[S]] | None]:
        """What waits besides; ends at None, which asks to end."""
        with suppress(queue.Empty):
            for _ in range(MOST_BATCHES - 1):
                yield (found := self._waiting.get_nowait())
                if found is None:
                    return

    def _answer(self, work: Sequence[tuple[A, Future[S]]]) -> None:
        answers: Sequence[S | Refusal]
        try:
            answers = self._do([asked for asked, _ in work])
        except Refusal as refusal:
            answers = [refusal] * len(work)
        except driver().Error:
            if len(work) > 1:  # one of them cannot be kept: the others shall not suffer
                for one in work:
                    self._answer([one])
                return
            answers = [RequestError(UNKEPT)]
        for (_, answer), said in zip(work, answers, strict=True):
            if isinstance(said, Refusal):
                answer.set_exception(said)
            else:
                answer.set_result(said)
