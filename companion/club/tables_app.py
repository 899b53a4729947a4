"""What tablets ask of the club's server: a code for each table, its rows in, its next table out.

    application = tables_application(hall)     # below /LINK/t/CODE/, LINK being the evening's
    # POST open, rows, ruled, come; GET state, kept/UUID, live, and the table's page itself

Every refusal is one sentence, and is written down.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from aiohttp import web

from companion.club import director
from companion.club.batches import MOST_ROWS
from companion.club.connections import NoDatabaseError
from companion.club.evening import Evening
from companion.club.hall import Hall
from companion.club.pages import club_page
from companion.club.table_state import table_state, told_parts
from companion.club.wire import clock_in, number_in, rows_from, rows_to_json, sitting_from, sitting_to_json, text_in
from companion.sharing.server import News, application, told_live
from companion.words.refusals import RequestError
from rules.core.errors import Refusal

MOST_BYTES = 512 * 1024  # fifty rows of 2000 letters of four bytes
HEARTBEAT_S = 5.0
CODE_GONE = "This code opens no table: scan the one that lies there now."
UNREADABLE = "This is no request that can be read."
TableHandler = Callable[[int, web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class ToldState:
    """What a table is told of an evening.  made_of: what was looked at; mark: another one where the text is."""

    evening: Evening
    made_of: tuple[object, ...]
    text: str
    mark: str


class TablesApp:
    """The pages and requests of all tables; by table their news and what they are told, for the server's thread
    alone."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._news: dict[int, News] = {}
        self._told: dict[int, ToldState] = {}

    def application(self) -> web.Application:
        """For a server to open."""
        link = self._hall.evening.opened.tables_link
        pages = application(link, MOST_BYTES)
        below = f"/{link}/t/{{code}}/"
        pages.router.add_get(below, self._for_table(self._page))
        pages.router.add_get(below + "state", self._for_table(self._state))
        pages.router.add_get(below + "live", self._for_table(self._live), allow_head=False)
        pages.router.add_get(below + "kept/{uuid}", self._for_table(self._kept))
        for name, do in (("open", self._open), ("rows", self._rows), ("ruled", self._ruled), ("come", self._come)):
            pages.router.add_post(below + name, self._for_table(do))
        return pages

    def tell(self) -> None:
        """Whatever has changed is told to the tables' pages.  For the server's thread."""
        for table, news in self._news.items():
            news.tell(self._state_of(table).text)

    def close(self) -> None:
        """Nothing more will be told."""
        for news in self._news.values():
            news.close()

    def _for_table(self, do: TableHandler) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def answer(request: web.Request) -> web.StreamResponse:
            table = self._hall.evening.table_of(request.match_info["code"])
            if table is None:
                return await self._refused(None, RequestError(CODE_GONE), 403)
            try:
                return await do(table, request)
            except NoDatabaseError as fault:
                return web.json_response({"sentence": str(fault)}, status=503)
            except Refusal as refusal:
                return await self._refused(table, refusal, 409)

        return answer

    async def _refused(self, table: int | None, refusal: Refusal, status: int) -> web.Response:
        await asyncio.to_thread(self._hall.refused, table, str(refusal))
        return web.json_response({"sentence": str(refusal), "key": refusal.sentence, "arguments": {
            name: value if isinstance(value, int) else str(value) for name, value in refusal.arguments.items()}},
            status=status)

    async def _page(self, table: int, request: web.Request) -> web.Response:
        return web.Response(text=club_page("table.html"), content_type="text/html")

    async def _state(self, table: int, request: web.Request) -> web.Response:
        return self._said(table, {})

    async def _live(self, table: int, request: web.Request) -> web.StreamResponse:
        news = self._news.setdefault(table, News())
        self.tell()
        return await told_live(request, news, HEARTBEAT_S)

    async def _open(self, table: int, request: web.Request) -> web.Response:
        info = sitting_from(await sent_object(request))
        last = await asyncio.wrap_future(self._hall.opened(table, info))
        return self._said(table, {"last": last})

    async def _rows(self, table: int, request: web.Request) -> web.Response:
        """Rows are acknowledged when they are committed; none at all are a sign of life."""
        sent = await sent_object(request)
        rows = rows_from(sent.get("rows", []))
        answer = {}
        if rows:
            answer["last"] = await asyncio.wrap_future(self._hall.receive(table, text_in(sent, "uuid"), rows))
        self._hall.hear(table, number_in(sent, "questions"), clock_in(sent))
        return self._said(table, answer, text_in(sent, "mark"))

    async def _kept(self, table: int, request: web.Request) -> web.Response:
        after = request.query.get("after", "0")
        info, rows = await asyncio.to_thread(self._hall.kept, table, request.match_info["uuid"],
                                             int(after) if after.isdecimal() and len(after) < 10 else 0, MOST_ROWS)
        return web.json_response({"sitting": sitting_to_json(info), "rows": rows_to_json(rows)})

    async def _ruled(self, table: int, request: web.Request) -> web.Response:
        sent = await sent_object(request)
        await asyncio.to_thread(self._hall.do, "ruled", partial(
            director.ruled, table=table, number=number_in(sent, "number"), seq=number_in(sent, "seq")))
        return self._said(table, {})

    async def _come(self, table: int, request: web.Request) -> web.Response:
        await asyncio.to_thread(self._hall.do, "called", partial(director.calling, table=table))
        return self._said(table, {})

    def _said(self, table: int, answer: Mapping[str, Any], known: str = "") -> web.Response:
        """An answer, and what the table is told, unless it knows that by its mark."""
        told = self._state_of(table)
        said = json.dumps({**answer, "mark": told.mark})
        if told.mark != known:
            said = f'{said[:-1]}, "state": {told.text}}}'
        return web.Response(text=said, content_type="application/json")

    def _state_of(self, table: int) -> ToldState:
        evening, told = self._hall.evening, self._told.get(table)
        if told is None or told.evening is not evening:
            made_of = told_parts(evening, table)
            if told is None or told.made_of != made_of:
                text = json.dumps(table_state(evening, table), ensure_ascii=False)
                told = ToldState(evening, made_of, text, hashlib.sha256(text.encode()).hexdigest()[:16])
            else:
                told = replace(told, evening=evening)
            self._told[table] = told
        return told


async def sent_object(request: web.Request) -> dict[str, Any]:
    """The JSON object of a request; RequestError for anything else."""
    try:
        found = json.loads(await request.read())
    except (ValueError, RecursionError) as wrong:
        raise RequestError(UNREADABLE) from wrong
    if not isinstance(found, dict):
        raise RequestError(UNREADABLE)
    return found
