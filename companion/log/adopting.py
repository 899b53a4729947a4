"""What this device has to do with others: a sitting that another one began is taken up here, the same name and rows,
and from here on written here; and it is remembered since when the sittings of this one are sent elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterable

from companion.log.errors import LogError
from companion.log.rows import LogRow
from companion.log.store import LogFile, SessionInfo


def adopt(store: LogFile, info: SessionInfo, rows: Iterable[LogRow]) -> int:
    """Its number here.  Raises LogError; where the sitting is here already, rows that are missing are added."""
    here = [known for known in store.sessions() if known.uuid == info.uuid]
    number = here[0].id if here else _begin(store, info)
    last = here[0].rows if here else 0
    for row in rows:
        if row.seq > last:
            store.add_row(number, row)
    return number


def _begin(store: LogFile, info: SessionInfo) -> int:
    table = info.table
    with store.atomic() as db:
        added = db.execute(
            "INSERT INTO sessions (created_at, game, players, dealer, options, deck, house, rules) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (info.created_at, info.game, json.dumps(table.players), table.dealer, json.dumps(dict(table.options)),
             info.deck, json.dumps(dict(info.house)), info.rules)).lastrowid
        if added is None:
            raise LogError("log-failing", file=str(store.path))
        db.execute("INSERT INTO uuids VALUES (?, ?)", (added, info.uuid))
    return added


def joined_since(store: LogFile, place: str, at: float) -> float:
    """When this device joined a place first; `at` where that is now.  Raises LogError."""
    with store.atomic() as db:
        db.execute("INSERT OR IGNORE INTO joined VALUES (?, ?)", (place, at))
        return float(db.execute("SELECT at FROM joined WHERE place = ?", (place,)).fetchone()[0])
