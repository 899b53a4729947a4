"""Hands that do not play: fans held in sight, hands that rest, cards pushed along by fingers and sleeves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from companion.filming.other_maker.ground import Lying
from companion.filming.other_maker.moving import ArmMove, Flight, Sway
from companion.filming.other_maker.sheets import Pose, floats
from companion.filming.other_maker.stage import FilmStage

_SQUARED_MM = 18.0  # cards farther from the line that the others make belong to no heap


def disturb(stage: FilmStage, now: float) -> float:
    """A lying card is pushed along by fingers or a sleeve, or all at a place are squared up."""
    player = str(stage.rng.choice(list(stage.seats)))
    heaps = [list(zip(cards, _squared(cards), strict=True)) for place, cards in stage.ground.lying.items()
             if place in stage.layout.names and len(cards) > 2]
    untidy = [heap for heap in heaps if max(_way(card.pose, pose) for card, pose in heap) < _SQUARED_MM]
    if untidy and stage.rng.random() < 0.35:
        return _shift(stage, player, now, untidy[int(stage.rng.integers(len(untidy)))], False)
    loose = stage.ground.uncovered()
    card = loose[int(stage.rng.integers(len(loose)))] if loose else None
    pose = _pushed(stage, card) if card is not None else None
    if card is None or pose is None:
        return now
    return _shift(stage, player, now, [(card, pose)], bool(stage.rng.random() < 0.4))


def _pushed(stage: FilmStage, card: Lying) -> Pose | None:
    """Where a card comes to lie that is pushed along within its place."""
    push = stage.rng.normal(0, 1, 2)
    push *= stage.chosen["slid_mm"] / max(float(np.hypot(*push)), 0.1)
    turn = float(stage.rng.normal(0, stage.chosen["slid_deg"]))
    both = (card.pose.shifted(sign * float(push[0]), sign * float(push[1]), turn) for sign in (1, -1))
    return next((pose for pose in both if stage.ground.inside(card.place, pose)), None)


def _squared(cards: Sequence[Lying]) -> list[Pose]:
    """The same cards in one line, and all turned alike."""
    at = np.array([[card.pose.x, card.pose.y] for card in cards])
    middle = at.mean(axis=0)
    along = np.linalg.svd(at - middle)[2][0]
    lined = middle + ((at - middle) @ along)[:, None] * along
    kept = 0.8 * lined + 0.2 * at
    first = cards[0].pose
    return [replace(card.pose.towards(replace(card.pose, turn=first.turn), 0.85), x=float(x), y=float(y))
            for card, (x, y) in zip(cards, kept, strict=True)]


def _way(one: Pose, other: Pose) -> float:
    return float(np.hypot(one.x - other.x, one.y - other.y))


def _shift(stage: FilmStage, player: str, now: float, shifts: Sequence[tuple[Lying, Pose]], sleeve: bool) -> float:
    """A hand moves lying cards, all at once; returns when it is gone."""
    start = max(now + 0.1, stage.free_from(player) + 0.05)
    hand = stage.hand(player, start)
    contact = start + stage.chosen["stroke_s"]
    took = float(stage.rng.uniform(0.2, 0.45))
    first, last = shifts[-1][0].pose, shifts[-1][1]
    ahead = (190.0 if sleeve else 0.0) - 12
    way = ahead * hand.forwards(first.x, first.y)
    for moment, where in ((contact, first), (contact + took, last)):
        hand.reach(moment, where.x + float(way[0]), where.y + float(way[1]), 14.0 if sleeve else 2.0)
    clear, gone = stage.leave(hand, [(start, "rest" if sleeve else "flat")])
    for card, pose in shifts:
        landed = replace(card, pose=pose)
        cards = stage.ground.lying[card.place]
        cards[cards.index(card)] = landed
        stage.flights.append(Flight(landed, ((contact, card.pose), (contact + took, pose)), True))
        stage.happened(clear, "slid", landed, None, card.place, card.place, contact + took)
    return gone


def rest_hands(stage: FilmStage, end: float) -> None:
    """Hands laid on the table for a while, between and during the plays of others."""
    names = list(stage.seats)
    for k, now in enumerate(np.arange(0.8, end - 3, 4 + 1.5 * stage.chosen["rest_s"])):
        player = names[(k * 2 + 1) % len(names)]
        seat, left = stage.seats[player], bool(stage.rng.random() < 0.7)
        side = -1 if left else 1
        at = np.array([seat.x, seat.y]) + (stage.chosen["rest_in_mm"] + 60) * seat.inwards + \
            side * float(stage.rng.uniform(70, 150)) * seat.rightwards
        home = np.array([seat.x, seat.y]) - 420 * seat.inwards + side * 120 * seat.rightwards
        away = stage.unseen(seat) + side * 90 * seat.rightwards
        stay = min(float(now) + stage.chosen["rest_s"] * float(stage.rng.uniform(0.7, 1.3)), end - 1)
        keys = ((float(now), *floats(away), 40.0), (float(now) + 0.8, *floats(at), 1.0),
                (stay, *floats(at), 1.0), (stay + 0.8, *floats(away), 40.0))
        stage.arms.append(ArmMove(len(stage.arms), stage.styles[player], floats(home), keys,
                                 ((0.0, "rest"),), left))


def hold_cards(stage: FilmStage, end: float) -> None:
    """Fans of cards held in sight beside or over the players' places, smaller after each play."""
    names = sorted(stage.seats, key=lambda name: -stage.seats[name].y)[:int(stage.chosen["hands_held"])]
    for player in names:
        waiting = _coming(stage, player)
        sway = Sway(stage.chosen["sway_mm"], float(stage.rng.uniform(1.6, 3.6)), float(stage.rng.uniform(0, 6)))
        cuts = [0.0, *(t for t, _ in waiting if t < end), end]
        for k, (start, stop) in enumerate(pairwise(cuts)):
            cards = [card for _, card in waiting[k:k + int(stage.chosen["cards_held"])]]
            if cards and stop - start > 0.4:
                _fan(stage, player, cards, start, stop, sway)


