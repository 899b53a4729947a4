"""What a still table costs: the same pictures again and again, each with a camera's noise.

    python -m companion.tools.bench.still_table --game scopa --seed 20001 --level 3 --faces FACES/...

Prints the processor time a frame.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.filming.writing import calibration_of
from companion.following.loop import live_table
from companion.tools.bench.running import session_of, size_of
from companion.tools.streams.recording import Shooting
from vision.frames import Frame

NOISE = 2.0  # grey levels by which each pixel of a real camera trembles
STEP_S = 0.1
CALM_FRAMES = 60  # until nothing is read any more
PICTURES = 8  # of different noise


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--seed", type=int, default=20001)
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--frames", type=int, default=240, metavar="N", help="that are counted")
    parser.add_argument("--size", type=size_of, default=(1280, 720), metavar="WxH")
    parser.add_argument("--faces", type=Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--backgrounds", type=Path, metavar="DIR")
    args = parser.parse_args(words)
    film = Shooting(size=args.size, faces=tuple(args.faces), backgrounds=args.backgrounds).own(args.game, args.seed,
                                                                                            args.level)
    picture = next(iter(film.shots([film.duration_s / 2])))
    rng = np.random.default_rng(0)
    pictures = [np.clip(picture + rng.normal(0, NOISE, picture.shape), 0, 255).astype(np.uint8)
                for _ in range(PICTURES)]
    table = live_table(session_of(film.record), calibration_of(film))
    busy_s = 0.0
    for k in range(CALM_FRAMES + args.frames):
        begun_s = time.process_time()
        table.see(Frame(pictures[k % PICTURES], k * STEP_S))
        busy_s += (time.process_time() - begun_s) * (k >= CALM_FRAMES)
    print(f"{1000 * busy_s / args.frames:.2f} ms a frame")
    return 0


if __name__ == "__main__":
    sys.exit(main())
