"""A tablet's own screens say who plays here and where to go after a round, and call the director."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.club.director import coming, entering
from companion.club.evenings import Evenings
from companion.club.line import JoinedTable
from companion.club.postgres import Postgres
from companion.club.sender import Sender
from companion.club.server import ClubServer
from companion.log.session import SessionStore
from companion.words import texts
from tests.club.test_club_evening import PICTURES
from tests.club.test_club_server import until
from tests.companion.test_app import SIZES, own, pytestmark, store

__all__ = ["own", "pytestmark", "store"]


@pytest.fixture
def served(database: Postgres, tmp_path: Path) -> Iterator[ClubServer]:
    with Evenings(database.writer) as evenings:
        number = evenings.begin("Friday", "limbo", "swiss").id
    with ClubServer(database.writer, number, tmp_path / "certificate", ports=(0, 0)) as server:
        yield server


@pytest.fixture
def hands(own: Path, store: SessionStore, served: ClubServer) -> Iterator[Any]:
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    with Sender(store, JoinedTable.read(served.table_url(1)), 0.0) as sender:
        app = CompanionApp(Controller(store), own / "settings.json", source="", club=sender)
        with Hands(app, SIZES[0]) as working:
            yield working


def bar(hands: Any) -> Any:
    from companion.widgets.club_bar import ClubBar

    return next(child for child in hands.app.root.children if isinstance(child, ClubBar))


@pytest.mark.drawn
def test_a_tablet_shows_who_plays_and_where_to_go_next(hands: Any, served: ClubServer) -> None:
    hands.wait(lambda: bar(hands).text == "Friday, table 1: the first round has not begun yet.")
    for name in ("Ann", "Bob", "Cal", "Dee"):
        served.hall.do("entrant", partial(entering, players=[name]))
    first = served.hall.next_round()
    players = first.players_at(first.rounds[0].meetings[0])
    hands.wait(lambda: bar(hands).text == f"Round 1, table 1: {texts.names(players)}.")
    second = served.hall.next_round()
    places = {name: meeting.table for meeting in second.rounds[1].meetings for name in second.players_at(meeting)}
    here = texts.names(second.players_at(second.rounds[1].meetings[0]))
    hands.wait(lambda: bar(hands).text.startswith(f"Round 2, table 1: {here}."))
    going = [f"{name}: on to table 2." for name in players if places[name] == 2]
    assert going
    assert bar(hands).text == " ".join([f"Round 2, table 1: {here}.", *going])
    assert bar(hands).height >= hands.app.touch
    if PICTURES:
        hands.app.show_demo()
        hands.wait(lambda: hands.app.manager.current == "table")
        hands.frames(30)
        hands.picture(Path(PICTURES) / "tablet_1280x800.png")


@pytest.mark.drawn
def test_one_touch_asks_for_the_director(hands: Any, served: ClubServer) -> None:
    hands.wait(lambda: bar(hands).text)
    button = hands.button(texts.CLUB_CALL, bar(hands))
    hands.tap(button)
    until(lambda: served.hall.evening.calling == {1})
    assert (button.text, button.disabled) == (texts.CLUB_CALLED, True)
    served.hall.do("came", partial(coming, table=1))
    hands.wait(lambda: button.text == texts.CLUB_CALL)
    assert not button.disabled
