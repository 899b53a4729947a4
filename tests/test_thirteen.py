"""Thirteen: the vectors of RULES 7.7 by their ids, the opening, the rounds, the comparison itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from rules import Match, Table, Verdict, parse_action, parse_cards
from rules.cards import Card
from rules.thirteen import RANK_ORDER, SUIT_ORDER, Combination, Thirteen, beaten_by, classify, unseen

GAME = Thirteen()
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
    assert verdict.why


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


def naive(cards: tuple[Card, ...]) -> tuple[str, int, int] | None:
    """Type, size and strength, written from the table of RULES 7.2 by counting."""
    ranks = sorted(RANK_ORDER.index(c.rank) for c in cards)
    strength = max(RANK_ORDER.index(c.rank) * 4 + SUIT_ORDER.index(c.suit) for c in cards)
    if len(set(ranks)) == 1:
        return ("same", len(cards), strength)
    if ranks == list(range(ranks[0], ranks[0] + len(ranks))) and len(ranks) >= 3 and ranks[-1] < 12:
        return ("straight", len(cards), strength)
    if len(ranks) % 2 == 0 and ranks[::2] == ranks[1::2] and len(ranks) >= 6:
        half = ranks[::2]
        if half == list(range(half[0], half[0] + len(half))) and half[-1] < 12:
            return ("pairs", len(cards), strength)
    return None


def test_comparison_over_all_pairs_of_combinations_of_a_small_pack() -> None:
    pack = parse_cards("3S 3C 3D 3H 4S 4H 5C 5D 6S 2H")
    found: dict[tuple[Card, ...], tuple[str, int, int]] = {}
    for number in range(1, 7):
        for cards in combinations(pack, number):
            combination, expected = classify(cards, HOUSE), naive(cards)
            assert isinstance(combination, Combination) == (expected is not None), cards
            if expected is not None:
                found[cards] = expected
    start = GAME.start(Table(FOUR))
    for table, old in found.items():
        game = Match(GAME, Table(FOUR, "Dee"))
        game.state = start
        if "3S" not in map(str, table):
            continue
        game.push(parse_action(f"Ann play {' '.join(map(str, table))}"))
        for cards, new in found.items():
            if set(cards) & set(table):
                continue
            chop_new, chop_old = (kind == "pairs" or (kind == "same" and n == 4) for kind, n, _ in (new, old))
            wins = (chop_new and not chop_old) or (new[:2] == old[:2] and new[2] > old[2])
            verdict = GAME.judge(game.state, parse_action(f"Bob play {' '.join(map(str, cards))}"))
            assert verdict.applies == wins, (table, cards, verdict)


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
    assert beaten_by(game.state, left) == ["JC", "JD", "JH", "QS", "QC", "QH"]
    assert [card for card in beaten_by(game.state, unseen(game.state)) if card[0] == "A"] == ["AS", "AC", "AD", "AH"]


def test_the_first_out_alone_has_won_and_nobody_is_to_act() -> None:
    game = match(("Ann", "Bob", "Cal"), play_on="true")
    game.state = replace(game.state, sizes=(1, 2, 1))
    pushed(game, "Ann play 3S")
    assert (game.outcome.over, game.to_act) == (False, "Bob")
    verdict = pushed(game, "Bob knock", "Cal play 4S")
    assert verdict.why.startswith("Cal is out of cards")
    assert game.outcome.over
    assert game.outcome.winners == ("Ann",)
    assert game.to_act is None


def test_a_card_that_leaves_others_in_says_what_to_beat() -> None:
    assert pushed(match(), "Ann play 3S").why.startswith("Beat ")
