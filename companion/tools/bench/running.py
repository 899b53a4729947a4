"""The filmed bench: seeded deals are rendered, watched, and compared with what really happened.

    python -m companion.tools bench --games all --deals 10 --level 1,3 --save bench.json \\
        --faces shared/faces/tango shared/faces/oxygen --backgrounds shared/backgrounds
    python -m companion.tools bench --games limbo --work films           # as video files, which are kept
    python -m companion.tools bench --games all --deals 5 --witness      # as a camera that misses nothing would see it
    python -m companion.tools bench ... --save bench.json --resume --cluster tcp://10.0.0.7:8786     # see workers

A film is watched as it is drawn; with a work folder it is written there first, and a second run only
watches.  The scripted players make their announcements and answer questions truly; nobody corrects anything.
Frames a second are those of one core's time, so that what else the machine does has no part in them.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from calibration import Calibration
from companion.device.packs import deck_rename
from companion.filming.camera import TROUBLE
from companion.filming.deals import usual_deal
from companion.filming.film import Film
from companion.filming.setting import setting_for
from companion.filming.showing import FilmShowing
from companion.filming.writing import calibration_of, lying_beside, write_film
from companion.following.answers import Answers, load_answers
from companion.following.loop import live_table, pass_on, watch
from companion.following.seats import Seats
from companion.log.session import Session, SessionStore
from companion.tools.bench.report import DealResult, Followed, compared, keep, kept_results, markdown, summed
from companion.tools.clear_looks import SIZE, ClearLooks
from rules import GAMES, Record, parse_record
from rules.core.errors import Refusal
from rules.core.record import required_game
from vision.frames import Frame, FrameSource, open_source
from vision.looker import steady
from vision.reading.card_reader import CardReader
from vision.workers import Piece, add_workers, workers_of

STILL_FRAMES = 200


def main(words: Sequence[str] | None = None) -> int:
    """Exit status 2 with one sentence where a deal or a film cannot be had."""
    try:
        return _run(_parser().parse_args(words))
    except (Refusal, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2


def _run(args: argparse.Namespace) -> int:
    results = _results(args)
    together = keep([], args.save) if args.save else results
    if args.save:
        args.save.with_suffix(".md").write_text(markdown(together) + "\n", encoding="utf-8")
    summary = summed(results)
    if not args.witness:
        game, seed = next(_deals(args))
        summary |= {"still_fps": still_fps(drawn_film(game, seed, args.level[0], args)),
                    "peak_memory_mb": _peak_mb()}
    if args.json:
        print(json.dumps({"deals": [asdict(r) for r in results], **summary}))
    else:
        print(markdown(together), "", *(f"{key:<24} {value}" for key, value in summary.items()), sep="\n")
    return 0


def _results(args: argparse.Namespace) -> list[DealResult]:
    """Of each deal, in order; those that are kept already are not followed again."""
    pieces = list(clear_deals(args) if args.witness else filmed(args))
    there = kept_results(args.save) if args.resume else []
    found = {result.name: result for result in there if result.name in {piece.name for piece in pieces}}
    for name, result in workers_of(args).done(piece for piece in pieces if piece.name not in found):
        found[name] = result
        print(result, file=sys.stderr, flush=True)
        if args.save:  # each deal is kept as soon as it is known
            keep([result], args.save)
    return [found[piece.name] for piece in pieces]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m companion.tools bench", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="all", help="names, with commas (default: all)")
    parser.add_argument("--deals", type=int, default=10, help="of each game")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--level", type=levels_of, default=(2,), metavar="N,N",
                        help="trouble of the films, 1 to 5, with commas")
    parser.add_argument("--fps", type=float, default=15.0, help="of the films")
    parser.add_argument("--size", type=size_of, default=SIZE, metavar="WxH", help="of the films (default 1280x720)")
    parser.add_argument("--most", type=int, default=200, metavar="N", help="events of a deal")
    parser.add_argument("--faces", type=Path, nargs="*", default=[], metavar="DIR", help="decks, taken in turn")
    parser.add_argument("--backgrounds", type=Path, metavar="DIR")
    parser.add_argument("--work", type=Path, metavar="DIR",
                        help="write the films there as files and keep them (default: they are watched as drawn)")
    parser.add_argument("--witness", action="store_true", help="no films: everything is seen and read rightly")
    parser.add_argument("--unsaid", default="", metavar="VERBS", help="with --witness: what players forget to say")
    parser.add_argument("--doubt", type=float, default=0.0, metavar="SHARE",
                        help="with --witness: of the cards, which may be others for all that is read")
    parser.add_argument("--seated", action="store_true", help="it was said where everybody sits (else hands show it)")
    parser.add_argument("--save", type=Path, metavar="FILE.json",
                        help="add the results to a file; all that it holds is printed, and written to FILE.md")
    parser.add_argument("--resume", action="store_true", help="leave out the deals that the file of --save holds")
    parser.add_argument("--json", action="store_true")
    add_workers(parser)
    return parser


def size_of(text: str) -> tuple[int, int]:
    """ "1920x1080" as width and height; argparse says what is wrong with any other."""
    width, height = (int(side) for side in text.split("x"))
    return width, height


def levels_of(text: str) -> tuple[int, ...]:
    """ "1,3" as numbers; what is no level of trouble is told."""
    levels = text.split(",")
    if not set(levels) <= {str(level) for level in TROUBLE}:
        raise argparse.ArgumentTypeError(f"'{text}': levels are {', '.join(map(str, TROUBLE))}")
    return tuple(map(int, levels))


# -- deals -------------------------------------------------------------------------------------


def _deals(args: argparse.Namespace) -> Iterator[tuple[str, int]]:
    games = list(GAMES) if args.games == "all" else args.games.split(",")
    return ((game, seed) for game in games for seed in range(args.seed, args.seed + args.deals))


def filmed(args: argparse.Namespace) -> Iterator[Piece[DealResult]]:
    """Every deal at every level, to be drawn and watched."""
    return (Piece(name_of(game, seed, level, args), partial(watched_deal, game, seed, level, args))
            for level in args.level for game, seed in _deals(args))


def watched_deal(game: str, seed: int, level: int, args: argparse.Namespace) -> DealResult:
    """One deal, drawn and watched; with a work folder by way of a film that is kept there."""
    if args.work:
        return watch_deal(film_of(game, seed, level, args), level=level, told=args.seated)
    return watch_drawn(name_of(game, seed, level, args), drawn_film(game, seed, level, args), told=args.seated)


def clear_deals(args: argparse.Namespace) -> Iterator[Piece[DealResult]]:
    """Every deal, to be seen as a camera would that misses nothing."""
    return (Piece(f"{game}-{seed}", partial(clear_deal, game, seed, args)) for game, seed in _deals(args))


def clear_deal(game: str, seed: int, args: argparse.Namespace) -> DealResult:
    """One deal as a camera sees it that misses nothing."""
    record = deal_of(game, seed, args.most)
    setting = setting_for(record, SIZE, seed=seed, level=1)
    seats = Seats.told({name: (seat.x, seat.y) for name, seat in setting.seats.items()}) if args.seated else None
    clear = ClearLooks.of(record, setting, args.doubt)
    deal = witnessed(record, clear, args.unsaid.split(","), seats)
    return compared(f"{game}-{seed}", deal, {event.line: event.time_s for event in clear.director.truth})


def deal_of(game: str, seed: int, most: int) -> Record:
    """The made-up deal of a seed."""
    return usual_deal(game, seed, most)


def name_of(game: str, seed: int, level: int, args: argparse.Namespace) -> str:
    """What tells one film from all others."""
    faces = _faces(seed, args)
    size = "" if args.size == SIZE else f"-{args.size[1]}"
    return f"{game}-{seed}-{level}-{args.most}-{faces.name if faces else 'own'}{size}"


def drawn_film(game: str, seed: int, level: int, args: argparse.Namespace) -> Film:
    """The film of one deal."""
    record = deal_of(game, seed, args.most)
    return Film(record, setting_for(record, args.size, args.fps, seed, level, _faces(seed, args), args.backgrounds))


def film_of(game: str, seed: int, level: int, args: argparse.Namespace) -> Path:
    """The clip of one deal, rendered unless it lies there already."""
    clip: Path = args.work / f"{name_of(game, seed, level, args)}.mp4"
    if not lying_beside(clip, "truth.jsonl").exists():
        film = drawn_film(game, seed, level, args)
        clip.parent.mkdir(parents=True, exist_ok=True)
        lying_beside(clip, "tally").write_text(str(film.record), encoding="utf-8")
        write_film(film, clip)
    return clip


def _faces(seed: int, args: argparse.Namespace) -> Path | None:
    faces: list[Path] = args.faces
    return faces[seed % len(faces)] if faces else None


# -- following them ----------------------------------------------------------------------------


def watch_deal(clip: Path, reader: CardReader | None = None, level: int = 0, told: bool = False) -> DealResult:
    """Watch one film and compare.  told: whether the players have said where they sit."""
    return compared(clip.stem, followed(clip, reader, told), truth_times(clip), level)


def watch_drawn(name: str, film: Film, reader: CardReader | None = None, told: bool = False) -> DealResult:
    """Watch one film while it is drawn, and compare.  told: as in `watch_deal`."""
    answers = Answers.said((said.time_s, said.text) for said in film.announcements)
    deal = _followed(film.record, calibration_of(film), FilmShowing(film), answers, reader, told)
    return compared(name, deal, {event.line: event.time_s for event in film.truth}, film.setting.level)


def followed(clip: Path, reader: CardReader | None = None, told: bool = False) -> Followed:
    """A film in a file, watched to its end."""
    record = parse_record(lying_beside(clip, "tally").read_text(encoding="utf-8"))
    return _followed(record, Calibration.load(lying_beside(clip, "calibration.toml")), open_source(str(clip)),
                     load_answers(lying_beside(clip, "answers.jsonl")), reader, told)


def _followed(record: Record, calibration: Calibration, source: FrameSource, answers: Answers,
              reader: CardReader | None, told: bool) -> Followed:
    session = session_of(record)
    seats = Seats.told({name: (seat.x, seat.y) for name, seat in setting_for(record).seats.items()}) if told else None
    deal = Followed(record, session, live_table(session, calibration, reader=reader, seats=seats, clock=steady))
    watch(TimedSource(source, deal), deal.live, answers, deal.messages.append)
    return deal


def witnessed(record: Record, clear: ClearLooks, unsaid: Collection[str] = (), seats: Seats | None = None) -> Followed:
    """The same without pictures.  unsaid: verbs that nobody says unless he is asked; seats: if players have said where
    they sit."""
    session = session_of(record)
    deal = Followed(record, session, clear.table(session, seats))
    answers = Answers.said(((said.time_s, said.text) for said in clear.announcements), unsaid)
    for look in clear.looks():
        pass_on(deal.live.take(look), deal.live, answers, look.time_s, deal.messages.append)
    pass_on(deal.live.finish(), deal.live, answers, clear.duration_s + 60, deal.messages.append)
    return deal


def session_of(record: Record) -> Session:
    """A sitting of its own for a record's table."""
    session = SessionStore(":memory:").create(required_game(record, tuple(GAMES)), record.table(), record.deck)
    return session.with_deck(deck_rename(record.deck))


