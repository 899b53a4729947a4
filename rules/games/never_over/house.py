"""The pack of Never Over and its house rules (RULES 1.2, 1.3, 1.8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from rules.core.cards import RANKS, Card
from rules.core.errors import SetupError
from rules.core.options import choice, number, words

GREENS = "13,11,9,7"
REDS = "1,2,3,4,5"
_COUNTS = r"\d+(,\d+){0,9}"
_CARD = rf"(?i)[{RANKS}][CDHS]"


def green(value: int) -> Card:
    return Card(f"+{value}")


def red(value: int) -> Card:
    return Card(f"<={value}")


def is_green(card: Card) -> bool:
    return card.face.startswith("+")


def is_red(card: Card) -> bool:
    return card.face.startswith("<=")


def pointage(card: Card) -> int:
    """The number on a Never Over card."""
    return int(card.face[-1])


@dataclass(frozen=True)
class House:
    """The house rules; an option each."""

    draws: str = choice("assumed", "recorded")
    draw_timing: str = choice("before_play", "after_play", "no_stock_play")
    discards: str = choice("spread", "squared", "none")
    stock: str = choice("used", "none")
    take_discard: str = choice("never", "top_only")
    redundant_plays: str = choice("allowed", "forbidden")
    hand_size: int = number(8, least=1)
    retire_at: str = choice("turn_start", "any_time_on_turn")
    must_act: str = choice("true", "pass_allowed")
    play_on_retired: str = choice("allowed_warn", "forbidden")
    partners: str = choice("none", "fixed", "threes", "rotating:S+D", "rotating:S+dealer+D")
    partner_piles: str = choice("separate", "shared")
    partner_red: str = choice("as_owner", "as_opponent", "either", "none")
    partner_score: str = choice("pooled")
    pack: str = choice("suggested55", "custom")
    greens: str = words(GREENS, pattern=_COUNTS)
    reds: str = words(REDS, pattern=_COUNTS)
    zero_card: str = words("KD", pattern=_CARD)

    @cached_property
    def cards(self) -> Counter[Card]:
        """The pack as a multiset."""
        pack = Counter({green(value): n for value, n in enumerate(counts_of(self.greens), 1)})
        pack.update({red(value): n for value, n in enumerate(counts_of(self.reds))})
        return +pack

    @cached_property
    def highest(self) -> int:
        """The highest pointage, the same for both colours: the cap of an empty red pile."""
        return _highest(counts_of(self.reds))

    @property
    def has_stock(self) -> bool:
        return self.stock == "used" and self.draw_timing != "no_stock_play"

    def named(self, card: Card) -> Card:
        """The card by this game's name: ordinary cards are read as their Never Over card."""
        if card.face == self.zero_card.upper():
            return red(0)
        if not card.is_standard or card.number > 9:
            return card
        return red(card.number) if card.suit == "D" else green(card.number)


def counts_of(text: str) -> list[int]:
    return [int(n) for n in text.split(",")]


def check_house(house: House, players: tuple[str, ...]) -> None:
    """Refuse a pack or a partnership that makes no game; raises SetupError."""
    greens, reds = counts_of(house.greens), counts_of(house.reds)
    if house.pack == "suggested55" and (house.greens, house.reds) != (GREENS, REDS):
        raise SetupError("Your own numbers of green and red cards need 'option pack: custom'.")
    if len(greens) > 9 or len(reds) > 10:
        raise SetupError("Cards go up to 9 at most.")
    if _highest(greens) + 1 != _highest(reds):
        raise SetupError("The highest green card is {green} and the highest red card {red}; they must be the same.",
                         green=_highest(greens) + 1, red=_highest(reds))
    if not _highest(reds):
        raise SetupError("The pack has no green card to collect.")
    _check_number(house, len(players))


def _check_number(house: House, players: int) -> None:
    """Refuse a number of players for whom the pack is too small, or who cannot be partners as agreed."""
    needed, total = players * house.hand_size, sum(house.cards.values())
    if needed > total:
        each = "{hand_size} card" if house.hand_size == 1 else "{hand_size} cards"
        raise SetupError("{number} players with " + each + " each need {needed} cards; the pack has {total}.",
                         number=players, hand_size=house.hand_size, needed=needed, total=total)
    if house.partners == "fixed" and (players < 4 or players % 2):
        raise SetupError("Fixed partners sit opposite each other: that takes 4, 6 or more players, an even number.")
    if house.partners == "threes" and players != 6:
        raise SetupError("Three partners a side take six players, not {number}; every second one is of a side.",
                         number=players)
    least = {"rotating:S+D": 3, "rotating:S+dealer+D": 4}.get(house.partners, 2)
    if players < least:
        raise SetupError("With partners {partners} at least {least} players are needed.",
                         partners=house.partners, least=least)


def _highest(counts: list[int]) -> int:
    return max((i for i, n in enumerate(counts) if n), default=-1)
