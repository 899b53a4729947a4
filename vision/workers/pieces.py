"""Pieces of work, and how processes of this machine work them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Generic, TypeVar

from rules.core.errors import Refusal

T = TypeVar("T")


@dataclass(frozen=True)
class Piece(Generic[T]):
    """A piece of long work.  name: no other piece of the same work has it; work: a function that can be pickled, with
    what it is told (`functools.partial`), which leans on nothing that another piece did."""

    name: str
    work: Callable[[], T]


def done_in_processes(processes: int, pieces: list[Piece[T]]) -> Iterator[tuple[str, T]]:
    """Name and result of every piece, in the order in which they are done."""
    # spawned, not forked: OpenCV's threads do not survive a fork
    with ProcessPoolExecutor(max(1, min(processes, len(pieces))), get_context("spawn"), one_thread) as pool:
        waiting = {pool.submit(piece.work): piece.name for piece in pieces}
        try:
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        except BrokenProcessPool as lost:
            raise Refusal("A process ended amid its work; what is done is kept, and the same once more goes on "
                          "from there.") from lost
        finally:
            pool.shutdown(cancel_futures=True)


def one_thread() -> None:
    """As many processes as cores: each keeps to one of them."""
    import cv2

    cv2.setNumThreads(1)
