"""The one thread that owns the session and the reader: it does what it is asked, one thing at a time."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

READING_NICE = 10  # how far reading stands back from the screen
Task = Callable[[], None]


class Worker:
    """Commands are done in the order they were put, off the screen's thread."""

    def __init__(self) -> None:
        self._commands: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True, name="worker")

    def start(self, after: Task, wait_s: Callable[[], float | None], failed: Callable[[Exception], None]) -> None:
        """Begin to work.  after: called after every command; wait_s: the seconds after which that is done though no
        command came, None: never; failed: told what a command has raised."""
        self._after, self._wait_s, self._failed = after, wait_s, failed
        self._thread.start()

    def put(self, command: Task) -> None:
        """Have something done; returns at once."""
        self._commands.put(command)

    def close(self) -> None:
        """Do what was put so far, then end."""
        self._commands.put(None)
        self._thread.join(timeout=10)

    def _work(self) -> None:
        _let_the_screen_go_first()
        while (command := self._next()) is not None:
            try:
                command()
                self._after()
            except Exception as fault:
                self._failed(fault)

    def _next(self) -> Task | None:
        try:
            return self._commands.get(timeout=self._wait_s())
        except queue.Empty:
            return lambda: None


def _let_the_screen_go_first() -> None:
    """Where cores are short, this thread and those it starts to read pictures wait for the screen's; a system that
    only knows the priority of a whole program leaves it as it is."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), READING_NICE)
