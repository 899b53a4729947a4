"""Every game's layouts hold what the game shows, for every number of players that fits the table."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from calibration import Layout, Zone
from companion.device.layouts import game_layout
from rules import GAMES

NAMES = tuple(f"P{n}" for n in range(1, 13))
ODD = {("canasta", 3)}  # two players or four
TABLES = [(name, n) for name, game in GAMES.items() for n in range(game.min_players, min(game.max_players, 12) + 1)
          if (name, n) not in ODD]


def table(game: str, players: int) -> Layout:
    return game_layout(game, NAMES[:players])


def overlap_mm2(a: Zone, b: Zone) -> float:
    """Area that two convex zones share."""
    area, _ = cv2.intersectConvexConvex(np.array(a.corners_mm, np.float32), np.array(b.corners_mm, np.float32))
    return float(area)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_place_of_the_game_has_a_zone(game: str, players: int) -> None:
    layout = table(game, players)
    assert set(GAMES[game].places(layout.players)) <= set(layout.names)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_zones_do_not_overlap(game: str, players: int) -> None:
    for a, b in combinations(table(game, players).zones, 2):
        assert overlap_mm2(a, b) < 1, (a.name, b.name)


@pytest.mark.parametrize(("game", "players"), [(g, n) for g, n in TABLES if g in ("never_over", "pemberley") and n > 2])
def test_players_sit_clockwise(game: str, players: int) -> None:
    layout = table(game, players)
    kind = {"never_over": "green", "pemberley": "pile"}[game]
    at = np.array([layout[f"{kind}:{name}"].centre_mm for name in layout.players])
    angles = np.unwrap(np.arctan2(at[:, 1], at[:, 0]))
    assert (np.diff(angles) > 0).all()
    assert np.ptp(angles) < 2 * np.pi
