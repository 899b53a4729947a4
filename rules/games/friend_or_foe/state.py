"""What is known of a game of Friend or Foe, and how cards change hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.core.cards import NUMBER_BITS, Card, bits
from rules.core.frozen import kept, replace
from rules.core.seats import Seated, left_of, with_item
from rules.games.friend_or_foe.house import House

PLACE = "pile"
PIPS = range(1, 7)
Roll = tuple[int, int]
Phase = Literal["roll", "rolled", "asked", "passed", "attacked", "over"]


class Ask(NamedTuple):
    """A call for a friend: the player claimed to hold no match for the dice.

    held: cards that he is known to have held then, those shown since among them.
    collected: cards that came to him since."""

    player: str
    dice: Roll
    at: int
    held: frozenset[Card]
    collected: frozenset[Card] = frozenset()


class Half(NamedTuple):
    """A pair or a sum match laid where the other one may follow in the same turn (`both_matches`)."""

    player: str
    dice: Roll
    size: int


@dataclass(frozen=True)
class State(Seated):
    """Everything public.  Tuples by seat follow `players`.

    turn: the roller; after a pass it stays until the next player rolls.  attack: the attacker's cards on the
    pile, until it is collected.  asked: the card that a friend is asked for; number: what was called where that is not
    known yet.  known: cards of the hand that everybody has seen.  passed_before: the turn
    before this roll ended with a pass."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: str
    turn: str
    sizes: tuple[int, ...]
    known: tuple[frozenset[Card], ...]
    wins: tuple[int, ...]
    deals: int = 1
    phase: Phase = "roll"
    dice: Roll | None = None
    asked: Card | None = None
    number: int = 0
    half: Half | None = None
    attack: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    asks: tuple[Ask, ...] = ()
    passed_before: bool = False
    winners: tuple[str, ...] = ()

    def size(self, player: str) -> int:
        return self.sizes[self.seat(player)]

    def knows(self, player: str) -> frozenset[Card]:
        """Cards that the player is known to hold."""
        return self.known[self.seat(player)]

    @property
    def sum(self) -> int:
        return sum(self.dice or (0, 0))

    @property
    def called(self) -> int:
        """The number for which a friend is asked, which tells of no suit."""
        return self.asked.number or self.number if self.asked else 0

    @property
    def next_player(self) -> str:
        return left_of(self.players, self.turn)

    @property
    def roller(self) -> str:
        """Who may roll now."""
        return self.turn if self.phase in ("roll", "rolled") else self.next_player

    @kept("pile", "known", "house")
    def unseen_numbers(self) -> tuple[int, ...]:
        """By number, 1 to 13, how many cards could be anywhere."""
        unseen = self.house.pack.bits & ~bits(self.pile)
        for held in self.known:
            unseen &= ~bits(held)
        return tuple([(unseen & of_number).bit_count() for of_number in NUMBER_BITS])

    @property
    def outside(self) -> list[Card]:
        """Cards that are not in the pile: in hands or aside."""
        lying = set(self.pile)
        return [card for card in self.house.pack if card not in lying]

    @property
    def is_dead(self) -> bool:
        """Nobody can ever discard again: all cards that are held need one of the other kind (RULES 8.4,
        stalemate watch).  Cards aside are not held, where all hands are known; a pile that an attacked
        player must take is."""
        if self.phase == "attacked":
            return collected_of(self).is_dead
        hands_known = all(size == len(known) for size, known in zip(self.sizes, self.known, strict=True))
        if not hands_known and len(self.pile) < len(self.house.pack) - 4:
            return False
        held = {card.rank for card in (frozenset().union(*self.known) if hands_known else self.outside)}
        return held == {"K"} or (held == {"A"} and not self.house.aces_match_die_one)


def unseen(state: State, player: str = "") -> list[Card]:
    """The cards that could be anywhere, and those the player is known to hold."""
    placed = frozenset(state.pile).union(*state.known) - (state.knows(player) if player else frozenset())
    return [card for card in state.house.pack if card not in placed]


def after_deal(at: int, players: tuple[str, ...], house: House, dealer: str, wins: tuple[int, ...], deals: int
               ) -> State:
    """Fresh cards for everybody; whoever sits left of the dealer rolls first."""
    first = left_of(players, dealer)
    return State(at, players, house, dealer, first, hand_sizes(players, first, house), (frozenset(),) * len(players),
                 wins, deals)


def hand_sizes(players: tuple[str, ...], first: str, house: House) -> tuple[int, ...]:
    """Cards dealt to each seat: as many to each, and by the option the rest to the first players."""
    size, left = divmod(len(house.pack), len(players))
    extra = left if house.leftovers == "first_players" else 0
    start = players.index(first)
    return tuple(size + ((seat - start) % len(players) < extra) for seat in range(len(players)))


def turn_over(state: State, first: tuple[str, ...]) -> State:
    """The turn passes left, unless somebody is out of cards."""
    after = replace(state, phase="roll", turn=state.next_player, dice=None, asked=None, passed_before=False)
    return won_of(after, first)


def won_of(state: State, candidates: tuple[str, ...]) -> State:
    """The game is over where one of these has no card left."""
    winners = tuple(name for name in candidates if state.size(name) == 0)
    if not winners:
        return state
    wins = tuple(won + (name in winners) for name, won in zip(state.players, state.wins, strict=True))
    return replace(state, phase="over", winners=winners, wins=wins)


def collected_of(state: State) -> State:
    """The attacked player has picked up the pile; the next player rolls."""
    left = state.attack if state.house.foe_pile == "without" else ()
    return replace(takes_pile(state, state.turn, left), phase="roll", turn=state.next_player, dice=None, attack=())


def takes_pile(state: State, player: str, left: tuple[Card, ...]) -> State:
    """The pile, but for the cards left, goes to the player's hand; everybody has seen it."""
    taken, seat = frozenset(state.pile) - set(left), state.seat(player)
    asks = tuple(ask._replace(collected=ask.collected | taken) if ask.player == player else ask for ask in state.asks)
    return replace(state, pile=left, asks=asks, sizes=with_item(state.sizes, seat, state.sizes[seat] + len(taken)),
                   known=with_item(state.known, seat, state.known[seat] | taken))


def with_discard(state: State, player: str, cards: tuple[Card, ...]) -> State:
    """The cards go from the player's hand to the pile, seen by everybody."""
    seat = state.seat(player)
    shown = frozenset(cards)
    return replace(state, sizes=with_item(state.sizes, seat, max(0, state.sizes[seat] - len(cards))),
                   pile=(*state.pile, *cards), known=_known_without(state, shown), asks=_held_at(state, player, shown))


def revealed(state: State, player: str, cards: tuple[Card, ...]) -> State:
    """The player has shown these cards, which stay in his hand."""
    seat, shown = state.seat(player), frozenset(cards)
    known = _known_without(state, shown)
    return replace(state, known=with_item(known, seat, known[seat] | shown), asks=_held_at(state, player, shown))


def _known_without(state: State, shown: frozenset[Card]) -> tuple[frozenset[Card], ...]:
    """What the hands are known to hold besides these cards: where somebody else was thought to hold one, he does
    not."""
    return tuple([held and held - shown for held in state.known])


def _held_at(state: State, player: str, shown: frozenset[Card]) -> tuple[Ask, ...]:
    """The calls, now that the player has shown these cards: he held them at every one of his since which they did not
    come to him."""
    return tuple([ask._replace(held=ask.held | (shown - ask.collected)) if ask.player == player else ask
                  for ask in state.asks])
