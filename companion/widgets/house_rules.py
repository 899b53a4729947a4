"""The house rules of a game as a form: short names, a switch or a choice, and a line of help each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.widgets.setting_rows import ChoiceRow, NumberRow, SettingRow, ToggleRow, WrittenRow
from companion.words import texts
from rules import Game
from rules.core.options import COMMON_OPTIONS, Option

SEATED = "seated"  # the value of a house rule that whoever sits down settles
MOST_SEATS = "max_players"  # ... and the one on how many may


class HouseRules(BoxLayout):
    """A row for every house rule that is to be chosen; those that follow from who sits there have one out of sight."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.register_event_type("on_change")
        self.rows: dict[str, SettingRow] = {}
        self.options: tuple[Option, ...] = ()

    def offer(self, game: Game[Any], chosen: Mapping[str, str], first: Sequence[SettingRow] = ()) -> None:
        """The house rules of a game with these values, below some rows of others'."""
        self.clear_widgets()
        self.options = (*game.options, *COMMON_OPTIONS)
        for row in first:
            self.add_widget(row)
        self.rows = {option.name: rule_row(game, option, chosen.get(option.name, texts.plain(option.default)))
                     for option in self.options}
        for option in self.options:
            row = self.rows[option.name]
            row.bind(value=lambda *_: self.dispatch("on_change"))
            if not is_settled(option):
                self.add_widget(row)

    def on_change(self) -> None:
        """A house rule was changed."""

    def chosen(self) -> dict[str, str]:
        """Every house rule that is not at its default, as written in a record."""
        return {option.name: self.rows[option.name].value for option in self.options
                if self.rows[option.name].value != texts.plain(option.default)}

    def make_room(self, players: int) -> None:
        """Whoever sits down plays: the house rule on how many may goes with it."""
        row = self.rows.get(MOST_SEATS)
        if isinstance(row, NumberRow) and row.number < players:
            row.count(players, int(row.least), int(row.most))


def is_settled(option: Option) -> bool:
    """Whether there is nothing to choose."""
    alone = len(option.values) == 1 and option.least is None and not option.pattern
    return alone or SEATED in option.values or option.name == MOST_SEATS


def rule_row(game: Game[Any], option: Option, value: str) -> SettingRow:
    """The row that suits a house rule."""
    said = {"title": texts.option_name(game, option), "help": texts.option_text(game, option)}
    if option.least is not None:
        number = NumberRow(**said)
        number.count(int(value), option.least, option.most)
        return number
    if option.pattern:
        return WrittenRow(value=value, **said)
    names = {written: texts.option_value(option.name, written) for written in map(texts.plain, option.values)}
    if is_settled(option):
        value = texts.plain(option.default)
    by_name = {name: written for written, name in names.items()}
    yes, no = (by_name.get(texts.OPTION_VALUES[word]) for word in ("true", "false"))
    if yes and no and len(names) == 2:
        toggle = ToggleRow(yes=yes, no=no, **said)
        toggle.set(value if value in names else texts.plain(option.default))
        return toggle
    choice = ChoiceRow(**said)
    choice.offer(names, value)
    return choice
