"""The score sheet and the board: pegs stand where the scores are, holes lie apart, nothing leaves the wood."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.log.scores import PegTrack, score_sheet
from companion.style.peg_board import GROUP, BoardSize, board_size, plan_board, plan_gates, stroke_value
from companion.style.theme import THEMES, contrast_ratio, over, unit_px
from rules import GAMES, Match, Table, parse_action

DEAL = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
        "Ann play 2C = 1", "Bob stuck", "Ann done")


def limbo(*lines: str) -> Match:
    match = Match(GAMES["limbo"], Table(("Ann", "Bob"), "Bob"))
    for line in lines:
        assert match.push(parse_action(line)).applies, line
    return match


def test_pegs_stand_at_the_score_and_where_it_was_before() -> None:
    assert score_sheet(limbo(*DEAL)).tracks == (PegTrack("Ann", 60, 0), PegTrack("Bob", 10, 0))


def test_points_are_listed_deal_by_deal() -> None:
    sheet = score_sheet(limbo(*DEAL, "table deal"))
    assert [(deal.number, dict(deal.points)) for deal in sheet.deals] == [
        (1, {"Ann": 60, "Bob": 10}), (2, {"Ann": 0, "Bob": 0})]


@pytest.mark.parametrize(("game", "lines", "points"), [
    ("limbo", DEAL[:-1], {"Ann": 60, "Bob": 10}),
    ("pemberley", ("table start 3C", "Ann play QD = 36", "Bob pass", "Ann pass"), {"Ann": -6, "Bob": -7}),
], ids=["limbo", "pemberley"])
def test_a_hand_that_the_next_deal_closes_keeps_its_points(game: str, lines: tuple[str, ...],
                                                           points: dict[str, int]) -> None:
    match = Match(GAMES[game], Table(("Ann", "Bob"), "Bob"))
    for line in (*lines, "table deal"):
        match.push(parse_action(f"{line} !"))
    sheet = score_sheet(match)
    assert [dict(deal.points) for deal in sheet.deals] == [points, {"Ann": 0, "Bob": 0}]
    assert [(track.front, track.back) for track in sheet.tracks] == [(points[name], 0) for name in ("Ann", "Bob")]


def test_partners_share_a_track() -> None:
    match = Match(GAMES["canasta"], Table(("Ann", "Bob", "Cal", "Dee")))
    assert [track.name for track in score_sheet(match).tracks] == ["Ann+Cal", "Bob+Dee"]


@pytest.mark.parametrize(("target", "scores", "size"), [
    (200, (60, 10), BoardSize(200)), (5000, (0, 0), BoardSize(500, 10)), (11, (3, 2), BoardSize(11)),
    (None, (7, 3), BoardSize(31)), (None, (40, 3), BoardSize(61)), (None, (130, 3), BoardSize(200)),
])
def test_the_board_suits_the_target(target: int | None, scores: tuple[int, ...], size: BoardSize) -> None:
    assert board_size(target, scores) == size


def test_a_peg_never_leaves_the_board() -> None:
    assert [BoardSize(200).hole_of(score) for score in (-50, 0, 60, 260)] == [0, 0, 60, 200]


BOARDS = st.tuples(st.sampled_from((11, 31, 61, 121, 200, 500)), st.integers(1, 6),
                   st.floats(400, 2400), st.floats(60, 400))


@given(BOARDS)
def test_every_hole_lies_on_the_board_and_apart_from_the_next(board: tuple[int, int, float, float]) -> None:
    holes, tracks, width, height = board
    plan = plan_board(holes, tracks, width, height)
    places = [[plan.place(track, hole) for hole in range(holes + 1)] for track in range(tracks)]
    for x, y in (place for track in places for place in track):
        assert 0 <= x <= width
        assert 0 <= y <= height
    for track in places:
        apart = [math.dist(a, b) for a, b in itertools.pairwise(track)]
        assert min(apart) > 1.9 * plan.radius
    corners = [place for track in places for place in track[1:]]
    assert len({(round(x, 3), round(y, 3)) for x, y in corners}) == len(corners)


@given(BOARDS, st.integers(0, 500))
def test_a_touched_hole_is_found(board: tuple[int, int, float, float], hole: int) -> None:
    holes, tracks, width, height = board
    plan = plan_board(holes, tracks, width, height)
    x, y = plan.place(tracks - 1, min(hole, holes))
    assert plan.nearest(tracks - 1, x + 0.3 * plan.pitch_x, y)[0] == min(hole, holes)


@given(st.integers(1, 60), st.floats(200, 2400), st.floats(20, 200))
def test_tally_marks_lie_in_their_row_and_every_fifth_crosses_the_four_before(
        strokes: int, width: float, height: float) -> None:
    plan = plan_gates(strokes, width, height)
    for index in range(strokes):
        x1, y1, x2, y2 = plan.stroke(index)
        for x, y in ((x1, y1), (x2, y2)):
            assert -0.1 * plan.side <= x <= width
            assert 0 <= y <= height
        assert plan.nearest(strokes, (x1 + x2) / 2, (y1 + y2) / 2)[1] < 0.01
        if index % GROUP == GROUP - 1:
            uprights = [plan.stroke(index - back) for back in range(1, GROUP)]
            assert all(x1 < min(up[0], up[2]) and max(up[0], up[2]) < x2 for up in uprights)


@pytest.mark.parametrize(("target", "scores", "value"), [
    (11, (3, 4), 1), (200, (120, 40), 5), (5000, (0, 0), 100), (None, (0, 7), 1), (None, (0, 70), 5), (0, (-40,), 1)])
def test_a_stroke_is_worth_what_can_be_counted_at_a_glance(
        target: int | None, scores: tuple[int, ...], value: int) -> None:
    assert stroke_value(target, scores) == value


@given(BOARDS, st.floats(0, 1))
def test_a_walking_peg_stays_between_its_holes(board: tuple[int, int, float, float], share: float) -> None:
    holes, tracks, width, height = board
    plan = plan_board(holes, tracks, width, height)
    hole = int(share * (holes - 1))
    (x1, y1), (x2, y2) = plan.place(0, hole), plan.place(0, hole + 1)
    x, y = plan.place(0, hole + share)
    assert min(x1, x2) - 1e-6 <= x <= max(x1, x2) + 1e-6
    assert min(y1, y2) - 1e-6 <= y <= max(y1, y2) + 1e-6


@pytest.mark.parametrize("name", THEMES)
def test_text_can_be_read_on_everything_it_lies_on(name: str) -> None:
    theme = THEMES[name]
    least = 7.0 if name == "contrast" else 4.5
    for ground in (theme.felt, over(theme.surface, theme.felt), theme.raised):
        assert contrast_ratio(theme.ink, ground) >= least
        assert contrast_ratio(theme.quiet, ground) >= least
        assert contrast_ratio(theme.caution, over(theme.surface, theme.felt)) >= least
    assert contrast_ratio(theme.on_accent, theme.accent) >= least
    assert contrast_ratio(theme.card_red, theme.card) >= 4.5


def test_a_unit_grows_with_the_screen_either_way_up() -> None:
    assert unit_px(1280, 800) == unit_px(800, 1280) == 1.0
    assert unit_px(2560, 1600) == 2.0
    assert unit_px(1024, 600) == 0.75
