"""What goes wrong with cameras, tried: what was said of it, after how long, and when it was gone again.

    python -m companion.tools camera_faults
    python -m companion.tools camera_faults frozen asleep forged --markdown

The plugged camera is made up, what reads it is not: a LiveSource, the app's own Feed, and what the red bar says.  The
phone speaks as its page does, to the real pages.  Misuse is tried while a phone streams: nothing may be lost of it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import cv2
import numpy as np

from companion.filming.demo import demo
from companion.following.loop import live_table, watch
from companion.log.session import SessionStore
from companion.sharing.phone import PhoneCamera, PhoneSource
from companion.sharing.phone_pictures import HEAD, MAGIC, MOST_BYTES
from companion.sharing.phone_seat import MOST_TORN
from companion.sharing.server import MOST_CONNECTIONS
from companion.sitting.camera_thread import Feed, Hearer
from vision.frames import Frame, FrameSource, LiveSource, VideoSource

FPS = 15.0
NOISE = 3.0  # grey levels, of a sensor
LONGEST_S = 15.0
WELL_S = 2.0  # before anything goes wrong
ASKS_S = 0.3  # as the phone's page does
CALLERS = 10_000


@dataclass(frozen=True)
class FaultTold:
    """A row of the table.  said_s, gone_s: seconds after it went wrong, and after it was right again; None: never."""

    fault: str
    said: str
    said_s: float | None
    gone_s: float | None
    most_s: float  # within which it has to be said

    @property
    def is_well(self) -> bool:
        """Whether it was said soon enough, and the bar was gone a second after the picture's return."""
        return self.said_s is not None and self.said_s <= self.most_s and (self.gone_s is None or self.gone_s <= 1.0)


class TableShown:
    """The drawn table as a sensor sees it: the same picture never twice."""

    def __init__(self) -> None:
        with VideoSource(demo().clip) as film:
            frame = film.read()
        assert frame is not None
        rng = np.random.default_rng(4)
        noise = rng.normal(0, NOISE, (5, *frame.image.shape)).astype(np.int16)
        self.pictures = [np.clip(frame.image + one, 0, 255).astype(np.uint8) for one in noise]
        self.count = 0

    def next(self) -> np.ndarray:
        """(h, w, 3) uint8, another one than the last."""
        self.count += 1
        return np.asarray(self.pictures[self.count % len(self.pictures)])


