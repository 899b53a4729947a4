"""The points that a table agreed on, kept beside its rows, so that rules that change later change no old evening.

A replay by today's rules may give other points than were agreed.  Then what was agreed stands, and the sheet says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.log.kept import KeptSittings
from companion.log.rows import Agreed, LogRow
from rules import Match
from rules.core.version import VERSION


class KeptPoints:
    """The points of one sitting.  agreed: what was kept last; stands: the same, where a replay gives others."""

    def __init__(self, file: KeptSittings, sitting: int) -> None:
        self._file, self._sitting = file, sitting
        self.agreed = file.agreed(sitting)
        self.stands: Agreed | None = None

    def compare(self, replayed: Callable[[Sequence[LogRow]], Match], rows: Sequence[LogRow]) -> None:
        """Find out whether a replay of the rows up to then gives what was agreed."""
        if self.agreed is not None and self.agreed.seq <= len(rows):
            match = replayed([row for row in rows if row.seq <= self.agreed.seq])
            self.stands = self.agreed if dict(match.scores) != self.agreed.scores else None

    def new(self, rows: Sequence[LogRow], match: Match) -> Agreed | None:
        """The points as they stand, to be kept; None where they are kept already, or others stand."""
        scores = dict(match.scores)
        if not rows or self.stands is not None or (self.agreed is not None and self.agreed.scores == scores):
            return None
        return Agreed(rows[-1].seq, VERSION, scores)

    def keep(self, rows: Sequence[LogRow], match: Match) -> None:
        """Write down the points as they stand; raises LogError."""
        agreed = self.new(rows, match)
        if agreed is not None:
            self._file.agree(self._sitting, agreed)
            self.agreed = agreed

    def went_on(self, agreed: Agreed | None) -> None:
        """The sitting has gone on after these points: from here on today's rules count."""
        self.agreed, self.stands = agreed or self.agreed, None
