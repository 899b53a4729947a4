"""Whether the open table is being kept: what stands in the bar that stays, and what is tried again by itself.

Used by the controller's worker thread only.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.log.errors import LogError
from companion.sitting.messages import Trouble
from companion.words import texts

if TYPE_CHECKING:
    from companion.sitting.sitting import Sitting

LOOKS_S = 1.0  # between two looks at what another window has written, and two tries to write
ELSEWHERE = ("log-held", "log-moved-on")


class LogWatch:
    """Trouble with the log.  standing: what was wrong with it when the app started, if anything."""

    def __init__(self, tell: Callable[[Trouble], None], standing: str = "") -> None:
        self._tell, self._standing = tell, standing
        self._told = Trouble("")
        self._looks_on = False
        self._looked_s = 0.0
        self._show()

    def opened(self, sitting: Sitting | None) -> str:
        """Another table is open, or none; what is to be said about its rows."""
        self._looks_on = sitting is not None and sitting.session.is_held_elsewhere
        self._show()
        altered = sitting and sitting.session.store.first_altered(sitting.session.info.id)
        return texts.LOG_SAYS["log-altered"].format(row=altered) if altered else ""

    def failed(self, fault: Exception) -> None:
        """Something could not be done; perhaps because another window writes this table."""
        if isinstance(fault, LogError) and fault.key in ELSEWHERE:
            self._looks_on = fault.key == "log-held"
            self._show()

    def hold(self, sitting: Sitting) -> None:
        """This window writes the table from here on."""
        sitting.session.hold()
        self._looks_on = False
        self._show()

    def look(self, sitting: Sitting | None) -> bool:
        """Look after the log, now and then; whether the table has changed by it."""
        now_s = time.monotonic()
        if sitting is None or now_s < self._looked_s + LOOKS_S:
            return False
        self._looked_s = now_s
        changed = False
        unwritten = sitting.live.unwritten
        if self._looks_on or (unwritten is not None and unwritten.key in ELSEWHERE):
            self._looks_on = sitting.session.is_held_elsewhere
            changed = sitting.session.refresh()
        if unwritten is not None and not self._looks_on:
            changed = sitting.try_again() or changed
        self._show(sitting.live.unwritten)
        return changed

    def _show(self, unwritten: LogError | None = None) -> None:
        if self._looks_on:
            trouble = Trouble(texts.LOG_SAYS["log-held"], can_hold=True)
        elif unwritten is not None:
            trouble = Trouble(texts.fault_text(unwritten), can_close=False)
        else:
            trouble = Trouble(self._standing)
        if trouble != self._told:
            self._told = trouble
            self._tell(trouble)
