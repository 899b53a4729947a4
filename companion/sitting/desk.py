"""What lies open: the sitting, the camera that looks at it, the survey of that camera.  The worker's thread alone
calls anything here; others may look at what is public.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from companion.device.memory import give_back_now
from companion.device.source import Watch
from companion.log.session import Session
from companion.log.store import SessionInfo
from companion.sitting.log_watch import LOOKS_S, LogWatch
from companion.sitting.messages import Fetched, Noted, PictureTrouble, ScreenMessage, Showing, Surveyed
from companion.sitting.mistakes import told
from companion.sitting.worker import Worker
from companion.words import texts
from rules.core.errors import Refusal

if TYPE_CHECKING:  # all that reads pictures takes long to load, so it is imported where it is used
    from calibration import DeckProfile
    from companion.device.tables import TableFiles
    from companion.sitting.camera_thread import Feed
    from companion.sitting.screen_pictures import Mark
    from companion.sitting.sitting import Sitting
    from companion.sitting.survey import Survey
    from vision.frames import FrameSource
    from vision.reading.card_reader import CardReader


@dataclass(frozen=True)
class Openers:
    """What opens a table, a source of frames, a reader of cards."""

    sitting: Callable[[Session, Watch | None], Sitting]
    frames: Callable[[str], FrameSource]
    reader: Callable[[DeckProfile], CardReader]


class Desk:
    """The open table, or none.  post: takes what the screen is to know; standing: what was wrong with the log when the
    app started, if anything.  marks: what is outlined in the picture; has_ended: a film was followed to its end."""

    def __init__(self, openers: Openers, files: TableFiles | None, worker: Worker,
                 post: Callable[[ScreenMessage], None], standing: str = "") -> None:
        self.openers, self._files, self._worker, self.post = openers, files, worker, post
        self.log_watch = LogWatch(post, standing)
        self.sitting: Sitting | None = None
        self.watch: Watch | None = None
        self.survey: Survey | None = None  # while it is open, the frames are its own
        self.feed: Feed | None = None
        self.has_ended = False
        self.marks: tuple[Mark, ...] = ()

    @property
    def files(self) -> TableFiles:
        """What this device keeps of its tables."""
        if self._files is None:
            from companion.device.tables import TableFiles, tables_folder

            self._files = TableFiles(tables_folder())
        return self._files

    # -- the table ----------------------------------------------------------------------------

    def open(self, session: Session, watch: Watch | None) -> None:
        """Put this sitting on the desk, and look at it through its camera."""
        self.close()
        self.watch = with_kept(self.files, watch, session.info) if watch else None
        self.sitting = self.openers.sitting(session, self.watch)
        self.show()
        if altered := self.log_watch.opened(self.sitting):
            self.note(altered)
        if watch is not None:
            self.follow(watch.source)

    def close(self) -> None:
        """Clear the desk; everything is in the log already."""
        self.stop_following()
        if self.sitting:
            self.sitting.session.leave()
            self.log_watch.opened(None)
        self.sitting, self.watch, self.survey, self.marks = None, None, None, ()
        give_back_now()  # readers and pictures go with the table

    def do(self, act: Callable[[Sitting], object]) -> None:
        """Something is done at the open table; what came too late is left undone."""
        if self.sitting is not None:
            act(self.sitting)
            self.show()
            self._pass_notes()

    def answer(self, query: Callable[[Sitting], Fetched]) -> None:
        """Something is asked of the open table, or done at it."""
        if self.sitting is not None:
            rows = len(self.sitting.session.rows)
            self.post(query(self.sitting))
            if len(self.sitting.session.rows) != rows:
                self.show()
                self._pass_notes()

    def look(self) -> None:
        """Read the newest frame."""
        frame = self.feed.take() if self.feed else None
        if frame is None:
            return
        if self.survey is not None:
            if self.survey.see(frame):
                self.show_survey()
        elif self.sitting is not None:
            from calibration import CalibrationError

            try:
                changed = self.sitting.see(frame)
            except CalibrationError:
                self.see_anew(replace(self.watch, calibration=None) if self.watch else None)
                self.note(texts.CALIBRATED_ANEW)
                return
            if self.sitting.is_mirrored:
                self._mirror_back()
                return
            self.marks = self.sitting.marks
            if changed:
                self.show()
            self._pass_notes()

    def _mirror_back(self) -> None:
        """The camera shows left for right: from now on its picture is mirrored back, and the table found anew."""
        assert self.watch is not None
        turning = self.files.turning(self.watch.source).mirrored()
        self.files.keep_turning(self.watch.source, turning)
        if self.feed is not None:
            self.feed.turn(turning)
        self.see_anew(replace(self.watch, calibration=None))
        self.note(texts.MIRRORED_BACK)

    def look_after_log(self) -> None:
        """What another window has written is shown; what could not be written is tried again."""
        if self.log_watch.look(self.sitting):
            self.show()

    def wait_s(self) -> float | None:
        """How long the log may go without being looked after."""
        return LOOKS_S if self.sitting is not None else None

    def failed(self, fault: Exception) -> None:
        """Say what went wrong; a mistake of ours is written down too."""
        if isinstance(fault, Refusal):
            self.log_watch.failed(fault)
            self.note(texts.fault_text(fault))
        else:
            self.note(told(fault))

    def show(self) -> None:
        """Let the screen draw the open table as it stands now."""
        if self.sitting is not None:
            self.post(Showing(self.sitting.view()))

    def show_survey(self) -> None:
        """Let the screen draw what the survey has found."""
        if self.survey is not None:
            self.marks = self.survey.view.marks
            self.post(Surveyed(self.survey.view))

    def note(self, text: str) -> None:
        """One sentence for the screen."""
        self.post(Noted(text))

    def _pass_notes(self) -> None:
        if self.sitting is not None:
            for note in self.sitting.notes:
                self.note(note)
            self.sitting.notes.clear()

    def follow(self, source: str) -> None:
        """Open a source and read it from now on; nothing waits for it."""
        from companion.device.cameras import TurnedSource
        from companion.sitting.camera_thread import Feed, Hearer

        self.stop_following()
        self.has_ended = False
        turning = self.files.turning(source)
        feed = self.feed = Feed(lambda: TurnedSource(self.openers.frames(source), turning), Hearer(
            partial(self._worker.put, self.look), partial(self._worker.put, self._finish),
            lambda fault: self._worker.put(lambda: self._stopped(feed, fault)),
            lambda trouble: self.post(PictureTrouble(trouble)) if feed is self.feed else None))

    def stop_following(self) -> None:
        """Let the source go."""
        feed, self.feed = self.feed, None
        if feed is not None:
            self.post(PictureTrouble(""))
            feed.close()

    def _stopped(self, feed: Feed, fault: Exception) -> None:
        """A source could not be opened, or not be read on: the table goes on without one."""
        if feed is self.feed and feed.source is None:
            self.stop_following()
            self.show()
        raise fault

    def _finish(self) -> None:
        """The film has ended."""
        if self.survey is not None:
            return
        if self.sitting is not None and self.sitting.finish():
            self.show()
        self.note(texts.END_OF_FILM)
        self.has_ended = True

    def see_anew(self, watch: Watch | None) -> None:
        """The same table with another calibration or other places: what lies there is looked at again."""
        assert self.sitting is not None
        self.watch, answers = watch, self.sitting.answers
        self.sitting = self.openers.sitting(self.sitting.session, watch)
        self.sitting.answers = answers
        self.marks = ()
        self.show()


def with_kept(files: TableFiles, watch: Watch, info: SessionInfo) -> Watch:
    """With what this device knows of the camera's table, where nothing else was said."""
    calibration, layout = watch.calibration, watch.layout
    if calibration is None and files.kept_calibration(watch.source) is not None:
        calibration = files.calibration(watch.source)
    if layout is None and files.kept_layout(watch.source, info.game, info.table.players) is not None:
        layout = files.layout(watch.source, info.game)
    return replace(watch, calibration=calibration, layout=layout)
