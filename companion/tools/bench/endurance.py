"""An evening that lasts: one film watched again and again as one sitting, while its memory is measured.

    python -m companion.tools.bench.endurance film.mp4 --minutes 60

The film comes from `companion render` or the bench, with its record and calibration beside it.  At the end
of each lap the table looks suddenly as at the beginning, as if it had been cleared; questions are answered
with "nothing happened".  What counts is that nothing is kept that an hour later is still there.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from calibration import Calibration
from companion.device.packs import deck_rename
from companion.filming.writing import lying_beside
from companion.following.live_table import LiveTable
from companion.following.loop import live_table
from companion.log.session import SessionStore
from rules import GAMES, parse_record
from rules.core.record import required_game
from vision.frames import Frame, open_source

WARM_MINUTES = 5.0  # by then everything that is loaded once has been loaded


@dataclass(frozen=True)
class Endurance:
    """Peak memory in MiB after `WARM_MINUTES` of film and at its end; rows: of the log by then."""

    minutes: float
    frames: int
    rows: int
    warm_mb: float
    end_mb: float

    @property
    def grown_mb(self) -> float:
        """By how much the peak is higher at the end than it was once warm, MiB."""
        return round(self.end_mb - self.warm_mb, 1)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools.bench.endurance", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("film", type=Path, metavar="FILM", help="with its record and calibration beside it")
    parser.add_argument("--minutes", type=float, default=60.0, help="of film (default 60)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        found = endure(args.film, args.minutes, Path(folder))
    facts = {**asdict(found), "grown_mb": found.grown_mb}
    print(json.dumps(facts) if args.json else "\n".join(f"{key:<10} {value}" for key, value in facts.items()))
    return 0


def endure(film: Path, minutes: float, folder: Path) -> Endurance:
    """Watch `minutes` of film, keeping the session's file in `folder`."""
    live = _table(film, folder)
    warm_mb, frames, now_s = 0.0, 0, 0.0
    for frame in laps(film, minutes * 60):
        live.see(frame)
        while live.question is not None:
            live.answer(live.question.id, None)
        frames, now_s = frames + 1, frame.time_s
        if not warm_mb and now_s >= min(WARM_MINUTES, minutes / 2) * 60:
            warm_mb = peak_mb()
    return Endurance(round(now_s / 60, 1), frames, len(live.session.rows), warm_mb, peak_mb())


def _table(film: Path, folder: Path) -> LiveTable:
    record = parse_record(lying_beside(film, "tally").read_text(encoding="utf-8"))
    session = SessionStore(folder / "sessions.db").create(required_game(record, tuple(GAMES)), record.table(),
                                                          record.deck)
    return live_table(session.with_deck(deck_rename(record.deck)),
                      Calibration.load(lying_beside(film, "calibration.toml")))


def laps(film: Path, seconds: float) -> Iterator[Frame]:
    """The film's frames again and again, as one long film."""
    begun_s, index, last_s = 0.0, 0, 0.0
    while True:
        with open_source(str(film)) as source:
            for frame in source:
                last_s = begun_s + frame.time_s
                if last_s > seconds:
                    return
                yield replace(frame, time_s=last_s, index=index)
                index += 1
        begun_s = last_s + 0.1


def peak_mb() -> float:
    """The most memory this process has held, MiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 if sys.platform != "darwin" else 1024 * 1024), 1)


if __name__ == "__main__":
    raise SystemExit(main())
