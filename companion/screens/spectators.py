"""Letting others look on: one touch opens the page, and its link is shown as a QR code."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty

from companion.sharing.spectators import Spectators
from companion.sitting.controller import Controller
from companion.widgets.app_screen import AppScreen
from companion.widgets.base import app, load_kv
from companion.widgets.felt import Felt
from companion.widgets.qr_code import QrCode
from companion.words import texts

__all__ = ["Felt", "QrCode", "SpectatorsScreen"]
class SpectatorsScreen(AppScreen):
    """Opens and closes the page of the open table."""

    running = BooleanProperty(False)
    url, status = StringProperty(""), StringProperty("")

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(controller, **kwargs)
        self.page: Spectators | None = None
        self.status = texts.SPECTATORS_OFF
        self._count = Clock.schedule_interval(self._look, 0.5)

    def start(self) -> None:
        """Open the page; what stands on the table is shown at once."""
        if self.page is not None:
            return
        try:
            self.page = Spectators()
        except OSError:
            self.status = texts.NO_NETWORK
            return
        self.url, self.running = self.page.url, True
        self.ids.code.data = self.url
        if app().table.view is not None:
            self.page.publish(app().table.view, app().settings.colours)
        self._look()

    def stop(self) -> None:
        """Nobody can look on any more; the next link is another one."""
        if self.page is not None:
            self.page.close()
        self.page, self.url, self.running, self.status = None, "", False, texts.SPECTATORS_OFF
        self.ids.code.data = None

    def toggle(self) -> None:
        self.stop() if self.running else self.start()

    def note(self, text: str) -> None:
        self.status = text

    def escape(self) -> bool:
        app().to_table()
        return True

    def _look(self, *_: Any) -> None:
        if self.page is not None:
            self.status = texts.SPECTATORS_COUNT.format(count=self.page.watching)


load_kv(__file__)
