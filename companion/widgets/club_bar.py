"""The bar of a table at a club's evening: who plays here now, where everybody goes after a round, and why the club has
not got what was played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.club.sender import Sender
from companion.widgets.base import load_kv
from companion.words import texts

LOOKS_S = 0.5


class ClubBar(BoxLayout):
    """One line, and a button that asks for the director.  No height before the club has said anything."""

    text = StringProperty("")
    is_called = BooleanProperty(False)

    def __init__(self, sender: Sender, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sender = sender
        Clock.schedule_interval(self.look, LOOKS_S)

    def look(self, _dt: float = 0.0) -> None:
        """Show what the table was told last."""
        self.text = " ".join(filter(None, (club_line(self._sender.state), self._sender.trouble)))
        self.is_called = bool(self._sender.state.get("called")) or self._sender.calls

    def call(self) -> None:
        """Please come to this table."""
        self._sender.call()
        self.look()


def club_line(state: Mapping[str, Any]) -> str:
    """What a table was told (`companion.club.table_state`), in a line; "" where it was told nothing yet."""
    if not state:
        return ""
    if state["over"]:
        return texts.CLUB_OVER.format(title=state["title"])
    if not state["round"]:
        return texts.CLUB_BEFORE.format(table=state["table"], title=state["title"])
    here = texts.CLUB_HERE if state["players"] else texts.CLUB_NOBODY
    told = here.format(table=state["table"], round=state["round"], players=texts.names(state["players"]))
    # once the new round has begun here, nobody of the last is left
    going = [] if state["sittings"] else [move for move in state["moves"] if move["table"] != state["table"]]
    return " ".join([told, *((texts.CLUB_GOES if move["table"] else texts.CLUB_SITS_OUT).format(
        who=texts.names(move["who"].split("+")), table=move["table"]) for move in going)])


load_kv(__file__)
