"""Cards, games and records.  Standard library only: no pixels, no screens.

    from rules import GAMES, Match, Table, parse_action
    match = Match(GAMES["limbo"], Table(("Ann", "Bob"), dealer="Bob"))
    verdict = match.push(parse_action("table start 6D = 95"))

`python -m rules evening.tally` judges a record.  To follow one event: `core.action` reads the line,
the game's `judge.py` judges it, `core.match` keeps it, `adjudicate` writes the verdict.
A new game is one package, its tests, a golden record and one line in GAMES.
"""

from __future__ import annotations

from rules.core.action import Action
from rules.core.cards import Card, parse_card, parse_cards
from rules.core.errors import IllegalActionError, NotationError, SetupError
from rules.core.event import Event
from rules.core.game import Change, Game, Outcome, Table
from rules.core.match import Match
from rules.core.options import Option
from rules.core.record import Record, new_record
from rules.core.verdict import Verdict
from rules.games import GAMES
from rules.lines import parse_action, parse_event, parse_record

__all__ = [
    "GAMES", "Action", "Card", "Change", "Event", "Game", "IllegalActionError", "Match", "NotationError", "Option",
    "Outcome", "Record", "SetupError", "Table", "Verdict", "new_record", "parse_action", "parse_card",
    "parse_cards", "parse_event", "parse_record",
]
