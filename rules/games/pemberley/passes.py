"""What a pass says of a hand, and how later cards prove it false (RULES 3.8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.said import Fault, Said, fault
from rules.core.verdict import Verdict, ok, proven
from rules.games.pemberley.arrangement import can_land, landing, said_step
from rules.games.pemberley.state import Pass, Seat, State, by_seat, unplayable_at


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
    for name, seat in by_seat(state):
        if seat.passes and _is_short(state, seat, seat.passed_with):
            alone = [(name, (passed,)) for passed in seat.passes if _is_short(state, seat, unplayable_at(passed.total))]
            found += alone or [(name, seat.passes)]
    return found


def _is_short(state: State, seat: Seat, misfitting: int) -> bool:
    """Whether fewer hidden cards than the player holds are among these (as bits), which fitted at no pass."""
    return (state.hidden_bits & misfitting).bit_count() < seat.hidden_cards


def impossible_fault(state: State, player: str, passes: tuple[Pass, ...]) -> Fault:
    totals = tuple(sorted({passed.total for passed in passes}))
    return fault("ILLEGAL_PASS-counted", player=player, totals=totals, held=state.seat(player).hidden_cards,
                 several="yes" if len(totals) > 1 else "no")


def _wrong_passes(seat: Seat, cards: list[Card]) -> Iterator[tuple[Card, Pass]]:
    """Passes at which one of the cards was legal, the latest first."""
    return ((card, passed) for passed in reversed(seat.passes) for card in cards
            if card.is_standard and can_land(passed.total, card))
