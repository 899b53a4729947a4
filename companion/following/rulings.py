"""What the referee says: an action, a question, or that cards are missing."""

from __future__ import annotations

from dataclasses import dataclass

from companion.following.messages import Question
from rules import Action, Verdict
from rules.core.said import Text
from vision.events import TableEvent


@dataclass(frozen=True)
class Commit:
    """The action that explains what happened, with its verdict.  before: what must have gone before it
    although nobody said so."""

    action: Action
    verdict: Verdict
    events: tuple[TableEvent, ...]
    rest: int = 0  # cards that lie otherwise than the game expects after it
    before: tuple[Action, ...] = ()


@dataclass(frozen=True)
class Lost:
    """Cards that are gone and should not be: said, not asked."""

    sentence: Text
    events: tuple[TableEvent, ...]


Ruling = Commit | Question | Lost
