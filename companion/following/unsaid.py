"""What players forget to say, and what comes next implies."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rules import Action, Game


def forgotten(game: Game[Any]) -> frozenset[str]:
    """The verbs of a game that people forget to say."""
    return frozenset(verb.name for verb in game.verbs.values() if verb.unsaid)


def unsaid_before(game: Game[Any], state: Any, action: Action, verbs: Collection[str] | None = None
                  ) -> tuple[Action, ...] | None:
    """What must have gone unsaid before an action that is legal; none where it is legal as it stands; None where
    nothing makes it so.  verbs: those that may go unsaid; None: all that people forget."""
    silent = forgotten(game) if verbs is None else verbs
    players = len(state.players)
    before: list[Action] = []
    while game.judge(state, action).kind == "illegal":
        name = game.to_act(state)
        own = name == action.actor and not game.verbs[action.verb].afterwards
        step = None if name is None or own else _unsaid_step(game, state, name, silent)
        if step is None or len(before) == players:
            return None
        state = game.apply(state, step)
        before.append(step)
    return tuple(before)


def _unsaid_step(game: Game[Any], state: Any, name: str, verbs: Collection[str]) -> Action | None:
    """What a player may silently have done in a position."""
    return next((step for step in (Action(name, verb) for verb in game.verbs if verb in verbs)
                 if game.judge(state, step).kind == "ok"), None)
