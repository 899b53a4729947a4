"""What cannot be written in the log has not happened: it waits, is tried again, and nothing is lost.

    writing = Writing()
    messages = writing.attempt(commit, now_s)       # commit logs what is plain, and adds to the messages
    writing.error                                   # why the log cannot be written just now, or None
"""

from __future__ import annotations

from collections.abc import Callable

from companion.following.messages import Notice, TableMessage
from companion.log.errors import LogError
from companion.words import texts

AGAIN_S = 2.0  # between two tries to write what could not be written


class Writing:
    """Whether the log takes what is told."""

    def __init__(self) -> None:
        self.error: LogError | None = None
        self._again_s = float("-inf")

    def at_once(self) -> None:
        """The next attempt does not wait."""
        self._again_s = float("-inf")

    def attempt(self, commit: Callable[[list[TableMessage]], None], now_s: float) -> list[TableMessage]:
        """The messages of a commit; after a refusal the next one is not tried before AGAIN_S have passed."""
        if self.error is not None and now_s < self._again_s:
            return []
        messages: list[TableMessage] = []
        try:
            commit(messages)
        except LogError as error:
            return messages + self.refused(error, now_s)
        if self.error is not None:
            self.error = None
            messages.append(Notice(texts.LOG_SAYS["log-written"]))
        return messages

    def refused(self, error: LogError, now_s: float) -> list[TableMessage]:
        """The log cannot be written: say so once, and try again a little later."""
        known, self.error = self.error, error
        self._again_s = now_s + AGAIN_S
        return [] if known is not None and known.key == error.key else [Notice(texts.fault_text(error), ok=False)]
