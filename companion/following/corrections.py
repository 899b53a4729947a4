"""What players put right in the log of a table that is followed."""

from __future__ import annotations

from abc import ABC, abstractmethod

from companion.following.messages import Notice, TableMessage, taken_back
from companion.following.open_question import Questions
from companion.following.telling import Telling
from companion.log.session import Session
from rules import Action
from rules.core.said import said


class CorrectedTable(ABC):
    """A table whose players have the last word."""

    def __init__(self, telling: Telling) -> None:
        self.session: Session = telling.session
        self._telling, self._questions = telling, Questions()

    @abstractmethod
    def _rule(self) -> list[TableMessage]:
        """Tell what is settled, until a question or nothing is left."""

    def undo(self) -> list[TableMessage]:
        """Take back the last action in force; what lies there of it means nothing until it changes."""
        self._drop()
        row = self.session.undo()
        self._settle_down()
        return [Notice(taken_back(row)), *self._rule()]

    def redo(self) -> list[TableMessage]:
        """Put back what was taken back last, if nothing has happened since."""
        self._drop()
        done = self.session.redo()
        self._telling.retold()
        return [Notice(said("put-back" if done else "nothing-to-put-back")), *self._rule()]

    def insist(self) -> list[TableMessage]:
        """What was taken back unasked was right; what lies there otherwise means nothing until it changes."""
        self._drop()
        done = self.session.insist()
        self._settle_down()
        return [Notice(said("put-back" if done else "nothing-to-put-back")), *self._rule()]

    def correct(self, seq: int, action: Action | None) -> list[TableMessage]:
        """Put right the action of row `seq` (None: it never happened); what followed is derived again."""
        old = next((e.action for e in self.session.entries if e.row.seq == seq), None)
        verdict = self.session.correct(seq, action)
        self._drop()
        believer = self._telling.believer
        if action is not None and old is not None and believer is not None:
            for was, is_now in zip(old.cards, action.cards, strict=False):
                believer.rename(str(self.session.rename(was)), str(self.session.rename(is_now)))
        self._telling.retold()
        told = [self._telling.judged(seq, action, verdict, "player")] if action is not None else []
        return [*told, *self._rule()]

    def insert(self, before: int, action: Action) -> list[TableMessage]:
        """An action that was overlooked, before that of row `before`; what followed is derived again."""
        entry = self.session.insert(before, action)
        self._drop()
        self._telling.retold()
        return [self._telling.judged(entry.row.seq, action, entry.verdict, "player"), *self._rule()]

    def let_stand(self, seq: int) -> list[TableMessage]:
        """The table decides that the action of row `seq` stands although it broke a rule."""
        entry = next(e for e in self.session.entries if e.row.seq == seq)
        return self.correct(seq, entry.action.with_stands())

    def _settle_down(self) -> None:
        self._telling.retold()
        believer = self._telling.believer
        if believer is not None:
            believer.forgive(believer.belief.best)

    def _drop(self) -> None:
        """What was open is none any more: the players have put the log right themselves."""
        self._questions.drop()
        self._telling.way_back.forget()
