"""From one table to the next: begun, carried on, played once more, left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kivy.core.window import Window

from companion.device.settings import together
from companion.device.source import Watch
from companion.screens.app_routes import Routes
from rules import GAMES, Table


class Tables(Routes):
    """Opens and leaves the tables of an app."""

    def show_demo(self) -> None:
        """Open the filmed deal."""
        self.table.forget()
        self.controller.show_demo()
        self.seat()

    def begin(self, game: str, table: Table, deck: str, source: str) -> None:
        """Open a new table, and remember who played and where they sit."""
        options = {**self.settings.options, game: dict(table.options)}
        takings = {**self.settings.takings, game: self.setup.taking.value}
        self.keep(replace(self.settings, players=table.players, source=source, options=options, takings=takings,
                           colours={**self.settings.colours, **self.setup.ids.players.colours},
                           decks={**self.settings.decks, game: deck},
                           sides={**self.settings.sides, together(table.players): self.setup.side}))
        self.table.forget()
        self.controller.begin(game, table, deck, self._watch(source, table.players))
        self._set_taking(game)
        self.seat()

    def carry_on(self, session_id: int) -> None:
        """Take up a sitting; one of a game that is not there any more can be read."""
        found = next((info for info in self.home.sittings if info.id == session_id), None)
        if found is not None and found.game not in GAMES:
            self.screen("scores").open_closed(session_id)
            self.manager.current = "scores"
            return
        self.table.forget()
        players = found.table.players if found is not None else ()
        self.controller.carry_on(session_id, self._watch(self.settings.source, players))
        self._set_taking(found.game if found is not None else "")
        self.seat()

    def rematch(self) -> None:
        """The same people at the same table once more; the next of them deals first."""
        game = self.table.view.game if self.table.view else ""
        self.table.forget()
        self.controller.rematch()
        self._set_taking(game)
        self.seat()

    def _set_taking(self, game: str) -> None:
        """What this game's tables take as made, where it was set otherwise than usual."""
        taking = self.settings.takings.get(game, "usual")
        if taking != "usual":
            self.controller.take(taking)

    def _watch(self, source: str, players: Sequence[str]) -> Watch | None:
        return Watch(source, side=self.settings.sides.get(together(players), "")) if source else None

    def clear_table(self) -> None:
        """Leave the open table; everything is in the log already."""
        self.close_page()
        self.controller.leave()
        self.table.forget()

    def go_home(self) -> None:
        self.clear_table()
        self.controller.kept.thin_pictures(self.settings.pictures_mb)
        self.controller.kept.list()
        self.manager.current = "home"
        Window.allow_screensaver = True

    def seat(self) -> None:
        self.manager.current = "table"
        Window.allow_screensaver = False  # nobody touches the screen during a deal
