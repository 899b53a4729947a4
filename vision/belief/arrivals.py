"""Cards that come, as a hypothesis may explain what it does not know: laid, held over the table, put down.

    arrivals = Arrivals(prior, places, trails, motion)
    arrivals.look(glance)                # a new look
    arrivals.laid(weighed, detections)   # hypotheses with one card more, each at its price
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rules.core.frozen import replace
from vision.belief.hypotheses import AMID_MM, CardHere, Hypothesis, Posture, Shape, rests
from vision.belief.likelihood import EXACTLY_MM, STILL, Glance, Weighed, may_be_read
from vision.belief.noise import noise
from vision.belief.observation import JOKER, Motion
from vision.belief.places import Places, PlacesThere, PlaceThere
from vision.belief.prediction import apart_mm, shows_within
from vision.belief.prior import Prior
from vision.belief.trails import BEGINNING_S, SAME_MM, Trail, Trails

LIKELY_NAME = 0.08  # a name less likely is not thought of
TOUCHED_S = 3.0  # nobody lays a card where nothing has moved for so long
WORTH = 1.0  # nats for a card, below which a detection calls for no explanation
EXACTLY = -1.0  # nats: a card is seldom laid just upon another
LAID_AT_ONCE = 2.5  # nats, for readings that are believed all together


class Arrivals:
    """Proposes cards that have come to one table.  places may be set anew."""

    def __init__(self, prior: Prior, places: Places, trails: Trails, motion: Motion) -> None:
        self._prior, self.places = prior, places
        self._trails, self._motion = trails, motion
        self._glance: Glance | None = None
        self._touched: np.ndarray = np.zeros(0)

    def look(self, glance: Glance) -> None:
        """A new look: where its detections lie, and whether anything moved there."""
        self._glance = glance
        seen = glance.seen
        self._touched = self._motion.over(seen.corners, seen.time_s - TOUCHED_S) if len(seen) else np.zeros(0)

    @property
    def seen(self) -> Glance:
        """The last look."""
        assert self._glance is not None
        return self._glance

    def laid(self, weighed: Weighed, open_: Sequence[int]) -> Iterator[Hypothesis]:
        """Each new card laid, or held."""
        h, read = weighed.before, self.read(weighed)
        for k in open_:
            for label in self.names(k):
                yield from self._one_laid(h, read, k, label)
                yield from self._held(h, read, k, label)

    def all_laid(self, weighed: Weighed, open_: Sequence[int]) -> Iterator[Hypothesis]:
        """All cards that are read well laid or put down at once, the others held."""
        h, read = weighed.before, self.read(weighed)
        in_hands = [(card, k) for card, k in zip(h.cards, weighed.took, strict=True)
                    if card.posture == "held" and k >= 0 and self.may_lie(k)]
        for card, k in in_hands:
            h = next(self._down(h, read, card, k), h)
        clear = [k for k in open_ if self.may_lie(k)
                 and self.seen.seen.likely[k] + self.seen.seen.log_name[k].max() > LAID_AT_ONCE]
        if len(open_) + len(in_hands) > 1:
            for k in clear:
                h = next(iter(self._one_laid(h, read, k, self._trails.now[k].label)), h)
                read = {**read, h.cards[-1].serial: self.seen.seen.marks[k]}
            yield h
            held = [k for k in open_ if k not in clear]
            for k in held:
                h = next(self._held(h, read, k, self._trails.now[k].label), h)
            if held:
                yield h

    def put_down(self, weighed: Weighed) -> Iterator[Hypothesis]:
        """A held card that is seen lies now; it keeps its run of looks."""
        h, read = weighed.before, self.read(weighed)
        for card, k in zip(h.cards, weighed.took, strict=True):
            if card.posture == "held" and k >= 0 and self.may_lie(k):
                yield from self._down(h, read, card, k)

    def _one_laid(self, h: Hypothesis, read: dict[int, np.ndarray], k: int, label: str) -> Iterator[Hypothesis]:
        people = noise().people
        if not self.may_lie(k) or self.is_one_too_many(h, label):
            return
        price = people.lay if self._touched[k] > STILL else people.lay_unmoved
        if not self.seen.seen.named[k]:  # any of the outlines that nobody can read may be the card
            price -= float(np.log((~self.seen.seen.named).sum()))
        shape = self.seen.shapes[k]
        is_upon = any(coincide(card.shape, shape) for card in h.cards if card.posture == "lies")
        was_there = self._trails.now[k].first_s <= self._trails.begun_s + BEGINNING_S
        for spot in self.spots_at(k).likeliest(h.where, was_there):
            card = self.card(h, read, k, label, spot.place)
            nats = people.lay_more if _is_one_more(h, card) and not is_upon else price
            nats += self.again_price(h, label, shape) + EXACTLY * is_upon
            nats -= people.aside * (not card.place and rests(card, h.cards))  # a fan is one accident
            yield added(h, replace(card, paid=nats), nats + self.open_price(h, card), spot)

    def _held(self, h: Hypothesis, read: dict[int, np.ndarray], k: int, label: str) -> Iterator[Hypothesis]:
        if self.is_one_too_many(h, label) or _in_hands(h, label, self._prior.copies(label)):
            return
        card = self.card(h, read, k, label, "", "held")
        nats = in_hand(h, card, self.spots_at(k).inside(h.where)) + one_card_of(self.seen.seen.names) * (label == JOKER)
        yield added(h, card, nats, None)

    def _down(self, h: Hypothesis, read: dict[int, np.ndarray], card: CardHere, k: int) -> Iterator[Hypothesis]:
        for spot in self.spots_at(k).likeliest(h.where):
            shape = self.seen.shapes[k]
            down = replace(card, posture="lies", place=spot.place, shape=shape, z=height_of(h.cards, shape, read, card),
                           born_s=self._trails.now[k].first_s, held=0.0, paid=noise().people.lay, was_held=card.held)
            yield replace(h, cards=tuple(down if other is card else other for other in h.cards), where=spot.where,
                          log_weight=h.log_weight + noise().people.lay + spot.nats + self.open_price(h, down))

    def again_price(self, h: Hypothesis, label: str, shape: Shape) -> float:
        """Nats for another card beside one that bears its name, and for a joker, as whose corner glare, backs and parts
        of courts are read: of all cards that may have come it is one like that."""
        is_one = label == JOKER or any(may_be_read(card, label, shape) for card in h.cards)
        return one_card_of(self.seen.seen.names) * is_one

    def open_price(self, h: Hypothesis, card: CardHere) -> float:
        """Nats for a card that lies open where the game has none, as on a stock: it means nothing there, unless the
        stock lies open itself, and shows card after card."""
        if card.place in ("", *self._prior.visible(h.story)) or card.born_s <= self._trails.begun_s + BEGINNING_S:
            return 0.0
        is_open = any(other.place == card.place and other.serial != card.serial for other in (*h.cards, *h.past))
        return 0.0 if is_open else noise().people.aside

    def is_worth(self, k: int) -> bool:
        """Whether a detection calls for an explanation."""
        glance = self.seen
        return float(glance.seen.likely[k] + glance.seen.log_name[k].max()) > WORTH

    def may_lie(self, k: int) -> bool:
        """Whether what is detected may lie there: nothing moves over it, or it stays where it was."""
        return self.seen.moving_detections[k] <= STILL or self._trails.now[k].stays

    def read(self, weighed: Weighed) -> dict[int, np.ndarray]:
        """The marks (4, 2) of cards that are read in this look by their own names, by serial."""
        return {card.serial: self.seen.seen.marks[k] for card, k in zip(weighed.h.cards, weighed.took, strict=True)
                if k >= 0 and self.seen.is_named(card, k)}

    def names(self, k: int) -> list[str]:
        """The two likeliest names of a detection."""
        seen = self.seen.seen
        return [seen.names[n] for n in np.argsort(-seen.log_name[k])[:2] if seen.log_name[k, n] > np.log(LIKELY_NAME)]

    def is_one_too_many(self, h: Hypothesis, label: str) -> bool:
        """Whether the pack has no such card left."""
        now_s = self.seen.seen.time_s
        return sum(card.label == label and (card.posture == "lies" or card.seen_s == now_s) for card in h.cards
                   ) >= self._prior.copies(label)

    def spots_at(self, k: int) -> PlacesThere:
        """The places about a detection."""
        return self.places.at(self.seen.seen.centres[k])

    def card(self, h: Hypothesis, read: dict[int, np.ndarray], k: int, label: str, place: str,
             posture: Posture = "lies") -> CardHere:
        """A new card where a detection is, above all others but those that are read within its outline."""
        trail, now, shape = self._trail(h, k), self.seen.seen.time_s, self.seen.shapes[k]
        told = tuple(_told_of(h, read, posture))  # what was read there before is no new evidence
        like = next((c for c in told if c.label == label and _is_near(c.shape, shape)), None) or next(
            (c for c in told if (is_read_there if c in h.cards else coincide)(c.shape, shape)), None)
        run_s, counts, credit = (now, (), 0.0) if like is None else (like.run_s, like.counts, like.credit - like.debt)
        names = like.read if like is not None and like.label == label else ()
        return CardHere(label, self._prior.name(label), place, shape, height_of(h.cards, shape, read), trail.first_s,
                        trail.reach, posture, is_seen=like is not None and like.is_seen, run_s=run_s, seen_s=now,
                        seen=0, still_s=now, counts=counts, credit=credit, read=names)

    def _trail(self, h: Hypothesis, k: int) -> Trail:
        """The trail of what is a new card; where it is that of a card here, the new one came over its like, and they
        have exchanged their trails."""
        trail = self._trails.now[k]
        if not any(c.label == trail.label and c.born_s == trail.first_s and c.posture == "lies" for c in h.cards):
            return trail
        near = (t for t in self._trails.now if t.label == trail.label
                and np.hypot(*(t.centre - trail.centre)) < noise().reading.reach_mm)
        return max(near, key=lambda t: t.first_s)


def one_card_of(names: Sequence[str]) -> float:
    """Nats for one of these cards, where any may have come."""
    return -float(np.log(len(names)))


def added(h: Hypothesis, card: CardHere, nats: float, spot: PlaceThere | None) -> Hypothesis:
    """The hypothesis with a card more, in a place or, without one, in a hand."""
    if spot is None:
        return replace(h, cards=(*h.cards, card), log_weight=h.log_weight + nats)
    return replace(h, cards=(*h.cards, card), where=spot.where, log_weight=h.log_weight + nats + spot.nats)


def height_of(cards: Sequence[CardHere], shape: Shape, read: dict[int, np.ndarray], itself: CardHere | None = None
            ) -> float:
    """Above all others, but below those that are read within its outline."""
    others = [card for card in cards if card is not itself and card.posture == "lies"]
    over = [card.z for card in others if card.serial in read and shows_within(read[card.serial], shape)]
    return min(over) - 0.5 if over else max((card.z for card in others), default=0.0) + 1.0


def _in_hands(h: Hypothesis, label: str, copies: int) -> list[CardHere]:
    """The only card of its name in the pack, where that is in a hand."""
    return [card for card in h.cards if copies == 1 and card.label == label and card.posture == "held"]


def _told_of(h: Hypothesis, read: dict[int, np.ndarray], posture: Posture) -> Iterator[CardHere]:
    """The cards for which looks have told already, and which this look may show: those not read in it, and those that
    have left; that a card was in a hand is no evidence that it lies."""
    yield from (card for card in h.cards if card.is_seen and card.serial not in read)
    yield from (card for card in reversed(h.past) if card.posture == posture)


def _is_one_more(h: Hypothesis, card: CardHere) -> bool:
    """Whether a card came together with another of its place: a handful is laid as easily as one."""
    return any(other.place == card.place and other.posture == "lies"
               and abs(other.born_s - card.born_s) <= noise().people.together_s for other in h.cards)


def in_hand(h: Hypothesis, card: CardHere, inside: float) -> float:
    """Nats for a card in a hand, by how far inside of a place it is seen; where a hand is in sight already it is that
    one, which shows one card more."""
    if any(other.posture == "held" and other.serial != card.serial
           and apart_mm(other.shape.marks, card.shape.marks).min() < AMID_MM for other in (*h.cards, *h.past)):
        return noise().people.lay_more
    laid, inside_of_one = noise().people.lay, noise().held.inside
    return laid + inside * (inside_of_one - laid)


def _is_near(one: Shape, other: Shape) -> bool:
    """Whether two outlines, or two of their marks, are near to each other: one mark tells little of the outline."""
    return bool(min(np.hypot(*(one.centre - other.centre)), apart_mm(one.marks, other.marks).min()) < SAME_MM)


def coincide(one: Shape, other: Shape) -> bool:
    """Whether two outlines are the same, as well as outlines can be told, or their marks; a card has no upper end."""
    if abs(one.x - other.x) > EXACTLY_MM or abs(one.y - other.y) > EXACTLY_MM:
        return False
    off = [np.hypot(*np.moveaxis(one.corners - np.roll(other.corners, turn, axis=0), 1, 0)).max() for turn in (0, 2)]
    return bool(min(*off, apart_mm(one.marks, other.marks).min()) < EXACTLY_MM)  # one mark tells little of the outline


def is_read_there(was: Shape, read: Shape) -> bool:
    """Whether what is read is just where a card lay, whole or one mark of it: of one alone the middle is not known."""
    return coincide(was, read) or bool(apart_mm(was.marks, read.marks).min() < EXACTLY_MM)
