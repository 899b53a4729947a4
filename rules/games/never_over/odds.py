"""How likely the player on turn can add a green card (RULES 1.12)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.odds import Odds, can
from rules.core.said import said
from rules.games.never_over.house import is_green, pointage
from rules.games.never_over.state import State, unseen


def table_odds(state: State) -> Iterator[Odds]:
    """Nobody claims anything here."""
    player = state.turn
    if player:
        known = state.known[state.seat(player)]
        yield from can(said("odds-green", player=player, cap=state.cap(player)), player,
                       tuple(unseen(state).elements()),
                       lambda card: is_green(card) and pointage(card) <= state.cap(player),
                       state.held(player) - len(known), known)
