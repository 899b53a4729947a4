"""What a table settles for a game of its own (RULES 13.2)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.options import choice, number, words


@dataclass(frozen=True)
class House:
    """The table as it plays; an option each."""

    name: str = words("", pattern=r"(\w[\w '&+-]{0,39})?")
    cards: int = choice(52, 24, 32, 36, 40, 48, 104)
    jokers: int = number(0, least=0, most=6)
    target: int = number(0, least=0)
    wins: str = choice("most", "fewest")
    timer: int = number(0, least=0, most=3600)
