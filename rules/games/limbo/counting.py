"""Limbo's arithmetic: every count that a card can make of the count.

    >>> [result.becomes for result in results("A", 99, NOTHING, "mandatory", "same")]
    [98, 9]
    >>> results("6", 96, NOTHING, "mandatory", "same")[0].spoken(96)
    Said('result', how='divided', before=96, value=6, becomes=16)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from rules.core.cards import RANKS, Card
from rules.core.said import Said, said

FIRST_COUNT = 101


class Power(NamedTuple):
    """What a card does to the count; a Jack takes the power of the card before it."""

    kind: Literal["numeral", "ace", "queen", "king"]
    value: int = 0


class Result(NamedTuple):
    """One legal outcome of a card.  `value`: what was deducted or divided by (0 for a Queen)."""

    becomes: int
    power: Power
    value: int
    divided: bool

    def spoken(self, before: int) -> Said:
        """For people: "96 ÷ 6 = 16"."""
        how = "reversed" if self.power.kind == "queen" else "divided" if self.divided else "deducted"
        return said("result", how=how, before=before, value=self.value, becomes=self.becomes)


def counts_of(results: Iterable[Result]) -> tuple[int, ...]:
    """The counts that the results make."""
    return tuple([result.becomes for result in results])


NOTHING = Power("numeral", 0)  # a Jack turned as starter: it has no value to repeat
ACES = (Power("ace", 1), Power("ace", 11))


def powers(rank: str, previous: Power, jack_on_ace: str) -> tuple[Power, ...]:
    """The powers a card of this rank may take after a card that had `previous`."""
    if rank == "J":
        return ACES if previous.kind == "ace" and jack_on_ace == "free" else (previous,)
    if rank == "A":
        return ACES
    if rank in "QK":
        return (Power("queen" if rank == "Q" else "king"),)
    return (Power("numeral", RANKS.index(rank) + 1),)


@lru_cache(maxsize=8192)
def results(rank: str, count: int, previous: Power, ace11_divides: str, jack_on_ace: str) -> tuple[Result, ...]:
    """Every legal result of a card of this rank; each reduces the count and stays at 0 or above."""
    return tuple(result for power in powers(rank, previous, jack_on_ace)
                 for result in _results_of(power, count, ace11_divides))


def _results_of(power: Power, count: int, ace11_divides: str) -> list[Result]:
    if power.kind == "queen":
        return [Result(reversed_digits(count), power, 0, False)] if reversed_digits(count) < count else []
    if power.kind == "king":
        return [Result(count // d, power, d, True) for d in range(2, count) if count % d == 0]
    value = power.value
    division = Result(count // value, power, value, True) if divides(power, count) else None
    deduction = Result(count - value, power, value, False) if 0 < value <= count else None
    if power == ACES[1] and ace11_divides != "mandatory":
        wanted = [division, deduction] if ace11_divides == "optional" else [deduction]
    else:
        wanted = [division or deduction]  # what can be divided must be divided
    return [result for result in wanted if result]


def divides(power: Power, count: int) -> bool:
    """Whether the value divides the count (1 never counts as dividing)."""
    return power.value > 1 and count > 0 and count % power.value == 0


def reversed_digits(count: int) -> int:
    text = str(count)[::-1]
    return int(text)


def starter_results(card: Card) -> list[Result]:
    """Numerals deduct their value, an Ace 1 or 11, face cards nothing (RULES 2.1)."""
    if card.rank == "A":
        return [Result(FIRST_COUNT - p.value, p, p.value, False) for p in ACES]
    if card.rank in ("Q", "K"):
        return [Result(FIRST_COUNT, powers(card.rank, NOTHING, "same")[0], 0, False)]
    value = 0 if card.rank == "J" else card.number
    return [Result(FIRST_COUNT - value, Power("numeral", value), value, False)]
