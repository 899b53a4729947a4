"""Thirteen: the vectors of RULES 7.7 by their ids, the opening, the rounds, the comparison itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from spoken import Says

from companion.words.speaker import in_english
from rules import Change, Match, Table, Verdict, parse_action, parse_cards
from rules.checks.soak import checked_play
from rules.core.cards import Card
from rules.core.people import random_player
from rules.games.thirteen import Thirteen
from rules.games.thirteen.combinations import Combination, beating_fault, classify, order, tops_that_beat
from rules.games.thirteen.state import unseen

GAME = Thirteen()
SAYS = Says(GAME)
FOUR = ("Ann", "Bob", "Cal", "Dee")
HOUSE = GAME.start(Table(FOUR)).house


def match(players: tuple[str, ...] = FOUR, **options: str) -> Match:
    return Match(GAME, Table(players, players[-1], options))


def pushed(game: Match, *lines: str) -> Verdict:
    """The verdict on the last line; the lines before it must be accepted."""
    for line in lines[:-1]:
        verdict = game.push(parse_action(line))
        assert verdict.applies, (line, verdict)
    return game.push(parse_action(lines[-1]))


def on(table: str, new: str, **options: str) -> Verdict:
    """Bob's play on what Ann has led, after a first round that took the 3 of spades out of the way."""
    game = match(**options)
    if "3S" in table.split():
        pushed(game, f"Ann play {table}")
    else:
        pushed(game, "Ann play 3S", "Bob knock", "Cal knock", "Dee knock", f"Ann play {table}")
    return pushed(game, f"Bob play {new}")


VECTORS = [
    ("TH_01", "6S", "6C", "ok"), ("TH_02", "6H", "7S", "ok"), ("TH_03", "7S", "6H", "NOT_HIGHER"),
    ("TH_04", "3S 3H", "3C 3D", "NOT_HIGHER"), ("TH_05", "3S 3H", "4S 4C", "ok"),
    ("TH_06a", "9D 9S", "9H 9C", "ok"), ("TH_06b", "9H 9S", "9D 9C", "NOT_HIGHER"),
    ("TH_07", "3H 4H 5H", "5S 6S 7S", "ok"), ("TH_08", "5D 6D 7C", "5S 6C 7D", "ok"),
    ("TH_09", "5D 6D 7D", "5S 6C 7C", "NOT_HIGHER"), ("TH_10", "3S 4S 5S", "4C 5C 6S 7S", "WRONG_LENGTH"),
    ("TH_11a", "TH JH QH", "QS KS AS", "ok"), ("TH_11b", "TH JH QH", "KS AS 2S", "NOT_COMBINATION"),
    ("TH_11c", "TH JH QH", "AS 3H 4S", "NOT_COMBINATION"),
    ("TH_12", "8H 9H TH JH", "JS QS KS AS", "ok"), ("TH_13", "TS JS QS KH", "TD JC QD KS", "NOT_HIGHER"),
    ("TH_14a", "3S 3C 3H", "4S 4D 4H", "ok"), ("TH_14b", "AS AC AH", "2S 2C 2D", "ok"),
    ("TH_15", "2C", "8H 8D 8C", "WRONG_TYPE"),
    ("TH_16a", "2H", "5S 5C 5D 5H", "ok"), ("TH_16b", "9S 9C", "5S 5C 5D 5H", "ok"),
    ("TH_16c", "7S 8C 9D", "5S 5C 5D 5H", "ok"), ("TH_16d", "9S 9C 9D", "5S 5C 5D 5H", "ok"),
    ("TH_17", "2S 2C", "3C 3D 4S 4C 5S 5C", "ok"),
    ("TH_18", "9S 9C 9D 9H", "3C 3D 4S 4C 5S 5C", "WRONG_TYPE"),
    ("TH_19a", "5S 5C 5D 5H", "6S 6C 6D 6H", "ok"), ("TH_19b", "6S 6C 6D 6H", "5S 5C 5D 5H", "NOT_HIGHER"),
    ("TH_20a", "3S 3C 4S 4C 5S 5C", "6S 6C 7S 7C 8S 8C", "ok"),
    ("TH_20b", "6S 6C 7S 7C 8S 8C", "3C 3D 4S 4C 5S 5C 6D 6H", "WRONG_LENGTH"),
    ("TH_21a", "3S 3C 4S 4C 5S 5C", "QS QC KS KC AS AC", "ok"),
    ("TH_21b", "3S 3C 4S 4C 5S 5C", "KS KC AS AC 2S 2C", "NOT_COMBINATION"),
    ("TH_22", "3S", "3H 3D 4S 4C", "NOT_COMBINATION"),
    ("TH_23a", "2D", "2H", "ok"), ("TH_23b", "2H", "2D", "NOT_HIGHER"), ("TH_23c", "2H", "AS AC AD AH", "ok"),
    ("TH_24", "AS AC AD AH", "2S 2C 2D 2H", "ok"), ("TH_30", "7D", "8S 8C", "WRONG_TYPE"),
    ("TH_38a", "2S 2H", "2D 2C", "NOT_HIGHER"), ("TH_38b", "2D 2C", "2S 2H", "ok"),
]


