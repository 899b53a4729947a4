"""The attacks: each gives how often it was tried, and a sentence for each failure."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import date
from pathlib import Path

from calibration.files import FileError, write_whole
from companion.device.backup import daily_copy
from companion.log.errors import LogError
from companion.log.rescue import open_or_rescue
from companion.log.rows import LogRow
from companion.log.session import SessionStore
from rules import Table, parse_action
from tests.nightly import lossy
from tests.nightly.club import killed_databases, killed_servers
from tests.nightly.fuzz import fuzzed_files
from tests.nightly.locked import WAYS, FullDisk, HeldFile, Trouble, follow_in_trouble
from tests.nightly.pictures import strange_pictures
from tests.nightly.strangers import strangers
from tests.nightly.watched import watched_and_killed, watched_on_full_disk
from vision.frames import SourceError
from vision.reading.network import CHECKSUMS, Network, session
from vision.reading.reader import MODELS

Attack = Callable[[random.Random, int, Path], Iterator[str | None]]  # a None for each try that went well
TABLE = Table(("Ann", "Bob"), "Bob")
START = "table start 6D = 95"

APPENDING = """
import sys, pathlib
from companion.log.session import SessionStore
from rules import Table, parse_action

folder = pathlib.Path(sys.argv[1])
session = SessionStore(folder / "sessions.sqlite").create("limbo", Table(("Ann", "Bob"), "Bob"))
said = open(folder / "said", "wb", buffering=0)
for number in range(1, int(sys.argv[2]) + 1):
    session.append(parse_action("table start 6D = 95"), picture=bytes(range(256)) * (number % 9))
    said.write(b"%d\\n" % number)
"""

WRITING = """
import sys, pathlib
from calibration.files import write_whole

folder = pathlib.Path(sys.argv[1])
said = open(folder / "said", "wb", buffering=0)
for number in range(1, int(sys.argv[2]) + 1):
    write_whole(folder / "file.toml", f"number = {number}\\n" + f"line = {number}\\n" * (number * 37 % 2000) + "end\\n")
    said.write(b"%d\\n" % number)
