"""The filmed bench: seeded deals are rendered, watched, and compared with what really happened.

    python -m companion.bench --games all --deals 10 --level 1,3 --work films --save bench.json \\
        --faces shared/faces/tango shared/faces/oxygen --backgrounds shared/backgrounds
    python -m companion.bench --games all --deals 50 --witness     # the referee alone, without pictures

Films stay in the work folder, so that a second run only watches.  The scripted players make their
announcements and answer questions truly; nobody corrects anything.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from calibration import Calibration, load_layout
from companion.answers import load_answers
from companion.bench_report import DealResult, Followed, compared, keep, markdown, summed
from companion.filming.deals import random_deal
from companion.filming.film import Film
from companion.filming.setting import setting_for
from companion.filming.writing import beside, write_film
from companion.live import LiveTable, Reader
from companion.records import deck_rename
from companion.session import Session, SessionStore
from companion.watching import live_table, watch
from companion.witness import NoReader, Witness
from rules import GAMES, Record, parse_record
from rules.record import required_game
from vision.frames import Frame, FrameSource, open_source

DECKS = {"never_over": "improvised"}
PLAYERS = {"limbo": ("Ann", "Bob"), "scopa": ("Ann", "Bob"), "canasta": ("Ann", "Bea", "Cal", "Dan")}
THREE = ("Ann", "Bea", "Cal")
SIZE = (1280, 720)
STILL_FRAMES = 200


def main(words: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(words)
    results: list[DealResult] = []
    for result in told(args) if args.witness else filmed(args):
        results.append(result)
        print(result, file=sys.stderr, flush=True)
        if args.save:  # each deal is kept as soon as it is known
            keep([result], args.save)
    together = keep([], args.save) if args.save else results
    if args.save:
        args.save.with_suffix(".md").write_text(markdown(together) + "\n", encoding="utf-8")
    summary = summed(results)
    if not args.witness:
        summary |= {"still_fps": still_fps(next(args.work.glob("*.mp4"))), "peak_memory_mb": _peak_mb()}
    if args.json:
        print(json.dumps({"deals": [asdict(r) for r in results], **summary}))
    else:
        print(markdown(together), "", *(f"{key:<24} {value}" for key, value in summary.items()), sep="\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m companion.bench", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="limbo,never_over", help="names, with commas, or all")
    parser.add_argument("--deals", type=int, default=10, help="of each game")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--level", default="2", help="trouble of the films, 1 to 5, with commas")
    parser.add_argument("--fps", type=float, default=15.0, help="of the films")
    parser.add_argument("--size", type=_size, default=SIZE, metavar="WxH", help="of the films (default 1280x720)")
    parser.add_argument("--most", type=int, default=200, metavar="N", help="events of a deal")
    parser.add_argument("--faces", type=Path, nargs="*", default=[], metavar="DIR", help="decks, taken in turn")
    parser.add_argument("--backgrounds", type=Path, metavar="DIR")
    parser.add_argument("--work", type=Path, default=Path("films"), metavar="DIR", help="where films are kept")
    parser.add_argument("--witness", action="store_true", help="no films: everything is seen and read rightly")
    parser.add_argument("--scatter", type=float, default=0.0, metavar="S",
                        help="with --witness: some cards are read up to so many seconds later than others")
    parser.add_argument("--unsaid", default="", metavar="VERBS", help="with --witness: what players forget to say")
    parser.add_argument("--overlooked", type=float, default=0.0, metavar="SHARE", help="with --witness: of the cards")
    parser.add_argument("--save", type=Path, metavar="FILE.json",
                        help="add the results to a file; all that it holds is printed, and written to FILE.md")
    parser.add_argument("--json", action="store_true")
    return parser


def _size(text: str) -> tuple[int, int]:
    """ "1920x1080" as width and height; argparse says what is wrong with any other."""
    width, height = (int(side) for side in text.split("x"))
    return width, height


# -- deals -------------------------------------------------------------------------------------


def _deals(args: argparse.Namespace) -> Iterator[tuple[str, int]]:
    games = list(GAMES) if args.games == "all" else args.games.split(",")
    return ((game, seed) for game in games for seed in range(args.seed, args.seed + args.deals))


def filmed(args: argparse.Namespace) -> Iterator[DealResult]:
    """Every deal at every level, watched."""
    for level in map(int, args.level.split(",")):
        for game, seed in _deals(args):
            yield watch_deal(film_of(game, seed, level, args), level=level)


def told(args: argparse.Namespace) -> Iterator[DealResult]:
    """Every deal as a witness tells it."""
    for game, seed in _deals(args):
        record = deal_of(game, seed, args.most)
        setting = setting_for(record, SIZE, seed=seed, level=1)
        witness = Witness.of(record, setting, args.scatter, args.unsaid.split(","), args.overlooked)
        deal = witnessed(record, witness)
        yield compared(f"{game}-{seed}", deal, {})


def deal_of(game: str, seed: int, most: int) -> Record:
    """The made-up deal of a seed."""
    return random_deal(game, PLAYERS.get(game, THREE), seed, deck=DECKS.get(game, ""), most=most)


def film_of(game: str, seed: int, level: int, args: argparse.Namespace) -> Path:
    """The clip of one deal, rendered unless it lies there already."""
    faces = args.faces[seed % len(args.faces)] if args.faces else None
    size = "" if args.size == SIZE else f"-{args.size[1]}"
    clip: Path = args.work / f"{game}-{seed}-{level}-{args.most}-{faces.name if faces else 'own'}{size}.mp4"
    if not beside(clip, "truth.jsonl").exists():
        record = deal_of(game, seed, args.most)
        clip.parent.mkdir(parents=True, exist_ok=True)
        beside(clip, "tally").write_text(str(record), encoding="utf-8")
        setting = setting_for(record, args.size, args.fps, seed, level, faces, args.backgrounds)
        write_film(Film(record, setting), clip)
    return clip


# -- following them ----------------------------------------------------------------------------


def watch_deal(clip: Path, reader: Reader | None = None, level: int = 0) -> DealResult:
    """Watch one film and compare."""
    return compared(clip.stem, followed(clip, reader), truth_times(clip), level)


def followed(clip: Path, reader: Reader | None = None) -> Followed:
    """A film, watched to its end."""
    record = parse_record(beside(clip, "tally").read_text(encoding="utf-8"))
    session = _session(record)
    calibration = Calibration.load(beside(clip, "calibration.toml"))
    deal = Followed(record, session, live_table(session, calibration, reader=reader))
    watch(_Timed(open_source(str(clip)), deal), deal.live, load_answers(beside(clip, "answers.jsonl")),
          deal.messages.append)
    return deal


def witnessed(record: Record, witness: Witness) -> Followed:
    """The same without pictures: what the referee makes of what a witness tells."""
    session = _session(record)
    live = LiveTable(session, NoReader(), layout=load_layout(session.info.game, session.info.table.players))
    return Followed(record, session, live, witness.follow(live))


def _session(record: Record) -> Session:
    session = SessionStore(":memory:").create(required_game(record, tuple(GAMES)), record.table(), record.deck)
    return session.with_deck(deck_rename(record.deck))


class _Timed(FrameSource):
    """A film that notes how long its watcher was busy with each frame."""

    def __init__(self, inner: FrameSource, deal: Followed) -> None:
        super().__init__(inner.name)
        self._inner, self._deal = inner, deal
        self._given_s: float | None = None

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        now_s = time.perf_counter()
        if self._given_s is not None:
            self._deal.busy_s += now_s - self._given_s
            self._deal.frames += 1
        frame = self._inner.read(timeout_s)
        self.ended = self._inner.ended
        self._given_s = time.perf_counter()
        return frame


def truth_times(clip: Path) -> dict[int, float]:
    """Line -> when the hand was gone."""
    rows = [json.loads(line) for line in beside(clip, "truth.jsonl").read_text(encoding="utf-8").splitlines()[1:]]
    return {row["line"]: row["time_s"] for row in rows}


def still_fps(clip: Path) -> float:
    """Frames per second on a table where nothing happens: one frame again and again."""
    session = _session(parse_record(beside(clip, "tally").read_text(encoding="utf-8")))
    live: LiveTable = live_table(session, Calibration.load(beside(clip, "calibration.toml")))
    with open_source(str(clip)) as source:
        first = next(iter(source))
    rng = np.random.default_rng(0)
    noisy = [np.clip(first.image + rng.normal(0, 2, first.image.shape), 0, 255).astype(np.uint8) for _ in range(4)]
    for k in range(60):
        live.see(Frame(noisy[k % 4], k / 15, k))
    start_s = time.perf_counter()
    for k in range(60, 60 + STILL_FRAMES):
        live.see(Frame(noisy[k % 4], k / 15, k))
    return round(STILL_FRAMES / (time.perf_counter() - start_s), 1)


def _peak_mb() -> float:
    peak: Any = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(float(peak) / (1024 if sys.platform != "darwin" else 1024 * 1024), 1)


if __name__ == "__main__":
    raise SystemExit(main())