class PluggedCamera:
    """Stands for OpenCV's capture.  state: "well", or what goes wrong."""

    def __init__(self, table: TableShown) -> None:
        self.table, self.state = table, "well"
        self._last = table.next()

    def isOpened(self) -> bool:  # noqa: N802  (as OpenCV has it)
        """It always is."""
        return True

    def release(self) -> None:
        """It is the same when it is opened again."""

    def read(self) -> tuple[bool, np.ndarray | None]:
        """Whether a picture came, and the picture; as `state` has it."""
        time.sleep(1 / FPS)
        while self.state == "hangs":
            time.sleep(0.02)
        if self.state == "unplugged":
            return False, None
        if self.state != "frozen":
            self._last = self.table.next()
        return True, {"black": self._last // 40, "covered": self._last // 16 + 70}.get(self.state, self._last)


class TalkingPhone(threading.Thread):
    """Says and sends what a phone's page does.  state: "well", or what happens to it; sent: pictures it got rid of."""

    def __init__(self, camera: PhoneCamera, table: TableShown, name: str = "aa") -> None:
        super().__init__(daemon=True)
        self._page = page_of(camera)
        self._name, self._ended = name, threading.Event()
        lying = [cv2.imencode(".jpg", picture)[1].tobytes() for picture in table.pictures]
        standing = [cv2.imencode(".jpg", cv2.rotate(p, cv2.ROTATE_90_CLOCKWISE))[1].tobytes() for p in table.pictures]
        self._pictures = {"rotated": standing}
        self._usual = lying
        self.state, self.sent, self.refused = "well", 0, ""

    def run(self) -> None:
        """Send pictures until it is closed."""
        asyncio.run(self._stream())

    def close(self) -> None:
        """End it; waits for at most ten seconds."""
        self._ended.set()
        self.join(timeout=10)

    async def _stream(self) -> None:
        async with new_browser() as browser:
            while not self._ended.is_set():
                with contextlib.suppress(aiohttp.ClientError):
                    async with browser.ws_connect(f"{self._page}stream?id={self._name}") as link:
                        await asyncio.gather(self._listen(link), self._speak(link))
                await asyncio.sleep(0.2)

    async def _listen(self, link: aiohttp.ClientWebSocketResponse) -> None:
        async for message in link:
            if message.type is aiohttp.WSMsgType.TEXT and "refused" in message.json():
                self.refused = message.json()["refused"]

    async def _speak(self, link: aiohttp.ClientWebSocketResponse) -> None:
        asked_s, state = 0.0, "well"
        while not (self._ended.is_set() or link.closed):
            before, state = state, self.state
            if state != before and "call" in (state, before):
                await link.send_json({"camera": state != "call"})
            if state != before and "hidden" in (state, before):
                await link.send_json({"hidden": state == "hidden"})
            silent = state in ("asleep", "cut", "hidden")  # a hidden page says so, and is stopped by the system
            if not silent and time.monotonic() - asked_s > ASKS_S:
                asked_s = time.monotonic()
                await link.send_json({"asked": asked_s})
            if not silent and state != "call":
                pictures = self._pictures.get(state, self._usual)
                self.sent += 1
                await link.send_bytes(framed(pictures[self.sent % len(pictures)]))
            await asyncio.sleep(1 / FPS)
        await link.close()


def framed(jpeg: bytes) -> bytes:
    """A picture as the page sends it."""
    return HEAD.pack(MAGIC, time.monotonic() * 1000, 0, len(jpeg)) + jpeg


def page_of(camera: PhoneCamera) -> str:
    """The address that the phone's code holds."""
    return f"https://127.0.0.1:{camera.secure_port}/{camera.token}/"


def new_browser() -> aiohttp.ClientSession:
    """Something that takes the pages' own certificate."""
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=False, limit=0))


def timed_fault(fault: str, source: FrameSource, change: Callable[[str], None], most_s: float) -> FaultTold:
    """Let a source be well, then not, then well again, and hear what the red bar says."""
    heard: list[tuple[float, str]] = []
    feed: list[Feed] = []

    def take() -> None:
        if feed:
            feed[0].take()

    hearer = Hearer(take, lambda: None,
                    lambda error: heard.append((time.monotonic(), str(error))),
                    lambda text: heard.append((time.monotonic(), text)))
    feed.append(Feed(lambda: source, hearer))
    waited(lambda: feed[0].picture is not None, LONGEST_S)
    time.sleep(WELL_S)
    heard.clear()
    change(fault)
    wrong_s = time.monotonic()
    waited(lambda: heard, LONGEST_S)
    said = list(heard)
    change("well")
    right_s = time.monotonic()
    waited(lambda: heard and heard[-1][1] == "", LONGEST_S)
    gone = next((at_s - right_s for at_s, text in heard if not text and at_s >= right_s), None)
    feed[0].close()
    return FaultTold(fault, said[0][1] if said else "nothing", said[0][0] - wrong_s if said else None, gone, most_s)


def waited(happens: Callable[[], object], longest_s: float) -> bool:
    """Whether something came about in time."""
    end_s = time.monotonic() + longest_s
    while not happens():
        if time.monotonic() > end_s:
            return False
        time.sleep(0.01)
    return True


def plugged(fault: str) -> FaultTold:
    """A camera at a plug."""
    camera = PluggedCamera(TableShown())
    return timed_fault(fault, LiveSource("camera 0", lambda: camera),
                       lambda state: setattr(camera, "state", state), 3.0)


