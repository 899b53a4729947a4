"""The cameras of this device by their names, and their pictures turned as people hang them.

    >>> for camera in cameras(): print(camera.number, camera.name)
    0 HD Webcam C270

Which cameras there are is told by cv2-enumerate-cameras, behind the protocol CameraList, so that tests bring their own.
Tried with lists made for tests, and on Linux without a camera; not on hardware yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol

import cv2
from cv2_enumerate_cameras import enumerate_cameras

from vision.frames import Frame, FrameSource

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

    def __call__(self, backend: int, /) -> Iterable[Any]: ...


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


class TurnedSource(FrameSource):
    """A source whose pictures are turned clockwise by quarters, and mirrored back before that."""

    def __init__(self, inner: FrameSource, quarters: int = 0, is_mirrored: bool = False) -> None:
        super().__init__(inner.name)
        self.inner, self.quarters, self.is_mirrored = inner, quarters % 4, is_mirrored
        self.live = inner.live
        self.faults = inner.faults

    @property
    def trouble(self) -> str:
        """What the source itself says."""
        return self.inner.trouble

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        frame = self.inner.read(timeout_s)
        self.ended = self.inner.ended
        if frame is None:
            return None
        image = cv2.flip(frame.image, 1) if self.is_mirrored else frame.image
        return replace(frame, image=cv2.rotate(image, QUARTERS[self.quarters]) if self.quarters else image)

    def close(self) -> None:
        super().close()
        self.inner.close()
