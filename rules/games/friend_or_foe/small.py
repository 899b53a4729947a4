"""Friend or Foe with sixteen cards and hands of five, so that every hidden deal can be counted out."""

from __future__ import annotations

from typing import Any

from rules.core.action import Action
from rules.core.frozen import replace
from rules.core.people import RandomPlayer
from rules.core.small import SmallGame
from rules.games.friend_or_foe.law import FriendOrFoeLaw
from rules.games.friend_or_foe.matching import helper_ranks
from rules.games.friend_or_foe.state import State


def _start(state: State, hand: int, cards: int) -> State:
    """Hands of this size."""
    return replace(state, sizes=(hand,) * len(state.players))


def _statements(player: RandomPlayer[Any]) -> list[Action]:
    """That he has no match: he asks for a friend with a card of his hand."""
    state = player.state
    if state.phase != "rolled":
        return []
    return [Action(state.turn, "ask", (card,)) for card in player.hands[state.turn]
            if helper_ranks(card.number, state.sum)]


SMALL = SmallGame(
    FriendOrFoeLaw, frozenset({"FRIEND_WITH_MATCH", "DUPLICATE"}), 3, 5,
    "AS 2S 3S 4S 5S 6S 7S KS AH 2H 4H 5H 8H 9H TH KH", _start, lambda state: state.phase == "over", _statements,
    {"aces_match_die_one": ("false", "true"), "both_matches": ("false", "true"), "foe_pile": ("with", "without")})
