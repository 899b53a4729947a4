"""Who it was: seats learned from hands, and what must have gone unsaid."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.table import Point
from companion.device.layouts import game_layout
from companion.device.source import SIDES, sides_of
from companion.following.messages import Question
from companion.following.referee import HOLD_S
from companion.following.rulings import Commit, Ruling
from companion.following.seats import KNOWN, Seats
from companion.following.unsaid import unsaid_before
from rules import Action, parse_action
from tests.companion.test_referee import Court
from tests.fake_table import FakeTable
from vision.watching.hands import HandWatcher
from vision.watching.motion import ChangeDetector, Motion

NEAR, LEFT, FAR = (0.0, 400.0), (-600.0, -20.0), (0.0, -400.0)
HANDS = {"Ann": NEAR, "Bea": LEFT, "Cal": FAR}
ORDER = tuple(HANDS)


def test_players_with_places_of_their_own_are_known_at_once() -> None:
    seats = Seats.of(game_layout("never_over", ("Ann", "Bea", "Cal")))
    assert seats.likely((20.0, 380.0), ORDER) == {"Ann"}
    assert seats.likely((-600.0, 40.0), ORDER) == {"Bea"}


def test_a_seat_is_known_only_after_some_reaches() -> None:
    seats = Seats()
    assert seats.likely(NEAR, ORDER) == set(HANDS)
    for name, hand_mm in HANDS.items():
        for _ in range(KNOWN):
            seats.reached(name, hand_mm)
    assert seats.likely((60.0, 390.0), ORDER) == {"Ann"}
    assert seats.likely((-420.0, 420.0), ORDER) == set(HANDS)  # half way between two seats: anybody


def test_one_reach_tells_where_the_others_sit_by_the_order_of_play() -> None:
    seats = Seats()
    seats.reached("Ann", NEAR)
    assert seats.likely((-500.0, -200.0), ORDER) == {"Bea"}  # a third of the way round, clockwise
    assert seats.likely((500.0, -200.0), ORDER) == {"Cal"}
    assert seats.likely(FAR, ORDER) == {"Bea", "Cal"}  # half way: either of the two


def test_a_reach_of_their_own_outweighs_where_the_order_of_play_would_put_them() -> None:
    seats = Seats()
    seats.reached("Ann", NEAR)
    seats.reached("Cal", LEFT)  # they play the other way round
    seats.reached("Bea", FAR)
    assert [seats.likely(hand_mm, ORDER) for hand_mm in (NEAR, LEFT, FAR)] == [{"Ann"}, {"Cal"}, {"Bea"}]


@given(st.integers(2, 8), st.floats(0, 360))
def test_even_seats_in_the_order_of_play_are_told_apart_from_the_first_reach_on(seats: int, turned: float) -> None:
    players = tuple("ABCDEFGH"[:seats])
    at = {name: (float(np.cos(a)) * 400, float(np.sin(a)) * 400)
          for name, a in zip(players, np.radians(turned + 360 / seats * np.arange(seats)), strict=True)}
    learned = Seats()
    learned.reached(players[0], at[players[0]])
    assert all(name in learned.likely(hand_mm, players) for name, hand_mm in at.items())
    assert all(players[0] not in learned.likely(at[name], players) for name in players[1:] if seats <= 4)


def thirteen() -> Court:
    """Ann has led a six, and everybody's seat is known."""
    court = Court("thirteen", tuple(HANDS))
    for name, hand_mm in HANDS.items():
        for _ in range(KNOWN):
            court.referee.seats.reached(name, hand_mm)
    court.match.push(parse_action("Ann play 3S"))
    court.sees(court.event("appeared", "3S", "trick"))
    return court


def laid(court: Court, label: str, name: str, after_s: float = 2.0) -> object:
    court.now_s += after_s
    return court.sees(replace(court.event("appeared", label, "trick"), hand_mm=HANDS[name]))


def test_a_card_from_the_hand_on_turn_is_committed() -> None:
    court = thirteen()
    assert court.commit(laid(court, "6H", "Bea")) == "Bea play 6H"  # type: ignore[arg-type]


def test_a_card_from_another_side_is_asked_about_and_not_given_to_the_player_on_turn() -> None:
    court = thirteen()
    laid(court, "6H", "Cal")
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    assert [str(a) for a in ruling.candidates[:2]] == ["Cal play 6H", "Bea play 6H"]


def test_a_lead_on_a_cleared_table_says_that_everybody_has_knocked() -> None:
    court = thirteen()
    court.now_s += 2
    court.sees(court.event("left", "3S", "trick", track=1))
    assert laid(court, "4H", "Ann") is None  # more cards of a lead may follow
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Commit)
    assert str(ruling.action) == "Ann play 4H"
    assert list(map(str, ruling.before)) == ["Bea knock", "Cal knock"]


@pytest.mark.parametrize(("line", "before"), [("Bea play 4S", []), ("Cal play 4S", ["Bea knock"]),
                                              ("Ann play 2S", ["Bea knock", "Cal knock"])])
def test_what_must_have_gone_unsaid(line: str, before: list[str]) -> None:
    match = thirteen().match
    unsaid = unsaid_before(match.game, match.state, parse_action(line))
    assert unsaid is not None
    assert list(map(str, unsaid)) == before


def test_nothing_unsaid_makes_a_lower_card_legal() -> None:
    court = Court("thirteen", tuple(HANDS), ["Ann play 3S", "Bea play 2S"])
    assert unsaid_before(court.match.game, court.match.state, Action("Cal", "play", parse_action("Cal play 4S").cards)) is None


