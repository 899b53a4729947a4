"""People who play Pemberley honestly and at random, and the lies they could tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.people import PlantedFault, RandomPlayer
from rules.games.pemberley.shown import best_sets
from rules.games.pemberley.state import HAND, State, by_seat, fits


class RandomPemberley(RandomPlayer[State]):
    """Honest people who play whatever fits and lay their best sets, or some of them."""

    def candidates(self) -> list[Action]:
        state = self.state
        if not self.stock and state.phase == "start":
            self._shuffle()
        if state.phase == "start":
            return [Action(TABLE, "start", (self.stock[-1],))]
        actor = self.match.to_act
        if actor is None:
            return [] if state.over else [*self._sets(), Action(TABLE, "deal")]
        plays = [Action(actor, "play", (card,)) for card in self.hands[actor]]
        stuck = not any(fits(state, card) for card in self.hands[actor])
        return [*plays, Action(actor, "pass")] if stuck or not state.house.must_play else plays

    def _shuffle(self) -> None:
        self.stock = self.shuffled(self.pack)
        for name in self.match.table.players:
            self.hands[name] = [self.stock.pop() for _ in range(HAND)]

    def _sets(self) -> list[Action]:
        """Sets of everybody's best arrangement that are not laid yet."""
        return [Action(name, "set", group.cards, announced=group.total)
                for name in self.match.table.players for group in best_sets(self.state, name).sets
                if not set(group.cards) & set(self.state.seat(name).used)]

    def happened(self, action: Action) -> None:
        if action.verb == "start":
            self.stock.pop()
        elif action.verb == "play":
            self.hands[action.actor].remove(action.card)
        elif action.verb == "deal":
            self._shuffle()

    def everything(self) -> Counter[Card]:
        """After the play the piles are back in the hands."""
        held = [card for hand in self.hands.values() for card in hand]
        played = [card for seat in self.state.seats for card in seat.pile]
        return Counter([*self.match.game.visible(self.state)["starter"], *played, *held, *self.stock])

    def lies(self) -> Iterator[PlantedFault]:
        """Passing with a card that fits."""
        actor = self.match.to_act
        if actor and self.state.phase == "play":
            plays = [Action(actor, "play", (card,)) for card in self.hands[actor]]
            if any(self.match.game.judge(self.state, play).applies for play in plays):
                yield PlantedFault("pass with a playable card", Action(actor, "pass"))

    def is_listed(self, action: Action) -> bool:
        return action.verb != "set"

    def check(self) -> None:
        for name, seat in by_seat(self.state):
            assert seat.hand == len(self.hands[name])
