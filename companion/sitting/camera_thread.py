"""The thread that opens a source and reads it: the newest frame for the reader, its picture for the screen.

A camera is read as fast as it gives pictures, and the reader takes the newest.  A film waits until
each frame was taken, and never runs faster than it was filmed.  While a camera's picture is dead, nothing is read:
the deal waits, and the screen is told what to do.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from companion.device.cameras import TurnedSource
from companion.device.picture_watch import LOOK_S, PictureWatch
from companion.device.source import Turning
from companion.sitting.screen_pictures import Picture, make_picture
from companion.words import texts
from vision.frames import Frame, FrameSource

WIDEST_PX = 960  # a picture for the screen is scaled down to this until the screen says how wide it shows it
LEFT_S = 1.5  # a source that takes longer to let go is left to itself
RATE_S = 1.0  # pictures are counted for so long


@dataclass(frozen=True)
class Hearer:
    """Whom a feed tells.  frame: one waits to be taken; end: the last one was; fault: what ended the reading;
    trouble: what is wrong with the picture, in a sentence, "" when nothing is any more."""

    frame: Callable[[], None]
    end: Callable[[], None]
    fault: Callable[[Exception], None]
    trouble: Callable[[str], None]


class Feed:
    """Reads the source that `open_source` gives.  `source` is None until it is open; given: width, height and pictures
    a second as they come, None before the first."""

    def __init__(self, open_source: Callable[[], FrameSource], hearer: Hearer) -> None:
        self.source: FrameSource | None = None
        self.picture: Picture | None = None
        self.given: tuple[int, int, float] | None = None
        self.widest_px = WIDEST_PX
        self._open_source, self._hearer = open_source, hearer
        self._watch: PictureWatch | None = None
        self._newest: Frame | None = None
        self._last: Frame | None = None
        self._paused = self._held = False
        self._trouble = ""
        self._turns = 0
        self._counted, self._counted_s = 0, time.monotonic()
        self._lock = threading.Lock()
        self._taken, self._going, self._closed = threading.Event(), threading.Event(), threading.Event()
        self._going.set()
        self._thread = threading.Thread(target=self._go, daemon=True, name="feed")
        self._thread.start()

    def take(self) -> Frame | None:
        """The newest frame; None when it was taken already."""
        with self._lock:
            frame, self._newest = self._newest, None
        self._taken.set()
        return frame

    def pause(self, paused: bool) -> None:
        """Stop reading, or go on."""
        self._paused = paused
        self._go_or_wait()

    def hold(self) -> None:
        """While nobody follows the game: a film waits and shows its last frame again; a camera goes on."""
        self._held = True
        self._go_or_wait()
        with self._lock:
            self._newest = self._newest or self._last

    def release(self) -> None:
        """The game is followed again."""
        self._held = False
        self.look_anew()
        self._go_or_wait()

    def look_anew(self) -> None:
        """The camera may stand otherwise from now on."""
        if self.source is not None:
            self._watch = PictureWatch(self.source)

    def turn(self, turning: Turning) -> None:
        """Turn the pictures so from now on; one that came before is not taken any more."""
        if isinstance(self.source, TurnedSource):
            with self._lock:
                self.source.turning = turning
                self._turns += 1
                self._newest = self._last = None
            self._taken.set()
            self.look_anew()

    def close(self) -> None:
        """Stop reading and let the source go; one that hangs is let go when it comes to itself."""
        # First that it is closed: whoever clears one of the others looks at this one afterwards.
        for event in (self._closed, self._going, self._taken):
            event.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=LEFT_S)

    def _go_or_wait(self) -> None:
        is_film = self.source is not None and not self.source.live
        waits = self._paused or (self._held and is_film)
        if waits:
            self._going.clear()
        if not waits or self._closed.is_set():
            self._going.set()

    def _go(self) -> None:
        try:
            self.source = self._open_source()
            self._go_or_wait()
            self._run(self.source)
        except Exception as fault:  # told by whoever follows
            if not self._closed.is_set():
                self._hearer.fault(fault)
        finally:
            if self.source is not None:
                with suppress(Exception):  # nobody waits for it any more
                    self.source.close()

    def _run(self, source: FrameSource) -> None:
        started_s: float | None = None  # when the film's second 0 was, by our clock
        self.look_anew()
        while not source.ended and not self._closed.is_set():
            self._going.wait()
            turns = self._turns
            frame = source.read(LOOK_S if source.is_camera else 1.0)
            if self._closed.is_set():
                return
            is_doubtful = self._judge(source, frame)
            if frame is None:
                continue
            if not source.live:
                # A film that had to wait goes on from here, so that it is never played faster to catch up.
                now_s = time.monotonic()
                started_s = max(now_s - frame.time_s, started_s if started_s is not None else -float("inf"))
                self._closed.wait(max(0.0, started_s + frame.time_s - now_s))
            self._offer(frame, turns, source.live, is_doubtful and not self._held)
        if not self._closed.is_set():
            self._hearer.end()

    def _judge(self, source: FrameSource, frame: Frame | None) -> bool:
        """Say what is wrong with the picture when that is another thing than before; whether it is not to be read."""
        watch = self._watch
        assert watch is not None
        fault = watch.look(frame)
        trouble = texts.picture_fault(fault, source.trouble)
        if trouble != self._trouble:
            self._trouble = trouble
            self._hearer.trouble(trouble)
        return watch.is_doubtful

    def _offer(self, frame: Frame, turns: int, live: bool, only_shown: bool) -> None:
        """Show a frame, and let it be read where it is not `only_shown`.  turns: how often the pictures had been
        turned otherwise when it was read."""
        self.picture = make_picture(frame.image, self.widest_px)
        self._count(frame)
        if only_shown:
            return
        self._taken.clear()
        with self._lock:
            if turns != self._turns:
                return
            waiting, self._newest, self._last = self._newest is not None, frame, frame
        if not waiting:
            self._hearer.frame()
        if not live and not self._closed.is_set():
            self._taken.wait()

    def _count(self, frame: Frame) -> None:
        self._counted += 1
        lasted_s = time.monotonic() - self._counted_s
        if self.given is None or lasted_s >= RATE_S:
            height, width = frame.image.shape[:2]
            self.given = (width, height, self._counted / lasted_s if lasted_s >= RATE_S else 0.0)
            self._counted, self._counted_s = 0, time.monotonic()
