"""Plays that break a rule, planted in a film: which were told as such, and who was accused of what he never did.

    faults = faults_of(header, followed.told)       # Faults
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from companion.device.packs import deck_rename
from companion.following.answers import bare
from rules import Action, NotationError, Record, new_record, parse_action, parse_record
from rules.adjudicate import RecordJudge
from vision.stream import StreamHeader, ToldLine

LOGGED = ("committed", "said")  # what went into the log and stayed there; an answer stands there as something said


@dataclass(frozen=True)
class Faults:
    """planted: lines of the record that break a rule; found: how many of them were told as breaking one; accused: what
    else was told so, though it was done otherwise or never."""

    planted: int = 0
    found: int = 0
    accused: tuple[str, ...] = ()


def faults_of(header: StreamHeader, told: Iterable[ToldLine]) -> Faults:
    """What became of a stream's faults."""
    record = parse_record(header.record)
    planted = Counter(illegal_lines(record.renamed(deck_rename(record.deck))))
    actions = [action for line in told if line.kind in LOGGED and (action := _action(line.text)) is not None]
    called = Counter(illegal_lines(new_record(header.game, record.table(), tuple(actions))))
    return Faults(planted.total(), (planted & called).total(), tuple((called - planted).elements()))


def illegal_lines(record: Record) -> list[str]:
    """The lines of a record that break a rule, without what was announced."""
    return [str(bare(parse_action(row["text"]))) for row in RecordJudge(record).rows() if row["verdict"] == "illegal"]


def _action(text: str) -> Action | None:
    try:
        return parse_action(text) if text else None
    except NotationError:
        return None
