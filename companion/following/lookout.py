"""What is told of the view itself: a covered lens, a table that was found, a pack that cannot be read.

    lookout = Lookout()
    frame, told = lookout.passed(frame)          # None where the picture shows nothing
    lookout.pushed(look), lookout.pack(look), lookout.found(calibration), lookout.view(frame, believer)
"""

from __future__ import annotations

from calibration import Calibration
from companion.following.gate import Gate
from companion.following.messages import Notice, TableMessage
from companion.following.view_quality import ViewQuality, found_advice
from companion.words import texts
from rules.core.said import said
from vision.belief.belief import Believer
from vision.frames import Frame
from vision.reading.unknown_pack import is_unknown
from vision.stream import Look

UNREAD_S = 0.5  # for so long nothing can be read; a single look may be blurred


class Lookout:
    """Watches over one camera's view."""

    def __init__(self) -> None:
        self._gate, self._quality = Gate(), ViewQuality()
        self._found_quality = ""
        self._told_unknown = False
        self._unread_s: float | None = None  # since when no card can be read

    def passed(self, frame: Frame) -> tuple[Frame | None, list[TableMessage]]:
        """The frame, where it shows something, and a sentence where that has changed."""
        passed = self._gate.look(frame)
        return passed.frame, [Notice(passed.sentence, passed.ok)] if passed.sentence else []

    def found(self, calibration: Calibration) -> list[TableMessage]:
        """A sentence where the table was found, or found much better."""
        if calibration.quality == self._found_quality:
            return []
        self._found_quality = calibration.quality
        return [Notice(found_advice(calibration), ok=calibration.quality != "poor")]

    def pushed(self, look: Look) -> list[TableMessage]:
        """A sentence where the camera was moved."""
        return [] if look.push is None else [Notice(said("camera-moved"))]

    def pack(self, look: Look) -> list[TableMessage]:
        """A sentence, once, where cards lie there that cannot be read and are large enough: theirs is another pack."""
        if look.detections is None or self._told_unknown:
            return []
        if not is_unknown(look.detections):
            self._unread_s = None
            return []
        self._unread_s = look.time_s if self._unread_s is None else self._unread_s
        if look.time_s - self._unread_s < UNREAD_S:
            return []
        self._told_unknown = True
        return [Notice(texts.UNKNOWN_PACK, ok=False)]

    def view(self, frame: Frame, believer: Believer | None) -> list[TableMessage]:
        """A sentence where the table is seen better or worse than before."""
        sentence = self._quality.look(frame, believer.view) if believer is not None else None
        return [Notice(sentence, ok=sentence == texts.VIEW_GOOD)] if sentence else []
