"""From the start screen to the first card told, with a phone as camera: every tap counted, and the time.

    python -m companion.tools.headless python -m companion.tools first_card
    python -m companion.tools.headless python -m companion.tools first_card --size 800x1280 --pictures looks

The app runs as people see it; the phone is a real Chromium that follows the code read from the app's window and goes
past the warning.  Its camera shows the filmed table with the printed markers on it, and when the table is open, the
film from its beginning.  Waiting for the browser itself to start is not counted.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import Calibration
from calibration.markers import marker_modules, sheet_corners_mm
from companion.device.tables import TableFiles
from companion.filming.demo import demo
from companion.log.session import SessionStore
from companion.sharing.phone import PhoneCamera
from companion.sharing.sources import Sources
from companion.tools.codes import code_in
from companion.tools.phone_camera import browser
from companion.words import texts
from rules import GAMES
from vision.frames import Frame, VideoSource, read_picture

MOST_TAPS, LONGEST_S = 10, 60.0
GIVES_UP_S = 240.0  # a machine that does other work as well may take longer
BEFORE_S = 2.0  # of the film, before the first card is laid
LIES_S = 4.6  # it lies there, and the next is not yet brought
STAYS = 1500  # pictures of it
HELD = 90  # pictures of the table with the markers, shown again and again
PX_PER_MM = 2.0  # of the drawn sheet
MODULE_PX = 8


@dataclass
class CountedTaps:
    """What was touched, when, on the app (A) and on the phone (P); told: what the table said in the end."""

    began_s: float = field(default_factory=time.monotonic)
    taps: list[tuple[float, str]] = field(default_factory=list)
    told: str = ""
    told_s: float = 0.0

    def tapped(self, what: str) -> None:
        """Count a tap on what is named."""
        self.taps.append((time.monotonic() - self.began_s, what))

    def tells(self, text: str) -> None:
        """Note what the table said, and when."""
        self.told, self.told_s = text, time.monotonic() - self.began_s

    @property
    def is_well(self) -> bool:
        """Whether a card was told within the taps and the seconds that are allowed."""
        return bool(self.told) and len(self.taps) <= MOST_TAPS and self.told_s <= LONGEST_S

    def __str__(self) -> str:
        lines = [f"{at_s:5.1f} s  {number:2}  {what}" for number, (at_s, what) in enumerate(self.taps, 1)]
        lines.append(f"{self.told_s:5.1f} s      told: {self.told or 'nothing'}")
        return "\n".join([*lines, f"{len(self.taps)} taps (of {MOST_TAPS}), {self.told_s:.0f} s (of {LONGEST_S:.0f})"])


def with_markers(frame: np.ndarray, calibration: Calibration) -> np.ndarray:
    """The printed markers laid on the table of a picture (h, w, 3) uint8."""
    picture = frame.copy()
    for number, quad in enumerate(sheet_corners_mm(np.arange(6))):
        ink = np.where(marker_modules(number), 25, 235).astype(np.uint8)
        tile = cv2.cvtColor(np.kron(ink, np.ones((MODULE_PX, MODULE_PX), np.uint8)), cv2.COLOR_GRAY2BGR)
        side = tile.shape[0] - 1
        edge = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        warp = cv2.getPerspectiveTransform(edge, calibration.mm_to_px(quad).astype(np.float32))
        size = (picture.shape[1], picture.shape[0])
        paper = cv2.warpPerspective(np.full_like(tile, 255), warp, size) > 127
        picture[paper] = cv2.warpPerspective(tile, warp, size, flags=cv2.INTER_AREA)[paper]
    return picture


def write_clip(path: Path, pictures: Iterator[np.ndarray]) -> None:
    """For Chromium's fake camera."""
    with path.open("wb") as out:
        for picture in pictures:
            out.write(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())


def begun(frames: list[Frame], calibration: Calibration) -> Iterator[np.ndarray]:
    """The table while it is set up: the film's first seconds again and again, the markers on it."""
    still = [with_markers(frame.image, calibration) for frame in frames if frame.time_s < BEFORE_S]
    for number in range(HELD):
        yield still[number % len(still)]


def first_card_laid(frames: list[Frame]) -> Iterator[np.ndarray]:
    """The film at its own speed until its first card lies there, then that moment again and again."""
    yield from (frame.image for frame in frames if frame.time_s < LIES_S for _ in range(2))
    lies = [frame.image for frame in frames if LIES_S - 0.4 <= frame.time_s < LIES_S]
    for number in range(STAYS):
        yield lies[number % len(lies)]


