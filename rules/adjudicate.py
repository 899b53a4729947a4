"""Judging a written record: one verdict per event line, then a summary.

    >>> sitting = RecordJudge(record)
    >>> for row in sitting.rows(): print(row["verdict"], row["why"])
    >>> sitting.summary()["scores"]

The rows are what `companion adjudicate --json` prints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from rules.core.match import Match
from rules.core.record import Line, Record, blaming, required_game
from rules.core.said import Text, fault, said
from rules.core.verdict import Verdict, illegal
from rules.games import GAMES


class RecordJudge:
    """A record being judged.  Raises SetupError when its table cannot be set up.
    say: puts a reason of a game into words; without it rows hold its key and arguments."""

    def __init__(self, record: Record, say: Callable[[Text, str], str] = lambda text, game: str(text)) -> None:
        self.record = record
        self._say = say
        self.match = _seated(record)
        self.lines_in_force: list[int] = []  # line number of each event of the match
        self.tally: Counter[str] = Counter()

    def rows(self) -> Iterator[dict[str, Any]]:
        """Judge line by line; an unreadable line is reported in its place."""
        for line in self.record.events:
            row = self._judge(line)
            self.tally[row["verdict"]] += 1
            yield row

    def summary(self) -> dict[str, Any]:
        """The match so far, a hand that only waits for more closed."""
        outcome = self.match.outcome
        return {
            "summary": True, "game": self.record.game, "over": outcome.over, "deals": outcome.deals,
            "scores": dict(outcome.scores), "winners": list(outcome.winners),
            "illegal": self.tally["illegal"], "warnings": self.tally["warn"], "proven": self.tally["proven"],
        }

    @property
    def has_unreadable_lines(self) -> bool:
        """Whether a line of the record could not be read."""
        return self.tally["error"] > 0

    def _judge(self, line: Line) -> dict[str, Any]:
        if line.error:
            return _error(line, line.error)
        if line.is_undo:
            return self._undo(line)
        action = line.action
        assert action is not None
        if action.verb not in self.match.game.verbs:
            return _error(line, f"{self.match.game.title} has no '{action.verb}'; "
                                f"it has {', '.join(sorted(self.match.game.verbs))}.")
        before = len(self.match.events)
        verdict = self.match.push(action)
        if len(self.match.events) > before:
            self.lines_in_force.append(line.number)
        return self._row(line, verdict)

    def _undo(self, line: Line) -> dict[str, Any]:
        if not self.match.events:
            return self._row(line, illegal(*fault("NOTHING_TO_UNDO")))
        taken_back = self.match.pop()
        self.lines_in_force.pop()
        return self._row(line, Verdict("ok", why=said("taken-back", line=taken_back)))

    def _row(self, line: Line, verdict: Verdict) -> dict[str, Any]:
        about = None if verdict.about is None else self.lines_in_force[verdict.about]
        state = {"to_act": self.match.to_act, **self.match.game.public(self.match.state)}
        return {
            "line": line.number, "text": line.text, "verdict": verdict.kind, "codes": list(verdict.codes),
            "why": self._say(verdict.why, self.record.game), "about_line": about, "scores": dict(self.match.scores),
            "state": state,
        }


def _seated(record: Record) -> Match:
    """The table of the headers; raises SetupError, with the line where one line is to blame."""
    game = GAMES[required_game(record, tuple(GAMES))]
    for line in record.head:
        if line.key.startswith("option "):
            blaming(line.number, game.parse_options, {line.key.removeprefix("option "): line.value})
    table = record.table()
    blaming(record.line_of("players"), game.check_table, table)
    return Match(game, table)


def _error(line: Line, why: str) -> dict[str, Any]:
    return {"line": line.number, "text": line.text, "verdict": "error", "codes": ["NOTATION"], "why": why}
