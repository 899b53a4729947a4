"""What is known of a deal of Cribbage, how it is dealt, and how the turn passes in the play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from rules.core.cards import FACES, Card, bits
from rules.core.frozen import kept, replace
from rules.core.seats import Seated, with_item
from rules.games.cribbage.counting import LIMIT, worth
from rules.games.cribbage.house import House

KEPT = 4
CRIB = 4
HEELS = 2
Phase = Literal["crib", "starter", "play", "show", "closed"]


@dataclass(frozen=True, slots=True)
class Go:
    """A player's word that nothing fits: the number of the action, and the count."""

    at: int
    count: int


class Left(NamedTuple):
    """Points that a player left lying in the show, for those who see them (muggins)."""

    seat: int
    points: int


class Seat(NamedTuple):
    """One player's deal.  hand: cards still held; pile: cards laid in the play; gos: when nothing fitted."""

    hand: int
    laid_away: bool = False
    pile: tuple[Card, ...] = ()
    gos: tuple[Go, ...] = ()
    counted: bool = False


@dataclass(frozen=True)
class State(Seated):
    """`holes`: by side, as pegged in this game; `games`: by side, games won before it.  series: (seat, card) since
    the count began; gone: who has said go in it.  scored: whose last action scored what, for the claim."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: int
    seats: tuple[Seat, ...]
    holes: tuple[int, ...]
    games: tuple[int, ...]
    deals: int = 1
    phase: Phase = "crib"
    starter: Card | None = None
    series: tuple[tuple[int, Card], ...] = ()
    gone: frozenset[int] = frozenset()
    turn: int = 0
    crib: tuple[Card, ...] = ()
    scored: Left | None = None
    left: Left | None = None

    # -- who is who ----------------------------------------------------------------------------

    @kept("players")
    def sides(self) -> int:
        """Four play in pairs."""
        return 2 if len(self.players) == 4 else len(self.players)

    def side(self, seat: int) -> int:
        return seat % self.sides

    def side_name(self, side: int) -> str:
        return "+".join(self.players[side::self.sides])

    def order(self, after: int) -> list[int]:
        """All seats, beginning at the left of one."""
        return [*range(after + 1, len(self.players)), *range(after + 1)]

    # -- the deal ------------------------------------------------------------------------------

    @property
    def lays_away(self) -> int:
        """How many cards each puts into the crib."""
        return 2 if len(self.players) == 2 else 1

    @property
    def crib_size(self) -> int:
        """Cards in the crib now; with three players the table adds one."""
        table = 1 if len(self.players) == 3 else 0
        return table + self.lays_away * sum(seat.laid_away for seat in self.seats)

    @kept("series")
    def cards(self) -> tuple[Card, ...]:
        """The cards of the count that is going on."""
        return tuple([card for _, card in self.series])

    @kept("series")
    def count(self) -> int:
        return sum(map(worth, self.cards))

    def elsewhere(self, player: str = "") -> tuple[Card, ...]:
        """Cards known to be in nobody's hand: those laid, the crib and the starter."""
        laid = [card for seat in self.seats for card in seat.pile]
        return (*laid, *self.crib, self.starter) if self.starter else (*laid, *self.crib)

    @kept("seats", "crib", "starter", "house")
    def hidden_bits(self) -> int:
        """The cards that could be anywhere, as `bits` has them."""
        return self.house.pack.bits & ~bits(self.elsewhere())

    def unseen_above(self, most: int) -> int:
        """How many cards worth more than this could be anywhere."""
        return (self.hidden_bits & _above(most)).bit_count()

    @property
    def to_count(self) -> int | None:
        """Whose hand is counted next; the dealer's is the last (RULES 11.6)."""
        return next((seat for seat in self.order(self.dealer) if not self.seats[seat].counted), None)

    # -- the game ------------------------------------------------------------------------------

    @kept("holes", "house")
    def winner(self) -> int | None:
        """The side that is out."""
        return next((side for side, holes in enumerate(self.holes) if holes >= self.house.holes), None)

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def winners(self) -> tuple[str, ...]:
        """The players of the side that is out."""
        return () if self.winner is None else self.players[self.winner::self.sides]

    @property
    def worth_games(self) -> int:
        """How many games the game that has just been won counts (RULES 11.8)."""
        losers = [holes for side, holes in enumerate(self.holes) if side != self.winner]
        return self.house.games_won(max(losers))

    def with_seat(self, seat: int, now: Seat) -> State:
        return replace(self, seats=with_item(self.seats, seat, now))


