"""What if it had been another card?  The rest of the deal replayed, without writing anything.

    >>> found = what_if(session, seq, corrected(action, -1, "6H"))
    >>> found.lines
    ('Ann plays 6♥: 89 instead of Ann plays 9♥: 86.', 'Bob plays 4♣: 85 would break a rule: ...', 'Count: 4 → 7.')

Pure: the session is read, never changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.log.session import LogEntry, Session
from companion.sitting.table_page import reason_of
from companion.words import texts
from companion.words.refusals import RequestError
from rules import Action, Card, Change, Match, Verdict
from rules.core.deals import board_names

FAULTS = frozenset({"illegal", "proven"})
NEW_ROW = 0  # of what was overlooked, while it is only supposed
MOST_LINES = 8  # of events that would be judged otherwise; the rest are counted


@dataclass(frozen=True)
class WhatIf:
    """A correction and what it would change.

    verdict: on the corrected event (ok where it never happened).  choices: what was left open, the
    choice that breaks the fewest rules afterwards first; the lines are those of the first.
    action: the event as supposed, that choice included.  faults: rules broken from there on.
    """

    seq: int
    action: Action | None
    verdict: Verdict
    lines: tuple[str, ...]
    choices: tuple[Action, ...] = ()
    faults: int = 0


def what_if(session: Session, seq: int, action: Action | None) -> WhatIf:
    """Suppose that the event of row `seq` was this one (None: it never happened).  ValueError where
    there is no such event."""
    if not any(entry.row.seq == seq for entry in session.entries):
        raise RequestError(texts.NO_SUCH_EVENT)
    match, entries = session.replayed({seq: action})
    verdict = next((entry.verdict for entry in entries if entry.row.seq == seq), Verdict("ok"))
    if verdict.kind != "need" or not verdict.choices:
        return WhatIf(seq, action, verdict, _lines(session, seq, match, entries), (), _faults(entries, seq))
    found = sorted((what_if(session, seq, choice) for choice in verdict.choices), key=lambda one: one.faults)
    best = found[0]
    choices = tuple(one.action for one in found if one.action is not None)
    return WhatIf(seq, best.action, best.verdict, best.lines, choices, best.faults)


def overlooked(session: Session, before: int, card: Card) -> WhatIf:
    """Suppose that a card was overlooked just before the event of row `before`; the meaning that breaks the fewest
    rules from there on comes first.  RequestError where it can mean nothing there."""
    found = sorted((_with(session, before, action) for action in _meanings(session, before, card)),
                   key=lambda one: one.faults)
    if not found:
        raise RequestError(texts.CANNOT_BE.format(card=texts.card_text(str(card))))
    actions = tuple(one.action for one in found if one.action is not None)
    return replace(found[0], choices=actions if len(actions) > 1 else ())


def unheard(session: Session, before: int, said: Action) -> WhatIf:
    """Suppose that something was said just before the event of row `before`.  RequestError where there is none."""
    match_before(session, before)
    return _with(session, before, said)


def match_before(session: Session, seq: int) -> Match:
    """How the game stood before the event of row `seq`.  RequestError where there is none."""
    earlier = [entry.row.seq for entry in session.entries]
    if seq not in earlier:
        raise RequestError(texts.NO_SUCH_EVENT)
    place = earlier.index(seq)
    return session.replayed(until=earlier[place - 1])[0] if place else Match(session.match.game, session.info.table)


def _meanings(session: Session, before: int, card: Card) -> list[Action]:
    """What a card that appeared then could have meant: lawful if anything is, with all that may be said of it."""
    match = match_before(session, before)
    explained = dict.fromkeys(action for zone in match.game.places(match.table.players)
                              for action in match.game.camera.explain(match.state, Change(((zone, card),))))
    said = [choice for action in explained for choice in match.game.judge(match.state, action).choices or (action,)]
    return [action for action in said if match.game.judge(match.state, action).applies] or said


def _with(session: Session, before: int, action: Action) -> WhatIf:
    match, entries = session.replayed_with(before, action)
    start = next(place for place, entry in enumerate(entries) if entry.row.seq == NEW_ROW)
    faults = sum(entry.verdict.kind in (*FAULTS, "need") for entry in entries[start:])
    return WhatIf(before, action, entries[start].verdict, _lines(session, NEW_ROW, match, entries), (), faults)


def differences(before: Sequence[LogEntry],
                after: Sequence[LogEntry]) -> Iterator[tuple[LogEntry | None, LogEntry | None]]:
    """Events that are judged otherwise, or are not the same event, in order; None where there is none."""
    was = {entry.row.seq: entry for entry in before}
    now = {entry.row.seq: entry for entry in after}
    for seq in sorted(was.keys() | now.keys()):
        old, new = was.get(seq), now.get(seq)
        if old is None or new is None or (old.action, old.verdict.kind, old.verdict.codes) != (
                new.action, new.verdict.kind, new.verdict.codes):
            yield old, new


def _lines(session: Session, seq: int, match: Match, entries: Sequence[LogEntry]) -> tuple[str, ...]:
    told = [line for old, new in differences(session.entries, entries) if (line := _event_line(match, seq, old, new))]
    if len(told) > MOST_LINES:
        told = [*told[:MOST_LINES], texts.AND_MORE.format(count=len(told) - MOST_LINES)]
    position = list(_position_lines(session.match, match))
    return (*told, *position) if position or len(told) > 1 else (*told, texts.NOTHING_ELSE_CHANGES)


def _event_line(match: Match, seq: int, old: LogEntry | None, new: LogEntry | None) -> str:
    """What one event would be instead, in a sentence."""
    if new is None:
        return texts.WOULD_NOT_HAVE.format(event=texts.action_text(old.action)) if old else ""
    said = texts.action_text(new.action)
    why = texts.pretty(reason_of(match, new.verdict), match.game.name).rstrip(".")
    if new.row.seq == seq:
        was = texts.action_text(old.action) if old else ""
        line = texts.INSTEAD_OF.format(new=said, old=was) if was else ""
        more = (texts.BREAKS.format(event=said, why=why) if new.verdict.kind in FAULTS
                else texts.pretty(new.verdict.why, match.game.name))
        return f"{line} {more}".strip()
    if new.verdict.kind in FAULTS:
        return texts.BREAKS.format(event=said, why=why)
    if old is not None and old.verdict.kind in FAULTS:
        return texts.ALLOWED.format(event=said)
    return texts.OTHERWISE.format(event=said, why=why)


def _position_lines(was: Match, now: Match) -> Iterator[str]:
    """Scores, numbers on the table and whose turn it is, where they would differ."""
    scores, would = was.scores, now.scores
    for name in board_names(was.table.players, scores):
        if name in would and scores[name] != would[name]:
            yield texts.SCORE_CHANGES.format(name=name, old=scores[name], new=would[name])
    old, new = was.game.public(was.state), now.game.public(now.state)
    for key, value in old.items():
        if _plain(value) and _plain(new.get(key)) and value != new[key]:
            yield texts.NUMBER_CHANGES.format(what=texts.place_name(key), old=value, new=new[key])
    if was.to_act != now.to_act:
        yield texts.TURN_CHANGES.format(name=now.to_act or texts.NOBODY_NAME)


def _plain(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _faults(entries: Sequence[LogEntry], seq: int) -> int:
    return sum(entry.verdict.kind in FAULTS or entry.verdict.kind == "need"
               for entry in entries if entry.row.seq >= seq)
