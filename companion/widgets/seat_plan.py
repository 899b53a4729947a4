"""Who sits where: the table as the camera sees it, with a button on each side."""

from __future__ import annotations

from typing import Any

from kivy.properties import DictProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.device.source import SIDES, sides_of
from companion.widgets.base import load_kv
from companion.words import texts


class SeatPlan(BoxLayout):
    """One tap says on which side of the picture the first player sits, the others clockwise and evenly; the same
    tap again says nothing of it."""

    players = ListProperty([])
    side = StringProperty("")  # of the first player; "" while nothing is said
    names = DictProperty(dict.fromkeys(SIDES, ""))  # what stands on each side

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(players=self._name, side=self._name)
        self._name()

    def tap(self, side: str) -> None:
        self.side = "" if side == self.side else side

    def _name(self, *_: Any) -> None:
        seated = sides_of(self.players, self.side) if self.side else {}
        self.names = {side: ", ".join(seated.get(side, ())) or texts.SIDES_IN_WORDS[side] for side in SIDES}


load_kv(__file__)
