"""The one question of a table that waits, and what it is about.

    questions = Questions()
    questions.ask(sentence, candidates, now_s)   # Asked, in a list
    questions.puzzled(puzzle, telling)           # about what lies otherwise than told
    questions.otherwise(found, now_s)            # about what was told last
    questions.drop()                             # nothing is asked any more
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from companion.following import asking
from companion.following.asking import Explanation
from companion.following.commit import Puzzled
from companion.following.messages import Answered, Asked, Question, TableMessage
from companion.following.sightings import happened
from companion.following.telling import Telling
from companion.following.way_back import Otherwise
from rules import Action, parse_card
from rules.core.said import Text, said
from vision.events import TableEvent


@dataclass(frozen=True)
class PendingQuestion:
    """A question and what it is about: what lies there, what was told last, or what was said out of turn."""

    question: Question
    puzzle: Puzzled | None = None
    back: Otherwise | None = None
    doubted: Action | None = None


class Questions:
    """At most one is pending."""

    def __init__(self) -> None:
        self.pending: PendingQuestion | None = None
        self._numbers = count(1)

    @property
    def open(self) -> Question | None:
        """The one that waits."""
        return None if self.pending is None else self.pending.question

    def ask(self, sentence: Text, candidates: tuple[Action, ...], now_s: float, events: tuple[TableEvent, ...] = (),
            puzzle: Puzzled | None = None, back: Otherwise | None = None, doubted: Action | None = None
            ) -> list[TableMessage]:
        """Ask something."""
        picture = next((e.picture for e in events if e.picture is not None), None)
        question = Question(next(self._numbers), sentence, candidates, now_s, events, picture)
        self.pending = PendingQuestion(question, puzzle, back, doubted)
        return [Asked(question)]

    def otherwise(self, found: Otherwise, now_s: float) -> list[TableMessage]:
        """Which it was: what was told last, or what is seen now."""
        return self.ask(said("ask-back"), (found.instead.action, found.rows[0].action), now_s, back=found)

    def out_of_turn(self, action: Action, why: Text, before: Sequence[Action], now_s: float) -> list[TableMessage]:
        """Whether something was overlooked before what was said.  before: what may have gone unsaid."""
        return self.ask(asking.out_of_turn(why, before), (action,), now_s, doubted=action)

    def puzzled(self, puzzle: Puzzled, telling: Telling) -> list[TableMessage]:
        """What lies otherwise than told becomes a question with the actions that are possible."""
        events = _seen_of(puzzle, telling)
        if not events:
            return []
        if not puzzle.choices:
            assert telling.believer is not None
            unexplained = telling.believer.difference(puzzle.h.unsupposed())
            return self.ask(asking.astray(unexplained), (), telling.now_s, events, puzzle)
        steps = [telling.prior.step(row.act.story) for row in puzzle.choices]
        candidates = tuple(step.action for step in steps)
        found = [Explanation(step.action, telling.prior.judged(row.act.story).verdict, step.unsaid)
                 for step, row in zip(steps, puzzle.choices, strict=True)]
        names = tuple(dict.fromkeys(card for action in candidates for card in action.cards))
        named = tuple(parse_card(telling.prior.name(event.label)) for event in events)
        return self.ask(asking.sentence(events[0], names or named, found), candidates, telling.now_s, events, puzzle)

    @property
    def is_astray(self) -> bool:
        """Whether the table lies so that nothing explains it."""
        puzzle = self.pending.puzzle if self.pending is not None else None
        return puzzle is not None and not puzzle.choices

    def settled_itself(self) -> list[TableMessage]:
        """The table answers: what was asked about is explained now, or lies there no longer."""
        question = self.open
        self.drop()
        return [] if question is None else [Answered(question, None)]

    def drop(self) -> None:
        """What was open is none any more."""
        self.pending = None


def _seen_of(puzzle: Puzzled, telling: Telling) -> tuple[TableEvent, ...]:
    """The cards that a question is about: those of the likeliest action, else those that came, else those that left."""
    assert telling.believer is not None
    cards, likely = telling.believer.difference(puzzle.h).extra, 0.0
    if puzzle.choices:
        cards, likely = puzzle.choices[0].act.own, puzzle.choices[0].probability
    lacking = telling.believer.difference(puzzle.h.unsupposed()).lacking if not cards else ()
    return happened(telling.believer, telling.frame, cards, [departed.card for departed in lacking], likely)