def hung_up(_fault: str) -> FaultTold:
    """A camera that never answers when it is opened."""
    wakes, heard = threading.Event(), list[tuple[float, str]]()
    began_s = time.monotonic()

    def never() -> PluggedCamera:
        wakes.wait()
        raise OSError("nobody waits for it any more")

    feed = Feed(lambda: LiveSource("camera 0", never),
                Hearer(lambda: None, lambda: None, lambda fault: heard.append((time.monotonic(), str(fault))),
                       lambda text: None))
    asked_s = time.monotonic() - began_s
    waited(lambda: heard, LONGEST_S)
    wakes.set()
    feed.close()
    said = f"{heard[0][1]} (whoever asked for it waited {1000 * asked_s:.0f} ms)" if heard else "nothing"
    return FaultTold("hangs", said, heard[0][0] - began_s if heard else None, None, 5.5)


@contextmanager
def phone_at_work() -> Iterator[tuple[PhoneCamera, TalkingPhone]]:
    """The pages, and a phone that streams."""
    with tempfile.TemporaryDirectory() as own, PhoneCamera(Path(own), "127.0.0.1", ports=(0, 0)) as camera:
        phone = TalkingPhone(camera, TableShown())
        phone.start()
        waited(lambda: camera.one.pictures > 3, LONGEST_S)
        try:
            yield camera, phone
        finally:
            phone.close()


def phoned(fault: str) -> FaultTold:
    """Something happens to the phone."""
    with phone_at_work() as (camera, phone):
        return timed_fault(fault, PhoneSource(camera), lambda state: setattr(phone, "state", state), 1.0)


