"""The app: joins the controller and the screens.

    from companion.screens import app
    app.run(source="0")        # camera number, URL or video file
    app.run(demo=True)         # a filmed deal of Limbo

Kivy opens its window when it is imported, so import this module only to show the app.
"""

from __future__ import annotations

import companion.screens  # noqa: F401  (before Kivy: says how Kivy starts)

# isort: split

import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.config import Config
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import FadeTransition, ScreenManager

from companion.device.memory import give_back_freed_memory
from companion.device.settings import Settings, load_settings
from companion.log.rescue import open_or_rescue
from companion.screens.app_switches import Switches
from companion.sharing.sources import PHONE, Sources
from companion.sitting.controller import Controller
from companion.sitting.messages import (
    Fetched,
    Noted,
    PictureTrouble,
    ScreenMessage,
    Showing,
    Sittings,
    Surveyed,
    Trouble,
)
from companion.sitting.mistakes import told
from companion.sitting.table_page import TablePage
from companion.style.theme import THEMES, TOUCH_DP, letters_px, unit_px
from companion.words import texts

if TYPE_CHECKING:
    from companion.club.sender import Sender
    from companion.log.session import SessionStore

SWITCH_S = 0.002  # within which the screen thread gets its turn from the reader's
READY_S = 0.5  # after the first screen, what reads pictures is loaded


