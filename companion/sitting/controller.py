"""The one queue between the camera, the players' taps and the screen; no Kivy.

    controller = Controller(SessionStore())
    controller.begin("limbo", Table(("Ann", "Bob")), watch=Watch("0"))
    for message in controller.messages():    # on the screen thread, every frame
        screen.take(message)
    picture, marks = controller.picture, controller.marks

Three threads.  The feed reads the source and makes pictures for the screen.  The worker owns the
session and the reader: it takes frames and taps one at a time, in the order they came, and posts
what the screen shows.  The screen only calls methods that return at once.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from companion import texts
from companion.device.source import Watch
from companion.log.session import Session, SessionInfo, SessionStore
from companion.sitting.log_watch import LOOKS_S, LogWatch
from companion.sitting.messages import Fetched, Noted, ScreenMessage, Showing, Sittings, Surveyed
from companion.sitting.mistakes import KNOWN_FAULTS, told
from companion.sitting.table_page import Choice, OpenQuestion
from rules import Table

if TYPE_CHECKING:  # all that reads pictures takes long to load, so it is imported where it is used
    from calibration import DeckProfile, Layout
    from companion.device.tables import TableFiles
    from companion.filming.demo import Demo
    from companion.sitting.camera_thread import Feed
    from companion.sitting.screen_pictures import Mark, Picture
    from companion.sitting.sitting import Sitting
    from companion.sitting.survey import Corners, Survey
    from vision.frames import FrameSource
    from vision.reading.card_reader import CardReader

READING_NICE = 10  # how far reading stands back from the screen
SittingOpener: TypeAlias = "Callable[[Session, Watch | None], Sitting]"
SourceOpener: TypeAlias = "Callable[[str], FrameSource]"
ReaderOpener: TypeAlias = "Callable[[DeckProfile], CardReader]"


def open_table(session: Session, watch: Watch | None) -> Sitting:
    """A sitting that reads with the project's own networks."""
    from companion.sitting.sitting import open_sitting

    return open_sitting(session, watch)


def open_frames(source: str) -> FrameSource:
    from vision.frames import open_source

    return open_source(source)


def open_reader(deck: DeckProfile) -> CardReader:
    """The project's own reader, for the cards of a pack."""
    from vision.reading.for_pack import reader_for

    return reader_for(deck)


def make_demo() -> Demo:
    from companion.filming.demo import demo

    return demo()


