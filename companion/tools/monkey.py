"""An hour of the whole app under random touches, on a film: does it ever stumble, and does its memory stay?

    python -m companion.tools.headless python -m companion.tools monkey --minutes 60

Buttons, points anywhere, strokes and keys, drawn from a seed, after every screen, theme and language was shown once.
Counts the mistakes that were told (on the screen's thread, on the worker's, in jobs).  Every minute it goes home, where
no table is open, and measures the memory (RSS).  What the last touches opened makes single readings differ by a tenth
and more, so the median of five is compared with the median of five.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.log.session import SessionStore
    from companion.log.store import SessionInfo
    from companion.tools.fingers import Hands

WARM_MINUTES = 10.0
READINGS = 5  # of which the median is compared
REST_S = 60.0  # for what is at work to come to its end
MOST_GROWN = 0.05  # of the memory when warm
LETTERS = "abcdeklnopqrstuvwxyz0123456789 "  # keys; without escape, which closes the window at home


@dataclass
class MonkeyRun:
    """What came of it.  rss_mb: minute -> memory."""

    touches: Counter[str] = field(default_factory=Counter)
    screens: Counter[str] = field(default_factory=Counter)
    rss_mb: dict[int, float] = field(default_factory=dict)
    mistakes: str = ""

    @property
    def mistake_count(self) -> int:
        """How many mistakes of ours were written down."""
        return self.mistakes.count("Traceback (most recent call last)")

    def warm_mb(self, warm: float) -> float:
        """The memory from that minute on: the median of some readings."""
        since = [mb for minute, mb in sorted(self.rss_mb.items()) if minute >= warm]
        return statistics.median(since[:READINGS] or [0.0])

    @property
    def last_mb(self) -> float:
        """The memory in the end: the median of the last readings."""
        return statistics.median([mb for _, mb in sorted(self.rss_mb.items())][-READINGS:])

    def grown(self, warm: float) -> float:
        """By what share the memory has grown since that minute."""
        return self.last_mb / self.warm_mb(warm) - 1 if self.warm_mb(warm) else 0.0


def rss_mb() -> float:
    """The memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def rss_at_rest(hands: Hands) -> float:
    """The memory when the table was left and nothing is at work."""
    hands.app.go_home()
    hands.frames(10)
    done = threading.Event()

    def sittings(store: SessionStore) -> tuple[SessionInfo, ...]:
        done.set()
        return tuple(store.sessions())

    hands.app.controller.kept.fetch("home", sittings)  # what was asked before is done first
    hands.comes(lambda: done.is_set() and all(thread.name not in ("feed", "job") for thread in threading.enumerate()),
                REST_S)
    hands.frames(10)
    gc.collect()
    return round(rss_mb(), 1)


def look_around(hands: Hands) -> None:
    """Show every screen, theme and language once; the film goes on meanwhile."""
    from companion.style.theme import THEMES
    from companion.words import texts

    app = hands.app
    for change, times in ((app.change_theme, len(THEMES)), (app.change_language, len(texts.LANGUAGES))):
        for _ in range(times):  # first: another language builds the screens anew
            change()
            hands.frames(5)
    for open_screen in (app.open_camera, app.look_back, app.open_scores, app.open_statistics, app.open_printing,
                        app.open_spectators, app.open_options):
        app.show_demo()
        hands.comes(lambda: app.table.view is not None, REST_S)
        open_screen()
        hands.frames(20)


def let_loose(minutes: float, seed: int, folder: Path) -> MonkeyRun:
    """Touch the app at random for so long; what it keeps goes into a folder."""
    import companion.screens  # noqa: F401  (before Kivy: says how Kivy starts)

    # isort: split
    from kivy.base import ExceptionManager

    from companion.device.memory import give_back_freed_memory
    from companion.device.tables import TableFiles
    from companion.filming.demo import demo
    from companion.log.session import SessionStore
    from companion.screens.app import CompanionApp, OurMistakes
    from companion.sitting.controller import Controller
    from companion.sitting.mistakes import default_file
    from companion.tools.fingers import Hands

    give_back_freed_memory()
    rng, run = random.Random(seed), MonkeyRun()
    film = demo()
    ExceptionManager.add_handler(OurMistakes())
    controller = Controller(SessionStore(folder / "sessions.sqlite"), files=TableFiles(folder))
    app = CompanionApp(controller, folder / "settings.json", source=str(film.clip))
    begun, told = time.monotonic(), -1
    with Hands(app, (1280, 800)) as hands:
        look_around(hands)
        while (gone := time.monotonic() - begun) < minutes * 60:
            if app.manager.current == "home" and rng.random() < 0.5:
                hands.app.show_demo()
            run.screens[app.manager.current] += 1
            try:
                run.touches[_touch(hands, rng)] += 1
            except Exception as mistake:  # as the app's own loop does
                if ExceptionManager.handle_exception(mistake) == ExceptionManager.RAISE:
                    raise
            if int(gone // 60) > told:
                told = int(gone // 60)
                run.rss_mb[told] = rss_at_rest(hands)
                print(f"minute {told}: {run.rss_mb[told]} MB, {sum(run.touches.values())} touches", file=sys.stderr,
                      flush=True)
        run.rss_mb[round(minutes)] = rss_at_rest(hands)
    run.mistakes = default_file().read_text(encoding="utf-8") if default_file().exists() else ""
    return run


def _touch(hands: Hands, rng: random.Random) -> str:
    """One thing that a finger may do; which it was."""
    from kivy.core.window import Window

    from companion.widgets.keys import pressables

    what = rng.choices(("button", "point", "stroke", "key", "wait"), (60, 15, 8, 7, 10))[0]
    width, height = Window.size
    if what == "button":
        found = pressables(hands.app.manager.current_screen)
        if found:
            chosen = rng.choice(found)
            hands.tap_at(*chosen.to_window(*chosen.center))
    elif what == "point":
        hands.tap_at(rng.uniform(0, width), rng.uniform(0, height))
    elif what == "stroke":
        hands.drag((rng.uniform(0, width), rng.uniform(0, height)), (rng.uniform(0, width), rng.uniform(0, height)))
    elif what == "key":
        hands.key(rng.choice(LETTERS))
    else:
        hands.frames(rng.randrange(1, 40))
    return what


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools monkey", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--warm", type=float, default=WARM_MINUTES, help="minutes before the memory is compared (10)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("DATA", "CONFIG", "STATE", "DOCUMENTS"):
            os.environ[f"XDG_{name}_{'DIR' if name == 'DOCUMENTS' else 'HOME'}"] = os.path.join(folder, name.lower())
        os.environ["HOME"] = folder
        run = let_loose(args.minutes, args.seed, Path(folder))
    print(f"{args.minutes:g} minutes, {sum(run.touches.values())} touches ({_list(run.touches)}) on "
          f"{len(run.screens)} screens ({_list(run.screens)}).")
    warm = f"{run.warm_mb(args.warm)} MB after {args.warm:g} minutes (alone: {run.rss_mb.get(round(args.warm), 0.0)})"
    last = f"{run.last_mb} MB at the end (alone: {run.rss_mb[max(run.rss_mb)]})"
    print(f"Memory, medians of {READINGS} minutes: {warm}, {last}, {100 * run.grown(args.warm):+.1f} %.")
    print(f"Mistakes told: {run.mistake_count}.")
    print(run.mistakes, file=sys.stderr)
    return 1 if run.mistake_count or run.grown(args.warm) > MOST_GROWN else 0


def _list(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.most_common())


if __name__ == "__main__":
    sys.exit(main())
