"""What a hand of Canasta has brought, item by item (RULES 6.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.event import Deal, DealPoint
from rules.core.game import Game
from rules.core.said import Text, said
from rules.games.canasta.state import State


def points_of_hand(game: Game[State], deal: Deal) -> Iterator[DealPoint[Text]] | None:
    """The items of a hand that is over; None while it is not."""
    items: Mapping[str, Mapping[str, int]] = game.shown.advice(game.close(deal.end))["hand_scores"]
    if any(sum(items[side].values()) != brought for side, brought in deal.brought.items()):
        return None
    return (deal.point(side, points, said("points-for", item=item))
            for side, row in items.items() for item, points in row.items())
