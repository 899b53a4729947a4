"""Setting up a table: who plays, who deals, the house rules, the pack and the camera.

Everything is filled in as it was the last time, so that one tap begins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import StringProperty

from calibration import load_deck
from companion.device.packs import serves
from companion.device.settings import Settings, together
from companion.sitting.controller import Controller
from companion.sitting.taken import TAKING
from companion.widgets.app_screen import AppScreen
from companion.widgets.base import app, load_kv
from companion.widgets.entry import EntryField
from companion.widgets.felt import Felt
from companion.widgets.house_rules import HouseRules
from companion.widgets.player_rows import PlayerRow, PlayerRows
from companion.widgets.seat_plan import SeatPlan
from companion.widgets.setting_rows import ChoiceRow, SettingRow
from companion.words import texts
from rules import GAMES, Game, SetupError, Table

__all__ = ["ChoiceRow", "EntryField", "Felt", "HouseRules", "PlayerRows", "SetupScreen"]


class SetupScreen(AppScreen):
    """Everything that a deal needs to know before its first card."""

    title = StringProperty("")
    problem = StringProperty("")

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(controller, **kwargs)
        self.game: Game[Any] | None = None
        self.plan = SeatPlan()
        self.taking = ChoiceRow(title=texts.TAKING, help=texts.TAKING_HELP)
        self.ids.players.bind(on_change=self._seated)
        self.ids.rules.bind(on_change=lambda *_: self.offer_decks(self.deck))

    def prepare(self, name: str, settings: Settings) -> None:
        """Fill everything in for a game, as it was the last time."""
        self.game = game = GAMES[name]
        self.title, self.problem = texts.game_title(name), ""
        self.ids.table.scroll_y = self.ids.house.scroll_y = 1
        self.taking.offer({taking: texts.TAKINGS[taking] for taking in TAKING}, settings.takings.get(name, "usual"))
        self.ids.rules.offer(game, settings.options.get(name, {}), (self.taking,))
        self.ids.players.seat(settings.players, game.min_players, game.max_players, settings.colours)
        self.ids.source.text = settings.source
        self.plan.side = settings.sides.get(together(self.ids.players.names), "")
        self.offer_decks(settings.decks.get(name, game.usual_deck))

    def offer_decks(self, chosen: str) -> None:
        """The packs that come with the project and one's own, as far as this game can be played with them by so
        many."""
        assert self.game is not None
        people = Table(tuple(f"P{seat}" for seat, _ in enumerate(self.seats)), options=self.ids.rules.chosen())
        decks = self.controller.files.decks()
        served = {name: title for name, title in decks.items() if serves(load_deck(name), self.game.name, people)}
        shown = served or {self.game.usual_deck: ""}  # where the pack of these house rules is still to be made
        self.ids.deck.offer({name: texts.PACK_NAMES.get(name, title) for name, title in shown.items()}, chosen)
        if chosen != self.deck and chosen in decks and chosen not in texts.PACK_NAMES:
            self.problem = texts.PACK_TOO_SMALL.format(pack=decks[chosen])

    def make_deck(self) -> None:
        """Describe a pack of one's own, beginning with the chosen one."""
        self._with_table(app().make_deck)

    def begin(self) -> None:
        """Check the table and open it; what is wrong is said in one sentence."""
        self._with_table(app().begin)

    def try_camera(self) -> None:
        """Look through the camera first."""
        self._with_table(app().try_camera)

    def _with_table(self, act: Callable[[str, Table, str, str], None]) -> None:
        assert self.game is not None
        if not all(self.ids.players.names):
            self.problem = texts.NAMELESS
            return
        try:
            table = self.table()
            self.game.start(table)
        except SetupError as error:
            self.problem = texts.pretty(str(error))
            return
        self.problem = ""
        act(self.game.name, table, self.deck, self.ids.source.text.strip())

    def table(self) -> Table:
        """The table as it is filled in; options at their defaults are left out."""
        return Table(self.ids.players.names, self.ids.players.dealer, self.ids.rules.chosen())

    def open_rules(self) -> None:
        """The rules with the options as they are chosen now."""
        if self.game is not None:
            app().open_rules(self.game.name, self.ids.rules.chosen())

    @property
    def side(self) -> str:
        """Of the picture, where the first player sits; "" where nobody has said, or where it is plain."""
        return self.plan.side if self.plan.parent else ""

    @property
    def deck(self) -> str:
        """The chosen pack: its name, or the file of one's own."""
        return str(self.ids.deck.value)

    @property
    def seats(self) -> list[PlayerRow]:
        return list(self.ids.players.seats)

    @property
    def rows(self) -> dict[str, SettingRow]:
        """The house rules by name."""
        return dict(self.ids.rules.rows)

    def note(self, text: str) -> None:
        self.problem = text

    def escape(self) -> bool:
        return False

    def _seated(self, *_: Any) -> None:
        """Show who sits where, with the names as they are now; where everybody has places of his own it is plain."""
        assert self.game is not None
        self.plan.players = names = self.ids.players.names
        self.ids.rules.make_room(len(names))
        self.offer_decks(self.deck)
        self.ids.seating.clear_widgets()
        if not set(names) <= {place.partition(":")[2] for place in self.game.places(names)}:
            self.ids.seating.add_widget(self.plan)


load_kv(__file__)
