"""What is known of a round of Pemberley, how it is dealt and how the turn passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from rules.core.cards import FACES, Card, bits
from rules.core.frozen import kept, replace
from rules.core.seats import with_item
from rules.games.pemberley.arrangement import CardSet, can_land
from rules.games.pemberley.house import House

HAND = 7
Phase = Literal["start", "play", "sets", "closed"]


class Left(NamedTuple):
    """Points that a player has scored and not pegged, and that another one may take (muggins)."""

    player: str
    points: int


@cache
def unplayable_at(total: int) -> int:
    """The cards that cannot be played on a total, as `bits` has them."""
    return bits(card for card in map(Card, FACES) if not can_land(total, card))


@dataclass(frozen=True)
class Pass:
    """A pass: the number of the action, and the total at which the player said he had nothing."""

    at: int
    total: int


@dataclass(frozen=True)
class Seat:
    """One player's round.  hand: cards still held; known: those of them that were shown;
    points: scored in play; sets: the sets that scored; claim: points of what he did last, not yet
    pegged; laid: cards laid open again since the play ended."""

    hand: int = HAND
    pile: tuple[Card, ...] = ()
    known: tuple[Card, ...] = ()
    passes: tuple[Pass, ...] = ()
    points: int = 0
    sets: tuple[CardSet, ...] = ()
    set_points: int = 0
    claim: int | None = None
    laid: tuple[Card, ...] = ()

    def with_laid(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards laid open, these with them, each once."""
        return tuple(dict.fromkeys((*self.laid, *cards)))

    @kept("sets")
    def used(self) -> tuple[Card, ...]:
        """The cards of the sets."""
        return tuple([card for group in self.sets for card in group.cards])

    @kept("pile", "sets")
    def unused_pile(self) -> tuple[Card, ...]:
        return tuple([card for card in self.pile if card not in self.used])

    @kept("sets", "pile")
    def joined(self) -> tuple[Card, ...]:
        """Unplayed cards that went into a set."""
        return tuple([card for card in self.used if card not in self.pile])

    @property
    def seen(self) -> tuple[Card, ...]:
        """His cards that everybody has seen."""
        return (*self.pile, *self.known, *self.joined)

    @kept("pile", "known", "sets")
    def seen_bits(self) -> int:
        return bits(self.pile) | bits(self.known) | bits(self.used)

    @kept("hand", "pile", "known", "sets")
    def hidden_cards(self) -> int:
        """How many cards of the hand nobody has seen."""
        return self.hand - len({*self.known, *self.joined})

    @kept("passes")
    def passed_with(self) -> int:
        """The cards that fitted at none of his passes, as `bits` has them."""
        found = -1
        for passed in self.passes:
            found &= unplayable_at(passed.total)
        return found


