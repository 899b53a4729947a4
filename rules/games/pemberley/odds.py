"""How likely the player on turn can play, and that whoever passed could not (RULES 3.10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.core.odds import Odds, can, claimed
from rules.core.said import said
from rules.games.pemberley.arrangement import can_land
from rules.games.pemberley.state import State, by_seat, fits, unseen


def table_odds(state: State) -> Iterator[Odds]:
    """The player on turn, then every pass of the round where a pass is a claim."""
    hidden = unseen(state)
    if state.phase == "play":
        player, seat = state.players[state.turn], state.seats[state.turn]
        yield from can(said("odds-play", player=player, total=state.total), player, hidden,
                       lambda card: fits(state, card), seat.hidden_cards, seat.known)
    if state.phase != "closed" and state.house.must_play:
        for name, seat in by_seat(state):
            for total in dict.fromkeys(passed.total for passed in seat.passes):
                yield from claimed(said("odds-pass", player=name, total=total), name, hidden,
                                   partial(can_land, total), seat.hidden_cards)
