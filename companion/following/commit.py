"""When a belief is told: an action that is settled, a question that only the table can answer, or that all is lost.

    commits = Commits(prior)
    ruling = commits.ruling(believer, belief, now_s)     # Commit, Question, Lost or None
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.following.answers import bare
from companion.following.prior import GamePrior
from rules import Action
from vision.belief.belief import Belief, Believed, Believer
from vision.belief.hypotheses import Act, CardHere, Difference, Hypothesis, change_of
from vision.belief.noise import noise

LEAST = 0.98  # probability of an action that is told
LEAST_UNSAID = 0.99  # ... before which others did something that nobody saw or said: a misread card would have them
LEAST_ILLEGAL = 0.95  # that it was done, where it broke a rule: then ...
MOST_MISFIT = 3.0  # nats, how poorly the likeliest table may agree with what is seen: else something else was done
ILLEGAL_S = 4.0  # ... it has lain there for so long: what it takes may still be gathered
SEEN_LOOKS = 2
STILL_S, REPEATED_S = 0.2, 0.7  # nothing moved over a card; or it was read in place so long
GONE_S = 0.3  # a card has left
CALM_S = 1.0  # nothing has moved: what may grow is complete
ASK_S = 4.0  # what lies otherwise for so long, and still, is asked about
LONG_S = 5.2  # ... or whatever else moves, once its cards came, or left, so long ago
ASK_SAID_S = 1.2  # ... where players have gone on already
LEAST_CHOICE = 0.01  # what is less likely is no choice
MOST_PLAYS = 4  # are offered


@dataclass(frozen=True)
class Settled:
    """An action that is believed.  unsaid: what went unsaid before it."""

    action: Action
    unsaid: tuple[Action, ...]
    believed: Believed


@dataclass(frozen=True)
class Puzzled:
    """Something lies otherwise; the actions that may explain it, by weight."""

    choices: tuple[Believed, ...]
    h: Hypothesis


class Commits:
    """Decides for one table."""

    def __init__(self, prior: GamePrior) -> None:
        self._prior = prior
        self._odd_s: float | None = None

    def ruling(self, believer: Believer, belief: Belief) -> Settled | Puzzled | None:
        """What is to be told now."""
        acts = belief.acts()
        if acts and acts[0].probability >= self._least(acts[0]) and self._agrees(believer, acts[0]):
            settled = self._settled(believer, belief, acts[0])  # never, where its cards are not seen again
            if settled is not None or belief.time_s - acts[0].act.born_s[1] < 2 * ASK_S:
                self._odd_s = None
                return settled
        return self._by_whom(believer, belief, acts) or self._puzzled(believer, belief, acts)

    def _agrees(self, believer: Believer, first: Believed) -> bool:
        """Whether its cards were seen, and little else lies otherwise than it has it."""
        return not self._has_unseen(first) and _misfit(first, believer) <= MOST_MISFIT

    def _by_whom(self, believer: Believer, belief: Belief, acts: Sequence[Believed]) -> Puzzled | None:
        """The question who did it, at once, where it is settled what was done: no look will ever tell."""
        done = [*acts[:1], *(row for row in acts if self._is_by_another(row, acts[0]))]
        share = sum(row.probability for row in done)
        if share < LEAST or done[0].probability >= share * self._least(done[0]) or not self._agrees(believer, done[0]):
            return None
        if self._settled(believer, belief, done[0]) is None:
            return None
        self._odd_s = None
        return Puzzled(self._choices(done), belief.best)

    def _is_by_another(self, one: Believed, other: Believed) -> bool:
        """Whether two actions differ in who did it, and in nothing else: what is still to be said is waited for."""
        mine, its = (bare(self._prior.step(row.act.story).action) for row in (one, other))
        return mine.actor != its.actor and replace(mine, actor=its.actor) == its

    def _least(self, first: Believed) -> float:
        if self._prior.step(first.act.story).unsaid:
            return LEAST_UNSAID
        return LEAST_ILLEGAL if self._is_illegal(first) else LEAST

    def _is_illegal(self, believed: Believed) -> bool:
        return self._prior.judged(believed.act.story).verdict.kind == "illegal"

    def _has_unseen(self, first: Believed) -> bool:
        """Whether a card of it is not seen: one is supposed, or nothing of it was ever read, or what is illegal may
        grow and is not whole."""
        story = first.act.story
        return (self._prior.step(story).is_guessed or (self._is_illegal(first) and self._prior.may_grow(story))
                or any(_was_never_read(card) for card in _last_seen(first.act.own, first.h)))

    def _settled(self, believer: Believer, belief: Belief, first: Believed) -> Settled | None:
        now_s, own = belief.time_s, _now(first.act.own, first.h)
        lie = [card for card in own if card.posture == "lies"]
        if any(card.seen < SEEN_LOOKS for card in lie):
            return None
        taken = [departed.card for departed in first.act.gone]  # an arm there may hide one that was not
        if not believer.is_still(lie, now_s, STILL_S, REPEATED_S) or not believer.is_still(
                taken, now_s, STILL_S, np.inf) or now_s - first.act.born_s[1] < GONE_S:
            return None
        if self._prior.may_grow(first.act.story) and not self._is_whole(believer, belief, first):
            return None
        if self._is_illegal(first) and now_s - first.act.born_s[1] < ILLEGAL_S:
            return None
        step = self._prior.step(first.act.story)
        return Settled(step.action, step.unsaid, first)

    def _is_whole(self, believer: Believer, belief: Belief, first: Believed) -> bool:
        """Whether nothing more will belong to what may grow: nobody reaches there any more, or nothing has been added
        for twice as long as people pause, whatever moves."""
        return (belief.time_s - first.act.born_s[1] >= 2 * noise().people.together_s
                or self._is_calm(believer, belief, _last_seen(first.act.own, first.h) or _taken(first.act)))

    def _is_calm(self, believer: Believer, belief: Belief, cards: Sequence[CardHere]) -> bool:
        return belief.calm_s >= CALM_S or believer.is_calm_around(cards, belief.time_s, CALM_S)

    def _calls_for_a_question(self, differs: Difference) -> bool:
        """A card that was laid and taken up again needs no explanation."""
        return bool(differs.extra or differs.lacking)

    def _puzzled(self, believer: Believer, belief: Belief, acts: Sequence[Believed]) -> Puzzled | None:
        """A question, once what lies otherwise has lain there for a while."""
        odd = next((h for h in belief.hypotheses if not h.acts), None)
        told = belief.best if belief.best.acts else odd
        if told is None or (not told.acts and not self._calls_for_a_question(believer.difference(told))):
            self._odd_s = None
            return None
        if self._odd_s is None:
            self._odd_s = belief.time_s
        since_s = max(self._odd_s, *_came_s(told, believer.difference(told)))
        if not self._is_due(believer, belief, told, belief.time_s - since_s):
            return None
        self._odd_s = None
        return Puzzled(self._choices(acts), belief.best)

    def _choices(self, acts: Sequence[Believed]) -> tuple[Believed, ...]:
        """The likeliest; all where only what is announced differs: the true count must be among them."""
        likely = [(bare(self._prior.step(row.act.story).action), row) for row in acts
                  if row.probability >= LEAST_CHOICE]
        plays = list(dict.fromkeys(play for play, _ in likely))[:MOST_PLAYS]
        return tuple(row for play, row in likely if play in plays)

    def _is_due(self, believer: Believer, belief: Belief, told: Hypothesis, waited_s: float) -> bool:
        """Whether it is time for a question: after a while, once nobody is moving; or its cards have lain for long.
        The first part of an action, as of a deal, is only asked about once all is calm."""
        first = change_of(believer.difference(told).extra, (), (), ())
        if first and not told.acts and self._prior.is_begun(told.story, first):
            return belief.calm_s >= CALM_S and waited_s >= ASK_S
        if belief.calm_s >= STILL_S and waited_s >= (ASK_SAID_S if self._prior.waiting else ASK_S):
            return True
        return waited_s >= ASK_SAID_S and self._is_long_since(believer, belief, told)

    def _is_long_since(self, believer: Believer, belief: Belief, told: Hypothesis) -> bool:
        """Whether what is asked about was laid long ago, by now left or not, and lies still where it lies, whatever
        moves elsewhere."""
        own = told.acts[0].own if told.acts else believer.difference(told).extra
        lie = [card for card in _now(own, told) if card.posture == "lies"]
        came_s = max(_came_s(told, believer.difference(told)))
        return belief.time_s - came_s >= LONG_S and believer.is_still(lie, belief.time_s, STILL_S, REPEATED_S)


def _came_s(told: Hypothesis, differs: Difference) -> list[float]:
    """When what is to be asked about came, or left; never, where it did neither."""
    if told.acts:
        return [told.acts[0].born_s[1]]
    return [-np.inf, *(card.born_s for card in differs.extra), *(d.left_s for d in differs.lacking)]


def _misfit(first: Believed, believer: Believer) -> float:
    """Nats that the likeliest hypothesis pays for what came or went with the action, or since, and it does not explain,
    and for cards that it has lying free and that went out of sight then: it may be the best of none that is true."""
    since_s, differs = first.act.born_s[0] - noise().people.together_s, believer.difference(first.h)
    odd = sum(card.born_s >= since_s for card in differs.extra) + sum(d.left_s >= since_s for d in differs.lacking)
    unseen = sum(debt for card, debt in believer.missed(first.h) if card.run_s > since_s)
    return -noise().people.odd * odd - unseen


def _last_seen(own: Sequence[CardHere], h: Hypothesis) -> list[CardHere]:
    """The cards of an action as they lie now, or as they were laid where they have left since."""
    here = {card.serial: card for card in _now(own, h)}
    return [here.get(card.serial, card) for card in own]


def _taken(act: Act) -> list[CardHere]:
    """The cards that had left before an action, as they lay: those that one without cards of its own took up."""
    return [departed.card for departed in act.departed]


def _was_never_read(card: CardHere) -> bool:
    """Whether neither a mark of a card was read nor its face: an outline that only looks like one tells no more."""
    return bool(np.isnan(card.shape.marks).all()) and card.credit <= noise().reading.likely_none


def _now(own: Sequence[CardHere], h: Hypothesis) -> list[CardHere]:
    """The cards of an action as they lie now."""
    serials = {card.serial for card in own}
    return [card for card in h.cards if card.serial in serials]
