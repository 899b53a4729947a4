"""Limbo with fourteen cards and hands of three, so that every hidden deal can be counted out."""

from __future__ import annotations

from typing import Any

from rules.core.action import Action
from rules.core.frozen import replace
from rules.core.people import RandomPlayer
from rules.core.small import SmallGame
from rules.games.limbo.law import LimboLaw
from rules.games.limbo.state import State


def _start(state: State, hand: int, cards: int) -> State:
    """Hands of this size, dealt."""
    return replace(state, phase="starter", deals=1, hands=(hand,) * 2, stock=cards - 2 * hand)


def _statements(player: RandomPlayer[Any]) -> list[Action]:
    """That no card can be played; by the option also by taking one from the stock."""
    state = player.state
    if state.phase != "play":
        return []
    taken = [Action(state.turn, "play", (card,), source="stock", announced=result.becomes)
             for card in player.stock[-1:] for result in state.results(card)]
    return [Action(state.turn, "stuck"), *(taken if state.house.stuck_above_bar == "draw_from_stock" else [])]


SMALL = SmallGame(
    LimboLaw, frozenset({"FALSE_CONCESSION", "WITHHELD_CARD", "DUPLICATE", "HAND_COUNT"}), 2, 3,
    "AS AH 2S 3H 5D 7C 8S 9C TH JC QD QS KH KS", _start, lambda state: state.phase == "closed", _statements,
    {"ace11_divides": ("mandatory", "optional", "never"), "jack_on_ace": ("same", "free"),
     "must_play": ("true", "true", "true", "false"), "stuck_above_bar": ("lose", "draw_from_stock", "pass"),
     "winner_extra": ("hand", "hand+stock", "none"), "false_concession": ("stand", "resume", "forfeit")},
    open_codes=frozenset({"LATE_DOUBLE", "ALREADY_DOUBLED", "REDOUBLE", "EARLY_STOCK", "STOCK_AT_BAR", "NO_STOCK"}))
