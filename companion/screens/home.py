"""Home: the games, and the sittings that wait to be carried on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.log.session import SessionStore
from companion.log.store import SessionInfo
from companion.sitting.controller import Controller
from companion.widgets.app_screen import AppScreen
from companion.widgets.base import Btn, app, load_kv
from companion.widgets.felt import Felt
from companion.words import texts
from rules import GAMES

__all__ = ["Felt", "HomeScreen", "SittingRow"]
MOST_NAMED = 4  # players of a sitting
NOTE_LETTERS = 16  # of its note, in the list


class SittingRow(BoxLayout):
    """One past sitting; a tap takes it up again, another removes it."""

    session_id = NumericProperty(0)
    text = StringProperty("")


class HomeScreen(AppScreen):
    """The first screen."""

    sittings = ObjectProperty(())
    removed = ObjectProperty(None, allownone=True)  # the sitting that was removed last, while it can be brought back

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(controller, **kwargs)
        for game in GAMES.values():
            title = f"{texts.game_title(game.name)}\n{texts.seats(game.min_players, game.max_players)}"
            button = Btn(text=title, size_hint_y=1, on_release=lambda _w, name=game.name: app().choose_game(name))
            self.ids.games.add_widget(button)

    def show(self, infos: tuple[SessionInfo, ...]) -> None:
        """List these sittings, newest first."""
        self.sittings = infos
        self.ids.sittings.data = [{"session_id": info.id, "text": sitting_text(info)} for info in infos]

    def remove(self, sitting: int) -> None:
        """Leave a sitting out of this list and the statistics."""
        self.removed = next((info for info in self.sittings if info.id == sitting), None)
        self._put_away(sitting, True)

    def bring_back(self) -> None:
        """The sitting that was removed last."""
        if self.removed is not None:
            self._put_away(self.removed.id, False)
        self.removed = None

    def _put_away(self, sitting: int, removed: bool) -> None:
        def change(store: SessionStore) -> tuple[SessionInfo, ...]:
            store.remove(sitting, removed)
            return tuple(store.sessions())
        self.controller.kept.fetch(self.name, change)

    def escape(self) -> bool:
        return False

    def on_key(self, _key: int, letter: str) -> bool:
        """A digit chooses the nth game, 0 the tenth."""
        games = dict(zip("1234567890", GAMES, strict=False))
        if letter in games:
            app().choose_game(games[letter])
        return letter in games


def sitting_text(info: SessionInfo) -> str:
    """What was played, by whom, and when."""
    title = texts.game_title(info.game, info.table.options)
    note = f" · {texts.shorter(info.note, NOTE_LETTERS)}" if info.note else ""
    return f"{title} · {info.date.partition(' ')[0]}\n{_few_names(info.table.players)}{note}"


def _few_names(players: Sequence[str]) -> str:
    """Names that stand on one line of the list: of many the first, and how many they are."""
    return texts.names(players) if len(players) <= MOST_NAMED else f"{', '.join(players[:3])}, … ({len(players)})"


load_kv(__file__)
