"""How likely the player on turn can follow, and that whoever drew had none of the suit (RULES 4.9)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.cards import SUIT_BITS
from rules.core.odds import Odds, can, none_of
from rules.core.said import said
from rules.games.page_one.state import Seat, State, in_order, unseen


def table_odds(state: State) -> Iterator[Odds]:
    """The player on turn, then everybody's word about a suit."""
    if state.ended:
        return
    if state.trick and state.led and not state.is_full and not state.drawing:
        player, seat = state.players[state.turn], state.seats[state.turn]
        yield from can(said("odds-follow", player=player, suit=state.led), player, unseen(state),
                       lambda card: card.suit == state.led or (card.is_joker and state.house.joker_anytime),
                       len(seat.slots), seat.known)
    for i, seat in enumerate(state.seats):
        for suit in in_order(seat.voids):
            yield from _void_odds(state, i, seat, suit)


def _void_odds(state: State, i: int, seat: Seat, suit: str) -> Iterator[Odds]:
    """Only cards that came before the word was given are meant; whoever is drawing may have found one with the last.
    Each can be any unseen card of its age: from before or after the same shuffle that used up the stock."""
    found = state.drawing is not None and state.turn == i and suit == state.led
    slots, player = seat.slots[:-1] if found else seat.slots, state.players[i]
    meant = [state.age_ends(came) for came in slots if came <= seat.voids[suit].since]
    likely, fitting, unseen_of_age = 1.0, 0, 0
    for end in dict.fromkeys(meant):
        unseen = state.could_be(end - 1)
        cards, of_suit = unseen.bit_count(), (unseen & SUIT_BITS[suit]).bit_count()
        if cards < meant.count(end):
            return
        likely *= none_of(cards, of_suit, meant.count(end))
        fitting, unseen_of_age = fitting + of_suit, unseen_of_age + cards
    if meant:
        yield Odds(said("odds-void", player=player, suit=suit), player, fitting, unseen_of_age, len(meant), likely,
                   is_claim=True)
