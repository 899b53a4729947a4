"""What is known of a game of Page One, hand by hand, and how it is dealt and shuffled."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from rules.core.cards import SUIT_BITS, SUITS, Card, bits
from rules.core.frozen import kept, replace
from rules.core.seats import Seated, by_player, with_item
from rules.games.page_one.house import House

HAND = 4
PENALTY = 5
LEFTOVER_TARGET = 20
HEIGHTS = "23456789TJQKA"
PLACE = "trick"
BEFORE_ALL = -1  # the moment at which the first hands were dealt


class Void(NamedTuple):
    """A player's word that he holds none of a suit.  Cards that came up to the moment `since` are
    none of it; `about` is the action that he gave his word by."""

    since: int
    about: int


@dataclass(frozen=True)
class Seat:
    """A hand as far as it is public.  slots: for each card never shown, the moment it came at,
    oldest first.  known: cards that were shown and not yet played.  voids: suit -> his word."""

    slots: tuple[int, ...] = (BEFORE_ALL,) * HAND
    known: tuple[Card, ...] = ()
    voids: Mapping[str, Void] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.slots) + len(self.known)

    def maybe(self, suit: str) -> int:
        """How many unseen cards could be of a suit that he had none of."""
        void = self.voids.get(suit)
        return len(self.slots) if void is None else sum(came > void.since for came in self.slots)

    @kept("voids")
    def other_suits(self) -> int:
        """The cards of the suits that he has said nothing of, as `bits` has them."""
        return ~of_suits(self.voids)

    def drew(self, number: int, at: int) -> Seat:
        return replace(self, slots=(*self.slots, *(at,) * number))

    def said_none(self, suit: str, since: int, about: int) -> Seat:
        return replace(self, voids={**self.voids, suit: Void(since, about)})


def of_suits(suits: Iterable[str]) -> int:
    """The cards of these suits, as `bits` has them."""
    found = 0
    for suit in suits:
        found |= SUIT_BITS[suit]
    return found


class Duty(NamedTuple):
    """Somebody owes the call: by the play with this number he came down to one card."""

    seat: int
    at: int


class Drawing(NamedTuple):
    """The player on turn is drawing: his first draw of this turn, how many cards so far, and how many
    cards he has shown since."""

    at: int
    number: int
    shown: int = 0

    def going_on(self, number: int) -> Drawing:
        """With so many more cards."""
        return Drawing(self.at, self.number + number, self.shown)


@dataclass(frozen=True)
class State(Seated):
    """Everything public.  trick: (seat, card) as played; a full one lies there until the next lead.
    discards: finished tricks since the last shuffle.  released: the moments of the shuffles, and as `bits` the cards
    that each of them was the last to hide again.  emptied: the moments of those shuffles at which the stock was used
    up: whatever was hidden before lies in a hand, whatever is drawn later was used before.  due: calls still in
    time; missed: calls that are late and not yet paid for (`notice: on_challenge`).  out: who played his
    last card, in order."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: int
    totals: tuple[int, ...]
    seats: tuple[Seat, ...]
    stock: int
    deals: int = 1
    turn: int = 0
    trick: tuple[tuple[int, Card], ...] = ()
    named: str = ""
    discards: tuple[Card, ...] = ()
    released: tuple[tuple[int, int], ...] = ()
    emptied: tuple[int, ...] = ()
    drawing: Drawing | None = None
    due: tuple[Duty, ...] = ()
    missed: tuple[Duty, ...] = ()
    out: tuple[int, ...] = ()
    ended: bool = False
    untouched: bool = True
    called: int | None = None  # who has said Page One just before the play that leaves one card (RULES 4.3)

    @property
    def now(self) -> int:
        """The number of the action being judged."""
        return self.at - 1

    @property
    def moment(self) -> int:
        """When a card that comes now comes: two moments an action, the later one after a shuffle within it."""
        return max((2 * self.now, *self.emptied[-1:]))

    def age(self, moment: int) -> int:
        """How often the stock had been used up by then: a card and the moment it came at have the same age."""
        return bisect_right(self.emptied, moment)

    def age_ends(self, moment: int) -> float:
        """When the stock was used up next after that moment."""
        age = bisect_right(self.emptied, moment)
        return self.emptied[age] if age < len(self.emptied) else inf

    def fitting(self, card: Card, slots: tuple[int, ...]) -> list[int]:
        """Those of the moments at which cards came to a hand at which this card can have come."""
        if not self.released:
            return list(slots)
        released = self.released_at(card)
        end = self.age_ends(released)
        return [came for came in slots if released <= came < end]

    def released_at(self, card: Card) -> int:
        """The moment of the last shuffle that hid the card; BEFORE_ALL where only the deal did."""
        for moment, cards in self.released:
            if cards & card.bit:
                return moment
        return BEFORE_ALL

    @kept("trick")
    def cards(self) -> tuple[Card, ...]:
        return tuple([card for _, card in self.trick])

    @kept("trick", "players")
    def is_full(self) -> bool:
        """Everybody has played to the trick."""
        return len(self.trick) >= len(self.players) == len({seat for seat, _ in self.trick})

    @kept("trick", "named")
    def led(self) -> str | None:
        """The suit to be followed; None on an empty trick and after a joker led without a suit."""
        if self.named:
            return self.named
        for _, card in self.trick:
            if not card.is_joker:
                return card.suit
        return None

    @kept("trick", "named")
    def winning(self) -> int | None:
        """Who wins the trick so far: the joker, else the highest card of the led suit."""
        led = self.led
        following = [(card.is_joker, HEIGHTS.find(card.rank), seat) for seat, card in self.trick
                     if card.suit == led or card.is_joker]
        return max(following)[2] if following else None

    @property
    def scores(self) -> dict[str, int]:
        points = list(self.totals)
        if self.ended and self.out:
            winner = self.out[0]
            left = sum(seat.size for seat in self.seats)
            points[winner] += left if self.house.score == "leftover" else 1
        return by_player(self.players, points)

    @property
    def over(self) -> bool:
        """The game is over, and with leftover cards counted the match: somebody has reached 20."""
        return self.ended and (self.house.score == "wins" or max(self.scores.values()) >= LEFTOVER_TARGET)

    def elsewhere(self, player: str = "") -> tuple[Card, ...]:
        """Cards that lie in the trick or the finished tricks, or were shown in a hand other than this player's."""
        shown = [card for name, seat in zip(self.players, self.seats, strict=True) if seat.known and name != player
                 for card in seat.known]
        return (*self.cards, *self.discards, *shown)

    @kept("discards")
    def discarded_bits(self) -> int:
        """The cards of the finished tricks, as `bits` has them."""
        return bits(self.discards)

    @kept("trick", "discards", "seats", "house")
    def hidden_bits(self) -> int:
        """Cards that nobody has seen, as `bits` has them."""
        seen = self.discarded_bits | bits(self.cards)
        for seat in self.seats:
            if seat.known:
                seen |= bits(seat.known)
        return self.house.pack.bits & ~seen

    @kept("trick", "discards", "seats", "released", "emptied", "house")
    def hidden(self) -> tuple[list[int], list[int]]:
        """The moments of the shuffles, and of the cards that nobody has seen those that were hidden then or before in
        the same age, as `bits` has them."""
        cards = self.hidden_bits
        for _, again in self.released:
            cards &= ~again
        moments, found, age = [BEFORE_ALL], [cards], 0
        for moment, again in self.released:
            before, age = age, self.age(moment)
            moments.append(moment)
            found.append(again & self.hidden_bits | (found[-1] if age == before else 0))
        return moments, found

    def could_be(self, came: float) -> int:
        """What a card that came at this moment, and that nobody has seen, could be, as `bits` has it."""
        if not self.released:
            return self.hidden_bits
        moments, cards = self.hidden
        return cards[bisect_right(moments, came) - 1]

    def with_seat(self, index: int, seat: Seat) -> State:
        return replace(self, seats=with_item(self.seats, index, seat))


