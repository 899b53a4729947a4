"""The filmed bench: seeded deals are rendered, watched, and compared with what really happened.

    python -m companion.bench --games limbo,never_over --deals 10 --work films \\
        --faces shared/faces/tango shared/faces/oxygen --backgrounds shared/backgrounds

Films stay in the work folder, so that a second run only watches.  The scripted players make their
announcements and answer questions truly; nobody corrects anything.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import numpy as np

from calibration import Calibration
from companion.answers import load_answers, moves_cards
from companion.filming.deals import random_deal
from companion.filming.film import Film
from companion.filming.setting import setting_for
from companion.filming.writing import beside, write_film
from companion.live import Answered, Asked, Judged, LiveTable, Message, Reader
from companion.records import deck_rename
from companion.session import SessionStore
from companion.watching import live_table, watch
from rules import Action, Record, parse_record
from rules.adjudicate import Sitting
from vision.frames import Frame, FrameSource, open_source

DECKS = {"never_over": "improvised"}
PLAYERS = {"limbo": ("Ann", "Bob")}
THREE = ("Ann", "Bea", "Cal")
STILL_FRAMES = 200


@dataclass
class DealResult:
    """One watched deal.  right, asked, missed count true events that the camera can see; wrong counts
    what was committed and did not happen.  announced: those asked about whose cards were read surely, and
    only what the player announces was lacking.  latency_ms: from the hand's leaving to the commit."""

    name: str
    events: int
    right: int
    asked: int
    announced: int
    missed: int
    wrong: int
    questions: int
    finished: bool
    latency_ms: list[float]
    fps: float
    wrong_lines: list[str] = field(default_factory=list)
    missed_lines: list[str] = field(default_factory=list)


def main(words: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(words)
    results = []
    for game in args.games.split(","):
        for seed in range(args.seed, args.seed + args.deals):
            clip = film_of(game, seed, args)
            result = watch_deal(clip)
            results.append(result)
            print(_line(result), file=sys.stderr, flush=True)
    summary = {**summed(results), "still_fps": still_fps(clip), "peak_memory_mb": _peak_mb()}
    if args.json:
        print(json.dumps({"deals": [asdict(r) for r in results], **summary}))
    else:
        print("\n".join(f"{key:<24} {value}" for key, value in summary.items()))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m companion.bench", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="limbo,never_over", help="names, with commas")
    parser.add_argument("--deals", type=int, default=10, help="of each game")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--level", type=int, default=2, help="trouble of the films, 1 to 5")
    parser.add_argument("--fps", type=float, default=15.0, help="of the films")
    parser.add_argument("--most", type=int, default=200, metavar="N", help="events of a deal")
    parser.add_argument("--faces", type=Path, nargs="*", default=[], metavar="DIR", help="decks, taken in turn")
    parser.add_argument("--backgrounds", type=Path, metavar="DIR")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="where films are kept")
    parser.add_argument("--json", action="store_true")
    return parser


def film_of(game: str, seed: int, args: argparse.Namespace) -> Path:
    """The clip of one deal, rendered unless it lies there already."""
    faces = args.faces[seed % len(args.faces)] if args.faces else None
    clip: Path = args.work / f"{game}-{seed}-{args.level}-{args.most}-{faces.name if faces else 'own'}.mp4"
    if not beside(clip, "truth.jsonl").exists():
        record = random_deal(game, PLAYERS.get(game, THREE), seed, deck=DECKS.get(game, ""), most=args.most)
        clip.parent.mkdir(parents=True, exist_ok=True)
        beside(clip, "tally").write_text(str(record), encoding="utf-8")
        setting = setting_for(record, (1280, 720), args.fps, seed, args.level, faces, args.backgrounds)
        write_film(Film(record, setting), clip)
    return clip


class Watched:
    """A watched film with all messages, and the time each took to come."""

    def __init__(self, clip: Path, reader: Reader | None = None) -> None:
        self.record = parse_record(beside(clip, "tally").read_text(encoding="utf-8"))
        calibration = Calibration.load(beside(clip, "calibration.toml"))
        session = SessionStore(":memory:").create(self.record.game, self.record.table(), self.record.deck)
        self.session = session.with_deck(deck_rename(self.record.deck))
        self.live = live_table(self.session, calibration, reader=reader)
        self.messages: list[Message] = []
        self.frames = 0
        self.busy_s = 0.0
        self._source = _Timed(open_source(str(clip)), self)
        watch(self._source, self.live, load_answers(beside(clip, "answers.jsonl")), self.messages.append)


class _Timed(FrameSource):
    """A film that notes how long its watcher was busy with each frame."""

    def __init__(self, inner: FrameSource, watched: Watched) -> None:
        super().__init__(inner.name)
        self._inner, self._watched = inner, watched
        self._given_s: float | None = None

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        now_s = time.perf_counter()
        if self._given_s is not None:
            self._watched.busy_s += now_s - self._given_s
            self._watched.frames += 1
        frame = self._inner.read(timeout_s)
        self.ended = self._inner.ended
        self._given_s = time.perf_counter()
        return frame


