"""Canasta with ten cards and hands of two, so that every hidden deal can be counted out."""

from __future__ import annotations

from rules.core.frozen import replace
from rules.core.small import SmallGame
from rules.games.canasta.law import CanastaLaw
from rules.games.canasta.pile import held_for_certain
from rules.games.canasta.state import Hand, State


def _start(state: State, hand: int, cards: int) -> State:
    """Hands of this size, and so far behind that any first meld will do."""
    hands = (Hand(hand),) * len(state.hands)
    return replace(state, hands=hands, stock=cards - hand * len(hands), scores=(-5, -5))


SMALL = SmallGame(
    CanastaLaw, frozenset({"DUPLICATE", "HAND_COUNT", "RED3_NOT_LAID"}), 2, 2, "5S 5S 5H 6H 6H 9D 9D KS JK 3D", _start,
    lambda state: state.phase == "end", options={"draws": ("recorded",)},
    open_codes=frozenset({"OUT_WITHOUT_CANASTA"}), smuggles=True, known=held_for_certain,
    certain=CanastaLaw.certain)
