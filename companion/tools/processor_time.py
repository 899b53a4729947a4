"""Processor time of a program and of those that it started, part by part, while all of them run.

    before = ProgramTimes.now(server.pid)
    ProgramTimes.now(server.pid) - before     # of the program itself, and of all that it started

By what Linux tells in /proc; elsewhere nothing is known, and everything is 0.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

PROC = Path("/proc")
PARENT, USER, GONE_USER = 3, 13, 15  # fields of /proc/PID/stat; the system's time follows the user's


@dataclass(frozen=True)
class ProgramTimes:
    """Processor seconds.  own: of the program; started: of all that it started, and that these started."""

    own: float
    started: float

    @classmethod
    def now(cls, number: int) -> Self:
        """Of the program with this process number, since it began."""
        of, below = dict[int, tuple[float, float]](), defaultdict[int, list[int]](list)
        for process, parent, own, gone in _processes():
            of[process] = own, gone
            below[parent].append(process)
        own, gone = of.get(number, (0.0, 0.0))
        started, waiting = gone, [*below[number]]
        while waiting:
            process = waiting.pop()
            started += sum(of[process])
            waiting += below[process]
        return cls(own, started)

    def __sub__(self, before: ProgramTimes) -> ProgramTimes:
        return ProgramTimes(self.own - before.own, self.started - before.started)


def busy_s() -> float:
    """Seconds that all processors together have worked since the machine was started; 0 where that is not told."""
    try:
        user, nice, system, _idle, _waits, *more = (PROC / "stat").read_text().split("\n", 1)[0].split()[1:9]
    except OSError:
        return 0.0
    return sum(map(int, (user, nice, system, *more))) / os.sysconf("SC_CLK_TCK")


def _processes() -> Iterator[tuple[int, int, float, float]]:
    """Number, parent's number, processor seconds of its own, and of those it started that have ended."""
    for folder in PROC.glob("[0-9]*"):
        try:
            said = (folder / "stat").read_text()
        except OSError:
            continue  # it has just ended
        # the program's name stands in brackets, and may have blanks
        found = [said[:said.index("(")], "", *said[said.rindex(")") + 1:].split()]
        ticks = os.sysconf("SC_CLK_TCK")
        own, gone = ((int(found[first]) + int(found[first + 1])) / ticks for first in (USER, GONE_USER))
        yield int(folder.name), int(found[PARENT]), own, gone
