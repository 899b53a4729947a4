"""The likeliest hypotheses about a table: taken further with every look, each once, the unlikely ones dropped.

    beam = Beam(prior, acts, moves, [Hypothesis(prior.begin(), where=places.unknown)])
    beam.look(glance, now_s)             # Moves were shown the glance
    beam.hypotheses, beam.weights()      # the likeliest first
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain

import numpy as np

from rules.core.frozen import replace
from vision.belief.acts import Acts
from vision.belief.hypotheses import Act, Hypothesis, Pool
from vision.belief.likelihood import Glance, Weighed
from vision.belief.moves import Moves
from vision.belief.noise import noise
from vision.belief.prior import Prior, Story
from vision.belief.trails import PAST_S

BEAM = 24
DROPPED = 20.0  # nats below the best
PARENTS, PARENT_NATS = 6, 10.0  # hypotheses that are taken further in a round
ROUNDS = 4
DEAR = 0.4  # share of the price of going astray, at which an action makes that neither likelier nor less likely
HELD_LOST_S = 0.6  # a card in a hand that is not seen for so long is gone


class Beam:
    """The hypotheses of one table."""

    def __init__(self, prior: Prior, acts: Acts, moves: Moves, hypotheses: Iterable[Hypothesis]) -> None:
        self._prior, self._acts, self._moves = prior, acts, moves
        self.hypotheses = list(hypotheses)
        self._firsts: dict[tuple[Story, Story], bool] = {}
        self._doubt = 0.0  # nats, how poorly what was told lately was explained

    def apart(self, prior: Prior, acts: Acts, moves: Moves) -> Beam:
        """Another that holds the same, and goes its own way from here."""
        other = Beam(prior, acts, moves, self.hypotheses)
        other._doubt = self._doubt
        return other

    def look(self, glance: Glance, now_s: float) -> None:
        """A new look: each hypothesis weighed by it and taken further."""
        glance.prepare([card for h in self.hypotheses for card in h.cards])
        pool = self._kept([self._settled(glance.weighed(h), now_s) for h in self.hypotheses], now_s)
        pool = self._grown(pool, now_s)
        pool = self._kept((), now_s, [Weighed(h, h, ()) for h in self._moves.with_same_hands(pool)])
        self.hypotheses = [w.h.costing(-pool[0].h.log_weight) for w in pool]

    def rebuild(self, hypotheses: Iterable[Hypothesis], now_s: float) -> None:
        """Others instead, priced anew."""
        self.hypotheses = [w.h for w in self._kept([Weighed(h, h, ()) for h in hypotheses], now_s)]

    def weights(self) -> tuple[float, ...]:
        """Probabilities; what they lack of 1 is for a table on which no rule explains what lies."""
        nats = np.array([h.weight for h in self.hypotheses] + [self._by_no_rule()])
        return tuple(np.exp(nats - np.logaddexp.reduce(nats))[:-1].tolist())

    def beginning_with(self, act: Act) -> list[Hypothesis]:
        """The hypotheses that may begin with an action."""
        return [h for h in self.hypotheses if any(other.meaning == act.meaning for other in self.free(h))]

    def retold(self, hypotheses: Iterable[Hypothesis], root: Story, done: Hashable | None) -> list[Hypothesis]:
        """Hypotheses upon another told line, one of their actions, by its meaning, being in it."""
        retold = [self._retold(h, root, done) for h in hypotheses]
        self._firsts.clear()
        return retold

    def trust(self, nats: float) -> None:
        """Something was told at this price, or said: what no rule explains is the likelier the dearer it was."""
        self._doubt = float(np.clip(self._doubt + DEAR * noise().people.astray - nats, 0.0, -noise().people.astray))

    def free(self, h: Hypothesis) -> tuple[Act, ...]:
        """The actions of a hypothesis that may come first, each meaning once."""
        found: dict[Hashable, Act] = {}
        for k, act in enumerate(h.acts):
            if k == 0 or (act.meaning not in found and self._may_be_first(h.acts[:k], act, h.root)):
                found[act.meaning] = act
        return tuple(found.values())

    def _may_be_first(self, others: tuple[Act, ...], act: Act, root: Story) -> bool:
        """Whether an action is as likely before others as after them, and they after it; what is against the rules is
        settled where it was done, since another order may make it right."""
        key = (act.story, root)
        if key not in self._firsts:
            self._firsts[key] = True
            story = root
            for each in (act, *others):
                next_ = self._prior.again(each.story, story)
                if (next_ is None or next_.goes_back or next_.meaning != each.meaning
                        or next_.log_prior < each.log_prior):
                    self._firsts[key] = False
                    break
                story = next_.story
        return self._firsts[key]

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
        done_now = h.acts[told:told + 1]
        told_s = max([h.told_s, *(act.born_s[1] for act in done_now)])
        gone = {departed.card.serial for act in done_now for departed in act.gone}  # for certain
        past = tuple(card for card in h.past if card.serial not in gone)
        return replace(h, root=root, acts=tuple(acts), past=past, told_s=told_s, log_weight=h.log_weight + change)

    def _settled(self, weighed: Weighed, now_s: float) -> Weighed:
        """Without held cards that are not seen any more, and what came and went without meaning."""
        h = self._acts.forgotten(self._moves.doubted(weighed), now_s)
        lost = [c for c in h.cards if c.posture == "held" and now_s - c.seen_s > HELD_LOST_S]
        if lost:
            h = h.without(lost)
        # A card that is only supposed to have left would earn anew what looks have told of it already.
        if not h.acts and any(now_s - c.seen_s > PAST_S for c in h.past):
            h = replace(h, past=tuple(c for c in h.past if now_s - c.seen_s <= PAST_S))
        return weighed if h is weighed.h else weighed.acted(h)

    def _grown(self, pool: list[Weighed], now_s: float) -> list[Weighed]:
        """The pool with moves, round by round, each hypothesis taken further once."""
        done: set[object] = set()
        for _ in range(ROUNDS):
            best = pool[0].h.weight
            parents = [w for w in pool[:PARENTS] if w.h.weight > best - PARENT_NATS and w.h.key not in done]
            done |= {w.h.key for w in parents}
            least = max(best - DROPPED, pool[-1].h.weight if len(pool) == BEAM else -np.inf)
            known = Pool([w.h for w in pool], least)
            children = [child for parent in parents for child in self._moves.of(parent, known)]
            if not children:
                break
            pool = self._kept(children, now_s, pool)
        return pool

    def _kept(self, pool: Iterable[Weighed], now_s: float, already: Sequence[Weighed] = ()) -> list[Weighed]:
        """The likeliest, each once, with what they leave unexplained at its price; `already` have theirs."""
        merged: dict[object, Weighed] = {}
        for priced in chain(already, (Weighed(self._acts.priced(w.h, now_s), w.before, w.took) for w in pool)):
            other = merged.get(priced.h.key)
            if other is None or other.h.weight < priced.h.weight:
                merged[priced.h.key] = priced
        ordered = sorted(merged.values(), key=lambda w: -w.h.weight)[:BEAM]
        return [w for w in ordered if w.h.weight > ordered[0].h.weight - DROPPED]

    def _by_no_rule(self) -> float:
        """Nats for each card lying where it is read while no rule says why: the told line has gone astray.  What else
        is odd counts half of it: an old riddle beside it speaks little against a new action."""
        people = noise().people
        scene = max(h.weight - (h.acts[0].price if h.acts else 0.0) - max(h.odd, people.odd) / 2
                    for h in self.hypotheses)
        return scene + people.astray + self._doubt
