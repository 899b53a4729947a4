"""How smoothly the table screen runs while a film is read.

    python -m companion.tools speed
    python -m companion.tools speed --seconds 60 --size 800x1280

Plays the demo film, drawn as 1080p at 30 frames a second, through the whole app.  Measures the time from the
beginning of one frame to that of the next, and from there until what it shows is on the screen.
Needs a display; under Xvfb everything is drawn by the processor, which is the harder test.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.device.tables import TableFiles
from companion.filming.demo import demo
from companion.log.session import SessionStore

HD = ((1920, 1080), 30.0)
SMOOTH_S = 1 / 30


@dataclass(frozen=True)
class Smoothness:
    """Frame by frame: seconds from its beginning to that of the next, seconds until it was drawn, processor seconds
    of the screen thread, and whether a new camera picture was shown; events read meanwhile."""

    steps_s: np.ndarray
    drawn_s: np.ndarray
    worked_s: np.ndarray
    pictured: np.ndarray
    events: int


def measure_app(seconds: float, size: tuple[int, int]) -> Smoothness:
    """Play the demo film through the app for so long."""
    from kivy.base import EventLoop
    from kivy.clock import Clock

    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    film = demo(*HD)  # drawn before anything is measured
    with tempfile.TemporaryDirectory() as own:
        files = TableFiles(Path(own))
        controller = Controller(SessionStore(":memory:"), make_demo=lambda: film, files=files)
        app = CompanionApp(controller, Path(own) / "settings.json", demo=True)
        with Hands(app, size) as hands:
            hands.wait(lambda: app.controller.picture is not None and app.controller.marks, 600)
            begun, drawn, worked, pictured, last = [time.perf_counter()], [], [time.thread_time()], [], None
            Clock.schedule_interval(lambda _: begun.append(time.perf_counter()), 0)
            while begun[-1] - begun[0] < seconds:
                EventLoop.idle()
                drawn.append(time.perf_counter() - begun[-1])
                worked.append(time.thread_time())
                picture = app.controller.picture
                pictured.append(picture is not last)
                last = picture
            events = len(app.table.view.log) if app.table.view else 0
            return Smoothness(np.diff(begun), np.array(drawn), np.diff(worked), np.array(pictured), events)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools speed", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--size", default="1280x800", metavar="WxH")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    found = measure_app(args.seconds, (width, height))
    steps, drawn, worked, new = 1000 * found.steps_s, 1000 * found.drawn_s, 1000 * found.worked_s, found.pictured
    by_second = np.bincount(np.floor(np.cumsum(found.steps_s)).astype(int))[:-1]  # frames in each whole second
    print(f"{args.size}: {1000 / steps.mean():.1f} frames a second while reading; a frame every "
          f"{np.median(steps):.1f} ms (median), {np.percentile(steps, 95):.1f} ms (95 %), "
          f"{np.percentile(steps, 99):.1f} ms (99 %), {steps.max():.0f} ms (longest); "
          f"{by_second.min()} frames in the slowest second; "
          f"{100 * np.mean(found.steps_s <= SMOOTH_S):.1f} % within 1/30 s.")
    for word, chosen in (("with a new camera picture", new), ("without one", ~new)):
        if chosen.any():
            print(f"  frames {word}: {chosen.sum()}; drawn within {np.median(drawn[chosen]):.1f} ms (median), "
                  f"{np.percentile(drawn[chosen], 99):.1f} ms (99 %); the screen thread itself works "
                  f"{np.median(worked[chosen]):.1f} ms (median), {np.percentile(worked[chosen], 99):.1f} ms (99 %).")
    print(f"  {new.sum() / found.steps_s.sum():.1f} camera pictures a second; {found.events} events read.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
