"""The belief about a table: a few dozen hypotheses, weighed anew by every look.

    beliefs = Believer(prior, viewpoint)
    belief = beliefs.see(look)           # vision.stream.Look
    belief.acts()                        # the next actions and how likely each is
    beliefs.told(prior.begin(), act)     # an action was committed, or somebody said one
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from vision.belief.acts import Acts
from vision.belief.backs import Backs
from vision.belief.hypotheses import Act, CardHere, Difference, Hypothesis, difference
from vision.belief.likelihood import STILL, Glance, Weighed
from vision.belief.moves import Moves
from vision.belief.noise import noise
from vision.belief.observation import Motion, observed
from vision.belief.places import Places
from vision.belief.prediction import Coverings
from vision.belief.prior import Prior, Story
from vision.belief.remeasured import Remeasured, as_told
from vision.belief.trails import Trails
from vision.stream import Look
from vision.watching.viewpoint import Viewpoint

BEAM = 24
DROPPED = 20.0  # nats below the best
PARENTS, PARENT_NATS = 6, 10.0  # hypotheses that are taken further in a round
ROUNDS = 4
DEAR = 0.4  # share of the price of going astray, at which an action makes that neither likelier nor less likely
SAME_S = 0.6  # s, between the births of one card in two hypotheses
AROUND = 5.0  # times a card's size, where more may be laid beside it
FEW = 0.05  # share of that which may move though nobody reaches there
UNREAD_S = 1.0  # nobody reads a table on which nothing has moved: there time goes on all the same
HELD_LOST_S = 0.6  # a card in a hand that is not seen for so long is gone


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
    """Follows one table."""

    def __init__(self, prior: Prior, view: Viewpoint) -> None:
        self._prior, self.view = prior, view
        self.motion, self._trails, self._backs, self._coverings = Motion(), Trails(), Backs(), Coverings()
        self._acts = Acts(prior, self._trails)
        places = Places(view.layout, view.calibration)
        self._moves = Moves(prior, places, self._trails, self.motion, self._acts)
        self._beam: list[Hypothesis] = [Hypothesis(prior.begin(), where=places.unknown)]
        self._firsts: dict[tuple[Story, Story], bool] = {}
        self._looked_s: float | None = None
        self.doubt = 0.0  # nats, how poorly what was told lately was explained
        self.belief = self._believed(0.0)

    def apart(self, prior: Prior) -> Believer:
        """Another that believes the same, and goes its own way from here; prior: its own."""
        other = Believer(prior, self.view)
        other.motion, other._trails, other._backs, other._looked_s, other.doubt = (
            self.motion.apart(), self._trails.apart(), self._backs.apart(), self._looked_s, self.doubt)
        other._acts = Acts(prior, other._trails)
        other._moves = Moves(prior, self._moves.places, other._trails, other.motion, other._acts)
        other._beam, other.belief = list(self._beam), self.belief
        return other

    def see(self, look: Look) -> Belief:
        """Take in one frame; only where the picture was read do the hypotheses change."""
        if look.push is not None:
            self.view = self.view.pushed(look.push)
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
        glance = Glance(seen, self.motion, self._coverings, dt_s)
        self._moves.look(glance)
        glance.prepare([card for h in self._beam for card in h.cards])
        pool = self._kept([self._settled(glance.weighed(h), look.time_s) for h in self._beam], look.time_s)
        pool = self._grown(pool, look.time_s)
        self._beam = [w.h.costing(-pool[0].h.log_weight) for w in pool]
        self.belief = self._believed(look.time_s)
        return self.belief

    def seen_by(self, view: Viewpoint) -> None:
        """The table was measured anew: what lay somewhere lies there still, in other millimetres."""
        moved = Remeasured(self.view, view, self._moves.places)
        self.view = view
        self._trails.moved(moved.anew)
        self._backs.moved(moved.anew)
        self._moves.places = moved.places = self._with_backs(moved.places)
        self._rebuild([also for h in self._beam for also in moved.variants(h, self._prior)])

    def _with_backs(self, places: Places) -> Places:
        """In a place that shows no cards they lie face down."""
        face_down = set(self.view.layout.names) - self._prior.visible(self._prior.begin()).keys()
        return places.with_backs(self._backs.found(), face_down)

    def _lean(self) -> None:
        """Where cards lie face down tells of the layout."""
        before, self._moves.places = self._moves.places, self._with_backs(self._moves.places)
        change = self._moves.places.unknown - before.unknown
        self._beam = [h.leaning(change) for h in self._beam]

    def told(self, root: Story, act: Act | None = None, is_certain: bool = False) -> None:
        """The told line has changed: the action was committed, or players have said something.

        Hypotheses that begin otherwise than the committed one are dropped; what the others suppose is judged anew.
        is_certain: players have said so; cards lie where that has them, and show how the layout lies.
        """
        agree = [] if act is None else self._with(act)
        if is_certain and not agree:  # what was supposed may be what they have told of
            self._beam = [h.unsupposed() for h in self._beam]
        done = act.meaning if act is not None and agree else None
        retold = [self._retold(h, root, done) for h in agree or self._beam]
        self._firsts.clear()
        if is_certain:
            retold = [as_told(h, self._prior, self._moves.places) for h in retold]
        self._rebuild(retold)

    def _with(self, act: Act) -> list[Hypothesis]:
        """The hypotheses that may begin with an action."""
        return [h for h in self._beam if any(other.meaning == act.meaning for other in self._free(h))]

    def rest(self, now_s: float) -> None:
        """Time has passed, and nothing was seen."""
        self.belief = replace(self.belief, time_s=now_s, calm_s=np.inf)

    def rename(self, was: str, is_now: str) -> None:
        """Cards that were misread bear another of the game's names."""
        self._rebuild([replace(h, cards=tuple(replace(c, name=is_now) if c.name == was else c for c in h.cards))
                       for h in self._beam])

    def heard(self) -> None:
        """Players have said something that nothing told explains yet."""
        self._rebuild(self._beam)

    def _rebuild(self, beam: Iterable[Hypothesis]) -> None:
        now_s = self.belief.time_s
        self._beam = [w.h for w in self._kept([Weighed(h, h, ()) for h in beam], now_s)]
        self.belief = self._believed(now_s)

    def forgive(self, puzzling: Hypothesis) -> None:
        """What a hypothesis has that nothing told explains means nothing: neither is it done, nor asked about again."""
        differs = difference(puzzling.unsupposed(), self._prior)
        gone, idle = {*differs.lacking, *differs.passed}, {card.serial for card in differs.extra}
        agree = [h for h in self._beam if idle <= {card.serial for card in h.cards}] or [puzzling]
        self._rebuild([replace(
            h, departed=tuple(d for d in h.departed if d not in gone),
            cards=tuple(replace(c, place="", idle=True) if c.serial in idle else c for c in h.cards))
            for h in (base.unsupposed() for base in agree)])

    def difference(self, h: Hypothesis) -> Difference:
        """What a hypothesis leaves unexplained."""
        return difference(h, self._prior)

    # -- one look -------------------------------------------------------------------------------

    def _settled(self, weighed: Weighed, now_s: float) -> Weighed:
        """Without held cards that are not seen any more, and what came and went without meaning."""
        h = self._acts.forgotten(weighed.h, now_s)
        lost = [c for c in h.cards if c.posture == "held" and now_s - c.seen_s > HELD_LOST_S]
        if lost:
            h = replace(h, cards=h.without(lost))
        return weighed if h is weighed.h else weighed.acted(h)

    def _grown(self, pool: list[Weighed], now_s: float) -> list[Weighed]:
        """The pool with moves, round by round, each hypothesis taken further once."""
        done: set[object] = set()
        for _ in range(ROUNDS):
            best = pool[0].h.weight
            parents = [w for w in pool[:PARENTS] if w.h.weight > best - PARENT_NATS and w.h.key not in done]
            done |= {w.h.key for w in parents}
            children = [child for parent in parents for child in self._moves.of(parent)]
            if not children:
                break
            pool = self._kept(children, now_s, pool)
        return pool

    def _kept(self, pool: Iterable[Weighed], now_s: float, already: Sequence[Weighed] = ()) -> list[Weighed]:
        """The likeliest, each once, with what they leave unexplained at its price; `already` have theirs."""
        merged: dict[object, Weighed] = {}
        for priced in chain(already, (replace(w, h=self._acts.priced(w.h, now_s)) for w in pool)):
            other = merged.get(priced.h.key)
            if other is None or other.h.weight < priced.h.weight:
                merged[priced.h.key] = priced
        ordered = sorted(merged.values(), key=lambda w: -w.h.weight)[:BEAM]
        return [w for w in ordered if w.h.weight > ordered[0].h.weight - DROPPED]

    def _believed(self, time_s: float) -> Belief:
        weights = np.array([h.weight for h in self._beam] + [self._by_no_rule()])
        weights = np.exp(weights - np.logaddexp.reduce(weights))[:-1]
        return Belief(time_s, tuple(self._beam), tuple(weights.tolist()), tuple(map(self._free, self._beam)),
                      self.motion.calm_s(time_s))

    def _by_no_rule(self) -> float:
        """Nats for each card lying where it is read while no rule says why: the told line has gone astray.  What else
        is odd counts half of it: an old riddle beside it speaks little against a new action."""
        people = noise().people
        scene = max(h.weight - (h.acts[0].price if h.acts else 0.0) - max(h.odd, people.odd) / 2 for h in self._beam)
        return scene + people.astray + self.doubt

    def trust(self, nats: float) -> None:
        """Something was told at this price, or said: what no rule explains is the likelier the dearer it was."""
        self.doubt = float(np.clip(self.doubt + DEAR * noise().people.astray - nats, 0.0, -noise().people.astray))

    def _free(self, h: Hypothesis) -> tuple[Act, ...]:
        """The actions of a hypothesis that may come first, each meaning once."""
        found: dict[Hashable, Act] = {}
        for k, act in enumerate(h.acts):
            if k == 0 or (act.meaning not in found and self._may_be_first(h.acts[:k], act, h.root)):
                found[act.meaning] = act
        return tuple(found.values())

    def _may_be_first(self, others: tuple[Act, ...], act: Act, root: Story) -> bool:
        """Whether an action is as likely before others as after them, and they after it."""
        key = (act.story, root)
        if key not in self._firsts:
            self._firsts[key] = True
            story = root
            for each in (act, *others):
                next_ = self._prior.again(each.story, story)
                if next_ is None or next_.meaning != each.meaning or next_.log_prior < each.log_prior:
                    self._firsts[key] = False
                    break
                story = next_.story
        return self._firsts[key]

    # -- what was told --------------------------------------------------------------------------

    def _retold(self, h: Hypothesis, root: Story, done: Hashable | None) -> Hypothesis:
        """The hypothesis upon another told line, one of its actions, by its meaning, being in it."""
        acts: list[Act] = []
        change = 0.0
        story = root
        told = next((k for k, act in enumerate(h.acts) if done is not None and act.meaning == done), len(h.acts))
        left = (*h.acts[:told], *h.acts[told + 1:])
        for act in left:
            next_ = self._prior.again(act.story, story)
            if next_ is None:
                change -= sum(a.price for a in left[len(acts):])
                break
            arm = self._acts.arm_price(act.own, next_.actor)  # by now it may be known who sits where, ...
            dearer = next_.log_prior - act.log_prior + arm - act.arm  # ... and it may be against the rules
            change += dearer
            acts.append(replace(act, story=next_.story, meaning=next_.meaning, before=story,
                                price=act.price + dearer, log_prior=next_.log_prior, arm=arm))
            story = next_.story
        told_s = max([h.told_s, *(act.born_s[1] for act in h.acts[told:told + 1])])
        return replace(h, root=root, acts=tuple(acts), told_s=told_s, log_weight=h.log_weight + change)

    # -- what commit asks -----------------------------------------------------------------------

    def is_calm_around(self, cards: Sequence[CardHere], now_s: float, calm_s: float) -> bool:
        """Whether nobody has reached over the cards or beside them for so long."""
        if not cards:
            return True
        around = [c.shape.centre + AROUND * (c.shape.corners - c.shape.centre) for c in cards]
        return bool((self.motion.over(np.stack(around), now_s - calm_s) <= FEW).all())

    def is_still(self, cards: Sequence[CardHere], now_s: float, still_s: float, repeated_s: float) -> bool:
        """Whether each card lies: nothing moved over it for a while, or it was read in place for longer."""
        moved = self.motion.over(np.stack([c.shape.corners for c in cards]), now_s - still_s) if cards else ()
        return all(share <= STILL or (now_s - card.run_s >= repeated_s and card.is_seen)
                   for card, share in zip(cards, moved, strict=True))
