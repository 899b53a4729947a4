"""Who it was: seats learned from hands, and what must have gone unsaid."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.table import Point
from companion.device.layouts import game_layout
from companion.device.source import SIDES, sides_of
from companion.following.seats import Seats
from companion.following.unsaid import unsaid_before
from rules import GAMES, Match, Table, parse_action
from vision.belief.observation import DIRECTIONS

NEAR, LEFT, FAR = (0.0, 400.0), (-600.0, -20.0), (0.0, -400.0)
HANDS = {"Ann": NEAR, "Bea": LEFT, "Cal": FAR}
ORDER = tuple(HANDS)


def off_deg(seats: Seats, name: str, at_mm: Point, players: tuple[str, ...] = ORDER) -> float:
    """How far from where a player is thought to sit a place is, seen from the middle of the table."""
    x, y = seats.places(players)[name]
    return abs(np.degrees(np.angle(complex(x, y) / complex(*at_mm))))


def test_players_with_places_of_their_own_are_known_at_once() -> None:
    seats = Seats.of(game_layout("never_over", ORDER))
    assert off_deg(seats, "Ann", NEAR) < 20
    assert off_deg(seats, "Bea", LEFT) < 20


def test_where_nobody_has_reached_nobody_is_thought_to_sit_anywhere() -> None:
    assert Seats().places(ORDER) == {}


def test_a_seat_is_where_its_player_reached_from() -> None:
    seats = Seats()
    for name, hand_mm in HANDS.items():
        seats.reached(name, hand_mm)
    assert all(off_deg(seats, name, hand_mm) < 0.1 for name, hand_mm in HANDS.items())


def test_one_reach_tells_where_the_others_sit_by_the_order_of_play() -> None:
    seats = Seats()
    seats.reached("Ann", NEAR)
    assert off_deg(seats, "Bea", (-500.0, -288.7)) < 1  # a third of the way round, clockwise
    assert off_deg(seats, "Cal", (500.0, -288.7)) < 1


def test_a_reach_of_their_own_outweighs_where_the_order_of_play_would_put_them() -> None:
    seats = Seats()
    for name, hand_mm in (("Ann", NEAR), ("Cal", LEFT), ("Bea", FAR)):  # they play the other way round
        seats.reached(name, hand_mm)
    assert off_deg(seats, "Cal", LEFT) < 0.1
    assert off_deg(seats, "Bea", FAR) < 0.1


@given(st.integers(2, 8), st.floats(0, 360))
def test_even_seats_in_the_order_of_play_are_known_from_the_first_reach_on(seats: int, turned: float) -> None:
    players = tuple("ABCDEFGH"[:seats])
    at = {name: (float(np.cos(a)) * 400, float(np.sin(a)) * 400)
          for name, a in zip(players, np.radians(turned + 360 / seats * np.arange(seats)), strict=True)}
    learned = Seats()
    learned.reached(players[0], at[players[0]])
    assert all(off_deg(learned, name, hand_mm, players) < 0.1 for name, hand_mm in at.items())


def test_an_arm_across_the_whole_table_came_from_beyond_its_far_side() -> None:
    reach = np.zeros(DIRECTIONS)
    reach[[-1, 0, 1]] = 1.0  # to the right
    seats = Seats()
    seats.seen("Ann", reach, np.array((-460.0, -130.0)))
    assert off_deg(seats, "Ann", (700.0, -130.0)) < 5


def thirteen(*lines: str) -> Match:
    match = Match(GAMES["thirteen"], Table(ORDER, "Cal"))
    for line in lines:
        match.push(parse_action(line))
    return match


@pytest.mark.parametrize(("line", "before"), [("Bea play 4S", []), ("Cal play 4S", ["Bea knock"]),
                                              ("Ann play 2S", ["Bea knock", "Cal knock"])])
def test_what_must_have_gone_unsaid(line: str, before: list[str]) -> None:
    match = thirteen("Ann play 3S")
    unsaid = unsaid_before(match.game, match.state, parse_action(line))
    assert unsaid is not None
    assert list(map(str, unsaid)) == before


def test_nothing_unsaid_makes_a_lower_card_legal() -> None:
    match = thirteen("Ann play 3S", "Bea play 2S")
    assert unsaid_before(match.game, match.state, parse_action("Cal play 4S")) is None


@pytest.mark.parametrize(("side", "first_mm"), [("near", (0, 500)), ("left", (-500, 0)), ("far", (0, -500)),
                                                ("right", (500, 0))])
def test_players_who_have_said_where_the_first_sits_are_known_at_once(side: str, first_mm: tuple[float, float]) -> None:
    players = ("Ann", "Bea", "Cal", "Dan")
    seats = Seats.around(players, side)
    x, y = first_mm
    for name, hand_mm in (("Ann", (x, y)), ("Bea", (-y, x)), ("Cal", (-x, -y)), ("Dan", (y, -x))):
        assert off_deg(seats, name, hand_mm, players) < 0.1
        seats.reached(name, (-hand_mm[0], -hand_mm[1]))  # a long arm moves no seat
        assert off_deg(seats, name, hand_mm, players) < 0.1


@given(st.integers(2, 12), st.sampled_from(SIDES))
def test_everybody_sits_on_one_side_where_hands_would_come_from(count: int, side: str) -> None:
    players = tuple(f"P{k}" for k in range(count))
    seated = sides_of(players, side)
    assert sorted(name for names in seated.values() for name in names) == sorted(players)
    assert players[0] in seated[side]
    middles = {"near": (0.0, 1.0), "left": (-1.0, 0.0), "far": (0.0, -1.0), "right": (1.0, 0.0)}
    seats = Seats.around(players, side)
    for where, sitting in seated.items():
        for player in sitting:
            assert off_deg(seats, player, middles[where], players) <= 45.1
