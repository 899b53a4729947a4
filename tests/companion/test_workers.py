"""Long work in pieces: the same whoever works it, also where a worker is killed, and never twice."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from functools import partial
from operator import mul
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from companion.tools.bench.running import main as bench
from rules.core.errors import Refusal
from vision.workers import Piece, Workers

PIECES = [Piece(f"seven-{seed}", partial(mul, 7, seed)) for seed in range(1, 6)]
SEVENS = [(f"seven-{seed}", 7 * seed) for seed in range(1, 6)]


def begun(folder: Path, name: str) -> str:
    """Says on which process it is, and takes a while until the test lets it end."""
    (folder / f"{name}-{os.getpid()}").touch()
    while not (folder / "end").exists():
        time.sleep(0.02)
    return name


def refused() -> None:
    raise Refusal("There is no such pack.")


def ended() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Two workers, processes of their own."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as workers:
        yield str(workers.scheduler_address)


@pytest.fixture(params=["alone", "processes", "cluster"])
def workers(request: pytest.FixtureRequest) -> Workers:
    if request.param == "cluster":
        return Workers(cluster=request.getfixturevalue("cluster"))
    return Workers(1 if request.param == "alone" else 2)


def test_every_piece_is_done_once(workers: Workers) -> None:
    assert sorted(workers.done(PIECES)) == SEVENS


def test_what_a_piece_refuses_is_refused(workers: Workers) -> None:
    with pytest.raises(Refusal, match="There is no such pack"):
        list(workers.done([Piece("refused", refused), *PIECES]))


def test_no_pieces_are_done_at_once(workers: Workers) -> None:
    assert list(workers.done([])) == []


def test_a_process_that_is_killed_is_told_in_a_sentence() -> None:
    with pytest.raises(Refusal, match="A process ended amid its work"):
        list(Workers(2).done([Piece("ended", ended)]))


def test_a_piece_that_kills_every_worker_is_told_in_a_sentence(cluster: str) -> None:
    with pytest.raises(Refusal, match=r"ended-\w+ ended one worker after another"):
        list(Workers(cluster=cluster).done([Piece("ended", ended)]))


def test_a_scheduler_that_is_not_there_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.workers.cluster.FOUND_S", 0.5)
    with pytest.raises(Refusal, match="No Dask scheduler answers at tcp:"):
        list(Workers(cluster="tcp://127.0.0.1:9").done(PIECES))


def test_a_worker_of_several_threads_is_refused() -> None:
    with LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=":0") as threads, \
            pytest.raises(Refusal, match="--nthreads 1"):
        list(Workers(cluster=threads.scheduler_address).done(PIECES))


def kill_one(folder: Path, pieces: int) -> int:
    """Kill one of the processes that have begun, once there are two; which."""
    while len(found := sorted(file.name for file in folder.glob("piece-*"))) < pieces:
        time.sleep(0.02)
    killed = int(found[0].rpartition("-")[2])
    os.kill(killed, signal.SIGKILL)
    return killed


def test_what_a_killed_worker_was_at_is_done_by_another(cluster: str, tmp_path: Path) -> None:
    pieces = [Piece(f"piece-{seed}", partial(begun, tmp_path, f"piece-{seed}")) for seed in range(4)]
    with Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(2)
    done = Workers(cluster=cluster).done(pieces)
    killed: list[int] = []
    killer = threading.Thread(target=lambda: (killed.append(kill_one(tmp_path, 2)), (tmp_path / "end").touch()),
                              daemon=True)
    killer.start()
    assert sorted(done) == [(piece.name, piece.name) for piece in pieces]
    killer.join()
    began = [file.name for file in tmp_path.glob("piece-*")]
    assert len(began) == 5  # the one that was killed began twice
    assert sum(name.endswith(f"-{killed[0]}") for name in began) == 1


def bench_table(folder: Path, *words: str) -> bytes:
    file = folder / "bench.json"
    assert bench(["--games", "limbo", "--most", "3", "--save", str(file), *words]) == 0
    return file.with_suffix(".md").read_bytes()


FILMS = ("--deals", "2", "--fps", "5", "--size", "640x360", "--level", "1")


def test_the_bench_says_the_same_whoever_ran_it(cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.tools.bench.running.still_fps", lambda film: 0.0)  # is in no table
    tables = set()
    for name, who in (("alone", ("--jobs", "1")), ("processes", ("--jobs", "2")), ("cluster", ("--cluster", cluster))):
        (tmp_path / name).mkdir()
        tables.add(bench_table(tmp_path / name, *FILMS, *who))
    assert len(tables) == 1


def test_a_bench_that_was_interrupted_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = ("--witness", "--jobs", "1")
    whole = bench_table(tmp_path, *told, "--deals", "4")
    (tmp_path / "bench.json").unlink()
    bench_table(tmp_path, *told, "--deals", "2")
    capsys.readouterr()
    assert bench_table(tmp_path, *told, "--deals", "4", "--resume") == whole
    assert [line.split(":")[0] for line in capsys.readouterr().err.splitlines()] == ["limbo-3", "limbo-4"]