@pytest.mark.parametrize(("table", "new", "expected"), [v[1:] for v in VECTORS], ids=[v[0] for v in VECTORS])
def test_new_on_table(table: str, new: str, expected: str) -> None:
    verdict = on(table, new)
    assert (verdict.kind if verdict.applies else verdict.codes[0]) == expected
    assert SAYS.why(verdict)


def test_TH_16_chops_only_on_2s() -> None:  # noqa: N802 - named after the vector
    assert on("QH KH AH", "5S 5C 5D 5H", chops="only_2s").codes == ("CHOP_FORBIDDEN",)
    assert on("2H", "5S 5C 5D 5H", chops="only_2s").kind == "ok"


def test_TH_20_longer_pairs_beat() -> None:  # noqa: N802
    verdict = on("6S 6C 7S 7C 8S 8C", "3C 3D 4S 4C 5S 5C 6D 6H", longer_pairs_beat="true")
    assert verdict.kind == "ok"


def test_quad_beats_pairs() -> None:
    assert on("6S 6C 7S 7C 8S 8C", "3C 3D 3H 9S", quad_beats_pairs="always").codes[0] == "NOT_COMBINATION"
    assert on("6S 6C 7S 7C 8S 8C", "5S 5C 5D 5H", quad_beats_pairs="always").kind == "ok"
    assert on("6S 6C 7S 7C 8S 8C", "5S 5C 5D 5H").codes == ("WRONG_TYPE",)


@pytest.mark.parametrize(("play", "expected"), [
    ("3S", "ok"), ("3S 3D", "ok"), ("4S", "NO_3S"), ("3S 4D 5C", "ok"), ("3H", "NO_3S")])
def test_TH_25_opening(play: str, expected: str) -> None:  # noqa: N802
    verdict = pushed(match(), f"Cal play {play}")
    assert (verdict.kind if verdict.applies else verdict.codes[0]) == expected


def test_TH_26_who_knocked_is_out() -> None:  # noqa: N802
    verdict = pushed(match(), "Ann play 3S", "Bob knock", "Cal play 4S", "Dee knock", "Ann play 5S", "Bob play 6S")
    assert verdict.codes == ("KNOCKED_PLAYER",)


def test_TH_27_the_last_to_play_leads_and_must() -> None:  # noqa: N802
    game = match()
    pushed(game, "Ann play 3S", "Bob knock", "Cal knock", "Dee knock")
    assert game.to_act == "Ann"
    assert game.push(parse_action("Ann knock")).codes == ("MUST_LEAD",)
    assert pushed(game, "Ann play 9S 9C").kind == "ok"


def test_TH_28_all_rejoin() -> None:  # noqa: N802
    game = match()
    assert pushed(game, "Ann play 3S", "Bob knock", "Cal knock", "Dee knock", "Ann play 4S", "Bob play 5S").kind == "ok"


def test_TH_29_last_to_play_leads() -> None:  # noqa: N802
    game = match()
    pushed(game, "Ann play 3S", "Bob play 4S", "Cal play 5S", "Dee play 6S", "Ann knock", "Bob knock", "Cal knock")
    assert game.to_act == "Dee"
    assert GAME.public(game.state)["knocked"] == []


FIVE = ("Ann", "Bob", "Cal", "Dee", "Eve")


def test_TH_31_the_lowest_dealt_opens() -> None:  # noqa: N802
    game = match(FIVE)
    assert GAME.public(game.state)["hand_sizes"]["Ann"] == 10
    assert pushed(game, "table lowest 3C", "Bob play 3D").codes == ("NO_3S",)
    assert pushed(game, "Bob play 3C 3D").kind == "ok"


def test_an_opening_that_skips_more_cards_than_lie_aside_is_wrong() -> None:
    assert pushed(match(FIVE), "Ann play 3H").codes == ("NO_3S",)  # three below it, two aside
    assert pushed(match(FIVE), "Ann play 3D").kind == "ok"


def test_a_lower_card_from_another_hand_proves_the_wrong_opener() -> None:
    game = match(FIVE)
    verdict = pushed(game, "Ann play 3D", "Bob knock", "Cal play 4S", "Dee knock", "Eve knock", "Ann knock",
                     "Cal play 3C")
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("WRONG_OPENER",), 0)


def test_a_lower_card_from_the_opener_proves_the_wrong_play() -> None:
    game = match(FIVE)
    verdict = pushed(game, "table lowest 3C", "Ann play 3C", "Bob knock", "Cal knock", "Dee knock", "Eve knock",
                     "Ann play 3S")
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("NO_3S",), 1)


def test_TH_32_duplicates() -> None:  # noqa: N802
    assert pushed(match(), "Ann play 3S", "Bob play 3S").codes == ("DUPLICATE",)
    seven = tuple("ABCDEFG")
    game = match(seven)
    assert pushed(game, "A play 3S/blue", "B play 6S/blue", "C play 6S/red").kind == "ok"
    assert game.push(parse_action("D play 6S/red")).codes == ("DUPLICATE",)
    assert pushed(match(seven), "A play 3S/blue", "B play 6S/red", "C play 6S/blue").codes == ("NOT_HIGHER",)


