"""`companion render`: draw a record as a filmed table, with the truth beside it.

    companion render evening.tally -o evening.mp4 --seed 3 --level 2
    companion render evening.tally -o evening.mp4 --maker other --trouble lively --band even

Beside the film lie CLIP.truth.jsonl (what happened when), CLIP.answers.jsonl (what was said when) and
CLIP.calibration.toml (the camera).
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from companion.filming.drawn import DrawnFilm
from companion.filming.film import Film
from companion.filming.other_maker.film import other_film
from companion.filming.setting import setting_for
from companion.filming.writing import write_film
from companion.log.records import read_record
from rules import SetupError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="a .tally file")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="CLIP.mp4|DIR",
                        help="a film, or a folder for numbered pictures")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another table, light and hand (1)")
    parser.add_argument("--fps", type=float, help="frames per second (15)")
    parser.add_argument("--size", type=_size, metavar="WxH", help="size of the picture (1280x720)")
    parser.add_argument("--level", type=int, choices=range(1, 6), default=2,
                        help="1 tidy and bright ... 5 a party in dim light (2)")
    parser.add_argument("--maker", choices=("house", "other"), default="house",
                        help="other: drawn by other means, with other troubles (docs/films.md)")
    parser.add_argument("--trouble", default="tidy", metavar="NAMES",
                        help="of the other maker: tidy, lively, rough, or names with commas (tidy)")
    parser.add_argument("--band", default="odd", metavar="odd|even|N",
                        help="of the other maker: which of the eight bands of every range it draws from (odd)")
    parser.add_argument("--faces", type=Path, metavar="DIR", help="a folder with pictures of a deck's cards")
    parser.add_argument("--backgrounds", type=Path, metavar="DIR|FILE",
                        help="a picture of a table top, or a folder from which the seed picks one")
    parser.add_argument("--layout", default="", metavar="FILE", help="zones other than the game's own")


def run(args: argparse.Namespace) -> int:
    """Write the film; says on stderr where everything lies."""
    if args.seed < 0:
        raise SetupError(f"--seed must be 0 or more, not {args.seed}.")
    if args.fps is not None and not 1 <= args.fps <= 120:
        raise SetupError(f"--fps must be from 1 to 120, not {args.fps:g}.")
    film = _film(args)
    files = write_film(film, args.output, _progress if sys.stderr.isatty() else lambda done, total: None)
    beside = [path.name for path in (files.truth, files.answers, files.calibration) if path is not None]
    print(f"{files.clip}: {film.duration_s:.0f} s, {len(film.truth)} table events. "
          f"Beside it: {', '.join(beside)}.", file=sys.stderr)
    return 0


def _film(args: argparse.Namespace) -> DrawnFilm:
    record = read_record(args.record)
    if args.maker == "other":
        return other_film(record, args.seed, args.trouble, args.band, args.fps, args.size, args.faces,
                          args.backgrounds, args.layout)
    return Film(record, setting_for(record, args.size or (1280, 720), args.fps or 15.0, args.seed, args.level,
                                    args.faces, args.backgrounds, args.layout))


def _progress(done: int, total: int) -> None:
    if done % 15 == 0 or done == total:
        print(f"\r{done}/{total}" + ("\n" if done == total else ""), end="", file=sys.stderr, flush=True)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)x(\d+)", text.lower())
    if not match:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size; write it like 1280x720.")
    width, height = int(match[1]), int(match[2])
    if not (320 <= width <= 3840 and 240 <= height <= 2160) or width % 2 or height % 2:
        raise argparse.ArgumentTypeError("a film is from 320x240 to 3840x2160, in even numbers.")
    return width, height
