"""An evening's own rules: who may enter, who is paired, who leads, what is said of ties."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import count, pairwise

import pytest

from companion.club import director
from companion.club.evening import Deed, DeedContent, Evening, OpenedEvening, after
from companion.club.ranking import RankLine, Stand, counting_sittings, ranked
from companion.club.results import results_csv, wins_text
from companion.club.room_app import names_in
from companion.club.room_state import EveningView, Heard, public_board, room_state
from companion.club.scores import SittingScore
from companion.club.table_state import table_state, told_parts
from companion.words.refusals import RequestError
from rules import Table
from rules.core.errors import Refusal


def evening(movement: str = "swiss", *names: str) -> Evening:
    opened = OpenedEvening(1, 0.0, "Friday", "limbo", movement, "tables", "room")
    begun = Evening(opened)
    for name in names or ("Ann", "Bob", "Cal", "Dee"):
        begun = entered(begun, name)
    return begun


def done(before: Evening, kind: str, content: DeedContent | None) -> Evening:
    assert content is not None
    return after(before, Deed(before.deeds + 1, 0.0, kind, content))


def entered(before: Evening, *players: str) -> Evening:
    return done(before, "entrant", director.entering(before, [name for one in players for name in one.split()]))


def next_round(before: Evening, points: Mapping[int, float] | None = None) -> Evening:
    return done(before, "round", director.next_round(before, points or {}, len(before.rounds) + 1))


UUIDS = (f"00000000-0000-4000-8000-{number:012}" for number in count(1))


def sat(before: Evening, table: int, round_: int) -> tuple[Evening, str]:
    """A sitting at a table, as its tablet opens it."""
    meeting = next(m for m in before.rounds[round_ - 1].meetings if m.table == table)
    uuid = next(UUIDS)
    return done(before, "sitting", {"uuid": uuid, "table": table, "round": round_,
                                    "entrants": [meeting.one, meeting.other]}), uuid


def scored(before: Evening, *scores: tuple[str, str, int, int]) -> tuple[Evening, dict[str, Stand]]:
    """Meetings of the last round with these points: one, other, theirs."""
    stands = {}
    for meeting in before.rounds[-1].meetings:
        names = before.players_at(meeting)
        for one, other, own, others in scores:
            if {one, other} == set(names):
                before, uuid = sat(before, meeting.table, len(before.rounds))
                winners = (one,) if own > others else (other,) if others > own else (one, other)
                stands[uuid] = Stand(True, {one: own, other: others}, winners, 9)
    return before, stands


def test_names_are_taken_once() -> None:
    with pytest.raises(RequestError, match="Somebody is called 'Ann' already"):
        director.entering(evening(), ["Ann"])


@pytest.mark.parametrize("players", [[], ["a", "b", "c"], ["Ann"], ["two words"], ["x:y"], ["E", "E"]])
def test_other_entrants_are_refused(players: list[str]) -> None:
    with pytest.raises(Refusal):
        director.entering(evening(), players)


def test_whoever_comes_late_is_paired_from_the_next_round_on() -> None:
    first = next_round(evening())
    second = next_round(entered(entered(first, "Eve"), "Flo"))
    assert {n for m in second.rounds[1].meetings for n in (m.one, m.other)} == {1, 2, 3, 4, 5, 6}


def test_whoever_leaves_is_paired_no_more_and_may_come_back() -> None:
    first = next_round(evening())
    left = done(first, "left", director.leaving(first, 4))
    assert director.leaving(left, 4) is None
    second = next_round(left)
    assert len(second.rounds[1].meetings) == 1
    assert 4 not in second.rounds[1].sides
    back = done(second, "returned", director.returning(second, 4))
    assert 4 in next_round(back).rounds[2].sides


def test_a_substitute_plays_for_the_entrants_points() -> None:
    first = next_round(evening("round-robin", "Ann", "Bob"))
    first, stands = scored(first, ("Ann", "Bob", 60, 10))
    swapped = done(first, "substitute", director.substituting(first, 1, ["Zoe"]))
    assert swapped.players_at(swapped.rounds[0].meetings[0]) in (("Zoe", "Bob"), ("Bob", "Zoe"))
    (ranking,) = ranked(swapped, stands)
    assert ranking.lines[0] == RankLine(1, 1, 1.0, 50, 1, False)
    with pytest.raises(RequestError, match="as many must sit down"):
        director.substituting(first, 1, ["Zoe", "Yve"])


def test_partners_sit_opposite_each_other_and_score_together() -> None:
    begun = next_round(evening("swiss", "Ann Cal", "Bob Dee"))
    assert set(begun.players_at(begun.rounds[0].meetings[0])[::2]) in ({"Ann", "Cal"}, {"Bob", "Dee"})
    begun, uuid = sat(begun, 1, 1)
    (ranking,) = ranked(begun, {uuid: Stand(True, {"Ann+Cal": 11, "Bob+Dee": 7}, ("Ann", "Cal"), 9)})
    assert [(line.entrant, line.points, line.spread) for line in ranking.lines] == [(1, 1.0, 4), (2, 0.0, -4)]


def test_who_are_level_share_a_place_and_it_is_said() -> None:
    begun = next_round(evening("round-robin"))
    pairs = [begun.players_at(m) for m in begun.rounds[0].meetings]
    begun, stands = scored(begun, *((one, other, 30, 10) for one, other in pairs))
    (ranking,) = ranked(begun, stands)
    assert [(line.place, line.tied) for line in ranking.lines] == [(1, True), (1, True), (3, True), (3, True)]
    assert [row.split(",")[0] for row in results_csv(begun, stands).splitlines()[1:]] == ["1=", "1=", "3=", "3="]


def test_a_level_match_is_half_a_win_each() -> None:
    begun, stands = scored(next_round(evening("swiss", "Ann", "Bob")), ("Ann", "Bob", 20, 20))
    (ranking,) = ranked(begun, stands)
    assert {line.points for line in ranking.lines} == {0.5}
    assert [wins_text(points) for points in (0, 0.5, 1.0, 2.5)] == ["0", "½", "1", "2½"]


def test_a_match_counts_when_it_or_its_round_is_over() -> None:
    begun, stands = scored(next_round(evening("swiss", "Ann", "Bob")), ("Ann", "Bob", 20, 10))
    running = {uuid: Stand(False, stand.scores, (), stand.rows) for uuid, stand in stands.items()}
    assert [line.played for line in ranked(begun, running)[0].lines] == [0, 0]
    later = next_round(begun)
    assert [(line.entrant, line.points) for line in ranked(later, running)[0].lines] == [(1, 1.0), (2, 0.0)]


def test_sitting_out_counts_as_a_win_when_the_round_is_over() -> None:
    begun = next_round(evening("swiss", "Ann", "Bob", "Cal"))
    (alone,) = begun.rounds[0].sits_out
    assert {line.points for line in ranked(begun, {})[0].lines} == {0.0}
    over = done(begun, "finished", director.finishing(begun))
    assert {line.entrant: line.points for line in ranked(over, {})[0].lines}[alone] == 1.0
    with pytest.raises(RequestError, match="The evening is over"):
        director.next_round(over, {}, len(over.rounds) + 1)


def test_halves_of_a_mitchell_are_ranked_apart() -> None:
    begun = next_round(evening("mitchell", *"ABCDEF"))
    assert [sorted(line.entrant for line in ranking.lines) for ranking in ranked(begun, {})] == [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize(("movement", "names", "rounds"), [
    ("mitchell", "ABCDEF", 3), ("mitchell", "ABCDE", 3), ("howell", "ABCDEFGH", 7), ("howell", "ABCDEFG", 7),
    ("round-robin", "ABCDE", 5)])
def test_a_movement_is_played_to_its_end(movement: str, names: str, rounds: int) -> None:
    begun = evening(movement, *names)
    for _ in range(rounds):
        begun = next_round(begun)
        assert begun.rounds[-1].sides == list(range(1, len(names) + 1))
    assert max(begun.met.values()) == 1
    with pytest.raises(RequestError, match=f"All {rounds} rounds are played"):
        director.next_round(begun, {}, len(begun.rounds) + 1)


def test_a_movement_takes_nobody_in_later() -> None:
    with pytest.raises(RequestError, match="Eve came after the first round"):
        next_round(entered(next_round(evening("round-robin")), "Eve"))


def test_a_table_is_told_where_everybody_goes() -> None:
    second = next_round(next_round(evening()))
    told = [table_state(second, table) for table in (1, 2)]
    places = {move["who"]: move["table"] for state in told for move in state["moves"]}
    assert places == {name: state["table"] for state in told for name in state["players"]}
    assert sorted(places) == ["Ann", "Bob", "Cal", "Dee"]


def test_what_a_table_is_told_is_made_anew_whenever_it_is_another() -> None:
    """Every kind of deed of which a table is told, one after the other."""
    begun = next_round(evening())
    sitting, uuid = sat(begun, 1, 1)
    asked = {"uuid": uuid, "about": 2, "line": "", "by": "Dee", "reason": "never happened"}
    deeds: tuple[tuple[str, DeedContent], ...] = (
        ("called", {"table": 1}), ("called", {"table": 2}), ("came", {"table": 1}), ("ruling", asked),
        ("ruled", {"number": 1, "seq": 9}), ("substitute", {"number": 1, "players": ["Eve"]}), ("left", {"number": 2}),
        ("code", {"table": 1, "digest": "x"}), ("counts", {"uuid": uuid}), ("finished", {}), ("reopened", {}))
    steps = [begun, sitting]
    for kind, content in deeds:
        steps.append(done(steps[-1], kind, content))
    for one in (1, 2):
        for before, now in pairwise((*steps, next_round(steps[-1]), next_round(next_round(steps[-1])))):
            is_new = table_state(now, one) != table_state(before, one)
            assert not (is_new and told_parts(now, one) == told_parts(before, one))
    assert told_parts(sitting, 2) == told_parts(begun, 2)  # what other tables play is nothing new


def test_a_sitting_that_comes_late_belongs_to_the_round_of_its_people() -> None:
    from companion.log.store import SessionInfo

    first = next_round(evening())
    players = first.players_at(first.rounds[0].meetings[0])
    later = next_round(first)
    info = SessionInfo(0, 0.0, "limbo", Table(players), "standard", 0, uuid=next(UUIDS))
    assert (director.opening(later, 1, info) or {})["round"] == 1
    other = partial(director.opening, later, 1)
    with pytest.raises(RequestError, match="This evening is for limbo, not for scopa"):
        other(SessionInfo(0, 0.0, "scopa", Table(players), "standard", 0, uuid=next(UUIDS)))
    with pytest.raises(RequestError, match="At table 1"):
        other(SessionInfo(0, 0.0, "limbo", Table(("Xan", "Yve")), "standard", 0, uuid=next(UUIDS)))


def test_a_round_that_is_asked_for_twice_is_made_once() -> None:
    begun = next_round(evening())
    with pytest.raises(RequestError, match="Round 1 was made already"):
        director.next_round(begun, {}, 1)


def test_a_round_made_by_mistake_is_taken_back_until_somebody_plays() -> None:
    first = next_round(evening())
    second = next_round(first)
    back = done(second, "withdrawn", director.withdrawing(second))
    assert (back.rounds, back.met) == (first.rounds, first.met)
    played, _ = sat(second, 1, 2)
    with pytest.raises(RequestError, match="somebody plays already"):
        director.withdrawing(played)


def test_an_evening_that_was_ended_by_mistake_goes_on() -> None:
    ended = done(evening(), "finished", {})
    assert len(next_round(done(ended, "reopened", director.reopening(ended))).rounds) == 1


def test_of_several_sittings_of_a_meeting_the_last_counts_unless_the_director_chooses() -> None:
    begun = next_round(evening("swiss", "Ann", "Bob"))
    begun, first = sat(begun, 1, 1)
    begun, second = sat(begun, 1, 1)
    stands = {first: Stand(True, {"Ann": 60, "Bob": 10}, ("Ann",), 9),
              second: Stand(False, {"Ann": 0, "Bob": 5}, (), 1)}  # begun anew by a wrong touch
    assert [played.uuid for played in counting_sittings(begun, stands)] == [second]
    chosen = done(begun, "counts", director.choosing(begun, first))
    assert [played.uuid for played in counting_sittings(chosen, stands)] == [first]
    assert ranked(chosen, stands)[0].lines[0].spread == 50
    assert director.choosing(chosen, first) is None


def test_whoever_left_before_he_played_is_not_ranked() -> None:
    begun = evening("swiss", "Ann", "Bob", "Cla")  # entered by a slip
    begun = next_round(done(begun, "left", {"number": 3}))
    assert [line.entrant for line in ranked(begun, {})[0].lines] == [1, 2]


@pytest.mark.parametrize(("text", "names"), [
    ("Ann", ["Ann"]), ("Ann Smith", ["Ann-Smith"]), ("Ann, Bob", ["Ann", "Bob"]), ("Ann and Bob", ["Ann", "Bob"]),
    ("Ann Smith + Bob Andrews", ["Ann-Smith", "Bob-Andrews"]), ("Ann und Bob", ["Ann", "Bob"]), (" , ", []),
])
def test_a_name_of_two_words_is_one_person(text: str, names: list[str]) -> None:
    assert names_in(text) == names


def test_a_slow_clock_makes_no_row_old() -> None:
    begun, stands = scored(next_round(evening("swiss", "Ann", "Bob")), ("Ann", "Bob", 60, 10))
    scores = {uuid: SittingScore(stand, 6_400.0) for uuid, stand in stands.items()}  # an hour slow: it is 10,005
    view = EveningView(begun, scores, {1: Heard(10_004.0, 0, 3_600.0)})
    (table,) = public_board(view, 10_005.0)["tables"]
    assert table["row_at"] == 10_000.0


def test_a_meeting_without_a_sitting_is_missed_once_its_round_is_over() -> None:
    begun, uuid = sat(next_round(evening()), 1, 1)
    scores = {uuid: SittingScore(Stand(True, {"Ann": 60, "Bob": 10}, ("Ann",), 9), 1.0)}
    assert room_state(EveningView(begun, scores, {}), 2.0)["missing"] == []
    assert room_state(EveningView(next_round(begun), scores, {}), 2.0)["missing"] == [{"round": 1, "table": 2}]
