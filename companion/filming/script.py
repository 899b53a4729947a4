"""From a written record to what hands do on the table.

    for beat in Script(record).beats(): print(beat.text, beat.moves)

The record is played through with `Match`, and `game.visible` is compared before and after each
line; so any game can be filmed, and a line that broke a rule moves cards only where the table let
it stand.  What was said without moving a card is a beat without moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
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
    """One event line: who acts and the moves of cards that it makes, in order.
    printed: the game's card -> the physical card, where the line wrote that."""

    line: int
    text: str
    actor: str
    moves: tuple[CardMove, ...]
    action: Action | None
    printed: Mapping[str, str]


class Script:
    """A record played through, line by line.

    means: what a physical card is called in the game.  Raises SetupError for a table that cannot be
    set up and for a line that cannot be read.
    """

    def __init__(self, record: Record, means: Callable[[str], str] = str) -> None:
        self.record = record
        self._means = means
        self._table = record.table()
        self._match = Match(GAMES[required_game(record, tuple(GAMES))], self._table)

    def beats(self) -> Iterator[Beat]:
        """Every event line as a beat."""
        named = self.record.renamed(lambda card: Card(self._means(card.face), card.back))
        for line, written in zip(named.events, self.record.events, strict=True):
            yield self._beat(line, written)

    def hand_of(self, beat: Beat) -> str:
        """The player whose hand does it; the dealer for what the table does."""
        return beat.actor if beat.actor != TABLE else self._table.dealer or self._table.players[-1]

    def _beat(self, line: Line, written: Line) -> Beat:
        if line.error:
            raise SetupError(f"Line {line.number} of the record cannot be filmed: {line.error}")
        match = self._match
        before = match.game.visible(match.state)
        actor = self._undo(line) if line.action is None else self._push(line, line.action)
        moves = moves_between(before, match.game.visible(match.state))
        return Beat(line.number, written.text, actor, moves, line.action, _printed(line.action, written.action))

    def _undo(self, line: Line) -> str:
        if not self._match.events:
            raise SetupError(f"Line {line.number} of the record: there is nothing to take back.")
        return self._match.pop().actor

    def _push(self, line: Line, action: Action) -> str:
        if action.verb not in self._match.game.verbs:
            raise SetupError(f"Line {line.number} of the record: {self._match.game.title} has no '{action.verb}'.")
        self._match.push(action)
        return action.actor


def _printed(action: Action | None, written: Action | None) -> dict[str, str]:
    if action is None or written is None:
        return {}
    return {card.face: as_written.face for card, as_written in zip(action.cards, written.cards, strict=True)
            if card.face != as_written.face}


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
