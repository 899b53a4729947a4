"""How smoothly the table screen runs while a film is read.

    python -m companion.screens.bench
    python -m companion.screens.bench --seconds 60 --size 800x1280

Plays the demo film through the whole app and measures the time from one drawn frame to the next.
Needs a display; under Xvfb everything is drawn by the processor, which is the harder test.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from companion.demo import demo
from companion.session import SessionStore

SMOOTH_S = 1 / 30


def measure(seconds: float, size: tuple[int, int]) -> tuple[np.ndarray, float, int, int]:
    """Seconds between drawn frames, processor seconds of the screen thread, camera pictures shown, events read."""
    from kivy.base import EventLoop

    from companion.app import CompanionApp
    from companion.controller import Controller
    from companion.screens.hands import Hands

    demo()  # drawn before anything is measured
    with tempfile.TemporaryDirectory() as own:
        app = CompanionApp(Controller(SessionStore(":memory:")), Path(own) / "settings.json", demo=True)
        with Hands(app, size) as hands:
            hands.wait(lambda: app.controller.picture is not None and app.controller.marks, 600)
            times, shown, last = [time.perf_counter()], 0, None
            before_s = time.thread_time()
            while times[-1] - times[0] < seconds:
                EventLoop.idle()
                times.append(time.perf_counter())
                picture = app.controller.picture
                shown, last = shown + (picture is not last), picture
            worked_s = time.thread_time() - before_s
            view = app.table.view
            return np.diff(times), worked_s, shown, len(view.log) if view else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m companion.screens.bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--size", default="1280x800", metavar="WxH")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    steps, worked_s, shown, events = measure(args.seconds, (width, height))
    total = steps.sum()
    by_second = np.bincount(np.floor(np.cumsum(steps)).astype(int))[:-1]  # frames in each whole second
    print(f"{args.size}: {len(steps) / total:.1f} frames a second while reading; "
          f"a frame every {1000 * np.median(steps):.1f} ms (median), {1000 * np.percentile(steps, 95):.1f} ms (95 %), "
          f"{1000 * steps.max():.0f} ms (longest); {by_second.min()} frames in the slowest second; "
          f"{100 * np.mean(steps <= SMOOTH_S):.1f} % within 1/30 s; "
          f"the screen thread itself works {1000 * worked_s / len(steps):.1f} ms a frame; "
          f"{shown / total:.1f} camera pictures a second; {events} events read.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
