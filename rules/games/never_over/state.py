"""What is known of a game of Never Over, how it is dealt and how the turn passes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.frozen import replace
from rules.core.game import Outcome
from rules.core.seats import Seated, leaders, left_of, with_item
from rules.games.never_over.house import House, is_green, pointage


def _sides(house: House, players: tuple[str, ...], dealer: str) -> tuple[tuple[str, ...], ...]:
    """Who scores together in this deal, each side in seat order (RULES 1.8)."""
    if house.partners == "none":
        return tuple((name,) for name in players)
    if house.partners == "fixed":
        half = len(players) // 2
        return tuple((players[i], players[i + half]) for i in range(half))
    if house.partners == "threes":
        return players[::2], players[1::2]
    pair = {left_of(players, dealer), left_of(players, dealer, -1)}
    if house.partners == "rotating:S+dealer+D":
        pair.add(dealer)
    chosen = tuple(name for name in players if name in pair)
    rest = tuple(name for name in players if name not in pair)
    return (chosen, rest) if rest else (chosen,)


@dataclass(frozen=True)
class State(Seated):
    """One series of games.  Tuples by seat follow `players`; shared piles lie at the first partner's seat.

    turn: who is on turn, empty when all have retired.  drew: has drawn this turn.  owes: has moved and must
    still draw (draws recorded, after the play).  mover: who moved last.  missed: he had not drawn before it and
    nobody has acted since.  won: points of earlier games.  known: cards of the hands that everybody has seen."""

    players: tuple[str, ...]
    house: House
    dealer: str
    sides: tuple[tuple[str, ...], ...]
    turn: str
    hands: tuple[int, ...]
    stock: int
    greens: tuple[tuple[Card, ...], ...]
    reds: tuple[tuple[Card, ...], ...]
    won: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]
    at: int = 0
    deals: int = 1
    fresh: bool = True  # dealt, and nothing has happened; the first deal need not be said
    discards: tuple[Card, ...] = ()
    drew: bool = False
    owes: bool = False
    mover: str = ""
    missed: bool = False
    retired: tuple[str, ...] = ()

    def held(self, player: str) -> int:
        """Cards in the player's hand."""
        return self.hands[self.seat(player)]

    def side(self, player: str) -> tuple[str, ...]:
        return next(side for side in self.sides if player in side)

    def keeper(self, player: str) -> str:
        """At whose place the player's piles lie."""
        return self.side(player)[0] if self.house.partner_piles == "shared" else player

    @property
    def keepers(self) -> tuple[str, ...]:
        """Everybody who has piles before him, in seat order."""
        return tuple(name for name in self.players if self.keeper(name) == name)

    def cap(self, player: str) -> int:
        """The governing number of the player's red pile (RULES 1.4)."""
        pile = self.reds[self.seat(self.keeper(player))]
        return pointage(pile[-1]) if pile else self.house.highest

    def green_sum(self, player: str) -> int:
        """Points on the player's green pile."""
        return sum(map(pointage, self.greens[self.seat(self.keeper(player))]))

    def points(self, player: str) -> int:
        """Points in this game: those of the whole side."""
        return sum(self.green_sum(name) for name in {self.keeper(partner) for partner in self.side(player)})

    @property
    def seen(self) -> tuple[Card, ...]:
        """All cards on the table, by their order on the piles."""
        return tuple([card for pile in (*self.greens, *self.reds, self.discards) for card in pile])

    def elsewhere(self, player: str) -> tuple[Card, ...]:
        """Cards known to be somewhere else than in this player's hand."""
        shown = (card for name, known in zip(self.players, self.known, strict=True) for card in known if name != player)
        return (*self.seen, *shown)

    @property
    def can_draw(self) -> bool:
        return self.house.has_stock and self.stock > 0

    def is_gone(self, player: str) -> bool:
        """Whether nobody plays to the player's green pile any more."""
        keepers = [name for name in self.players if self.keeper(name) == self.keeper(player)]
        return all(name in self.retired for name in keepers)


