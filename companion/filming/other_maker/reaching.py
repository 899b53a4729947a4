"""Reaches of a hand: cards laid down, half taken back, drawn together, stowed away and held out.

    reaches = Reaches(stage, labels)
    reaches.reach("Ann", moves, beat, start_s)   # returns when the table is free for the next
    reaches.let_go_s                             # when the last card was let go
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.filming.other_maker.ground import Lying
from companion.filming.other_maker.moving import Flight
from companion.filming.other_maker.pack import Labels
from companion.filming.other_maker.sheets import Pose, floats
from companion.filming.other_maker.stage import FilmStage, HandPath
from companion.filming.other_maker.stock import stock_pose
from companion.filming.script import Beat, CardMove
from rules import Card
from rules.core.action import Action
from rules.core.places import owned_place


class Reaches:
    """What the hands of one table do with cards."""

    def __init__(self, stage: FilmStage, labels: Labels) -> None:
        self._stage, self._labels = stage, labels
        self._packets: Counter[str] = Counter()
        self.let_go_s = 0.0

    def reach(self, actor: str, moves: Sequence[CardMove], beat: Beat, start: float) -> float:
        """One reach of a hand: what it picks up, then what it puts down."""
        hand = self._stage.hand(actor, start)
        fresh, picked, time_s = self._take_up(hand, moves, beat, start)
        puts = [(m, lying) for m, lying in [*fresh, *picked] if m.target]
        done = [self._put(hand, m, lying, beat, time_s if k == 0 else None) for k, (m, lying) in enumerate(puts)]
        kept = [(m, lying) for m, lying in picked if not m.target]
        packet = None if beat.refused or beat.action is None else self._packet(actor, kept)
        if packet is not None:
            self._stow(hand, kept, packet)
        let_go = hand.now_s
        clear, gone = self._stage.leave(hand, [(start, "pinch")])
        self._tell(beat, done, kept, let_go, clear)
        self.let_go_s = let_go
        return max(let_go, clear - 0.2) if not kept else gone

    def _take_up(self, hand: HandPath, moves: Sequence[CardMove], beat: Beat, start: float
                 ) -> tuple[list[tuple[CardMove, Lying]], list[tuple[CardMove, Lying]], float]:
        """What a hand brings along and what it picks up, and when it may lay down the first of it."""
        fresh = [(m, self._fresh(m.card, beat)) for m in moves if not m.source]
        stock, stroke_s = stock_pose(self._stage), self._stage.chosen["stroke_s"]
        time_s = start + stroke_s
        if beat.action is not None and beat.action.source == "stock" and stock is not None:
            hand.over(time_s, stock)
            time_s += 0.7 * stroke_s
        for _, lying in fresh:
            hand.carried.append((lying, [(hand.now_s, hand.in_hand())]))
        picked = self._pick(hand, [m for m in moves if m.source], time_s)
        return fresh, picked, hand.now_s + 0.5 * stroke_s if picked else time_s

    def show(self, actor: str, action: Action, beat: Beat, start: float) -> float:
        """Cards held out over the table for all to see, and taken back."""
        hand = self._stage.hand(actor, start)
        cards = [self._fresh(card, beat) for card in action.cards[:6] if not card.is_unknown]
        for lying in cards:
            hand.carried.append((lying, [(start, hand.in_hand())]))
        seat = self._stage.seats[actor]
        at = np.array([seat.x, seat.y]) + 60 * seat.inwards
        hand.reach(start + self._stage.chosen["stroke_s"], float(at[0]), float(at[1]), 55.0)
        hand.reach(hand.now_s + 1.1, float(at[0]) + 4, float(at[1]), 50.0)
        self.let_go_s = hand.now_s
        _, gone = self._stage.leave(hand, [(start, "pinch")])
        return gone

    def _pick(self, hand: HandPath, moves: Sequence[CardMove], time_s: float) -> list[tuple[CardMove, Lying]]:
        """Draw cards together under the fingers, one after the other."""
        picked: list[tuple[CardMove, Lying]] = []
        for m in moves:
            lying = self._stage.ground.take(m.card, m.source)
            if lying is None:
                continue
            hand.over(time_s, lying.pose)
            hand.carried.append((lying, [(hand.now_s, lying.pose)]))
            picked.append((m, lying))
            time_s += max(0.08, min(0.3, 1.3 / len(moves)))
        return picked

    def _put(self, hand: HandPath, move: CardMove, lying: Lying, beat: Beat, time_s: float | None) -> Lying:
        """Lay one of the carried cards down; perhaps not at the first attempt."""
        column = _column_of(beat.action, move)
        pose = self._stage.ground.spot(move.target, self._owner_of_turn(hand.player, move.target), column)
        contact = time_s if time_s is not None else hand.now_s + float(self._stage.rng.uniform(0.2, 0.42))
        keys = next(keys for card, keys in hand.carried if card.key == lying.key)
        hand.over(contact, pose)
        del keys[1:]
        keys.append((contact, pose))
        if self._stage.chosen.has("hesitate") and self._stage.rng.random() < self._stage.chosen["hesitate_share"]:
            self._hesitate(hand, keys, pose)
        keys.append((hand.now_s + 0.08, pose))
        hand.keys.append((hand.now_s + 0.08, *hand.keys[-1][1:]))
        landed = replace(lying, pose=pose, place=move.target, face_up=True)
        hand.carried = [entry for entry in hand.carried if entry[0].key != lying.key]
        self._stage.flights.append(Flight(landed, tuple(keys), True, hand.number))
        self._stage.ground.add(landed)
        return landed

    def _hesitate(self, hand: HandPath, keys: list[tuple[float, Pose]], pose: Pose) -> None:
        """Half taken back, held for a moment, and put down again where it was."""
        rest, back = float(self._stage.rng.uniform(0.15, 0.6)), float(self._stage.rng.uniform(0.3, 0.55))
        away = -self._stage.chosen["taken_back"] * 150 * hand.forwards(pose.x, pose.y)
        half = replace(pose.shifted(float(away[0]), float(away[1]), float(self._stage.rng.normal(0, 6))),
                       z=float(self._stage.rng.uniform(2, 30)))
        for moment, where in ((hand.now_s + rest, pose), (hand.now_s + rest + back, half),
                              (hand.now_s + rest + back + float(self._stage.rng.uniform(0.2, 0.8)), half)):
            keys.append((moment, where))
            hand.over(moment, where, where.z + 3)
        again = hand.now_s + back
        keys.append((again, pose))
        hand.over(again, pose)

    def _stow(self, hand: HandPath, kept: Sequence[tuple[CardMove, Lying]], packet: Pose) -> None:
        """Lay a gathered trick or capture down in a packet, face down."""
        landing = hand.now_s + self._stage.chosen["stroke_s"] * 0.9
        hand.over(landing, packet)
        names = {lying.key for _, lying in kept}
        for lying, keys in [entry for entry in hand.carried if entry[0].key in names]:
            askew = float(self._stage.rng.normal(0, self._stage.chosen["packet_deg"]))
            pose = packet.shifted(*floats(self._stage.rng.normal(0, 2, 2)), askew, 0.3 * self._packets[hand.player])
            self._packets[hand.player] += 1
            keys[-1] = (landing, pose)
            turned = keys[0][0] + 0.6 * (landing - keys[0][0])
            stowed = replace(lying, pose=pose, place="")
            self._stage.flights.append(Flight(stowed, tuple(keys), True, hand.number, turned))
        hand.carried = [entry for entry in hand.carried if entry[0].key not in names]

    def _packet(self, player: str, kept: Sequence[tuple[CardMove, Lying]]) -> Pose | None:
        """Where a player keeps what he has taken, if it stays in sight."""
        seat, zone = self._stage.seats[player], owned_place("captured", player, self._stage.layout.names)
        if kept and zone:
            x, y = self._stage.layout[zone].centre_mm
            return Pose(float(x), float(y), seat.turn, 0.5)
        if not kept or not self._stage.chosen.has("gathered") or kept[0][0].source != "trick":
            return None
        room = [pose for pose in map(self._stage.room, range(10, 30)) if pose is not None]
        return min(room, key=lambda pose: float(np.hypot(pose.x - seat.x, pose.y - seat.y)), default=None)

    def _tell(self, beat: Beat, done: Sequence[Lying], kept: Sequence[tuple[CardMove, Lying]], let_go: float,
              clear: float) -> None:
        """What a reach has changed."""
        sources = {m.card: m.source for moves in beat.reaches for m in moves if m.source and m.target}
        for landed in done:
            source = sources.get(landed.card, "")
            self._stage.happened(clear, "moved" if source else "appeared", landed, beat, landed.place, source, let_go)
        for m, lying in kept:
            self._stage.happened(clear, "left", lying, beat, "", m.source, let_go)

    def _fresh(self, card: Card, beat: Beat) -> Lying:
        """A card that comes out of a hand, with what is printed on it."""
        key, label = self._stage.new_key(), self._labels.of(card, beat.printed)
        return Lying(key, card, label, self._stage.pack.sheet(label, key), Pose(0, 0), "")

    def _owner_of_turn(self, player: str, place: str) -> str:
        """Whose way up a card lies: its zone's owner's, else its player's."""
        owner = place.partition(":")[2].split("+")[0]
        return owner if owner in self._stage.seats else player


def _column_of(action: Action | None, move: CardMove) -> str:
    """By which rank a card joins a column: what the line says, else its natural cards."""
    if action is None:
        return ""
    natural = [card.face[0] for card in action.cards if card.face[0] != "2" and card.face != "JK"]
    return action.to or (natural[0] if natural else move.card.face[0])
