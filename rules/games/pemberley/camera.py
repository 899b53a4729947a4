"""What a change on the table means in Pemberley."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.game import Camera, Change
from rules.games.pemberley.arrangement import Sums
from rules.games.pemberley.state import HAND, State
from rules.games.pemberley.sums import final_total


class PemberleyCamera(Camera[State]):
    """What a change on the table means."""

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """A card on a pile was played there.  Once the play is over and the piles are taken up again, cards
        laid together are a set: in the order in which they lie where that scores, else with any total that scores
        and that an order of them reaches, the best first.  Others are shown.  A new starter was turned; a starter
        and sets taken away mean a new deal."""
        return tuple(_explanations(state, change))

    def may_grow(self, state: State, action: Action) -> bool:
        """A set of which nobody has said the total may have more cards to come; so may a card that makes
        no set by itself."""
        return action.verb in ("set", "show") and action.announced is None


def _explanations(state: State, change: Change) -> Iterator[Action]:
    cleared = {place for place, _ in change.left}
    if state.phase in ("sets", "closed") and "starter" in cleared:
        if _lies_in(state) <= cleared:
            yield Action(TABLE, "deal")
        return
    laid: dict[str, list[Card]] = {}
    for place, card in change.appeared:
        kind, _, player = place.partition(":")
        if kind == "starter":
            yield Action(TABLE, "start", (card,))
        elif state.phase == "play" and kind == "pile":
            yield Action(player, "play", (card,))
        elif state.phase != "start" and kind == "sets":  # what is taken up from a pile is no set
            laid.setdefault(player, []).append(card)
    for player, cards in laid.items():
        yield from _meant_by(state, player, tuple(cards))


def _lies_in(state: State) -> set[str]:
    """The places from which cards are gathered before a new deal: arms may hide the starter, but not all sets."""
    return {f"sets:{name}" for name, seat in zip(state.players, state.seats, strict=True) if seat.laid} or {"sets"}


def _meant_by(state: State, player: str, cards: tuple[Card, ...]) -> Iterator[Action]:
    """What cards mean that a player has laid together after the play.  Nobody lays a set for nothing: cards that he has
    played, and that score in no order, wait for those that belong to them."""
    is_played = player in state.players and set(cards) <= set(state.seat(player).pile)
    if len(set(cards)) == len(cards) <= HAND and all(card.is_standard for card in cards):
        as_they_lie, _ = final_total(state.begin, cards)
        if as_they_lie is not None and state.house.scale.points(as_they_lie):
            yield Action(player, "set", cards)
            return
        sums = Sums(cards, state.begin)
        scoring = [total for total in sums.totals(sums.all_cards) if state.house.scale.points(total)]
        for total in sorted(scoring, key=lambda total: -state.house.scale.points(total)):
            yield Action(player, "set", sums.order(sums.all_cards, total), announced=total)
        if scoring:
            return
    if not is_played:
        yield Action(player, "show", cards)
