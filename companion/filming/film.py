"""The film itself: beats become gestures in time, gestures become frames, and the truth is noted.

    film = Film(record, Setting(layout_zones=..., seed=3, level=2))
    for frame in film.frames(): ...          # (h, w, 3) uint8 BGR, 1/fps apart
    film.truth, film.announcements           # complete from the start
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.filming.arrangement import Arrangement
from companion.filming.camera import TROUBLE, Camera, Lens, Size
from companion.filming.faces import DrawnFaces, Faces
from companion.filming.gestures import Change, Gesture, Seat, Stop, held_pose
from companion.filming.hands import Hand
from companion.filming.scene import LyingCard, Pose, Scene, premultiplied
from companion.filming.script import Beat, CardMove, script, seat_of
from companion.filming.surface import drawn_surface, glare_field, laid, light_field, pictured_surface
from rules import Card, Record

LEAD_IN_S = 1.5  # the bare table, so that a watcher can settle
LEAD_OUT_S = 2.0
_SAY_S = 0.8


@dataclass(frozen=True)
class Setting:
    """Everything but the record.  zones: place -> polygon in table mm; table_mm: x1, y1, x2, y2 that
    the camera must see; physical: the game's card -> what is printed on one that means it; layout: the
    name or file the zones come from, "" for the game's own."""

    zones: Mapping[str, np.ndarray]
    table_mm: tuple[float, float, float, float]
    seats: Mapping[str, Seat]
    size: Size = (1280, 720)
    fps: float = 15.0
    seed: int = 0
    level: int = 2
    faces: Faces = field(default_factory=DrawnFaces)
    background: Path | None = None
    physical: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    layout: str = ""


@dataclass(frozen=True)
class TruthEvent:
    """One card that appeared, left, moved or was pushed (`slid`), at the time the hand was gone.
    card: what is printed on it; means: the game's name for it."""

    time_s: float
    event: str
    card: str
    means: str
    place: str
    source: str
    line: int
    text: str
    pose: Pose


@dataclass(frozen=True)
class Announcement:
    """A line of the record with its time: what the players said then."""

    time_s: float
    line: int
    text: str
    seen: bool  # whether cards moved for it


