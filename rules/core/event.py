"""What has happened: an action in force, a deal, and the points that it brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from rules.core.action import Action
from rules.core.said import Text
from rules.core.verdict import Verdict

T = TypeVar("T")


class Event(NamedTuple):
    """An action in force: with its verdict and the state before it."""

    action: Action
    verdict: Verdict
    before: Any


@dataclass(frozen=True)
class DealPoint(Generic[T]):
    """Points of one player or side.  `event`: index among the match's events."""

    deal: int
    name: str
    points: int
    reason: T
    event: int


@dataclass(frozen=True)
class Deal:
    """One deal: its events from index `first` on, the state after the last of them, and what it has
    brought so far; a hand that only waits for more is counted as it stands."""

    number: int
    first: int
    events: tuple[Event, ...]
    end: Any
    brought: Mapping[str, int]

    @property
    def last(self) -> int:
        """The number of the deal's last event."""
        return self.first + len(self.events) - 1

    @property
    def is_played(self) -> bool:
        """Whether more than dealing has happened."""
        return any(event.action.verb not in ("deal", "start") for event in self.events)

    def states(self) -> Iterator[tuple[int, Event, Any]]:
        """Index, event and the state after it."""
        after = [*(event.before for event in self.events[1:]), self.end]
        for index, (event, state) in enumerate(zip(self.events, after, strict=True)):
            yield self.first + index, event, state

    def point(self, name: str, points: int, reason: Text, event: int | None = None) -> DealPoint[Text]:
        """A point of this deal, made by its last event unless another is named."""
        return DealPoint(self.number, name, points, reason, self.last if event is None else event)
