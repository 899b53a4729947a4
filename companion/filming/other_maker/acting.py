"""What people do at the table: a record's lines become hands that lay, take, hesitate, push and rest.

    play = Acting(record, layout, pack, chosen, seed, camera)
    play.flights, play.arms, play.throws     # everything that moves
    play.truth, play.said, play.duration_s   # what happened, and what was said when
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from calibration import Layout
from companion.filming.direction import Announcement
from companion.filming.other_maker.arms import ArmStyle
from companion.filming.other_maker.bands import Chosen
from companion.filming.other_maker.ground import Ground, Lying, SeatAt, bounds_of, seats_of
from companion.filming.other_maker.moving import ArmMove, DieThrow, Flight, Sway, arm_turn
from companion.filming.other_maker.optics import Pinhole
from companion.filming.other_maker.pack import Pack, improvised
from companion.filming.other_maker.sheets import Pose, Sheet
from companion.filming.other_maker.tabletop import free_pose
from companion.filming.script import Beat, CardMove, Script
from rules import Card, Record
from rules.core.action import Action

_GRIP_MM = 27.0  # from the middle of a card to the fingertips that hold it
_CLEAR_MM = 100.0  # a hand so far from where it laid a card covers it no more
_STOCK_KEY = 900_000  # keys of the stock's cards begin there


@dataclass(frozen=True)
class Happened:
    """One thing that happened to a card, as the truth tells it.  time_s: when the hand was gone from it;
    let_go_s: when the hand let go of it."""

    time_s: float
    event: str
    card: str
    means: str
    place: str
    source: str
    line: int
    text: str
    pose: Pose
    let_go_s: float


@dataclass
class _Hand:
    """One reach, while it is being put together: where the fingertips go, and which cards go with them."""

    number: int
    player: str
    home: tuple[float, float]
    keys: list[tuple[float, float, float, float]]
    carried: list[tuple[Lying, list[tuple[float, Pose]]]]

    @property
    def now_s(self) -> float:
        return self.keys[-1][0]

    def turn_at(self, x: float, y: float) -> float:
        return arm_turn(self.home, (x, y))

    def forwards(self, x: float, y: float) -> np.ndarray:
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


class Acting:
    """A record played by people of flesh; everything is decided here, nothing is drawn."""

    def __init__(self, record: Record, layout: Layout, pack: Pack, chosen: Chosen, seed: int,
                 camera: Pinhole) -> None:
        self.chosen, self.pack, self.layout, self.camera = chosen, pack, layout, camera
        self._seed = seed
        self.rng = np.random.default_rng((seed, 601))
        self.bounds = bounds_of(layout)
        self.seats = seats_of(layout, self.bounds)
        self.styles = {name: ArmStyle.of(np.random.default_rng((seed, 602, k)))
                       for k, name in enumerate(layout.players)}
        self.ground = Ground(layout, self.seats, np.random.default_rng((seed, 603)), chosen["askew_deg"],
                             chosen["astray_mm"], pack.size_mm)
        self.script = Script(record, pack.deck.game_card)
        self.flights: list[Flight] = []
        self.arms: list[ArmMove] = []
        self.throws: list[DieThrow] = []
        self.truth: list[Happened] = []
        self.said: list[Announcement] = []
        self.at_first: list[Lying] = []
        self._next_key = 0
        self._busy: dict[str, float] = {}
        self._played: dict[str, list[tuple[float, Lying]]] = {name: [] for name in layout.players}
        self._beats = list(self.script.beats())
        self._labels = _Labels(pack, np.random.default_rng((seed, 604)))
        self._let_go_s = 0.0
        self._last_actor = ""
        self._packets: Counter[str] = Counter()
        self.duration_s = self._play()

    # -- the course of things ------------------------------------------------------------------

    def _play(self) -> float:
        self._lay_stock()
        now = float(self.rng.uniform(1.5, 2.5))
        for beat in self._beats:
            now = self._do(beat, now)
        end = max([now, *(arm.end_s for arm in self.arms)]) + 2.0
        if self.chosen.has("held"):
            self._hold_cards(end)
        if self.chosen.has("resting"):
            self._rest_hands(end)
        self.truth.sort(key=lambda happened: happened.time_s)
        self.arms.sort(key=lambda arm: arm.start_s)
        return end

    def _do(self, beat: Beat, now: float) -> float:
        """One line of the record; returns when it is over."""
        actor = self.script.hand_of(beat)
        start = self._start(beat, actor, now)
        action = beat.action
        if action is not None and action.verb == "roll":
            end = self._roll(actor, action, beat, start)
        elif beat.reaches:
            end = start
            for moves in beat.reaches:
                end = self._reach(actor, moves, beat, max(end + 0.15, self._busy.get(actor, 0.0))) \
                    if moves is not beat.reaches[0] else self._reach(actor, moves, beat, end)
            self._last_actor = actor
        else:
            end = self._without_moves(actor, action, beat, start)
        self._say(beat.text, max(start, self._let_go_s + float(self.rng.uniform(-0.2, 0.5))))
        if beat.reaches and self.script.draws_unwritten and self.chosen.troubles & {"stock_up", "stock_down"}:
            end = self._draw(actor, 1, max(end, self._busy.get(actor, 0.0)))
        if beat.reaches and self.chosen.has("slid") and self.rng.random() < self.chosen["slid_share"]:
            end = self._disturb(end)
        return end

    def _start(self, beat: Beat, actor: str, now: float) -> float:
        """When the hand sets out: after a pause, or close after the other's where two lay quickly."""
        start = now + float(self.rng.uniform(0.4, 1.6) * self.chosen["gap_s"] * 0.6)
        quick = self.chosen.has("quick") and actor != self._last_actor and len(beat.reaches) == 1 and \
            all(not m.source and m.target for m in beat.reaches[0]) and self.rng.random() < self.chosen["quick_share"]
        if quick:
            start = self._let_go_s + self.chosen["quick_s"] - self.chosen["stroke_s"] - 0.12
        return max(start, self._busy.get(actor, 0.0) + 0.05, 0.3)

    def _without_moves(self, actor: str, action: Action | None, beat: Beat, start: float) -> float:
        """A line that moves no card: said, or cards drawn unseen, or a hand laid open or away."""
        self._let_go_s = start
        if action is None:
            return start + 0.5
        if action.verb == "draw" and self.chosen.troubles & {"stock_up", "stock_down"}:
            return self._draw(actor, min((action.numbers or (1,))[0], 3), start)
        if action.verb in ("show", "ask") and action.cards:
            return self._show(actor, action, beat, start)
        return start + float(self.rng.uniform(0.4, 0.9))

    def _say(self, text: str, time_s: float) -> None:
        last = self.said[-1].time_s if self.said else 0.0
        self.said.append(Announcement(round(max(time_s, last + 0.01), 3), text))

    # -- reaching over the table ----------------------------------------------------------------

    def _hand(self, player: str, start: float) -> _Hand:
        """A hand that sets out from beyond the picture."""
        seat = self.seats[player]
        home = np.array([seat.x, seat.y]) - 420 * seat.inwards + float(self.rng.normal(70, 30)) * seat.rightwards
        away = self._unseen(seat)
        hand = _Hand(len(self.arms), player, (float(home[0]), float(home[1])), [], [])
        hand.keys.append((start, float(away[0]), float(away[1]), 70.0))
        return hand

    def _unseen(self, seat: SeatAt) -> np.ndarray:
        """Beyond the edge of the picture, before a seat."""
        at = np.array([seat.x, seat.y])
        for out in range(90, 560, 40):
            at = np.array([seat.x, seat.y]) - out * seat.inwards
            px = self.camera.project(np.array([[*at, 40.0]]))[0]
            if (px < -60).any() or (px > np.array(self.camera.size) + 60).any():
                break
        return at

    def _leave(self, hand: _Hand, grips: Sequence[tuple[float, str]]) -> tuple[float, float]:
        """Back to where it came from; returns when it no longer covers what it left, and when it is gone."""
        _, x, y, _ = hand.keys[-1]
        left = hand.now_s
        away = self._unseen(self.seats[hand.player])
        way = float(np.hypot(away[0] - x, away[1] - y))
        took = self.chosen["stroke_s"] * float(self.rng.uniform(0.75, 1.1)) * (0.6 + way / 1000)
        hand.reach(left + 0.3 * took, x + 0.22 * (float(away[0]) - x), y + 0.22 * (float(away[1]) - y), 28.0)
        hand.reach(left + took, float(away[0]), float(away[1]), 65.0)
        self.arms.append(ArmMove(hand.number, self.styles[hand.player], hand.home, tuple(hand.keys), tuple(grips)))
        self._busy[hand.player] = hand.now_s
        return left + took * min(1.0, 0.25 + _CLEAR_MM / max(way, 1.0)), hand.now_s

    def _reach(self, actor: str, moves: Sequence[CardMove], beat: Beat, start: float) -> float:
        """One reach of a hand: what it picks up, then what it puts down."""
        picks = [m for m in moves if m.source]
        hand = self._hand(actor, start)
        fresh = [(m, self._fresh(m.card, beat)) for m in moves if not m.source]
        from_stock = beat.action is not None and beat.action.source == "stock"
        stock = self._stock_pose()
        time_s = start + self.chosen["stroke_s"]
        if from_stock and stock is not None:
            hand.over(time_s, stock)
            time_s += 0.7 * self.chosen["stroke_s"]
        for _, lying in fresh:
            hand.carried.append((lying, [(hand.now_s, self._in_hand(hand, len(hand.carried)))]))
        picked = self._pick(hand, picks, time_s)
        if picked:
            time_s = hand.now_s + 0.5 * self.chosen["stroke_s"]
        puts = [(m, lying) for m, lying in [*fresh, *picked] if m.target]
        done = [self._put(hand, m, lying, beat, time_s if k == 0 else None) for k, (m, lying) in enumerate(puts)]
        kept = [(m, lying) for m, lying in picked if not m.target]
        packet = self._packet(actor, kept)
        if packet is not None:
            self._stow(hand, kept, packet)
        let_go = hand.now_s
        clear, gone = self._leave(hand, [(start, "pinch")])
        for lying, keys in hand.carried:
            self.flights.append(Flight(lying, tuple(keys), False, hand.number))
        self._tell(beat, done, kept, let_go, clear)
        self._let_go_s = let_go
        return max(let_go, clear - 0.2) if not kept else gone

    def _pick(self, hand: _Hand, moves: Sequence[CardMove], time_s: float) -> list[tuple[CardMove, Lying]]:
        """Draw cards together under the fingers, one after the other."""
        picked: list[tuple[CardMove, Lying]] = []
        for m in moves:
            lying = self.ground.take(m.card, m.source)
            if lying is None:
                continue
            hand.over(time_s, lying.pose)
            hand.carried.append((lying, [(hand.now_s, lying.pose)]))
            picked.append((m, lying))
            time_s += max(0.08, min(0.3, 1.3 / len(moves)))
        return picked

    def _put(self, hand: _Hand, move: CardMove, lying: Lying, beat: Beat, time_s: float | None) -> Lying:
        """Lay one of the carried cards down; perhaps not at the first attempt."""
        column = _column_of(beat.action, move)
        pose = self.ground.spot(move.target, self._owner_of_turn(hand.player, move.target), column)
        contact = time_s if time_s is not None else hand.now_s + float(self.rng.uniform(0.2, 0.42))
        keys = next(keys for card, keys in hand.carried if card.key == lying.key)
        hand.over(contact, pose)
        del keys[1:]
        keys.append((contact, pose))
        if self.chosen.has("hesitate") and self.rng.random() < self.chosen["hesitate_share"]:
            self._hesitate(hand, keys, pose)
        keys.append((hand.now_s + 0.08, pose))
        hand.keys.append((hand.now_s + 0.08, *hand.keys[-1][1:]))
        landed = replace(lying, pose=pose, place=move.target, face_up=True)
        hand.carried = [entry for entry in hand.carried if entry[0].key != lying.key]
        self.flights.append(Flight(landed, tuple(keys), True, hand.number))
        self.ground.add(landed)
        return landed

    def _hesitate(self, hand: _Hand, keys: list[tuple[float, Pose]], pose: Pose) -> None:
        """Half taken back, held for a moment, and put down again where it was."""
        rest, back = float(self.rng.uniform(0.15, 0.6)), float(self.rng.uniform(0.3, 0.55))
        away = -self.chosen["taken_back"] * 150 * hand.forwards(pose.x, pose.y)
        half = replace(pose.shifted(float(away[0]), float(away[1]), float(self.rng.normal(0, 6))),
                       z=float(self.rng.uniform(2, 30)))
        for moment, where in ((hand.now_s + rest, pose), (hand.now_s + rest + back, half),
                              (hand.now_s + rest + back + float(self.rng.uniform(0.2, 0.8)), half)):
            keys.append((moment, where))
            hand.over(moment, where, where.z + 3)
        again = hand.now_s + back
        keys.append((again, pose))
        hand.over(again, pose)

    def _stow(self, hand: _Hand, kept: Sequence[tuple[CardMove, Lying]], packet: Pose) -> None:
        """Lay a gathered trick or capture down in a packet, face down."""
        landing = hand.now_s + self.chosen["stroke_s"] * 0.9
        hand.over(landing, packet)
        names = {lying.key for _, lying in kept}
        for lying, keys in [entry for entry in hand.carried if entry[0].key in names]:
            askew = float(self.rng.normal(0, self.chosen["packet_deg"]))
            pose = packet.shifted(*_floats(self.rng.normal(0, 2, 2)), askew, 0.3 * self._packets[hand.player])
            self._packets[hand.player] += 1
            keys[-1] = (landing, pose)
            turned = keys[0][0] + 0.6 * (landing - keys[0][0])
            self.flights.append(Flight(replace(lying, pose=pose, place=""), tuple(keys), True, hand.number, turned))
        hand.carried = [entry for entry in hand.carried if entry[0].key not in names]

    def _packet(self, player: str, kept: Sequence[tuple[CardMove, Lying]]) -> Pose | None:
        """Where a player keeps what he has taken, if it stays in sight."""
        seat, zone = self.seats[player], f"captured:{player}"
        if kept and zone in self.layout.names:
            x, y = self.layout[zone].centre_mm
            return Pose(float(x), float(y), seat.turn, 0.5)
        if not kept or not self.chosen.has("gathered") or kept[0][0].source != "trick":
            return None
        room = [pose for pose in map(self._free, range(10, 30)) if pose is not None]
        return min(room, key=lambda pose: float(np.hypot(pose.x - seat.x, pose.y - seat.y)), default=None)

    def _tell(self, beat: Beat, done: Sequence[Lying], kept: Sequence[tuple[CardMove, Lying]], let_go: float,
              clear: float) -> None:
        """What a reach has changed."""
        sources = {m.card: m.source for moves in beat.reaches for m in moves if m.source and m.target}
        for landed in done:
            source = sources.get(landed.card, "")
            self._happened(clear, "moved" if source else "appeared", landed, beat, landed.place, source, let_go)
        for m, lying in kept:
            self._happened(clear, "left", lying, beat, "", m.source, let_go)

    def _happened(self, time_s: float, event: str, card: Lying, beat: Beat | None, place: str, source: str,
                  let_go: float) -> None:
        line, text = (beat.line, beat.text) if beat is not None else (0, "")
        self.truth.append(Happened(round(time_s, 3), event, card.label, card.card.face, place, source, line, text,
                                   card.pose, round(let_go, 3)))

    # -- cards out of hands -----------------------------------------------------------------------

    def _fresh(self, card: Card, beat: Beat) -> Lying:
        """A card that comes out of a hand, with what is printed on it."""
        self._next_key += 1
        label = self._labels.of(card, beat.printed)
        return Lying(self._next_key, card, label, self.pack.sheet(label, self._next_key), Pose(0, 0), "")

    def _in_hand(self, hand: _Hand, k: int) -> Pose:
        _, x, y, z = hand.keys[-1]
        at = np.array([x, y]) + _GRIP_MM * hand.forwards(x, y)
        return Pose(float(at[0]), float(at[1]), hand.turn_at(x, y) + 5 * k, z + k, 20.0)

    def _owner_of_turn(self, player: str, place: str) -> str:
        """Whose way up a card lies: its zone's owner's, else its player's."""
        owner = place.partition(":")[2].split("+")[0]
        return owner if owner in self.seats else player

    def _show(self, actor: str, action: Action, beat: Beat, start: float) -> float:
        """Cards held out over the table for all to see, and taken back."""
        hand = self._hand(actor, start)
        cards = [self._fresh(card, beat) for card in action.cards[:6] if not card.is_unknown]
        for lying in cards:
            hand.carried.append((lying, [(start, self._in_hand(hand, len(hand.carried)))]))
        seat = self.seats[actor]
        at = np.array([seat.x, seat.y]) + 60 * seat.inwards
        hand.reach(start + self.chosen["stroke_s"], float(at[0]), float(at[1]), 55.0)
        hand.reach(hand.now_s + 1.1, float(at[0]) + 4, float(at[1]), 50.0)
        self._let_go_s = hand.now_s
        _, gone = self._leave(hand, [(start, "pinch")])
        for lying, keys in hand.carried:
            self.flights.append(Flight(lying, tuple(keys), False, hand.number))
        return gone

    # -- the stock -----------------------------------------------------------------------------------

    def _stock_pose(self) -> Pose | None:
        """On the stock's own place, else where the table has room for one."""
        if "stock" in self.layout.names:
            x, y = self.layout["stock"].centre_mm
            return Pose(float(x), float(y), 0.0, 11.0)
        return self._free(3)

    def _free(self, number: int) -> Pose | None:
        """Room for a packet of cards beside all places; the same number is the same room."""
        zones = [np.array(zone.corners_mm) for zone in self.layout.zones]
        x1, y1, x2, y2 = self.bounds
        inner = x1 + 45, y1 + 45, x2 - 45, y2 - 45
        return free_pose((95.0, 95.0), inner, zones, np.random.default_rng((self._seed, 605, number)))

    def _lay_stock(self) -> None:
        """The stock, face down or with a card up that nobody plays, as a block of cards."""
        up = self.chosen.has("stock_up")
        if not up and not self.chosen.has("stock_down"):
            return
        pose = self._stock_pose()
        if pose is None:
            return
        named = Counter(self._labels.written(self._beats))
        spare = [label for label in self.pack.deck.cards if named[label] == 0 and label != "JK"] or ["7D"]
        label = str(self.rng.choice(spare)) if up else ""
        for k in range(9):
            top = k == 8
            key = _STOCK_KEY + k
            sheet = self.pack.sheet(label if top else "", key)
            askew = pose.shifted(*_floats(self.rng.normal(0, 0.5, 2)), float(self.rng.normal(0, 1.2)))
            where = replace(askew, z=0.3 + 1.3 * k)
            lying = Lying(key, Card(label or "??"), label, sheet, where, "stock", bool(label) and top)
            self.at_first.append(lying)
            if top and up:
                self._happened(0.0, "appeared", lying, None, "stock", "", 0.0)

    def second_pack(self) -> list[tuple[Sheet, Pose]]:
        """Another pack, face down beside the places."""
        pose = self._free(4) or Pose(self.bounds[0] + 25, self.bounds[3] - 10, 40.0)
        rng = np.random.default_rng((self._seed, 606))
        return [(self.pack.strange_back(), replace(pose.shifted(0, 0, float(rng.normal(0, 2))), z=0.3 + 1.2 * k))
                for k in range(8)]

    def _draw(self, player: str, count: int, start: float) -> float:
        """Cards from the stock into a hand, unseen."""
        stock = self._stock_pose()
        if stock is None:
            return start + 0.4
        for _ in range(count):
            hand = self._hand(player, start)
            hand.over(start + self.chosen["stroke_s"], stock)
            self._next_key += 1
            card = Lying(self._next_key, Card("??"), "", self.pack.sheet("", self._next_key), stock, "", False)
            hand.carried.append((card, [(hand.now_s, stock)]))
            hand.keys.append((hand.now_s + 0.1, *hand.keys[-1][1:]))
            _, gone = self._leave(hand, [(start, "pinch")])
            for lying, keys in hand.carried:
                self.flights.append(Flight(lying, tuple(keys), False, hand.number))
            start = gone + 0.05
        return start

    # -- dice -----------------------------------------------------------------------------------------

    def _roll(self, player: str, action: Action, beat: Beat, start: float) -> float:
        """Two dice thrown beside the pile, where they lie until they are thrown again."""
        self.throws = [replace(t, gone_s=start + 0.2) if t.gone_s == np.inf else t for t in self.throws]
        seat = self.seats[player]
        hand = self._hand(player, start)
        at = np.array([seat.x, seat.y]) + 40 * seat.inwards
        thrown = start + self.chosen["stroke_s"]
        hand.reach(thrown, float(at[0]), float(at[1]), 45.0)
        self._leave(hand, [(start, "hold"), (thrown, "flat")])
        rests = thrown + float(self.rng.uniform(0.6, 1.1))
        spots: list[np.ndarray] = []
        for pips in action.numbers:
            spot = self._die_spot(spots)
            spots.append(spot)
            self.throws.append(DieThrow(pips, thrown, rests, (float(at[0]), float(at[1])),
                                        (float(spot[0]), float(spot[1])), float(self.rng.uniform(0, 360))))
            self.truth.append(Happened(round(rests, 3), "rolled", str(pips), str(pips), "", "", beat.line, beat.text,
                                       Pose(float(spot[0]), float(spot[1]), self.throws[-1].turn), round(thrown, 3)))
        self._let_go_s = rests
        return rests + 0.3

    def _die_spot(self, others: Sequence[np.ndarray]) -> np.ndarray:
        """Bare table in sight, away from cards and from the other die."""
        x1, y1, x2, y2 = self.bounds
        cards = [np.array([c.pose.x, c.pose.y])
                 for cards in (*self.ground.lying.values(), self.at_first) for c in cards]
        best, most = np.zeros(2), -np.inf
        for _ in range(30):
            spot = self.rng.uniform((x1 + 40, y1 + 40), (x2 - 40, y2 - 40))
            room = min([float(np.hypot(*(spot - c))) - 62 for c in cards]
                       + [float(np.hypot(*(spot - o))) - 26 for o in others] + [60.0])
            if room > most:
                best, most = spot, room
            if room >= 6:
                break
        return best

    # -- disturbances ----------------------------------------------------------------------------------

    def _disturb(self, now: float) -> float:
        """A lying card is pushed along by a hand or a sleeve, or a few are squared up."""
        loose = self.ground.uncovered()
        if not loose:
            return now
        card = loose[int(self.rng.integers(len(loose)))]
        player = str(self.rng.choice(list(self.seats)))
        start = max(now + 0.1, self._busy.get(player, 0.0) + 0.05)
        push = self.rng.normal(0, 1, 2)
        push *= self.chosen["slid_mm"] / max(float(np.hypot(*push)), 0.1)
        pose = card.pose.shifted(float(push[0]), float(push[1]), float(self.rng.normal(0, self.chosen["slid_deg"])))
        if not self.ground.inside(card.place, pose):
            pose = card.pose.shifted(-float(push[0]), -float(push[1]), 2.0)
        if not self.ground.inside(card.place, pose):
            return now
        hand = self._hand(player, start)
        contact = start + self.chosen["stroke_s"]
        sleeve = bool(self.rng.random() < 0.4)
        took = float(self.rng.uniform(0.2, 0.45))
        z = 14.0 if sleeve else 2.0
        reach = 190.0 if sleeve else 0.0
        ahead = hand.forwards(card.pose.x, card.pose.y)
        for moment, where in ((contact, card.pose), (contact + took, pose)):
            hand.reach(moment, where.x + (reach - 12) * float(ahead[0]), where.y + (reach - 12) * float(ahead[1]), z)
        clear, gone = self._leave(hand, [(start, "rest" if sleeve else "flat")])
        landed = replace(card, pose=pose)
        self.ground.lying[card.place][self.ground.lying[card.place].index(card)] = landed
        self.flights.append(Flight(landed, ((contact, card.pose), (contact + took, pose)), True))
        self._happened(clear, "slid", landed, None, card.place, card.place, contact + took)
        return gone

    # -- hands that stay ---------------------------------------------------------------------------------

    def _rest_hands(self, end: float) -> None:
        """Hands laid on the table for a while, between and during the plays of others."""
        names = list(self.seats)
        for k, now in enumerate(np.arange(0.8, end - 3, 4 + 1.5 * self.chosen["rest_s"])):
            player = names[(k * 2 + 1) % len(names)]
            seat, left = self.seats[player], bool(self.rng.random() < 0.7)
            side = -1 if left else 1
            at = np.array([seat.x, seat.y]) + (self.chosen["rest_in_mm"] + 60) * seat.inwards + \
                side * float(self.rng.uniform(70, 150)) * seat.rightwards
            home = np.array([seat.x, seat.y]) - 420 * seat.inwards + side * 120 * seat.rightwards
            away = self._unseen(seat) + side * 90 * seat.rightwards
            stay = min(float(now) + self.chosen["rest_s"] * float(self.rng.uniform(0.7, 1.3)), end - 1)
            keys = ((float(now), *_floats(away), 40.0), (float(now) + 0.8, *_floats(at), 1.0),
                    (stay, *_floats(at), 1.0), (stay + 0.8, *_floats(away), 40.0))
            self.arms.append(ArmMove(len(self.arms), self.styles[player], (float(home[0]), float(home[1])), keys,
                                     ((0.0, "rest"),), left))

    def _hold_cards(self, end: float) -> None:
        """Fans of cards held in sight beside or over the players' places, smaller after each play."""
        names = sorted(self.seats, key=lambda name: -self.seats[name].y)[:int(self.chosen["hands_held"])]
        for player in names:
            waiting = self._coming(player)
            sway = Sway(self.chosen["sway_mm"], float(self.rng.uniform(1.6, 3.6)), float(self.rng.uniform(0, 6)))
            cuts = [0.0, *(t for t, _ in waiting if t < end), end]
            for k, (start, stop) in enumerate(pairwise(cuts)):
                cards = [card for _, card in waiting[k:k + int(self.chosen["cards_held"])]]
                if cards and stop - start > 0.4:
                    self._fan(player, cards, start, stop, sway)

    def _coming(self, player: str) -> list[tuple[float, Lying]]:
        """The cards that a player will lay, with the time at which his hand takes each."""
        arms = {arm.number: arm for arm in self.arms if arm.style == self.styles[player]}
        first = {}
        for flight in self.flights:
            if flight.arm in arms and flight.card.place and flight.card.key not in first and flight.lies:
                first[flight.card.key] = (arms[flight.arm].start_s, flight.card)
        return sorted(first.values(), key=lambda entry: entry[0])

    def _fan(self, player: str, cards: Sequence[Lying], start: float, stop: float, sway: Sway) -> None:
        seat = self.seats[player]
        pitch = self.chosen["held_pitch_deg"]
        height = 35.0 + 0.7 * pitch
        at = self._beside_places(player, height, pitch)
        home = np.array([seat.x, seat.y]) - 420 * seat.inwards - 130 * seat.rightwards
        number = len(self.arms)
        spot = float(at[0]), float(at[1]), height
        self.arms.append(ArmMove(number, self.styles[player], (float(home[0]), float(home[1])),
                                 ((start, *spot), (stop, *spot)), ((0.0, "hold"),), True, True, sway))
        reach = self.pack.size_mm[1] / 2 - 14
        for k, card in enumerate(cards):
            spread = (k - (len(cards) - 1) / 2) * min(11.0, 60 / len(cards))
            turn = np.radians(seat.turn + spread)
            middle = at + reach * np.cos(np.radians(pitch)) * np.array([np.sin(turn), -np.cos(turn)])
            pose = Pose(float(middle[0]), float(middle[1]), seat.turn + spread,
                        height + reach * float(np.sin(np.radians(pitch))) + 0.6 * k, pitch)
            held = replace(card, pose=pose, place="", key=card.key + 100_000 * (number + 1))
            self.flights.append(Flight(held, ((start, pose), (stop, pose)), False, number, sway=sway))
            self._happened(start, "held", held, None, "", "", stop)


    def _beside_places(self, player: str, height: float, pitch: float) -> np.ndarray:
        """Where a hand is held, drawn back until it hides nobody else's place and little of its player's own."""
        seat = self.seats[player]
        for back in range(0, 200, 12):
            at = np.array([seat.x, seat.y]) + (self.chosen["held_in_mm"] - back) * seat.inwards - 95 * seat.rightwards
            middle = at + 25 * seat.inwards
            fan = Pose(float(middle[0]), float(middle[1]), seat.turn, height + 15, pitch).corners((120.0, 105.0))
            hidden = self.camera.on_table(self.camera.project(fan)).astype(np.float32)
            if all(_overlap(hidden, zone.corners_mm) < (0.2 if zone.name.endswith(f":{player}") else 0.01)
                   for zone in self.layout.zones):
                break
        return at


