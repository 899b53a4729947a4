"""What a hand of Limbo is worth, and who has won (RULES 2.5, 2.6)."""

from __future__ import annotations

from rules.core.frozen import replace
from rules.core.game import Outcome
from rules.core.said import Said, said
from rules.core.seats import by_player, leaders, with_item
from rules.games.limbo.state import State, step


def closed_hand(state: State) -> State:
    """A hand in which only the winner still plays, scored as it stands."""
    return scored(state) if state.phase == "extra" else state


def fined(state: State, player: str, points: int) -> State:
    """The player has so many points fewer."""
    seat = state.seat(player)
    return step(replace(state, scores=with_item(state.scores, seat, state.scores[seat] - points)))


def outcome_of(state: State) -> Outcome:
    """Where the match stands."""
    scores = by_player(state.players, state.scores)
    return Outcome(state.over, scores, leaders(scores) if state.over else (), state.deals)


def hand_points(state: State) -> tuple[int, ...]:
    """10 for every card, multiplied, to the last to play; to the other 10 times the count, counted no higher
    than the bar unless the house says otherwise (RULES 2.4)."""
    count = min(state.count, state.house.bar) if state.house.loser_cap == "bar" else state.count
    points = {state.last_player: 10 * state.played * state.multiplier, state.forfeited: 0}
    return tuple(points.get(name, 10 * count) for name in state.players)


def scored(state: State) -> State:
    """The hand is scored; the winner deals next."""
    scores = tuple(score + points for score, points in zip(state.scores, hand_points(state), strict=True))
    return replace(state, phase="closed", dealer=state.last_player, scores=scores, over=_is_over(state, scores))


def forfeit(state: State, player: str) -> State:
    """The player gave the hand up falsely: it brings nothing, also where it was scored already (RULES 2.8)."""
    after = replace(state, forfeited=player)
    if state.phase != "closed":
        return after
    seat = state.seat(player)
    scores = with_item(state.scores, seat, state.scores[seat] - hand_points(state)[seat] + hand_points(after)[seat])
    return replace(after, scores=scores, over=_is_over(state, scores))


def _is_over(state: State, scores: tuple[int, ...]) -> bool:
    far_enough = state.deals >= state.house.deals if state.house.deals else max(scores) >= state.house.target
    return far_enough and scores[0] != scores[1]


def score_sentence(state: State) -> Said:
    points = by_player(state.players, hand_points(state))
    winner = state.last_player
    loser = state.other(winner)
    return said("scores", winner=winner, won=points[winner], loser=loser, lost=points[loser])
