"""Never Over: the vectors of RULES 1.11 by their ids, the table of six, set-up, draws, retiring, partners."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spoken import Says

from companion.words.speaker import english
from rules import Change, Match, SetupError, Table, Verdict, parse_action, parse_card, parse_cards, parse_record
from rules.adjudicate import RecordJudge
from rules.core.cards import Card
from rules.games.never_over import NEVER_OVER
from rules.games.never_over.house import green, pointage, red
from rules.games.never_over.state import State

SAYS = Says(NEVER_OVER)

TWO = ("Ann", "Bob")
THREE = ("Ann", "Bob", "Cal")
FOUR = ("Ann", "Bob", "Cal", "Deb")
SIX = ("Abe", "Bea", "Cal", "Deb", "Eli", "Flo")


def start(players: tuple[str, ...] = THREE, **options: str) -> State:
    """A new game; the first player is on turn."""
    return NEVER_OVER.start(Table(players, players[-1], options))


def with_piles(state: State, **piles: str) -> State:
    """The state with these cards on the piles: Ann="+3 +4 / <=1", the green ones first."""
    greens, reds = list(state.greens), list(state.reds)
    for name, text in piles.items():
        one, _, other = text.partition("/")
        greens[state.seat(name)], reds[state.seat(name)] = parse_cards(one), parse_cards(other)
    return replace(state, greens=tuple(greens), reds=tuple(reds))


def judged(state: State, line: str) -> Verdict:
    return NEVER_OVER.judge(state, parse_action(line))


def after(state: State, *lines: str) -> State:
    for line in lines:
        verdict = judged(state, line)
        assert verdict.applies, f"{line}: {verdict}"
        state = verdict.after
    return state


def rows(text: str, players: str = "Ann, Bob, Cal", dealer: str = "Cal",
         **options: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    head = [f"game: never_over\nplayers: {players}\ndealer: {dealer}",
            *(f"option {name}: {value}" for name, value in options.items())]
    sitting = RecordJudge(parse_record("\n".join(head) + "\n\n" + text), english)
    return list(sitting.rows()), sitting.summary()


# -- the table of six (RULES 1.10): 84 assertions ------------------------------------------------

TABLE_OF_SIX = {"Abe": "+3 /", "Bea": "+2 / <=3", "Cal": "+4 / <=1", "Deb": "+2 / <=2", "Eli": "/ <=4",
                "Flo": "+3 / <=0"}
OWN_GREEN = {"Abe": "1234", "Bea": "123", "Cal": "1", "Deb": "12", "Eli": "1234", "Flo": ""}
OWN_RED = {"Abe": "4", "Bea": "34", "Cal": "1234", "Deb": "234", "Eli": "4", "Flo": "01234"}
BY_OTHERS = {"Abe": "01234", "Bea": "0123", "Cal": "01", "Deb": "012", "Eli": "01234", "Flo": "0"}
CAPS = {"Abe": 4, "Bea": 3, "Cal": 1, "Deb": 2, "Eli": 4, "Flo": 0}


def six() -> State:
    # Two more red 0s than the suggested pack has, so that "≤0" is possible in fact as well as in rule.
    return with_piles(start(SIX, pack="custom", reds="3,2,3,4,5"), **TABLE_OF_SIX)


@pytest.mark.parametrize("value", range(1, 5))
@pytest.mark.parametrize("owner", SIX)
def test_own_green_of_the_table_of_six(owner: str, value: int) -> None:
    verdict = judged(replace(six(), turn=owner), f"{owner} play +{value}")
    assert verdict.applies == (str(value) in OWN_GREEN[owner]), verdict


@pytest.mark.parametrize("value", range(5))
@pytest.mark.parametrize("owner", SIX)
def test_own_red_of_the_table_of_six(owner: str, value: int) -> None:
    verdict = judged(replace(six(), turn=owner), f"{owner} play <={value} on {owner}")
    assert verdict.applies == (str(value) in OWN_RED[owner]), verdict


@pytest.mark.parametrize("value", range(5))
@pytest.mark.parametrize("owner", SIX)
def test_red_by_others_of_the_table_of_six(owner: str, value: int) -> None:
    other = "Abe" if owner != "Abe" else "Bea"
    verdict = judged(replace(six(), turn=other), f"{other} play <={value} on {owner}")
    assert verdict.applies == (str(value) in BY_OTHERS[owner]), verdict


def test_caps_and_redundant_entries_of_the_table_of_six() -> None:
    assert NEVER_OVER.public(six())["caps"] == CAPS
    for owner, adds in NEVER_OVER.shown.advice(six())["adds"].items():
        for key, wanted in (("own_green", OWN_GREEN), ("own_red", OWN_RED), ("others_red", BY_OTHERS)):
            assert "".join(entry["card"][-1] for entry in adds[key]) == wanted[owner]
            dimmed = [entry["card"] for entry in adds[key] if entry["redundant"]]
            assert dimmed == ([] if key == "own_green" else [f"<={CAPS[owner]}"])


# -- the vectors (RULES 1.11): id, piles, line, code or cap after it ------------------------------

VECTORS: list[tuple[str, dict[str, str], str, str]] = [
    ("NO_01", {}, "Ann play +4", "ok"),
    ("NO_02", {"Ann": "/<=3"}, "Ann play +3", "ok"),
    ("NO_03", {"Ann": "/<=3"}, "Ann play +4", "OVER_CAP"),
    ("NO_04", {"Ann": "/<=0"}, "Ann play +1", "OVER_CAP"),
    ("NO_06", {"Ann": "/<=3 <=1"}, "Ann play <=2 on Ann", "ok"),
    ("NO_07", {"Bob": "/<=3 <=1"}, "Ann play <=2 on Bob", "OPP_RED_HIGHER"),
    ("NO_08", {"Ann": "/<=2"}, "Ann play <=1 on Ann", "OWN_RED_LOWER"),
    ("NO_09", {"Ann": "/<=2"}, "Ann play <=2 on Ann", "ok"),
    ("NO_10", {"Bob": "/<=2"}, "Ann play <=2 on Bob", "ok"),
    ("NO_11", {}, "Ann play <=4 on Ann", "ok"),
    ("NO_12", {}, "Ann play <=3 on Ann", "OWN_RED_LOWER"),
    ("NO_13", {}, "Ann play <=4 on Bob", "ok"),
    ("NO_14", {}, "Ann play <=0 on Bob", "ok"),
    ("NO_15", {}, "Ann play +1 on Bob", "FOREIGN_GREEN_PILE"),
    ("NO_16", {"Cal": "/<=0"}, "Ann play <=0 on Bob", "DUPLICATE"),
    ("NO_17a", {"Bob": "/<=0"}, "Ann play <=0 on Bob", "DUPLICATE"),
    ("NO_25b", {}, "Ann play +1 +1", "TWO_CARDS"),
    ("NO_29", {}, "Ann play 4H", "ok"),
    ("NO_30a", {}, "Ann play 3D on Ann to green", "WRONG_PILE"),
    ("NO_30b", {}, "Ann play 3H on Ann to red", "WRONG_PILE"),
    ("foreign_rank", {}, "Ann play 9H", "FOREIGN"), ("court_card", {}, "Ann play QH", "FOREIGN"),
    ("joker", {}, "Ann discard JK", "FOREIGN"),
    ("zero_card", {"Ann": "+1"}, "Ann play KD on Bob", "ok"),
    ("pass", {}, "Ann pass", "MUST_ACT"), ("take_discard", {}, "Ann draw from discards", "TAKE_DISCARD"),
    ("draw_from_nowhere", {}, "Ann draw from hand", "CLAUSE"), ("draw_two", {}, "Ann draw 2", "DREW_TWO"),
    ("deal_mid_game", {"Ann": "+1"}, "Ann retire", "ok"), ("somebody_else", {}, "Cal play +1", "WRONG_TURN"),
    ("nobody", {}, "table play +1", "WRONG_TURN"), ("what", {}, "Ann play +1 = 3", "CLAUSE"),
    ("face_up_deal", {}, "table deal +1", "CLAUSE"),
]


@pytest.mark.parametrize(("piles", "line", "outcome"), [pytest.param(*row[1:], id=row[0]) for row in VECTORS])
def test_vector(piles: dict[str, str], line: str, outcome: str) -> None:
    verdict = judged(with_piles(start(), **piles), line)
    if outcome == "ok":
        assert verdict.kind == "ok", verdict
    else:
        assert (verdict.kind, verdict.codes[0]) == ("illegal", outcome), verdict


def test_no_05_greens_stay_when_the_cap_falls() -> None:
    state = after(start(), "Ann play +4", "Bob play <=1 on Ann", "Cal discard +1")
    assert NEVER_OVER.outcome(state).scores["Ann"] == 4
    assert judged(state, "Ann play +1").applies
    assert judged(state, "Ann play +2").codes == ("OVER_CAP",)


def test_no_06_the_top_card_alone_governs() -> None:
    assert after(with_piles(start(), Ann="/<=3 <=1"), "Ann play <=2 on Ann").cap("Ann") == 2


def test_no_11_a_redundant_card_lies_there_all_the_same() -> None:
    state = after(start(), "Ann play <=4 on Ann")
    assert (state.reds[0], state.cap("Ann")) == ((red(4),), 4)


def test_no_17_two_red_zeros_in_the_pack() -> None:
    state = with_piles(start(pack="custom", reds="2,2,3,4,5"), Bob="/<=0")
    assert judged(state, "Ann play <=0 on Bob").kind == "ok"


def test_no_18_a_missed_draw_is_warned_about() -> None:
    state = replace(start(draws="recorded"), stock=7)
    verdict = judged(state, "Ann play +2")
    assert (verdict.kind, verdict.codes) == ("warn", ("MISSED_DRAW",))
    assert (verdict.after.stock, verdict.after.hands[0]) == (7, 7), "he plays on one card short"
    assert judged(after(state, "Ann draw"), "Ann play +2").kind == "ok"


def test_no_19_the_last_card_retires() -> None:
    state = replace(start(), stock=0, hands=(1, 5, 5))
    verdict = judged(state, "Ann discard +1")
    assert verdict.after.retired == ("Ann",)
    assert "Ann has no cards left and retires." in SAYS.changes(verdict)


def test_no_20_a_retired_player_is_skipped() -> None:
    state = after(replace(start(), stock=3), "Ann retire 8", "Bob play +1", "Cal play +1")
    assert state.turn == "Bob"


def test_no_21_a_retired_player_does_not_play() -> None:
    state = after(start(), "Ann retire 8", "Bob play +1", "Cal play +1")
    verdict = judged(state, "Ann play +1")
    assert (verdict.kind, verdict.codes) == ("illegal", ("RETIRED",))
    assert verdict.after.greens[0] == (green(1),), "unless the table lets it stand"


def test_no_22_the_last_one_goes_on_alone() -> None:
    state = after(start(), "Ann retire", "Bob retire", "Cal play +1", "Cal play +2", "Cal play +3")
    assert state.turn == "Cal"
    assert NEVER_OVER.outcome(state).scores["Cal"] == 6


def test_no_23_a_three_way_tie_stands() -> None:
    state = with_piles(start(), Ann="+3 +4 +1", Bob="+2 +2 +2 +2", Cal="+4 +4")
    outcome = NEVER_OVER.outcome(after(state, "Ann retire", "Bob retire", "Cal retire"))
    assert (outcome.over, outcome.scores, outcome.winners) == (True, {"Ann": 8, "Bob": 8, "Cal": 8}, THREE)


def test_no_24_cards_left_in_the_hand_count_nothing() -> None:
    state = after(replace(with_piles(start(), Ann="+3"), stock=0, hands=(5, 8, 8)), "Ann retire 5")
    shown = judged(state, "Ann show +4 +1 <=2 <=3 +2")
    assert shown.kind == "ok"
    assert NEVER_OVER.outcome(shown.after).scores["Ann"] == 3


def test_no_25_one_card_a_turn() -> None:
    verdict = judged(after(start(), "Ann play +1"), "Ann play +1")
    assert (verdict.kind, verdict.codes) == ("illegal", ("TWO_CARDS", "WRONG_TURN"))


def test_no_26_seven_players_are_too_many() -> None:
    with pytest.raises(SetupError, match="7 players with 8 cards each need 56 cards; the pack has 55"):
        start((*SIX, "Gus"))


@pytest.mark.parametrize(("greens", "reds", "sentence"), [
    ("13,11,9,7,5", "1,2,3,4,5", "highest green card is 5 and the highest red card 4"),
    ("13,11,9,7", "1,2,3,4,0", "highest green card is 4 and the highest red card 3"),
    ("13,11,9,0", "1,2,3,4,5", "highest green card is 3 and the highest red card 4"),
    ("0,0", "5,0,0", "no green card to collect"), ("1,1,1,1,1,1,1,1,1,1", "1,1,1,1,1,1,1,1,1,1", "go up to 9"),
])
def test_no_27_the_highest_cards_must_match(greens: str, reds: str, sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        start(pack="custom", greens=greens, reds=reds)


def test_no_27_counts_of_nought_at_the_end_are_no_cards() -> None:
    state = start(pack="custom", greens="20,20,0", reds="3,3,3,0")
    assert state.cap("Ann") == 2
    assert judged(state, "Ann play +2").kind == "ok"


def test_no_28_a_pack_up_to_six() -> None:
    state = start(pack="custom", greens="9,8,7,6,5,4", reds="1,1,2,2,3,3,4")
    assert judged(state, "Ann play +6").kind == "ok"
    assert judged(state, "Ann play <=5 on Ann").codes == ("OWN_RED_LOWER",)


def test_no_29_hearts_are_green_and_shown_by_the_game_s_name() -> None:
    found, _ = rows("Ann play 4H\nBob play 2D on Ann\nCal play KD on Bob\n")
    assert [row["verdict"] for row in found] == ["ok"] * 3
    assert found[-1]["state"]["green"]["Ann"] == ["+4"]
    assert found[-1]["state"]["caps"] == {"Ann": 2, "Bob": 0, "Cal": 4}
    assert found[0]["text"] == "Ann play 4H"


def test_another_zero_card() -> None:
    assert after(start(zero_card="AD"), "Ann play AD on Bob").cap("Bob") == 0


def test_no_31_shared_piles() -> None:
    state = with_piles(start(FOUR, partners="fixed", partner_piles="shared"), Ann="/<=2")
    for member in ("Ann", "Cal"):
        for whose in ("Ann", "Cal"):
            played = after(replace(state, turn=member), f"{member} play <=3 on {whose}")
            assert [played.cap(name) for name in FOUR] == [3, 4, 3, 4]
        assert judged(replace(state, turn=member), f"{member} play <=1 on Ann").codes == ("OWN_RED_LOWER",)
    assert judged(replace(state, turn="Bob"), "Bob play <=3 on Cal").codes == ("OPP_RED_HIGHER",)
    assert set(NEVER_OVER.visible(state)) == {"green:Ann", "red:Ann", "green:Bob", "red:Bob", "discards"}


@pytest.mark.parametrize(("manner", "lower", "higher"), [
    ("as_owner", "OWN_RED_LOWER", "ok"), ("as_opponent", "ok", "OPP_RED_HIGHER"), ("either", "ok", "ok"),
    ("none", "PARTNER_RED", "PARTNER_RED")])
def test_no_32_a_partner_s_own_pile(manner: str, lower: str, higher: str) -> None:
    state = with_piles(start(FOUR, partners="fixed", partner_red=manner), Cal="/<=1")
    assert (judged(state, "Ann play <=0 on Cal").codes or ("ok",))[0] == lower
    assert (judged(state, "Ann play <=3 on Cal").codes or ("ok",))[0] == higher
    assert judged(state, "Ann play +1 on Cal").codes == ("FOREIGN_GREEN_PILE",)


def test_no_33_ninety_points_in_the_pack() -> None:
    pack = start().house.cards
    assert sum(pack.values()) == 55
    assert sum(pointage(card) * n for card, n in pack.items() if card.face.startswith("+")) == 90
    everything = tuple(sorted(card for card in pack.elements() if card.face.startswith("+")))
    state = replace(start(), greens=(everything, (), ()))
    assert NEVER_OVER.outcome(state).scores["Ann"] == 90


# -- turns, draws, retiring ----------------------------------------------------------------------


def test_assumed_draws_empty_the_stock_and_then_the_hands() -> None:
    state = replace(start(), stock=1)
    state = after(state, "Ann play +1")
    assert (state.stock, state.hands) == (0, (8, 8, 8))
    assert after(state, "Bob play +1").hands == (8, 7, 8)


def test_an_assumed_draw_may_be_written() -> None:
    state = after(replace(start(), stock=5), "Ann draw", "Ann play +1")
    assert (state.stock, state.hands[0]) == (4, 8)
    assert judged(after(start(), "Ann draw"), "Ann draw").codes == ("DREW_TWO",)


def test_drawing_after_the_play() -> None:
    state = after(replace(start(draws="recorded", draw_timing="after_play"), stock=5), "Ann play +1")
    assert NEVER_OVER.to_act(state) == "Ann"
    assert judged(state, "Ann play +1").codes == ("TWO_CARDS",)
    missed = judged(state, "Bob play +1")
    assert (missed.kind, missed.codes) == ("warn", ("MISSED_DRAW",))
    drawn = after(state, "Ann draw")
    assert (drawn.turn, drawn.stock, drawn.hands[0]) == ("Bob", 4, 8)
    assert judged(drawn, "Bob draw").codes == ("EARLY_DRAW",)


def test_taking_the_top_discard_instead_of_drawing() -> None:
    state = after(replace(start(take_discard="top_only"), stock=5), "Ann discard +3", "Bob draw from discards")
    assert (state.stock, state.discards, state.hands) == (4, (), (8, 9, 8))
    assert judged(state, "Bob draw").codes == ("DREW_TWO",)
    assert after(state, "Bob play +3").stock == 4
    said_later = after(replace(start(take_discard="top_only", draw_timing="after_play"), stock=5),
                       "Ann discard +3", "Bob play +1", "Bob draw from discards")
    assert (said_later.stock, said_later.hands, said_later.turn) == (4, (8, 8, 8), "Cal")


def test_a_card_taken_from_the_discards_is_known_to_be_held() -> None:
    state = after(replace(start(take_discard="top_only", draws="recorded"), stock=5), "Ann draw", "Ann discard <=0",
                  "Bob draw from discards", "Bob discard +1", "Cal draw")
    assert NEVER_OVER.shown.advice(state)["seats"]["Bob"]["known"] == ["<=0"]
    assert NEVER_OVER.shown.advice(state)["unseen"]["<=0"] == 0
    assert "Bob: 0, capped at 4, 8 cards, among them <=0" in SAYS.lines(state)
    assert judged(state, "Cal play <=0 on Ann").codes == ("DUPLICATE",), "the only red 0 is in Bob's hand"
    state = after(state, "Cal play +1", "Ann draw", "Ann play +1", "Bob draw", "Bob play <=0 on Cal")
    assert NEVER_OVER.shown.advice(state)["seats"]["Bob"]["known"] == []


def test_shown_cards_are_known_to_be_held() -> None:
    state = after(replace(start(hand_size="2"), stock=0), "Ann show <=0 +4")
    assert judged(state, "Bob show <=0").codes == ("DUPLICATE",)
    assert judged(state, "Ann show +3").codes == ("HAND_COUNT",)
    assert judged(state, "Ann play +3").codes == ("HAND_COUNT",), "she has shown both her cards"
    assert judged(state, "Ann play +4").kind == "ok"
    drawing = after(start(hand_size="2"), "Ann show <=0 +4")
    assert judged(drawing, "Ann play +3").kind == "ok", "she may have drawn it"


def test_a_missed_draw_can_be_made_up_until_somebody_acts() -> None:
    state = after(replace(start(draws="recorded"), stock=7), "Ann play +2")
    made_up = after(state, "Ann draw")
    assert (made_up.turn, made_up.stock, made_up.hands[0], made_up.drew) == ("Bob", 6, 8, False)
    assert judged(made_up, "Ann draw").codes == ("TWO_CARDS", "WRONG_TURN")
    for acts in ("Bob draw", "Bob play +1", "Bob retire"):
        assert judged(after(state, acts), "Ann draw").codes[-1] == "WRONG_TURN"
    assert judged(after(made_up, "Bob draw", "Bob play +1"), "Bob draw").kind == "illegal", "he has drawn"


def test_no_stock() -> None:
    assert start(stock="none").stock == 0
    state = start(draw_timing="no_stock_play")
    assert judged(state, "Ann draw").codes == ("NO_STOCK",)
    assert after(state, "Ann play +1").hands == (7, 8, 8)


def test_no_discards() -> None:
    assert judged(start(discards="none"), "Ann discard +1").codes == ("NO_DISCARDS",)


def test_passing_where_the_house_allows_it() -> None:
    assert after(start(must_act="pass_allowed"), "Ann pass").turn == "Bob"


def test_redundant_plays_may_be_forbidden() -> None:
    assert judged(start(redundant_plays="forbidden"), "Ann play <=4 on Bob").codes == ("REDUNDANT",)


@pytest.mark.parametrize(("house", "kind"), [("allowed_warn", "warn"), ("forbidden", "illegal")])
def test_red_cards_on_a_retired_player(house: str, kind: str) -> None:
    state = after(start(play_on_retired=house), "Ann retire")
    verdict = judged(state, "Bob play <=1 on Ann")
    assert (verdict.kind, verdict.codes) == (kind, ("ON_RETIRED",))


def test_when_one_may_retire() -> None:
    assert judged(after(start(draws="recorded"), "Ann draw"), "Ann retire").codes == ("LATE_RETIRE",)
    assert judged(after(start(draws="recorded", retire_at="any_time_on_turn"), "Ann draw"), "Ann retire").kind == "ok"


def test_retiring_with_another_number_of_cards_is_doubtful() -> None:
    assert judged(start(), "Ann retire 0").codes == ("HAND_COUNT",)
    assert judged(start(), "Ann retire 0").kind == "warn"


def test_a_card_that_was_not_seen_is_asked_for() -> None:
    state = with_piles(start(), Ann="/<=2", Bob="/<=0")
    for line, found in (("Ann play ??", "+1 +2 <=1"), ("Ann play ?? on Bob", ""),
                        ("Ann play ?? on Ann", "<=2 <=3 <=4 +1 +2"),
                        ("Ann discard ??", "+1 +2 +3 +4 <=1 <=2 <=3 <=4")):  # the <=1 fits only Cal's pile
        verdict = judged(state, line)
        assert (verdict.kind, verdict.codes) == ("need", ("UNSEEN_CARD",))
        assert {str(choice.card) for choice in verdict.choices} == set(found.split())
        assert all(judged(state, str(choice)).applies for choice in verdict.choices)
    assert judged(state, "Bob play ??").codes == ("WRONG_TURN",)


def test_a_red_card_without_a_pile_asks_whose() -> None:
    verdict = judged(start(), "Ann play <=3")
    assert (verdict.kind, verdict.codes) == ("need", ("MISSED_ANNOUNCE",))
    assert [choice.on for choice in verdict.choices] == ["Bob", "Cal"]
    capped = with_piles(start(), Bob="/<=1", Cal="/<=1")
    assert judged(capped, "Ann play <=3").kind == "illegal"
    assert judged(with_piles(start(), Bob="/<=1"), "Ann play <=3").after.cap("Cal") == 3


# -- games in a row, partners --------------------------------------------------------------------


def test_the_next_game_is_dealt_clockwise_and_scores_add_up() -> None:
    found, summary = rows("table deal\nAnn play +4\nBob retire\nCal retire\nAnn retire\n"
                          "table deal\nBob play +3\nCal retire\nAnn retire\nBob retire\n")
    assert {row["verdict"] for row in found} == {"ok"}
    assert found[4]["state"]["to_act"] is None
    assert found[5]["state"]["to_act"] == "Bob"
    assert summary["deals"] == 2
    assert (summary["over"], summary["scores"], summary["winners"]) == (True, {"Ann": 4, "Bob": 3, "Cal": 0}, ["Ann"])


def test_a_deal_in_the_middle_of_a_game() -> None:
    assert judged(after(start(), "Ann play +1"), "table deal").codes == ("EARLY_DEAL",)


def test_fixed_partners_are_credited_with_the_total_of_their_side() -> None:
    state = with_piles(start(FOUR, partners="fixed"), Ann="+4", Bob="+1", Cal="+3")
    assert NEVER_OVER.outcome(state).scores == {"Ann": 7, "Bob": 1, "Cal": 7, "Deb": 1}


@pytest.mark.parametrize("partners", ["rotating:S+D", "rotating:S+dealer+D"])
def test_rotating_partners_balance_out(partners: str) -> None:
    five = SIX[:5]
    partners_met: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for dealer in five:
        sides = NEVER_OVER.start(Table(five, dealer, {"partners": partners})).sides
        assert sorted(len(side) for side in sides) == [2, 3]
        for side in sides:
            partners_met.update({name: len(side) - 1 for name in side})
        small.update(min(sides, key=len))
    assert set(partners_met.values()) == {2 * 1 + 3 * 2}
    assert set(small.values()) == {2}, "in the pair in two deals, in the trio in three"


@pytest.mark.parametrize(("players", "options", "sentence"), [
    (THREE, {"partners": "fixed"}, "an even number"), (("Ann", "Bob"), {"partners": "rotating:S+D"}, "at least 3"),
    (THREE, {"greens": "1,1"}, "option pack: custom"), (THREE, {"greens": "many"}, "something like 13,11,9,7"),
    (("Ann",), {}, "2 to 20 players, not 1"), (THREE, {"hand_size": "0"}, "a whole number from 1 up"),
    (THREE, {"hand_size": "30"}, "need 90 cards"),
])
def test_refused_at_set_up(players: tuple[str, ...], options: dict[str, str], sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        start(players, **options)


# -- the companion -------------------------------------------------------------------------------


def test_advice_strikes_out_what_no_card_is_left_for() -> None:
    state = with_piles(start(SIX), Flo="/<=0")
    entry = NEVER_OVER.shown.advice(state)["adds"]["Bea"]["others_red"][0]
    assert (entry["card"], entry["left"]) == ("<=0", 0)
    lines = SAYS.lines(state)
    assert "On Bea: <=0 (none left), <=1, <=2, <=3, <=4 (no effect)" in lines
    assert "Stock: 7 cards" in lines
    buried = with_piles(start(), Ann="+3 / <=3 <=2 <=1")
    assert "Ann: 3, capped at 1 (2 red cards buried), 8 cards" in SAYS.lines(buried)


@pytest.mark.parametrize(("options", "words"), [
    ({}, "The suggested pack: 40 green cards (13 × 1, 11 × 2, 9 × 3, 7 × 4) and 15 red cards (1 × 0, 2 × 1, 3 × 2,"),
    ({"pack": "custom", "greens": "3,0,1", "reds": "0,1,0,2"}, "its own pack: 4 green cards (3 × 1, 1 × 3) and 3 red"),
    ({"zero_card": "as"}, "the Ace of spades is the red 0."),
    ({"hand_size": "1"}, "Each player gets 1 card; the rest is"),
    ({"stock": "none"}, "the rest is out of play."), ({"stock": "none"}, "move one card; nothing is drawn."),
    ({"draw_timing": "after_play"}, "move one card, then draw"), ({"discards": "none"}, "Nobody may discard."),
    ({"discards": "squared"}, "or any card face up to the squared discards."), ({}, "Everybody plays alone."),
    ({"take_discard": "top_only"}, "The top discard may be taken"),
    ({"draws": "recorded"}, "Every draw is written down."),
    ({"must_act": "pass_allowed"}, "You may also pass."), ({}, "You must move a card."),
    ({}, "is allowed. Green cards"),
    ({"redundant_plays": "forbidden"}, "is forbidden. Green cards"), ({}, "You may retire instead of your turn,"),
    ({"retire_at": "any_time_on_turn"}, "You may retire at any time in your turn,"),
    ({}, "though they have no effect."),
    ({"play_on_retired": "forbidden"}, "a retired player's pile are forbidden."),
    ({"partners": "fixed", "partner_piles": "shared"}, "Partners share one green and one red pile;"),
    ({"partners": "fixed", "partner_red": "none"}, "nothing may be put on a partner's red pile;"),
])
def test_the_rules_as_played(options: dict[str, str], words: str) -> None:
    assert words in "\n".join(SAYS.rules(NEVER_OVER.parse_options(options)))


def test_changes_of_a_cap_are_announced() -> None:
    assert SAYS.changes(judged(start(), "Ann play <=1 on Bob")) == ("Bob is now capped at 1.",)


def test_retiring_is_hinted_at_when_nothing_can_be_added() -> None:
    def hints(state: State) -> list[str]:
        return SAYS.all(NEVER_OVER.shown.advice(state)["hints"])

    capped = with_piles(start(), Ann="/<=0", Bob="/<=0", Cal="/<=0")
    assert hints(capped)[0].startswith("Everybody is capped at 0")
    nothing_left = with_piles(start(TWO, pack="custom", greens="20,1", reds="1,1,1", hand_size="2"),
                              Ann="+2 / <=2 <=1", Bob="/<=0")
    assert "No more green cards can be added; it makes sense to retire." not in hints(nothing_left)
    nothing_left = with_piles(nothing_left, Ann="+2" + 20 * " +1" + "/ <=2 <=1")
    assert hints(nothing_left) == ["No more green cards can be added; it makes sense to retire."]
    assert hints(start()) == []
    assert hints(replace(start(), stock=1)) == ["One card is left in the stock."]
    few = with_piles(start(TWO, pack="custom", greens="3,1", reds="1,1,1", hand_size="2"), Ann="+2 / <=2")
    assert hints(few) == ["Still to come that could change anything: 5 cards."]


@pytest.mark.parametrize(("place", "card", "lines"), [
    ("green:Ann", "+2", ["Ann play +2"]), ("green:Bob", "+2", ["Bob play +2", "Ann play +2 on Bob"]),
    ("red:Bob", "<=2", ["Ann play <=2 on Bob"]), ("red:Bob", "2D", ["Ann play <=2 on Bob"]),
    ("green:Ann", "<=2", ["Ann play <=2 on Ann to green"]), ("discards", "4C", ["Ann discard +4"]),
])
def test_what_a_card_on_a_pile_can_mean(place: str, card: str, lines: list[str]) -> None:
    found = NEVER_OVER.camera.explain(start(), Change(appeared=((place, parse_card(card)),)))
    assert list(map(str, found)) == lines


caps = st.integers(0, 4)
values = st.integers(0, 4)


@given(caps, values)
def test_every_red_value_is_legal_to_the_owner_or_to_the_others(cap: int, value: int) -> None:
    """Own red and by others are six in all: each of the five values to somebody, the equal one to both."""
    state = with_piles(start(pack="custom", reds="9,9,9,9,9"), Ann=f"/<={cap}")
    own = judged(state, f"Ann play <={value} on Ann").applies
    others = judged(replace(state, turn="Bob"), f"Bob play <={value} on Ann").applies
    assert own or others
    assert (own and others) == (value == cap)


@given(st.lists(st.sampled_from([green(v) for v in range(1, 5)] + [red(v) for v in range(5)]), max_size=12))
def test_greens_never_leave_the_table(cards: list[Card]) -> None:
    match = Match(NEVER_OVER, Table(THREE))
    best = 0
    for card in cards:
        line = f"{match.to_act} play {card}" + (" on Ann" if card.face.startswith("<") else "")
        match.push(parse_action(line))
        total = sum(match.scores.values())
        assert total >= best
        best = total


# -- six players, three a side (RULES 1.8) -------------------------------------------------------

SIX = ("Abe", "Bea", "Cal", "Deb", "Eli", "Flo")


def test_NO_34_every_second_player_is_of_one_side() -> None:  # noqa: N802
    game = Match(NEVER_OVER, Table(SIX, "Flo", {"partners": "threes"}))
    for line in ("Abe play +4", "Bea play +1", "Cal play +3"):
        assert game.push(parse_action(line)).kind == "ok"
    assert game.scores == {"Abe": 7, "Bea": 1, "Cal": 7, "Deb": 1, "Eli": 7, "Flo": 1}
    assert game.push(parse_action("Deb play <=3 on Flo")).codes == ("OWN_RED_LOWER",), "as on one's own"


def test_NO_35_three_share_their_piles() -> None:  # noqa: N802
    game = Match(NEVER_OVER, Table(SIX, "Flo", {"partners": "threes", "partner_piles": "shared"}))
    for line in ("Abe play +4", "Bea play +1", "Cal play +3", "Deb play <=1 on Eli"):
        assert game.push(parse_action(line)).kind == "ok"
    assert game.push(parse_action("Eli play +2")).codes == ("OVER_CAP",)
    with pytest.raises(SetupError, match="six players"):
        Match(NEVER_OVER, Table(SIX[:4], "Abe", {"partners": "threes"}))
