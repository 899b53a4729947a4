"""A game that the companion does not know, played by touch.  Skipped where there is no display."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.device.tables import TableFiles
from companion.log.session import SessionStore
from rules import GAMES, Table

if TYPE_CHECKING:
    from companion.tools.fingers import Hands

pytestmark = pytest.mark.skipif(sys.platform == "linux" and not os.environ.get("DISPLAY"),
                                reason="needs a display; `make test` brings one")
GAME = GAMES["any_game"]


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    os.environ["KIVY_HOME"] = str(tmp_path)
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    app = CompanionApp(Controller(SessionStore(":memory:"), files=TableFiles(tmp_path)), tmp_path / "settings.json",
                       source="")
    with Hands(app, (1280, 800)) as working:
        yield working


def begin(hands: Hands, **options: str) -> None:
    hands.app.begin(GAME.name, Table(("Ann", "Bob"), options=options), "standard", "")
    hands.wait(lambda: hands.app.table.view is not None and not hands.app.manager.transition.is_active)


def touch_seat(hands: Hands, name: str) -> None:
    """The player's own tile on the panel."""
    hands.frames(3)
    grid = hands.app.table.ids.panel.tiles
    x, y, wide, high = next(box for title, *box in grid.seats if title == name)
    hands.tap_at(*grid.to_window(x + wide / 2, y + high / 2))
    hands.wait(lambda: hands.app.table.sheet is not None and hands.app.table.sheet.parent is not None)


def kept(hands: Hands) -> list[str]:
    return [str(action) for action in hands.app.controller.sitting.session.actions()]


def test_it_is_set_up_with_a_name_of_its_own(hands: Hands) -> None:
    hands.tap_text(f"{GAME.title}\n2 to 12 players")
    hands.wait(lambda: hands.app.manager.current == "setup" and not hands.app.manager.transition.is_active)
    hands.app.setup.rows["name"].value = "Gin Rummy"
    hands.tap_text("Begin")
    hands.wait(lambda: hands.app.table.view is not None)
    assert hands.app.table.title.startswith("Gin Rummy")


def test_points_go_on_the_board_by_touch(hands: Hands) -> None:
    begin(hands)
    hands.tap_text("Score")
    hands.tap_text("Bob")
    hands.tap_text("+5")  # one touch where it is a usual number
    hands.wait(lambda: kept(hands) == ["Bob score 5"])
    touch_seat(hands, "Ann")
    for digit in ("2", "7", "4", "←"):
        hands.tap_text(digit, hands.app.table.sheet)
    assert hands.app.table.sheet.entered.text == "27"
    hands.tap_text("Loses")
    hands.wait(lambda: kept(hands) == ["Bob score 5", "Ann lose 27"])
    hands.wait(lambda: [(track.name, track.front) for track in hands.app.table.view.sheet.tracks] == [
        ("Ann", -27), ("Bob", 5)])


def test_cards_are_listed_by_touch_and_put_back_by_a_deal(hands: Hands) -> None:
    begin(hands)
    hands.tap_text("Play a card")
    hands.tap_text("♥", hands.app.table.sheet)
    hands.tap_text("7", hands.app.table.sheet)
    hands.wait(lambda: kept(hands) == ["table seen 7H"])
    hands.wait(lambda: hands.app.table.view.panel.facts[0].text == "51")
    hands.wait(lambda: "New deal" in [button.text for button in hands.app.table.ids.bar.children])
    hands.tap_text("New deal")
    hands.wait(lambda: kept(hands) == ["table seen 7H", "table deal"])
    hands.wait(lambda: hands.app.table.view.panel.facts[0].text == "52")


def test_the_end_opens_the_score_sheet(hands: Hands) -> None:
    begin(hands, target="20", wins="fewest")
    touch_seat(hands, "Bob")
    hands.tap_text("+20", hands.app.table.sheet)
    hands.wait(lambda: hands.app.manager.current == "scores")
    assert hands.app.controller.sitting.session.match.outcome.winners == ("Ann",)


def test_a_note_on_the_sitting_is_written_on_the_score_sheet_and_listed(hands: Hands) -> None:
    begin(hands)
    hands.app.open_scores()
    hands.wait(lambda: hands.app.manager.current == "scores" and not hands.app.manager.transition.is_active)
    scores = hands.app.screen("scores")
    hands.wait(lambda: scores.view is not None)
    hands.tap_text("Note")
    scores.ids.note.text = "at the lake"
    hands.tap_text("Note")
    assert scores.title.endswith(" · at the lake")
    hands.app.go_home()
    hands.wait(lambda: [row["text"].endswith("at the lake") for row in hands.app.home.ids.sittings.data] == [True])


def test_players_keep_the_colours_that_they_chose(hands: Hands) -> None:
    hands.app.choose_game(GAME.name)
    hands.wait(lambda: hands.app.manager.current == "setup" and not hands.app.manager.transition.is_active)
    players = hands.app.setup.ids.players
    assert players.colours == {"Ann": 0, "Bob": 1}
    players.recolour(players.seats[0])  # the next that nobody else has
    assert players.colours == {"Ann": 2, "Bob": 1}
    hands.tap_text("Begin")
    hands.wait(lambda: hands.app.table.view is not None)
    hands.app.go_home()
    hands.app.choose_game("limbo")
    assert hands.app.setup.ids.players.colours == {"Ann": 2, "Bob": 1}


def test_the_timer_runs_from_one_touch_to_the_next(hands: Hands) -> None:
    begin(hands, timer="90")

    def shown() -> str:
        return next(button.text for button in hands.app.table.ids.bar.children if button.text.startswith("Timer"))

    assert shown() == "Timer 1:30"
    hands.tap_text("Timer")
    hands.wait(lambda: shown() == "Timer 1:29")
    hands.tap_text("Timer")
    hands.wait(lambda: shown() == "Timer 1:30")
