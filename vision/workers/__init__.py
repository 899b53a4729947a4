"""Long work in pieces: on processes of this machine, or on those of a Dask cluster.

    pieces = [Piece(f"limbo-{seed}", partial(watch, "limbo", seed)) for seed in range(1, 40)]
    for name, result in Workers(processes=2).done(pieces): ...             # as each is done
    for name, result in Workers(cluster="tcp://10.0.0.7:8786").done(pieces): ...

A piece is named by what it is made of, its seed above all, and comes out the same wherever it is worked.  Whoever gives
out the work keeps each result as it comes, and gives out only what is not kept yet: so it goes on after an end.
"""

from vision.workers.executor import Workers, add_workers, workers_of
from vision.workers.pieces import Piece

__all__ = ["Piece", "Workers", "add_workers", "workers_of"]