def _coming(stage: FilmStage, player: str) -> list[tuple[float, Lying]]:
    """The cards that a player will lay, with the time at which his hand takes each."""
    arms = {arm.number: arm for arm in stage.arms if arm.style == stage.styles[player]}
    first = {}
    for flight in stage.flights:
        if flight.arm in arms and flight.card.place and flight.card.key not in first and flight.lies:
            first[flight.card.key] = (arms[flight.arm].start_s, flight.card)
    return sorted(first.values(), key=lambda entry: entry[0])


def _fan(stage: FilmStage, player: str, cards: Sequence[Lying], start: float, stop: float, sway: Sway) -> None:
    seat = stage.seats[player]
    pitch = stage.chosen["held_pitch_deg"]
    height = 35.0 + 0.7 * pitch
    at = _beside_places(stage, player, height, pitch)
    home = np.array([seat.x, seat.y]) - 420 * seat.inwards - 130 * seat.rightwards
    number = len(stage.arms)
    spot = *floats(at), height
    stage.arms.append(ArmMove(number, stage.styles[player], floats(home),
                             ((start, *spot), (stop, *spot)), ((0.0, "hold"),), True, True, sway))
    reach = stage.pack.size_mm[1] / 2 - 14
    for k, card in enumerate(cards):
        spread = (k - (len(cards) - 1) / 2) * min(11.0, 60 / len(cards))
        turn = np.radians(seat.turn + spread)
        middle = at + reach * np.cos(np.radians(pitch)) * np.array([np.sin(turn), -np.cos(turn)])
        pose = Pose(float(middle[0]), float(middle[1]), seat.turn + spread,
                    height + reach * float(np.sin(np.radians(pitch))) + 0.6 * k, pitch)
        held = replace(card, pose=pose, place="", key=card.key + 100_000 * (number + 1))
        stage.flights.append(Flight(held, ((start, pose), (stop, pose)), False, number, sway=sway))
        stage.happened(start, "held", held, None, "", "", stop)


def _beside_places(stage: FilmStage, player: str, height: float, pitch: float) -> np.ndarray:
    """Where a hand is held, drawn back until it hides nobody else's place and little of its player's own."""
    seat = stage.seats[player]
    for back in range(0, 200, 12):
        at = np.array([seat.x, seat.y]) + (stage.chosen["held_in_mm"] - back) * seat.inwards - 95 * seat.rightwards
        middle = at + 25 * seat.inwards
        fan = Pose(float(middle[0]), float(middle[1]), seat.turn, height + 15, pitch).corners((120.0, 105.0))
        hidden = stage.camera.on_table(stage.camera.project(fan)).astype(np.float32)
        if all(_overlap(hidden, zone.corners_mm) < (0.2 if zone.name.endswith(f":{player}") else 0.01)
               for zone in stage.layout.zones):
            break
    return np.asarray(at)


def _overlap(outline: np.ndarray, zone: Sequence[tuple[float, float]]) -> float:
    """The share of a zone that an outline in mm covers."""
    corners = np.array(zone, np.float32)
    return float(cv2.intersectConvexConvex(cv2.convexHull(outline), corners)[0] / cv2.contourArea(corners))
