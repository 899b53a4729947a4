"""What is known of a match of Limbo, and how it is dealt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.core.cards import Card
from rules.core.frozen import replace
from rules.core.seats import Seated
from rules.games.limbo.counting import FIRST_COUNT, NOTHING, Power, Result, results
from rules.games.limbo.house import House

HAND = 5
CARDS_FOR_A_DEAL = 2 * HAND + 1


class Claim(NamedTuple):
    """Somebody has shown by an action that no card of his hand can be played (RULES 2.4, class R)."""

    player: str
    at: int
    on_count: int
    previous: Power
    code: str


@dataclass(frozen=True)
class State(Seated):
    """One match.  phase: `undealt` (the table deals), `starter` (dealt, no starter yet), `play`,
    `extra` (the winner may go on alone), `closed` (scored).  Tuples by seat follow `players`."""

    players: tuple[str, ...]
    house: House
    dealer: str
    at: int = 0
    deals: int = 0
    phase: str = "undealt"
    turn: str = ""
    count: int = FIRST_COUNT
    previous: Power = NOTHING
    last_player: str = ""
    doublers: tuple[str, ...] = ()  # in the order they spoke
    pile: tuple[Card, ...] = ()
    played: int = 0  # cards that count, the starter included
    plays: tuple[int, ...] = (0, 0)  # cards laid, by seat
    hands: tuple[int, ...] = (0, 0)
    known: tuple[tuple[Card, ...], ...] = ((), ())  # cards that were shown and are still held
    seen: tuple[Card, ...] = ()  # out of play since the last shuffle; none of them can appear again
    stock: int = 52
    stock_top: Card | None = None
    claims: tuple[Claim, ...] = ()
    conceded: State | None = None  # the state before the loser said stuck
    forfeited: str = ""  # who gave the hand up falsely, and scores nothing for it (RULES 2.8)
    scores: tuple[int, ...] = (0, 0)
    over: bool = False

    @property
    def leader(self) -> str:
        return self.other(self.dealer)

    @property
    def multiplier(self) -> int:
        return 1 << len(self.doublers)

    def other(self, player: str) -> str:
        return self.players[1 - self.players.index(player)]

    def held(self, player: str) -> int:
        """Cards in the player's hand."""
        return self.hands[self.seat(player)]

    @property
    def gone(self) -> tuple[Card, ...]:
        """Cards that cannot come again before the next shuffle: once the hand is over, the shown ones too."""
        return (*self.seen, *sum(self.known, ())) if self.phase == "closed" else self.seen

    def elsewhere(self, player: str = "") -> tuple[Card, ...]:
        """Cards known to be somewhere else than in this player's hand."""
        top = (self.stock_top,) if self.stock_top and player else ()
        shown = (card for name, known in zip(self.players, self.known, strict=True) for card in known if name != player)
        return (*self.seen, *top, *shown)

    def results(self, card: Card) -> tuple[Result, ...]:
        return self.results_of(card.rank) if card.is_standard else ()

    def results_of(self, rank: str) -> tuple[Result, ...]:
        return results(rank, self.count, self.previous, self.house.ace11_divides, self.house.jack_on_ace)


def on_turn(state: State) -> str | None:
    """Who is on turn."""
    return state.turn if state.phase in ("play", "extra") else None


def to_show(state: State) -> dict[str, int]:
    """Cards of the loser that nobody has seen, where he said that none of them can be played."""
    if state.phase not in ("extra", "closed") or not state.claims:
        return {}
    loser = state.other(state.last_player)
    hidden = state.held(loser) - len(state.known[state.seat(loser)])
    return {loser: hidden} if hidden else {}


def after_deal(state: State) -> State:
    """Five cards each; everything of the hand before is forgotten but what has been seen."""
    whole = state.house.shuffle == "each_hand"
    seen = () if whole else (*state.seen, *sum(state.known, ()))
    return State(
        state.players, state.house, state.dealer, state.at, state.deals + 1, "starter", hands=(HAND, HAND),
        seen=seen, stock=(52 if whole else state.stock) - 2 * HAND, scores=state.scores,
    )


def shuffled(state: State) -> State:
    """All 52 cards are in the stock; nothing is known of any."""
    return replace(state, stock=52, seen=(), known=((), ()), stock_top=None)


def step(state: State) -> State:
    return replace(state, at=state.at + 1)


def unseen(state: State, player: str = "") -> list[Card]:
    """The cards that could be anywhere, and those the player has shown that he holds."""
    elsewhere = {*state.elsewhere(player), *state.gone}
    return [card for card in state.house.pack if card not in elsewhere]
