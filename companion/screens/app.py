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
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.config import Config
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import FadeTransition, ScreenManager

from companion import texts
from companion.device.settings import PICTURES_MB, Settings, load_settings, save_settings, together
from companion.device.source import Watch
from companion.log.rescue import open_or_rescue
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
from companion.style.theme import THEMES, TOUCH_DP, next_theme, unit_px
from rules import GAMES, Table

ESCAPE, ENTER, PAD_ENTER, SPACE, TAB = 27, 13, 271, 32, 9
SWITCH_S = 0.002  # within which the screen thread gets its turn from the reader's
READY_S = 0.5  # after the first screen, what reads pictures is loaded
LATER = {  # screens of companion/screens by name
    "camera": "CameraScreen", "deck": "DeckScreen", "dispute": "DisputeScreen", "scores": "ScoresScreen",
    "statistics": "StatisticsScreen", "printing": "PrintingScreen", "spectators": "SpectatorsScreen",
    "options": "OptionsScreen",
}


class CompanionApp(App):
    """The running app.  Give it a store (and, in tests, a controller) of its own."""

    theme = ObjectProperty(THEMES["dark"], rebind=True)
    unit = NumericProperty(1.0)  # pixels of one design unit
    touch = NumericProperty(76.0)  # least height of a button, pixels
    hand = StringProperty("right")  # whose side the buttons are for
    board = StringProperty("pegs")  # the style of the score board, or "tally"

    def __init__(self, controller: Controller, settings_path: Path | None = None, source: str | None = None,
                 demo: bool = False, sources: Sources | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.controller, self.sources = controller, sources or Sources()
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
        self._build_screens()
        self.controller.list_sittings()
        if self.demo:
            self.show_demo()
        Clock.schedule_interval(self._turn, 0)
        Clock.schedule_once(self._get_ready, READY_S)
        self.trouble, self.picture_bar = TroubleBar(), PictureBar()
        whole = BoxLayout(orientation="vertical")
        whole.add_widget(self.trouble)
        whole.add_widget(self.picture_bar)
        whole.add_widget(self.manager)
        return whole

    def _get_ready(self, _dt: float) -> None:
        self.controller.get_ready()
        self.controller.thin_pictures(self.settings.pictures_mb)

    def _build_screens(self) -> None:
        """The screens that are always there, in the language that is set."""
        from companion.screens.home import HomeScreen  # their rules need the running app
        from companion.screens.setup import SetupScreen
        from companion.screens.table import TableScreen

        self.home, self.setup = HomeScreen(self.controller, name="home"), SetupScreen(self.controller, name="setup")
        self.table = TableScreen(self.controller, name="table")
        for screen in (self.home, self.setup, self.table):
            self.manager.add_widget(screen)

    def on_stop(self) -> None:
        Window.unbind(size=self._resized, on_key_down=self._on_key)
        Clock.unschedule(self._turn)
        self._close_page()
        self.audio.close()
        self.controller.close()
        self.sources.close()

    def on_pause(self) -> bool:
        """A tablet put aside keeps the deal; nothing has to be saved."""
        return True

    # -- going places -------------------------------------------------------------------------

    def choose_game(self, name: str) -> None:
        self.setup.prepare(name, self.settings)
        self.manager.current = "setup"

    def show_demo(self) -> None:
        """Open the filmed deal."""
        self.table.forget()
        self.controller.show_demo()
        self._to_table()

    def begin(self, game: str, table: Table, deck: str, source: str) -> None:
        """Open a new table, and remember who played and where they sit."""
        options = {**self.settings.options, game: dict(table.options)}
        self._keep(replace(self.settings, players=table.players, source=source, options=options,
                           decks={**self.settings.decks, game: deck},
                           sides={**self.settings.sides, together(table.players): self.setup.side}))
        self.table.forget()
        self.controller.begin(game, table, deck, self._watch(source, table.players))
        self._to_table()

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
            self._keep(replace(self.settings, source=camera.source))
        if camera.return_to == "setup":
            self.setup.ids.source.text = camera.source
        self.manager.current = camera.return_to

    def make_deck(self, game: str, table: Table, deck: str, source: str) -> None:
        """Describe a pack of one's own."""
        self.screen("deck").prepare(game, deck, source, table)
        self.manager.current = "deck"

    def leave_deck(self, made: str) -> None:
        """Back to setting up; with the new pack, if one was made."""
        self.setup.offer_decks(made or self.setup.ids.deck.value)
        self.manager.current = "setup"

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
        self._to_table()

    def _watch(self, source: str, players: Sequence[str]) -> Watch | None:
        return Watch(source, side=self.settings.sides.get(together(players), "")) if source else None

    def go_home(self) -> None:
        self._close_page()
        self.controller.leave()
        self.table.forget()
        self.controller.thin_pictures(self.settings.pictures_mb)
        self.controller.list_sittings()
        self.manager.current = "home"
        Window.allow_screensaver = True

    def look_back(self, row: int | None = None) -> None:
        """The deal's events with their pictures; the one of a log row opened if one is named."""
        self.screen("dispute").open(row)
        self.manager.current = "dispute"

    def open_scores(self) -> None:
        """The open table's score sheet."""
        self.screen("scores").open()
        self.manager.current = "scores"

    def open_statistics(self) -> None:
        """All sittings in numbers; Back leads to where it was opened."""
        self.screen("statistics").open(self.manager.current)
        self.manager.current = "statistics"

    def open_printing(self) -> None:
        """Packs, markers and sheets to print."""
        self.screen("printing").open(self.manager.current)
        self.manager.current = "printing"

    def open_spectators(self) -> None:
        """Where others are let in to look on."""
        self.screen("spectators")
        self.manager.current = "spectators"

    def to_table(self) -> None:
        """Back to the open table."""
        self.manager.current = "table"

    def screen(self, name: str) -> Any:
        """A screen; those of LATER are built when they are first wanted, so that the first one is there at once."""
        if not self.manager.has_screen(name):
            made = getattr(import_module(f"companion.screens.{name}"), LATER[name])
            self.manager.add_widget(made(self.controller, name=name))
        return self.manager.get_screen(name)

    def change_theme(self) -> None:
        self.theme = THEMES[next_theme(self.theme.name)]
        self._keep(replace(self.settings, theme=self.theme.name))

    def open_options(self) -> None:
        """Settings of the app itself."""
        self.screen("options").open(self.manager.current)
        self.manager.current = "options"

    def switch_sounds(self) -> None:
        self._keep(replace(self.settings, sounds=not self.settings.sounds))
        if self.settings.sounds:
            self.audio.play("points")  # so that everybody knows what they sound like

    def switch_speech(self) -> None:
        self._keep(replace(self.settings, speech=not self.settings.speech))
        self.audio.speaker.hush()

    def change_language(self) -> None:
        """The next language; every screen is built again in it, and the open table goes on."""
        languages = list(texts.LANGUAGES)
        language = languages[(languages.index(self.settings.language) + 1) % len(languages)]
        self._keep(replace(self.settings, language=language))
        texts.use_language(language)
        came_from, seated = self.screen("options").came_from, self.table.view is not None
        self._close_page()
        self.manager.clear_widgets()
        self._build_screens()
        self.controller.list_sittings()
        if seated:
            self.controller.show_again()
        self.title = texts.TITLE
        self.screen("options").open(came_from if self.manager.has_screen(came_from) else "home")
        self.manager.current = "options"

    def change_hand(self) -> None:
        """For right-handed people, or for left-handed ones."""
        self.hand = "left" if self.hand == "right" else "right"
        self._keep(replace(self.settings, hand=self.hand))

    def change_board(self) -> None:
        """Pegs in holes, or tally marks."""
        self.board = "tally" if self.board == "pegs" else "pegs"
        self._keep(replace(self.settings, board=self.board))

    def change_pictures(self) -> None:
        """How much the kept pictures may take: the next choice."""
        larger = [most for most in PICTURES_MB if most > self.settings.pictures_mb]
        self._keep(replace(self.settings, pictures_mb=(larger or PICTURES_MB)[0]))

    def _to_table(self) -> None:
        self.manager.current = "table"
        Window.allow_screensaver = False  # nobody touches the screen during a deal

    def _close_page(self) -> None:
        """Without a table nobody can look on."""
        if self.manager.has_screen("spectators"):
            self.screen("spectators").stop()

    def _keep(self, settings: Settings) -> None:
        self.settings = settings
        save_settings(settings, self.settings_path)

    # -- every frame --------------------------------------------------------------------------

    def _turn(self, _dt: float) -> None:
        for message in self.controller.messages():
            self._take(message)
        if self.manager.current in ("table", "camera", "deck"):
            self.manager.current_screen.look()

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
            page.publish(view)
        self._is_told_over = view.deal_over and (was is None or over_before or view.question is None)
        if self._is_told_over and was is not None and not over_before and self.manager.current == "table":
            self.open_scores()

    # -- window -------------------------------------------------------------------------------

    def _resized(self, *_: Any) -> None:
        self.unit = unit_px(*Window.size)
        self.touch = max(dp(TOUCH_DP), self.unit * TOUCH_DP)

    def _on_key(self, _window: Any, key: int, _scancode: int, letter: str | None, modifiers: list[str]) -> bool:
        from companion.widgets import keys

        screen = self.manager.current_screen
        writing = keys.typing_in(screen)
        if writing is not None and key not in keys.LEAVE_LINE:
            return False  # the line's own
        if writing is not None and key == ESCAPE:
            writing.focus = False
            return True
        if key == ESCAPE:
            return screen.escape() or self._leave(screen)
        if key == TAB or key in keys.ARROWS:
            keys.move_focus(screen, key, "shift" in modifiers)
            return True
        if key in (ENTER, PAD_ENTER, SPACE):
            pressed = keys.focused(screen)
            if pressed:
                pressed.press()
            return True
        if letter == "t":
            self.change_theme()
            return True
        return bool(screen.on_key(key, (letter or "").lower()))

    def _leave(self, screen: Any) -> bool:
        if screen.name == "home":
            return False  # Kivy closes the window
        self.go_home()
        return True


def run(source: str | None = None, demo: bool = False) -> int:
    """Show the app until it is closed; returns the exit status.  Raises ValueError with one sentence
    when the source cannot be opened."""
    if source is not None:
        from companion.device.cameras import open_named  # what reads pictures is loaded when it is wanted

        if source != PHONE:
            open_named(source).close()
    Config.set("kivy", "exit_on_escape", "1")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    ExceptionManager.add_handler(OurMistakes())
    store, happened = open_or_rescue()
    standing = texts.happened_text(happened.key, happened.arguments) if happened else ""
    sources = Sources()
    CompanionApp(Controller(store, open_frames=sources.open, standing=standing), source=source, demo=demo,
                 sources=sources).run()
    return 0


class OurMistakes(ExceptionHandler):
    """A mistake of ours on the screen's thread is told and written down; the app goes on."""

    def handle_exception(self, inst: BaseException) -> int:
        running = App.get_running_app()
        if not isinstance(inst, Exception) or running is None or not hasattr(running, "trouble"):
            return int(ExceptionManager.RAISE)
        running.trouble.tell(Trouble(told(inst)))
        return int(ExceptionManager.PASS)
