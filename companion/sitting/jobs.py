"""Work that takes a while, beside the screen: it shows how far it is and can be stopped.

    job = Job(lambda progress: write_pack(path, pack, paper, progress=progress))
    job.share, job.done, job.result, job.fault        # looked at by the screen, every frame
    job.cancel()
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.log.history import Progress
from companion.sitting.mistakes import told
from companion.words import texts
from rules.core.errors import Refusal

JobResult = TypeVar("JobResult")


class Stopped(Exception):  # noqa: N818  (it is no error)
    """Somebody has cancelled the work."""


class Job(Generic[JobResult]):
    """`work` is called on a thread of its own with a function that it tells the share done (0 to 1);
    that function raises Stopped once the job was cancelled."""

    def __init__(self, work: Callable[[Progress], JobResult]) -> None:
        self.share = 0.0
        self.result: JobResult | None = None
        self.fault = ""  # one sentence, when it failed
        self.stopped = False
        self._work = work
        self._cancelled, self._finished = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="job")
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether it has come to an end, in whatever way."""
        return self._finished.is_set()

    def cancel(self) -> None:
        """Stop at the next step; returns at once."""
        self._cancelled.set()

    def wait(self, longest_s: float = 60.0) -> None:
        """Until all that was asked for is done; seconds at most."""
        self._thread.join(longest_s)

    def _progress(self, share: float) -> None:
        if self._cancelled.is_set():
            raise Stopped
        self.share = min(max(share, self.share), 1.0)

    def _run(self) -> None:
        try:
            self._progress(0.0)
            self.result = self._work(self._progress)
            self.share = 1.0
        except Stopped:
            self.stopped = True
        except Refusal as refusal:
            self.fault = texts.fault_text(refusal)
        except Exception as mistake:
            self.fault = told(mistake)
        finally:
            self._finished.set()