def watch_deal(clip: Path, reader: Reader | None = None) -> DealResult:
    """Watch one film and compare."""
    watched = Watched(clip, reader)
    return compared(clip.stem, watched, truth_times(clip))


def compared(name: str, watched: Watched, hand_gone_s: dict[int, float]) -> DealResult:
    """Align what was committed with what happened."""
    true = list(visible_lines(watched.record))
    told = [m for m in watched.messages if isinstance(m, Judged) and m.events]
    answered = {id(m.action) for m in watched.messages if isinstance(m, Answered) and m.action is not None}
    blocks = SequenceMatcher(None, [_key(a) for _, a in true], [_key(m.action) for m in told], False)
    pairs = [(true[b.a + k], told[b.b + k]) for b in blocks.get_matching_blocks() for k in range(b.size)]
    matched_true, matched_told = {number for (number, _), _ in pairs}, {id(m) for _, m in pairs}
    right = [(number, m) for (number, _), m in pairs if id(m.action) not in answered]
    wrong = [m for m in told if id(m) not in matched_told and id(m.action) not in answered]
    missed = [str(a) for number, a in true if number not in matched_true]
    latency = [1000 * (m.time_s - hand_gone_s[n]) for n, m in right if n in hand_gone_s]
    finished = not wrong and watched.live.question is None and _scores(watched.record) == _scores(
        watched.session.record())
    asked = [m for _, m in pairs if id(m.action) in answered]
    announced = [m for m in asked if all(e.sure for e in m.events)]
    return DealResult(name, len(true), len(right), len(asked), len(announced), len(missed), len(wrong),
                      sum(isinstance(m, Asked) for m in watched.messages), finished, latency,
                      watched.frames / max(watched.busy_s, 1e-9), [str(m.action) for m in wrong], missed)


def visible_lines(record: Record) -> Iterable[tuple[int, Action]]:
    """Line number and action of every event that moves cards."""
    match = Sitting(record.renamed(deck_rename(record.deck))).match
    for line in record.renamed(deck_rename(record.deck)).events:
        if line.action is not None:
            if moves_cards(match, line.action):
                yield line.number, line.action
            match.push(line.action)


def truth_times(clip: Path) -> dict[int, float]:
    """Line -> when the hand was gone."""
    rows = [json.loads(line) for line in beside(clip, "truth.jsonl").read_text(encoding="utf-8").splitlines()[1:]]
    return {row["line"]: row["time_s"] for row in rows}


def still_fps(clip: Path) -> float:
    """Frames per second on a table where nothing happens: one frame again and again."""
    watched_record = parse_record(beside(clip, "tally").read_text(encoding="utf-8"))
    session = SessionStore(":memory:").create(watched_record.game, watched_record.table(), watched_record.deck)
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


def summed(results: list[DealResult]) -> dict[str, Any]:
    """All deals together."""
    latency = [ms for r in results for ms in r.latency_ms]
    events = sum(r.events for r in results)
    return {
        "deals": len(results), "events": events,
        **{key: sum(getattr(r, key) for r in results) for key in ("right", "asked", "announced", "missed", "wrong")},
        "right_share": round(sum(r.right for r in results) / max(events, 1), 4),
        "right_or_announced_share": round(sum(r.right + r.announced for r in results) / max(events, 1), 4),
        "questions_per_deal": round(sum(r.questions for r in results) / max(len(results), 1), 2),
        "deals_finished": sum(r.finished for r in results),
        "latency_ms_median": round(float(np.median(latency))) if latency else None,
        "latency_ms_95": round(float(np.percentile(latency, 95))) if latency else None,
        "fps_playing": round(float(np.median([r.fps for r in results])), 1) if results else None,
    }


def _key(action: Action) -> str:
    return str(replace(action, announced=None, as_value=None, stands=False))


def _scores(record: Record) -> dict[str, int]:
    sitting = Sitting(record.renamed(deck_rename(record.deck)))
    for _ in sitting.rows():
        pass
    scores: dict[str, int] = sitting.summary()["scores"]
    return scores


def _line(r: DealResult) -> str:
    faults = "".join(f" [{kind}: {'; '.join(lines)}]" for kind, lines in
                     (("wrong", r.wrong_lines), ("missed", r.missed_lines)) if lines)
    return (f"{r.name}: {r.right}/{r.events} right, {r.asked} asked ({r.announced} for what was announced), "
            f"{r.missed} missed, {r.wrong} wrong, "
            f"{r.questions} questions, {r.fps:.0f} fps{', finished' if r.finished else ''}{faults}")


def _peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 if sys.platform != "darwin" else 1024 * 1024), 1)




if __name__ == "__main__":
    raise SystemExit(main())
