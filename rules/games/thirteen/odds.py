"""How likely the player on turn holds a card that beats a single one (RULES 7.8).  A knock claims nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.odds import Odds, can
from rules.core.said import said
from rules.games.thirteen.judge import may_play
from rules.games.thirteen.state import State, unseen


def table_odds(state: State) -> Iterator[Odds]:
    """Of single cards only: how pairs and straights lie, cards taken one by one do not tell."""
    player, to_beat = state.turn, state.to_beat
    if player is None or to_beat is None or to_beat.size > 1 or state.is_alone:
        return
    known = state.knows(player)
    yield from can(said("odds-beat", player=player, shown=to_beat.sentence), player, unseen(state),
                   lambda card: may_play(state, player, (card,)), state.size(player) - len(known), known)
