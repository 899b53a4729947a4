"""Thirteen's combinations: what cards form, and which beats which (RULES 7.2, 7.3).

    >>> classify(parse_cards("9D 9S"), house).sentence
    'a pair of 9s up to the 9 of diamonds'
    >>> beating_fault(old, new, house).code
    'NOT_HIGHER'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from rules.core.cards import RANK_NAMES, Card
from rules.core.said import Fault

RANK_ORDER = "3456789TJQKA2"  # low to high (RULES 7.1)
SUIT_ORDER = "SCDH"
SAME_RANK = {1: "single", 2: "pair", 3: "triple", 4: "quad"}
LEAST_RUN = 3  # ranks of a run of pairs

Key = tuple[int, int]


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; one field per option."""

    chops: str
    longer_pairs_beat: bool
    quad_beats_pairs: str
    min_straight: int
    triple: bool
    chop_pairs_with_2: bool
    straight_same_suit_lock: bool
    four_of_rank: str
    next_lead: str
    play_on: bool
    even_literal: bool
    high_back: str


class Combination(NamedTuple):
    """What a play is: its type, its size in ranks and in cards, its highest card, whether it is of one suit."""

    kind: str  # single, pair, triple, quad, straight, pairs
    length: int
    size: int
    top: Card
    one_suit: bool

    @property
    def is_run(self) -> bool:
        return self.kind in ("straight", "pairs")

    @property
    def is_chop(self) -> bool:
        return self.kind in ("quad", "pairs")

    @property
    def is_twos(self) -> bool:
        """A single, pair or triple of 2s."""
        return self.top.rank == "2" and self.kind in ("single", "pair", "triple")

    @property
    def label(self) -> str:
        """For JSON: "pair", "straight-4", "pairs-3"."""
        return f"{self.kind}-{self.length}" if self.is_run else self.kind

    @property
    def sentence(self) -> str:
        """For people: "a straight of 4 ending on the Jack of hearts"."""
        if self.kind == "single":
            return f"the {self.top.name}"
        if self.is_run:
            return f"a {_run_name(self.kind)} of {self.length} ending on the {self.top.name}"
        number = {"pair": "a pair of", "triple": "three", "quad": "four"}[self.kind]
        return f"{number} {RANK_NAMES[self.top.rank]}s up to the {self.top.name}"


def _run_name(kind: str) -> str:
    return "straight" if kind == "straight" else "run of pairs"


# -- which card is higher (RULES 7.1) ---------------------------------------------------------


def order(card: Card) -> Key:
    """By rank, then by suit.  Identical cards of two packs are alike here."""
    return RANK_ORDER.index(card.rank), SUIT_ORDER.index(card.suit)


def is_higher(new: Card, old: Card, high_back: str) -> bool:
    """Whether `new` can be the higher card.  Of two identical cards the high back wins; where it was not
    said, a card has the back that the other one leaves, and nobody is accused."""
    if order(new) != order(old):
        return order(new) > order(old)
    return new.back == high_back or (not new.back and old.back != high_back)


def _top(cards: Sequence[Card], high_back: str) -> Card:
    """The highest card; with both copies of it there, the one with the high back."""
    top = max(cards, key=order)
    return Card(top.face, high_back) if sum(card.face == top.face for card in cards) > 1 else top


# -- what cards form (RULES 7.2) --------------------------------------------------------------


def classify(cards: tuple[Card, ...], house: House) -> Combination | Fault:
    """The combination that the cards form, or why they form none."""
    strange = next((card for card in cards if not card.is_standard), None)
    if strange:
        return Fault("FOREIGN", f"The {strange.name} does not belong to this pack.")
    ranks = Counter(RANK_ORDER.index(card.rank) for card in cards)
    kind = _kind(ranks, len(cards), house)
    if isinstance(kind, Fault):
        return kind
    return Combination(kind, len(ranks), len(cards), _top(cards, house.high_back), len({c.suit for c in cards}) == 1)


def _kind(ranks: Counter[int], number: int, house: House) -> str | Fault:
    if len(ranks) == 1 and number in SAME_RANK:
        if number == 3 and not house.triple:
            return Fault("NOT_COMBINATION", "Three of a kind is no combination at this table.")
        return SAME_RANK[number]
    width = _width(ranks)
    if not width:
        return Fault("NOT_COMBINATION", "These cards are no single, pair, triple, straight, four of a kind or run of "
                                        "three or more pairs.")
    kind = "straight" if width == 1 else "pairs"
    if RANK_ORDER.index("2") in ranks and (width == 1 or not house.chop_pairs_with_2):
        return Fault("NOT_COMBINATION", f"2s cannot be part of a {_run_name(kind)}.")
    least = house.min_straight if width == 1 else LEAST_RUN
    if len(ranks) < least:
        return Fault("NOT_COMBINATION", f"A {_run_name(kind)} takes at least {least} ranks in a row.")
    return kind


