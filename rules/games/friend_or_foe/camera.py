"""What a change on the table means in Friend or Foe."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.game import Camera, Change
from rules.games.friend_or_foe.matching import helper_ranks
from rules.games.friend_or_foe.state import PLACE, State


class FriendOrFoeCamera(Camera[State]):
    """What a change on the table means."""

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """Cards on the pile: the roller's match, a friend's answer (the asked card lies there too), an
        attack.  An empty pile: the attacked player has collected it."""
        return tuple(_explanations(state, change))

    def told_together(self, state: State, change: Change) -> Iterator[tuple[Action, ...]]:
        """A card and the King or Ace that helps it: somebody has called for a friend, and somebody has answered."""
        cards = tuple(card for place, card in change.appeared if place == PLACE)
        if len(cards) != 2 or state.phase not in ("rolled", "asked"):
            return
        for asked, helper in (cards, cards[::-1]):
            if helper.rank in helper_ranks(asked.number, state.sum):
                yield from ((Action(state.turn, "ask", (asked,)), Action(name, "friend", (helper,)))
                            for name in state.players if name != state.turn)

    def may_grow(self, state: State, action: Action) -> bool:
        """One card of a pair match, whose other card is still to come."""
        return (action.verb in ("play", "foe") and len(action.cards) == 1 and state.dice is not None
                and action.card.number in state.dice)


def _explanations(state: State, change: Change) -> Iterator[Action]:
    cards = tuple(card for place, card in change.appeared if place == PLACE)
    if not cards:
        if change.left and state.phase == "attacked":
            yield Action(state.turn, "collect")
        return
    yield from _cries(state, cards)
    if state.half and state.phase == "roll":
        yield Action(state.half.player, "play", cards)
    yield from (Action(name, "play", cards) for name in dict.fromkeys((state.roller, state.turn)))
    if state.phase == "rolled":  # he may have passed without a word
        yield from _attacks(state, cards)


def _cries(state: State, cards: tuple[Card, ...]) -> Iterator[Action]:
    """What the others may have cried with cards that they laid."""
    others = [name for name in state.players if name != state.turn]
    helper = tuple(card for card in cards if card != state.asked)
    if state.phase == "asked" and helper:
        yield from (Action(name, "friend", helper) for name in others)
    if state.phase in ("passed", "asked"):
        yield from _attacks(state, cards)


def _attacks(state: State, cards: tuple[Card, ...]) -> Iterator[Action]:
    """What anybody but the roller may have cried with his cards."""
    yield from (Action(name, "foe", cards) for name in state.players if name != state.turn)
