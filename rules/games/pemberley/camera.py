"""What a change on the table means in Pemberley."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.game import Camera, Change
from rules.games.pemberley.arrangement import Sums
from rules.games.pemberley.state import HAND, State


class PemberleyCamera(Camera[State]):
    """What a change on the table means."""

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """A card on a pile was played there.  Once the play is over and the piles are taken up again, cards
        laid together are a set, with any total that an order of them reaches, the best first, or are only
        shown.  A new starter was turned; a starter taken away after the play means a new deal."""
        return tuple(_explanations(state, change))

    def may_grow(self, state: State, action: Action) -> bool:
        """A set of which nobody has said the total may have more cards to come; so may a card that makes
        no set by itself."""
        return action.verb in ("set", "show") and action.announced is None


def _explanations(state: State, change: Change) -> Iterator[Action]:
    cleared = {place for place, _ in change.left}
    if state.phase in ("sets", "closed") and "starter" in cleared:
        yield Action(TABLE, "deal")
        return
    laid: dict[str, list[Card]] = {}
    for place, card in change.appeared:
        kind, _, player = place.partition(":")
        if kind == "starter":
            yield Action(TABLE, "start", (card,))
        elif state.phase == "play" and kind == "pile":
            yield Action(player, "play", (card,))
        elif state.phase != "start":
            laid.setdefault(player, []).append(card)
    for player, cards in laid.items():
        yield from _sets_of(state, player, tuple(cards))
        yield Action(player, "show", tuple(cards))


def _sets_of(state: State, player: str, cards: tuple[Card, ...]) -> Iterator[Action]:
    """The set that these cards make, once for every total that an order of them reaches."""
    if len(set(cards)) != len(cards) or len(cards) > HAND or not all(card.is_standard for card in cards):
        return
    sums = Sums(cards, state.begin)
    totals = sorted(sums.totals(sums.all_cards), key=lambda total: -state.house.scale.points(total))
    yield from (Action(player, "set", sums.order(sums.all_cards, total), announced=total) for total in totals)
