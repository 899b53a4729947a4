"""What a session asks of whoever keeps its rows, where its tablet alone writes it."""

from __future__ import annotations

from companion.log.errors import LogError
from companion.log.evidence import Evidence
from companion.log.rows import Agreed, LogRow


class LooksOn:
    """Refuses whatever writes; pictures and agreed points stay on the tablet."""

    def add_row(self, sitting: int, row: LogRow, evidence: Evidence | None = None, agreed: Agreed | None = None
                ) -> None:
        """Refused by a LogError: the tablet writes its sitting."""
        raise LogError("log-held", sitting=sitting)

    def agree(self, sitting: int, agreed: Agreed) -> None:
        """Refused by a LogError: what was agreed is kept on the tablet."""
        raise LogError("log-held", sitting=sitting)

    def agreed(self, sitting: int) -> Agreed | None:
        """None: all points are computed anew."""
        return None

    def evidence(self, sitting: int, seq: int) -> Evidence | None:
        """None: pictures stay on the tablet."""
        return None

    def seen_rows(self, sitting: int) -> frozenset[int]:
        """None of them: pictures stay on the tablet."""
        return frozenset()

    def is_held_elsewhere(self, sitting: int) -> bool:
        """Always: by its tablet."""
        return True

    def hold(self, sitting: int) -> None:
        """Refused by a LogError: the tablet writes its sitting."""
        raise LogError("log-held", sitting=sitting)

    def release(self, sitting: int) -> None:
        """Refused by a LogError: it was never held here."""
        raise LogError("log-held", sitting=sitting)
