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

import queue
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from companion.device.source import Watch
from companion.log.session import Session, SessionStore
from companion.sitting.desk import Desk, Openers
from companion.sitting.messages import ScreenMessage
from companion.sitting.store_commands import StoreCommands
from companion.sitting.table_commands import SurveyCommands, TableCommands
from companion.sitting.worker import Worker
from companion.words import texts
from rules import Table

if TYPE_CHECKING:  # all that reads pictures takes long to load, so it is imported where it is used
    from calibration import DeckProfile
    from companion.device.tables import TableFiles
    from companion.filming.demo import Demo
    from companion.sitting.screen_pictures import Mark, Picture
    from companion.sitting.sitting import Sitting
    from vision.frames import FrameSource
    from vision.reading.card_reader import CardReader

SittingOpener: TypeAlias = "Callable[[Session, Watch | None], Sitting]"
SourceOpener: TypeAlias = "Callable[[str], FrameSource]"
ReaderOpener: TypeAlias = "Callable[[DeckProfile], CardReader]"


def open_table(session: Session, watch: Watch | None) -> Sitting:
    """A sitting that reads with the project's own networks."""
    from companion.sitting.sitting import open_sitting

    return open_sitting(session, watch)


def open_frames(source: str) -> FrameSource:
    """The source of this name."""
    from vision.frames import open_source

    return open_source(source)


def open_reader(deck: DeckProfile) -> CardReader:
    """The project's own reader, for the cards of a pack."""
    from vision.reading.for_pack import reader_for

    return reader_for(deck)


def make_demo() -> Demo:
    """The film that shows how it goes."""
    from companion.filming.demo import demo

    return demo()


class Controller(TableCommands, SurveyCommands):
    """Everything the screens can ask for; the answers come as messages."""

    def __init__(self, store: SessionStore, opener: SittingOpener = open_table,
                 open_frames: SourceOpener = open_frames, make_demo: Callable[[], Demo] = make_demo,
                 files: TableFiles | None = None, open_reader: ReaderOpener = open_reader, standing: str = "") -> None:
        self._store, self._make_demo = store, make_demo
        self._outbox: queue.SimpleQueue[ScreenMessage] = queue.SimpleQueue()
        worker = Worker()
        desk = Desk(Openers(opener, open_frames, open_reader), files, worker, self._outbox.put, standing)
        TableCommands.__init__(self, desk, worker)
        SurveyCommands.__init__(self, desk, worker)
        self.kept = StoreCommands(store, worker, self._outbox.put)
        worker.start(desk.look_after_log, desk.wait_s, desk.failed)

    def messages(self) -> Iterator[ScreenMessage]:
        """What has happened since the last call, in order."""
        while not self._outbox.empty():
            yield self._outbox.get()

    @property
    def files(self) -> TableFiles:
        """What this device keeps of its tables."""
        return self.desk.files

    @property
    def is_watching(self) -> bool:
        """Whether there is a camera or a film."""
        return self.desk.feed is not None

    @property
    def has_ended(self) -> bool:
        """Whether a film was followed to its end."""
        return self.desk.has_ended

    @property
    def sitting(self) -> Sitting | None:
        """The open table.  It belongs to the worker: others may only look, while nothing is to be done."""
        return self.desk.sitting

    @property
    def source(self) -> str:
        """The camera, address or film that is looked through; "" without one."""
        watch = self.desk.watch
        return watch.source if watch else ""

    @property
    def picture(self) -> Picture | None:
        """The newest picture of the table."""
        feed = self.desk.feed
        return feed.picture if feed else None

    @property
    def given(self) -> tuple[int, int, float] | None:
        """Width and height of the camera's pictures, and how many come a second; None before the first."""
        feed = self.desk.feed
        return feed.given if feed else None

    @property
    def sees_table(self) -> bool:
        """Whether the open table was found in the picture."""
        return self.desk.sitting is not None and self.desk.sitting.live.calibration is not None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is outlined in the picture."""
        return self.desk.marks

    def fit_picture(self, width_px: int) -> None:
        """The screen shows pictures this wide; larger ones would only cost time."""
        feed = self.desk.feed
        if feed is not None and width_px > 0:
            feed.widest_px = width_px

    def get_ready(self) -> None:
        """Load what reads pictures, so that the first table opens without delay."""
        def command() -> None:
            import_module("vision.reading.for_pack")
        self._worker.put(command)
        self._worker.put(self._store.copy_daily)

    def begin(self, game: str, table: Table, deck: str = "standard", watch: Watch | None = None) -> None:
        """A new sitting; without a `watch` the players enter their cards by hand."""
        self._worker.put(lambda: self.desk.open(self._store.create(game, table, deck), watch))

    def carry_on(self, session_id: int, watch: Watch | None = None) -> None:
        """Take up an earlier sitting where it was left."""
        self._worker.put(lambda: self.desk.open(self._store.open(session_id), watch))

    def rematch(self) -> None:
        """The open table's people once more, as it was agreed; the next of them deals first."""
        def command() -> None:
            if self.desk.sitting is not None:
                info, watch = self.desk.sitting.session.info, self.desk.watch
                players = info.table.players
                dealer = players[(players.index(info.table.dealer or players[-1]) + 1) % len(players)]
                self.desk.open(self._store.create(info.game, replace(info.table, dealer=dealer), info.deck), watch)
        self._worker.put(command)

    def show_demo(self) -> None:
        """Open the filmed deal; it is not kept."""
        def command() -> None:
            self.desk.note(texts.DRAWING)
            film = self._make_demo()
            session = SessionStore(":memory:").create(film.record.game, film.record.table())
            self.desk.open(session, Watch(str(film.clip), film.calibration, film.answers))
        self._worker.put(command)

    def leave(self) -> None:
        """Close the table; everything is in the log already."""
        self._worker.put(self.desk.close)

    def pause(self, paused: bool) -> None:
        """A film waits, or goes on."""
        if self.desk.feed:
            self.desk.feed.pause(paused)

    def close(self) -> None:
        """End the threads, the source and the store."""
        self._worker.put(self.desk.close)
        self._worker.close()
        self._store.close()
