"""The cameras of this device by their names, and their pictures turned as people hang them.

    >>> for camera in cameras(): print(camera.number, camera.name)
    0 HD Webcam C270

Which cameras there are is told by cv2-enumerate-cameras, behind the protocol CameraList, so that tests bring their own.
Tried with lists made for tests, and on Linux without a camera; not on hardware yet.

    with open_named("HD Webcam C270") as source: ...      # wherever it is plugged in; else as `open_source` does
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

import cv2
import numpy as np
from cv2_enumerate_cameras import enumerate_cameras

from companion.device.picture_watch import LOOK_S
from companion.device.source import Turning
from vision.frames import (
    CLOSING_S,
    GIVEN_UP_S,
    Frame,
    FrameSource,
    LiveSource,
    SourceError,
    answered_within,
    best_camera,
    open_source,
)

PREVIEW_PX = 320  # width of a small picture
PREVIEW_S = 0.1  # between two of them
QUARTERS = {1: cv2.ROTATE_90_CLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_COUNTERCLOCKWISE}


@dataclass(frozen=True)
class NamedCamera:
    """number: what it is opened by.  name: what is printed on it, or nearly; key: stays the same when it is plugged
    in elsewhere, as far as the system knows."""

    number: int
    name: str
    key: str


class CameraList(Protocol):
    """What enumerates cameras: objects with index, name, path, vid and pid."""

    def __call__(self, backend: int, /) -> Iterable[Any]:
        """The cameras that a system's interface lists."""


def cameras(enumerate_cameras: CameraList = enumerate_cameras) -> tuple[NamedCamera, ...]:
    """Every camera once, in the order of their numbers; two of a kind get a number behind their name."""
    found: dict[str, NamedCamera] = {}
    for info in sorted(enumerate_cameras(cv2.CAP_ANY), key=lambda info: int(info.index)):
        path = str(info.path or info.index)
        kind = f"{info.vid:04x}:{info.pid:04x}" if info.vid is not None and info.pid is not None else ""
        found.setdefault(path, NamedCamera(int(info.index), str(info.name).strip() or f"{info.index}", kind or path))
    return tuple(_told_apart(list(found.values())))


def _told_apart(found: list[NamedCamera]) -> Iterable[NamedCamera]:
    seen: dict[str, int] = {}
    for camera in found:
        count = seen[camera.name] = seen.get(camera.name, 0) + 1
        alike = sum(other.name == camera.name for other in found) > 1
        yield replace(camera, name=f"{camera.name} {count}", key=f"{camera.key} {count}") if alike else camera


def camera_named(name: str, enumerate_cameras: CameraList = enumerate_cameras) -> NamedCamera | None:
    """The camera of this name; SourceError where the system does not say in time which there are."""
    found = answered_within(GIVEN_UP_S, lambda: cameras(enumerate_cameras), "The list of cameras")
    return next((camera for camera in found if camera.name == name), None)


def open_named(text: str, fps: float | None = None, enumerate_cameras: CameraList = enumerate_cameras) -> FrameSource:
    """A camera by its name, in its best mode, found again where it is plugged in elsewhere; else what `open_source`
    opens.  SourceError with one sentence."""
    if text.isdigit() or "://" in text or camera_named(text, enumerate_cameras) is None:
        return open_source(text, fps=fps)

    def open_again() -> cv2.VideoCapture:
        camera = camera_named(text, enumerate_cameras)
        return best_camera(camera.number) if camera else cv2.VideoCapture()

    return LiveSource(text, open_again)


class TurnedSource(FrameSource):
    """A source whose pictures are mirrored back and turned; `turning` may be changed while it is read."""

    def __init__(self, inner: FrameSource, turning: Turning) -> None:
        super().__init__(inner.name)
        self.inner, self.turning = inner, turning
        self.live, self.is_camera = inner.live, inner.is_camera
        self.faults = inner.faults

    @property
    def trouble(self) -> str:
        """What the source itself says."""
        return self.inner.trouble

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The newest frame; None where none came in time."""
        frame = self.inner.read(timeout_s)
        self.ended = self.inner.ended
        if frame is None:
            return None
        turning = self.turning
        image = cv2.flip(frame.image, 1) if turning.is_mirrored else frame.image
        return replace(frame, image=cv2.rotate(image, QUARTERS[turning.quarters]) if turning.quarters else image)

    def close(self) -> None:
        """Let go of the camera."""
        super().close()
        self.inner.close()


def open_small(camera: NamedCamera) -> FrameSource:
    """A camera as it comes, which is small: several at once would be too much for one plug."""
    return LiveSource(camera.name, lambda: cv2.VideoCapture(camera.number))


class Previews:
    """A small live picture of every camera, each opened in a thread of its own, so that one that hangs holds up none.

    `cameras` are those found so far, None before the system has said; `pictures` the newest of each by its name,
    (h, w, 3) uint8 BGR, `faults` why there is none.  `leave_out`: the camera that is looked through already.
    """

    def __init__(self, leave_out: str = "", enumerate_cameras: CameraList = enumerate_cameras,
                 open_small: Callable[[NamedCamera], FrameSource] = open_small) -> None:
        self.cameras: tuple[NamedCamera, ...] | None = None
        self.pictures: dict[str, np.ndarray] = {}
        self.faults: dict[str, str] = {}
        self._leave_out, self._list, self._open = leave_out, enumerate_cameras, open_small
        self._ended = threading.Event()
        self._threads: list[threading.Thread] = []
        self._begin(self._find)

    def close(self) -> None:
        """Let every camera go; one that does not in time is left to itself."""
        self._ended.set()
        for thread in self._threads:
            thread.join(timeout=CLOSING_S)

    def _begin(self, act: Callable[[], None]) -> None:
        thread = threading.Thread(target=act, daemon=True, name="preview")
        self._threads.append(thread)
        thread.start()

    def _find(self) -> None:
        found = cameras(self._list)
        self.cameras = found
        for camera in found:
            if not self._ended.is_set() and self._leave_out not in (camera.name, str(camera.number)):
                self._begin(partial(self._show, camera))

    def _show(self, camera: NamedCamera) -> None:
        try:
            with self._open(camera) as source:
                while not (self._ended.is_set() or source.ended):
                    frame = source.read(LOOK_S)
                    if frame is not None:
                        wide = frame.image.shape[1]
                        scale = min(1.0, PREVIEW_PX / wide)
                        self.pictures[camera.name] = cv2.resize(frame.image, None, fx=scale, fy=scale,
                                                                interpolation=cv2.INTER_AREA)
                    self._ended.wait(PREVIEW_S)
        except SourceError as fault:
            self.faults[camera.name] = str(fault)
