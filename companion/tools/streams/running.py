"""Films as streams of looks: recorded once, followed again in seconds, judged together, and fitted on.

    python -m companion.tools streams record OUT --games all --level 1,3 --seed 20000 --deals 2 --faces FACES/... \\
        --backgrounds KEPT_OUT
    python -m companion.tools streams list OUT
    python -m companion.tools streams score OUT --save score.md
    python -m companion.tools streams timeline OUT/A.stream            # what happened beside what was told
    python -m companion.tools streams fit OUT --write                  # the numbers of vision/belief/noise.toml
    python -m companion.tools streams again OUT NEW ...                # all of it anew, before and after
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from calibration.files import write_whole
from companion.filming.drawn import DrawnFilm
from companion.tools.bench.running import levels_of, size_of
from companion.tools.streams.by_belief import replayed
from companion.tools.streams.dice_told import has_rolls, rolls_told, table_of_rolls
from companion.tools.streams.fitting import fit_noise, fitted_table, write_noise
from companion.tools.streams.judging import (
    Outcome,
    believed_when_told,
    faults_table,
    judged,
    markdown,
    thoughts,
)
from companion.tools.streams.names_read import names_read, table_of_names
from companion.tools.streams.recording import JUDGING_SEED, MODELS, OTHER, OWN, Shooting, recorded_film
from companion.tools.streams.tables import found_tables, is_measurable, table_of_tables
from companion.tools.streams.timeline import timeline
from rules import GAMES
from rules.core.errors import Refusal
from vision.belief.noise import FILE, noise
from vision.looker import FASTEST_S
from vision.stream import Stream, StreamHeader, networks_of, read_header, read_stream
from vision.workers import Piece, Workers, add_workers, workers_of

ENDING = ".stream"
FOUND = "+found"  # of a level in a name: the camera is not told
WRONG = 1 / 3000  # of what is told, at most
HERE = Workers(processes=1)
THRESHOLDS = (0.0, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9995)


def main(words: Sequence[str] | None = None) -> int:
    """Exit status 2 with one sentence where a film cannot be had or a file is no stream."""
    args = _parser().parse_args(words)
    try:
        return int(args.run(args))
    except (Refusal, OSError) as error:
        print(f"streams: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m companion.tools streams", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="WHAT")
    shooting = argparse.ArgumentParser(add_help=False)
    shooting.add_argument("--most", type=int, default=12, metavar="N", help="events of a deal")
    shooting.add_argument("--faults", type=float, default=0.0, metavar="SHARE",
                          help="of events, before which somebody first tries what the rules refuse")
    shooting.add_argument("--fps", type=float, default=10.0)
    shooting.add_argument("--size", type=size_of, default=(1280, 720), metavar="WxH")
    shooting.add_argument("--read-every", type=float, default=FASTEST_S, metavar="S",
                          help="seconds between readings; a film that is watched is read so often")
    shooting.add_argument("--faces", type=Path, nargs="*", default=[], metavar="DIR", help="packs, taken in turn")
    shooting.add_argument("--backgrounds", type=Path, metavar="DIR")
    add_workers(shooting)
    record = commands.add_parser("record", parents=[shooting],
                                 help="draw films, and write down what they show and what is told of them")
    record.add_argument("out", type=Path, help="folder for the streams")
    record.add_argument("--games", default="all", help="names, with commas, or all")
    record.add_argument("--level", type=levels_of, default=(1, 3, 5), metavar="N,N")
    record.add_argument("--seed", type=int, default=1, help="of the first deal; from 20000 on they are to judge with")
    record.add_argument("--deals", type=int, default=1, help="of each game and level")
    record.add_argument("--maker", choices=(OWN, OTHER), default=OWN, help="who draws the films")
    record.add_argument("--find", action="store_true", help="the table is found by itself and nobody's seat told, as "
                        "always in films of the other maker")
    record.add_argument("--trouble", default="tidy,lively,rough", metavar="NAMES",
                        help="of the other maker: mixtures, with commas; or troubles, joined by +")
    record.add_argument("--band", default="odd", help="of the other maker: odd to fit on, even to judge with")
    record.set_defaults(run=record_films)
    once = commands.add_parser("again", parents=[shooting], help="draw, read and fit the films of streams anew: what "
                               "is told of them before and after (whoever changes a network runs it)")
    once.add_argument("folder", type=Path, help="streams, as `record` names them")
    once.add_argument("out", type=Path, help="folder for the new ones")
    once.add_argument("--write", action="store_true", help="leave the fitted numbers in noise.toml")
    once.set_defaults(run=once_more)
    listing = commands.add_parser("list", help="what streams there are")
    listing.add_argument("folder", type=Path)
    listing.set_defaults(run=list_streams)
    score = commands.add_parser("score", help="follow streams, and say how well that was done")
    score.add_argument("places", type=Path, nargs="+", help="streams, or folders of them")
    score.add_argument("--which", choices=("all", "fitting", "judging"), default="all",
                       help="only those to fit on, or only those to judge with")
    add_workers(score)
    score.add_argument("--save", type=Path, metavar="FILE.md", help="write the tables there as well")
    score.set_defaults(run=score_streams)
    beside = commands.add_parser("timeline", help="what happened in streams beside what is told of them")
    beside.add_argument("places", type=Path, nargs="+", help="streams, or folders of them")
    beside.set_defaults(run=show_timelines)
    tables = commands.add_parser("tables", help="how well the table is found, and how well the finder knows that")
    tables.add_argument("places", type=Path, nargs="+", help="streams, or folders of them")
    tables.set_defaults(run=measure_tables)
    named = commands.add_parser("names", help="how often what is read is no card of the deal")
    named.add_argument("places", type=Path, nargs="+", help="streams, or folders of them")
    named.set_defaults(run=measure_names)
    dice = commands.add_parser("dice", help="how many rolls are told by the camera alone")
    dice.add_argument("places", type=Path, nargs="+", help="streams, or folders of them")
    dice.set_defaults(run=measure_dice)
    fitting = commands.add_parser("fit", help="fit the belief's numbers on streams that may be fitted on")
    fitting.add_argument("places", type=Path, nargs="+", help="streams, or folders of them")
    fitting.add_argument("--which", choices=("all", "fitting"), default="all",
                         help="fitting: leave out those to judge with, rather than refuse them")
    fitting.add_argument("--write", action="store_true", help="put the numbers into noise.toml")
    fitting.set_defaults(run=fit_streams)
    return parser


def record_films(args: argparse.Namespace) -> int:
    """Every film that is not there yet."""
    shooting = Shooting(args.most, args.fps, args.size, tuple(args.faces), args.backgrounds, args.faults, args.find)
    record_those(((args.out / f"{name}{ENDING}", draw) for name, draw in films_of(args, shooting)), args)
    return 0


def record_those(films: Iterable[tuple[Path, Callable[[], DrawnFilm]]], args: argparse.Namespace) -> None:
    """Record the films that are not there yet, each where it is to lie, and describe them."""
    pieces = (Piece(path.stem, partial(recorded_there, draw, path, args.read_every))
              for path, draw in films if not path.exists())
    for _, line in workers_of(args).done(pieces):
        print(line, flush=True)


def recorded_there(draw: Callable[[], DrawnFilm], path: Path, read_s: float) -> str:
    """One film drawn and recorded; one line on it."""
    return described(path, recorded_film(draw(), path, read_s))


def films_of(args: argparse.Namespace, shooting: Shooting) -> Iterator[tuple[str, Callable[[], DrawnFilm]]]:
    """The names of the films that are asked for, and how each is drawn."""
    for seed in range(args.seed, args.seed + args.deals):
        for kind in args.level if args.maker == OWN else args.trouble.split(","):
            for game in list(GAMES) if args.games == "all" else args.games.split(","):
                if args.maker == OWN:
                    found = FOUND if shooting.is_found else ""
                    yield f"{OWN}-{game}-{seed}-{kind}{found}", partial(shooting.own, game, seed, kind)
                else:
                    troubles = kind.replace("+", ",")
                    yield (f"{OTHER}-{game}-{seed}-{kind}-{args.band}",
                           partial(shooting.other, game, seed, troubles, args.band))


def list_streams(args: argparse.Namespace) -> int:
    """One line a stream."""
    for path in streams_in([args.folder]):
        print(described(path, read_stream(path)))
    return 0


def score_streams(args: argparse.Namespace) -> int:
    """Follow every stream, and print the tables."""
    paths = [path for path in streams_in(args.places)
             if args.which == "all" or is_for_judging(read_header(path)) == (args.which == "judging")]
    text = scoreboard(paths, workers_of(args))
    print(text)
    if args.save:
        args.save.write_text(text + "\n", encoding="utf-8")
    return 0


def show_timelines(args: argparse.Namespace) -> int:
    """Follow every stream, and print what happened beside what was told."""
    for path in streams_in(args.places):
        stream = read_stream(path)
        print(f"{path.stem}\n{timeline(stream, replayed(stream))}\n", flush=True)
    return 0


def scoreboard(paths: Sequence[Path], workers: Workers = HERE) -> str:
    """How well streams are followed, as Markdown."""
    shown = followed_streams(paths, workers)
    return f"{markdown(shown)}\n{thoughts(shown)}{faults_table(shown)}"


def followed_streams(paths: Sequence[Path], workers: Workers) -> list[Outcome]:
    """What following them came to, in their order."""
    outcomes = {}
    for name, outcome in workers.done(Piece(str(path), partial(followed_stream, path)) for path in paths):
        outcomes[name] = outcome
        print(outcome, file=sys.stderr, flush=True)
    return [outcomes[str(path)] for path in paths]


def followed_stream(path: Path) -> Outcome:
    """One stream followed, and judged."""
    stream = read_stream(path)
    return judged(path.stem, stream, replayed(stream))


def once_more(args: argparse.Namespace) -> int:
    """The films of streams drawn, read and fitted on anew, and what is told of them before and after."""
    paths = streams_in([args.folder])
    films = [path for path in paths if read_header(path).maker]
    before = scoreboard([path for path in paths if is_for_judging(read_header(path))], workers=workers_of(args))
    shooting = Shooting(args.most, args.fps, args.size, tuple(args.faces), args.backgrounds, args.faults)
    new = [args.out / path.name for path in films]
    record_those(((path, partial(film_named, path, shooting)) for path in new), args)
    judging = [path for path in new if is_for_judging(read_header(path))]
    fitting = [path for path in new if path not in judging]
    kept = FILE.read_text(encoding="utf-8")
    try:
        if fitting:
            fitted = fit_noise((read_stream(path) for path in fitting), noise())
            print(f"\nFitted on {len(fitting)} of them:\n\n{fitted_table(fitted)}")
            write_noise(fitted, FILE)
            noise.cache_clear()
        after = scoreboard(judging, workers=workers_of(args))
    finally:
        if not args.write:
            write_whole(FILE, kept)
            noise.cache_clear()
    print(f"\nBefore:\n\n{before}\n\nAfter:\n\n{after}")
    return 0


def film_named(path: Path, shooting: Shooting) -> DrawnFilm:
    """The film of a stream, as its file's name tells; Refusal where it does not."""
    words = path.stem.split("-")
    if words[0] == OWN and len(words) == 4:
        finding = replace(shooting, is_found=words[3].endswith(FOUND))
        return finding.own(words[1], int(words[2]), int(words[3].removesuffix(FOUND)))
    if words[0] == OTHER and len(words) == 5:
        return shooting.other(words[1], int(words[2]), words[3].replace("+", ","), words[4])
    raise Refusal(f"{path.name} is no name of a film; `record` names them.")


