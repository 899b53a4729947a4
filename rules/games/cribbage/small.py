"""Cribbage with fifteen cards, laid away already, so that every hidden deal can be counted out."""

from __future__ import annotations

from typing import Any

from rules.core.action import Action
from rules.core.frozen import replace
from rules.core.people import RandomPlayer
from rules.core.small import SmallGame
from rules.games.cribbage.law import CribbageLaw
from rules.games.cribbage.state import State


def _start(state: State, hand: int, cards: int) -> State:
    """Hands of this size, everything else laid away."""
    return replace(state, phase="starter", seats=tuple(seat._replace(hand=hand, laid_away=True)
                                                       for seat in state.seats))


def _statements(player: RandomPlayer[Any]) -> list[Action]:
    """That no card fits."""
    return [Action(player.match.to_act, "go")] if player.match.to_act and player.state.phase == "play" else []


SMALL = SmallGame(
    CribbageLaw, frozenset({"FALSE_GO", "DUPLICATE"}), 3, 4, "AS 2H 3D 4C 6S 7H 8D 9C TS TH JD QC QS KH KD", _start,
    lambda state: state.phase in ("show", "closed"), _statements, open_codes=frozenset({"EARLY_SHOW"}))
