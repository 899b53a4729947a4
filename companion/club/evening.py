"""A club's evening as it stands: who takes part, who meets whom at which table, which sittings were played there.

    evening = evening_of(opened, deeds)          # a Deed for everything that was done, the first one first
    evening.meeting(table=3)                     # of the last round
    evening.table_of(code)                       # by what a tablet shows of its code; None where it was taken back

It is kept as deeds, only ever added to, and this is their replay; what is refused is refused before it becomes a deed.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from companion.club.movements import Meeting
from companion.club.pairing import NOBODY, Met

DeedContent = Mapping[str, Any]  # ready for JSON
MOVEMENTS = ("swiss", "round-robin", "mitchell", "howell", "free")  # free: nobody is told whom to meet


@dataclass(frozen=True)
class Deed:
    """Something that was done.  at: seconds since the epoch; kind: as in the schema; content: ready for JSON."""

    seq: int
    at: float
    kind: str
    content: Mapping[str, Any]


@dataclass(frozen=True)
class OpenedEvening:
    """What an evening was begun with.  tables_link, room_link: the ways in to the pages of tables and score room."""

    id: int
    begun_at: float
    title: str
    game: str
    movement: str
    tables_link: str
    room_link: str


@dataclass(frozen=True)
class Entrant:
    """One or two who play together.  players: who sits there now; is_here: whether they are paired."""

    number: int
    players: tuple[str, ...]
    is_here: bool = True

    @property
    def name(self) -> str:
        """As it is shown: "Ann", "Ann and Cal"."""
        return " and ".join(self.players)


@dataclass(frozen=True)
class EveningRound:
    """Who met whom.  sits_out: who had no opponent."""

    number: int
    meetings: tuple[Meeting, ...]
    sits_out: tuple[int, ...]

    @property
    def sides(self) -> list[int]:
        """All who took part in it."""
        return sorted([*(number for m in self.meetings for number in (m.one, m.other)), *self.sits_out])


@dataclass(frozen=True)
class DirectorRuling:
    """A correction by the director: the event of row `about` reads `line` ("": it never happened).  seq: the number
    that the tablet gave it; 0 until it has."""

    number: int
    uuid: str
    about: int
    line: str
    by: str
    reason: str
    seq: int = 0


@dataclass(frozen=True)
class PlayedAt:
    """Where a sitting was played: at which table, in which round, and for which entrants."""

    uuid: str
    table: int
    round: int
    entrants: tuple[int, ...]


@dataclass(frozen=True)
class Evening:
    """All of it.  people: everybody who ever sat for an entrant; codes: digest of a tablet's code -> table;
    sittings_by_table: by table and round, the earliest first; calling: tables that ask somebody to come; chosen: by
    table and round, the sitting that counts where it is not the last."""

    opened: OpenedEvening
    entrants: Mapping[int, Entrant] = field(default_factory=dict)
    people: Mapping[int, frozenset[str]] = field(default_factory=dict)
    rounds: tuple[EveningRound, ...] = ()
    codes: Mapping[str, int] = field(default_factory=dict)
    sittings: Mapping[str, PlayedAt] = field(default_factory=dict)
    sittings_by_table: Mapping[tuple[int, int], tuple[PlayedAt, ...]] = field(default_factory=dict)
    calling: frozenset[int] = frozenset()
    rulings: Mapping[int, DirectorRuling] = field(default_factory=dict)
    chosen: Mapping[tuple[int, int], str] = field(default_factory=dict)
    is_over: bool = False
    deeds: int = 0

    @property
    def here(self) -> list[Entrant]:
        """Who can be paired now."""
        return [entrant for _, entrant in sorted(self.entrants.items()) if entrant.is_here]

    @property
    def tables(self) -> list[int]:
        """Every table that has a code, or plays."""
        playing = {meeting.table for played in self.rounds[-1:] for meeting in played.meetings}
        return sorted(playing | set(self.codes.values()))

    @property
    def met(self) -> Met:
        """How often two have met, and how often each has sat out."""
        pairs = [frozenset((m.one, m.other)) for played in self.rounds for m in played.meetings]
        alone = [frozenset((NOBODY, number)) for played in self.rounds for number in played.sits_out]
        return Counter([*pairs, *alone])

    def sittings_at(self, table: int, number: int | None = None) -> tuple[PlayedAt, ...]:
        """What was played at a table in a round, by default the last one; the earliest first."""
        return self.sittings_by_table.get((table, len(self.rounds) if number is None else number), ())

    def may_withdraw(self) -> bool:
        """Whether nobody has begun to play in the last round."""
        return bool(self.rounds) and all(number != len(self.rounds) for _, number in self.sittings_by_table)

    def table_of(self, code: str) -> int | None:
        """The table of whoever shows this code; None where it was never given out, or was taken back."""
        return self.codes.get(code_digest(code))

    @cached_property
    def meetings(self) -> dict[int, Meeting]:
        """Who meets in the last round, by table."""
        return {meeting.table: meeting for played in self.rounds[-1:] for meeting in played.meetings}

    def meeting(self, table: int) -> Meeting | None:
        """Who meets at a table in the last round."""
        return self.meetings.get(table)

    def players_at(self, meeting: Meeting) -> tuple[str, ...]:
        """Who sits there, clockwise: partners opposite each other."""
        one, other = (self.entrants[number].players for number in (meeting.one, meeting.other))
        paired = [name for pair in zip(one, other, strict=False) for name in pair]
        return (*paired, *one[len(other):], *other[len(one):])


@lru_cache(1024)
def code_digest(code: str) -> str:
    """What is kept of a tablet's code."""
    return hashlib.sha256(code.encode()).hexdigest()


