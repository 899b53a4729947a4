"""The film itself: the director's gestures become frames.

    film = Film(record, setting)
    for frame in film.frames(): ...          # (h, w, 3) uint8 BGR, 1/fps apart
    film.truth, film.announcements           # complete from the start
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import cv2
import numpy as np

from companion.filming.camera import Camera, FilmLens, Shot
from companion.filming.direction import Announcement, Director
from companion.filming.gestures import Gesture, HandsOver, Rearrangement, UnderWay, held_pose
from companion.filming.hands import Arm
from companion.filming.scene import LyingCard, Scene, premultiplied
from companion.filming.setting import Setting
from companion.filming.surface import drawn_surface, glare_field, laid_out, light_field, pictured_surface
from companion.filming.truth import TruthEvent
from rules import Record
from vision.frames import Box


class Film:
    """A record as a film; the same record and setting give the same film.  is_calibrated: a calibration lies beside it.

    Raises SetupError where the record cannot be played through or a picture cannot be read.
    """

    def __init__(self, record: Record, setting: Setting, is_calibrated: bool = True) -> None:
        self.record = record
        self.setting = setting
        self.is_calibrated = is_calibrated
        self.trouble = setting.trouble
        rng = np.random.default_rng(setting.seed)
        tilt = self.trouble.tilt_deg
        lean, roll, turn = rng.uniform(0.7, 1.1), rng.normal(0, 0.12), rng.normal(0, 0.25)
        self.camera = Camera.over(setting.table_mm, setting.size, float(tilt * lean), float(tilt * roll),
                                  float(tilt * turn))
        self._director = Director(record, setting, rng)
        self.duration_s = self._director.direct()
        rng = np.random.default_rng((setting.seed, 2))
        self._surface = pictured_surface(setting.background, rng) if setting.background else drawn_surface(rng)

    @property
    def truth(self) -> list[TruthEvent]:
        """What happens to every card, in order of time."""
        return sorted(self._director.truth, key=lambda event: event.time_s)

    @property
    def announcements(self) -> list[Announcement]:
        """Every line of the record with the time at which it is said."""
        return self._director.announcements

    @property
    def about(self) -> Mapping[str, object]:
        """What the truth says of the maker."""
        return {"maker": "house"}

    def corners_px(self, event: TruthEvent) -> np.ndarray:
        """(4, 2) pixels of a card in the still camera, clockwise from its own top left."""
        return event.lying.pose.corners_px(self.camera, event.lying.size_mm)

    def frames(self) -> Iterator[np.ndarray]:
        """Every frame of the film in order."""
        return self.shots(k / self.setting.fps for k in range(round(self.duration_s * self.setting.fps)))

    def shots(self, times_s: Iterable[float]) -> Iterator[np.ndarray]:
        """The frames at some times, which must not go back: a film in jumps."""
        rng = np.random.default_rng((self.setting.seed, 1))
        scene = self._scene(rng)
        bumps = np.flatnonzero(rng.random(int(self.duration_s)) < self.trouble.bumps / 60)
        lens = FilmLens(self.trouble, self.setting.size, rng, tuple(float(b) for b in bumps))
        stage = _Stage(scene, self._director.gestures, self.setting.fps)
        for time_s in times_s:
            yield lens.exposed(stage.at(time_s), time_s)

    def _scene(self, rng: np.random.Generator) -> Scene:
        return Scene(self.camera, laid_out(*self._surface, self.camera), light_field(self.camera, self.trouble, rng),
                     glare_field(self.camera, self.trouble, rng), self.setting.faces, list(self._director.at_first))


class _Stage:
    """The table while gestures run over it, moment by moment."""

    def __init__(self, scene: Scene, gestures: list[Gesture], fps: float) -> None:
        self.scene = scene
        self.fps = fps
        self._hands = HandsOver(gestures)
        self._sprites: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    def at(self, time_s: float) -> Shot:
        """The table and the hands over it at a time; times must not go back."""
        for change in self._hands.until(time_s):
            self._change(change)
        still = self.scene.picture
        if not self._hands.running:
            return Shot(still, self.scene.version, still)
        picture = still.copy()
        boxes = tuple(filter(None, (self._paint(picture, hand, time_s) for hand in self._hands.running)))
        return Shot(still, self.scene.version, picture, boxes)

    def _change(self, change: Rearrangement) -> None:
        for card in change.stop.take:
            self.scene.remove(card)
        if change.stop.put is not None:
            self.scene.lay(change.stop.put)

    def _paint(self, picture: np.ndarray, hand: UnderWay, time_s: float) -> Box | None:
        """Draw one hand with what it holds, in place; returns the box that it touched."""
        camera, gesture = self.scene.camera, hand.gesture
        grip, before = gesture.grip(time_s), gesture.grip(time_s - 0.45 / self.fps)
        to_px = camera.plane(grip[3] + 8) @ _hand_matrix(gesture.hand, grip)
        was_px = camera.plane(before[3] + 8) @ _hand_matrix(gesture.hand, before)
        tip = np.array([[gesture.hand.grip_px]], np.float64)
        smear = (cv2.perspectiveTransform(tip, to_px) - cv2.perspectiveTransform(tip, was_px))[0, 0]
        sprite, shade = self._sprite(gesture.hand)
        shadow = grip + np.array([0.9, 1.1, 0, 0]) * (grip[3] + 9)
        boxes = [self.scene.paint_hand_shadow(picture, shade, camera.plane(0) @ _hand_matrix(gesture.hand, shadow))]
        for card in hand.held:
            own = _turn_in_hand(card, hand.changes)
            boxes += self.scene.paint_card(picture, card.at(held_pose(grip, own)), smear)
        boxes.append(self.scene.paint(picture, sprite, to_px, smear=smear))
        return _around([box for box in boxes if box is not None])

    def _sprite(self, hand: Arm) -> tuple[np.ndarray, np.ndarray]:
        """The hand's picture and the mask of its shadow, both ready to be painted."""
        if id(hand) not in self._sprites:
            shade = cv2.GaussianBlur(hand.image[..., 3], (0, 0), 9)
            self._sprites[id(hand)] = premultiplied(hand.image), cv2.convertScaleAbs(shade, alpha=0.36)
        return self._sprites[id(hand)]


def _around(boxes: list[Box]) -> Box | None:
    """The box around boxes; None around none."""
    if not boxes:
        return None
    x1, y1, x2, y2 = zip(*boxes, strict=True)
    return min(x1), min(y1), max(x2), max(y2)


def _turn_in_hand(card: LyingCard, changes: Sequence[Rearrangement]) -> float:
    """Degrees by which a carried card is turned against the arm: as it will be laid, else a little askew, for good."""
    laid = (change.stop.put.pose.turn - change.arm for change in changes
            if change.stop.put is not None and change.stop.put.key == card.key)
    return next(laid, float((card.key * 37) % 23 - 11))


def _hand_matrix(hand: Arm, grip: np.ndarray) -> np.ndarray:
    """(3, 3) from pixels of the hand's picture to table millimetres."""
    c, s = np.cos(np.radians(grip[2])) * hand.mm_per_px, np.sin(np.radians(grip[2])) * hand.mm_per_px
    x, y = hand.grip_px
    return np.array([[c, -s, grip[0] - c * x + s * y], [s, c, grip[1] - s * x - c * y], [0, 0, 1.0]])