class CompanionApp(Switches, App):
    """The running app.  Give it a store (and, in tests, a controller) of its own."""

    theme = ObjectProperty(THEMES["dark"], rebind=True)
    unit = NumericProperty(1.0)  # pixels of one design unit
    letters = NumericProperty(36.0)  # least size of type, pixels
    touch = NumericProperty(76.0)  # least height of a button, pixels
    hand = StringProperty("right")  # whose side the buttons are for
    board = StringProperty("pegs")  # the style of the score board, or "tally"

    def __init__(self, controller: Controller, settings_path: Path | None = None, source: str | None = None,
                 demo: bool = False, sources: Sources | None = None, club: Sender | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.controller, self.sources, self.club = controller, sources or Sources(), club
        self.settings_path = settings_path
        self.settings: Settings = load_settings(settings_path)
        if source is not None:
            self.settings = replace(self.settings, source=source)
        self.demo = demo
        self._is_told_over = False  # whether the end of the deal was told already, by its score sheet
        self.audio: Any = None  # once there is a window
        if self.settings.language not in texts.LANGUAGES:
            self.settings = replace(self.settings, language="en")
        texts.use_language(self.settings.language)
        self.title = texts.TITLE
        self.theme = THEMES.get(self.settings.theme, THEMES["dark"])
        self.hand, self.board = self.settings.hand, self.settings.board

    # -- life ---------------------------------------------------------------------------------

    def build(self) -> BoxLayout:
        from companion.widgets.audio import Audio
        from companion.widgets.picture_bar import PictureBar
        from companion.widgets.trouble import TroubleBar

        self.audio = Audio()
        sys.setswitchinterval(SWITCH_S)
        self._resized()
        Window.bind(size=self._resized, on_key_down=self._on_key)
        self.manager = ScreenManager(transition=FadeTransition(duration=0.15))
        self.build_screens()
        self.controller.kept.list()
        if self.demo:
            self.show_demo()
        Clock.schedule_interval(self._turn, 0)
        Clock.schedule_once(self._get_ready, READY_S)
        self.trouble, self.picture_bar = TroubleBar(), PictureBar()
        whole = BoxLayout(orientation="vertical")
        whole.add_widget(self.trouble)
        whole.add_widget(self.picture_bar)
        if self.club is not None:
            from companion.widgets.club_bar import ClubBar

            whole.add_widget(ClubBar(self.club))
        whole.add_widget(self.manager)
        return whole

    def _get_ready(self, _dt: float) -> None:
        self.controller.get_ready()
        self.controller.kept.thin_pictures(self.settings.pictures_mb)

    def build_screens(self) -> None:
        """The first screen, in the language that is set; the others are built when they are first wanted."""
        from companion.screens.home import HomeScreen  # its rules need the running app

        self.home = HomeScreen(self.controller, name="home")
        self.manager.add_widget(self.home)

    def on_stop(self) -> None:
        Window.unbind(size=self._resized, on_key_down=self._on_key)
        Clock.unschedule(self._turn)
        self.close_page()
        self.audio.close()
        self.controller.close()
        self.sources.close()

    def on_pause(self) -> bool:
        """A tablet put aside keeps the deal; nothing has to be saved."""
        return True

    # -- going places -------------------------------------------------------------------------

    # -- every frame --------------------------------------------------------------------------

    def _turn(self, _dt: float) -> None:
        for message in self.controller.messages():
            self._take(message)
        if self.manager.current in ("table", "camera", "deck"):
            self.manager.current_screen.look()
        if self.sources.phone is not None and self.manager.current == "table":
            self.sources.look(self.controller.sees_table)

    def _take(self, message: ScreenMessage) -> None:
        if isinstance(message, Showing):
            self._show_table(message.view)
        elif isinstance(message, Sittings):
            self.home.show(message.infos)
        elif isinstance(message, Surveyed):
            self.screen("deck" if self.manager.current == "deck" else "camera").show(message.view)
        elif isinstance(message, Fetched) and isinstance(message.value, tuple) and message.screen == "table":
            self.table.tell_points(message.value)
        elif isinstance(message, Fetched):
            self.screen(message.screen).show(message.value)
        elif isinstance(message, Trouble):
            self.trouble.tell(message)
        elif isinstance(message, PictureTrouble):
            self.picture_bar.text = message.text
            self.table.blind = bool(message.text)
        elif isinstance(message, Noted):
            self.manager.current_screen.note(message.text)

    def _show_table(self, view: TablePage) -> None:
        """Draw the table; when a deal has just ended, its score sheet comes by itself."""
        was, over_before = self.table.view, self._is_told_over
        self.table.show(view)
        self.audio.follow(was, view, self.settings)
        self.sources.tell(view, self.controller.sees_table)
        if self.manager.has_screen("spectators") and (page := self.screen("spectators").page):
            page.publish(view, self.settings.colours)
        self._is_told_over = view.deal_over and (was is None or over_before or view.question is None)
        if self._is_told_over and was is not None and not over_before and self.manager.current == "table":
            self.open_scores()

    # -- window -------------------------------------------------------------------------------

    def _resized(self, *_: Any) -> None:
        self.unit, self.letters = unit_px(*Window.size), letters_px(*Window.size)
        self.touch = max(dp(TOUCH_DP), self.unit * TOUCH_DP)

    def _on_key(self, _window: Any, key: int, _scancode: int, letter: str | None, modifiers: list[str]) -> bool:
        from companion.widgets import keys

        screen = self.manager.current_screen
        is_done = keys.worked(screen, key, "shift" in modifiers)
        if is_done is not None:
            return is_done
        if key == keys.ESCAPE:
            return screen.escape() or self._leave(screen)
        if letter == "t":
            self.change_theme()
            return True
        return bool(screen.on_key(key, (letter or "").lower()))

    def _leave(self, screen: Any) -> bool:
        if screen.name == "home":
            return False  # Kivy closes the window
        self.go_home()
        return True


def run(source: str | None = None, demo: bool = False, club: str | None = None) -> int:
    """Show the app until it is closed; returns the exit status.  Raises ValueError with one sentence
    when the source cannot be opened."""
    if source is not None:
        from companion.device.cameras import open_named  # what reads pictures is loaded when it is wanted

        if source != PHONE:
            open_named(source).close()
    give_back_freed_memory()
    Config.set("kivy", "exit_on_escape", "1")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    ExceptionManager.add_handler(OurMistakes())
    store, happened = open_or_rescue()
    standing = texts.happened_text(happened.key, happened.arguments) if happened else ""
    sources = Sources()
    with _sending(store, club, sources) as sender:
        CompanionApp(Controller(store, open_frames=sources.open, standing=standing), source=source, demo=demo,
                     sources=sources, club=sender).run()
    return 0


def _sending(store: SessionStore, club: str | None, sources: Sources) -> AbstractContextManager[Sender | None]:
    """What sends this table's log to a club, where one is named; its line is loaded only then."""
    if club is None:
        return nullcontext()
    from companion.club.sender import sending

    return sending(store, club, lambda: sources.questions)


class OurMistakes(ExceptionHandler):
    """A mistake of ours on the screen's thread is told and written down; the app goes on."""

    def handle_exception(self, inst: BaseException) -> int:
        running = App.get_running_app()
        if not isinstance(inst, Exception) or running is None or not hasattr(running, "trouble"):
            return int(ExceptionManager.RAISE)
        running.trouble.tell(Trouble(told(inst)))
        return int(ExceptionManager.PASS)
