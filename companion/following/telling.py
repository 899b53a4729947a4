"""What is told of one table: its log, and the belief that goes on from there.

    telling = Telling(session, prior, watcher, Commits)
    judged = telling.log(action, "player")       # in the log first; then the belief knows
    telling.commits.ruling(believer, belief)     # what may be told next
    telling.go_on_with(believer, prior)          # another belief is the better one
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from companion.following.commit import Commits
from companion.following.messages import Judged
from companion.following.prior import GamePrior
from companion.following.scenes import Scenes
from companion.following.sightings import happened, jpeg_of
from companion.following.stories import price_of
from companion.following.way_back import WayBack
from companion.log.rows import RowSource
from companion.log.session import Session
from rules import Action, Verdict
from vision.belief.belief import Believer
from vision.belief.hypotheses import Act, CardHere, Difference
from vision.events import TableEvent
from vision.frames import Frame
from vision.watcher import TableWatcher

Decides = Callable[[GamePrior], Commits]

IDLE = 0.95  # probability that nothing has happened, from which on nothing can explain what was said


class Telling:
    """The told line of one table.  decides: who rules on when something is told."""

    def __init__(self, session: Session, prior: GamePrior, watcher: TableWatcher, decides: Decides) -> None:
        self.session, self.prior, self._watcher, self._decides = session, prior, watcher, decides
        self.commits, self.way_back = decides(prior), WayBack()
        self.scenes = Scenes()
        self.frame: Frame | None = None
        self.now_s = 0.0
        self.epoch_s: float | None = None
        prior.follow(session.match)

    @property
    def believer(self) -> Believer | None:
        """Who believes; None until the table was found."""
        return self._watcher.believer

    @property
    def at_s(self) -> float | None:
        """The time of what happens now, in seconds since the epoch; None where no clock runs with the pictures."""
        return None if self.epoch_s is None else self.epoch_s + self.now_s

    # -- what is believed ------------------------------------------------------------------------

    def thoughts(self) -> list[tuple[Action, float]]:
        """The actions that may come next and how likely each is."""
        return [(self.prior.step(row.act.story).action, row.probability)
                for row in (self.believer.belief.acts() if self.believer else ())]

    @property
    def laying_since_s(self) -> float:
        """When the first of the cards came that are being laid and may belong to what is said; infinite without any."""
        acts = self.believer.belief.best.acts if self.believer is not None else ()
        return min((act.born_s[0] for act in acts), default=math.inf)

    @property
    def is_quiet(self) -> bool:
        """Whether nothing that was seen may explain what was said."""
        return self._share_where(lambda differs: not differs) > IDLE

    @property
    def matches(self) -> bool:
        """Whether all that lies there is as the log has it."""
        return self._share_where(lambda differs: not differs.extra and not differs.lacking) > IDLE

    def _share_where(self, is_so: Callable[[Difference], bool]) -> float:
        """The probability that nothing has happened and what is left unexplained is so."""
        if self.believer is None:
            return 1.0
        belief = self.believer.belief
        return sum(weight for h, weight in zip(belief.hypotheses, belief.weights, strict=True)
                   if not h.acts and is_so(self.believer.difference(h)))

    def fits(self, action: Action) -> bool:
        """Whether something may be said now."""
        return self.prior.fits(self.session.match.state, action)

    def seen_of(self, act: Act, probability: float) -> tuple[TableEvent, ...]:
        """What the camera saw of an action."""
        assert self.believer is not None
        return happened(self.believer, self.frame, act.own, [departed.card for departed in act.gone], probability)

    # -- what is told ----------------------------------------------------------------------------

    def log(self, action: Action, source: RowSource, events: tuple[TableEvent, ...] = (), act: Act | None = None,
            is_whole: bool = True) -> Judged:
        """Append to the session.  act: what was believed of it; is_whole: unless it went unsaid before another, which
        is told with it."""
        if source == "player":
            self.way_back.forget()
        verdict = self.session.append(action, source, jpeg_of(events), self.at_s, self.scenes.evidence(events))
        self._learn_seat(action, self._laid(action) if act is None else act.own)
        if self.believer is not None:
            self.believer.trust(act.price if act is not None else price_of(verdict))
        if is_whole:
            self.retold(act, source == "player" and bool(action.cards))
        return self.judged(self.session.rows[-1].seq, action, verdict, source, events)

    def _laid(self, action: Action) -> Sequence[CardHere]:
        """The cards of an action that was not thought of, as they lie there untold."""
        if self.believer is None:
            return ()
        names = set(map(str, action.cards))
        untold = self.believer.difference(self.believer.belief.best.unsupposed()).extra
        return [card for card in untold if card.name in names]

    def _learn_seat(self, action: Action, own: Iterable[CardHere]) -> None:
        """Whoever laid a card sits where the arm came from."""
        for card in own:
            self.prior.where.seen(action.actor, card.reach, card.shape.centre)

    def retold(self, act: Act | None = None, is_certain: bool = False) -> None:
        """The log is another: the belief goes on from it.  is_certain: players have said so of cards."""
        root = self.prior.follow(self.session.match)
        if self.believer is not None:
            self.believer.told(root, act, is_certain)

    def go_on_with(self, believer: Believer, prior: GamePrior) -> None:
        """Another belief takes the place of this one."""
        self.prior, self.commits, self._watcher.believer = prior, self._decides(prior), believer
        self.retold()

    def judged(self, seq: int, action: Action, verdict: Verdict, source: RowSource,
               events: tuple[TableEvent, ...] = ()) -> Judged:
        """What is told of a row of the log."""
        match = self.session.match
        return Judged(seq, action, verdict, dict(match.scores), match.to_act, source, self.now_s, events)
