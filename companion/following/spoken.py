"""What players say at a table that is followed: what they do without cards, and what they answer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from itertools import chain

from companion.following.answers import bare
from companion.following.commit import Puzzled
from companion.following.corrections import CorrectedTable
from companion.following.messages import Answered, Question, TableMessage, TakenBack, taken_back
from companion.following.open_hands import OpenHands, lays_open
from companion.following.open_question import PendingQuestion
from companion.following.rolls import Rolls
from companion.following.sightings import happened
from companion.following.telling import Telling
from companion.following.unsaid import unsaid_before
from companion.following.way_back import Otherwise
from companion.following.writing import Writing
from companion.log.errors import LogError
from companion.log.rows import RowSource
from companion.words.refusals import RequestError
from rules import Action, Card
from vision.belief.hypotheses import Act
from vision.events import TableEvent

SAID_S = 6.0  # what is said waits no longer for cards that may explain it
OVERLOOKED = frozenset({"WRONG_TURN", "KNOCKED_PLAYER"})  # so it looks, too, when a card of somebody else was not seen


class SpokenTable(CorrectedTable):
    """A table whose players are heard."""

    def __init__(self, telling: Telling) -> None:
        super().__init__(telling)
        self._writing = Writing()
        has_dice = any(verb.told_by == "dice" for verb in self.session.match.game.verbs.values())
        self._rolls = Rolls() if has_dice else None
        self._hands = OpenHands()
        self._said: list[tuple[Action, float]] = []
        self._granted: frozenset[str] = frozenset()  # what players have told that they need not say
        self._is_over = False

    @abstractmethod
    def finish(self) -> list[TableMessage]:
        """The source has ended: what is likely is told as it is."""

    @property
    def question(self) -> Question | None:
        """The one that waits."""
        return self._questions.open

    @property
    def unwritten(self) -> LogError | None:
        """Why the log cannot be written just now."""
        return self._writing.error

    def say(self, action: Action) -> list[TableMessage]:
        """An announcement, or an action entered by hand.  One that does not fit yet waits for cards that are just
        being laid: players speak before the card lies still."""
        if self._rolls is not None and self._rolls.was_seen(action, self.session.match):
            return []
        if self.question is not None and action in self.question.candidates:
            return self.answer(self.question.id, action)
        if not self._telling.fits(action) and not self._telling.is_quiet:
            self._hold(action)
            return []
        try:
            return [*self._spoken(action), *self._rule()]
        except LogError as error:
            if not error.is_passing:
                raise
            self._hold(action)
            return self._writing.refused(error, self._telling.now_s)

    def announce(self, action: Action) -> None:
        """What a player says while he lays a card, its count or its value; which card it is, the camera says."""
        self._telling.prior.hear(action)
        self._telling.way_back.hear(action)
        if self._telling.believer is not None:
            self._telling.believer.told(self._telling.prior.begin())

    def take_for_granted(self, verbs: Collection[str]) -> None:
        """These are what players need not say: whatever follows implies them."""
        self._granted = frozenset(verbs)
        self._telling.prior.excuse(verbs)
        if self._rolls is not None:
            self._rolls.unsaid = frozenset(verbs)

    def assume(self, action: Action) -> list[TableMessage]:
        """Take an announcement as made that nobody has told of."""
        return [*self._log(action, "assumed"), *self._rule()]

    def laid_open(self, player: str) -> tuple[Card, ...]:
        """The cards of a player's hand that lie open, as far as they are read surely."""
        return self._hands.of(self.session.match, player, self._telling.prior.seats())

    def answer(self, question_id: int, action: Action | None) -> list[TableMessage]:
        """Settle the open question with one of its candidates, any other action, or None: nothing happened."""
        asked = self._questions.pending
        if asked is None or asked.question.id != question_id:
            raise RequestError("That question is not open any more.")
        self._questions.drop()
        try:
            messages = self._settled(asked, action)
        except LogError:  # the question stays open, and may be answered again
            self._questions.pending = asked
            raise
        return [Answered(asked.question, action), *messages, *(self.finish() if self._is_over else ())]

    def _settled(self, asked: PendingQuestion, action: Action | None) -> list[TableMessage]:
        if asked.back is not None:
            return self._settle_back(asked.back, action)
        if asked.doubted is not None:
            return self._settle_doubted(asked.doubted, action)
        return self._settle(asked.question, asked.puzzle, action)

    def _settle(self, question: Question, puzzle: Puzzled | None, action: Action | None) -> list[TableMessage]:
        """What follows from an answer; it is in the log before its cards count as explained."""
        believer = self._telling.believer
        if action is None and question.candidates and lays_open(self.session.match, question.candidates[0]):
            self._hands.forget()
        if action is None:
            if puzzle is not None and believer is not None:
                believer.forgive(puzzle.h)
            return []
        if puzzle is None or believer is None:
            return self._log(action, "player", question.events)
        found = self._telling.way_back.according_to(action)
        if found is not None:
            return self._settle_back(found, action)
        return self._explain(question, puzzle, action)

    def _explain(self, question: Question, puzzle: Puzzled, action: Action) -> list[TableMessage]:
        """Tell what players say has been done, after what need not be said: as it is believed, if it is."""
        prior = self._telling.prior
        chosen = next((row.act for row in puzzle.choices
                       if bare(prior.step(row.act.story).action) == bare(action)), None)
        unsaid = prior.step(chosen.story).unsaid if chosen is not None else prior.unsaid_before(action)
        messages = [message for step in unsaid for message in self._log(step, "player", is_whole=False)]
        return [*messages, *self._log(action, "player", question.events, chosen)]

    def _settle_back(self, found: Otherwise, action: Action | None) -> list[TableMessage]:
        """What follows from an answer on what was told last."""
        self._telling.way_back.forget()
        if action is None or any(bare(action) == bare(entry.action) for entry in found.rows):
            return []
        act = found.instead.believed.act if bare(action) == bare(found.instead.action) else None
        return [*self._go_back(found), *self._log(action, "player", (), act)]

    def _go_back(self, found: Otherwise) -> list[TableMessage]:
        """The log and the belief as if what was told last had not been told."""
        self._telling.way_back.forget()
        messages: list[TableMessage] = []
        instead = found.instead.believed
        seen = self._telling.scenes.evidence(
            happened(found.believer, self._telling.frame, instead.act.own, (), instead.probability))
        for entry in found.rows:
            row = self.session.undo("camera", self._telling.at_s, found.instead.action, seen)
            messages.append(TakenBack(taken_back(row), True, entry.row.seq, entry.action, self._telling.now_s))
        self._telling.go_on_with(found.believer, found.prior)
        return messages

    def _spoken(self, action: Action) -> list[TableMessage]:
        """Append what a player has said, after what he need not have said before it.  Where it is not his turn, a card
        may have been overlooked: then the table is asked."""
        match = self.session.match
        if action.verb not in match.game.verbs:
            return self._log(action, "player")
        verdict = match.game.judge(match.state, action)
        before = unsaid_before(match.game, match.state, action) or ()
        if before and {step.verb for step in before} <= self._granted:
            return [*chain(*(self._log(step, "assumed") for step in before)), *self._log(action, "player")]
        if before or (not action.cards and OVERLOOKED & set(verdict.codes)):
            return self._questions.out_of_turn(action, verdict.why, before, self._telling.now_s)
        return self._log(action, "player")

    def _settle_doubted(self, doubted: Action, answer: Action | None) -> list[TableMessage]:
        """What was said out of turn, after the action that was overlooked before it; or as it is."""
        match = self.session.match
        if answer is None or answer == doubted:
            before = unsaid_before(match.game, match.state, doubted) or ()
        else:
            before = (answer,)
        return [*chain(*(self._log(step, "player") for step in before)), *self._log(doubted, "player")]

    def _hold(self, action: Action) -> None:
        """Keep what was said until it fits."""
        self._said.append((action, self._telling.now_s))
        self._telling.prior.waiting = tuple(said for said, _ in self._said)
        if self._telling.believer is not None:
            self._telling.believer.heard()

    def _log_said(self) -> list[TableMessage]:
        """Announcements that waited for cards, once they fit or nothing is being laid."""
        messages: list[TableMessage] = []
        for told in list(self._said):
            action, time_s = told
            if self._telling.fits(action) or self._telling.is_quiet or self._telling.now_s - time_s > SAID_S:
                messages += self._spoken(action)
                self._said.remove(told)
                self._telling.prior.waiting = tuple(waiting for waiting, _ in self._said)
        return messages

    def _log(self, action: Action, source: RowSource, events: tuple[TableEvent, ...] = (), act: Act | None = None,
             is_whole: bool = True) -> list[TableMessage]:
        """Append to the session; an action that lacks an announcement becomes a question instead."""
        match = self.session.match
        if action.verb in match.game.verbs:
            verdict = match.game.judge(match.state, action)
            if verdict.kind == "need" and not events:
                return self._questions.ask(verdict.why, verdict.choices, self._telling.now_s)
        told = self._telling.log(action, source, events, act, is_whole)
        if lays_open(self.session.match, action):
            self._hands.told(action)
        if self._rolls is not None:
            self._rolls.note(self.session.match)  # dice may be called, and played, while cards are still being read
        return [told]
