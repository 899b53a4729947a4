"""What following a stream came to, against what happened; and the table of many streams.

    outcome = judged(path.stem, stream, replayed(stream))
    print(markdown(outcomes))

An event is a line of the record that moves cards.  *Right*: told without a question; *asked*: settled by an answer;
*missed*: never told; *wrong*: told, and did not happen so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.following.answers import bare
from companion.tools.bench.alignment import pairs_in_order, told_too_often
from companion.tools.bench.report import is_silent, visible_lines
from companion.tools.streams.faults_told import Faults, faults_of
from rules import GAMES, Action, parse_action, parse_record
from vision.stream import Stream, StreamHeader, ToldLine

COMMITTED, ANSWERED, ASKED, SAID, INFERRED = "committed", "answered", "asked", "said", "inferred"
BINS = 10  # of probability, for calibration
RANKS_AT_S = (0.5, 1.0, 2.0)  # after the hand was gone the rank of the truth is noted
JUST_S = 1.0  # before it was told an action was thought of at the latest
ABSENT = 99  # the rank of what no hypothesis says


@dataclass(frozen=True)
class Guess:
    """What a follower thought at one moment: the next actions by probability, the likeliest first, each as the line of
    a record; "" for none."""

    time_s: float
    likely: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Following:
    """All that a follower told of a stream, in order, and thought.  busy_s: processor time."""

    told: tuple[ToldLine, ...]
    guesses: tuple[Guess, ...] = ()
    busy_s: float = 0.0


@dataclass(frozen=True)
class Outcome:
    """One stream as it was followed.

    game: with its pack where that is an unusual one; kind: its level, or what was made hard by name.
    latency_ms: from the hand's leaving to the commit, for each event that was right.  bins: for each tenth of
    probability how often a guess fell there, and how often it was right.  ranks: seconds after the hand was gone ->
    the rank of what truly happened at each event.
    """

    name: str
    maker: str
    game: str
    kind: str
    events: int
    right: int
    asked: int
    missed: int
    wrong: int
    questions: int
    latency_ms: tuple[float, ...] = ()
    wrong_lines: tuple[str, ...] = ()
    missed_lines: tuple[str, ...] = ()
    bins: tuple[tuple[int, int], ...] = ((0, 0),) * BINS
    ranks: Mapping[float, tuple[int, ...]] = field(default_factory=dict)
    busy_s: float = 0.0
    faults: Faults = field(default_factory=Faults)

    def __str__(self) -> str:
        slips = "".join(f" [{kind}: {'; '.join(lines)}]" for kind, lines in
                         (("wrong", self.wrong_lines), ("missed", self.missed_lines)) if lines)
        return (f"{self.name}: {self.right}/{self.events} right, {self.asked} asked, {self.missed} missed, "
                f"{self.wrong} wrong, {self.questions} questions, {self.busy_s:.1f} s{slips}")


def judged(name: str, stream: Stream, followed: Following) -> Outcome:
    """Align what was told with what happened."""
    header = stream.header
    true = true_lines(header)
    told = [(line, action) for line, action in actions_told(followed)
            if not is_silent(header.game, action) and not is_roll(header, action)]
    pairs = pairs_in_order([action for _, action in true], [action for _, action in told])
    found = {k for k, _ in pairs}
    right = [(true[k][0], told[n][0]) for k, n in pairs if told[n][0].kind == COMMITTED]
    unmatched = [told[n] for n in sorted(set(range(len(told))) - {n for _, n in pairs})]
    wrong = [*_wrongly_told(header, unmatched), *wrongly_inferred(header, followed.told),
             *wrongly_rolled(header, followed.told)]
    missed = [str(action) for k, (_, action) in enumerate(true) if k not in found]
    delays = _delays_ms(header, right)
    return Outcome(name, header.maker, game_row(header), kind_of(name, header), len(true), len(right),
                   len(pairs) - len(right), len(missed), len(wrong), sum(line.kind == ASKED for line in followed.told),
                   delays, tuple(wrong), tuple(missed), bins_of(header, followed), ranks_of(header, followed),
                   followed.busy_s, faults_of(header, followed.told))


def _wrongly_told(header: StreamHeader, unmatched: Iterable[tuple[ToldLine, Action]]) -> list[str]:
    """Of what was told and did not happen, the lines that nobody was asked about."""
    return [line.text for line, action in unmatched if line.kind == COMMITTED and not lay_unrecorded(header, action)]


def actions_told(followed: Following) -> list[tuple[ToldLine, Action]]:
    """What was told by itself or as an answer, each with its action."""
    return [(line, parse_action(line.text)) for line in followed.told
            if line.kind in (COMMITTED, ANSWERED) and line.text]


def _delays_ms(header: StreamHeader, right: Iterable[tuple[int, ToldLine]]) -> tuple[float, ...]:
    """How long after the hand was gone each true line was told."""
    gone_s = {event.line: event.time_s for event in header.truth}
    return tuple(1000 * (line.time_s - gone_s[number]) for number, line in right if number in gone_s)


def is_roll(header: StreamHeader, action: Action) -> bool:
    """Whether dice tell of an action, and no card does."""
    verb = GAMES[header.game].verbs.get(action.verb)
    return verb is not None and verb.told_by == "dice"


def wrongly_rolled(header: StreamHeader, told: Iterable[ToldLine]) -> list[str]:
    """The rolls that the camera told and that nobody threw."""
    thrown = [line.action for line in parse_record(header.record).events if line.action is not None]
    committed = (line.text for line in told if line.kind == COMMITTED)
    return told_too_often((text for text in committed if is_roll(header, parse_action(text))),
                          lambda text: _throw(parse_action(text)),
                          (_throw(action) for action in thrown if is_roll(header, action)))


def _throw(action: Action) -> tuple[str, tuple[int, ...]]:
    """Who threw what, whichever die showed which."""
    return action.actor, tuple(sorted(action.numbers))


def lay_unrecorded(header: StreamHeader, action: Action) -> bool:
    """Whether an action of nobody's tells of cards that truly lay open and of which the record says nothing, as the
    upper card of an open stock."""
    open_cards = {event.means for event in header.truth if event.line == 0 and event.event == "appeared"}
    return action.actor not in header.players and bool(action.cards) and set(map(str, action.cards)) <= open_cards


def game_row(header: StreamHeader) -> str:
    """The game, and its pack where it is another than usual."""
    return header.game if header.deck in ("", "standard") else f"{header.game}, {header.deck}"


def kind_of(name: str, header: StreamHeader) -> str:
    """What was made hard in a film: its level, or the mixture or trouble by which it was drawn."""
    words = name.split("-")
    if header.odd_bands is not None and len(words) > 4:
        return "-".join(words[3:-1])
    return words[3] if len(words) == 4 and header.maker else str(header.level)


def true_lines(header: StreamHeader) -> list[tuple[int, Action]]:
    """Line number and action of every event that moves cards."""
    return list(visible_lines(parse_record(header.record)))


def wrongly_inferred(header: StreamHeader, told: Iterable[ToldLine]) -> list[str]:
    """What was taken to have gone unsaid and is not in the record so often."""
    record = parse_record(header.record)
    inferred = (line.text for line in told if line.kind == INFERRED
                or (line.kind == COMMITTED and is_silent(header.game, parse_action(line.text))))
    return told_too_often(inferred, lambda text: str(bare(parse_action(text))),
                          (str(bare(line.action)) for line in record.events if line.action is not None))


# -- what was thought --------------------------------------------------------------------------


def next_true(header: StreamHeader, followed: Following) -> Iterator[tuple[Guess, int, str]]:
    """Each guess with the number and text of the first true line that was not told before it; none after the last."""
    true = true_lines(header)
    texts = [str(bare(action)) for _, action in true]
    told = [(line.time_s, str(bare(parse_action(line.text)))) for line in followed.told
            if line.kind in (COMMITTED, ANSWERED) and line.text]
    at = n = 0
    for guess in followed.guesses:
        while n < len(told) and told[n][0] < guess.time_s - 1e-6:
            if told[n][1] in texts[at:]:
                at = texts.index(told[n][1], at) + 1
            n += 1
        if at < len(true):
            yield guess, true[at][0], texts[at]


def bins_of(header: StreamHeader, followed: Following) -> tuple[tuple[int, int], ...]:
    """For each tenth of probability how many guesses fell there, and how many of them named the next true line."""
    bins = [[0, 0] for _ in range(BINS)]
    for guess, _, text in next_true(header, followed):
        for likely, probability in guess.likely:
            if likely:
                cell = bins[min(int(probability * BINS), BINS - 1)]
                cell[0] += 1
                cell[1] += str(bare(parse_action(likely))) == text
    return tuple((n, right) for n, right in bins)


def believed_when_told(header: StreamHeader, followed: Following) -> list[tuple[float, bool]]:
    """For each action that was told unasked, how likely it was held to be just before, and whether it happened."""
    told = actions_told(followed)
    right = {n for _, n in pairs_in_order([action for _, action in true_lines(header)], [action for _, action in told])}
    rows = []
    for n, (line, action) in enumerate(told):
        lately = [p for guess in followed.guesses if line.time_s - JUST_S <= guess.time_s <= line.time_s
                  for text, p in guess.likely if text and bare(parse_action(text)) == bare(action)]
        if line.kind == COMMITTED and lately and not is_silent(header.game, action):
            rows.append((max(lately), n in right))
    return rows


def ranks_of(header: StreamHeader, followed: Following) -> dict[float, tuple[int, ...]]:
    """The rank of what truly happened, so long after the hand was gone; 1 once it is told."""
    gone_s = {event.line: event.time_s for event in header.truth}
    seen: dict[int, list[tuple[float, int]]] = {}
    for guess, number, text in next_true(header, followed):
        names = [str(bare(parse_action(likely))) if likely else "" for likely, _ in guess.likely]
        seen.setdefault(number, []).append((guess.time_s, names.index(text) + 1 if text in names else ABSENT))
    true = true_lines(header)
    told = actions_told(followed)
    told_s = {true[k][0]: told[n][0].time_s
              for k, n in pairs_in_order([action for _, action in true], [action for _, action in told])}
    return {after_s: tuple(_rank_at(gone_s.get(number, np.inf) + after_s, told_s.get(number, np.inf),
                                    seen.get(number, ())) for number, _ in true)
            for after_s in (RANKS_AT_S if followed.guesses else ())}


def _rank_at(time_s: float, told_s: float, ranks: Sequence[tuple[float, int]]) -> int:
    """The rank at a time of what was told at another, from (time, rank) in order of time."""
    if told_s <= time_s:
        return 1
    return next((rank for at_s, rank in reversed(ranks) if at_s <= time_s), ABSENT)


# -- many --------------------------------------------------------------------------------------


def markdown(outcomes: Sequence[Outcome]) -> str:
    """A line for each maker, kind and game, and one for all games."""
    lines = ["| maker | game | level or trouble | deals | events | right | asked | missed | wrong | right "
             "| ms to commit (median, 95th) | s a deal |", "|---|---|" + "--:|" * 10]
    for maker, kind in sorted({(o.maker, o.kind) for o in outcomes}):
        rows = [o for o in outcomes if (o.maker, o.kind) == (maker, kind)]
        games = sorted({o.game for o in rows})
        lines += [_line(maker, game, kind, [o for o in rows if o.game == game]) for game in games]
        if len(games) > 1:
            lines.append(_line(maker, "**all**", kind, rows))
    return "\n".join(lines)


def _line(maker: str, game: str, kind: str, rows: Sequence[Outcome]) -> str:
    busy = f"{np.mean([o.busy_s for o in rows]):.1f}"
    return (f"| {maker} | {game} | {kind} | {len(rows)} | {sum(o.events for o in rows)} | {_figures(rows)} | {busy} |"
            ).replace("  ", " ")


def _figures(rows: Sequence[Outcome]) -> str:
    right, asked, missed, wrong, events = (sum(getattr(o, name) for o in rows)
                                           for name in ("right", "asked", "missed", "wrong", "events"))
    ms = [delay for o in rows for delay in o.latency_ms]
    delays = f"{np.median(ms):.0f}, {np.percentile(ms, 95):.0f}" if ms else ""
    return f"{right} | {asked} | {missed} | {wrong} | {100 * right / max(events, 1):.1f} % | {delays}"


def thoughts(outcomes: Sequence[Outcome]) -> str:
    """How well probabilities are calibrated, and how far up the truth stood; "" where nobody told what he thought."""
    bins = np.sum([o.bins for o in outcomes], axis=0) if outcomes else np.zeros((BINS, 2), int)
    if not bins[:, 0].any():
        return ""
    lines = ["", "| probability | guesses | right |", "|---|--:|--:|"]
    lines += [f"| {k / BINS:.1f}-{(k + 1) / BINS:.1f} | {n} | {100 * right / n:.1f} % |" if n else
              f"| {k / BINS:.1f}-{(k + 1) / BINS:.1f} | 0 | |" for k, (n, right) in enumerate(bins.tolist())]
    lines += ["", "| s after the hand is gone | truth first | second or third | lower | in no hypothesis |",
              "|---|--:|--:|--:|--:|"]
    for after_s in RANKS_AT_S:
        ranks = np.array([rank for o in outcomes for rank in o.ranks.get(after_s, ())])
        shares = [(ranks == 1).mean(), ((ranks > 1) & (ranks < 4)).mean(), ((ranks >= 4) & (ranks < ABSENT)).mean(),
                  (ranks == ABSENT).mean()]
        lines.append(f"| {after_s} | " + " | ".join(f"{100 * share:.1f} %" for share in shares) + " |")
    return "\n".join(lines)


def faults_table(outcomes: Sequence[Outcome]) -> str:
    """What became of plays that break a rule, a line for each game; "" where there were none, told or planted."""
    rows = [o for o in outcomes if o.faults.planted or o.faults.accused]
    if not rows:
        return ""
    lines = ["", "| game | films with faults | planted | told as such | accused of what was never done |",
             "|---|--:|--:|--:|--:|"]
    for game in sorted({o.game for o in rows}):
        of = [o for o in rows if o.game == game]
        lines.append(f"| {game} | {sum(o.faults.planted > 0 for o in of)} | {sum(o.faults.planted for o in of)} | "
                     f"{sum(o.faults.found for o in of)} | {sum(len(o.faults.accused) for o in of)} |")
    return "\n".join(lines)
