"""Which actions of the game could have made a change on the table, and what each would leave unexplained.

    explainer = Explainer(laid)
    explainer.explanations(match, batch)            # judged; the likeliest first
    explainer.after_unsaid(match, action, ...)      # legal once somebody has silently knocked
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

import numpy as np

from companion.following.asking import Explanation
from companion.following.laid import Laid
from companion.following.unsaid import unsaid_before
from rules import Action, Card, Change, Match, Verdict
from rules.core.cards import JOKER
from vision.events import TableEvent

UNSAID = ("knock", "pass")  # what players forget to say, and what the next card may imply
COVERED = 0.9  # so much of the likelihood must be on cards that were thought of ...
RULED_IN = 0.95  # ... and of that on possible cards on one of them, which is then believed,
LEAST_RULED_IN = 0.5  # if it was the likeliest anyhow
LIKELY_LEGAL = 0.8  # the same where the others are only illegal, ...
MOSTLY, HARDLY = 0.5, 0.02  # the same for the only card that any look named; what counts as another
RARELY = 0.1  # ... which counts so much less,
RULED_IN_LEGAL = 0.975  # for one that is then so likely


@dataclass(frozen=True)
class Reading:
    """One way to read the events: the change it makes, and how likely it is."""

    change: Change
    likelihood: float
    sure: bool
    cards: tuple[Card, ...]


class Explainer:
    """Asks the game what could have happened on one table."""

    def __init__(self, laid: Laid) -> None:
        self._laid = laid

    def explanations(self, match: Match, batch: Sequence[TableEvent]) -> list[Explanation]:
        """Every action that could have made the change, judged; legal ones of likely cards first."""
        found: dict[Action, Explanation] = {}
        for reading in self.readings(batch):
            before = self._rest(match, match.state, reading.change)
            for action in match.game.camera.explain(match.state, reading.change):
                if action in found:
                    continue
                verdict = match.game.judge(match.state, action)
                after = verdict.after if verdict.after is not None else match.state
                rest = self._rest(match, after, reading.change)
                if verdict.kind == "need" or not verdict.applies or rest < before:
                    seen = self._were_seen(action, reading.change)
                    found[action] = Explanation(action, verdict, reading.likelihood, reading.sure and seen, rest,
                                                read=reading.cards, seen=seen)
        return sorted(found.values(), key=_rank)

    def elsewhere(self, match: Match, event: TableEvent) -> list[Explanation]:
        """What the card would mean in the game's other places."""
        found: list[Explanation] = []
        for card, likelihood, sure in self._laid.cards(event):
            if card.is_unknown:
                continue
            for place in match.game.places(match.table.players):
                for action in match.game.camera.explain(match.state, Change(((place, card),))):
                    verdict = match.game.judge(match.state, action)
                    if verdict.applies and all(e.action != action for e in found):
                        found.append(Explanation(action, verdict, likelihood, sure, 0))
        return found

    def after_unsaid(self, match: Match, action: Action, like: Explanation, batch: Sequence[TableEvent]
                      ) -> Explanation | None:
        """The action after what must have gone unsaid before it; None where nothing makes it legal."""
        before = unsaid_before(match.game, match.state, action, UNSAID)
        if before is None:
            return None
        state = match.state
        for step in before:
            state = match.game.apply(state, step)
        verdict = match.game.judge(state, action)
        rest = self._rest(match, verdict.after, self._change(batch, [self._laid.card(e) for e in batch]))
        return replace(like, action=action, verdict=verdict, rest=rest, before=before)

    def told_together(self, match: Match, batch: Sequence[TableEvent]) -> list[Explanation]:
        """What the cards tell of together with what was only said before it: a call, and who answered it."""
        found = []
        for reading in self.readings(batch):
            for *before, action in match.game.camera.told_together(match.state, reading.change):
                state = match.state
                for step in before:
                    state = match.game.apply(state, step)
                verdict = match.game.judge(state, action)
                rest = self._rest(match, verdict.after or state, reading.change)
                if verdict.applies and not rest:
                    found.append(Explanation(action, verdict, reading.likelihood, reading.sure, rest, tuple(before),
                                             reading.cards))
        return found

    def can_follow(self, match: Match, state: Any, events: Sequence[TableEvent]) -> set[str]:
        """Who can have laid the first of these cards in a position, alone or with the others."""
        cards = [self._laid.card(event) for event in events]
        actions = [action for n in {1, len(events)}
                   for action in match.game.camera.explain(state, self._change(events[:n], cards[:n]))]
        return {a.actor for a in actions if match.game.judge(state, a).applies and cards[0] in a.cards}

    def gathered(self, match: Match, batch: Sequence[TableEvent]) -> Explanation | None:
        """The cards were taken up because nobody had anything to play any more, and nobody said so."""
        change = self._change(batch, [self._laid.card(event) for event in batch])
        for before in passed_round(match):
            state = match.state
            for step in before:
                state = match.game.apply(state, step)
            if not self._rest(match, state, change):
                return Explanation(before[-1], Verdict("ok", after=state), 1.0, True, 0, before[:-1])
        return None

    def part_in(self, match: Match, meant: Explanation, batch: Sequence[TableEvent]) -> tuple[TableEvent, ...]:
        """The events of the batch that the action explains; the others wait for an action of their own."""
        if not meant.rest:
            return tuple(batch)
        expected = shown_in(match, meant.verdict.after)
        lies, part = self._laid.lies, []
        for event in batch:
            if self._laid.card(event) in meant.action.cards:
                part.append(event)
                continue
            key, step = (event.zone, self._laid.card(event)), -1 if event.kind == "left" else 1
            if abs(lies[key] + step - expected[key]) < abs(lies[key] - expected[key]):
                lies[key] += step
                part.append(event)
        return tuple(part or batch)

    def went_before(self, match: Match, action: Action, events: Sequence[TableEvent]) -> bool:
        """Whether a legal action has nothing to do with these events: it was overlooked, and went before."""
        if action.verb not in match.game.verbs:
            return False
        verdict = match.game.judge(match.state, action)
        if not verdict.applies:
            return False
        before, after = shown_in(match, match.state), shown_in(match, verdict.after)
        came, went = after - before, before - after
        return bool(came or went) and not any(
            (event.zone, card) in changed or (card.is_unknown and event.zone in {place for place, _ in changed})
            for event in events for changed in (went if event.kind == "left" else came,)
            for card, _, _ in self._laid.cards(event))

    def readings(self, batch: Sequence[TableEvent]) -> list[Reading]:
        """The ways to read a batch, likeliest first."""
        ways = [self._laid.cards(event) for event in batch]
        readings = []
        for choice in islice(product(*ways), 64):
            likelihood = float(np.prod([p for _, p, _ in choice]))
            cards = tuple(card for card, _, _ in choice)
            readings.append(Reading(self._change(batch, cards), likelihood, all(sure for _, _, sure in choice), cards))
        return sorted(readings, key=lambda r: -r.likelihood)

    def _change(self, batch: Sequence[TableEvent], cards: Sequence[Card]) -> Change:
        appeared, left, beside = [], [], []
        for event, card in zip(batch, cards, strict=True):
            if event.kind == "left":
                left.append((event.zone, card))
                continue
            appeared.append((event.zone, card))
            beside.append(self._laid.beside(event, batch, cards))
            if event.kind == "moved" and event.from_zone:
                left.append((event.from_zone, card))
        return Change(tuple(appeared), tuple(left), tuple(beside))

    def _rest(self, match: Match, state: object, change: Change) -> int:
        """How many cards lie otherwise than a state would have them, once the change has happened;
        only in the places that it touches."""
        touched = {place for place, _ in (*change.appeared, *change.left)}
        visible = match.game.visible(state)
        lies = self._laid.lies
        lies.update(change.appeared)
        lies.subtract(change.left)
        total = 0
        for place in touched:
            expected = Counter({(place, card): n for card, n in Counter(visible.get(place, ())).items()})
            here = Counter({key: n for key, n in lies.items() if key[0] == place})
            total += sum(abs(here[key] - expected[key]) for key in here.keys() | expected.keys())
        return total

    def _were_seen(self, action: Action, change: Change) -> bool:
        """Whether the cards of an action lie on the table, or came: not only must have been there."""
        seen = {card for _, card in change.appeared} | {lying.card for lying in self._laid.lying.values()}
        return set(action.cards) <= seen


