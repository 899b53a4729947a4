"""Thousands of connections to the page for those who look on: silent, half, rubbish, well-behaved, never reading."""

from __future__ import annotations

import gc
import os
import random
import resource
import socket
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

from companion.log.session import SessionStore
from companion.sharing.server import MOST_CONNECTIONS
from companion.sharing.spectators import Spectators
from companion.sitting.table_page import table_view
from rules import Table, parse_action

SPARE_FILES = 600  # that the server and the rest of the process may open
ANSWER_S = 30.0  # within which the page answers again, on a busy machine
MOST_MB = 100.0  # more than before
AT_ONCE, LEAVING = 100, 0.7  # most leave after so many others have come; the others stay to the end
CHECK_EVERY = 2500


def strangers(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """Connections to the spectators' page, as many open at once as the system allows."""
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    session.append(parse_action("table start 6D = 95"))
    most_open = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE_FILES
    lines: deque[socket.socket] = deque()
    with Spectators("127.0.0.1") as page:
        page.publish(table_view(session))
        _answers(page)
        files, begun_mb = len(os.listdir("/proc/self/fd")), _rss_mb()
        for number in range(1, tries + 1):
            while len(lines) >= most_open:
                lines.popleft().close()
            wrong = _come_in(rng, page, lines)
            if wrong is None and page.connections > MOST_CONNECTIONS:
                wrong = f"{page.connections} connections are open"
            if len(lines) > AT_ONCE and rng.random() < LEAVING:
                lines[-AT_ONCE].close()
                del lines[-AT_ONCE]
            if wrong is None and number % CHECK_EVERY == 0:
                wrong = _answers(page)
            yield wrong
        for line in lines:
            line.close()
        yield _answers(page)
        gc.collect()
        left = len(os.listdir("/proc/self/fd")) - files
        yield f"{left} files are still open" if left > 2 else None
        grown = _rss_mb() - begun_mb
        yield f"{grown:.0f} MB more are used" if grown > MOST_MB else None


def _come_in(rng: random.Random, page: Spectators, lines: deque[socket.socket]) -> str | None:
    """One stranger; what is wrong with how he was met."""
    good = f"GET /{page.token}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    line = socket.socket()
    line.settimeout(ANSWER_S)
    lines.append(line)
    try:
        line.connect(("127.0.0.1", page.port))
        kind = rng.choice(("silent", "half", "rubbish", "guess", "never reads", "leaves"))
        if kind == "half":
            line.sendall(good[:rng.randrange(1, len(good) - 2)])
        elif kind == "rubbish":
            line.sendall(rng.randbytes(rng.randrange(1, 3000)))
        elif kind == "guess":
            line.sendall(good.replace(page.token.encode(), b"%022x" % rng.getrandbits(88)))
            answer = line.recv(4096)
            if answer and b" 404 " not in answer.partition(b"\r\n")[0]:
                return f"a guessed address was answered with {answer[:40]!r}"
        elif kind == "never reads":
            line.sendall(good.replace(b"/ HTTP", b"/live HTTP"))
        elif kind == "leaves":
            line.close()
    except TimeoutError:
        return "nobody answers"
    except ConnectionError:
        pass  # turned away
    return None


def _answers(page: Spectators) -> str | None:
    """What is wrong with the page for somebody who was sent the link, once there is room."""
    end_s = time.monotonic() + ANSWER_S
    while time.monotonic() < end_s:
        with suppress(OSError):
            connection = HTTPConnection("127.0.0.1", page.port, timeout=ANSWER_S)
            try:
                connection.request("GET", f"/{page.token}/")
                if connection.getresponse().status == 200:
                    return None
            finally:
                connection.close()
        time.sleep(0.1)
    return "the page does not answer any more"


def _rss_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
