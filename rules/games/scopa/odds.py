"""How likely the player on turn can take something, and that whoever laid down could not (RULES 5.7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.core.odds import Odds, can, claimed
from rules.core.said import said
from rules.games.scopa.state import State, captures, unseen


def table_odds(state: State) -> Iterator[Odds]:
    """The player on turn; by `trail_rule: hand` also that whoever laid a card down could take with none."""
    if state.phase != "play":
        return
    hidden, player = unseen(state), state.players[state.turn]
    known = state.known[state.turn]
    yield from can(said("odds-take", player=player), player, hidden, lambda card: captures(card, state.board),
                   state.left[state.turn] - len(known), known)
    for trail in state.trails if state.house.trail_rule == "hand" else ():
        name = state.players[trail.seat]
        yield from claimed(said("odds-laid", player=name, board=trail.board), name, hidden,
                           partial(captures, board=trail.board),
                           state.left[trail.seat] - len(state.known[trail.seat]))
