"""A camera that misses nothing: a directed film as the table events that a perfect reader would report.

    witness = Witness.of(record, setting)
    messages = witness.follow(live, answers)         # what the referee makes of them, without pictures

    python -m companion.tools bench --games scopa --deals 20 --witness       # the referee alone

What the referee cannot follow with such a witness, it cannot follow with any camera.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.filming.direction import Announcement, Director, Setting
from companion.filming.truth import TruthEvent
from companion.following.answers import Answers
from companion.following.live import LiveTable
from companion.following.loop import pass_on
from companion.following.messages import TableMessage
from rules import GAMES, Card, Match, Record
from rules.core.record import required_game
from vision.detections import UNREAD
from vision.events import EventKind, TableEvent

SETTLE_S = 0.35  # from the hand's leaving to the tracker's word
TOGETHER_S = 0.25  # cards uncovered so closely settle in one look
STEP_S = 0.1
ASIDE = ("retire", "show")
FIRST_ASIDE = 1_000_000  # the number by which the first card laid aside is known
_KINDS: dict[str, EventKind] = {"appeared": "appeared", "left": "left", "moved": "moved", "slid": "moved"}


@dataclass(frozen=True)
class Witness:
    """Everything that will be seen and said, and how long it takes."""

    events: tuple[TableEvent, ...]
    announcements: tuple[Announcement, ...]
    duration_s: float
    unsaid: frozenset[str] = frozenset()  # verbs that the players say only when they are asked

    @classmethod
    def of(cls, record: Record, setting: Setting, scatter_s: float = 0.0, unsaid: Sequence[str] = (),
           overlooked: float = 0.0, unread: float = 0.0) -> Witness:
        """scatter_s: up to so much later some cards are read than others.  unsaid: verbs that the players
        forget to say.  overlooked: share of the cards that are never noticed; unread: of those that are noticed,
        but not read."""
        director = Director(record, setting, np.random.default_rng(setting.seed))
        duration_s = director.direct()
        rng = np.random.default_rng((setting.seed, 3))
        truth = sorted((t for t in director.truth if t.event in _KINDS), key=lambda t: t.time_s)
        hands = _hands(record, setting)
        blind = {key for key in dict.fromkeys(t.lying.key for t in truth) if rng.random() < overlooked}
        truth = [t for t in truth if t.lying.key not in blind]
        aside = tuple(_laid_aside(record, setting, director.announcements))
        dim = {key for key in dict.fromkeys(t.lying.key for t in truth) if unread and rng.random() < unread}
        events = [_event(t, t.time_s + SETTLE_S + float(rng.uniform(0, scatter_s)), hands.get(t.line))
                  for t in truth]
        events = [replace(e, label=UNREAD, confidence=0.0, sure=False, candidates=()) if e.track in dim else e
                  for e in events]
        events = sorted([*events, *aside], key=lambda e: e.time_s)
        return cls(tuple(_in_looks(events)), tuple(director.announcements), duration_s, frozenset(unsaid))

    @property
    def answers(self) -> Answers:
        """The players, who say what must be said and answer truly."""
        return Answers.said(((said.time_s, said.text) for said in self.announcements), self.unsaid)

    def follow(self, live: LiveTable, answers: Answers | None = None) -> list[TableMessage]:
        """Let the table live through it; returns all messages in order."""
        messages: list[TableMessage] = []
        answers = answers if answers is not None else self.answers
        waiting = list(self.events)
        for now_s in np.arange(0.0, self.duration_s + 1.0, STEP_S):
            due = [event for event in waiting if event.time_s <= now_s]
            waiting = waiting[len(due):]
            pass_on(live.witness(due, float(now_s)), live, answers, float(now_s), messages.append)
        pass_on(live.finish(), live, answers, self.duration_s + 60, messages.append)
        return messages


def _hands(record: Record, setting: Setting) -> dict[int, tuple[float, float]]:
    """Line -> where the hand comes from that moves its cards."""
    table = record.table()
    dealer = table.dealer or table.players[-1]
    actors = {line.number: line.action.actor for line in record.events if line.action is not None}
    seats = {name: (seat.x, seat.y) for name, seat in setting.seats.items()}
    return {line: seats[actor if actor in seats else dealer] for line, actor in actors.items()}


def _laid_aside(record: Record, setting: Setting, announcements: Sequence[Announcement]) -> Iterator[TableEvent]:
    """Hands that are given up, face down and squared, or shown, beside each other: both before their players."""
    times = iter(announcements)
    match, track = Match(GAMES[required_game(record, tuple(GAMES))], record.table()), FIRST_ASIDE
    for line, written in zip(record.renamed(lambda card: Card(setting.means(card.face), card.back)).events,
                             record.events, strict=True):
        if line.action is None or written.action is None:
            continue
        said = next((a for a in times if a.text == written.text), None)
        meant = match.game.camera.laid_aside(match.state, line.action.actor, line.action.cards)
        match.push(line.action)
        seat = setting.seats.get(line.action.actor)
        if said is None or seat is None or line.action.verb not in ASIDE or meant is None:
            continue
        faces = [setting.physical.get(card.face, (card.face,))[0] for card in line.action.cards] or [UNREAD]
        for k, face in enumerate(faces):
            track += 1
            yield _aside(face, k, (seat.x, seat.y), said.time_s + SETTLE_S, track)


def _aside(face: str, k: int, seat_mm: tuple[float, float], time_s: float, track: int) -> TableEvent:
    """The k-th card of a hand that its player lays down before himself."""
    is_open = face != UNREAD
    return TableEvent("appeared", face, 0.99 if is_open else 0.0, is_open, ((face, 0.99),) if is_open else (), "",
                      (0.9 * seat_mm[0] + 20 * k, 0.9 * seat_mm[1]), time_s, track, face_up=is_open, hand_mm=seat_mm)


def _event(t: TruthEvent, time_s: float, hand_mm: tuple[float, float] | None) -> TableEvent:
    pose = t.lying.pose
    zone = t.source if t.event == "left" else t.place
    source = t.source if t.event in ("moved", "slid") else ""
    return TableEvent(_KINDS[t.event], t.card, 0.99, True, ((t.card, 0.99),), zone, (pose.x, pose.y), time_s,
                      t.lying.key, source, hand_mm=hand_mm)


def _in_looks(events: Sequence[TableEvent]) -> Iterator[TableEvent]:
    """Events that settle closely after one another bear one time."""
    last_s = -np.inf
    look: list[TableEvent] = []
    for event in events:
        if event.time_s - last_s > TOGETHER_S:
            yield from (replace(e, time_s=last_s) for e in look)
            look = []
        look.append(event)
        last_s = event.time_s
    yield from (replace(e, time_s=last_s) for e in look)
