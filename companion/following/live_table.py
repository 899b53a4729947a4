"""The live table that follows one belief: frames, taps and answers in; messages out, in order.

    table = LiveTable(session, reader, calibration)
    for message in table.see(frame): ...         # Judged, Asked, Answered, Notice
    for message in table.take(look): ...         # the same from a stream, without pictures
    table.say(action); table.announce(action); table.answer(question.id, action)
    table.undo(); table.correct(seq, action)

One call at a time, from one thread.  Whatever counts is in the session's log before the message that tells of it is
returned.
"""

from __future__ import annotations

import time

from calibration import Calibration, DeckProfile, Layout, load_deck
from companion.device.layouts import table_layout
from companion.following.commit import Commits, Puzzled, Settled
from companion.following.lookout import Lookout
from companion.following.messages import Happened, TableMessage
from companion.following.prior import GamePrior
from companion.following.seats import Seats
from companion.following.sightings import ShownTable, shown
from companion.following.spoken import SpokenTable
from companion.following.telling import Decides, Telling
from companion.following.way_back import Otherwise
from companion.log.session import Session
from rules import Action
from rules.core.said import said
from vision.belief.belief import Belief
from vision.frames import Frame
from vision.looker import Clock
from vision.reading.card_reader import CardReader
from vision.reading.dice import CountsDice
from vision.stream import Look
from vision.watcher import TableWatcher

LATER_S = 60.0  # after the end of a source all that waits is settled


