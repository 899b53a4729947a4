"""What `watch` looks at: a camera, URL, film or folder, or any phone that scans a code."""

from __future__ import annotations

import sys
from collections.abc import Callable

import segno

from companion import texts
from companion.following.messages import TableMessage
from companion.log.session import Session
from companion.sharing.phone import PhoneCamera, PhoneSource
from companion.sitting.table_page import table_view
from companion.words.refusals import RequestError
from vision.frames import FrameSource, open_source

PHONE = "phone"  # as SOURCE


def opened(source: str, fps: float | None) -> FrameSource:
    """The source that the words name; a phone is shown the way in.  RequestError with one sentence."""
    if source != PHONE:
        return open_source(source, fps=fps)
    try:
        camera = PhoneCamera()
    except OSError as error:
        raise RequestError(texts.NO_NETWORK) from error
    print(texts.PHONE["scan"].format(url=camera.url), file=sys.stderr)
    segno.make(camera.url, error="m").terminal(out=sys.stderr, compact=True)
    return PhoneSource(camera)


def telling(source: FrameSource, session: Session, tell: Callable[[TableMessage], None]
            ) -> Callable[[TableMessage], None]:
    """Tells the phone, too, where one is the camera."""
    if not isinstance(source, PhoneSource):
        return tell

    def to_both(message: TableMessage) -> None:
        tell(message)
        source.camera.publish(table_view(session))

    return to_both