def after_deal(house: House, players: tuple[str, ...], dealer: str, won: tuple[int, ...]) -> State:
    """A new game: empty piles, the dealer's left plays first (RULES 1.3)."""
    bare: tuple[tuple[Card, ...], ...] = ((),) * len(players)
    stock = sum(house.cards.values()) - len(players) * house.hand_size if house.stock == "used" else 0
    return State(players, house, dealer, _sides(house, players, dealer), left_of(players, dealer),
                 (house.hand_size,) * len(players), stock, bare, bare, won, bare)


def _laid(state: State, action: Action, owner: str) -> State:
    """The card lies on the owner's pile of its colour, and the move is over."""
    seat, card = state.seat(state.keeper(owner)), action.card
    if is_green(card):
        return with_move(replace(state, greens=with_item(state.greens, seat, (*state.greens[seat], card))), action)
    return with_move(replace(state, reds=with_item(state.reds, seat, (*state.reds[seat], card))), action)


def with_move(state: State, action: Action) -> State:
    """One card has left the hand; an assumed draw is done, and the turn passes."""
    player, seat, recorded = action.actor, state.seat(action.actor), state.house.draws == "recorded"
    drawn = int(state.can_draw and not recorded and not state.drew)
    hand = max(state.hands[seat] + drawn - 1, 0)
    missed = recorded and state.house.draw_timing == "before_play" and state.can_draw and not state.drew
    after = replace(state, at=state.at + 1, fresh=False, drew=False, mover=player, missed=missed,
                    stock=state.stock - drawn, hands=with_item(state.hands, seat, hand),
                    known=without_known(state.known, seat, action.card))
    if recorded and state.house.draw_timing == "after_play" and after.can_draw:
        return replace(after, owes=True)
    return turn_over(after, player)


def without_known(known: tuple[tuple[Card, ...], ...], seat: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    """The known cards of the hands, one copy of the card gone from this one."""
    left = list(known[seat])
    if card in left:
        left.remove(card)
    return with_item(known, seat, tuple(left))


def turn_over(state: State, player: str) -> State:
    """The next active player is on turn; who has no cards and cannot draw is retired (RULES 1.6)."""
    spent = not state.held(player) and not state.can_draw and player not in state.retired
    retired = (*state.retired, player) if spent else state.retired
    return replace(state, owes=False, drew=False, retired=retired, turn=next_active(state.players, player, retired))


def next_active(players: tuple[str, ...], player: str, retired: Collection[str]) -> str:
    """The next player clockwise who has not retired, perhaps the same one; empty when all have."""
    seat = players.index(player) + 1
    for name in (*players[seat:], *players[:seat]):
        if name not in retired:
            return name
    return ""


def with_draw(state: State, player: str, number: int, from_discards: bool) -> State | None:
    """The hand has grown; None where there is nothing to draw."""
    there = len(state.discards) if from_discards else state.stock
    if not 0 < number <= there:
        return None
    seat = state.seat(player)
    taken = state.discards[-number:] if from_discards else ()
    after = replace(
        state, at=state.at + 1, fresh=False, drew=True, missed=False,
        known=with_item(state.known, seat, (*state.known[seat], *taken)),
        hands=with_item(state.hands, seat, state.hands[seat] + number),
        stock=state.stock if from_discards else state.stock - number,
        discards=state.discards[:-number] if from_discards else state.discards,
    )
    return turn_over(after, player) if state.owes else after


def outcome_of(state: State) -> Outcome:
    """Where the series stands."""
    scores = {name: won + state.points(name) for name, won in zip(state.players, state.won, strict=True)}
    return Outcome(not state.turn, scores, leaders(scores) if not state.turn else (), state.deals)


def one_later(state: State) -> State:
    return replace(state, at=state.at + 1)


def unseen(state: State, player: str = "") -> Counter[Card]:
    """Cards that nobody has seen, and those that the player has shown that he holds."""
    hidden = Counter(state.house.cards)
    hidden.subtract(state.elsewhere(player))
    return +hidden


def playable_of(state: State) -> Counter[Card]:
    """Cards that lie nowhere on the table: in hands, in the stock or out of play."""
    off_table = Counter(state.house.cards)
    off_table.subtract(state.seen)
    return +off_table
