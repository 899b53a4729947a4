"""The table record: one sitting at one table as text, one event per line.

    >>> record = parse_record(Path("evening.tally").read_text())
    >>> record.game, record.table().players
    ('limbo', ('Ann', 'Bob'))

Headers, a blank line, then events; `#` starts a comment.  Reading never stops at a bad event:
its line carries the error.  `parse_record(str(record)) == record`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rules.action import TABLE, Action, parse_action
from rules.cards import Card
from rules.errors import NotationError, SetupError
from rules.game import Table

UNDO = "undo"
Rename = Callable[[Card], Card]


@dataclass(frozen=True)
class Line:
    """One line below the headers.  Exactly one of: an action, `is_undo`, an `error`, or none of
    them (a blank line or a comment).  `text` is the event as written, without its comment."""

    number: int
    written: str
    text: str = ""
    action: Action | None = None
    is_undo: bool = False
    error: str = ""

    @property
    def is_event(self) -> bool:
        return bool(self.text)


@dataclass(frozen=True)
class Record:
    """Headers in order (unknown ones too) and all lines, so that it is written back as read."""

    headers: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...] = field(default=())

    def header(self, key: str, default: str = "") -> str:
        return next((value for name, value in self.headers if name == key), default)

    @property
    def game(self) -> str:
        return self.header("game")

    @property
    def deck(self) -> str:
        return self.header("deck", "standard")

    def table(self) -> Table:
        """The players, dealer and options of the headers; raises SetupError."""
        names = self.header("players").replace(",", " ").split()
        options = {key.split(None, 1)[1]: value for key, value in self.headers if key.startswith("option ")}
        return Table(tuple(names), self.header("dealer"), options)

    @property
    def events(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.is_event)

    def renamed(self, rename: Rename) -> Record:
        """The same record with every card passed through `rename` (a deck profile's mapping)."""
        return replace(self, lines=tuple(_renamed(line, rename) for line in self.lines))

    def __str__(self) -> str:
        head = [f"{key}: {value}" for key, value in self.headers]
        return "\n".join([*head, *(line.written for line in self.lines)]) + "\n"


def new_record(game: str, table: Table, actions: tuple[Action, ...] = (), deck: str = "") -> Record:
    """A record as the camera writes it: headers from the table, one line per action."""
    headers = [("game", game), ("players", ", ".join(table.players))]
    if table.dealer:
        headers.append(("dealer", table.dealer))
    headers += [(f"option {name}", value) for name, value in table.options.items()]
    if deck:
        headers.append(("deck", deck))
    first = len(headers) + 2
    lines = tuple(Line(first + i, str(a), str(a), a) for i, a in enumerate(actions))
    return Record(tuple(headers), (Line(first - 1, ""), *lines))


def parse_record(text: str) -> Record:
    """Read a record; raises NotationError only for a header that is none (with its line)."""
    written = text.removeprefix("\ufeff").splitlines()
    headers: list[tuple[str, str]] = []
    count = 0
    for count, line in enumerate(written, 1):
        bare = _without_comment(line)
        if not bare and (headers or "#" not in line):
            if headers:
                count -= 1
                break
            continue
        if not bare:
            continue
        key, colon, value = bare.partition(":")
        if not colon:
            raise NotationError(f"Line {count}: '{bare}' is not a header; write 'game: limbo', and a blank line "
                                "before the first event.")
        headers.append((_tidy_key(key), value.strip()))
    else:
        count = len(written)
    players = frozenset(name for key, value in headers if key == "players" for name in value.replace(",", " ").split())
    lines = tuple(_read_line(n, line, players) for n, line in enumerate(written[count:], count + 1))
    return Record(tuple(headers), lines)


def read_event(text: str, players: frozenset[str]) -> Action:
    """One event line of people who sit at this table; raises NotationError."""
    action = parse_action(text)
    for name in (action.actor, action.on):
        if name and name not in players and not (name == action.actor == TABLE):
            raise NotationError(f"'{name}' is not at this table; the players are {', '.join(sorted(players))}.")
    return action


def _read_line(number: int, written: str, players: frozenset[str]) -> Line:
    text = _without_comment(written)
    if not text:
        return Line(number, written)
    if text.lower() == UNDO:
        return Line(number, written, text, is_undo=True)
    try:
        return Line(number, written, text, read_event(text, players))
    except NotationError as error:
        return Line(number, written, text, error=str(error))


def _renamed(line: Line, rename: Rename) -> Line:
    if line.action is None:
        return line
    cards, take = (tuple(map(rename, cards)) for cards in (line.action.cards, line.action.take))
    return replace(line, action=replace(line.action, cards=cards, take=take))


def _without_comment(line: str) -> str:
    return line.partition("#")[0].strip()


def _tidy_key(key: str) -> str:
    key = " ".join(key.split())
    return key.lower() if not key.lower().startswith("option ") else "option " + key[7:].strip().lower()


def required_game(record: Record, known: tuple[str, ...]) -> str:
    """The record's game; raises SetupError when it is missing or unknown."""
    if not record.game:
        raise SetupError("The record does not say which game it is; add a line like 'game: limbo'.")
    if record.game not in known:
        raise SetupError(f"There is no game '{record.game}'; the games are {', '.join(known)}.")
    return record.game