class _Labels:
    """Which physical card stands for a card of the game, each as often as the pack holds it."""

    def __init__(self, pack: Pack, rng: np.random.Generator) -> None:
        self._printed = improvised(pack.deck)
        self._game_card = pack.deck.game_card
        self._rng = rng
        self._left: dict[str, list[str]] = {}

    def of(self, card: Card, printed: Mapping[str, str]) -> str:
        if card.face in printed:
            return printed[card.face]
        choices = self._printed.get(card.face)
        if not choices:
            return card.face
        left = self._left.setdefault(card.face, list(choices)) or list(choices)
        label = left.pop(int(self._rng.integers(len(left))))
        self._left[card.face] = left
        return label

    def written(self, beats: Sequence[Beat]) -> Iterator[str]:
        """Every physical card that the record may bring."""
        for beat in beats:
            for moves in beat.reaches:
                for move in moves:
                    yield from set(self._printed.get(move.card.face, (move.card.face,)))


def _column_of(action: Action | None, move: CardMove) -> str:
    """By which rank a card joins a column: what the line says, else its natural cards."""
    if action is None:
        return ""
    natural = [card.face[0] for card in action.cards if card.face[0] != "2" and card.face != "JK"]
    return action.to or (natural[0] if natural else move.card.face[0])


def _floats(pair: np.ndarray) -> tuple[float, float]:
    return float(pair[0]), float(pair[1])


def _overlap(outline: np.ndarray, zone: Sequence[tuple[float, float]]) -> float:
    """The share of a zone that an outline in mm covers."""
    corners = np.array(zone, np.float32)
    return float(cv2.intersectConvexConvex(cv2.convexHull(outline), corners)[0] / cv2.contourArea(corners))
