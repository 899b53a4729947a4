"""Which cards match the dice, and which help a friend (RULES 8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations

from rules.core.cards import RANKS, Card
from rules.core.said import Fault, Said, fault, said
from rules.games.friend_or_foe.house import House
from rules.games.friend_or_foe.state import Roll


def said_dice(dice: Roll) -> Said:
    return said("dice", one=dice[0], two=dice[1])


def match_fault(cards: tuple[Card, ...], dice: Roll, house: House) -> Fault | None:
    """Why the cards do not match the dice; None when they do."""
    if len(cards) == 1:
        return _sum_fault(cards[0], dice)
    if len(cards) == 2:
        return _pair_fault(cards, dice, house)
    if len(cards) == 3 and house.both_matches:
        rests = [(card, tuple(other for other in cards if other is not card)) for card in cards]
        if any(_sum_fault(card, dice) is None and _pair_fault(rest, dice, house) is None for card, rest in rests):
            return None
    key = "BOTH_MATCHES-not" if len(cards) == 3 and not house.both_matches else "BAD_PAIR-either"
    return _pair_sentence(key, dice, house)


def _sum_fault(card: Card, dice: Roll) -> Fault | None:
    if card.number == sum(dice):
        return None
    if card.rank in ("A", "K"):
        return fault("ACE_KING", rank=card.rank)
    return fault("BAD_SUM", one=dice[0], two=dice[1], sum=sum(dice), card=card, number=card.number)


def _pair_fault(cards: tuple[Card, ...], dice: Roll, house: House) -> Fault | None:
    numbers = sorted(card.number for card in cards)
    if numbers != sorted(dice):
        if {card.rank for card in cards} & {"K"}:
            return fault("ACE_KING-king")
        return _pair_sentence("BAD_PAIR", dice, house)
    if 1 in numbers and not house.aces_match_die_one:
        return fault("ACE_KING-die")
    return None


def _pair_sentence(key: str, dice: Roll, house: House) -> Fault:
    """What would match: no pair where a 1 stands for no Ace (RULES 8.2)."""
    pair = "yes" if 1 not in dice or house.aces_match_die_one else "no"
    return fault(key, one=dice[0], two=dice[1], sum=sum(dice), pair=pair)


def matches_among(cards: Iterable[Card], dice: Roll, house: House) -> Iterator[tuple[Card, ...]]:
    """Every discard that the dice allow with these cards, each once, its cards in order."""
    return iter(_matches(tuple(sorted(cards)), dice, house))


@lru_cache(maxsize=1000)  # most players may hold the same cards, and a call is looked at again and again
def _matches(cards: tuple[Card, ...], dice: Roll, house: House) -> tuple[tuple[Card, ...], ...]:
    sums = [(card,) for card in cards if card.number == sum(dice)]
    pairs = list(pairs_of(cards, dice, house))
    both = [(*pair, *card) for pair in pairs for card in sums] if house.both_matches else []
    return (*sums, *pairs, *both)


def pairs_of(cards: Iterable[Card], dice: Roll, house: House) -> Iterator[tuple[Card, ...]]:
    fitting = [card for card in cards if card.number in dice]
    return (pair for pair in combinations(fitting, 2) if _pair_fault(pair, dice, house) is None)


def helper_ranks(number: int, total: int) -> list[str]:
    """Ranks that help a card of this number: King if 13 - N is the sum, Ace if N - 1 is."""
    return [rank for rank, made in (("K", 13 - number), ("A", number - 1)) if made == total]


def helper_sentence(asked: int, total: int) -> Said:
    """For people: "13 less 3 is 10, so a 3 needs a King."."""
    ranks, name = helper_ranks(asked, total), with_article((rank_of(asked),))[0]
    if not ranks:
        king, ace = with_article((rank_of(13 - total), rank_of(total + 1)))
        return said("nobody-helps", asked=name, sum=total, king=king, ace=ace)
    return said("helps", helper=ranks[0] if len(ranks) == 1 else "both", number=asked, sum=total, asked=name,
                helpers=with_article(ranks))


def rank_of(number: int) -> str:
    """The rank with this number; a joker has none, with which only a table that lets everything stand asks."""
    return RANKS[number - 1] if number else "JK"


def with_article(ranks: Iterable[str]) -> tuple[Said, ...]:
    """For people: "a King", "an Ace"."""
    return tuple(said("a-rank", rank=rank, an="yes" if rank in "A8" else "no") for rank in ranks)


def rolled(dice: Roll, house: House) -> Said:
    """For people: "2 and 5: a 2 and a 5, or a 7; friends: 6 with a King, 8 with an Ace"."""
    return _rolled(dice, 1 not in dice or house.aces_match_die_one, house.both_matches)


@cache
def _rolled(dice: Roll, pair: bool, both_matches: bool) -> Said:
    """The same.  pair: whether a pair can match at all."""
    total = sum(dice)
    one, two, both = with_article(rank_of(number) for number in (*dice, total))
    alike = said("two-ranks", rank=rank_of(dice[0]))
    two_cards = alike if dice[0] == dice[1] else said("one-of-each", one=one, two=two)
    matches = said("matches", ways=(two_cards, both) if pair else (both,), king=rank_of(13 - total),
                   ace=rank_of(total + 1), both="yes" if pair and both_matches else "no")
    return said("rolled", dice=said_dice(dice), matches=matches)
