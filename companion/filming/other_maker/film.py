"""Films by another maker: the same records, drawn by other means and with other troubles.

    film = other_film(record, seed=7, trouble="lively", band="odd")
    for frame in film.frames(): ...          # (h, w, 3) uint8 BGR, 1/fps apart
    film.truth, film.announcements           # complete from the start
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration import Layout, load_deck
from companion.device.layouts import game_layout
from companion.filming.faces import DrawnFaces, FolderFaces, PackFaces
from companion.filming.other_maker.acting import Acting
from companion.filming.other_maker.bands import Chosen, choose
from companion.filming.other_maker.ground import bounds_of
from companion.filming.other_maker.lighting import Lighting
from companion.filming.other_maker.optics import Pinhole, Size
from companion.filming.other_maker.pack import Pack
from companion.filming.other_maker.sensor import FrameTime, Sensor, frame_times, live_times, shaken
from companion.filming.other_maker.show import Show
from companion.filming.other_maker.stage import Happened
from companion.filming.other_maker.stock import second_pack
from companion.filming.other_maker.tabletop import bare_table, clutter, lying_about
from companion.filming.showing import FilmShowing
from rules import Record

SIZES: tuple[Size, ...] = ((640, 480), (800, 600), (960, 540), (1024, 768), (1280, 720), (1280, 960), (1600, 900),
                           (1920, 1080))
PLAIN_SIZE, PLAIN_FPS = (1280, 720), 15.0
_LEAST_CARD_PX = 50.0  # narrower cards are read by nobody: a larger picture is taken
_CARD_MM = 63.0
_RIM = 0.05  # of the width is drawn around the picture of a camera that is bumped


@dataclass(frozen=True)
class FilmPlan:
    """How one film is made.  number: what all chance in it comes from, the seed's own for each game;
    layout: a file with zones other than the game's own, "" for none."""

    chosen: Chosen
    seed: int
    number: int
    size: Size
    fps: float
    faces: PackFaces
    background: Path | None
    zones: Layout
    layout: str = ""

    @property
    def level(self) -> int:
        """Of the mixture: 1, 3 or 5; 0 for troubles by name."""
        return self.chosen.level


def other_film(record: Record, seed: int = 1, trouble: str = "tidy", band: str = "odd", fps: float | None = None,
               size: Size | None = None, faces: Path | None = None, background: Path | None = None,
               layout: str | Path = "") -> OtherFilm:
    """A film of a record; what is not given is drawn from the seed's bands.

    trouble: tidy, lively, rough, or names with commas.  band: odd, even, or a number from 1 to 8.
    Raises SetupError or CalibrationError with one sentence.
    """
    number = zlib.crc32(f"{record.game} {seed}".encode())
    chosen = choose(trouble, number, band)
    zones = game_layout(record.game, record.table().players, layout)
    given_fps = fps or (round(chosen["fps"], 1) if chosen.has("frames") else PLAIN_FPS)
    plan = FilmPlan(chosen, seed, number, size or _size(chosen, zones, number), given_fps,
                    FolderFaces(faces) if faces else DrawnFaces(), background, zones, str(layout))
    return OtherFilm(record, plan)


def camera_of(plan: FilmPlan) -> Pinhole:
    """The camera of a film, before anything bumps it."""
    return _camera(plan.chosen, plan.zones, plan.size, plan.number)


