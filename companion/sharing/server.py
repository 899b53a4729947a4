"""The server of all pages that leave this device: one thread with an event loop, guarded at the door.

    with Server() as server:
        port = server.open(application, tls=None)     # OSError where the port is taken

Whatever comes in is a stranger: a request must be whole within REQUEST_S, no more than MOST_CONNECTIONS are open
(or as many as whoever opens it says),
the Host header must name this device (else a page elsewhere could read ours through the browser), every address
but the unguessable link is not found, and each refusal is one sentence.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

from aiohttp import web

from companion.sharing.closing import Closing

MOST_CONNECTIONS = 128
REQUEST_S = 10.0  # for a whole request to arrive, and for a reader to take what it was sent
WAIT_S = 20.0  # for the server's own thread to do something
LINK = web.AppKey("link", str)
HEADERS = {
    "Server": "TableCompanion", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'self'; "
                               "connect-src 'self' ws: wss: https:; worker-src 'self'; media-src 'self' blob:; "
                               "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
}
REFUSALS = {
    400: "This is no request that can be read.", 403: "This page is asked for by another name than this device has.",
    404: "There is nothing here: scan the code again.", 405: "Nothing can be done here but looking on.",
    408: "The request took too long.", 413: "That is too large.", 503: "Too many are here already; try again later.",
}
T = TypeVar("T")


class Server(Closing):
    """Runs applications on ports of this device until it is closed."""

    def __init__(self, host: str = "", most_connections: int = MOST_CONNECTIONS) -> None:
        """most_connections: to each of its ports."""
        self.host, self._most = host, most_connections
        self._loop = asyncio.new_event_loop()
        self._doors: dict[int, _Door] = {}  # by their ports
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True, name="sharing")
        self._thread.start()

    def open(self, application: web.Application, port: int = 0, tls: ssl.SSLContext | None = None) -> int:
        """Answer with this application from now on; the port.  OSError where it cannot be had."""
        return self.run(self._open(application, port, tls))

    def open_near(self, pages: Callable[[], web.Application], port: int, tls: ssl.SSLContext | None = None) -> int:
        """The same on the usual port, so that a browser remembers what it was allowed; on a free one where that is
        taken."""
        try:
            return self.open(pages(), port, tls)
        except OSError:
            return self.open(pages(), 0, tls)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Let the server's thread do something, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(WAIT_S)

    def soon(self, do: Callable[..., object], *values: object) -> None:
        """Let the server's thread call something; nothing where the server is closed."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(do, *values)

    @property
    def connections(self) -> int:
        """How many connections are open, to all its ports."""
        return sum(len(door.open) for door in self._doors.values())

    def heard_s(self, transport: asyncio.Transport | None) -> float:
        """When the last bytes came by a connection, also those of what is not whole yet; by `time.monotonic`."""
        return max((door.heard_s.get(transport, -math.inf) for door in list(self._doors.values())), default=-math.inf)

    def shut(self, port: int) -> None:
        """Answer no more on a port."""
        if port in self._doors and not self._loop.is_closed():
            self.run(self._doors.pop(port).shut())

    def close(self) -> None:
        """End all connections; nothing answers any more."""
        if self._loop.is_closed():
            return
        for port in list(self._doors):
            self.shut(port)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=WAIT_S)
        self._loop.close()

    async def _open(self, application: web.Application, port: int, tls: ssl.SSLContext | None) -> int:
        door = _Door(self._most)
        application.middlewares.insert(0, door.admit)
        application.on_response_prepare.append(_add_headers)
        runner = web.AppRunner(application, access_log=None, handle_signals=False, shutdown_timeout=1.0,
                               keepalive_timeout=REQUEST_S)
        await runner.setup()
        assert runner.server is not None
        web_server = runner.server

        def connection() -> asyncio.Protocol:
            return _Guarded(web_server(), door)

        try:
            listening = await self._loop.create_server(
                connection, self.host or None, port, family=socket.AF_INET, ssl=tls,
                ssl_handshake_timeout=REQUEST_S if tls else None)
        except OSError:
            await runner.cleanup()
            raise
        door.listening, door.runner = listening, runner
        number = int(listening.sockets[0].getsockname()[1])
        self._doors[number] = door
        return number


