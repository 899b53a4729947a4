"""What a table settles for a game of its own (RULES 13.2)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.options import Option


@dataclass(frozen=True)
class House:
    """The table as it plays; one field per option."""

    name: str
    cards: int
    jokers: int
    target: int
    wins: str
    timer: int


OPTIONS = (
    Option("name", ("",), pattern=r"(\w[\w '&+-]{0,39})?"),
    Option("cards", (52, 24, 32, 36, 40, 48, 104)),
    Option("jokers", (0,), least=0, most=6),
    Option("target", (0,), least=0),
    Option("wins", ("most", "fewest")),
    Option("timer", (0,), least=0, most=3600),
)
