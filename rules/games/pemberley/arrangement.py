"""Pemberley's arithmetic: where a card leads, what a total scores, the best sets of a pile.

    >>> landing(7, parse_card("KD")), Scale().points(91)
    (91, 5)
    >>> best_arrangement(parse_cards("KD 7D AH"), 1, Scale()).points
    6

A set is a sequence of cards that starts afresh from the starter; only its last total scores.
`Sums` finds every total that any ordering of any of the cards reaches: the totals from -500 to
500 are the bits of one integer, so that adding and subtracting a card is a shift.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from rules.core.cards import Card
from rules.core.said import Fault, Said, fault, said

LIMIT = 500
SIGNS = {"H": "+", "S": "−", "D": "×", "C": "÷"}
_ALL_TOTALS = (1 << (2 * LIMIT + 1)) - 1


@lru_cache(maxsize=100_000)  # the same few totals and cards again and again
def landing(total: int, card: Card) -> int | None:
    """The new total, in range or not; None where a division is not exact (RULES 3.1, 3.2)."""
    n, suit = card.number, card.suit
    if suit == "C":
        return None if total % n else total // n
    return total + n if suit == "H" else total - n if suit == "S" else total * n


@lru_cache(maxsize=100_000)
def said_step(total: int, card: Card) -> Said:
    """ "9 ÷ 2"."""
    return said("step", total=total, sign=SIGNS[card.suit], number=card.number)


def can_land(total: int, card: Card) -> bool:
    """Whether the card can be played on the total."""
    new = landing(total, card)
    return new is not None and -LIMIT <= new <= LIMIT


def landing_fault(total: int, card: Card) -> Fault | None:
    """Why the card cannot be played on the total, if it cannot."""
    new = landing(total, card)
    if new is None:
        return fault("NON_INTEGER", step=said_step(total, card))
    if abs(new) > LIMIT:
        return fault("OUT_OF_RANGE", step=said_step(total, card), becomes=new, limit=LIMIT if new > 0 else -LIMIT)
    return None


@cache
def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


Reasons = Sequence[tuple[str, int]]


def sum_of(reasons: Reasons) -> int:
    """What the reasons score together."""
    return sum([points for _, points in reasons])


@dataclass(frozen=True)
class Scale:
    """What a total scores (RULES 3.3)."""

    negative_primes: bool = True
    negative_multiples: bool = True

    def points(self, total: int, ones: int = 1) -> int:
        """`ones`: how often 1 has been hit, this time included."""
        return sum_of(self.reasons(total, ones))

    def reasons(self, total: int, ones: int = 1) -> Reasons:
        """Why a total scores, each with its points: 91 is [("seven", 2), ("thirteen", 3)]."""
        if total == 0:
            return [("zero", 2)]
        if total == 1:
            return [("one", ones)]
        counts = total > 0 or self.negative_multiples
        multiples = [(name, points) for name, n, points in (("twelve", 12, 1), ("seven", 7, 2), ("thirteen", 13, 3))
                     if counts and total % n == 0]
        if not multiples and is_prime(abs(total)) and (total > 0 or self.negative_primes):
            return [("prime", 1)]
        return multiples


@cache
def _groups(scale: Scale) -> tuple[tuple[int, int], ...]:
    """(points, totals as bits) for every number of points there is, best first; without 1."""
    by_points: dict[int, int] = {}
    for total in range(-LIMIT, LIMIT + 1):
        if total != 1:
            points = scale.points(total)
            by_points[points] = by_points.get(points, 0) | _bit(total)
    return tuple(sorted(by_points.items(), reverse=True))


@dataclass(frozen=True)
class CardSet:
    """One set: its cards in order and its final total."""

    cards: tuple[Card, ...]
    total: int


@dataclass(frozen=True)
class Arrangement:
    """Sets, the cards in none of them, and the points of the sets less one for each unused card."""

    sets: tuple[CardSet, ...]
    unused: tuple[Card, ...]
    points: int


class Sums:
    """All totals that the cards reach from the start, for every choice of them (a bit mask over
    the positions in `cards`).  2**n masks: quick up to ten cards."""

    def __init__(self, cards: tuple[Card, ...], start: int) -> None:
        self.cards = cards
        self.reached = [0] * (1 << len(cards))  # mask -> totals as bits
        self.reached[0] = _bit(start)
        for mask, totals in enumerate(self.reached):  # every smaller mask is complete by then
            digits = _digits(totals) if totals else b""
            for i, card in enumerate(cards):
                if totals and not mask >> i & 1:
                    self.reached[mask | 1 << i] |= _step(totals, digits, card)

    @property
    def all_cards(self) -> int:
        return len(self.reached) - 1

    def totals(self, mask: int) -> Iterator[int]:
        """Every final total of an ordering of these cards, lowest first."""
        return (i - LIMIT for i in _positions(self.reached[mask]))

    def order(self, mask: int, total: int) -> tuple[Card, ...]:
        """An ordering that ends on a total out of `totals(mask)`."""
        if not mask:
            return ()
        last, before = next((i, before) for i in _positions(mask)
                            for before in self._before(mask ^ 1 << i, self.cards[i], total))
        return (*self.order(mask ^ 1 << last, before), self.cards[last])

    def _before(self, mask: int, card: Card, total: int) -> Iterator[int]:
        """Totals of the other cards from which the card leads to `total`."""
        n = card.number
        befores = {"H": (total - n,), "S": (total + n,), "C": (total * n,),
                   "D": () if total % n else (total // n,)}[card.suit]
        return (t for t in befores if abs(t) <= LIMIT and self.reached[mask] & _bit(t))


@lru_cache(maxsize=256)
def best_arrangement(cards: tuple[Card, ...], start: int, scale: Scale, ones: int | None = None) -> Arrangement:
    """The partition into sets with the most points, unused cards at one point each; exact.

    ones: None where every set that ends on 1 scores 1; else how often 1 was hit so far, and each
    such set scores one more than the last (option `ones_in_sets`)."""
    sums = Sums(cards, start)
    ways = [_ways(totals, scale) for totals in sums.reached]
    if ones is None:
        return _flat(sums, ways)
    # best[mask][k]: the best of these cards with k sets that end on 1, those not yet counted
    best: list[dict[int, _Step]] = [{0: _Step(0, 0, 0)}, *({} for _ in ways[1:])]
    for mask in _rests(sums.all_cards):
        lowest = mask & -mask
        steps = {k: _Step(step.points - 1, lowest, None) for k, step in best[mask ^ lowest].items()}
        for part in _parts_with(lowest, mask):
            for points, total in ways[part]:
                for k, step in best[mask ^ part].items():
                    found = k + (total == 1)
                    if found not in steps or steps[found].points < step.points + points:
                        steps[found] = _Step(step.points + points, part, total)
        best[mask] = steps
    return _read_back(sums, best, ones)


_WORTH = 64  # a point of a set, so that among equals the sets that end on 1 can be counted beside it


def _flat(sums: Sums, ways: list[list[tuple[int, int]]]) -> Arrangement:
    """The same where every set that ends on 1 scores 1: each choice of cards has one worth, and a number will do."""
    chosen = [max(((_WORTH * (points or 1) + (total == 1), total) for points, total in way), default=(0, 0))
              for way in ways]
    worths = [worth for worth, _ in chosen]
    best, parts = [0] * len(ways), [0] * len(ways)  # the best of these cards; the set taken for it, 0 for none
    for mask in _rests(sums.all_cards):
        lowest = mask & -mask
        part = others = mask ^ lowest
        best[mask] = best[others] - _WORTH
        while True:
            worth = worths[part | lowest]
            if worth and worth + best[others ^ part] > best[mask]:
                best[mask], parts[mask] = worth + best[others ^ part], part | lowest
            if not part:
                break
            part = (part - 1) & others
    return _arranged(sums, parts, [total for _, total in chosen], best[-1] // _WORTH)


def _arranged(sums: Sums, parts: Sequence[int], totals: Sequence[int], points: int) -> Arrangement:
    """The sets and the cards left over.  parts: for each choice of cards the set taken of it, 0 for none; totals: what
    each set adds up to."""
    sets: list[CardSet] = []
    unused: list[Card] = []
    mask = sums.all_cards
    while mask:
        part = parts[mask]
        if part:
            sets.append(CardSet(sums.order(part, totals[part]), totals[part]))
        else:
            unused.append(sums.cards[(mask & -mask).bit_length() - 1])
        mask ^= part or mask & -mask
    return Arrangement(tuple(sets), tuple(unused), points)


class _Step(NamedTuple):
    """The best for some cards: its points, and the set taken last (or, total None, the card left)."""

    points: int
    part: int
    total: int | None


def _ways(totals: int, scale: Scale) -> list[tuple[int, int]]:
    """(points, total) of the best set among these totals, and (0, 1) where 1 is among them."""
    points, bits = next(((p, totals & bits) for p, bits in _groups(scale) if totals & bits), (0, 0))
    best = [(points, bits.bit_length() - 1 - LIMIT)] if points > 0 else []
    return best + ([(0, 1)] if totals & _bit(1) else [])


def _read_back(sums: Sums, best: list[dict[int, _Step]], ones: int | None) -> Arrangement:
    """The arrangement behind the best last entry, its sets that end on 1 counted."""
    points, k = max((step.points + ones_points(k, ones), k) for k, step in best[-1].items())
    sets: list[CardSet] = []
    unused: list[Card] = []
    mask = sums.all_cards
    while mask:
        _, part, total = best[mask][k]
        if total is None:
            unused.append(sums.cards[part.bit_length() - 1])
        else:
            sets.append(CardSet(sums.order(part, total), total))
            k -= total == 1
        mask ^= part
    return Arrangement(tuple(sets), tuple(unused), points)


def ones_points(sets: int, ones: int | None) -> int:
    """What so many sets that end on 1 score together; `ones` as in `best_arrangement`."""
    return sets if ones is None else sets * ones + sets * (sets + 1) // 2


def _bit(total: int) -> int:
    return 1 << (total + LIMIT)


def _positions(bits: int) -> Iterator[int]:
    """The positions of the bits that are set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _rests(all_cards: int) -> Iterator[int]:
    """Every choice of cards that may be left to arrange, smaller ones first: whatever is done with the first card, it
    is in none of them but the last, which is all cards."""
    yield from range(2, all_cards, 2)
    if all_cards:
        yield all_cards


def _parts_with(lowest: int, mask: int) -> Iterator[int]:
    """Every part of the mask that contains its lowest bit."""
    others = mask ^ lowest
    part = others
    while True:
        yield part | lowest
        if not part:
            return
        part = (part - 1) & others


def _step(totals: int, digits: bytes, card: Card) -> int:
    """The totals in range that the card makes of these totals.  digits: their bits written out, the highest total
    first."""
    n = card.number
    if card.suit == "H":
        return totals << n & _ALL_TOTALS
    if card.suit == "S":
        return totals >> n
    if n == 1:
        return totals
    reach = LIMIT // n  # quotients and factors go from reach to -reach
    if card.suit == "D":
        spread = bytearray(b"0" * (2 * reach * n + 1))
        spread[::n] = digits[LIMIT - reach:LIMIT + reach + 1]
        return int(spread, 2) << LIMIT - reach * n
    return int(digits[LIMIT - reach * n:LIMIT + reach * n + 1:n], 2) << LIMIT - reach


def _digits(totals: int) -> bytes:
    return format(totals, f"0{2 * LIMIT + 1}b").encode()