def _width(ranks: Counter[int]) -> int:
    """1 for consecutive ranks once each, 2 for twice each, 0 for anything else."""
    consecutive = max(ranks) - min(ranks) == len(ranks) - 1
    numbers = set(ranks.values())
    return numbers.pop() if consecutive and numbers in ({1}, {2}) else 0


def is_run_spoilt_by_a_2(cards: Sequence[Card]) -> bool:
    """Whether the cards would be a straight or a run of pairs if a 2 could be part of it, on top or below."""
    ranks = Counter(card.rank for card in cards)
    cycle = RANK_ORDER * 2
    in_a_row = any(set(cycle[start:start + len(ranks)]) == set(ranks) for start in range(len(RANK_ORDER)))
    return "2" in ranks and len(ranks) >= LEAST_RUN and in_a_row and set(ranks.values()) in ({1}, {2})


def same_rank_plays(cards: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """Every single, pair, triple and quad of the cards."""
    by_rank: dict[str, list[Card]] = {}
    for card in sorted(set(cards), key=order):
        by_rank.setdefault(card.rank, []).append(card)
    for group in by_rank.values():
        for number in SAME_RANK:
            yield from combinations(group, number)


# -- which combination beats which (RULES 7.3) ------------------------------------------------


def beating_fault(old: Combination, new: Combination, house: House) -> Fault | None:
    """Why `new` does not beat `old`; None when it does."""
    if new.is_chop and not old.is_chop:
        if house.chops == "only_2s" and not old.is_twos:
            return Fault("CHOP_FORBIDDEN", f"Chops are played only on 2s here, and the table shows {old.sentence}.")
        return None
    if (new.kind, old.kind) == ("quad", "pairs") and house.quad_beats_pairs == "always":
        return None
    if new.kind != old.kind:
        return Fault("WRONG_TYPE", f"The table shows {old.sentence}; that is beaten only by its own type"
                                   f"{'' if old.is_chop else ' or a chop'}.")
    if new.length != old.length:
        if new.kind == "pairs" and new.length > old.length and house.longer_pairs_beat:
            return None
        return Fault("WRONG_LENGTH", f"A {_run_name(old.kind)} is beaten only by one as long: the table has "
                                     f"{old.length} ranks in a row, and this has {new.length}.")
    if not is_higher(new.top, old.top, house.high_back):
        return Fault("NOT_HIGHER", _not_higher_why(new.top, old.top, house.high_back))
    if house.straight_same_suit_lock and new.kind == "straight" and old.one_suit and not new.one_suit:
        return Fault("NOT_ONE_SUIT", "The straight on the table is in one suit, so this one must be too.")
    return None


def _not_higher_why(new: Card, old: Card, high_back: str) -> str:
    if new.face == old.face:
        return f"Of two cards alike the {high_back} one is higher, and it lies there already."
    return f"The highest card decides: the {new.name} is not higher than the {old.name}."


def tops_that_beat(old: Combination, left: Sequence[Card], house: House) -> list[Card]:
    """The cards among those left that could be the highest card of a combination of the same type that
    beats `old`, lowest first."""
    higher = sorted({card for card in left if is_higher(card, old.top, house.high_back)}, key=order)
    return [card for card in higher if _completes(card, old, left, house)]


def _completes(top: Card, old: Combination, left: Sequence[Card], house: House) -> bool:
    """Whether there are enough cards left for a combination like `old` with this highest card."""
    locked = house.straight_same_suit_lock and old.kind == "straight" and old.one_suit
    usable = [card for card in left if order(card) <= order(top) and (card.suit == top.suit or not locked)]
    counts = Counter(card.rank for card in usable)
    if not old.is_run:
        return counts[top.rank] >= old.size
    end = RANK_ORDER.index(top.rank) + 1
    ranks = RANK_ORDER[max(0, end - old.length):end]
    twos = old.kind == "pairs" and house.chop_pairs_with_2
    return len(ranks) == old.length and (twos or "2" not in ranks) and all(
        counts[rank] * old.length >= old.size for rank in ranks)


def runs_of_pairs(left: Iterable[Card], house: House) -> list[str]:
    """The longest runs of three or more ranks with two cards each left, as "5-9"."""
    counts = Counter(card.rank for card in left)
    ranks = RANK_ORDER if house.chop_pairs_with_2 else RANK_ORDER[:-1]
    line = "".join(rank if counts[rank] >= 2 else " " for rank in ranks)
    return [f"{run[0]}-{run[-1]}" for run in line.split() if len(run) >= LEAST_RUN]
