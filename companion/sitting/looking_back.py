"""Looking back at a deal: its events with their pictures, one of them opened, and what would change.

    view = look_back(sitting)                          # the present deal, its last event opened
    view = suppose(sitting, row, -1, "6H")             # what if it was the 6?  Nothing is written
    view = put_right(sitting, row, -1, "6H")           # it was the 6; what that has changed
    view = take_back(sitting), put_back(sitting)

Pure data for the screen; used on the controller's worker thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.log.evidence import Corner, Evidence, SeenCard
from companion.log.reversals import last_reversal, reversals
from companion.log.rows import LogRow
from companion.log.session import LogEntry, Session
from companion.sitting.panels import panel_of
from companion.sitting.sitting import Sitting
from companion.sitting.table_page import (
    Choice,
    LastVerdict,
    announcements,
    corrected,
    faces,
    likely_mistakes,
    told_of,
)
from companion.sitting.what_if import WhatIf, match_before, overlooked, unheard, what_if
from companion.words import texts
from companion.words.refusals import RequestError
from rules import Action, Card, Match, NotationError, parse_action, parse_card
from rules.core.deals import board_names
from rules.core.verdict import VerdictKind
from vision.detections import UNREAD

MOST_LIKELY = 5
LEAST_PART = 0.4  # of a picture's side is shown at least
SURELY_SEEN = 0.005  # less likely candidates are not worth a line


@dataclass(frozen=True)
class Moment:
    """One event in the strip.  `picture` is the card as the camera saw it, `asked` whether the table
    had to say what it was."""

    row: int
    text: str
    time: str
    kind: VerdictKind
    cards: tuple[str, ...]
    picture: bytes | None
    asked: bool
    by_camera: bool
    is_taken_back: bool = False


@dataclass(frozen=True)
class Detail:
    """One event opened.  outlines: the cards read, in shares of the pictures' sides; part: the part of the
    pictures to show (left, top, right, bottom, likewise).  readings: a sentence each.  position: how the
    game stood after it.  likeliest: what the card at a place of the event could have been, by place.
    sayable: what may have been said before it.  may_insist: it was taken back, and can be put back.
    """

    moment: Moment
    told: LastVerdict
    before: bytes | None
    after: bytes | None
    outlines: tuple[tuple[Corner, ...], ...]
    part: tuple[float, float, float, float]
    readings: tuple[str, ...]
    position: str
    likeliest: tuple[tuple[str, ...], ...]
    sayable: tuple[Choice, ...] = ()
    may_insist: bool = False


@dataclass(frozen=True)
class Changes:
    """What a correction changes, or would change.  choices: what it leaves open."""

    title: str
    lines: tuple[str, ...]
    choices: tuple[Choice, ...]
    supposed: bool
    row: int
    action: Action | None


@dataclass(frozen=True)
class DisputeView:
    """The deal looked back at."""

    deal: int
    deals: int
    moments: tuple[Moment, ...]
    detail: Detail | None
    faces: tuple[str, ...]
    can_undo: bool
    can_redo: bool
    changes: Changes | None = None


def look_back(sitting: Sitting, deal: int | None = None, row: int | None = None) -> DisputeView:
    """A deal (the one of `row`, or the last) with one event opened (the last one if none is named)."""
    session = sitting.session
    by_row = deals_of(session)
    deals = max(by_row.values(), default=1)
    shown = by_row.get(row or 0, deals) if deal is None else min(max(deal, 1), deals)
    entries = [entry for entry in session.entries if by_row[entry.row.seq] == shown]
    seen = session.store.seen_rows(session.info.id)
    gone = [(told, undo) for told, undo in reversals(session.rows) if _deal_of_gone(by_row, told, deals) == shown]
    moments = _in_time([_moment(entry, entry.row.seq in seen) for entry in entries],
                       [_moment_of_gone(told) for told, _ in gone])
    withdrawn = next((pair for pair in gone if pair[0].seq == row), None)
    detail = _detail_of_gone(session, *withdrawn) if withdrawn else _opened(session, entries, moments, row)
    return DisputeView(shown, deals, moments, detail, faces(session.info.game), session.can_undo, session.can_redo)


def _opened(session: Session, entries: Sequence[LogEntry], moments: Sequence[Moment], row: int | None) -> Detail | None:
    """The event of that row, else the last one, with all that is known of it."""
    entry = next((entry for entry in entries if entry.row.seq == row), entries[-1] if entries else None)
    return _detail(session, entry, next(m for m in moments if m.row == entry.row.seq)) if entry else None


def suppose(sitting: Sitting, row: int, position: int, card: str | None) -> DisputeView:
    """What if the card at `position` of the event in `row` had been this one (None: it never
    happened)?  Nothing is written."""
    return suppose_action(sitting, row, _supposed(sitting.session, row, position, card))


def suppose_action(sitting: Sitting, row: int, action: Action | None) -> DisputeView:
    """What would have come of another action in that row of the log; None: of none."""
    found = what_if(sitting.session, row, action)
    return replace(look_back(sitting, row=row), changes=_changes(found, True))


def put_right(sitting: Sitting, row: int, position: int, card: str | None) -> DisputeView:
    """Correct the card at `position` of the event in `row` (None: it never happened), and tell what
    that has changed.  Of what is left open the reading that fits what followed is taken; the
    others are offered."""
    return put_right_action(sitting, row, _supposed(sitting.session, row, position, card))


def put_right_action(sitting: Sitting, row: int, action: Action | None) -> DisputeView:
    """Put another action into that row of the log, and tell what that has changed; None: it never happened."""
    deal = deals_of(sitting.session).get(row)
    found = what_if(sitting.session, row, action)
    sitting.corrections.action(row, found.action)
    return replace(look_back(sitting, deal, row), changes=_changes(found, False))


def add_overlooked(sitting: Sitting, before: int, card: str) -> DisputeView:
    """A card was overlooked just before the event in row `before`: write it, and tell what that has changed.  Of what
    it may have meant the reading that fits what followed is taken; the others are offered."""
    return _add(sitting, before, overlooked(sitting.session, before, Card(card)))


def add_unheard(sitting: Sitting, before: int, said: Action) -> DisputeView:
    """Something was said just before the event in row `before`: write it, and tell what that has changed."""
    return _add(sitting, before, unheard(sitting.session, before, said))


def _add(sitting: Sitting, before: int, found: WhatIf) -> DisputeView:
    """Write an action before the event in row `before`, and tell what that has changed."""
    session = sitting.session
    deal = deals_of(session).get(before)
    assert found.action is not None
    sitting.corrections.insert(before, found.action)
    row = next(row.seq for row in reversed(session.rows) if row.kind == "overlooked")
    title = texts.ADDED_TITLE.format(event=texts.action_text(found.action))
    return replace(look_back(sitting, deal, row), changes=replace(_changes(found, False), title=title, row=row))


def take_back(sitting: Sitting, deal: int | None = None) -> DisputeView:
    """Undo; what was undone is the event to look at."""
    sitting.undo()
    return look_back(sitting, deal)


def put_back(sitting: Sitting, deal: int | None = None) -> DisputeView:
    """Redo; what was undone last happens again."""
    sitting.redo()
    return look_back(sitting, deal)


def insist(sitting: Sitting, row: int) -> DisputeView:
    """What the camera took back last was right: it counts again."""
    sitting.insist()
    return look_back(sitting, row=row)


def _deal_of_gone(by_row: Mapping[int, int], told: LogRow, deals: int) -> int:
    """The deal of what was taken back: that of what was told after it."""
    return next((deal for row, deal in by_row.items() if row > told.seq), deals)


def _in_time(moments: Sequence[Moment], gone: Sequence[Moment]) -> tuple[Moment, ...]:
    """What was taken back among what counts, each before what was told later."""
    found = list(moments)
    for moment in gone:
        at = next((k for k, other in enumerate(found) if other.row > moment.row), len(found))
        found.insert(at, moment)
    return tuple(found)


def _moment_of_gone(row: LogRow) -> Moment:
    action = parse_action(row.line)
    return Moment(row.seq, texts.action_text(action), _clock(row), "ok", tuple(map(str, action.cards)), row.picture,
                  asked=False, by_camera=True, is_taken_back=True)


def _detail_of_gone(session: Session, told: LogRow, undo: LogRow) -> Detail:
    """What was told, and why it was taken back."""
    moment = _moment_of_gone(told)
    evidence, later = (session.evidence(row.seq) or Evidence() for row in (told, undo))
    why = texts.TAKEN_BACK_FOR.format(event=texts.action_text(parse_action(undo.line))) if undo.line else ""
    corners = [corner for reading in (*evidence.readings, *later.readings) for corner in reading.corners]
    lines = (*map(_reading_line, evidence.readings),
             *(texts.TAKEN_BACK_SEEN.format(reading=_reading_line(reading)) for reading in later.readings))
    last = last_reversal(session.rows)
    return Detail(
        moment, LastVerdict("ok", moment.text, why, row=told.seq), evidence.after or evidence.before, later.after,
        tuple(reading.corners for reading in later.readings if reading.corners), part_around(corners), lines, "", (),
        may_insist=last is not None and undo in last.undos)


def deals_of(session: Session) -> dict[int, int]:
    """Row -> the deal that it belongs to, from 1."""
    match = Match(session.match.game, session.info.table)
    found = {}
    for entry in session.entries:
        match.push(_renamed(session, entry.action))
        found[entry.row.seq] = max(1, match.game.outcome(match.state).deals)
    return found


def _renamed(session: Session, action: Action) -> Action:
    return replace(action, cards=tuple(map(session.rename, action.cards)), take=tuple(map(session.rename, action.take)))


def _moment(entry: LogEntry, seen: bool) -> Moment:
    row = entry.row
    return Moment(row.seq, texts.action_text(entry.action), _clock(row),
                  entry.verdict.kind, tuple(map(str, entry.action.cards)), row.picture,
                  seen and row.source == "player", row.source != "player")


def _clock(row: LogRow) -> str:
    return datetime.fromtimestamp(row.at).strftime("%H:%M:%S")


def _detail(session: Session, entry: LogEntry, moment: Moment) -> Detail:
    match, _ = session.replayed(until=entry.row.seq)
    evidence = session.evidence(entry.row.seq) or Evidence()
    corners = [corner for reading in evidence.readings for corner in reading.corners]
    return Detail(
        moment, told_of(match, entry), evidence.before, evidence.after,
        tuple(reading.corners for reading in evidence.readings if reading.corners and reading.kind != "left"),
        part_around(corners),
        _reading_lines(evidence.readings, moment), _position_line(match),
        tuple(_likeliest(session, str(card), evidence.readings) for card in entry.action.cards),
        announcements(match_before(session, entry.row.seq)))


def part_around(corners: Sequence[Corner]) -> tuple[float, float, float, float]:
    """The part of a picture (left, top, right, bottom, in shares of its sides) that shows these points
    with room around them; the whole picture for none."""
    if not corners:
        return 0.0, 0.0, 1.0, 1.0
    xs, ys = zip(*corners, strict=True)
    side = min(1.0, max(LEAST_PART, 2.2 * (max(xs) - min(xs)), 2.2 * (max(ys) - min(ys))))
    left = min(max((min(xs) + max(xs) - side) / 2, 0.0), 1.0 - side)
    top = min(max((min(ys) + max(ys) - side) / 2, 0.0), 1.0 - side)
    return left, top, left + side, top + side


def _reading_lines(readings: Sequence[SeenCard], moment: Moment) -> tuple[str, ...]:
    if not readings:
        return (texts.ENTERED_BY_HAND,)
    lines = tuple(_reading_line(reading) for reading in readings)
    return (*lines, texts.TABLE_SAID_SO) if moment.asked else lines


def _reading_line(reading: SeenCard) -> str:
    """How one card was read, with what else it could have been."""
    place = texts.place_name(reading.zone) if reading.zone else texts.NO_PLACE
    if reading.kind == "left":
        return texts.WAS_TAKEN.format(card=texts.card_text(reading.label), place=place)
    if reading.label == UNREAD:
        return texts.WAS_NOT_READ.format(place=place)
    line = texts.WAS_READ.format(card=texts.card_text(reading.label), share=_percent(reading.confidence), place=place)
    others = [texts.CANDIDATE.format(card=texts.card_text(label), share=_percent(share))
              for label, share in reading.candidates if label != reading.label and share >= SURELY_SEEN]
    return f"{line} {texts.OR_ELSE.format(cards=', '.join(others))}" if others else line


def _percent(share: float) -> str:
    """Never "100 %" for what is not certain."""
    return "> 99" if 0.995 <= share < 1 else str(round(100 * share))


def _position_line(match: Match) -> str:
    """The numbers of the table and the scores, on one line."""
    panel = panel_of(match)
    parts = [f"{panel.hero.label} {panel.hero.text}"] if panel.hero else []
    parts += [f"{fact.label} {fact.text}" for fact in panel.facts]
    scores = match.scores
    parts += [texts.STANDS_AT.format(name=name, score=scores[name])
              for name in board_names(match.table.players, scores)]
    return " · ".join(parts)


def _likeliest(session: Session, card: str, readings: Sequence[SeenCard]) -> tuple[str, ...]:
    """What the card could have been: what the reader thought of, then what it is easily taken for."""
    pack = faces(session.info.game)
    read = [name for reading in readings if _named(session, reading.label) == card or len(readings) == 1
            for label, _ in reading.candidates if (name := _named(session, label))]
    return tuple(face for face in dict.fromkeys((*read, *likely_mistakes(card, pack)))
                 if face in pack and face != card)[:MOST_LIKELY]


def _named(session: Session, label: str) -> str:
    """The game's name of a card as the reader calls it; "" where it is none."""
    try:
        return str(session.rename(parse_card(label)))
    except NotationError:
        return ""


def _supposed(session: Session, row: int, position: int, card: str | None) -> Action | None:
    entry = next((entry for entry in session.entries if entry.row.seq == row), None)
    if entry is None:
        raise RequestError(texts.NO_SUCH_EVENT)
    return None if card is None else corrected(entry.action, position, card)


def _changes(found: WhatIf, supposed: bool) -> Changes:
    if found.action is None:
        title = texts.WHAT_IF_NEVER if supposed else texts.TAKEN_OUT
    else:
        event = texts.action_text(found.action)
        title = (texts.WHAT_IF_TITLE if supposed else texts.CORRECTED_TITLE).format(event=event)
    choices = tuple(Choice(texts.choice_among(choice, found.choices), choice) for choice in found.choices)
    return Changes(title, found.lines, choices, supposed, found.seq, found.action)