class OtherFilm:
    """A record as a film; the same record and plan give the same film.

    Raises SetupError where the record cannot be played through or a picture cannot be read.
    """

    def __init__(self, record: Record, plan: FilmPlan) -> None:
        self.record, self.setting = record, plan
        self.camera = camera_of(plan)
        self._pack = Pack(plan.faces, load_deck(record.deck), plan.chosen, plan.number)
        acting = Acting(record, plan.zones, self._pack, plan.chosen, plan.number, self.camera)
        self.stage, self.announcements = acting.stage, acting.said
        self.duration_s = acting.duration_s

    @property
    def truth(self) -> list[Happened]:
        """What happens to every card, in order of time."""
        return self.stage.truth

    @property
    def about(self) -> Mapping[str, object]:
        """What the truth says of the maker, the bands and the troubles."""
        lens = {"barrel": self.camera.barrel, "focal_px": round(self.camera.focal, 2),
                "middle_px": self.camera.middle.tolist()}
        return {**self.setting.chosen.told(), "lens": lens, "live": self.is_live}

    @property
    def is_calibrated(self) -> bool:
        """The table is always found by whoever watches."""
        return False

    def corners_px(self, event: Happened) -> np.ndarray:
        """(4, 2) pixels of a card in the still camera, clockwise from its own top left."""
        size = self._pack.size_mm if event.event != "rolled" else (self.setting.chosen["dice_mm"],) * 2
        return self.camera.project(event.pose.corners(size))

    def frames(self) -> Iterator[np.ndarray]:
        """Every frame of the film's file in order, 1/fps apart."""
        plan = self.setting
        return self.shots(time.taken_s for time in frame_times(plan.fps, self.duration_s, plan.chosen, plan.number))

    @property
    def is_live(self) -> bool:
        """Whether it is watched as the camera sends it, each frame with its own time, rather than from a file."""
        return self.setting.chosen.has("frames") and self.setting.number % 2 == 0

    def showing(self) -> FilmShowing:
        """The film for a watcher, frame by frame."""
        plan = self.setting
        if not self.is_live:
            return FilmShowing(self)
        times: list[FrameTime] = list(live_times(plan.fps, self.duration_s, plan.chosen, plan.number))
        return FilmShowing(self, self.shots(time.taken_s for time in times), [time.stamp_s for time in times])

    def shots(self, times_s: Iterable[float]) -> Iterator[np.ndarray]:
        """The frames at some times, which must not go back: a film in jumps."""
        plan, chosen = self.setting, self.setting.chosen
        pad = round(_RIM * plan.size[0]) if chosen.has("camera") else 0
        camera = self.camera.padded(pad)
        bounds = bounds_of(plan.zones)
        lighting = Lighting(self.camera, bounds, chosen, plan.number, self.duration_s)
        show = Show(camera, self._bare(camera, lighting), self.stage, lighting.light)
        shake = shaken(camera, chosen, plan.number, self.duration_s)
        sensor = Sensor(plan.size, plan.fps, chosen, plan.number)
        for time_s in times_s:
            picture = show.at(time_s)
            if shake is not None:
                picture = cv2.warpPerspective(picture, shake.matrix(time_s), camera.size,
                                              borderMode=cv2.BORDER_REPLICATE)
                picture = np.ascontiguousarray(picture[pad:pad + plan.size[1], pad:pad + plan.size[0]])
            yield sensor.seen(picture, lighting.at(time_s), lighting.gain(time_s))

    def _bare(self, camera: Pinhole, lighting: Lighting) -> np.ndarray:
        """The table with what lies about on it all the time."""
        plan, bounds = self.setting, bounds_of(self.setting.zones)
        picture = bare_table(camera, bounds, plan.background, plan.number)
        keep_out = [np.array(zone.corners_mm) for zone in plan.zones.zones]
        pieces = int(plan.chosen["pieces"]) if plan.chosen.has("clutter") else 0
        things = clutter(bounds, keep_out, pieces, plan.number)
        if plan.chosen.has("second_pack"):
            things += second_pack(self.stage)
        return lying_about(picture, camera, things, lighting.light)


def _camera(chosen: Chosen, zones: Layout, size: Size, seed: int) -> Pinhole:
    rng = np.random.default_rng((seed, 401))
    wide = chosen.has("lens")
    angle = rng.uniform(0, 2 * np.pi)
    return Pinhole.over(bounds_of(zones), size, chosen["lean_deg"], chosen["yaw_deg"] * float(rng.choice([-1, 1])),
                        chosen["roll_deg"] * float(rng.choice([-1, 1])),
                        chosen["wide_field_deg"] if wide else chosen["field_deg"],
                        chosen["barrel"] if wide else chosen["slight_barrel"],
                        (chosen["aim_mm"] * float(np.cos(angle)), chosen["aim_mm"] * float(np.sin(angle))))


def _size(chosen: Chosen, zones: Layout, seed: int) -> Size:
    """The size of the picture; where cards would be too small for anybody, the next of the same parity."""
    k = min(int(chosen["size"]), len(SIZES)) - 1 if chosen.has("picture") else SIZES.index(PLAIN_SIZE)
    for size in SIZES[k::2]:
        camera = _camera(chosen, zones, size, seed)
        least = min(camera.px_per_mm(zone.centre_mm) for zone in zones.zones) * _CARD_MM
        if least >= _LEAST_CARD_PX:
            return size
    return SIZES[-1 if k % 2 else -2]
