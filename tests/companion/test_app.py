"""The app as people use it: touched and typed on, in a real window.  Skipped where there is no display."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.device.tables import TableFiles
from companion.log.session import Session, SessionStore
from rules import GAMES, Table, parse_action
from rules.core.people import random_player

if TYPE_CHECKING:
    from companion.tools.fingers import Hands

pytestmark = pytest.mark.skipif(sys.platform == "linux" and not os.environ.get("DISPLAY"),
                                reason="needs a display; `make test` brings one")
DEAL = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77")
SIZES = ((1280, 800), (800, 1280), (1024, 600))
ENTER, ESCAPE, TAB, DOWN = 13, 27, 9, 274


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home for Kivy, so that nobody's own settings count."""
    folder = tmp_path_factory.mktemp("kivy")
    os.environ["KIVY_HOME"] = str(folder)
    return folder


@pytest.fixture
def store() -> SessionStore:
    return SessionStore(":memory:")


@pytest.fixture
def hands(own: Path, tmp_path: Path, store: SessionStore) -> Iterator[Hands]:
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    app = CompanionApp(Controller(store, files=TableFiles(tmp_path)), tmp_path / "settings.json", source="")
    with Hands(app, SIZES[0]) as working:
        yield working


def limbo(store: SessionStore, *lines: str) -> Session:
    session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in lines:
        session.append(parse_action(line), "camera")
    return session


def open_table(hands: Hands, session: Session) -> None:
    hands.app.carry_on(session.info.id)
    hands.wait(lambda: hands.app.table.view is not None)
    at_rest(hands)


def at_rest(hands: Hands) -> None:
    hands.wait(lambda: not hands.app.manager.transition.is_active)
    hands.frames(2)


def hero(hands: Hands) -> str:
    return hands.app.table.ids.panel.hero.text


def test_the_first_screen_comes_alone(hands: Hands, store: SessionStore) -> None:
    assert [screen.name for screen in hands.app.manager.screens] == ["home"]
    open_table(hands, limbo(store, *DEAL))
    assert [screen.name for screen in hands.app.manager.screens] == ["home", "table"]
    hands.app.open_options()
    at_rest(hands)
    hands.app.change_language()  # builds every screen anew
    at_rest(hands)
    assert hands.app.screen("options").came_from == "table"
    assert hands.app.manager.has_screen("table")


def test_a_game_is_begun_with_two_taps_and_remembers_its_players(hands: Hands, store: SessionStore) -> None:
    hands.tap_text(f"{GAMES['limbo'].title}\n2 players")
    hands.wait(lambda: hands.app.manager.current == "setup")
    at_rest(hands)
    hands.app.setup.seats[0].name = "Zoe"
    hands.tap_text("Begin")
    hands.wait(lambda: hands.app.table.view is not None)
    assert hands.app.table.view.players == ("Zoe", "Bob")
    assert store.sessions()[0].table.dealer == "Bob"
    assert hands.app.settings.players == ("Zoe", "Bob")


def test_a_table_that_cannot_be_is_refused_in_one_sentence(hands: Hands, store: SessionStore) -> None:
    hands.app.choose_game("limbo")
    at_rest(hands)
    hands.app.setup.seats[0].name = "Bob"
    hands.tap_text("Begin")
    assert "same name" in hands.app.setup.problem
    assert store.sessions() == []


def test_a_sitting_is_carried_on_with_one_tap(hands: Hands, store: SessionStore) -> None:
    session = limbo(store, *DEAL)
    hands.app.controller.kept.list()
    hands.wait(lambda: hands.app.home.sittings)
    hands.frames(3)
    hands.tap_text(f"Limbo · {session.info.date[:10]}\nAnn and Bob")
    hands.wait(lambda: hands.app.table.view is not None)
    assert hero(hands) == "77"


def test_undo_and_its_key_take_back_the_last_card(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, *DEAL))
    hands.tap_text("Undo")
    hands.wait(lambda: hero(hands) == "86")
    hands.key("u")
    hands.wait(lambda: hero(hands) == "95")


def test_the_last_card_is_corrected_with_two_taps(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, *DEAL))
    hands.tap_text("Correct")
    assert hands.app.table.sheet.name == "picker"
    hands.tap_text("9D")  # the likeliest: the other red nine
    hands.wait(lambda: hands.app.table.view.told.text == "Bob plays 9♦")
    assert hands.app.table.sheet is None


