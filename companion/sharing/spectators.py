"""A page for those who look on: the board, the count and the last events, live, in any browser of the
local network.

    with Spectators() as page:
        print(page.url)               # http://192.168.1.7:40123/3q0c.../
        page.publish(view)            # after every change

Read-only, and by one unguessable link: whatever else is asked for is not found, and nothing can be
sent.  Nothing is fetched from elsewhere.
"""

from __future__ import annotations

import json
import secrets
import socket
import threading
from functools import cached_property
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from types import TracebackType
from typing import Any

from companion import texts
from companion.sitting.table_page import TablePage
from companion.style.peg_board import plan_board

MOST_WATCHING = 24
HEARTBEAT_S = 10.0  # a browser that is gone is noticed within so long
REQUEST_S = 10.0  # for a whole request to arrive
LAST_EVENTS = 8
BOARD_PX = (1000, 40)  # width, and height of a track


_HEADERS = {
    "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                               "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
}


class Spectators:
    """The page's server; its own threads.  Ask for port 0 to get a free one."""

    def __init__(self, host: str = "", port: int = 0) -> None:
        """OSError where no such port can be opened."""
        self.token = secrets.token_urlsafe(16)
        self._state = json.dumps(None)
        self._version = 0
        self._closed = False
        self._changed = threading.Condition()
        self._watching = 0
        self._server = _Server((host, port), self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.2,), daemon=True, name="spectators")
        self._thread.start()

    def __enter__(self) -> Spectators:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
                 ) -> None:
        self.close()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """The only way in."""
        return f"http://{local_address()}:{self.port}/{self.token}/"

    @property
    def watching(self) -> int:
        """How many look on now."""
        return self._watching

    def publish(self, view: TablePage) -> None:
        """Show this position to everybody."""
        state = json.dumps(public_state(view), ensure_ascii=False)
        with self._changed:
            if state != self._state:
                self._state, self._version = state, self._version + 1
                self._changed.notify_all()

    def close(self) -> None:
        """No more page; who looked on is told nothing more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    # -- for the server's threads -----------------------------------------------------------------

    def enter(self) -> bool:
        """Begin to look on; False when there are too many already."""
        with self._changed:
            if self._watching >= MOST_WATCHING:
                return False
            self._watching += 1
            return True

    def leave(self) -> None:
        with self._changed:
            self._watching -= 1

    def next_state(self, version: int) -> tuple[int, str | None]:
        """The state once it is another than `version`; None when there is nothing new for a while.
        Raises ConnectionAbortedError when the page is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._version != version, HEARTBEAT_S)
            if self._closed:
                raise ConnectionAbortedError
            return (self._version, self._state) if self._version != version else (version, None)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, address: tuple[str, int], page: Spectators) -> None:
        self.page = page
        super().__init__(address, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that went away is no fault."""


class _Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD for the page and its events; anything else is not found."""

    server: _Server
    timeout = REQUEST_S
    server_version, sys_version = "TableCompanion", ""

    def do_GET(self) -> None:
        place = self._place()
        if place == "":
            self._page()
        elif place == "live":
            self._live()
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def do_HEAD(self) -> None:
        if self._place() == "":
            self._page(body=False)
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the link must not be written anywhere."""

    def _place(self) -> str | None:
        """What is asked for under the link; None for every other address."""
        link = f"/{self.server.page.token}/"
        if not secrets.compare_digest(self.path[:len(link)].encode(), link.encode()):
            return None
        return self.path[len(link):]

    def _page(self, body: bool = True) -> None:
        page = self._page_text.encode()
        self._head("text/html; charset=utf-8", len(page))
        if body:
            self.wfile.write(page)

    @cached_property
    def _page_text(self) -> str:
        words = {"TITLE": texts.TITLE, "WAITING": texts.SPECTATORS_WAIT, "LOST": texts.SPECTATORS_LOST}
        text = (files("companion.sharing") / "spectators.html").read_text(encoding="utf-8")
        for name, word in words.items():
            text = text.replace(f"@{name}@", escape(word))
        return text

    def _live(self) -> None:
        """Server-sent events, one a change."""
        page = self.server.page
        if not page.enter():
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        try:
            self._head("text/event-stream; charset=utf-8", None)
            version = -1
            while True:
                version, state = page.next_state(version)
                self.wfile.write(f"data: {state}\n\n".encode() if state is not None else b": still here\n\n")
                self.wfile.flush()
        except OSError:
            return  # gone, or the page was closed
        finally:
            page.leave()

    def _head(self, kind: str, length: int | None) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()


def public_state(view: TablePage) -> dict[str, Any]:
    """What lies open to everybody, as JSON-ready values.  board: holes and pegs in a picture of `size`."""
    sheet, panel = view.sheet, view.panel
    width, height = BOARD_PX[0], BOARD_PX[1] * (len(sheet.tracks) + 1)
    streets = 1 if sheet.board.holes <= 70 else 2
    plan = plan_board(sheet.board.holes, len(sheet.tracks), width, height * streets)
    tracks = range(len(sheet.tracks))
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
        "board": {
            "size": [width, round(height * streets)], "radius": round(plan.radius, 1),
            "holes": [_at(plan.place(track, hole)) for track in tracks for hole in range(sheet.board.holes + 1)],
            "pegs": [[_at(plan.place(track, sheet.board.hole_of(score))) for score in (pegs.back, pegs.front)]
                     for track, pegs in enumerate(sheet.tracks)],
        },
    }


def _at(place: tuple[float, float]) -> list[float]:
    return [round(place[0], 1), round(place[1], 1)]


def local_address() -> str:
    """This device's address in its network.  Nothing is sent: the address is looked up in the routes."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
