"""What somebody said of a hand by giving up, and how later cards prove it false (RULES 2.4, 2.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from rules.core.action import Action
from rules.core.cards import FACES, Card, bits
from rules.core.frozen import replace
from rules.core.said import Said, said
from rules.core.seats import with_item
from rules.core.verdict import Verdict, ok, proven
from rules.games.limbo.counting import Power, Result, results
from rules.games.limbo.score import forfeit
from rules.games.limbo.state import Claim, State


class Proof(NamedTuple):
    """A claim that was false, and the sentence that says why."""

    claim: Claim
    why: Said


def with_proof(state: State, action: Action, after: State, why: Said, from_stock: bool = False) -> Verdict:
    """ok, or the proof that somebody could have played when he said that he could not: by a card of the action that
    he held then, or because too few of the cards still unseen could have been the rest of his hand."""
    held = () if from_stock else tuple(card for card in action.cards if not card.is_unknown)
    proofs = [*_belied(state, action.actor, held), *_newly_impossible(state, after)]
    if not proofs:
        return ok(after, why)
    claim, first = proofs[0]
    resumes = after.house.false_concession == "resume" and any(_gave_up(after, proof.claim) for proof in proofs)
    for proof in proofs:
        after = _found_false(after, proof.claim)
    return proven(claim.code, first, claim.at, after,
                  (*(proof.why for proof in proofs[1:]), *((said("resumed"),) if resumes else ())))


def _belied(state: State, player: str, cards: tuple[Card, ...]) -> Iterator[Proof]:
    """The latest claim that these cards of the player's hand disprove; hands never grow in a hand."""
    found = ((claim, card, result) for claim in reversed(state.claims) if claim.player == player
             for card in cards for result in _results_then(state, claim, card)[:1])
    for claim, card, result in islice(found, 1):
        yield Proof(claim, said("could-have-played", player=player, card=card, result=result.spoken(claim.on_count)))


def _results_then(state: State, claim: Claim, card: Card) -> tuple[Result, ...]:
    if not card.is_standard:
        return ()
    return results(card.rank, claim.on_count, claim.previous, state.house.ace11_divides, state.house.jack_on_ace)


def _newly_impossible(before: State, after: State) -> Iterator[Proof]:
    """Claims of one player that cannot all have been true, and could have been before this action.  Of several any
    one may be the false one: the latest before this action is named."""
    found = _impossible(after)
    known = _impossible(before) if found else []
    for claims in found:
        if not any(set(other) <= set(claims) for other in known):
            latest = max(claims, key=lambda claim: (claim.at != before.at, claim.at))
            counts = tuple(sorted({claim.on_count for claim in claims}, reverse=True))
            held = _hidden(after, latest.player)
            yield Proof(latest, said("cannot-be-stuck", player=latest.player, held=held, counts=counts))


def _impossible(state: State) -> list[tuple[Claim, ...]]:
    """Claims at which their player held a card that could be played, whichever cards nobody has seen: one by itself
    where that is enough, else all he made (RULES 2.8, class D)."""
    found: list[tuple[Claim, ...]] = []
    for player in state.players:
        claims = tuple(claim for claim in state.claims if claim.player == player)
        if claims and _is_short(state, claims):
            found += [(claim,) for claim in claims if _is_short(state, (claim,))] or [claims]
    return found


def _is_short(state: State, claims: tuple[Claim, ...]) -> bool:
    """Whether fewer cards that could be played at none of these claims are unseen than the player holds hidden."""
    player = claims[0].player
    misfits = state.house.pack.bits & ~bits(state.elsewhere(player)) & ~bits(state.known[state.seat(player)])
    for claim in claims:
        misfits &= _misfits(claim.on_count, claim.previous, state.house.ace11_divides, state.house.jack_on_ace)
    return misfits.bit_count() < _hidden(state, player)


@lru_cache(maxsize=8192)
def _misfits(count: int, previous: Power, ace11_divides: str, jack_on_ace: str) -> int:
    """The cards that cannot be played on a count, as `bits` has them."""
    return bits(card for card in map(Card, FACES)
                if not results(card.rank, count, previous, ace11_divides, jack_on_ace))


def _hidden(state: State, player: str) -> int:
    """How many cards of the hand nobody has seen."""
    return state.held(player) - len(state.known[state.seat(player)])


def _gave_up(state: State, claim: Claim) -> bool:
    """Whether the hand was given up by this claim; else a turn was passed, or a card taken from the stock."""
    return state.conceded is not None and state.conceded.at == claim.at


def _found_false(state: State, claim: Claim) -> State:
    """The state after a concession was proven false.

    The hand goes on from where it was given up, or the liar scores nothing, or the result stands.  Above the bar it
    never stands: a hand that ends there is not what the game is about (RULES 2.8).
    """
    given_up = state.conceded
    if given_up is None or not _gave_up(state, claim):
        return state
    if state.house.false_concession == "resume":
        # Cards that the winner has laid since go back to his hand.
        seat = state.seat(claim.player)
        return replace(given_up, at=state.at, known=with_item(given_up.known, seat, state.known[seat]))
    if state.house.false_concession == "forfeit" or claim.on_count > state.house.bar:
        return forfeit(state, claim.player)
    return state


def playable_known(state: State, player: str) -> Card | None:
    """A card that the player has shown and could play now."""
    return next((card for card in state.known[state.seat(player)] if state.results(card)), None)
