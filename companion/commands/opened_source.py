"""What `watch` looks at: a camera, URL, film or folder, or any phone that scans a code."""

from __future__ import annotations

import sys
from collections.abc import Callable

import segno

from companion.device.cameras import TurnedSource
from companion.device.source import Turning
from companion.following.messages import TableMessage
from companion.log.session import Session
from companion.sharing.sources import PHONE, Sources
from companion.sitting.table_page import table_view
from companion.words import texts
from vision.frames import FrameSource


def opened(sources: Sources, source: str, fps: float | None, turning: Turning) -> FrameSource:
    """The source that the words name, turned; a phone is shown the way in.  RequestError with one sentence."""
    found = sources.open(source, fps)
    if source == PHONE and sources.phone is not None:
        print(texts.PHONE["scan"].format(url=sources.phone.url), file=sys.stderr)
        segno.make(sources.phone.url, error="m").terminal(out=sys.stderr, compact=True)
    return TurnedSource(found, turning) if turning != Turning() else found


def telling(sources: Sources, session: Session, tell: Callable[[TableMessage], None], fits: Callable[[], bool]
            ) -> Callable[[TableMessage], None]:
    """Tells the phone, too, where one is the camera.  fits: whether the table is found in its picture."""
    def to_both(message: TableMessage) -> None:
        tell(message)
        sources.tell(table_view(session), fits())

    return to_both
