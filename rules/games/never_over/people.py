"""People who play Never Over at random."""

from __future__ import annotations

from collections import Counter

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.people import RandomPlayer
from rules.core.seats import by_player
from rules.games.never_over.house import is_green, is_red, pointage
from rules.games.never_over.state import State


class RandomNeverOver(RandomPlayer[State]):
    """People playing Never Over at random, a few games in a row."""

    games = 2

    @property
    def pack(self) -> Counter[Card]:
        return self.state.house.cards

    def deal(self) -> None:
        cards, size = self.shuffled(self.pack), self.state.house.hand_size
        self.hands = {name: [cards.pop() for _ in range(size)] for name in self.hands}
        self.stock, self.aside = (cards, []) if self.state.house.stock == "used" else ([], cards)

    def candidates(self) -> list[Action]:
        state = self.state
        if not state.turn:
            return [Action(TABLE, "deal")] if state.deals < self.games else []
        player, house = state.turn, state.house
        before_play = house.draw_timing == "before_play" and state.can_draw and not state.drew
        draws = [Action(player, "draw"), Action(player, "draw", source="discards")]
        if state.owes or (before_play and house.draws == "recorded"):
            return draws
        unseen = before_play and house.draws == "assumed"
        moves = self._moves(player, unseen)
        rest = [Action(player, "pass")] if self.rng.random() < 0.1 else []
        last = self._retiring(player, moves)
        return [*moves, *rest, *(draws[1:] if unseen else []), *last]

    def _retiring(self, player: str, moves: list[Action]) -> list[Action]:
        """To give up: where nothing else is left, near the end, and now and then."""
        few = not self.state.stock or self.rng.random() < 0.05
        return [Action(player, "retire")] if few or not moves or self.state.house.discards == "none" else []

    def _moves(self, player: str, with_top: bool) -> list[Action]:
        """Every card he can see, to every pile."""
        hand = sorted({*self.hands[player], *(self.stock[-1:] if with_top else [])})
        return [move for card in hand for move in (
            Action(player, "discard", (card,)),
            *([Action(player, "play", (card,), on=name) for name in self.state.keepers
               if name != self.state.keeper(player)] if is_green(card) else []),
            *([Action(player, "play", (card,))] if is_green(card) else []),
            *([Action(player, "play", (card,), on=name) for name in self.state.keepers] if is_red(card) else []),
        )]

    def happened(self, action: Action) -> None:
        before = self.match.events[-1].before
        if action.verb == "deal":
            self.deal()
            return
        hand = self.hands[action.actor]
        if action.source == "discards":
            hand.append(before.discards[-1])
        for _ in range(before.stock - self.state.stock):
            hand.append(self.stock.pop())
        for card in action.cards:
            hand.remove(card)

    def check(self) -> None:
        state = self.state
        assert by_player(state.players, state.hands) == {name: len(hand) for name, hand in self.hands.items()}
        assert len(self.stock) == state.stock
        if state.deals == 1 and state.house.partners == "none":
            on_table = sum(pointage(card) for pile in state.greens for card in pile)
            assert sum(self.match.scores.values()) == on_table
