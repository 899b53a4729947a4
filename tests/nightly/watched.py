"""`companion watch` as a whole run, drawn and read by somebody who is told the truth: killed, and on a full disk."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

from companion.log.records import read_record
from companion.log.session import SessionStore
from tests.companion.test_bad_input import FILMED

WATCHING = """
import sys, time
from companion.__main__ import main
from companion.commands import watching
from tests.companion.test_bad_input import Film
from tests.companion.test_live import watching as table_watching
from tests.fake_table import FakeTable

class SlowFilm(Film):
    def read(self, timeout_s=1.0):
        time.sleep(float(sys.argv[1]))
        return super().read(timeout_s)

table = FakeTable()
watching.opened = lambda *_: SlowFilm(table)
watching.live_table = lambda session, *_, **__: table_watching(session, table)
sys.exit(main(["watch", "film", "--game", "limbo", "--players", "Ann,Bob", "--dealer", "Bob", "--json", *sys.argv[2:]]))
"""
LONGEST_S = 120.0


def watch_command(folder: Path, record: Path, slow_s: float = 0.0, *more: str) -> list[str]:
    return [sys.executable, "-c", WATCHING, str(slow_s), "--store", str(folder / "sessions.sqlite"), "--record",
            str(record), *more]


def told_in(lines: str) -> list[str]:
    """The events that were printed."""
    rows = [json.loads(line) for line in lines.splitlines() if line.endswith("}")]
    return [row["text"] for row in rows if "verdict" in row]


def lacks_told(folder: Path, record: Path, told: list[str]) -> str | None:
    """What of the printed events is not kept."""
    with closing(SessionStore(folder / "sessions.sqlite")) as store:
        rows = [row.line for row in store.rows(1)]
        if rows[:len(told)] != told or rows != FILMED[:len(rows)]:
            return f"{told} was told, {rows} is in the store"
    kept = [line.text for line in read_record(record).events] if record.exists() or told else []
    return None if kept[:len(told)] == told else f"{told} was told, {kept} is in the record"


def watched_and_killed(rng: random.Random, folder: Path) -> str | None:
    """Kill a run at some moment, then take its record up again."""
    record, output = folder / "evening.tally", folder / "output"
    with output.open("wb") as out:
        process = subprocess.Popen(watch_command(folder, record, 0.02), stdout=out, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        begun, wanted = time.monotonic(), rng.randrange(1, len(FILMED))
        while len(told_in(_whole_lines(output))) < wanted and time.monotonic() < begun + LONGEST_S:
            time.sleep(0.05)
        time.sleep(rng.uniform(0, 0.5))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    told = told_in(_whole_lines(output))
    if len(told) < wanted:
        return f"only {len(told)} events were told in {LONGEST_S:g} s"
    wrong = lacks_told(folder, record, told)
    if wrong is None:
        again = subprocess.run(watch_command(folder, record, 0.0, "--resume", str(record)), capture_output=True,
                               check=False, text=True)
        if again.returncode:
            return f"the record cannot be taken up again: {again.stderr.strip()[-200:]}"
        with closing(SessionStore(folder / "sessions.sqlite")) as store:
            if [row.line for row in store.rows(2)][:len(told)] != told:
                return "what was told is not taken up"
    return wrong


def watched_on_full_disk(rng: random.Random, folder: Path, disk: Path) -> str | None:
    """Let the disk that the record lies on be full for a while; the store lies on another one."""
    record, filler, output = disk / "evening.tally", disk / "filler", folder / "output"
    record.unlink(missing_ok=True)
    with output.open("wb") as out:
        process = subprocess.Popen(watch_command(folder, record, 0.02), stdout=out, stderr=subprocess.PIPE)
        begun, full_at = time.monotonic(), rng.randrange(1, len(FILMED) - 1)
        while len(told_in(_whole_lines(output))) < full_at and time.monotonic() < begun + LONGEST_S:
            time.sleep(0.05)
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(64))
        while len(told_in(_whole_lines(output))) <= full_at and time.monotonic() < begun + LONGEST_S:
            time.sleep(0.05)
        filler.unlink()
        errors = process.communicate()[1].decode()
    told = told_in(_whole_lines(output))
    if process.returncode or told != FILMED:
        return f"it ended with {process.returncode} after {told}: {errors.strip()[-200:]}"
    return lacks_told(folder, record, told)


def _whole_lines(output: Path) -> str:
    """What was printed, without a line that is still being printed."""
    return output.read_text(encoding="utf-8").rpartition("\n")[0]
