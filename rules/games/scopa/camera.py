"""What a change on the table means in Scopa."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.game import Camera, Change
from rules.games.scopa.judge import capture_fault
from rules.games.scopa.state import BOARD, State, plays_of, unseen


class ScopaCamera(Camera[State]):
    """What a change on the table means."""

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """Four cards on the board are a deal; one is a card laid down or about to take something; cards
        that left the board were taken, by the card seen with them or by any that could take them."""
        return tuple(dict.fromkeys(_explanations(state, change)))

    def is_begun(self, state: State, change: Change) -> bool:
        """Whoever deals lays the cards on the board one by one."""
        return (state.phase != "play" and len(change.appeared) < BOARD
                and all(place == "board" for place, _ in change.appeared))

    def is_optional(self, state: State, place: str, card: Card) -> bool:
        """What was captured lies open on the heap until it is turned face down."""
        return any(card in pile for side, pile in enumerate(state.piles)
                   if place == f"captured:{state.side_name(side)}")


def _explanations(state: State, change: Change) -> Iterator[Action]:
    appeared = [card for place, card in change.appeared if place == "board"]
    left = tuple(card for place, card in change.left if place == "board" and card not in appeared)
    if state.phase != "play":
        if appeared:
            yield Action(TABLE, "deal", tuple(appeared))
        return
    turn = state.players[state.turn]
    seen = [*_captured(state, change, left), *((turn, card) for card in appeared)]
    for player, card in seen:
        yield from _plays_seen(state, player, card, left)
    if left and not seen:
        yield from (Action(turn, "play", (card,), take=left) for card in unseen(state, turn)
                    if capture_fault(card, left, state.board) is None)


def _plays_seen(state: State, player: str, card: Card, left: tuple[Card, ...]) -> Iterator[Action]:
    """A card that is seen, and what left the board."""
    if left:
        yield Action(player, "play", (card,), take=left)
    if not left or _is_last_card(state):  # then the whole board is gathered up, whatever was taken
        yield from plays_of(player, card, state.board)
        yield Action(player, "play", (card,))


def _captured(state: State, change: Change, left: tuple[Card, ...]) -> Iterator[tuple[str, Card]]:
    """Cards seen on the heaps of captured ones, each with whose heap it is.  No heap grows by a card alone: such a card
    is held there, or turned over."""
    if not left and not _is_last_card(state):
        return
    for place, card in change.appeared:
        if place.startswith("captured:"):
            owner = place.partition(":")[2]
            yield (owner if owner in state.players else state.players[state.turn]), card


def _is_last_card(state: State) -> bool:
    """Whether the card that is played now is the last of the hand."""
    return state.stock == 0 and sum(state.left) == 1