@cache
def _above(most: int) -> int:
    """The cards that are worth more than this, as `bits` has them."""
    return bits(card for card in map(Card, FACES) if worth(card) > most)


def after_deal(at: int, players: tuple[str, ...], house: House, dealer: int, holes: tuple[int, ...],
               games: tuple[int, ...], deals: int = 1) -> State:
    """Six cards for two, five for three and four."""
    seats = (Seat(KEPT + (2 if len(players) == 2 else 1)),) * len(players)
    return State(at, players, house, dealer, seats, holes, games, deals, turn=(dealer + 1) % len(players))


def dealt_anew(state: State) -> State:
    """The deal goes round clockwise; a new game begins with the first on the way who has just lost (RULES 11.8)."""
    holes, games = state.holes, state.games
    order = state.order(state.dealer)
    if state.winner is not None:
        games = with_item(games, state.winner, games[state.winner] + state.worth_games)
        order = [seat for seat in order if state.side(seat) != state.winner]
        holes = (0,) * state.sides
    return after_deal(state.at, state.players, state.house, order[0], holes, games, state.deals + 1)


def laid_away(state: State, seat: int) -> State:
    """The player's cards are in the crib; when all are, the starter is cut."""
    after = state.with_seat(seat, state.seats[seat]._replace(hand=KEPT, laid_away=True))
    return replace(after, phase="starter") if all(s.laid_away for s in after.seats) else after


def pegged(state: State, seat: int, points: int) -> State:
    """The points on the board; nobody pegs beyond the last hole, and the first who is there has won (RULES 11.8)."""
    if not points:
        return state
    side = state.side(seat)
    holes = min(state.holes[side] + points, state.house.holes)
    after = replace(state, holes=with_item(state.holes, side, holes))
    return replace(after, phase="closed") if after.over else after


def turn_passed(state: State, seat: int) -> State:
    """To the next who holds cards and has not said go; where there is none the count ends (RULES 11.5)."""
    following = None if state.count == LIMIT else _next_with_cards(state, seat, state.gone)
    return count_ended(state) if following is None else replace(state, turn=following)


def _next_with_cards(state: State, seat: int, gone: frozenset[int] = frozenset()) -> int | None:
    """The next clockwise who holds cards and is none of these; the player of the seat himself comes last."""
    seats = state.seats
    for step in range(1, len(seats) + 1):
        other = (seat + step) % len(seats)
        if seats[other].hand and other not in gone:
            return other
    return None


def count_ended(state: State) -> State:
    """One for the last card, but for 31, which has scored already; the next at its left begins anew."""
    last = state.series[-1][0] if state.series else (state.turn - 1) % len(state.players)
    after = pegged(state, last, 1 if 0 < state.count < LIMIT else 0)
    if after.over:
        return after
    following = _next_with_cards(after, last)
    if following is None:
        return replace(after, series=(), gone=frozenset(), phase="show")
    return replace(after, series=(), gone=frozenset(), turn=following)


def unseen(state: State) -> tuple[Card, ...]:
    """The cards that could be anywhere."""
    seen = frozenset(state.elsewhere())
    return tuple(card for card in state.house.pack if card not in seen)


def fits(state: State, card: Card) -> bool:
    return state.count + worth(card) <= LIMIT


def by_seat(state: State) -> Iterator[tuple[str, Seat]]:
    return zip(state.players, state.seats, strict=True)
