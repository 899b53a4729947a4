"""Where a touch leads: from screen to screen, and from one table to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.device.settings import Settings, save_settings
from companion.sitting.controller import Controller
from rules import Table

LATER = {  # screens of companion/screens by name
    "setup": "SetupScreen", "table": "TableScreen", "camera": "CameraScreen", "deck": "DeckScreen",
    "dispute": "DisputeScreen", "scores": "ScoresScreen", "statistics": "StatisticsScreen",
    "printing": "PrintingScreen", "spectators": "SpectatorsScreen", "options": "OptionsScreen", "rules": "RulesScreen",
    "backup": "BackupScreen", "recap": "RecapScreen",
}


class Screens:
    """The screens of an app, by name."""

    controller: Controller
    manager: Any

    @property
    def setup(self) -> Any:
        """Where a table is set up."""
        return self.screen("setup")

    @property
    def table(self) -> Any:
        """The open table."""
        return self.screen("table")

    def screen(self, name: str) -> Any:
        """A screen; those of LATER are built when they are first wanted, so that the first one is there at once."""
        if not self.manager.has_screen(name):
            made = getattr(import_module(f"companion.screens.{name}"), LATER[name])
            self.manager.add_widget(made(self.controller, name=name))
        return self.manager.get_screen(name)


class Routes(Screens):
    """Goes from screen to screen; what of an app that needs is named here."""

    settings: Settings
    settings_path: Path | None
    home: Any

    def keep(self, settings: Settings) -> None:
        self.settings = settings
        save_settings(settings, self.settings_path)

    def choose_game(self, name: str) -> None:
        self.setup.prepare(name, self.settings)
        self.manager.current = "setup"

    def open_camera(self) -> None:
        """Look at the open table through its camera, and at where its places are."""
        self.table.close_sheet()
        self.screen("camera").prepare(self.controller.source, "table")
        self.controller.survey_table()
        self.manager.current = "camera"

    def try_camera(self, game: str, table: Table, deck: str, source: str) -> None:
        """The same before the table is opened."""
        self.screen("camera").prepare(source, "setup")
        self.controller.survey(source, game, table, deck)
        self.manager.current = "camera"

    def leave_camera(self) -> None:
        """Back to where it was opened, with the camera that was chosen."""
        camera = self.screen("camera")
        if camera.source:
            self.keep(replace(self.settings, source=camera.source))
        if camera.return_to == "setup":
            self.setup.ids.source.text = camera.source
        self.manager.current = camera.return_to

    def make_deck(self, game: str, table: Table, deck: str, source: str) -> None:
        """Describe a pack of one's own."""
        self.screen("deck").prepare(game, deck, source, table)
        self.manager.current = "deck"

    def leave_deck(self, made: str) -> None:
        """Back to setting up; with the new pack, if one was made."""
        self.setup.offer_decks(made or self.setup.deck)
        self.manager.current = "setup"

    def look_back(self, row: int | None = None) -> None:
        """The deal's events with their pictures; the one of a log row opened if one is named."""
        self.screen("dispute").open(row)
        self.manager.current = "dispute"

    def open_rules(self, game: str, options: Mapping[str, str]) -> None:
        """The rules of a game as a table plays them; Back leads to where they were opened."""
        self.screen("rules").open(game, options, self.manager.current)
        self.manager.current = "rules"

    def open_scores(self) -> None:
        """The open table's score sheet."""
        self.screen("scores").open()
        self.manager.current = "scores"

    def open_recap(self) -> None:
        """How the open table's score went, and what turned it; Back leads to where it was opened."""
        self.screen("recap").open(self.manager.current)
        self.manager.current = "recap"

    def open_statistics(self) -> None:
        """All sittings in numbers; Back leads to where it was opened."""
        self.screen("statistics").open(self.manager.current)
        self.manager.current = "statistics"

    def open_printing(self) -> None:
        """Packs, markers and sheets to print."""
        self.screen("printing").open(self.manager.current)
        self.manager.current = "printing"

    def open_backup(self) -> None:
        """Everything saved into one file, and put back."""
        self.screen("backup").open("options")
        self.manager.current = "backup"

    def open_spectators(self) -> None:
        """Where others are let in to look on."""
        self.screen("spectators")
        self.manager.current = "spectators"

    def to_table(self) -> None:
        """Back to the open table."""
        self.manager.current = "table"

    def open_options(self) -> None:
        """Settings of the app itself."""
        self.screen("options").open(self.manager.current)
        self.manager.current = "options"

    def close_page(self) -> None:
        """Without a table nobody can look on."""
        if self.manager.has_screen("spectators"):
            self.screen("spectators").stop()