def test_TH_33_more_cards_than_he_holds() -> None:  # noqa: N802
    game = match(("Ann", "Bob"))
    pushed(game, "Ann play 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "Bob knock")
    assert pushed(game, "Ann play 9C 9D").codes == ("HAND_COUNT",)


LONG = "Ann play 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"


def test_TH_34_going_out() -> None:  # noqa: N802
    game = match()
    pushed(game, LONG, "Bob knock", "Cal knock", "Dee knock", "Ann play 9C")
    assert game.outcome.over
    assert game.outcome.winners == ("Ann",)
    assert game.outcome.scores == {"Ann": 1, "Bob": 0, "Cal": 0, "Dee": 0}
    on_game = match(play_on="true")
    pushed(on_game, LONG, "Bob knock", "Cal knock", "Dee knock", "Ann play 9C", "Bob knock", "Cal knock", "Dee knock")
    assert not on_game.outcome.over
    assert on_game.to_act == "Bob"


def test_TH_34b_whoever_is_left_alone_leads_at_once() -> None:  # noqa: N802
    """A is out, B and C have knocked: D need not beat anything, nor knock first."""
    game = match(play_on="true")
    pushed(game, LONG, "Bob knock", "Cal knock", "Dee knock", "Ann play 9C", "Bob knock", "Cal knock")
    assert game.to_act == "Dee"
    assert SAYS.lines(game.state)[0] == "Dee leads with anything."
    assert pushed(game, "Dee play 3H").kind == "ok"
    assert game.to_act == "Bob"
    assert pushed(game, "Bob play 3D").codes == ("NOT_HIGHER",)
    assert pushed(game, "Bob play 4D").kind == "ok"


def test_TH_35_the_longest_straight() -> None:  # noqa: N802
    assert pushed(match(), LONG).kind == "ok"
    assert pushed(match(), LONG + " 2S").codes[0] == "NOT_COMBINATION"


def test_TH_36_a_chop_waits_for_its_turn() -> None:  # noqa: N802
    verdict = pushed(match(FIVE), "Ann play 3S", "Bob knock", "Cal knock", "Eve play 5S 5C 5D 5H")
    assert verdict.codes == ("WRONG_TURN",)


def test_TH_37_only_a_chop_follows_a_chop() -> None:  # noqa: N802
    verdict = pushed(match(), "Ann play 3S 3C 3D 3H", "Bob play 4S")
    assert verdict.codes == ("WRONG_TYPE",)


def test_four_of_a_rank_before_the_first_play() -> None:
    game = match()
    pushed(game, "Bob show 2S 2C 2D 2H")
    assert game.to_act is None
    assert pushed(game, "table deal").kind == "ok"
    assert game.outcome.deals == 1
    won = match(four_of_rank="instant_win")
    pushed(won, "Bob show 3S 3C 3D 3H")
    assert won.outcome.winners == ("Bob",)


def test_the_winner_leads_the_next_game() -> None:
    game = match()
    pushed(game, LONG, "Bob knock", "Cal knock", "Dee knock", "Ann play 9C", "table deal")
    assert game.to_act == "Ann"
    assert pushed(game, "Ann play 9D").kind == "ok"
    assert game.outcome.deals == 2


def test_a_deal_in_the_middle_of_a_game_is_asked_about() -> None:
    game = match()
    assert pushed(game, "Ann play 3S", "table deal").codes == ("UNFINISHED",)


# -- the comparison, against one written differently ------------------------------------------------

DEFAULTS = {"chops": "any", "longer": False, "quad_beats": False, "least": 3, "triple": True, "twos": False,
            "lock": False}
HOUSES: list[dict[str, Any]] = [
    {}, {"chops": "only_2s"}, {"longer": True}, {"quad_beats": True}, {"least": 5}, {"triple": False}, {"twos": True},
    {"lock": True}, {"chops": "only_2s", "longer": True, "quad_beats": True, "twos": True, "lock": True}]
WORDS = {"chops": "chops", "longer": "longer_pairs_beat", "quad_beats": "quad_beats_pairs", "least": "min_straight",
         "triple": "triple", "twos": "chop_pairs_with_2", "lock": "straight_same_suit_lock"}


def options_of(house: dict[str, Any]) -> dict[str, str]:
    said = {True: "true", False: "false"}
    return {WORDS[key]: "always" if key == "quad_beats" else said.get(value, str(value)) if value != 5 else "5"
            for key, value in house.items()}


def naive(cards: tuple[Card, ...], house: dict[str, Any]) -> tuple[str, int, int] | None:
    """Type, cards and strength, written from the table of RULES 7.2 by counting; None for no combination."""
    ranks = sorted("3456789TJQKA2".index(str(card)[0]) for card in cards)
    strength = max("3456789TJQKA2".index(str(card)[0]) * 4 + "SCDH".index(str(card)[1]) for card in cards)
    if len(set(ranks)) == 1 and len(ranks) < 5:
        return None if len(ranks) == 3 and not house["triple"] else ("same", len(ranks), strength)
    if ranks == list(range(ranks[0], ranks[0] + len(ranks))):
        return ("straight", len(ranks), strength) if len(ranks) >= house["least"] and ranks[-1] < 12 else None
    half = ranks[::2]
    if half == ranks[1::2] and half == list(range(half[0], half[0] + len(half))) and len(half) >= 3:
        return ("pairs", len(ranks), strength) if house["twos"] or half[-1] < 12 else None
    return None


def naive_beats(table: tuple[Card, ...], new: tuple[Card, ...], house: dict[str, Any]) -> bool:
    """RULES 7.3, by cases of the type on the table."""
    (old_kind, old_size, old_strength), (kind, size, strength) = naive(table, house), naive(new, house)  # type: ignore[misc]
    quad, old_quad = (kind, size) == ("same", 4), (old_kind, old_size) == ("same", 4)
    if old_quad:
        return quad and strength > old_strength
    if old_kind == "pairs":
        longer = kind == "pairs" and (strength > old_strength if size == old_size else size > old_size
                                      and house["longer"])
        return longer or (quad and house["quad_beats"])
    if quad or kind == "pairs":
        return house["chops"] == "any" or {str(card)[0] for card in table} == {"2"}
    one_suit, other_suit = (len({str(card)[1] for card in play}) == 1 for play in (table, new))
    if house["lock"] and kind == "straight" and one_suit and not other_suit:
        return False
    return (kind, size) == (old_kind, old_size) and strength > old_strength


@pytest.mark.parametrize("pack", ["3S 3C 3D 3H 4S 4H 5C 5D 6S 2H", "KS KC AS AC 2S 2C 2D 2H", "QS KS AS QH KH AH 2C 2H",
                                  "5S 6S 7S 8S 9S TS 6H 7H 8H"])
@pytest.mark.parametrize("changes", HOUSES, ids=lambda changes: " ".join(map(str, changes)) or "default")
def test_comparison_over_all_pairs_of_combinations_of_a_small_pack(pack: str, changes: dict[str, Any]) -> None:
    rules = {**DEFAULTS, **changes}
    house = GAME.start(Table(FOUR, "Dee", options_of(changes))).house
    cards = parse_cards(pack)
    plays = [play for number in range(1, len(cards) + 1) for play in combinations(cards, number)]
    found = {play: classify(play, house) for play in plays}
    for play, combination in found.items():
        assert isinstance(combination, Combination) == (naive(play, rules) is not None), (play, combination)
    legal = {play: found[play] for play in plays if isinstance(found[play], Combination)}
    for table, old in legal.items():
        for play, new in legal.items():
            if not set(play) & set(table):
                fault = beating_fault(old, new, house)
                assert (fault is None) == naive_beats(table, play, rules), (table, play, fault)


def test_judging_a_play_is_that_comparison() -> None:
    pack = parse_cards("3S 3C 3D 3H 4S 4H 5C 5D 6S 2H")
    plays = [play for number in range(1, 7) for play in combinations(pack, number) if naive(play, DEFAULTS)]
    for table in (play for play in plays if "3S" in map(str, play)):
        game = match()
        pushed(game, f"Ann play {' '.join(map(str, table))}")
        for play in plays:
            verdict = GAME.judge(game.state, parse_action(f"Bob play {' '.join(map(str, play))}"))
            free = not set(play) & set(table)
            assert verdict.applies == (free and naive_beats(table, play, DEFAULTS)), (table, play, verdict)


@pytest.mark.parametrize("changes", HOUSES, ids=lambda changes: " ".join(map(str, changes)) or "default")
def test_the_cards_that_could_beat_the_table_are_the_tops_of_all_plays_that_do(changes: dict[str, Any]) -> None:
    rules = {**DEFAULTS, **changes}
    house = GAME.start(Table(FOUR, "Dee", options_of(changes))).house
    left = parse_cards("6S 6H 7C 7D 8S 8D 9C KS AS AC 2S 2C")
    tables = "5S, 7S, 5S 5C, 7S 7H, 4S 5S 6C, 5S 6C 7S 8C 9D, 4S 4C 5S 5C 6D 6C, 5H 6D 7H, AD, 2D, QS QH KC KH AD AH"
    for table in tables.split(", "):
        old = classify(parse_cards(table), house)
        if not isinstance(old, Combination):
            continue
        beating = [play for play in combinations(left, old.size) if naive(play, rules)
                   and naive(play, rules)[0] == naive(parse_cards(table), rules)[0]  # type: ignore[index]
                   and naive_beats(parse_cards(table), play, rules)]
        tops = {max(play, key=order) for play in beating}
        assert set(tops_that_beat(old, left, house)) == tops, table


def test_comparison_with_two_packs_whose_backs_are_all_known() -> None:
    """Same type and size, and a higher highest card; of two cards alike the red one."""
    house = GAME.start(Table(tuple("ABCDEFG"))).house
    pack = parse_cards("6S/red 6S/blue 6C/blue 7S/red 7S/blue 7C/blue 8D/red 8D/blue")
    strengths: dict[tuple[Card, ...], tuple[str, int, int]] = {}
    for play in (play for number in range(1, 7) for play in combinations(pack, number)):
        found = naive(play, DEFAULTS)
        if found:
            red = max("3456789TJQKA2".index(str(card)[0]) * 8 + "SCDH".index(str(card)[1]) * 2 + ("red" in str(card))
                      for card in play)
            strengths[play] = (*found[:2], red)
    for table, old in strengths.items():
        for play, new in strengths.items():
            one, other = classify(table, house), classify(play, house)
            assert isinstance(one, Combination)
            assert isinstance(other, Combination)
            if not set(play) & set(table) and not (other.is_chop or one.is_chop):
                assert (beating_fault(one, other, house) is None) == (new[:2] == old[:2] and new[2] > old[2])


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("6S/blue", "6S", "ok"), ("6S", "6S/red", "ok"), ("6S", "6S", "ok"), ("6S/red", "6S", "NOT_HIGHER"),
    ("6S", "6S/blue", "NOT_HIGHER"), ("4C 5C 6S/blue", "4D 5D 6S/red", "ok"),
    ("4C 5C 6S/red", "4D 5D 6S/blue", "NOT_HIGHER"), ("6S 6S", "6C 6D", "ok"), ("6C 6C", "6C 6S", "DUPLICATE"),
    ("6C 6S", "6C/blue 6S/blue", "NOT_HIGHER"), ("6C/blue 6S", "6S/red 6C/red", "ok")])
