"""A camera that misses nothing: a directed film as the table events that a perfect reader would report.

    witness = Witness.of(record, setting)
    messages = witness.follow(live, answers)         # what the referee makes of them, without pictures

    python -m companion.bench --games scopa --deals 20 --witness       # the referee alone

What the referee cannot follow with such a witness, it cannot follow with any camera.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.answers import Answers
from companion.filming.direction import Announcement, Director, Setting, TruthEvent
from companion.live import LiveTable, Message
from companion.watching import pass_on
from rules import Record
from vision.detections import Detections
from vision.events import EventKind, TableEvent

SETTLE_S = 0.35  # from the hand's leaving to the tracker's word
TOGETHER_S = 0.25  # cards uncovered so closely settle in one look
STEP_S = 0.1
_KINDS: dict[str, EventKind] = {"appeared": "appeared", "left": "left", "moved": "moved", "slid": "moved"}


class NoReader:
    """A reader that is never asked."""

    def read(self, image_bgr: np.ndarray, regions_px: Sequence[tuple[float, float, float, float]] | None = None
             ) -> Detections:
        return Detections.empty()


@dataclass(frozen=True)
class Witness:
    """Everything that will be seen and said, and how long it takes."""

    events: tuple[TableEvent, ...]
    announcements: tuple[Announcement, ...]
    duration_s: float

    @classmethod
    def of(cls, record: Record, setting: Setting, scatter_s: float = 0.0) -> Witness:
        """scatter_s: up to so much later some cards are read than others."""
        rng = np.random.default_rng(setting.seed)
        director = Director(record, setting, rng)
        duration_s = director.direct()
        truth = sorted(director.truth, key=lambda t: t.time_s)
        events = seen(truth, np.random.default_rng((setting.seed, 3)), scatter_s)
        return cls(tuple(events), tuple(director.announcements), duration_s)

    @property
    def answers(self) -> Answers:
        """The players, who say what must be said and answer truly."""
        return Answers.said((said.time_s, said.text) for said in self.announcements)

    def follow(self, live: LiveTable, answers: Answers | None = None) -> list[Message]:
        """Let the table live through it; returns all messages in order."""
        messages: list[Message] = []
        answers = answers if answers is not None else self.answers
        waiting = list(self.events)
        for now_s in np.arange(0.0, self.duration_s + 1.0, STEP_S):
            due = [event for event in waiting if event.time_s <= now_s]
            waiting = waiting[len(due):]
            pass_on(live.witness(due, float(now_s)), live, answers, float(now_s), messages.append)
        pass_on(live.finish(), live, answers, self.duration_s + 60, messages.append)
        return messages


def seen(truth: Sequence[TruthEvent], rng: np.random.Generator, scatter_s: float) -> list[TableEvent]:
    """Table events in order of time; those of one moment together."""
    events = [_event(t, t.time_s + SETTLE_S + float(rng.uniform(0, scatter_s))) for t in truth if t.event in _KINDS]
    return list(_in_looks(sorted(events, key=lambda e: e.time_s)))


def _event(t: TruthEvent, time_s: float) -> TableEvent:
    pose = t.lying.pose
    zone = t.source if t.event == "left" else t.place
    source = t.source if t.event in ("moved", "slid") else ""
    return TableEvent(_KINDS[t.event], t.card, 0.99, True, ((t.card, 0.99),), zone, (pose.x, pose.y), time_s,
                      t.lying.key, source)


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