class TimedSource(FrameSource):
    """A source that notes how long its watcher was busy with each frame, in seconds of one core."""

    def __init__(self, inner: FrameSource, deal: Followed) -> None:
        super().__init__(inner.name)
        self._inner, self._deal = inner, deal
        self._given_s: float | None = None

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame of the inner source; processor time since the last one was given counts as work on it."""
        now_s = time.process_time()
        if self._given_s is not None:
            self._deal.busy_s += now_s - self._given_s
            self._deal.frames += 1
        frame = self._inner.read(timeout_s)
        self.ended = self._inner.ended
        self._given_s = time.process_time()
        return frame


def truth_times(clip: Path) -> dict[int, float]:
    """Line -> when the hand was gone.  Raises Refusal where the truth is that of another record."""
    path = lying_beside(clip, "truth.jsonl")
    record = parse_record(lying_beside(clip, "tally").read_text(encoding="utf-8"))
    try:
        head, *rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        matches = (head["game"], tuple(head["players"])) == (record.game, record.table().players)
        written = {line.number: line.text for line in record.events}
        matches = matches and all(written.get(row["line"]) == row["text"] for row in rows if row["line"])
        times = {row["line"]: row["time_s"] for row in rows}
    except (ValueError, KeyError, TypeError) as error:
        raise Refusal(f"{path} is not the truth of a film ({error}).") from error
    if not matches:
        raise Refusal(f"{path} is not the truth of {lying_beside(clip, 'tally')}; "
                         "remove both, to have it drawn anew.")
    return times


def still_fps(film: Film) -> float:
    """Frames per second of one core on a table where nothing happens: one picture with new noise again and
    again."""
    live = live_table(session_of(film.record), calibration_of(film))
    image = next(film.shots([1.0]))
    rng = np.random.default_rng(0)
    noisy = [np.clip(image + rng.normal(0, 2, image.shape), 0, 255).astype(np.uint8) for _ in range(4)]
    for k in range(60):
        live.see(Frame(noisy[k % 4], k / 15, k))
    start_s = time.process_time()
    for k in range(60, 60 + STILL_FRAMES):
        live.see(Frame(noisy[k % 4], k / 15, k))
    return round(STILL_FRAMES / (time.process_time() - start_s), 1)


def _peak_mb() -> float:
    """Of the process here that took the most."""
    peak: Any = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return round(float(peak) / (1024 if sys.platform != "darwin" else 1024 * 1024), 1)
