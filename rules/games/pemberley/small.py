"""Pemberley with fourteen cards and hands of three, so that every hidden deal can be counted out."""

from __future__ import annotations

from typing import Any

from rules.core.action import Action
from rules.core.frozen import replace
from rules.core.people import RandomPlayer
from rules.core.small import SmallGame
from rules.games.pemberley.law import PemberleyLaw
from rules.games.pemberley.state import State


def _start(state: State, hand: int, cards: int) -> State:
    """Hands of this size."""
    return replace(state, seats=tuple(replace(seat, hand=hand) for seat in state.seats))


def _statements(player: RandomPlayer[Any]) -> list[Action]:
    """That no card fits."""
    return [Action(player.match.to_act, "pass")] if player.match.to_act else []


SMALL = SmallGame(
    PemberleyLaw, frozenset({"ILLEGAL_PASS", "DUPLICATE"}), 3, 3, "2H TH QH 3S 9S KS 4D 7D JD 5C 6C 8C QC KC", _start,
    lambda state: state.phase in ("sets", "closed"), _statements)
