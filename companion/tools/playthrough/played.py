"""What came of a deal played by touch, compared with the record it was made from."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from companion.device.packs import deck_rename
from companion.following.answers import bare
from rules import GAMES, Action, Match, Record
from rules.core.cards import UNKNOWN
from rules.core.verbs import Verbs

T = TypeVar("T")


@dataclass
class PlayedDeal:
    """What came of a deal."""

    record: Record
    log: tuple[Action, ...] = ()
    scores: dict[str, int] | None = None
    questions: int = 0
    said: int = 0
    taps: int = 0
    free: int = 0  # of the taps: what several results allow and nobody can see
    assumed: int = 0  # rows that nobody told of
    unsaid: tuple[str, ...] = ()
    touched: Counter[str] = field(default_factory=Counter)  # what the taps were for: verbs, or what was asked

    @property
    def wanted(self) -> list[Action]:
        """The events of the record, without what nobody needs to say."""
        return self._comparable(line.action for line in self.record.events if line.action is not None)

    @property
    def kept(self) -> list[Action]:
        """The same of the log."""
        return self._comparable(self.log)

    def _comparable(self, actions: Iterable[Action]) -> list[Action]:
        """What must be alike; where nobody is ever on turn, in any order."""
        told = to_compare(self._verbs, actions)
        return told if GAMES[self.record.game].has_turns else sorted(told, key=str)

    @property
    def _verbs(self) -> Verbs:
        return GAMES[self.record.game].verbs

    @property
    def true_scores(self) -> dict[str, int]:
        """What the record itself comes to."""
        match = Match(GAMES[self.record.game], self.record.table())
        rename = deck_rename(self.record.deck)
        for line in self.record.renamed(rename).events:
            if line.action is not None:
                match.push(line.action)
        return dict(match.scores)

    @property
    def right(self) -> int:
        """Events of the record that are in the log, in order, up to the first that differs."""
        pairs = zip(self.wanted, self.kept, strict=False)
        return next((i for i, (one, other) in enumerate(pairs) if one != other), min(len(self.wanted), len(self.kept)))

    @property
    def is_right(self) -> bool:
        """Whether log and scores are those of the record."""
        return self.wanted == self.kept and self.scores == self.true_scores

    @property
    def differs(self) -> str:
        """The first event that the record and the log tell differently; "" when there is none."""
        both = list(itertools.zip_longest(self.wanted, self.kept))[self.right:self.right + 1]
        return "".join(f"; first: {wanted or 'nothing'} in the record, {kept or 'nothing'} in the log"
                       for wanted, kept in both)

    def __str__(self) -> str:
        as_was = "all as they were" if self.is_right else f"{self.right} as they were, {len(self.kept)} in the log"
        as_was += f", scores {'as' if self.scores == self.true_scores else 'not as'} in the record"
        unsaid = f"; went without saying: {', '.join(self.unsaid)}" if self.unsaid else ""
        return (f"{self.record.game}: {len(self.wanted)} events, {as_was}; {self.questions} questions and "
                f"{self.said} announcements by touch, {self.taps} taps in all{unsaid}{self.differs}")


def as_called(verbs: Verbs, action: Action) -> Action:
    """A call as it is spoken: of a card that is named without being shown, its number."""
    if len(action.cards) != 1 or not verbs[action.verb].shown_by:
        return action
    return replace(action, cards=(UNKNOWN,), announced=action.announced or action.card.number)


def to_compare(verbs: Verbs, actions: Iterable[Action]) -> list[Action]:
    """What must be alike: in order, but hands laid open, which may be read a little later, come last, and so does what
    everybody does once the play is over, in any order.  A draw of one
    card where each turn has one need not be said, the discard tells of it; nor the deal for which a table is opened."""
    told = [as_called(verbs, action) if verbs[action.verb].shown_by else bare(action)
            for _, action in draws_together(verbs, ((None, action) for action in actions))
            if action is not None and (action.numbers or not verbs[action.verb].draws)]
    told = told[1:] if told and is_plain_deal(told[0]) else told
    last = [action for action in told if verbs[action.verb].shows or verbs[action.verb].afterwards]
    return [*(action for action in told if action not in last), *sorted(last, key=str)]


def is_plain_deal(action: Action) -> bool:
    """A deal of which nothing is seen."""
    return action.verb == "deal" and not action.cards


def as_one_draw(verbs: Verbs, before: Action | None, now: Action | None) -> Action | None:
    """Cards drawn one after the other by the same player as one event; None where these are no such draws."""
    if not before or not now or (before.actor, before.verb) != (now.actor, now.verb):
        return None
    if not verbs[now.verb].draws or not before.numbers or not now.numbers:
        return None
    return replace(before, numbers=(before.numbers[0] + now.numbers[0],))


def draws_together(verbs: Verbs, told: Iterable[tuple[T, Action | None]]) -> list[tuple[T, Action | None]]:
    """What happened, each with what goes with it, and draws as they are told, with one touch."""
    rows: list[tuple[T, Action | None]] = []
    for of, now in told:
        together = as_one_draw(verbs, rows[-1][1] if rows else None, now)
        rows[-1:] = [(of, together)] if together else [*rows[-1:], (of, now)]
    return rows


def with_draws_together(record: Record) -> Record:
    """The record with draws as they are told."""
    rows = draws_together(GAMES[record.game].verbs, ((line, line.action) for line in record.lines))
    return replace(record, lines=tuple(line if line.action == action else replace(line, action=action, text=str(action))
                                       for line, action in rows))


def without_loose_end(record: Record) -> Record:
    """A record that breaks off: the announcements at its end that only what comes next would have told."""
    verbs, lines = GAMES[record.game].verbs, list(record.lines)
    while lines and (last := lines[-1].action) is not None and verbs[last.verb].unsaid:
        lines.pop()
    return replace(record, lines=tuple(lines))
