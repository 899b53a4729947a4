"""Settings of the app itself: how it looks and sounds, and its language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.widgets.app_screen import AppScreen
from companion.widgets.base import Surface, app, load_kv
from companion.widgets.felt import Felt
from companion.words import texts

__all__ = ["Felt", "OptionsScreen", "SwitchRow"]


@dataclass(frozen=True)
class Switch:
    """One thing that can be set: its name, a line on it, its value, and what a touch does.  `open`:
    whether it can be changed here."""

    title: str
    help: str
    value: str
    act: Callable[[], None]
    open: bool = True


class SwitchRow(Surface):
    """One switch; the button shows its value."""

    switch = ObjectProperty(None, allownone=True)
    title, help, value = StringProperty(""), StringProperty(""), StringProperty("")
    open = BooleanProperty(True)

    def on_switch(self, *_: Any) -> None:
        self.title, self.help, self.value = self.switch.title, self.switch.help, self.switch.value
        self.open = self.switch.open

    def press(self) -> None:
        self.switch.act()


class OptionsScreen(AppScreen):
    """Draws the switches; every touch changes the settings at once, and they are kept."""

    def open(self, came_from: str) -> None:
        """`came_from` is where Back leads."""
        self.came_from = came_from
        self.refresh()

    def refresh(self) -> None:
        """Show the settings as they are now."""
        box = self.ids.switches
        switches = self.switches()
        if len(box.children) != len(switches):
            box.clear_widgets()
            for _ in switches:
                box.add_widget(SwitchRow())
        for row, switch in zip(reversed(box.children), switches, strict=True):
            row.switch = switch

    def switches(self) -> list[Switch]:
        settings, audio = app().settings, app().audio
        can_sound, can_speak = audio.has_sounds, audio.speaker.available
        return [
            Switch(texts.LOOK, texts.LOOK_HELP, texts.THEME_NAMES[settings.theme], self._then(app().change_theme)),
            Switch(texts.HAND, texts.HAND_HELP, texts.HANDS[settings.hand], self._then(app().change_hand)),
            Switch(texts.BOARD, texts.BOARD_HELP, texts.BOARDS[settings.board], self._then(app().change_board)),
            Switch(texts.SOUNDS, texts.SOUNDS_HELP if can_sound else texts.NO_SOUNDS,
                   texts.on_or_off(settings.sounds and can_sound), self._then(app().switch_sounds), can_sound),
            Switch(texts.SPEECH, texts.SPEECH_HELP if can_speak else texts.NO_SPEECH,
                   texts.on_or_off(settings.speech and can_speak), self._then(app().switch_speech), can_speak),
            Switch(texts.PICTURES, texts.PICTURES_HELP, texts.MEGABYTES.format(count=settings.pictures_mb),
                   self._then(app().change_pictures)),
            Switch(texts.LANGUAGE, texts.LANGUAGE_HELP, texts.LANGUAGES[settings.language], app().change_language),
            Switch(texts.BACKUP, texts.BACKUP_HELP, texts.OPEN_BACKUP, app().open_backup),
        ]

    def _then(self, act: Callable[[], None]) -> Callable[[], None]:
        def both() -> None:
            act()
            self.refresh()
        return both


load_kv(__file__)
