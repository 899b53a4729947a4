"""A bar of buttons that share its width and wrap into rows when fingers would have too little room."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.layout import Layout

from companion.widgets.base import Btn, app

LEAST_WIDTH = 1.55  # of the touch height, so that a word or two fits


class StackBar(Layout):
    """Lays its children out in as few rows as fit, each as wide as its share."""

    rows = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        for name in ("children", "pos", "size"):
            self.fbind(name, self._trigger_layout)
        app().fbind("touch", self._trigger_layout)
        app().fbind("unit", self._trigger_layout)

    def put(self, buttons: list[Btn]) -> None:
        """Exchange all buttons."""
        self.clear_widgets()
        for button in buttons:
            self.add_widget(button)

    def do_layout(self, *_: Any) -> None:
        touch, gap = app().touch, app().unit * 10
        buttons = list(reversed(self.children))
        if not buttons or self.width < touch:
            return
        room = max(1, int((self.width + gap) // (touch * LEAST_WIDTH + gap)))
        self.rows = -(-len(buttons) // room)
        per_row = -(-len(buttons) // self.rows)
        self.height = self.rows * touch + (self.rows - 1) * gap
        for row in range(self.rows):
            part = buttons[row * per_row:(row + 1) * per_row]
            wide = (self.width - gap * (len(part) - 1)) / max(len(part), 1)
            y = self.top - touch - row * (touch + gap)
            for index, button in enumerate(part):
                button.size = (wide, touch)
                button.pos = (self.x + index * (wide + gap), y)
