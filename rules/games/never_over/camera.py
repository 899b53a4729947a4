"""What a change on the table means in Never Over."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.game import Camera, Change
from rules.games.never_over.house import is_green, is_red
from rules.games.never_over.state import State


class NeverOverCamera(Camera[State]):
    """What a change on the table means."""

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """A card on a pile was put there by whoever is on turn, or, on a green pile, by its owner; a card gone
        from the discards was taken; bare piles are a new deal."""
        return tuple(_explanations(state, change))


def _explanations(state: State, change: Change) -> Iterator[Action]:
    for place, card in change.appeared:
        if not card.is_unknown:
            yield from _explained(state, place, state.house.named(card))
    if change.left and not change.appeared:
        yield Action(TABLE, "deal") if not state.turn else Action(state.turn, "draw", source="discards")


def _explained(state: State, place: str, card: Card) -> list[Action]:
    """Who may have put the card there."""
    pile, _, owner = place.partition(":")
    player = state.turn
    if not (is_green(card) or is_red(card)):
        return []
    shown = [Action(owner, "show", (card,))] if owner in state.retired and pile in ("green", "red") else []
    if not player:
        return shown
    if pile == "discards":
        return [Action(player, "discard", (card,))]
    if pile == "red" and is_red(card):
        return [Action(player, "play", (card,), on=owner), *shown]
    if pile == "green" and is_green(card):
        own = Action(player, "play", (card,))
        others = [Action(owner, "play", (card,)), Action(player, "play", (card,), on=owner)]
        return [*([own] if state.keeper(player) == owner else others), *shown]
    return [Action(player, "play", (card,), on=owner, to=pile)]