def in_order(voids: Mapping[str, Void]) -> list[str]:
    return [suit for suit in SUITS if suit in voids]


def unseen(state: State, player: str = "") -> tuple[Card, ...]:
    """The cards that could be anywhere, and those the player has shown that he holds."""
    seen = frozenset(state.elsewhere(player))
    return tuple([card for card in state.house.pack if card not in seen])


def suits_to_name(state: State, card: Card) -> tuple[str, ...]:
    leading = state.is_full or not state.trick
    return tuple(SUITS) if card.is_joker and leading and state.house.joker_lead == "joker_named_suit" else ("",)


def after_deal(at: int, players: tuple[str, ...], house: House, dealer: int, totals: tuple[int, ...], moment: int,
           deals: int = 1) -> State:
    """Four cards each; the player at the dealer's left leads."""
    n = len(players)
    seats = (Seat((moment,) * HAND),) * n
    return State(at, players, house, dealer, totals, seats, house.pack.total() - HAND * n, deals, (dealer + 1) % n)


def gathered_of(state: State) -> State:
    """A full trick goes to the finished ones as soon as something else happens."""
    if not state.is_full:
        return state
    return replace(state, trick=(), named="", discards=(*state.discards, *state.cards))


def reshuffled(state: State, later: int = 0) -> State:
    """The finished tricks become stock; from now on those cards can be anywhere again.  later: 1 where cards
    have been drawn by the same action before."""
    moment, cards = 2 * state.now + later, bits(state.discards)
    before = tuple((hid_at, hidden & ~cards) for hid_at, hidden in state.released)
    return replace(state, stock=state.stock + len(state.discards), discards=(),
                   released=(*before, (moment, cards)),
                   emptied=state.emptied if state.stock else (*state.emptied, moment))


def taken(state: State, seat: int, number: int) -> State:
    """Cards from the stock, with a shuffle of the finished tricks where it runs out; where that is not
    enough, all there are (RULES 4.3)."""
    drawn = _from_stock(state, seat, number)
    missing = number - (state.stock - drawn.stock)
    return _from_stock(reshuffled(drawn, later=1), seat, missing) if missing and drawn.discards else drawn


def _from_stock(state: State, seat: int, number: int) -> State:
    number = min(number, state.stock)
    return replace(state, stock=state.stock - number,
                   seats=with_item(state.seats, seat, state.seats[seat].drew(number, state.moment)))
