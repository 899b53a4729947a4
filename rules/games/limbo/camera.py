"""What a change on the table means in Limbo."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.game import Camera, Change
from rules.games.limbo.counting import starter_results
from rules.games.limbo.state import State


class LimboCamera(Camera[State]):
    """What a change on the table means."""

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """A card on the pile is the starter or a play by whoever is on turn, with every count it could
        make; a bare pile is a new deal; a card on the stock is its new top."""
        return tuple(_explanations(state, change))


def _explanations(state: State, change: Change) -> Iterator[Action]:
    on_pile = [card for place, card in change.appeared if place == "pile" and not card.is_unknown]
    left_stock = any(place == "stock" for place, _ in change.left)
    for card in on_pile:
        yield from _explained_card(state, card, left_stock)
    if any(place == "pile" for place, _ in change.left) and state.phase in ("extra", "closed"):
        yield Action(TABLE, "deal")
    if state.phase in ("play", "extra"):  # before, the stock may be cut and turned over
        yield from (Action(TABLE, "stock", (card,)) for place, card in change.appeared
                    if place == "stock" and not card.is_unknown)


def _explained_card(state: State, card: Card, left_stock: bool) -> list[Action]:
    if state.phase in ("undealt", "starter", "closed"):
        return [Action(TABLE, "start", (card,), announced=r.becomes) for r in starter_results(card)
                ] if card.is_standard else []
    player = state.turn
    from_hand = [""] if state.held(player) else []
    from_stock = ["stock"] if left_stock or not from_hand else []
    counts: list[int | None] = [r.becomes for r in state.results(card)] if card.is_standard else []
    return [Action(player, "play", (card,), source=source, announced=count)
            for source in from_stock + from_hand for count in counts or [None]]
