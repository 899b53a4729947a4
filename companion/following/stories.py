"""Stories: the told line and what is supposed after it, each step as the rules judge it.

    stories = Stories(game, has_jokers=True)
    stories.follow(match)                # every story begins with what was told
    stories.continued(line, change)      # the actions that may have made a change, each at its price
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from companion.following.answers import bare
from companion.following.unsaid import forgotten, unsaid_before
from rules import Action, Change, Game, Match, Verdict
from rules.core.cards import JOKER
from rules.core.options import ASKED_ABOUT
from vision.belief.prior import Continuation, Story

LEGAL, UNSAID_BEFORE, ILLEGAL, IMPOSSIBLE = -0.3, -3.0, -7.0, -12.0  # nats
UNREAD_JOKER = -7.0  # nats, for a card that often bears no index
UNHEARD = -6.0  # nats, for what players said otherwise
MOST_STATES = 4000  # kept at a time


@dataclass(frozen=True)
class Step:
    """An action supposed, and what must have gone unsaid before it.  is_guessed: nobody has seen one of its cards."""

    action: Action
    unsaid: tuple[Action, ...] = ()
    is_guessed: bool = False


@dataclass(frozen=True)
class Line:
    """A story: the told line, by its number, and the steps supposed after it."""

    told: int
    steps: tuple[Step, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.told, self.steps)))

    def __hash__(self) -> int:
        return self._hash  # asked for far oftener than stories are made


@dataclass(frozen=True)
class Judged:
    """What the game makes of a step.  state: afterwards; before: where the action itself was judged."""

    verdict: Verdict
    state: Any
    before: Any


class Stories:
    """Asks a game about stories, and keeps what it said.  has_jokers: whether the pack has any."""

    def __init__(self, game: Game[Any], has_jokers: bool) -> None:
        self._game, self._has_jokers = game, has_jokers
        self.unsaid = forgotten(game)
        self.heard: list[Action] = []  # with a card that is still to be seen
        self._told = 0
        self._states: dict[Line, Judged] = {}

    def follow(self, match: Match) -> Line:
        """The match as told is where every story begins now."""
        self._told += 1
        if len(self._states) > MOST_STATES:
            self._states.clear()
        root = self.root
        self._states[root] = Judged(Verdict("ok", after=match.state), match.state, match.state)
        if match.events:
            self.heard = [heard for heard in self.heard if bare(heard) != bare(match.events[-1].action)]
        return root

    def apart(self) -> Stories:
        """Others that were told the same, and go their own way from here."""
        other = copy(self)
        other._states, other.heard = dict(self._states), list(self.heard)
        return other

    @property
    def root(self) -> Line:
        """What was told, and nothing after it."""
        return Line(self._told)

    def judged(self, line: Line) -> Judged:
        """The last step of a story."""
        found = self._states.get(line)
        if found is None:
            before = self.judged(Line(line.told, line.steps[:-1])).state
            found = self._states[line] = self._judge(before, line.steps[-1])
        return found

    def _judge(self, state: Any, step: Step) -> Judged:
        for unsaid in step.unsaid:
            state = self._game.judge(state, unsaid).after
        verdict = self._game.judge(state, step.action)
        if verdict.applies:
            return Judged(verdict, verdict.after if verdict.after is not None else state, state)
        return Judged(verdict, verdict.otherwise if verdict.otherwise is not None else state, state)

    def continued(self, line: Line, change: Change) -> Iterator[Continuation]:
        """Every action that may have made a change after a story."""
        state = self.judged(line).state
        explained = self._game.camera.explain(state, change)
        families: dict[Action, list[Action]] = {}
        for action in dict.fromkeys(explained):
            families.setdefault(bare(action), []).append(self._plain(state, action))
        for family in families.values():
            yield from self.steps(line, tuple(dict.fromkeys(family)))
        for words, answer in self._game.camera.told_together(state, change):
            yield from self._answered(line, words, answer)

    def _answered(self, line: Line, words: Action, answer: Action) -> Iterator[Continuation]:
        """Cards that answer words which they tell of: a call for a friend, whose card lies there too."""
        verdict = self._game.judge(self.judged(line).state, words)
        if words.verb not in self.unsaid or not verdict.applies:
            return
        if self._game.judge(verdict.after, answer).kind == "ok":
            found = self._continuation(line, Step(answer, (words,)), LEGAL)
            yield replace(found, cards=tuple(map(str, (*words.cards, *answer.cards))))

    def _plain(self, state: Any, action: Action) -> Action:
        """Without an announcement that nobody made, where none is needed."""
        if action.announced is None:
            return action
        plain, judged = replace(action, announced=None), self._game.judge(state, action)
        bare_verdict = self._game.judge(state, plain)
        same = bare_verdict.applies and judged.applies and bare_verdict.after == judged.after
        return plain if same else action

    def steps(self, line: Line, family: tuple[Action, ...]) -> list[Continuation]:
        """Actions that differ only by what was announced with them: what was heard, or all that it may have been."""
        heard = next((h for h in self.heard if bare(h) == bare(family[0])), None)
        if heard is not None:
            return self._as_step(line, heard, 0.0)
        found: list[Continuation] = []
        for action in family:
            found += self._as_step(line, action, 0.0)
        best = max((c.log_prior for c in found), default=0.0)
        found = [c for c in found if c.log_prior > best + ILLEGAL / 2]
        share = float(np.log(max(len(found), 1)))
        return [replace(c, log_prior=c.log_prior - share + self._unheard(c)) for c in found]

    def _as_step(self, line: Line, action: Action, nats: float) -> list[Continuation]:
        """The action as it is judged there; each choice where it lacks an announcement."""
        state = self.judged(line).state
        verdict = self._game.judge(state, action)
        if verdict.kind == "need":
            return [c for choice in verdict.choices
                    for c in self._as_step(line, choice, nats - float(np.log(len(verdict.choices))))]
        if verdict.kind != "illegal":
            impossible = ASKED_ABOUT & set(verdict.codes)
            return [self._continuation(line, Step(action), nats + (IMPOSSIBLE if impossible else LEGAL))]
        is_impossible = bool(ASKED_ABOUT & set(verdict.codes))
        unsaid = () if is_impossible else self.unsaid_before(state, action)
        if unsaid:
            silent = len(unsaid) + self._is_uncried(action)
            return [self._continuation(line, Step(action, unsaid), nats + LEGAL + UNSAID_BEFORE * silent)]
        if verdict.after is None:  # it is not done yet, or cannot have been done
            return []
        if is_impossible:
            return [self._continuation(line, Step(action), nats + IMPOSSIBLE, goes_back=True)]
        whole = self._with_joker(line, state, action, nats)
        return [*whole, self._continuation(line, Step(action), nats + ILLEGAL, goes_back=True)]

    def _is_uncried(self, action: Action) -> bool:
        """Whether an action goes with a cry that nobody has heard: one thing more that went unsaid."""
        return self._game.verbs[action.verb].is_cried and all(bare(heard) != bare(action) for heard in self.heard)

    def unsaid_before(self, state: Any, action: Action) -> tuple[Action, ...]:
        """What others must silently have done if the action is legal; nothing where that does not help."""
        return unsaid_before(self._game, state, action, self.unsaid) or ()

    def _with_joker(self, line: Line, state: Any, action: Action, nats: float) -> list[Continuation]:
        """The action with a joker that nobody has read, where it may grow and is legal only so."""
        if not self._has_jokers or not self._game.camera.may_grow(state, action):
            return []
        whole = replace(action, cards=(*action.cards, JOKER))
        if self._game.judge(state, whole).kind != "ok":
            return []
        found = self._continuation(line, Step(whole, is_guessed=True), nats + LEGAL + UNREAD_JOKER)
        return [replace(found, cards=tuple(map(str, action.cards)))]

    def _continuation(self, line: Line, step: Step, nats: float, goes_back: bool = False) -> Continuation:
        story = Line(line.told, (*line.steps, step))
        action = step.action
        meaning = (replace(bare(action), announced=action.announced, as_value=action.as_value), step.unsaid)
        return Continuation(story, meaning, nats, action.actor, tuple(map(str, action.cards)), goes_back)

    def _unheard(self, found: Continuation) -> float:
        """The price of what players said otherwise of the same cards."""
        action = line_of(found.story).steps[-1].action
        others = any(Counter(h.cards) == Counter(action.cards) and bare(h) != bare(action) for h in self.heard)
        return UNHEARD if others else 0.0


def price_of(verdict: Verdict) -> float:
    """Nats for what players have said themselves."""
    return ILLEGAL if verdict.kind == "illegal" else LEGAL


def line_of(story: Story) -> Line:
    """A story as it is kept here."""
    assert isinstance(story, Line)
    return story
