"""What a table is told: who plays there now, where everybody goes, and what the director has corrected."""

from __future__ import annotations

from typing import Any

from companion.club.evening import Evening
from companion.club.movements import Meeting


def table_state(evening: Evening, table: int) -> dict[str, Any]:
    """Ready for JSON.  players: clockwise, [] where nobody plays there; sittings: those of this round; moves: where
    those go who sat there last; rulings: corrections that the table's tablet has not written yet."""
    meeting = evening.meeting(table)
    return {
        "title": evening.opened.title, "game": evening.opened.game, "table": table, "round": len(evening.rounds),
        "players": list(evening.players_at(meeting)) if meeting is not None else [],
        "deals": meeting.deals if meeting is not None and evening.opened.movement in ("mitchell", "howell") else None,
        "sittings": [played.uuid for played in evening.sittings_at(table)],
        "moves": _moves(evening, table), "over": evening.is_over, "called": table in evening.calling,
        "rulings": [{"number": found.number, "uuid": found.uuid, "about": found.about, "line": found.line,
                     "by": found.by, "reason": found.reason} for found in evening.rulings.values()
                    if not found.seq and evening.sittings[found.uuid].table == table],
    }


def told_parts(evening: Evening, table: int) -> tuple[object, ...]:
    """What `table_state` is made of: with equal ones it is the same, and they are compared sooner than it is made.
    The parts of an evening that a deed leaves alone are the same objects."""
    return (evening.opened, evening.rounds, evening.entrants, evening.rulings, evening.is_over,
            table in evening.calling, evening.sittings_at(table))


def _moves(evening: Evening, table: int) -> list[dict[str, Any]]:
    """Where the entrants of the round before go; table 0: they sit out."""
    if len(evening.rounds) < 2:
        return []
    before, now = evening.rounds[-2:]
    places = {number: m.table for m in now.meetings for number in (m.one, m.other)}
    return [{"who": evening.entrants[number].name, "table": places.get(number, 0)}
            for m in before.meetings if m.table == table for number in _both(m)]


def _both(meeting: Meeting) -> tuple[int, int]:
    return meeting.one, meeting.other
