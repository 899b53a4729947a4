"""What may be asked of all sittings that this device keeps.  Every call returns at once; the worker does it when its
turn comes.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.log.notes import write_note
from companion.log.session import SessionStore
from companion.sitting.messages import Fetched, ScreenMessage, Sittings
from companion.sitting.worker import Worker


class StoreCommands:
    """Of the kept sittings; the answers come as messages.  post: takes these."""

    def __init__(self, store: SessionStore, worker: Worker, post: Callable[[ScreenMessage], None]) -> None:
        self._store, self._worker, self._post = store, worker, post

    def list(self) -> None:
        """Ask which there are."""
        self._worker.put(lambda: self._post(Sittings(tuple(self._store.sessions()))))

    def fetch(self, screen: str, query: Callable[[SessionStore], object]) -> None:
        """Ask something of all of them, or change them; the answer comes as `Fetched`."""
        self._worker.put(lambda: self._post(Fetched(screen, query(self._store))))

    def write_note(self, sitting: int, text: str) -> None:
        """Keep what somebody wrote about a sitting."""
        self._worker.put(lambda: write_note(self._store, sitting, text))

    def thin_pictures(self, most_mb: int) -> None:
        """Keep no more pictures than that; the oldest sittings' go first."""
        self._worker.put(lambda: self._store.thin_pictures(most_mb * 1_000_000))
