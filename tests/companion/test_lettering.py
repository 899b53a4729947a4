"""Nothing that is drawn is smaller than what is read from where the players sit.  Skipped where there is no display."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.device.tables import TableFiles
from companion.log.session import SessionStore
from companion.sitting.panels import known_lines
from companion.style.flow import Cell, best_columns, flow, stretched
from companion.style.theme import FIGURE_FONT, TEXT_FONT, capital_mm
from companion.tools.scenes import load_scenes
from rules import Table, parse_action
from rules.core.panel import Fact, Panel, Tile, Token

display = pytest.mark.skipif(sys.platform == "linux" and not os.environ.get("DISPLAY"),
                             reason="needs a display; `make test` brings one")


@contextmanager
def limbo(home: Path, size: tuple[int, int], *lines: str) -> Iterator[Any]:
    """Hands on the app at a table of Limbo after these lines."""
    os.environ["KIVY_HOME"] = str(home)
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    store = SessionStore(":memory:")
    session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in lines:
        session.append(parse_action(line))
    app = CompanionApp(Controller(store, files=TableFiles(home)), home / "settings.json", source="")
    with Hands(app, size) as hands:
        app.carry_on(session.info.id)
        hands.wait(lambda: app.table.view is not None and not app.manager.transition.is_active)
        yield hands


@display
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1024, 600)])
def test_every_table_keeps_its_letters_large_and_its_words_whole(tmp_path: Path, size: tuple[int, int]) -> None:
    os.environ["KIVY_HOME"] = str(tmp_path)
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands
    from companion.tools.screen_checks import small_drawn

    store, scenes = SessionStore(":memory:"), load_scenes()
    app = CompanionApp(Controller(store, files=TableFiles(tmp_path)), tmp_path / "settings.json", source="")
    found = {}
    with Hands(app, size) as hands:
        for name in ("king", "never_over", "canasta", "any_game"):
            app.table.forget()
            app.carry_on(scenes.play(store, name).info.id)
            hands.wait(lambda: app.table.view is not None)
            hands.frames(12)
            found[name] = list(small_drawn(hands))
    assert found == {"king": [], "never_over": [], "canasta": [], "any_game": []}


@display
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1024, 600), (2560, 1600)])
def test_looking_back_in_german_keeps_its_letters_large_and_its_words_below_the_cards(tmp_path: Path,
                                                                                     size: tuple[int, int]) -> None:
    os.environ["KIVY_HOME"] = str(tmp_path)
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands
    from companion.tools.screen_checks import small_letters
    from companion.widgets.base import text_height
    from companion.widgets.proof import MomentTile

    store, scenes = SessionStore(":memory:"), load_scenes()
    app = CompanionApp(Controller(store, files=TableFiles(tmp_path)), tmp_path / "settings.json", source="")
    with Hands(app, size) as hands:
        app.change_language()
        app.carry_on(scenes.file.usual.points.play(store).info.id)
        hands.wait(lambda: app.table.view is not None and not app.manager.transition.is_active)
        app.look_back()
        looking = app.screen("dispute")
        hands.wait(lambda: app.manager.current == "dispute" and looking.view is not None)
        hands.frames(6)
        for moment in looking.view.moments[-8:]:
            looking.look_at(moment.row)
            hands.wait(lambda row=moment.row: looking.view.detail.moment.row == row)
            hands.frames(6)
            assert list(small_letters(hands)) == [], moment.text
        tiles = [widget for widget in looking.ids.strip.walk() if isinstance(widget, MomentTile)]
        for tile in tiles:
            high = text_height(tile.text, tile.font_name, tile.font_size, int(tile.text_size[0]))
            assert high <= app.letters * 3, tile.text
        assert tiles


@display
@pytest.mark.parametrize("size", [(800, 1280), (1024, 600)])
def test_what_a_rank_makes_is_whole_and_the_numbers_stay_on_the_board(tmp_path: Path, size: tuple[int, int]) -> None:
    from companion.widgets.lettering import drawn_text

    lines = ("table start 6D = 95", "Ann play 9C = 86", "Bob play KD = 43", "Ann play QS = 34", "Bob play 7C = 27")
    with limbo(tmp_path, size, *lines) as hands:
        app = hands.app
        hands.frames(12)
        written = {drawn.text for drawn in drawn_text(app.table.canvas)}
        board = app.table.board
        numbers = [drawn for drawn in drawn_text(board.canvas) if drawn.text.isdigit() and int(drawn.text) >= 10]
    assert {"÷9", "÷3", "26 16"} <= written
    assert "200" in {drawn.text for drawn in numbers}
    assert min(drawn.left for drawn in numbers) >= board.x + board.legend.width
    assert max(drawn.right for drawn in numbers) <= board.right


@display
def test_a_label_with_more_lines_than_its_box_is_found(tmp_path: Path) -> None:
    from companion.tools.screen_checks import small_letters

    lines = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3")
    with limbo(tmp_path, (1280, 800), *lines) as hands:
        app = hands.app
        hands.frames(6)
        assert list(small_letters(hands)) == []  # the count is at the bar, and so says its label
        app.table.ids.panel.label.text = "The count, which is at the bar"
        hands.frames(2)
        assert [text for _, text in small_letters(hands)] == ["The count, which is at the bar"]


@display
def test_small_and_cut_text_is_found_on_a_canvas(tmp_path: Path) -> None:
    os.environ["KIVY_HOME"] = str(tmp_path)
    from kivy.graphics import Canvas, Rectangle

    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands
    from companion.widgets.lettering import drawn_text, text_texture, write

    app = CompanionApp(Controller(SessionStore(":memory:"), files=TableFiles(tmp_path)), tmp_path / "settings.json",
                       source="")
    with Hands(app, (1280, 800)):
        canvas = Canvas()
        with canvas:
            write("Stock", 0, 0, 300, 60, 5, TEXT_FONT, (1, 1, 1, 1))  # never as small as that
            write("A word that is too long for its box", 0, 0, 150, 60, 36, TEXT_FONT, (1, 1, 1, 1))
            texture = text_texture("half", 40, TEXT_FONT)
            Rectangle(texture=texture, size=(texture.width / 2, texture.height / 2))
        large, cut, half = drawn_text(canvas)
    assert large.text == "Stock"
    assert capital_mm(large.size, 1280, 800) >= 4.0
    assert cut.text.endswith("…")
    assert half.size == pytest.approx(20)


def test_figures_need_a_larger_type_for_the_same_height() -> None:
    assert capital_mm(36, 1280, 800, FIGURE_FONT) < capital_mm(36, 1280, 800, TEXT_FONT)


def test_wide_tiles_take_more_columns_and_the_last_fills_its_row() -> None:
    cells = flow([90, 210, 90, 90], 3, 100)
    assert cells == (Cell(0, 0, 1), Cell(1, 0, 3), Cell(2, 0, 1), Cell(2, 1, 1))
    assert stretched(cells, 3, False)[-1] == Cell(2, 1, 2)
    assert stretched(cells, 3, True)[0] == Cell(0, 0, 3)


def test_as_few_rows_as_the_width_allows() -> None:
    assert best_columns([100] * 6, 620, 2) == 6
    assert best_columns([100] * 6, 400, 3) == 3


def test_what_is_known_has_what_a_small_panel_leaves_out() -> None:
    tile = Tile("Abe", rows=(("own", (Token("4"), Token("3", state="struck"))), ("none", ())))
    panel = Panel(None, (Fact("Stock", "14"),), (tile,), lines=("Odds: 9 of 28.",))
    assert list(known_lines(panel)) == ["Odds: 9 of 28.", "Stock: 14", "Abe, own: 4"]


@display
def test_a_figure_stands_in_one_line_however_wide_its_box_is(tmp_path: Path) -> None:
    with limbo(tmp_path, (1280, 800)):
        from companion.widgets.base import FitText

        for wide in range(150, 300):
            figure = FitText(text="101", tight=True, largest=420, font_name=FIGURE_FONT, size=(wide, 300))
            figure.text = "100"
            figure.texture_update()
            assert figure.texture_size[1] < 2 * figure.font_size, f"broken at {wide} pixels"