class LeftForRight(VideoSource):
    """A film that a camera's program shows mirrored; `now_s` of it."""

    now_s = 0.0

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame of the film, mirrored."""
        frame = super().read(timeout_s)
        if frame is None:
            return None
        self.now_s = frame.time_s
        return Frame(cv2.flip(frame.image, 1), frame.time_s, frame.index)


def shown_mirrored(fault: str) -> FaultTold:
    """A camera that shows left for right: in seconds of the film, since its first card was laid."""
    film = demo()
    source = LeftForRight(film.clip)
    source.name = "camera 0"
    told = io.StringIO()
    said_s: list[float] = []

    class Told(io.StringIO):
        def write(self, text: str) -> int:
            said_s.append(source.now_s)
            return told.write(text)

    live = live_table(SessionStore(":memory:").create(film.record.game, film.record.table()), None)
    with contextlib.redirect_stderr(Told()):
        watch(source, live, None, lambda message: None)
    first_s = 2.83  # as the film's truth has it
    return FaultTold(fault, told.getvalue().strip() or "nothing", said_s[0] - first_s if said_s else None, None, 30.0)


def port_taken(fault: str) -> FaultTold:
    """Another program has the usual ports: the pages are elsewhere, and the code says where."""
    with socket.socket() as one, socket.socket() as two, tempfile.TemporaryDirectory() as own:
        for taken in (one, two):
            taken.bind(("127.0.0.1", 0))
            taken.listen()
        began_s = time.monotonic()
        with PhoneCamera(Path(own), "127.0.0.1", ports=(one.getsockname()[1], two.getsockname()[1])) as camera:
            return FaultTold(fault, f"nothing: the code names a free port ({bool(camera.port)})",
                             time.monotonic() - began_s, None, 3.0)


# -- misuse ----------------------------------------------------------------------------------------


async def forged(browser: aiohttp.ClientSession, camera: PhoneCamera) -> str:
    """A link with another secret."""
    page = page_of(camera).replace(camera.token, "A" * len(camera.token))
    async with browser.get(page) as answer:
        return f"{answer.status} {await answer.text()}"


async def second(browser: aiohttp.ClientSession, camera: PhoneCamera) -> str:
    """A second phone while one streams."""
    async with browser.ws_connect(page_of(camera) + "stream?id=bb") as link:
        return str((await link.receive_json(timeout=10))["refused"])


async def giant(browser: aiohttp.ClientSession, camera: PhoneCamera) -> str:
    """A picture of more bytes than are taken."""
    async with browser.post(page_of(camera) + "frame?id=aa", data=b"\0" * (MOST_BYTES + 1000)) as answer:
        return f"{answer.status} {await answer.text()}"


async def torn(browser: aiohttp.ClientSession, camera: PhoneCamera) -> str:
    """Posts that are no pictures."""
    said = ""
    for _ in range(MOST_TORN):
        async with browser.post(page_of(camera) + "frame?id=aa", data=b"rubbish") as answer:
            said = (await answer.json()).get("refused", said)
    return said or "left out, one by one"


async def callers(_browser: aiohttp.ClientSession, camera: PhoneCamera) -> str:
    """Connections that say nothing, as many at a time as this process may have."""
    turned_away = came = 0
    for _ in range(CALLERS // 250):
        opened = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", camera.port) for _ in range(250)),
                                      return_exceptions=True)
        writers = [one[1] for one in opened if not isinstance(one, BaseException)]
        await asyncio.sleep(0.25)
        came += len(writers)
        turned_away += sum(one[0].at_eof() or one[0].exception() is not None for one in opened
                           if not isinstance(one, BaseException))
        for writer in writers:
            writer.close()
    return f"{came} came, {turned_away} were turned away (at most {MOST_CONNECTIONS} stay)"


async def slow(_browser: aiohttp.ClientSession, camera: PhoneCamera) -> str:
    """Half a request, and then nothing."""
    reader, writer = await asyncio.open_connection("127.0.0.1", camera.port)
    writer.write(f"GET /{camera.token}/ HTTP/1.1\r\nHost: 127".encode())
    began_s = time.monotonic()
    try:
        await asyncio.wait_for(reader.read(), 30)
        return f"let go after {time.monotonic() - began_s:.0f} s"
    except (ConnectionError, TimeoutError) as fault:
        return f"let go after {time.monotonic() - began_s:.0f} s ({type(fault).__name__})"
    finally:
        writer.close()


MISUSES: dict[str, Callable[[aiohttp.ClientSession, PhoneCamera], Awaitable[str]]] = {
    "forged": forged, "second": second, "giant": giant, "torn": torn, "callers": callers, "slow": slow}


def misused(name: str) -> tuple[str, int, str]:
    """What was answered, how many pictures of the phone came meanwhile and just after, and what is wrong with it."""
    async def run(camera: PhoneCamera) -> str:
        async with new_browser() as browser:
            return await MISUSES[name](browser, camera)

    with phone_at_work() as (camera, _phone):
        before = camera.one.pictures
        said = asyncio.run(run(camera))
        during = camera.one.pictures - before
        waited(lambda: camera.one.pictures > before + during + 10, LONGEST_S)
        return said, camera.one.pictures - before, PhoneSource(camera).trouble


FAULTS: dict[str, Callable[[str], FaultTold]] = {
    **dict.fromkeys(("unplugged", "frozen", "black", "covered"), plugged), "hangs": hung_up,
    **dict.fromkeys(("asleep", "hidden", "call", "cut", "rotated"), phoned),
    "mirrored": shown_mirrored, "port": port_taken}


def fault_rows(names: Sequence[str]) -> Iterator[tuple[tuple[str, ...], bool]]:
    """What to print, a row each, and whether it is as it should be."""
    for name in names:
        if name in FAULTS:
            told = FAULTS[name](name)
            said = "never" if told.said_s is None else f"{told.said_s:.1f} s"
            gone = "" if told.gone_s is None else f"{told.gone_s:.1f} s"
            yield (name, told.said, said, gone), told.is_well
        else:
            said, came, trouble = misused(name)
            lost = trouble and f": {trouble}"
            yield (name, said, "", f"{came} pictures of the phone came meanwhile{lost}"), came > 10


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools camera_faults", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help=f"of {', '.join((*FAULTS, *MISUSES))} (all)")
    parser.add_argument("--markdown", action="store_true", help="as a table for the docs")
    args = parser.parse_args()
    well = True
    for row, is_well in fault_rows(args.names or (*FAULTS, *MISUSES)):
        plain = "  ".join((row[0].ljust(10), *row[1:], "" if is_well else "!"))
        print(f"| {' | '.join(row)} |" if args.markdown else plain, flush=True)
        well = well and is_well
    return 0 if well else 2


if __name__ == "__main__":
    sys.exit(main())
