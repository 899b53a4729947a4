"""Lines of records, read with the verbs of all games.

    >>> parse_action("Ann play 7D take 2C 5H").take
    (Card('2C'), Card('5H'))
"""

from __future__ import annotations

from functools import cache

from rules.core.action import Action, Grammar, read_action
from rules.core.record import Record, read_event, record_from
from rules.core.verbs import Verb
from rules.games import GAMES


def parse_action(text: str) -> Action:
    """Read one event line; raises NotationError saying what was expected."""
    return read_action(text, _grammar(tuple(GAMES)))


def parse_event(text: str, players: frozenset[str]) -> Action:
    """One event line of people who sit at this table; raises NotationError."""
    return read_event(text, players, _grammar(tuple(GAMES)))


def parse_record(text: str) -> Record:
    """Read a record; raises NotationError only for a header that is none (with its line)."""
    return record_from(text, _grammar(tuple(GAMES)))


@cache
def _grammar(games: tuple[str, ...]) -> Grammar:
    """The verbs of these games; of one name those first that numbers or words follow."""
    found: dict[str, list[Verb]] = {}
    for verbs in (GAMES[name].verbs for name in games):
        for verb in verbs.values():
            found.setdefault(verb.name, []).append(verb)
    return {name: sorted(verbs, key=lambda verb: verb.numbers == (0, 0) and not verb.words)
            for name, verbs in found.items()}
