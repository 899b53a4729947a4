"""The score room's page and what its director does there; and the board that everybody may see.

    RoomApp(hall, codes).application()       # below /LINK/, the room's own link
    BoardApp(hall).add_to(pages, below)      # read-only, beside the tables' pages
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import segno
from aiohttp import web

from companion.club import director
from companion.club.connections import NoDatabaseError
from companion.club.evening import DeedContent, DirectorRuling, Evening
from companion.club.hall import Hall
from companion.club.pages import club_page
from companion.club.results import results_csv, results_pdf
from companion.club.room_state import public_board, room_state, table_sittings
from companion.club.tables_app import sent_object
from companion.club.wire import number_in, text_in
from companion.sharing.server import News, application, told_live
from companion.words.refusals import RequestError
from rules.core.errors import Refusal

HEARTBEAT_S = 5.0
SOONEST_S, LATEST_S = 0.1, 1.0  # between two pictures of the evening, while much happens and while nothing does
IDLE = 3.0  # times as long as a picture takes, others have the thread
AskedDeed = Mapping[str, Any]


class LiveBoard:
    """What pages are told while somebody looks, no oftener than they can show it.  For the server's thread."""

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._news, self._make = News(), make
        self.looking = 0  # how many do
        self._dirty = asyncio.Event()

    def touch(self) -> None:
        """Something has changed."""
        self._dirty.set()

    async def show(self, request: web.Request) -> web.StreamResponse:
        """Tell whoever asks, for as long as he stays."""
        self.looking += 1
        self._tell()
        try:
            return await told_live(request, self._news, HEARTBEAT_S)
        finally:
            self.looking -= 1

    async def follow(self) -> None:
        """Tell what is new until the pages are closed."""
        while not self._news.closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._dirty.wait(), LATEST_S)
            if self._news.closed:
                return
            self._dirty.clear()
            took_s = self._tell() if self.looking else 0.0
            await asyncio.sleep(max(SOONEST_S, IDLE * took_s))

    def close(self) -> None:
        """Nothing more will be told."""
        self._news.close()
        self.touch()

    def _tell(self) -> float:
        """How many seconds it took to say how it stands."""
        begun = time.monotonic()
        self._news.tell(json.dumps(self._make(), ensure_ascii=False))
        return time.monotonic() - begun


class BoardApp:
    """What everybody may see who has the tables' link: ranking and tables, and the results as files.  most: how many
    may look on at once."""

    def __init__(self, hall: Hall, most: int) -> None:
        self._hall, self._most = hall, most
        self.board = LiveBoard(lambda: public_board(hall.view(), time.time()))

    def add_to(self, pages: web.Application, below: str) -> None:
        """Add the board's pages to an application."""
        pages.router.add_get(below, self._page)
        pages.router.add_get(below + "live", self._live, allow_head=False)
        pages.router.add_get(below + "results.csv", self._csv)
        pages.router.add_get(below + "results.pdf", self._pdf)

    async def _page(self, _request: web.Request) -> web.Response:
        return web.Response(text=club_page("board.html"), content_type="text/html")

    async def _live(self, request: web.Request) -> web.StreamResponse:
        if self.board.looking >= self._most:
            raise web.HTTPServiceUnavailable
        return await self.board.show(request)

    async def _csv(self, _request: web.Request) -> web.Response:
        text = results_csv(self._hall.evening, self._hall.stands)
        return _file(text.encode("utf-8-sig"), "text/csv", "results.csv")

    async def _pdf(self, _request: web.Request) -> web.Response:
        made = await asyncio.to_thread(results_pdf, self._hall.evening, self._hall.stands)
        return _file(made, "application/pdf", "results.pdf")


