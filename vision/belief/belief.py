"""The belief about a table: a few dozen hypotheses, weighed anew by every look.

    beliefs = Believer(prior, viewpoint)
    belief = beliefs.see(look)           # vision.stream.Look
    belief.acts()                        # the next actions and how likely each is
    beliefs.told(prior.begin(), act)     # an action was committed, or somebody said one
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rules.core.frozen import replace
from vision.belief.acts import Acts
from vision.belief.arrivals import Arrivals
from vision.belief.backs import Backs
from vision.belief.beam import Beam
from vision.belief.hypotheses import Act, CardHere, Departed, Difference, Hypothesis, difference
from vision.belief.likelihood import STILL, Glance
from vision.belief.moves import Moves
from vision.belief.observation import RULER_MM, Motion, observed
from vision.belief.places import Places
from vision.belief.prediction import Coverings, detected
from vision.belief.prior import Prior, Story
from vision.belief.remeasured import Remeasured, as_told
from vision.belief.trails import Trails
from vision.stream import Look
from vision.watching.viewpoint import CARD_HEIGHT_MM, Viewpoint

SAME_S = 0.6  # s, between the births of one card in two hypotheses
AROUND = 5.0  # times a card's size, where more may be laid beside it
FEW = 0.05  # share of that which may move though nobody reaches there
UNREAD_S = 1.0  # nobody reads a table on which nothing has moved: there time goes on all the same


@dataclass(frozen=True)
class Believed:
    """An action that may come next, with its probability and the likeliest hypothesis that begins with it."""

    act: Act
    probability: float
    h: Hypothesis


@dataclass(frozen=True)
class Belief:
    """Weighted hypotheses at a moment, the likeliest first; what their weights lack of 1 is for a table on which no
    rule explains what lies.  free: of each, the actions that may come first."""

    time_s: float
    hypotheses: tuple[Hypothesis, ...]
    weights: tuple[float, ...]
    free: tuple[tuple[Act, ...], ...]
    calm_s: float

    @property
    def best(self) -> Hypothesis:
        """The likeliest."""
        return self.hypotheses[0]

    def probability(self, card: CardHere) -> float:
        """How likely it is that this card lies there, over all hypotheses."""
        return sum(weight for h, weight in zip(self.hypotheses, self.weights, strict=True)
                   if any(other.key == card.key for other in h.cards))

    def names(self, card: CardHere) -> list[tuple[str, float]]:
        """What a card may be that came there then, over all hypotheses, the likeliest first."""
        sums: dict[str, float] = defaultdict(float)
        for h, weight in zip(self.hypotheses, self.weights, strict=True):
            same = (other for other in h.cards if other.key[1:] == card.key[1:]
                    and abs(other.born_s - card.born_s) < SAME_S)
            found = next(same, None)
            if found is not None:
                sums[found.label] += weight
        return sorted(sums.items(), key=lambda row: -row[1])

    def acts(self) -> list[Believed]:
        """The actions that may be told next, the likeliest first: the first of a hypothesis, and any later one that
        may as well have been done before the others."""
        sums: dict[Hashable, float] = defaultdict(float)
        first: dict[Hashable, tuple[Act, Hypothesis]] = {}
        for h, weight, free in zip(self.hypotheses, self.weights, self.free, strict=True):
            for act in free:
                sums[act.meaning] += weight
                first.setdefault(act.meaning, (act, h))
        return sorted((Believed(first[meaning][0], p, first[meaning][1]) for meaning, p in sums.items()),
                      key=lambda row: -row.probability)


class Believer:
    """Follows one table.  height_mm: of its pack's cards."""

    def __init__(self, prior: Prior, view: Viewpoint, height_mm: float = CARD_HEIGHT_MM) -> None:
        self._prior, self.view, self._height_mm = prior, view, height_mm
        self.motion, self._trails, self._backs, self._coverings = Motion(), Trails(), Backs(), Coverings()
        self._acts = Acts(prior, self._trails)
        self._push = np.eye(3)  # px now -> px when the camera was put up
        places = Places(view)
        self._arrivals = Arrivals(prior, places, self._trails, self.motion)
        self._beam = Beam(prior, self._acts, Moves(prior, self._arrivals, self._acts),
                          [Hypothesis(prior.begin(), where=places.unknown)])
        self._looked_s: float | None = None
        self.is_told = False  # whether anything was, or players have said something of what lies there
        self.belief = self._believed(0.0)

    def apart(self, prior: Prior) -> Believer:
        """Another that believes the same, and goes its own way from here; prior: its own."""
        other = Believer(prior, self.view, self._height_mm)
        other._push = self._push
        other.motion, other._trails, other._backs, other._looked_s, other.is_told = (
            self.motion.apart(), self._trails.apart(), self._backs.apart(), self._looked_s, self.is_told)
        other._acts = Acts(prior, other._trails)
        other._arrivals = Arrivals(prior, self._arrivals.places, other._trails, other.motion)
        moves = Moves(prior, other._arrivals, other._acts)
        other._beam, other.belief = self._beam.apart(prior, other._acts, moves), self.belief
        return other

    def see(self, look: Look) -> Belief:
        """Take in one frame; only where the picture was read do the hypotheses change."""
        if look.push is not None:
            self.view, self._push = self.view.pushed(look.push), self._push @ look.push
        self.motion.add(look.time_s, look.moving, look.block_px, self.view)
        if look.detections is None:
            later = replace(self.belief, time_s=look.time_s, calm_s=self.motion.calm_s(look.time_s))
            if self._looked_s is not None and look.time_s - self._looked_s > UNREAD_S:
                self.belief = later
            return later
        seen = observed(look.detections, look.time_s, self.view)
        self._trails.add(seen, self.motion)
        if self._backs.add(look.detections, self.view):
            self._lean()
        dt_s = look.time_s - self._looked_s if self._looked_s is not None else 1.0
        self._looked_s = look.time_s
        glance = Glance(seen, self.motion, self._coverings, dt_s, self._trails.step_mm,
                        self.view.calibration.error_mm, RULER_MM * self._height_mm / CARD_HEIGHT_MM)
        self._arrivals.look(glance)
        self._beam.look(glance, look.time_s)
        self.belief = self._believed(look.time_s)
        return self.belief

    def seen_by(self, view: Viewpoint) -> None:
        """The table was measured anew: what lay somewhere lies there still, in other millimetres."""
        moved = Remeasured(self.view, view, self._arrivals.places, self._push)
        self.view = view
        self._trails.moved(moved.anew)
        self._backs.moved(moved.anew)
        self._arrivals.places = moved.places = self._with_backs(moved.places)
        self._rebuild([also for h in self._beam.hypotheses for also in moved.variants(h, self._prior)])

    def _with_backs(self, places: Places) -> Places:
        """In a place that shows no cards they lie face down."""
        face_down = set(self.view.layout.names) - self._prior.visible(self._prior.begin()).keys()
        return places.with_backs(self._backs.found(), face_down)

    def _lean(self) -> None:
        """Where cards lie face down tells of the layout."""
        before, self._arrivals.places = self._arrivals.places, self._with_backs(self._arrivals.places)
        change = self._arrivals.places.unknown - before.unknown
        self._beam.hypotheses = [h.leaning(change) for h in self._beam.hypotheses]

    def told(self, root: Story, act: Act | None = None, is_certain: bool = False) -> None:
        """The told line has changed: the action was committed, or players have said something.

        Hypotheses that begin otherwise than the committed one are dropped; what the others suppose is judged anew.
        is_certain: players have said so; cards lie where that has them, and show how the layout lies.
        """
        self.is_told = True
        agree = [] if act is None else self._beam.beginning_with(act)
        if is_certain and not agree:  # what was supposed may be what they have told of
            self._beam.hypotheses = [h.unsupposed() for h in self._beam.hypotheses]
        done = act.meaning if act is not None and agree else None
        self._trails.end(act.gone if act is not None else ())
        retold = self._beam.retold(agree or self._beam.hypotheses, root, done)
        if is_certain:
            retold = [as_told(h, self._prior, self._arrivals.places) for h in retold]
        self._rebuild(retold)

    def rest(self, now_s: float) -> None:
        """Time has passed, and nothing was seen."""
        self.belief = replace(self.belief, time_s=now_s, calm_s=np.inf)

    def rename(self, was: str, is_now: str) -> None:
        """Cards that were misread bear another of the game's names."""
        self.is_told = True
        self._rebuild([replace(h, cards=tuple(replace(c, name=is_now) if c.name == was else c for c in h.cards))
                       for h in self._beam.hypotheses])

    def heard(self) -> None:
        """Players have said something that nothing told explains yet."""
        self._rebuild(self._beam.hypotheses)

    def trust(self, nats: float) -> None:
        """Something was told at this price, or said."""
        self._beam.trust(nats)

    def _rebuild(self, hypotheses: Iterable[Hypothesis]) -> None:
        self._beam.rebuild(hypotheses, self.belief.time_s)
        self.belief = self._believed(self.belief.time_s)

    def forgive(self, puzzling: Hypothesis) -> None:
        """What a hypothesis has that nothing told explains means nothing: neither is it done, nor asked about again."""
        self.is_told = True
        differs = difference(puzzling.unsupposed(), self._prior)
        gone, idle = {*differs.lacking, *differs.passed}, {card.serial for card in differs.extra}
        agree = [h for h in self._beam.hypotheses if idle <= {card.serial for card in h.cards}] or [puzzling]
        self._rebuild([other for h in agree for other in _meaning_nothing(h.unsupposed(), gone, idle)])

    def difference(self, h: Hypothesis) -> Difference:
        """What a hypothesis leaves unexplained."""
        return difference(h, self._prior)

    def _believed(self, time_s: float) -> Belief:
        hypotheses = tuple(self._beam.hypotheses)
        return Belief(time_s, hypotheses, self._beam.weights(), tuple(map(self._beam.free, hypotheses)),
                      self.motion.calm_s(time_s))

    # -- what commit asks -----------------------------------------------------------------------

    def is_calm_around(self, cards: Sequence[CardHere], now_s: float, calm_s: float) -> bool:
        """Whether nobody has reached over the cards or beside them for so long."""
        if not cards:
            return True
        around = [c.shape.centre + AROUND * (c.shape.corners - c.shape.centre) for c in cards]
        return bool((self.motion.over(np.stack(around), now_s - calm_s) <= FEW).all())

    def missed(self, h: Hypothesis) -> list[tuple[CardHere, float]]:
        """The cards that ought to be seen and are not, each with the nats which that has cost; no more than it would
        have, had they always lain as free as they lie now: where cards lie may have been made out only since."""
        found = []
        for card, clear_mm in zip(h.cards, self._coverings.clear_mm(h.cards), strict=True):
            if card.posture == "lies" and card.debt < 0:
                found.append((card, max(card.debt, float(np.log1p(-detected(clear_mm))))))
        return found

    def is_still(self, cards: Sequence[CardHere], now_s: float, still_s: float, repeated_s: float) -> bool:
        """Whether each card lies: nothing moved over it for a while, or it was read in place for longer."""
        moved = self.motion.over(np.stack([c.shape.corners for c in cards]), now_s - still_s) if cards else ()
        return all(share <= STILL or (now_s - max(card.run_s, card.born_s) >= repeated_s and card.is_seen)
                   for card, share in zip(cards, moved, strict=True))


def _meaning_nothing(h: Hypothesis, gone: Container[Departed], serials: Container[int]) -> Iterator[Hypothesis]:
    """A hypothesis in which some cards lie idle, or are still in a hand that is about to lay them; and what left did
    so for no reason."""
    base = replace(h, departed=tuple(d for d in h.departed if d not in gone))
    here = [card for card in h.cards if card.serial in serials]
    in_hand = sum(card.held for card in here)
    for instead, nats in ({c.serial: replace(c, idle=True) for c in here}, 0.0), (
            {c.serial: replace(c, place="", posture="held") for c in here}, in_hand):
        yield replace(base, log_weight=h.log_weight + nats, cards=tuple(instead.get(c.serial, c) for c in h.cards))
