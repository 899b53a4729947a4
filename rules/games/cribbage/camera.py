"""What a change on the table means in Cribbage."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.game import Camera, Change
from rules.games.cribbage.state import CRIB, State


class CribbageCamera(Camera[State]):
    """What a change on the table means."""

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """A card before a player was played; the crib turned up is counted; the starter taken away means a new
        deal.  Hands are counted from the cards of the play, which lie there already."""
        return tuple(_explanations(state, change))

    def may_grow(self, state: State, action: Action) -> bool:
        """The crib comes to the table card by card."""
        return action.verb == "show" and len(action.cards) < CRIB


def _explanations(state: State, change: Change) -> Iterator[Action]:
    if state.phase in ("show", "closed") and any(place == "starter" for place, _ in change.left):
        yield Action(TABLE, "deal")
        return
    crib = []
    for place, card in change.appeared:
        kind, _, player = place.partition(":")
        if kind == "starter":
            yield Action(TABLE, "start", (card,))
        elif kind == "pile":
            yield Action(player, "play", (card,))
        elif kind == "crib":
            crib.append(card)
    if crib:
        yield Action(state.players[state.dealer], "show", tuple(crib), source="crib")
