"""What the next touched card of a pack will stand for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.properties import StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.widgets.base import Btn, app, follow_app
from companion.words import texts

AS_PRINTED, OUT = "as printed", ""
OTHER = "other"  # any card of the game, which is picked
NARROWEST = 4.4  # letters


class Palette(GridLayout):
    """A button for each card of the game that printed ones may stand for, or "as printed" and any other card."""

    brush = StringProperty(OUT)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        self.register_event_type("on_other")
        self.bind(minimum_height=self.setter("height"), width=self._lay, brush=self._show)
        follow_app(self._lay, "letters", "touch")

    def offer(self, kinds: Sequence[str]) -> None:
        """These special cards; of a game without any, what is printed."""
        self.clear_widgets()
        plain = (AS_PRINTED, OUT, OTHER)
        for kind in (*kinds, OUT) if kinds else plain:
            button = Btn(text=self.said(kind), size_hint_y=1, on_release=partial(self._touched, kind))
            button.kind_of = kind
            self.add_widget(button)
        self.brush = kinds[0] if kinds else AS_PRINTED
        self._lay()
        self._show()

    def meaning(self, printed: str) -> str:
        """What a printed card would stand for now."""
        return printed if self.brush == AS_PRINTED else self.brush

    def said(self, kind: str) -> str:
        return {AS_PRINTED: texts.AS_PRINTED, OUT: texts.NOT_IN_PACK, OTHER: texts.STANDS_FOR}.get(
            kind) or texts.card_text(kind)

    def on_other(self) -> None:
        """Any card of the game is to be picked."""

    def _touched(self, kind: str, *_: Any) -> None:
        if kind == OTHER:
            self.dispatch("on_other")
        else:
            self.brush = kind

    def _show(self, *_: Any) -> None:
        kinds = {button.kind_of for button in self.children}
        for button in self.children:
            another = button.kind_of == OTHER and self.brush not in kinds
            button.chosen = another or button.kind_of == self.brush
            if button.kind_of == OTHER:
                button.text = f"{texts.STANDS_FOR} {texts.card_text(self.brush)}" if another else texts.STANDS_FOR

    def _lay(self, *_: Any) -> None:
        """As few rows as its words fit in."""
        count = len(self.children)
        fits = max(1, int(self.width // (app().letters * NARROWEST)))
        self.cols = -(-count // -(-count // fits)) if count else 1
        self.row_default_height, self.row_force_default = max(app().touch, app().letters * 2.9), True
