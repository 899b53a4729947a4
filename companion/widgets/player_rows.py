"""Who plays, clockwise: a row each, and who deals first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.widgets.base import app, load_kv
from companion.widgets.entry import EntryField

__all__ = ["EntryField", "PlayerRow", "PlayerRows"]
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy", "Joe", "Kit", "Lou")


class PlayerRow(BoxLayout):
    """One seat: a name, whether it deals first, and a way out."""

    name = StringProperty("")
    peg = NumericProperty(0)  # the number of its colour
    deals = BooleanProperty(False)
    may_go = BooleanProperty(True)
    make_dealer = ObjectProperty(None)
    leave = ObjectProperty(None)
    recolour = ObjectProperty(None)


class PlayerRows(BoxLayout):
    """At least and at most so many players as the game seats."""

    may_add = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.register_event_type("on_change")
        self.least, self.most = 1, len(NAMES)
        self._known: Mapping[str, int] = {}

    def seat(self, known: tuple[str, ...], least: int, most: int, colours: Mapping[str, int] | None = None) -> None:
        """These players, as far as there is room for them and until there are enough; the last one deals.  colours:
        those that players had before."""
        self.least, self.most, self._known = least, most, colours or {}
        self.clear_widgets()
        names = list(known[:most])
        names += [name for name in NAMES if name not in names][:max(0, least - len(names))]
        for name in names:
            self._sit_down(name)
        self.make_dealer(self.seats[-1])
        self._count()

    def add_player(self) -> None:
        taken = {row.name for row in self.seats}
        self._sit_down(next((name for name in NAMES if name not in taken), ""))
        self._count()

    def make_dealer(self, chosen: PlayerRow) -> None:
        for row in self.seats:
            row.deals = row is chosen

    def remove(self, row: PlayerRow) -> None:
        self.remove_widget(row)
        if row.deals:
            self.make_dealer(self.seats[-1])
        self._count()

    def on_change(self) -> None:
        """Somebody sat down, left, or is called otherwise."""

    @property
    def seats(self) -> list[PlayerRow]:
        return list(reversed(self.children))

    @property
    def names(self) -> tuple[str, ...]:
        """As records have them; "" where one has no name yet."""
        return tuple(one_word(row.name) for row in self.seats)

    @property
    def dealer(self) -> str:
        return next((one_word(row.name) for row in self.seats if row.deals), "")

    @property
    def colours(self) -> dict[str, int]:
        """Everybody's colour."""
        return {one_word(row.name): int(row.peg) for row in self.seats if row.name.strip()}

    def recolour(self, row: PlayerRow) -> None:
        """The next colour that nobody else has."""
        row.peg = self._free_colour(int(row.peg) + 1, row)

    def _free_colour(self, wished: int, own: PlayerRow | None = None) -> int:
        """The wished colour, or the next that nobody else has, where there is one."""
        count = len(app().theme.pegs)
        taken = {int(row.peg) for row in self.seats if row is not own}
        free = (number % count for number in range(wished, wished + count) if number % count not in taken)
        return next(free, wished % count)

    def _sit_down(self, name: str) -> None:
        own = self._known.get(name, len(self.seats))
        row = PlayerRow(name=name, make_dealer=self.make_dealer, leave=self.remove, recolour=self.recolour,
                        peg=self._free_colour(own))
        row.bind(name=lambda *_: self.dispatch("on_change"))
        self.add_widget(row)

    def _count(self) -> None:
        count = len(self.children)
        self.may_add = count < self.most
        for row in self.seats:
            row.may_go = count > self.least
        self.dispatch("on_change")


def one_word(name: str) -> str:
    """A name as records have it: "Anna Maria" is Anna-Maria."""
    return "-".join(name.split())


load_kv(__file__)
