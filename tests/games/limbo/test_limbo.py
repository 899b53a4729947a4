"""Limbo: the vectors of RULES 2.9 by their ids, the arithmetic as laws, the two printed games, the end of a hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.words.speaker import english
from rules import Change, Match, SetupError, Table, Verdict, parse_action, parse_card, parse_record
from rules.adjudicate import RecordJudge
from rules.core.cards import RANKS, Card, standard_pack
from rules.games.limbo import LIMBO
from rules.games.limbo.counting import ACES, NOTHING, Power, results, starter_results
from rules.games.limbo.state import State

KING, QUEEN = Power("king"), Power("queen")


def why_of(verdict: Verdict) -> str:
    return english(verdict.why, "limbo")


def spoken(state: State) -> list[str]:
    return [english(line, "limbo") for line in LIMBO.shown.advice_lines(state)]


def numeral(value: int) -> Power:
    return Power("numeral", value)


def position(count: int, previous: Power = NOTHING, *, held: int = 5, stock: int = 30, **options: str) -> State:
    """Ann is on turn at this count, Bob played last."""
    state = LIMBO.start(Table(("Ann", "Bob"), "Bob", options))
    return replace(state, deals=1, phase="play", turn="Ann", count=count, previous=previous, last_player="Bob",
                   played=1, hands=(held, 5), stock=stock)


def judged(state: State, line: str) -> Verdict:
    return LIMBO.judge(state, parse_action(line))


def after(state: State, *lines: str) -> State:
    """The state when all lines have been accepted."""
    for line in lines:
        verdict = judged(state, line)
        assert verdict.applies, f"{line}: {verdict}"
        state = verdict.after
    return state


def rows(text: str, **options: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The judged lines of a record between Ann and Bob, Bob dealing, and its summary."""
    head = "game: limbo\nplayers: Ann, Bob\ndealer: Bob\n" + "".join(f"option {k}: {v}\n" for k, v in options.items())
    sitting = RecordJudge(parse_record(f"{head}\n{text}"), english)
    return list(sitting.rows()), sitting.summary()


HOUSES = {"never": {"ace11_divides": "never"}, "optional": {"ace11_divides": "optional"},
          "free": {"jack_on_ace": "free"}}

# id, count, previous, card and announcement, outcome: a count, or the code; options
PLAYS = [
    ("LI_01", 101, KING, "TC", 91), ("LI_03", 96, NOTHING, "6C = 90", "NOT_DIVIDED"),
    ("LI_03b", 96, NOTHING, "6C = 16", 16), ("LI_04", 96, NOTHING, "7C = 89", 89),
    ("LI_05a", 96, NOTHING, "QC = 69", 69), ("LI_05b", 69, NOTHING, "QC", "NOT_REDUCING"),
    ("LI_05c", 66, NOTHING, "QC = 66", "NOT_REDUCING"), ("LI_06a", 60, NOTHING, "QC = 6", 6),
    ("LI_06b", 100, NOTHING, "QC = 1", 1), ("LI_06c", 90, NOTHING, "QC = 9", 9),
    ("LI_07a", 101, NOTHING, "QC", "NOT_REDUCING"), ("LI_07b", 101, NOTHING, "KC", "KING_DIVISOR"),
    ("LI_08", 98, NOTHING, "KC", {2, 7, 14, 49}), ("LI_08b", 98, NOTHING, "KC = 1", "KING_DIVISOR"),
    ("LI_08c", 98, NOTHING, "KC = 98", "KING_DIVISOR"), ("LI_08d", 98, NOTHING, "KC as 3", "KING_DIVISOR"),
    ("LI_08e", 98, NOTHING, "KC as 7", 14), ("LI_08f", 98, NOTHING, "KC = 50", "WRONG_COUNT"),
    ("LI_09a", 13, NOTHING, "KC", "KING_DIVISOR"), ("LI_09b", 4, NOTHING, "KC = 2", 2), ("LI_09c", 4, NOTHING, "KC", 2),
    ("LI_09d", 3, NOTHING, "KC", "KING_DIVISOR"), ("LI_09e", 2, NOTHING, "KC = 1", "KING_DIVISOR"),
    ("LI_09f", 1, NOTHING, "KC", "KING_DIVISOR"),
    ("LI_10a", 7, NOTHING, "7C = 0", "NOT_DIVIDED"), ("LI_10b", 7, NOTHING, "7C = 1", 1),
    ("LI_11", 1, NOTHING, "AC = 0", 0), ("LI_12a", 1, NOTHING, "2C", "BELOW_ZERO"),
    ("LI_12b", 0, NOTHING, "AC", "BELOW_ZERO"), ("LI_12c", 0, NOTHING, "5C", "BELOW_ZERO"),
    ("LI_12d", 0, NOTHING, "QC", "NOT_REDUCING"), ("LI_12e", 0, NOTHING, "KC", "KING_DIVISOR"),
    ("LI_13a", 99, NOTHING, "AC", {98, 9}), ("LI_13b", 99, NOTHING, "AC = 88", "NOT_DIVIDED"),
    ("LI_13c", 99, NOTHING, "AC = 88", 88, "never"), ("LI_13d", 99, NOTHING, "AC = 88", 88, "optional"),
    ("LI_13e", 99, NOTHING, "AC", {98, 88}, "never"), ("LI_13f", 99, NOTHING, "AC", {98, 88, 9}, "optional"),
    ("LI_13g", 99, NOTHING, "AC = 9", "BAD_DIVISION", "never"), ("LI_13h", 99, NOTHING, "AC as 11", 9),
    ("LI_14a", 11, NOTHING, "AC", {10, 1}), ("LI_14b", 11, NOTHING, "AC = 0", "NOT_DIVIDED"),
    ("LI_14c", 11, NOTHING, "AC = 0", 0, "never"), ("LI_14d", 11, NOTHING, "AC = 0", 0, "optional"),
    ("LI_15a", 5, NOTHING, "AC", 4), ("LI_15b", 5, NOTHING, "AC as 11", "BELOW_ZERO"),
    ("LI_16a", 9, numeral(3), "JC", 3), ("LI_16b", 9, numeral(3), "JC = 6", "NOT_DIVIDED"),
    ("LI_17a", 27, numeral(7), "JC", 20), ("LI_17b", 27, numeral(9), "JC", 3),
    ("LI_18a", 43, KING, "JC", "KING_DIVISOR"), ("LI_18b", 48, KING, "JC", {24, 16, 12, 8, 6, 4, 3, 2}),
    ("LI_18c", 48, KING, "JC = 1", "KING_DIVISOR"), ("LI_18d", 48, KING, "JC = 48", "KING_DIVISOR"),
    ("LI_19a", 34, QUEEN, "JC", "NOT_REDUCING"), ("LI_19b", 6, QUEEN, "JC", "NOT_REDUCING"),
    ("LI_20", 24, KING, "JC", {12, 8, 6, 4, 3, 2}),
    ("LI_21a", 39, ACES[1], "JC", 28), ("LI_21b", 39, ACES[1], "JC", {28, 38}, "free"),
    ("LI_22a", 9, ACES[1], "JC", "BELOW_ZERO"), ("LI_22b", 9, ACES[1], "JC", 8, "free"),
    ("LI_22c", 44, ACES[1], "JC", 33, "never"), ("LI_23", 20, ACES[0], "JC", 19),
    ("LI_24", 101, NOTHING, "JC", "NOT_REDUCING"), ("LI_25", 96, numeral(5), "JC", 91),
    ("LI_36a", 12, NOTHING, "6C", 2), ("LI_36b", 10, NOTHING, "5C", 2), ("LI_36c", 10, NOTHING, "TC", 1),
    ("LI_36d", 10, NOTHING, "8C", 2), ("LI_37a", 48, NOTHING, "9C", 39), ("LI_37b", 48, NOTHING, "8C", 6),
    ("LI_37c", 48, NOTHING, "6C", 8), ("LI_37d", 48, NOTHING, "5C", 43), ("LI_37e", 48, NOTHING, "TC", 38),
    ("arithmetic", 96, NOTHING, "7C = 88", "WRONG_COUNT"), ("bad_division", 95, NOTHING, "9C = 10", "BAD_DIVISION"),
    ("rounded_up", 95, NOTHING, "9C = 11", "WRONG_COUNT"), ("ace_as_1_divides", 50, NOTHING, "AC = 50",
                                                             "DIVIDE_BY_ACE_1"),
    ("ace_as_5", 50, NOTHING, "AC as 5", "WRONG_COUNT"), ("as_and_count_differ", 50, NOTHING, "AC as 1 = 39",
                                                          "WRONG_COUNT"),
]


