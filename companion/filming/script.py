"""From a written record to what hands do on the table.

    beats = script(record)
    for beat in beats: print(beat.text, beat.moves)

The record is played through with `Match`, and `game.visible` is compared before and after each
line; so any game can be filmed, and a line that broke a rule moves cards only where the table let
it stand.  What was said without moving a card is a beat without moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from rules import GAMES, Card, Match, Record, SetupError
from rules.action import TABLE, Action
from rules.record import Line, required_game

Places = Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True)
class CardMove:
    """One card from a place to a place; "" stands for off the table (a hand, the box)."""

    card: Card
    source: str
    target: str


@dataclass(frozen=True)
class Beat:
    """One event line: who acts, the moves of cards that it makes, in order."""

    line: int
    text: str
    actor: str
    moves: tuple[CardMove, ...]
    action: Action | None


def script(record: Record) -> tuple[Beat, ...]:
    """Every event line of the record as a beat; raises SetupError for a table that cannot be set up
    or a line that cannot be read."""
    match = Match(GAMES[required_game(record, tuple(GAMES))], record.table())
    return tuple(_beat(match, line) for line in record.events)


def _beat(match: Match, line: Line) -> Beat:
    if line.error:
        raise SetupError(f"Line {line.number} of the record cannot be filmed: {line.error}")
    before = match.game.visible(match.state)
    if line.is_undo:
        if not match.events:
            raise SetupError(f"Line {line.number} of the record: there is nothing to take back.")
        actor = match.pop().actor
    else:
        assert line.action is not None
        actor = line.action.actor
        if line.action.verb not in match.game.verbs:
            raise SetupError(f"Line {line.number} of the record: {match.game.title} has no '{line.action.verb}'.")
        match.push(line.action)
    after = match.game.visible(match.state)
    return Beat(line.number, line.text, actor, moves_between(before, after), line.action)


def moves_between(before: Places, after: Places) -> tuple[CardMove, ...]:
    """The moves that turn one table into the other: cards that come first, then those that change
    their place, then those that leave."""
    left = _surplus(before, after)
    come: list[CardMove] = []
    changed: list[CardMove] = []
    for place, card in _surplus(after, before):
        source = next(((p, c) for p, c in left if c == card), None)
        if source is None:
            come.append(CardMove(card, "", place))
        else:
            left.remove(source)
            changed.append(CardMove(card, source[0], place))
    return (*come, *changed, *(CardMove(card, place, "") for place, card in left))


def _surplus(those: Places, these: Places) -> list[tuple[str, Card]]:
    """Cards, with their places, that `those` have more of than `these`, bottom first."""
    found = []
    for place, cards in those.items():
        spare = Counter(cards) - Counter(these.get(place, ()))
        upper = []
        for card in reversed(cards):  # of two copies the upper one moves
            if spare[card] > 0:
                spare[card] -= 1
                upper.append((place, card))
        found += upper[::-1]
    return found


def seat_of(beat: Beat, record: Record) -> str:
    """The player whose hand does it; the dealer for what the table does."""
    table = record.table()
    return beat.actor if beat.actor != TABLE else table.dealer or table.players[-1]
