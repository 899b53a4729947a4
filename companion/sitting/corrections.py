"""What the log has wrong, put right row by row; what follows is judged again.

    sitting.corrections.card(row, 0, "6H")        # the first card of that event was the 6 of hearts
    sitting.corrections.action(row, None)         # it never happened
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.following.live_table import LiveTable
from companion.following.messages import TableMessage
from companion.sitting.table_page import corrected
from companion.words import texts
from companion.words.refusals import RequestError
from rules import Action, Card


class Corrections:
    """Of the log of one live table.  heard: takes what the table tells after each.  All raise RequestError for a row
    that is not an event of the log."""

    def __init__(self, live: LiveTable, heard: Callable[[list[TableMessage]], object]) -> None:
        self._live, self._heard = live, heard

    def let_stand(self, row: int) -> None:
        """The table lets a broken rule stand."""
        self._action_of(row)
        self._heard(self._live.let_stand(row))

    def card(self, row: int, position: int, card: str) -> None:
        """Another card in the event of a log row."""
        self._heard(self._live.correct(row, corrected(self._action_of(row), position, card)))

    def cards(self, row: int, cards: Sequence[str]) -> None:
        """All the cards of the event of a log row, as they were."""
        self._heard(self._live.correct(row, replace(self._action_of(row), cards=tuple(map(Card, cards)),
                                                    announced=None, as_value=None, stands=False)))

    def action(self, row: int, action: Action | None) -> None:
        """Another action in the place of the one in a log row; None: it never happened."""
        self._action_of(row)
        self._heard(self._live.correct(row, action))

    def insert(self, before: int, action: Action) -> None:
        """An action that was overlooked, before the one in a log row."""
        self._action_of(before)
        self._heard(self._live.insert(before, action))

    def _action_of(self, row: int) -> Action:
        found = next((entry.action for entry in self._live.session.entries if entry.row.seq == row), None)
        if found is None:
            raise RequestError(texts.NOTHING_TO_CORRECT)
        return found
