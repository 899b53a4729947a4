"""A whole evening of eight tables, played by a script: people and rounds in the score room's page, tablets that join by
the codes it shows, a correction, and the results."""

from __future__ import annotations

import csv
import io
import os
import ssl
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion.club.director import entering
from companion.club.evenings import Evenings
from companion.club.line import JoinedTable
from companion.club.postgres import Postgres
from companion.club.sender import Sender
from companion.club.server import ClubServer
from companion.log.session import Session, SessionStore
from companion.tools.codes import code_in
from rules import GAMES, Table
from rules.core.people import random_player
from tests.chromium import chromium
from tests.club.test_club_server import until

TABLES, ROUNDS = 8, 5
CUT_NOWHERE = """
const part = document.getElementById(arguments[0]), head = part.querySelector("th");
const top = part.getBoundingClientRect().top + (head ? head.offsetHeight : 0);
const places = [...part.querySelectorAll(".card, td")].map(e => e.getBoundingClientRect());
return part.scrollTop > 0 && !places.some(place => place.top < top - 2 && place.bottom > top + 2);
"""  # of a part of the board that was turned over
NAMES = ("Ada Ben Cleo Dan Emmy Fritz Gerda Hugo Ines Jan Klara Leo Mia Nils Olga Paul").split()
PICTURES = os.environ.get("CLUB_PICTURES")  # a folder for pictures of the pages


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Any]:
    with chromium(tmp_path / "profile", "--window-size=1280,900", "--ignore-certificate-errors") as window:
        yield window


@pytest.fixture
def served(database: Postgres, tmp_path: Path) -> Iterator[ClubServer]:
    with Evenings(database.writer) as evenings:
        number = evenings.begin("Friday at the club", "limbo", "swiss").id
    with ClubServer(database.writer, number, tmp_path / "certificate", ports=(0, 0)) as server:
        yield server


class Tablet:
    """A table's tablet: its own log, and its sender."""

    def __init__(self, url: str) -> None:
        self.url, self.store = url, SessionStore(":memory:")
        self.sender = Sender(self.store, JoinedTable.read(url), time.time())
        self.session: Session | None = None

    def play(self, events: int, rng: Random) -> Session:
        """The table plays what it was told to."""
        table = Table(tuple(self.sender.state["players"]))
        self.session = self.store.create("limbo", table)
        for action in random_player(GAMES["limbo"], table, rng).play(events):
            self.session.append(action)
        return self.session

    def close(self) -> None:
        self.sender.close()
        self.store.close()


def press(room: Any, name: str) -> None:
    room.execute_script("document.getElementById(arguments[0]).click()", name)


def write(room: Any, **fields: str) -> None:
    for name, text in fields.items():
        room.execute_script("document.getElementById(arguments[0]).value = arguments[1]", name.replace("_", "-"), text)


def submit(room: Any, form: str) -> None:
    room.execute_script("document.getElementById(arguments[0]).requestSubmit()", form)


def text_at(room: Any, name: str) -> str:
    return str(room.execute_script("return document.getElementById(arguments[0]).textContent", name))


def close_dialogs(room: Any) -> None:
    room.execute_script("document.querySelectorAll('dialog').forEach(d => d.close())")


def scanned(room: Any) -> str:
    """What the code on the screen says, read from its picture."""
    until(lambda: room.execute_script("return document.querySelector('#code svg') !== null"))
    found: list[str] = []

    def is_read() -> bool:  # a slow machine may still be drawing it
        picture = room.find_element("css selector", "#code svg").screenshot_as_png
        found.append(code_in(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_GRAYSCALE)))
        return bool(found[-1])

    until(is_read)
    return found[-1]


