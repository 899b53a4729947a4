"""How well a phone serves as camera: a real browser streams a drawn film to the app, which reads it.

    python -m companion.tools phone_camera
    python -m companion.tools phone_camera --seconds 20 --size 1280x720 --pictures looks

Chromium takes the film as its camera, follows the code's address, goes past the warning about the certificate and
opens the camera's page, as a phone would; the app reads cards meanwhile.  Prints for each size: pictures a second, the
age of a picture when it is ready to be read (median, 95th percentile), and how many cards are read surely,
and wrongly, in the same pictures as they were drawn and as they came.  `--post` blocks the WebSocket.  `--deal` follows
the film by phone, half as fast as it was filmed, and says whether every event and the score are as from the file.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import Calibration
from companion.filming.demo import demo
from companion.following.answers import bare, load_answers
from companion.following.loop import live_table, watch
from companion.log.session import SessionStore
from companion.sharing.phone import PhoneCamera, PhoneSource
from companion.words.speaker import english
from rules.adjudicate import RecordJudge
from vision.detections import Detections
from vision.frames import FolderSource, Frame, FrameSource, VideoSource
from vision.reading.for_pack import reader_for

SIZES = ("1280x720", "1920x1080")
FILM = ((1920, 1080), 30.0)
BITS = 12  # of a picture's number, drawn into its lower left corner
SLOWLY = 4  # times that the fake camera shows a picture, 30 a second: half as fast as the film of 15
STANDS = 60  # times that it shows the last one
START = 30  # the film begins with one of its first pictures
LONGEST_S = 60.0  # of the filmed deal, which is shorter
COMPARED = 40  # pictures whose cards are compared
WARMING_S = 2.0  # before anything is measured
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--mute-audio",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--proxy-server=direct://",
         "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


@dataclass
class Streamed:
    """What came.  came_s: when; ages_s: how old each picture was when it was ready; kept: by the film's number."""

    came_s: list[float] = field(default_factory=list)
    ages_s: list[float] = field(default_factory=list)
    kept: dict[int, np.ndarray] = field(default_factory=dict)
    read: int = 0

    @property
    def rate(self) -> float:
        """Pictures a second."""
        return (len(self.came_s) - 1) / max(self.came_s[-1] - self.came_s[0], 1e-9) if len(self.came_s) > 1 else 0.0


@dataclass(frozen=True)
class SureCards:
    """SureCards read in pictures: how many surely, and how many of these are not so in the picture as it was drawn."""

    sure: int
    otherwise: int