class RoomApp:
    """The director's page.  table_url: makes a new code for a table; board_url: where everybody may look."""

    def __init__(self, hall: Hall, table_url: Callable[[int], str], board_url: Callable[[], str]) -> None:
        self._hall, self._table_url = hall, table_url
        self.board = LiveBoard(lambda: {**room_state(hall.view(), time.time()), "board": board_url()})

    def application(self) -> web.Application:
        """For a server to open."""
        link = self._hall.evening.opened.room_link
        pages = application(link)
        pages.router.add_get(f"/{link}/", self._page)
        pages.router.add_get(f"/{link}/live", self._live, allow_head=False)
        pages.router.add_get(f"/{link}/events/{{uuid}}", self._events)
        pages.router.add_get(f"/{link}/sittings/{{table}}", self._sittings)
        pages.router.add_post(f"/{link}/code", self._code)
        pages.router.add_post(f"/{link}/do/{{kind}}", self._do)
        return pages

    async def _page(self, _request: web.Request) -> web.Response:
        return web.Response(text=club_page("room.html"), content_type="text/html")

    async def _live(self, request: web.Request) -> web.StreamResponse:
        return await self.board.show(request)

    async def _events(self, request: web.Request) -> web.Response:
        """The events of a sitting that count, for a correction."""
        try:
            lines = await asyncio.to_thread(self._hall.events, request.match_info["uuid"])
        except Refusal as refusal:
            return _said(refusal)
        return web.json_response([{"seq": seq, "line": line} for seq, line in lines])

    async def _sittings(self, request: web.Request) -> web.Response:
        """What was played at a table in all rounds."""
        table = request.match_info["table"]
        return web.json_response(table_sittings(self._hall.view(), int(table) if table.isdecimal() else 0))

    async def _code(self, request: web.Request) -> web.Response:
        try:
            url = await asyncio.to_thread(self._table_url, number_in(await sent_object(request), "table"))
        except Refusal as refusal:
            return _said(refusal)
        rows = [list(map(int, row)) for row in segno.make(url, error="m").matrix]
        return web.json_response({"url": url, "rows": rows})

    async def _do(self, request: web.Request) -> web.Response:
        kind = request.match_info["kind"]
        try:
            asked = await sent_object(request)
            if kind == "round":
                await asyncio.to_thread(self._hall.next_round, number_in(asked, "number"))
            elif kind in _DEEDS:
                await asyncio.to_thread(self._hall.do, kind, partial(_DEEDS[kind], asked))
            elif kind == "ruling":
                await asyncio.to_thread(self._rule, asked)
            else:
                raise web.HTTPNotFound
        except Refusal as refusal:
            return _said(refusal)
        return web.json_response({})

    def _rule(self, asked: AskedDeed) -> None:
        uuid = text_in(asked, "uuid")
        wanted = DirectorRuling(0, uuid, number_in(asked, "about"), text_in(asked, "line").strip(),
                                text_in(asked, "by"), text_in(asked, "reason"))
        if wanted.about not in [seq for seq, _ in self._hall.events(uuid)]:
            raise RequestError("There is no event {row} to correct.", row=wanted.about)
        self._hall.rule(wanted)


def _said(refusal: Refusal) -> web.Response:
    return web.json_response({"sentence": str(refusal)}, status=503 if isinstance(refusal, NoDatabaseError) else 409)


def _file(content: bytes, kind: str, name: str) -> web.Response:
    return web.Response(body=content, content_type=kind,
                        headers={"Content-Disposition": f'attachment; filename="{name}"'})


def names_in(text: str) -> list[str]:
    """One or several who play together; a name of several words is joined to one, as a record writes it.

    >>> names_in("Ann Smith, Bob"), names_in("Ann and Bob")
    (['Ann-Smith', 'Bob'], ['Ann', 'Bob'])
    """
    return ["-".join(name.split()) for name in re.split(r"[,;+&]|\s(?:and|und)\s", text) if name.strip()]


def _names(asked: AskedDeed) -> list[str]:
    return names_in(text_in(asked, "players"))


_DEEDS: dict[str, Callable[[AskedDeed, Evening], DeedContent | None]] = {
    "entrant": lambda asked, evening: director.entering(evening, _names(asked)),
    "substitute": lambda asked, evening: director.substituting(evening, number_in(asked, "number"), _names(asked)),
    "left": lambda asked, evening: director.leaving(evening, number_in(asked, "number")),
    "returned": lambda asked, evening: director.returning(evening, number_in(asked, "number")),
    "revoked": lambda asked, evening: director.taking_back(evening, number_in(asked, "table")),
    "came": lambda asked, evening: director.coming(evening, number_in(asked, "table")),
    "finished": lambda asked, evening: director.finishing(evening),
    "reopened": lambda asked, evening: director.reopening(evening),
    "withdrawn": lambda asked, evening: director.withdrawing(evening),
    "counts": lambda asked, evening: director.choosing(evening, text_in(asked, "uuid")),
}
