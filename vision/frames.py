"""Frames, and where they come from: a camera, a URL, a film or a folder of pictures.

    with open_source("film.mp4") as source:
        for frame in source:
            print(frame.index, frame.time_s, frame.image.shape)

A film or folder gives every frame, in order.  A live source (camera, URL) gives the newest one:
what was not looked at in time is dropped.  A live source that stalls is waited for and opened
again; `read` then returns None.  What cannot be opened is a SourceError of one sentence.
"""

from __future__ import annotations

import os
import queue
import re
import threading
import time
import warnings
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Protocol, TypeVar

import cv2
import numpy as np
from PIL import Image

from calibration.files import reason
from rules.core.errors import Refusal

PICTURES = (".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
FOLDER_FPS = 25.0  # for a folder of frames that does not say
AHEAD = 4  # frames of a film that are decoded before they are wanted: as many as come while one is read
SMALL_PX = 320  # width of a frame's small picture, about
MOST_BROKEN = 100  # pictures of a film, one after the other
MOST_MEGAPIXELS = 64  # of a picture; a JPEG of more is read at half, a quarter or an eighth of its size
REDUCED = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4,
           8: cv2.IMREAD_REDUCED_COLOR_8}
BEST_MODES = ((1920, 1080), (1280, 720))
GIVEN_UP_S = 5.0  # for a camera or address to open
CLOSING_S = 1.0  # for it to be let go
REOPEN_S = 2.0  # a live source without a picture for so long is opened again

T = TypeVar("T")
Box = tuple[int, int, int, int]  # x1, y1, x2, y2 in pixels


class SourceError(Refusal):
    """A camera, film, picture, network or shown deck that is of no use; one sentence for the player."""


