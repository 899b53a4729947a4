"""What a game thinks likely of a change on its table: legal, unsaid before it, illegal, impossible.

    prior = GamePrior(game, deck, seats)
    prior.follow(match)                  # the told line is now this match
    prior.hear(action)                   # a count or a cry that goes with a card still to be seen
    prior.step(story)                    # its last action, and what went unsaid before it

Capped: no rule outweighs a sure reading of a lone card, so that nobody's cheating is talked into legality.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import Any

from calibration import DeckProfile
from companion.following.answers import bare
from companion.following.seats import Seats
from companion.following.stories import UNSAID_BEFORE, Judged, Line, Step, Stories, line_of
from rules import Action, Card, Game, Match, parse_card
from rules import Change as GameChange
from rules.core.cards import JOKER
from vision.belief.prior import Change, Continuation, Story

UNFIT = -5.0  # nats, for words that do not fit what was done


class GamePrior:
    """Fulfils vision.belief.prior.Prior by asking a game."""

    def __init__(self, game: Game[Any], deck: DeckProfile, players: Sequence[str], seats: Seats) -> None:
        self._game, self._deck, self._players = game, deck, tuple(players)
        self.where = seats
        self._stories = Stories(game, has_jokers=bool(self.copies(str(JOKER))))
        self._visible: dict[Line, Mapping[str, tuple[str, ...]]] = {}
        self._optional: dict[tuple[Line, str, str], bool] = {}
        self._known: dict[tuple[Line, Change], tuple[Continuation, ...]] = {}
        self.waiting: tuple[Action, ...] = ()  # what was said and does not fit the told line

    def follow(self, match: Match) -> Line:
        """The match as told is where every story begins now."""
        self._visible.clear()
        self._optional.clear()
        self._known.clear()
        return self._stories.follow(match)

    def apart(self) -> GamePrior:
        """Another that knows and was told the same, and goes its own way from here."""
        other = copy(self)
        other._stories = self._stories.apart()
        other._visible, other._known, other._optional = dict(self._visible), dict(self._known), dict(self._optional)
        return other

    def hear(self, action: Action) -> None:
        """A player said something with a card."""
        self._stories.heard.append(action)
        self._known.clear()

    def excuse(self, verbs: Iterable[str]) -> None:
        """What need not be said."""
        self._stories.unsaid = frozenset(verbs)

    # -- the protocol ---------------------------------------------------------------------------

    def begin(self) -> Line:
        return self._stories.root

    def name(self, label: str) -> str:
        return self._deck.game_card(label)

    def copies(self, label: str) -> int:
        return self._deck.copies_read.get(label, 0)

    def visible(self, story: Story) -> Mapping[str, tuple[str, ...]]:
        line = line_of(story)
        found = self._visible.get(line)
        if found is None:
            shown = self._game.visible(self._stories.judged(line).state)
            found = self._visible[line] = {place: tuple(map(str, cards)) for place, cards in shown.items()}
        return found

    def continuations(self, story: Story, change: Change) -> Sequence[Continuation]:
        line = line_of(story)
        found = self._known.get((line, change))
        if found is None:
            found = self._known[line, change] = tuple(self._stories.continued(line, _rules_change(change)))
        return found

    def again(self, story: Story, root: Story) -> Continuation | None:
        step = line_of(story).steps[-1]
        seen = replace(step.action, cards=step.action.cards[:-1]) if step.is_guessed else step.action
        return next((found for found in self._stories.steps(line_of(root), (seen,))
                     if self.step(found.story).is_guessed == step.is_guessed), None)

    def may_grow(self, story: Story) -> bool:
        line = line_of(story)
        return bool(line.steps) and self._game.camera.may_grow(self._stories.judged(line).before, line.steps[-1].action)

    def is_begun(self, story: Story, change: Change) -> bool:
        return self._game.camera.is_begun(self._stories.judged(line_of(story)).state, _rules_change(change))

    def is_optional(self, story: Story, place: str, name: str) -> bool:
        key = (line_of(story), place, name)
        found = self._optional.get(key)
        if found is None:
            state = self._stories.judged(line_of(story)).state
            found = self._optional[key] = self._game.camera.is_optional(state, place, _card(name))
        return found

    def heard(self, story: Story) -> float:
        line = line_of(story)
        unsaid = [bare(step) for done in line.steps for step in done.unsaid]
        state = self._stories.judged(line).state
        return sum(-UNSAID_BEFORE if bare(action) in unsaid else 0.0 if self.fits(state, action) else UNFIT
                   for action in self.waiting)

    def seats(self) -> Mapping[str, tuple[float, float]]:
        return self.where.places(self._players)

    # -- what commit asks -----------------------------------------------------------------------

    def step(self, story: Story) -> Step:
        """The last action of a story, and what went unsaid before it."""
        return line_of(story).steps[-1]

    def judged(self, story: Story) -> Judged:
        """What the game makes of the last action of a story."""
        return self._stories.judged(line_of(story))

    def fits(self, state: Any, action: Action) -> bool:
        """Whether something may be said in a position."""
        return action.verb not in self._game.verbs or self._game.judge(state, action).kind in ("ok", "need", "proven")

    def unsaid_before(self, action: Action) -> tuple[Action, ...]:
        """What must have gone unsaid before an action, on the told line; nothing where that does not help."""
        if action.verb not in self._game.verbs:
            return ()
        return self._stories.unsaid_before(self._stories.judged(self.begin()).state, action)


@lru_cache(maxsize=1000)
def _card(name: str) -> Card:
    return parse_card(name)


def _laid(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, Card], ...]:
    return tuple((place, _card(name)) for place, name in pairs)


def _rules_change(change: Change) -> GameChange:
    """The same change, as the rules are asked about it."""
    beside = tuple(tuple((_card(name), mm) for name, mm in near) for near in change.beside)
    return GameChange(_laid(change.appeared), _laid(change.left), beside)