@pytest.mark.parametrize(("count", "previous", "play", "outcome", "house"),
                         [pytest.param(*row[1:5], row[5] if len(row) > 5 else "", id=row[0]) for row in PLAYS])
def test_play(count: int, previous: Power, play: str, outcome: int | str | set[int], house: str) -> None:
    verdict = judged(position(count, previous, **HOUSES.get(house, {})), f"Ann play {play}")
    if isinstance(outcome, int):
        assert verdict.kind == "ok", verdict
        assert verdict.after.count == outcome
    elif isinstance(outcome, set):
        assert verdict.kind == "need", verdict
        assert {choice.announced for choice in verdict.choices} == outcome
    else:
        assert (verdict.kind, verdict.codes[0]) == ("illegal", outcome), verdict


@pytest.mark.parametrize(("count", "previous", "play", "why"), [
    (96, NOTHING, "6C = 90", "6 divides 96, so it must divide: the count becomes 16."),
    (95, NOTHING, "9C = 10", "9 does not divide 95: the count becomes 86."),
    (99, NOTHING, "AC = 9", "An Ace does not divide here: the count becomes 98 or 88."),
    (95, NOTHING, "9C = 85", "The count becomes 86, not 85."),
    (50, NOTHING, "AC = 45", "The count becomes 49 or 39, not 45."),
    (50, NOTHING, "AC = 50", "An Ace as 1 is deducted, not divided: the count becomes 49 or 39."),
    (50, NOTHING, "AC as 5", "The card counts 1 or 11, not 5."),
    (5, NOTHING, "AC as 11", "11 cannot be taken from 5."),
    (1, NOTHING, "2C", "The 2 of clubs counts 2 and the count is only 1."),
    (69, NOTHING, "QC", "69 reversed is 96, which is not less."),
    (13, NOTHING, "KC", "No King can be played: nothing but 1 and itself divides 13."),
    (1, NOTHING, "KC", "No King can be played on 1."),
    (98, NOTHING, "KC = 98", "A King may not divide by 1; it could make 49, 14, 7 or 2."),
    (98, NOTHING, "KC = 1", "A King may not divide by the count itself; it could make 49, 14, 7 or 2."),
    (98, NOTHING, "KC as 3", "A King on 98 divides by 2, 7, 14 or 49, not by 3."),
    (98, NOTHING, "KC", "From 98 the King of clubs can make 49, 14, 7 or 2: say the new count."),
    (101, NOTHING, "JC", "The Jack that was turned has no value, so there is nothing to repeat."),
    (101, KING, "TC", "101 − 10 = 91."),
    (96, NOTHING, "QC", "96 reversed = 69."),
    (9, numeral(3), "JC", "9 ÷ 3 = 3."),
])
def test_the_sentence_names_the_rule(count: int, previous: Power, play: str, why: str) -> None:
    house = {"ace11_divides": "never"} if play == "AC = 9" else {}
    assert why_of(judged(position(count, previous, **house), f"Ann play {play}")) == why


def test_li_01_a_face_card_starter_counts_nothing() -> None:
    match = Match(LIMBO, Table(("Ann", "Bob"), "Bob"))
    for face in ("KC", "QC", "JC"):
        assert match.push(parse_action(f"table start {face} = 101")).after.count == 101
        match.pop()


def test_what_every_starter_counts() -> None:
    found = {rank: [(r.becomes, r.value, r.divided) for r in starter_results(parse_card(f"{rank}C"))] for rank in RANKS}
    assert found == {"A": [(100, 1, False), (90, 11, False)], "J": [(101, 0, False)], "Q": [(101, 0, False)],
                     "K": [(101, 0, False)], **{RANKS[n - 1]: [(101 - n, n, False)] for n in range(2, 11)}}
    assert [starter_results(parse_card(f"{rank}C"))[0].power for rank in "JQK"] == [NOTHING, QUEEN, KING]