@dataclass(frozen=True)
class State:
    """`totals`: match scores before this round.  `passed`: seats that passed at this total, since
    the last card.  `previous`: the round before, for looking back.  `rounds`: rounds closed before this one.
    `left`: points that somebody did not peg, where the table plays muggins."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: int
    totals: tuple[int, ...]
    seats: tuple[Seat, ...]
    deals: int = 1
    phase: Phase = "start"
    starter: Card | None = None
    total: int | None = None
    ones: int = 0
    turn: int = 0
    passed: frozenset[int] = frozenset()
    previous: State | None = None
    rounds: int = 0
    left: Left | None = None

    @property
    def step(self) -> int:
        return 1 if self.house.direction == "clockwise" else -1

    @property
    def first(self) -> int:
        """Who plays first: the cutter, at the dealer's right (RULES 3.1)."""
        return (self.dealer + (-1 if self.house.first_player == "cutter" else 1)) % len(self.players)

    @property
    def begin(self) -> int:
        """The starter's number."""
        return self.starter.number if self.starter else 0

    @kept("seats", "starter")
    def seen(self) -> tuple[Card, ...]:
        cards = [card for seat in self.seats for card in seat.seen]
        return (*cards, self.starter) if self.starter else tuple(cards)

    @kept("seats", "starter", "house")
    def hidden_bits(self) -> int:
        """Cards that nobody has seen, as `bits` has them."""
        seen = bits((self.starter,)) if self.starter else 0
        for seat in self.seats:
            seen |= seat.seen_bits
        return self.house.pack.bits & ~seen

    @property
    def scores(self) -> dict[str, int]:
        rounds = [round_score(self, i) if self.phase == "closed" else 0 for i in range(len(self.players))]
        return {name: total + points for name, total, points in zip(self.players, self.totals, rounds, strict=True)}

    @property
    def over(self) -> bool:
        if self.phase != "closed":
            return False
        if self.house.rounds:
            return self.rounds + 1 >= self.house.rounds
        return any(map(self.house.reached, self.scores.values()))

    def elsewhere(self, player: str = "") -> tuple[Card, ...]:
        """Cards known to be somewhere else than in this player's hand."""
        known = self.seat(player).known if player else ()
        return tuple([card for card in self.seen if card not in known]) if known else self.seen

    def seat(self, player: str) -> Seat:
        return self.seats[self.players.index(player)]

    def with_seat(self, player: str, seat: Seat) -> State:
        return replace(self, seats=with_item(self.seats, self.players.index(player), seat))


def unused_cards(state: State, i: int) -> int:
    """How many of the seven lie in no set."""
    seat = state.seats[i]
    return len(seat.pile) + seat.hand - len(seat.used)


def deduction(state: State, i: int) -> int:
    """What the unused cards cost; `double` takes a point more for each card not played (RULES 3.4)."""
    extra = state.seats[i].hand if state.house.unplayed_rule == "double" else 0
    return unused_cards(state, i) + extra


def round_score(state: State, i: int) -> int:
    """Play points and set points less the deductions."""
    return state.seats[i].points + state.seats[i].set_points - deduction(state, i)


def unseen(state: State, player: str = "") -> tuple[Card, ...]:
    """The cards that could be anywhere, and those the player has shown that he holds."""
    seen = frozenset(state.elsewhere(player))
    return tuple([card for card in state.house.pack if card not in seen])


def fits(state: State, card: Card) -> bool:
    return state.total is not None and can_land(state.total, card)


def after_deal(state: State) -> State:
    """The next round, dealt by the next player clockwise; a round not closed counts for nothing."""
    return State(
        state.at, state.players, state.house, (state.dealer + 1) % len(state.players), tuple(state.scores.values()),
        (Seat(),) * len(state.players), state.deals + 1,
        ones=state.ones if state.house.ones_counter == "game" else 0,
        previous=replace(state, previous=None) if state.phase == "closed" else state.previous,
        rounds=state.rounds + (state.phase == "closed"))


def passed_on(state: State, actor: int, seats: tuple[Seat, ...], passed: frozenset[int]
              ) -> tuple[Phase, int, frozenset[int]]:
    """The phase, who is on turn and who has passed, once the actor is done: the next player with cards who has not
    passed at this total, else the sets (RULES 3.2)."""
    n, step = len(seats), state.step
    for i in range(1, n + 1):
        seat = (actor + step * i) % n
        if seats[seat].hand and seat not in passed:
            return "play", seat, passed
    return "sets", state.turn, frozenset()


def closed_when_all_used(state: State) -> State:
    """A round with no card left for a set is over; otherwise more sets may come."""
    if state.phase != "sets":
        return state
    open_cards = [len(seat.unused_pile) + (seat.hand - len(seat.joined) if state.house.joins else 0)
                  for seat in state.seats]
    return state if any(open_cards) else replace(state, phase="closed")


def by_seat(state: State) -> Iterator[tuple[str, Seat]]:
    return zip(state.players, state.seats, strict=True)
