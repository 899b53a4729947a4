"""What a hand of Limbo has brought, in words (RULES 2.4)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.event import Deal, DealPoint
from rules.core.game import Game
from rules.core.said import Text, said
from rules.games.limbo.state import State


def points_of_hand(game: Game[State], deal: Deal) -> Iterator[DealPoint[Text]]:
    """The winner's cards and the loser's final count."""
    public = game.public(deal.end)
    cards, times = public["cards_played"], public["multiplier"]
    for name, brought in deal.brought.items():
        won = brought == 10 * cards * times
        yield deal.point(name, brought, said("points-won", cards=cards, times=times) if won else
                         said("points-lost", count=public["count"]))
