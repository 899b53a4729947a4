"""What everybody knows of a match of Canasta: hands by their size, what lies before the sides, the turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rules.core.cards import UNKNOWN, Card, less
from rules.core.frozen import kept, replace
from rules.core.seats import Seated, with_item
from rules.games.canasta.house import House
from rules.games.canasta.melds import FREEZING, Cards, Meld, minimum_for, total


class Hand(NamedTuple):
    """What everybody may know of a hand: how many cards, and which of them for certain (taken
    with a pile, shown, or laid and taken back)."""

    size: int
    known: Cards = ()

    def lacks(self, cards: Iterable[Card]) -> bool:
        """Whether these cards cannot all be in this hand."""
        cards = tuple(cards)
        unknown = len(less(cards, self.known)) if self.known else len(cards)
        return unknown > self.size - len(self.known)

    def without(self, cards: Cards) -> Hand:
        """The hand after these cards have left it; known ones are used up first, and a card that was
        not seen may have been any of them."""
        if UNKNOWN in cards:
            return Hand(max(0, self.size - len(cards)))
        known = self.known and less(self.known, cards)
        size = max(0, self.size - len(cards))
        return Hand(size, known if len(known) <= size else ())

    def gaining(self, count: int, known: Iterable[Card] = ()) -> Hand:
        """The hand with `count` more cards, some of them known."""
        return Hand(self.size + count, (*self.known, *known))

    def seen(self, cards: Iterable[Card]) -> Hand:
        """The same hand once these cards of it have been seen."""
        known = (*self.known, *less(cards, self.known))
        return Hand(self.size, known if len(known) <= self.size else self.known)


@dataclass(frozen=True)
class Side:
    """What lies before one side."""

    melds: tuple[Meld, ...] = ()
    reds: Cards = ()

    def meld(self, rank: str) -> Meld | None:
        for meld in self.melds:
            if meld.rank == rank:
                return meld
        return None

    @kept("melds")
    def canastas(self) -> int:
        return sum(meld.is_canasta for meld in self.melds)

    @property
    def cards(self) -> Cards:
        return tuple(card for meld in self.melds for card in meld.cards)

    def laying(self, rank: str, cards: Cards) -> Side:
        """With the cards joined to the meld of this rank, or as a new one."""
        old = self.meld(rank)
        if old is None:
            return replace(self, melds=(*self.melds, Meld(rank, cards)))
        return replace(self, melds=with_item(self.melds, self.melds.index(old), Meld(rank, (*old.cards, *cards))))


@dataclass(frozen=True)
class Lay:
    """Cards laid in one go: on which side's table, and to which rank.  at: the number of the action."""

    side: int
    rank: str
    cards: Cards
    at: int = field(compare=False)


# "": nothing acquired yet; "draw": written; "assumed": a draw nobody wrote; "top": the pile's top
# card lies in a meld and `take` is still to come; "take": the pile was taken.
Source = Literal["", "draw", "assumed", "top", "take"]


@dataclass(frozen=True)
class Turn:
    """The turn being played.  `start` is the state at its beginning."""

    seat: int
    start: State | None = None
    source: Source = ""
    lays: tuple[Lay, ...] = ()
    laid_for_take: int = 0  # lays made before the pile was taken
    reds: Cards = ()
    drawn: int = 0  # cards that came from the stock, replacements included
    replacements: int = 0  # those of them that replaced a red three
    red_draws: int = 0  # red threes laid that cost a card of the stock
    top: Card | None = None  # the pile's card used in a meld
    asked: bool = False
    answer: str = ""
    answered_by: int | None = None
    raised_for: tuple[Lay, ...] | None = None  # the lays for which the initial minimum has been raised

    @property
    def before(self) -> State:
        """The state at the start of the turn."""
        assert self.start is not None
        return self.start

    @kept("lays")
    def laid_value(self) -> int:
        """What counts towards the initial meld (RULES 6.4)."""
        return sum([total(lay.cards) for lay in self.lays])