def test_of_two_cards_alike_the_high_back_wins_and_one_not_said_is_not_held_against_anybody(
        old: str, new: str, expected: str) -> None:
    seven = tuple("ABCDEFG")
    game = match(seven)
    verdict = pushed(game, "A play 3S", *(f"{name} knock" for name in seven[1:]), f"A play {old}", f"B play {new}")
    assert (verdict.kind if verdict.applies else verdict.codes[0]) == expected


def test_the_table_may_choose_the_high_back() -> None:
    for new, kind in (("6S/red", "NOT_HIGHER"), ("6S/blue", "ok")):
        game = match(tuple("ABCDEFG"), high_back="blue")
        old = "6S/red" if new == "6S/blue" else "6S/blue"
        verdict = pushed(game, "A play 3S", *(f"{name} knock" for name in "BCDEFG"), f"A play {old}", f"B play {new}")
        assert (verdict.kind if verdict.applies else verdict.codes[0]) == kind


def test_the_other_card_alike_could_still_beat_a_low_back() -> None:
    seven = tuple("ABCDEFG")
    for back, listed in (("blue", True), ("red", False)):
        game = match(seven)
        pushed(game, f"A play 3S/{back}")
        assert ("3S" in GAME.shown.advice(game.state)["beaten_by"]) is listed
    assert "Of two cards alike the red one is higher." in SAYS.lines(game.state)