class PhoneHolder(threading.Thread):
    """Does what the holder of a phone does, on a thread of its own."""

    def __init__(self, window: Any, url: str, counted: CountedTaps) -> None:
        super().__init__(daemon=True)
        self._window, self._url, self._counted = window, url, counted
        self.fault: Exception | None = None

    def run(self) -> None:
        """Touch what the pages show one after the other, as far as the camera's picture."""
        try:
            self._window.get(self._url)
            for name in ("go", "details-button", "proceed-link", "start"):
                self._touch(name)
        except Exception as fault:  # told by whoever waits for the phone
            self.fault = fault

    def _touch(self, name: str) -> None:
        end_s = time.monotonic() + GIVES_UP_S
        while not (found := [one for one in self._window.find_elements("id", name) if one.is_displayed()]):
            if time.monotonic() > end_s:
                raise TimeoutError(f"The phone never showed '{name}'.")
            time.sleep(0.05)
        text = found[0].text or name
        found[0].click()
        self._counted.tapped(f"phone: {text}")


@contextmanager
def new_app(folder: Path, size: tuple[int, int]) -> Iterator[Any]:
    """The app as somebody opens it for the first time, on a device without a camera."""
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    sources = Sources(lambda: PhoneCamera(folder, ports=(0, 0)))
    controller = Controller(SessionStore(":memory:"), open_frames=sources.open, files=TableFiles(folder))
    with Hands(CompanionApp(controller, folder / "settings.json", sources=sources), size) as hands:
        yield hands


def scanned(hands: Any, folder: Path) -> str:
    """What the code in the app's window says, read from a picture of the window."""
    code = folder / "code.png"
    hands.picture(code)
    text = code_in(read_picture(code))
    assert text, "The code cannot be read."
    return text


def likeliest(table: Any) -> Any:
    """The button of what is most probable, where a question is open; None where it is not (or no more)."""
    from companion.tools.fingers import said_on, words_on
    from companion.widgets.keys import pressables

    question = table.view.question
    if question is None:
        return None
    words = words_on(question.choices[0], question.choices)
    return next((one for one in pressables(table) if said_on(one).partition("\n")[0] == words), None)


def set_up(size: tuple[int, int], looks: Path | None = None) -> CountedTaps:
    """Set up a table of Limbo and play its first card."""
    import companion.screens  # noqa: F401  (before Kivy: says how Kivy starts)
    from companion.tools.fingers import said_on
    from companion.widgets.keys import pressables

    film = demo()
    calibration = Calibration.load(film.calibration)
    frames = list(VideoSource(film.clip))
    with tempfile.TemporaryDirectory() as own:
        folder = Path(own)
        clip = folder / "camera.mjpeg"
        dealt = folder / "dealt.mjpeg"
        write_clip(clip, begun(frames, calibration))
        write_clip(dealt, first_card_laid(frames))
        with browser(clip) as window, new_app(folder, size) as hands:
            hands.wait(lambda: hands.app.manager.current == "home")
            counted = CountedTaps()

            def tap(text: str, then: Callable[[], object], look: str) -> None:
                buttons = pressables(hands.app.manager.current_screen)
                hands.tap(next(button for button in buttons if said_on(button).partition("\n")[0] == text))
                counted.tapped(f"app: {text}")
                hands.wait(lambda: then() and not hands.app.manager.transition.is_active, GIVES_UP_S)
                hands.frames(2)
                if looks is not None:
                    looks.mkdir(parents=True, exist_ok=True)
                    hands.picture(looks / f"{look}-{size[0]}x{size[1]}.png")

            tap(GAMES[film.record.game].title, lambda: hands.app.manager.current == "setup", "setup")
            tap(texts.CAMERA_AND_TABLE, lambda: hands.app.manager.current == "camera" and hands.app.screen(
                "camera").tab == "source", "source")
            camera = hands.app.screen("camera")
            tap(texts.A_PHONE, lambda: camera.code.data, "code")
            phone = PhoneHolder(window, scanned(hands, folder), counted)
            phone.start()
            hands.wait(lambda: phone.fault or (camera.view is not None and camera.view.calibration is not None),
                       GIVES_UP_S)
            if phone.fault is not None:
                raise phone.fault
            phone.join()
            hands.frames(2)
            tap(texts.DONE, lambda: hands.app.manager.current == "setup", "done")
            tap(texts.BEGIN, lambda: hands.app.table.view is not None and hands.app.manager.current == "table", "table")
            dealt.replace(clip)  # the film that is open goes on until the camera is opened again
            window.execute_script("openCamera()")  # somebody deals
            table = hands.app.table
            hands.comes(lambda: table.view.log or likeliest(table) is not None, GIVES_UP_S)
            if (answer := likeliest(table)) is not None:  # it was not sure, and asks
                hands.tap(answer)
                counted.tapped(f"app: {said_on(answer)}")
            if hands.comes(lambda: table.view.log, GIVES_UP_S):
                counted.tells(hands.app.table.view.log[-1].text)
            if looks is not None:
                hands.frames(5)
                hands.picture(looks / f"told-{size[0]}x{size[1]}.png")
    return counted


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools first_card", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="1280x800", metavar="WxH", help="of the app's window (1280x800)")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="where pictures of every step go")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    counted = set_up((width, height), args.pictures)
    print(counted)
    return 0 if counted.is_well else 2


if __name__ == "__main__":
    sys.exit(main())
