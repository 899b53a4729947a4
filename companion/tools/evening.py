"""An evening on the screen: one film shown again and again as one sitting, while the app's memory is measured.

    python -m companion.tools.headless python -m companion.tools evening film.mp4 --minutes 60

Every frame goes through the whole app (feed, reader, referee, log, table screen) as soon as the one before it
was followed, so an hour of film takes as long as the processor needs for it, not an hour.  Questions are answered
with "nothing happened"; what the screen says, plays and keeps is as at a table.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.device.source import Watch
from companion.device.tables import TableFiles
from companion.filming.writing import lying_beside
from companion.log.session import SessionStore
from companion.sitting.table_page import Choice
from companion.tools.bench.endurance import WARM_MINUTES, Endurance, laps, peak_mb
from companion.words import texts
from rules import GAMES, parse_record
from rules.core.record import required_game
from vision.frames import Frame, FrameSource

if TYPE_CHECKING:
    from companion.tools.fingers import Hands

TOLD_S = 120.0  # of film, between two words of progress


class Laps(FrameSource):
    """A film again and again; each frame is given once the one before it was followed."""

    live = True  # so that the feed does not wait for the film's own time

    def __init__(self, film: Path, seconds: float) -> None:
        super().__init__(str(film))
        self._frames: Iterator[Frame] = laps(film, seconds)
        self.wanted = True
        self.frames, self.now_s = 0, 0.0

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame, if the one before was followed; None meanwhile, and after the last."""
        if not self.wanted:
            return None
        frame = next(self._frames, None)
        if frame is None:
            self.ended = True
            return None
        self.wanted, self.now_s, self.frames = False, frame.time_s, self.frames + 1
        return frame


def endure_app(film: Path, minutes: float, folder: Path) -> Endurance:
    """Show `minutes` of film, keeping the session's file in `folder`."""
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    record = parse_record(lying_beside(film, "tally").read_text(encoding="utf-8"))
    source = Laps(film, minutes * 60)
    controller = Controller(SessionStore(folder / "sessions.db"), open_frames=lambda _: source,
                            files=TableFiles(folder))
    app = CompanionApp(controller, folder / "settings.json", source="")
    warm_mb = told_s = 0.0
    with Hands(app, (1280, 800)) as hands:
        app.table.forget()
        controller.begin(required_game(record, tuple(GAMES)), record.table(), record.deck or "standard",
                         Watch(str(film), lying_beside(film, "calibration.toml")))
        app.manager.current = app.table.name
        hands.wait(lambda: app.table.view is not None and controller.sitting is not None)
        sitting = controller.sitting
        assert sitting is not None
        while not source.ended:
            hands.frames(1)
            _answer(hands)
            if app.manager.current != "table":
                app.to_table()  # the score sheet comes by itself
            source.wanted = source.wanted or sitting.now_s >= source.now_s
            if source.now_s >= told_s + TOLD_S:
                told_s = source.now_s
                print(f"{told_s / 60:.0f} minutes: {peak_mb()} MiB", file=sys.stderr, flush=True)
            if not warm_mb and source.now_s >= min(WARM_MINUTES, minutes / 2) * 60:
                warm_mb = peak_mb()
        return Endurance(round(source.now_s / 60, 1), source.frames, len(sitting.session.rows), warm_mb, peak_mb())


def _answer(hands: Hands) -> None:
    """Whatever is asked: nothing happened."""
    table = hands.app.table
    asked = table.view.question
    if asked is not None:
        hands.app.controller.choose(Choice(texts.NOTHING, None), asked)
        hands.wait(lambda: table.view.question != asked)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools evening", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("film", type=Path, metavar="FILM", help="with its record and calibration beside it")
    parser.add_argument("--minutes", type=float, default=60.0, help="of film (default 60)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = endure_app(args.film, args.minutes, Path(folder))
    print(f"{found.minutes} minutes of film, {found.frames} frames, {found.rows} rows in the log: "
          f"{found.warm_mb} MiB when warm, {found.end_mb} MiB at the end, {found.grown_mb} MiB more.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
