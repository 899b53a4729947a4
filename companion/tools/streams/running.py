"""Films as streams of looks: recorded once, followed again in seconds, judged together, and fitted on.

    python -m companion.tools streams record OUT --games all --level 1,3 --seed 20000 --deals 2 --faces FACES/... \\
        --backgrounds KEPT_OUT
    python -m companion.tools streams list OUT
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.tools.bench.running import levels_of, size_of
from companion.tools.streams.recording import OWN, Shooting, recorded_own, todays
from rules import GAMES
from vision.stream import Stream, read_stream

ENDING = ".stream"


def main(words: Sequence[str] | None = None) -> int:
    """Exit status 2 with one sentence where a film cannot be had or a file is no stream."""
    args = _parser().parse_args(words)
    try:
        return int(args.run(args))
    except (ValueError, OSError) as error:
        print(f"streams: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m companion.tools streams", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="WHAT")
    record = commands.add_parser("record", help="draw films, and write down what they show and what is told of them")
    record.add_argument("out", type=Path, help="folder for the streams")
    record.add_argument("--games", default="all", help="names, with commas, or all")
    record.add_argument("--level", type=levels_of, default=(1, 3, 5), metavar="N,N")
    record.add_argument("--seed", type=int, default=1, help="of the first deal; from 20000 on they are to judge with")
    record.add_argument("--deals", type=int, default=1, help="of each game and level")
    record.add_argument("--most", type=int, default=12, metavar="N", help="events of a deal")
    record.add_argument("--fps", type=float, default=10.0)
    record.add_argument("--size", type=size_of, default=(1280, 720), metavar="WxH")
    record.add_argument("--faces", type=Path, nargs="*", default=[], metavar="DIR", help="packs, taken in turn")
    record.add_argument("--backgrounds", type=Path, metavar="DIR")
    record.add_argument("--no-today", action="store_true", help="do not follow the films as it is done today")
    record.set_defaults(run=record_films)
    listing = commands.add_parser("list", help="what streams there are, and what is told of their films today")
    listing.add_argument("folder", type=Path)
    listing.set_defaults(run=list_streams)
    return parser


def record_films(args: argparse.Namespace) -> int:
    """Every film that is not there yet."""
    shooting = Shooting(args.most, args.fps, args.size, tuple(args.faces), args.backgrounds)
    for seed in range(args.seed, args.seed + args.deals):
        for level in args.level:
            for game in list(GAMES) if args.games == "all" else args.games.split(","):
                path = args.out / f"{OWN}-{game}-{seed}-{level}{ENDING}"
                if path.exists():
                    continue
                stream = recorded_own(shooting.own(game, seed, level), path, not args.no_today)
                print(described(path, stream), flush=True)
    return 0


def list_streams(args: argparse.Namespace) -> int:
    """One line a stream."""
    for path in streams_in([args.folder]):
        print(described(path, read_stream(path)))
    return 0


def streams_in(places: Iterable[Path]) -> list[Path]:
    """The streams of folders, and files named themselves; ValueError where there are none."""
    found = [path for place in places
             for path in (sorted(place.glob(f"**/*{ENDING}")) if place.is_dir() else [place])]
    if not found:
        raise ValueError("There are no streams.")
    return found


def described(path: Path, stream: Stream) -> str:
    """One line on a stream, and on what is told of its film today."""
    read = [look.detections for look in stream.looks if look.detections is not None]
    cards = sum(map(len, read)) / max(len(read), 1)
    line = (f"{path.stem}: {len(stream.looks)} frames, {len(read)} read, {cards:.1f} cards a look, "
            f"{sum(look.push is not None for look in stream.looks)} pushes, {path.stat().st_size / 1000:.0f} kB")
    result = todays(path)
    return line if result is None else f"{line}; today {str(result).partition(': ')[2]}"


if __name__ == "__main__":
    sys.exit(main())
