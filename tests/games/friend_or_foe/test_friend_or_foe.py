"""Friend or Foe: the vectors of RULES 8.6 by their ids, and what public knowledge proves."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spoken import Says

from rules import Card, Change, Match, Table, Verdict, parse_action, parse_cards
from rules.core.cards import standard_pack
from rules.games.friend_or_foe import FRIEND_OR_FOE as GAME
from rules.games.friend_or_foe.calls import is_possible
from rules.games.friend_or_foe.state import Ask, State

SAYS = Says(GAME)

FOUR = ("Ann", "Bob", "Cal", "Dee")


def match(players: tuple[str, ...] = FOUR, **options: str) -> Match:
    return Match(GAME, Table(players, players[-1], options))


def pushed(game: Match, *lines: str) -> Verdict:
    """The verdict on the last line; the lines before it must be accepted."""
    for line in lines[:-1]:
        verdict = game.push(parse_action(line))
        assert verdict.applies, (line, verdict)
    return game.push(parse_action(lines[-1]))


def outcome(game: Match, *lines: str) -> str:
    verdict = pushed(game, *lines)
    assert SAYS.why(verdict)
    return verdict.kind if verdict.applies else verdict.codes[0]


PLAYS = [
    ("FF_01a", "2 5", "2D 5H", {}, "ok"), ("FF_01b", "2 5", "7C", {}, "ok"), ("FF_01c", "2 5", "2D", {}, "BAD_SUM"),
    ("FF_01d", "2 5", "2D 5H 7C", {}, "BOTH_MATCHES"), ("FF_01e", "2 5", "2D 5H 7C", {"both_matches": "true"}, "ok"),
    ("FF_02a", "3 3", "3S 3H", {}, "ok"), ("FF_02b", "3 3", "6D", {}, "ok"), ("FF_02c", "3 3", "3S", {}, "BAD_SUM"),
    ("FF_03a", "5 6", "JD", {}, "ok"), ("FF_03b", "5 6", "5C 6C", {}, "ok"),
    ("FF_04a", "6 6", "QD", {}, "ok"), ("FF_04b", "6 6", "6D 6S", {}, "ok"),
    ("FF_05a", "1 5", "AS 5D", {}, "ACE_KING"), ("FF_05b", "1 5", "AS 5D", {"aces_match_die_one": "true"}, "ok"),
    ("FF_05c", "1 5", "6H", {}, "ok"),
    ("FF_06a", "1 1", "2C", {}, "ok"), ("FF_06b", "1 1", "AS AH", {}, "ACE_KING"),
    ("FF_06c", "1 1", "AS AH", {"aces_match_die_one": "true"}, "ok"),
    ("FF_23", "2 5", "2H 5C 5D", {"both_matches": "true"}, "BAD_PAIR"),
    ("FF_26a", "6 6", "KS", {}, "ACE_KING"), ("FF_26b", "2 5", "2S KS", {}, "ACE_KING"),
    ("FF_27", "6 6", "QS", {}, "ok"), ("FF_28a", "6 1", "7H", {}, "ok"), ("FF_28b", "6 1", "6C AD", {}, "ACE_KING"),
    ("pair_as_sum", "2 5", "3D 4H", {}, "BAD_PAIR"),
]


@pytest.mark.parametrize(("dice", "cards", "options", "expected"), [p[1:] for p in PLAYS], ids=[p[0] for p in PLAYS])
def test_matching_the_dice(dice: str, cards: str, options: dict[str, str], expected: str) -> None:
    assert outcome(match(**options), f"Ann roll {dice}", f"Ann play {cards}") == expected


FRIENDS = [
    ("FF_07a", "4 6", "3H", "KS", "ok"), ("FF_07b", "4 6", "3H", "AS", "BAD_HELPER"),
    ("FF_07c", "4 6", "JH", "AS", "ok"), ("FF_07d", "4 6", "JH", "KS", "BAD_HELPER"),
    ("FF_08a", "2 4", "7H", "KS", "ok"), ("FF_08b", "2 4", "7H", "AS", "ok"),
    ("FF_09a", "6 6", "AH", "KS", "ok"), ("FF_09b", "6 6", "KH", "AS", "ok"),
    ("FF_11a", "3 4", "6H", "KS", "ok"), ("FF_11b", "3 4", "8H", "AS", "ok"),
    ("FF_11c", "3 4", "8H", "KS", "BAD_HELPER"),
    ("FF_33a", "1 3", "9H", "KS", "ok"), ("FF_33b", "1 3", "5H", "AS", "ok"),
    ("FF_33c", "5 6", "2H", "KS", "ok"), ("FF_33d", "5 6", "QH", "AS", "ok"),
]


@pytest.mark.parametrize(("dice", "asked", "helper", "expected"), [f[1:] for f in FRIENDS], ids=[f[0] for f in FRIENDS])
def test_asking_a_friend(dice: str, asked: str, helper: str, expected: str) -> None:
    assert outcome(match(), f"Ann roll {dice}", f"Ann ask {asked}", f"Bob friend {helper}") == expected


def test_FF_10_a_call_that_nothing_answers() -> None:  # noqa: N802 - named after the vector
    verdict = pushed(match(), "Ann roll 4 6", "Ann ask 5D")
    assert (verdict.kind, verdict.codes) == ("warn", ("NO_ANSWER",))


def test_FF_12_the_card_laid_must_be_the_one_called() -> None:  # noqa: N802
    assert outcome(match(), "Ann roll 4 6", "Ann ask 3D", "Ann play 4D") == "CALL_MISMATCH"
    assert outcome(match(), "Ann roll 4 6", "Ann ask 4D as 3") == "CALL_MISMATCH"


def test_FF_13_the_first_shout_counts() -> None:  # noqa: N802
    assert outcome(match(), "Ann roll 4 6", "Ann ask 3D", "Bob friend KD", "Cal friend KS") == "NO_ASK"


def test_FF_14_an_unanswered_call_is_a_pass() -> None:  # noqa: N802
    game = match()
    assert outcome(game, "Ann roll 4 6", "Ann ask 3D", "Cal foe TS") == "ok"
    pushed(game, "Ann collect")
    assert GAME.public(game.state)["hand_sizes"] == {"Ann": 14, "Bob": 13, "Cal": 12, "Dee": 13}
    assert game.to_act == "Bob"


SIX = ("Ann roll 1 1", "Ann play 2C", "Bob roll 1 2", "Bob play 3C", "Cal roll 1 3", "Cal play 4C", "Dee roll 1 4",
       "Dee play 5C", "Ann roll 1 5", "Ann play 6C", "Bob roll 1 6", "Bob play 7C", "Cal roll 2 5", "Cal pass",
       "Dee foe 2D 5D")


@pytest.mark.parametrize(("option", "gained", "left"), [("with", 8, 0), ("without", 6, 2)])
def test_FF_15_the_passer_collects_the_pile(option: str, gained: int, left: int) -> None:  # noqa: N802
    game = match(foe_pile=option)
    pushed(game, *SIX)
    before = GAME.public(game.state)
    assert before["pile_size"] == 8
    pushed(game, "Dee roll 3 4")  # without a word the pile has changed hands by the next roll
    after = GAME.public(game.state)
    assert after["hand_sizes"]["Cal"] - before["hand_sizes"]["Cal"] == gained
    assert after["pile_size"] == left


def test_FF_16_an_empty_pile() -> None:  # noqa: N802
    game = match()
    pushed(game, "Ann roll 3 4", "Ann pass", "Bob foe 7D", "Ann collect")
    assert GAME.public(game.state)["hand_sizes"]["Ann"] == 14


def test_FF_17_foe_after_the_next_roll() -> None:  # noqa: N802
    assert outcome(match(), "Ann roll 3 4", "Ann pass", "Bob roll 1 1", "Cal foe 7D") == "LATE_FOE"


def test_FF_18_one_foe_on_a_pass() -> None:  # noqa: N802
    assert outcome(match(), "Ann roll 3 4", "Ann pass", "Bob foe 7D", "Cal foe 7S") == "SECOND_FOE"


def test_FF_19_nobody_attacks_himself() -> None:  # noqa: N802
    assert outcome(match(), "Ann roll 3 4", "Ann pass", "Ann foe 7D") == "SELF_CALL"


def test_FF_20_a_friend_is_not_a_pass() -> None:  # noqa: N802
    assert outcome(match(), "Ann roll 4 6", "Ann ask 3D", "Bob friend KD", "Cal foe TS") == "FOE_WITHOUT_PASS"
    assert outcome(match(), "Ann roll 4 6", "Cal foe TS") == "FOE_WITHOUT_PASS"


TEN = tuple("ABCDEFGHIJ")  # five cards each


def ten_rounds(game: Match, cards: tuple[str, ...]) -> None:
    """The first player discards one card a round, the others pass."""
    for card in cards:
        dice = {"7": "3 4", "8": "4 4", "9": "4 5"}[card[0]]
        pushed(game, f"A roll {dice}", f"A play {card}")
        for name in TEN[1:]:
            pushed(game, f"{name} roll 1 1", f"{name} pass")


def test_FF_21_an_attack_with_the_last_card_wins() -> None:  # noqa: N802
    game = match(TEN)
    ten_rounds(game, ("7C", "7D", "7H", "7S"))
    pushed(game, "A roll 1 1", "A pass", *(f"{n} roll 1 1" if i % 2 == 0 else f"{n} pass"
                                           for n in "BCDEFGHI" for i in range(2)), "J roll 4 4", "J pass", "A foe 8D")
    assert game.outcome.winners == ("A",)
    assert GAME.public(game.state)["hand_sizes"]["J"] == 5
    assert pushed(game, "B roll 1 1").codes == ("GAME_OVER",)


@pytest.mark.parametrize(("option", "winners"), [("shared", ("A", "B")), ("asker", ("A",)), ("helper", ("B",))])
def test_FF_22_a_friend_empties_both_hands(option: str, winners: tuple[str, ...]) -> None:  # noqa: N802
    game = match(TEN, double_out=option)
    for mine, his in (("7C", "8C"), ("7D", "8D"), ("7H", "8H"), ("7S", "8S")):
        pushed(game, "A roll 3 4", f"A play {mine}", "B roll 4 4", f"B play {his}")
        for name in TEN[2:]:
            pushed(game, f"{name} roll 1 1", f"{name} pass")
    pushed(game, "A roll 4 6", "A ask 3D", "B friend KD")
    assert game.outcome.winners == winners


def test_FF_24_a_false_friend_call_is_proven_by_the_card() -> None:  # noqa: N802
    start = ("Ann roll 3 4", "Ann ask 6D", "Bob friend KD", "Bob roll 1 1", "Bob pass", "Cal roll 1 1", "Cal pass",
             "Dee roll 1 1", "Dee pass", "Ann roll 3 4")
    verdict = pushed(match(), *start, "Ann play 7S")
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("FRIEND_WITH_MATCH",), 1)


def test_FF_24_not_if_he_collected_the_card_since() -> None:  # noqa: N802
    game = match()
    pushed(game, "Ann roll 3 4", "Ann ask 6D", "Bob friend KD", "Bob roll 3 4", "Bob play 7S", "Cal roll 1 1",
           "Cal pass", "Dee roll 1 1", "Dee pass", "Ann roll 2 2", "Ann pass", "Bob foe 4D", "Bob roll 1 1", "Bob pass",
           "Cal roll 1 1", "Cal pass", "Dee roll 1 1", "Dee pass", "Ann roll 3 4")
    assert pushed(game, "Ann play 7S").kind == "ok"


def test_a_false_friend_call_is_proven_by_both_cards_of_the_pair() -> None:
    rounds = ("Bob roll 1 1", "Bob pass", "Cal roll 1 1", "Cal pass", "Dee roll 1 1", "Dee pass")
    game = match()
    pushed(game, "Ann roll 3 4", "Ann ask 6D", "Bob friend KD", *rounds, "Ann roll 1 2", "Ann play 3S", *rounds)
    verdict = pushed(game, "Ann roll 2 2", "Ann play 4S")
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("FRIEND_WITH_MATCH",), 1)


def test_asking_with_a_known_match_is_wrong_at_once() -> None:
    game = match()
    pushed(game, "Ann roll 3 4", "Ann pass", "Bob foe 7D", "Bob roll 1 1", "Bob pass", "Cal roll 1 1", "Cal pass",
           "Dee roll 1 1", "Dee pass", "Ann roll 3 4")
    assert outcome(game, "Ann ask 6D") == "FRIEND_WITH_MATCH"
    lax = match(friend_requires_no_match="false")
    pushed(lax, "Ann roll 3 4", "Ann pass", "Bob foe 7D", "Bob roll 1 1", "Bob pass", "Cal roll 1 1", "Cal pass",
           "Dee roll 1 1", "Dee pass", "Ann roll 3 4")
    assert outcome(lax, "Ann ask 6D") == "ok"


def test_FF_25_five_players() -> None:  # noqa: N802
    assert set(GAME.public(match(tuple("ABCDE")).state)["hand_sizes"].values()) == {10}
    sizes = GAME.public(match(tuple("ABCDE"), leftovers="first_players").state)["hand_sizes"]
    assert sizes == {"A": 11, "B": 11, "C": 10, "D": 10, "E": 10}


def test_FF_29_cards_come_back_from_the_pile() -> None:  # noqa: N802
    game = match()
    pushed(game, "Ann roll 3 4", "Ann play 7D", "Bob roll 3 4")
    assert outcome(game, "Bob play 7D") == "DUPLICATE"
    pushed(game, "Bob pass", "Cal foe 7S", "Cal roll 3 4")
    assert outcome(game, "Cal play 7D") == "DUPLICATE"  # Bob is known to hold it
    pushed(game, "Cal pass", "Dee roll 1 1", "Dee pass", "Ann roll 1 1", "Ann pass", "Bob roll 3 4")
    assert outcome(game, "Bob play 7D") == "ok"


def test_FF_30_helping_does_not_change_the_order() -> None:  # noqa: N802
    game = match()
    pushed(game, "Ann roll 4 6", "Ann ask 3D", "Bob friend KD")
    assert game.to_act == "Bob"
    assert outcome(game, "Bob roll 1 1") == "ok"


def test_FF_31_a_king_goes_only_with_a_friend() -> None:  # noqa: N802
    assert outcome(match(), "Ann roll 6 6", "Ann play KD") == "ACE_KING"
    assert outcome(match(), "Ann roll 6 6", "Ann ask KD", "Cal friend AD") == "ok"


def test_FF_32_a_cocked_die_is_rolled_again() -> None:  # noqa: N802
    game = match()
    assert pushed(game, "Ann roll 2 5", "Ann roll 3 5").codes == ("REROLL",)
    assert GAME.public(game.state)["dice"] == [3, 5]


def test_FF_34_only_kings_left() -> None:  # noqa: N802
    game = match()
    lying = tuple(card for card in game.state.outside if card.rank not in "K3" or card.face == "3H")
    game.state = replace(game.state, pile=lying)
    pushed(game, "Ann roll 1 2", "Ann play 3C", "Bob roll 1 2", "Bob play 3D", "Cal roll 1 2")
    verdict = pushed(game, "Cal play 3S")
    assert SAYS.changes(verdict) == ("Nobody can discard any longer; deal again.",)
    assert GAME.shown.advice(game.state)["stalemate"]
    assert outcome(game, "table deal") == "ok"


def test_FF_35_a_jack_and_an_ace_go_together() -> None:  # noqa: N802
    game = match()
    pushed(game, "Ann roll 4 6", "Ann ask JD", "Cal friend AC")
    public = GAME.public(game.state)
    assert public["pile_size"] == 2
    assert (public["hand_sizes"]["Ann"], public["hand_sizes"]["Cal"]) == (12, 12)


def test_a_turn_begins_with_a_roll() -> None:
    assert outcome(match(), "Ann play 7D") == "NO_ROLL"
    assert outcome(match(), "Bob roll 3 4") == "WRONG_TURN"
    assert outcome(match(), "Ann roll 3 7") == "BAD_DICE"


def test_a_false_call_may_cost_the_pile() -> None:
    game = match(false_call="collects")
    pushed(game, "Ann roll 3 4", "Ann play 7D", "Bob roll 1 1", "Bob pass")
    assert outcome(game, "Cal foe 9D") == "BAD_SUM"
    assert GAME.public(game.state)["hand_sizes"]["Cal"] == 14


# -- what nobody may do ----------------------------------------------------------------------------


@pytest.mark.parametrize(("lines", "code"), [
    (["Ann roll 3 4", "Ann ask 6D", "Ann ask 8D"], "ONE_CHOICE"),
    (["Ann roll 3 4", "Ann ask 6D", "Ann play 7D"], "FRIEND_WITH_MATCH"),
    (["Ann roll 3 4", "Ann ask 6D", "Ann friend KD"], "SELF_CALL"),
    (["Ann roll 3 4", "Ann ask 6D", "Ann pass"], "ok"),
    (["Ann roll 3 4", "Ann ask 6D", "Bob pass"], "WRONG_TURN"),
    (["Ann roll 3 4", "Bob friend KD"], "NO_ASK"), (["Ann roll 3 4", "Bob collect"], "NOTHING_TO_COLLECT"),
    (["Ann roll 3 4", "Ann pass", "Ann play 7D"], "WRONG_TURN"), (["Ann pass"], "NO_ROLL"), (["Ann ask 6D"], "NO_ROLL"),
    (["Ann roll 3 4", "Bob roll 3 4"], "WRONG_TURN"), (["Ann roll 3 4", "Ann play JK"], "FOREIGN"),
    (["Ann roll 3 4", "Ann ask 6D 7D"], "CALL_MISMATCH"), (["Ann roll 3 4", "Ann play 7D on Bob"], "CLAUSE"),
    (["table deal 7D"], "CLAUSE"), (["table deal"], "ok"), (["Ann roll 3 4", "table deal"], "UNFINISHED"),
    (["table roll 3 4"], "WRONG_TURN"), (["Ann deal"], "WRONG_TURN"),
    (["Ann roll 3 4", "Ann ask 6D = 7"], "CALL_MISMATCH"), (["Ann roll 3 4", "Ann ask 6D = 6"], "ok"),
])
def test_what_is_said_of_lines(lines: list[str], code: str) -> None:
    verdict = pushed(match(), *lines)
    assert (verdict.codes or (verdict.kind,))[0] == code


def test_after_a_call_a_match_is_no_longer_a_choice_even_where_one_may_be_held() -> None:
    game = match(friend_requires_no_match="false")
    assert outcome(game, "Ann roll 3 4", "Ann ask 6D", "Ann play 7D") == "ONE_CHOICE"


def test_only_a_call_without_the_cards_for_it_costs_the_pile() -> None:
    start = ("Ann roll 3 4", "Ann play 7D", "Bob roll 4 6", "Bob ask 3H")
    for line, costs in (("Cal friend AD", True), ("Cal foe 9D", True), ("Cal friend 3D", True)):
        game = match(false_call="collects")
        pushed(game, *start, line)
        assert GAME.public(game.state)["hand_sizes"]["Cal"] == 13 + costs, line
    game = match(false_call="collects")
    pushed(game, *start, "Dee friend KD", "Cal friend KS")  # second, but he has the card
    assert GAME.public(game.state)["hand_sizes"]["Cal"] == 13


def test_a_card_that_was_not_seen_is_asked_for() -> None:
    game = match()
    pushed(game, "Ann roll 2 5")
    verdict = pushed(game, "Ann play ??")
    assert (verdict.kind, verdict.codes) == ("need", ("UNSEEN_CARD",))
    assert [str(choice.card) for choice in verdict.choices] == ["7C", "7D", "7H", "7S"]
    pair = pushed(game, "Ann play 2D ??")
    assert [str(choice) for choice in pair.choices] == [f"Ann play 2D 5{suit}" for suit in "CDHS"]
    pushed(game, "Ann ask 6D")
    assert {str(choice.card) for choice in pushed(game, "Bob friend ??").choices} == {"KC", "KD", "KH", "KS"}
    pushed(game, "Ann pass")
    assert len(pushed(game, "Bob foe ?? 2D").choices) == 4


def test_both_matches_one_after_the_other() -> None:
    game = match(both_matches="true")
    pushed(game, "Ann roll 2 5", "Ann play 2D 5H")
    assert game.to_act == "Bob"
    assert outcome(game, "Ann play 2S 5S") == "BOTH_MATCHES"
    assert outcome(game, "Ann play 8S") == "BAD_SUM"
    assert outcome(game, "Ann play 7S") == "ok"
    assert outcome(game, "Ann play 7C") == "WRONG_TURN"
    assert GAME.public(game.state)["hand_sizes"]["Ann"] == 10
    late = match(both_matches="true")
    assert outcome(late, "Ann roll 2 5", "Ann play 7C", "Bob roll 1 1", "Ann play 2D 5H") == "WRONG_TURN"
    assert outcome(match(), "Ann roll 2 5", "Ann play 2D 5H", "Ann play 7S") == "WRONG_TURN"


def test_a_hand_of_known_cards_holds_nothing_else() -> None:
    game = match()
    game.state = replace(game.state, sizes=(1, 13, 13, 13), known=(frozenset(parse_cards("7D")),
                                                                   frozenset(), frozenset(), frozenset()))
    assert outcome(game, "Ann roll 3 4", "Ann play 7S") == "HAND_COUNT"
    assert outcome(game, "Ann show 7S") == "warn"
    assert outcome(game, "Ann play 7D") == "ok"
    assert game.outcome.winners == ("Ann",)


def test_stalemate_where_all_hands_are_known_and_cards_lie_aside() -> None:
    game = match(tuple("ABCDE"))
    kings = [frozenset(parse_cards(cards)) for cards in ("KC", "KD", "KH", "KS", "")]
    aside = parse_cards("2C 3C")
    pile = tuple(card for card in game.state.outside if card.rank != "K" and card not in aside)
    game.state = replace(game.state, pile=pile, sizes=(1, 1, 1, 1, 0), known=tuple(kings))
    assert game.state.is_dead
    game.state = replace(game.state, known=(frozenset(), *kings[1:]))
    assert not game.state.is_dead  # one of the cards aside may be the king
    aces = tuple(frozenset(parse_cards(cards)) for cards in ("AC", "AD", "AH", "AS", ""))
    for option, dead in (("false", True), ("true", False)):
        state = replace(match(tuple("ABCDE"), aces_match_die_one=option).state, sizes=(1, 1, 1, 1, 0), known=aces)
        assert state.is_dead is dead


def test_no_stalemate_while_an_attacked_player_must_take_the_pile() -> None:
    game = match(("Ann", "Bob"))
    kings = frozenset(parse_cards("KC KD KH"))
    pile = tuple(card for card in game.state.outside if card.rank != "K")
    state = replace(game.state, pile=pile, sizes=(2, 1), known=(frozenset(list(kings)[:2]), frozenset(list(kings)[2:])))
    assert state.is_dead
    assert not replace(state, phase="attacked", attack=pile[-1:]).is_dead


# -- what a call proves, against every hidden hand ---------------------------------------------------


def brute_force(state: State, player: str, asks: list[Ask]) -> bool:
    """Whether some choice of unseen cards makes no match at any of the calls."""
    hidden = state.size(player) - len(state.knows(player))
    free = [card for card in standard_pack() if card not in state.pile and all(card not in k for k in state.known)]
    return any(not any(naive_match([*ask.held, *chosen], ask.dice, state.house.aces_match_die_one) for ask in asks)
               for chosen in combinations(free, hidden))


def naive_match(hand: list[Card], dice: tuple[int, int], aces: bool) -> bool:
    numbers = ["A23456789TJQK".index(str(card)[0]) + 1 for card in hand]
    if sum(dice) in numbers:
        return True
    if dice[0] in numbers and (aces or 1 not in dice):
        numbers.remove(dice[0])
        return dice[1] in numbers
    return False


dice_thrown = st.tuples(st.integers(1, 6), st.integers(1, 6))


@given(st.permutations(parse_cards("AS 2S 2H 3S 3H 4S 4H 5S 6S 7S 8S")), st.integers(1, 4),
       st.lists(st.tuples(dice_thrown, st.integers(0, 2)), min_size=1, max_size=3), st.booleans())
@settings(max_examples=150)
def test_a_call_is_possible_exactly_where_some_hidden_hand_makes_it_so(
        cards: list[Card], hidden: int, calls: list[tuple[tuple[int, int], int]], aces: bool) -> None:
    state = match(aces_match_die_one=str(aces).lower()).state
    shown, free = cards[:2], cards[2:]
    pile = tuple(card for card in standard_pack() if card not in free)  # the shown ones have been laid since
    state = replace(state, pile=pile, sizes=(hidden, *state.sizes[1:]))
    asks = [Ask("Ann", dice, 0, frozenset(shown[:held])) for dice, held in calls]
    asks = [ask for ask in asks if not naive_match(list(ask.held), ask.dice, aces)]
    assert is_possible(state, "Ann", asks) == brute_force(state, "Ann", asks)


def test_of_two_calls_one_was_wrong_though_each_by_itself_may_have_been_honest() -> None:
    game = match(("Ann", "Bob", "Cal"))
    held = parse_cards("8C 7C 2S 3S 3H KS KD KH")
    game.state = replace(game.state, sizes=(4, 2, 2), pile=tuple(c for c in standard_pack() if c not in held))
    others = ("Bob roll 1 1", "Bob pass", "Cal roll 1 1", "Cal pass")
    pushed(game, "Ann roll 2 3", "Ann ask 8C", *others, "Ann roll 3 3", "Ann ask 7C", *others, "Bob show KS KD")
    verdict = pushed(game, "Cal show KH")  # no two of 2♠ 3♠ 3♥ go with both calls
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("FRIEND_WITH_MATCH",), 7)
    assert "with 2 and 3, with 3 and 3" in SAYS.why(verdict)
    assert game.state.asks == ()


# -- the companion ---------------------------------------------------------------------------------


def test_advice() -> None:
    game = match()
    pushed(game, "Ann roll 2 5")
    lines = SAYS.lines(game.state)
    assert lines[0] == "2 and 5: a 2 and a 5, or a 7; friends: 6 with a King, 8 with an Ace."
    assert "Aces and Kings go only with a friend." in lines
    pushed(game, "Ann ask 6D")
    assert GAME.shown.advice(game.state)["could_answer"] == ["Bob", "Cal", "Dee"]
    assert GAME.shown.advice(game.state)["foe_until"] == "Bob"
    pushed(game, "Cal foe 7S", "Ann collect")
    advice = GAME.shown.advice(game.state)
    assert advice["known"]["Ann"] == ["6D", "7S"]
    assert "7S" not in advice["unseen"]
    game.state = replace(game.state, sizes=(14, 1, 12, 13))
    assert "Bob has one card left." in SAYS.lines(game.state)


def test_only_who_may_hold_a_king_could_answer() -> None:
    game = match()
    kings = frozenset(parse_cards("KC KD KH KS"))
    game.state = replace(game.state, known=(frozenset(), frozenset(), kings, frozenset()))
    pushed(game, "Ann roll 2 5", "Ann ask 6D")
    assert GAME.shown.advice(game.state)["could_answer"] == ["Cal"]
    assert {str(a) for a in game.legal_actions if a.verb == "friend"} == {f"Cal friend {king}" for king in kings}


def test_the_camera_sees_cards_on_the_pile() -> None:
    game = match(both_matches="true")
    pushed(game, "Ann roll 2 5")
    found = [str(a) for a in GAME.camera.explain(game.state, Change((("pile", Card("7C")),)))]
    assert found == ["Ann play 7C", *(f"{name} foe 7C" for name in game.table.players[1:])]  # Ann may have passed
    pushed(game, "Ann play 7C")
    both = Change((("pile", Card("2C")), ("pile", Card("5C"))))
    assert str(GAME.camera.explain(game.state, both)[0]) == "Ann play 2C 5C"
    pushed(game, "Bob roll 2 5", "Bob ask 6D")
    found = [str(a) for a in GAME.camera.explain(game.state, Change((("pile", Card("6D")), ("pile", Card("KD")))))]
    assert found[:3] == ["Ann friend KD", "Cal friend KD", "Dee friend KD"]
    pushed(game, "Cal foe 7S")
    assert [str(a) for a in GAME.camera.explain(game.state, Change((), (("pile", Card("7S")),)))] == ["Bob collect"]


@pytest.mark.parametrize(("option", "value", "said"), [
    ("aces_match_die_one", "true", "An Ace matches a die"), ("aces_match_die_one", "false", "not even a die"),
    ("both_matches", "true", "or both."), ("both_matches", "false", "not both in a turn"),
    ("friend_requires_no_match", "true", "Without a match you may"),
    ("friend_requires_no_match", "false", "Instead you may"), ("foe_pile", "with", "the attacker's cards too"),
    ("foe_pile", "without", "but not the attacker's"), ("double_out", "shared", "both win"),
    ("double_out", "asker", "the asker wins"), ("double_out", "helper", "the helper wins"),
    ("leftovers", "aside", "lies aside"), ("leftovers", "first_players", "goes to the first players"),
    ("false_call", "void", "is void"), ("false_call", "collects", "collects the pile.")])
def test_the_rules_as_played_say(option: str, value: str, said: str) -> None:
    others = [str(other).lower() for o in GAME.options if o.name == option for other in o.values]
    texts = {other: " ".join(SAYS.rules(GAME.parse_options({option: other}))) for other in others}
    assert [other for other, text in texts.items() if said in text] == [value]


def test_a_call_names_a_number_and_the_answer_brings_its_card_to_light() -> None:
    game = match()
    assert pushed(game, "Ann roll 4 6", "Ann ask ?? = 3").kind == "ok"
    assert game.state.knows("Ann") == frozenset()  # no suit was told
    assert pushed(game, "Bob friend KD").codes == ("NO_ASK",)
    assert pushed(game, "Ann ask 4D").codes == ("ONE_CHOICE",)
    assert pushed(game, "Ann ask 3D", "Bob friend KD").kind == "ok"
    assert game.state.pile == (Card("3D"), Card("KD"))


def test_a_call_that_nobody_answers_needs_no_card() -> None:
    game = match()
    assert pushed(game, "Ann roll 4 6", "Ann ask ?? = 3", "Bob roll 2 2").kind == "ok"
    assert pushed(game, "Bob ask ?? = 7").codes == ("NO_ANSWER",)


def test_a_number_of_which_all_cards_lie_elsewhere_cannot_be_called() -> None:
    game = match()
    pushed(game, "Bob show 3C 3D 3H 3S", "Ann roll 4 6")
    assert pushed(game, "Ann ask ?? = 3").codes == ("CALL_MISMATCH",)


def test_the_last_card_of_a_number_is_known_when_it_is_called() -> None:
    game = match()
    pushed(game, "Bob show 3C 3D 3H", "Ann roll 4 6", "Ann ask ?? = 3")
    assert game.state.asked == Card("3S")
    assert game.state.knows("Ann") == {Card("3S")}


def test_the_numbers_that_may_be_called_are_those_that_a_king_or_an_ace_helps() -> None:
    game = match()
    pushed(game, "Ann roll 4 6")
    assert [str(call) for call in GAME.calls(game.state)] == ["Ann ask ?? = 3", "Ann ask ?? = 11"]


def test_who_must_hold_a_match_cannot_call_a_number() -> None:
    game = match()
    pushed(game, "Ann show 4C 6D", "Ann roll 4 6")
    assert pushed(game, "Ann ask ?? = 3").codes == ("FRIEND_WITH_MATCH",)
    assert GAME.calls(game.state) == ()


def test_a_card_and_its_king_on_the_pile_tell_of_a_call_and_its_answer() -> None:
    game = match()
    pushed(game, "Ann roll 4 6")
    told = GAME.camera.told_together(game.state, Change((("pile", Card("KD")), ("pile", Card("3D")))))
    assert [tuple(map(str, steps)) for steps in told] == [
        ("Ann ask 3D", f"{name} friend KD") for name in ("Bob", "Cal", "Dee")]


def test_a_joker_that_was_called_and_let_stand_can_be_answered() -> None:
    """No line that can be read makes judging fall over, whatever the table has let stand."""
    game = match()
    pushed(game, "Ann roll 2 5", "Ann ask JK !")
    verdict = pushed(game, "Bob friend KS")
    assert (verdict.kind, verdict.codes) == ("illegal", ("BAD_HELPER",))
    assert SAYS.why(verdict).startswith("Nobody can help a joker:")


def test_a_card_let_stand_is_not_where_it_was_thought_to_be() -> None:
    game = match()
    pushed(game, "Bob show 7D", "Ann roll 3 4")
    pushed(game, "Ann play 7D !")
    assert GAME.shown.advice(game.state)["known"]["Bob"] == []
