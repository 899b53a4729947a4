"""What a hand of Canasta is worth, and who has won (RULES 6.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.core.game import Outcome
from rules.games.canasta.melds import is_red_three, total
from rules.games.canasta.state import State

UNDECLARED_RED_THREE = 500


def red_three_points(state: State, side: int) -> int:
    """100 each, 800 for all four; by the option against a side without a meld (RULES 6.8)."""
    reds = state.sides[side].reds
    points = 800 if len(reds) == 4 else 100 * len(reds)
    against = state.house.red3_negative_if_no_meld and not state.sides[side].melds
    return -points if against else points


def hand_points(state: State, side: int) -> dict[str, int]:
    """A side's score for the hand, item by item; hands count as far as they were shown (RULES 6.8)."""
    shown = [card for cards in state.shown[side::2] for card in cards]
    undeclared = sum(map(is_red_three, shown))
    ended = state.phase == "end"
    went_out = state.out is not None and state.out % 2 == side
    return {
        "melds": total(state.sides[side].cards),
        "canastas": sum(meld.bonus for meld in state.sides[side].melds),
        "red_threes": red_three_points(state, side),
        "going_out": state.out_bonus if went_out and ended else 0,
        "hands": -total(shown),
        "penalties": -state.penalties[side] - UNDECLARED_RED_THREE * undeclared,
    }


def outcome_of(state: State) -> Outcome:
    """Over when a side has reached the target at the end of a hand and the sides are not level;
    with a hand still to be shown the score is not final."""
    scores = match_scores(state)
    final = state.phase == "end" and (state.closed or not still_to_show(state))
    over = final and max(scores) >= state.house.target and scores[0] != scores[1]
    winners = state.players[scores.index(max(scores))::2] if over else ()
    named = {state.side_name(side): scores[side] for side in (0, 1)}
    return Outcome(over, {**named, **{name: scores[seat % 2] for seat, name in enumerate(state.players)}},
                   winners, state.deals)


def match_scores(state: State) -> tuple[int, ...]:
    """By side, the finished hand included; during a hand only its penalties count already."""
    if state.phase == "end":
        return tuple(score + sum(hand_points(state, side).values()) for side, score in enumerate(state.scores))
    return tuple(score - penalty for score, penalty in zip(state.scores, state.penalties, strict=True))


def still_to_show(state: State) -> dict[str, int]:
    """Player -> cards not yet shown after the end of the hand."""
    left = {name: state.hands[seat].size - len(state.shown[seat]) for seat, name in enumerate(state.players)}
    return {name: count for name, count in left.items() if count > 0} if state.phase == "end" else {}


def by_side(state: State, of: Callable[[int], Any]) -> dict[str, Any]:
    """Something of each side, by its name."""
    return {state.side_name(side): of(side) for side in (0, 1)}
