"""What happened in a stream beside what was told of it, in order of time: where to look first when a film goes wrong.

    print(timeline(stream, replayed(stream)))

       7.9  Ann play 5H
       8.6      told      Ann play 5H                                       0.7 s later
      12.4  Bob play 9C                                                     never told
"""

from __future__ import annotations

from companion.tools.bench.alignment import pairs_in_order
from companion.tools.streams.judging import (
    ANSWERED,
    ASKED,
    COMMITTED,
    Following,
    actions_told,
    is_roll,
    lay_unrecorded,
    true_lines,
)
from rules import parse_action
from vision.stream import Stream, StreamHeader, ToldLine

WORDS = {COMMITTED: "told", ANSWERED: "answered", ASKED: "asked"}


def timeline(stream: Stream, followed: Following) -> str:
    """One line for each event that moves cards, at the time at which the hand was gone, and for each that was told."""
    header = stream.header
    true, told = true_lines(header), actions_told(followed)
    gone_s = {event.line: event.time_s for event in header.truth}
    pairs = pairs_in_order([action for _, action in true], [action for _, action in told])
    found = {true[k][0] for k, _ in pairs}
    since_s = {id(told[n][0]): gone_s[true[k][0]] for k, n in pairs if true[k][0] in gone_s}
    happened = [(gone_s[number], f"{action!s:<66}{'' if number in found else 'never told'}")
                for number, action in true if number in gone_s]
    said = [(line.time_s, f"    {WORDS.get(line.kind, line.kind):<10}{line.text:<52}"
             f"{_remark(header, line, since_s.get(id(line)))}") for line in followed.told]
    rows = sorted((*happened, *said), key=lambda row: row[0])
    return "\n".join(f"{time_s:7.1f}  {text.rstrip()}" for time_s, text in rows)


def _remark(header: StreamHeader, line: ToldLine, gone_s: float | None) -> str:
    """How late a line was told, or that it did not happen there.  gone_s: when the hand of what it tells was gone."""
    if gone_s is not None:
        return f"{line.time_s - gone_s:.1f} s later"
    if line.kind != COMMITTED or not line.text:
        return ""
    action = parse_action(line.text)
    return "" if is_roll(header, action) or lay_unrecorded(header, action) else "did not happen here"
