"""What is switched in the settings: every touch changes it at once, and it is kept."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.device.settings import PICTURES_MB, load_settings
from companion.screens.app_tables import Tables
from companion.sitting.messages import Trouble
from companion.style.theme import THEMES, next_theme
from companion.words import texts


class Switches(Tables):
    """Changes the settings of an app; what of it that needs is named here."""

    theme: Any
    hand: Any
    board: Any
    title: Any
    audio: Any
    trouble: Any
    build_screens: Any

    def change_theme(self) -> None:
        gc.collect()  # widgets that are gone are bound to the theme until they are collected: Kivy stumbles over them
        self.theme = THEMES[next_theme(self.theme.name)]
        self.keep(replace(self.settings, theme=self.theme.name))

    def switch_sounds(self) -> None:
        self.keep(replace(self.settings, sounds=not self.settings.sounds))
        if self.settings.sounds:
            self.audio.play("points")  # so that everybody knows what they sound like

    def switch_speech(self) -> None:
        self.keep(replace(self.settings, speech=not self.settings.speech))
        self.audio.speaker.hush()

    def change_language(self) -> None:
        """The next language; every screen is built again in it, and the open table goes on."""
        languages = list(texts.LANGUAGES)
        language = languages[(languages.index(self.settings.language) + 1) % len(languages)]
        self.keep(replace(self.settings, language=language))
        came_from, seated = self.screen("options").came_from, self.table.view is not None
        self._build_again()
        if seated:
            self.controller.show_again()
        self.screen("options").open(self.screen("table" if came_from == "table" else "home").name)
        self.manager.current = "options"

    def take_restored(self, aside: Path) -> None:
        """A backup was put back: its settings hold from now on.  aside: where what was here before lies."""
        self.settings = load_settings(self.settings_path)
        self.theme = THEMES.get(self.settings.theme, THEMES["dark"])
        self.hand, self.board = self.settings.hand, self.settings.board
        self._build_again()
        self.manager.current = "home"
        self.trouble.tell(Trouble(texts.RESTORED.format(file=aside)))

    def _build_again(self) -> None:
        """Every screen in the language that is set."""
        texts.use_language(self.settings.language)
        self.close_page()
        self.manager.clear_widgets()
        self.build_screens()
        self.controller.kept.list()
        self.title = texts.TITLE

    def change_hand(self) -> None:
        """For right-handed people, or for left-handed ones."""
        self.hand = "left" if self.hand == "right" else "right"
        self.keep(replace(self.settings, hand=self.hand))

    def change_board(self) -> None:
        """Pegs in holes, or tally marks."""
        self.board = "tally" if self.board == "pegs" else "pegs"
        self.keep(replace(self.settings, board=self.board))

    def change_pictures(self) -> None:
        """How much the kept pictures may take: the next choice."""
        larger = [most for most in PICTURES_MB if most > self.settings.pictures_mb]
        self.keep(replace(self.settings, pictures_mb=(larger or PICTURES_MB)[0]))
