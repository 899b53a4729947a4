"""What the camera told and took back again unasked, as the log keeps it.

    last_reversal(rows)         # the last, if nothing but what was told instead has happened since; else None
    reversals(rows)             # every row that it took back, with the row that did
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.log.rows import LogRow, active


@dataclass(frozen=True)
class Reversal:
    """Rows that took others back, and what was told instead; each in the order of the log."""

    undos: tuple[LogRow, ...]
    instead: tuple[LogRow, ...]


def last_reversal(rows: Sequence[LogRow]) -> Reversal | None:
    """The camera's last, while at most the one action has followed that it told instead."""
    left = active(rows)
    instead: list[LogRow] = []
    while left and left[-1].kind == "event" and left[-1].source != "player":
        instead.insert(0, left.pop())
    undos: list[LogRow] = []
    while left and left[-1].kind == "undo" and left[-1].source == "camera":
        undos.insert(0, left.pop())
    if not undos or sum(row.source == "camera" for row in instead) > 1:
        return None
    return Reversal(tuple(undos), tuple(instead))


def reversals(rows: Sequence[LogRow]) -> list[tuple[LogRow, LogRow]]:
    """Each event that the camera took back and that is not put back, with the row that took it back."""
    by_seq = {row.seq: row for row in rows}
    return [(by_seq[row.about], row) for row in active(rows)
            if row.kind == "undo" and row.source == "camera" and row.about in by_seq]
