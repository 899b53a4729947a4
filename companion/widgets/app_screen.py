"""What the screens of the app share: lying or upright, and Back leads to where they were opened."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty
from kivy.uix.screenmanager import Screen

from companion.sitting.controller import Controller


class AppScreen(Screen):
    """Takes no keys, and has nothing to tell, unless it says so."""

    landscape = BooleanProperty(True)
    came_from = "home"

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.controller = controller
        self.bind(size=lambda *_: setattr(self, "landscape", self.width >= self.height))

    def note(self, text: str) -> None:
        """One sentence of what went wrong."""

    def escape(self) -> bool:
        """Back, or close what is open; False where the app shall leave the screen."""
        self.manager.current = self.came_from
        return True

    def on_key(self, _key: int, _letter: str) -> bool:
        """Do what a letter stands for; whether there is such a thing."""
        return False
