"""What is known of a hand of Scopa, what a card may take, and how it is dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

from rules.core.action import Action
from rules.core.cards import SUIT_NAMES, Card, standard_pack
from rules.core.frozen import kept, replace
from rules.core.seats import Seated
from rules.games.scopa.house import House

T = TypeVar("T")

RANKS = "A234567JQK"
VALUES = {rank: value for value, rank in enumerate(RANKS, 1)}
PACK = Counter({card: 1 for card in sorted(standard_pack()) if card.rank in VALUES})
HAND = 3
BOARD = 4
SETTEBELLO = Card("7D")
PRIMIERA = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}
Phase = Literal["deal", "play", "done"]


def value(card: Card) -> int:
    """Ace 1 to 7, then Jack 8, Queen 9, King 10; 0 for a card that is not in this pack."""
    return VALUES.get(card.rank, 0)


def captures(card: Card, board: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Every legal capture, in board order: one card of the same rank; only without one, two or more
    cards that add up to the card.  Empty where the card is laid down."""
    rank = card.rank
    pairs = tuple([(other,) for other in board if other.rank == rank])
    return pairs or tuple(sums(value(card), [(value(other), other) for other in board]))


def sums(wanted: int, board: Sequence[tuple[int, Card]]) -> list[tuple[Card, ...]]:
    """Every choice of cards, with their values, that adds up.  A single one would be of the same rank: values are one
    to a rank."""
    found: list[tuple[Card, ...]] = []
    for i, (worth, card) in enumerate(board):
        if worth == wanted:
            found.append((card,))
        elif worth < wanted:
            found += [(card, *more) for more in sums(wanted - worth, board[i + 1:])]
    return found


def side_of(seat: int, seats: int) -> int:
    """Four play in pairs, opposite seats together; two and three play for themselves (RULES 5.1)."""
    return seat % 2 if seats == 4 else seat


class Sweep(NamedTuple):
    """Who cleared the board, and the card that lies face up for it (None: only claimed)."""

    seat: int
    card: Card | None


class Trail(NamedTuple):
    """A card laid down: the number of the action, by whom, and the board as it was before."""

    at: int
    seat: int
    board: tuple[Card, ...]


class Award(NamedTuple):
    """One line of the count; `side` None where nobody gets the point."""

    category: str
    side: int | None


@dataclass(frozen=True)
class State(Seated):
    """Everything public.  Tuples by seat follow `players`.

    totals: match scores before this hand, by side.  left: cards in hand.  piles: captured cards, as taken, by side.
    trails: cards laid down since the last three were dealt.  known: cards of the hand that were
    shown.  claims: points of each player's last play, not yet pegged."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: int
    totals: tuple[int, ...]
    left: tuple[int, ...]
    piles: tuple[tuple[Card, ...], ...]
    known: tuple[tuple[Card, ...], ...]
    claims: tuple[int | None, ...]
    deals: int = 0
    phase: Phase = "deal"
    board: tuple[Card, ...] = ()
    stock: int = len(PACK)
    turn: int = 0
    sweeps: tuple[Sweep, ...] = ()
    last_capturer: int | None = None
    trails: tuple[Trail, ...] = ()

    @property
    def seen(self) -> tuple[Card, ...]:
        return self.board + sum(self.piles, ()) + sum(self.known, ())

    @kept("phase", "totals", "piles", "sweeps", "dealer", "players", "house")
    def points(self) -> tuple[int, ...]:
        """Match scores by side, the hand's points from its last play on."""
        return counted(self) if self.phase == "done" else self.totals

    @property
    def scores(self) -> dict[str, int]:
        """The same by name: sides of two, and every player."""
        return self.by_side(self.points)

    @property
    def over(self) -> bool:
        """A side has reached the target and no other has as many."""
        if self.phase != "done":
            return False
        points = self.points
        return max(points) >= self.house.target and points.count(max(points)) == 1

    @property
    def winners(self) -> tuple[str, ...]:
        """Who is ahead: a player, or both of a side, or several with as many points."""
        points = self.points
        return tuple(name for seat, name in enumerate(self.players) if points[self.side(seat)] == max(points))

    def side(self, seat: int) -> int:
        return side_of(seat, len(self.players))

    def side_name(self, side: int) -> str:
        """ "Ann+Cal", or the player's name alone."""
        return "+".join(name for seat, name in enumerate(self.players) if self.side(seat) == side)

    def by_side(self, values: Sequence[T]) -> dict[str, T]:
        """Values of sides by name; where partners sit, by their own names as well."""
        named = {self.side_name(side): value for side, value in enumerate(values)}
        return {**named, **{name: values[self.side(seat)] for seat, name in enumerate(self.players)}}

    def sweeps_of(self, side: int) -> int:
        return sum(self.side(sweep.seat) == side for sweep in self.sweeps)


