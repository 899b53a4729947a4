"""What a round of Pemberley has brought, in words (RULES 3.5), and the best that could have been laid (RULES 3.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.cards import parse_cards
from rules.core.event import Deal, DealPoint
from rules.core.game import Game
from rules.core.said import Said, Text, said
from rules.games.pemberley.state import State


def points_of_round(game: Game[State], deal: Deal) -> Iterator[DealPoint[Text]]:
    """Points in play and of sets as they are made; at the end of the round what was left unused."""
    counts = dict.fromkeys(deal.brought, (0, 0))
    for index, event, after in deal.states():
        if event.action.verb in ("deal", "start"):
            continue
        for name, row in game.shown.advice(after)["ledger"].items():
            points = row["play"] + row["sets"] - sum(counts[name])
            counts[name] = (row["play"], row["sets"])
            yield deal.point(name, points, event.verdict.why, index)
    final = game.shown.advice(deal.end)["ledger"]
    if all(final[name]["round"] == brought for name, brought in deal.brought.items()):
        for name, row in final.items():
            yield deal.point(name, -row["deduction"], said("points-unused", count=row["unused"]))


def best_of_round(game: Game[State], deal: Deal, later: Deal | None) -> Iterator[tuple[str, Said, int]]:
    """The best that each could have laid, once the sets are committed; of a closed round the next deal tells."""
    best: Mapping[str, Mapping[str, Any]] = game.shown.advice(deal.end)["best"]
    if not best and later is not None:
        best = (game.shown.advice(later.end)["last_round"] or {"best": {}})["best"]
    for name, row in best.items():
        sets = tuple(said("note-set", cards=parse_cards(" ".join(group["cards"])),
                          total=str(group["total"]).replace("-", "−")) for group in row["sets"])
        yield name, said("note-best", player=name, sets=sets or (said("no-set"),)), row["points"]
