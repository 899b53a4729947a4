"""Rows as they arrive from tablets: batches of several tables kept together, each of them whole or not at all.

    answers = receive_all(db, [RowBatch(uuid, rows), ...])      # committed when it returns, and told of once

What comes twice is kept once; a gap is refused with the number that is wanted, and so is a row that is kept with other
content.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from companion.log.rows import LogRow
from companion.words.refusals import RequestError

MOST_ROWS = 50  # of a batch
MOST_BATCHES = 100  # kept together
CHANNEL = "club"  # where it is told which sittings have new rows: their numbers, with commas between
COLUMNS = "seq, at, source, kind, about, line"


@dataclass(frozen=True)
class RowBatch:
    """Some rows of a sitting, named by its UUID."""

    name: str
    rows: tuple[LogRow, ...]


def receive_all(db: Any, batches: Sequence[RowBatch]) -> list[int | RequestError]:
    """Of each batch the number of the last row that is kept then, or why none of it is.  Where a row is missing before
    them, the RequestError has `wanted` among its arguments."""
    with db.transaction():
        numbers = _numbers(db, {batch.name for batch in batches})
        db.execute("SELECT pg_advisory_xact_lock(n) FROM unnest(%s::bigint[]) n", (sorted(numbers.values()),))
        kept = _Kept(_lasts(db, numbers.values()), _digests(db, numbers, batches))
        answers = [_answer(kept, numbers.get(batch.name), batch) for batch in batches]
        if kept.new:
            with db.cursor() as cursor:
                cursor.executemany(f"INSERT INTO club.row (sitting, {COLUMNS}, digest) "
                                   "VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
                                   [(number, *_content(row), digest(row)) for number, row in kept.new])
            db.execute("SELECT pg_notify(%s, %s)", (CHANNEL, ",".join(map(str, sorted({n for n, _ in kept.new})))))
    return answers


def digest(row: LogRow) -> str:
    """What tells two rows apart: a checksum of all but the picture."""
    return hashlib.sha256(json.dumps(_content(row)).encode()).hexdigest()


def named_uuid(name: str) -> UUID | None:
    """A name as a UUID; None where it is none."""
    try:
        return UUID(name)
    except ValueError:
        return None


class _Kept:
    """What is kept of the sittings that are written to, and what is to be added."""

    def __init__(self, last: dict[int, int], digests: dict[tuple[int, int], str]) -> None:
        self.last, self.new = last, list[tuple[int, LogRow]]()
        self._digests = digests

    def take(self, number: int, rows: Iterable[LogRow]) -> int:
        """Add the rows of a batch, or none of them."""
        new, last = list[LogRow](), self.last[number]
        for row in rows:
            known = self._digests.get((number, row.seq))
            if known is not None and known != digest(row):
                raise RequestError("Row {row} is kept here with other content; only a new row can correct it.",
                                   row=row.seq)
            if known is None and row.seq != last + len(new) + 1:
                raise RequestError("Row {wanted} is wanted first, not row {given}.", wanted=last + len(new) + 1,
                                   given=row.seq)
            if known is None:
                new.append(row)
        self.new += [(number, row) for row in new]
        self._digests |= {(number, row.seq): digest(row) for row in new}
        self.last[number] = last + len(new)
        return self.last[number]


def _answer(kept: _Kept, number: int | None, batch: RowBatch) -> int | RequestError:
    if len(batch.rows) > MOST_ROWS:
        return RequestError("At most {most} rows are taken at once, not {given}.", most=MOST_ROWS,
                            given=len(batch.rows))
    if number is None:
        return RequestError("No sitting of this name was opened here.")
    try:
        return kept.take(number, batch.rows)
    except RequestError as refusal:
        return refusal


def _numbers(db: Any, names: Iterable[str]) -> dict[str, int]:
    """Under which number each sitting is kept; those that were never opened are left out."""
    uuids = {uuid: name for name in names if (uuid := named_uuid(name)) is not None}
    found = db.execute("SELECT uuid, id FROM club.sitting WHERE uuid = ANY(%s)", (list(uuids),)).fetchall()
    return {uuids[uuid]: int(number) for uuid, number in found}


def _lasts(db: Any, numbers: Iterable[int]) -> dict[int, int]:
    return dict(db.execute(
        "SELECT n, COALESCE((SELECT max(seq) FROM club.row WHERE sitting = n), 0) FROM unnest(%s::bigint[]) n",
        (list(numbers),)).fetchall())


def _digests(db: Any, numbers: Mapping[str, int], batches: Sequence[RowBatch]) -> dict[tuple[int, int], str]:
    """Checksums of the rows that are kept already, by sitting and number."""
    asked = [(numbers[batch.name], row.seq) for batch in batches if batch.name in numbers for row in batch.rows]
    found = db.execute(
        "SELECT sitting, seq, digest FROM club.row JOIN unnest(%s::bigint[], %s::int[]) AS asked (sitting, seq) "
        "USING (sitting, seq)", ([number for number, _ in asked], [seq for _, seq in asked])).fetchall()
    return {(sitting, seq): kept for sitting, seq, kept in found}


def _content(row: LogRow) -> tuple[Any, ...]:
    return row.seq, row.at, row.source, row.kind, row.about, row.line