# -- options and ends of games ---------------------------------------------------------------------


@pytest.mark.parametrize(("table", "new", "code"), [
    ("4H 5H 6H", "7S 8S 9S", "ok"), ("4H 5H 6H", "7S 8C 9S", "NOT_ONE_SUIT"), ("4H 5C 6H", "7S 8C 9S", "ok"),
])
def test_a_straight_in_one_suit_asks_for_one_in_one_suit(table: str, new: str, code: str) -> None:
    verdict = on(table, new, straight_same_suit_lock="true")
    assert (verdict.codes or (verdict.kind,))[0] == code
    assert on(table, new).kind == "ok"


def test_the_straight_last_laid_is_the_one_in_one_suit_or_not() -> None:
    game = match(straight_same_suit_lock="true")
    pushed(game, "Ann play 3S 4C 5S", "Bob play 6D 7D 8D")
    assert pushed(game, "Cal play 9C TH JC").codes == ("NOT_ONE_SUIT",)


@pytest.mark.parametrize(("seats", "literal", "cards"), [(4, "true", 13), (5, "false", 10), (6, "false", 8),
                                                        (7, "false", 14), (8, "false", 13), (8, "true", 12)])
def test_hands_are_equal_and_by_the_option_even(seats: int, literal: str, cards: int) -> None:
    names = tuple("ABCDEFGH"[:seats])
    assert match(names, even_literal=literal).state.sizes == (cards,) * seats


def test_played_cards_are_no_longer_unseen() -> None:
    game = match()
    pushed(game, "Ann play 3S 3C", "Bob play 4S 4C")
    assert len(unseen(game.state)) == 48
    assert not set(unseen(game.state)) & set(parse_cards("3S 3C 4S 4C"))


def test_what_can_still_beat_a_straight_needs_all_its_cards() -> None:
    game = match()
    pushed(game, "Ann play 3S", "Bob play QD!", "Cal knock", "Dee knock", "Ann knock", "Bob play 9S TS JS")
    left = [card for card in unseen(game.state) if card.rank != "K"]
    assert list(map(str, tops_that_beat(game.state.to_beat, left, HOUSE))) == ["JC", "JD", "JH", "QS", "QC", "QH"]
    assert [card for card in GAME.shown.advice(game.state)["beaten_by"] if card[0] == "A"] == ["AS", "AC", "AD", "AH"]


def test_the_first_out_alone_has_won_and_nobody_is_to_act() -> None:
    game = match(("Ann", "Bob", "Cal"), play_on="true")
    game.state = replace(game.state, sizes=(1, 2, 1))
    pushed(game, "Ann play 3S")
    assert (game.outcome.over, game.to_act) == (False, "Bob")
    verdict = pushed(game, "Bob knock", "Cal play 4S")
    assert SAYS.why(verdict).startswith("Cal is out of cards")
    assert game.outcome.over
    assert game.outcome.winners == ("Ann",)
    assert game.to_act is None
    assert SAYS.lines(game.state) == ["Ann won.", "Out in this order: Ann, Cal"]
    assert GAME.judge(game.state, parse_action("table deal")).after.turn == "Ann"
    assert game.outcome.scores == {"Ann": 1, "Bob": 0, "Cal": 0}


