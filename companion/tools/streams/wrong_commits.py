"""Wrong actions told on purpose in films that are told rightly otherwise: how many are taken back and put right.

    python -m companion.tools.streams.wrong_commits FOLDER [--most N]

The action told is replaced by another one that the rules allow, with a card of the same rank or suit; then the film is
followed to its end.  A line for each, and in the end how many came to what the film comes to unspoiled.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.following.answers import Answers, bare
from companion.following.commit import Commits, Puzzled, Settled
from companion.following.live_table import LiveTable
from companion.following.loop import pass_on
from companion.following.messages import Judged, TableMessage, TakenBack
from companion.following.prior import GamePrior
from companion.log.session import Session
from companion.tools.streams.by_belief import sitting_of, table_for
from rules import Action, parse_card
from rules.core.record import UNDO
from vision.belief.belief import Belief, Believer
from vision.stream import Stream, read_stream

MOST = 3  # wrong actions tried in a film


@dataclass(frozen=True)
class Course:
    """What a film came to.  lines: what is in the log at its end; back: how often something was taken back unasked;
    planted: what was told wrongly, instead_of: what was done; took_s: until the action that was done was told again;
    was_next: before the next one was."""

    lines: tuple[str, ...]
    back: int
    asked: int
    planted: str = ""
    instead_of: str = ""
    took_s: float = float("nan")
    was_next: bool = False


class Misled:
    """Has one action of a table told wrongly.  at: which, counted from 0."""

    def __init__(self, session: Session, labels: Iterable[str], at: int) -> None:
        self._session, self._labels, self._at, self._count = session, tuple(labels), at, 0
        self.planted: Action | None = None
        self.instead_of: Action | None = None

    def decides(self, prior: GamePrior) -> Commits:
        """Who rules at the table."""
        return _Misleading(prior, self)

    def told(self, settled: Settled, prior: GamePrior) -> Settled:
        """What is to be told of what is settled."""
        other = self._other(settled.action, prior) if self._count == self._at else None
        self._count += 1
        if other is None:
            return settled
        self.planted, self.instead_of = other, settled.action
        return replace(settled, action=other)

    def _other(self, action: Action, prior: GamePrior) -> Action | None:
        """Another legal action, with a card of the same rank or suit."""
        match = self._session.match
        for card in action.cards[:1]:
            for label in self._labels:
                name = prior.name(label)
                if name != str(card) and (name[:1] == str(card)[:1] or name[-1:] == str(card)[-1:]):
                    other = replace(action, cards=(parse_card(name), *action.cards[1:]))
                    if match.game.judge(match.state, other).kind == "ok":
                        return other
        return None


class _Misleading(Commits):
    """Rules as any other, but for the one action."""

    def __init__(self, prior: GamePrior, misled: Misled) -> None:
        super().__init__(prior)
        self._told_by, self._misled = prior, misled

    def ruling(self, believer: Believer, belief: Belief) -> Settled | Puzzled | None:
        ruling = super().ruling(believer, belief)
        return self._misled.told(ruling, self._told_by) if isinstance(ruling, Settled) else ruling


def course(stream: Stream, at: int | None = None) -> Course:
    """A film followed; at: which action is told wrongly, counted from 0."""
    header = stream.header
    session, deck = sitting_of(header)
    misled = Misled(session, deck.copies_read, at) if at is not None else None
    table = table_for(header, session, misled.decides if misled is not None else Commits)
    messages = _messages(stream, table)
    lines = tuple(str(bare(entry.action)) for entry in table.session.entries)
    back = sum(isinstance(message, TakenBack) for message in messages)
    asked = sum(type(message).__name__ == "Asked" for message in messages)
    if misled is None or misled.planted is None or misled.instead_of is None:
        return Course(lines, back, asked)
    took_s, is_next = _put_right(messages, misled.planted, misled.instead_of)
    return Course(lines, back, asked, str(misled.planted), str(misled.instead_of), took_s, is_next)


def _messages(stream: Stream, table: LiveTable) -> list[TableMessage]:
    """All that is told of a film."""
    answers = Answers.said((said.time_s, said.text) for said in stream.header.said if said.text != UNDO)
    messages: list[TableMessage] = []
    now_s = 0.0
    for look in stream.looks:
        now_s = look.time_s
        pass_on(table.take(look, stream.header.frame_px), table, answers, now_s, messages.append)
    answers.end(now_s)
    pass_on(table.finish(), table, answers, now_s + 60, messages.append)
    return messages


def _put_right(messages: Iterable[TableMessage], planted: Action, instead_of: Action) -> tuple[float, bool]:
    """Seconds from a wrong action to the right one, nan: it was never told; and whether nothing was told between."""
    told = [message for message in messages if isinstance(message, Judged)]
    wrong = next(k for k, m in enumerate(told) if m.action == planted)
    again = next((k for k, m in enumerate(told) if k > wrong and bare(m.action) == bare(instead_of)), None)
    return told[again].time_s - told[wrong].time_s if again is not None else float("nan"), again == wrong + 1


def main(words: Sequence[str] | None = None) -> int:
    """Follow every film of a folder unspoiled, then with wrong actions."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools.streams.wrong_commits", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", type=Path, nargs="+", help="streams, or folders of them")
    parser.add_argument("--most", type=int, default=MOST, metavar="N", help="wrong actions tried in a film")
    args = parser.parse_args(words)
    paths = [p for place in args.places for p in (sorted(place.glob("*.stream")) if place.is_dir() else [place])]
    spoiled: list[tuple[Course, Course]] = []
    events = undone = 0
    for path in paths:
        stream = read_stream(path)
        plain = course(stream)
        events, undone = events + len(plain.lines), undone + plain.back
        print(f"{path.stem}: {len(plain.lines)} told, {plain.back} taken back, {plain.asked} asked", flush=True)
        for at in range(1, 1 + 2 * args.most, 2):
            found = course(stream, at)
            if found.planted:
                spoiled.append((plain, found))
                state = "whole" if found.lines == plain.lines else f"{_apart(plain, found)} lines apart"
                print(f"  {found.planted} told for {found.instead_of}: {state}, put right after {found.took_s:.1f} s"
                      f"{', before the next action' if found.was_next else ''}", flush=True)
    whole = sum(found.lines == plain.lines for plain, found in spoiled)
    soon = sum(found.was_next for _, found in spoiled)
    print(f"{whole} of {len(spoiled)} wrong actions wholly put right, {soon} told rightly before the next action; "
          f"of {events} unspoiled {undone} taken back")
    return 0


def _apart(plain: Course, found: Course) -> int:
    return len(set(plain.lines) ^ set(found.lines))


if __name__ == "__main__":
    sys.exit(main())
