"""Home: the games, and the sittings that wait to be carried on."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.screenmanager import Screen

from companion import texts
from companion.log.store import SessionInfo
from companion.sitting.controller import Controller
from companion.widgets.base import Btn, app, load_kv
from companion.widgets.felt import Felt
from rules import GAMES

__all__ = ["Felt", "HomeScreen", "SittingRow"]


class SittingRow(Btn):
    """One past sitting; a tap takes it up again."""

    session_id = NumericProperty(0)

    def on_release(self) -> None:
        app().carry_on(self.session_id)


class HomeScreen(Screen):
    """The first screen."""

    landscape = BooleanProperty(True)
    sittings = ObjectProperty(())

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.controller = controller
        for game in GAMES.values():
            button = Btn(text=f"{game.title}\n{texts.seats(game.min_players, game.max_players)}", size_hint_y=1,
                         on_release=lambda _w, name=game.name: app().choose_game(name))
            self.ids.games.add_widget(button)
        self.bind(size=lambda *_: setattr(self, "landscape", self.width >= self.height))

    def show(self, infos: tuple[SessionInfo, ...]) -> None:
        """List these sittings, newest first."""
        self.sittings = infos
        self.ids.sittings.data = [{"session_id": info.id, "text": _sitting_text(info)} for info in infos]

    def note(self, text: str) -> None:
        """Nothing on this screen can go wrong that has to be told."""

    def escape(self) -> bool:
        return False

    def on_key(self, _key: int, letter: str) -> bool:
        """A digit chooses the nth game."""
        if letter.isdigit() and 0 < int(letter) <= len(GAMES):
            app().choose_game(list(GAMES)[int(letter) - 1])
            return True
        return False


def _sitting_text(info: SessionInfo) -> str:
    title = GAMES[info.game].title if info.game in GAMES else info.game
    return f"{title}: {texts.names(info.table.players)}\n{info.date}"


load_kv(__file__)