def shown_in(match: Match, state: Any) -> Counter[tuple[str, Card]]:
    """How many of each card lie open in each place in a position."""
    return Counter((place, card) for place, cards in match.game.visible(state).items() for card in cards)


def ruled_in(found: Sequence[Explanation], batch: Sequence[TableEvent]) -> list[Explanation]:
    """The explanations; a doubtful card is sure if nothing else that it may be is possible, or if hardly anything
    else is legal: people break rules, and leave half of what they do undone, far more rarely than not.  That tells
    nothing of a card that may be none, or was not read at all."""
    by_read: dict[tuple[Card, ...], list[Explanation]] = defaultdict(list)
    for e in found:
        by_read[e.read].append(e)
    possible = {cards: es[0].likelihood for cards, es in by_read.items()
                if not any(e.is_impossible for e in es) or any(e.verdict.applies for e in es)}
    whole = sum(es[0].likelihood for es in by_read.values())
    cards, likelihood = max(possible.items(), key=lambda item: item[1], default=((), 0.0))
    alone = (len(possible) < len(by_read) and whole >= COVERED and likelihood >= RULED_IN * sum(possible.values())
             and likelihood >= LEAST_RULED_IN)
    if any(card.is_unknown for card in cards) or _may_be_one_joker(batch):
        return list(found)
    doubtful = [e for e in batch if e.kind != "left" and not e.sure]
    if any(e.again for e in doubtful):
        return list(found)
    named = all(e.candidates for e in doubtful)
    if alone or (named and _is_the_legal_one(cards, by_read, 1.0 if all(map(_only_one, doubtful)) else whole)):
        return [replace(e, sure=e.seen) if e.read == cards else e for e in found]
    return list(found)


