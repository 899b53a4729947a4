"""`python -m vision SOURCE`: what comes to lie on a table, and what leaves it, one event per line.

    python -m vision clip.mp4 --calibration clip.calibration.toml --layout limbo --players Ann,Bob

Without the rules of a game every reading speaks for itself: an event is what two in a row agree on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration import Calibration, Layout, assumed_calibration, load_layout
from rules.core.errors import Refusal
from vision.detections import Detections
from vision.events import TableEvent
from vision.frames import FrameSource, open_source
from vision.looker import Looker, steady
from vision.reading.reader import TableReader
from vision.watching.viewpoint import Viewpoint


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; exit status 2 with one sentence where something cannot be opened."""
    parser = argparse.ArgumentParser(prog="python -m vision", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", metavar="SOURCE", help="camera number, URL, video file or folder of frames")
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="without it a view from straight above")
    parser.add_argument("--layout", type=Path, metavar="FILE", help="names the zones, with --players")
    parser.add_argument("--players", default="", metavar="A,B,...")
    args = parser.parse_args(words)
    try:
        layout = (load_layout(args.layout, tuple(args.players.split(","))) if args.layout
                  else Layout("", (), ()))
        calibration = Calibration.load(args.calibration) if args.calibration else None
        with open_source(args.source) as source:
            for event in events(source, calibration, layout):
                print(event, flush=True)
    except (Refusal, OSError) as error:
        print(f"vision: {error}", file=sys.stderr)
        return 2
    return 0


Placed = tuple[str, str]  # label and zone


def events(source: FrameSource, calibration: Calibration | None, layout: Layout) -> Iterator[TableEvent]:
    """What two readings in a row agree on and was otherwise before."""
    looker, view = Looker(TableReader(), clock=steady), None
    lie: dict[Placed, TableEvent] = {}
    before: dict[Placed, TableEvent] = {}
    for frame in source:
        look = looker.see(frame)
        if view is None:
            size = (frame.image.shape[1], frame.image.shape[0])
            view = Viewpoint(calibration.for_size(*size) if calibration else assumed_calibration(size), layout)
        if look.detections is None:
            continue
        now = placed(look.detections, view, frame.time_s)
        came = {key: now[key] for key in (now.keys() & before.keys()) - lie.keys()}
        gone = [replace(lie.pop(key), kind="left", time_s=frame.time_s)
                for key in lie.keys() - now.keys() - before.keys()]
        lie, before = lie | came, now
        yield from sorted([*came.values(), *gone], key=str)


def placed(cards: Detections, view: Viewpoint, time_s: float) -> dict[Placed, TableEvent]:
    """The cards that were read surely, by what and where they are."""
    centres = view.to_mm(cards.centre_px)
    found = {}
    for k in np.flatnonzero(cards.sure & cards.face_up & np.isfinite(centres).all(axis=1)).tolist():
        label, at_mm = str(cards.label[k]), (float(centres[k][0]), float(centres[k][1]))
        event = TableEvent("appeared", label, float(cards.confidence[k]), True, cards.candidates[k],
                           view.zone_at(at_mm), at_mm, time_s, k, cards.corners_px[k])
        found[label, event.zone] = event
    return found


if __name__ == "__main__":
    raise SystemExit(main())
