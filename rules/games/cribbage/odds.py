"""How likely the player on turn can play, and that whoever said go could not (RULES 11.9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.core.cards import Card
from rules.core.odds import Odds, can, claimed
from rules.core.said import said
from rules.games.cribbage.counting import LIMIT, worth
from rules.games.cribbage.state import State, by_seat, fits, unseen


def table_odds(state: State) -> Iterator[Odds]:
    """The player on turn, then every go of those who still hold cards."""
    if state.phase != "play":
        return
    hidden = unseen(state)
    player, seat = state.players[state.turn], state.seats[state.turn]
    yield from can(said("odds-play", player=player, count=state.count), player, hidden,
                   lambda card: fits(state, card), seat.hand)
    for name, held in by_seat(state):
        for count in dict.fromkeys(go.count for go in held.gos):
            yield from claimed(said("odds-go", player=name, count=count), name, hidden,
                               partial(_keeps_within, count), held.hand)


def _keeps_within(count: int, card: Card) -> bool:
    return count + worth(card) <= LIMIT
