"""What the rules think likely, as the belief asks for it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

Story = Hashable  # the told line and the actions supposed after it; only the prior looks inside
Laid = tuple[str, str]  # a place, and what the game calls a card


@dataclass(frozen=True, slots=True)
class Change:
    """How what lies differs from what a story shows.  beside: for each card that appeared, the cards of its place
    and how far away they lie, in millimetres, nearest first."""

    appeared: tuple[Laid, ...] = ()
    left: tuple[Laid, ...] = ()
    beside: tuple[tuple[tuple[str, float], ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.appeared or self.left)


@dataclass(frozen=True, slots=True)
class Continuation:
    """A story with one action more.

    meaning: equal for actions that differ in nothing that counts.  log_prior: capped; it never outweighs a sure
    reading of a lone card.  actor: who did it, "" for nobody.  cards: what he laid, in the game's names.
    goes_back: whether they go back, since they were laid against the rules.
    """

    story: Story
    meaning: Hashable
    log_prior: float
    actor: str
    cards: tuple[str, ...]
    goes_back: bool = False


class Prior(Protocol):
    """What the rules think likely."""

    def begin(self) -> Story:
        """What has been told so far."""
        ...

    def name(self, label: str) -> str:
        """What the game calls a card of the pack."""
        ...

    def copies(self, label: str) -> int:
        """How often the pack has a card."""
        ...

    def visible(self, story: Story) -> Mapping[str, tuple[str, ...]]:
        """Place -> names of the cards that lie open there, bottom first."""
        ...

    def continuations(self, story: Story, change: Change) -> Sequence[Continuation]:
        """The actions that can have made a change, or a part of it."""
        ...

    def again(self, story: Story, root: Story) -> Continuation | None:
        """The last action of a story, done after another one; None where it cannot be."""
        ...

    def may_grow(self, story: Story) -> bool:
        """Whether more cards laid a moment later could belong to the last action."""
        ...

    def is_begun(self, story: Story, change: Change) -> bool:
        """Whether cards that appeared may be a part of one action that is not complete yet."""
        ...

    def is_optional(self, story: Story, place: str, name: str) -> bool:
        """Whether a card may be seen there or not: out of sight, gathered already, or not turned face down yet."""
        ...

    def heard(self, story: Story) -> float:
        """Nats for what players have said and what is not told yet: 0 where the story makes it fit, less where not."""
        ...

    def seats(self) -> Mapping[str, tuple[float, float]]:
        """Player -> where he sits, as far as it is known; millimetres."""
        ...
