"""Opens what looks at a table: any phone that scans a code, a camera by its name or number, an address, a film.

    with Sources() as sources:
        source = sources.open("phone")       # the phone's pages stay open until the sources are closed
        sources.tell(view, fits=True)        # turn, count and last verdict, large on the phone, where there is one
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.sharing.closing import Closing
from companion.words import texts
from companion.words.refusals import RequestError

if TYPE_CHECKING:  # cameras and servers take long to load, so they are imported where they are wanted
    from companion.sharing.phone import PhoneCamera
    from companion.sitting.table_page import TablePage
    from vision.frames import FrameSource

PHONE = "phone"  # as the name of a source


def phone_pages() -> PhoneCamera:
    """The pages by which a phone becomes the camera, on the ports that are usual."""
    from companion.sharing.phone import PhoneCamera

    return PhoneCamera()


def other_source(text: str, fps: float | None) -> FrameSource:
    """A camera by its name or number, an address, a film or a folder."""
    from companion.device.cameras import open_named

    return open_named(text, fps)


class Sources(Closing):
    """All that can be looked through on this device.  `phone`: its pages, once they were asked for."""

    def __init__(self, make_phone: Callable[[], PhoneCamera] = phone_pages,
                 open_other: Callable[[str, float | None], FrameSource] = other_source) -> None:
        self.phone: PhoneCamera | None = None
        self._view: TablePage | None = None
        self._fits, self._instructed = False, ("", False)
        self._make_phone, self._open_other = make_phone, open_other
        self._lock = threading.Lock()

    def open(self, text: str, fps: float | None = None) -> FrameSource:
        """The source of this name; fps: of a folder.  RequestError or SourceError with one sentence."""
        if text != PHONE:
            return self._open_other(text, fps)
        from companion.sharing.phone import PhoneSource

        return PhoneSource(self.open_phone())

    def open_phone(self) -> PhoneCamera:
        """The phone's pages.  RequestError where this device has no network for them, or cannot keep a certificate."""
        with self._lock:
            if self.phone is None:
                try:
                    self.phone = self._make_phone()
                except OSError as error:
                    raise RequestError(texts.NO_NETWORK) from error
            return self.phone

    @property
    def questions(self) -> int:
        """How many are open at the table."""
        return int(self._view is not None and self._view.question is not None)

    def tell(self, view: TablePage, fits: bool) -> None:
        """Tell the phone how the table stands.  fits: whether the table is found in its picture."""
        self._view, self._fits = view, fits
        if self.phone is not None:
            self.phone.publish(view, fits)

    def look(self, fits: bool) -> None:
        """Whether the table is found in the picture by now, though nothing else has changed."""
        if self._view is not None and fits != self._fits:
            self.tell(self._view, fits)

    def instruct(self, sentence: str, fits: bool) -> None:
        """What is to be done with the phone while it is set up."""
        said = (sentence, fits)
        if self.phone is not None and said != self._instructed:
            self.phone.show({"told": sentence, "fits": fits})
            self._instructed, self._view = said, None

    def close(self) -> None:
        """No phone is let in any more."""
        with self._lock:
            phone, self.phone = self.phone, None
        if phone is not None:
            phone.close()
