"""How likely the player on turn can play, and that whoever was stuck was (RULES 2.10)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.cards import Card
from rules.core.frozen import replace
from rules.core.odds import Odds, can, claimed
from rules.core.said import said
from rules.games.limbo.state import Claim, State, unseen


def table_odds(state: State) -> Iterator[Odds]:
    """The player on turn, then every claim of this hand."""
    hidden = [card for card in unseen(state) if card != state.stock_top]
    if state.phase == "play":
        known = state.known[state.seat(state.turn)]
        yield from can(said("odds-play", player=state.turn, count=state.count), state.turn, hidden, state.results,
                       state.held(state.turn) - len(known), known)
    if state.phase != "closed":
        for claim in state.claims:
            yield from _claim_odds(state, claim, hidden)


def _claim_odds(state: State, claim: Claim, hidden: list[Card]) -> Iterator[Odds]:
    then = replace(state, count=claim.on_count, previous=claim.previous)
    hand = state.held(claim.player) - len(state.known[state.seat(claim.player)])
    return claimed(said("odds-stuck", player=claim.player, count=claim.on_count), claim.player, hidden, then.results,
                   hand)
