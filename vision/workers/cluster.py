"""Pieces of work on a Dask cluster, whose workers come and go; the extra `cluster`.

    dask scheduler                                                   # on one machine
    dask worker tcp://10.0.0.7:8786 --nworkers 2 --nthreads 1        # on each, in a folder with the same files

A worker that dies costs what it was at: that is given to another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar
from uuid import uuid4

from rules.core.errors import Refusal
from vision.workers.pieces import Piece, one_thread

FOUND_S = 30.0  # a scheduler, and its first worker
T = TypeVar("T")


def done_on_cluster(address: str, pieces: list[Piece[T]]) -> Iterator[tuple[str, T]]:
    """Name and result of every piece, in the order in which they are done; see `Workers.done`."""
    with _client(address) as (distributed, client):
        run = uuid4().hex[:8]  # another run's pieces may bear the same names
        waiting = {client.submit(_alone, piece.work, key=f"{piece.name}-{run}", pure=False): piece.name
                   for piece in pieces}
        try:
            for future in distributed.as_completed(list(waiting), loop=client.loop):
                yield waiting.pop(future), future.result()
        except distributed.KilledWorker as lost:
            raise Refusal("{piece} ended one worker after another; what is done is kept.", piece=lost.task) from lost
        finally:
            client.cancel(list(waiting))


def _alone(work: Callable[[], T]) -> T:
    """A piece, on a worker that may have come only now."""
    one_thread()
    return work()


@contextmanager
def _client(address: str) -> Iterator[tuple[Any, Any]]:
    """Dask's module, and a client of a cluster that can work."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError as missing:
        raise Refusal("A cluster needs Dask: pip install 'table-companion[cluster]'.") from missing
    try:
        client = distributed.Client(address, timeout=FOUND_S, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise Refusal("No Dask scheduler answers at {address}.", address=address) from fault
    with client:
        _require_workers(client, address)
        yield distributed, client


def _require_workers(client: Any, address: str) -> None:
    """One at least, and none with threads: OpenCV and the networks make use of a core by themselves."""
    try:
        client.wait_for_workers(1, timeout=FOUND_S)
    except TimeoutError as fault:
        raise Refusal("The Dask scheduler at {address} has no worker.", address=address) from fault
    if any(threads != 1 for threads in client.nthreads().values()):
        raise Refusal("A worker of the cluster works at several pieces at once; start each with --nthreads 1.")
