"""`python -m vision SOURCE`: table events of a film, a camera or a folder of frames, one per line.

    python -m vision clip.mp4 --calibration clip.calibration.toml --layout limbo --players Ann,Bob
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from calibration import Calibration, Layout, assumed_calibration, load_layout
from rules.core.errors import Refusal
from vision.events import TableEvent
from vision.frames import FrameSource, open_source
from vision.reading.reader import TableReader
from vision.tracker import Tracker
from vision.watching.motion import ChangeDetector
from vision.watching.still_picture import SteadyPicture
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


def events(source: FrameSource, calibration: Calibration | None, layout: Layout) -> Iterator[TableEvent]:
    """What happens on the table, as it settles."""
    reader, changes, steady = TableReader(), ChangeDetector(), SteadyPicture()
    tracker: Tracker | None = None
    for frame in source:
        if tracker is None:
            size = (frame.image.shape[1], frame.image.shape[0])
            seen = calibration.for_size(*size) if calibration else assumed_calibration(size)
            tracker = Tracker(Viewpoint(seen, layout))
        steady.add(frame)
        look = changes.update(frame)
        regions = tracker.regions(look, frame.image.shape)
        if regions:
            frame = steady.of(frame, regions)
            yield from tracker.update(frame, look, regions, reader.read(frame.image, regions))


if __name__ == "__main__":
    raise SystemExit(main())
