"""Thirteen's combinations: what cards form, and which beats which (RULES 7.2, 7.3).

    >>> classify(parse_cards("9D 9S"), house).sentence
    Said('combination', kind='pair', length=1, top=Card('9D'), rank='9')
    >>> beating_fault(old, new, house).code
    'NOT_HIGHER'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from rules.core.cards import FACES, Card
from rules.core.said import Fault, Said, fault, said
from rules.games.thirteen.house import House

RANK_ORDER = "3456789TJQKA2"  # low to high (RULES 7.1)
SUIT_ORDER = "SCDH"
SAME_RANK = {1: "single", 2: "pair", 3: "triple", 4: "quad"}
LEAST_RUN = 3  # ranks of a run of pairs

Key = tuple[int, int]


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
    def sentence(self) -> Said:
        """For people: "a straight of 4 ending on the Jack of hearts"."""
        return said("combination", kind=self.kind, length=self.length, top=self.top, rank=self.top.rank)


# -- which card is higher (RULES 7.1) ---------------------------------------------------------


_ORDER = {face: (RANK_ORDER.index(face[0]), SUIT_ORDER.index(face[1])) for face in FACES}


def order(card: Card) -> Key:
    """By rank, then by suit.  Identical cards of two packs are alike here."""
    return _ORDER.get(card.face, (0, 0))


def height(card: Card, high_back: str) -> tuple[Key, bool]:
    """The same with the backs: of two identical cards the one with the high back is higher.  A back that was not
    said counts as the lower one."""
    return order(card), card.back == high_back


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
        return fault("FOREIGN", card=strange)
    if len(cards) == 1:
        return Combination("single", 1, 1, cards[0], one_suit=True)
    ranks = Counter([RANK_ORDER.index(card.rank) for card in cards])
    kind = _kind(ranks, len(cards), house)
    if isinstance(kind, Fault):
        return kind
    return Combination(kind, len(ranks), len(cards), _top(cards, house.high_back), len({c.suit for c in cards}) == 1)


def _kind(ranks: Counter[int], number: int, house: House) -> str | Fault:
    if len(ranks) == 1 and number in SAME_RANK:
        if number == 3 and not house.triple:
            return fault("NOT_COMBINATION-triple")
        return SAME_RANK[number]
    width = _width(ranks)
    if not width:
        return fault("NOT_COMBINATION")
    kind = "straight" if width == 1 else "pairs"
    if RANK_ORDER.index("2") in ranks and (width == 1 or not house.chop_pairs_with_2):
        return fault("NOT_COMBINATION-twos", kind=kind)
    least = house.min_straight if width == 1 else LEAST_RUN
    if len(ranks) < least:
        return fault("NOT_COMBINATION-short", kind=kind, least=least)
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
            return fault("CHOP_FORBIDDEN", shown=old.sentence)
        return None
    if (new.kind, old.kind) == ("quad", "pairs") and house.quad_beats_pairs == "always":
        return None
    if new.kind != old.kind:
        return fault("WRONG_TYPE", shown=old.sentence, chop="yes" if old.is_chop else "no")
    if new.kind == "pairs" and new.length > old.length and house.longer_pairs_beat:
        return None
    return _higher_fault(old, new, house)


def _higher_fault(old: Combination, new: Combination, house: House) -> Fault | None:
    """The same for two of one kind: as long, and higher."""
    if new.length != old.length:
        return fault("WRONG_LENGTH", kind=old.kind, wanted=old.length, length=new.length)
    if not is_higher(new.top, old.top, house.high_back):
        return _not_higher(new.top, old.top, house.high_back)
    if house.straight_same_suit_lock and new.kind == "straight" and old.one_suit and not new.one_suit:
        return fault("NOT_ONE_SUIT")
    return None


def _not_higher(new: Card, old: Card, high_back: str) -> Fault:
    return fault("NOT_HIGHER-alike", back=high_back) if new.face == old.face else fault(
        "NOT_HIGHER", card=new, other=old)


def tops_that_beat(old: Combination, left: Sequence[Card], house: House) -> list[Card]:
    """The cards among those left that could be the highest card of a combination of the same type that
    beats `old`, lowest first."""
    higher = sorted({card for card in left if is_higher(card, old.top, house.high_back)}, key=order)
    return [card for card in higher if _completes(card, old, left, house)]


def _completes(top: Card, old: Combination, left: Sequence[Card], house: House) -> bool:
    """Whether there are enough cards left for a combination like `old` with this highest card."""
    counts = Counter(card.rank for card in _usable_below(top, old, left, house))
    if not old.is_run:
        return counts[top.rank] >= old.size
    end = RANK_ORDER.index(top.rank) + 1
    ranks = RANK_ORDER[max(0, end - old.length):end]
    twos = old.kind == "pairs" and house.chop_pairs_with_2
    return len(ranks) == old.length and (twos or "2" not in ranks) and all(
        counts[rank] * old.length >= old.size for rank in ranks)


def _usable_below(top: Card, old: Combination, left: Sequence[Card], house: House) -> list[Card]:
    """The cards up to this one that a combination like `old` may be made of."""
    locked = house.straight_same_suit_lock and old.kind == "straight" and old.one_suit
    return [card for card in left if order(card) <= order(top) and (card.suit == top.suit or not locked)]


def runs_of_pairs(left: Iterable[Card], house: House) -> list[str]:
    """The longest runs of three or more ranks with two cards each left, as "5-9"."""
    counts = Counter(card.rank for card in left)
    ranks = RANK_ORDER if house.chop_pairs_with_2 else RANK_ORDER[:-1]
    line = "".join(rank if counts[rank] >= 2 else " " for rank in ranks)
    return [f"{run[0]}-{run[-1]}" for run in line.split() if len(run) >= LEAST_RUN]
