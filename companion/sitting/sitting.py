"""One open table: the live table that watches it, and what its messages mean for the screen.

    sitting = open_sitting(session, Watch("0"))
    sitting.see(frame)            # True when something on the screen changed
    sitting.choose(choice)
    sitting.view()

Used by the controller's worker thread only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from calibration import Calibration
from companion.device.packs import deck_rename
from companion.device.source import Watch
from companion.following.answers import Answers, load_answers
from companion.following.live_table import LiveTable
from companion.following.loop import is_mirrored, live_table, pass_on
from companion.following.messages import Happened, Notice, TableMessage
from companion.following.seats import Seats
from companion.log.session import Session
from companion.sitting.asked_table import AskedTable
from companion.sitting.corrections import Corrections
from companion.sitting.meanings import Meanings, meant_by_answer, meant_by_cards
from companion.sitting.missing_rolls import MissingRolls
from companion.sitting.screen_pictures import Mark, outline_mark
from companion.sitting.table_page import ROLL, Choice, OpenQuestion, TablePage, log_line, needed, table_view, undecided
from companion.sitting.taken import Taking, Takings, ends_assumed, is_owed, objectionable, taken_verbs
from companion.words import texts
from companion.words.refusals import RequestError
from rules import Action
from vision.detections import UNREAD
from vision.frames import Frame
from vision.reading.card_reader import NoReader


def open_sitting(session: Session, watch: Watch | None) -> Sitting:
    """The table of a session with the pack it is played with; without a `watch` cards are entered by hand."""
    session = session.with_deck(deck_rename(session.info.deck))
    if watch is None:
        return Sitting(live_table(session, None, reader=NoReader()))
    calibration = Calibration.load(watch.calibration) if watch.calibration else None
    seats = Seats.around(session.info.table.players, watch.side) if watch.side else None
    live = live_table(session, calibration, str(watch.layout) if watch.layout else None, seats=seats)
    return Sitting(live, load_answers(watch.answers) if watch.answers else None)


class Sitting:
    """The one table that is open."""

    def __init__(self, live: LiveTable, answers: Answers | None = None) -> None:
        self.live, self.answers = live, answers
        self._takings = Takings(live.session)
        self.take("usual")
        self.notes: list[str] = []  # passing sentences that were not shown yet
        self.corrections = Corrections(live, self._heard)
        self._own_question: OpenQuestion | None = None
        self._asked, self._missing = AskedTable(live), MissingRolls(live)
        self._meant = Meanings()  # of the cards that were entered by hand last
        self._which: tuple[int, OpenQuestion] | None = None  # a question that was answered by a card: what it did
        self._laid_open: dict[str, tuple[str, ...]] = {}  # as the screen has it
        self.now_s = 0.0  # the time of the last frame that was taken in

    def take(self, taking: Taking) -> None:
        """What is taken as made from now on."""
        self._takings.taking = taking
        self.live.take_for_granted(taken_verbs(self.session.match.game, taking))

    @property
    def session(self) -> Session:
        """The log of the table."""
        return self.live.session

    def view(self) -> TablePage:
        """What the screen shows now."""
        may_object = objectionable(self.session.entries) if self._takings.taking != "silent" else ()
        question = self.question
        page = table_view(self.session, question)
        if page.told is not None and question is not None and question.roller and self._missing.is_of_log:
            page = replace(page, told=undecided(page.told))
        return replace(page, laid_open=self._laid_open,
                       assumed=tuple(log_line(self.session.match, entry) for entry in may_object))

    @property
    def question(self) -> OpenQuestion | None:
        """The question that waits: for dice, of the table, of an event that lacks an announcement, or of a card entered
        by hand."""
        roll = self._missing.question()
        if roll is not None:
            return roll
        if self.live.question is not None:
            number, which = self._which or (None, None)
            return which if which and number == self.live.question.id else self._asked.shown(self.live.question)
        return needed(self.session) or self._own_question

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The cards that lie there as they are believed; a name only where it is sure."""
        shown = self.live.shown
        cards = sorted(shown.cards, key=lambda card: card.layer) if shown is not None else ()
        return tuple(outline_mark(card.corners_px, card.label if card.sure else UNREAD, card.sure) for card in cards)

    @property
    def is_mirrored(self) -> bool:
        """Whether the camera was found to show left for right."""
        return is_mirrored(self.live)

    def see(self, frame: Frame) -> bool:
        """Take in a frame; True when the table screen has to be drawn again."""
        return self._followed(self.live.see(frame), frame.time_s)

    def finish(self) -> bool:
        """The film has ended: what still waits is judged as it is."""
        return self._followed(self.live.finish(), self.now_s + 60)

    def try_again(self) -> bool:
        """Write what could not be written; True when the table screen has to be drawn again."""
        return self._heard(self.live.try_again())

    def choose(self, choice: Choice, question: OpenQuestion | None = None) -> None:
        """An announcement, or the answer to a question; no action: nothing happened."""
        waiting = self.question
        if question is None:
            if choice.action is not None:  # said of his own accord; dice that are asked for answer that
                asks = waiting is not None and bool(waiting.roller) and choice.action.verb == ROLL
                self._heard(self._missing.answer(choice.action) if asks else self.live.say(choice.action))
        elif waiting is None or waiting.number != question.number:
            raise RequestError(texts.SETTLED)
        else:
            self._answer(choice, waiting)

    def _answer(self, choice: Choice, waiting: OpenQuestion) -> None:
        """What was chosen of the question that waits."""
        if waiting.roller:
            self._heard(self._missing.answer(choice.action))
        elif waiting is self._own_question:
            self._own_question = None
            if choice.action is not None:
                self._enter(choice.action)
        elif self.live.question is None:
            # The event that lacks an announcement is in the log already: it is completed there.
            self._heard(self.live.correct(self.session.entries[-1].row.seq, choice.action))
        elif self._which and waiting is self._which[1] and choice.action is None:
            self._which = None  # the question itself, once more
        elif choice.action is None or not self._missing.holds(choice.action):
            self._heard(self.live.answer(self.live.question.id, choice.action))

    def answer_cards(self, question: OpenQuestion, cards: Sequence[str]) -> None:
        """Cards that were not among the answers; what was done with them is asked if it is not plain."""
        asked, waiting = self.live.question, self.question
        if asked is None or waiting is None or waiting.number != question.number:
            raise RequestError(texts.SETTLED)
        self._meant = meant_by_answer(self.session.match, asked, cards)
        if (action := self._meant.only(cards)) is None:
            self._which = (asked.id, self._meant.question(-20_000 - asked.id))
        elif not self._missing.holds(action):
            self._heard(self.live.answer(asked.id, action))

    def undo(self) -> None:
        """Take back the last event that was told, with what was taken as made because of it."""
        self._own_question = None
        self._missing.forget()
        while ends_assumed(self.session):
            self._heard(self.live.undo())
        self._heard(self.live.undo())
        while ends_assumed(self.session) and not is_owed(self.session, -1):
            self._heard(self.live.undo())

    def redo(self) -> None:
        """What was taken back last comes again."""
        self._own_question = None
        self._missing.forget()
        self._heard(self.live.redo())

    def insist(self) -> None:
        """What the camera took back last was right."""
        self._own_question = None
        self._missing.forget()
        self._heard(self.live.insist())

    def add_cards(self, cards: Sequence[str]) -> None:
        """Cards that were laid together and not read: what they mean is asked if it is not plain.  Raises RequestError
        while a question waits: what follows would be judged before its answer."""
        if self.question is not None:
            raise RequestError(texts.ANSWER_FIRST)
        self._meant = meant_by_cards(self.session.match, cards)
        if (action := self._meant.only(cards)) is not None:
            self._enter(action)
        else:
            self._own_question = self._meant.question(-10_000 - len(self.session.rows))

    def _enter(self, action: Action) -> None:
        """An action entered by hand, after what its cards tell of besides."""
        for step in self._meant.before.get(action, ()):
            self._heard(self.live.assume(step))
        if not self._missing.holds(action):
            self._heard(self.live.say(action))

    def _followed(self, messages: list[TableMessage], now_s: float) -> bool:
        """Let the scripted players, if there are any, answer and speak."""
        self.now_s = now_s
        told: list[TableMessage] = []
        pass_on(messages, self.live, self.answers, now_s, told.append)
        changed = self._heard(told)
        match, before = self.session.match, self._laid_open
        laid_open = {name: tuple(map(str, self.live.laid_open(name))) for name in match.game.to_show(match.state)}
        self._laid_open = {name: cards for name, cards in laid_open.items() if cards}
        return changed or self._laid_open != before

    def _heard(self, messages: list[TableMessage]) -> bool:
        while (owed := next(self._takings.due(self.session), None)) is not None:
            messages = [*messages, *self.live.assume(owed)]
        messages = [*messages, *self._missing.caught_up()]
        game = self.session.match.game.name
        self.notes += [texts.pretty(m.sentence, game) for m in messages if isinstance(m, Notice)]
        return any(not isinstance(m, Happened | Notice) for m in messages)
