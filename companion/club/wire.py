"""What goes between a tablet and the club's server, as JSON; whatever comes in is a stranger's until it was read here.

    rows_to_json(rows)                   # [[1, 1764000000.0, "player", "event", null, "table start 6D = 95"], ...]
    rows_from(json.loads(text))          # RequestError where that is something else
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.club.batches import named_uuid
from companion.log.rows import LogRow, RowKind, RowSource
from companion.log.store import SessionInfo
from companion.words.refusals import RequestError
from rules import Table

MOST_LINE = 2000  # letters of a row
MOST_NUMBER = 2 ** 31 - 1
MOST_CLOCK = 1e11  # seconds
NO_ROWS = "These are no rows of a sitting."
NO_SITTING = "This is no sitting."


class OpenedSitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a sitting is opened with, as it is sent."""

    uuid: str
    created_at: float
    game: str
    players: list[str]
    dealer: str
    options: dict[str, str]
    deck: str
    house: dict[str, str]
    rules: str


def sitting_to_json(info: SessionInfo) -> dict[str, Any]:
    """What a club has to know of a sitting before its rows."""
    return {"uuid": info.uuid, "created_at": info.created_at, "game": info.game, "players": list(info.table.players),
            "dealer": info.table.dealer, "options": dict(info.table.options), "deck": info.deck,
            "house": dict(info.house), "rules": info.rules}


def sitting_from(sent: object) -> SessionInfo:
    """The same read."""
    try:
        found = msgspec.convert(sent, OpenedSitting)
    except msgspec.ValidationError as wrong:
        raise RequestError(NO_SITTING) from wrong
    said = json.dumps(sent, ensure_ascii=False)
    if named_uuid(found.uuid) is None or not math.isfinite(found.created_at) or not _is_text(said):
        raise RequestError(NO_SITTING)
    table = Table(tuple(found.players), found.dealer, found.options)
    return SessionInfo(0, found.created_at, found.game, table, found.deck, 0, found.house, found.rules, found.uuid)


def rows_to_json(rows: Sequence[LogRow]) -> list[list[Any]]:
    """Rows without their pictures, which stay on the tablet."""
    return [[row.seq, row.at, row.source, row.kind, row.about, row.line] for row in rows]


def rows_from(sent: object) -> tuple[LogRow, ...]:
    """The same read."""
    try:
        found = msgspec.convert(sent, list[tuple[int, float, RowSource, RowKind, int | None, str]])
    except msgspec.ValidationError as wrong:
        raise RequestError(NO_ROWS) from wrong
    rows = tuple(LogRow(*fields) for fields in found)
    if not all(map(_is_row, rows)):
        raise RequestError(NO_ROWS)
    return rows


def text_in(sent: Mapping[str, Any], name: str) -> str:
    """A text by its name; "" where there is none."""
    found = sent.get(name, "")
    return found if isinstance(found, str) and _is_text(found) else ""


def number_in(sent: Mapping[str, Any], name: str) -> int:
    """A number by its name; 0 where there is none."""
    found = sent.get(name, 0)
    return found if isinstance(found, int) and abs(found) <= MOST_NUMBER else 0


def clock_in(sent: Mapping[str, Any]) -> float | None:
    """What time whoever sends it has, in seconds since the epoch; None where he does not say."""
    found = sent.get("clock")
    return float(found) if isinstance(found, int | float) and abs(found) < MOST_CLOCK else None


def _is_row(row: LogRow) -> bool:
    return 0 < row.seq <= MOST_NUMBER and math.isfinite(row.at) and _has_its_row(row) and _is_line(row.line)


def _has_its_row(row: LogRow) -> bool:
    """Whether it is about an earlier row, or, being an event, about none."""
    if row.kind == "event":
        return row.about is None
    return row.about is not None and 0 < row.about < row.seq


def _is_line(text: str) -> bool:
    return len(text) <= MOST_LINE and _is_text(text) and not {"\n", "\r"} & set(text)


def _is_text(text: str) -> bool:
    """Whether a database takes it: no zeros, no halves of letters."""
    return "\0" not in text and "\\u0000" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
