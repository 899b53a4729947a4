"""An evening's results on paper and for spreadsheets; the same evening gives the same bytes.

    results_csv(evening, stands)        # place, name, wins, spread, matches, and every round
    results_pdf(evening, stands)        # the same as PDF
"""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Mapping
from pathlib import Path

from companion.club.evening import Evening
from companion.club.ranking import MeetingResult, RankLine, Stand, meeting_results, ranked, stand_of
from companion.club.store import ClubStore
from companion.sheets.paper import PAPERS
from companion.sheets.ranking import write_ranking

HEADS = ("Place", "Name", "Wins", "Spread", "Matches")
HALF = "½"
RULE = ("A match is won by its game's own rule; a level one is half a win each, a round without an opponent counts as "
        "a win. As many wins: the spread decides, own points less those of the others at the same table. An equals "
        "sign: still level. Points of different tables are not compared, for each table has its own pack.")


def stands_of(store: ClubStore, evening: Evening) -> dict[str, Stand]:
    """How every sitting of an evening stands, replayed from its rows."""
    sessions = {uuid: store.session(uuid) for uuid in evening.sittings}
    return {uuid: stand_of(session.match, len(session.rows)) for uuid, session in sessions.items()}


def results_csv(evening: Evening, stands: Mapping[str, Stand]) -> str:
    """For a spreadsheet; rankings that cannot be compared stand below each other, with an empty line between."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(heads_of(evening))
    for number, rows in enumerate(result_rows(evening, stands)):
        if number:
            writer.writerow([])
        writer.writerows(rows)
    return file.getvalue()


def results_pdf(evening: Evening, stands: Mapping[str, Stand]) -> bytes:
    """For paper."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.pdf"
        write_ranking(path, PAPERS["a4"], evening.opened.title, heads_of(evening), result_rows(evening, stands), RULE)
        return path.read_bytes()


def heads_of(evening: Evening) -> list[str]:
    """The names of the columns."""
    return [*HEADS, *(f"Round {played.number}" for played in evening.rounds)]


def result_rows(evening: Evening, stands: Mapping[str, Stand]) -> list[list[list[str]]]:
    """A table for each ranking."""
    found = {(result.entrant, result.round): result for result in meeting_results(evening, stands)}
    return [[_row(evening, line, found) for line in ranking.lines] for ranking in ranked(evening, stands)]


def wins_text(points: float) -> str:
    """A half is written as one: "2½"."""
    whole = "" if 0 < points < 1 else str(int(points))
    return whole + (HALF if points % 1 else "")


def _row(evening: Evening, line: RankLine, found: Mapping[tuple[int, int], MeetingResult]) -> list[str]:
    rounds = [_round(evening, line.entrant, found.get((line.entrant, played.number)),
                     line.entrant in played.sits_out) for played in evening.rounds]
    return [f"{line.place}{'=' if line.tied else ''}", evening.entrants[line.entrant].name, wins_text(line.points),
            f"{line.spread:+d}" if line.spread else "0", str(line.played), *rounds]


def _round(evening: Evening, entrant: int, result: MeetingResult | None, sits_out: bool) -> str:
    """"1 Bob 60:10": what it brought, against whom, and the points."""
    if sits_out:
        return "sits out"
    if result is None:
        return ""
    brought = wins_text(result.won) if result.final else "…"
    return f"{brought} {evening.entrants[result.opponent].name} {result.own}:{result.other}"
