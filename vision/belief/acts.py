"""Actions that a hypothesis may suppose, and what each costs: its order in time, its player's arm, what nobody saw.

    acts = Acts(prior, trails)
    acts.of(hypothesis, now_s)           # with one action more; or with the last one taken back and put right
    acts.priced(hypothesis, now_s)       # with what stays unexplained at its price
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

import numpy as np

from rules.core.frozen import replace
from vision.belief.hypotheses import Act, CardHere, Departed, Difference, Hypothesis, Pool, change_of, difference, rests
from vision.belief.likelihood import SAME_MARK_MM
from vision.belief.noise import noise
from vision.belief.observation import arm_share
from vision.belief.prediction import apart_mm, every_mark, outside_mm, shows_within
from vision.belief.prior import Change, Continuation, Prior
from vision.belief.trails import BEGINNING_S, PAST_S, Glimpse, Trails

COVERED_MM = 0.0
EARLIER_S = 0.5  # a card that was read so long before another was hardly laid after it
LONG_BEFORE = 3.0  # times the price of `under`, the most for it
TWICE = 2.0  # sure looks, for the price of a card that was glimpsed; fewer make it dearer
QUICK, QUICK_S = -2.0, 1.0  # nats: so soon after an action another one hardly follows
MOST_SHARES = 4000  # remembered at a time
MOST_SINGLE = 6  # cards that are explained one by one


class Acts:
    """Asks the rules what may have been done on one table."""

    def __init__(self, prior: Prior, trails: Trails) -> None:
        self._prior, self._trails = prior, trails
        self._seats: Mapping[str, tuple[float, float]] = {}
        self._shares: dict[tuple[int, int], tuple[np.ndarray, Mapping[str, float]]] = {}

    def priced(self, h: Hypothesis, now_s: float) -> Hypothesis:
        """The hypothesis with the price of what stays unexplained; it grows, since people need a moment to finish."""
        return h.at(h.log_weight, self._odd(h, difference(h, self._prior), now_s))

    def of(self, h: Hypothesis, pool: Pool, now_s: float) -> Iterator[Hypothesis]:
        """The hypothesis with one action more, for every action that explains a part of what is unexplained; and the
        same with the last ones taken back."""
        yield from self._continued(h, pool, now_s)
        if difference(h, self._prior):
            for back in _taken_back(h):
                yield from self._continued(back, pool, now_s)

    def forgotten(self, h: Hypothesis, now_s: float) -> Hypothesis:
        """Without cards that were laid and taken up again a while ago: that means nothing any more."""
        if all(now_s - d.left_s <= PAST_S for d in h.departed):
            return h
        old = [d for d in difference(h, self._prior).passed if now_s - d.left_s > PAST_S]
        return replace(h, departed=tuple(d for d in h.departed if d not in old),
                       log_weight=h.log_weight + noise().people.odd * len(old))

    def _odd(self, h: Hypothesis, differs: Difference, now_s: float) -> float:
        """The price of what is unexplained, and of words that do not fit."""
        people = noise().people
        extra = () if self._is_begun(h, differs, now_s) else differs.extra
        since = _together([*((card.place, card.born_s) for card in extra),
                           *(("", d.left_s) for d in (*differs.lacking, *differs.passed))])
        heard = self._prior.heard(h.story) + people.aside * self._amid(h, differs)
        return heard + people.odd * sum(min((now_s - at_s) / people.ripen_s, 1.0) for at_s in since)

    def _is_begun(self, h: Hypothesis, differs: Difference, now_s: float) -> bool:
        """Whether what was laid may be a part of one action, of which the next card is still to come; not where other
        cards of the same handful are supposed to be an action."""
        together_s = noise().people.together_s
        return (bool(differs.extra) and now_s - differs.extra[-1].born_s <= 2 * together_s
                and all(differs.extra[0].born_s - act.born_s[1] > together_s for act in h.acts)
                and self._prior.is_begun(h.story, change_of(differs.extra, (), (), ())))

    def _amid(self, h: Hypothesis, differs: Difference) -> int:
        """How many cards that are not told yet would lie in their places though most of the cards that came with them,
        close by, belong to none: so comes a hand that rests there with its fan."""
        supposed = [card for act in h.acts for card in act.own]
        is_mixed = any(card.idle or not card.place for card in h.cards)
        fresh = {card.serial for card in (*differs.extra, *supposed)} if is_mixed else ()
        return sum(card.serial in fresh and card.posture == "lies" and rests(card, h.cards) for card in h.cards)

    def _continued(self, h: Hypothesis, pool: Pool, now_s: float) -> Iterator[Hypothesis]:
        differs = difference(h, self._prior)
        for change in _parts(differs, h.cards):
            yield from self._explained(h, differs, change, pool, now_s)

    def _explained(self, h: Hypothesis, differs: Difference, change: Change, pool: Pool, now_s: float
                   ) -> Iterator[Hypothesis]:
        found = [*self._prior.continuations(h.story, change), *self._with_covered(h, differs, change)]
        for next_ in found:
            act = self._act(h, differs, next_, now_s)
            supposed = self._supposed(h, differs, next_, act, now_s) if pool.would_keep(h, act) else None
            if supposed is not None:
                yield supposed

    def _with_covered(self, h: Hypothesis, differs: Difference, change: Change) -> Iterator[Continuation]:
        """Actions of one card more, which was seen as it was brought and lies covered since."""
        for card in (c for c in differs.extra if (c.place, c.name) in change.appeared):
            for name in self._brought(h, card):
                more = replace(change, appeared=(*change.appeared, (card.place, name)), beside=(*change.beside, ()))
                yield from (c for c in self._prior.continuations(h.story, more)
                            if name in c.cards and self._prior.may_grow(c.story))

    def _brought(self, h: Hypothesis, card: CardHere) -> dict[str, float]:
        """Cards that were seen as they came with this one, and lie nowhere: name -> nats for one of an action."""
        return {self._prior.name(glimpse.label): noise().people.glimpsed * max(TWICE / looks, 1.0)
                for glimpse, looks in self._trails.brought(card.shape.centre, card.born_s)
                if not _is_here(h.cards, glimpse, card.born_s)}

    def _supposed(self, h: Hypothesis, differs: Difference, next_: Continuation, act: Act, now_s: float
                  ) -> Hypothesis | None:
        """The hypothesis with an action; None where it explains nothing."""
        own = act.own
        if any(self._is_one_with(h, before, act, differs.lacking) for before in h.acts):
            return None
        goes_back = tuple((card.place, card.name) for card in own if next_.goes_back)
        before = difference(replace(h, tolerated=h.tolerated + goes_back), self._prior) if goes_back else differs
        after = replace(h, acts=(*h.acts, act), tolerated=h.tolerated + goes_back)
        after, swept = _swept(after, before, self._prior, now_s)
        names = set(next_.cards)
        explained = [d for d in difference(after, self._prior).passed if d.name in names or d not in differs.passed]
        if explained:
            after = replace(after, departed=tuple(d for d in after.departed if d not in explained))
        left = difference(after, self._prior)
        if _size(left) >= _size(differs):
            return None
        nats = act.price + _sweep_price(swept, now_s)  # which stays, if the action is repaired
        act = replace(act, departed=(*h.departed, *swept), gone=(*explained, *swept))
        return after.at(h.log_weight + nats, self._odd(after, left, now_s), (*h.acts, act))

    def _is_one_with(self, h: Hypothesis, before: Act, act: Act, lacking: Sequence[Departed]) -> bool:
        """Whether the cards of two actions were laid, or only taken up, in one handful, and the rules have that as one
        action: then it was one, which is thought of by itself."""
        apart_s = max(before.born_s[1], act.born_s[1]) - min(before.born_s[0], act.born_s[0])
        if bool(before.own) != bool(act.own) or apart_s > noise().people.together_s:
            return False
        both = (*before.own, *act.own)
        names = Counter(card.name for card in both)
        whole = change_of(both, () if both else (*before.gone, *lacking), (), h.cards)
        return any(Counter(one.cards) == names and one.log_prior >= before.log_prior
                   for one in self._prior.continuations(before.before, whole))

    def _act(self, h: Hypothesis, differs: Difference, next_: Continuation, now_s: float) -> Act:
        """An action after a hypothesis, with its cards and its price."""
        own, unseen = _own_cards(h, differs, next_, self._prior.visible(h.story))
        arm = self.arm_price(own, next_.actor)
        born = sorted([card.born_s for card in own] or [d.left_s for d in differs.lacking] or [now_s])
        ordered = _apart_price(born) + (self._order_price(h, own, born) if own else 0.0)
        price = next_.log_prior + self._unseen_price(h, own, unseen, now_s) + ordered + arm + _upon_hand_price(h, own)
        return Act(next_.story, next_.meaning, h.story, price, next_.log_prior, (born[0], born[-1]), own, h.departed,
                   h.tolerated, arm=arm)

    def _unseen_price(self, h: Hypothesis, own: Sequence[CardHere], unseen: Sequence[str], now_s: float) -> float:
        if not unseen:
            return 0.0
        people = noise().people
        glimpsed = self._glimpsed(now_s) - {card.name for card in h.cards if card.posture == "lies"}
        price = dict.fromkeys(glimpsed, people.glimpsed)
        for card in own:
            price |= self._brought(h, card)
        return sum(price.get(name, people.unseen) for name in unseen)

    def _glimpsed(self, now_s: float) -> set[str]:
        return {self._prior.name(label) for label in self._trails.read_twice(now_s - PAST_S)}

    def _order_price(self, h: Hypothesis, own: Sequence[CardHere], times: Sequence[float]) -> float:
        """Cards come after those of the action before.  times: when they did."""
        people = noise().people
        price = people.under * (times[0] <= self._trails.begun_s + BEGINNING_S)  # nobody was seen to lay it
        if not h.acts and times[0] < h.told_s:
            price += people.under * min(1 + (h.told_s - times[0]) / EARLIER_S, LONG_BEFORE)
        if h.acts and h.acts[-1].own:
            before = h.acts[-1].own
            early_s = h.acts[-1].born_s[1] - times[0]
            if early_s > 1e-6:
                price += people.under * (1 + early_s / EARLIER_S)
            else:
                price += QUICK * max(1 + early_s / QUICK_S, 0.0)
            price += people.under * any(_covers(a, b) for a in before for b in own)
        return price

    def arm_price(self, own: Sequence[CardHere], actor: str) -> float:
        """The player whose arm lay over each card is likelier than the others; the worst card counts."""
        seats = self._prior.seats()
        if actor not in seats or len(seats) < 2 or not own:
            return 0.0
        if seats is not self._seats or len(self._shares) > MOST_SHARES:
            self._seats, self._shares = seats, {}
        return min(self._arms_of(card)[actor] for card in own)

    def _arms_of(self, card: CardHere) -> Mapping[str, float]:
        """Nats for each player's having laid a card, by the arms from it towards each seat, against anybody's."""
        key = (card.shape.serial, id(card.reach))
        found = self._shares.get(key)
        if found is None:
            names = list(self._seats)
            nats = noise().people.arm * np.array([arm_share(card.reach, card.shape.centre, self._seats[name])
                                                  for name in names])
            nats -= np.logaddexp.reduce(nats) - np.log(len(names))
            found = self._shares[key] = (card.reach, dict(zip(names, nats.tolist(), strict=True)))  # known by its id
        return found[1]


def _taken_back(h: Hypothesis) -> Iterator[Hypothesis]:
    """Without its last action, and without those before it whose cards came in one handful with its own: all that lies
    otherwise may be explained anew."""
    later: Act | None = None
    while h.acts and (later is None or _is_one_handful(h.acts[-1], later)):
        later, h = h.acts[-1], without_last(h)
        yield h


def without_last(h: Hypothesis) -> Hypothesis:
    """Without its last action; what that explained is unexplained again."""
    last = h.acts[-1]
    since = tuple(d for d in h.departed if d not in last.departed)
    return replace(h, acts=h.acts[:-1], departed=(*last.departed, *since), tolerated=last.tolerated,
                   log_weight=h.log_weight - last.price)


def _is_one_handful(before: Act, act: Act) -> bool:
    """Whether the cards of two actions may have been laid together."""
    return bool(before.own and act.own) and act.born_s[0] - before.born_s[1] <= noise().people.together_s


def _parts(differs: Difference, cards: Sequence[CardHere]) -> Iterator[Change]:
    """The parts of a difference that one action may have made: all of it, each card, cards laid together; or all with
    what players have said to mean nothing, as cards of a deal while it was not over."""
    seen: set[Change] = set()
    for extra, lacking, passed in _choices(differs):
        change = change_of(extra, lacking, passed, cards)
        if change and change not in seen:
            seen.add(change)
            yield change


def _choices(differs: Difference) -> Iterator[tuple[Sequence[CardHere], Sequence[Departed], Sequence[Departed]]]:
    extra, lacking, passed = differs.extra, differs.lacking, differs.passed
    yield extra, lacking, passed
    yield extra, lacking, ()
    groups = [*_laid_together(extra), *((card,) for card in extra[:MOST_SINGLE])]
    for group in groups:
        yield group, (), ()
    if lacking:
        yield (), lacking, ()
        for one in passed:
            yield (), lacking, (one,)
        for group in groups:
            yield group, lacking, ()
    if extra and differs.idle:
        yield (*extra, *differs.idle), lacking, ()


def _laid_together(extra: Sequence[CardHere]) -> list[tuple[CardHere, ...]]:
    """Cards grouped by the pauses between their births, and by place."""
    groups: list[list[CardHere]] = []
    for card in extra:
        if groups and card.born_s - groups[-1][-1].born_s <= noise().people.together_s:
            groups[-1].append(card)
        else:
            groups.append([card])
    by_place = [tuple(c for c in extra if c.place == place) for place in dict.fromkeys(c.place for c in extra)]
    return [*(tuple(group) for group in groups if len(group) < len(extra)), *by_place]


def _own_cards(h: Hypothesis, differs: Difference, next_: Continuation, shown: Mapping[str, Sequence[str]]
               ) -> tuple[tuple[CardHere, ...], list[str]]:
    """The cards of an action as they lie, those that have left again, and names that nobody saw.  shown: what the story
    has open in its places; a card that it has there is no other, and what lies elsewhere, upon a stock or beside the
    game, was not played."""
    fresh, gone = list(differs.extra), list(differs.passed)
    there = Counter(card.name for card in h.cards if card.posture == "lies" and card.place in shown)
    there.subtract(chain(*shown.values()))
    own: list[CardHere] = []
    unseen: list[str] = []
    for name in next_.cards:
        card = next((c for c in fresh if c.name == name), None)
        left = next((d for d in gone if d.name == name), None)
        if card is not None:
            fresh.remove(card)
            there[name] -= 1
            own.append(card)
        elif left is not None:
            gone.remove(left)
            own.append(left.card)
        elif there[name] > 0:
            there[name] -= 1
        else:
            unseen.append(name)
    return tuple(own), unseen


def _swept(h: Hypothesis, before: Difference, prior: Prior, now_s: float) -> tuple[Hypothesis, tuple[Departed, ...]]:
    """Without the cards that the rules no longer have and that cannot be seen now: they went under the arm.  before:
    what lay otherwise without the last action."""
    known = {card.serial for card in before.extra}
    gone = [card for card in difference(h, prior).extra
            if card.serial not in known and not (card.is_seen and card.seen_s == now_s)]
    if not gone:
        return h, ()
    swept = tuple(Departed(c.place, c.name, c.label, c.seen_s, c.born_s, c) for c in gone)
    return h.without(gone), swept


def _sweep_price(swept: Sequence[Departed], now_s: float) -> float:
    """Nats for cards that went under the arm: what missing them has cost is given back, but for a card that was missed
    only once and may yet be there."""
    return noise().people.take * bool(swept) - sum(d.card.debt for d in swept if now_s > d.card.run_s)


def _apart_price(times: Sequence[float]) -> float:
    """Nats for the longest pause between cards that one action laid, or took up: they come together."""
    people = noise().people
    pause_s = max((b - a for a, b in pairwise(times)), default=0.0)
    return people.under * min(max(pause_s / people.together_s - 1, 0.0), 1.0)


def _upon_hand_price(h: Hypothesis, own: Iterable[CardHere]) -> float:
    """Nats for cards of an action that lie upon one which is in a hand."""
    marks = [card.shape.marks for card in own if card.posture == "lies"]
    return noise().people.take_under * any(shows_within(each, card.shape) for each in marks
                                           for card in h.cards if card.posture == "held")


def _is_here(cards: Iterable[CardHere], glimpse: Glimpse, since_s: float) -> bool:
    """Whether a card that was seen as it came lies there itself, or has been seen in a hand since; one that lay near
    was only read a little elsewhere, or one mark of it alone."""
    return any(card.label == glimpse.label and
               (card.seen_s >= since_s if card.posture == "held"
                else abs(card.born_s - glimpse.time_s) <= noise().people.together_s
                or np.hypot(*(card.shape.centre - glimpse.centre)) < noise().reading.reach_mm
                or apart_mm(every_mark(card.shape), glimpse.marks).min() < SAME_MARK_MM) for card in cards)


def _together(moments: Iterable[tuple[str, float]]) -> list[float]:
    """When cards came, each with its place, or left: each handful of them once, since one thing was done, whatever it
    was."""
    begun: list[tuple[str, float]] = []
    for place, time_s in sorted(moments):
        if not begun or place != begun[-1][0] or time_s - begun[-1][1] > noise().people.together_s:
            begun.append((place, time_s))
    return [time_s for _, time_s in begun]


def _size(differs: Difference) -> int:
    return len(differs.extra) + len(differs.lacking) + len(differs.passed)


def _covers(below: CardHere, above: CardHere) -> bool:
    """Whether the first, played before, lies over the second."""
    return below.z > above.z and bool(np.any(outside_mm(above.shape.centre[None], below.shape) < COVERED_MM))
