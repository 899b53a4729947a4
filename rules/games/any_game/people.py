"""People who play no game in particular: they lay cards, take tricks, and score (tests, films)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.game import Game, Table
from rules.core.people import PlantedFault, RandomPlayer
from rules.games.any_game.state import State, pack_of_house

MOST_POINTS = 12
ENOUGH = 60  # points at which a table without a target stops


class RandomTouches(RandomPlayer[State]):
    """A card from everybody, then somebody takes them and scores."""

    def __init__(self, game: Game[State], table: Table, rng: Random) -> None:
        super().__init__(game, table, rng)
        self.stock = self.shuffled(self.pack)

    @property
    def pack(self) -> Counter[Card]:
        house = self.state.house
        return pack_of_house(house.cards, house.jokers)

    def candidates(self) -> list[Action]:
        state = self.state
        if state.over:
            return []
        if len(state.board) == len(state.players) or (state.board and not self.stock):
            return [Action(TABLE, "gather", take=state.board)]
        if self._is_to_score():
            winner = self.rng.choice(state.players)
            return [Action(winner, "score", numbers=(self.rng.randint(1, MOST_POINTS),))]
        if max(state.scores) >= ENOUGH:
            return [Action(TABLE, "end")]
        return [Action(TABLE, "seen", (self.stock[-1],))] if self.stock else [Action(TABLE, "deal")]

    def _is_to_score(self) -> bool:
        """Whether a trick was just taken."""
        events = self.match.events
        return bool(events) and events[-1].action.verb == "gather"

    def happened(self, action: Action) -> None:
        if action.verb == "seen":
            self.stock.pop()
        elif action.verb == "deal":
            self.stock = self.shuffled(self.pack)

    def everything(self) -> Counter[Card]:
        return Counter(self.state.seen) + Counter(self.stock)

    def open_faults(self) -> Iterator[PlantedFault]:
        """A card that has been seen comes again; one is taken that is not there."""
        seen = self.state.seen
        if seen and self.pack[seen[0]] == 1:
            yield PlantedFault("laying a card that has been seen", Action(TABLE, "seen", (seen[0],)))
        if self.stock and self.stock[0] not in self.state.board:
            yield PlantedFault("taking a card that is not there", Action(TABLE, "gather", take=(self.stock[0],)))

    def is_listed(self, action: Action) -> bool:
        return action.verb in ("deal", "end")