"""


def said(folder: Path) -> int:
    """The last number that a process said it had kept."""
    found = (folder / "said").read_bytes().split() if (folder / "said").exists() else []
    return int(found[-1]) if found else 0


def lacks(folder: Path, promised: int) -> str | None:
    """What is wrong with a log that was cut off after so many rows."""
    store, happened = open_or_rescue(folder / "sessions.sqlite")
    try:
        if happened is not None:
            return f"the file was damaged: {happened.key}"
        if promised == 0:
            return None
        rows = store.rows(1)
        if len(rows) < promised:
            return f"{promised - len(rows)} rows of {promised} are lost"
        if store.first_altered(1) is not None:
            return "a row is not as it was written"
        store.open(1).append(parse_action(START))
        return None
    finally:
        store.close()


def torn(folder: Path, promised: int) -> str | None:
    """What is wrong with a file that was cut off after so many writings."""
    file = folder / "file.toml"
    if not file.exists():
        return None if promised == 0 else "the file is gone"
    text = file.read_text(encoding="utf-8", errors="replace")
    number = int(text.partition("\n")[0].rpartition(" ")[2] or -1) if text.startswith("number = ") else -1
    whole = f"number = {number}\n" + f"line = {number}\n" * (number * 37 % 2000) + "end\n"
    if text != whole:
        return "the file is torn"
    return None if number >= promised else f"the file is the one before {promised}"


# -- kills and power cuts --------------------------------------------------------------------------

def _killed(script: str, wrong: Callable[[Path, int], str | None], rng: random.Random, tries: int, work: Path
            ) -> Iterator[str | None]:
    for number in range(tries):
        folder = work / str(number)
        folder.mkdir()
        process = subprocess.Popen([sys.executable, "-c", script, str(folder), "100000"], start_new_session=True)
        begun = time.monotonic()
        while said(folder) == 0 and time.monotonic() < begun + 60:
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 0.3))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        yield wrong(folder, said(folder))
        shutil.rmtree(folder)


def kill_log(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """A process that appends rows is killed."""
    yield from _killed(APPENDING, lacks, rng, tries, work)


def kill_file(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """A process that writes a settings file is killed."""
    yield from _killed(WRITING, torn, rng, tries, work)


def _cut(script: str, count: int, wrong: Callable[[Path, int], str | None], rng: random.Random, tries: int, work: Path
         ) -> Iterator[str | None]:
    folder, found = work / "live", work / "found"
    folder.mkdir()
    notes = lossy.noted(script, folder, [str(count)], work)
    promises = [at for at, note in enumerate(notes) if note.op == "w" and note.path.endswith("/said")]
    for _ in range(tries):
        moment = rng.randint(0, len(notes))
        disk = lossy.Disk(folder)
        for note in notes[:moment]:
            disk.do(note)
        shutil.rmtree(found, ignore_errors=True)
        found.mkdir()
        disk.after_power_cut(rng, found)
        yield wrong(found, sum(at < moment for at in promises))


def power_log(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """The power goes while rows are appended; what was not synchronised is lost, or half there."""
    yield from _cut(APPENDING, 60, lacks, rng, tries, work)


def power_file(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """The power goes while a settings file is written."""
    yield from _cut(WRITING, 40, torn, rng, tries, work)


def kill_watch(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """`companion watch` is killed; what it had printed is in its store and in its record, which is taken up again."""
    for number in range(tries):
        folder = work / str(number)
        folder.mkdir()
        yield watched_and_killed(rng, folder)
        shutil.rmtree(folder)


def full_watch(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """The disk of the record of `companion watch` fills for a while; the table is followed on."""
    with small_disk(work, 4) as disk:
        for number in range(tries):
            folder = work / str(number)
            folder.mkdir()
            yield watched_on_full_disk(rng, folder, disk)


# -- disks -----------------------------------------------------------------------------------------

@contextmanager
def small_disk(work: Path, megabytes: int) -> Iterator[Path]:
    """A disk of so many MB; raises OSError where none can be made (it takes the rights to mount)."""
    folder = work / "disk"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder], check=False,
                          capture_output=True)
    if made.returncode:
        raise OSError("No small disk can be mounted here.")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def full_disk(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """The disk fills while rows are appended and files are written, and is emptied again."""
    with small_disk(work, 4) as disk:
        for number in range(tries):
            folder = disk / str(number)
            folder.mkdir()
            yield _on_full_disk(rng, folder)
            shutil.rmtree(folder)


def _on_full_disk(rng: random.Random, folder: Path) -> str | None:
    store = SessionStore(folder / "sessions.sqlite")
    session = store.create("limbo", TABLE)
    write_whole(folder / "file.toml", "old")
    filler = folder / "filler"
    refused = 0
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(rng.choice((4096, 65536))))
    for _ in range(400):
        before = len(session.rows)
        try:
            session.append(parse_action(START), picture=rng.randbytes(3000))
        except LogError as error:
            refused += 1
            if error.key != "log-full" or len(session.rows) != before:
                return f"refused with {error.key}, rows {before} and {len(session.rows)}"
            break
    try:
        write_whole(folder / "file.toml", "new" * 200_000)
        return "a full disk took a large file"
    except FileError:
        if (folder / "file.toml").read_text() != "old":
            return "the old file is gone"
    filler.unlink()
    session.append(parse_action(START))
    kept = [row.seq for row in store.rows(1)]
    store.close()
    if not refused:
        return "the disk never was full"
    return None if kept == [row.seq for row in session.rows] else "rows are lost"


def locked_log(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """Cards are laid under the camera while another program holds the log's file; followed in both ways."""
    yield from _followed(rng, tries, work, HeldFile)


