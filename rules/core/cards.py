"""Cards and packs.

    >>> parse_card("10C")
    Card('TC')
    >>> parse_card("6S/red").back
    'red'
    >>> parse_card("≤3") == parse_card("<=3")
    True

A card is rank then suit ("7H", "TC"), a joker ("JK"), a Never Over card ("+3" green,
"<=2" red) or a card that was not seen ("??").  `parse_card(str(card)) == card` for all of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from rules.core.errors import NotationError, quoted

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANK_NAMES = dict(zip(RANKS, ("Ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King"),
                      strict=True))

_CARD = re.compile(rf"([{RANKS}][{SUITS}]|JK|\?\?|\+[1-9]|<=[0-9])(?:/([a-z]+))?")
FACES = tuple(rank + suit for rank in RANKS for suit in SUITS)  # of the 52 cards
_BITS = {face: 1 << place for place, face in enumerate((*FACES, "JK"))}


class _Fields(NamedTuple):
    face: str
    back: str
    rank: str
    suit: str
    number: int
    bit: int


class Card(_Fields):
    """One card by its face; two packs with different backs are told apart by `back`.  A tuple, since
    cards are counted and compared far more often than anything else is done to them.

    rank: A 2 ... 9 T J Q K; suit: C D H S; both empty for cards without one.  number: 1 (Ace) to 13 (King), 0 for
    cards without a rank.  bit: the card as `bits` has it; 0 outside the pack of 53."""

    __slots__ = ()

    def __new__(cls, face: str, back: str = "") -> Card:
        """The card of this face and back; of each there is one, so that alike is mostly the same."""
        known = _CARDS.get((face, back))
        if known is None:
            rank, suit = (face[0], face[1]) if face in FACES else ("", "")
            number = RANKS.index(rank) + 1 if rank else 0
            bit = 0 if back else _BITS.get(face, 0)
            known = _CARDS[face, back] = super().__new__(cls, face, back, rank, suit, number, bit)
        return known

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.face, self.back

    def __str__(self) -> str:
        return f"{self.face}/{self.back}" if self.back else self.face

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    @property
    def is_standard(self) -> bool:
        """One of the 52: it has a rank and a suit."""
        return self.number > 0

    @property
    def is_joker(self) -> bool:
        """Whether it is a joker, of any colour."""
        return self.face == "JK"

    @property
    def is_unknown(self) -> bool:
        """Whether nobody could name it."""
        return self.face == "??"

    @property
    def name(self) -> str:
        """As people say it: "7 of hearts", "green 3", "a joker"."""
        if self.is_standard:
            return f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"
        if self.is_joker:
            return "joker"
        if self.is_unknown:
            return "unseen card"
        colour, value = ("green", self.face[1:]) if self.face[0] == "+" else ("red", self.face[2:])
        return f"{colour} {value}"


def card_sort(card: Card) -> str:
    """What sort of card it is, as the catalogues ask: standard, joker, unseen, green or red."""
    if card.is_standard:
        return "standard"
    if card.is_joker:
        return "joker"
    if card.is_unknown:
        return "unseen"
    return "green" if card.face[0] == "+" else "red"


_CARDS: dict[tuple[str, str], Card] = {}
UNKNOWN = Card("??")
JOKER = Card("JK")
_PACK = tuple(map(Card, _BITS))
NUMBER_BITS = tuple(sum(card.bit for card in _PACK if card.number == number) for number in range(14))
SUIT_BITS = {suit: sum(card.bit for card in _PACK if card.suit == suit) for suit in (*SUITS, "")}


def bits(cards: Iterable[Card]) -> int:
    """The cards as bits of a number, so that sets of them are cut and counted at once; those outside the
    pack of 53 have none."""
    found = 0
    for card in cards:
        found |= card.bit
    return found


@lru_cache(4096)  # the same few words come again and again
def parse_card(text: str) -> Card:
    """Read one card; raises NotationError naming the text."""
    tidy = text.strip().replace("≤", "<=")
    face, slash, back = tidy.partition("/")
    face = face.upper()
    if face.startswith("10"):
        face = "T" + face[2:]
    if re.fullmatch(r"JK[1-4]", face):
        face = "JK"
    match = _CARD.fullmatch(face + slash + back.lower())
    if not match:
        raise NotationError("{text} is not a card; write rank then suit, like 7H or TC.", text=quoted(text))
    return Card(match[1], match[2] or "")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards separated by spaces."""
    return tuple(parse_card(word) for word in text.split())


def is_card(text: str) -> bool:
    """Whether `parse_card` would read the text."""
    try:
        parse_card(text)
    except NotationError:
        return False
    return True


def join(cards: Iterable[Card]) -> str:
    """The inverse of `parse_cards`."""
    return " ".join(map(str, cards))


def less(cards: Iterable[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """The cards without these, each as often as it is named; those that are not among them change nothing."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


class Pack(Counter[Card]):
    """A pack as a multiset."""

    @cached_property
    def bits(self) -> int:
        """Its cards as `bits` has them."""
        return bits(self)


def standard_pack(jokers: int = 0, copies: int = 1) -> Pack:
    """`copies` packs of 52 and `jokers` jokers in all."""
    pack = Pack({Card(rank + suit): copies for suit in SUITS for rank in RANKS})
    if jokers:
        pack[JOKER] = jokers
    return pack
