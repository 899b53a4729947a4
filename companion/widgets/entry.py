"""A line to write in."""

from __future__ import annotations

from kivy.uix.textinput import TextInput

from companion.widgets.base import load_kv


class Entry(TextInput):
    """As tall as a button."""


load_kv(__file__)
