"""Any phone is the camera: it scans a code, opens a page, and the page streams its rear camera.

    with PhoneCamera(folder) as phone:
        print(phone.url)                       # as a QR code; explains the browser's warning, then leads on
        source = PhoneSource(phone)            # a source of frames like any other; the pages stay when it is closed
        phone.publish(view)                    # turn, count and last verdict, large on the phone

The camera's page needs HTTPS with a certificate of this device's own; what explains it is plain HTTP.  Pictures
come as JPEG by a WebSocket, or by a POST each where the browser opens none.  One phone at a time; a picture on its
way at a time, the newest wins.  Whatever else comes in is refused in a sentence.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web
from platformdirs import user_data_path

from companion.sharing.certificate import own_certificate
from companion.sharing.closing import Closing
from companion.sharing.phone_pictures import HEAD, MOST_BYTES, PictureError, decoded
from companion.sharing.phone_seat import OnePhone, PhoneSeat
from companion.sharing.server import REQUEST_S, News, Server, application, local_address, new_link, page_text
from companion.sharing.spectators import filled
from companion.sitting.table_page import TablePage
from companion.words import texts
from vision.frames import Frame, FrameSource

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
PORTS = (8722, 8723)  # plain and secure; free ones where these are taken
MOST_FAULTS = 20  # sentences kept about them


class PhoneCamera(Closing):
    """The pages, and the newest picture.  `folder` keeps the certificate."""

    def __init__(self, folder: Path | None = None, host: str = "", server: Server | None = None,
                 ports: tuple[int, int] = PORTS) -> None:
        """OSError where no port can be had, FileError where the certificate cannot be kept."""
        self.token = new_link()
        self.address = local_address()
        certificate = own_certificate(folder or user_data_path("table-companion") / "certificate", self.address)
        self._server, self._is_own = server or Server(host), server is None
        self._news = News(json.dumps({}))
        self.one = OnePhone()
        self.port = self.secure_port = 0
        try:
            self.secure_port = self._server.open_near(self._secure_pages, ports[1], certificate.context())
            self.port = self._server.open_near(self._plain_pages, ports[0])
        except OSError:
            self.close()
            raise

    @property
    def url(self) -> str:
        """What the code says: explains the warning that comes, then leads to the camera's page."""
        return f"http://{self.address}:{self.port}/{self.token}/"

    @property
    def camera_url(self) -> str:
        """The camera's page itself."""
        return f"https://{self.address}:{self.secure_port}/{self.token}/"

    @property
    def phone(self) -> str:
        """Which phone is the camera ("iPhone, Safari"); "" where none is."""
        return self.one.seat.name if self.one.is_taken else ""

    @property
    def trouble(self) -> str:
        """Why no pictures come, in a sentence; "" while they do."""
        return self.one.trouble(self._server.heard_s(self.one.seat.transport))

    def publish(self, view: TablePage, fits: bool = True) -> None:
        """Turn, count and last verdict for the phone's page.  fits: whether the table is seen well."""
        told, hero = view.told, view.panel.hero
        self.show({"turn": view.turn_text, "hero": hero.text if hero else "", "fits": fits,
                   "told": told.text if told else "", "why": told.why if told else "",
                   "fault": bool(told and told.kind in ("illegal", "proven")),
                   "question": view.question.text if view.question else ""})

    def show(self, state: Mapping[str, Any]) -> None:
        """The same as values."""
        self._server.soon(self._news.tell, json.dumps(dict(state), ensure_ascii=False))

    def close(self) -> None:
        """The phone is sent away; no more pages."""
        self.one.close()
        self._server.soon(self._news.close)
        for port in (self.port, self.secure_port):
            self._server.shut(port)
        if self._is_own:
            self._server.close()

    # -- for the server's thread ------------------------------------------------------------------

    def _plain_pages(self) -> web.Application:
        """What explains the warning; by a cable that makes these ports the phone's own, the camera's page itself."""
        pages = application(self.token, MOST_BYTES + HEAD.size)
        pages.router.add_get(f"/{self.token}/", self._hello)
        self._add_camera(pages, _only_here)
        return pages

    def _secure_pages(self) -> web.Application:
        pages = application(self.token, MOST_BYTES + HEAD.size)
        pages.router.add_get(f"/{self.token}/", self._page)
        self._add_camera(pages, lambda handler: handler)
        return pages

    def _add_camera(self, pages: web.Application, guarded: Callable[[Handler], Handler]) -> None:
        """What the camera's page asks for."""
        below = f"/{self.token}/"
        pages.router.add_get(below + "phone_worker.js", guarded(self._worker))
        pages.router.add_get(below + "here", guarded(self._here))
        pages.router.add_get(below + "stream", guarded(self._stream), allow_head=False)
        pages.router.add_post(below + "frame", guarded(self._frame))
        pages.router.add_post(below + "state", guarded(self._say))

    async def _hello(self, request: web.Request) -> web.Response:
        if is_this_device(request.host):
            return await self._page(request)
        page = _with_words("phone_hello.html").replace("@CAMERA@", self.camera_url)
        return web.Response(text=page, content_type="text/html")

    async def _page(self, _request: web.Request) -> web.Response:
        return web.Response(text=_with_words("phone.html"), content_type="text/html")

    async def _worker(self, _request: web.Request) -> web.Response:
        return web.Response(text=page_text("phone_worker.js"), content_type="text/javascript")

    async def _here(self, _request: web.Request) -> web.Response:
        """Asked for by the first page: whether the browser takes the certificate already."""
        return web.Response()

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        """Pictures and words in, answers and the state of the table out."""
        socket = web.WebSocketResponse(max_msg_size=MOST_BYTES + HEAD.size, heartbeat=REQUEST_S, compress=False)
        await socket.prepare(request)
        if not self.one.sit(request):
            await _send(socket, {"refused": texts.PHONE["second"]})
            await socket.close()
            return socket
        seat = self.one.seat
        if seat.socket is not None and seat.socket is not socket:
            await seat.socket.close()
        seat.socket = socket
        telling = asyncio.ensure_future(self._tell(socket, seat))
        try:
            async for message in socket:
                if seat is not self.one.seat:
                    await _send(socket, {"refused": texts.PHONE["taken_over"]})
                    break
                if message.type is WSMsgType.BINARY:
                    self.one.receive(seat, message.data)
                    await _send(socket, {"ack": 1})
                elif message.type is WSMsgType.TEXT:
                    await _send(socket, seat.hear(message.data))
        except PictureError as fault:
            await _send(socket, {"refused": str(fault)})
        except (OSError, TimeoutError):
            pass  # gone; it will come again
        finally:
            telling.cancel()
            await socket.close()
        return socket

    async def _tell(self, socket: web.WebSocketResponse, seat: PhoneSeat) -> None:
        """The state of the table whenever it is another; that another phone has taken over."""
        version = -1
        while not self._news.closed and not socket.closed:
            if seat is not self.one.seat:
                await _send(socket, {"refused": texts.PHONE["taken_over"]})
                await socket.close()
                return
            version, state = await self._news.after(version, 0.5)
            if state is not None:
                await _send(socket, {"state": json.loads(state), "version": version})

    async def _frame(self, request: web.Request) -> web.Response:
        """A picture by POST, for browsers that open no socket to a certificate of one's own."""
        body = await _whole(request)
        if not self.one.sit(request):
            return web.json_response({"refused": texts.PHONE["second"]})
        try:
            self.one.receive(self.one.seat, body)
        except PictureError as fault:
            return web.json_response({"refused": str(fault)})
        return web.json_response({"ack": 1, **self._since(request)})

    async def _say(self, request: web.Request) -> web.Response:
        """A word by POST."""
        body = await _whole(request)
        if not self.one.sit(request):
            return web.json_response({"refused": texts.PHONE["second"]})
        return web.json_response({**self.one.seat.hear(body.decode(errors="replace")), **self._since(request)})

    def _since(self, request: web.Request) -> dict[str, Any]:
        """The state where it is another than the page knows."""
        if request.query.get("version") == str(self._news.version):
            return {}
        return {"state": json.loads(self._news.text), "version": self._news.version}

