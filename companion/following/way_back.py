"""A way back after a wrong action was told: a belief of its own that has not been told it, and sees what comes.

    way_back = WayBack()
    way_back.told(believer, prior, session)      # an action is about to be logged that the camera saw
    way_back.take(look, None)                    # every look after it
    way_back.otherwise(belief)                   # Otherwise, once what is seen says that something else was done
    way_back.according_to(action)                # the same, where players say what was done
    way_back.forget()                            # players have spoken since: their words confirm it

It never touches the belief that tells: whatever looks odd would be blamed on the last action there.  Soon after the
action its looks begin to wait, fewer of them, until the belief that tells is strained by what it sees: a plain table
costs nothing.  Then a second of them is thought about at each look, so that the table is followed meanwhile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from companion.following.answers import bare
from companion.following.commit import ASK_S, LEAST, LEAST_CHOICE, Commits, Settled
from companion.following.prior import GamePrior
from companion.log.session import LogEntry, Session
from rules import Action
from vision.belief.belief import Belief, Believed, Believer
from vision.belief.noise import noise
from vision.stream import Look
from vision.watching.viewpoint import Viewpoint

FIRM_S = 1.0  # another action has been as likely as one that is told, for so long
FRESH_S = 1.3  # what was told only so lately is thought about again in any case
STRAINED_S = 0.5  # what is told has been hard to believe for so long: now it is worth to think again
MOST_WAITING = 2000  # frames; what was done before that is past


@dataclass(frozen=True)
class Otherwise:
    """Something else was done than was told.  rows: what is to be taken back, the last first; instead: what was done;
    has_scored: whether anybody scored by it; believer, prior: to go on with."""

    rows: tuple[LogEntry, ...]
    instead: Settled
    has_scored: bool
    believer: Believer
    prior: GamePrior


class _Lagging:
    """The belief from before one action was told."""

    def __init__(self, believer: Believer, prior: GamePrior, session: Session) -> None:
        self.prior, self.told_s = prior.apart(), believer.belief.time_s
        self.believer = believer.apart(self.prior)
        self.session, self.scores = session, dict(session.match.scores)
        self.after = session.rows[-1].seq if session.rows else 0
        self.commits = Commits(self.prior)
        self.waiting: deque[Callable[[], None]] = deque()
        self.since_s: float | None = None
        self.other: Action | None = None
        self.settled: Settled | None = None
        self.has_begun = False

    def catch_up(self, until_s: float = inf) -> None:
        """Think about what waits, up to a moment."""
        if not self.has_begun:
            self.has_begun, self.settled = True, self._settled()
        while self.waiting and self.believer.belief.time_s < until_s:
            self.waiting.popleft()()

    def hear(self, action: Action) -> None:
        """A player said something with a card."""
        self.prior.hear(action)
        self.believer.heard()

    def see(self, look: Look, found: Viewpoint | None) -> None:
        """What one frame showed."""
        if found is not None:
            self.believer.seen_by(found)
        self.believer.see(look)
        if look.detections is not None:
            self.settled = self._settled()

    def possible(self, action: Action) -> Settled | None:
        """An action that players say was done, where by now that is as likely as what is told, and needs nothing that
        went unsaid."""
        self.catch_up()
        acts = self.believer.belief.acts()
        likely = self._likely(acts)
        for row in acts:
            step = self.prior.step(row.act.story)
            settled = Settled(step.action, step.unsaid, row)
            if bare(step.action) == bare(action) and row.probability >= max(likely, LEAST_CHOICE):
                return settled if not step.unsaid and self._is_legal(settled) else None
        return None

    def _likely(self, acts: Iterable[Believed]) -> float:
        """How likely it is by now that what is told was done."""
        told = self._told()
        return sum(row.probability for row in acts if bare(self.prior.step(row.act.story).action) in told)

    def _told(self) -> set[Action]:
        return {bare(entry.action) for entry in self.rows()}

    def rows(self) -> tuple[LogEntry, ...]:
        """What was told since, the last first."""
        return tuple(e for e in reversed(self.session.entries) if e.row.seq > self.after)

    def is_refused(self, action: Action) -> bool:
        """Whether the rules do not allow it after what is told."""
        match = self.session.match
        return match.game.judge(match.state, action).kind == "illegal"

    def instead(self, settled: Settled) -> Otherwise:
        """What follows if this was done."""
        has_scored = dict(self.session.match.scores) != self.scores
        return Otherwise(self.rows(), settled, has_scored, self.believer, self.prior)

    def _settled(self) -> Settled | None:
        """What was done instead, once that is as likely as what is told, and what was told is hardly possible."""
        belief = self.believer.belief
        ruling = self.commits.ruling(self.believer, belief)
        if not isinstance(ruling, Settled) or bare(ruling.action) in self._told() or not self._was_done_then(ruling):
            self.since_s = None
            return None
        if self._likely(belief.acts()) > (1 - LEAST) / 2 or self.other != bare(ruling.action):
            self.since_s = None
        self.other = bare(ruling.action)
        self.since_s = belief.time_s if self.since_s is None else self.since_s
        return ruling if belief.time_s - self.since_s >= FIRM_S else None

    def _was_done_then(self, ruling: Settled) -> bool:
        """Whether it may be what was taken for the action that was told: nothing that came long after it."""
        return ruling.believed.act.born_s[0] - self.told_s <= ASK_S and self._is_legal(ruling)

    def _is_legal(self, ruling: Settled) -> bool:
        return self.prior.judged(ruling.believed.act.story).verdict.kind != "illegal"


class WayBack:
    """The way back of one table; at most the last action that was told."""

    def __init__(self) -> None:
        self._lagging: _Lagging | None = None
        self._told_s = self._eased_s = self._kept_s = 0.0

    def told(self, believer: Believer, prior: GamePrior, session: Session) -> None:
        """An action that the camera saw is about to be logged."""
        self._lagging = _Lagging(believer, prior, session)
        self._told_s = self._eased_s = believer.belief.time_s

    def hear(self, action: Action) -> None:
        """A player said something with a card."""
        if self._lagging is not None:
            self._lagging.waiting.append(partial(self._lagging.hear, action))

    def forget(self) -> None:
        """What was told is confirmed, or taken back by somebody else."""
        self._lagging = None

    def take(self, look: Look, found: Viewpoint | None) -> None:
        """What one frame showed.  found: how the table is seen, where that is known anew."""
        if self._lagging is None:
            return
        if look.detections is not None and look.time_s - self._told_s > FRESH_S:
            if look.time_s - self._kept_s < STRAINED_S:  # what does not strain for so long need not be told apart
                look = replace(look, detections=None)
            else:
                self._kept_s = look.time_s
        if look.detections is not None or look.push is not None or found is not None or look.moving.any():
            self._lagging.waiting.append(partial(self._lagging.see, look, found))
        if len(self._lagging.waiting) > MOST_WAITING:
            self.forget()

    def otherwise(self, told: Belief) -> Otherwise | None:
        """What is to be taken back now; it is followed on until `forget` is called.  told: what is believed."""
        lagging = self._lagging
        if lagging is None or not self._is_doubtful(told):
            return None
        lagging.catch_up(lagging.believer.belief.time_s + FIRM_S)
        return None if lagging.waiting or lagging.settled is None else lagging.instead(lagging.settled)

    def finish(self, told: Belief) -> None:
        """Nothing more will be seen: think about all that waits, where what was told is doubtful."""
        if self._lagging is not None and self._is_doubtful(told):
            self._lagging.catch_up()

    def according_to(self, action: Action) -> Otherwise | None:
        """What is to be taken back where players say that this was done, and the rules have it only instead of what was
        told last."""
        lagging = self._lagging
        if lagging is None or not lagging.is_refused(action):
            return None
        settled = lagging.possible(action)
        return None if settled is None else lagging.instead(settled)

    def _is_doubtful(self, told: Belief) -> bool:
        """Whether what was told is fresh, or what it leads to has for a while been no likelier than a card that lies
        there for no reason."""
        if told.best.odd + sum(act.price for act in told.best.acts) > noise().people.odd:
            self._eased_s = told.time_s
        return told.time_s - self._told_s <= FRESH_S or told.time_s - self._eased_s >= STRAINED_S