def test_a_card_that_leaves_others_in_says_what_to_beat() -> None:
    assert SAYS.why(pushed(match(), "Ann play 3S")) == "Bob beats the 3 of spades or knocks."


# -- deals, shown cards, what was not seen ----------------------------------------------------------


def test_a_second_deal_before_the_first_play_is_the_same_deal() -> None:
    game = match()
    pushed(game, LONG, "Bob knock", "Cal knock", "Dee knock", "Ann play 9C", "table deal", "table deal")
    assert (game.to_act, game.outcome.deals, game.state.dealer) == ("Ann", 2, "Ann")
    assert pushed(game, "table deal 3S").codes == ("CLAUSE",)


def test_a_void_deal_keeps_the_right_to_lead() -> None:
    game = match()
    pushed(game, LONG, "Bob knock", "Cal knock", "Dee knock", "Ann play 9C", "table deal", "Cal show 3S 3C 3D 3H")
    assert game.to_act is None
    assert pushed(game, "Ann play 4S").codes == ("GAME_OVER",)
    pushed(game, "table deal")
    assert (game.to_act, game.state.dealer, game.outcome.deals) == ("Ann", "Ann", 2)


def test_the_lowest_card_leads_every_game_by_the_option() -> None:
    game = match(next_lead="lowest")
    pushed(game, LONG, "Bob knock", "Cal knock", "Dee knock", "Ann play 9C", "table deal")
    assert game.to_act is None
    assert pushed(game, "Bob play 4S").codes == ("NO_3S",)


@pytest.mark.parametrize(("before", "line", "code"), [
    ((), "table lowest 3D", "ok"), ((), "table lowest 3H", "NO_3S"), ((), "table lowest JK", "FOREIGN"),
    (("Ann play 3C",), "table lowest 3C", "LATE_LOWEST"), ((), "Ann lowest 3C", "WRONG_TURN"),
    ((), "table knock", "WRONG_TURN"), ((), "Ann knock", "MUST_LEAD"), ((), "Ann play 3C on Bob", "CLAUSE"),
    ((), "Ann play JK", "FOREIGN"), (("Ann play 3C",), "table deal", "UNFINISHED"),
])
def test_what_is_said_of_lines_at_a_table_of_five(before: tuple[str, ...], line: str, code: str) -> None:
    verdict = pushed(match(FIVE), *before, line)
    assert (verdict.codes or (verdict.kind,))[0] == code
    assert SAYS.why(verdict)


def test_a_winner_who_leads_freely_need_not_ask_for_the_lowest_card() -> None:
    game = match()
    pushed(game, LONG, "Bob knock", "Cal knock", "Dee knock", "Ann play 9C", "table deal")
    assert pushed(game, "table lowest 3S").codes == ("LATE_LOWEST",)


def test_a_lower_card_shown_before_the_opening_makes_it_wrong_at_once() -> None:
    game = match(FIVE)
    assert pushed(game, "Bob show 3C").kind == "ok"
    assert pushed(game, "Ann play 3D").codes == ("WRONG_OPENER",)
    assert pushed(game, "Bob play 3D").codes == ("NO_3S",)
    assert pushed(game, "Bob play 3C 3D").kind == "ok"