@pytest.mark.parametrize(("said", "kind"), [("", "need"), ("= 100", "ok"), ("= 90", "ok"), ("= 99", "illegal"),
                                            ("as 11", "ok"), ("as 11 = 100", "illegal")])
def test_li_02_an_ace_as_starter(said: str, kind: str) -> None:
    match = Match(LIMBO, Table(("Ann", "Bob"), "Bob"))
    assert match.push(parse_action(f"table start AC {said}")).kind == kind


def test_li_16_a_jack_repeats_a_numeral_and_must_divide() -> None:
    state = after(position(27), "Ann play 3C = 9", "Bob play JC = 3")
    assert state.previous == numeral(3)


def test_li_20_a_jack_after_a_jack_is_what_the_first_was() -> None:
    state = after(position(96), "Ann play KC = 48", "Bob play JC = 24")
    assert {choice.announced for choice in judged(state, "Ann play JD").choices} == {12, 8, 6, 4, 3, 2}


def test_li_21_a_jack_repeats_the_value_that_the_ace_took() -> None:
    assert after(position(50), "Ann play AC = 39", "Bob play JC").count == 28


@pytest.mark.parametrize("line", ["Ann play 5C from stock = 18", "Ann play 5C = 18"])
def test_li_26_with_an_empty_hand_above_the_bar_the_stock_is_played(line: str) -> None:
    state = after(position(23, held=0), line)
    assert (state.count, state.stock, state.last_player, state.hands) == (18, 29, "Ann", (0, 5))


def test_li_27_a_stock_card_that_cannot_be_played_loses() -> None:
    state = replace(position(23, held=0), played=6, hands=(0, 0))
    assert judged(state, "Ann play QC from stock").codes == ("NOT_REDUCING",)
    ended = after(state, "Ann stuck")
    assert ended.phase == "closed"
    assert ended.scores == (100, 60), "a loser's count is scored no higher than the bar"
    letter = replace(position(23, held=0, loser_cap="none"), played=6, hands=(0, 0))
    assert after(letter, "Ann stuck").scores == (230, 60)


@pytest.mark.parametrize(("vector", "count"), [("LI_28", 8), ("LI_29", 10)])
def test_at_the_bar_nothing_comes_from_the_stock(vector: str, count: int) -> None:
    state = position(count, held=0)
    assert judged(state, "Ann play 2C from stock").codes == ("STOCK_AT_BAR",)
    assert judged(state, "Ann play 2C").codes == ("HAND_COUNT",)
    assert after(state, "Ann stuck").last_player == "Bob"


def test_li_30_redoubled() -> None:
    state = after(LIMBO.start(Table(("Ann", "Bob"), "Bob")), "table start 6D = 95", "Ann double", "Bob redouble")
    ended = after(replace(state, played=6, count=1, hands=(0, 0)), "Ann stuck")
    assert ended.scores == (10, 240)


def test_li_31_doubled_by_the_second_player() -> None:
    state = after(LIMBO.start(Table(("Ann", "Bob"), "Bob")), "table start 6D = 95", "Bob double")
    ended = after(replace(state, played=7, count=3, hands=(0, 0)), "Ann stuck")
    assert ended.scores == (30, 140)


def test_li_32_too_late_to_double() -> None:
    state = after(LIMBO.start(Table(("Ann", "Bob"), "Bob")), "table start 6D = 95", "Ann play 9C = 86")
    verdict = judged(state, "Ann double")
    assert (verdict.kind, verdict.codes) == ("illegal", ("LATE_DOUBLE",))
    assert state.multiplier == 1
    assert verdict.after.multiplier == 2, "unless the table lets it stand"


@pytest.mark.parametrize(("said", "code"), [
    (("Bob double", "Ann redouble"), "REDOUBLE"), (("Bob redouble",), "REDOUBLE"),
    (("Ann redouble",), "REDOUBLE"), (("Ann double", "Ann double"), "ALREADY_DOUBLED"),
    (("Bob double", "Ann double"), "ALREADY_DOUBLED"), (("Ann double", "Bob double"), "ALREADY_DOUBLED"),
    (("Ann double", "Bob redouble", "Bob redouble"), "REDOUBLE"), (("table double",), "WRONG_TURN"),
])
def test_li_33_who_may_double(said: tuple[str, ...], code: str) -> None:
    state = after(LIMBO.start(Table(("Ann", "Bob"), "Bob")), "table start 6D = 95", *said[:-1])
    verdict = judged(state, said[-1])
    assert verdict.codes == (code,)
    let_stand = None if code == "WRONG_TURN" or len(said) == 3 else 2 ** len(said)
    assert (verdict.after and verdict.after.multiplier) == let_stand, "nothing doubles a third time"


@pytest.mark.parametrize(("window", "starter", "leader_played"), [
    ("before_starter", False, False), ("before_first_card", True, False), ("before_own_first_card", True, True)])
def test_double_window(window: str, starter: bool, leader_played: bool) -> None:
    start = after(LIMBO.start(Table(("Ann", "Bob"), "Bob", {"double_window": window})), "table deal")
    turned = after(start, "table start 6D = 95")
    played = after(turned, "Ann play 9C = 86")
    assert judged(start, "Bob double").applies
    assert judged(turned, "Bob double").applies == starter
    assert judged(played, "Bob double").applies == leader_played
    assert not judged(played, "Ann double").applies


def test_li_34_the_winner_goes_on_alone() -> None:
    state = replace(position(9), last_player="Bob", played=6)
    state = after(state, "Ann stuck")
    assert LIMBO.to_act(state) == "Bob"
    state = after(state, "Bob play 3C = 3", "Bob play 2C = 1", "Bob done")
    assert state.played == 8
    assert state.scores == (10, 80)
    assert LIMBO.to_act(state) is None


GAME_1 = """table start 6D = 95
Ann play 9C = 86
Bob play 9H = 77
Ann play 8S = 69
Bob play KD = 3
Ann play 2C = 1
Bob stuck
"""
GAME_2 = """table start 6D = 95
Ann play 9C = 86
Bob play KD = 43
Ann play QS = 34
Bob play 7H = 27
Ann play 3C = 9
Bob play JD = 3
Ann stuck
"""


