"""The sittings of all tables of a club in PostgreSQL, replayed by the same rules as on the tablets.

    with ClubStore(address) as club:
        number = club.receive(info.uuid, rows)        # the last row that is kept now
        club.session(info.uuid).match.scores

Only the tablet of a table writes its sitting; here rows are received from it.  What comes twice is kept once; a gap is
refused with the number that is wanted, and so is a row that is kept here with other content.  Pictures stay on the
tablets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any
from uuid import UUID

from companion.club.batches import COLUMNS, RowBatch, digest, named_uuid, receive_all
from companion.club.looking_on import LooksOn
from companion.club.schema import driver
from companion.device.packs import deck_rename
from companion.log.errors import LogError
from companion.log.replay import ReplayedRows
from companion.log.rows import LogRow
from companion.log.session import Session, as_agreed
from companion.log.store import SessionInfo
from companion.sharing.closing import Closing
from companion.words.refusals import RequestError
from rules import GAMES, Table
from rules.core.record import Rename

NOT_OPENED = "No sitting of this name was opened here."
LAST = "COALESCE((SELECT max(seq) FROM club.row WHERE sitting = id), 0)"
OPENED = "created_at, game, players, dealer, options, deck, house, rules"


class ClubStore(LooksOn, Closing):
    """All sittings of a club, by one connection.  address: as psycopg takes it, of somebody who may add and read."""

    def __init__(self, address: str) -> None:
        """RequestError where the driver is missing."""
        self._db = driver().connect(address, autocommit=True)
        self._renames = dict[str, Rename]()  # by pack

    def close(self) -> None:
        """Let the connection go."""
        self._db.close()

    # -- what comes from the tablets --------------------------------------------------------------

    def open(self, info: SessionInfo) -> None:
        """A tablet begins a sitting; the same once more changes nothing.  RequestError where one of this name was
        opened with other people, rules or cards."""
        (answer,) = self.open_all([info])
        if isinstance(answer, RequestError):
            raise answer

    def open_all(self, infos: Sequence[SessionInfo]) -> list[int | RequestError]:
        """Several at once; of each the number of the last row that is kept, or why it is not opened."""
        opened = {info.uuid: _opened(info) for info in infos}
        named = [{"uuid": uuid, **dict(zip(OPENED.split(", "), content, strict=True))}
                 for uuid, content in sorted(opened.items())]
        self._db.execute(
            f"INSERT INTO club.sitting (uuid, {OPENED}) SELECT uuid, {OPENED} FROM json_to_recordset(%s) AS new "
            "(uuid uuid, created_at double precision, game text, players jsonb, dealer text, options jsonb, deck text, "
            "house jsonb, rules text) ON CONFLICT (uuid) DO NOTHING", (json.dumps(named),))
        found = self._db.execute(f"SELECT uuid, {LAST}, {OPENED} FROM club.sitting WHERE uuid = ANY(%s)",
                                 ([UUID(uuid) for uuid in opened],))
        kept = {uuid: (tuple(content), last) for uuid, last, *content in found}
        return [last if content == _opened(info) else RequestError(
            "A sitting of this name was opened here with other people, rules or cards.")
            for info in infos for content, last in (kept[UUID(info.uuid)],)]

    def last(self, name: str) -> int:
        """The number of the last row that is kept of a sitting; 0 where there is none."""
        return self.info(name).rows

    def receive(self, name: str, rows: Sequence[LogRow]) -> int:
        """Keep the rows of a sitting, all or none; the number of the last that is kept then.  RequestError, with
        `wanted` among its arguments where a row is missing before them."""
        (answer,) = self.receive_all([RowBatch(name, tuple(rows))])
        if isinstance(answer, RequestError):
            raise answer
        return answer

    def receive_all(self, batches: Sequence[RowBatch]) -> list[int | RequestError]:
        """Batches of several tables, committed together; of each the last row that is kept then, or why none is."""
        return receive_all(self._db, batches)

    def number(self, name: str) -> int:
        """The number under which a sitting is kept here; RequestError where none of this name is."""
        uuid = named_uuid(name)
        found = uuid and self._db.execute("SELECT id FROM club.sitting WHERE uuid = %s", (uuid,)).fetchone()
        if found:
            return int(found[0])
        raise RequestError(NOT_OPENED)

    def session(self, name: str) -> Session:
        """A sitting with its match, rebuilt by replay, its pack's cards called as the game calls them.  Raises LogError
        for one of a game that is gone, FileError for a pack that is not known here."""
        info = self.info(name)
        return Session(self, _played(info), self._rename(info.deck))

    def judged(self, info: SessionInfo, rows: Sequence[LogRow]) -> ReplayedRows:
        """The same of rows that somebody has read already."""
        return ReplayedRows(_played(info), [*rows], self._rename(info.deck))

    def info(self, name: str) -> SessionInfo:
        """What a sitting was opened with; RequestError where none of this name was."""
        for info in self.infos([name]):
            return info
        raise RequestError(NOT_OPENED)

    def infos(self, names: Iterable[str]) -> list[SessionInfo]:
        """The same of several, of those that were opened."""
        asked = {uuid: name for name in names if (uuid := named_uuid(name)) is not None}
        found = self._db.execute(f"SELECT uuid, id, {LAST}, {OPENED} FROM club.sitting WHERE uuid = ANY(%s)",
                                 ([*asked],))
        return [SessionInfo(number, at, game, Table(tuple(players), dealer, options), deck, last, house, rules,
                            asked[uuid])
                for uuid, number, last, at, game, players, dealer, options, deck, house, rules in found]

    def new_rows(self, last: Mapping[int, int]) -> dict[int, list[LogRow]]:
        """The rows of several sittings, of each those after the number of its last one that is known."""
        found: dict[int, list[LogRow]] = {number: [] for number in last}
        for number, *row in self._db.execute(
                "SELECT known.sitting, new.* FROM unnest(%s::bigint[], %s::int[]) AS known (sitting, last) CROSS JOIN "
                f"LATERAL (SELECT {COLUMNS} FROM club.row WHERE sitting = known.sitting AND seq > last ORDER BY seq) "
                "AS new", (list(last), list(last.values()))):
            found[number].append(LogRow(*row))
        return found

    def _rename(self, deck: str) -> Rename:
        """What a pack's cards are called in the game; each is looked up once."""
        if deck not in self._renames:
            self._renames[deck] = cache(deck_rename(deck))
        return self._renames[deck]

    # -- what a session asks of it ----------------------------------------------------------------

    def rows(self, sitting: int, after: int = 0, most: int | None = None) -> list[LogRow]:
        """The rows of a sitting, oldest first: those after that number, at most so many."""
        return [LogRow(*found) for found in self._db.execute(
            f"SELECT {COLUMNS} FROM club.row WHERE sitting = %s AND seq > %s ORDER BY seq LIMIT %s",
            (sitting, after, most))]

    def first_altered(self, sitting: int) -> int | None:
        """The first row that is not as it came; None where all are."""
        kept: Mapping[int, str] = dict(self._db.execute("SELECT seq, digest FROM club.row WHERE sitting = %s",
                                                        (sitting,)).fetchall())
        rows = enumerate(self.rows(sitting), 1)
        return next((number for number, row in rows if row.seq != number or kept[row.seq] != digest(row)), None)


def _played(info: SessionInfo) -> SessionInfo:
    """With what was agreed that evening; LogError for a game that is gone."""
    if info.game not in GAMES:
        raise LogError("log-no-game", game=info.game)
    return replace(info, table=as_agreed(info))


def _opened(info: SessionInfo) -> tuple[Any, ...]:
    """What a sitting is opened with, as it is kept."""
    return (info.created_at, info.game, list(info.table.players), info.table.dealer, dict(info.table.options),
            info.deck, dict(info.house), info.rules)
