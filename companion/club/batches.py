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
NEW_ROW = ("sitting", *COLUMNS.split(", "), "digest")


@dataclass(frozen=True)
class RowBatch:
    """Some rows of a sitting, named by its UUID."""

    name: str
    rows: tuple[LogRow, ...]


@dataclass(frozen=True)
class NewRow:
    """A row that is to be added to the sitting of this number.  digest: its checksum."""

    number: int
    row: LogRow
    digest: str


def receive_all(db: Any, batches: Sequence[RowBatch]) -> list[int | RequestError]:
    """Of each batch the number of the last row that is kept then, or why none of it is.  Where a row is missing before
    them, the RequestError has `wanted` among its arguments.  Two answers of the database are waited for, however many
    batches there are."""
    uuids = {batch.name: str(uuid) for batch in batches if (uuid := named_uuid(batch.name)) is not None}
    asked = f"{{{','.join(uuids.values())}}}"  # an array as PostgreSQL writes it, without a Python object for each
    with db.pipeline(), db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(id) FROM "
                   "(SELECT id FROM club.sitting WHERE uuid = ANY(%s::uuid[]) ORDER BY id) AS ordered", (asked,))
        opened = {uuid: (number, last) for uuid, number, last in db.execute(
            "SELECT uuid::text, id, COALESCE((SELECT max(seq) FROM club.row WHERE sitting = id), 0) FROM club.sitting "
            "WHERE uuid = ANY(%s::uuid[])", (asked,)).fetchall()}
        numbers = {name: opened[uuid][0] for name, uuid in uuids.items() if uuid in opened}
        lasts = dict(opened.values())
        kept = _Kept(lasts, _digests(db, _repeated(batches, numbers, lasts)))
        answers = [_answer(kept, numbers.get(batch.name), batch) for batch in batches]
        if kept.new:
            _insert(db, kept.new)
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
        self.last, self.new = last, list[NewRow]()
        self._digests = digests

    def take(self, number: int, rows: Iterable[LogRow]) -> int:
        """Add the rows of a batch, or none of them."""
        new, last = list[NewRow](), self.last[number]
        for row in rows:
            known, content = self._digests.get((number, row.seq)), digest(row)
            if known is not None and known != content:
                raise RequestError("Row {row} is kept here with other content; only a new row can correct it.",
                                   row=row.seq)
            if known is None and row.seq != last + len(new) + 1:
                raise RequestError("Row {wanted} is wanted first, not row {given}.", wanted=last + len(new) + 1,
                                   given=row.seq)
            if known is None:
                new.append(NewRow(number, row, content))
        self.new += new
        self._digests |= {(number, one.row.seq): one.digest for one in new}
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


def _repeated(batches: Sequence[RowBatch], numbers: Mapping[str, int], lasts: Mapping[int, int]
              ) -> list[tuple[int, int]]:
    """Sitting and number of the rows that are kept already."""
    return [(numbers[batch.name], row.seq) for batch in batches if batch.name in numbers for row in batch.rows
            if row.seq <= lasts[numbers[batch.name]]]


def _digests(db: Any, asked: Sequence[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Checksums of rows that are kept, by sitting and number."""
    if not asked:
        return {}
    found = db.execute(
        "SELECT sitting, seq, digest FROM club.row JOIN unnest(%s::bigint[], %s::int[]) AS asked (sitting, seq) "
        "USING (sitting, seq)", ([number for number, _ in asked], [seq for _, seq in asked])).fetchall()
    return {(sitting, seq): kept for sitting, seq, kept in found}


def _insert(db: Any, new: Sequence[NewRow]) -> None:
    """Add rows in this order, and tell of them once."""
    rows = [dict(zip(NEW_ROW, (one.number, *_content(one.row), one.digest), strict=True)) for one in new]
    db.execute(f"INSERT INTO club.row (sitting, {COLUMNS}, digest) SELECT sitting, {COLUMNS}, digest FROM "
               "json_to_recordset(%s) AS new (sitting bigint, seq int, at double precision, source text, kind text, "
               "about int, line text, digest text)",
               (json.dumps(rows),))
    db.execute("SELECT pg_notify(%s, %s)", (CHANNEL, ",".join(map(str, sorted({one.number for one in new})))))


def _content(row: LogRow) -> tuple[Any, ...]:
    return row.seq, row.at, row.source, row.kind, row.about, row.line