def full_log(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """Cards are laid under the camera while the log's disk is full; followed in both ways."""
    with small_disk(work, 4) as disk:
        yield from _followed(rng, tries, disk, FullDisk)


def _followed(rng: random.Random, tries: int, work: Path, trouble: Callable[[Path], Trouble]) -> Iterator[str | None]:
    for number in range(tries):
        folder = work / str(number)
        folder.mkdir()
        yield follow_in_trouble(rng, folder, trouble, WAYS[number % len(WAYS)])
        shutil.rmtree(folder)


# -- damage ----------------------------------------------------------------------------------------

def flipped_log(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """Bytes of the log's file are flipped, a page is emptied, or its end is cut off."""
    whole = work / "whole"
    whole.mkdir()
    with closing(SessionStore(whole / "sessions.sqlite")) as store:
        for _ in range(12):
            session = store.create("limbo", TABLE)
            for number in range(20):
                session.append(parse_action(START), picture=rng.randbytes(50 * number))
        lines = [store.rows(sitting) for sitting in range(1, 13)]
    daily_copy(whole / "sessions.sqlite", date(2026, 1, 2))
    for number in range(tries):
        folder = work / f"try-{number}"
        shutil.copytree(whole, folder)
        _spoil(folder / "sessions.sqlite", rng)
        try:
            yield _is_rescued(folder, lines)
        except Exception as mistake:
            yield f"{type(mistake).__name__}: {mistake}"
        shutil.rmtree(folder)


def _spoil(file: Path, rng: random.Random) -> None:
    data = bytearray(file.read_bytes())
    how = rng.choice(("bytes", "bytes", "page", "cut", "head"))
    if how == "bytes":
        for _ in range(rng.choice((1, 3, 30))):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif how == "page":
        at = rng.randrange(0, len(data), 4096)
        data[at:at + 4096] = bytes(4096)
    elif how == "cut":
        del data[rng.randrange(len(data)):]
    else:
        data[:rng.randrange(1, 200)] = rng.randbytes(100)
    file.write_bytes(data)


def _is_rescued(folder: Path, lines: list[list[LogRow]]) -> str | None:
    """Whether the app starts, and each row is there as it was or said to be otherwise."""
    store, happened = open_or_rescue(folder / "sessions.sqlite")
    try:
        if happened is not None and happened.key == "log-memory" and store.path == ":memory:":
            return f"nothing is kept: {happened.arguments['why'].key}"
        for sitting, written in enumerate(lines, 1):
            try:
                found = store.rows(sitting)
                if found != written and store.first_altered(sitting) is None and happened is None:
                    return f"sitting {sitting} is another one, and nobody says so"
                if happened is not None and len(found) < len(written):
                    return f"{len(written) - len(found)} rows of a sitting are lost although there is a copy"
            except LogError:
                continue  # it says so
        store.create("limbo", TABLE).append(parse_action(START))
        return None
    finally:
        store.close()


def flipped_networks(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """A byte of a network's file is flipped."""
    files = sorted(MODELS.glob("*.onnx"))
    shutil.copy(MODELS / CHECKSUMS, work)
    for _ in range(tries):
        file = rng.choice(files)
        data = bytearray(file.read_bytes())
        role = session(bytes(data)).get_modelmeta().custom_metadata_map["role"]
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        spoilt = work / file.name
        spoilt.write_bytes(data)
        try:
            Network(spoilt, role)
            yield f"{file.name} was taken"
        except SourceError:
            yield None


# -- two windows -----------------------------------------------------------------------------------

def _window(path: str, seconds: float, seed: int, results: multiprocessing.Queue[list[int]]) -> None:
    rng, mine = random.Random(seed), []
    store = SessionStore(path)
    session = store.open(1)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        marker = seed * 100_000 + len(mine)
        try:
            session.append(parse_action(START), at=float(marker))
            mine.append(marker)
        except LogError as error:
            if error.key == "log-held" and rng.random() < 0.05:
                with suppress(LogError):
                    session.hold()
        time.sleep(rng.uniform(0, 0.01))
    store.close()
    results.put(mine)


def two_windows(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """Two processes write one sitting, and take it over from each other."""
    context = multiprocessing.get_context("spawn")
    for number in range(tries):
        path = work / f"{number}.sqlite"
        with closing(SessionStore(path)) as store:
            store.create("limbo", TABLE)
        results: multiprocessing.Queue[list[int]] = context.Queue()
        windows = [context.Process(target=_window, args=(str(path), 2.0, rng.randrange(1, 9_000), results))
                   for _ in range(2)]
        for window in windows:
            window.start()
        kept = [marker for _ in windows for marker in results.get(timeout=600)]
        for window in windows:
            window.join()
        with closing(SessionStore(path)) as store:
            found = [int(row.at) for row in store.rows(1)]
            altered = store.first_altered(1)
        if sorted(found) != sorted(kept):
            yield f"{len(set(kept) - set(found))} of {len(kept)} entries are lost"
        else:
            yield None if altered is None else "the chain is broken"


# -- pictures --------------------------------------------------------------------------------------

def pictures(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """Pictures that claim to be huge, are huge, or are broken anywhere, among good ones."""
    yield from strange_pictures(rng, tries, work)


def fuzz(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """Settings, calibrations, layouts, decks, records and answers with anything in them."""
    yield from fuzzed_files(rng, tries, work)


ATTACKS: dict[str, tuple[Attack, int]] = {
    "kill-log": (kill_log, 40), "kill-file": (kill_file, 40), "kill-watch": (kill_watch, 10),
    "full-watch": (full_watch, 5), "power-log": (power_log, 400),
    "power-file": (power_file, 400), "full-disk": (full_disk, 20), "locked-log": (locked_log, 20),
    "full-log": (full_log, 20),
    "flipped-log": (flipped_log, 200), "flipped-networks": (flipped_networks, 100), "two-windows": (two_windows, 10),
    "pictures": (pictures, 60), "fuzzed-files": (fuzz, 3000), "strangers": (strangers, 10_000),
    "kill-database": (killed_databases, 50), "kill-club-server": (killed_servers, 50),
}
