"""People who play Page One honestly and at random, and the lies they could tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.cards import JOKER, Card
from rules.core.people import PlantedFault, RandomPlayer
from rules.games.page_one.state import HAND, State


class RandomPageOne(RandomPlayer[State]):
    """Honest people: they follow when they can, draw when they must, and always say Page One."""

    def deal(self) -> None:
        self.stock, self.aside = self.shuffled(self.pack), []
        for name in self.hands:
            self.hands[name] = [self.stock.pop() for _ in range(HAND)]

    def candidates(self) -> list[Action]:
        state, actor = self.state, self.match.to_act
        if state.due:
            return [Action(state.players[duty.seat], "say", words="page one") for duty in state.due]
        if actor is None:
            return [] if state.over else [Action(TABLE, "deal")]
        hand = self.hands[actor]
        led = None if state.is_full else state.led
        if led is None:
            stuck = hand == [JOKER] and not state.house.joker_last
            return [Action(actor, "draw", numbers=(1,))] if stuck else _each(actor, hand)
        return self._following(actor, hand, led)

    def _following(self, actor: str, hand: list[Card], led: str) -> list[Action]:
        """The card just drawn if it follows; else cards of the suit; else the joker or another draw."""
        suited = [card for card in hand if card.suit == led]
        joker = [card for card in hand if card.is_joker]
        if self.state.drawing and suited:
            return _each(actor, suited)
        if suited:
            return _each(actor, suited + (joker if self.state.house.joker_anytime else []))
        return [*_each(actor, joker), *self._draws(actor, led)]

    def _draws(self, actor: str, led: str) -> list[Action]:
        """One more card, or all that it takes; a shuffle when the stock is gone."""
        if not self.stock:
            return [Action(TABLE, "reshuffle") if self.state.discards else Action(actor, "draw", numbers=(0,))]
        coming = self.stock[::-1]
        needed = next((i for i, card in enumerate(coming, 1) if card.suit == led or card.is_joker), len(coming))
        return [Action(actor, "draw", numbers=(n,)) for n in sorted({1, needed})]

    def happened(self, action: Action) -> None:
        if action.verb == "deal":
            self.deal()
        elif action.verb == "play":
            self.hands[action.actor].remove(action.card)
        elif action.verb == "draw":
            self.hands[action.actor] += [self.stock.pop() for _ in range(action.numbers[0])]
        elif action.verb == "reshuffle":
            self.stock = self.shuffled(Counter(self.aside))
        self.aside = list(self.state.discards)

    def lies(self) -> Iterator[PlantedFault]:
        """Drawing although the led suit is in hand."""
        state, actor = self.state, self.match.to_act
        led = None if state.is_full else state.led
        if actor is None or led is None or state.drawing or state.due or not self.stock:
            return
        if any(card.suit == led for card in self.hands[actor]):
            yield PlantedFault("drawing with the suit in hand", Action(actor, "draw", numbers=(1,)))

    def is_listed(self, action: Action) -> bool:
        return action.verb != "draw" or action.numbers[0] <= 1

    def check(self) -> None:
        sizes = [seat.size for seat in self.state.seats]
        assert sizes == [len(self.hands[name]) for name in self.state.players]
        assert self.state.stock == len(self.stock)


def _each(actor: str, cards: list[Card]) -> list[Action]:
    return [Action(actor, "play", (card,)) for card in cards]
