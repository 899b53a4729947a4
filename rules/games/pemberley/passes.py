"""What a pass says of a hand, and how later cards prove it false (RULES 3.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.core.action import Action
from rules.core.cards import FACES, Card, bits
from rules.core.said import Fault, Said, fault
from rules.core.verdict import Verdict, ok, proven
from rules.games.pemberley.arrangement import can_land, landing, said_step
from rules.games.pemberley.state import Pass, Seat, State, by_seat


def with_proof(state: State, action: Action, after: State, why: Said, changes: tuple[Said, ...]) -> Verdict:
    """ok, or the proof that the player could have played one of these cards when he passed: hands
    never grow, so he held it then (RULES 3.8).  Only a card that was not seen before proves anything
    new.  Or the cards still unseen are too few for somebody to have held only such as did not fit."""
    if not state.house.must_play:
        return ok(after, why, changes)
    proofs = [*_belied(state, action), *_newly_impossible(state, after)]
    if not proofs:
        return ok(after, why, changes)
    (about, first), *others = proofs
    return proven(*first, about, after, (*(other.why for _, other in others), why, *changes))


def _belied(state: State, action: Action) -> list[tuple[int, Fault]]:
    """The latest pass at which one of these cards was legal: its action, and the sentence."""
    seat = state.seat(action.actor)
    if not seat.passes:
        return []
    new = [card for card in action.cards if card not in seat.seen]
    return [(passed.at, fault("ILLEGAL_PASS-held", player=action.actor, total=passed.total, card=card,
                              step=said_step(passed.total, card), becomes=landing(passed.total, card) or 0))
            for card, passed in _wrong_passes(seat, new)][:1]


def _newly_impossible(before: State, after: State) -> list[tuple[int, Fault]]:
    """The same for passes that cannot have been true, and could have been before.  Of several passes any
    one may be the wrong one: the latest before this action is named."""
    found = impossible_passes(after)
    known = impossible_passes(before) if found else []
    return [(max(passed.at for passed in passes if passed.at != after.at - 1), impossible_fault(after, name, passes))
            for name, passes in found
            if not any(name == other and set(named) <= set(passes) for other, named in known)]


def impossible_passes(state: State) -> list[tuple[str, tuple[Pass, ...]]]:
    """Passes at which their player held a card that fitted, whichever cards he has not shown: one by
    itself where that is enough, else all he made.  Seven cards, none of which fits 36, can be nobody's:
    only the clubs 5, 7, 8, 10, J and K do not."""
    found: list[tuple[str, tuple[Pass, ...]]] = []
    if not any(seat.passes for seat in state.seats):
        return found
    hidden = state.house.pack.bits & ~state.seen_bits
    for name, seat in by_seat(state):
        if seat.passes and _is_short(hidden, seat, seat.passes):
            alone = [(name, (passed,)) for passed in seat.passes if _is_short(hidden, seat, (passed,))]
            found += alone or [(name, seat.passes)]
    return found


def _is_short(hidden: int, seat: Seat, passes: tuple[Pass, ...]) -> bool:
    """Whether fewer of the hidden cards (as bits) fitted at none of these passes than the player holds."""
    for passed in passes:
        hidden &= _misfits(passed.total)
    return hidden.bit_count() < hidden_cards(seat)


@cache
def _misfits(total: int) -> int:
    """The cards that cannot be played on a total, as bits."""
    return bits(card for card in map(Card, FACES) if not can_land(total, card))


def hidden_cards(seat: Seat) -> int:
    """How many cards of the hand nobody has seen."""
    return seat.hand - len({*seat.known, *seat.joined})


def impossible_fault(state: State, player: str, passes: tuple[Pass, ...]) -> Fault:
    totals = tuple(sorted({passed.total for passed in passes}))
    return fault("ILLEGAL_PASS-counted", player=player, totals=totals, held=hidden_cards(state.seat(player)),
                 several="yes" if len(totals) > 1 else "no")


def _wrong_passes(seat: Seat, cards: list[Card]) -> Iterator[tuple[Card, Pass]]:
    """Passes at which one of the cards was legal, the latest first."""
    return ((card, passed) for passed in reversed(seat.passes) for card in cards
            if card.is_standard and can_land(passed.total, card))
