"""Where the parts of the table screen lie: upright or lying, for either hand, with a camera or without."""

from __future__ import annotations

from typing import Any

from companion.screens.table_host import TableHost
from companion.sheets.points import stretches
from companion.widgets.base import Surface, app
from companion.widgets.gates import GateBoard
from companion.widgets.pegs import MOST_TRACKS, PegBoard, many_columns

BOARD_ROW = 34  # units of height per track and street


class TableLayout:
    """Lays one table screen out, and again whenever something about it changes."""

    def __init__(self, screen: TableHost) -> None:
        self._screen = screen
        self._put_board()
        self._fill_stage()
        screen.bind(size=self.place, watching=self._fill_stage)
        app().bind(hand=self._turn_hand, board=self._put_board)
        self._turn_hand()

    @property
    def is_covered(self) -> bool:
        """Whether a sheet lies over all of the camera picture."""
        screen = self._screen
        x, y, width, height = screen.camera.picture_box
        return screen.sheet is not None and screen.sheet.collide_point(x, y) and screen.sheet.collide_point(
            x + width, y + height)

    def place(self, *_: Any) -> None:
        """Fit everything to the window and to the page that is shown."""
        screen = self._screen
        if screen.landscape != (screen.width >= screen.height):
            screen.landscape = not screen.landscape
            self._turn_hand()
        tracks = len(screen.view.sheet.tracks) if screen.view else 2
        holes = screen.view.sheet.board.holes if screen.view else 121
        streets = 1 if holes <= 70 else 2 if holes <= 240 else 3
        rows = tracks * (0.5 + 0.5 * streets)
        if tracks > MOST_TRACKS:
            rows = -(-tracks // many_columns(screen.width)) * 1.2
        screen.board_height = min(screen.height * 0.2, app().unit * (BOARD_ROW * rows + 24))
        self.place_sheet()

    def place_sheet(self) -> None:
        """On the right half, or the lower part of an upright screen: the panel stays in view, unless it is wide."""
        sheet = self._screen.sheet
        if sheet is None:
            return
        gap = app().unit * 10
        if sheet.wide:
            sheet.size_hint, sheet.pos_hint = (1, 1), {"x": 0, "y": 0}
        elif self._screen.landscape:
            side = {"right": 1} if app().hand == "right" else {"x": 0}
            sheet.size_hint, sheet.pos_hint = (0.53, 1), {**side, "y": 0}
        else:
            sheet.size_hint, sheet.pos_hint = (1, 0.58), {"x": 0, "y": 0}
        sheet.padding = gap * 1.6

    def _fill_stage(self, *_: Any) -> None:
        """The camera picture; without a camera, the cards on the table are drawn in its place."""
        screen = self._screen
        stage = screen.ids.stage
        stage.clear_widgets()
        if screen.watching:
            stage.add_widget(screen.camera)
        else:
            surface = Surface()
            if screen.piles.parent:
                screen.piles.parent.remove_widget(screen.piles)
            surface.add_widget(screen.piles)
            stage.add_widget(surface)
        screen.bar.fill()

    def _put_board(self, *_: Any) -> None:
        """The score board in the style that is set."""
        screen = self._screen
        screen.ids.rail.clear_widgets()
        screen.board = (GateBoard if app().board == "tally" else PegBoard)(ask=self._ask_points)
        screen.board.sheet = screen.view.sheet if screen.view else None
        screen.ids.rail.add_widget(screen.board)

    def _ask_points(self) -> None:
        """Ask where every point on the board comes from."""
        self._screen.controller.fetch(self._screen.name, lambda sitting: stretches(sitting.session.match))

    def _turn_hand(self, *_: Any) -> None:
        """What is touched most lies by the hand: the stage, and the sheets over it, on that side."""
        screen = self._screen
        middle = screen.ids.middle
        parts = sorted(middle.children, key=lambda part: part is not screen.ids.side.__self__)  # the panel first
        middle.clear_widgets()
        for part in parts if app().hand == "right" or not screen.landscape else parts[::-1]:
            middle.add_widget(part)
        screen.bar.fill()
