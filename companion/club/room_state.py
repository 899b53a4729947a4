"""What the pages of an evening show: the score room's everything, and what everybody may see, on a wall or a phone.

    room_state(hall.view(), now)       # ready for JSON
    public_board(hall.view(), now)     # without what is the director's alone
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.club.evening import Evening, PlayedAt
from companion.club.ranking import Stand, counting_sittings, ranked
from companion.club.scores import SittingScore

OFFLINE_S = 10.0  # a tablet that says nothing for so long is missed: it says something every three seconds


@dataclass(frozen=True)
class Heard:
    """When a table's tablet was heard last, seconds since the epoch, how many questions were open there then, and how
    many seconds its clock is slow."""

    at: float
    questions: int
    slow_s: float = 0.0


@dataclass(frozen=True)
class EveningView:
    """An evening at a moment.  scores: by UUID of a sitting; heard: by table; refusals: when, which table, what."""

    evening: Evening
    scores: Mapping[str, SittingScore]
    heard: Mapping[int, Heard]
    refusals: tuple[tuple[float, int | None, str], ...] = ()

    @cached_property
    def stands(self) -> dict[str, Stand]:
        """How the sittings stand, by UUID."""
        return {name: score.stand for name, score in self.scores.items()}


def public_board(view: EveningView, now: float) -> dict[str, Any]:
    """Tables, ranking and who sits out.  now: seconds since the epoch."""
    evening = view.evening
    out = evening.rounds[-1].sits_out if evening.rounds else ()
    return {
        "title": evening.opened.title, "game": evening.opened.game, "movement": evening.opened.movement,
        "round": len(evening.rounds), "over": evening.is_over, "now": now,
        "tables": [_table(view, table, now) for table in evening.tables],
        "sits_out": [evening.entrants[number].name for number in out],
        "rankings": [[{"place": line.place, "tied": line.tied, "name": evening.entrants[line.entrant].name,
                       "points": line.points, "spread": line.spread, "played": line.played} for line in ranking.lines]
                     for ranking in ranked(evening, view.stands)],
    }


def room_state(view: EveningView, now: float) -> dict[str, Any]:
    """The same with people, corrections and refusals."""
    evening = view.evening
    return {
        **public_board(view, now), "may_withdraw": evening.may_withdraw(),
        "missing": [{"round": number, "table": table} for number, table in _missing(view)],
        "entrants": [{"number": number, "name": entrant.name, "here": entrant.is_here}
                     for number, entrant in sorted(evening.entrants.items())],
        "rulings": [{"number": found.number, "table": evening.sittings[found.uuid].table, "line": found.line,
                     "about": found.about, "by": found.by, "reason": found.reason, "seq": found.seq}
                    for found in reversed(tuple(evening.rulings.values()))],
        "refusals": [{"at": at, "table": table, "sentence": sentence} for at, table, sentence in view.refusals],
    }


def table_sittings(view: EveningView, table: int) -> list[dict[str, Any]]:
    """Everything that was played at a table, the newest first.  counts: whether its round is ranked by it."""
    evening, stands = view.evening, view.stands
    counting = {played.uuid for played in counting_sittings(evening, stands)}
    return [{"uuid": played.uuid, "round": played.round, "scores": list(stands[played.uuid].scores.items()),
             "over": stands[played.uuid].over, "counts": played.uuid in counting}
            for played in reversed(tuple(evening.sittings.values())) if played.table == table and played.uuid in stands]


def _missing(view: EveningView) -> list[tuple[int, int]]:
    """Round and table of the meetings of earlier rounds of which nothing was played."""
    evening, stands = view.evening, view.stands
    known = {(played.round, played.table) for played in counting_sittings(evening, stands)}
    return [(played.number, meeting.table) for played in evening.rounds[:None if evening.is_over else -1]
            for meeting in played.meetings if (played.number, meeting.table) not in known]


def _table(view: EveningView, table: int, now: float) -> dict[str, Any]:
    evening = view.evening
    meeting, heard = evening.meeting(table), view.heard.get(table)
    played = _last_sitting(evening, table)
    return {
        "table": table, "round": len(evening.rounds) if meeting is not None else 0,
        "players": list(evening.players_at(meeting)) if meeting is not None else [],
        "uuid": played.uuid if played is not None else None,
        **_score(view.scores.get(played.uuid) if played is not None else None, heard.slow_s if heard else 0.0, now),
        **_tablet(heard, now), "calling": table in evening.calling,
        "codes": sum(found == table for found in evening.codes.values()),
    }


def _score(score: SittingScore | None, slow_s: float, now: float) -> dict[str, Any]:
    """How a table's sitting stands, by the server's clock."""
    if score is None:
        return {"scores": [], "over": False, "row_at": None, "trouble": ""}
    return {"scores": list(score.stand.scores.items()), "over": score.stand.over,
            "row_at": min(score.last_at + slow_s, now) if score.stand.rows else None, "trouble": score.trouble}


def _tablet(heard: Heard | None, now: float) -> dict[str, Any]:
    """What the tablet of a table last told."""
    if heard is None:
        return {"joined": False, "offline_since": None, "questions": 0}
    return {"joined": True, "offline_since": heard.at if now - heard.at > OFFLINE_S else None,
            "questions": heard.questions}


def _last_sitting(evening: Evening, table: int) -> PlayedAt | None:
    """The newest sitting of a table in this round."""
    return next(reversed(evening.sittings_at(table)), None)
