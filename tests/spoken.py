"""What a game says in English, for tests that speak of words.

    >>> SAYS = Says(GAMES["scopa"])
    >>> SAYS.why(verdict), SAYS.lines(state)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.words.speaker import english
from rules import Game, Verdict
from rules.core.options import Value
from rules.core.said import Text


class Says:
    """The words of one game."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def why(self, verdict: Any) -> str:
        """The reason of a verdict, or of a fault."""
        return english(verdict.why, self.game.name)

    def changes(self, verdict: Verdict) -> tuple[str, ...]:
        return tuple(self.all(verdict.changes))

    def lines(self, state: Any) -> list[str]:
        """What the panel advises."""
        return self.all(self.game.shown.advice_lines(state))

    def rules(self, options: Mapping[str, Value]) -> list[str]:
        """The rules page."""
        return self.all(self.game.rules_text(options))

    def all(self, texts: Iterable[Text]) -> list[str]:
        return [english(text, self.game.name) for text in texts]