@dataclass(frozen=True)
class Frame:
    """One picture.  image: (h, w, 3) uint8 BGR.  time_s: seconds since the source began.
    index: its number in the source, from 0; a live source skips numbers that were not looked at."""

    image: np.ndarray = field(repr=False, compare=False)
    time_s: float
    index: int = 0

    @property
    def times_smaller(self) -> int:
        """How many times the sides of the small picture go into those of the picture."""
        width: int = self.image.shape[1]
        return max(1, round(width / SMALL_PX))

    @cached_property
    def small(self) -> np.ndarray:
        """(h, w, 3) uint8: the picture in small, made when it is first asked for."""
        scale = self.times_smaller
        height, width = self.image.shape[0] // scale, self.image.shape[1] // scale
        small = self.image[:height * scale, :width * scale]
        if scale % 2 == 0:  # halved first, which OpenCV does four times faster than any other share
            small = cv2.resize(small, (width * scale // 2, height * scale // 2), interpolation=cv2.INTER_AREA)
        return cv2.resize(small, (width, height), interpolation=cv2.INTER_AREA)


class FrameSource(ABC):
    """Something that gives frames until it ends.  Iterate, or call `read` to see stalls."""

    live = False
    is_camera = False  # whether what it shows happens now: only then can its picture be dead

    def __init__(self, name: str) -> None:
        self.name = name
        self.ended = False
        self.faults: list[str] = []  # one sentence for each picture that could not be read and was left out

    @abstractmethod
    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame; None when none came within `timeout_s`, or at the end (then `ended`)."""

    @property
    def trouble(self) -> str:
        """Why no pictures come now, in a sentence; "" where nothing is known."""
        return ""

    def close(self) -> None:
        """Let the camera or file go."""
        self.ended = True

    def __iter__(self) -> Iterator[Frame]:
        while not self.ended:
            frame = self.read()
            if frame is not None:
                yield frame

    def __enter__(self) -> FrameSource:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_source(text: str | int, realtime: bool = False, fps: float | None = None) -> FrameSource:
    """A camera number, URL, video file, picture or folder of frames, `fps` of them a second.  `realtime`
    plays a film at its own speed and skips what was not looked at in time.  Raises SourceError with one
    sentence."""
    silence()
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # so does OpenCV's reader of films
    word = str(text)
    if re.fullmatch(r"\d+", word):
        return LiveSource(f"camera {word}", lambda: best_camera(int(word)))
    if "://" in word:
        return _film_at(word) or LiveSource(word, lambda: _stream_at(word))
    path = Path(word)
    if not os.path.exists(path):  # of any name: Path.exists raises where one is too long
        raise SourceError("There is no file or folder {path}.", path=path)
    if path.is_dir() or path.suffix.lower() in PICTURES:
        source: FrameSource = FolderSource(path, fps or FOLDER_FPS)
    else:
        source = VideoSource(path)
    return Paced(source) if realtime else source


def best_camera(number: int) -> cv2.VideoCapture:
    """A camera in the best mode that it has: most give 640 by 480 unless they are asked for more, and few manage
    30 large pictures a second other than as JPEGs."""
    capture = cv2.VideoCapture(number)
    if capture.isOpened():
        ask_best(capture)
    return capture


def ask_best(capture: cv2.VideoCapture) -> tuple[int, int]:
    """Ask for MJPG at 30 a second, 1080p, else 720p; width and height as they were given."""
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    for width, height in BEST_MODES:
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        capture.set(cv2.CAP_PROP_FPS, 30)
        if capture.get(cv2.CAP_PROP_FRAME_HEIGHT) >= height:
            break
    return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))


def answered_within(longest_s: float, do: Callable[[], T], name: str) -> T:
    """The result of something that may hang; SourceError when it takes longer.  What hangs is left to itself."""
    results: queue.SimpleQueue[T | BaseException] = queue.SimpleQueue()

    def run() -> None:
        try:
            results.put(do())
        except BaseException as fault:  # raised again where it is waited for
            results.put(fault)

    threading.Thread(target=run, daemon=True, name=f"opening {name}").start()
    try:
        result = results.get(timeout=longest_s)
    except queue.Empty:
        raise SourceError("{name} has not answered for {longest_s:g} seconds; it was given up.",
                          name=name, longest_s=longest_s) from None
    if isinstance(result, BaseException):
        raise result
    return result


def _stream_at(url: str) -> cv2.VideoCapture:
    """What comes from an address; one that falls silent is given up, and asked again."""
    longest_ms = round(1000 * GIVEN_UP_S)
    return cv2.VideoCapture(url, cv2.CAP_ANY, [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, longest_ms,
                                               cv2.CAP_PROP_READ_TIMEOUT_MSEC, longest_ms])


def _film_at(url: str) -> FrameSource | None:
    """A film that lies elsewhere: it says how long it is, as a camera never does."""
    capture = answered_within(GIVEN_UP_S, lambda: _stream_at(url), url)
    is_film = capture.isOpened() and capture.get(cv2.CAP_PROP_FRAME_COUNT) > 0
    capture.release()
    return VideoSource(url) if is_film else None


class VideoSource(FrameSource):
    """Every frame of a video file; the next AHEAD are decoded while one is looked at."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(str(path))
        self._capture = cv2.VideoCapture(str(path))
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps = rate if 0 < rate < 1000 else FOLDER_FPS
        self._count = self._capture.get(cv2.CAP_PROP_FRAME_COUNT)  # as the file says
        self._broken = 0
        self._index, self._time_s = -1, -1.0  # of the frame that was decoded last
        self._decoder = ThreadPoolExecutor(1, f"frames of {path}")
        self._ahead = deque(self._decoder.submit(self._grab) for _ in range(AHEAD))
        if self._ahead[0].result() is None:
            raise SourceError("{path} is not a film that can be read.", path=path)

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame; None at the end."""
        if self.ended:
            return None
        frame = self._ahead.popleft().result()
        self._ahead.append(self._decoder.submit(self._grab))
        self.ended = self._ahead[0].result() is None
        return frame

    def close(self) -> None:
        """Let go of what is open."""
        super().close()
        self._decoder.shutdown(cancel_futures=True)
        self._capture.release()

    def _grab(self) -> Frame | None:
        """The next frame; films of phones have frames of uneven length, so the file's own clock counts."""
        self._index += 1
        ok, image = self._capture.read()
        for _ in range(MOST_BROKEN):
            if ok or self._index + 1 >= self._count:
                break
            ok, image = self._capture.read()
            self._broken += 1
        if not ok or image is None:
            return None
        if self._broken and not self.faults:
            self.faults.append(f"Some pictures of {self.name} cannot be read; they are left out.")
        clock_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        self._time_s = clock_s if clock_s > self._time_s else self._time_s + 1 / self.fps
        frame = Frame(image, self._time_s, self._index)
        frame.small.setflags(write=False)  # made here, while another frame is looked at
        return frame


class FolderSource(FrameSource):
    """The pictures of a folder in the order of their names (2 before 10), or one picture."""

    def __init__(self, path: Path, fps: float = FOLDER_FPS) -> None:
        super().__init__(str(path))
        self.fps = fps
        try:
            self._files = [path] if path.is_file() else sorted(
                (f for f in path.iterdir() if f.suffix.lower() in PICTURES), key=_natural)
        except OSError as error:
            raise SourceError("{path} cannot be read: {why}.", path=path, why=reason(error)) from error
        if not self._files:
            raise SourceError("{path} has no pictures in it.", path=path)
        self._index = 0

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next picture; a broken one is left out and named in `faults`.  Raises SourceError where none is whole."""
        index, file = self._index, self._files[self._index]
        self._index += 1
        self.ended = self._index == len(self._files)
        try:
            return Frame(read_picture(file), index / self.fps, index)
        except SourceError as fault:
            self.faults.append(str(fault))
            if len(self.faults) == len(self._files):
                raise
            return None


class Paced(FrameSource):
    """A film played at its own speed; frames that are late are skipped, as with a camera."""

    live = True

    def __init__(self, inner: FrameSource, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(inner.name)
        self._inner, self._clock = inner, clock
        self._began_s: float | None = None

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame; None where none came in time, or at the end."""
        frame = self._inner.read(timeout_s)
        if frame is not None and self._began_s is None:
            self._began_s = self._clock() - frame.time_s
        while frame is not None and not self._inner.ended and frame.time_s < self._now_s() - 0.1:
            frame = self._inner.read(timeout_s)
        self.ended = self._inner.ended
        if frame is not None:
            time.sleep(max(0.0, frame.time_s - self._now_s()))
        return frame

    def close(self) -> None:
        """Let go of what is open."""
        super().close()
        self._inner.close()

    def _now_s(self) -> float:
        return self._clock() - (self._began_s or 0.0)


class OpenedCamera(Protocol):
    """What a live source asks of OpenCV's capture."""

    def isOpened(self) -> bool:  # noqa: N802  (as OpenCV has it)
        """Whether pictures may come."""

    def read(self) -> tuple[bool, np.ndarray | None]:
        """Whether there was a picture, and the picture (BGR)."""

    def release(self) -> None:
        """Give the camera back."""


class LiveSource(FrameSource):
    """A camera or stream.  A thread keeps only the newest picture, and opens the source again when
    it stalls."""

    live = True
    is_camera = True

    def __init__(self, name: str, open_capture: Callable[[], OpenedCamera]) -> None:
        super().__init__(name)
        self._open_capture = open_capture
        capture = answered_within(GIVEN_UP_S, open_capture, name)
        if not capture.isOpened():
            capture.release()
            raise SourceError("There is no picture from {name}; is it switched on and free?", name=name)
        self._fresh = threading.Condition()
        self._newest: Frame | None = None
        self._began_s = time.monotonic()
        self._thread = threading.Thread(target=self._run, args=(capture,), daemon=True, name=f"frames of {name}")
        self._thread.start()

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame; None where none came in time, or at the end."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._newest is not None or self.ended, timeout_s)
            frame, self._newest = self._newest, None
        return frame

    def close(self) -> None:
        """Let go of what is open."""
        super().close()
        with self._fresh:
            self._fresh.notify_all()
        self._thread.join(timeout=CLOSING_S)  # one that hangs lets its camera go when it comes to itself

    def _run(self, capture: OpenedCamera) -> None:
        index, last_s = 0, time.monotonic()
        while not self.ended:
            ok, image = capture.read()
            now_s = time.monotonic()
            if ok and image is not None:
                last_s = now_s
                self._publish(Frame(image, now_s - self._began_s, index))
                index += 1
            elif now_s - last_s < REOPEN_S:
                time.sleep(0.02)
            else:
                capture.release()
                capture, last_s = self._open_capture(), now_s
        capture.release()

    def _publish(self, frame: Frame) -> None:
        with self._fresh:
            self._newest = frame
            self._fresh.notify_all()


def silence() -> None:
    """OpenCV says nothing on stderr: we say ourselves what is wrong."""
    logging = getattr(cv2.utils, "logging", None)  # OpenCV 4.9 to 4.12 have no such module
    if logging is not None:
        logging.setLogLevel(logging.LOG_LEVEL_SILENT)
    else:
        cv2.setLogLevel(0)  # type: ignore[attr-defined]  # the stubs are of newer ones


def read_picture(path: Path) -> np.ndarray:
    """(h, w, 3) uint8 BGR, of at most 64 megapixels; SourceError names a file that is no picture, or too large."""
    try:
        reduced = _reduction(path)
        image = cv2.imdecode(np.fromfile(path, np.uint8), REDUCED[reduced])
    except OSError as error:
        raise SourceError("{path} is not a picture that can be read.", path=path) from error
    except (cv2.error, MemoryError) as error:
        raise SourceError("{path} is too large a picture.", path=path) from error
    if image is None:
        raise SourceError("{path} is not a picture that can be read.", path=path)
    return image


def _reduction(path: Path) -> int:
    """By how much a picture's sides have to be shortened while it is decoded.  Raises OSError, SourceError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of large and of broken pictures; we say ourselves what is wrong
            with Image.open(path) as picture:
                (width, height), kind = picture.size, picture.format
    except (Image.DecompressionBombError, SyntaxError, ValueError, EOFError) as error:
        raise SourceError("{path} is not a picture that can be read.", path=path) from error
    megapixels = width * height / 1e6
    for factor in REDUCED if kind == "JPEG" else (1,):
        if megapixels / factor**2 <= MOST_MEGAPIXELS:
            return factor
    raise SourceError("{path} has {megapixels:.0f} megapixels; at most {most_megapixels} can be read.",
                      path=path, megapixels=megapixels, most_megapixels=MOST_MEGAPIXELS)


def _natural(path: Path) -> list[tuple[int, str]]:
    """Sorts "frame2" before "frame10"."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path.name)]
