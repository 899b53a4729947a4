"""What draws say of a hand, and how later cards prove such a word false (RULES 4.5)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.core.cards import Card
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.verdict import Verdict, illegal, ok
from rules.games.page_one.state import BEFORE_ALL, Seat, State, Void, in_order, of_suits, taken


class Proof(NamedTuple):
    """What an action shows about an earlier one."""

    code: str
    why: Said
    about: int


def verdict_of(after: State, why: Said, changes: tuple[Said, ...], proofs: list[Proof]) -> Verdict:
    """ok, or what the action proves, the missed call first."""
    if not proofs:
        return ok(after, why, changes)
    told = (*(proof.why for proof in proofs[1:]), *((why,) if why else ()), *changes)
    return Verdict("proven", tuple(proof.code for proof in proofs), proofs[0].why, proofs[0].about, told, after=after)


def without(state: State, seat: int, card: Card) -> tuple[Seat, Proof | None]:
    """The hand without the card, and the revoke if no card of the hand can have been it.

    Of the cards it can have been the oldest is taken out: a newer one can be whatever an older one
    can be, so this leaves the hand every way out that it has."""
    hand = state.seats[seat]
    if card in hand.known:
        return replace(hand, known=tuple(other for other in hand.known if other != card)), None
    if not hand.slots:
        return replace(hand, known=hand.known[:-1]), None
    if _is_the_card_drawn(state, seat, card):
        return replace(hand, slots=hand.slots[:-1]), None
    void = hand.voids.get(card.suit)
    free = void.since if void else BEFORE_ALL - 1
    fitting = [came for came in state.fitting(card, hand.slots) if came > free]
    proof = None if fitting or void is None else _revoke(state, seat, card, void)
    gone = hand.slots.index((fitting or hand.slots)[0])
    return replace(hand, slots=(*hand.slots[:gone], *hand.slots[gone + 1:])), proof


def _is_the_card_drawn(state: State, seat: int, card: Card) -> bool:
    """A card of the led suit that ends a draw is the one just drawn (RULES 4.2)."""
    if state.drawing is None or seat != state.turn or card.suit != state.led:
        return False
    hand = state.seats[seat]
    return not any(other.suit == state.led for other in hand.known) and bool(state.fitting(card, hand.slots[-1:]))


def _revoke(state: State, seat: int, card: Card, void: Void) -> Proof:
    """No card of this suit can have come since: he held it then, or drew it and went on drawing.  (Where
    he has drawn for other suits since, he may instead have revoked there; he is guilty either way.)"""
    means = "drawing" if state.house.joker_anytime else "joker"
    return Proof(*fault("REVOKE", means=means, player=state.players[seat], suit=card.suit, card=card), void.about)


def _false_words(state: State) -> list[tuple[int, tuple[str, ...]]]:
    """Seats with suits that they said they had none of, where that cannot be true: too few of the cards
    still unseen could be the cards they hold.  One suit by itself where that is enough, else several."""
    found: list[tuple[int, tuple[str, ...]]] = []
    for i, seat in enumerate(state.seats):
        if not seat.voids or _has_plenty(state, seat):
            continue
        suits = tuple(in_order(seat.voids))
        if not _is_short(state, i, suits) or _is_short(state, i, ()):
            continue
        alone = [(i, (suit,)) for suit in suits if _is_short(state, i, (suit,))]
        found += alone or [(i, suits)]
    return found


def _has_plenty(state: State, seat: Seat) -> bool:
    """Whether enough cards of other suits than he spoke of are unseen for the whole hand, each age by itself: any of
    them that was hidden before the oldest card came could be each of the cards.  Mostly so."""
    if not state.released:
        return (state.hidden_bits & seat.other_suits).bit_count() >= len(seat.slots)
    slots, place = seat.slots, 0
    while place < len(slots):
        oldest = slots[place]
        following = bisect_left(slots, state.age_ends(oldest)) if state.emptied else len(slots)
        if (state.could_be(oldest) & seat.other_suits).bit_count() < following - place:
            return False
        place = following
    return True


def _is_short(state: State, i: int, suits: tuple[str, ...]) -> bool:
    """Whether the words about these suits leave the player too few cards: for his oldest card, the oldest two and so
    on, whether as many of those that nobody has seen could be them."""
    seat = state.seats[i]
    may_follow = state.led if state.drawing and state.turn == i else None  # the card drawn last
    for number, came, newest in _oldest(state, seat.slots, may_follow is not None):
        closed = [suit for suit in suits if seat.voids[suit].since >= came and not (newest and suit == may_follow)]
        if (state.could_be(came) & ~of_suits(closed)).bit_count() < number:
            return True
    return False


def _oldest(state: State, slots: tuple[int, ...], is_drawing: bool) -> Iterator[tuple[int, int, bool]]:
    """The cards of a hand from the oldest on: how many of the same age so far, the moment that this one came at, and
    whether it is the newest.  What an older card can be, a newer one of the same age can be too: of cards
    that came together only the last counts, and in a draw the last but one."""
    number, age, last = 0, -1, len(slots) - 1
    for place, came in enumerate(slots):
        older, age = age, state.age(came)
        number = number + 1 if age == older else 1
        if place == last or slots[place + 1] != came or (is_drawing and place == last - 1):
            yield number, came, place == last


def with_false_words(before: State, verdict: Verdict) -> Verdict:
    """An action that leaves too few cards unseen for somebody's word to be true proves it false, whatever else it
    proves."""
    if not verdict.applies:
        return verdict
    after: State = verdict.after
    found = _false_words(after)
    known = _false_words(before) if found else ()
    proofs = []
    for i, suits in found:
        if _was_told(known, i, suits):
            continue
        false = _false_words_fault(after, i, suits)
        voids = [after.seats[i].voids[suit] for suit in suits]
        if len(voids) == 1 and voids[0].about == before.at:
            return illegal(*false, after)
        # Of several words any one may be the false one: the latest that has been given before is named.
        about = max(void.about for void in voids if void.about != before.at)
        if about != verdict.about:
            proofs.append(Proof(*false, about))
            after = taken(after, i, after.house.revoke_penalty) if not after.ended else after
    return _also_proven(verdict, after, proofs) if proofs else verdict


def _was_told(known: Iterable[tuple[int, Sequence[str]]], seat: int, suits: Sequence[str]) -> bool:
    """Whether words of this player about these suits were false before."""
    return any(seat == other and set(named) <= set(suits) for other, named in known)


def _also_proven(verdict: Verdict, after: State, proofs: list[Proof]) -> Verdict:
    if verdict.kind == "proven":
        codes = (*verdict.codes, *(proof.code for proof in proofs))
        return replace(verdict, codes=codes, changes=(*verdict.changes, *(proof.why for proof in proofs)), after=after)
    return verdict_of(after, verdict.why, verdict.changes, proofs)


def _false_words_fault(state: State, i: int, suits: tuple[str, ...]) -> Fault:
    if len(suits) == 1:
        return fault("REVOKE-counted", player=state.players[i], suit=suits[0])
    names = tuple(said("suit", suit=suit) for suit in suits)
    return fault("REVOKE-counted-suits", player=state.players[i], suits=names)