def measure_tables(args: argparse.Namespace) -> int:
    """The table is found anew from every stream whose camera is known but not told."""
    paths = [path for path in streams_in(args.places) if is_measurable(read_header(path))]
    print(table_of_tables({path.stem: found_tables(read_stream(path)) for path in paths}))
    return 0


def measure_names(args: argparse.Namespace) -> int:
    """What was read in every stream, whatever was told of it."""
    print(table_of_names({path.stem: names_read(read_stream(path)) for path in streams_in(args.places)}))
    return 0


def measure_dice(args: argparse.Namespace) -> int:
    """The rolls of every stream with dice."""
    paths = [path for path in streams_in(args.places) if has_rolls(read_header(path))]
    print(table_of_rolls({path.stem: rolls_told(read_stream(path)) for path in paths}))
    return 0


def fit_streams(args: argparse.Namespace) -> int:
    """Fit the numbers, print them, and print from which probability on to tell."""
    paths = streams_in(args.places)
    judging = [path for path in paths if is_for_judging(read_header(path))]
    if judging and args.which == "all":
        raise Refusal(f"{judging[0].stem} is a stream to judge with; nothing is fitted on it.")
    paths = [path for path in paths if path not in judging]
    fitted = fit_noise((read_stream(path) for path in paths), noise())
    print(f"{len(paths)} streams\n\n{fitted_table(fitted)}")
    if args.write:
        write_noise(fitted, FILE)
        noise.cache_clear()
    print(f"\n{thresholds(paths)}")
    return 0