def test_the_arm_that_covered_a_card_shows_where_it_came_over_the_border() -> None:
    table, changes, hands = FakeTable(), ChangeDetector(), HandWatcher()
    for _ in range(20):
        changes.update(table.frame())
    for y in np.linspace(200, 0, 12):  # an arm from the near side
        table.hand_mm = (120.0, float(y))
        look = changes.update(table.frame())
        hands.update(look)
    card = table.lay("7H", (120.0, 10.0))
    over = hands.came_over(card.corners_px, look.time_s, look.scale)
    assert over is not None
    assert over[1] > 340  # px of 360
    assert abs(over[0] - card.corners_px[:, 0].mean()) < 40
    assert hands.came_over(card.corners_px - (200, 0), look.time_s, look.scale) is None


def test_the_last_hand_at_a_card_laid_it_though_another_was_right_over_its_place_before() -> None:
    hands, nothing = HandWatcher(), np.zeros((180, 320), bool)
    passing, laying = nothing.copy(), nothing.copy()
    passing[60:100, 140:] = True  # an arm from the right
    laying[90:, 150:170] = True  # fingers from the near side, at the lower end of the card
    card_px = np.array([[150, 60], [180, 60], [180, 100], [150, 100]]) * 4.0
    for time_s, moving in ((1.0, passing), (4.0, laying), (4.1, laying)):
        hands.update(Motion(time_s, (), nothing, nothing, moving, np.zeros((180, 320, 3), np.float32), 4.0))
    over = hands.came_over(card_px, 4.5, 4.0)
    assert over is not None
    assert over[1] > 700  # px of 720


@pytest.mark.parametrize(("side", "first_mm"), [("near", (0, 500)), ("left", (-500, 0)), ("far", (0, -500)),
                                                ("right", (500, 0))])
def test_players_who_have_said_where_the_first_sits_are_known_at_once(side: str, first_mm: tuple[float, float]) -> None:
    seats = Seats.around(("Ann", "Bea", "Cal", "Dan"), side)
    x, y = first_mm
    for name, hand_mm in (("Ann", (x, y)), ("Bea", (-y, x)), ("Cal", (-x, -y)), ("Dan", (y, -x))):
        assert seats.likely(hand_mm, ("Ann", "Bea", "Cal", "Dan")) == {name}
        seats.reached(name, (-hand_mm[0], -hand_mm[1]))  # a long arm moves no seat
        assert seats.likely(hand_mm, ("Ann", "Bea", "Cal", "Dan")) == {name}


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
            assert seats.off(player, middles[where]) <= 45.1


def two_cards_of_a_trick(first: Point | None, second: Point | None) -> tuple[Court, Ruling | None]:
    """Page One: Ann is to lead, and two cards come to lie still at one moment, the one that lies first in the list
    being the second that was played."""
    court = Court("page_one", tuple(HANDS), ["table deal"])
    for name, hand_mm in HANDS.items():
        for _ in range(KNOWN):
            court.referee.seats.reached(name, hand_mm)
    return court, court.sees(replace(court.event("appeared", "3S", "trick"), hand_mm=second),
                             replace(court.event("appeared", "8S", "trick"), hand_mm=first))


def test_of_two_cards_of_one_moment_the_one_from_the_side_of_the_player_on_turn_came_first() -> None:
    court, ruling = two_cards_of_a_trick(NEAR, LEFT)
    ruling = ruling or court.rule(HOLD_S)
    assert court.commit(ruling) == "Ann play 8S"
    assert court.commit(court.rule(HOLD_S)) == "Bea play 3S"


@pytest.mark.parametrize("hand_mm", [None, NEAR])
def test_which_of_two_cards_of_one_moment_came_first_is_asked_where_no_hand_tells(hand_mm: Point | None) -> None:
    court, ruling = two_cards_of_a_trick(hand_mm, hand_mm)
    ruling = ruling or court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    assert {str(a) for a in ruling.candidates} == {"Ann play 3S", "Ann play 8S"}
    action = parse_action("Ann play 8S")
    court.referee.done(court.referee.asked_about(court.match, ruling.events, action), action)
    court.match.push(action)
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Commit if hand_mm is None else Question)  # the other is not lost
    assert "Bea play 3S" in map(str, (ruling.action,) if isinstance(ruling, Commit) else ruling.candidates)


@pytest.mark.parametrize(("second", "committed"), [(NEAR, False), (LEFT, True)])
def test_two_cards_from_one_hand_where_a_turn_has_one_are_asked_about(second: Point, committed: bool) -> None:
    """What is read beside a card that was laid may be none."""
    court = Court("scopa", ("Ann", "Bob"), ("table deal 2C 5D 7S KH",))
    for name, hand_mm in (("Ann", NEAR), ("Bob", LEFT)):
        for _ in range(KNOWN):
            court.referee.seats.reached(name, hand_mm)
    assert court.match.to_act == "Ann"
    court.referee.done([court.event("appeared", label, "board") for label in ("2C", "5D", "7S", "KH")])
    court.now_s += 2
    later = replace(court.event("appeared", "6H", "board"), hand_mm=second, time_s=court.now_s + 0.3)
    first = replace(court.event("appeared", "4C", "board"), hand_mm=NEAR)
    assert isinstance(court.sees(first, later) or court.rule(HOLD_S + 0.3), Commit) == committed
