"""Pages for those who look on: the board, the count and the last events, live, in any browser of the
local network, and the same as a transparent overlay for streaming programs.

    with Spectators() as page:
        print(page.url)               # http://192.168.1.7:40123/3q0c.../
        page.publish(view)            # after every change

Read-only, and by one unguessable link: whatever else is asked for is not found, and nothing can be
sent.  Nothing is fetched from elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import Any

from aiohttp import web

from companion.log.scores import ScoreSheet
from companion.sharing.closing import Closing
from companion.sharing.server import (
    REQUEST_S,
    News,
    Server,
    application,
    local_address,
    new_link,
    page_text,
    refused,
    told_live,
)
from companion.sitting.table_page import TablePage
from companion.style.peg_board import plan_board
from companion.words import texts

MOST_WATCHING = 24
HEARTBEAT_S = 10.0  # a browser that is gone is noticed within so long
LAST_EVENTS = 8
BOARD_PX = (1000, 40)  # width, and height of a track
Colours = Mapping[str, int]  # of pegs, by number, that players have chosen; the others have those of their seats


class Spectators(Closing):
    """The pages of one table.  Ask for port 0 to get a free one; without a `server` they have their own."""

    def __init__(self, host: str = "", port: int = 0, server: Server | None = None) -> None:
        """OSError where no such port can be opened."""
        self.token = new_link()
        self.watching = 0  # how many look on now
        self._news = News(json.dumps(None))
        self._server, self._is_own = server or Server(host), server is None
        pages = application(self.token)
        pages.router.add_get(f"/{self.token}/", self._page)
        pages.router.add_get(f"/{self.token}/overlay", self._page)
        pages.router.add_get(f"/{self.token}/live", self._live, allow_head=False)
        self.port = 0
        try:
            self.port = self._server.open(pages, port)
        except OSError:
            self.close()
            raise

    @property
    def url(self) -> str:
        """The only way in."""
        return f"http://{local_address()}:{self.port}/{self.token}/"

    @property
    def connections(self) -> int:
        """How many connections are open, to all pages of the server."""
        return self._server.connections

    def publish(self, view: TablePage, colours: Colours = MappingProxyType({})) -> None:
        """Show this position to everybody."""
        self.tell(json.dumps(public_state(view, colours), ensure_ascii=False))

    def tell(self, state: str) -> None:
        """The same as JSON."""
        self._server.soon(self._news.tell, state)

    def close(self) -> None:
        """No more page; who looked on is told nothing more."""
        self._server.soon(self._news.close)
        self._server.shut(self.port)
        if self._is_own:
            self._server.close()

    async def _page(self, request: web.Request) -> web.Response:
        name = "overlay.html" if request.path.endswith("/overlay") else "spectators.html"
        words = {"TITLE": texts.TITLE, "WAITING": texts.SPECTATORS_WAIT, "LOST": texts.SPECTATORS_LOST}
        return web.Response(text=filled(page_text(name), words), content_type="text/html")

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """Server-sent events, one a change; whoever does not take them in time is let go."""
        if self.watching >= MOST_WATCHING:
            return refused(503)
        self.watching += 1
        try:
            return await told_live(request, self._news, HEARTBEAT_S, REQUEST_S)
        finally:
            self.watching -= 1


def filled(page: str, words: dict[str, str]) -> str:
    """A page with its words in the language that is spoken; @NAME@ is the place of one."""
    for name, word in words.items():
        page = page.replace(f"@{name}@", escape(word))
    return page


def public_state(view: TablePage, colours: Colours = MappingProxyType({})) -> dict[str, Any]:
    """What lies open to everybody, as JSON-ready values.  board: holes and pegs in a picture of `size`."""
    sheet, panel = view.sheet, view.panel
    return {
        "title": view.title, "deal": texts.DEAL.format(number=max(view.deal, 1)), "turn": view.turn_text,
        "over": sheet.over,
        "hero": {"text": panel.hero.text, "label": panel.hero.label} if panel.hero else None,
        "facts": [[fact.label, fact.text] for fact in panel.facts],
        "piles": [[pile.place, " ".join(map(texts.card_text, pile.cards))] for pile in view.piles],
        "told": {"text": view.told.text, "why": view.told.why, "fault": view.told.kind in ("illegal", "proven")}
                if view.told else None,
        "events": [line.text for line in reversed(view.log[-LAST_EVENTS:])],
        "scores": [[track.name, track.front] for track in sheet.tracks],
        "board": _board(sheet, colours),
    }


def _board(sheet: ScoreSheet, colours: Colours) -> dict[str, Any]:
    """The drawn board: its holes, and both pegs of every track."""
    width, height = BOARD_PX[0], BOARD_PX[1] * (len(sheet.tracks) + 1)
    streets = 1 if sheet.board.holes <= 70 else 2
    plan = plan_board(sheet.board.holes, len(sheet.tracks), width, height * streets)
    tracks = range(len(sheet.tracks))
    return {
        "size": [width, round(height * streets)], "radius": round(plan.radius, 1),
        "colours": [colours.get(track.name, seat) for seat, track in enumerate(sheet.tracks)],
        "holes": [_at(plan.place(track, hole)) for track in tracks for hole in range(sheet.board.holes + 1)],
        "pegs": [[_at(plan.place(track, sheet.board.hole_of(score))) for score in (pegs.back, pegs.front)]
                 for track, pegs in enumerate(sheet.tracks)],
    }


def _at(place: tuple[float, float]) -> list[float]:
    return [round(place[0], 1), round(place[1], 1)]
