"""The thread that reads a source: the newest frame for the reader, its picture for the screen.

A camera is read as fast as it gives pictures, and the reader takes the newest.  A film waits until
each frame was taken, and never runs faster than it was filmed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion import texts
from companion.sitting.screen_pictures import Picture, make_picture
from vision.frames import Frame, FrameSource

WIDEST_PX = 960  # a picture for the screen is scaled down to this until the screen says how wide it shows it
STALL_S = 3.0  # a camera without a picture for so long is reported


class Feed:
    """`on_frame` is called when a frame waits to be taken, `on_end` after the last one was, `on_note`
    with one sentence, `on_fault` with what ended the reading."""

    def __init__(self, source: FrameSource, on_frame: Callable[[], None], on_end: Callable[[], None],
                 on_note: Callable[[str], None], on_fault: Callable[[Exception], None] = lambda fault: None) -> None:
        self.source = source
        self.picture: Picture | None = None
        self.widest_px = WIDEST_PX
        self._on_frame, self._on_end, self._on_note, self._on_fault = on_frame, on_end, on_note, on_fault
        self._newest: Frame | None = None
        self._last: Frame | None = None
        self._paused = self._held = False
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
        self._paused = paused
        self._go_or_wait()

    def hold(self) -> None:
        """While nobody follows the game: a film waits and shows its last frame again; a camera goes on."""
        self._held = not self.source.live
        self._go_or_wait()
        with self._lock:
            self._newest = self._newest or self._last

    def release(self) -> None:
        self._held = False
        self._go_or_wait()

    def _go_or_wait(self) -> None:
        if self._paused or self._held:
            self._going.clear()
        else:
            self._going.set()

    def close(self) -> None:
        """Stop reading and let the source go."""
        for event in (self._closed, self._going, self._taken):
            event.set()
        self._thread.join(timeout=5)
        self.source.close()

    def _go(self) -> None:
        try:
            self._run()
        except Exception as fault:  # told by whoever follows
            self._on_fault(fault)

    def _run(self) -> None:
        started_s: float | None = None  # when the film's second 0 was, by our clock
        last_s, lost = time.monotonic(), False
        while not self.source.ended and not self._closed.is_set():
            self._going.wait()
            frame = self.source.read()
            now_s = time.monotonic()
            if frame is None:
                if not lost and now_s - last_s > STALL_S and not self.source.ended:
                    lost = True
                    self._on_note(texts.CAMERA_LOST)
                continue
            last_s, lost = now_s, False
            if not self.source.live:
                # A film that had to wait goes on from here, so that it is never played faster to catch up.
                started_s = max(now_s - frame.time_s, started_s if started_s is not None else -float("inf"))
                self._closed.wait(max(0.0, started_s + frame.time_s - now_s))
            self._offer(frame)
        if not self._closed.is_set():
            self._on_end()

    def _offer(self, frame: Frame) -> None:
        self.picture = make_picture(frame.image, self.widest_px)
        self._taken.clear()
        with self._lock:
            waiting, self._newest, self._last = self._newest is not None, frame, frame
        if not waiting:
            self._on_frame()
        if not self.source.live:
            self._taken.wait()
