"""Rows of a form: what is set, a line on it, and its value.

    row = ChoiceRow(title="Doubling ends with", help="Until then a player may double.")
    row.offer({"before_first_card": "the first card", "before_starter": "the starter"}, "before_starter")
    row.value                                # "before_starter"
"""

from __future__ import annotations

from collections.abc import Mapping

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.widgets.base import load_kv
from companion.widgets.entry import EntryField

__all__ = ["ChoiceRow", "EntryField", "NumberRow", "SettingRow", "ToggleRow", "WrittenRow"]
NO_END = 10**9


class SettingRow(BoxLayout):
    """One thing that can be set; `value` is written as in a record."""

    title, help, value = StringProperty(""), StringProperty(""), StringProperty("")


class ToggleRow(SettingRow):
    """Yes or no, whatever the two values are called in a record."""

    on = BooleanProperty(False)
    yes, no = StringProperty("true"), StringProperty("false")

    def set(self, value: str) -> None:
        self.on, self.value = value == self.yes, value

    def turn(self) -> None:
        self.set(self.no if self.on else self.yes)


class NumberRow(SettingRow):
    """A whole number; large numbers go by tens."""

    number, least, most = NumericProperty(0), NumericProperty(0), NumericProperty(NO_END)

    def count(self, number: int, least: int, most: int | None) -> None:
        self.least, self.most = least, NO_END if most is None else most
        self._set(number)

    def step(self, by: int) -> None:
        stride = 100 if self.number >= 1000 else 10 if self.number >= 50 else 1
        self._set(int(min(self.most, max(self.least, self.number + by * stride))))

    def _set(self, number: int) -> None:
        self.number, self.value = number, str(number)


class ChoiceRow(SettingRow):
    """One of several; the buttons walk through them."""

    values = ListProperty([])
    shown = StringProperty("")  # what people call the value
    names: Mapping[str, str] = {}

    def offer(self, names: Mapping[str, str], value: str) -> None:
        """These values with their names; the first where `value` is none of them."""
        self.names, self.values = names, list(names)
        self._set(value if value in names else self.values[0])

    def step(self, by: int) -> None:
        self._set(self.values[(self.values.index(self.value) + by) % len(self.values)])

    def _set(self, value: str) -> None:
        self.value, self.shown = value, self.names[value]


class WrittenRow(SettingRow):
    """What has to be written."""


load_kv(__file__)
