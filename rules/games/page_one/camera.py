"""What a change on the table means in Page One."""

from __future__ import annotations

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.game import Camera, Change
from rules.games.page_one.state import PLACE, State


class PageOneCamera(Camera[State]):
    """What a change on the table means."""

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """A card in the trick was played by whoever is on turn; draws and calls are not to be seen."""
        actor = None if state.ended else state.players[state.turn]
        return tuple(Action(actor, "play", (card,)) for place, card in change.appeared if place == PLACE and actor)

    def is_optional(self, state: State, place: str, card: Card) -> bool:
        """A full trick is gathered before the next lead, or lies there until then."""
        return place == PLACE and card in state.cards and state.is_full