def test_first_printed_game() -> None:
    found, summary = rows(GAME_1)
    assert [row["verdict"] for row in found] == ["ok"] * 7
    assert summary["scores"] == {"Ann": 60, "Bob": 10}


def test_second_printed_game() -> None:
    found, summary = rows(GAME_2)
    assert [row["state"]["count"] for row in found] == [95, 86, 43, 34, 27, 9, 3, 3]
    assert summary["scores"] == {"Ann": 30, "Bob": 70}


def test_li_35_shown_cards_prove_a_false_concession() -> None:
    found, summary = rows(GAME_2 + "Ann show 8S 2C\n")
    assert (found[-1]["verdict"], found[-1]["codes"]) == ("proven", ["FALSE_CONCESSION"])
    assert found[-1]["about_line"] == found[-2]["line"]
    assert "3 − 2 = 1" in found[-1]["why"]
    assert summary["scores"] == {"Ann": 30, "Bob": 70}, "the printed result stands"
    assert summary["proven"] == 1


@pytest.mark.parametrize(("options", "scores"), [
    ({}, {"Ann": 0, "Bob": 10}), ({"loser_cap": "none"}, {"Ann": 0, "Bob": 10}),
    ({"false_concession": "forfeit"}, {"Ann": 0, "Bob": 10})])
def test_li_50_a_liar_above_the_bar_scores_nothing(options: dict[str, str], scores: dict[str, int]) -> None:
    found, summary = rows("table start QS\nAnn stuck\nBob done\nAnn show 2C 3C 4C 5C 6C\n", **options)
    assert (found[-1]["verdict"], found[-1]["codes"]) == ("proven", ["FALSE_CONCESSION"])
    assert found[-1]["about_line"] == found[1]["line"]
    assert summary["scores"] == scores


def test_li_50_with_resume_play_goes_on() -> None:
    found, summary = rows("table start QS\nAnn stuck\nAnn show 2C 3C 4C 5C 6C\nAnn play 2C = 99\n",
                          loser_cap="none", false_concession="resume")
    assert [row["verdict"] for row in found[-2:]] == ["proven", "ok"]
    assert (found[-1]["state"]["count"], summary["scores"]) == (99, {"Ann": 0, "Bob": 0})


def test_shown_before_the_hand_is_scored_or_after_it_a_forfeit_is_the_same() -> None:
    early, late = (rows(GAME_2.replace("Bob done\n", "") + "\n".join(lines), false_concession="forfeit")[1]["scores"]
                   for lines in (("Ann show 8S 2C", "Bob done"), ("Bob done", "Ann show 8S 2C", "Ann show 9S")))
    assert early == late == {"Ann": 0, "Bob": 70}


def test_li_51_a_count_that_no_reading_gives_is_a_wrong_count() -> None:
    verdict = judged(position(9), "Ann play 8C = 2")
    assert verdict.codes == ("WRONG_COUNT",)
    assert why_of(verdict) == "The count becomes 1, not 2."
    assert why_of(judged(position(60), "Ann play 8C = 7")) == "8 does not divide 60: the count becomes 52."


def hand_of_three(count: int, playable: int, **options: str) -> State:
    """Ann holds three; only two cards that nobody has seen cannot be played, and so many can."""
    state = position(count, held=3, **options)
    can, cannot = ([card for card in sorted(standard_pack()) if bool(state.results(card)) is wanted]
                   for wanted in (True, False))
    return replace(state, seen=(*can[playable:], *cannot[2:]))


def test_li_52_counting_alone_proves_a_false_concession() -> None:
    state = hand_of_three(9, 20)
    verdict = judged(state, "Ann stuck")
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("FALSE_CONCESSION",), state.at)
    assert verdict.after.phase == "extra", "at or below the bar the result stands"
    assert judged(replace(state, hands=(2, 5)), "Ann stuck").kind == "ok", "two hands of two cannot be told apart"
    resumed = judged(hand_of_three(9, 20, false_concession="resume"), "Ann stuck").after
    assert (resumed.phase, resumed.turn, resumed.count) == ("play", "Ann", 9)
    forfeited = judged(hand_of_three(9, 20, false_concession="forfeit"), "Ann stuck").after
    assert after(forfeited, "Bob done").scores[0] == 0


@pytest.mark.parametrize("line", ["Bob show", "table stock"])
def test_cards_seen_later_are_counted_against_whoever_was_stuck(line: str) -> None:
    stuck = judged(replace(hand_of_three(9, 20), hands=(2, 5)), "Ann stuck")
    assert stuck.kind == "ok", "she may hold the only two cards that could not be played"
    misfit = next(card for card in sorted(standard_pack()) if card not in stuck.after.seen
                  and not position(9).results(card))
    later = judged(stuck.after, f"{line} {misfit}")
    assert (later.kind, later.codes, later.about) == ("proven", ("FALSE_CONCESSION",), stuck.after.at - 1)
    assert why_of(later) == ("Ann has 2 unseen cards; too few of those that nobody has seen did not fit 9: one could "
                             "have been played.")
    playable = next(card for card in sorted(standard_pack()) if card not in later.after.seen
                    and position(9).results(card))
    assert judged(later.after, f"Bob show {playable}").kind == "ok", "it is said once"


def test_li_35_resumed_the_right_continuation_scores_80_to_10() -> None:
    found, summary = rows(GAME_2 + "Ann show 8S 2C\nAnn play 2C = 1\nBob stuck\nAnn done\n", false_concession="resume")
    assert found[-4]["state"]["to_act"] == "Ann"
    assert summary["scores"] == {"Ann": 80, "Bob": 10}


def test_resuming_takes_the_winners_extra_cards_back() -> None:
    found, summary = rows(GAME_2 + "Bob play 2H = 1\nAnn show 8S 2C\nAnn play 2C = 1\nBob stuck\n",
                          false_concession="resume")
    assert [row["state"]["count"] for row in found[-4:]] == [1, 3, 1, 1]
    assert summary["scores"] == {"Ann": 80, "Bob": 10}


def test_cards_that_could_not_be_played_prove_nothing() -> None:
    found, _ = rows(GAME_2 + "Ann show 8S 5C\n")
    assert found[-1]["verdict"] == "ok"