def diamonds(pile: Sequence[Card]) -> int:
    return sum(card.suit == "D" for card in pile)


def best_of_suits(pile: Sequence[Card]) -> dict[str, Card | None]:
    """The card of each suit that counts for the primiera."""
    return {suit: max((card for card in pile if card.suit == suit), key=lambda card: PRIMIERA[card.rank], default=None)
            for suit in SUIT_NAMES}


def primiera(pile: Sequence[Card]) -> int | None:
    """The sum of the best card of each suit; None without all four suits."""
    best = best_of_suits(pile).values()
    return None if None in best else sum(PRIMIERA[card.rank] for card in best if card)


def _more(values: list[int]) -> int | None:
    """The side with the most; None where another has as many."""
    return values.index(max(values)) if values.count(max(values)) == 1 else None


def awards(state: State) -> list[list[Award]]:
    """The points of a hand in the order of counting; what is counted together is one list."""
    holder = next((side for side, pile in enumerate(state.piles) if SETTEBELLO in pile), None)
    categories = [
        Award("cards", _more([len(pile) for pile in state.piles])),
        Award("diamonds", _more([diamonds(pile) for pile in state.piles])),
        Award("settebello", holder),
        Award("primiera", _more([primiera(pile) or 0 for pile in state.piles])),
    ]
    made = list(state.sweeps)
    if state.house.sweep_order == "non_dealer_first":
        made.sort(key=lambda sweep: sweep.seat == state.dealer)
    sweeps = [Award("sweep", state.side(sweep.seat)) for sweep in made]
    if state.house.sweep_order == "after_all_compare":
        return [*([award] for award in categories), sweeps]
    return [[award] for award in (*categories, *sweeps)]


def counted(state: State) -> tuple[int, ...]:
    """The totals with the hand counted, stopping where the house stops."""
    points = list(state.totals)
    for group in awards(state):
        for award in group:
            if award.side is not None:
                points[award.side] += 1
        if state.house.stop_midcount and max(points) >= state.house.target:
            break
    return tuple(points)


def name_at(state: State, seat: int | None) -> str | None:
    return None if seat is None else state.players[seat]


def unseen(state: State, player: str = "") -> tuple[Card, ...]:
    """The cards that could be anywhere, and those the player has shown that he holds."""
    known = state.known[state.seat(player)] if player else ()
    seen = frozenset(state.seen) - frozenset(known)
    return tuple(card for card in PACK if card not in seen)


def plays_of(actor: str, card: Card, board: tuple[Card, ...]) -> list[Action]:
    """What a player may do with the card: every capture, or lay it down."""
    return [Action(actor, "play", (card,), take=taken) for taken in captures(card, board)] or [
        Action(actor, "play", (card,))]


def after_deal(state: State, board: tuple[Card, ...]) -> State:
    """Three cards each and four on the board; the deal goes round, and the dealer's left begins."""
    count = len(state.players)
    dealer = (state.dealer + 1) % count if state.phase == "done" else state.dealer
    return replace(fresh(state.players, state.house, dealer), at=state.at, totals=state.points, deals=state.deals + 1,
                   phase="play", board=board, left=(HAND,) * count, stock=len(PACK) - BOARD - count * HAND,
                   turn=(dealer + 1) % count)


def fresh(players: tuple[str, ...], house: House, dealer: int) -> State:
    """Before the first deal."""
    seats = len(players)
    sides = side_of(seats - 1, seats) + 1
    return State(0, players, house, dealer, (0,) * sides, (0,) * seats, ((),) * sides, ((),) * seats, (None,) * seats)
