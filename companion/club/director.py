"""What a director and the tablets may do at an evening: each function says what the deed holds, or refuses it.

    evenings.do(number, "round", partial(next_round, points={1: 1.0, 2: 0.5}))

None instead of a deed: it was done already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.club.evening import DeedContent, DirectorRuling, Entrant, Evening, PlayedAt
from companion.club.movements import MOST_TABLES, Meeting, howell, mitchell
from companion.club.pairing import Standing, round_robin, swiss
from companion.log.store import SessionInfo
from companion.words.refusals import RequestError
from rules import Table, parse_event
from rules.core.errors import quoted

MOST_IN_ENTRANT = 2
MOST_REASON = 200  # letters


def entering(evening: Evening, players: Sequence[str]) -> DeedContent:
    """Somebody takes part, from the next round on."""
    return {"number": len(evening.entrants) + 1, "players": _new_players(evening, players)}


def substituting(evening: Evening, number: int, players: Sequence[str]) -> DeedContent:
    """Others sit for an entrant from now on; his points stay his."""
    entrant = _entrant(evening, number)
    found = _new_players(evening, players, but=entrant)
    if len(found) != len(entrant.players):
        raise RequestError("For {name} as many must sit down as stand up.", name=entrant.name)
    return {"number": number, "players": found}


def leaving(evening: Evening, number: int) -> DeedContent | None:
    """Somebody is paired no more."""
    return {"number": number} if _entrant(evening, number).is_here else None


def returning(evening: Evening, number: int) -> DeedContent | None:
    """Somebody who had left is paired again."""
    return None if _entrant(evening, number).is_here else {"number": number}


def next_round(evening: Evening, points: Mapping[int, float], number: int) -> DeedContent:
    """Who meets whom in the next round, which has this number for whoever asks: pressed twice it is made once.
    points: of each entrant until now."""
    if evening.is_over:
        raise RequestError("The evening is over.")
    if number != len(evening.rounds) + 1:
        raise RequestError("Round {number} was made already.", number=number)
    if len(evening.here) < 2:
        raise RequestError("A round needs two who can meet.")
    meetings = _MOVEMENTS[evening.opened.movement](evening, points)
    here = {entrant.number for entrant in evening.here}
    played = [m for m in meetings if {m.one, m.other} <= here]
    playing = {number for m in played for number in (m.one, m.other)}
    return {"meetings": [[m.table, m.one, m.other, m.deals] for m in played], "sits_out": sorted(here - playing)}


def withdrawing(evening: Evening) -> DeedContent:
    """The last round was made by mistake; who meets whom before it holds again."""
    if not evening.may_withdraw():
        raise RequestError("A round in which somebody plays already cannot be taken back.")
    return {"round": len(evening.rounds)}


def giving_code(evening: Evening, table: int, digest: str) -> DeedContent:
    """A tablet may join a table by a code with this digest."""
    if not 1 <= table <= 999:
        raise RequestError("There is no table {table}.", table=table)
    return {"table": table, "digest": digest}


def taking_back(evening: Evening, table: int) -> DeedContent | None:
    """All codes of a table are worth nothing from now on."""
    return {"table": table} if table in evening.codes.values() else None


def opening(evening: Evening, table: int, info: SessionInfo) -> DeedContent | None:
    """A tablet begins a sitting at its table: in the last round in which these people met there."""
    known = evening.sittings.get(info.uuid)
    if known is not None:
        at_own_table(evening, table, info.uuid)
        return None
    if info.game != evening.opened.game:
        raise RequestError("This evening is for {game}, not for {other}.", game=evening.opened.game, other=info.game)
    if not evening.rounds:
        return {"uuid": info.uuid, "table": table, "round": 0, "entrants": []}
    for played in reversed(evening.rounds):
        meeting = next((m for m in played.meetings if m.table == table), None)
        if meeting is not None and _sit_there(evening, meeting, info.table.players):
            return {"uuid": info.uuid, "table": table, "round": played.number, "entrants": [meeting.one, meeting.other]}
    meeting = evening.meeting(table)
    expected = " and ".join(evening.players_at(meeting)) if meeting is not None else "nobody"
    raise RequestError("At table {table} {expected} are to play, not {players}.", table=table, expected=expected,
                       players=" and ".join(info.table.players))


def _sit_there(evening: Evening, meeting: Meeting, players: Sequence[str]) -> bool:
    """Whether these are the people of a meeting, or whoever sat or sits for them."""
    sides = [evening.people[number] for number in (meeting.one, meeting.other)]
    wanted = [len(evening.entrants[number].players) for number in (meeting.one, meeting.other)]
    return [sum(name in side for name in players) for side in sides] == wanted and len(players) == sum(wanted)


def at_own_table(evening: Evening, table: int, uuid: str) -> PlayedAt:
    """The sitting of a tablet's own table; RequestError for another table's, and for one never opened."""
    played = evening.sittings.get(uuid)
    if played is None:
        raise RequestError("No sitting of this name was opened here.")
    if played.table != table:
        raise RequestError("This sitting belongs to another table.")
    return played


def choosing(evening: Evening, uuid: str) -> DeedContent | None:
    """Of several sittings of one meeting, the one that counts."""
    played = evening.sittings.get(uuid)
    if played is None:
        raise RequestError("No sitting of this name was opened here.")
    return None if evening.chosen.get((played.table, played.round)) == uuid else {"uuid": uuid}


def calling(evening: Evening, table: int) -> DeedContent | None:
    """A table asks that somebody comes."""
    return None if table in evening.calling else {"table": table}


def coming(evening: Evening, table: int) -> DeedContent | None:
    """Somebody goes to a table that asked."""
    return {"table": table} if table in evening.calling else None


def ruling(evening: Evening, asked: DirectorRuling, players: frozenset[str]) -> DeedContent:
    """The director corrects an event of a sitting; the tablet numbers the row.  players: of that sitting."""
    if asked.uuid not in evening.sittings:
        raise RequestError("No sitting of this name was opened here.")
    if not asked.by.strip() or not asked.reason.strip() or len(asked.by) + len(asked.reason) > MOST_REASON:
        raise RequestError("A correction needs the name of whoever makes it and a reason, in at most {most} letters.",
                           most=MOST_REASON)
    if asked.line:
        parse_event(asked.line, players)
    return {"uuid": asked.uuid, "about": asked.about, "line": asked.line, "by": asked.by.strip(),
            "reason": asked.reason.strip()}


def ruled(evening: Evening, table: int, number: int, seq: int) -> DeedContent | None:
    """A tablet has written a correction as row `seq`."""
    asked = evening.rulings.get(number)
    if asked is None:
        raise RequestError("There is no correction {number}.", number=number)
    at_own_table(evening, table, asked.uuid)
    return None if asked.seq else {"number": number, "seq": seq}


def finishing(evening: Evening) -> DeedContent | None:
    """No more rounds."""
    return None if evening.is_over else {}


def reopening(evening: Evening) -> DeedContent | None:
    """It goes on after all."""
    return {} if evening.is_over else None


def _entrant(evening: Evening, number: int) -> Entrant:
    if number not in evening.entrants:
        raise RequestError("Nobody has the number {number}.", number=number)
    return evening.entrants[number]


def _new_players(evening: Evening, players: Sequence[str], but: Entrant | None = None) -> list[str]:
    """Names that nobody else here has."""
    if not 1 <= len(players) <= MOST_IN_ENTRANT:
        raise RequestError("One or two take part together, not {number}.", number=len(players))
    Table(tuple(players))  # refuses what is no name
    taken = {name for entrant in evening.entrants.values() if entrant != but for name in entrant.players}
    twice = next((name for name in players if name in taken), None)
    if twice is not None:
        raise RequestError("Somebody is called {name} already; add a letter.", name=quoted(twice))
    return list(players)


# -- movements -------------------------------------------------------------------------------------


def _swiss(evening: Evening, points: Mapping[int, float]) -> list[Meeting]:
    here = {entrant.number: points.get(entrant.number, 0.0) for entrant in evening.here}
    pairing = swiss(Standing(here, evening.met))
    best = sorted(pairing.pairs, key=lambda pair: (-max(here[side] for side in pair), pair))
    return [Meeting(table, one, other, table) for table, (one, other) in enumerate(best, 1)]


def _round_robin(evening: Evening, points: Mapping[int, float]) -> list[Meeting]:
    rounds = round_robin(_first_sides(evening))
    pairs = _nth(rounds, evening).pairs
    return [Meeting(table, one, other, table) for table, (one, other) in enumerate(pairs, 1)]


def _mitchell(evening: Evening, points: Mapping[int, float]) -> list[Meeting]:
    return _carried(evening, mitchell(_tables(evening)))


def _howell(evening: Evening, points: Mapping[int, float]) -> list[Meeting]:
    return _carried(evening, howell(_tables(evening)))


def _free(evening: Evening, points: Mapping[int, float]) -> list[Meeting]:
    raise RequestError("Nobody is paired at this evening: sit down and play.")


def _carried(evening: Evening, movement: Sequence[Sequence[Meeting]]) -> list[Meeting]:
    """A round of a movement, its sides being the entrants of the first round; a side more than there are is empty."""
    sides = dict(enumerate(_first_sides(evening), 1))
    return [Meeting(m.table, sides.get(m.one, 0), sides.get(m.other, 0), m.deals) for m in _nth(movement, evening)]


def _nth(rounds: Sequence[Any], evening: Evening) -> Any:
    if len(evening.rounds) >= len(rounds):
        raise RequestError("All {number} rounds are played.", number=len(rounds))
    return rounds[len(evening.rounds)]


def _first_sides(evening: Evening) -> list[int]:
    """Who took part in the first round; RequestError for somebody who came later, for whom there is no place."""
    here = [entrant.number for entrant in evening.here]
    if not evening.rounds:
        return here
    sides = evening.rounds[0].sides
    late = next((number for number in here if number not in sides), None)
    if late is not None:
        raise RequestError("{name} came after the first round, and this movement takes nobody in; Swiss does.",
                           name=evening.entrants[late].name)
    return sides


def _tables(evening: Evening) -> int:
    tables = (len(_first_sides(evening)) + 1) // 2
    if not 2 <= tables <= MOST_TABLES:
        raise RequestError("A movement is for 2 to {most} tables, not {number}.", most=MOST_TABLES, number=tables)
    return tables


_MOVEMENTS = {"swiss": _swiss, "round-robin": _round_robin, "mitchell": _mitchell, "howell": _howell, "free": _free}
