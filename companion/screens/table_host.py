"""What the parts of the table screen may ask of the screen that they belong to."""

from __future__ import annotations

from typing import Any, Protocol

from companion.sitting.controller import Controller
from companion.sitting.table_page import Choice
from companion.widgets.sheets import Sheet
from companion.widgets.wood import WoodBoard


class TableHost(Protocol):
    """The table screen: the page that it shows, the sheet over it, and what a touch does."""

    name: Any
    ids: Any
    view: Any  # the page, None before there is one
    sheet: Any  # that lies over it, None where there is none
    landscape: Any
    watching: Any
    blind: Any
    board_height: Any
    width: Any
    height: Any
    camera: Any
    piles: Any
    board: WoodBoard
    controller: Controller
    paused: bool
    sheets: Any
    bar: Any
    questions: Any

    @property
    def laid_together(self) -> bool: ...

    def bind(self, **acts: Any) -> Any: ...

    def open_sheet(self, sheet: Sheet) -> None: ...

    def drop_sheet(self) -> None: ...

    def close_sheet(self) -> None: ...

    def toggle_pause(self) -> None: ...

    def undo(self) -> None: ...

    def correct_last(self) -> None: ...

    def let_stand(self) -> None: ...

    def note(self, text: str) -> None: ...

    def say(self, choice: Choice) -> None: ...
