"""The live table: frames, taps and answers in; messages out, in order.  The terminal and the app share it.

    table = LiveTable(session, TableReader(pack=deck.copies_read), calibration)
    for message in table.see(frame): ...         # Happened, Judged, Asked, Answered, Notice
    table.say(parse_action("Bob stuck"))
    table.announce(parse_action("Ann play KD = 43"))      # said while the card is laid
    table.answer(question.id, question.candidates[0])
    table.undo(); table.correct(seq, action)

One call at a time, from one thread.  Whatever counts is in the session's log before the message
that tells of it is returned.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration import Calibration, DeckProfile, Layout, load_deck
from companion.device.layouts import table_layout
from companion.following import asking
from companion.following.explaining import UNSAID
from companion.following.gate import Gate
from companion.following.messages import Answered, Asked, Happened, Judged, Notice, Question, TableMessage, taken_back
from companion.following.referee import OVERLOOKED, Referee
from companion.following.rolls import VERB as ROLL
from companion.following.rolls import Rolls
from companion.following.rulings import Commit, Lost
from companion.following.scenes import Scenes
from companion.following.seats import Seats
from companion.following.table_finding import TableFinder
from companion.following.unsaid import unsaid_before
from companion.following.view_quality import ViewQuality, calibration_advice
from companion.following.writing import Writing
from companion.log.errors import LogError
from companion.log.rows import RowSource
from companion.log.session import Session
from companion.words import texts
from companion.words.refusals import RequestError
from rules import Action, Verdict
from rules.core.said import said
from vision.events import TableEvent
from vision.frames import Frame
from vision.reading.card_reader import CardReader
from vision.reading.dice import CountsDice
from vision.tabletop import TOUCHED
from vision.tracker import Tracker
from vision.watching.hands import HandWatcher
from vision.watching.motion import ChangeDetector, Motion
from vision.watching.still_picture import SteadyPicture
from vision.watching.viewpoint import Viewpoint, comparable, register

BUMP_SHARE = 0.04  # of the view that must look otherwise before it is asked whether the camera moved
BUMP_PATCHES = 6
BUMP_S = 1.0  # a pushed camera is noticed by what changed within so long
UNSEEN_S = 1.5  # nobody lays a card and is gone within so long
SETTLES_S = 1.5  # by then all has been read that changed while nobody saw the table
UNDECIDED_S = 1.0  # a card that no look could reach for so long holds nothing up


class LiveTable:
    """One sitting under one camera.  Without a calibration the table is found from printed markers or
    from the cards' size; `layout` overrides the calibration's own.  dice: who counts them, where the game
    has any.  seats: where the players have said that they sit."""

    def __init__(self, session: Session, reader: CardReader, calibration: Calibration | None = None,
                 deck: DeckProfile | None = None, layout: Layout | None = None,
                 changes: ChangeDetector | None = None, dice: CountsDice | None = None,
                 seats: Seats | None = None) -> None:
        self.session, self.reader = session, reader
        self.deck = deck if deck is not None else load_deck(session.info.deck)
        self.question: Question | None = None
        self.tracker: Tracker | None = None
        self._layout = layout
        self._changes = changes if changes is not None else ChangeDetector()
        self._steady = SteadyPicture()
        self._gate = Gate()
        self._finder = TableFinder(reader, self.deck.size_mm)
        self._seats = seats
        self._referee = Referee(self.deck.game_card, seats or (Seats.of(layout) if layout else None))
        self._quality = ViewQuality()
        self._hands = HandWatcher()
        self._rolls = Rolls(dice) if dice is not None and ROLL in session.match.game.verbs else None
        self._scenes = Scenes()
        self._writing = Writing()
        self._said: list[tuple[Action, float]] = []
        self._doubted: Action | None = None  # said out of turn, as if a card had been overlooked
        self._views: list[tuple[float, np.ndarray]] = []  # times and pictures, to notice a pushed camera
        self._touched_s: dict[int, float] = {}  # track -> when something last happened to it
        self._now_s = 0.0
        self._epoch_s: float | None = None
        self._calibration = calibration
        self._saw_cards = self._told_lost = False
        # A sitting that is taken up again went on before this camera saw it.
        self._seen_s = -np.inf if session.match.events else np.inf
        self._step_s = 0.0  # between the last two pictures

    @property
    def unwritten(self) -> LogError | None:
        """Why the log cannot be written just now."""
        return self._writing.error

    @property
    def calibration(self) -> Calibration | None:
        """How the table is seen; None until it was found."""
        return self.tracker.view.calibration if self.tracker else self._calibration

    @property
    def has_seen_cards(self) -> bool:
        """Whether any card has ever lain face up before the camera."""
        return self._saw_cards

    @property
    def is_idle(self) -> bool:
        """Whether everything that was seen is settled."""
        return not self.is_settling and self._referee.is_idle

    @property
    def is_settling(self) -> bool:
        """Whether cards are being read that may belong to what already waits."""
        return self.tracker is not None and any(
            t.is_open and self._now_s - t.last_look_s < UNDECIDED_S for t in self.tracker.tracks)

    # -- the camera ------------------------------------------------------------------------------

    def see(self, frame: Frame) -> list[TableMessage]:
        """Take in one frame, in order of time.  Raises CalibrationError where the frames have another
        shape than the calibration's."""
        if self._epoch_s is None:
            self._epoch_s = time.time() - frame.time_s
        self._now_s = frame.time_s
        if self.tracker is None and self._calibration is not None:
            self._begin(self._calibration.for_size(frame.image.shape[1], frame.image.shape[0]))
        passed = self._gate.look(frame)
        told: list[TableMessage] = [Notice(passed.sentence, passed.ok)] if passed.sentence else []
        if passed.frame is not None:
            before_s, self._step_s, self._seen_s = self._step_s, frame.time_s - self._seen_s, frame.time_s
            if self._step_s > max(UNSEEN_S, 4 * before_s):  # pictures may come slowly
                self._referee.was_unwatched(frame.time_s + SETTLES_S)
        return told + (self._follow(passed.frame) if passed.frame is not None else self._rule())

    def _follow(self, frame: Frame) -> list[TableMessage]:
        """What a picture of the table shows, and what follows from it."""
        look = self._changes.update(frame)
        self._hands.update(look)
        self._steady.add(frame)
        messages: list[TableMessage] = []
        if self.tracker is None:
            messages += self._find_table(frame, look)
        elif look.settled and self._was_pushed(frame, look):
            messages.append(Notice(said("camera-moved")))
        else:
            messages += self._read(frame, look)
            if self._rolls is not None:
                lying = [t.corners_px for t in self.tracker.tracks if t.state in ("shown", "covered")]
                self._rolls.look(frame, look, self.tracker.view, lying)
        if self.tracker is not None:
            sentence = self._quality.look(frame, self.tracker)
            messages += [Notice(sentence, ok=sentence == texts.VIEW_GOOD)] if sentence else []
        return messages + self._rule()

    def witness(self, events: Sequence[TableEvent], now_s: float) -> list[TableMessage]:
        """Take in what happened as somebody else has seen it, in order of time; no frame is needed."""
        self._now_s = now_s
        self._referee.notice(events)
        return [*(Happened(event) for event in events), *self._rule()]

    def finish(self) -> list[TableMessage]:
        """The source has ended: what still waits is judged as it is."""
        self._now_s += 60
        return self._rule()

    def _read(self, frame: Frame, look: Motion) -> list[TableMessage]:
        assert self.tracker is not None
        regions = self.tracker.regions(look, frame.image.shape)
        if not regions:
            return []
        clear = self._steady.of(frame, regions)
        seen = self.tracker.update(clear, look, regions, self.reader.read(clear.image, regions))
        events = [self._with_hand(event, look) for event in seen]
        if events or self._scenes.is_empty:
            self._scenes.keep(frame)
        self._saw_cards = self._saw_cards or any(event.face_up for event in events)
        self._referee.notice(events)
        self._improve(frame)
        return [Happened(event) for event in events]

    def _with_hand(self, event: TableEvent, look: Motion) -> TableEvent:
        """The event with where the hand came from that covered the card."""
        if event.corners_px is None or self.tracker is None:
            return event
        over_px = self._hands.came_over(event.corners_px, event.time_s, look.scale)
        if over_px is None:
            return event
        x, y = self.tracker.view.to_mm(np.array([over_px]))[0]
        return replace(event, hand_mm=(float(x), float(y))) if np.isfinite(x + y) else event

    def _begin(self, calibration: Calibration) -> None:
        info = self.session.info
        layout = self._layout or table_layout(calibration, info.game, info.table.players)
        self.tracker = Tracker(Viewpoint(calibration, layout), self.deck.copies)
        self._referee.seats = self._seats or Seats.of(layout)

    def _find_table(self, frame: Frame, look: Motion) -> list[TableMessage]:
        found = self._finder.look(frame, look)
        if found is None:
            return []
        self._begin(found)
        self._changes.restart()
        return [Notice(calibration_advice(found), ok=found.quality != "poor")]

    def _improve(self, frame: Frame) -> None:
        """With more cards in sight a table found by its cards is measured again."""
        assert self.tracker is not None
        better = self._finder.better(frame, self.tracker)
        if better is not None:
            self.tracker.seen_by(Viewpoint(better, self.tracker.view.layout, self.tracker.view.push))

    def _was_pushed(self, frame: Frame, look: Motion) -> bool:
        """Whether the whole view moved; then everything is looked at anew."""
        assert self.tracker is not None
        now = comparable(frame.image)
        earlier = [view for view in self._views if view[0] <= frame.time_s - BUMP_S]
        self._views = [*earlier[-1:], *(v for v in self._views if v[0] > frame.time_s - BUMP_S), (frame.time_s, now)]
        if not earlier or look.first or not self._everything_changed(look):
            return False
        push = register(earlier[-1][1], now, frame.image.shape[1])
        if push is None:
            return False
        self.tracker.pushed(self.tracker.view.pushed(push))
        self._changes.restart()
        self._views = []
        return True

    def _everything_changed(self, look: Motion) -> bool:
        """Whether much of the view, many parts of it, or most of the cards look otherwise all at once."""
        assert self.tracker is not None
        shown = [t for t in self.tracker.tracks if t.state == "shown"]
        for track in shown:
            if look.touched(track.corners_px) >= TOUCHED:
                self._touched_s[track.number] = look.time_s
        touched = sum(self._touched_s.get(t.number, -np.inf) > look.time_s - BUMP_S for t in shown)
        return bool(look.different.mean() > BUMP_SHARE or len(look.settled) >= BUMP_PATCHES
                    or touched >= max(2, 0.6 * len(shown)))

    # -- the players -----------------------------------------------------------------------------

    def say(self, action: Action) -> list[TableMessage]:
        """An announcement, or an action entered by hand.  One that is not legal yet waits for cards that
        are just being read: players speak before the card lies still."""
        if self._rolls is not None and self._rolls.was_seen(action, self.session.match):
            return []
        if self.question is not None and self.question.events and action in self.question.candidates:
            return self.answer(self.question.id, action)
        if not self._fits(action) and not self.is_idle:
            self._said.append((action, self._now_s))
            return []
        try:
            return self._log(action, "player") + self._rule()
        except LogError as error:
            if not error.is_passing:
                raise
            self._said.append((action, self._now_s))
            return self._writing.refused(error, self._now_s)

    def announce(self, action: Action) -> None:
        """What a player says while he lays a card, its count or its value.  It settles what the card
        alone leaves open once the card is seen; which card it is, only the camera says."""
        self._referee.hear(action, self._now_s)

    def take_for_granted(self, verbs: Collection[str]) -> None:
        """These are what players need not say: whatever follows implies them."""
        self._referee.inferred, self._referee.unsaid = frozenset(verbs), set(verbs)
        if self._rolls is not None:
            self._rolls.unsaid = frozenset(verbs)

    def assume(self, action: Action) -> list[TableMessage]:
        """Take an announcement as made that nobody has told of."""
        return [*self._log(action, "assumed"), *self._rule()]

    def answer(self, question_id: int, action: Action | None) -> list[TableMessage]:
        """Settle the open question with one of its candidates, any other action, or None: nothing
        happened.  An action that has nothing to do with the cards asked about went before them and was
        overlooked; then the cards are judged anew.  Raises ValueError for a question that is not open."""
        question = self.question
        if question is None or question.id != question_id:
            raise RequestError("That question is not open any more.")
        doubted, self.question = self._doubted, None
        try:
            messages = self._settle(question, action)
        except LogError:  # the question stays open, and may be answered again
            self.question, self._doubted = question, doubted
            raise
        return [Answered(question, action), *messages, *self._rule()]

    def _settle(self, question: Question, action: Action | None) -> list[TableMessage]:
        """What follows from an answer; it is in the log before its cards count as explained."""
        if self._doubted in question.candidates and not question.events:
            return self._settle_doubted(action)
        if action is None:
            self._referee.dismiss(question.events)
            return []
        if self._referee.went_before(self.session.match, action, question.events):
            return self._log(action, "player")  # it was overlooked, and went before
        about = self._referee.asked_about(self.session.match, question.events, action)
        messages = self._log_unsaid(action, "player") + self._log(action, "player", question.events)
        self._referee.done(about, action)
        return messages

    def _log_unsaid(self, action: Action, source: RowSource) -> list[TableMessage]:
        """What must have gone unsaid before an action; a player who tells of it will not say it next time either."""
        match = self.session.match
        if action.verb not in match.game.verbs:
            return []
        messages: list[TableMessage] = []
        for unsaid in unsaid_before(match.game, match.state, action, UNSAID) or ():
            if source == "player":
                self._referee.unsaid.add(unsaid.verb)
            messages += self._log(unsaid, source)
        return messages

    def _settle_doubted(self, answer: Action | None) -> list[TableMessage]:
        """What was said out of turn, after the card that was overlooked before it; or as it is."""
        said = self._doubted
        assert said is not None
        if answer is None or answer == said:
            messages = [*self._log_unsaid(said, "player"), *self._log(said, "player")]
            self._doubted = None
            return messages
        self._doubted = None
        return [*self._log(answer, "player"), *self._log(said, "player")]

    def undo(self) -> list[TableMessage]:
        """Take back the last action in force; an open question is asked anew."""
        row = self.session.undo()
        self.question = None
        return [Notice(taken_back(row)), *self._rule()]

    def redo(self) -> list[TableMessage]:
        """Put back what was taken back last, if nothing has happened since."""
        done = self.session.redo()
        self.question = None
        return [Notice(said("put-back" if done else "nothing-to-put-back")), *self._rule()]

    def insist(self) -> list[TableMessage]:
        """What was taken back unasked was right; this table never does, but one that believes may have."""
        done = self.session.insist()
        self.question = None
        return [Notice(said("put-back" if done else "nothing-to-put-back")), *self._rule()]

    def correct(self, seq: int, action: Action | None) -> list[TableMessage]:
        """Put right the action of row `seq` (None: it never happened); what followed is derived again."""
        old = next((e.action for e in self.session.entries if e.row.seq == seq), None)
        verdict = self.session.correct(seq, action)
        if action is not None and old is not None:
            for was, is_now in zip(old.cards, action.cards, strict=False):
                self._referee.renamed(self.session.rename(was), self.session.rename(is_now))
        self.question = None
        told = [self._judged(seq, action, verdict, "player")] if action is not None else []
        return [*told, *self._rule()]

    def insert(self, before: int, action: Action) -> list[TableMessage]:
        """An action that was overlooked, before that of row `before`; what followed is derived again."""
        entry = self.session.insert(before, action)
        self.question = None
        return [self._judged(entry.row.seq, action, entry.verdict, "player"), *self._rule()]

    def let_stand(self, seq: int) -> list[TableMessage]:
        """The table decides that the action of row `seq` stands although it broke a rule."""
        entry = next(e for e in self.session.entries if e.row.seq == seq)
        return self.correct(seq, entry.action.with_stands())

    # -- the referee -----------------------------------------------------------------------------

    def try_again(self) -> list[TableMessage]:
        """Write what could not be written, now."""
        self._writing.at_once()
        return self._rule()

    def _rule(self) -> list[TableMessage]:
        """Commit what is plain, until a question or nothing is left."""
        return self._writing.attempt(self._commit, self._now_s)

    def _commit(self, messages: list[TableMessage]) -> None:
        """Log what is plain, and add to the messages; raises LogError."""
        while self.question is None:
            messages += self._log_said()
            messages += self._log_roll()
            if self.question is not None:
                break
            ruling = self._referee.rule(self.session.match, self._now_s, self.is_settling)
            if isinstance(ruling, Commit):
                for unsaid in ruling.before:
                    messages += self._log(unsaid, "assumed")
                messages += self._log(ruling.action, "camera", ruling.events)
                self._referee.done(ruling.events, ruling.action)
            elif isinstance(ruling, Question):
                self.question = ruling
                messages.append(Asked(ruling))
            elif isinstance(ruling, Lost):
                self._referee.done(ruling.events)
                messages.append(Notice(ruling.sentence, ok=False))
            else:
                break
        if self._referee.is_lost and not self._told_lost:
            messages.append(Notice(texts.MISPLACED, ok=False))
        self._told_lost = self._referee.is_lost

    def _log_said(self) -> list[TableMessage]:
        """Announcements that waited for cards, once they are legal or nothing is being read."""
        messages: list[TableMessage] = []
        for action, _ in list(self._said):
            if self._fits(action) or self.is_idle:
                messages += self._log(action, "player")
                self._said.remove((action, _))
        return messages

    def _log_roll(self) -> list[TableMessage]:
        """A roll that was seen, once the cards before it are settled; one that was read unsurely is asked about."""
        if self._rolls is None or self.question is not None or not self.is_idle:
            return []
        ruling = self._rolls.ruling(self.session.match)
        if isinstance(ruling, Action):
            messages = [*self._log_unsaid(ruling, "assumed"), *self._log(ruling, "camera")]
            self._rolls.done()
            return messages
        if ruling is None:
            return []
        self.question = self._referee.ask_about(ruling.sentence, ruling.candidates, self._now_s)
        return [Asked(self.question)]

    def _fits(self, action: Action) -> bool:
        match = self.session.match
        return action.verb not in match.game.verbs or match.game.judge(match.state, action).kind != "illegal"

    def _log(self, action: Action, source: RowSource, events: tuple[TableEvent, ...] = ()) -> list[TableMessage]:
        """Append to the session; an action that lacks an announcement becomes a question instead."""
        match = self.session.match
        if action.verb in match.game.verbs:
            verdict = match.game.judge(match.state, action)
            if verdict.kind == "need":
                self.question = self._referee.ask_which(match, verdict, self._now_s, events)
                return [Asked(self.question)]
            if source == "player" and not events and action != self._doubted:
                before = unsaid_before(match.game, match.state, action, UNSAID) or ()
                if before and {step.verb for step in before} <= self._referee.unsaid:
                    return [*self._log_unsaid(action, "assumed"), *self._log(action, source)]
                if before or (not action.cards and OVERLOOKED & set(verdict.codes)):
                    self._doubted = action
                    sentence = asking.out_of_turn(verdict.why, before)
                    self.question = self._referee.ask_about(sentence, (action,), self._now_s)
                    return [Asked(self.question)]
        at_s = None if self._epoch_s is None else self._epoch_s + self._now_s
        verdict = self.session.append(action, source, _jpeg(events), at_s, self._scenes.evidence(events))
        if self._rolls is not None:
            self._rolls.note(self.session.match)  # dice may be called, and played, while cards are still being read
        return [self._judged(self.session.rows[-1].seq, action, verdict, source, events)]

    def _judged(self, seq: int, action: Action, verdict: Verdict, source: RowSource,
                events: tuple[TableEvent, ...] = ()) -> Judged:
        match = self.session.match
        return Judged(seq, action, verdict, dict(match.scores), match.to_act, source, self._now_s, events)


def _jpeg(events: tuple[TableEvent, ...]) -> bytes | None:
    """The picture kept with a row: the first card seen."""
    picture = next((e.picture for e in events if e.picture is not None), None)
    if picture is None:
        return None
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])
