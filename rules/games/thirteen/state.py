"""What is known of a game of Thirteen, and how it is dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rules.core.cards import Card, standard_pack
from rules.core.frozen import kept
from rules.core.seats import Seated, by_player
from rules.games.thirteen.combinations import Combination
from rules.games.thirteen.house import House

ONE_PACK, TWO_PACKS = standard_pack(), standard_pack(copies=2)
LOWEST = Card("3S")
PLACE = "trick"
FULL_HAND = 13


class Opening(NamedTuple):
    """The play that opened a game: it claims to hold the lowest card dealt."""

    player: str
    lowest: Card
    at: int


@dataclass(frozen=True)
class State(Seated):
    """Everything public.  Tuples by seat follow `players`.

    free_lead: who leads this game with anything; None: the lowest card dealt opens it.  turn: None before
    such an opening, or when the game is over.  lowest: the lowest card dealt, where the table found it by
    asking.  round: what lies on the table since the last lead; it stays there after the round has ended,
    until the next lead.  known: cards of the hand that were shown."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: str
    sizes: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]
    wins: tuple[int, ...]
    deals: int = 1
    free_lead: str | None = None
    turn: str | None = None
    opened: bool = False
    lowest: Card | None = None
    opening: Opening | None = None
    played: tuple[Card, ...] = ()
    round: tuple[Card, ...] = ()
    to_beat: Combination | None = None
    last_player: str | None = None
    knocked: frozenset[str] = frozenset()
    finished: tuple[str, ...] = ()
    over: bool = False
    void: bool = False

    def size(self, player: str) -> int:
        return self.sizes[self.seat(player)]

    def knows(self, player: str) -> tuple[Card, ...]:
        return self.known[self.seat(player)]

    @property
    def must_open_low(self) -> bool:
        """Whether the next play has to contain the lowest card dealt."""
        return not self.opened and self.free_lead is None

    @property
    def is_alone(self) -> bool:
        """Whether the player on turn is the only one neither out nor knocked: free to lead (RULES 7.4)."""
        return bool(self.finished) and sum(name not in self.knocked for name in self.still_in) == 1

    @kept("players", "house")
    def has_two_packs(self) -> bool:
        return self.house.has_two_packs(len(self.players))

    @property
    def pack(self) -> Counter[Card]:
        """By faces: one pack of 52, or two."""
        return TWO_PACKS if self.has_two_packs else ONE_PACK

    @property
    def aside(self) -> int:
        """Cards that were not dealt to anybody."""
        return self.pack.total() - hand_size(len(self.players), self.house) * len(self.players)

    @kept("players", "finished")
    def still_in(self) -> tuple[str, ...]:
        """Players with cards, clockwise."""
        return tuple([name for name in self.players if name not in self.finished])


def hand_size(players: int, house: House) -> int:
    """13 cards of one pack, or an equal number as large as the cards allow (RULES 7.1)."""
    two = house.has_two_packs(players)
    if players <= 4 and not two:
        return FULL_HAND
    size = (104 if two else 52) // players
    return size - size % 2 if house.even_literal else size


def unseen(state: State, player: str = "") -> list[Card]:
    """Faces of the cards in hands or aside that nobody has seen, and those the player has shown that he holds."""
    shown = [card for name, cards in by_player(state.players, state.known).items() if name != player for card in cards]
    return list((state.pack - Counter(without_backs((*state.played, *shown)))).elements())


def without_backs(cards: Iterable[Card]) -> list[Card]:
    """The cards without their backs, as the pack counts them."""
    return [Card(card.face) if card.back else card for card in cards]


def after_deal(state: State) -> State:
    """Fresh cards for everybody."""
    count = len(state.players)
    return State(state.at, state.players, state.house, state.dealer, (hand_size(count, state.house),) * count,
                 ((),) * count, state.wins, state.deals, state.free_lead, turn=state.free_lead)
