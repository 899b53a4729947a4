"""Packs that lie on the table: the stock, what is drawn from it, another pack beside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from companion.filming.other_maker.ground import Lying
from companion.filming.other_maker.sheets import Pose, Sheet, floats
from companion.filming.other_maker.stage import FilmStage
from rules import Card

_STOCK_KEY = 900_000  # keys of the stock's cards begin there


def stock_pose(stage: FilmStage) -> Pose | None:
    """On the stock's own place, else where the table has room for one."""
    if "stock" in stage.layout.names:
        x, y = stage.layout["stock"].centre_mm
        return Pose(float(x), float(y), 0.0, 11.0)
    return stage.room(3)


def lay_stock(stage: FilmStage, written: Iterable[str]) -> None:
    """The stock, face down or with a card up that nobody plays, as a block of cards."""
    up = stage.chosen.has("stock_up")
    if not up and not stage.chosen.has("stock_down"):
        return
    pose = stock_pose(stage)
    if pose is None:
        return
    label = str(stage.rng.choice(_unnamed(stage, written))) if up else ""
    for k in range(9):
        top = k == 8
        key = _STOCK_KEY + k
        sheet = stage.pack.sheet(label if top else "", key)
        askew = pose.shifted(*floats(stage.rng.normal(0, 0.5, 2)), float(stage.rng.normal(0, 1.2)))
        where = replace(askew, z=0.3 + 1.3 * k)
        lying = Lying(key, Card(label or "??"), label, sheet, where, "stock", bool(label) and top)
        stage.at_first.append(lying)
        if top and up:
            stage.happened(0.0, "appeared", lying, None, "stock", "", 0.0)


def _unnamed(stage: FilmStage, written: Iterable[str]) -> list[str]:
    """The cards of the pack that a record does not name."""
    named = Counter(written)
    return [label for label in stage.pack.deck.cards if named[label] == 0 and label != "JK"] or ["7D"]


def second_pack(stage: FilmStage) -> list[tuple[Sheet, Pose]]:
    """Another pack, face down beside the places."""
    pose = stage.room(4) or Pose(stage.bounds[0] + 25, stage.bounds[3] - 10, 40.0)
    rng = np.random.default_rng((stage.seed, 606))
    return [(stage.pack.strange_back(), replace(pose.shifted(0, 0, float(rng.normal(0, 2))), z=0.3 + 1.2 * k))
            for k in range(8)]


def draw_from_stock(stage: FilmStage, player: str, count: int, start: float) -> float:
    """Cards from the stock into a hand, unseen."""
    stock = stock_pose(stage)
    if stock is None:
        return start + 0.4
    for _ in range(count):
        hand = stage.hand(player, start)
        hand.over(start + stage.chosen["stroke_s"], stock)
        key = stage.new_key()
        card = Lying(key, Card("??"), "", stage.pack.sheet("", key), stock, "", False)
        hand.carried.append((card, [(hand.now_s, stock)]))
        hand.keys.append((hand.now_s + 0.1, *hand.keys[-1][1:]))
        _, gone = stage.leave(hand, [(start, "pinch")])
        start = gone + 0.05
    return start
