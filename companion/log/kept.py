"""What a session asks of whatever keeps its rows: the file of this device, or a club's database."""

from __future__ import annotations

from typing import Protocol

from companion.log.evidence import Evidence
from companion.log.rows import Agreed, LogRow


class KeptSittings(Protocol):
    """Sittings by number, each with its rows.  All raise LogError."""

    def rows(self, sitting: int, after: int = 0) -> list[LogRow]:
        """The rows of a sitting, oldest first: those after that number."""

    def add_row(self, sitting: int, row: LogRow, evidence: Evidence | None = None, agreed: Agreed | None = None
                ) -> None:
        """Append a row, or nothing."""

    def agree(self, sitting: int, agreed: Agreed) -> None:
        """Keep the points as they were agreed."""

    def agreed(self, sitting: int) -> Agreed | None:
        """The points that were agreed last."""

    def evidence(self, sitting: int, seq: int) -> Evidence | None:
        """What the camera saw of a row."""

    def seen_rows(self, sitting: int) -> frozenset[int]:
        """The rows of which there is evidence."""

    def first_altered(self, sitting: int) -> int | None:
        """The first row that is not as it was written; None where all are."""

    def is_held_elsewhere(self, sitting: int) -> bool:
        """Whether somebody else writes the sitting."""

    def hold(self, sitting: int) -> None:
        """Write the sitting from here on, whoever did."""

    def release(self, sitting: int) -> None:
        """Let others write the sitting."""
