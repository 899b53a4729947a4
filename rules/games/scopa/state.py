"""What is known of a hand of Scopa, what a card may take, and how it is dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.core.action import Action
from rules.core.cards import SUIT_NAMES, Card, standard_pack
from rules.core.seats import by_player
from rules.games.scopa.house import House

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
    pairs = tuple((other,) for other in board if other.rank == card.rank)
    return pairs or tuple(sums(value(card), tuple(board)))


def sums(wanted: int, board: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every choice of cards that adds up.  A single one would be of the same rank: values are one to a rank."""
    for i, card in enumerate(board):
        rest = wanted - value(card)
        if rest == 0:
            yield (card,)
        elif rest > 0:
            yield from ((card, *more) for more in sums(rest, board[i + 1:]))


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
    """One line of the count; `seat` None where nobody gets the point."""

    category: str
    seat: int | None


@dataclass(frozen=True)
class State:
    """Everything public.  Tuples by seat follow `players`.

    totals: match scores before this hand.  left: cards in hand.  piles: captured cards, as taken.
    trails: cards laid down since the last three were dealt.  known: cards of the hand that were
    shown.  claims: points of each player's last play, not yet pegged."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: int
    totals: tuple[int, ...] = (0, 0)
    deals: int = 0
    phase: Phase = "deal"
    board: tuple[Card, ...] = ()
    left: tuple[int, ...] = (0, 0)
    stock: int = len(PACK)
    turn: int = 0
    piles: tuple[tuple[Card, ...], ...] = ((), ())
    sweeps: tuple[Sweep, ...] = ()
    last_capturer: int | None = None
    trails: tuple[Trail, ...] = ()
    known: tuple[tuple[Card, ...], ...] = ((), ())
    claims: tuple[int | None, ...] = (None, None)

    @property
    def seen(self) -> tuple[Card, ...]:
        return (*self.board, *self.piles[0], *self.piles[1], *self.known[0], *self.known[1])

    @property
    def scores(self) -> dict[str, int]:
        """Match scores, the hand's points from its last play on."""
        points = counted(self) if self.phase == "done" else self.totals
        return by_player(self.players, points)

    @property
    def over(self) -> bool:
        """Somebody has reached the target and nobody has as many."""
        one, other = self.scores.values()
        return self.phase == "done" and max(one, other) >= self.house.target and one != other

    def seat(self, player: str) -> int:
        return self.players.index(player)

    def sweeps_of(self, seat: int) -> int:
        return sum(sweep.seat == seat for sweep in self.sweeps)


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


def _more(values: Sequence[int]) -> int | None:
    """The seat with more; None where both have as many."""
    return None if values[0] == values[1] else values.index(max(values))


def awards(state: State) -> list[list[Award]]:
    """The points of a hand in the order of counting; what is counted together is one list."""
    holder = next((seat for seat, pile in enumerate(state.piles) if SETTEBELLO in pile), None)
    categories = [
        Award("cards", _more([len(pile) for pile in state.piles])),
        Award("diamonds", _more([diamonds(pile) for pile in state.piles])),
        Award("settebello", holder),
        Award("primiera", _more([primiera(pile) or 0 for pile in state.piles])),
    ]
    sweeps = [Award("sweep", sweep.seat) for sweep in state.sweeps]
    if state.house.sweep_order == "after_all_compare":
        return [*([award] for award in categories), sweeps]
    if state.house.sweep_order == "non_dealer_first":
        sweeps.sort(key=lambda award: award.seat == state.dealer)
    return [[award] for award in (*categories, *sweeps)]


def counted(state: State) -> tuple[int, ...]:
    """The totals with the hand counted, stopping where the house stops."""
    points = list(state.totals)
    for group in awards(state):
        for award in group:
            if award.seat is not None:
                points[award.seat] += 1
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
    """Three cards each and four on the board; the deal alternates, and the other player begins."""
    dealer = 1 - state.dealer if state.phase == "done" else state.dealer
    return State(state.at, state.players, state.house, dealer, tuple(state.scores.values()), state.deals + 1, "play",
                 board, (HAND, HAND), len(PACK) - BOARD - 2 * HAND, turn=1 - dealer)
