"""The rows of a log, and what counts of them: an undo takes a row back, a correction replaces its line, and what was
overlooked goes before the event that it names.

    >>> list(lines_in_force(store.rows(1)))
    [(LogRow(seq=1, ...), 'table start 6D = 95')]

Each row is sealed with a checksum of itself and of the seal before it, so that a row altered from outside is noticed.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

RowSource = Literal["camera", "player", "assumed"]  # assumed: nobody told of it, the rules imply it
RowKind = Literal["event", "undo", "correct", "overlooked"]
SEAL_LETTERS = 32


@dataclass(frozen=True)
class LogRow:
    """One line of the log.  `at` is seconds since the epoch, `picture` a JPEG or None; `about` the row that is taken
    back, corrected, or before which something was overlooked."""

    seq: int
    at: float
    source: RowSource
    kind: RowKind
    about: int | None
    line: str
    picture: bytes | None = None


@dataclass(frozen=True)
class Agreed:
    """The points as they stood after row `seq`, by that evening's version of the rules."""

    seq: int
    rules: str
    scores: dict[str, int]


def active(rows: Sequence[LogRow]) -> list[LogRow]:
    """Rows that no active undo has taken back.  Only a later row can take one back, so the
    answer is settled from the end."""
    taken_back: set[int] = set()
    found = []
    for row in reversed(rows):
        if row.seq in taken_back:
            continue
        found.append(row)
        if row.kind == "undo" and row.about is not None:
            taken_back.add(row.about)
    return found[::-1]


def last_undo(rows: Sequence[LogRow]) -> LogRow | None:
    """The undo that a redo would take back: the last one in force, if no event came after it.
    Redos are undos of undos and are passed over."""
    kinds = {row.seq: row.kind for row in rows}
    for row in reversed(active(rows)):
        if row.kind != "undo":
            return None
        if kinds.get(row.about or 0) != "undo":
            return row
    return None


def lines_in_force(rows: Sequence[LogRow]) -> Iterator[tuple[LogRow, str]]:
    """Each event that counts, in the order in which they happened, with its line after corrections."""
    counting = active(rows)
    corrected = {row.about: row.line for row in counting if row.kind == "correct"}
    before: dict[int | None, list[LogRow]] = defaultdict(list)
    for row in counting:
        if row.kind == "overlooked":
            before[row.about].append(row)

    def in_order(row: LogRow) -> Iterator[LogRow]:
        for earlier in before[row.seq]:
            yield from in_order(earlier)
        yield row

    for row in (found for event in counting if event.kind == "event" for found in in_order(event)):
        line = corrected.get(row.seq, row.line)
        if line:
            yield row, line


def seal(before: str, row: LogRow) -> str:
    """The checksum of a row and of everything before it."""
    picture = hashlib.sha256(row.picture).hexdigest() if row.picture is not None else None
    return _digest([before, row.seq, row.at, row.source, row.kind, row.about, row.line, picture])


def first_seal(sitting: Iterable[object]) -> str:
    """The checksum that the first row's follows: of what the sitting was opened with."""
    return _digest(list(sitting))


def _digest(content: list[object]) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:SEAL_LETTERS]
