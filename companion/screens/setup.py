"""Setting up a table: who plays, who deals, the house rules, the pack and the camera.

Everything is filled in as it was the last time, so that one tap begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion import texts
from companion.device.settings import Settings, together
from companion.screens.app_tables import TAKING_ROW
from companion.sitting.controller import Controller
from companion.sitting.taken import TAKING
from companion.widgets.base import WrappedText, app, load_kv
from companion.widgets.entry import EntryField
from companion.widgets.felt import Felt
from companion.widgets.seat_plan import SeatPlan
from rules import GAMES, Game, SetupError, Table
from rules.core.options import COMMON_OPTIONS, Option

__all__ = ["EntryField", "Felt", "SetupScreen"]
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy", "Joe", "Kit", "Lou")


class PlayerRow(BoxLayout):
    """One seat: a name, whether it deals first, and a way out."""

    name = StringProperty("")
    deals = BooleanProperty(False)
    may_go = BooleanProperty(True)
    make_dealer = ObjectProperty(None)
    leave = ObjectProperty(None)


class OptionRow(BoxLayout):
    """A house rule and its value; the buttons walk through the values or count up and down."""

    text = StringProperty("")
    values = ListProperty([])
    index = NumericProperty(0)
    number = NumericProperty(0)
    least = NumericProperty(0)
    most = NumericProperty(10**9)
    is_number = BooleanProperty(False)
    names: Mapping[str, str] = {}
    shown = StringProperty("")

    def offer(self, values: list[str], value: str, names: Mapping[str, str]) -> None:
        """A choice between words; `names` are what people call them."""
        self.values, self.is_number, self.names = values, False, names
        self.index = values.index(value) if value in values else 0
        self._show()

    def count(self, number: int, least: int, most: int | None) -> None:
        """A whole number; large numbers go by tens."""
        self.is_number, self.number, self.least = True, number, least
        self.most = most if most is not None else 10**9
        self._show()

    def step(self, by: int) -> None:
        if self.is_number:
            stride = 100 if self.number >= 1000 else 10 if self.number >= 50 else 1
            self.number = min(self.most, max(self.least, self.number + by * stride))
        elif self.values:
            self.index = (self.index + by) % len(self.values)
        self._show()

    @property
    def value(self) -> str:
        return str(int(self.number)) if self.is_number else (self.values[self.index] if self.values else "")

    def _show(self) -> None:
        self.shown = self.names.get(self.value, self.value)


def one_word(name: str) -> str:
    """A name as records have it: "Anna Maria" is Anna-Maria."""
    return "-".join(name.split())


class SetupScreen(Screen):
    """Everything that a deal needs to know before its first card."""

    landscape = BooleanProperty(True)
    title = StringProperty("")
    problem = StringProperty("")
    may_add = BooleanProperty(True)

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.controller = controller
        self.game: Game[Any] | None = None
        self.rows: dict[str, OptionRow] = {}
        self.plan = SeatPlan()
        self.bind(size=lambda *_: setattr(self, "landscape", self.width >= self.height))

    def prepare(self, name: str, settings: Settings) -> None:
        """Fill everything in for a game, as it was the last time."""
        self.game = game = GAMES[name]
        self.title, self.problem, self.rows = game.title, "", {}
        self.ids.players.clear_widgets()
        names = list(settings.players[:game.max_players])
        names += [n for n in NAMES if n not in names][:max(0, game.min_players - len(names))]
        for player in names:
            self.add_player(player)
        self._set_dealer(self.seats[-1])
        self.ids.source.text = settings.source
        self.plan.side = settings.sides.get(together(names), "")
        self.offer_decks(settings.decks.get(name, GAMES[name].usual_deck))
        self._offer_options((*game.options, *COMMON_OPTIONS), settings.options.get(name, {}))
        self.rows[TAKING_ROW].offer(list(TAKING), settings.takings.get(name, "usual"), texts.TAKINGS)
        self._make_room()

    def offer_decks(self, chosen: str) -> None:
        """The packs that come with the project and one's own."""
        decks = self.controller.files.decks()
        self.ids.deck.offer(list(decks), chosen, {**decks, **texts.PACK_NAMES})

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
        if not all(row.name.strip() for row in self.seats):
            self.problem = texts.NAMELESS
            return
        try:
            table = self.table()
            self.game.start(table)
        except SetupError as error:
            self.problem = texts.pretty(str(error))
            return
        self.problem = ""
        act(self.game.name, table, self.ids.deck.value, self.ids.source.text.strip())

    def table(self) -> Table:
        """The table as it is filled in; options at their defaults are left out."""
        assert self.game is not None
        names = [one_word(row.name) for row in self.seats]
        dealer = next((one_word(row.name) for row in self.seats if row.deals), "")
        options = {option.name: self.rows[option.name].value for option in (*self.game.options, *COMMON_OPTIONS)
                   if self.rows[option.name].value != texts.plain(option.default)}
        return Table(tuple(names), dealer, options)

    def open_rules(self) -> None:
        """The rules with the options as they are chosen now."""
        if self.game is not None:
            app().open_rules(self.game.name, self.table().options)

    @property
    def side(self) -> str:
        """Of the picture, where the first player sits; "" where nobody has said, or where it is plain."""
        return self.plan.side if self.plan.parent else ""

    @property
    def seats(self) -> list[PlayerRow]:
        return list(reversed(self.ids.players.children))

    def add_player(self, name: str) -> None:
        taken = {row.name for row in self.seats}
        name = name or next((n for n in NAMES if n not in taken), "")
        row = PlayerRow(name=name, make_dealer=self._set_dealer, leave=self._remove)
        row.bind(name=self._seat)
        self.ids.players.add_widget(row)
        self._count()

    def note(self, text: str) -> None:
        self.problem = text

    def escape(self) -> bool:
        return False

    def on_key(self, _key: int, _letter: str) -> bool:
        return False

    def _set_dealer(self, chosen: PlayerRow) -> None:
        for row in self.seats:
            row.deals = row is chosen

    def _remove(self, row: PlayerRow) -> None:
        self.ids.players.remove_widget(row)
        if row.deals:
            self._set_dealer(self.seats[-1])
        self._count()

    def _count(self) -> None:
        assert self.game is not None
        count = len(self.seats)
        self.may_add = count < self.game.max_players
        for row in self.seats:
            row.may_go = count > self.game.min_players
        self._make_room()
        self._seat()

    def _make_room(self) -> None:
        """Whoever sits down plays: the house rule on how many may goes with it."""
        row, count = self.rows.get("max_players"), len(self.seats)
        if row is not None and int(row.value) < count:
            row.count(count, int(row.least), int(row.most))

    def _seat(self, *_: Any) -> None:
        """Show who sits where, with the names as they are now; where everybody has places of his own it is plain."""
        assert self.game is not None
        names = [one_word(row.name) for row in self.seats]
        self.plan.players = names
        self.ids.seating.clear_widgets()
        if not set(names) <= {place.partition(":")[2] for place in self.game.places(tuple(names))}:
            self.ids.seating.add_widget(self.plan)

    def _offer_options(self, options: tuple[Option, ...], chosen: dict[str, str]) -> None:
        assert self.game is not None
        box = self.ids.options
        box.clear_widgets()
        box.add_widget(WrappedText(text=texts.HOUSE_RULES, color=app().theme.quiet, size_hint_y=None,
                                   height=app().unit * 52))
        self.rows = {TAKING_ROW: OptionRow(text=texts.TAKING_HELP)}
        box.add_widget(self.rows[TAKING_ROW])
        for option in options:
            row = OptionRow(text=texts.option_text(self.game, option))
            value = chosen.get(option.name, texts.plain(option.default))
            if option.least is not None:
                row.count(int(value), option.least, option.most)
            else:
                values = [texts.plain(v) for v in option.values]
                row.offer(values, value, {v: texts.option_value(option.name, v) for v in values})
            self.rows[option.name] = row
            box.add_widget(row)


load_kv(__file__)
