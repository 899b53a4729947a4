"""What the referee says: an action, a question, or that cards are missing."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

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
class Question:
    """What the players must settle.  candidates: likeliest first; none of them may be right.
    picture: BGR cut-out of the card in doubt, or None."""

    id: int
    sentence: Text
    candidates: tuple[Action, ...]
    time_s: float
    events: tuple[TableEvent, ...] = ()
    picture: np.ndarray | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Lost:
    """Cards that are gone and should not be: said, not asked."""

    sentence: Text
    events: tuple[TableEvent, ...]


Ruling = Commit | Question | Lost
