"""The table moment by moment: what lies still is drawn once, what moves is drawn over it."""

from __future__ import annotations

import cv2
import numpy as np

from companion.filming.other_maker.arms import HandPicture, hand_picture
from companion.filming.other_maker.dice import die
from companion.filming.other_maker.ground import Lying
from companion.filming.other_maker.moving import ArmMove, Flight
from companion.filming.other_maker.optics import Pinhole
from companion.filming.other_maker.patches import Patch, Still, paste, smeared
from companion.filming.other_maker.sheets import Light, Pose, Sheet, draw, shadow, skewed, soft_shadow
from companion.filming.other_maker.stage import FilmStage

_BEFORE_S = 0.01
_STIRRED = 0.15  # mm and degrees; a card that moves less is not drawn anew


class Show:
    """Draws the light that reaches the camera; times must not go back."""

    def __init__(self, camera: Pinhole, bare: np.ndarray, stage: FilmStage, light: Light) -> None:
        self._camera, self._stage, self._light, self._chosen = camera, stage, light, stage.chosen
        chosen = stage.chosen
        exposure = chosen["long_exposure_ms"] if chosen.has("blur") else chosen["exposure_ms"]
        self._exposure_s = exposure / 1000
        self._readout_s = (chosen["readout_ms"] if chosen.has("rolling") else 5.0) / 1000
        self._body = stage.seed
        self._hands: dict[tuple[object, ...], Patch | None] = {}
        self._drawn: dict[int, tuple[bool, Pose, tuple[Patch, ...]]] = {}
        self._still = Still(bare)
        for lying in stage.at_first:
            self._lay(lying, lying.pose)
        self._coming = sorted(stage.flights, key=lambda flight: flight.start_s)
        self._flying: list[Flight] = []

    def at(self, time_s: float) -> np.ndarray:
        """(h, w, 3) uint8: the table with everything over it, under even light."""
        self._advance(time_s)
        arms = [arm for arm in self._stage.arms if arm.start_s <= time_s < arm.end_s]
        throws = [throw for throw in self._stage.throws if throw.thrown_s <= time_s < throw.gone_s]
        if not arms and not self._flying and not throws:
            return self._still.picture
        picture = self._still.picture.copy()
        for throw in throws:
            for patch in die(self._camera, throw, time_s, self._chosen["dice_mm"], self._body, self._light):
                paste(picture, patch)
        for arm in arms:
            self._shade(picture, arm, time_s)
        for flight in self._flying:
            if flight.arm < 0:
                self._card(picture, flight, time_s)
        for arm in arms:
            self._arm_with_cards(picture, arm, time_s)
        return picture

    def _advance(self, time_s: float) -> None:
        """Cards that set out leave the still picture, those that landed join it."""
        changes = [(f.end_s, 0, f) for f in self._flying if f.end_s <= time_s]
        while self._coming and self._coming[0].start_s <= time_s:
            flight = self._coming.pop(0)
            changes.append((flight.start_s, 1, flight))
            if flight.end_s <= time_s:
                changes.append((flight.end_s, 0, flight))
        for _, starts, flight in sorted(changes, key=lambda change: (change[0], change[1], change[2].card.key)):
            if starts:
                self._still.lift(flight.card.key)
                self._flying.append(flight)
            elif flight in self._flying:
                self._flying.remove(flight)
                self._drawn.pop(flight.card.key, None)
                if flight.lies:
                    self._lay(flight.card, flight.keys[-1][1], flight.face_up(flight.end_s))

    def _lay(self, card: Lying, pose: Pose, face_up: bool | None = None) -> None:
        sheet = card.sheet if (card.face_up if face_up is None else face_up) else _turned_over(card.sheet)
        patches = (shadow(self._camera, sheet, pose, self._light), draw(self._camera, sheet, pose, self._light))
        self._still.lay(card.key, tuple(patch for patch in patches if patch is not None))

    # -- cards ------------------------------------------------------------------------------------

    def _card(self, picture: np.ndarray, flight: Flight, time_s: float) -> None:
        pose, before = flight.pose(time_s), flight.pose(time_s - _BEFORE_S)
        was = self._drawn.get(flight.card.key)
        if was is None or was[0] != flight.face_up(time_s) or _stirred(was[1], pose):
            was = flight.face_up(time_s), pose, self._card_patches(flight, time_s, pose, before)
            self._drawn[flight.card.key] = was
        for patch in was[2]:
            paste(picture, patch)

    def _card_patches(self, flight: Flight, time_s: float, pose: Pose, before: Pose) -> tuple[Patch, ...]:
        sheet = flight.card.sheet if flight.face_up(time_s) else _turned_over(flight.card.sheet)
        ends = self._camera.project(np.array([[pose.x, pose.y, pose.z], [before.x, before.y, before.z]]))
        speed = (ends[0] - ends[1]) / _BEFORE_S
        patches = (shadow(self._camera, sheet, pose, self._light, 0.36),
                   draw(self._camera, sheet, pose, self._light, speed * self._exposure_s, speed * self._readout_s))
        return tuple(patch for patch in patches if patch is not None)

    # -- arms -------------------------------------------------------------------------------------

    def _arm_with_cards(self, picture: np.ndarray, arm: ArmMove, time_s: float) -> None:
        cards = [flight for flight in self._flying if flight.arm == arm.number]
        if arm.under_cards:
            self._arm(picture, arm, time_s, False)
        for flight in cards:
            self._card(picture, flight, time_s)
        self._arm(picture, arm, time_s, arm.under_cards)

    def _arm(self, picture: np.ndarray, arm: ArmMove, time_s: float, thumb_only: bool) -> None:
        tip, before = arm.tip(time_s), arm.tip(time_s - _BEFORE_S)
        still = np.abs(tip - before).max() < _STIRRED * _BEFORE_S
        key = arm.number, arm.grip(time_s), thumb_only, (*tip.round(1),)
        patch = self._hands.get(key) if still else None
        if patch is None:
            patch = self._arm_patch(arm, time_s, thumb_only, tip, before)
            self._hands = {k: v for k, v in self._hands.items() if k[0] != arm.number or k[2] != thumb_only}
            self._hands[key] = patch
        if patch is not None:
            paste(picture, patch)

    def _arm_patch(self, arm: ArmMove, time_s: float, thumb_only: bool, tip: np.ndarray,
                   before: np.ndarray) -> Patch | None:
        hand = hand_picture(arm.style, arm.grip(time_s), thumb_only, arm.left)
        ends = self._camera.project(np.array([tip, before]))
        speed = (ends[0] - ends[1]) / _BEFORE_S
        px = skewed(self._camera.project(_placed(hand.corners_mm, tip, arm.turn(tip))), speed * self._readout_s,
                    self._camera)
        return self._warped(hand, px, speed * self._exposure_s)

    def _warped(self, hand: HandPicture, px: np.ndarray, smear: np.ndarray) -> Patch | None:
        """The hand's picture laid over (4, 2) pixels, cut to what is in sight."""
        h, w = hand.bgra.shape[:2]
        low = np.maximum(np.floor(px.min(axis=0)) - 4, 0).astype(int)
        high = np.minimum(np.ceil(px.max(axis=0)) + 4, self._camera.size).astype(int)
        if (high - low < 2).any():
            return None
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        matrix = cv2.getPerspectiveTransform(corners, (px - low).astype(np.float32))
        picture = cv2.warpPerspective(hand.bgra, matrix, tuple(int(v) for v in high - low), flags=cv2.INTER_LINEAR)
        if np.abs(smear).max() > 1:
            picture = smeared(picture, smear)
        return Patch.of(int(low[0]), int(low[1]), picture)

    def _shade(self, picture: np.ndarray, arm: ArmMove, time_s: float) -> None:
        """The shadow of a hand and its arm on the table."""
        hand = hand_picture(arm.style, arm.grip(time_s), False, arm.left)
        tip = arm.tip(time_s)
        points = _placed(hand.outline_mm, tip, arm.turn(tip))
        fallen = self._light.fallen(points)
        px = self._camera.project(np.column_stack([fallen, np.zeros(len(fallen))]))
        px = px.clip(-300, np.array(self._camera.size) + 300)
        if (px.max(axis=0) < 0).any() or (px.min(axis=0) > np.array(self._camera.size)).any():
            return
        paste(picture, soft_shadow(px, 4 + 0.08 * float(tip[2]) * self._camera.px_per_mm(), 0.4))


def _stirred(one: Pose, other: Pose) -> bool:
    """Whether a card is no longer where it was drawn."""
    return max(abs(one.x - other.x), abs(one.y - other.y), abs(one.z - other.z), abs(one.turn - other.turn),
               abs(one.pitch - other.pitch)) > _STIRRED


def _placed(points_mm: np.ndarray, tip: np.ndarray, turn_deg: float) -> np.ndarray:
    """Points of the hand's own frame on the table; (n, 3) mm."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    x, y = points_mm[:, 0], points_mm[:, 1]
    return np.column_stack([tip[0] + c * x - s * y, tip[1] + s * x + c * y, tip[2] + points_mm[:, 2]])


def _turned_over(sheet: Sheet) -> Sheet:
    return Sheet(sheet.back, sheet.front, sheet.size_mm, sheet.bend, sheet.shine, sheet.lean)
