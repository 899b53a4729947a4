"""What a watched deal came to, and the table of many.

    result = compared(name, deal, hand_gone_s)           # one deal against what really happened
    print(markdown(results))                             # a line for each game and level
    keep(results, Path("bench.json"))                    # together with what the file holds already
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from calibration.files import write_whole
from companion.device.packs import deck_rename
from companion.following.answers import bare, moves_cards
from companion.following.live_table import LiveTable
from companion.following.messages import Answered, Asked, Judged, TableMessage
from companion.log.session import Session
from companion.tools.bench.alignment import pairs_in_order, told_too_often
from rules import GAMES, Action, Record
from rules.adjudicate import RecordJudge


def is_silent(game: str, action: Action) -> bool:
    """Whether it is no event to be seen, though cards may tell of it: what need not be said, and what is shown or lies
    outside all places; cards that are turned up at a place are seen."""
    verb = GAMES[game].verbs.get(action.verb)
    return verb is not None and bool(verb.unsaid or verb.aside or verb.shows) and not action.source


@dataclass
class Followed:
    """A deal with all messages.  frames, busy_s: how many pictures were looked at, and for how long."""

    record: Record
    session: Session
    live: LiveTable
    messages: list[TableMessage] = field(default_factory=list)
    frames: int = 0
    busy_s: float = 0.0


@dataclass
class DealResult:
    """One watched deal.  right, asked, missed count true events that the camera can see; wrong counts
    what was committed and did not happen.  announced: those asked about whose cards were read surely, and
    only what the player announces was lacking.  latency_ms: from the hand's leaving to the commit.
    level: of the film, 0 for a deal without pictures."""

    name: str
    game: str
    level: int
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

    def __str__(self) -> str:
        faults = "".join(f" [{kind}: {'; '.join(lines)}]" for kind, lines in
                         (("wrong", self.wrong_lines), ("missed", self.missed_lines)) if lines)
        return (f"{self.name}: {self.right}/{self.events} right, {self.asked} asked ({self.announced} for what was "
                f"announced), {self.missed} missed, {self.wrong} wrong, {self.questions} questions, {self.fps:.0f} fps"
                f"{', finished' if self.finished else ''}{faults}")


def compared(name: str, deal: Followed, hand_gone_s: dict[int, float], level: int = 0) -> DealResult:
    """Align what was committed with what happened."""
    true = list(visible_lines(deal.record))
    told = _told_by_camera(deal)
    answered = {id(m.action) for m in deal.messages if isinstance(m, Answered) and m.action is not None}
    pairs = _paired(true, told)
    matched = {number for (number, _), _ in pairs}
    right = [(number, m) for (number, _), m in pairs if id(m.action) not in answered]
    wrong = [*_unmatched(told, pairs, answered), *_wrongly_inferred(deal)]
    missed = [str(a) for number, a in true if number not in matched]
    latency = _latency_ms(right, hand_gone_s)
    finished = not wrong and _is_finished(deal)
    asked = [m for _, m in pairs if id(m.action) in answered]
    return DealResult(name, deal.record.game, level, len(true), len(right), len(asked), _announced(asked), len(missed),
                      len(wrong), sum(isinstance(m, Asked) for m in deal.messages), finished, latency,
                      deal.frames / max(deal.busy_s, 1e-9), [str(m.action) for m in wrong], missed)


def _paired(true: Sequence[tuple[int, Action]], told: Sequence[Judged]) -> list[tuple[tuple[int, Action], Judged]]:
    """Lines of the record and what was committed of them, in order; what is on one side alone is left out."""
    return [(true[k], told[n]) for k, n in pairs_in_order([action for _, action in true], [m.action for m in told])]


def _unmatched(told: Sequence[Judged], pairs: Sequence[tuple[tuple[int, Action], Judged]], answered: set[int]
               ) -> list[Judged]:
    """What was committed without a question and did not happen."""
    happened = {id(m) for _, m in pairs}
    return [m for m in told if id(m.action) not in answered and id(m) not in happened]


def _told_by_camera(deal: Followed) -> list[Judged]:
    """What was committed because cards had moved."""
    seen = (m for m in deal.messages if isinstance(m, Judged) and m.events)
    return [m for m in seen if not is_silent(deal.record.game, m.action)]


def _latency_ms(right: Sequence[tuple[int, Judged]], hand_gone_s: dict[int, float]) -> list[float]:
    """How long after the hand had gone each line was told."""
    return [1000 * (m.time_s - hand_gone_s[n]) for n, m in right if n in hand_gone_s]


def _announced(asked: Sequence[Judged]) -> int:
    """How many of these were asked about although every card was read surely."""
    return sum(all(e.sure for e in m.events) for m in asked)


def _is_finished(deal: Followed) -> bool:
    """Whether nothing is asked any more and the scores are those of the record."""
    return deal.live.question is None and _scores(deal.record) == _scores(deal.session.record())


def _wrongly_inferred(deal: Followed) -> list[Judged]:
    """What was taken to have gone unsaid and is not in the record so often."""
    inferred = [m for m in deal.messages if isinstance(m, Judged) and m.source != "player"
                and (not m.events or is_silent(deal.record.game, m.action))]
    return told_too_often(inferred, lambda m: str(bare(m.action)),
                          (str(bare(line.action)) for line in deal.record.events if line.action is not None))


def visible_lines(record: Record) -> Iterable[tuple[int, Action]]:
    """Line number and action of every event that moves cards."""
    match = RecordJudge(record.renamed(deck_rename(record.deck))).match
    for line in record.renamed(deck_rename(record.deck)).events:
        if line.action is not None:
            if moves_cards(match, line.action):
                yield line.number, line.action
            match.push(line.action)


def _scores(record: Record) -> dict[str, int]:
    sitting = RecordJudge(record.renamed(deck_rename(record.deck)))
    for _ in sitting.rows():
        pass
    scores: dict[str, int] = sitting.summary()["scores"]
    return scores


def summed(results: Sequence[DealResult]) -> dict[str, Any]:
    """Deals together."""
    latency = [ms for r in results for ms in r.latency_ms]
    counts = {key: sum(getattr(r, key) for r in results)
              for key in ("events", "right", "asked", "announced", "missed", "wrong")}
    events = max(counts["events"], 1)
    return {
        "deals": len(results), **counts,
        "right_share": round(counts["right"] / events, 4),
        "right_or_announced_share": round((counts["right"] + counts["announced"]) / events, 4),
        "questions_per_deal": round(sum(r.questions for r in results) / max(len(results), 1), 2),
        "deals_finished": sum(r.finished for r in results),
        "latency_ms_median": round(float(np.median(latency))) if latency else None,
        "latency_ms_95": round(float(np.percentile(latency, 95))) if latency else None,
        "fps_playing": round(float(np.median([r.fps for r in results])), 1) if results else None,
    }


def markdown(results: Sequence[DealResult]) -> str:
    """A table with a line for each level and game, and one for all games of a level; nothing in it hangs on the machine
    that watched."""
    lines = ["| game | level | deals | finished | events | right | asked | missed | wrong | right | questions a deal "
             "| ms to commit (median, 95th) |",
             "|---|---" + "|--:" * 10 + "|"]
    for level in sorted({r.level for r in results}):
        of_level = [r for r in results if r.level == level]
        games = list(dict.fromkeys(r.game for r in of_level))
        lines += [_line(game, level, [r for r in of_level if r.game == game]) for game in games]
        if len(games) > 1:
            lines.append(_line("**all**", level, of_level))
    return "\n".join(lines)


def _line(game: str, level: int, results: Sequence[DealResult]) -> str:
    s = summed(results)
    delay = f"{s['latency_ms_median']}, {s['latency_ms_95']}" if s["latency_ms_median"] is not None else ""
    asked = f"{s['asked']} ({s['announced']})" if s["announced"] else str(s["asked"])
    return (f"| {game} | {level or 'clear'} | {s['deals']} | {s['deals_finished']} | {s['events']} | {s['right']} "
            f"| {asked} | {s['missed']} | {s['wrong']} | {100 * s['right_share']:.1f} % | {s['questions_per_deal']} "
            f"| {delay} |")


def keep(results: Sequence[DealResult], file: Path) -> list[DealResult]:
    """Write the results to a JSON file together with those that it holds of other deals; returns all."""
    new = {r.name for r in results}
    together = sorted([*(r for r in kept_results(file) if r.name not in new), *results],
                      key=lambda r: (r.level, r.game, r.name))
    write_whole(file, json.dumps({"deals": [asdict(r) for r in together]}, indent=1))
    return together


def kept_results(file: Path | None) -> list[DealResult]:
    """What `keep` has written to a file; nothing where there is none."""
    if file is None or not file.exists():
        return []
    return [DealResult(**row) for row in json.loads(file.read_text(encoding="utf-8"))["deals"]]
