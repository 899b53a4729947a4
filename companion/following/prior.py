"""What a game thinks likely of a change on its table: legal, unsaid before it, illegal, impossible.

    prior = GamePrior(game, deck, seats)
    prior.follow(match)                  # the told line is now this match
    prior.hear(action)                   # a count or a cry that goes with a card still to be seen
    prior.action(story)                  # its last action, and what went unsaid before it

Capped: no rule outweighs a sure reading of a lone card, so that nobody's cheating is talked into legality.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from calibration import DeckProfile
from companion.following.seats import Seats
from companion.following.unsaid import forgotten, unsaid_before
from rules import Action, Card, Game, Match, Verdict, parse_card
from rules import Change as GameChange
from rules.core.cards import JOKER
from rules.core.options import ASKED_ABOUT
from vision.belief.prior import Change, Continuation, Story

LEGAL, UNSAID_BEFORE, ILLEGAL, IMPOSSIBLE = -0.3, -3.0, -7.0, -12.0  # nats
UNREAD_JOKER = -7.0  # nats, for a card that often bears no index
UNHEARD = -6.0  # nats, for what players said otherwise
UNFIT = -5.0  # nats, for words that do not fit what was done
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


@dataclass(frozen=True)
class Judged:
    """What the game makes of a step.  state: afterwards; before: where the action itself was judged."""

    verdict: Verdict
    state: Any
    before: Any


class GamePrior:
    """Fulfils vision.belief.prior.Prior by asking a game."""

    def __init__(self, game: Game[Any], deck: DeckProfile, players: Sequence[str], seats: Seats) -> None:
        self._game, self._deck, self._players = game, deck, tuple(players)
        self.where = seats
        self.unsaid = forgotten(game)
        self._told = 0
        self._states: dict[Line, Judged] = {}
        self._visible: dict[Line, Mapping[str, tuple[str, ...]]] = {}
        self._hidden: dict[tuple[Line, str, str], bool] = {}
        self._known: dict[tuple[Line, Change], tuple[Continuation, ...]] = {}
        self._heard: list[Action] = []
        self.waiting: tuple[Action, ...] = ()  # what was said and does not fit the told line
        self._stands = False

    def follow(self, match: Match) -> Line:
        """The match as told is where every story begins now."""
        self._told += 1
        if len(self._states) > MOST_STATES:
            self._states.clear()
        self._visible.clear()
        self._hidden.clear()
        self._known.clear()
        root = Line(self._told)
        self._states[root] = Judged(Verdict("ok", after=match.state), match.state, match.state)
        if match.events:
            self._heard = [heard for heard in self._heard if bare(heard) != bare(match.events[-1].action)]
        return root

    def apart(self) -> GamePrior:
        """Another that knows and was told the same, and goes its own way from here."""
        other = copy(self)
        other._states, other._visible, other._known = dict(self._states), dict(self._visible), dict(self._known)
        other._hidden, other._heard = dict(self._hidden), list(self._heard)
        return other

    def hear(self, action: Action) -> None:
        """A player said something with a card."""
        self._heard.append(action)
        self._known.clear()

    # -- the protocol ---------------------------------------------------------------------------

    def begin(self) -> Line:
        return Line(self._told)

    def name(self, label: str) -> str:
        return self._deck.game_card(label)

    def copies(self, label: str) -> int:
        return self._deck.copies_read.get(label, 0)

    def visible(self, story: Story) -> Mapping[str, tuple[str, ...]]:
        line = _line(story)
        found = self._visible.get(line)
        if found is None:
            shown = self._game.visible(self._judged(line).state)
            found = self._visible[line] = {place: tuple(map(str, cards)) for place, cards in shown.items()}
        return found

    def continuations(self, story: Story, change: Change) -> Sequence[Continuation]:
        line = _line(story)
        found = self._known.get((line, change))
        if found is None:
            found = self._known[line, change] = tuple(self._continued(line, change))
        return found

    def again(self, story: Story, root: Story) -> Continuation | None:
        step = _line(story).steps[-1]
        seen = replace(step.action, cards=step.action.cards[:-1]) if step.is_guessed else step.action
        return next((found for found in self._judged_steps(_line(root), (seen,))
                     if self.step(found.story).is_guessed == step.is_guessed), None)

    def may_grow(self, story: Story) -> bool:
        line = _line(story)
        return bool(line.steps) and self._game.camera.may_grow(self._judged(line).before, line.steps[-1].action)

    def may_hide(self, story: Story, place: str, name: str) -> bool:
        key = (_line(story), place, name)
        found = self._hidden.get(key)
        if found is None:
            state = self._judged(_line(story)).state
            camera, at = self._game.camera, (state, place, _card(name))
            found = self._hidden[key] = camera.may_hide(*at) or camera.may_be_gathered(*at)
        return found

    def heard(self, story: Story) -> float:
        line = _line(story)
        unsaid = [bare(step) for done in line.steps for step in done.unsaid]
        state = self._judged(line).state
        return sum(-UNSAID_BEFORE if bare(action) in unsaid else 0.0 if self.fits(state, action) else UNFIT
                   for action in self.waiting)

    def seats(self) -> Mapping[str, tuple[float, float]]:
        return self.where.places(self._players)

    # -- what commit asks -----------------------------------------------------------------------

    def step(self, story: Story) -> Step:
        """The last action of a story, and what went unsaid before it."""
        return _line(story).steps[-1]

    def verdict(self, story: Story) -> Verdict:
        """What the game says of it."""
        return self._judged(_line(story)).verdict

    def fits(self, state: Any, action: Action) -> bool:
        """Whether something may be said in a position."""
        return action.verb not in self._game.verbs or self._game.judge(state, action).kind in ("ok", "need", "proven")

    def unsaid_before(self, action: Action) -> tuple[Action, ...]:
        """What must have gone unsaid before an action, on the told line; nothing where that does not help."""
        return self._before(self._judged(self.begin()).state, action) if action.verb in self._game.verbs else ()

    def cards(self, labels: Iterable[str]) -> tuple[Card, ...]:
        """Labels as the game's cards."""
        return tuple(_card(self.name(label)) for label in labels)

    # -- judging --------------------------------------------------------------------------------

    def _judged(self, line: Line) -> Judged:
        found = self._states.get(line)
        if found is None:
            before = self._judged(Line(line.told, line.steps[:-1])).state
            found = self._states[line] = self._judge(before, line.steps[-1])
        return found

    def _judge(self, state: Any, step: Step) -> Judged:
        for unsaid in step.unsaid:
            state = self._game.judge(state, unsaid).after
        verdict = self._game.judge(state, step.action)
        if verdict.applies or (verdict.kind == "illegal" and self._stands):
            return Judged(verdict, verdict.after if verdict.after is not None else state, state)
        return Judged(verdict, verdict.otherwise if verdict.otherwise is not None else state, state)

    def _continued(self, line: Line, change: Change) -> Iterator[Continuation]:
        state = self._judged(line).state
        explained = self._game.camera.explain(state, _rules_change(change))
        families: dict[Action, list[Action]] = {}
        for action in dict.fromkeys(explained):
            families.setdefault(bare(action), []).append(self._plain(state, action))
        for family in families.values():
            yield from self._judged_steps(line, tuple(dict.fromkeys(family)))

    def _plain(self, state: Any, action: Action) -> Action:
        """Without an announcement that nobody made, where none is needed."""
        if action.announced is None:
            return action
        plain, judged = replace(action, announced=None), self._game.judge(state, action)
        bare_verdict = self._game.judge(state, plain)
        same = bare_verdict.applies and judged.applies and bare_verdict.after == judged.after
        return plain if same else action

    def _judged_steps(self, line: Line, family: tuple[Action, ...]) -> list[Continuation]:
        """Actions that differ only by what was announced with them: what was heard, or all that it may have been."""
        heard = next((h for h in self._heard if bare(h) == bare(family[0])), None)
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
        state = self._judged(line).state
        verdict = self._game.judge(state, action)
        if verdict.kind == "need":
            return [c for choice in verdict.choices
                    for c in self._as_step(line, choice, nats - float(np.log(len(verdict.choices))))]
        if verdict.kind != "illegal":
            impossible = ASKED_ABOUT & set(verdict.codes)
            return [self._continuation(line, Step(action), nats + (IMPOSSIBLE if impossible else LEGAL))]
        if verdict.after is None:  # it is not done yet, or cannot have been done
            return []
        if ASKED_ABOUT & set(verdict.codes):
            return [self._continuation(line, Step(action), nats + IMPOSSIBLE, not self._stands)]
        unsaid = self._before(state, action)
        if unsaid:
            return [self._continuation(line, Step(action, unsaid), nats + LEGAL + UNSAID_BEFORE * len(unsaid))]
        whole = self._with_joker(line, state, action, nats)
        return [*whole, self._continuation(line, Step(action), nats + ILLEGAL, not self._stands)]

    def _before(self, state: Any, action: Action) -> tuple[Action, ...]:
        """What others must silently have done if the action is legal; nothing where that does not help."""
        return unsaid_before(self._game, state, action, self.unsaid) or ()

    def _with_joker(self, line: Line, state: Any, action: Action, nats: float) -> list[Continuation]:
        """The action with a joker that nobody has read, where it may grow and is legal only so."""
        if not self.copies(str(JOKER)) or not self._game.camera.may_grow(state, action):
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
        action = _line(found.story).steps[-1].action
        others = any(Counter(h.cards) == Counter(action.cards) and bare(h) != bare(action) for h in self._heard)
        return UNHEARD if others else 0.0


def bare(action: Action) -> Action:
    """The action without what was announced with it, its cards in order."""
    return replace(action, cards=tuple(sorted(action.cards)), take=tuple(sorted(action.take)),
                   announced=None, as_value=None, stands=False)


def price_of(verdict: Verdict) -> float:
    """Nats for what players have said themselves."""
    return ILLEGAL if verdict.kind == "illegal" else LEGAL


def _line(story: Story) -> Line:
    assert isinstance(story, Line)
    return story


@lru_cache(maxsize=1000)
def _card(name: str) -> Card:
    return parse_card(name)


def _laid(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, Card], ...]:
    return tuple((place, _card(name)) for place, name in pairs)


def _rules_change(change: Change) -> GameChange:
    """The same change, as the rules are asked about it."""
    beside = tuple(tuple((_card(name), mm) for name, mm in near) for near in change.beside)
    return GameChange(_laid(change.appeared), _laid(change.left), beside)
