"""What a still table costs: both ways of following see the same pictures in turn, in one process.

    python -m companion.tools.bench.still_table --game scopa --seed 20001 --level 3 --faces FACES/...

Prints the processor time a frame of each way, and the belief's as a share of the old one's.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.filming.writing import calibration_of
from companion.following.loop import WAYS, live_table
from companion.tools.bench.running import session_of, size_of
from companion.tools.streams.recording import Shooting
from vision.frames import Frame

NOISE = 2.0  # grey levels by which each pixel of a real camera trembles
STEP_S = 0.1
CALM_FRAMES = 60  # until nothing is read any more
TURN = 40  # frames that one way sees before it is the other's turn
PICTURES = 8  # of different noise


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--seed", type=int, default=20001)
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--frames", type=int, default=240, metavar="N", help="that each way sees")
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
    tables = {way: live_table(session_of(film.record), calibration_of(film), way=way) for way in WAYS}
    busy_s = dict.fromkeys(tables, 0.0)
    for k in range(0, CALM_FRAMES + args.frames, TURN):
        for way, table in tables.items():
            begun_s = time.process_time()
            for n in range(k, k + TURN):
                table.see(Frame(pictures[n % PICTURES], n * STEP_S))
            busy_s[way] += (time.process_time() - begun_s) * (k >= CALM_FRAMES)
    seen = TURN * len(range(0, CALM_FRAMES + args.frames, TURN)[-(-CALM_FRAMES // TURN):])
    for way, spent_s in busy_s.items():
        print(f"{way}: {1000 * spent_s / seen:.2f} ms a frame")
    old, belief = (busy_s[way] for way in WAYS)
    print(f"belief : old = {belief / old:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