def picture(room: Any, name: str, width: int = 1280, height: int = 800) -> None:
    if PICTURES:
        room.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                             {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        time.sleep(0.5)
        room.save_screenshot(str(Path(PICTURES) / f"{name}_{width}x{height}.png"))


def fetched(url: str) -> bytes:
    context = ssl._create_unverified_context()
    with urllib.request.urlopen(url, context=context, timeout=20) as answer:
        return bytes(answer.read())


def listed(room: Any) -> int:
    return int(room.execute_script("return document.querySelectorAll('#people li').length"))


def people_come(room: Any) -> None:
    press(room, "see-people")
    for number, name in enumerate(NAMES, 1):
        write(room, name=name)
        submit(room, "enter")
        until(lambda number=number: listed(room) == number)
    write(room, name="Ada")
    submit(room, "enter")
    until(lambda: "Somebody is called 'Ada' already" in text_at(room, "said"))
    picture(room, "people")
    close_dialogs(room)


def tablet_joins(room: Any, table: int) -> Tablet:
    press(room, "see-code")
    room.execute_script("document.getElementById('code').replaceChildren()")
    write(room, code_table=str(table))
    submit(room, "ask-code")
    url = scanned(room)
    assert url == text_at(room, "code-url")
    picture(room, "code")
    close_dialogs(room)
    return Tablet(url)


def corrected(room: Any, tablet: Tablet, table: int) -> str:
    """The director puts the last event of a table right; what he wrote."""
    assert tablet.session is not None
    room.execute_script("openTable(arguments[0])", table)
    until(lambda: tablet.session and room.execute_script("return document.querySelectorAll('#about option').length")
          == len(tablet.session.entries))
    entry = next(entry for entry in tablet.session.entries if entry.action.verb == "play")
    room.execute_script("const a = document.getElementById('about'); a.value = arguments[0]; a.onchange()",
                        str(entry.row.seq))
    write(room, line="Ann plays a card", by="Eve", reason="the table agreed")
    submit(room, "correct")
    until(lambda: text_at(room, "said"))
    assert "'plays'" in text_at(room, "said")
    line = str(entry.action.with_stands())
    write(room, line=line)
    picture(room, "correct")
    submit(room, "correct")
    return line


def test_an_evening_of_eight_tables(served: ClubServer, room: Any) -> None:
    room.get(served.room_url)
    until(lambda: text_at(room, "title") == "Friday at the club")
    people_come(room)
    with ExitStack() as stack:
        tablets = {table: tablet_joins(room, table) for table in range(1, TABLES + 1)}
        for tablet in tablets.values():
            stack.callback(tablet.close)
        for number in range(1, ROUNDS + 1):
            next_round(room)
            if number == 4:
                taken_back(room)
                next_round(room)
            until(lambda number=number: all(t.sender.state.get("round") == number for t in tablets.values()))
            for table, tablet in tablets.items():
                tablet.play(24 + table, Random(100 * number + table))
            until(lambda: all(t.sender.is_up_to_date for t in tablets.values()))
            if number == 2:
                press_come(room, served, tablets[7])
                line = corrected(room, tablets[3], 3)
                until(lambda: [ruling.seq for ruling in served.hall.evening.rulings.values()] > [0])
                assert tablets[3].session is not None
                assert tablets[3].session.refresh()
                assert tablets[3].session.rows[-1].line == line
                until(lambda: "Eve: the table agreed" in text_at(room, "log"))
            if number == 3:
                begun_anew_by_mistake(room, served, tablets[5])
        picture(room, "room")
        picture(room, "room", 1920, 1080)
        sessions = {info.uuid: tablet.store.open(info.id) for tablet in tablets.values()
                    for info in tablet.store.sessions()}
        until(lambda: all(served.hall.stands[uuid].rows == len(session.rows) for uuid, session in sessions.items()))
        for uuid, session in sessions.items():
            assert served.hall.stands[uuid].scores == session.outcome.scores
    assert len(sessions) == TABLES * ROUNDS + 1
    met = served.hall.evening.met
    assert sorted(met.values()) == [1] * (TABLES * ROUNDS)
    room.execute_script("window.confirm = () => true")
    press(room, "finish")
    until(lambda: "over" in text_at(room, "round"))
    results_are_right(served, room)


def next_round(room: Any) -> None:
    """Two quick touches make one round."""
    room.execute_script("window.confirm = () => true")
    room.execute_script("const next = document.getElementById('next'); next.click(); next.click()")


def taken_back(room: Any) -> None:
    """A round was made by mistake."""
    until(lambda: text_at(room, "round").startswith("Round 4"))
    until(lambda: room.execute_script("return !document.getElementById('withdraw').hidden"))
    picture(room, "withdraw")
    press(room, "withdraw")
    until(lambda: text_at(room, "round").startswith("Round 3"))


def begun_anew_by_mistake(room: Any, served: ClubServer, tablet: Tablet) -> None:
    """Table 5 begins its match once more; the director says that the first one counts."""
    first = tablet.session
    assert first is not None
    again = tablet.play(2, Random(0))
    until(lambda: again.info.uuid in served.hall.stands and served.hall.stands[again.info.uuid].rows == 2)
    room.execute_script("openTable(5)")
    until(lambda: room.execute_script("return document.querySelectorAll('#sitting option').length") == 4)
    room.execute_script("const a = document.getElementById('sitting'); a.value = arguments[0]; a.onchange()",
                        first.info.uuid)
    until(lambda: room.execute_script("return !document.getElementById('counts').hidden"))
    picture(room, "counts")
    press(room, "counts")
    until(lambda: served.hall.evening.chosen == {(5, 3): first.info.uuid})
    close_dialogs(room)


@pytest.mark.parametrize("tables", [8, 40])
def test_a_board_on_a_wall_is_read_from_five_metres(served: ClubServer, room: Any, tables: int) -> None:
    for number in range(2 * tables):
        served.hall.do("entrant", partial(entering, players=[f"{NAMES[number % 16]}{number // 16 or ''}"]))
    served.hall.next_round()
    room.get(served.board_url)
    for width, height in ((1920, 1080), (1280, 800)):
        room.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                             {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        until(lambda: room.execute_script("return document.querySelectorAll('#tables .card').length") == tables)
        picture(room, f"board_{tables}", width, height)
        smallest = room.execute_script(
            "return Math.min(...[...document.querySelectorAll('#ranking td, #tables .who span')]"
            ".map(e => parseFloat(getComputedStyle(e).fontSize)))")
        assert smallest >= 0.0255 * height
        assert room.execute_script("return document.documentElement.scrollWidth") <= width
    if tables == 40:  # what does not fit is turned over
        until(lambda: room.execute_script("return document.getElementById('ranking').scrollTop") > 0, 30)
        until(lambda: room.execute_script("return document.getElementById('tables').scrollTop") > 0, 30)
        for part in ("ranking", "tables"):  # and nobody is cut in half at the top
            until(partial(room.execute_script, CUT_NOWHERE, part), 8)
        picture(room, "board_turned")


def press_come(room: Any, served: ClubServer, tablet: Tablet) -> None:
    """Table 7 asks for the director, from a phone's page."""
    home = room.current_window_handle
    room.switch_to.new_window("tab")
    room.get(tablet.url)
    until(lambda: text_at(room, "come") == "Please come to table 7")
    picture(room, "table", 480, 900)
    press(room, "come")
    until(lambda: text_at(room, "come") == "Somebody is on the way")
    room.close()
    room.switch_to.window(home)
    until(lambda: "Please come to table 7" in text_at(room, "tables"))
    picture(room, "called")
    room.execute_script("openTable(7)")
    press(room, "came")
    until(lambda: not served.hall.evening.calling)
    close_dialogs(room)


def results_are_right(served: ClubServer, room: Any) -> None:
    """The board, the CSV and the PDF say the same, and every win is somebody's loss."""
    room.get(served.board_url)
    until(lambda: text_at(room, "round") == "Final result")
    picture(room, "board", 1920, 1080)
    rows = list(csv.DictReader(io.StringIO(fetched(served.board_url + "results.csv").decode("utf-8-sig"))))
    assert [row["Name"] for row in rows] == room.execute_script(
        "return [...document.querySelectorAll('#ranking td:nth-child(2)')].map(e => e.textContent)")
    assert sorted(row["Name"] for row in rows) == NAMES
    wins = [float(row["Wins"].replace("½", ".5")) for row in rows]
    assert wins == sorted(wins, reverse=True)
    assert sum(wins) == TABLES * ROUNDS
    assert sum(int(row["Spread"]) for row in rows) == 0
    assert {row["Matches"] for row in rows} == {str(ROUNDS)}
    pdf = fetched(served.board_url + "results.pdf")
    assert pdf.startswith(b"%PDF")
    assert pdf == fetched(served.board_url + "results.pdf")
