"""The network between a tablet and its club is cut again and again: nothing is lost, nothing comes twice."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.club.line import JoinedTable
from companion.club.postgres import Postgres
from companion.club.room_state import OFFLINE_S, room_state
from companion.club.sender import Sender
from companion.club.server import ClubServer
from companion.club.store import ClubStore
from companion.log.session import SessionStore
from companion.sharing.closing import Closing
from rules import parse_action
from tests.club.test_club_server import joined, played, served, until

__all__ = ["served"]
CUTS = 12
RESET = struct.pack("ii", 1, 0)  # closed without a farewell, as where Wi-Fi is gone


class Wire(Closing):
    """Stands between a tablet and the club.  Cut, it drops what is under way and lets nobody through."""

    def __init__(self, port: int) -> None:
        self._to, self._is_cut = port, False
        self._ends: list[socket.socket] = []
        self._lock = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self.passed = 0  # connections
        threading.Thread(target=self._work, daemon=True).start()

    def cut(self) -> None:
        with self._lock:
            self._is_cut = True
            for end in self._ends:
                with contextlib.suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                    end.shutdown(socket.SHUT_RDWR)
            self._ends = []

    def mend(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        self.cut()
        self._door.close()

    def _work(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                tablet, _ = self._door.accept()
                with self._lock:
                    if self._is_cut:
                        tablet.close()
                        continue
                    club = socket.create_connection(("127.0.0.1", self._to))
                    self._ends += [tablet, club]
                    self.passed += 1
                for source, sink in ((tablet, club), (club, tablet)):
                    threading.Thread(target=carry, args=(source, sink), daemon=True).start()


def carry(source: socket.socket, sink: socket.socket) -> None:
    """What one says to the other, until one of them is gone."""
    with contextlib.suppress(OSError), closing(sink):
        while said := source.recv(512):
            sink.sendall(said)


def through(wire: Wire, served: ClubServer) -> JoinedTable:
    """Table 1's code, as one whose way leads by the wire."""
    return replace(joined(served, 1), host="127.0.0.1", port=wire.port)


@pytest.fixture
def wire(served: ClubServer) -> Iterator[Wire]:
    with Wire(served.port) as between:
        yield between


def test_a_network_that_is_cut_at_random_moments_loses_nothing(served: ClubServer, wire: Wire, database: Postgres,
                                                              tmp_path: Path) -> None:
    rng = Random(29)
    with ExitStack() as stack:
        tablet = stack.enter_context(closing(SessionStore(tmp_path / "log.sqlite")))
        session = played(tablet)
        sender = stack.enter_context(Sender(tablet, through(wire, served), session.info.created_at))
        for _ in range(CUTS):
            for _ in range(rng.randrange(10, 40)):  # rows go on while the wire is whole, and while it is cut
                session.append(parse_action("Ann play 2C = 1"))
                session.undo()
            threading.Event().wait(rng.uniform(0.0, 0.3))
            wire.cut()
            session.append(parse_action("Ann play 2C = 1"))
            session.undo()
            wire.mend()
        until(lambda: sender.is_up_to_date)
        assert wire.passed > 1
        with ClubStore(database.writer) as club:
            assert club.rows(club.number(session.info.uuid)) == session.rows


def test_the_score_room_says_since_when_a_table_is_cut_off(served: ClubServer, wire: Wire) -> None:
    with closing(SessionStore(":memory:")) as tablet:
        session = played(tablet)
        with Sender(tablet, through(wire, served), session.info.created_at) as sender:
            until(lambda: sender.is_up_to_date)
            wire.cut()
            until(lambda: sender.trouble)
            last = served.hall.heard[1].at
            assert shown(served, last + OFFLINE_S)["offline_since"] is None
            assert shown(served, last + OFFLINE_S + 1)["offline_since"] == last
            wire.mend()
            until(lambda: served.hall.heard[1].at > last)
            assert shown(served, last + OFFLINE_S + 1)["offline_since"] is None


def shown(served: ClubServer, now: float) -> dict[str, Any]:
    """Table 1 on the score room's page."""
    table: dict[str, Any] = room_state(served.hall.view(), now)["tables"][0]
    return table
