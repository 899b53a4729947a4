"""Cribbage: the vectors of RULES 11 by their ids, the counting as laws, whole games at two, three and four."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.words.speaker import english
from rules import Change, Match, Table, Verdict, parse_action, parse_card, parse_cards, parse_record
from rules.adjudicate import RecordJudge
from rules.core.cards import Card, standard_pack
from rules.games.cribbage import CRIBBAGE
from rules.games.cribbage.counting import count_hand, play_points
from tests.games.cribbage.all_hands import counted_one_by_one

PACK = sorted(standard_pack())
TWO, THREE, FOUR = ("Ann", "Bob"), ("Ann", "Bob", "Cal"), ("Ann", "Bob", "Cal", "Dee")


def table(*lines: str, players: tuple[str, ...] = TWO, **options: str) -> Match:
    """A match after these lines, all of which were accepted; the last player deals."""
    match = Match(CRIBBAGE, Table(players, players[-1], options))
    for line in lines:
        verdict = match.push(parse_action(line))
        assert verdict.applies, f"{line}: {verdict}"
    return match


def playing(*lines: str, starter: str = "9H", players: tuple[str, ...] = TWO, **options: str) -> Match:
    return table(f"table start {starter}", *lines, players=players, **options)


def last(match: Match, line: str) -> Verdict:
    return match.push(parse_action(line))


def why(verdict: Verdict) -> str:
    return english(verdict.why, "cribbage")


def at(match: Match, *holes: int) -> Match:
    """The same with the pegs moved."""
    match.state = replace(match.state, holes=holes)
    return match


# -- the crib and the starter ----------------------------------------------------------------------


def test_cr_01_a_jack_turned_up_gives_the_dealer_two() -> None:
    match = table("Ann crib 2", "Bob crib 2", "table start JH")
    assert match.scores == {"Ann": 0, "Bob": 2}
    assert match.to_act == "Ann"


def test_cr_02_two_cards_go_to_the_crib_with_two_players_and_one_with_more() -> None:
    assert last(table(), "Ann crib 1").codes == ("CRIB_COUNT",)
    match = table("Ann crib 1", "Bob crib 1", "Cal crib 1", players=THREE)
    assert match.game.public(match.state)["crib_size"] == 4, "the table adds a card for three"
    assert last(table("Ann crib 2"), "Ann crib 2").codes == ("CRIB_CLOSED",)


def test_cr_03_the_starter_may_come_before_anybody_has_said_what_went_to_the_crib() -> None:
    match = playing()
    assert match.game.public(match.state)["crib_size"] == 4
    assert last(match, "table start 2C").codes == ("SECOND_STARTER",)


def test_nothing_is_played_before_the_starter_is_turned() -> None:
    assert last(table("Ann crib 2"), "Bob play 7C").codes == ("NO_STARTER",)


# -- the play --------------------------------------------------------------------------------------

# what has been laid, in order; what the last card scores
LAID = [
    ("CR_04", "7C 8D", 2), ("CR_05", "TC JD", 0), ("CR_06a", "4C 4D", 2), ("CR_06b", "4C 4D 4H", 6),
    ("CR_06c", "4C 4D 4H 4S", 12), ("CR_07a", "4C 6D 5H", 5), ("CR_07b", "4C 6D 2H 5S 3C", 5),
    ("CR_07c", "4C 5D 5H 6S", 0), ("CR_07d", "AC KD QH JS", 5), ("CR_07e", "QC KD AH", 0),
    ("CR_07f", "3C 4D 3H 5S", 5), ("CR_07g", "5C 6D 7H 6S 5C", 3), ("CR_08", "TC JD QH AC", 2),
]


@pytest.mark.parametrize(("cards", "points"), [row[1:] for row in LAID], ids=[row[0] for row in LAID])
def test_what_the_last_card_scores(cards: str, points: int) -> None:
    assert play_points(parse_cards(cards)).total == points


def test_cr_08_31_scores_two_and_the_count_begins_again_without_a_point_for_the_last_card() -> None:
    match = playing("Ann play TC = 10", "Bob play KD = 20", "Ann play TH = 30", "Bob play AC = 31")
    assert match.scores == {"Ann": 0, "Bob": 2}
    assert (match.state.count, match.to_act) == (0, "Ann")


def test_cr_09_no_card_may_pass_31() -> None:
    verdict = last(playing("Ann play TC", "Bob play JD", "Ann play 9D"), "Bob play 3C")
    assert verdict.codes == ("OVER_31",)
    assert why(verdict) == "The 3 of clubs makes 32, past 31: whoever cannot stay within it says go."


def test_cr_10_after_go_the_other_plays_on_and_the_last_card_scores_one() -> None:
    match = playing("Ann play TC", "Bob play JD", "Ann play 8D", "Bob go", "Ann play 2D")
    assert match.scores == {"Ann": 0, "Bob": 0}
    assert last(match, "Ann go").applies
    assert match.scores == {"Ann": 1, "Bob": 0}
    assert (match.state.count, match.to_act) == (0, "Bob")


def test_cr_11_who_laid_the_last_card_need_not_say_that_there_is_no_more() -> None:
    match = playing("Ann play TC", "Bob play JD", "Ann play 8D", "Bob go", "Bob play QD = 10")
    assert match.scores == {"Ann": 1, "Bob": 0}
    assert match.state.count == 10


def test_cr_12_at_21_and_less_nobody_can_say_go() -> None:
    verdict = last(playing("Ann play TC", "Bob play JD"), "Ann go")
    assert verdict.codes == ("FALSE_GO",)


def test_cr_13_a_card_laid_later_proves_that_it_fitted() -> None:
    match = playing("Ann play TC", "Bob play JD", "Ann play 8D", "Bob go")
    verdict = last(match, "Bob play 3C = 3")
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("FALSE_GO",), 4)
    assert why(verdict) == "Bob said go at 28 with the 3 of clubs in hand, which makes 31."


def test_cr_14_alone_with_cards_a_player_begins_anew_without_a_word() -> None:
    match = playing("Ann play TC", "Bob play 9D", "Ann play 6H")
    ann, bob = match.state.seats
    match.state = replace(match.state, seats=(ann, bob._replace(hand=0)), turn=0)
    assert last(match, "Ann play QC = 10").kind == "ok"
    assert (match.scores["Ann"], match.state.count) == (1, 10)


def test_a_wrong_count_is_a_fault_of_its_own() -> None:
    verdict = last(playing("Ann play TC"), "Bob play 7D = 18")
    assert (verdict.kind, verdict.codes) == ("illegal", ("WRONG_COUNT",))
    assert why(verdict) == "The count is 17, not 18."


def test_a_pair_does_not_reach_back_behind_31() -> None:
    match = playing("Ann play TC", "Bob play KD", "Ann play TH", "Bob play AC", "Ann play AD")
    assert match.scores["Ann"] == 0


def test_somebody_else_is_on_turn() -> None:
    assert last(playing(), "Bob play 7C").codes == ("WRONG_TURN",)


# -- the show --------------------------------------------------------------------------------------

# hand, starter, points in hand, points in the crib
HANDS = [
    ("CR_15", "5C 5D 5S JH", "5H", 29, 29), ("CR_16", "4C 5C 6C 7C", "8H", 5 + 4 + 4, 5 + 4),
    ("CR_17", "2C 4C 6C 8C", "TC", 5, 5), ("CR_17b", "2C 4C 6C 8C", "TD", 4, 0), ("CR_18", "2C 4D 6H 8S", "TC", 0, 0),
    ("CR_19", "7C 7D 8H 8S", "9C", 24, 24), ("CR_20", "JC 2D 4H 6S", "8C", 1, 1),
    ("CR_21", "AC AD 2H 3S", "3C", 16, 16),
]


@pytest.mark.parametrize(("cards", "starter", "hand", "crib"), [row[1:] for row in HANDS], ids=[r[0] for r in HANDS])
def test_what_a_hand_and_a_crib_are_worth(cards: str, starter: str, hand: int, crib: int) -> None:
    assert count_hand(parse_cards(cards), parse_card(starter)).total == hand
    assert count_hand(parse_cards(cards), parse_card(starter), is_crib=True).total == crib


@given(st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True), st.booleans())
def test_counting_agrees_with_counting_one_by_one(cards: list[Card], is_crib: bool) -> None:
    assert count_hand(cards[:4], cards[4], is_crib=is_crib).total == counted_one_by_one(cards[:4], cards[4], is_crib)


SHOWN = ("Ann play 5C", "Bob play 6D", "Ann play 5D", "Bob play 6H", "Ann play 7S", "Bob go", "Ann go", "Bob play KD",
         "Ann play 8C", "Bob play KC")


def showing(**options: str) -> Match:
    """All cards are laid: Ann 5 5 7 8 (6 and 4 with the 9), Bob 6 6 K K; Bob has the crib."""
    return playing(*SHOWN, **options)


def test_cr_22_the_dealers_left_is_counted_first_and_the_crib_last() -> None:
    match = showing()
    assert last(match, "Bob show 6D 6H KD KC").codes == ("WRONG_TURN",)
    before = dict(match.scores)
    for line in ("Ann show 5C 5D 7S 8C", "Bob show 6D 6H KD KC = 8"):
        assert last(match, line).kind == "ok", line
    assert match.scores["Bob"] - before["Bob"] == 8
    assert last(match, "Bob show 2C 3D 4S 9C from crib = 7").codes == ("WRONG_COUNT",)
    assert last(match, "Bob show 2C 3D 4S 9C from crib").applies
    assert match.state.phase == "closed"


def test_cr_23_only_the_cards_that_were_played_are_counted() -> None:
    assert last(showing(), "Ann show 5C 5D 7S 9C").codes == ("NOT_YOUR_CARD",)
    assert last(showing(), "Ann show 5C 5D 7S").codes == ("SHOW_COUNT",)


def test_cr_24_too_many_points_are_never_pegged() -> None:
    match = showing(muggins="on")
    before = dict(match.scores)
    assert last(match, "Ann show 5C 5D 7S 8C = 12").codes == ("WRONG_COUNT",)
    assert match.scores == before


def test_cr_25_too_few_points_are_pointed_out() -> None:
    verdict = last(showing(), "Ann show 5C 5D 7S 8C = 2")
    assert (verdict.kind, verdict.codes) == ("illegal", ("WRONG_COUNT",))


def test_cr_26_with_muggins_the_rest_may_be_taken_until_the_next_hand_is_counted() -> None:
    match = showing(muggins="on")
    before = dict(match.scores)
    assert last(match, "Ann show 5C 5D 7S 8C = 2").kind == "warn"
    assert last(match, "Ann peg 2 on Ann").codes == ("NO_MUGGINS",)
    left = match.state.left.points
    assert last(match, f"Bob peg {left + 1} on Ann").codes == ("WRONG_PEG",)
    assert last(match, f"Bob peg {left} on Ann").kind == "ok"
    assert match.scores == {"Ann": before["Ann"] + 2, "Bob": before["Bob"] + left}
    assert last(match, "Bob peg 1 on Ann").codes == ("WRONG_PEG",)


def test_cr_27_without_muggins_nothing_can_be_taken() -> None:
    assert last(showing(), "Bob peg 2 on Ann").codes == ("NO_MUGGINS",)


def test_nothing_is_dealt_before_everything_is_counted() -> None:
    match = showing()
    verdict = last(match, "table deal")
    assert (verdict.codes, why(verdict)) == (("EARLY_DEAL",), "Ann's hand has not been counted yet.")
    assert last(playing(), "table deal").codes == ("EARLY_DEAL",)
    assert last(playing(), "Ann show 2C 3C 4C 5C").codes == ("EARLY_SHOW",)
    assert last(match, "Ann play 2H").codes == ("PLAY_OVER",)


def test_a_claim_for_what_was_just_done_is_checked() -> None:
    match = playing("Ann play 7C", "Bob play 8C")
    assert last(match, "Bob peg 3").codes == ("WRONG_PEG",)
    assert last(match, "Bob peg 2").kind == "ok"
    assert last(match, "Bob peg 2").codes == ("WRONG_PEG",)


# -- the game --------------------------------------------------------------------------------------


def test_cr_28_whoever_gets_there_first_wins_in_the_middle_of_the_play() -> None:
    match = at(playing("Ann play 7C"), 120, 119)
    assert last(match, "Bob play 8C").kind == "ok"
    assert (match.outcome.over, match.outcome.winners, match.scores["Bob"]) == (True, ("Bob",), 121)
    verdict = last(match, "Ann play 2D")
    assert verdict.codes == ("GAME_OVER",)


def test_cr_29_the_hand_that_is_counted_first_wins() -> None:
    match = at(showing(), 115, 120)
    last(match, "Ann show 5C 5D 7S 8C")
    assert match.outcome.winners == ("Ann",)


@pytest.mark.parametrize(("options", "loser", "games"), [
    ({}, 91, 1), ({}, 90, 2), ({}, 61, 2), ({}, 60, 3), ({"skunk": "none"}, 10, 1),
    ({"target": "61"}, 31, 1), ({"target": "61"}, 30, 2), ({"target": "61"}, 0, 2),
])
def test_cr_30_a_loser_far_behind_is_skunked(options: dict[str, str], loser: int, games: int) -> None:
    match = at(playing("Ann play 7C", **options), loser, int(options.get("target", "121")) - 1)
    last(match, "Bob play 8C")
    assert last(match, "table deal").applies
    assert match.game.public(match.state)["games"] == {"Ann": 0, "Bob": games}
    assert match.scores == {"Ann": 0, "Bob": 0}


def test_cr_31_the_loser_deals_first_in_the_next_game() -> None:
    match = at(playing("Ann play 7C"), 0, 120)
    last(match, "Bob play 8C")
    last(match, "table deal")
    assert match.state.players[match.state.dealer] == "Ann"


def test_cr_32_four_play_in_pairs_and_partners_score_together() -> None:
    match = playing("Ann play 7C", "Bob play 8C", "Cal play 9C", players=FOUR)
    assert match.scores == {"Ann+Cal": 3, "Bob+Dee": 2, "Ann": 3, "Bob": 2, "Cal": 3, "Dee": 2}


def test_cr_33_with_three_the_others_play_on_after_a_go_and_the_next_after_the_last_card_leads() -> None:
    match = playing("Ann play TC", "Bob play 9D", "Cal play 8D", "Ann go", "Bob play 3D", players=THREE)
    assert match.to_act == "Cal"
    assert last(match, "Cal go").applies
    assert match.to_act == "Bob", "whoever laid the last card may go on"
    assert last(match, "Cal play TD = 10").applies
    assert match.scores["Bob"] == 1


def test_the_camera_sees_the_crib_turned_up_card_by_card() -> None:
    match = showing()
    for line in ("Ann show 5C 5D 7S 8C", "Bob show 6D 6H KD KC"):
        last(match, line)
    some = CRIBBAGE.camera.explain(match.state, Change(tuple(("crib", card) for card in parse_cards("2C 3D"))))
    assert CRIBBAGE.camera.may_grow(match.state, some[0])
    whole = CRIBBAGE.camera.explain(match.state, Change(tuple(("crib", card) for card in parse_cards("2C 3D 4S 9C"))))
    assert last(match, str(whole[0])).applies


@pytest.mark.parametrize(("line", "code"), [
    ("Ann play 7C 8C", "TWO_CARDS"), ("Ann play 9H", "DUPLICATE"), ("Ann play JK", "FOREIGN"),
    ("Ann play ??", "UNSEEN_CARD"), ("Ann play 7C on Bob", "CLAUSE"),
])
def test_what_cannot_be_laid(line: str, code: str) -> None:
    assert last(playing(), line).codes == (code,)


def test_who_has_no_cards_left_lays_none() -> None:
    match = playing("Ann play TC", "Bob play 9D")
    match.state = replace(match.state, seats=(match.state.seats[0]._replace(hand=0), match.state.seats[1]))
    assert last(match, "Ann play 2D").codes == ("HAND_COUNT",)


def rows(text: str) -> list[dict[str, Any]]:
    sitting = RecordJudge(parse_record(f"game: cribbage\nplayers: Ann, Bob\ndealer: Bob\n\n{text}"), english)
    return list(sitting.rows())


def test_the_state_is_public_as_the_record_says() -> None:
    state = rows("table start 5H\nAnn play 7C = 7\n")[-1]["state"]
    assert state == {"to_act": "Bob", "count": 7, "played": ["7C"], "crib_size": 4, "starter": "5H", "phase": "play",
                     "hand_sizes": {"Ann": 3, "Bob": 4}, "games": {"Ann": 0, "Bob": 0}}


@pytest.mark.parametrize("players", [TWO, THREE, FOUR], ids=len)
def test_honest_people_play_whole_games(players: tuple[str, ...]) -> None:
    player = CRIBBAGE.people(CRIBBAGE, Table(players, players[0], {"muggins": "on"}), Random(f"{len(players)}"))
    list(player.play(3000))
    assert player.match.outcome.over
    assert max(player.match.scores.values()) == 121


def test_cr_34_a_play_after_the_last_card_counts_no_hand() -> None:
    match = playing("Ann play KH", "Bob play KD", "Ann play AH", "Bob play TC", "Ann play 9D", "Bob play 9C",
                    "Ann play 4C", "Bob play 2C", starter="5H")
    before = match.scores
    assert last(match, "Ann play KH AH 9D 4C").codes == ("PLAY_OVER",)
    assert match.scores == before
    assert match.to_act == "Ann"