def _let_the_screen_go_first() -> None:
    """Where cores are short, this thread and those it starts to read pictures wait for the screen's; a system that
    only knows the priority of a whole program leaves it as it is."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), READING_NICE)


class Controller:
    """Everything the screens can ask for; the answers come as messages."""

    def __init__(self, store: SessionStore, opener: SittingOpener = open_table,
                 open_frames: SourceOpener = open_frames, make_demo: Callable[[], Demo] = make_demo,
                 files: TableFiles | None = None, open_reader: ReaderOpener = open_reader, standing: str = "") -> None:
        self._store, self._open_sitting, self._open_frames = store, opener, open_frames
        self._make_demo, self._open_reader = make_demo, open_reader
        self._files = files
        self._commands: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[ScreenMessage] = queue.SimpleQueue()
        self._log_watch = LogWatch(self._outbox.put, standing)
        self._sitting: Sitting | None = None
        self._watch: Watch | None = None
        self._tries = 0  # in the survey that were called off
        self._survey: Survey | None = None  # while it is open, the frames are its own
        self._feed: Feed | None = None
        self.has_ended = False  # a film was followed to its end
        self.marks: tuple[Mark, ...] = ()
        self._worker = threading.Thread(target=self._work, daemon=True, name="worker")
        self._worker.start()

    # -- for the screen -----------------------------------------------------------------------

    def messages(self) -> Iterator[ScreenMessage]:
        """What has happened since the last call, in order."""
        while not self._outbox.empty():
            yield self._outbox.get()

    @property
    def files(self) -> TableFiles:
        """What this device keeps of its tables."""
        if self._files is None:
            from companion.device.tables import TableFiles, tables_folder

            self._files = TableFiles(tables_folder())
        return self._files

    @property
    def is_watching(self) -> bool:
        """Whether there is a camera or a film."""
        return self._feed is not None

    @property
    def sitting(self) -> Sitting | None:
        """The open table.  It belongs to the worker: others may only look, while nothing is to be done."""
        return self._sitting

    @property
    def source(self) -> str:
        """The camera, address or film that is looked through; "" without one."""
        watch = self._watch
        return watch.source if watch else ""

    @property
    def picture(self) -> Picture | None:
        """The newest picture of the table."""
        feed = self._feed
        return feed.picture if feed else None

    def fit_picture(self, width_px: int) -> None:
        """The screen shows pictures this wide; larger ones would only cost time."""
        if self._feed is not None and width_px > 0:
            self._feed.widest_px = width_px

    def get_ready(self) -> None:
        """Load what reads pictures, so that the first table opens without delay."""
        def command() -> None:
            import_module("vision.reading.for_pack")
        self._commands.put(command)
        self._commands.put(self._store.copy_daily)

    def thin_pictures(self, most_mb: int) -> None:
        """Keep no more pictures than that; the oldest sittings' go first."""
        self._commands.put(lambda: self._store.thin_pictures(most_mb * 1_000_000))

    def list_sittings(self) -> None:
        self._commands.put(lambda: self._outbox.put(Sittings(tuple(self._store.sessions()))))

    def begin(self, game: str, table: Table, deck: str = "standard", watch: Watch | None = None) -> None:
        """A new sitting; without a `watch` the players enter their cards by hand."""
        self._commands.put(lambda: self._open(self._store.create(game, table, deck), watch))

    def carry_on(self, session_id: int, watch: Watch | None = None) -> None:
        """Take up an earlier sitting where it was left."""
        self._commands.put(lambda: self._open(self._store.open(session_id), watch))

    def show_demo(self) -> None:
        """Open the filmed deal; it is not kept."""
        def command() -> None:
            self._note(texts.DRAWING)
            film = self._make_demo()
            session = SessionStore(":memory:").create(film.record.game, film.record.table())
            self._open(session, Watch(str(film.clip), film.calibration, film.answers))
        self._commands.put(command)

    def show_again(self) -> None:
        """The open table once more, as in another language."""
        self._on_table(lambda sitting: None)

    def hold(self) -> None:
        """Write the open table here, and not in another window any more."""
        self._on_table(self._log_watch.hold)

    def leave(self) -> None:
        """Close the table; everything is in the log already."""
        self._commands.put(self._close)

    def choose(self, choice: Choice, question: OpenQuestion | None = None) -> None:
        """An announcement, or the answer to a question."""
        self._on_table(lambda sitting: sitting.choose(choice, question))

    def answer_cards(self, question: OpenQuestion, cards: Sequence[str]) -> None:
        """Cards from the picker, in answer to a question."""
        self._on_table(lambda sitting: sitting.answer_cards(question, cards))

    def undo(self) -> None:
        self._on_table(lambda sitting: sitting.undo())

    def let_stand(self, row: int) -> None:
        self._on_table(lambda sitting: sitting.let_stand(row))

    def correct(self, row: int, position: int, card: str) -> None:
        """The card at `position` of the event in log row `row` was another one."""
        self._on_table(lambda sitting: sitting.correct(row, position, card))

    def take_out(self, row: int) -> None:
        """The event of log row `row` never happened."""
        self._on_table(lambda sitting: sitting.take_out(row))

    def correct_cards(self, row: int, cards: Sequence[str]) -> None:
        """All the cards of the event in log row `row`."""
        self._on_table(lambda sitting: sitting.correct_cards(row, cards))

    def add_card(self, card: str) -> None:
        """A card that the camera missed."""
        self.add_cards((card,))

    def add_cards(self, cards: Sequence[str]) -> None:
        """Cards that were laid together, and missed."""
        self._on_table(lambda sitting: sitting.add_cards(cards))

    # -- the camera screen --------------------------------------------------------------------

    def survey(self, source: str, game: str, table: Table, deck: str) -> None:
        """Look through a camera before a table is opened."""
        def command() -> None:
            self._close()
            self._begin_survey(source, game, table, deck)
            self._change_source(source)
        self._commands.put(command)

    def survey_table(self) -> None:
        """Look at the open table through its camera; the deal waits."""
        def command() -> None:
            if self._sitting is None:
                return
            info = self._sitting.session.info
            self._begin_survey(self._watch.source if self._watch else "", info.game, info.table, info.deck)
            if self._feed is not None:
                self._feed.hold()
                self._look()
        self._commands.put(command)

    def change_source(self, source: str) -> None:
        """Look through another camera, or at a film."""
        self._commands.put(partial(self._change_source, source))

    def find_by_markers(self) -> None:
        self._in_survey(lambda survey: survey.by_markers())

    def find_by_cards(self) -> None:
        self._in_survey(lambda survey: survey.by_cards())

    def find_by_points(self, corners_px: Corners, size_mm: tuple[float, float]) -> None:
        self._in_survey(lambda survey: survey.by_points(corners_px, size_mm))

    def put_zones(self, layout: Layout) -> None:
        self._in_survey(lambda survey: survey.put_zones(layout))

    def reset_zones(self) -> None:
        self._in_survey(lambda survey: survey.reset_zones())

    def read_cards(self) -> None:
        """Which cards are shown to the camera now."""
        self._in_survey(lambda survey: survey.read_cards())

    def stop_looking(self) -> None:
        """What is being tried on the camera screen is called off: nothing comes of it."""
        self._tries += 1

    def end_survey(self) -> None:
        """Keep what was found and moved; an open table goes on and is seen by it."""
        self._commands.put(self._end_survey)

    def fetch(self, screen: str, query: Callable[[Sitting], object]) -> None:
        """Ask something of the open table, or do something at it; the answer comes as `Fetched`.
        Nothing comes when no table is open."""
        def command() -> None:
            if self._sitting is not None:
                rows = len(self._sitting.session.rows)
                self._outbox.put(Fetched(screen, query(self._sitting)))
                if len(self._sitting.session.rows) != rows:
                    self._show()
                    self._pass_notes()
        self._commands.put(command)

    def fetch_kept(self, screen: str, query: Callable[[SessionStore], object]) -> None:
        """Ask something of all sittings kept on this device."""
        self._commands.put(lambda: self._outbox.put(Fetched(screen, query(self._store))))

    def pause(self, paused: bool) -> None:
        if self._feed:
            self._feed.pause(paused)

    def close(self) -> None:
        """End the threads, the source and the store."""
        self._commands.put(self._close)
        self._commands.put(None)
        self._worker.join(timeout=10)
        self._store.close()

    # -- on the worker ------------------------------------------------------------------------

    def _work(self) -> None:
        _let_the_screen_go_first()
        while (command := self._next()) is not None:
            try:
                command()
                if self._log_watch.look(self._sitting):
                    self._show()
            except KNOWN_FAULTS as fault:
                self._log_watch.failed(fault)
                self._note(texts.fault_text(fault))
            except Exception as mistake:
                self._note(told(mistake))

    def _next(self) -> Callable[[], None] | None:
        """The next command; where nobody asks for anything, the log is looked after."""
        try:
            return self._commands.get(timeout=LOOKS_S if self._sitting is not None else None)
        except queue.Empty:
            return lambda: None

    def _open(self, session: Session, watch: Watch | None) -> None:
        self._close()
        self._watch = self._kept(watch, session.info) if watch else None
        self._sitting = self._open_sitting(session, self._watch)
        self._show()
        if altered := self._log_watch.opened(self._sitting):
            self._note(altered)
        if watch is not None:
            self._follow(self._open_frames(watch.source))

    def _follow(self, source: FrameSource) -> None:
        from companion.sitting.camera_thread import Feed

        self.has_ended = False
        self._feed = Feed(source, partial(self._commands.put, self._look), partial(self._commands.put, self._finish),
                          self._note, self._fail)

    def _fail(self, fault: Exception) -> None:
        """What went wrong on another thread goes wrong here, where it is told."""
        def command() -> None:
            raise fault
        self._commands.put(command)

    def _kept(self, watch: Watch, info: SessionInfo) -> Watch:
        """With what this device knows of the camera's table, where nothing else was said."""
        calibration, layout = watch.calibration, watch.layout
        if calibration is None and self.files.kept_calibration(watch.source) is not None:
            calibration = self.files.calibration(watch.source)
        if layout is None and self.files.kept_layout(watch.source, info.game, info.table.players) is not None:
            layout = self.files.layout(watch.source, info.game)
        return replace(watch, calibration=calibration, layout=layout)

    def _close(self) -> None:
        if self._feed:
            self._feed.close()
        if self._sitting:
            self._sitting.session.leave()
            self._log_watch.opened(None)
        self._feed, self._sitting, self._watch, self._survey, self.marks = None, None, None, None, ()

    def _look(self) -> None:
        """Read the newest frame."""
        from calibration import CalibrationError

        frame = self._feed.take() if self._feed else None
        if frame is None:
            return
        if self._survey is not None:
            if self._survey.see(frame):
                self._show_survey()
        elif self._sitting is not None:
            try:
                changed = self._sitting.see(frame)
            except CalibrationError:
                self._see_anew(replace(self._watch, calibration=None) if self._watch else None)
                self._note(texts.CALIBRATED_ANEW)
                return
            self.marks = self._sitting.marks
            if changed:
                self._show()
            self._pass_notes()

    def _see_anew(self, watch: Watch | None) -> None:
        """The same table with another calibration or other places: what lies there is looked at again."""
        assert self._sitting is not None
        self._watch, answers = watch, self._sitting.answers
        self._sitting = self._open_sitting(self._sitting.session, watch)
        self._sitting.answers = answers
        self.marks = ()
        self._show()

    # -- the survey, on the worker ------------------------------------------------------------

    def _begin_survey(self, source: str, game: str, table: Table, deck: str) -> None:
        from calibration import load_deck, load_layout
        from companion.sitting.survey import Survey

        watch = self._watch
        layout = load_layout(watch.layout, table.players) if watch and watch.layout else (
            self.files.kept_layout(source, game, table.players) or load_layout(game, table.players))
        calibration = (self._sitting.live.calibration if self._sitting else None) or self.files.kept_calibration(source)
        self._survey = Survey(layout, load_deck(deck), self._open_reader, calibration)
        self.marks = ()
        self._show_survey()

    def _change_source(self, source: str) -> None:
        if self._survey is None:
            return
        if self._feed:
            self._feed.close()
            self._feed = None
        side = self._watch.side if self._watch else ""
        self._watch = Watch(source, side=side) if source else None
        self._survey.look_through(self.files.kept_calibration(source))
        self._show_survey()
        if source:
            self._follow(self._open_frames(source))

    def _end_survey(self) -> None:
        survey, watch, self._survey, self.marks = self._survey, self._watch, None, ()
        if survey is None:
            return
        if survey.changed and watch is not None:
            survey.keep(self.files, watch.source)
        if self._sitting is None:
            self._close()
            return
        if survey.changed:
            found = self._kept(Watch(watch.source), self._sitting.session.info) if watch else None
            self._see_anew(replace(watch, calibration=found.calibration or watch.calibration, layout=found.layout)
                           if watch and found else None)
        if self._feed:
            self._feed.release()

    def _in_survey(self, act: Callable[[Survey], None]) -> None:
        """Queue something to be done in the survey, and say meanwhile that it is being done."""
        tried = self._tries

        def command() -> None:
            before = self._survey
            if before is None or tried != self._tries:
                return
            self._outbox.put(Surveyed(replace(before.view, busy=texts.LOOKING)))
            self._survey = before.copy()
            try:
                act(self._survey)
            finally:
                if tried != self._tries:
                    self._survey = before
                self._show_survey()
        self._commands.put(command)

    def _show_survey(self) -> None:
        if self._survey is not None:
            self.marks = self._survey.view.marks
            self._outbox.put(Surveyed(self._survey.view))

    def _finish(self) -> None:
        """The film has ended."""
        if self._survey is not None:
            return
        if self._sitting is not None and self._sitting.finish():
            self._show()
        self._note(texts.END_OF_FILM)
        self.has_ended = True

    def _on_table(self, act: Callable[[Sitting], object]) -> None:
        """Queue something to be done at the open table; what came too late is left undone."""
        def command() -> None:
            if self._sitting is not None:
                act(self._sitting)
                self._show()
                self._pass_notes()
        self._commands.put(command)

    def _show(self) -> None:
        if self._sitting is not None:
            self._outbox.put(Showing(self._sitting.view()))

    def _pass_notes(self) -> None:
        if self._sitting is not None:
            for note in self._sitting.notes:
                self._note(note)
            self._sitting.notes.clear()

    def _note(self, text: str) -> None:
        self._outbox.put(Noted(text))
