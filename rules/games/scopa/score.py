"""The count of a hand of Scopa as it is called out (RULES 5.3)."""

from __future__ import annotations

from rules.core.said import Said, said
from rules.games.scopa.state import State, awards


def count_lines(state: State) -> list[Said]:
    """The hand in the order of counting, up to where the count stops, and the scores."""
    points, lines = list(state.totals), []
    for group in awards(state):
        for award in group:
            category = said("category", category=award.category)
            if award.side is None:
                lines.append(said("counts-nobody", category=category))
                continue
            points[award.side] += 1
            lines.append(said("counts", category=category, player=state.side_name(award.side),
                              points=points[award.side]))
        if state.house.stop_midcount and max(points) >= state.house.target:
            lines.append(said("count-stops", target=state.house.target))
            break
    return lines
