"""People who play Cribbage honestly and at random, and the lies they could tell."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.people import PlantedFault, RandomPlayer
from rules.games.cribbage.counting import LIMIT, count_hand, worth
from rules.games.cribbage.judge import CRIB_PLACE
from rules.games.cribbage.state import CRIB, KEPT, State, fits


class RandomCribbage(RandomPlayer[State]):
    """Honest people, who lay away whatever comes and count their hands right or leave it to the table."""

    def deal(self) -> None:
        self.stock = self.shuffled(self.pack)
        for name, seat in zip(self.state.players, self.state.seats, strict=True):
            self.hands[name] = [self.stock.pop() for _ in range(seat.hand)]
        self.aside = [self.stock.pop() for _ in range(self.state.crib_size)]

    def candidates(self) -> list[Action]:
        state, actor = self.state, self.match.to_act
        if state.phase in ("crib", "starter"):  # everybody sees what is laid away; nobody says it
            return [Action(TABLE, "start", (self.stock[-1],))]
        if state.phase == "closed" or actor is None:
            return [] if state.over else [Action(TABLE, "deal")]
        if state.phase == "show":
            return self._shows(actor)
        plays = [Action(actor, "play", (card,)) for card in self.hands[actor] if fits(state, card)]
        return plays or [Action(actor, "go")]

    def _shows(self, actor: str) -> list[Action]:
        """The hand or the crib that is counted next, with its points said or not."""
        is_crib = self.state.to_count is None
        cards = tuple(self.aside if is_crib else self.state.seats[self.state.seat(actor)].pile)
        assert self.state.starter is not None
        points = count_hand(cards, self.state.starter, is_crib=is_crib).total
        source = CRIB_PLACE if is_crib else ""
        return [Action(actor, "show", cards, source=source, announced=said) for said in (points, None)]

    def happened(self, action: Action) -> None:
        if action.verb == "deal":
            self.deal()
        elif action.verb == "start":
            self.stock.pop()
            for hand in self.hands.values():
                self.aside += [hand.pop(self.rng.randrange(len(hand))) for _ in range(len(hand) - KEPT)]
        elif action.verb == "play":
            self.hands[action.actor].remove(action.card)
        elif action.source == CRIB_PLACE:
            self.aside = []

    def lies(self) -> Iterator[PlantedFault]:
        """Saying go with a card that fits, where not every card does."""
        actor, state = self.match.to_act, self.state
        some_do_not = state.count + max(map(worth, self.pack)) > LIMIT
        if actor and state.phase == "play" and some_do_not and any(fits(state, card) for card in self.hands[actor]):
            yield PlantedFault("go with a card that fits", Action(actor, "go"))

    def open_faults(self) -> Iterator[PlantedFault]:
        """Too high a card, and a hand counted for more than it is worth."""
        actor = self.match.to_act
        if actor and self.state.phase == "play":
            last_alone = self.state.series and self.state.series[-1][0] == self.state.turn
            high = [card for card in self.hands[actor] if not fits(self.state, card)]
            if high and not last_alone:
                yield PlantedFault("past 31", Action(actor, "play", (high[0],)))
        elif actor and self.state.phase == "show":
            show = self._shows(actor)[0]
            yield PlantedFault("counted too high", Action(
                actor, "show", show.cards, source=show.source, announced=(show.announced or 0) + 1))

    def is_listed(self, action: Action) -> bool:
        return action.verb != "show"

    def check(self) -> None:
        """Hands and crib are as large as they are; nobody stands beyond the last hole."""
        for name, seat in zip(self.state.players, self.state.seats, strict=True):
            assert seat.hand == len(self.hands[name])
        assert self.state.crib or self.state.crib_size == len(self.aside) <= CRIB
        assert max(self.state.holes) <= self.state.house.holes
