"""What a change on the table means where nothing is known of the game: cards came, or went."""

from __future__ import annotations

from rules.core.action import TABLE, Action
from rules.core.game import Camera, Change
from rules.games.any_game.state import State


class LooseCamera(Camera[State]):
    """A card that appears was laid, cards that leave were gathered up.  Of several that appear each is a line of its
    own, since nobody knows which belong together."""

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        laid = tuple(card for _, card in change.appeared)
        left = [card for _, card in change.left if card not in laid]
        gone = tuple(sorted(left, key=lambda card: (*state.board, card).index(card)))  # whichever was seen to go first
        found = (Action(TABLE, "seen", laid),) if len(laid) == 1 else ()
        return (*found, Action(TABLE, "gather", take=gone)) if gone else found

    def may_grow(self, state: State, action: Action) -> bool:
        """Whoever gathers cards up may be about to take more of them."""
        return action.verb == "gather" and len(action.take) < len(state.board)
