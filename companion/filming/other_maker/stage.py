"""Everything that people do at one table, while it is being put together.

    hand = stage.hand("Ann", start_s)            # a HandPath that sets out from beyond the picture
    hand.over(time_s, pose)                      # onto a card
    clear_s, gone_s = stage.leave(hand, grips)   # and back again: its ArmMove is kept
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration import Layout
from companion.filming.other_maker.arms import ArmStyle
from companion.filming.other_maker.bands import Chosen
from companion.filming.other_maker.ground import Ground, Lying, SeatAt, bounds_of, seats_of
from companion.filming.other_maker.moving import ArmMove, DieThrow, Flight, arm_turn
from companion.filming.other_maker.optics import Pinhole
from companion.filming.other_maker.pack import Pack
from companion.filming.other_maker.sheets import Pose, floats
from companion.filming.other_maker.tabletop import free_pose
from companion.filming.script import Beat
from vision.stream import TruthRow

_GRIP_MM = 27.0  # from the middle of a card to the fingertips that hold it
_CLEAR_MM = 100.0  # a hand so far from where it laid a card covers it no more


@dataclass(frozen=True)
class Happened(TruthRow):
    """One thing that happened to a card, and how it lies.  let_go_s: when the hand let go of it."""

    pose: Pose
    let_go_s: float


@dataclass
class HandPath:
    """One reach, while it is being put together: where the fingertips go, and which cards go with them."""

    number: int
    player: str
    home: tuple[float, float]
    keys: list[tuple[float, float, float, float]]
    carried: list[tuple[Lying, list[tuple[float, Pose]]]]

    @property
    def now_s(self) -> float:
        """When it was last told where to go."""
        return self.keys[-1][0]

    def turn_at(self, x: float, y: float) -> float:
        """Degrees by which the arm is turned when the fingertips are there; mm."""
        return arm_turn(self.home, (x, y))

    def forwards(self, x: float, y: float) -> np.ndarray:
        """(2,) the way in which the arm points then, of length 1."""
        angle = np.radians(self.turn_at(x, y))
        return np.array([np.sin(angle), -np.cos(angle)])

    def reach(self, time_s: float, x: float, y: float, z: float) -> None:
        """The fingertips to a point; what is carried goes with them."""
        self.keys.append((time_s, x, y, z))
        ahead = self.forwards(x, y)
        for k, (_, keys) in enumerate(self.carried):
            if keys[-1][0] < time_s:
                at = np.array([x, y]) + _GRIP_MM * ahead
                keys.append((time_s, Pose(float(at[0]), float(at[1]), self.turn_at(x, y) + 7 * (k - len(
                    self.carried) / 2), z + 1.2 * k + 2, min(16.0, 0.3 * z))))

    def over(self, time_s: float, pose: Pose, z: float = 3.0) -> None:
        """The fingertips onto a card that lies so."""
        ahead = self.forwards(pose.x, pose.y)
        self.reach(time_s, pose.x - _GRIP_MM * float(ahead[0]), pose.y - _GRIP_MM * float(ahead[1]), z)

    def in_hand(self) -> Pose:
        """Where the next card is that it carries."""
        _, x, y, z = self.keys[-1]
        k = len(self.carried)
        at = np.array([x, y]) + _GRIP_MM * self.forwards(x, y)
        return Pose(float(at[0]), float(at[1]), self.turn_at(x, y) + 5 * k, z + k, 20.0)


class FilmStage:
    """A table with its people, what they do, and what came of it."""

    def __init__(self, layout: Layout, pack: Pack, chosen: Chosen, seed: int, camera: Pinhole) -> None:
        self.chosen, self.pack, self.layout, self.camera, self.seed = chosen, pack, layout, camera, seed
        self.rng = np.random.default_rng((seed, 601))
        self.bounds = bounds_of(layout)
        self.seats = seats_of(layout, self.bounds)
        self.styles = {name: ArmStyle.of(np.random.default_rng((seed, 602, k)))
                       for k, name in enumerate(layout.players)}
        self.ground = Ground(layout, self.seats, np.random.default_rng((seed, 603)), chosen["askew_deg"],
                             chosen["astray_mm"], pack.size_mm)
        self.flights: list[Flight] = []
        self.arms: list[ArmMove] = []
        self.throws: list[DieThrow] = []
        self.truth: list[Happened] = []
        self.at_first: list[Lying] = []
        self._busy: dict[str, float] = {}
        self._keys = 0

    def new_key(self) -> int:
        """A number that no other card or die has."""
        self._keys += 1
        return self._keys

    def free_from(self, player: str) -> float:
        """When a player's hand has come back."""
        return self._busy.get(player, 0.0)

    def hand(self, player: str, start: float) -> HandPath:
        """A hand that sets out from beyond the picture."""
        seat = self.seats[player]
        home = np.array([seat.x, seat.y]) - 420 * seat.inwards + float(self.rng.normal(70, 30)) * seat.rightwards
        away = self.unseen(seat)
        hand = HandPath(len(self.arms), player, floats(home), [], [])
        hand.keys.append((start, float(away[0]), float(away[1]), 70.0))
        return hand

    def unseen(self, seat: SeatAt) -> np.ndarray:
        """(2,) mm, a point before a seat from which nothing is in the picture yet."""
        at = np.array([seat.x, seat.y])
        for out in range(90, 560, 40):
            at = np.array([seat.x, seat.y]) - out * seat.inwards
            px = self.camera.project(np.array([[*at, 40.0]]))[0]
            if (px < -60).any() or (px > np.array(self.camera.size) + 60).any():
                break
        return at

    def leave(self, hand: HandPath, grips: Sequence[tuple[float, str]]) -> tuple[float, float]:
        """Back to where it came from; with what it still carries; returns when it no longer covers what
        it left, and when it is gone."""
        _, x, y, _ = hand.keys[-1]
        left = hand.now_s
        away = self.unseen(self.seats[hand.player])
        way = float(np.hypot(away[0] - x, away[1] - y))
        took = self.chosen["stroke_s"] * float(self.rng.uniform(0.75, 1.1)) * (0.6 + way / 1000)
        hand.reach(left + 0.3 * took, x + 0.22 * (float(away[0]) - x), y + 0.22 * (float(away[1]) - y), 28.0)
        hand.reach(left + took, float(away[0]), float(away[1]), 65.0)
        self.arms.append(ArmMove(hand.number, self.styles[hand.player], hand.home, tuple(hand.keys), tuple(grips)))
        self.flights += [Flight(lying, tuple(keys), False, hand.number) for lying, keys in hand.carried]
        self._busy[hand.player] = hand.now_s
        return left + took * min(1.0, 0.25 + _CLEAR_MM / max(way, 1.0)), hand.now_s

    def room(self, number: int) -> Pose | None:
        """Room for a packet of cards beside all places; the same number is the same room."""
        zones = [np.array(zone.corners_mm) for zone in self.layout.zones]
        x1, y1, x2, y2 = self.bounds
        inner = x1 + 45, y1 + 45, x2 - 45, y2 - 45
        return free_pose((95.0, 95.0), inner, zones, np.random.default_rng((self.seed, 605, number)))

    def happened(self, time_s: float, event: str, card: Lying, beat: Beat | None, place: str, source: str,
                  let_go: float) -> None:
        """Write down what happened to a card.  time_s: when no hand covers it any more; beat: None where it is
        nobody's move."""
        line, text = (beat.line, beat.text) if beat is not None else (0, "")
        self.truth.append(Happened(round(time_s, 3), event, card.label, card.card.face, place, source, line, text,
                                   card.pose, round(let_go, 3)))
