"""What cards are worth in Cribbage: a hand with the starter, and the last card of the play (RULES 11.4, 11.6).

    >>> count_hand(parse_cards("5C 5D 5S JH"), parse_card("5H")).total
    29
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from rules.core.cards import FACES, Card

LIMIT = 31
FIFTEEN = 15
_PAIRS = {1: 0, 2: 2, 3: 6, 4: 12}  # of so many cards alike


@dataclass(frozen=True, slots=True)
class Count:
    """The points of a hand or a crib, by what they are for."""

    fifteens: int = 0
    pairs: int = 0
    runs: int = 0
    flush: int = 0
    nobs: int = 0

    @property
    def total(self) -> int:
        return self.fifteens + self.pairs + self.runs + self.flush + self.nobs


@dataclass(frozen=True, slots=True)
class PlayPoints:
    """The points of a card laid in the play; `end` are those of 31."""

    fifteen: int = 0
    pair: int = 0
    run: int = 0
    end: int = 0

    @property
    def total(self) -> int:
        return self.fifteen + self.pair + self.run + self.end


_WORTH = {face: min(Card(face).number, 10) for face in FACES}


def worth(card: Card) -> int:
    """Ace 1, court cards 10; nothing for what is no card of the pack."""
    return _WORTH.get(card.face, 0)


def count_hand(hand: Sequence[Card], starter: Card, *, is_crib: bool = False) -> Count:
    """Four cards counted with the starter.  A crib has a flush only with the starter in it."""
    ranks = tuple(sorted(card.number for card in (*hand, starter)))
    fifteens, pairs, runs = _by_rank(ranks)
    nobs = int(any(card.rank == "J" and card.suit == starter.suit for card in hand))
    return Count(fifteens, pairs, runs, _flush(hand, starter, is_crib), nobs)


def _flush(hand: Sequence[Card], starter: Card, is_crib: bool) -> int:
    if len({card.suit for card in hand}) > 1:
        return 0
    if starter.suit == hand[0].suit:
        return len(hand) + 1
    return 0 if is_crib else len(hand)


@cache
def _by_rank(ranks: tuple[int, ...]) -> tuple[int, int, int]:
    """Fifteens, pairs and runs of sorted numbers, 1 to 13."""
    values = [min(number, 10) for number in ranks]
    fifteens = sum(sum(some) == FIFTEEN for size in range(2, len(values) + 1) for some in combinations(values, size))
    copies = {number: ranks.count(number) for number in ranks}
    return 2 * fifteens, sum(_PAIRS[n] for n in copies.values()), _runs(copies)


def _runs(copies: dict[int, int]) -> int:
    """The longest run of three and more, as often as equal cards let it be made."""
    points, length, ways = 0, 0, 1
    for number in range(1, 15):
        if number in copies:
            length, ways = length + 1, ways * copies[number]
        else:
            points += length * ways if length >= 3 else 0
            length, ways = 0, 1
    return points


def play_points(laid: Sequence[Card]) -> PlayPoints:
    """What the last of these cards scores; `laid` are those since the count began, in order."""
    return _points_of_last(tuple([card.number for card in laid]))


@lru_cache(maxsize=100_000)
def _points_of_last(laid: tuple[int, ...]) -> PlayPoints:
    """The same by numbers, 1 to 13; they come again and again."""
    count = sum(min(number, 10) for number in laid)
    return PlayPoints(fifteen=2 if count == FIFTEEN else 0, pair=_trailing_pairs(laid), run=_trailing_run(laid),
                      end=2 if count == LIMIT else 0)


def _trailing_pairs(laid: tuple[int, ...]) -> int:
    alike = 0
    for number in reversed(laid):
        if number != laid[-1]:
            break
        alike += 1
    return _PAIRS[alike]


def _trailing_run(laid: tuple[int, ...]) -> int:
    """The longest row of last cards that makes a run, in whatever order they came."""
    for length in range(len(laid), 2, -1):
        numbers = set(laid[-length:])
        if len(numbers) == length and max(numbers) - min(numbers) == length - 1:
            return length
    return 0
