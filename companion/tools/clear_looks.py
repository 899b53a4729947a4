"""A directed film as looks of a camera that misses nothing, without a picture being drawn.

    clear = ClearLooks.of(record, setting)
    table = clear.table(session)
    for look in clear.looks(): table.take(look)

What the belief cannot follow of these looks, it cannot follow with any camera.  The camera hangs straight above, and
its place is known; what lies under an arm or under other cards is not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration import Calibration, assumed_calibration, load_deck
from companion.device.layouts import game_layout
from companion.device.packs import in_play
from companion.filming.direction import Announcement, Director
from companion.filming.face_sheet import CARD_MM
from companion.filming.gestures import HandsOver, Rearrangement
from companion.filming.scene import LyingCard
from companion.filming.setting import Setting
from companion.following.live_table import LiveTable
from companion.following.seats import Seats
from companion.log.session import Session
from companion.sitting.table_page import likely_mistakes
from rules import Record
from rules.core.cards import FACES
from vision.detections import UNREAD, Detections, DiceDetections
from vision.looker import DICE_EVERY, READ_S
from vision.stream import Look

SIZE = (1280, 720)
STEP_S = 0.1
MARGIN = 1.1  # of the table in the picture, to all of it
BLOCK_PX = 20.0
ARM_MM, FINGERS_MM = 90.0, 75.0  # how broad an arm is, and how far around a grip fingers hide what lies there
INSET = np.array([[-0.40, -0.38], [0.40, 0.38]])  # where indices are, of a card's width and height from its middle
SCATTER_MM = 0.2
ERROR_MM = 1.0
SURELY, DOUBTED = 0.99, (0.6, 0.3)


@dataclass(frozen=True)
class ClearLooks:
    """A film as it would be seen.  calibration: of the camera; doubt: the share of cards that are taken for another,
    or this one, each time they are read."""

    setting: Setting
    director: Director
    duration_s: float
    calibration: Calibration
    doubt: float = 0.0

    @classmethod
    def of(cls, record: Record, setting: Setting, doubt: float = 0.0) -> ClearLooks:
        """Raises SetupError where the record cannot be played through."""
        director = Director(record, setting, np.random.default_rng(setting.seed))
        duration_s = director.direct()
        x1, y1, x2, y2 = setting.table_mm
        reach = max(*np.abs((x1, x2)), *(np.abs((y1, y2)) * SIZE[0] / SIZE[1]))
        calibration = replace(assumed_calibration(SIZE, float(2 * MARGIN * reach)), error_mm=ERROR_MM)
        return cls(setting, director, duration_s, calibration, doubt)

    @property
    def announcements(self) -> Sequence[Announcement]:
        """Every line of the record with the time at which it is said."""
        return self.director.announcements

    def table(self, session: Session, seats: Seats | None = None) -> LiveTable:
        """A table that will see it.  seats: where the players have said that they sit."""
        info = session.info
        deck = in_play(load_deck(info.deck), info.game, info.table)
        return LiveTable(session, None, self.calibration, deck, game_layout(info.game, info.table.players), seats)

    def looks(self) -> Iterator[Look]:
        """Every STEP_S; the whole picture is read every READ_S."""
        rng = np.random.default_rng((self.setting.seed, 4))
        stage = _Stage(self, HandsOver(self.director.gestures), list(self.director.at_first))
        due_s, readings = 0.0, 0
        for k in range(round(self.duration_s / STEP_S)):
            now_s = k * STEP_S
            moving = stage.at(now_s)
            if now_s < due_s:
                yield Look(now_s, moving, BLOCK_PX)
                continue
            due_s, readings = now_s + READ_S, readings + 1
            yield Look(now_s, moving, BLOCK_PX, stage.detections(rng),
                       dice=stage.dice() if readings % DICE_EVERY == 0 else None)

    def to_px(self, points_mm: np.ndarray) -> np.ndarray:
        """(n, 2) millimetres of the table to pixels."""
        to_px = np.linalg.inv(self.calibration.homography)
        return np.asarray(cv2.perspectiveTransform(np.asarray(points_mm, float).reshape(-1, 1, 2), to_px)[:, 0])


@dataclass
class _Stage:
    """The table while gestures run over it."""

    film: ClearLooks
    hands: HandsOver
    cards: list[LyingCard]
    arms: list[np.ndarray] = field(default_factory=list)  # (2, 2) mm each: the fingers, and the shoulder

    def at(self, now_s: float) -> np.ndarray:
        """(rows, columns) bool: what looks otherwise than a moment before.  Times must not go back."""
        touched = [outline for change in self.hands.until(now_s) for outline in self._change(change)]
        before = self.arms
        self.arms = [_arm(hand.gesture.grip(now_s)) for hand in self.hands.running]
        return self._blocks([*before, *self.arms], touched)

    def _change(self, change: Rearrangement) -> list[np.ndarray]:
        """Cards are taken up or laid down; the outlines of these."""
        stop = change.stop
        taken = {card.key for card in stop.take}
        self.cards = [card for card in self.cards if card.key not in taken]
        if stop.put is not None:
            self.cards.append(stop.put)
        return [card.pose.corners_mm(card.size_mm) for card in (*stop.take, stop.put) if card is not None]

    def _blocks(self, arms: Sequence[np.ndarray], touched: Sequence[np.ndarray]) -> np.ndarray:
        """(rows, columns) bool: where arms and outlines are."""
        picture = np.zeros((round(SIZE[1] / BLOCK_PX), round(SIZE[0] / BLOCK_PX)), np.uint8)
        scale = abs(1 / self.film.calibration.homography[0, 0]) / BLOCK_PX  # blocks a millimetre
        for arm in arms:
            fingers, shoulder = (tuple(map(int, point)) for point in self.film.to_px(arm) / BLOCK_PX)
            cv2.line(picture, fingers, shoulder, 1, max(1, round(ARM_MM * scale)))
        for outline in touched:
            cv2.fillConvexPoly(picture, (self.film.to_px(outline) / BLOCK_PX).astype(np.int32), 1)
        return picture.astype(bool)

    def detections(self, rng: np.random.Generator) -> Detections:
        """What a reader would say of it."""
        seen = [(card, marks) for k, card in enumerate(self.cards) if (marks := self._marks_in_sight(k))]
        if not seen:
            return Detections.empty()
        off = rng.normal(0, SCATTER_MM, (len(seen), 2))
        corners = np.stack([self.film.to_px(card.pose.corners_mm() + off[k]) for k, (card, _) in enumerate(seen)]
                           ).astype(np.float32)
        marks = [self.film.to_px(np.array(marks) + off[k]).astype(np.float32) for k, (_, marks) in enumerate(seen)]
        names = tuple(self._names(card) for card, _ in seen)
        return _detected([card.label for card, _ in seen], corners, marks, names)

    def _marks_in_sight(self, k: int) -> list[np.ndarray]:
        """Where the indices of a card are, those that nothing hides; a die has none."""
        card = self.cards[k]
        return [] if card.pips else [mark for mark in _marks(card) if not self._hides(mark, self.cards[k + 1:])]

    def _names(self, card: LyingCard) -> tuple[tuple[str, float], ...]:
        """What a card may be, best first; () for one that lies face down."""
        if not card.label:
            return ()
        alike = likely_mistakes(card.label, FACES)
        is_doubted = alike and np.random.default_rng((self.film.setting.seed, 5, card.key)).random() < self.film.doubt
        return ((card.label, DOUBTED[0]), (alike[0], DOUBTED[1])) if is_doubted else ((card.label, SURELY),)

    def dice(self) -> DiceDetections:
        """The dice that no arm hides."""
        dice = [card for card in self.cards if card.pips and not self._hides(np.array([card.pose.x, card.pose.y]), ())]
        if not dice:
            return DiceDetections.empty()
        corners = np.stack([self.film.to_px(die.pose.corners_mm(die.size_mm)) for die in dice])
        n = len(dice)
        return DiceDetections(np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1),
                              np.array([die.pips for die in dice]), np.full(n, SURELY), np.ones(n, bool))

    def _hides(self, point: np.ndarray, above: Sequence[LyingCard]) -> bool:
        """Whether a point of the table lies under an arm or one of these cards."""
        under = any(cv2.pointPolygonTest(card.pose.corners_mm(card.size_mm).astype(np.float32),
                                         (float(point[0]), float(point[1])), False) > 0 for card in above)
        return under or any(_away(point, arm) < ARM_MM / 2 or np.hypot(*(point - arm[0])) < FINGERS_MM
                            for arm in self.arms)


def _detected(labels: Sequence[str], corners: np.ndarray, marks: Sequence[np.ndarray],
              names: tuple[tuple[tuple[str, float], ...], ...]) -> Detections:
    """Cards as a reader tells of them; of those face down ("") nobody sees the indices."""
    up = np.array([bool(label) for label in labels])
    sure = up & np.array([len(row) == 1 for row in names])
    return Detections(corners, np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1),
                      np.array([label or UNREAD for label in labels]),
                      np.array([row[0][1] if row else 0.0 for row in names], np.float32), sure, up, names,
                      tuple(at if is_up else at[:0] for at, is_up in zip(marks, up, strict=True)))


def _marks(card: LyingCard) -> np.ndarray:
    """(2, 2) mm where a card's indices are."""
    pose = card.pose
    return np.asarray((INSET * CARD_MM) @ pose.matrix()[:2, :2].T + (pose.x, pose.y))


def _arm(grip: np.ndarray) -> np.ndarray:
    """(2, 2) mm: the fingers, and where the arm leaves the table."""
    back = np.radians(grip[2])
    return np.array([grip[:2], grip[:2] + 1500.0 * np.array([-np.sin(back), np.cos(back)])])


def _away(point: np.ndarray, arm: np.ndarray) -> float:
    """How far a point is from an arm's middle, mm."""
    way = arm[1] - arm[0]
    share = float(np.clip(np.dot(point - arm[0], way) / np.dot(way, way), 0, 1))
    return float(np.hypot(*(point - arm[0] - share * way)))
