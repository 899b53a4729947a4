"""Through how many files a frame goes on its way from the camera to the table: who reads it makes the same trip.

    python -m companion.tools trace film.mp4        # one film and its record, drawn with `companion render`

A stop is a call from one file into another; calls into the same file one after the other are one stop.  A return is a
stop in a file where the frame has been before.  Who reads does not read a loop again: a function that calls another a
second time in a frame is not followed there again.  What is asked for an answer and leads nowhere else (vision/reading,
calibration, rules) is one stop each time, however many files it has.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from calibration import Calibration
from companion.filming.writing import lying_beside
from companion.following.answers import Answers, load_answers
from companion.following.live_table import LiveTable
from companion.following.loop import live_table, pass_on
from companion.log.session import SessionStore
from rules import parse_record
from rules.core.errors import Refusal
from vision.frames import open_source

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("companion", "vision", "calibration", "rules")  # an environment may lie in the same folder
ASKED = ("vision/reading", "calibration", "rules")  # one stop, whatever happens inside


def main() -> int:
    """Print what the frame with the longest way and the one in the middle went through."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools trace", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("film", type=Path, help="a film with its record, calibration and answers beside it")
    args = parser.parse_args()
    try:
        trips = trips_of(args.film)
    except (Refusal, OSError) as error:
        print(f"trace: {error}", file=sys.stderr)
        return 2
    trips.sort(key=lambda trip: len(trip.stops))
    for name, trip in (("middle", trips[len(trips) // 2]), ("longest", trips[-1])):
        print(f"{name} of {len(trips)} frames: {len(trip.stops)} stops in {len(set(trip.stops))} files, "
              f"{trip.returns} of them in a file where the frame had been")
    for file, count in Counter(trips[-1].stops).most_common():
        print(f"  {count:3} {file}")
    return 0


@dataclass
class Trip:
    """The files that one frame went through, in order."""

    stops: list[str] = field(default_factory=list)

    @property
    def returns(self) -> int:
        """How many stops were in a file where the frame had been before."""
        return len(self.stops) - len(set(self.stops))


class Tracer:
    """Notes calls from file to file; `sys.setprofile(tracer)` begins."""

    def __init__(self) -> None:
        self.trip = Trip()
        self._names: dict[CodeType, str] = {}
        self._followed: set[tuple[CodeType, CodeType]] = set()
        self._asked = 0  # calls that are open since an answer was asked for

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """As Python's profiler is called."""
        if event not in ("call", "return"):
            return
        if self._asked:
            self._asked += 1 if event == "call" else -1
            return
        name = self._name(frame.f_code)
        if event == "return" or not name or frame.f_back is None or self._name(frame.f_back.f_code) == name:
            return
        call = frame.f_back.f_code, frame.f_code
        if call not in self._followed and self.trip.stops[-1:] != [name]:
            self.trip.stops.append(name)
        self._followed.add(call)
        if name in ASKED:
            self._asked = 1

    def _name(self, code: CodeType) -> str:
        """The file or room that code stands in; "" outside of ours and for what only holds data."""
        if code not in self._names:
            path = Path(code.co_filename)
            parts = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else ("",)
            name = "/".join(parts) if parts[0] in ROOMS and not code.co_name.startswith("__") else ""
            self._names[code] = next((room for room in ASKED if name.startswith(f"{room}/")), name)
        return self._names[code]


def trips_of(film: Path) -> list[Trip]:
    """The trip of every frame of a film, followed to its end; OSError or Refusal where something is not beside it."""
    record = parse_record(lying_beside(film, "tally").read_text(encoding="utf-8"))
    session = SessionStore(":memory:").create(record.game or "", record.table(), record.deck)
    live = live_table(session, Calibration.load(lying_beside(film, "calibration.toml")))
    answers = load_answers(lying_beside(film, "answers.jsonl"))
    trips = []
    with open_source(str(film)) as source:
        for frame in source:
            tracer = Tracer()
            sys.setprofile(tracer)
            try:
                messages = live.see(frame)
            finally:
                sys.setprofile(None)
            trips.append(tracer.trip)
            _answered(messages, live, answers, frame.time_s)
    return trips


def _answered(messages: Sequence[Any], live: LiveTable, answers: Answers, now_s: float) -> None:
    pass_on(list(messages), live, answers, now_s, lambda message: None)