class Film:
    """A record as a film; the same record and setting give the same film."""

    def __init__(self, record: Record, setting: Setting) -> None:
        self.record = record
        self.setting = setting
        self.trouble = TROUBLE[setting.level]
        self._rng = np.random.default_rng(setting.seed)
        self.camera = self._camera()
        self._arrangement = Arrangement(setting.zones, self.trouble, self._rng)
        self._lying: dict[str, list[LyingCard]] = {place: [] for place in setting.zones}
        self._copies: dict[str, list[str]] = {}
        self._keys = 0
        self.gestures: list[Gesture] = []
        self.truth: list[TruthEvent] = []
        self.announcements: list[Announcement] = []
        self._hands = {name: Hand.drawn(self._rng, left=bool(self._rng.random() < 0.12)) for name in setting.seats}
        self.duration_s = self._direct()

    # -- directing: what happens when ----------------------------------------------------------

    def _camera(self) -> Camera:
        tilt = self.trouble.tilt_deg * self._rng.uniform(0.7, 1.1)
        return Camera.over(self.setting.table_mm, self.setting.size, tilt,
                           roll_deg=float(self._rng.normal(0, 0.12 * self.trouble.tilt_deg)),
                           turn_deg=float(self._rng.normal(0, 0.25 * self.trouble.tilt_deg)))

    def _direct(self) -> float:
        now = LEAD_IN_S
        for beat in script(self.record):
            now = self._perform(beat, now)
        return now + LEAD_OUT_S

    def _perform(self, beat: Beat, now: float) -> float:
        """Let one beat happen from a time on; returns when the next may begin."""
        pause = float(self._rng.uniform(*self.trouble.pause_s))
        if not beat.moves:
            self.announcements.append(Announcement(round(now + 0.3 * _SAY_S, 3), beat.line, beat.text, False))
            return now + _SAY_S
        seat = self.setting.seats[seat_of(beat, self.record)]
        stops, carried = self._stops(beat, seat)
        pace = float(self._rng.uniform(0.75, 1.15))
        gesture = Gesture.planned(stops, now, seat, self._hands[seat.name], carried, pace, self._rng)
        self.gestures.append(gesture)
        self._note(beat, gesture)
        end = gesture.end_s + pause
        if self._rng.random() < self.trouble.slides:
            end = self._push_a_card(beat, end)
        if self._rng.random() < self.trouble.cover:
            end = self._hover(end)
        return end

    def _stops(self, beat: Beat, seat: Seat) -> tuple[list[Stop], tuple[LyingCard, ...]]:
        """The way of the hand through all moves of a beat, and what it holds when it comes."""
        stops: list[Stop] = []
        brought: list[LyingCard] = []
        held: list[LyingCard] = []
        both = {m.target for m in beat.moves if not m.source} & {m.source for m in beat.moves if not m.target}
        moves = sorted(beat.moves, key=lambda m: bool(m.target)) if both else list(beat.moves)
        for move in moves:
            if move.source:
                card = self._taken(move)
                stops = self._with_take(stops, card, move)
                if move.target:
                    held.append(card)
            else:
                card = self._fresh(move.card)
                brought.append(card)
                held.append(card)
            if move.target:
                stops.append(self._put(held.pop(), move.target, seat))
        return stops, tuple(brought)

    def _taken(self, move: CardMove) -> LyingCard:
        """The lying card that a move takes away: the uppermost of that label."""
        cards = self._lying[move.source]
        card = next(c for c in reversed(cards) if self._means(c.label, move.card))
        cards.remove(card)
        return card

    def _means(self, label: str, card: Card) -> bool:
        return label == card.face or label in self.setting.physical.get(card.face, ())

    @staticmethod
    def _with_take(stops: list[Stop], card: LyingCard, move: CardMove) -> list[Stop]:
        """Cards of one pile are taken up at one stop."""
        if stops and stops[-1].take and stops[-1].label == move.source:
            near = stops[-1].take[-1].pose
            if np.hypot(near.x - card.pose.x, near.y - card.pose.y) < 70:
                return [*stops[:-1], Stop(card.pose, (*stops[-1].take, card), None, 0.45, move.source)]
        return [*stops, Stop(card.pose, (card,), None, 0.3, move.source)]

    def _put(self, card: LyingCard, place: str, seat: Seat) -> Stop:
        facing = seat.facing
        pose = self._arrangement.pose_for(place, self._lying[place], facing)
        lying = LyingCard(card.label, pose, card.back, card.key)
        self._lying[place].append(lying)
        return Stop(pose, (), lying, float(self._rng.uniform(0.18, 0.35)), place)

    def _fresh(self, card: Card) -> LyingCard:
        """A card from a hand; where several printed cards mean it, one that is not yet in use."""
        self._keys += 1
        choice = self.setting.physical.get(card.face)
        label = card.face
        if choice:
            deck = self._copies.setdefault(card.face, [])
            if not deck:
                deck += [str(v) for v in self._rng.permutation(choice)]
            label = deck.pop()
        return LyingCard(label, Pose(0, 0, 0), card.back, self._keys)

    def _note(self, beat: Beat, gesture: Gesture) -> None:
        """Write down what the gesture does to the table."""
        moved = {m.card.face: m.source for m in beat.moves if m.source and m.target}
        ends = [gesture.end_s]
        for change in gesture.changes:
            put = change.stop.put
            if put is not None:
                source = next((s for face, s in moved.items() if self._means(put.label, Card(face))), "")
                event = "moved" if source else "appeared"
                self._add(change.clear_s, event, put, change.stop.label, source, beat)
                ends.append(change.clear_s)
            for card in change.stop.take:
                if not any(self._means(card.label, Card(face)) for face in moved):
                    self._add(change.clear_s, "left", card, "", change.stop.label, beat)
        self.announcements.append(Announcement(round(min(ends), 3), beat.line, beat.text, True))

    def _add(self, time_s: float, event: str, card: LyingCard, place: str, source: str, beat: Beat) -> None:
        means = next((face for face, labels in self.setting.physical.items() if card.label in labels), card.label)
        self.truth.append(TruthEvent(round(time_s, 3), event, card.label, means, place, source, beat.line, beat.text,
                                     card.pose))

    def _push_a_card(self, beat: Beat, now: float) -> float:
        """Somebody pushes the newest card of some place a little."""
        places = [place for place, cards in self._lying.items() if cards]
        if not places:
            return now
        place = places[int(self._rng.integers(len(places)))]
        old = self._lying[place].pop()
        new = LyingCard(old.label, self._arrangement.nudged(old.pose), old.back, old.key)
        self._lying[place].append(new)
        seat = self._any_seat()
        stops = [Stop(old.pose, (old,), None, 0.15, place), Stop(new.pose, (), new, 0.15, place)]
        gesture = Gesture.planned(stops, now, seat, self._hands[seat.name], (), 0.9, self._rng)
        self.gestures.append(gesture)
        self._add(gesture.changes[-1].clear_s, "slid", new, place, place, Beat(0, "", seat.name, (), None))
        return gesture.end_s + 0.5

    def _hover(self, now: float) -> float:
        """A hand that reaches over the table and does nothing."""
        seat = self._any_seat()
        x1, y1, x2, y2 = self.setting.table_mm
        at = self._rng.uniform(0.25, 0.75, 2) * (x2 - x1, y2 - y1) + (x1, y1)
        stop = Stop(Pose(float(at[0]), float(at[1]), 0.0), (), None, float(self._rng.uniform(0.4, 2.0)))
        gesture = Gesture.planned([stop], now, seat, self._hands[seat.name], (), 1.0, self._rng)
        self.gestures.append(gesture)
        return gesture.end_s + 0.4

    def _any_seat(self) -> Seat:
        seats = list(self.setting.seats.values())
        return seats[int(self._rng.integers(len(seats)))]

    # -- shooting: frames ------------------------------------------------------------------------

    def frames(self) -> Iterator[np.ndarray]:
        """Every frame of the film in order."""
        rng = np.random.default_rng((self.setting.seed, 1))
        scene = self._scene(rng)
        bumps = np.flatnonzero(rng.random(int(self.duration_s)) < self.trouble.bumps / 60)
        lens = Lens(self.trouble, self.setting.size, rng, tuple(float(b) for b in bumps))
        stage = _Stage(scene, self.gestures, self.setting.fps)
        for k in range(round(self.duration_s * self.setting.fps)):
            time_s = k / self.setting.fps
            yield lens.exposed(stage.at(time_s), time_s)

    def _scene(self, rng: np.random.Generator) -> Scene:
        path = self.setting.background
        texture, mm_per_px = drawn_surface(rng) if path is None else pictured_surface(path, rng)
        return Scene(self.camera, laid(texture, mm_per_px, self.camera), light_field(self.camera, self.trouble, rng),
                     glare_field(self.camera, self.trouble, rng), self.setting.faces)


