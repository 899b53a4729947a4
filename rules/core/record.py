"""The table record: one sitting at one table as text, one event per line.

    >>> record = record_from(Path("evening.tally").read_text())
    >>> record.game, record.table().players
    ('limbo', ('Ann', 'Bob'))

Headers, a blank line, then events; `#` starts a comment.  Reading never stops at a bad event:
its line carries the error.  `record_from(str(record)) == record`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.core.action import TABLE, Action, Grammar, read_action
from rules.core.cards import Card
from rules.core.errors import NotationError, SetupError, quoted
from rules.core.game import Table

T = TypeVar("T")
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
        """Whether the line tells of something that happened."""
        return bool(self.text)


@dataclass(frozen=True)
class HeadLine:
    """One line above the events: a header, or a comment (then the key is empty)."""

    number: int
    written: str
    key: str = ""
    value: str = ""


@dataclass(frozen=True)
class Record:
    """The head and all lines below it, so that everything is written back as read, unknown headers too."""

    head: tuple[HeadLine, ...]
    lines: tuple[Line, ...] = ()

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """Keys and values in order."""
        return tuple((line.key, line.value) for line in self.head if line.key)

    def header(self, key: str, default: str = "") -> str:
        """What a header says; the default where it is missing."""
        return next((value for name, value in self.headers if name == key), default)

    def line_of(self, key: str) -> int | None:
        """The number of the line with this header."""
        return next((line.number for line in self.head if line.key == key), None)

    @property
    def game(self) -> str:
        """The name of the game; "" where none is named."""
        return self.header("game").lower().replace(" ", "_").replace("-", "_")

    @property
    def deck(self) -> str:
        """The deck profile; the ordinary pack where none is named."""
        return self.header("deck", "standard")

    def table(self) -> Table:
        """The players, dealer and options of the headers; raises SetupError."""
        options = {key.removeprefix("option "): value for key, value in self.headers if key.startswith("option ")}
        names = tuple(_names(self.header("players")))
        if not names:
            raise SetupError("The record does not say who plays; add a line like 'players: Ann, Bob'.")
        blaming(self.line_of("players"), Table, names)
        return blaming(self.line_of("dealer"), Table, names, self.header("dealer"), options)

    @property
    def events(self) -> tuple[Line, ...]:
        """The lines that tell of something that happened."""
        return tuple(line for line in self.lines if line.is_event)

    def renamed(self, rename: Rename) -> Record:
        """The same record with every card passed through `rename` (a deck profile's mapping)."""
        return replace(self, lines=tuple(_renamed(line, rename) for line in self.lines))

    def __str__(self) -> str:
        return "\n".join([*(line.written for line in self.head), *(line.written for line in self.lines)]) + "\n"


def blaming(number: int | None, do: Callable[..., T], *values: Any) -> T:
    """What `do` returns; its SetupError names the line."""
    try:
        return do(*values)
    except SetupError as error:
        raise SetupError("Line {number}: {error}", number=number, error=error) from None


def new_record(game: str, table: Table, actions: tuple[Action, ...] = (), deck: str = "") -> Record:
    """A record as the camera writes it: headers from the table, one line per action."""
    headers = [("game", game), ("players", ", ".join(table.players))]
    if table.dealer:
        headers.append(("dealer", table.dealer))
    headers += [(f"option {name}", value) for name, value in table.options.items()]
    if deck:
        headers.append(("deck", deck))
    head = tuple(HeadLine(n, f"{key}: {value}", key, value) for n, (key, value) in enumerate(headers, 1))
    first = len(head) + 2
    lines = tuple(Line(first + i, str(a), str(a), a) for i, a in enumerate(actions))
    return Record(head, (Line(first - 1, ""), *lines))


def record_from(text: str, grammar: Grammar | None = None) -> Record:
    """Read a record; raises NotationError only for a header that is none (with its line)."""
    written = text.removeprefix("\ufeff").splitlines()
    head: list[HeadLine] = []
    for number, line in enumerate(written, 1):
        if not line.strip() and any(known.key for known in head):
            break  # the blank line that ends the headers
        head.append(_read_header(number, line))
    players = frozenset(name for line in head if line.key == "players" for name in _names(line.value))
    below = enumerate(written[len(head):], len(head) + 1)
    return Record(tuple(head), tuple(_read_line(number, line, players, grammar) for number, line in below))


def _read_header(number: int, written: str) -> HeadLine:
    bare = _without_comment(written)
    if not bare:
        return HeadLine(number, written)
    key, colon, value = bare.partition(":")
    if not colon:
        raise NotationError("Line {number}: {bare} is not a header; write 'game: NAME', and a blank line before the "
                            "first event.", number=number, bare=quoted(bare))
    return HeadLine(number, written, " ".join(key.lower().split()), value.strip())


def _names(text: str) -> list[str]:
    """Players, separated by commas or else by spaces."""
    return [name.strip() for name in text.split(",") if name.strip()] if "," in text else text.split()


def read_event(text: str, players: frozenset[str], grammar: Grammar | None = None) -> Action:
    """One event line of people who sit at this table; raises NotationError."""
    action = read_action(text, grammar)
    for name in (action.actor, action.on):
        if name and name not in players and not (name == action.actor == TABLE):
            raise NotationError("{name} is not at this table; the players are {names}.",
                                name=quoted(name), names=', '.join(sorted(players)))
    return action


def _read_line(number: int, written: str, players: frozenset[str], grammar: Grammar | None) -> Line:
    text = _without_comment(written)
    if not text:
        return Line(number, written)
    if text.lower() == UNDO:
        return Line(number, written, text, is_undo=True)
    try:
        return Line(number, written, text, read_event(text, players, grammar))
    except NotationError as error:
        return Line(number, written, text, error=str(error))


def _renamed(line: Line, rename: Rename) -> Line:
    if line.action is None:
        return line
    cards, take = (tuple(map(rename, cards)) for cards in (line.action.cards, line.action.take))
    return replace(line, action=replace(line.action, cards=cards, take=take))


def _without_comment(line: str) -> str:
    return line.partition("#")[0].strip()


def required_game(record: Record, known: tuple[str, ...]) -> str:
    """The record's game; raises SetupError when it is missing or unknown."""
    if not record.game:
        raise SetupError("The record does not say which game it is; add a line like 'game: NAME'.")
    if record.game not in known:
        raise SetupError("Line {number}: there is no game {game}; the games are {names}.",
                         number=record.line_of('game'), game=quoted(record.header('game')), names=', '.join(known))
    return record.game