def test_shown_cards_stay_in_the_hand() -> None:
    game = match(("Ann", "Bob"))
    pushed(game, "Ann play 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "Bob show 9H", "Ann show 9C")
    assert pushed(game, "Bob play 9C").codes == ("DUPLICATE",)
    assert pushed(game, "Ann show 9H").codes == ("DUPLICATE",)
    assert pushed(game, "Bob show 9C").codes == ("DUPLICATE",)
    assert pushed(game, "Bob knock", "Ann play 9D").codes == ("HAND_COUNT",)
    assert {"9C", "9H"}.isdisjoint(GAME.shown.advice(game.state)["unseen"])
    assert GAME.shown.advice(game.state)["known"] == {"Ann": ["9C"], "Bob": ["9H"]}
    assert pushed(game, "Ann show 9C 9D").codes == ("HAND_COUNT",)
    assert pushed(game, "Ann show ??").kind == "ok"
    assert pushed(game, "Ann play 9C").kind == "ok"


@pytest.mark.parametrize(("shown", "rule", "kind", "codes"), [
    ("2S 2C 2D 2H", "ignore", "ok", ()), ("2S 2C 2D", "redeal", "warn", ("NOT_FOUR",)), ("4S 4C", "redeal", "ok", ()),
    ("2S", "redeal", "ok", ()), ("3S 3C 3D 3H", "instant_win", "ok", ()), ("3S 3C 2D 2H", "redeal", "ok", ())])
def test_only_four_2s_or_3s_change_a_deal(shown: str, rule: str, kind: str, codes: tuple[str, ...]) -> None:
    game = match(four_of_rank=rule, play_on="true")
    verdict = pushed(game, f"Bob show {shown}")
    assert (verdict.kind, verdict.codes) == (kind, codes)
    assert game.outcome.over is (rule == "instant_win")
    assert game.state.void is False


def test_a_card_that_was_not_seen_is_asked_for() -> None:
    game = match()
    pushed(game, "Ann play 3S 3C", "Bob play 2S 2C")
    verdict = pushed(game, "Cal play 2D ??")
    assert (verdict.kind, verdict.codes) == ("need", ("UNSEEN_CARD",))
    assert [str(choice) for choice in verdict.choices] == ["Cal play 2D 2H"]
    assert pushed(game, "Cal play ?? ??").choices == ()


def test_all_faults_of_a_play_are_named() -> None:
    game = match()
    pushed(game, "Ann play 3S 4S 5S")
    assert pushed(game, "Cal play KS AS 2S").codes == ("WRONG_TURN", "NOT_COMBINATION", "TWO_IN_STRAIGHT")
    assert pushed(game, "Bob play 6S 9C 2S").codes == ("NOT_COMBINATION",)
    assert pushed(game, "Bob play AS 2S 3C").codes == ("NOT_COMBINATION", "TWO_IN_STRAIGHT")
    assert pushed(game, "Bob play 2S 2C 3C 3D 4C 4D").codes == ("NOT_COMBINATION", "TWO_IN_STRAIGHT")


def test_who_knocks_out_of_turn_or_twice() -> None:
    game = match()
    assert pushed(game, "Ann play 3S", "Cal knock").codes == ("WRONG_TURN",)
    assert pushed(game, "Bob knock", "Bob knock").codes == ("KNOCKED_PLAYER",)
    leading = match()
    pushed(leading, "Ann play 3S", "Bob knock", "Cal knock", "Dee knock", "Ann knock!")
    assert leading.to_act == "Ann"
    out = match(("Ann", "Bob", "Cal"), play_on="true")
    out.state = replace(out.state, sizes=(1, 2, 2))
    pushed(out, "Ann play 3S", "Ann knock!")
    assert GAME.public(out.state)["knocked"] == []
    pushed(game, "Dee knock!")
    assert GAME.public(game.state)["knocked"] == ["Bob", "Dee"]


def test_whoever_went_out_is_passed_over_and_the_next_to_his_left_leads() -> None:
    game = match(FIVE, play_on="true")
    game.state = replace(game.state, sizes=(3, 1, 3, 3, 3))
    pushed(game, "Ann play 3S", "Bob play 4S", "Cal knock", "Dee play 5S", "Eve knock", "Ann knock")
    assert game.to_act == "Dee"
    pushed(game, "Dee play 6S", "Eve knock", "Ann knock")
    assert (game.to_act, GAME.public(game.state)["knocked"]) == ("Cal", ["Ann", "Eve"])


@pytest.mark.parametrize(("seats", "seed"), [(7, 1), (8, 2), (12, 3)])
def test_honest_play_with_two_packs_keeps_the_laws(seats: int, seed: int) -> None:
    player = random_player(GAME, Table(tuple("ABCDEFGHIJKL"[:seats]), "A", {"play_on": "true"}), Random(seed))
    actions = sum(1 for _ in checked_play(player, 120))
    assert actions > 60
    backs = {card.back for event in player.match.events for card in event.action.cards}
    assert backs == {"red", "blue"}


# -- the companion ---------------------------------------------------------------------------------


def test_advice() -> None:
    game = match(play_on="true")
    assert SAYS.lines(game.state)[0] == "Whoever holds the lowest card opens with it."
    pushed(game, "Ann play 3S 3C", "Bob play 4S 4C", "Cal knock")
    advice = GAME.shown.advice(game.state)
    assert (in_english(advice["beat"], "thirteen"), advice["last_player"], advice["still_in"]) == (
        "a pair of 4s up to the 4 of clubs", "Bob", ["Ann", "Bob", "Dee"])
    assert advice["beaten_by"][:4] == ["4H", "5C", "5D", "5H"]  # 4♦ needs a lower 4, 5♠ another 5 below it
    assert advice["highest_unseen"] == "2H"
    assert advice["quads_possible"] == list("56789TJQKA2")
    assert advice["runs_of_pairs_possible"] == ["3-A"]
    lines = SAYS.lines(game.state)
    assert lines[0] == "Dee must beat a pair of 4s up to the 4 of clubs, or knock."
    assert "Knocked: Cal" in lines
    assert "Last to play: Bob" in lines
    assert next(line for line in lines if line.startswith("Beaten by: ")).startswith("Beaten by: 4H 5C 5D 5H ")
    assert not any(line.startswith("Out of cards") for line in lines)
    game.state = replace(game.state, finished=("Cal",))
    assert "Out of cards: Cal" in SAYS.lines(game.state)
    assert GAME.public(game.state)["type"] == "pair"


def test_chops_that_are_no_longer_possible() -> None:
    game = match(chop_pairs_with_2="true")
    pushed(game, "Ann play 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "Bob knock", "Cal knock", "Dee knock")
    assert GAME.shown.advice(game.state)["quads_possible"] == ["2"]
    assert GAME.shown.advice(game.state)["runs_of_pairs_possible"] == ["3-2"]
    game.state = replace(game.state, played=(*game.state.played, *parse_cards("6C 6D 2S 2C 2D")))
    assert GAME.shown.advice(game.state)["runs_of_pairs_possible"] == ["3-5", "7-A"]
    assert SAYS.lines(game.state)[-1] == "Chops still possible: pairs 3-5, pairs 7-A"


def test_the_camera_sees_a_play() -> None:
    game = match()
    change = Change(tuple(("trick", card) for card in parse_cards("3S 3C")))
    assert len(GAME.camera.explain(game.state, change)) == 4
    pushed(game, "Ann play 3S 3C")
    assert [action.actor for action in GAME.camera.explain(game.state, change)][:2] == ["Bob", "Ann"]
    assert GAME.camera.explain(game.state, Change((), change.appeared)) == ()
    assert GAME.camera.explain(game.state, Change((("aside", Card("3S")),))) == ()
    assert tuple(GAME.places(FOUR)) == ("trick",)
    assert GAME.visible(game.state) == {"trick": parse_cards("3S 3C")}


@pytest.mark.parametrize(("option", "value", "said"), [
    ("chops", "any", "they beat anything"), ("chops", "only_2s", "they beat 2s only"),
    ("longer_pairs_beat", "true", "or a longer run"), ("quad_beats_pairs", "always", "or four of a kind beats"),
    ("min_straight", "5", "a straight of 5 or more"), ("triple", "true", "a triple"),
    ("chop_pairs_with_2", "true", "2s included"), ("chop_pairs_with_2", "false", "pairs without 2s"),
    ("straight_same_suit_lock", "true", "only by a straight in one suit"),
    ("four_of_rank", "redeal", "everybody is dealt again"), ("four_of_rank", "instant_win", "shows them has won"),
    ("four_of_rank", "ignore", "like any other"), ("next_lead", "winner", "winner leads the next game"),
    ("next_lead", "lowest", "So does the first play of every later game"), ("play_on", "true", "play on for places"),
    ("even_literal", "true", "equal and even number")])
def test_the_rules_as_played_say(option: str, value: str, said: str) -> None:
    others = [str(other).lower() for o in GAME.options if o.name == option for other in o.values]
    texts = {other: " ".join(SAYS.rules(GAME.parse_options({option: other}))) for other in others}
    assert [other for other, text in texts.items() if said in text] == [value]
    assert "the blue one is higher" in " ".join(SAYS.rules(GAME.parse_options({"high_back": "blue"})))


def test_a_card_let_stand_is_not_where_it_was_thought_to_be() -> None:
    game = match(("Ann", "Bob"))
    pushed(game, "Ann play 3S", "Ann show 9H", "Bob play 9H !")
    assert GAME.shown.advice(game.state)["known"] == {"Ann": [], "Bob": []}
    seven = match(tuple("ABCDEFG"))
    pushed(seven, "A play 3S", "A show 9H 4D", "B play 9H", "C show 4D")
    assert GAME.shown.advice(seven.state)["known"]["A"] == ["9H", "4D"]


# -- packs (RULES 7.1) --------------------------------------------------------------------------


def sizes(players: int, **options: str) -> set[int]:
    game = Match(GAME, Table(tuple("ABCDEFGHIJKL"[:players]), "A", options))
    return set(GAME.public(game.state)["hand_sizes"].values())


@pytest.mark.parametrize(("players", "packs", "size"), [
    (4, "2", 26), (6, "2", 17), (7, "1", 7), (7, "auto", 14), (4, "1", 13), (2, "auto", 13)],
    ids=["TH_39", "six", "TH_40", "auto", "one", "two_players"])
def test_packs_for_any_number(players: int, packs: str, size: int) -> None:
    assert sizes(players, packs=packs) == {size}


def test_TH_41_with_two_packs_the_3_of_spades_of_the_lower_back_opens() -> None:  # noqa: N802
    game = match(packs="2")
    verdict = pushed(game, "Ann play 3S/red")
    assert (verdict.kind, verdict.codes) == ("illegal", ("NO_3S",))
    assert "not red" in SAYS.why(verdict)
    assert pushed(game, "Bob play 3S/blue").kind == "ok"
    assert pushed(game, "Cal play 3S/red").kind == "ok", "the high back beats the low one"


def test_TH_42_the_lower_back_seen_later_proves_the_opening_wrong() -> None:  # noqa: N802
    game = match(tuple("ABCDEFG"), packs="2")  # 14 each, and 6 aside
    assert pushed(game, "A play 3S/red").kind == "ok"
    verdict = pushed(game, "B show 3S/blue")
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("WRONG_OPENER",), 0)


def test_one_pack_has_no_card_twice_whatever_the_number() -> None:
    game = match(tuple("ABCDEFG"), packs="1")
    pushed(game, "A play 3S")
    assert pushed(game, "B play 3S").codes == ("DUPLICATE",)


def test_what_was_played_may_be_gathered_once_nobody_beats_it() -> None:
    game = match()
    pushed(game, "Ann play 3S 3C", "Bob knock", "Cal knock")
    assert not GAME.camera.is_optional(game.state, "trick", Card("3S"))
    pushed(game, "Dee knock")
    assert GAME.camera.is_optional(game.state, "trick", Card("3S"))
    assert not GAME.camera.is_optional(game.state, "trick", Card("4H")), "it leads, and was not played yet"
