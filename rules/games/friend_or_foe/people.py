"""People who play Friend or Foe honestly and at random, their lies and faults."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.people import PlantedFault, RandomPlayer
from rules.core.seats import by_player
from rules.games.friend_or_foe.matching import helper_ranks, matches_among
from rules.games.friend_or_foe.state import Roll, State

ATTACKS = 0.1  # how often a random player thinks of attacking


class RandomFriendOrFoe(RandomPlayer[State]):
    """Plays from true hands; asks for a friend only without a match where the house wants that."""

    def deal(self) -> None:
        cards = self.shuffled(self.pack)
        for name, size in by_player(self.state.players, self.state.sizes).items():
            self.hands[name], cards = cards[:size], cards[size:]
        self.aside = cards

    def candidates(self) -> list[Action]:
        state = self.state
        if state.phase == "over":
            return []
        if state.is_dead:
            return [Action(TABLE, "deal")]
        roll = Action(state.roller, "roll", numbers=(self.rng.randint(1, 6), self.rng.randint(1, 6)))
        if state.phase == "roll":
            return [roll]
        if state.phase == "attacked":
            return [roll, Action(state.turn, "collect")]
        assert state.dice is not None
        if state.phase == "rolled":
            return self._turn(state.dice)
        return [roll, *self._answers(state.dice)]

    def _turn(self, dice: Roll) -> list[Action]:
        state, hand = self.state, self.hands[self.state.turn]
        matches = list(matches_among(hand, dice, state.house))
        may_ask = not matches or not state.house.friend_requires_no_match
        asks = [Action(state.turn, "ask", (card,)) for card in hand if helper_ranks(card.number, state.sum)] * may_ask
        return [*(Action(state.turn, "play", match) for match in matches), *asks, Action(state.turn, "pass")]

    def _answers(self, dice: Roll) -> list[Action]:
        state = self.state
        found: list[Action] = []
        for name in state.players:
            if name == state.turn:
                continue
            if state.phase == "asked":
                found += [Action(name, "friend", (card,)) for card in self.hands[name] if card.rank in "AK"]
            # Somebody who attacks whenever he can keeps the game going for ever.
            if self.rng.random() < ATTACKS:
                found += [Action(name, "foe", match) for match in matches_among(self.hands[name], dice, state.house)]
        return found

    def comes_first(self, action: Action) -> bool:
        """Picked up before the next roll."""
        return action.verb == "collect"

    def happened(self, action: Action) -> None:
        before: State = self.match.events[-1].before
        if action.verb == "deal":
            self.deal()
        if action.verb in ("play", "friend", "foe"):
            for card in action.cards:
                self.hands[action.actor].remove(card)
        if action.verb == "friend":
            assert before.asked is not None
            self.hands[before.turn].remove(before.asked)
        if before.phase == "attacked" and action.verb != "deal":
            self.hands[before.turn] += [card for card in before.pile if card not in self.state.pile]

    def lies(self) -> Iterator[PlantedFault]:
        """Asking for a friend with a match in hand."""
        state = self.state
        if state.phase == "rolled" and state.dice and state.house.friend_requires_no_match:
            hand = self.hands[state.turn]
            if next(matches_among(hand, state.dice, state.house), None):
                yield from (PlantedFault("asking a friend with a match in hand", Action(state.turn, "ask", (card,)))
                            for card in hand if helper_ranks(card.number, state.sum))

    def open_faults(self) -> Iterator[PlantedFault]:
        """Discards, answers and attacks that break a rule, whatever the hand."""
        state = self.state
        others = [name for name in state.players if name != state.turn]
        if state.phase == "rolled":
            yield from (PlantedFault("discarding what the dice do not show", Action(state.turn, "play", (card,)))
                        for card in self.hands[state.turn] if card.number != state.sum)
            if not state.passed_before:
                yield from (PlantedFault("attacking though nobody passed", Action(name, "foe", (self.hands[name][0],)))
                            for name in others if self.hands[name])
        if state.phase == "asked":
            yield from (PlantedFault("answering wrongly", Action(name, "friend", (card,))) for name in others
                        for card in self.hands[name] if card.rank not in "AK")

    def is_listed(self, action: Action) -> bool:
        return action.verb in ("play", "friend", "foe", "pass", "ask")

    def check(self) -> None:
        assert self.state.sizes == tuple(len(hand) for hand in self.hands.values())
        for name in self.state.players:
            assert self.state.knows(name) <= set(self.hands[name])
