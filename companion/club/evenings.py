"""The evenings of a club in its database: deeds are added, and the evening is their replay.

    evenings = Evenings(address)
    number = evenings.begin("Friday", "cribbage", "swiss").id
    evenings.do(number, "entrant", lambda evening: {"number": 1, "players": ["Ann"]})
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence

from companion.club.evening import MOVEMENTS, Deed, DeedContent, Evening, OpenedEvening, after, evening_of
from companion.club.schema import driver
from companion.sharing.closing import Closing
from companion.sharing.server import new_link
from companion.words.refusals import RequestError
from rules import GAMES
from rules.core.errors import Refusal, quoted

DEEDS = "club_deeds"  # the channel on which it is told that something was done: the evening's number
FIELDS = "id, begun_at, title, game, movement, tables_link, room_link"
MOST_REFUSALS = 1000  # kept of an evening
DeedOf = Callable[[Evening], DeedContent | None]

class Evenings(Closing):
    """All evenings, by one connection.  address: as psycopg takes it, of somebody who may add and read."""

    def __init__(self, address: str) -> None:
        """RequestError where the driver is missing."""
        self._db = driver().connect(address, autocommit=True)
        self._known: dict[int, Evening] = {}

    def close(self) -> None:
        """Let the connection go."""
        self._db.close()

    def begin(self, title: str, game: str, movement: str) -> OpenedEvening:
        """A new evening of one game."""
        if game not in GAMES:
            raise RequestError("There is no game {game}; the games are {names}.", game=quoted(game),
                               names=", ".join(GAMES))
        if movement not in MOVEMENTS:
            raise RequestError("There is no movement {movement}; there are {names}.", movement=quoted(movement),
                               names=", ".join(MOVEMENTS))
        found = self._db.execute(
            "INSERT INTO club.evening (begun_at, title, game, movement, tables_link, room_link) "
            f"VALUES (%s, %s, %s, %s, %s, %s) RETURNING {FIELDS}",
            (time.time(), title, game, movement, new_link(), new_link())).fetchone()
        return OpenedEvening(*found)

    def newest(self) -> OpenedEvening | None:
        """The evening that was begun last; None where there was none."""
        found = self._db.execute(f"SELECT {FIELDS} FROM club.evening ORDER BY id DESC LIMIT 1").fetchone()
        return found and OpenedEvening(*found)

    def numbers(self) -> list[int]:
        """Of all evenings, the earliest first."""
        return [number for (number,) in self._db.execute("SELECT id FROM club.evening ORDER BY id")]

    def evening(self, number: int) -> Evening:
        """As it stands now."""
        known = self._known.get(number)
        if known is None:
            found = self._db.execute(f"SELECT {FIELDS} FROM club.evening WHERE id = %s", (number,)).fetchone()
            if found is None:
                raise RequestError("There was no evening {number} here.", number=number)
            known = evening_of(OpenedEvening(*found), ())
        for deed in self._deeds(number, known.deeds):
            known = after(known, deed)
        self._known[number] = known
        return known

    def do(self, number: int, kind: str, content: DeedOf) -> Evening:
        """Add a deed and say what comes of it.  content: is told how the evening stands, may refuse by a RequestError,
        and returns None where nothing is to be done."""
        evening, (refusal,) = self.do_all(number, kind, [content])
        if refusal is not None:
            raise refusal
        return evening

    def do_all(self, number: int, kind: str, contents: Sequence[DeedOf]) -> tuple[Evening, list[Refusal | None]]:
        """Several at once, one after the other, committed together; of each why it was refused, if so."""
        refusals = list[Refusal | None]()
        with self._db.transaction():
            self._db.execute("SELECT pg_advisory_xact_lock(%s, 0)", (number,))
            evening, deeds = self.evening(number), list[Deed]()
            for content in contents:
                try:
                    found = content(evening)
                except Refusal as refusal:
                    refusals.append(refusal)
                    continue
                refusals.append(None)
                if found is not None:
                    deeds.append(Deed(evening.deeds + 1, time.time(), kind, found))
                    evening = after(evening, deeds[-1])
            if deeds:
                self._add(number, deeds)
        self._known[number] = evening
        return evening, refusals

    def refused(self, number: int, place: int | None, sentence: str) -> None:
        """Keep what was refused; of a flood the first ones."""
        self._db.execute(
            "INSERT INTO club.refusal (evening, place, sentence) SELECT %s, %s, %s "
            "WHERE (SELECT count(*) FROM club.refusal WHERE evening = %s) < %s",
            (number, place, sentence[:1000], number, MOST_REFUSALS))

    def refusals(self, number: int, most: int = 20) -> list[tuple[float, int | None, str]]:
        """When, which table and what, the newest first."""
        return [(at.timestamp(), place, sentence) for at, place, sentence in self._db.execute(
            "SELECT at, place, sentence FROM club.refusal WHERE evening = %s ORDER BY number DESC LIMIT %s",
            (number, most))]

    def _add(self, number: int, deeds: Sequence[Deed]) -> None:
        new = [{"seq": deed.seq, "at": deed.at, "kind": deed.kind, "content": dict(deed.content)} for deed in deeds]
        self._db.execute(
            "INSERT INTO club.deed (evening, seq, at, kind, content) SELECT %s, seq, at, kind, content FROM "
            "json_to_recordset(%s) AS new (seq int, at double precision, kind text, content jsonb)",
            (number, json.dumps(new)))
        self._db.execute("SELECT pg_notify(%s, %s)", (DEEDS, str(number)))

    def _deeds(self, number: int, later_than: int) -> list[Deed]:
        return [Deed(*found) for found in self._db.execute(
            "SELECT seq, at, kind, content FROM club.deed WHERE evening = %s AND seq > %s ORDER BY seq",
            (number, later_than))]