def test_any_card_is_picked_by_suit_and_rank(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, *DEAL))
    hands.tap_text("Correct")
    hands.tap_text("♠", hands.app.table.sheet)
    hands.tap_text("10", hands.app.table.sheet)
    hands.wait(lambda: hands.app.table.view.told.text == "Bob plays 10♠")


def test_a_broken_rule_is_shown_calmly_and_the_table_decides(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, "table start 5D = 96", "Ann play 6C = 90"))
    verdict = hands.app.table.ids.verdict
    assert verdict.caution
    assert "must divide" in verdict.why
    assert verdict.rule == "A numeral that divides the count must divide; it may not be deducted."
    hands.tap_text("Let it stand")
    hands.wait(lambda: hero(hands) == "90")
    assert "let it stand" in verdict.why


def test_a_question_shows_its_answers_and_one_tap_settles_it(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, "table start 3D = 98"))
    hands.tap_text("Play a card")
    hands.tap_text("♦", hands.app.table.sheet)
    hands.tap_text("K", hands.app.table.sheet)
    hands.wait(lambda: hands.app.table.sheet is not None and hands.app.table.sheet.name == "question")
    answers = [choice.text for choice in hands.app.table.sheet.question.choices]
    hands.tap_text(next(text for text in answers if text.endswith("14")))
    hands.wait(lambda: hero(hands) == "14")
    assert hands.app.table.sheet is None


def test_an_announcement_has_a_button_only_while_it_can_be_made(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, "table start 6D = 95"))
    hands.tap_text("Double")
    hands.wait(lambda: any(fact.text == "×2" for fact in hands.app.table.view.panel.facts))
    hands.frames(2)
    with pytest.raises(AssertionError, match="no button 'Double'"):
        hands.button("Double")


def test_the_log_corrects_an_earlier_card(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, *DEAL))
    hands.key("l")
    hands.frames(4)
    hands.tap_text("Ann plays 9♣: 86", hands.app.table.sheet)
    assert hands.app.table.sheet.name == "picker"
    hands.tap_text("9S", hands.app.table.sheet)
    hands.wait(lambda: "9♠" in hands.app.table.view.log[1].text)


def test_pegs_walk_to_the_new_score(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, *DEAL, "Ann play 8S = 69", "Bob play KD = 3", "Ann play 2C = 1", "Bob stuck"))
    board = hands.app.table.board
    hands.wait(lambda: board.walked == 1.0)

    def peg(which: str) -> tuple[float, float]:
        """Where on the board it stands, whose own place depends on what is said above it."""
        x, y = board.peg("Ann", which)
        return round(x - board.x, 3), round(y - board.y, 3)

    start = peg("front")
    hands.tap_text("Done")
    hands.wait(lambda: 0 < board.walked < 1)
    on_the_way = peg("front")
    hands.wait(lambda: board.walked == 1.0)
    assert start != on_the_way != peg("front")
    assert peg("back") == start


def test_a_touch_on_the_board_tells_what_the_points_were_for(hands: Hands, store: SessionStore) -> None:
    from companion.device.settings import load_settings

    open_table(hands, limbo(store, *DEAL, "Ann play 8S = 69", "Bob play KD = 3", "Ann play 2C = 1", "Bob stuck",
                            "Ann done"))
    for style in ("pegs", "tally"):
        hands.frames(3)
        board = hands.app.table.board
        hands.tap_at(board.x + board.width * 0.3, board.y + board.height * 0.9)
        hands.wait(lambda board=board: board.told is not None)
        told = board.told
        assert (told.point.name, told.start, told.end) == ("Ann", 0, told.point.points)
        assert "cards played" in told.point.reason
        hands.tap_at(board.x + board.width * 0.3, board.y + board.height * 0.9)
        hands.wait(lambda board=board: board.told is None)
        hands.key("o")
        hands.wait(lambda board=board: board.told is not None)
        assert hands.app.board == style
        hands.app.change_board()
    assert load_settings(hands.app.settings_path).board == "pegs"


def test_strokes_are_made_for_points(hands: Hands, store: SessionStore) -> None:
    hands.app.change_board()
    open_table(hands, limbo(store, *DEAL, "Ann play 8S = 69", "Bob play KD = 3", "Ann play 2C = 1", "Bob stuck"))
    board = hands.app.table.board
    assert board.strokes("Ann") == board.strokes("Bob") == 0
    hands.tap_text("Done")
    hands.wait(lambda: board.walked == 1.0 and board.strokes("Ann") > 0)
    assert board.strokes("Ann") * board.value == hands.app.table.view.sheet.tracks[0].front


