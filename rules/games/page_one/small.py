"""Page One with ten cards and hands of three, so that every hidden deal can be counted out."""

from __future__ import annotations

from typing import Any

from rules.core.action import Action
from rules.core.frozen import replace
from rules.core.people import RandomPlayer
from rules.core.small import SmallGame
from rules.games.page_one.law import PageOneLaw
from rules.games.page_one.state import State


def _start(state: State, hand: int, cards: int) -> State:
    """Hands of this size."""
    seats = tuple(replace(seat, slots=seat.slots[:hand]) for seat in state.seats)
    return replace(state, seats=seats, stock=cards - hand * len(seats))


def _statements(player: RandomPlayer[Any]) -> list[Action]:
    """Any number of cards drawn, whether or not one of them follows; and that there is nothing left to draw."""
    state, actor = player.state, player.match.to_act
    if not actor or not state.trick or state.is_full or state.due or state.led is None:
        return []
    numbers = range(1, len(player.stock) + 1) if player.stock else () if state.discards else (0,)
    return [Action(actor, "draw", numbers=(number,)) for number in numbers]


SMALL = SmallGame(
    PageOneLaw, frozenset({"REVOKE", "DUPLICATE"}), 2, 3, "JK 2S 5S 9S 3H 6H TH 4D 7D JD", _start,
    lambda state: bool(state.ended), _statements,
    {"joker_anytime": ("true", "false"), "end": ("immediate", "end_of_trick"),
     "joker_for_drawn": ("after_draw", "allowed")})
