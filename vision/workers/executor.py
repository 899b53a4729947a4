"""Who works the pieces: this process, several of them, or a cluster; see the room's door."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from vision.workers.cluster import done_on_cluster
from vision.workers.pieces import Piece, done_in_processes

T = TypeVar("T")


@dataclass(frozen=True)
class Workers:
    """Who works: so many processes here (one: this very one), or a cluster, by its scheduler's address."""

    processes: int = 2
    cluster: str | None = None

    def done(self, pieces: Iterable[Piece[T]]) -> Iterator[tuple[str, T]]:
        """Name and result of every piece, in the order in which they are done.  Raises what a piece raises, and
        Refusal where a worker was lost for good or the cluster cannot be had."""
        if self.cluster is not None:
            return done_on_cluster(self.cluster, list(pieces))
        if self.processes == 1:
            return ((piece.name, piece.work()) for piece in pieces)
        return done_in_processes(self.processes, list(pieces))


def add_workers(parser: argparse.ArgumentParser) -> None:
    """The options that say who works; see `workers_of`."""
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes on this machine (default 2)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler's address: its workers do it instead")


def workers_of(args: argparse.Namespace) -> Workers:
    """Who works, as the command line says."""
    return Workers(max(1, args.jobs), args.cluster)
