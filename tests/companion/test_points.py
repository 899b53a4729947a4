"""Every point has its reason, and the points of a deal add up to what it changed in the scores."""

from __future__ import annotations

import csv
from collections import Counter
from io import StringIO
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.log.session import SessionStore
from companion.sheets.points import points_of, stretches
from companion.sheets.result_rows import result_view, write_csv
from rules import GAMES, Match, Table, parse_action
from rules.core.deals import deal_is_over, deals, next_deal
from rules.core.people import random_player


def played(game: str, seed: int, events: int, players: int = 4) -> Match:
    match = Match(GAMES[game], Table(("Ann", "Bob", "Cal", "Dee")[:min(players, GAMES[game].max_players)]))
    for action in random_player(GAMES[game], match.table, Random(seed)).play(events):
        match.push(action)
    return match


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.integers(1, 160))
def test_the_points_of_a_deal_add_up(game: str, seed: int, events: int) -> None:
    match = played(game, seed, events)
    told: Counter[tuple[int, str]] = Counter()
    for point in points_of(match):
        told[point.deal, point.name] += point.points
        assert point.reason, point
        assert 0 <= point.event < len(match.events)
    found = deals(match)
    for deal in found:
        counts_yet = any(deal.brought.values())
        for name, brought in deal.brought.items():
            assert told[deal.number, name] == brought or (game == "pemberley" and not counts_yet)
    final = match.outcome.scores
    for name in found[-1].brought:
        assert sum(deal.brought[name] for deal in found) == final[name]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_deal_is_over_before_the_next_is_dealt_and_at_no_turn(game: str) -> None:
    match = Match(GAMES[game], Table(("Ann", "Bob", "Cal")[:min(3, GAMES[game].max_players)] if game != "canasta"
                                     else ("Ann", "Bob")))
    for action in random_player(GAMES[game], match.table, Random(4)).play(200):
        if action.verb == "deal" and match.events:
            assert deal_is_over(match) or match.game.is_awaiting(match.state)
        elif deal_is_over(match):
            assert match.to_act is None
            assert action.verb in ("deal", "show", "set", "play", "lowest")
        match.push(action)
        if (dealt := next_deal(match)) is not None:
            assert match.game.judge(match.state, dealt).kind == "ok"


def test_a_deal_of_limbo_is_over_once_the_loser_has_shown_his_cards() -> None:
    match = Match(GAMES["limbo"], Table(("Ann", "Bob"), "Bob"))
    for line in ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
                 "Ann play 2C = 1", "Bob stuck"):
        match.push(parse_action(line))
    assert not deal_is_over(match), "Ann may still lay cards"
    assert next_deal(match) is None
    match.push(parse_action("Ann done"))
    assert match.game.to_show(match.state) == {"Bob": 3}
    assert not deal_is_over(match), "nobody has seen whether Bob could play"
    match.push(parse_action("Bob show 9D 8D QH"))
    assert deal_is_over(match)


def test_a_round_of_pemberley_is_over_once_nobody_can_lay_another_set() -> None:
    match = Match(GAMES["pemberley"], Table(("Ann", "Bea", "Cal")))
    for action in random_player(GAMES["pemberley"], match.table, Random(2)).play(100):
        if action.verb == "set":
            assert not deal_is_over(match), f"{action} is still to come"
        if action.verb == "deal":
            break
        match.push(action)
    assert any(event.action.verb == "set" for event in match.events)


def test_a_hand_of_limbo_is_told_in_its_parts() -> None:
    match = Match(GAMES["limbo"], Table(("Ann", "Bob"), "Bob"))
    for line in ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
                 "Ann play 2C = 1", "Bob stuck", "Ann done"):
        match.push(parse_action(line))
    assert [(p.name, p.points, p.reason) for p in points_of(match)] == [
        ("Ann", 60, "Won: 10 × 6 cards played"), ("Bob", 10, "10 × the final count of 1")]