def film_for(folder: Path, size: tuple[int, int], seconds: float) -> tuple[Path, dict[int, np.ndarray]]:
    """The demo film as Chromium's fake camera takes it (JPEGs one after the other), each picture numbered; some of
    the pictures as they were drawn, by their numbers."""
    clip = folder / f"camera-{size[0]}.mjpeg"
    drawn: dict[int, np.ndarray] = {}
    with clip.open("wb") as out, VideoSource(demo(*FILM).clip) as film:
        for number, frame in enumerate(film):
            if number >= seconds * 30:
                break
            picture = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
            mark(picture, number)
            out.write(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 97])[1].tobytes())
            drawn[number] = picture
    step = max(1, len(drawn) // COMPARED)
    return clip, {number: picture for number, picture in drawn.items() if number % step == 0}


class FilmClock(FrameSource):
    """The film as the phone shows it, timed by the numbers drawn into its pictures; ends with the last of them."""

    live = True

    def __init__(self, inner: FrameSource, last: int, fps: float) -> None:
        super().__init__("the phone")
        self.inner, self.last, self.fps = inner, last, fps
        self.number = -1

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next picture with its time in the film; None where it is the same as before, or the film has not
        begun."""
        frame = self.inner.read(timeout_s)
        if frame is None:
            return None
        number, before = number_of(frame.image), self.number
        if number == before or (before < 0 and number > START):  # the film runs in circles: wait for its beginning
            return None
        self.ended = number >= self.last or number < before
        self.number = number
        return None if number < before else Frame(frame.image, number / self.fps, number)


def numbered_film(folder: Path, until_s: float) -> tuple[Path, Path, int]:
    """The demo film to some second, each picture numbered: for Chromium's fake camera, which shows each SLOWLY times;
    as a folder of pictures; and the number of the last."""
    clip, stills = folder / "deal.mjpeg", folder / "deal"
    stills.mkdir()
    last = -1
    with clip.open("wb") as out, VideoSource(demo().clip) as film:
        for frame in film:
            if frame.time_s > until_s:
                break
            picture = frame.image.copy()
            mark(picture, frame.index)
            data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
            (stills / f"{frame.index:04d}.jpg").write_bytes(data)
            out.write(data * SLOWLY)
            last = frame.index
        out.write(data * STANDS)
    return clip, stills, last


@dataclass(frozen=True)
class FollowedDeal:
    """What was told of a deal: events in the log without announcements, the scores, what was left open."""

    events: tuple[str, ...]
    scores: dict[str, int]
    question: str


def followed_deal(source: FrameSource, until_s: float) -> FollowedDeal:
    """The demo deal followed from a source, its players saying what they say."""
    film = demo()
    session = SessionStore(":memory:").create(film.record.game, film.record.table())
    live = live_table(session, Calibration.load(film.calibration))
    answers = load_answers(film.answers)
    answers.end(until_s)
    watch(source, live, answers, lambda message: None)
    judge = RecordJudge(session.record())
    for _ in judge.rows():
        pass
    return FollowedDeal(tuple(str(bare(action)) for action in session.actions()), dict(judge.summary()["scores"]),
                        english(live.question.sentence, film.record.game) if live.question else "")


def deal_by_phone(until_s: float, post: bool = False) -> tuple[FollowedDeal, FollowedDeal]:
    """The same deal as from the file and as through a real browser."""
    with tempfile.TemporaryDirectory() as own, PhoneCamera(Path(own), ports=(0, 0)) as camera:
        clip, stills, last = numbered_film(Path(own), until_s)
        fps = VideoSource(demo().clip).fps
        by_file = followed_deal(FolderSource(stills, fps), until_s)
        with browser(clip, block_sockets=post) as window:
            open_camera(window, camera.url)
            by_phone = followed_deal(FilmClock(PhoneSource(camera), last, fps), until_s)
    return by_file, by_phone


def _squares(shape: tuple[int, ...]) -> Iterator[tuple[slice, slice]]:
    side = shape[0] // 45
    for bit in range(BITS):
        yield slice(shape[0] - side, shape[0]), slice(bit * side, (bit + 1) * side)


def mark(picture: np.ndarray, number: int) -> None:
    """Draw the number as black and white squares."""
    for bit, where in enumerate(_squares(picture.shape)):
        picture[where] = 255 if number >> bit & 1 else 0


def number_of(picture: np.ndarray) -> int:
    """The number that `mark` drew."""
    return sum((float(picture[where].mean()) > 128) << bit for bit, where in enumerate(_squares(picture.shape)))


@contextmanager
def browser(clip: Path, size: tuple[int, int] = (390, 844), block_sockets: bool = False) -> Iterator[Any]:
    """A real Chromium whose camera shows a film.  RuntimeError where there is none."""
    from selenium import webdriver

    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        raise RuntimeError("This needs Chromium and its driver (packages chromium and chromium-driver).")
    with tempfile.TemporaryDirectory() as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for flag in (*FLAGS, f"--use-file-for-fake-video-capture={clip}", f"--user-data-dir={profile}",
                     f"--window-size={size[0]},{size[1]}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        window = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
        try:
            if block_sockets:  # in workers too, before anything of the page runs
                window.execute_cdp_cmd("Network.enable", {})
                window.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["wss://*"]})
            yield window
        finally:
            window.quit()


def open_camera(window: Any, url: str, begin: bool = True) -> None:
    """What the holder of a phone does: follow the code, go on, past the warning, and begin."""
    window.get(url)
    window.find_element("id", "go").click()
    _until(lambda: window.find_elements("id", "details-button") or window.find_elements("id", "start"))
    if window.find_elements("id", "details-button"):
        window.find_element("id", "details-button").click()
        window.find_element("id", "proceed-link").click()
    _until(lambda: window.find_elements("id", "start"))
    if begin:
        window.find_element("id", "start").click()


def _until(happens: Any, longest_s: float = 60.0) -> None:
    end_s = time.monotonic() + longest_s
    while not happens():
        if time.monotonic() > end_s:
            raise TimeoutError("The browser did not come so far.")
        time.sleep(0.05)


def stream(source: PhoneSource, seconds: float, wanted: set[int], read: bool = True) -> Streamed:
    """Take pictures for so long while cards are read, as the app does: one thread each."""
    found, reader = Streamed(), reader_for(None)
    newest: list[Frame] = []
    ended = threading.Event()

    def read_on() -> None:
        while not ended.is_set():
            if newest:
                reader.read(newest.pop().image)
                found.read += 1
            else:
                ended.wait(0.005)

    worker = threading.Thread(target=read_on, daemon=True)
    if read:
        worker.start()
    began_s = time.monotonic()
    while (now_s := time.monotonic()) < began_s + WARMING_S + seconds:
        frame = source.read(0.5)
        if frame is None:
            continue
        now_s = time.monotonic()
        newest[:] = [frame]
        number = number_of(frame.image)
        if number in wanted:
            found.kept.setdefault(number, frame.image)
        if now_s > began_s + WARMING_S:
            found.came_s.append(now_s)
            found.ages_s.append(now_s - source.began_s - frame.time_s)
    ended.set()
    if read:
        worker.join()
    return found


def sure_cards(drawn: dict[int, np.ndarray], came: dict[int, np.ndarray]) -> tuple[SureCards, SureCards]:
    """The cards of the same pictures as they were drawn and as they came."""
    reader = reader_for(None)
    counts = Counter[str]()
    for number, picture in came.items():
        true, read = _sure(reader.read(drawn[number])), _sure(reader.read(picture))
        counts["drawn"] += true.total()
        counts["came"] += read.total()
        counts["otherwise"] += (read - true).total()
    return SureCards(counts["drawn"], 0), SureCards(counts["came"], counts["otherwise"])


def _sure(detections: Detections) -> Counter[str]:
    return Counter(map(str, detections.label[detections.sure & detections.face_up]))


def measure(size: tuple[int, int], seconds: float, looks: Path | None = None, post: bool = False) -> str:
    """Streamed at one size; the line to print."""
    with tempfile.TemporaryDirectory() as own, PhoneCamera(Path(own), ports=(0, 0)) as camera:
        clip, drawn = film_for(Path(own), size, seconds)
        source = PhoneSource(camera)
        with browser(clip, block_sockets=post) as window:
            open_camera(window, camera.url, begin=False)
            if size[1] > 720:
                window.execute_script("large = true")
            window.find_element("id", "start").click()
            _until(lambda: camera.one.pictures > 0)
            found = stream(source, seconds, set(drawn))
            if looks:
                looks.mkdir(parents=True, exist_ok=True)
                window.save_screenshot(str(looks / f"phone-{size[1]}p.png"))
        before, after = sure_cards(drawn, found.kept)
        median, late = np.percentile(found.ages_s, (50, 95)) * 1000
        share = 100 * (after.sure / before.sure - 1) if before.sure else 0.0
        return (f"{size[1]}p{' by POST' * post}: {found.rate:.1f} pictures a second, {median:.0f} ms old (median), "
                f"{late:.0f} ms (95th percentile); {found.read} read meanwhile; sure cards in {len(found.kept)} "
                f"pictures: {before.sure} as drawn, {after.sure} as they came ({share:+.1f} %), "
                f"{after.otherwise} otherwise")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools phone_camera", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=15.0, help="of streaming at each size (15)")
    parser.add_argument("--size", action="append", choices=SIZES, help="(both)")
    parser.add_argument("--post", action="store_true", help="without a WebSocket")
    parser.add_argument("--deal", action="store_true", help="follow the filmed deal instead")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="where screenshots of the page go")
    args = parser.parse_args()
    if args.deal:
        by_file, by_phone = deal_by_phone(LONGEST_S, args.post)
        print(f"from the file: {len(by_file.events)} events, {by_file.scores}; "
              f"by the phone{' by POST' * args.post}: {len(by_phone.events)} events, {by_phone.scores}; "
              f"{'the same' if by_file == by_phone else f'not the same: {by_file} {by_phone}'}")
        return 0 if by_file == by_phone else 2
    for size in args.size or SIZES:
        width, height = map(int, size.split("x"))
        try:
            print(measure((width, height), args.seconds, args.pictures, args.post), flush=True)
        except (RuntimeError, TimeoutError) as fault:
            print(fault, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
