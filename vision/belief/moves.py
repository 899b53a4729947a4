"""What people may have done, proposed by what a hypothesis cannot explain: lay, hold, put down, take, slide, act.

    moves = Moves(prior, arrivals, acts)
    moves.of(weighed, pool)                    # hypotheses with one move more, each at its price
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from rules.core.frozen import replace
from vision.belief.acts import Acts
from vision.belief.arrivals import Arrivals, added, in_hand, is_read_there
from vision.belief.hands import with_same_hands
from vision.belief.hypotheses import CardHere, Departed, Hypothesis, Pool, difference
from vision.belief.likelihood import HELD_MOST, Glance, Weighed
from vision.belief.noise import noise
from vision.belief.prediction import outside_mm, shows_within
from vision.belief.prior import Prior

MISSED = -1.0  # nats; a card that is covered is not missed
MISSED_S = 0.2  # a card missed for longer may have been taken
COVERED_MM = 3.0  # a card whose marks lie no farther outside of those above it is hardly read


class Moves:
    """Proposes moves on one table."""

    def __init__(self, prior: Prior, arrivals: Arrivals, acts: Acts) -> None:
        self._prior, self._arrivals, self._acts = prior, arrivals, acts

    def of(self, weighed: Weighed, pool: Pool) -> Iterator[Weighed]:
        """Hypotheses with one move more."""
        glance = self._seen
        open_ = [k for k in glance.unexplained(weighed) if self._arrivals.is_worth(k)]
        missed = [card for card in weighed.before.cards if self._is_missing(card)]
        unseen = [card for card, k in zip(weighed.before.cards, weighed.took, strict=True)
                  if card.posture == "lies" and (k < 0 or not glance.is_named(card, k))]
        for before in (*self._taken(weighed.before, missed), *self._placed_otherwise(weighed),
                       *self._restacked(weighed)):
            yield glance.weighed(before)
        yield from self._acted(weighed, pool)
        come = self._arrivals
        for before in (*come.laid(weighed, open_), *self._slid(weighed, open_, unseen),
                       *come.put_down(weighed), *come.all_laid(weighed, open_),
                       *self._all_taken(weighed.before, missed)):
            moved = glance.weighed(before)
            if all(card.seen for card in moved.h.cards):  # a card for a reading that serves another is made up
                yield moved
                yield from self._acted(moved, pool)  # at once: half explained, the truth would be dropped

    def with_same_hands(self, pool: Sequence[Weighed]) -> list[Hypothesis]:
        """Hypotheses, the likeliest first, each with what any of them sees in hands."""
        return with_same_hands(pool, self._in_hand_as_well)

    def _in_hand_as_well(self, h: Hypothesis, card: CardHere) -> float | None:
        """Nats for a card that another hypothesis has in a hand; None where this one knows of it, or it may be its
        like."""
        known = chain((other.name for other in h.cards), *self._prior.visible(h.story).values())
        if self._prior.copies(card.label) != 1 or card.name in known:
            return None
        return in_hand(h, card, self._arrivals.places.at(card.shape.centre).inside(h.where))

    def doubted(self, weighed: Weighed) -> Hypothesis:
        """The hypothesis, which pays for cards that have left and are read again just where they lay: as much as looks
        have told for them there."""
        h, glance = weighed.h, self._seen
        for k in glance.unexplained(weighed) if h.past else ():
            label, at = glance.seen.best[k], glance.shapes[k]
            was = next((card for card in h.past if card.label == label and card.posture == "lies"
                        and is_read_there(card.shape, at)), None)
            if was is not None:
                nats = min(float(glance.seen.likely[k] + glance.log_name(label)[k]), was.credit)
                less = replace(was, credit=was.credit - nats)
                h = replace(h, past=tuple(less if card is was else card for card in h.past)).costing(-nats)
        return h

    def _acted(self, weighed: Weighed, pool: Pool) -> Iterator[Weighed]:
        """With one action more."""
        for h in self._acts.of(weighed.h, pool, self._seen.seen.time_s):
            yield weighed.acted(h)

    def _placed_otherwise(self, weighed: Weighed) -> Iterator[Hypothesis]:
        """Each card that no action explains in another place, or in a hand: by now it may be clear how the layout lies,
        and whether the card sways."""
        h, marks = weighed.before, self._arrivals.read(weighed)
        extra = {card.serial for card in difference(h, self._prior).extra}
        for card in h.cards:
            if card.posture == "lies" and not card.idle and (not card.place or card.serial in extra):
                spots = self._arrivals.places.at(card.shape.centre)
                now = spots.of(card.place, h.where).nats + self._arrivals.open_price(h, card)
                now = now if card.place else max(now, noise().people.aside)  # so much was paid for it at the most
                for spot in spots.likeliest(h.where) if self._arrivals.places.are_guessed else ():
                    if spot.place != card.place:
                        there = replace(card, place=spot.place)
                        yield _instead(h, card, there, spot.nats + self._arrivals.open_price(h, there) - now)
                if _may_be_uppermost(card, h.cards, marks):
                    yield _instead(h, card, *_never_laid(h, card, spots.inside(h.where), now))

    def _restacked(self, weighed: Weighed) -> Iterator[Hypothesis]:
        """Each card above those within whose outlines it is read."""
        h, read = weighed.before, self._arrivals.read(weighed)
        clear_mm = self._seen.coverings.clear_mm(h.cards)
        lifted = tuple(_lifted(card, h.cards, read[card.serial]) if clear < COVERED_MM and card.serial in read
                       else card for card, clear in zip(h.cards, clear_mm, strict=True))
        if any(one is not other for one, other in zip(lifted, h.cards, strict=True)):
            yield replace(h, cards=lifted)

    def _is_missing(self, card: CardHere) -> bool:
        return (card.posture == "lies" and not card.is_seen and card.debt < MISSED
                and self._seen.seen.time_s - card.run_s >= min(MISSED_S, self._seen.dt_s) - 1e-6)

    def _taken(self, h: Hypothesis, missed: Sequence[CardHere]) -> Iterator[Hypothesis]:
        """Each missed card taken up."""
        for card in missed:
            yield self._without(h, (card,))

    def _all_taken(self, h: Hypothesis, missed: Sequence[CardHere]) -> Iterator[Hypothesis]:
        """All missed cards taken up at once."""
        if len(missed) > 1:
            yield self._without(h, missed)

    def _without(self, h: Hypothesis, gone: Sequence[CardHere]) -> Hypothesis:
        people = noise().people
        left = h.without(gone).cards
        price = people.take_under if any(_lies_under(card, left) for card in gone) else people.take
        price -= sum(card.debt for card in gone)
        return left_by(h, gone).costing(price)

    def _slid(self, weighed: Weighed, open_: Sequence[int], unseen: Sequence[CardHere]) -> Iterator[Hypothesis]:
        """A card that nothing covers and that is not seen is the one that came elsewhere, be it missed or under a hand;
        a covered one, where the pack has no other."""
        h, read = weighed.before, self._arrivals.read(weighed)
        covered = {card.serial for card, clear_mm in zip(h.cards, self._seen.coverings.clear_mm(h.cards), strict=True)
                   if clear_mm < COVERED_MM and not self._is_missing(card)}
        for k in filter(self._arrivals.may_lie, open_):
            for card in unseen:
                if card.label not in self._arrivals.names(k) or (
                        card.serial in covered and not self._arrivals.is_one_too_many(h, card.label)):
                    continue
                for spot in self._arrivals.spots_at(k).likeliest(h.where):
                    base = h.without((card,)) if spot.place == card.place else left_by(h, (card,))
                    came = replace(self._arrivals.card(h, read, k, card.label, spot.place), paid=noise().people.slide)
                    yield added(base, came, noise().people.slide - card.debt, spot)

    @property
    def _seen(self) -> Glance:
        return self._arrivals.seen


def left_by(h: Hypothesis, gone: Iterable[CardHere]) -> Hypothesis:
    """The hypothesis without cards that left; those that were to go back need no explanation."""
    departed, tolerated = list(h.departed), list(h.tolerated)
    gone = tuple(gone)
    for card in gone:
        if (card.place, card.name) in tolerated:
            tolerated.remove((card.place, card.name))
        elif card.place:
            departed.append(departure(card))
    return replace(h.without(gone), departed=tuple(departed), tolerated=tuple(tolerated))


def departure(card: CardHere) -> Departed:
    """A card that has left, since it was last seen."""
    return Departed(card.place, card.name, card.label, card.seen_s if card.is_seen else card.run_s, card.born_s, card)


def _lifted(card: CardHere, cards: Sequence[CardHere], marks: np.ndarray) -> CardHere:
    """The card above all others within whose outlines its marks (4, 2) are read."""
    below = [other.z for other in cards if other.z > card.z and other.posture == "lies"
             and shows_within(marks, other.shape)]
    return replace(card, z=max(below) + 0.25) if below else card


def _may_be_uppermost(card: CardHere, cards: Sequence[CardHere], read: Mapping[int, np.ndarray]) -> bool:
    """Whether a card that is seen may be in a hand as far as a look tells: what lies under a card that is read within
    its outline is in none.  read: marks (4, 2) by the serials of cards."""
    above = [other for other in cards if other is not card and other.posture == "lies" and other.serial in read]
    return bool(read) and card.is_seen and not any(shows_within(read[other.serial], card.shape) for other in above)


def _instead(h: Hypothesis, card: CardHere, there: CardHere, nats: float) -> Hypothesis:
    return replace(h, cards=tuple(there if other is card else other for other in h.cards),
                   log_weight=h.log_weight + nats)


def _never_laid(h: Hypothesis, card: CardHere, inside: float, now: float) -> tuple[CardHere, float]:
    """A card that lies as one that is in a hand, and nats for that.  inside: how far inside of a place; now: nats for
    where it lies."""
    if card.was_held is None:
        held, nats = card.held, in_hand(h, card, inside) + card.held
    else:  # it never left the hand that was paid for already
        held = min(card.was_held + card.held, HELD_MOST)
        nats = held - card.was_held
    return replace(card, place="", posture="held", held=held), nats - card.paid - now


def _lies_under(card: CardHere, others: Sequence[CardHere]) -> bool:
    return any(other.z > card.z and other.posture == "lies"
               and bool((outside_mm(card.shape.centre[None], other.shape) < 0).any()) for other in others)
