"""What a live table tells whoever follows it, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from companion.log.rows import LogRow, RowSource
from companion.words import texts
from rules import Action, Verdict, parse_action
from rules.core.said import Said, Text, said
from vision.events import TableEvent


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
class Happened:
    """The camera saw something happen on the table."""

    event: TableEvent


@dataclass(frozen=True)
class Judged:
    """An action is in the log, under row `seq`."""

    seq: int
    action: Action
    verdict: Verdict
    scores: Mapping[str, int]
    to_act: str | None
    source: RowSource
    time_s: float
    events: tuple[TableEvent, ...] = ()


@dataclass(frozen=True)
class Asked:
    """A question waits; `answer` it.  Events queue meanwhile."""

    question: Question


@dataclass(frozen=True)
class Answered:
    """A question is settled; action None: nothing happened."""

    question: Question
    action: Action | None


@dataclass(frozen=True)
class Notice:
    """One sentence on the view or on the table.  ok: whether all is well."""

    sentence: Text
    ok: bool = True


@dataclass(frozen=True)
class TakenBack(Notice):
    """An action of the log was taken back unasked, since what is seen contradicts it."""

    seq: int = 0
    action: Action | None = None
    time_s: float = 0.0


TableMessage = Happened | Judged | Asked | Answered | Notice


def taken_back(row: LogRow | None) -> Said:
    """What is told of an event that was taken back, or that there was none."""
    if row is None:
        return said("nothing-to-take-back")
    return said("taken-back-event", event=texts.action_text(parse_action(row.line)))
