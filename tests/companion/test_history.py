"""Statistics over sittings: counted from the logs, and equal to what one would count by hand."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pypdfium2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.log.evidence import Evidence
from companion.log.history import PERIODS, PlayedSitting, date_before, history, played, statistics_of
from companion.log.session import SessionStore
from companion.sheets.paper import PAPERS
from companion.sheets.statistics import player_cells, write_statistics
from companion.sitting.jobs import Job
from companion.style.charts import MOST_TICKS, line_chart, tick_step
from rules import GAMES, Table, parse_action
from rules.core.people import random_player

WON_BY_ANN = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
              "Ann play 2C = 1", "Bob stuck", "Ann done")


def limbo(store: SessionStore, lines: tuple[str, ...] = WON_BY_ANN, target: str = "50"):
    session = store.create("limbo", Table(("Ann", "Bob"), "Bob", {"target": target}))
    for number, line in enumerate(lines):
        session.append(parse_action(line), "player" if number == 2 else "camera",
                       evidence=Evidence(None, None, ()) if number < 4 else None)
    return session


def sitting(number: int, winner: str, over: bool = True, points: tuple[int, ...] = (10,)) -> PlayedSitting:
    return PlayedSitting(number, "", "limbo", ("Ann", "Bob"), over, (winner,) if over else (),
                  {"Ann": points, "Bob": (1,)}, 1, 0, 0)


def test_a_sitting_is_counted_from_its_log() -> None:
    counted = played(limbo(SessionStore(":memory:")))
    assert (counted.over, counted.winners, counted.deals) == (True, ("Ann",), 1)
    assert counted.points == {"Ann": (60,), "Bob": (10,)}
    assert (counted.questions, counted.seen) == (1, 4)


def test_two_players_are_counted_against_each_other_only_where_they_were_opponents() -> None:
    names = ("Ann", "Bob", "Cal", "Dee")
    sides = PlayedSitting(9, "", "canasta", names, True, ("Ann", "Cal"), dict.fromkeys(names, ()), 1, 0, 0)
    two = [sitting(1, "Ann"), sitting(2, "Bob"), sitting(3, "Ann"), sitting(4, "Ann", over=False)]
    stats = statistics_of([*two, sides])
    found = {(one.one, one.other): (one.sittings, one.wins) for one in stats.encounters}
    assert found["Ann", "Bob"] == (4, (3, 1))
    assert ("Ann", "Cal") not in found  # partners
    assert found["Bob", "Dee"] == (1, (0, 0))
    assert stats.encounters[0].sittings == 4


def test_a_chart_of_losses_goes_below_zero() -> None:
    chart = line_chart({"Ann": (0, -30, 40)})
    assert [text for _, text in chart.ticks] == ["−40", "−20", "0", "20", "40"]
    assert [y for _, y in chart.lines["Ann"]] == pytest.approx([1 / 2, 1 / 8, 1])


def test_sittings_without_a_card_do_not_count_and_the_earliest_comes_first() -> None:
    store = SessionStore(":memory:")
    limbo(store)
    store.create("scopa", Table(("Ann", "Bob")))
    limbo(store, WON_BY_ANN[:2])
    shares: list[float] = []
    found = history(store, shares.append)
    assert [one.session_id for one in found] == [1, 3]
    assert shares == sorted(shares)


def test_wins_averages_and_streaks() -> None:
    found = [sitting(1, "Ann", points=(10, 30)), sitting(2, "Ann"), sitting(3, "Bob"), sitting(4, "Ann"),
             sitting(5, "Ann", over=False)]
    stats = statistics_of(found)
    ann, bob = stats.players
    assert (ann.name, ann.sittings, ann.finished, ann.wins) == ("Ann", 5, 4, 3)
    assert (ann.streak, ann.longest_streak) == (1, 2)
    assert (bob.streak, bob.longest_streak) == (0, 1)
    assert ann.points_per_deal == pytest.approx(80 / 6)
    assert ann.best_deal == 30
    assert stats.wins == {"Ann": (1, 2, 2, 3), "Bob": (0, 0, 1, 1)}


def test_only_what_was_played_lately_is_counted() -> None:
    today = date(2026, 3, 10)
    found = [replace(sitting(number, "Ann"), date=f"{day} 20:15") for number, day in enumerate(
        ("2024-12-31", "2026-02-07", "2026-02-08", "2026-03-10"), 1)]
    counted = [statistics_of(found, since=date_before(days, today) if days else "").sittings
               for days in PERIODS.values()]
    assert counted == [4, 3, 2]


def test_one_game_is_told_from_all() -> None:
    store = SessionStore(":memory:")
    limbo(store)
    table = Table(("Ann", "Bob", "Cal", "Dee"))
    canasta = store.create("canasta", table)
    for action in random_player(GAMES["canasta"], table, Random(0)).play(200):
        canasta.append(action)
    found = history(store)
    assert statistics_of(found).games == ("limbo", "canasta")
    only = statistics_of(found, "canasta")
    assert {player.name for player in only.players} == {"Ann", "Bob", "Cal", "Dee"}
    ann, cal = (next(p for p in only.players if p.name == name) for name in ("Ann", "Cal"))
    assert ann.points_per_deal == cal.points_per_deal is not None  # partners score together


@given(st.lists(st.tuples(st.sampled_from(["Ann", "Bob"]), st.booleans()), max_size=30))
def test_streaks_never_exceed_wins_and_wins_never_exceed_finished_sittings(results: list[tuple[str, bool]]) -> None:
    stats = statistics_of([sitting(k, winner, over) for k, (winner, over) in enumerate(results)])
    for player in stats.players:
        assert 0 <= player.streak <= player.longest_streak <= player.wins <= player.finished <= player.sittings
    finished = sum(over for _, over in results)
    assert sum(player.wins for player in stats.players) == finished
    assert all(len(wins) == finished for wins in stats.wins.values())


def test_counting_can_be_stopped() -> None:
    store = SessionStore(":memory:")
    for _ in range(3):
        limbo(store)
    cancelled = threading.Event()
    job = Job(lambda progress: [cancelled.wait(10), history(store, progress)])
    job.cancel()
    cancelled.set()
    job.wait()
    assert job.stopped


def test_statistics_print(tmp_path: Path) -> None:
    found = [sitting(k, "Ann" if k % 3 else "Bob") for k in range(9)]
    stats = statistics_of(found)
    assert write_statistics(tmp_path / "a.pdf", PAPERS["a4"], stats, "Statistics, Limbo") == 1
    document = pypdfium2.PdfDocument(tmp_path / "a.pdf")
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert "Statistics, Limbo" in text
    assert "6 (67 %)" in text
    assert player_cells(stats.players[0])[0] == "Ann"


NUMBER = st.one_of(st.none(), st.floats(0, 1e6))


@example({"": [5e-324]})
@given(st.dictionaries(st.text(max_size=3), st.lists(NUMBER, max_size=12), max_size=4))
def test_a_chart_holds_every_point_in_order(series: dict[str, list[float | None]]) -> None:
    chart = line_chart(series)
    for name, values in series.items():
        assert len(chart.lines[name]) == sum(value is not None for value in values)
        assert all(-1e-9 <= x <= 1 + 1e-9 and -1e-9 <= y <= 1 + 1e-9 for x, y in chart.lines[name])
        assert list(chart.lines[name]) == sorted(chart.lines[name], key=lambda point: point[0])
    assert chart.ticks[0] == (0.0, "0")
    assert len(chart.ticks) <= MOST_TICKS + 1


@given(st.floats(1e-3, 1e9))
def test_an_axis_has_few_and_round_ticks(highest: float) -> None:
    step = tick_step(highest)
    assert highest / step <= MOST_TICKS * (1 + 1e-6)
    assert f"{step:e}"[0] in "125"