@dataclass(frozen=True)
class State(Seated):
    """One match.  phase: `upcard` (dealt, the first upcard is still to be turned), `play`, `end`
    (somebody went out or the stock ran out; hands are shown).  Tuples follow `players`, or the two
    sides: 0 is the first player's, 1 the second's."""

    players: tuple[str, ...]
    house: House
    dealer: str
    at: int = 0
    deals: int = 1
    scores: tuple[int, ...] = (0, 0)  # at the start of the hand
    phase: Literal["upcard", "play", "end"] = "upcard"
    hands: tuple[Hand, ...] = ()
    sides: tuple[Side, ...] = (Side(), Side())
    pile: Cards = ()
    stock: int = 0
    turn: Turn | None = None
    turns: int = 0  # turns begun in this hand
    penalties: tuple[int, ...] = (0, 0)
    raised: tuple[int, ...] = (0, 0)  # what was added to the initial minimum
    askers: tuple[int, ...] = ()
    out: int | None = None  # who went out
    out_bonus: int = 0
    shown: tuple[Cards, ...] = ()
    last_turn_ends: tuple[int | None, ...] = ()  # number of the action that ended each seat's last turn
    closed: bool = False  # nothing more will be shown

    @property
    def is_for_two(self) -> bool:
        return len(self.players) == 2

    @property
    def per_draw(self) -> int:
        return 2 if self.is_for_two else 1

    @property
    def canastas_needed(self) -> int:
        return 2 if self.is_for_two else 1

    @kept("pile")
    def is_frozen(self) -> bool:
        return not FREEZING.isdisjoint([card.face for card in self.pile])

    @property
    def now(self) -> Turn:
        """The turn being played; there is one in the phase `play`."""
        assert self.turn is not None
        return self.turn

    @property
    def on_turn(self) -> str:
        """The player whose turn it is."""
        return self.players[self.now.seat]

    @property
    def has_acted(self) -> bool:
        """Whether the player on turn has done anything yet."""
        turn = self.now
        return bool(turn.source or turn.lays or turn.reds or turn.asked)

    @property
    def may_ask(self) -> bool:
        """Whether the player on turn may ask "May I go out?" and the question makes sense."""
        turn = self.now
        if self.is_for_two or turn.asked or (self.house.asks == "hand" and turn.seat in self.askers):
            return False
        in_time = self.house.asks == "any_time" or len(turn.lays) == turn.laid_for_take
        return in_time and self.may_go_out(turn.seat % 2)

    def may_go_out(self, side: int) -> bool:
        """Whether the side has the canastas that going out takes."""
        return self.sides[side].canastas >= self.canastas_needed

    def partner(self, seat: int) -> int:
        return (seat + 2) % len(self.players)

    def side_name(self, side: int) -> str:
        """The players of a side: "Ann+Cal"; a player alone is his own side."""
        return "+".join(self.players[side::2])

    def minimum(self, side: int) -> int:
        return minimum_for(self.scores[side]) + self.raised[side]

    def is_open(self, side: int) -> bool:
        """Whether the side's initial meld is done, or in this turn already large enough."""
        turn = self.turn
        if turn is None or turn.seat % 2 != side or turn.before.sides[side].melds:
            return bool(self.sides[side].melds)
        return bool(turn.lays) and turn.laid_value >= self.minimum(side)

    def counts_as_frozen(self, side: int) -> bool:
        """Frozen for this side; by the option also while it has not melded (RULES 6.5)."""
        return self.is_frozen or (self.house.unopened_is_frozen and not self.sides[side].melds)

    @property
    def ends_on_red_three(self) -> bool:
        """The last card of the stock was a red three: no discard, the hand ends (RULES 6.6)."""
        return self.may_end_on_red_three and self.now.drawn == self.now.red_draws

    @property
    def may_end_on_red_three(self) -> bool:
        """The same where it depends on the order of the two cards that two players draw."""
        turn = self.turn
        return (turn is not None and not self.stock and turn.drawn > 0 and turn.red_draws > 0
                and turn.source != "take")

    def seen(self) -> Iterator[Card]:
        """Every card whose place is known, hands included."""
        yield from self.pile
        for side in self.sides:
            yield from side.reds
            for meld in side.melds:
                yield from meld.cards
        for hand in self.hands:
            yield from hand.known

    def times_seen(self, card: Card) -> int:
        """How many copies of the card have a known place, hands included."""
        times = self.pile.count(card)
        for hand in self.hands:
            times += hand.known.count(card)
        for side in self.sides:
            times += side.reds.count(card)
            for meld in side.melds:
                times += meld.cards.count(card)
        return times
