"""People who play Scopa honestly and at random, and the faults they could commit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.game import Game, Table
from rules.core.people import PlantedFault, RandomPlayer
from rules.games.scopa.state import BOARD, HAND, PACK, State, plays_of, value


class RandomScopa(RandomPlayer[State]):
    """Honest people who take and lay down at random."""

    pack = PACK

    def __init__(self, game: Game[State], table: Table, rng: Random) -> None:
        super().__init__(game, table, rng)
        self.stock = self.shuffled(self.pack)
        self.ahead: list[Card] = []  # the pack as it will be dealt next

    def candidates(self) -> list[Action]:
        state, actor = self.state, self.match.to_act
        if actor is None:
            self.ahead = self.ahead or self.shuffled(self.pack)
            return [] if state.over else [Action(TABLE, "deal", tuple(self.ahead[:BOARD]))]
        hand = self.hands[actor]
        plays = [action for card in hand for action in plays_of(actor, card, state.board)]
        taking = any(action.take for action in plays)
        strict = state.house.trail_rule == "hand" and taking
        lying_down = [] if strict else [Action(actor, "play", (card,)) for card in hand]
        return list(dict.fromkeys([*(action for action in plays if action.take or not strict), *lying_down]))

    def happened(self, action: Action) -> None:
        if action.verb == "deal":
            self.stock, self.ahead = self.ahead[BOARD:], []
            self.hands = {name: [] for name in self.hands}
        else:
            self.hands[action.actor].remove(action.card)
        if self.state.phase == "play" and not any(self.hands.values()):
            for hand in self.hands.values():
                hand += [self.stock.pop() for _ in range(HAND)]

    def everything(self) -> Counter[Card]:
        held = [card for hand in self.hands.values() for card in hand]
        taken = [card for pile in self.state.piles for card in pile]
        return Counter([*self.state.board, *taken, *held, *self.stock])

    def open_faults(self) -> Iterator[PlantedFault]:
        """Captures that break a rule, whatever the hand."""
        state, actor = self.state, self.match.to_act or ""
        for card in self.hands.get(actor, []):
            equals = [other for other in state.board if other.rank == card.rank]
            for chosen in (chosen for size in (1, 2, 3) for chosen in combinations(state.board, size)):
                adds_up = sum(map(value, chosen)) == value(card)
                passed_over = adds_up and equals and not set(equals) & set(chosen)
                name = ("taking a sum though its equal lies there" if passed_over
                        else "taking cards that do not add up" if not adds_up else "")
                if name:
                    yield PlantedFault(name, Action(actor, "play", (card,), take=chosen))

    def is_listed(self, action: Action) -> bool:
        return action.verb != "deal"

    def check(self) -> None:
        """Hands and stock are as tracked; a hand that is over has given all its cards to somebody."""
        state = self.state
        assert state.left == tuple(map(len, self.hands.values()))
        assert state.phase == "deal" or state.stock == len(self.stock)
        if state.phase == "done" and state.last_capturer is not None:
            assert sum(map(len, state.piles)) == len(PACK)