class LiveTable(SpokenTable):
    """One sitting under one camera.  seats: where the players have said that they sit; decides: who rules on when
    something is told; clock: as for `TableWatcher`."""

    def __init__(self, session: Session, reader: CardReader | None, calibration: Calibration | None = None,
                 deck: DeckProfile | None = None, layout: Layout | None = None, seats: Seats | None = None,
                 dice: CountsDice | None = None, decides: Decides = Commits,
                 clock: Clock = time.perf_counter) -> None:
        self.deck = deck if deck is not None else load_deck(session.info.deck)
        self._layout, self._seats = layout, seats
        self._watcher = TableWatcher(self._opened, self.deck.size_mm, reader, calibration, dice, clock)
        prior = GamePrior(session.match.game, self.deck, session.info.table.players, seats or Seats())
        super().__init__(Telling(session, prior, self._watcher, decides))
        self._lookout = Lookout()
        self.has_seen_cards = False

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
    def shown(self) -> ShownTable | None:
        """What the screen draws over the picture; None until the table was found."""
        believer = self._watcher.believer
        return None if believer is None else shown(believer)

    def thoughts(self) -> list[tuple[Action, float]]:
        """The actions that may come next and how likely each is."""
        return self._telling.thoughts()

    # -- the camera ------------------------------------------------------------------------------

    def see(self, frame: Frame) -> list[TableMessage]:
        """Take in one frame, in order of time."""
        if self._telling.epoch_s is None:
            self._telling.epoch_s = time.time() - frame.time_s
        self._telling.now_s = frame.time_s
        clear, told = self._lookout.passed(frame)
        return told + (self._seen(clear) if clear is not None else self._rule())

    def _seen(self, frame: Frame) -> list[TableMessage]:
        """What a picture of the table shows, and what follows from it."""
        self._watcher.see(frame)
        look = self._watcher.look
        assert look is not None
        told = [*self._lookout.pushed(look), *self._lookout.pack(look)]
        self._telling.frame = frame
        if look.detections is not None:
            self._telling.scenes.keep(frame)
        told += self._taken(look)
        return told + self._lookout.view(frame, self._watcher.believer)

    def take(self, look: Look, frame_px: tuple[int, int] | None = None) -> list[TableMessage]:
        """Take in what one frame showed, in order of time.  frame_px: width and height of the frame, where the
        calibration was made from one of another size, or there is none yet."""
        self._telling.now_s = look.time_s
        self._watcher.take(look, frame_px)
        return self._taken(look)

    def _taken(self, look: Look) -> list[TableMessage]:
        """What follows from what is believed after a look."""
        anew = self._watcher.calibration if self._watcher.is_found_anew else None
        told = self._lookout.found(anew) if anew is not None else []
        believer = self._watcher.believer
        if believer is None:
            return told
        self._telling.way_back.take(look, believer.view if anew is not None else None)
        if self._rolls is not None and look.dice is not None:
            self._rolls.counted(look.dice, believer.view, look.time_s)
        if self.session.match.game.to_show(self.session.match.state):
            self._hands.look(believer, has_read=look.detections is not None)
        self.has_seen_cards = self.has_seen_cards or bool(believer.belief.best.cards)
        return [*told, *self._rule()]

    def finish(self) -> list[TableMessage]:
        """The source has ended: what is likely is told as it is."""
        if self._watcher.believer is None:
            return []
        if not self._is_over:
            self._is_over = True
            self._telling.now_s += LATER_S
            self._watcher.believer.rest(self._telling.now_s)
            self._telling.way_back.finish(self._watcher.believer.belief)
        messages: list[TableMessage] = []
        while told := self._rule():
            messages += told
        return messages

    def _opened(self, calibration: Calibration) -> tuple[GamePrior, Layout]:
        """The rules and the places, now that it is known how the table is seen."""
        info = self.session.info
        layout = self._layout or table_layout(calibration, info.game, info.table.players)
        self._telling.prior.where = self._seats or Seats.of(layout)
        return self._telling.prior, layout

    # -- ruling ----------------------------------------------------------------------------------

    def try_again(self) -> list[TableMessage]:
        """Write what could not be written, now."""
        self._writing.at_once()
        return self._rule()

    def _rule(self) -> list[TableMessage]:
        """Tell what is settled: one action, for players may have said something that belongs before the next one."""
        return self._writing.attempt(self._commit, self._telling.now_s)

    def _commit(self, messages: list[TableMessage]) -> None:
        """Log what is settled, and add to the messages; raises LogError."""
        messages += self._found_again()
        while self.question is None:
            messages += self._log_said()
            messages += self._log_roll()
            messages += self._log_shown()
            believer = self._watcher.believer
            if self.question is not None or believer is None:
                break
            otherwise = self._telling.way_back.otherwise(believer.belief)
            if otherwise is not None:
                messages += self._went_back(otherwise)
                continue
            ruling = self._telling.commits.ruling(believer, believer.belief)
            if isinstance(ruling, Settled):
                messages += self._tell(ruling)
            elif isinstance(ruling, Puzzled):
                messages += self._questions.puzzled(ruling, self._telling)
            break

    def _found_again(self) -> list[TableMessage]:
        """A table that had gone astray goes on by itself once it matches again, or what lies there is explained."""
        believer = self._watcher.believer
        if believer is None or not self._questions.is_astray:
            return []
        is_plain = self._telling.matches or isinstance(
            self._telling.commits.ruling(believer, believer.belief), Settled)
        return self._questions.settled_itself() if is_plain else []

    def _tell(self, settled: Settled) -> list[TableMessage]:
        believer = self._watcher.believer
        assert believer is not None
        events = self._telling.seen_of(settled.believed.act, settled.believed.probability)
        messages: list[TableMessage] = [Happened(event) for event in events]
        self._telling.way_back.told(believer, self._telling.prior, self.session)
        for unsaid in settled.unsaid:
            messages += self._log(unsaid, "assumed", is_whole=False)
        return [*messages, *self._log(settled.action, "camera", events, settled.believed.act)]

    def _went_back(self, found: Otherwise) -> list[TableMessage]:
        """What was told last is taken back, and what was done instead may be told; asked, where somebody scored."""
        return self._questions.otherwise(found, self._telling.now_s) if found.has_scored else self._go_back(found)

    def _log_roll(self) -> list[TableMessage]:
        """A roll that was seen, once the cards before it are settled; one that was read unsurely is asked about."""
        if self._rolls is None or self.question is not None:
            return []
        ruling = self._rolls.ruling(self.session.match, self._telling.laying_since_s)
        if isinstance(ruling, Action):
            before = self._telling.prior.unsaid_before(ruling)
            unsaid = [message for step in before for message in self._log(step, "assumed")]
            return [*unsaid, *self._log(ruling, "camera")]
        return [] if ruling is None else self._questions.ask(ruling.sentence, ruling.candidates, self._telling.now_s)

    def _log_shown(self) -> list[TableMessage]:
        """A hand that lies open where the game waits for it; one that may not be it is asked about."""
        if self.question is not None:
            return []
        seen = self._hands.ruling(self.session.match, self._telling.prior.seats())
        if seen is None:
            return []
        if seen.is_sure:
            return self._log(seen.actions[0], "camera")
        return self._questions.ask(said("ask-shown"), seen.actions, self._telling.now_s)
