"""The live table that follows one belief: frames, taps and answers in; messages out, in order.

    table = BelievingTable(session, reader, calibration)
    for message in table.see(frame): ...         # Judged, Asked, Answered, Notice
    for message in table.take(look): ...         # the same from a stream, without pictures
    table.say(action); table.announce(action); table.answer(question.id, action)
    table.undo(); table.correct(seq, action)

What is asked of it, and what it tells, is as of `companion.following.live.LiveTable`.  Whatever counts is in the
session's log before the message that tells of it is returned.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import count

import cv2
import numpy as np

from calibration import Calibration, DeckProfile, Layout, load_deck
from companion import texts
from companion.device.layouts import table_layout
from companion.following import asking
from companion.following.commit import LEAST, Commits, Puzzled, Settled
from companion.following.explaining import Explanation
from companion.following.gate import Gate
from companion.following.messages import Answered, Asked, Happened, Judged, Notice, TableMessage, taken_back
from companion.following.prior import GamePrior, bare, price_of
from companion.following.rolls import Rolls
from companion.following.rulings import Question
from companion.following.seats import Seats
from companion.following.view_quality import ViewQuality, found_advice
from companion.following.writing import Writing
from companion.log.errors import LogError
from companion.log.evidence import Scenes
from companion.log.rows import RowSource
from companion.log.session import Session
from companion.words.refusals import RequestError
from rules import Action, Verdict
from rules.core.said import Text, said
from vision.belief.belief import Belief, Believer
from vision.belief.hypotheses import Act, CardHere
from vision.events import EventKind, TableEvent
from vision.frames import Frame
from vision.reading.card_reader import CardReader
from vision.reading.dice import CountsDice
from vision.reading.unknown_pack import is_unknown
from vision.stream import Look
from vision.watcher import TableWatcher
from vision.watching.viewpoint import Viewpoint

SAID_S = 6.0  # what is said waits no longer for cards that may explain it
IDLE = 0.95  # probability that nothing has happened, from which on nothing can explain what was said
LATER_S = 60.0  # after the end of a source all that waits is settled


@dataclass(frozen=True)
class ShownCard:
    """A card as the screen shows it over the picture."""

    label: str
    sure: bool
    corners_px: np.ndarray = field(repr=False)
    layer: float = 0.0
    state: str = "shown"
    face_up: bool = True


@dataclass(frozen=True)
class Shown:
    """What the table is believed to show, for the screen."""

    view: Viewpoint
    tracks: tuple[ShownCard, ...]


class BelievingTable:
    """One sitting under one camera.  seats: where the players have said that they sit."""

    def __init__(self, session: Session, reader: CardReader | None, calibration: Calibration | None = None,
                 deck: DeckProfile | None = None, layout: Layout | None = None, seats: Seats | None = None,
                 dice: CountsDice | None = None) -> None:
        self.session = session
        self.deck = deck if deck is not None else load_deck(session.info.deck)
        self.question: Question | None = None
        self._layout, self._seats = layout, seats
        self._watcher = TableWatcher(self._opened, self.deck.size_mm, reader, calibration, dice)
        self._gate, self._quality, self._found_quality = Gate(), ViewQuality(), ""
        has_dice = any(verb.told_by == "dice" for verb in session.match.game.verbs.values())
        self._rolls = Rolls() if has_dice else None
        self._prior = GamePrior(session.match.game, self.deck, session.info.table.players, seats or Seats())
        self._commits = Commits(self._prior)
        self._prior.follow(session.match)
        self._numbers = count(1)
        self._puzzle: Puzzled | None = None
        self._writing = Writing()
        self._said: list[tuple[Action, float]] = []
        self._frames = Scenes()
        self._frame: Frame | None = None
        self._now_s = 0.0
        self._epoch_s: float | None = None
        self.has_seen_cards = self._told_unknown = False

    @property
    def unwritten(self) -> LogError | None:
        """Why the log cannot be written just now."""
        return self._writing.error

    @property
    def reader(self) -> CardReader | None:
        """Who names the cards; None where looks come from a stream."""
        return self._watcher.reader

    @property
    def calibration(self) -> Calibration | None:
        """How the table is seen."""
        return self._watcher.calibration

    @property
    def belief(self) -> Belief | None:
        """What is believed now; None until the table was found."""
        return self._watcher.belief

    @property
    def _believer(self) -> Believer | None:
        return self._watcher.believer

    @property
    def tracker(self) -> Shown | None:
        """What the screen draws over the picture."""
        if self._believer is None:
            return None
        view = self._believer.view
        belief = self._believer.belief
        return Shown(view, tuple(
            ShownCard(c.label, belief.probability(c) >= LEAST, view.to_px(c.shape.corners), c.z)
            for c in belief.best.cards if c.posture == "lies"))

    def thoughts(self) -> list[tuple[Action, float]]:
        """The actions that may come next and how likely each is."""
        return [(self._prior.step(row.act.story).action, row.probability)
                for row in (self._believer.belief.acts() if self._believer else ())]

    @property
    def is_settling(self) -> bool:
        """Whether cards are being laid that may belong to what is said."""
        return self._believer is not None and bool(self._believer.belief.best.acts)

    @property
    def _is_quiet(self) -> bool:
        """Whether nothing that was seen may explain what was said."""
        if self._believer is None:
            return True
        belief = self._believer.belief
        return sum(weight for h, weight in zip(belief.hypotheses, belief.weights, strict=True)
                   if not h.acts and not self._believer.difference(h)) > IDLE

    # -- the camera ------------------------------------------------------------------------------

    def see(self, frame: Frame) -> list[TableMessage]:
        """Take in one frame, in order of time."""
        if self._epoch_s is None:
            self._epoch_s = time.time() - frame.time_s
        self._now_s = frame.time_s
        passed = self._gate.look(frame)
        told: list[TableMessage] = [Notice(passed.sentence, passed.ok)] if passed.sentence else []
        return told + (self._seen(passed.frame) if passed.frame is not None else self._rule())

    def _seen(self, frame: Frame) -> list[TableMessage]:
        """What a picture of the table shows, and what follows from it."""
        self._watcher.see(frame)
        look = self._watcher.look
        assert look is not None
        told = self._unknown_pack(look)
        self._frame = frame
        if look.detections is not None:
            self._frames.keep(frame)
        told += self._taken(look)
        sentence = self._quality.look(frame, self._believer) if self._believer is not None else None
        told += [Notice(sentence, ok=sentence == texts.VIEW_GOOD)] if sentence else []
        return told

    def _unknown_pack(self, look: Look) -> list[TableMessage]:
        """A sentence, once, where cards lie there that cannot be read and are large enough: theirs is another pack."""
        if look.detections is None or self._told_unknown or not is_unknown(look.detections):
            return []
        self._told_unknown = True
        return [Notice(texts.UNKNOWN_PACK, ok=False)]

    def take(self, look: Look, frame_px: tuple[int, int] | None = None) -> list[TableMessage]:
        """Take in what one frame showed, in order of time.  frame_px: width and height of the frame, where the
        calibration was made from one of another size, or there is none yet."""
        self._now_s = look.time_s
        self._watcher.take(look, frame_px)
        return self._taken(look)

    def _taken(self, look: Look) -> list[TableMessage]:
        """What follows from what is believed after a look."""
        told = self._found()
        if self._believer is None:
            return told
        if self._rolls is not None and look.dice is not None:
            self._rolls.counted(look.dice, self._believer.view, look.time_s)
        self.has_seen_cards = self.has_seen_cards or bool(self._believer.belief.best.cards)
        return [*told, *self._rule()]

    def _found(self) -> list[TableMessage]:
        """A sentence where the table was found, or found much better."""
        found = self._watcher.calibration
        if found is None or not self._watcher.is_found_anew or found.quality == self._found_quality:
            return []
        self._found_quality = found.quality
        return [Notice(found_advice(found), ok=found.quality != "poor")]

    def finish(self) -> list[TableMessage]:
        """The source has ended: what is likely is told as it is."""
        if self._believer is None:
            return []
        self._now_s += LATER_S
        self._believer.rest(self._now_s)
        return self._rule()

    def _opened(self, calibration: Calibration) -> tuple[GamePrior, Layout]:
        """The rules and the places, now that it is known how the table is seen."""
        info = self.session.info
        layout = self._layout or table_layout(calibration, info.game, info.table.players)
        self._prior.where = self._seats or Seats.of(layout)
        return self._prior, layout

    # -- the players -----------------------------------------------------------------------------

    def say(self, action: Action) -> list[TableMessage]:
        """An announcement, or an action entered by hand.  One that does not fit yet waits for cards that are just
        being laid: players speak before the card lies still."""
        if self._rolls is not None and self._rolls.was_seen(action, self.session.match):
            return []
        if self.question is not None and action in self.question.candidates:
            return self.answer(self.question.id, action)
        if self._waits(action):
            self._hold(action)
            return []
        try:
            return [*self._log(action, "player"), *self._rule()]
        except LogError as error:
            if not error.is_passing:
                raise
            self._hold(action)
            return self._writing.refused(error, self._now_s)

    def announce(self, action: Action) -> None:
        """What a player says while he lays a card, its count or its value; which card it is, the camera says."""
        self._prior.hear(action)
        if self._believer is not None:
            self._believer.told(self._prior.begin())

    def take_for_granted(self, verbs: Collection[str]) -> None:
        """These are what players need not say: whatever follows implies them."""
        self._prior.unsaid = frozenset(verbs)
        if self._rolls is not None:
            self._rolls.unsaid = frozenset(verbs)

    def assume(self, action: Action) -> list[TableMessage]:
        """Take an announcement as made that nobody has told of."""
        return [*self._log(action, "assumed"), *self._rule()]

    def answer(self, question_id: int, action: Action | None) -> list[TableMessage]:
        """Settle the open question with one of its candidates, any other action, or None: nothing happened."""
        question, puzzle = self.question, self._puzzle
        if question is None or question.id != question_id:
            raise RequestError("That question is not open any more.")
        self.question = self._puzzle = None
        try:
            messages = self._settle(question, puzzle, action)
        except LogError:  # the question stays open, and may be answered again
            self.question, self._puzzle = question, puzzle
            raise
        return [Answered(question, action), *messages, *self._rule()]

    def _settle(self, question: Question, puzzle: Puzzled | None, action: Action | None) -> list[TableMessage]:
        """What follows from an answer; it is in the log before its cards count as explained."""
        if puzzle is None or self._believer is None:
            return self._log(action, "player", question.events) if action else []
        if action is None:
            self._believer.forgive(puzzle.h)
            return []
        chosen = next((row.act for row in puzzle.choices
                       if bare(self._prior.step(row.act.story).action) == bare(action)), None)
        unsaid = self._prior.step(chosen.story).unsaid if chosen is not None else self._prior.unsaid_before(action)
        messages = [message for step in unsaid for message in self._log(step, "player", is_whole=False)]
        return [*messages, *self._log(action, "player", question.events, chosen)]

    def undo(self) -> list[TableMessage]:
        """Take back the last action in force; what lies there of it means nothing until it changes."""
        self.question = self._puzzle = None
        row = self.session.undo()
        self._retold()
        if self._believer is not None:
            self._believer.forgive(self._believer.belief.best)
        return [Notice(taken_back(row)), *self._rule()]

    def redo(self) -> list[TableMessage]:
        """Put back what was taken back last, if nothing has happened since."""
        self.question = self._puzzle = None
        done = self.session.redo()
        self._retold()
        return [Notice(said("put-back" if done else "nothing-to-put-back")), *self._rule()]

    def correct(self, seq: int, action: Action | None) -> list[TableMessage]:
        """Put right the action of row `seq` (None: it never happened); what followed is derived again."""
        old = next((e.action for e in self.session.entries if e.row.seq == seq), None)
        verdict = self.session.correct(seq, action)
        self.question = self._puzzle = None
        if action is not None and old is not None and self._believer is not None:
            for was, is_now in zip(old.cards, action.cards, strict=False):
                self._believer.rename(str(self.session.rename(was)), str(self.session.rename(is_now)))
        self._retold()
        told = [self._judged(seq, action, verdict, "player")] if action is not None else []
        return [*told, *self._rule()]

    def insert(self, before: int, action: Action) -> list[TableMessage]:
        """An action that was overlooked, before that of row `before`; what followed is derived again."""
        entry = self.session.insert(before, action)
        self.question = self._puzzle = None
        self._retold()
        return [self._judged(entry.row.seq, action, entry.verdict, "player"), *self._rule()]

    def let_stand(self, seq: int) -> list[TableMessage]:
        """The table decides that the action of row `seq` stands although it broke a rule."""
        entry = next(e for e in self.session.entries if e.row.seq == seq)
        return self.correct(seq, entry.action.with_stands())

    # -- ruling ----------------------------------------------------------------------------------

    def try_again(self) -> list[TableMessage]:
        """Write what could not be written, now."""
        self._writing.at_once()
        return self._rule()

    def _rule(self) -> list[TableMessage]:
        """Tell what is settled, until a question or nothing is left."""
        return self._writing.attempt(self._commit, self._now_s)

    def _commit(self, messages: list[TableMessage]) -> None:
        """Log what is settled, and add to the messages; raises LogError."""
        while self.question is None:
            messages += self._log_said()
            messages += self._log_roll()
            if self.question is not None or self._believer is None:
                break
            ruling = self._commits.ruling(self._believer, self._believer.belief)
            if isinstance(ruling, Settled):
                messages += self._told(ruling)
            elif isinstance(ruling, Puzzled):
                messages += self._asked(ruling)
            else:
                break

    def _told(self, settled: Settled) -> list[TableMessage]:
        events = self._events(settled.believed.act, settled.believed.probability)
        messages: list[TableMessage] = [Happened(event) for event in events]
        for unsaid in settled.unsaid:
            messages += self._log(unsaid, "assumed", is_whole=False)
        return [*messages, *self._log(settled.action, "camera", events, settled.believed.act)]

    def _asked(self, puzzle: Puzzled) -> list[TableMessage]:
        """What lies otherwise than told becomes a question with the actions that are possible."""
        assert self._believer is not None
        cards = puzzle.choices[0].act.own if puzzle.choices else self._believer.difference(puzzle.h).extra
        odd = [d.card for d in self._believer.difference(puzzle.h).lacking] if not cards else []
        likely = puzzle.choices[0].probability if puzzle.choices else 0.0
        events = (*(self._event("appeared", card, likely) for card in cards),
                  *(self._event("left", card, likely) for card in odd))
        candidates = tuple(self._prior.step(row.act.story).action for row in puzzle.choices)
        if not events:
            return []
        found = [Explanation(action, self._prior.verdict(row.act.story), row.probability, True, 0,
                             self._prior.step(row.act.story).unsaid)
                 for action, row in zip(candidates, puzzle.choices, strict=True)]
        names = tuple(dict.fromkeys(card for action in candidates for card in action.cards))
        named = self._prior.cards(event.label for event in events)
        sentence = asking.sentence(self.session.match, events[0], names or named, found)
        self._puzzle = puzzle
        return self._ask(sentence, candidates, events)

    def _ask(self, sentence: Text, candidates: tuple[Action, ...], events: tuple[TableEvent, ...]
             ) -> list[TableMessage]:
        picture = next((e.picture for e in events if e.picture is not None), None)
        self.question = Question(next(self._numbers), sentence, candidates, self._now_s, events, picture)
        return [Asked(self.question)]

    def _waits(self, action: Action) -> bool:
        """Whether something said does not fit, and cards are being laid after which it may."""
        return not self._fits(action) and not self._is_quiet

    def _fits(self, action: Action) -> bool:
        return self._prior.fits(self.session.match.state, action)

    def _hold(self, action: Action) -> None:
        """Keep what was said until it fits."""
        self._said.append((action, self._now_s))
        self._prior.waiting = tuple(said for said, _ in self._said)
        if self._believer is not None:
            self._believer.heard()

    def _log_said(self) -> list[TableMessage]:
        """Announcements that waited for cards, once they fit or nothing is being laid."""
        messages: list[TableMessage] = []
        for told in list(self._said):
            action, time_s = told
            if self._fits(action) or self._is_quiet or self._now_s - time_s > SAID_S:
                messages += self._log(action, "player")
                self._said.remove(told)
                self._prior.waiting = tuple(waiting for waiting, _ in self._said)
        return messages

    def _log_roll(self) -> list[TableMessage]:
        """A roll that was seen, once the cards before it are settled; one that was read unsurely is asked about."""
        if self._rolls is None or self.question is not None or self.is_settling:
            return []
        ruling = self._rolls.ruling(self.session.match)
        if isinstance(ruling, Action):
            unsaid = [message for step in self._prior.unsaid_before(ruling) for message in self._log(step, "assumed")]
            messages = [*unsaid, *self._log(ruling, "camera")]
            self._rolls.done()
            return messages
        return [] if ruling is None else self._ask(ruling.sentence, ruling.candidates, ())

    def _log(self, action: Action, source: RowSource, events: tuple[TableEvent, ...] = (), act: Act | None = None,
             is_whole: bool = True) -> list[TableMessage]:
        """Append to the session; an action that lacks an announcement becomes a question instead.  is_whole: unless it
        went unsaid before another, which is told with it."""
        match = self.session.match
        if action.verb in match.game.verbs:
            verdict = match.game.judge(match.state, action)
            if verdict.kind == "need" and not events:
                return self._ask(verdict.why, verdict.choices, events)
        at_s = None if self._epoch_s is None else self._epoch_s + self._now_s
        verdict = self.session.append(action, source, _jpeg(events), at_s, self._frames.evidence(events))
        if self._believer is not None:
            self._believer.trust(act.price if act is not None else price_of(verdict))
        if is_whole:
            self._retold(act)
        if self._rolls is not None:
            self._rolls.note(self.session.match)  # dice may be called, and played, while cards are still being read
        return [self._judged(self.session.rows[-1].seq, action, verdict, source, events)]

    def _retold(self, act: Act | None = None) -> None:
        root = self._prior.follow(self.session.match)
        if self._believer is not None:
            self._believer.told(root, act)

    def _judged(self, seq: int, action: Action, verdict: Verdict, source: RowSource,
                events: tuple[TableEvent, ...] = ()) -> Judged:
        match = self.session.match
        return Judged(seq, action, verdict, dict(match.scores), match.to_act, source, self._now_s, events)

    # -- what was seen ---------------------------------------------------------------------------

    def _events(self, act: Act, probability: float) -> tuple[TableEvent, ...]:
        """What the camera saw of an action."""
        return (*(self._event("appeared", card, probability) for card in act.own),
                *(self._event("left", departed.card, probability) for departed in act.gone))

    def _event(self, kind: EventKind, card: CardHere, probability: float) -> TableEvent:
        assert self._believer is not None
        corners = self._believer.view.to_px(card.shape.corners)
        x, y = card.shape.centre
        return TableEvent(kind, card.label, probability, True, ((card.label, probability),), card.place,
                          (float(x), float(y)), card.born_s, card.serial, corners_px=corners,
                          picture=cut_out(self._frame, corners) if kind == "appeared" else None)


def cut_out(frame: Frame | None, corners_px: np.ndarray) -> np.ndarray | None:
    """A picture of a card, where there is a frame to cut it from."""
    if frame is None:
        return None
    height, width = frame.image.shape[:2]
    x1, y1 = np.clip(np.floor(corners_px.min(axis=0)), 0, (width, height)).astype(int)
    x2, y2 = np.clip(np.ceil(corners_px.max(axis=0)), 0, (width, height)).astype(int)
    return frame.image[y1:y2, x1:x2].copy() if x2 > x1 and y2 > y1 else None


def _jpeg(events: Sequence[TableEvent]) -> bytes | None:
    """The picture kept with a row: the first card seen."""
    picture = next((e.picture for e in events if e.picture is not None), None)
    if picture is None:
        return None
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])


