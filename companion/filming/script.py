"""From a written record to what hands do on the table.

    for beat in Script(record).beats(): print(beat.text, beat.reaches)

The record is played through with `Match`, and `game.visible` is compared before and after each
line; so any game can be filmed.  A card that the table refused is laid down and taken back.  What
was said without moving a card is a beat without moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rules import GAMES, Card, Match, Record, SetupError
from rules.core.action import TABLE, Action
from rules.core.record import Line, required_game
from rules.core.verbs import Verb, Verbs

CardsByPlace = Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True)
class CardMove:
    """One card from a place to a place; "" stands for off the table (a hand, the box)."""

    card: Card
    source: str
    target: str


Moves = tuple[CardMove, ...]


@dataclass(frozen=True)
class Beat:
    """One event line: who acts, and the moves of cards that each reach of his hand makes.
    refused: the table did not let it stand, so the last reach takes the cards back.
    printed: the game's card -> the physical card, where the line wrote that.
    laid_open: cards of a hand that are laid before their player, outside of all places."""

    line: int
    text: str
    actor: str
    reaches: tuple[Moves, ...]
    refused: bool
    action: Action | None
    printed: Mapping[str, str]
    laid_open: tuple[Card, ...] = ()


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

    @property
    def draws_unwritten(self) -> bool:
        """Whether players draw cards that the record leaves out (RECORD: draws assumed)."""
        is_option = any(option.name == "draws" for option in self._match.game.options)
        return (is_option and self._table.options.get("draws", "assumed") == "assumed"
                and any(verb.draws for verb in self.verbs.values()))

    @property
    def verbs(self) -> Verbs:
        """What can be done in the game."""
        return self._match.game.verbs

    def verb_of(self, beat: Beat) -> Verb | None:
        """What is done; None where something is taken back."""
        return None if beat.action is None else self.verbs[beat.action.verb]

    def rolls(self, beat: Beat) -> bool:
        """Whether dice are thrown."""
        verb = self.verb_of(beat)
        return verb is not None and verb.told_by == "dice"

    def deals(self, beat: Beat) -> bool:
        """Whether a new deal begins."""
        return beat.action is not None and beat.action.verb == "deal"

    def _beat(self, line: Line, written: Line) -> Beat:
        if line.error:
            raise SetupError(f"Line {line.number} of the record cannot be filmed: {line.error}")
        action = line.action
        printed = _printed(action, written.action)
        before = self._visible
        if action is None:
            actor = self._undo(line)
            return Beat(line.number, written.text, actor, in_reaches(moves_between(before, self._visible)), False, None,
                        printed)
        refused = self._push(line, action)
        if refused is not None:
            shown = tuple(move for move in moves_between(before, refused) if not move.source)
            back = tuple(CardMove(move.card, move.target, "") for move in shown)
            return Beat(line.number, written.text, action.actor, (shown, back) if shown else (), True, action, printed)
        moves = moves_between(before, self._visible)
        reaches = capturing(action, moves) if action.take else in_reaches(_with_shown(action, moves))
        return Beat(line.number, written.text, action.actor, reaches, False, action, printed,
                    () if moves else self._laid_open(action))

    def _laid_open(self, action: Action) -> tuple[Card, ...]:
        """The cards that a player shows of his hand, where the game has no place for them."""
        verb = self.verbs[action.verb]
        return action.cards if verb.shows and verb.aside and not any(card.is_unknown for card in action.cards) else ()

    @property
    def _visible(self) -> CardsByPlace:
        return self._match.game.visible(self._match.state)

    def _undo(self, line: Line) -> str:
        if not self._match.events:
            raise SetupError(f"Line {line.number} of the record: there is nothing to take back.")
        return self._match.pop().actor

    def _push(self, line: Line, action: Action) -> CardsByPlace | None:
        """Judge the line; where it is refused, the table as it would have been with it."""
        match = self._match
        if action.verb not in match.game.verbs:
            raise SetupError(f"Line {line.number} of the record: {match.game.title} has no '{action.verb}'.")
        count = len(match.events)
        verdict = match.push(action)
        if len(match.events) > count:
            return None
        return self._visible if verdict.after is None else match.game.visible(verdict.after)


def _printed(action: Action | None, written: Action | None) -> dict[str, str]:
    if action is None or written is None:
        return {}
    return {card.face: as_written.face for card, as_written in zip(action.cards, written.cards, strict=True)
            if card.face != as_written.face}


def moves_between(before: CardsByPlace, after: CardsByPlace) -> Moves:
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


def _with_shown(action: Action, moves: Moves) -> Moves:
    """The moves, and the card that is played and gathered up again with what it came to lie beside: on the
    player's own place, where he has one."""
    left = [m.source for m in moves if m.source and not m.target]
    place = next((place for place in left if place.endswith(f":{action.actor}")), left[0] if left else "")
    unseen = Counter(action.cards) - Counter(m.card for m in moves) if action.verb == "play" else Counter()
    return (*(CardMove(card, "", place) for card in unseen.elements()), *moves,
            *(CardMove(card, place, "") for card in unseen.elements())) if place else moves


def in_reaches(moves: Moves) -> tuple[Moves, ...]:
    """Moves for one reach of a hand each.  Where old cards leave a place that new ones come to, the
    old are cleared away first, unless a card comes only to leave with them; else everything is done in
    one reach."""
    coming, going = [m for m in moves if m.target], [m for m in moves if not m.target]
    emptied = {m.source for m in going} & {m.target for m in coming if not m.source}
    if not emptied:
        return (moves,) if moves else ()
    if {m.card for m in coming} & {m.card for m in going}:
        return tuple(coming), tuple(going)
    return tuple(going), tuple(coming)


def capturing(action: Action, moves: Moves) -> tuple[Moves, ...]:
    """A capture: the card is laid beside the cards it takes, then all of them are taken up."""
    place = next((m.source for m in moves if m.source and m.card in action.take), "")
    if not place or not action.cards:  # nothing is laid to take them
        return in_reaches(moves)
    laid = tuple(CardMove(card, "", place) for card in action.cards)
    kept = {m.card: m.target for m in moves if not m.source}  # a card that made a sweep stays in sight
    taken = tuple(CardMove(card, place, kept.pop(card, "")) for card in action.cards)
    return laid, (*taken, *(m for m in moves if m.source))


def _surplus(those: CardsByPlace, these: CardsByPlace) -> list[tuple[str, Card]]:
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
