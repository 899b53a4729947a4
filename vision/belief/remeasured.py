"""A table that was measured anew, or told of: what lies somewhere lies there still, perhaps in another place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np

from rules.core.frozen import replace
from vision.belief.hypotheses import CardHere, Hypothesis, Shape, difference, lying
from vision.belief.noise import noise
from vision.belief.places import Places
from vision.belief.prior import Prior
from vision.watching.viewpoint import Viewpoint


class Remeasured:
    """Brings hypotheses from one view of a table to another.  push: (3, 3) px now -> px when the camera was put up."""

    def __init__(self, before: Viewpoint, now: Viewpoint, places_before: Places, push: np.ndarray) -> None:
        self.places = Places(now.pushed(np.linalg.inv(push)))
        self._before, self._now, self._places_before = before, now, places_before
        self._shapes: dict[int, Shape] = {}

    def anew(self, points_mm: np.ndarray) -> np.ndarray:
        """Points (..., 2) of the table as it was measured before, where they are now; NaN where they were."""
        flat = points_mm.reshape(-1, 2)
        known = np.isfinite(flat).all(axis=1)
        moved = np.full(flat.shape, np.nan)
        moved[known] = self._now.to_mm(self._before.to_px(flat[known]))
        return moved.reshape(points_mm.shape)

    def variants(self, h: Hypothesis, prior: Prior) -> Iterator[Hypothesis]:
        """The hypothesis with its cards in their places, and with those that nothing told explains in likelier ones."""
        h = h.without([card for card in h.cards if np.isnan(self._moved(card).shape.centre).any()])  # off the table
        was, _ = _weighed(h.cards, self._places_before)
        for there in (h, self._placed_anew(h, prior)):
            if there is not None:
                cards = tuple(self._moved(card) for card in there.cards)
                nats, where = _weighed(cards, self.places)
                yield replace(there, cards=cards, where=where, log_weight=there.log_weight + nats - was)

    def _placed_anew(self, h: Hypothesis, prior: Prior) -> Hypothesis | None:
        """None where all lie best where they are."""
        base = h.unsupposed()
        fresh = {card.serial for card in difference(base, prior).extra}
        fresh |= {card.serial for card in base.cards if not card.place and card.posture == "lies" and not card.idle}
        _, where = _weighed([self._moved(c) for c in base.cards if c.serial not in fresh], self.places)
        cards = []
        for card in base.cards:
            if card.serial in fresh:
                spot = self.places.at(self._moved(card).shape.centre).likeliest(where)[0]
                card, where = replace(card, place=spot.place), spot.where
            cards.append(card)
        is_same = all(a.place == b.place for a, b in zip(cards, base.cards, strict=True))
        return None if is_same else replace(base, cards=tuple(cards))

    def _moved(self, card: CardHere) -> CardHere:
        old = card.shape
        if old.serial not in self._shapes:
            self._shapes[old.serial] = Shape(self.anew(old.centre), self.anew(old.corners), self.anew(old.marks))
        return replace(card, shape=self._shapes[old.serial])


def as_told(h: Hypothesis, prior: Prior, places: Places) -> Hypothesis:
    """The hypothesis with cards that nothing explains in the places where the story lacks them: there they lie, and the
    layout with them.  Of several cards alike one that lies far from such a place is another."""
    shown = Counter({(place, name): count for place, names in prior.visible(h.story).items()
                     for name, count in Counter(names).items()})
    shown.subtract((card.place, card.name) for card in lying(h.cards))
    moved: dict[int, CardHere] = {}
    for card in difference(h, prior).extra:
        lacking = [place for (place, name), lacks in shown.items() if name == card.name and lacks > 0]
        at, is_only = places.at(card.shape.centre), prior.copies(card.label) == 1
        place = next((p for p in lacking if is_only or at.of(p, h.where).nats > noise().people.astray), None)
        if place is not None:
            shown[place, card.name] -= 1
            moved[card.serial] = replace(card, place=place)
    if not moved:
        return h
    cards = tuple(moved.get(card.serial, card) for card in h.cards)
    return replace(h, cards=cards, where=_weighed(cards, places)[1])


def _weighed(cards: Iterable[CardHere], places: Places) -> tuple[float, np.ndarray]:
    """How likely the places of cards are, in nats, and the belief about the layout that they make."""
    nats, where = 0.0, places.unknown
    for card in cards:
        if card.posture == "lies" and card.place:
            spot = places.at(card.shape.centre).of(card.place, where)
            nats, where = nats + spot.nats, spot.where
    return nats, where