def test_canasta_is_counted_item_by_item() -> None:
    match = played("canasta", 0, 400)
    reasons = {point.reason for point in points_of(match)}
    assert {"Melds", "Canastas", "Going out", "Cards left in hand"} <= reasons


def test_scopa_is_counted_category_by_category() -> None:
    reasons = {point.reason for point in points_of(played("scopa", 0, 150))}
    assert {"Most cards", "Most diamonds", "Settebello, the 7♦", "Primiera"} <= reasons


def test_pemberley_shows_the_best_sets_once_they_are_committed() -> None:
    store = SessionStore(":memory:")
    session = store.create("pemberley", Table(("Ann", "Bob", "Cal")))
    shown_in_play = False
    for action in random_player(GAMES["pemberley"], session.info.table, Random(2)).play(60):
        session.append(action)
        view = result_view(session)
        shown_in_play |= any(row.kind == "note" for row in view.rows) and not view.deal_over and view.rows[0].cells[
            0] != "0" and session.match.game.outcome(session.match.state).deals == 1
    assert not shown_in_play
    best = [row for row in result_view(session).rows if row.kind == "note"]
    assert any("Best for Ann" in row.text and row.cells[0] for row in best)


def test_the_sheet_says_who_won_and_lists_every_point_as_csv() -> None:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob", {"target": "50"}))
    for line in ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
                 "Ann play 2C = 1", "Bob stuck", "Ann done"):
        session.append(parse_action(line))
    view = result_view(session)
    assert (view.headline, view.totals, view.over, view.next_deal) == ("Ann won", (60, 10), True, None)
    assert [row.kind for row in view.rows] == ["deal", "point", "point"]
    written = StringIO()
    write_csv(session.match, written)
    rows = list(csv.reader(StringIO(written.getvalue())))
    assert rows[1] == ["1", "Ann", "60", "Won: 10 × 6 cards played"]


def test_a_sheet_without_a_point_is_level() -> None:
    view = result_view(SessionStore(":memory:").create("thirteen", Table(("Ann", "Bob"))))
    assert view.headline == "All level"
    assert not view.deal_over


@pytest.mark.parametrize(("game", "lines", "points"), [
    ("limbo", ("table start 5D = 96", "Ann play 6C = 90", "Ann play 6C = 16", "Bob stuck", "Ann done"),
     [("Ann", -20), ("Ann", 20)]),
    ("pemberley", ("table start 3D", "Ann play 2C", "Ann play QD = 36", "Bob pass !", "Ann pass !", "table deal"),
     [("Ann", -20), ("Ann", 1), ("Ann", -7), ("Bob", -7)]),
    ("page_one", ("Ann play 9S", "Bob play 8H"), [("Bob", -20)]),
    ("canasta", ("table start 9S", "Bob draw"), [("Bob", -20)]),
], ids=["limbo", "pemberley", "page_one", "canasta"])
def test_what_a_fault_costs_is_told_as_well(game: str, lines: tuple[str, ...], points: list[tuple[str, int]]) -> None:
    match = Match(GAMES[game], Table(("Ann", "Bob"), "Bob", {"remedy": "penalty", "penalty": "20"}))
    for line in lines:
        match.push(parse_action(line))
    told = points_of(match)
    assert sorted((point.name, point.points) for point in told) == sorted(points)
    assert told[0].reason.endswith("points.") or game == "canasta"


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.integers(1, 160))
def test_what_was_pegged_leads_from_nothing_to_the_score_without_a_gap(game: str, seed: int, events: int) -> None:
    match = played(game, seed, events)
    stands: dict[str, int] = {}
    for stretch in stretches(match):
        assert stretch.start == stands.get(stretch.point.name, 0)
        assert stretch.end - stretch.start == stretch.point.points
        stands[stretch.point.name] = stretch.end
    if game != "pemberley" or deal_is_over(match):  # a round that is being played shows what does not count yet
        final = match.outcome.scores
        assert all(final[name] == score for name, score in stands.items())