def _may_be_one_joker(batch: Sequence[TableEvent]) -> bool:
    """Whether two jokers came of which one was read unsurely: many bear no index, and one may have been found twice."""
    jokers = [e for e in batch if e.kind != "left" and e.label == str(JOKER)]
    return len(jokers) > 1 and not all(e.sure for e in jokers)


def _only_one(event: TableEvent) -> bool:
    """Whether most looks named one card and no look anything else: that the others read nothing tells nothing."""
    (_, likely), *others = event.candidates
    return likely >= MOSTLY and sum(p for _, p in others) < HARDLY


def _is_the_legal_one(cards: tuple[Card, ...], by_read: dict[tuple[Card, ...], list[Explanation]], whole: float
                      ) -> bool:
    """Whether cards that are likely anyhow are far likelier than all others, since these would break a rule or leave
    more unexplained.  whole: how likely it is that one of all these was read, 1 where nothing else was."""
    legal = {key: [e for e in es if e.verdict.applies or e.verdict.kind == "need"] for key, es in by_read.items()}
    if not legal.get(cards) or legal[cards][0].likelihood < (MOSTLY if whole == 1.0 else LIKELY_LEGAL):
        return False
    least = min(e.rest for es in legal.values() for e in es)
    weight = {key: by_read[key][0].likelihood * (1.0 if any(e.rest == least for e in es) else RARELY)
              for key, es in legal.items()}
    return weight[cards] >= RULED_IN_LEGAL * (sum(weight.values()) + RARELY * max(0.0, 1 - whole))


def _rank(explanation: Explanation) -> tuple[int, float]:
    """What explains most goes first; then legal before illegal before impossible, unless the card read
    is ten times as likely."""
    weight = 0.01 if explanation.is_impossible else 0.1 if explanation.verdict.kind == "illegal" else 1.0
    return explanation.rest, -weight * explanation.likelihood


def without_words(match: Match, meant: Explanation) -> Action:
    """The action without an announcement that nobody made, where none is needed: so that it can be
    judged again after a correction of what went before."""
    plain = replace(meant.action, announced=None)
    verdict = match.game.judge(match.state, plain)
    return plain if verdict.applies and verdict.after == meant.verdict.after else meant.action


def passed_round(match: Match) -> list[tuple[Action, ...]]:
    """What players may have left unsaid one after the other, nobody doing anything else: the first alone, the
    first two, and so on."""
    game, state = match.game, match.state
    before: tuple[Action, ...] = ()
    rounds = []
    while len(before) < len(match.table.players) and (name := game.to_act(state)) is not None:
        step = _unsaid_step(match, state, name)
        if step is None:
            break
        state, before = game.apply(state, step), (*before, step)
        rounds.append(before)
    return rounds


def _unsaid_step(match: Match, state: Any, name: str) -> Action | None:
    """What a player may silently have done in a position."""
    return next((step for step in (Action(name, verb) for verb in UNSAID if verb in match.game.verbs)
                 if match.game.judge(state, step).kind == "ok"), None)
