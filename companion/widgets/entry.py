"""A line to write in."""

from __future__ import annotations

from kivy.uix.textinput import TextInput

from companion.widgets.base import load_kv


class EntryField(TextInput):
    """As tall as a button.  Whoever reaches it by keyboard writes in it (`focused`, as Kivy has it)."""

    def press(self) -> None:
        """As if touched."""
        self.focus = True


load_kv(__file__)
