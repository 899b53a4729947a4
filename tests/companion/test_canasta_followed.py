"""Canasta at the table: columns of melds, jokers found late, cards equal to those that lie there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.following.answers import Answers
from companion.following.laid import SAME_PLACE_MM, Laid
from companion.following.messages import Question
from companion.following.referee import HOLD_S, NEXT_S, Referee
from companion.following.rulings import Commit
from companion.following.seats import Seats
from rules import parse_action, parse_card
from tests.companion.test_referee import Court
from vision.events import TableEvent

PLAYERS = ("Ann", "Bea", "Cal", "Dan")
SEATS = {"Ann": (0.0, 300.0), "Bea": (-500.0, 0.0), "Cal": (0.0, -300.0), "Dan": (500.0, 0.0)}
MELDS = "meld:Ann+Cal"


@pytest.fixture
def court() -> Court:
    """Ann is on turn; a 9 lies on the pile."""
    court = Court("canasta", PLAYERS, ["table start 9D"], Referee(seats=Seats.told(SEATS)))
    court.referee.done([court.event("appeared", "9D")])
    return court


def at(event: TableEvent, x: float, y: float, **more: Any) -> TableEvent:
    return replace(event, centre_mm=(x, y), hand_mm=(0.0, 250.0), **more)


def laid(court: Court, *cards: tuple[str, float, float], zone: str = MELDS) -> list[TableEvent]:
    return [at(court.event("appeared", label, zone), x, y) for label, x, y in cards]


def tell_of_a_joker(court: Court) -> None:
    """The camera sees two aces laid; asked, the players say that a joker lies with them."""
    court.sees(*laid(court, ("AH", 0, 0), ("AS", 0, 25)))
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    told = replace(ruling.candidates[0], cards=(*ruling.candidates[0].cards, parse_card("JK")))
    court.match.push(told)
    court.referee.done(ruling.events, told)


def test_a_wild_card_belongs_to_the_column_it_ends_however_long_that_is(court: Court) -> None:
    for label, x in (("A", 0), ("9", 66)):
        court.sees(*laid(court, *((f"{label}{suit}", x, 25 * k) for k, suit in enumerate("HSC"))))
        court.commit(court.rule(HOLD_S))
    court.sees(*laid(court, ("2S", 0, 75)))
    court.commit(court.rule(HOLD_S))
    court.sees(*laid(court, ("2H", 2, 100)))
    assert court.commit(court.rule(HOLD_S)) == "Ann add 2H to A"


def test_a_joker_that_is_read_before_the_cards_it_is_laid_with_goes_to_no_other_column(court: Court) -> None:
    court.sees(*laid(court, *((f"A{suit}", 0, 25 * k) for k, suit in enumerate("HSC"))))
    court.commit(court.rule(HOLD_S))
    assert court.sees(*laid(court, ("JK", 67, 50))) is None
    assert court.rule(0.9) is None
    court.sees(*laid(court, ("8C", 67, 0), ("8H", 67, 25)))
    assert court.commit(court.rule(HOLD_S)) == "Ann meld 8C 8H JK"


def test_a_doubtful_joker_that_vanishes_and_is_found_again_is_one(court: Court) -> None:
    doubtful = at(court.event("appeared", "JK", MELDS, sure=False, candidates=(("JK", 0.15),)), 8, 50)
    court.sees(*laid(court, ("AH", 0, 0), ("AS", 0, 25)), doubtful, replace(doubtful, kind="left"))
    court.now_s += 0.4
    court.sees(*laid(court, ("JK", 0, 60)))
    assert court.commit(court.rule(HOLD_S)) == "Ann meld AH AS JK"
    assert court.rule(HOLD_S) is None


@pytest.mark.parametrize("sure", [True, False])
def test_a_joker_that_the_camera_finds_after_the_players_told_of_it_is_not_counted_again(
        court: Court, sure: bool) -> None:
    tell_of_a_joker(court)
    (joker,) = laid(court, ("JK", 0, 50))
    assert court.sees(replace(joker, sure=sure)) is None
    assert court.rule(HOLD_S) is None


def test_cards_that_wait_or_come_late_are_those_that_the_players_told_of(court: Court) -> None:
    court.sees(*laid(court, ("4S", 0, 78)))
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    assert court.sees(*laid(court, ("4C", 0, 24))) is None
    told = parse_action("Ann meld 4H 4D 4S 4C")
    court.match.push(told)
    court.referee.done(ruling.events, told)
    assert court.rule(HOLD_S) is None
    assert court.sees(*laid(court, ("4D", 0, 51)), *laid(court, ("4H", 0, -2))) is None
    assert court.rule(HOLD_S) is None


def test_a_card_that_waits_unread_is_the_one_that_the_players_told_of(court: Court) -> None:
    unread = replace(court.event("appeared", "??", MELDS, sure=False, candidates=()), centre_mm=(0.0, 50.0))
    court.sees(*laid(court, ("AH", 0, 0), ("AS", 0, 25)))
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    court.referee.notice([unread])
    told = replace(ruling.candidates[0], cards=(*ruling.candidates[0].cards, parse_card("JK")))
    court.match.push(told)
    court.referee.done(ruling.events, told)
    assert court.rule(HOLD_S) is None
    assert court.referee.is_idle


def test_of_two_cards_that_the_players_told_of_the_one_without_an_index_is_the_joker(court: Court) -> None:
    unread = replace(court.event("appeared", "??", MELDS, sure=False, candidates=()), centre_mm=(0.0, 50.0))
    court.sees(*laid(court, ("KH", 0, 25)))
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    court.referee.notice([unread])
    told = replace(ruling.candidates[0], cards=tuple(map(parse_card, ("KH", "KS", "JK"))))
    court.match.push(told)
    court.referee.done(ruling.events, told)
    assert court.rule(HOLD_S) is None
    assert court.sees(*laid(court, ("KS", 0, 0))) is None
    assert court.rule(HOLD_S) is None
    assert court.referee.is_idle


def test_what_comes_to_light_where_a_card_was_taken_breaks_no_rule(court: Court) -> None:
    """The rank of one card of the pile and the suit of another; that the 9 is gone from there was not seen yet."""
    court.sees(*laid(court, ("9H", 0, 0), ("9S", 0, 25), ("9D", 0, 50)), court.event("appeared", "3H"))
    assert court.commit(court.rule(HOLD_S)) == "Ann meld 9H 9S 9D"
    assert isinstance(court.rule(HOLD_S), Question)


def test_a_joker_with_another_column_is_not_the_one_that_was_told_of(court: Court) -> None:
    tell_of_a_joker(court)
    court.sees(*laid(court, ("9H", 66, 0), ("9S", 66, 25), ("JK", 66, 50)))
    assert court.commit(court.rule(HOLD_S)) == "Ann meld 9H 9S JK"


def test_that_the_pile_may_have_been_taken_first_makes_no_card_doubtful(court: Court) -> None:
    """The 9 from the pile, of which only the slid outline leaves open whether it is another."""
    slid = at(court.event("appeared", "9D", MELDS, sure=False, candidates=(("9D", 0.998), ("9H", 0.001))), 0, 50)
    court.sees(*laid(court, ("9H", 0, 0), ("9S", 0, 25)), slid)
    assert court.commit(court.rule(HOLD_S)) == "Ann meld 9H 9S 9D"


@pytest.mark.parametrize(("candidates", "committed"), [
    ((("JK", 0.6),), True),
    ((("JK", 0.3),), False),
    ((("JK", 0.6), ("9C", 0.1)), False),
])
def test_a_joker_that_some_looks_name_and_none_anything_else_is_one_where_the_meld_needs_it(
        court: Court, candidates: tuple[tuple[str, float], ...], committed: bool) -> None:
    doubtful = at(court.event("appeared", "JK", MELDS, sure=False, candidates=candidates), 0, 50)
    court.sees(*laid(court, ("9H", 0, 0), ("9S", 0, 25)), doubtful)
    assert isinstance(court.rule(HOLD_S), Commit if committed else Question)


def test_an_equal_card_on_the_pile_was_laid_if_the_next_player_goes_on(court: Court) -> None:
    court.commit(court.sees(at(court.event("appeared", "4C"), 0, 0)))  # Ann's discard
    again = replace(court.event("appeared", "9D", sure=False, candidates=(("9D", 0.99),)), again=True,
                    hand_mm=SEATS["Bea"])
    assert court.sees(again) is None
    court.now_s += 3
    red = replace(court.event("appeared", "5S"), hand_mm=SEATS["Cal"])
    assert court.commit(court.sees(red)) == "Bea discard 9D"
    assert court.commit(court.rule(HOLD_S)) == "Cal discard 5S"


@pytest.mark.parametrize(("y", "sure", "pushed"), [
    (53.0, False, True), (53.0, True, True), (75.0, False, False), (75.0, True, False)])
def test_an_equal_card_just_where_its_like_lies_in_a_column_is_that_one_pushed(
        court: Court, y: float, sure: bool, pushed: bool) -> None:
    court.sees(*laid(court, ("9H", 0, 0), ("9C", 0, 25), ("9S", 0, 50)))
    court.commit(court.rule(HOLD_S))
    again = at(court.event("appeared", "9S", MELDS, sure=sure), 3, y, again=not sure)
    assert court.sees(again) is None
    assert (court.rule(NEXT_S + 1) is None) == pushed


@pytest.mark.parametrize(("y", "asked"), [(64, True), (76, False)])
def test_an_equal_card_nearer_to_its_like_than_a_step_of_the_column_is_asked_about(
        court: Court, y: float, asked: bool) -> None:
    court.sees(*laid(court, ("9H", 0, 0), ("9C", 0, 25), ("9S", 0, 50)))
    court.commit(court.rule(HOLD_S))
    court.sees(*laid(court, ("9S", 0, y)))
    assert isinstance(court.rule(NEXT_S + 1), Question if asked else Commit)


def test_a_card_found_anew_in_a_column_is_the_one_that_waits_however_long_that_is(court: Court) -> None:
    court.referee.notice(laid(court, ("TC", 0, 0), ("TC", 0, 25), ("2H", 0, 50)))
    for later_s, y in ((1.1, 2), (2.6, 27)):
        court.now_s += later_s
        court.referee.notice([at(court.event("appeared", "TC", MELDS, sure=False), 3, y, again=True)])
        court.referee.rule(court.match, court.now_s, settling=True)
    court.now_s += 0.2
    court.sees(*laid(court, ("9S", 66, 0), ("9D", 66, 25), ("9H", 66, 50)))
    assert court.commit(court.rule(HOLD_S)) == "Ann meld TC TC 2H"


def test_the_top_of_the_pile_that_is_put_to_a_meld_a_little_later_is_not_the_pile_taken() -> None:
    court = Court("canasta", PLAYERS, ["table start AD"], Referee(seats=Seats.told(SEATS)))
    court.referee.done([court.event("appeared", "AD")])
    court.sees(*laid(court, ("AH", 0, 0), ("AC", 0, 25), ("AS", 0, 50)))
    court.commit(court.rule(HOLD_S))
    assert court.sees(court.event("left", "AD", track=1)) is None
    court.now_s += 1.1
    court.sees(*laid(court, ("AD", 0, 75)))
    court.now_s += 0.2
    court.sees(court.event("left", "AC", MELDS, track=3))  # not seen for a moment
    assert court.commit(court.rule(HOLD_S)) == "Ann add AD to A"


@pytest.mark.parametrize(("hand_mm", "committed"), [(SEATS["Bea"], True), (None, False)])
def test_an_equal_card_beside_the_top_of_the_pile_may_have_slid_where_no_hand_was_seen(
        court: Court, hand_mm: tuple[float, float] | None, committed: bool) -> None:
    court.commit(court.sees(at(court.event("appeared", "4C"), 0, 0)))
    ruling = court.sees(replace(court.event("appeared", "4C"), centre_mm=(9.0, 6.0), hand_mm=hand_mm))
    assert isinstance(ruling, Commit) == committed
    assert committed or isinstance(court.rule(NEXT_S + 1), Question)


@pytest.mark.parametrize(("between_mm", "committed"), [(10.0, True), (60.0, False)])
def test_a_card_that_others_have_buried_has_not_slid_though_no_hand_was_seen_to_lay_its_like(
        court: Court, between_mm: float, committed: bool) -> None:
    court.commit(court.sees(at(court.event("appeared", "4C"), 0, 0)))
    court.commit(court.sees(replace(court.event("appeared", "KD"), centre_mm=(between_mm, 0.0), hand_mm=SEATS["Bea"])))
    ruling = court.sees(replace(court.event("appeared", "4C"), centre_mm=(9.0, 6.0)))
    assert isinstance(ruling, Commit) == committed


def test_an_answer_about_a_meld_leaves_the_discard_that_waits(court: Court) -> None:
    doubtful = at(court.event("appeared", "9C", MELDS, sure=False, candidates=(("9C", 0.6), ("8C", 0.3))), 0, 50)
    discard = at(court.event("appeared", "4C"), 0, 0)
    told = parse_action("Ann meld 9H 9S 9C")
    events = [*laid(court, ("9H", 0, 0), ("9S", 0, 25)), doubtful, discard]
    assert court.referee.asked_about(court.match, events, told) == events[:3]


def test_who_is_asked_whether_a_card_is_the_old_one_tells_of_no_other_card(court: Court) -> None:
    again = at(court.event("appeared", "9C", MELDS, sure=False), 0, 0, again=True)
    candidates = (parse_action("Ann meld 9C 9H 9S"),)
    told = Answers.said([(0.0, "Ann meld KC KD KH")])
    asked = Question(1, "Was another 9 of clubs laid, or is it the one that was there?", candidates, 0.0, (again,))
    assert told.to(asked, court.match, 1.0) is None
    asked = replace(asked, events=(replace(again, again=False),))
    assert told.to(asked, court.match, 1.0) == parse_action("Ann meld KC KD KH")


def test_a_red_three_is_of_the_partner_on_whose_side_of_the_table_the_hand_came(court: Court) -> None:
    """From the corner, where no seat is near: but nobody reaches across the table."""
    three = replace(court.event("appeared", "3H", "red:Ann+Cal"), hand_mm=(-290.0, 335.0))
    assert court.commit(court.sees(three)) == "Ann red 3H"


@given(st.lists(st.tuples(st.floats(-300, 300), st.floats(-300, 300)), min_size=1, max_size=6))
def test_the_longest_step_to_a_card_is_no_longer_than_the_straight_way(points: list[tuple[float, float]]) -> None:
    laid = Laid()
    for k, (x, y) in enumerate(points, 1):
        laid.settle(TableEvent("appeared", "7H", 1, True, (), "pile", (x, y), 0, k), parse_card("7H"))
    here = TableEvent("appeared", "2S", 1, True, (), "pile", (0, 0), 1, 99)
    straight = sorted((x * x + y * y) ** 0.5 for x, y in points)
    steps = [mm for _, mm in laid.beside(here, (), ())]
    assert all(step <= way + 1e-6 for step, way in zip(steps, straight, strict=False))
    assert len(steps) >= sum(way <= SAME_PLACE_MM for way in straight)


def test_cards_that_settle_late_beside_the_top_of_the_pile_are_of_its_meld() -> None:
    court = Court("canasta", PLAYERS, ["table start 7S"], Referee(seats=Seats.told(SEATS)))
    court.referee.done([court.event("appeared", "7S")])
    court.sees(court.event("left", "7S", track=1))
    court.now_s += 1.6
    court.sees(*laid(court, ("7S", 0, 0), ("7H", 0, 25), ("7C", 0, 50)))
    court.now_s += 0.2
    court.sees(*laid(court, ("7D", 0, 75)))
    assert court.commit(court.rule(HOLD_S)) == "Ann meld 7S 7H 7C 7D"


def test_a_card_of_a_meld_that_settles_late_is_of_it_though_something_lies_there_that_was_no_card(court: Court) -> None:
    court.sees(*laid(court, ("AH", 0, 0), ("AD", 0, 25), ("AC", 0, 50)))
    court.commit(court.rule(HOLD_S))
    court.sees(at(court.event("appeared", "??", MELDS, sure=False), 70, 0))
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    court.referee.dismiss(ruling.events)
    court.sees(*laid(court, ("AS", 0, 75)))
    court.now_s += 0.5
    court.sees(*laid(court, ("AS", 0, 100)))
    court.now_s += 0.6
    court.sees(*laid(court, ("AC", 0, 125)))
    assert court.commit(court.rule(HOLD_S)) == "Ann add AS AS AC to A"


@pytest.mark.parametrize(("below", "by", "implied"), [("8C", "Bea", True), ("", "Bea", False), ("8C", "Ann", False)])
def test_a_discard_squared_on_its_like_is_implied_by_the_next_player_s_card(
        below: str, by: str, implied: bool) -> None:
    """All that the camera saw is that the cards between the two eights are not to be seen any more."""
    court = Court("canasta", PLAYERS, ["table start 8C", "Ann discard KD", "Bea discard 9D", "Cal discard JD",
                                       "Dan discard 4S"], Referee(seats=Seats.told(SEATS)))
    pile = [court.event("appeared", label) for label in ("8C", "KD", "9D", "JD", "4S")]
    court.referee.done(pile)
    gone = [at(court.event("left", e.label, track=e.track), 0, 0, below=below) for e in pile[1:]]
    assert court.sees(*gone) is None
    court.now_s += 3
    x, y = SEATS[by]
    ruling = court.sees(replace(at(court.event("appeared", "3H", "red:Bea+Dan"), 300, 0), hand_mm=(0.8 * x, 0.8 * y)))
    ruling = ruling or court.rule(HOLD_S)
    assert (isinstance(ruling, Commit) and str(ruling.action) == "Ann discard 8C") == implied
    if implied:
        court.commit(ruling)
        assert court.commit(court.rule(HOLD_S)) == "Bea red 3H"
        assert court.commit(court.sees(replace(at(court.event("appeared", "4S"), 0, 0), hand_mm=(0.8 * x, 0.8 * y)))
                            or court.rule(HOLD_S)) == "Bea discard 4S"


def test_a_joker_laid_shortly_before_a_card_that_means_nothing_by_itself_goes_to_no_other_column(court: Court) -> None:
    court.sees(*laid(court, *((f"T{suit}", 0, 25 * k) for k, suit in enumerate("HSC"))))
    court.commit(court.rule(HOLD_S))
    court.sees(*laid(court, ("JK", 60, 25)))
    court.now_s += 0.5
    court.sees(*laid(court, ("5C", 60, 0)))
    court.now_s += 1.1
    assert court.rule() is None
    court.sees(*laid(court, ("5S", 60, 50)))
    assert court.commit(court.rule(HOLD_S)) == "Ann meld 5C 5S JK"


@pytest.mark.parametrize(("told", "left"), [("Ann meld QD QS JK", False), ("Ann meld QD JK", True)])
def test_a_joker_read_surely_beside_a_doubtful_one_is_the_one_that_the_players_told_of(
        court: Court, told: str, left: bool) -> None:
    """Unless they told of it without that one."""
    doubtful = at(court.event("appeared", "JK", MELDS, sure=False, candidates=(("JK", 0.8), ("JD", 0.1))), 0, 30)
    sure = laid(court, ("JK", 0, 52))
    action = parse_action(told)
    asked = laid(court, ("QD", 0, 0), ("QS", 0, 26)) + ([] if left else [doubtful])
    court.referee.notice([*asked, *sure])
    court.referee.done(asked, action)
    assert court.referee.is_idle != left


@pytest.mark.parametrize(("y", "another"), [(40.0, False), (52.0, True)])
def test_a_card_that_the_players_told_is_no_other_card_that_was_read_just_there(court: Court, y: float, another: bool
                                                                              ) -> None:
    """Cards of a column do not lie so near."""
    doubtful = at(court.event("appeared", "AS", MELDS, sure=False, candidates=(("AS", 0.8), ("AC", 0.18))), 0, 26)
    asked = [*laid(court, ("AD", 0, 0), ("2S", 0, 78)), doubtful]
    court.referee.notice([*asked, *laid(court, ("AC", 0, y))])
    court.match.push(parse_action("Ann meld AD AS 2S"))
    court.referee.done(asked, parse_action("Ann meld AD AS 2S"))
    ruling = court.rule(HOLD_S)
    assert (isinstance(ruling, Commit) and str(ruling.action) == "Ann add AC to A") == another
    assert court.referee.is_idle != another


def test_cards_of_the_next_meld_still_wait_when_the_players_have_told_the_first(court: Court) -> None:
    doubtful = at(court.event("appeared", "AS", MELDS, sure=False, candidates=(("AS", 0.7), ("AC", 0.2))), 0, 26)
    eights = laid(court, ("8H", 60, 0), ("8C", 60, 26), ("8D", 60, 52))
    court.referee.notice([*laid(court, ("AC", 0, 0), ("AS", 0, 52)), doubtful, *eights])
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    action = parse_action("Ann meld AC AS AS")
    court.referee.done(court.referee.asked_about(court.match, tuple(court.referee._laid.pending), action), action)
    court.match.push(action)
    assert court.commit(court.rule(HOLD_S)) == "Ann meld 8H 8C 8D"


@pytest.mark.parametrize(("sure", "ruling"), [(False, Question), (True, Commit)])
def test_a_joker_read_unsurely_beside_another_is_asked_about(court: Court, sure: bool, ruling: type) -> None:
    """Many bear no index: one may have been found twice."""
    jokers = [at(court.event("appeared", "JK", MELDS, sure=is_sure, candidates=(("JK", 0.98), ("2C", 0.01))), 0, y)
              for is_sure, y in ((sure, 50), (True, 75))]
    court.sees(*laid(court, ("5C", 0, 0), ("5D", 0, 25)), *jokers)
    assert isinstance(court.rule(HOLD_S), ruling)


def test_a_card_that_only_slid_is_not_the_joker_that_waits(court: Court) -> None:
    court.sees(*laid(court, ("QH", 0, 0), ("QS", 0, 26), ("2D", 0, 52)))
    court.commit(court.rule(HOLD_S))
    slid = at(court.event("appeared", "2D", MELDS, sure=False), 9, 45, again=True)
    asked = [slid, *laid(court, ("AD", 60, 0), ("AC", 60, 26))]
    court.referee.notice([*asked, *laid(court, ("JK", 60, 52))])
    court.match.push(parse_action("Ann meld AC AD JK"))
    court.referee.done(asked, parse_action("Ann meld AC AD JK"))
    assert court.rule(HOLD_S) is None
    assert court.referee.is_idle


def test_of_doubtful_cards_each_is_the_likeliest_of_those_that_the_players_tell(court: Court) -> None:
    read = ((("8S", 0.9),), (("6D", 0.52), ("8D", 0.47)), (("8D", 0.15), ("8H", 0.07)))
    eights = [at(court.event("appeared", candidates[0][0], MELDS, sure=False, candidates=candidates), 0, 26 * k)
              for k, candidates in enumerate(read)]
    court.referee.notice(eights)
    court.referee.done(eights, parse_action("Ann meld 8D 8S JK"))
    lying = court.referee._laid.lying
    assert [str(lying[e.track].card) for e in eights] == ["8S", "8D", "JK"]


@pytest.mark.parametrize(("y", "another"), [(27.0, False), (78.0, True)])
def test_a_card_that_the_players_told_is_no_other_when_it_is_read_surely_later(
        court: Court, y: float, another: bool) -> None:
    doubtful = at(court.event("appeared", "9S", MELDS, sure=False, candidates=(("9S", 0.5), ("8S", 0.4))), 0, 25)
    events = [*laid(court, ("9H", 0, 0), ("9C", 0, 50)), doubtful]
    court.referee.notice(events)
    court.match.push(parse_action("Ann meld 9H 9S 9C"))
    court.referee.done(events, parse_action("Ann meld 9H 9S 9C"))
    court.now_s += 4
    court.sees(*laid(court, ("9S", 2, y)))
    assert isinstance(court.rule(HOLD_S), Commit) == another


def test_a_card_that_settles_while_its_meld_waits_is_of_it(court: Court) -> None:
    court.sees(*laid(court, ("TS", 0, 0), ("TD", 0, 25), ("TC", 0, 50)))
    court.now_s += 1.2
    court.referee.notice(laid(court, ("TC", 0, 75)))
    assert court.commit(court.rule(HOLD_S)) == "Ann meld TS TD TC TC"


@pytest.mark.parametrize(("reading_s", "added"), [(1.3, "Ann add 9C 9S JK to 9"), (0.1, "Ann add 9C 9S to 9")])
def test_a_card_that_was_hard_to_read_is_of_the_cards_with_which_it_settled(
        court: Court, reading_s: float, added: str) -> None:
    """A joker laid by itself in the next column: long after the others are read it is not yet."""
    court.sees(*laid(court, ("9H", 0, 0), ("9C", 0, 25), ("9S", 0, 50)))
    court.commit(court.rule(HOLD_S))
    court.sees(*laid(court, ("9C", 0, 75), ("9S", 0, 100)))
    court.now_s += 1.7
    court.referee.notice([at(court.event("appeared", "JK", MELDS), 66, 0, reading_s=reading_s)])
    assert court.commit(court.rule(HOLD_S)) == added


def test_an_upcard_that_hardly_any_look_read_is_asked_about() -> None:
    court = Court("canasta", PLAYERS, [], Referee(seats=Seats.told(SEATS)))
    ruling = court.sees(court.event("appeared", "JK", sure=False, candidates=(("JK", 0.02), ("2C", 0.006))))
    ruling = ruling or court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    assert str(ruling.candidates[0]) == "table start JK"


@pytest.mark.parametrize(("ys", "committed"), [
    ((0, 26, 52), True), ((0, 26, 80), False), ((0, 13, 63), False), ((0, 50, 100), True), ((0, 47, 52), True)])
def test_a_column_with_room_for_a_card_that_was_not_seen_is_asked_about(
        court: Court, ys: tuple[int, ...], committed: bool) -> None:
    """Who lays all cards far apart has left none out; where two are found too near, the place of one is a bad guess."""
    court.sees(*laid(court, *((f"K{suit}", 0, y) for suit, y in zip("CDS", ys, strict=True))))
    assert isinstance(court.rule(HOLD_S), Commit if committed else Question)