class _Door:
    """Who has come in by one port, and who is still to say what for."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.open: set[asyncio.Transport] = set()
        self.heard_s: dict[asyncio.BaseTransport | None, float] = {}
        self.listening: asyncio.Server | None = None
        self.runner: web.AppRunner | None = None
        self._late: dict[asyncio.BaseTransport, asyncio.TimerHandle] = {}

    def enter(self, transport: asyncio.Transport) -> bool:
        """False where too many are here already."""
        if len(self.open) >= self._most:
            return False
        self.open.add(transport)
        self._late[transport] = asyncio.get_running_loop().call_later(REQUEST_S, transport.abort)
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        self.open.discard(transport)
        self.heard_s.pop(transport, None)
        self._has_asked(transport)

    async def shut(self) -> None:
        """Let nobody in any more, and send away who is here."""
        if self.listening is not None:
            self.listening.close()
        if self.runner is not None:
            await self.runner.cleanup()
        for transport in list(self.open):
            transport.abort()

    def _has_asked(self, transport: asyncio.BaseTransport | None) -> None:
        timer = self._late.pop(transport, None) if transport is not None else None
        if timer is not None:
            timer.cancel()

    @web.middleware
    async def admit(self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
                    ) -> web.StreamResponse:
        """Refuse whoever does not have the link, or calls us by a foreign name."""
        self._has_asked(request.transport)
        try:
            if not is_own_name(request.host):
                raise web.HTTPForbidden
            _, _, after = request.rel_url.raw_path.partition("/")
            if not secrets.compare_digest(after.partition("/")[0].encode(), request.app[LINK].encode()):
                raise web.HTTPNotFound
            return await handler(request)
        except web.HTTPException as refusal:
            if refusal.status < 400:
                raise
            return refused(refusal.status)


class _Guarded(asyncio.Protocol):
    """A connection of the web server that has passed the door."""

    def __init__(self, inner: asyncio.Protocol, door: _Door) -> None:
        self._inner, self._door = inner, door
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if not self._door.enter(transport):
            transport.abort()
            return
        self._transport = transport
        self._inner.connection_made(transport)

    def connection_lost(self, fault: Exception | None) -> None:
        if self._transport is not None:
            self._door.leave(self._transport)
            self._inner.connection_lost(fault)

    def data_received(self, data: bytes) -> None:
        if self._transport is not None:
            self._door.heard_s[self._transport] = time.monotonic()
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._transport is not None else None

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()


class News:
    """What is told to everybody who looks: the newest text only; belongs to the server's thread."""

    def __init__(self, text: str = "null") -> None:
        self.text, self.version, self.closed = text, 0, False
        self._changed = asyncio.Event()

    def tell(self, text: str) -> None:
        """Everybody who waits hears this."""
        if text != self.text:
            self.text, self.version = text, self.version + 1
            self._wake()

    def close(self) -> None:
        """Nothing more will be told."""
        self.closed = True
        self._wake()

    async def after(self, version: int, longest_s: float) -> tuple[int, str | None]:
        """The text once it is another than `version`; None where nothing is new for so long."""
        changed = self._changed
        if self.version == version and not self.closed:
            try:
                await asyncio.wait_for(changed.wait(), longest_s)
            except TimeoutError:
                return version, None
        return (self.version, self.text) if self.version != version else (version, None)

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


async def told_live(request: web.Request, news: News, heartbeat_s: float, longest_s: float = REQUEST_S
                    ) -> web.StreamResponse:
    """Server-sent events, one a change; whoever does not take them in time is let go, and whoever is gone is noticed
    by the next heartbeat."""
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
    try:
        await response.prepare(request)
        version = -1
        while not news.closed:
            version, state = await news.after(version, heartbeat_s)
            if state is None and news.closed:
                break
            said = f"data: {state}\n\n" if state is not None else ": still here\n\n"
            await asyncio.wait_for(response.write(said.encode()), longest_s)
    except (OSError, TimeoutError):
        if request.transport is not None:
            request.transport.abort()
    return response


def application(link: str, most_bytes: int = 64 * 1024) -> web.Application:
    """An application that answers only below "/link/"."""
    made = web.Application(client_max_size=most_bytes)
    made[LINK] = link
    return made


def new_link() -> str:
    """128 bits that nobody guesses."""
    return secrets.token_urlsafe(16)


def refused(status: int, sentence: str = "") -> web.Response:
    """A refusal in one sentence."""
    return web.Response(status=status, text=sentence or REFUSALS.get(status, REFUSALS[400]),
                        headers={"Connection": "close"})


def page_text(name: str) -> str:
    """A page of this folder as it is written."""
    return (files("companion.sharing") / name).read_text(encoding="utf-8")


@lru_cache(64)
def is_own_name(host: str) -> bool:
    """Whether a Host header names this device: by an address, or by a name that it has in its network.

    >>> is_own_name("192.168.1.7:40123"), is_own_name("evil.example")
    (True, False)
    """
    name = host.rsplit(":", 1)[0].strip("[]").lower() if not host.endswith("]") else host.strip("[]")
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        own = socket.gethostname().lower().partition(".")[0]
        return name in ("localhost", own, f"{own}.local", f"{own}.lan", f"{own}.home", f"{own}.fritz.box")


def local_address() -> str:
    """This device's address in its network.  Nothing is sent: the address is looked up in the routes."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers[name] = value