def evening_of(opened: OpenedEvening, deeds: Iterable[Deed]) -> Evening:
    """The evening after these deeds."""
    evening = Evening(opened)
    for deed in deeds:
        evening = after(evening, deed)
    return evening


def after(evening: Evening, deed: Deed) -> Evening:
    """The evening after one more deed."""
    return replace(_DO[deed.kind](evening, deed.content), deeds=deed.seq)


# -- what each kind of deed changes ----------------------------------------------------------------


def _entrant(evening: Evening, content: Mapping[str, Any]) -> Evening:
    return _with(evening, Entrant(content["number"], tuple(content["players"])))


def _here(is_here: bool) -> Callable[[Evening, Mapping[str, Any]], Evening]:
    return lambda evening, content: _with(evening, replace(evening.entrants[content["number"]], is_here=is_here))


def _substitute(evening: Evening, content: Mapping[str, Any]) -> Evening:
    return _with(evening, replace(evening.entrants[content["number"]], players=tuple(content["players"])))


def _with(evening: Evening, entrant: Entrant) -> Evening:
    people = evening.people.get(entrant.number, frozenset()) | set(entrant.players)
    return replace(evening, entrants={**evening.entrants, entrant.number: entrant},
                   people={**evening.people, entrant.number: people})


def _round(evening: Evening, content: Mapping[str, Any]) -> Evening:
    meetings = tuple(Meeting(*found) for found in content["meetings"])
    played = EveningRound(len(evening.rounds) + 1, meetings, tuple(content["sits_out"]))
    return replace(evening, rounds=(*evening.rounds, played))


def _withdrawn(evening: Evening, content: Mapping[str, Any]) -> Evening:
    return replace(evening, rounds=evening.rounds[:-1])


def _code(evening: Evening, content: Mapping[str, Any]) -> Evening:
    return replace(evening, codes={**evening.codes, content["digest"]: content["table"]})


def _revoked(evening: Evening, content: Mapping[str, Any]) -> Evening:
    return replace(evening, codes={digest: table for digest, table in evening.codes.items()
                                   if table != content["table"]})


def _sitting(evening: Evening, content: Mapping[str, Any]) -> Evening:
    played = PlayedAt(content["uuid"], content["table"], content["round"], tuple(content["entrants"]))
    place = played.table, played.round
    return replace(evening, sittings={**evening.sittings, played.uuid: played}, sittings_by_table={
        **evening.sittings_by_table, place: (*evening.sittings_by_table.get(place, ()), played)})


def _called(evening: Evening, content: Mapping[str, Any]) -> Evening:
    return replace(evening, calling=evening.calling | {content["table"]})


def _came(evening: Evening, content: Mapping[str, Any]) -> Evening:
    return replace(evening, calling=evening.calling - {content["table"]})


def _ruling(evening: Evening, content: Mapping[str, Any]) -> Evening:
    ruling = DirectorRuling(len(evening.rulings) + 1, content["uuid"], content["about"], content["line"], content["by"],
                    content["reason"])
    return replace(evening, rulings={**evening.rulings, ruling.number: ruling})


def _ruled(evening: Evening, content: Mapping[str, Any]) -> Evening:
    number = content["number"]
    return replace(evening, rulings={**evening.rulings, number: replace(evening.rulings[number], seq=content["seq"])})


def _counts(evening: Evening, content: Mapping[str, Any]) -> Evening:
    played = evening.sittings[content["uuid"]]
    return replace(evening, chosen={**evening.chosen, (played.table, played.round): played.uuid})


def _over(is_over: bool) -> Callable[[Evening, Mapping[str, Any]], Evening]:
    return lambda evening, content: replace(evening, is_over=is_over)


_DO: dict[str, Callable[[Evening, Mapping[str, Any]], Evening]] = {
    "entrant": _entrant, "left": _here(False), "returned": _here(True), "substitute": _substitute, "round": _round,
    "code": _code, "revoked": _revoked, "sitting": _sitting, "called": _called, "came": _came, "ruling": _ruling,
    "ruled": _ruled, "finished": _over(True), "reopened": _over(False), "withdrawn": _withdrawn, "counts": _counts,
}