def test_nobody_must_play_where_the_house_says_so() -> None:
    found, _ = rows(GAME_2 + "Ann show 8S 2C\n", must_play="false")
    assert found[-1]["verdict"] == "ok"


def test_li_38_both_over_the_target_the_higher_wins() -> None:
    state = replace(position(3), scores=(190, 190), played=7, hands=(3, 0))
    state = after(state, "Ann stuck")
    assert state.scores == (220, 260)
    outcome = LIMBO.outcome(state)
    assert (outcome.over, outcome.winners) == (True, ("Bob",))


def test_equal_totals_play_one_more_hand() -> None:
    state = after(replace(position(7), scores=(190, 190), played=7, hands=(3, 0)), "Ann stuck")
    assert state.scores == (260, 260)
    assert not LIMBO.outcome(state).over
    assert judged(state, "table deal").applies


def test_a_match_of_two_hands() -> None:
    _, summary = rows(GAME_1 + "table deal\ntable start 5C = 96\nBob play 8D = 12\nAnn stuck\n", deals="2")
    assert summary["over"]
    assert summary["deals"] == 2
    assert summary["scores"] == {"Ann": 60, "Bob": 10 + 20}, "at 12 only four Queens are stuck: five cards cannot be"
    assert summary["winners"] == ["Ann"]


def test_li_39_a_card_seen_in_an_earlier_hand_cannot_come_again() -> None:
    hand_2 = "table deal\ntable start 5C = 96\nBob play 9C = 87\n"
    found, _ = rows(GAME_1 + hand_2)
    assert (found[-1]["verdict"], found[-1]["codes"]) == ("illegal", ["DUPLICATE"])
    found, _ = rows(GAME_1 + "table reshuffle\n" + hand_2)
    assert found[-4]["codes"] == ["EARLY_RESHUFFLE"]
    assert found[-1]["verdict"] == "ok"
    found, _ = rows(GAME_1 + hand_2, shuffle="each_hand")
    assert found[-1]["verdict"] == "ok"


def test_li_40_too_few_cards_for_a_deal() -> None:
    closed = replace(after(replace(position(3), hands=(3, 0)), "Ann stuck"), stock=10)
    assert judged(closed, "table deal").codes == ("MUST_RESHUFFLE",)
    shuffled = after(closed, "table reshuffle")
    assert (shuffled.hands, shuffled.stock, shuffled.pile, shuffled.seen) == ((0, 0), 52, (), ())
    dealt = after(closed, "table reshuffle", "table deal")
    assert (dealt.stock, dealt.seen, dealt.phase) == (42, (), "starter")
    assert after(replace(closed, stock=11), "table deal").stock == 1


def test_a_shuffle_is_offered_when_it_is_due() -> None:
    closed = after(replace(position(3), hands=(3, 0)), "Ann stuck")
    for stock, offered in ((10, ["table reshuffle"]), (11, ["table deal"])):
        listed = list(map(str, LIMBO.legal_actions(replace(closed, stock=stock))))
        assert [line for line in listed if line.startswith("table")] == offered


def test_the_end_of_the_file_closes_the_hand() -> None:
    found, summary = rows(GAME_1)
    assert found[-1]["scores"] == {"Ann": 0, "Bob": 0}
    assert found[-1]["state"]["to_act"] == "Ann"
    assert summary["scores"] == {"Ann": 60, "Bob": 10}
    found, _ = rows(GAME_1 + "table deal\n")
    assert found[-1]["scores"] == {"Ann": 60, "Bob": 10}


def test_the_winner_deals() -> None:
    found, _ = rows(GAME_1 + "table deal\ntable start 5C = 96\n")
    assert found[-1]["state"]["to_act"] == "Bob"


def test_stuck_is_said_even_at_0() -> None:
    state = after(replace(position(1), last_player="Bob"), "Ann play AC = 0")
    assert state.phase == "play"
    assert after(state, "Bob stuck").phase == "closed"


def test_cards_in_hand_keep_the_stock_out_of_reach() -> None:
    assert judged(position(50, held=2), "Ann play 7C from stock = 43").codes == ("EARLY_STOCK",)


def test_a_withheld_card_is_proven_where_the_stock_helps_out() -> None:
    state = after(position(50, held=2, stuck_above_bar="draw_from_stock"), "Ann play 7C from stock = 43",
                  "Bob play 3H = 40")
    verdict = judged(state, "Ann play 4D = 10")
    assert (verdict.kind, verdict.codes) == ("proven", ("WITHHELD_CARD",))


def test_a_shown_card_binds_its_holder() -> None:
    state = after(position(3, held=2), "Ann show 8S 2C")
    verdict = judged(state, "Ann stuck")
    assert (verdict.kind, verdict.codes) == ("illegal", ("FALSE_CONCESSION",))
    assert "3 − 2 = 1" in why_of(verdict)
    assert judged(state, "Ann play AC").codes == ("HAND_COUNT",), "she has shown both her cards"
    assert judged(state, "Ann show AC").codes == ("HAND_COUNT",)
    played = after(state, "Ann play 2C = 1")
    assert judged(played, "Bob play 8S").codes == ("DUPLICATE",), "it is in Ann's hand"
    assert after(played, "Bob stuck", "Ann done").scores == (20, 10)
    assert after(position(3, held=2, must_play="false"), "Ann show 8S 2C", "Ann stuck").phase == "extra"


def test_a_shown_card_that_can_be_played_keeps_the_stock_out_of_reach() -> None:
    state = after(position(50, held=2, stuck_above_bar="draw_from_stock"), "Ann show 4D")
    assert judged(state, "Ann play 7C from stock = 43").codes == ("WITHHELD_CARD",)
    assert judged(state, "Ann play 4D from stock").codes == ("DUPLICATE",)


def test_cards_shown_after_a_hand_are_out_until_the_next_shuffle() -> None:
    closed = after(position(9, held=2), "Ann stuck", "Bob done", "Ann show 8S 2C")
    assert LIMBO.shown.advice(closed)["gone"] == ["8S", "2C"]
    hand_2 = after(closed, "table deal", "table start 5C = 96")
    assert judged(hand_2, "Ann play 8S").codes == ("DUPLICATE",)
    fresh = after(replace(closed, stock=10), "table reshuffle", "table deal", "table start 5C = 96")
    assert judged(fresh, "Ann play 8S = 12").kind == "ok"