def test_a_name_is_written_by_keyboard_alone(hands: Hands) -> None:
    from companion.widgets.entry import EntryField
    from companion.widgets.keys import focused

    hands.app.choose_game("limbo")
    at_rest(hands)
    setup = hands.app.setup
    for _ in range(30):
        hands.key(code=TAB)
        if isinstance(focused(setup), EntryField):
            break
    entry = focused(setup)
    assert isinstance(entry, EntryField)
    theme = hands.app.theme.name
    hands.key("t")  # a letter now, no command
    assert hands.app.theme.name == theme
    assert entry.focus
    hands.key(code=TAB)
    assert not entry.focus
    assert focused(setup) not in (None, entry)
    entry.press()
    hands.key(code=ESCAPE)
    assert not entry.focus
    assert hands.app.manager.current == "setup"


def test_a_long_list_scrolls_to_what_the_keyboard_reaches(hands: Hands, store: SessionStore) -> None:
    from companion.widgets.keys import focused

    session = store.create("never_over", Table(("Ann", "Bea", "Cal")))
    for action in random_player(GAMES["never_over"], session.info.table, Random(1)).play(40):
        session.append(action, "camera")
    open_table(hands, session)
    hands.key("l")
    hands.frames(4)
    reached = set()
    for _ in range(70):
        hands.key(code=TAB)
        row = focused(hands.app.table.sheet)
        if row is not None and getattr(row, "line", None):
            reached.add(row.line.row)
            assert hands.app.table.sheet.y <= row.to_window(*row.center)[1] <= hands.app.table.sheet.top
    assert reached == {line.row for line in hands.app.table.view.log}


def test_the_keyboard_alone_reaches_every_button(hands: Hands, store: SessionStore) -> None:
    from companion.widgets import keys

    open_table(hands, limbo(store, *DEAL))
    screen = hands.app.manager.current_screen
    reached = []
    for _ in range(len(keys.pressables(screen))):
        hands.key(code=TAB)
        reached.append(keys.focused(screen).text)
    assert reached == [button.text for button in keys.pressables(screen)]
    while keys.focused(screen).text != "Undo":
        hands.key(code=TAB)
    hands.key(code=ENTER)
    hands.wait(lambda: hero(hands) == "86")
    hands.key(code=ESCAPE)
    hands.wait(lambda: hands.app.manager.current == "home")


def test_the_look_changes_and_is_remembered(hands: Hands) -> None:
    from companion.device.settings import load_settings

    names = []
    for _ in range(3):
        hands.key("t")
        names.append(hands.app.theme.name)
    assert names == ["light", "contrast", "dark"]
    hands.key("t")
    assert load_settings(hands.app.settings_path).theme == "light"


def test_the_screen_stays_awake_during_a_deal(hands: Hands, store: SessionStore) -> None:
    from kivy.core.window import Window

    open_table(hands, limbo(store, *DEAL))
    assert Window.allow_screensaver is False
    hands.app.go_home()
    assert Window.allow_screensaver is True


@pytest.mark.drawn
@pytest.mark.parametrize("size", SIZES)
def test_every_button_is_large_enough_and_on_the_screen(hands: Hands, store: SessionStore, size: tuple[int, int]
                                                        ) -> None:
    from kivy.metrics import dp

    from companion.style.theme import TOUCH_DP
    from companion.widgets.keys import pressables

    hands.resize(*size)
    open_table(hands, limbo(store, "table start 6D = 95"))
    table = hands.app.table
    for act in (lambda: None, table.correct_last, table.sheets.open_more, table.sheets.add_missed):
        act()
        hands.frames(4)
        where = table.sheet or hands.app.manager.current_screen
        for button in pressables(where):
            x, y = button.to_window(button.x, button.y)
            assert min(button.width, button.height) >= dp(TOUCH_DP) - 1, button.text
            assert x >= -1
            assert y >= -1
            assert x + button.width <= size[0] + 1
            assert y + button.height <= size[1] + 1


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_table(hands: Hands, store: SessionStore, game: str) -> None:
    from random import Random

    table = Table(("Ann", "Bob", "Cal", "Dee")[:min(4, GAMES[game].max_players)])
    session = store.create(game, table)
    for action in random_player(GAMES[game], table, Random(7)).play(12):
        session.append(action, "camera")
    open_table(hands, session)
    view = hands.app.table.view
    assert view.title == GAMES[game].title
    assert view.panel.hero or view.panel.tiles
    assert [track.name for track in view.sheet.tracks]
    hands.wait(lambda: hands.app.table.board.walked == 1.0)
