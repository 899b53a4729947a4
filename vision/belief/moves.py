"""What people may have done, proposed by what a hypothesis cannot explain: lay, hold, put down, take, slide, act.

    moves = Moves(prior, places, trails, motion, acts)
    moves.look(glance)                   # a new look
    moves.of(weighed)                    # hypotheses with one move more, each at its price
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision.belief.acts import Acts
from vision.belief.hypotheses import CardHere, Departed, Hypothesis, Shape, difference
from vision.belief.likelihood import STILL, Glance, Weighed
from vision.belief.noise import noise
from vision.belief.observation import Motion
from vision.belief.places import Places, PlacesThere, PlaceThere
from vision.belief.prediction import outside_mm
from vision.belief.prior import Prior
from vision.belief.trails import BEGINNING_S, SAME_MM, Trails

LIKELY_NAME = 0.08  # a name less likely is not thought of
TOUCHED_S = 3.0  # nobody lays a card where nothing has moved for so long
MISSED = -1.0  # nats; a card that is covered is not missed
MISSED_S = 0.2  # a card missed for longer may have been taken
WORTH = 1.0  # nats for a card, below which a detection calls for no explanation
COVERS_MM = -3.0  # a mark so far inside of another card's outline lies over it
COVERED_MM = 3.0  # a card whose marks lie no farther outside of those above it is hardly read
EXACTLY_MM, EXACTLY = 4.0, -6.0  # nats: nobody lays a card just upon another; it was misread before, or is now
LAID_AT_ONCE = 2.5  # nats, for readings that are believed all together


class Moves:
    """Proposes moves on one table."""

    def __init__(self, prior: Prior, places: Places, trails: Trails, motion: Motion, acts: Acts) -> None:
        self._prior, self.places = prior, places
        self._trails, self._motion, self._acts = trails, motion, acts
        self._glance: Glance | None = None
        self._touched: np.ndarray = np.zeros(0)

    def look(self, glance: Glance) -> None:
        """A new look: where its detections lie, and whether anything moved there."""
        self._glance = glance
        seen = glance.seen
        self._touched = self._motion.over(seen.corners, seen.time_s - TOUCHED_S) if len(seen) else np.zeros(0)

    def of(self, weighed: Weighed) -> Iterator[Weighed]:
        """Hypotheses with one move more."""
        glance = self._seen
        open_ = [k for k in glance.unexplained(weighed) if self._is_worth(k)]
        missed = [card for card in weighed.before.cards if self._is_missing(card)]
        unseen = [card for card, k in zip(weighed.before.cards, weighed.took, strict=True)
                  if card.posture == "lies" and (k < 0 or not glance.is_named(card, k))]
        for before in (*self._taken(weighed.before, missed), *self._placed_otherwise(weighed.before),
                       *self._restacked(weighed)):
            yield glance.weighed(before)
        yield from self._acted(weighed)
        for before in (*self._laid(weighed, open_), *self._slid(weighed, open_, unseen), *self._put_down(weighed),
                       *self._all_laid(weighed, open_), *self._all_taken(weighed.before, missed)):
            moved = glance.weighed(before)
            if all(card.seen for card in moved.h.cards):  # a card for a reading that serves another is made up
                yield moved
                yield from self._acted(moved)  # at once: half explained, the truth would be dropped

    def _acted(self, weighed: Weighed) -> Iterator[Weighed]:
        """With one action more."""
        for h in self._acts.of(weighed.h, self._seen.seen.time_s):
            yield weighed.acted(h)

    # -- cards that came ------------------------------------------------------------------------

    def _is_worth(self, k: int) -> bool:
        glance = self._seen
        return float(glance.seen.likely[k] + glance.seen.log_name[k].max()) > WORTH

    def _may_lie(self, k: int) -> bool:
        return self._seen.moving_detections[k] <= STILL or self._trails.now[k].stays

    def _laid(self, weighed: Weighed, open_: Sequence[int]) -> Iterator[Hypothesis]:
        """Each new card laid, or held."""
        h, read = weighed.before, self._read(weighed)
        for k in open_:
            for label in self._names(k):
                yield from self._one_laid(h, read, k, label)
                yield from self._held(h, read, k, label)

    def _all_laid(self, weighed: Weighed, open_: Sequence[int]) -> Iterator[Hypothesis]:
        """All cards that are read well laid or put down at once, the others held."""
        h, read = weighed.before, self._read(weighed)
        in_hands = [(card, k) for card, k in zip(h.cards, weighed.took, strict=True)
                    if card.posture == "held" and k >= 0 and self._may_lie(k)]
        for card, k in in_hands:
            h = next(self._down(h, read, card, k), h)
        clear = [k for k in open_ if self._may_lie(k)
                 and self._seen.seen.likely[k] + self._seen.seen.log_name[k].max() > LAID_AT_ONCE]
        if len(open_) + len(in_hands) > 1:
            for k in clear:
                h = next(iter(self._one_laid(h, read, k, self._trails.now[k].label)), h)
                read = {**read, h.cards[-1].serial: self._seen.seen.marks[k]}
            yield h
            held = [k for k in open_ if k not in clear]
            for k in held:
                h = next(self._held(h, read, k, self._trails.now[k].label), h)
            if held:
                yield h

    def _read(self, weighed: Weighed) -> dict[int, np.ndarray]:
        """The marks (2, 2) of cards that are read in this look by their own names, by serial."""
        return {card.serial: self._seen.seen.marks[k] for card, k in zip(weighed.h.cards, weighed.took, strict=True)
                if k >= 0 and self._seen.is_named(card, k)}

    def _names(self, k: int) -> list[str]:
        """The two likeliest names of a detection."""
        seen = self._seen.seen
        return [seen.names[n] for n in np.argsort(-seen.log_name[k])[:2] if seen.log_name[k, n] > np.log(LIKELY_NAME)]

    def _one_laid(self, h: Hypothesis, read: dict[int, np.ndarray], k: int, label: str) -> Iterator[Hypothesis]:
        people = noise().people
        if not self._may_lie(k) or self._is_one_too_many(h, label):
            return
        price = people.lay if self._touched[k] > STILL else people.lay_unmoved
        shape = self._seen.shapes[k]
        is_upon = any(_coincide(card.shape, shape) for card in h.cards if card.posture == "lies")
        was_there = self._trails.now[k].first_s <= self._trails.begun_s + BEGINNING_S
        for spot in self._spots_at(k).likeliest(h.where, was_there):
            card = self._card(h, read, k, label, spot.place)
            nats = people.lay_more if _is_one_more(h, card) and not is_upon else price
            yield _added(h, card, nats + EXACTLY * is_upon, spot)

    def _held(self, h: Hypothesis, read: dict[int, np.ndarray], k: int, label: str) -> Iterator[Hypothesis]:
        if self._is_one_too_many(h, label):
            return
        card = replace(self._card(h, read, k, label, ""), posture="held")
        yield _added(h, card, in_hand(self._spots_at(k).inside(h.where)), None)

    def _put_down(self, weighed: Weighed) -> Iterator[Hypothesis]:
        """A held card that is seen lies now; it keeps its run of looks."""
        h, read = weighed.before, self._read(weighed)
        for card, k in zip(h.cards, weighed.took, strict=True):
            if card.posture == "held" and k >= 0 and self._may_lie(k):
                yield from self._down(h, read, card, k)

    def _down(self, h: Hypothesis, read: dict[int, np.ndarray], card: CardHere, k: int) -> Iterator[Hypothesis]:
        for spot in self._places_of(h, k):
            shape = self._seen.shapes[k]
            down = replace(card, posture="lies", place=spot.place, shape=shape, z=_height(h.cards, shape, read, card),
                           born_s=self._trails.now[k].first_s, held=0.0)
            yield replace(h, cards=tuple(down if other is card else other for other in h.cards),
                          where=spot.where, log_weight=h.log_weight + noise().people.lay + spot.nats)

    def _placed_otherwise(self, h: Hypothesis) -> Iterator[Hypothesis]:
        """Each card that no action explains in another place, or in a hand: by now it may be clear how the layout lies,
        and whether the card sways."""
        extra = {card.serial for card in difference(h, self._prior).extra}
        for card in h.cards:
            if card.posture == "lies" and not card.idle and (not card.place or card.serial in extra):
                spots = self.places.at(card.shape.centre)
                now = spots.of(card.place, h.where).nats
                now = now if card.place else max(now, noise().people.aside)  # so much was paid for it at the most
                for spot in spots.likeliest(h.where) if self.places.are_guessed else ():
                    if spot.place != card.place:
                        yield _instead(h, card, replace(card, place=spot.place), spot.nats - now)
                if card.is_seen:
                    nats = in_hand(spots.inside(h.where)) + card.held - noise().people.lay - now
                    yield _instead(h, card, replace(card, place="", posture="held"), nats)

    def _restacked(self, weighed: Weighed) -> Iterator[Hypothesis]:
        """Each card above those within whose outlines it is read."""
        h, read = weighed.before, self._read(weighed)
        lifted = tuple(_lifted(card, h.cards, read[card.serial]) if clear_mm < COVERED_MM and card.serial in read
                       else card for card, clear_mm in zip(h.cards, self._seen.clear_mm(h.cards), strict=True))
        if any(one is not other for one, other in zip(lifted, h.cards, strict=True)):
            yield replace(h, cards=lifted)

    def _is_one_too_many(self, h: Hypothesis, label: str) -> bool:
        """Whether the pack has no such card left."""
        now_s = self._seen.seen.time_s
        return sum(card.label == label and (card.posture == "lies" or card.seen_s == now_s) for card in h.cards
                   ) >= self._prior.copies(label)

    def _places_of(self, h: Hypothesis, k: int) -> list[PlaceThere]:
        return self._spots_at(k).likeliest(h.where)

    def _spots_at(self, k: int) -> PlacesThere:
        return self.places.at(self._seen.seen.centres[k])

    def _card(self, h: Hypothesis, read: dict[int, np.ndarray], k: int, label: str, place: str) -> CardHere:
        """A new card where a detection is, above all others but those that are read within its outline."""
        trail, now, shape = self._trails.now[k], self._seen.seen.time_s, self._seen.shapes[k]
        # What was read there before, by the same name, is no new evidence.
        like = next((c for c in h.cards if c.label == label and c.is_seen and c.serial not in read
                     and _is_near(c.shape, shape)), None)
        run_s, hits, credit = (now, 0.0, 0.0) if like is None else (like.run_s, like.hits, like.credit)
        return CardHere(label, self._prior.name(label), place, shape, _height(h.cards, shape, read), trail.first_s,
                        trail.reach, is_seen=like is not None, run_s=run_s, seen_s=now, seen=0, still_s=now,
                        hits=hits, credit=credit)

    # -- cards that left ------------------------------------------------------------------------

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
        left = h.without(gone)
        price = people.take_under if any(_lies_under(card, left) for card in gone) else people.take
        price -= sum(card.debt for card in gone)
        return left_by(h, gone).costing(price)

    def _slid(self, weighed: Weighed, open_: Sequence[int], unseen: Sequence[CardHere]) -> Iterator[Hypothesis]:
        """A card that is missed is the one that came elsewhere; one that a hand hides, where the pack has no other."""
        h, read = weighed.before, self._read(weighed)
        for k in filter(self._may_lie, open_):
            for card in unseen:
                if card.label not in self._names(k) or not (
                        self._is_missing(card) or self._is_one_too_many(h, card.label)):
                    continue
                for spot in self._places_of(h, k):
                    stays = spot.place == card.place
                    base = replace(h, cards=h.without((card,))) if stays else left_by(h, (card,))
                    came = self._card(h, read, k, card.label, spot.place)
                    came = replace(came, born_s=card.born_s, reach=card.reach) if stays else came
                    yield _added(base, came, noise().people.slide - card.debt, spot)

    # -- bookkeeping ----------------------------------------------------------------------------

    @property
    def _seen(self) -> Glance:
        assert self._glance is not None
        return self._glance


def left_by(h: Hypothesis, gone: Iterable[CardHere]) -> Hypothesis:
    """The hypothesis without cards that left; those that were to go back need no explanation."""
    departed, tolerated = list(h.departed), list(h.tolerated)
    gone = tuple(gone)
    for card in gone:
        if (card.place, card.name) in tolerated:
            tolerated.remove((card.place, card.name))
        elif card.place:
            departed.append(departure(card))
    return replace(h, cards=h.without(gone), departed=tuple(departed), tolerated=tuple(tolerated))


def departure(card: CardHere) -> Departed:
    """A card that has left, since it was last seen."""
    return Departed(card.place, card.name, card.label, card.seen_s if card.is_seen else card.run_s, card.born_s, card)


def _added(h: Hypothesis, card: CardHere, nats: float, spot: PlaceThere | None) -> Hypothesis:
    if spot is None:
        return replace(h, cards=(*h.cards, card), log_weight=h.log_weight + nats)
    return replace(h, cards=(*h.cards, card), where=spot.where, log_weight=h.log_weight + nats + spot.nats)


def _height(cards: Sequence[CardHere], shape: Shape, read: dict[int, np.ndarray], itself: CardHere | None = None
            ) -> float:
    """Above all others, but below those that are read within its outline."""
    others = [card for card in cards if card is not itself and card.posture == "lies"]
    over = [card.z for card in others if card.serial in read and _shows_within(read[card.serial], shape)]
    return min(over) - 0.5 if over else max((card.z for card in others), default=0.0) + 1.0


def _is_one_more(h: Hypothesis, card: CardHere) -> bool:
    """Whether a card came together with another of its place: a handful is laid as easily as one."""
    return any(other.place == card.place and other.posture == "lies"
               and abs(other.born_s - card.born_s) <= noise().people.together_s for other in h.cards)


def _lifted(card: CardHere, cards: Sequence[CardHere], marks: np.ndarray) -> CardHere:
    """The card above all others within whose outlines its marks (2, 2) are read."""
    below = [other.z for other in cards if other.z > card.z and other.posture == "lies"
             and _shows_within(marks, other.shape)]
    return replace(card, z=max(below) + 0.25) if below else card


def in_hand(inside: float) -> float:
    """Nats for a card in a hand, by how far inside of a place it is seen."""
    held = noise().held
    return held.outside + inside * (held.inside - held.outside)


def _instead(h: Hypothesis, card: CardHere, there: CardHere, nats: float) -> Hypothesis:
    return replace(h, cards=tuple(there if other is card else other for other in h.cards),
                   log_weight=h.log_weight + nats)


def _is_near(one: Shape, other: Shape) -> bool:
    return bool(np.hypot(*(one.centre - other.centre)) < SAME_MM)


def _coincide(one: Shape, other: Shape) -> bool:
    """Whether two outlines are the same, as well as outlines can be told; a card has no upper end."""
    if abs(one.x - other.x) > EXACTLY_MM or abs(one.y - other.y) > EXACTLY_MM:
        return False
    off = [np.hypot(*np.moveaxis(one.corners - np.roll(other.corners, turn, axis=0), 1, 0)).max() for turn in (0, 2)]
    return bool(min(off) < EXACTLY_MM)


def _shows_within(marks: np.ndarray, shape: Shape) -> bool:
    """Whether a mark (2, 2) that is read now lies within a card's outline."""
    known = marks[np.isfinite(marks[:, 0])]
    return bool(len(known) and (outside_mm(known, shape) < COVERS_MM).any())


def _lies_under(card: CardHere, others: Sequence[CardHere]) -> bool:
    return any(other.z > card.z and other.posture == "lies"
               and bool((outside_mm(card.shape.centre[None], other.shape) < 0).any()) for other in others)