def thresholds(paths: Sequence[Path]) -> str:
    """How often an action that was told with a probability was not what happened, as Markdown, and the least
    probability from which on that was at most WRONG."""
    told = np.array([row for stream in map(read_stream, paths)
                     for row in believed_when_told(stream.header, replayed(stream))], float).reshape(-1, 2)
    rows = [(least, int((told[:, 0] >= least).sum()), int((told[told[:, 0] >= least, 1] == 0).sum()))
            for least in THRESHOLDS]
    enough = next((f"{least:g}" for least, n, wrong in rows if n and wrong <= WRONG * n), "none of these")
    return "\n".join(["| told from | actions | wrong |", "|--:|--:|--:|",
                      *(f"| {least:g} | {n} | {wrong} |" for least, n, wrong in rows), "",
                      f"At most 1 in {1 / WRONG:.0f} wrong from: {enough} (of {len(told)} actions; what is as rare as "
                      f"that shows in {3 / WRONG:.0f} or more)."])


def is_for_judging(header: StreamHeader) -> bool:
    """Whether nothing may be fitted on a stream: its bands are even, or its seed is one to judge with."""
    return header.seed >= JUDGING_SEED if header.odd_bands is None else not header.odd_bands


def streams_in(places: Iterable[Path]) -> list[Path]:
    """The streams of folders, and files named themselves; Refusal where there are none."""
    found = [path for place in places
             for path in (sorted(place.glob(f"**/*{ENDING}")) if place.is_dir() else [place])]
    if not found:
        raise Refusal("There are no streams.")
    return found


def described(path: Path, stream: Stream) -> str:
    """One line on a stream."""
    read = [look.detections for look in stream.looks if look.detections is not None]
    cards = sum(map(len, read)) / max(len(read), 1)
    line = (f"{path.stem}: {len(stream.looks)} frames, {len(read)} read, {cards:.1f} cards a look, "
            f"{sum(look.push is not None for look in stream.looks)} pushes, {path.stat().st_size / 1000:.0f} kB")
    if stream.header.networks != networks_of(MODELS):
        line += "; read by other networks: record it again"
    return line


if __name__ == "__main__":
    sys.exit(main())