def test_giving_up_out_of_turn_stands_when_the_table_lets_it() -> None:
    state = position(9, held=2)
    verdict = judged(state, "Bob stuck")
    assert (verdict.kind, verdict.codes) == ("illegal", ("WRONG_TURN",))
    assert (verdict.after.phase, verdict.after.last_player) == ("extra", "Ann")
    assert after(verdict.after, "Ann done").scores == (10, 90)
    assert judged(LIMBO.start(Table(("Ann", "Bob"), "Bob")), "Bob stuck").after is None
    assert judged(state, "table stuck").codes == ("WRONG_TURN",)


def test_done_before_the_other_is_stuck_stands_when_the_table_lets_it() -> None:
    state = position(9, held=2)  # Bob played last
    for player, scores in (("Bob", (90, 10)), ("Ann", (90, 10))):
        verdict = judged(state, f"{player} done")
        assert (verdict.kind, verdict.codes) == ("illegal", ("HAND_NOT_OVER",))
        assert LIMBO.close(verdict.after).scores == scores
    extra = after(state, "Ann stuck")
    verdict = judged(extra, "Ann done")
    assert (verdict.codes, verdict.after.scores) == (("WRONG_TURN",), (90, 10))
    assert judged(extra, "Ann stuck").after is None
    found, summary = rows("table start 6D = 95\nAnn play 9C = 86\nBob stuck\nBob done !\n")
    assert [row["verdict"] for row in found] == ["ok", "ok", "proven", "illegal"]
    assert summary["scores"] == {"Ann": 20, "Bob": 0}, "giving up at 86 was false, and above the bar it never stands"


def test_passing_above_the_bar() -> None:
    state = after(position(50, held=2, stuck_above_bar="pass"), "Ann stuck")
    assert (state.phase, state.turn) == ("play", "Bob")
    assert after(state, "Bob stuck").last_player == "Bob"
    verdict = judged(after(state, "Bob play 3H = 47"), "Ann play 4D = 43")
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("FALSE_CONCESSION",), 0)


def test_the_known_top_of_the_stock_is_no_excuse() -> None:
    state = after(position(23, held=0), "table stock 5D")
    assert judged(state, "Ann stuck").codes == ("FALSE_CONCESSION",)
    assert judged(state, "Ann play 6D from stock").codes == ("WRONG_STOCK_CARD",)
    assert judged(state, "Ann play 5D from stock").applies
    assert judged(after(position(10, held=0), "table stock 5D"), "Ann stuck").kind == "ok", "at the bar it is no help"
    assert judged(after(position(23, held=1), "table stock 5D"), "Ann stuck").kind == "ok", "nor with a card in hand"
    assert judged(after(position(23, held=0, must_play="false"), "table stock 5D"), "Ann stuck").kind == "ok"


def test_a_card_that_lies_on_the_stock_is_in_no_hand() -> None:
    state = after(position(23), "table stock 5D")
    assert judged(state, "Ann play 5D").codes == ("DUPLICATE",)


def test_the_stock_shows_a_card_once_somebody_has_said_which() -> None:
    assert "stock" not in LIMBO.visible(position(23)), "an open stock that nobody mentions means nothing"
    assert LIMBO.visible(after(position(23), "table stock 5D"))["stock"] == (parse_card("5D"),)


def test_stock_reports_that_cannot_be() -> None:
    state = after(position(23), "Ann play 5D")
    assert judged(state, "table stock 5D").kind == "warn"
    assert judged(position(23, stock=0), "table stock 5D").codes == ("NO_STOCK",)
    assert judged(after(state, "table stock 6D"), "table stock 7D").codes == ("SETTLED_MOVED",)
    assert judged(position(23, stock_face="down"), "table stock 7D").codes == ("STOCK_FACE",)


@pytest.mark.parametrize(("extra", "goes_on"), [("hand", False), ("hand+stock", True), ("none", False)])
def test_what_the_winner_may_go_on_with(extra: str, goes_on: bool) -> None:
    state = after(replace(position(9, winner_extra=extra), hands=(5, 0)), "Ann stuck")
    assert (state.phase == "extra") == goes_on
    if goes_on:
        assert after(state, "Bob play 3C from stock = 3").played == 2
        no_stock = replace(position(9, winner_extra=extra, stock=0), hands=(5, 0))
        assert after(no_stock, "Ann stuck").phase == "closed"


def test_a_line_let_stand_is_applied() -> None:
    found, _ = rows("table start 5D = 96\nAnn play 6C = 90 !\nBob play 7H = 83\n")
    assert [row["verdict"] for row in found] == ["ok", "illegal", "ok"]
    assert [row["state"]["count"] for row in found] == [96, 90, 83]


def test_a_play_out_of_turn_that_stands_does_what_the_card_does() -> None:
    verdict = judged(position(96), "Bob play 7C")
    assert verdict.codes == ("WRONG_TURN",)
    assert (verdict.after.count, verdict.after.previous) == (89, numeral(7))
    assert judged(position(96), "Bob play KC").after.count == 96, "nobody has said by what"
    assert judged(position(96), "Bob play JK").after is None
    assert judged(LIMBO.start(Table(("Ann", "Bob"), "Bob")), "Ann play 9C").after is None


def test_an_illegal_line_changes_nothing() -> None:
    found, _ = rows("table start 5D = 96\nAnn play 6C = 90\nAnn play 6C = 16\n")
    assert found[1]["why"] == "6 divides 96, so it must divide: the count becomes 16."
    assert found[1]["state"]["to_act"] == "Ann"
    assert found[2]["verdict"] == "ok"


