"""What a hand of Scopa has brought, in words (RULES 5.5)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.event import Deal, DealPoint
from rules.core.game import Game
from rules.core.said import Text, said
from rules.games.scopa.state import State


def points_of_hand(game: Game[State], deal: Deal) -> Iterator[DealPoint[Text]]:
    """One point for each category of the count, up to where the count stopped."""
    left = dict(deal.brought)
    for category, name in game.shown.advice(deal.end)["count"]:
        if left.get(name, 0) > 0:
            left[name] -= 1
            yield deal.point(name, 1, said("points-for", category=category))
    for name, rest in left.items():
        yield deal.point(name, rest, deal.events[-1].verdict.why)