class _Stage:
    """The table while gestures run over it, moment by moment."""

    def __init__(self, scene: Scene, gestures: list[Gesture], fps: float) -> None:
        self.scene = scene
        self.fps = fps
        self._coming = sorted(gestures, key=lambda g: g.start_s)
        self._running: list[tuple[Gesture, list[LyingCard], list[Change]]] = []
        self._sprites: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    def at(self, time_s: float) -> np.ndarray:
        """The table and the hands over it at a time; times must not go back."""
        while self._coming and self._coming[0].start_s <= time_s:
            gesture = self._coming.pop(0)
            self._running.append((gesture, list(gesture.carried), list(gesture.changes)))
        for _, held, changes in self._running:
            while changes and changes[0].time_s <= time_s:
                self._change(changes.pop(0), held)
        self._running = [entry for entry in self._running if entry[0].end_s > time_s]
        if not self._running:
            return self.scene.picture
        picture = self.scene.picture.copy()
        for gesture, held, changes in self._running:
            self._paint(picture, gesture, held, changes, time_s)
        return picture

    def _change(self, change: Change, held: list[LyingCard]) -> None:
        put = change.stop.put
        for card in change.stop.take:
            self.scene.remove(card)
            held.append(card)
        if put is not None:
            held[:] = [card for card in held if card.key != put.key]
            self.scene.lay(put)

    def _paint(self, picture: np.ndarray, gesture: Gesture, held: list[LyingCard], changes: list[Change],
               time_s: float) -> None:
        camera = self.scene.camera
        grip, before = gesture.grip(time_s), gesture.grip(time_s - 0.45 / self.fps)
        to_px = camera.plane(grip[3] + 8) @ _hand_matrix(gesture.hand, grip)
        was_px = camera.plane(before[3] + 8) @ _hand_matrix(gesture.hand, before)
        tip = np.array([[gesture.hand.grip_px]], np.float64)
        smear = (cv2.perspectiveTransform(tip, to_px) - cv2.perspectiveTransform(tip, was_px))[0, 0]
        sprite, shade = self._sprite(gesture.hand)
        shadow = grip + np.array([0.9, 1.1, 0, 0]) * (grip[3] + 9)
        self.scene.paint_hand_shadow(picture, shade, camera.plane(0) @ _hand_matrix(gesture.hand, shadow))
        for card in held:
            own = next((c.stop.put.pose.turn - c.arm for c in changes if c.stop.put and c.stop.put.key == card.key),
                       _own_turn(card))
            self.scene.paint_card(picture, LyingCard(card.label, held_pose(grip, own), card.back, card.key))
        self.scene.paint(picture, sprite, to_px, smear=smear)

    def _sprite(self, hand: Hand) -> tuple[np.ndarray, np.ndarray]:
        """The hand's picture and the mask of its shadow, both ready to be painted."""
        if id(hand) not in self._sprites:
            shade = cv2.GaussianBlur(hand.image[..., 3], (0, 0), 9)
            self._sprites[id(hand)] = premultiplied(hand.image), cv2.convertScaleAbs(shade, alpha=0.36)
        return self._sprites[id(hand)]


def _own_turn(card: LyingCard) -> float:
    """How a card that is carried away lies in the hand: a little askew, for good."""
    return float((card.key * 37) % 23 - 11)


def _hand_matrix(hand: Hand, grip: np.ndarray) -> np.ndarray:
    """(3, 3) from pixels of the hand's picture to table millimetres."""
    c, s = np.cos(np.radians(grip[2])) * hand.mm_per_px, np.sin(np.radians(grip[2])) * hand.mm_per_px
    x, y = hand.grip_px
    return np.array([[c, -s, grip[0] - c * x + s * y], [s, c, grip[1] - s * x - c * y], [0, 0, 1.0]])
