"""The club's server: tablets by one port, the score room by another, both with this device's own certificate.

    with ClubServer(address, folder) as club:
        print(club.room_url)                  # whoever has it directs the evening
        club.table_url(3)                     # a new code for table 3, as a QR code
"""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from pathlib import Path

from aiohttp import web

from companion.club.director import giving_code
from companion.club.evening import code_digest
from companion.club.hall import Hall
from companion.club.room_app import BoardApp, LiveBoard, RoomApp
from companion.club.tables_app import TablesApp
from companion.sharing.certificate import own_certificate
from companion.sharing.closing import Closing
from companion.sharing.server import Server, local_address

MOST_CONNECTIONS = 600  # to a port: a hundred tablets, their pages, and everybody who looks at the board
MOST_LOOKING = 300  # of them: whoever looks on takes no tablet's place


class ClubServer(Closing):
    """One evening, open to its tablets.  address: the database's, of somebody who may add and read; folder: where the
    certificate is kept; ports: for tables and score room, free ones where these are taken; known_as: this device's
    address in the codes, where the usual one is not that of the tables' network."""

    def __init__(self, address: str, evening: int, folder: Path, host: str = "", ports: tuple[int, int] = (0, 0),
                 known_as: str = "") -> None:
        """RequestError where the database does not answer, OSError where no port can be had."""
        self._known_as = known_as or local_address()
        self.certificate = own_certificate(folder, self._known_as)
        self.hall = Hall(address, evening)
        self._server = Server(host, MOST_CONNECTIONS)
        self._following: list[asyncio.Task[None]] = []
        self._live: tuple[LiveBoard, ...] = ()
        self._tables, self._board = TablesApp(self.hall), BoardApp(self.hall, MOST_LOOKING)
        self._room = RoomApp(self.hall, self.table_url, lambda: self.board_url)
        self.port = self.room_port = 0
        try:
            self.port = self._server.open_near(self._table_pages, ports[0], self.certificate.context())
            self.room_port = self._server.open_near(self._room.application, ports[1], self.certificate.context())
        except OSError:
            self.close()
            raise
        self._live = (self._board.board, self._room.board)
        self.hall.listen(lambda: self._server.soon(self._tell))
        for board in self._live:
            self._server.soon(self._follow, board)

    @property
    def room_url(self) -> str:
        """The way in for the director."""
        return f"https://{self._known_as}:{self.room_port}/{self.hall.evening.opened.room_link}/"

    @property
    def board_url(self) -> str:
        """Where everybody may look: ranking, tables and results, for the wall too."""
        return f"https://{self._known_as}:{self.port}/{self.hall.evening.opened.tables_link}/"

    def table_url(self, table: int) -> str:
        """The way in for a tablet of this table, by a code of its own.  Codes given out before go on to open it."""
        code = secrets.token_urlsafe(16)
        self.hall.do("code", partial(giving_code, table=table, digest=code_digest(code)))
        link = self.hall.evening.opened.tables_link
        return f"https://{self._known_as}:{self.port}/{link}/t/{code}/#{self.certificate.fingerprint}"

    def close(self) -> None:
        """Nobody is let in any more; what has come is kept."""
        self._server.soon(self._end)
        self._server.close()
        self.hall.close()

    # -- for the server's thread ------------------------------------------------------------------

    def _table_pages(self) -> web.Application:
        pages = self._tables.application()
        self._board.add_to(pages, f"/{self.hall.evening.opened.tables_link}/")
        return pages

    def _follow(self, board: LiveBoard) -> None:
        self._following.append(asyncio.get_running_loop().create_task(board.follow()))

    def _tell(self) -> None:
        self._tables.tell()
        for board in self._live:
            board.touch()

    def _end(self) -> None:
        self._tables.close()
        for board in self._live:
            board.close()
        for task in self._following:
            task.cancel()
