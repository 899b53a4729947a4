"""What a hand of Limbo is worth, and who has won (RULES 2.5, 2.6)."""

from __future__ import annotations

from dataclasses import replace

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
    """10 for every card, multiplied, to the last to play; 10 times the count to the other."""
    winner = state.last_player
    return tuple(10 * state.played * state.multiplier if name == winner else 10 * state.count
                 for name in state.players)


def scored(state: State) -> State:
    """The hand is scored; the winner deals next."""
    scores = tuple(score + points for score, points in zip(state.scores, hand_points(state), strict=True))
    far_enough = state.deals >= state.house.deals if state.house.deals else max(scores) >= state.house.target
    return replace(state, phase="closed", dealer=state.last_player, scores=scores,
                   over=far_enough and scores[0] != scores[1])


def score_sentence(state: State) -> Said:
    points = by_player(state.players, hand_points(state))
    winner = state.last_player
    loser = state.other(winner)
    return said("scores", winner=winner, won=points[winner], loser=loser, lost=points[loser])
