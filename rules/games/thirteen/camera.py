"""What a change on the table means in Thirteen."""

from __future__ import annotations

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.game import Camera, Change
from rules.games.thirteen.state import PLACE, State


class ThirteenCamera(Camera[State]):
    """What a change on the table means."""

    def may_grow(self, state: State, action: Action) -> bool:
        """A lead may be of any length; what follows is no shorter than what it has to beat."""
        return action.verb == "play" and (
            _is_over(state) or len(action.cards) < (state.to_beat.size if state.to_beat else 0))

    def is_optional(self, state: State, place: str, card: Card) -> bool:
        """What was played in a round is gathered before the next lead, or lies there until then."""
        return place == PLACE and card in state.round and _is_over(state)

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """All cards that appeared are one play: by whoever is on turn, else by anybody still in."""
        cards = tuple(card for place, card in change.appeared if place == PLACE)
        if not cards:
            return ()
        others = [name for name in state.still_in if name != state.turn]
        return tuple(Action(name, "play", cards) for name in ([state.turn] if state.turn else []) + others)


def _is_over(state: State) -> bool:
    """Whether the next play leads a new round."""
    return state.to_beat is None or state.is_alone
