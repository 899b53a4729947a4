"""People who play Limbo honestly and at random, and the lies they could tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.people import PlantedFault, RandomPlayer
from rules.core.seats import by_player
from rules.games.limbo.counting import starter_results
from rules.games.limbo.state import CARDS_FOR_A_DEAL, HAND, State


class RandomLimbo(RandomPlayer[State]):
    """Two people playing Limbo at random."""

    def candidates(self) -> list[Action]:
        state = self.state
        if state.over:
            return []
        if state.phase in ("undealt", "closed"):
            short = state.stock < CARDS_FOR_A_DEAL
            return [Action(TABLE, "reshuffle" if short and state.deals else "deal"), *self._shows()]
        if state.phase == "starter":
            starters = starter_results(self.stock[-1])
            return [*(Action(TABLE, "start", (self.stock[-1],), announced=r.becomes) for r in starters), *self._calls()]
        if state.phase == "extra":
            return [Action(state.turn, "done"), *self._plays(), *self._shows()]
        plays = self._plays()
        playable = any(self._judge(action).kind in ("ok", "need") for action in plays)
        return [*plays, *self._calls()] if playable else [*plays, Action(state.turn, "stuck")]

    def _calls(self) -> list[Action]:
        # Doubling is one choice among many plays, so it stays as rare as at a table.
        return [Action(player, verb) for player in self.state.players for verb in ("double", "redouble")]

    def _shows(self) -> list[Action]:
        """Hands that may be laid open after the hand, once."""
        return [Action(name, "show", tuple(hand)) for name, hand in self.hands.items()
                if hand and name != self.state.turn and not self.state.known[self.state.seat(name)]]

    def lies(self) -> Iterator[PlantedFault]:
        """Saying "stuck" with a playable card."""
        actor = self.match.to_act
        if actor and self.state.phase == "play" and any(map(self.state.results, self.hands[actor])):
            yield PlantedFault("stuck with a playable card", Action(actor, "stuck"))

    def is_listed(self, action: Action) -> bool:
        return action.verb != "show"

    def _plays(self) -> list[Action]:
        """Every card he can see, with the counts it could make and some that are near misses."""
        state = self.state
        hand = [(card, "") for card in self.hands[state.turn]]
        # Where the stock may help out, taking from it says that no card of the hand can be played.
        lie = state.house.stuck_above_bar == "draw_from_stock" and any(state.results(card) for card, _ in hand)
        stock = [(self.stock[-1], "stock")] if self.stock and not lie else []
        return [Action(state.turn, "play", (card,), source=source, announced=count)
                for card, source in hand + stock for count in self._counts(card)]

    def _counts(self, card: Card) -> list[int]:
        near_misses = {self.state.count - card.number, self.state.count}
        return sorted(near_misses | {result.becomes for result in self.state.results(card)})

    def happened(self, action: Action) -> None:
        if action.verb == "reshuffle" or (action.verb == "deal" and self._whole_pack_is_dealt()):
            self.stock, self.aside = self.shuffled(self.pack), []
            self.hands = {name: [] for name in self.hands}
        if action.verb == "deal":
            self._deal()
        elif action.verb == "start" or action.source:
            self.stock.pop()
        elif action.verb == "play":
            self.hands[action.actor].remove(action.card)

    def _whole_pack_is_dealt(self) -> bool:
        return self.state.deals == 1 or self.state.house.shuffle == "each_hand"

    def _deal(self) -> None:
        for name, hand in self.hands.items():
            self.aside += [card for card in hand if card not in self.state.seen]
            self.hands[name] = [self.stock.pop() for _ in range(HAND)]

    def everything(self) -> Counter[Card]:
        # What was played, or shown in an earlier hand, is known to the state as seen.
        held = [card for hand in self.hands.values() for card in hand]
        return Counter([*self.state.seen, *held, *self.stock, *self.aside])

    def check(self) -> None:
        assert all(score % 10 == 0 for score in self.state.scores)
        assert {name: len(hand) for name, hand in self.hands.items()} == by_player(self.state.players,
                                                                                  self.state.hands)
        assert len(self.stock) == self.state.stock
