"""How a table sits down to a game: who plays, and by which house rules.

    >>> GAMES["limbo"].parse_options({"target": "100"})["target"]
    100
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from rules.core.action import TABLE
from rules.core.errors import SetupError, quoted
from rules.core.options import COMMON_OPTIONS, Option, Value, options_of

S = TypeVar("S")


@dataclass(frozen=True)
class Table:
    """Who sits there, clockwise, and the house rules as written.  `dealer` is the first dealer."""

    players: tuple[str, ...]
    dealer: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(set(self.players)) != len(self.players):
            raise SetupError("Two players have the same name; give each a name of their own.")
        for name in self.players:
            if re.search(r"[\s#=!,:+]", name) or not name or name.lower() in NOT_NAMES:
                raise SetupError("{name} cannot be a player's name; use one word other than {names}, without any of # "
                                 "= ! , : +", name=quoted(name), names=', '.join(sorted(NOT_NAMES)))
        if self.dealer and self.dealer not in self.players:
            raise SetupError("The dealer {dealer} is not one of the players.", dealer=quoted(self.dealer)[1:-1])


NOT_NAMES = frozenset((TABLE, "undo", "on", "from", "take", "to", "as"))  # words of the record


@dataclass(frozen=True)
class NoHouse:
    """The house rules of a game that lets nobody choose any."""


class SettingUp(ABC, Generic[S]):
    """What of a game is settled before its first event."""

    name: ClassVar[str]  # "limbo", as in records and on the command line
    title: ClassVar[str]  # "Limbo"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 12
    house: ClassVar[type[Any]] = NoHouse  # the house rules, whose fields are the options
    usual_players: ClassVar[int] = 3  # how many sit at a table that nobody has chosen

    @property
    def options(self) -> tuple[Option, ...]:
        """What a table may choose."""
        return options_of(self.house)

    def start(self, table: Table) -> S:
        """The state before the first event; raises SetupError with one sentence."""
        self.check_table(table)
        dealer = table.dealer or table.players[-1]
        return self._start(table.players, dealer, self.house(**self.parse_options(table.options)))

    def check_table(self, table: Table) -> None:
        """Refuse a number of players that the game cannot seat."""
        if not self.min_players <= len(table.players) <= self.max_players:
            wanted = "{least}" if self.min_players == self.max_players else "{least} to {most}"
            raise SetupError("{title} is for " + wanted + " players, not {number}.", title=self.title,
                             least=self.min_players, most=self.max_players, number=len(table.players))

    def parse_options(self, written: Mapping[str, str]) -> dict[str, Value]:
        """All options of the game with the defaults filled in; raises SetupError for unknown names or values.
        Options common to all games are checked and left out."""
        known = {option.name: option for option in self.options}
        common = {option.name: option for option in COMMON_OPTIONS}
        for name, text in written.items():
            if name in common:
                common[name].parse(text)
            elif name not in known:
                raise SetupError("{title} has no option {name}; it has {names}.",
                                 title=self.title, name=quoted(name), names=', '.join(sorted({*known, *common})))
        return {name: option.parse(written[name]) if name in written else option.default
                for name, option in known.items()}

    @abstractmethod
    def _start(self, players: tuple[str, ...], dealer: str, house: Any) -> S: ...