@pytest.mark.parametrize(("line", "code"), [
    ("Bob play 9C", "WRONG_TURN"), ("table play 9C", "WRONG_TURN"), ("Ann play 9C 8C", "TWO_CARDS"),
    ("table stock ??", "UNSEEN_CARD"), ("table stock 5D 6D", "TWO_CARDS"), ("table stock 5D on Bob", "CLAUSE"),
    ("table stock JK", "FOREIGN"), ("Ann stuck on Bob", "CLAUSE"), ("Ann done on Bob", "CLAUSE"),
    ("table done", "WRONG_TURN"), ("Ann double on Bob", "CLAUSE"), ("table reshuffle on Bob", "CLAUSE"),
    ("table deal 5C", "CLAUSE"), ("table show 5C", "CLAUSE"), ("Ann play JK", "FOREIGN"),
    ("Ann play 9C from hand", "CLAUSE"),
    ("Ann play 9C take 8C", "CLAUSE"), ("Bob stuck", "WRONG_TURN"), ("Ann done", "HAND_NOT_OVER"),
    ("table deal", "EARLY_DEAL"), ("table reshuffle", "EARLY_RESHUFFLE"), ("table start 9C", "NO_DEAL"),
])
def test_other_faults(line: str, code: str) -> None:
    verdict = judged(position(50), line)
    assert (verdict.kind, verdict.codes) == ("illegal", (code,))


@pytest.mark.parametrize(("line", "choices"), [
    ("Ann play ?? = 1", ["Ann play 2C = 1", "Ann play AC = 1", "Ann play AD = 1"]), ("Ann play ?? = 5", []),
    ("Ann play ??", ["Ann play 2C = 1", "Ann play AC = 1", "Ann play AD = 1"]), ("Ann play ?? from stock", []),
])
def test_a_card_that_was_not_seen_is_asked_for(line: str, choices: list[str]) -> None:
    some = tuple(card for card in standard_pack() if card.face not in ("AC", "AD", "2C", "KC"))
    verdict = judged(replace(position(2, ACES[0]), seen=some), line)
    assert (verdict.kind, verdict.codes) == ("need", ("UNSEEN_CARD",))
    assert list(map(str, verdict.choices)) == choices


def test_a_starter_that_was_not_seen_is_asked_for() -> None:
    undealt = LIMBO.start(Table(("Ann", "Bob"), "Bob"))
    assert len(judged(undealt, "table start ??").choices) == 56, "an Ace counts 1 or 11"
    assert [str(choice) for choice in judged(undealt, "table start ?? = 90").choices] == [
        f"table start A{suit} = 90" for suit in "CDHS"]


def test_nothing_is_dealt_after_the_match() -> None:
    state = after(replace(position(3), scores=(0, 190), hands=(3, 0)), "Ann stuck")
    assert judged(state, "table deal").codes == ("GAME_OVER",)


def test_a_sixth_card_is_one_too_many() -> None:
    assert judged(position(50, held=0, winner_extra="hand"), "Ann play 9C").applies, "it can only be from the stock"
    assert judged(position(9, held=0), "Ann play 3C").codes == ("HAND_COUNT",)
    assert judged(position(9, held=0), "Ann play 3C").after.hands == (0, 5), "nobody holds less than nothing"
    assert judged(after(position(9, held=1), "Ann stuck"), "Ann show 8C 7C").codes == ("HAND_COUNT",)


def test_three_players_cannot_sit_down() -> None:
    with pytest.raises(SetupError, match="Limbo is for 2 players, not 3"):
        LIMBO.start(Table(("Ann", "Bob", "Cal")))


@pytest.mark.parametrize(("name", "refused", "taken"), [
    ("target", ("0", "many"), ("1", "5000")), ("deals", ("-1", "2.5"), ("0", "3")),
    ("bar", ("-1", "101"), ("0", "100"))])
def test_numbers_that_the_table_may_choose(name: str, refused: tuple[str, ...], taken: tuple[str, ...]) -> None:
    for value in refused:
        with pytest.raises(SetupError, match=f"Option {name} cannot be '{value}'; choose a whole number from"):
            position(50, **{name: value})
    for value in taken:
        assert getattr(position(50, **{name: value}).house, name) == int(value)


def test_advice_lists_every_result() -> None:
    advice = LIMBO.shown.advice(position(96, numeral(5)))
    assert [r["count"] for r in advice["results"]["A"]] == [95, 85]
    assert advice["results"]["6"] == [{"count": 16, "value": 6, "divides": True}]
    assert advice["results"]["J"] == [{"count": 91, "value": 5, "divides": False}]
    assert advice["results"]["K"][0]["count"] == 48
    assert advice["results"]["Q"] == [{"count": 69, "value": None, "divides": False}]
    assert LIMBO.shown.advice(position(66))["results"]["Q"] == []
    assert (advice["at_bar"], advice["stock"], advice["stock_top"]) == (False, 30, None)
    assert advice["hand_sizes"] == {"Ann": 5, "Bob": 5}
    assert advice["if_it_ended_now"] == {"Ann": 100, "Bob": 10}
    assert advice["unseen"] == dict.fromkeys(RANKS, 4)
    assert LIMBO.shown.advice(after(position(96), "table stock 5D"))["stock_top"] == "5D"
    assert LIMBO.shown.advice(position(10))["at_bar"] is True
    lines = spoken(replace(position(96, numeral(5)), seen=(parse_card("5D"),)))
    assert "6: 96 ÷ 6 = 16 (must divide)" in lines
    assert "Queen: 96 reversed = 69" in lines
    assert "1 card played; if it ended now: Ann 100, Bob 10" in lines
    assert "Cards: Ann 5, Bob 5" in lines
    assert "30 cards in the stock" in lines
    assert "Out until the next shuffle: 5D" in lines
    for count in (10, 9):
        assert "Down to the bar of 10: nothing more comes from the stock" in spoken(position(count))


@pytest.mark.parametrize(("options", "words"), [
    ({}, "The match is played to 200 points; the higher total wins"), ({"deals": "3"}, "A match is 3 deals;"),
    ({"bar": "7"}, "count above 7,"), ({"bar": "7"}, "At 7 or below nothing comes from the stock"),
    ({"must_play": "false"}, "Nobody has to play."), ({}, "Whoever can play must play."), ({}, "the stock, face up."),
    ({"stock_face": "down"}, "the stock, face down."), ({"winner_extra": "none"}, "The deal ends at once"),
    ({"shuffle": "each_hand"}, "All cards are shuffled for every deal."),
    ({"ace11_divides": "never"}, "An Ace is 1 or 11 and is always deducted."),
    ({"double_window": "before_starter"}, "Before the starter is turned, the leader may double"),
    ({"stuck_above_bar": "pass", "bar": "12"}, "cannot play any above 12 passes."),
    ({"false_concession": "resume"}, "the deal goes on from there."),
])
def test_the_rules_as_played(options: dict[str, str], words: str) -> None:
    assert words in "\n".join(english(line, "limbo") for line in LIMBO.rules_text(LIMBO.parse_options(options)))