class PhoneSource(FrameSource):
    """The phone's pictures as frames: the newest one, timed by when it was taken."""

    live = True
    is_camera = True

    def __init__(self, camera: PhoneCamera) -> None:
        super().__init__(texts.PHONE["name"])
        self.camera = camera
        self.began_s = time.monotonic()
        self._last_s = -math.inf
        self._index = -1

    @property
    def trouble(self) -> str:
        """Why no pictures come, in a sentence."""
        return self.camera.trouble

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The newest picture of the phone; None where none came in time."""
        shot = self.camera.one.take(timeout_s)
        if shot is None:
            return None
        try:
            image = decoded(shot.jpeg)
        except PictureError as fault:
            if len(self.faults) < MOST_FAULTS:
                self.faults.append(str(fault))
            return None
        self._index += 1
        self._last_s = max(shot.captured_s - self.began_s, self._last_s + 0.001)
        return Frame(image, self._last_s, self._index)


def is_this_device(host: str) -> bool:
    """Whether a Host header names the device itself, to which browsers give the camera without HTTPS.

    >>> is_this_device("localhost:8722"), is_this_device("127.0.0.1"), is_this_device("192.168.1.7:8722")
    (True, True, False)
    """
    return host.partition(":")[0] in ("localhost", "127.0.0.1")


def _only_here(handler: Handler) -> Handler:
    """Nothing of the camera's goes through a network unprotected."""
    async def guarded(request: web.Request) -> web.StreamResponse:
        if not is_this_device(request.host):
            raise web.HTTPNotFound
        return await handler(request)

    return guarded


def _with_words(name: str) -> str:
    """A page of the phone with what it says, as JSON that ends no script."""
    words = json.dumps(texts.PHONE, ensure_ascii=False).replace("<", "\\u003c")
    return filled(page_text(name), {"TITLE": texts.TITLE}).replace("@WORDS@", words)


async def _send(socket: web.WebSocketResponse, message: Mapping[str, Any]) -> None:
    """TimeoutError where the phone does not take it."""
    if message and not socket.closed:
        await asyncio.wait_for(socket.send_str(json.dumps(message, ensure_ascii=False)), REQUEST_S)


async def _whole(request: web.Request) -> bytes:
    """The body of a request; refused where it does not arrive in time."""
    try:
        return await asyncio.wait_for(request.read(), REQUEST_S)
    except TimeoutError as fault:
        raise web.HTTPRequestTimeout from fault
