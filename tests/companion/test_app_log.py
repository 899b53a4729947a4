"""The bar that stays: the log that cannot be written, the table that another window keeps, the game that is gone."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.device.tables import TableFiles
from companion.log.session import Session, SessionStore
from companion.sitting.table_page import Choice
from companion.words import texts
from rules import Table, parse_action

if TYPE_CHECKING:
    from companion.tools.fingers import Hands

pytestmark = pytest.mark.skipif(sys.platform == "linux" and not os.environ.get("DISPLAY"),
                                reason="needs a display; `make test` brings one")
DEAL = ("table start 6D = 95", "Ann play 9C = 86")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sessions.sqlite"


@pytest.fixture
def hands(path: Path) -> Iterator[Hands]:
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    store = SessionStore(path)
    with store.reading() as db:
        db.execute("PRAGMA busy_timeout = 0")
    app = CompanionApp(Controller(store, files=TableFiles(path.parent)), path.parent / "settings.json", source="")
    with Hands(app, (1280, 800)) as working:
        yield working


def evening(path: Path) -> Session:
    session = SessionStore(path).create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in DEAL:
        session.append(parse_action(line))
    return session


def open_table(hands: Hands, sitting: int) -> None:
    hands.app.controller.kept.list()
    hands.wait(lambda: hands.app.home.sittings)
    hands.app.carry_on(sitting)
    hands.wait(lambda: hands.app.table.view is not None)
    hands.wait(lambda: not hands.app.manager.transition.is_active)


def picture(hands: Hands, name: str) -> None:
    """Kept where somebody wants to look at it."""
    folder = os.environ.get("COMPANION_PICTURES")
    if folder:
        hands.frames(5)
        hands.app.root.export_to_png(str(Path(folder) / f"{name}.png"))


def lines(path: Path) -> list[str]:
    with closing(SessionStore(path)) as store:
        return [row.line for row in store.rows(1)]


def test_a_table_that_another_window_keeps_is_looked_at_and_taken_over_with_one_touch(hands: Hands, path: Path) -> None:
    other = evening(path)
    open_table(hands, 1)
    hands.wait(lambda: hands.app.trouble.text == texts.LOG_SAYS["log-held"])
    other.append(parse_action("Bob play 9H = 77"))
    hands.wait(lambda: len(hands.app.controller.sitting.session.rows) == 3, 20)
    picture(hands, "held")
    hands.tap_text(texts.WRITE_HERE, within=hands.app.trouble)
    hands.wait(lambda: not hands.app.trouble.text)
    hands.app.controller.choose(Choice("", parse_action("Ann play 8S = 69")))
    hands.wait(lambda: len(lines(path)) == 4)
    assert other.is_held_elsewhere


def test_what_is_entered_while_the_disk_refuses_is_kept_and_written_by_itself(hands: Hands, path: Path) -> None:
    session = evening(path)
    session.leave()
    session.store.close()
    open_table(hands, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        hands.app.controller.choose(Choice("", parse_action("Bob play 9H = 77")))
        hands.wait(lambda: "cannot be written" in hands.app.trouble.text, 20)
        picture(hands, "unwritten")
    hands.wait(lambda: not hands.app.trouble.text, 20)
    assert lines(path) == [*DEAL, "Bob play 9H = 77"]


def test_an_evening_of_a_game_that_is_gone_can_be_read(hands: Hands, path: Path) -> None:
    session = evening(path)
    session.leave()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TRIGGER sessions_no_update")
        db.execute("UPDATE sessions SET game = 'bridge'")
    hands.app.controller.kept.list()
    hands.wait(lambda: hands.app.home.sittings)
    hands.app.carry_on(1)
    scores = hands.app.screen("scores")
    hands.wait(lambda: scores.view is not None)
    hands.wait(lambda: not hands.app.manager.transition.is_active)
    picture(hands, "closed")
    assert [row.text for row in scores.view.rows] == list(DEAL)
    assert "bridge" in scores.headline
    assert hands.app.table.view is None
    hands.tap_text(texts.BACK)
    hands.wait(lambda: hands.app.manager.current == "home")