def test_the_loser_is_asked_to_show() -> None:
    stuck = after(position(9, held=2), "Ann stuck")
    assert spoken(stuck)[-1] == "Ann, please show your 2 cards."
    assert spoken(after(stuck, "Ann show 8S"))[-1] == "Ann, please show your 1 card."
    assert LIMBO.shown.advice(after(stuck, "Ann show 8S 7C"))["asks"] == ()


def test_a_card_on_the_pile_is_explained_with_every_count() -> None:
    found = LIMBO.camera.explain(position(98), Change(appeared=(("pile", parse_card("KD")),)))
    assert [str(action) for action in found] == [f"Ann play KD = {n}" for n in (49, 14, 7, 2)]


@pytest.mark.parametrize(("phase", "held", "appeared", "left", "lines"), [
    ("play", 5, "pile 7C", "", ["Ann play 7C = 14"]), ("play", 5, "pile ??", "", []), ("play", 5, "stock ??", "", []),
    ("play", 5, "stock 7C", "", ["table stock 7C"]), ("play", 0, "pile 7C", "", ["Ann play 7C from stock = 14"]),
    ("play", 5, "pile 7C", "stock 7C", ["Ann play 7C from stock = 14", "Ann play 7C = 14"]),
    ("play", 5, "pile JK", "", ["Ann play JK"]), ("play", 5, "", "pile 7C", []),
    ("closed", 5, "", "pile 7C", ["table deal"]), ("extra", 5, "", "pile 7C", ["table deal"]),
    ("closed", 5, "", "stock 7C", []), ("closed", 5, "pile AC", "", ["table start AC = 100", "table start AC = 90"]),
    ("starter", 5, "pile 7C", "", ["table start 7C = 94"]), ("starter", 5, "pile JK", "", []),
])
def test_what_the_camera_sees(phase: str, held: int, appeared: str, left: str, lines: list[str]) -> None:
    def seen(text: str) -> tuple[tuple[str, Card], ...]:
        place, _, card = text.partition(" ")
        return ((place, parse_card(card)),) if text else ()

    state = replace(position(98, held=held), phase=phase)
    assert list(map(str, LIMBO.camera.explain(state, Change(seen(appeared), seen(left))))) == lines


# -- laws of the arithmetic (RULES 2.3) --------------------------------------------------------

counts = st.integers(0, 101)
rank = st.sampled_from(RANKS)
before = st.sampled_from([NOTHING, QUEEN, KING, *ACES, *(numeral(v) for v in range(2, 11))])
ace11 = st.sampled_from(["mandatory", "optional", "never"])
jack = st.sampled_from(["same", "free"])


def may_become(new: int, count: int, words: str, ace11: str) -> bool:
    """RULES 2.3 the other way round: whether a card that counts as this may make this count of that."""
    if not 0 <= new < count:
        return False
    if words == "queen":
        return str(new) == str(count)[::-1].lstrip("0")
    if words == "king":
        return new > 1 and count % new == 0
    value = int(words)
    divides, deducts = value > 1 and new * value == count, new + value == count
    if words == "11" and ace11 != "mandatory":
        return deducts or (divides and ace11 == "optional")
    return divides or (deducts and (value == 1 or count % value > 0))


WORDS = {"A": ("1", "11"), "Q": ("queen",), "K": ("king",), **{RANKS[n - 1]: (str(n),) for n in range(2, 11)}}
REPEATED = {QUEEN: ("queen",), KING: ("king",), ACES[0]: ("1",), ACES[1]: ("11",), NOTHING: (),
            **{numeral(n): (str(n),) for n in range(2, 11)}}


@pytest.mark.parametrize("house", ["mandatory", "optional", "never"])
def test_results_of_every_card_on_every_count_against_trying_every_new_count(house: str) -> None:
    for count in range(102):
        cards = [(face, NOTHING, "same", words) for face, words in WORDS.items()]
        cards += [("J", previous, manner, WORDS["A"] if previous in ACES and manner == "free" else words)
                  for previous, words in REPEATED.items() for manner in ("same", "free")]
        for face, previous, manner, words in cards:
            found = {result.becomes for result in results(face, count, previous, house, manner)}
            tried = {new for new in range(102) if any(may_become(new, count, word, house) for word in words)}
            assert found == tried, (face, count, previous, house, manner)


@given(rank, counts, before, ace11, jack)
def test_every_result_reduces_and_stays_at_0_or_above(card: str, count: int, previous: Power, a: str, j: str) -> None:
    found = [result.becomes for result in results(card, count, previous, a, j)]
    assert all(0 <= becomes < count for becomes in found)
    assert len(set(found)) == len(found), "the count tells which one was meant"


@given(counts)
def test_a_jack_after_a_queen_is_never_legal(count: int) -> None:
    for queen in results("Q", count, NOTHING, "mandatory", "same"):
        assert not results("J", queen.becomes, QUEEN, "mandatory", "same")


@given(rank, st.integers(2, 101), before)
def test_0_is_reached_only_from_1(card: str, count: int, previous: Power) -> None:
    assert all(result.becomes > 0 for result in results(card, count, previous, "mandatory", "same"))


@given(st.integers(2, 101))
def test_a_king_never_reaches_1_and_an_equal_numeral_does(count: int) -> None:
    assert all(result.becomes > 1 for result in results("K", count, NOTHING, "mandatory", "same"))
    if count <= 10:
        assert [r.becomes for r in results(RANKS[count - 1], count, NOTHING, "mandatory", "same")] == [1]


def test_a_jack_is_told_what_it_repeats() -> None:
    queen, king = Power("queen"), Power("king")
    assert why_of(judged(position(33, queen), "Ann play JC")) == (
        "The Jack repeats the Queen: 33 reversed is 33, which is not less.")
    assert why_of(judged(position(43, king), "Ann play JC")) == (
        "The Jack repeats a King and cannot be played: nothing but 1 and itself divides 43.")
