"""Scopa: the vectors of RULES 5.6 by their ids, captures and primiera against counting written
differently, the order of the count and where it stops."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from spoken import Says

from rules import Card, Change, Match, SetupError, Table, Verdict, parse_action, parse_card, parse_cards
from rules.core.people import random_player
from rules.games.scopa import SCOPA
from rules.games.scopa.state import PACK, State, Sweep, awards, captures, counted, primiera

SAYS = Says(SCOPA)

TWO = ("Ann", "Bob")
CARDS = tuple(PACK)
COUNTS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "J": 8, "Q": 9, "K": 10}


def match(**options: str) -> Match:
    """Bob deals, Ann plays first."""
    return Match(SCOPA, Table(TWO, "Bob", options))


def pushed(game: Match, *lines: str) -> Verdict:
    """The verdict on the last line; the lines before it must be accepted."""
    for line in lines[:-1]:
        verdict = game.push(parse_action(line))
        assert verdict.applies, (line, verdict)
    return game.push(parse_action(lines[-1]))


def position(board: str, *, left: tuple[int, int] = (3, 3), stock: int = 30, **options: str) -> Match:
    """Ann to play on this board."""
    game = match(**options)
    game.state = replace(game.state, phase="play", deals=1, board=parse_cards(board), left=left, stock=stock)
    return game


def finished(totals: tuple[int, int] = (0, 0), piles: tuple[str, str] = ("", ""), sweeps: str = "",
             **options: str) -> State:
    """A hand played out.  piles: cards captured; sweeps: who made them, in order ("AB")."""
    return replace(match(**options).state, phase="done", deals=1, totals=totals, stock=0,
                   piles=tuple(map(parse_cards, piles)),
                   sweeps=tuple(Sweep("AB".index(name), None) for name in sweeps))


# -- captures ---------------------------------------------------------------------------------

# id, card, board, what it takes ("" for nothing), code or "ok", sweep
PLAYS: list[tuple[str, str, str, str, str, bool]] = [
    ("SC_01a", "7S", "7D 7H 4C 3S", "7D", "ok", False), ("SC_01b", "7S", "7D 7H 4C 3H", "7H", "ok", False),
    ("SC_01c", "7S", "7D 7H 4C 3S", "4C 3S", "PAIR_PRECEDENCE", False),
    ("SC_01d", "7S", "7D 7H 4C 3S", "7D 7H", "MULTI_PAIR", False),
    ("SC_01e", "7S", "7D 7H 4C 3S", "7D 4C 3S", "PAIR_PRECEDENCE", False),
    ("SC_01f", "7S", "7D 4C 2S", "4C 2S", "WRONG_SUM", False),
    ("SC_02a", "7S", "4C 3S 5D 2H", "4C 3S", "ok", False), ("SC_02b", "7S", "4C 3S 5D 2H", "2H 5D", "ok", False),
    ("SC_02c", "7S", "4C 3S 5D 2H", "4C 3S 5D 2H", "WRONG_SUM", False),
    ("SC_03a", "KD", "7S 3H 6C 4D", "7S 3H", "ok", False), ("SC_03b", "KD", "7S 3H 6C 4D", "6C 4D", "ok", False),
    ("SC_04", "QC", "AS 2C 6D", "AS 2C 6D", "ok", True),
    ("SC_05a", "JH", "5C 3D 4S 4H", "5C 3D", "ok", False), ("SC_05b", "JH", "5C 3D 4S 4H", "4S 4H", "ok", False),
    ("SC_06a", "KH", "KS 7D 3C", "KS", "ok", False), ("SC_06b", "KH", "KS 7D 3C", "7D 3C", "PAIR_PRECEDENCE", False),
    ("SC_07a", "3C", "AS 2D 3H 3S", "3H", "ok", False), ("SC_07b", "3C", "AS 2D 3H 3S", "3S", "ok", False),
    ("SC_07c", "3C", "AS 2D 3H 3S", "AS 2D", "PAIR_PRECEDENCE", False),
    ("SC_08a", "QD", "4S 5C 2H 7D", "4S 5C", "ok", False), ("SC_08b", "QD", "4S 5C 2H 7D", "2H 7D", "ok", False),
    ("SC_09", "5H", "AS 2C 7D", "", "ok", False), ("SC_10", "2H", "AS AD", "AS AD", "ok", True),
    ("SC_11", "KC", "AS 2C 3D 4H", "AS 2C 3D 4H", "ok", True),
    ("SC_12a", "AH", "2S 3C", "", "ok", False), ("SC_12b", "AH", "2S 3C", "2S", "SINGLE_NONMATCH", False),
    ("SC_13a", "JD", "AS 7C JS", "JS", "ok", False), ("SC_13b", "JD", "AS 7C JS", "AS 7C", "PAIR_PRECEDENCE", False),
    ("SC_14", "JD", "AS 7C", "AS 7C", "ok", True), ("SC_15a", "6D", "AS 2C 3D", "AS 2C 3D", "ok", True),
    ("SC_15b", "6D", "AS 2C 3D", "", "MUST_CAPTURE", False),
    ("not_there", "6D", "AS 2C 3D", "AS 5C", "NOT_ON_BOARD", False),
    ("twice", "2D", "AS 2C 3D", "AS AS", "NOT_ON_BOARD", False),
    ("SC_31", "8D", "AS 2C 3D", "", "FOREIGN", False), ("on_board", "2C", "AS 2C 3D", "", "DUPLICATE", False),
]


@pytest.mark.parametrize(("card", "board", "take", "expected", "sweep"), [v[1:] for v in PLAYS],
                         ids=[v[0] for v in PLAYS])
def test_card_on_board(card: str, board: str, take: str, expected: str, sweep: bool) -> None:
    game = position(board)
    verdict = pushed(game, f"Ann play {card} take {take}" if take else f"Ann play {card}")
    assert SAYS.why(verdict)
    if expected != "ok":
        assert (verdict.kind, verdict.codes) == ("illegal", (expected,))
        assert game.state.board == parse_cards(board)
        return
    assert verdict.kind == "ok"
    rest = [other for other in board.split() if other not in take.split()] + ([] if take else [card])
    assert SCOPA.public(game.state)["board"] == rest
    assert set(game.state.piles[0]) == (set(parse_cards(f"{card} {take}")) if take else set())
    assert len(game.state.sweeps) == sweep
    assert game.to_act == "Bob"


boards = st.lists(st.sampled_from(CARDS), max_size=9, unique=True).map(tuple)


@given(st.sampled_from(CARDS), boards)
def test_captures_against_every_subset(card: Card, board: tuple[Card, ...]) -> None:
    assume(card not in board)
    subsets = chain.from_iterable(combinations(board, size) for size in range(1, len(board) + 1))
    pairs = [other for other in board if other.face[0] == card.face[0]]
    expected = {frozenset({other}) for other in pairs} if pairs else {
        frozenset(chosen) for chosen in subsets
        if len(chosen) > 1 and sum(COUNTS[other.face[0]] for other in chosen) == COUNTS[card.face[0]]}
    found = captures(card, board)
    assert {frozenset(taken) for taken in found} == expected
    assert len(found) == len(expected)


def test_captures_on_every_board_of_a_small_pack() -> None:
    """Every board of up to five of twelve cards, every card: one equal card, else whatever adds up,
    worked out here by growing the set of sums card by card."""
    pack = parse_cards("AC AD 2C 2D 3C 3H 4S 5D 7C JD QS KD")
    for size in range(6):
        for board in combinations(pack, size):
            sums: dict[int, set[frozenset[Card]]] = {0: {frozenset()}}
            for other in board:
                for total, sets in list(sums.items()):
                    sums[total + COUNTS[str(other)[0]]] = (sums.get(total + COUNTS[str(other)[0]], set())
                                                           | {chosen | {other} for chosen in sets})
            for card in set(pack) - set(board):
                equal = {frozenset({other}) for other in board if str(other)[0] == str(card)[0]}
                wanted = equal or sums.get(COUNTS[str(card)[0]], set())
                assert set(map(frozenset, captures(card, board))) == wanted, (card, board)


@given(st.sampled_from(CARDS), boards, st.data())
def test_judging_agrees_with_the_captures(card: Card, board: tuple[Card, ...], data: st.DataObject) -> None:
    assume(card not in board and board)
    take = data.draw(st.lists(st.sampled_from(board), unique=True))
    game = position(" ".join(map(str, board)))
    words = f"Ann play {card}" + (f" take {' '.join(map(str, take))}" if take else "")
    possible = [set(taken) for taken in captures(card, board)]
    legal = set(take) in possible if take else not possible
    assert (pushed(game, words).kind == "ok") is legal
    listed = [str(action) for action in SCOPA.legal_actions(position(" ".join(map(str, board))).state)]
    assert len(listed) == len(set(listed))


# -- the hand ---------------------------------------------------------------------------------


def test_SC_16_kings_on_the_first_board() -> None:  # noqa: N802 - named after the vector
    game = match()
    verdict = pushed(game, "table deal KD KC KS 2H")
    assert (verdict.kind, verdict.codes) == ("ok", ("KINGS_REDEAL",))
    assert game.to_act is None
    assert pushed(game, "Ann play 2D").codes == ("NO_DEAL",)
    assert pushed(game, "table deal KD KC 2S 2H").codes == ()
    assert game.to_act == "Ann"
    assert game.outcome.deals == 1
    off = match(kings_redeal="off")
    pushed(off, "table deal KD KC KS KH")
    assert off.to_act == "Ann"


def test_SC_17_the_last_card_makes_no_sweep() -> None:  # noqa: N802
    for option, sweeps in (("false", 0), ("true", 1)):
        game = position("4C 3S", left=(1, 1), stock=0, last_capture_sweep=option)
        pushed(game, "Ann play KH", "Bob play KD take KH")
        assert game.state.phase == "done"
        game = position("4C 3S", left=(1, 1), stock=0, last_capture_sweep=option)
        verdict = pushed(game, "Ann play AH", "Bob play JD take 4C 3S AH")
        assert verdict.kind == "ok"
        assert len(game.state.piles[1]) == 4
        assert len(game.state.sweeps) == sweeps
        assert pushed(game, f"Bob peg {sweeps}").kind == "ok"
        assert pushed(game, "Bob peg 1").codes == ("WRONG_PEG",)


def test_SC_18_the_last_card_but_one_sweeps() -> None:  # noqa: N802
    game = position("4C 3S", left=(1, 1), stock=0)
    verdict = pushed(game, "Ann play 7H take 4C 3S")
    assert SAYS.changes(verdict)[0] == "Scopa! Ann sweeps the board."
    pushed(game, "Bob play KD")
    assert [len(pile) for pile in game.state.piles] == [4, 0]
    assert game.state.sweeps_of(0) == 1


def test_SC_19_the_rest_goes_to_the_last_capturer() -> None:  # noqa: N802
    game = position("5C 3S KH", left=(1, 1), stock=0)
    pushed(game, "Ann play 5D take 5C", "Bob play 6H")
    assert [len(pile) for pile in game.state.piles] == [5, 0]
    assert game.state.board == ()
    assert not game.state.sweeps
    assert SCOPA.public(game.state)["last_capturer"] == "Ann"
    nobody = position("KH", left=(1, 1), stock=0)
    pushed(nobody, "Ann play 5D", "Bob play 6H")
    assert nobody.state.piles == ((), ())
    assert dict(nobody.scores) == {"Ann": 0, "Bob": 0}


def test_SC_32_the_settebello() -> None:  # noqa: N802
    game = position("7D 4C")
    pushed(game, "Ann play 7S take 7D")
    assert set(game.state.piles[0]) == set(parse_cards("7S 7D"))
    assert SCOPA.shown.advice(game.state)["settebello"] == "Ann"


def test_SC_33_the_fourth_card_of_a_round() -> None:  # noqa: N802
    game = position("KC", left=(0, 1))
    assert pushed(game, "Ann play 5H").codes == ("HAND_COUNT",)


def test_SC_34_another_card_of_the_hand_could_take() -> None:  # noqa: N802
    lines = ("Ann play KD", "Bob play QH", "Ann play 7S take 5C 2H")
    game = position("5C 2H", trail_rule="hand")
    verdict = pushed(game, *lines)
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("MUST_CAPTURE",), 0)
    assert game.state.last_capturer == 0
    assert pushed(position("5C 2H"), *lines).kind == "ok"
    shown = position("5C 2H", trail_rule="hand")
    assert pushed(shown, "Ann play KD", "Ann show 7S").kind == "proven"


def test_a_card_that_was_shown_may_not_be_passed_over_by_the_hand_rule() -> None:
    for rule, kind in (("hand", "illegal"), ("card", "ok")):
        game = position("5C 2H", trail_rule=rule)
        pushed(game, "Ann show 7S")
        verdict = pushed(game, "Ann play KD")
        assert verdict.kind == kind
        assert ("no card of the hand takes anything" in SAYS.why(verdict)) is (kind == "illegal")
    assert pushed(position("5C 2H", trail_rule="hand"), "Ann show 7S", "Ann play 7S take 5C 2H").kind == "ok"
    assert pushed(position("KC 5C 2H", trail_rule="hand"), "Ann show 7S", "Ann play KD take KC").kind == "ok"


def test_a_hand_that_was_all_shown_holds_nothing_else() -> None:
    game = position("5C 2H", left=(2, 3))
    pushed(game, "Ann show AS KD")
    assert pushed(game, "Ann play QD").codes == ("HAND_COUNT",)
    assert pushed(game, "Ann play KD").kind == "ok"


def test_what_was_shown_and_not_yet_played_stays_known() -> None:
    game = position("KC", left=(3, 3))
    pushed(game, "Ann show 5H 6H", "Ann play 5H")
    assert game.state.known == (parse_cards("6H"), ())
    assert pushed(game, "Bob play 6H").codes == ("DUPLICATE",)
    assert pushed(game, "Bob play 5H").codes == ("DUPLICATE",)
    assert pushed(game, "Bob play 4C", "Ann play 6H").kind == "ok"
    assert game.state.known == ((), ())
    pushed(game, "Bob show 7S", "Bob play 3D")
    assert pushed(game, "Ann play 7S").codes == ("DUPLICATE",)


def test_the_next_three_cards_prove_nothing() -> None:
    game = position("5C 2H", trail_rule="hand", left=(1, 1))
    verdict = pushed(game, "Ann play KD", "Bob play QH", "Ann play 7S take 5C 2H")
    assert verdict.kind == "ok"


def test_SC_35_a_whole_hand() -> None:  # noqa: N802
    player = random_player(SCOPA, Table(TWO, "Bob"), Random(5))
    stocks = []
    while player.state.phase != "done":
        player.step()
        stocks.append(player.state.stock)
    assert sum(map(len, player.state.piles)) == 40
    plays = [event for event in player.match.events if event.action.verb == "play"]
    assert len(plays) == 36
    assert sorted(set(stocks)) == [0, 6, 12, 18, 24, 30]
    assert pushed(player.match, "Ann play 7S").codes == ("NO_DEAL",)


# -- the count --------------------------------------------------------------------------------


def cards(number: int, diamonds: int, but: str = "") -> str:
    """So many cards of which so many are diamonds, none of them in `but`, without the 7 of diamonds."""
    free = [str(card) for card in CARDS if str(card) not in (*but.split(), "7D")]
    coins = [card for card in free if card[1] == "D"][:diamonds]
    return " ".join([*coins, *[card for card in free if card[1] != "D"][:number - diamonds]])


def points_of(state: State) -> dict[str, Any]:
    """The categories with their winners; sweeps left out."""
    return {award.category: None if award.side is None else TWO[award.side]
            for group in awards(state) for award in group if award.category != "sweep"}


def split(number: int, coins: int) -> tuple[str, str]:
    """All 40 cards, the 7 of diamonds with the second player."""
    mine = cards(number, coins).split()
    return " ".join(mine), " ".join(str(card) for card in CARDS if str(card) not in mine)


def test_SC_20_ties_give_nothing() -> None:  # noqa: N802
    points = points_of(finished(piles=split(20, 5)))
    assert (points["cards"], points["diamonds"]) == (None, None)


def test_SC_21_cards_diamonds_settebello() -> None:  # noqa: N802
    points = points_of(finished(piles=split(21, 4)))
    assert (points["cards"], points["diamonds"], points["settebello"]) == ("Ann", "Bob", "Bob")


@pytest.mark.parametrize(("one", "other", "winner"), [
    ("7D 7C 7H", "KS 2H 2C 2D", "Bob"), ("7D 6C AH 5S", "7S 7C 2D 2H", "Ann"), ("7D 6C AH 5S", "7S 6D AC 5H", None),
    ("7D 7C", "7H 7S", None),
], ids=["SC_22", "SC_23", "SC_25", "SC_26"])
def test_primiera_winner(one: str, other: str, winner: str | None) -> None:
    assert points_of(finished(piles=(one, other)))["primiera"] == winner


@pytest.mark.parametrize(("pile", "total"), [
    ("KS KD KC KH", 40), ("7S 7D 7C 7H", 84), ("6S 6D 6C 6H", 72), ("7D AC AH AS", 69), ("7D 7C 2H 3S", 67),
    ("KS 2H 2C 2D", 46), ("7D 6C AH 5S", 70), ("7S 7C 2D 2H", 66), ("7D 7C 7H", None), ("", None),
    ("7D 6D 2D 6C AH KH 5S JS", 70),
])
def test_SC_24_primiera_values(pile: str, total: int | None) -> None:  # noqa: N802
    assert primiera(parse_cards(pile)) == total


@given(st.lists(st.sampled_from(CARDS), unique=True))
def test_primiera_against_every_choice_of_four(pile: list[Card]) -> None:
    worth = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12}
    suits = [[card for card in pile if str(card)[1] == suit] for suit in "CDHS"]
    sums = [sum(worth.get(str(card)[0], 10) for card in chosen) for chosen in product(*suits)]
    assert primiera(pile) == (max(sums) if sums else None)


def test_SC_27_cards_come_before_diamonds() -> None:  # noqa: N802
    state = finished((10, 10), split(21, 4))
    assert counted(state) == (11, 10)
    assert SCOPA.outcome(state).winners == ("Ann",)


def test_SC_28_diamonds_come_before_the_settebello() -> None:  # noqa: N802
    mine = [*cards(22, 4).split()[1:], "7D"]  # 22 cards and four diamonds, the 7 among them
    rest = " ".join(str(card) for card in CARDS if str(card) not in mine)
    state = finished((9, 10), (" ".join(mine), rest))
    assert points_of(state)["settebello"] == "Ann"
    assert counted(state) == (10, 11)
    assert SCOPA.outcome(state).winners == ("Bob",)


@pytest.mark.parametrize(("order", "totals", "sweeps", "scores"), [
    ("chronological", (10, 10), "BA", (10, 11)), ("non_dealer_first", (10, 10), "BA", (11, 10)),
    ("after_all_compare", (10, 10), "BA", (11, 11)), ("after_all_compare", (10, 10), "BAB", (11, 12)),
    ("chronological", (9, 10), "AAB", (11, 10)), ("non_dealer_first", (9, 10), "BAA", (11, 10)),
], ids=["SC_29", "non_dealer", "compare_tie", "compare", "three", "non_dealer_2"])
def test_order_of_sweeps(order: str, totals: tuple[int, int], sweeps: str, scores: tuple[int, int]) -> None:
    state = finished(totals, ("", ""), sweeps, sweep_order=order)
    assert counted(state) == scores
    assert SCOPA.outcome(state).over is (scores[0] != scores[1])


def test_SC_30_four_points_at_nine_all() -> None:  # noqa: N802
    everything = " ".join(map(str, CARDS))
    state = finished((9, 9), (everything, ""))
    assert counted(state) == (11, 9)
    assert [award.category for group in awards(state)[:2] for award in group] == ["cards", "diamonds"]
    assert counted(finished((9, 9), (everything, ""), stop_midcount="false")) == (13, 9)
    assert not SCOPA.outcome(finished((9, 9), (everything, ""), target="16")).over


@given(st.tuples(st.integers(0, 10), st.integers(0, 10)), st.lists(st.integers(0, 1), min_size=40, max_size=40),
       st.text("AB", max_size=6), st.booleans())
def test_the_count_against_a_list_of_claims(totals: tuple[int, int], owners: list[int], sweeps: str,
                                            stops: bool) -> None:
    piles = [[card for card, owner in zip(CARDS, owners, strict=True) if owner == seat] for seat in (0, 1)]
    claims = ""
    for measure in (len, lambda pile: sum("D" in str(c) for c in pile), lambda pile: int(Card("7D") in pile),
                    lambda pile: primiera(pile) or 0):
        one, other = map(measure, piles)
        claims += "A" * (one > other) + "B" * (other > one)
    score = {"A": totals[0], "B": totals[1]}
    for claim in claims + sweeps:
        if not stops or max(score.values()) < 11:
            score[claim] += 1
    state = finished(totals, (" ".join(map(str, piles[0])), " ".join(map(str, piles[1]))), sweeps,
                     stop_midcount=str(stops).lower())
    assert counted(state) == tuple(score.values())


# -- faults and set-up ------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "code"), [
    ("Bob play 5H", "WRONG_TURN"), ("table play 5H", "WRONG_TURN"), ("Ann play 5H 6H", "TWO_CARDS"),
    ("Ann play 5H on Bob", "CLAUSE"), ("Ann peg 1", "WRONG_PEG"), ("table deal 2C 3C 4C 5C", "EARLY_DEAL"),
    ("Ann play JK", "FOREIGN"), ("Ann play TH", "FOREIGN"),
])
def test_faults(line: str, code: str) -> None:
    game = match()
    pushed(game, "table deal KD 2H 4S 6C")
    before = game.state
    verdict = pushed(game, line)
    assert (verdict.kind, verdict.codes[0]) == ("illegal", code)
    assert SAYS.why(verdict)
    assert SCOPA.public(game.state) == SCOPA.public(before)


@pytest.mark.parametrize(("line", "code"), [
    ("table deal", "BAD_DEAL"), ("table deal 2C 3C 4C", "BAD_DEAL"), ("table deal 2C 3C 4C 8D", "FOREIGN"),
    ("table deal 2C 2C 4C 5D", "DUPLICATE"), ("table deal 2C ?? 4C 5D", "BAD_DEAL"), ("Ann play 5H", "NO_DEAL"),
])
def test_deals_that_are_none(line: str, code: str) -> None:
    assert pushed(match(), line).codes == (code,)


def test_a_deal_without_its_four_cards_cannot_be_let_stand() -> None:
    game = match()
    pushed(game, "table deal 2C 3C !")
    assert game.to_act is None


def test_the_match_may_be_to_16_or_21() -> None:
    for target in (11, 16, 21):
        assert not SCOPA.outcome(finished((target - 1, 0), target=str(target))).over
        assert SCOPA.outcome(finished((target, 0), target=str(target))).over
    with pytest.raises(SetupError, match="11, 16 or 21"):
        match(target="12")


def test_five_players() -> None:
    with pytest.raises(SetupError, match="2 to 4 players"):
        SCOPA.start(Table(("Ann", "Bob", "Cal", "Dee", "Eve")))


def test_a_fault_that_the_table_lets_stand() -> None:
    game = position("7D 7H 4C 3S")
    assert pushed(game, "Ann play 7S take 4C 3S!").codes == ("PAIR_PRECEDENCE",)
    assert set(game.state.piles[0]) == set(parse_cards("7S 4C 3S"))
    assert pushed(game, "Bob play 7C!").codes == ("MUST_CAPTURE",)
    assert game.state.board == parse_cards("7D 7H 7C")


def test_the_deal_alternates() -> None:
    game = match()
    game.state = finished((3, 4))
    assert pushed(game, "table deal KD 2H 4S 6C").kind == "ok"
    assert game.to_act == "Bob"
    assert dict(game.scores) == {"Ann": 3, "Bob": 4}
    game.state = finished((11, 4))
    assert pushed(game, "table deal KD 2H 4S 6C").codes == ("GAME_OVER",)


def test_a_sweep_is_pegged() -> None:
    game = position("4C 3S")
    assert pushed(game, "Ann play 7H take 4C 3S", "Ann peg 1").kind == "ok"
    assert pushed(game, "Bob play 7C", "Bob peg 1").codes == ("WRONG_PEG",)
    pushed(game, "Bob peg 1!")
    assert game.state.sweeps_of(1) == 1


def test_a_card_that_was_not_seen() -> None:
    game = position("4C 3S KH")
    verdict = pushed(game, "Ann play ?? take 4C 3S")
    assert verdict.kind == "need"
    assert sorted(str(choice.card) for choice in verdict.choices) == ["7C", "7D", "7H", "7S"]


def test_shown_cards() -> None:
    game = position("4C 3S KH")
    assert pushed(game, "Ann show 5H").kind == "ok"
    assert pushed(game, "Ann show KH").codes == ("DUPLICATE",)
    assert pushed(game, "Ann show 6H 6S 6D").codes == ("HAND_COUNT",)
    assert pushed(game, "Ann play 5H", "Bob play 5H").codes == ("DUPLICATE",)
    game.state = finished(piles=("7D 7C", "7H 7S"))
    assert pushed(game, "Ann show 7D 7C").kind == "ok"
    assert pushed(game, "Ann show 7H").codes == ("PILE_COUNT",)


# -- the companion ----------------------------------------------------------------------------


def test_advice() -> None:
    game = position("4C 3S KH")
    pushed(game, "Ann play 7D take 4C 3S")
    advice = SCOPA.shown.advice(game.state)
    assert advice["captures"]["K"] == [["KH"]]
    assert advice["captures"]["7"] == []
    assert advice["primiera"]["Ann"] == {"best": {"C": "4C", "D": "7D", "H": None, "S": "3S"}, "sum": None,
                                         "needs": ["H"]}
    lines = SAYS.lines(game.state)
    assert "K: takes KH" in lines
    assert "Ann: 3 cards, 1 diamond, 7♦, no sweeps, primiera needs ♥." in lines


def test_what_the_camera_sees() -> None:
    state = position("4C 3S KH").state

    def explained(appeared: str, left: str) -> list[str]:
        pairs = [tuple((place, parse_card(card)) for place, card in (word.split("=") for word in words.split()))
                 for words in (appeared, left)]
        return [str(action) for action in SCOPA.camera.explain(state, Change(*pairs))]

    assert explained("board=5H", "") == ["Ann play 5H"]
    assert explained("board=5H", "captured:Bob=KS") == ["Ann play 5H"]  # his pile has been tidied up
    assert explained("board=7H", "") == ["Ann play 7H take 4C 3S", "Ann play 7H"]
    assert explained("board=7H", "board=4C board=3S") == ["Ann play 7H take 4C 3S"]
    assert explained("captured:Bob=7H", "board=4C board=3S") == ["Bob play 7H take 4C 3S"]
    assert explained("captured:Ann=7H", "") == []  # held there, or turned over: no heap grows by a card alone
    assert explained("", "board=KH") == ["Ann play KC take KH", "Ann play KD take KH", "Ann play KS take KH"]


def test_what_was_captured_lies_open_until_it_is_turned_face_down() -> None:
    game = position("4C 3S KH")
    pushed(game, "Ann play 7D take 4C 3S")
    assert SCOPA.camera.is_optional(game.state, "captured:Ann", Card("3S"))
    assert not SCOPA.camera.is_optional(game.state, "captured:Bob", Card("3S"))
    assert not SCOPA.camera.is_optional(game.state, "captured:Ann", Card("KH"))


def test_cards_laid_one_by_one_are_the_beginning_of_a_deal_until_there_are_four() -> None:
    def is_begun(state: State, words: str) -> bool:
        return SCOPA.camera.is_begun(state, Change(tuple((place, parse_card(card)) for place, card in
                                                         (word.split("=") for word in words.split()))))

    before = Match(SCOPA, Table(TWO, "Bob")).state
    assert is_begun(before, "board=QC")
    assert is_begun(before, "board=QC board=4C board=3S")
    assert not is_begun(before, "board=QC board=4C board=3S board=6S")
    assert not is_begun(before, "board=QC captured:Ann=4C")
    assert not is_begun(position("4C 3S KH").state, "board=QC")


def test_advice_counts_what_is_unseen_and_what_the_hand_would_give() -> None:
    game = position("4C 3S KH", left=(3, 2))
    assert SCOPA.shown.advice(game.state)["settebello"] is None
    pushed(game, "Ann show 7D", "Ann play 7D take 4C 3S")
    advice = SCOPA.shown.advice(game.state)
    assert {rank: advice["unseen"][rank] for rank in "347KA"} == {"3": 3, "4": 3, "7": 3, "K": 3, "A": 4}
    assert advice["hand_sizes"] == {"Ann": 2, "Bob": 2}
    assert advice["count"] == [["cards", "Ann"], ["diamonds", "Ann"], ["settebello", "Ann"], ["primiera", None]]
    assert advice["if_it_ended_now"] == {"Ann": 3, "Bob": 0}
    assert advice["captures"]["A"] == []
    assert SCOPA.public(game.state) == {
        "board": ["KH"], "captured": {"Ann": 3, "Bob": 0}, "diamonds": {"Ann": 1, "Bob": 0},
        "sweeps": {"Ann": 0, "Bob": 0}, "last_capturer": "Ann", "stock": 30}


def test_lines_for_people() -> None:
    assert SAYS.lines(match().state) == ["Deal three cards each and four on the board."]
    lines = SAYS.lines(position("7D 4C 3S 2H").state)
    assert "7: takes 7D (its own rank comes first)" in lines
    assert "5: takes 3S 2H" in lines
    assert "A: stays on the board" in lines
    assert "Cards left: 30 in the stock, Ann 3, Bob 3." in lines
    four = position("7D 7H", left=(1, 1), stock=0)
    pushed(four, "Ann play 7S take 7H")
    assert "Bob took last." not in SAYS.lines(four.state)
    assert "Ann took last." in SAYS.lines(four.state)
    gone = replace(position("7D").state, piles=(parse_cards("2H 2C 2D 2S"), ()))
    assert [line[0] for line in SAYS.lines(gone) if line[1] == ":"] == list("A34567JQK")


def test_the_count_in_words_stops_where_the_count_stops() -> None:
    everything = " ".join(map(str, CARDS))
    lines = SAYS.lines(finished((9, 9), (everything, ""), "B"))
    assert lines[2:] == ["Cards: Ann, 10.", "Diamonds: Ann, 11.", "11 is reached: the count stops."]
    lines = SAYS.lines(finished((0, 0), split(20, 4), "B"))
    assert lines[2:] == ["Cards: nobody.", "Diamonds: Bob, 1.", "Settebello: Bob, 2.", "Primiera: Bob, 3.",
                         "Sweep: Bob, 4."]


def test_the_last_play_says_the_count() -> None:
    game = position("4C KH", left=(1, 1), stock=0)
    verdict = pushed(game, "Ann play 4D take 4C", "Bob play 2H")
    assert SAYS.changes(verdict)[0].startswith("Cards: Ann")
    dealt = position("4C KH", left=(1, 1), stock=12)
    verdict = pushed(dealt, "Ann play 4D take 4C", "Bob play 2H")
    assert SAYS.changes(verdict) == ("Three new cards each; 6 cards are left in the stock.",)
    assert dealt.state.left == (3, 3)


@pytest.mark.parametrize(("option", "value", "said"), [
    ("kings_redeal", "3", "dealt again"), ("kings_redeal", "off", "however many kings"),
    ("trail_rule", "hand", "only when no card of the hand"), ("stop_midcount", "true", "as soon as somebody is there"),
    ("stop_midcount", "false", "counted to its end"), ("last_capture_sweep", "false", "a deal never makes"),
    ("target", "16", "The match is to 16."), ("sweep_order", "non_dealer_first", "did not deal are counted first"),
    ("sweep_order", "after_all_compare", "All sweeps are counted before"),
    ("sweep_order", "chronological", "in the order in which they were made")])
def test_the_rules_as_played_say(option: str, value: str, said: str) -> None:
    assert said in " ".join(SAYS.rules(SCOPA.parse_options({option: value})))
    others = [str(other).lower() for o in SCOPA.options if o.name == option for other in o.values]
    assert sum(said in " ".join(SAYS.rules(SCOPA.parse_options({option: other}))) for other in others) == 1


def test_a_card_let_stand_is_not_where_it_was_thought_to_be() -> None:
    game = position("KC", left=(1, 3))
    pushed(game, "Ann show 5H")
    game.state = replace(game.state, turn=1)
    assert pushed(game, "Bob play 5H !").codes == ("DUPLICATE",)
    assert game.state.known == ((), ())
    assert pushed(game, "Ann play 6H").kind == "ok"


# -- three, and four in pairs (RULES 5.1) -------------------------------------------------------

FOUR = ("Ann", "Bob", "Cal", "Dee")
FORTY = [str(card) for card in PACK]


def table_of(players: int) -> Match:
    names = FOUR[:players]
    return Match(SCOPA, Table(names, names[-1], {"seats": str(players)}))


def played_out(game: Match, board: str, rng: Random) -> None:
    """The whole hand, everybody playing any card in a lawful way."""
    pushed(game, f"table deal {board}")
    left = [card for card in PACK if card not in parse_cards(board)]
    rng.shuffle(left)
    while game.to_act:
        name, card = game.to_act, left.pop()
        taken = captures(card, game.state.board)
        how = f" take {' '.join(map(str, taken[0]))}" if taken else ""
        assert pushed(game, f"{name} play {card}{how}").kind == "ok"


def test_SC_36_three_play_for_themselves_four_times_three_cards() -> None:  # noqa: N802
    game = table_of(3)
    pushed(game, "table deal 4C 3S KD 2H")
    turns, deals = [], 1
    while game.to_act:
        turns.append(game.to_act)
        stock, card = game.state.stock, next(c for c in PACK if c not in game.state.seen)
        taken = captures(card, game.state.board)
        how = f" take {' '.join(map(str, taken[0]))}" if taken else ""
        assert pushed(game, f"{game.to_act} play {card}{how}").kind == "ok"
        deals += game.state.stock < stock
    assert turns == ["Ann", "Bob", "Cal"] * 12
    assert deals == 4
    assert sum(SCOPA.public(game.state)["captured"].values()) == 40


def test_SC_37_four_in_pairs_take_onto_one_heap_a_side() -> None:  # noqa: N802
    game = table_of(4)
    assert set(SCOPA.places(FOUR)) == {"board", "captured:Ann+Cal", "captured:Bob+Dee"}
    pushed(game, "table deal 4C 3S KD 2H", "Ann play 7D take 4C 3S", "Bob play 5C", "Cal play 2C take 2H")
    public = SCOPA.public(game.state)
    assert public["captured"] == {"Ann+Cal": 5, "Bob+Dee": 0, "Ann": 5, "Bob": 0, "Cal": 5, "Dee": 0}
    assert (public["last_capturer"], public["stock"], game.to_act) == ("Cal", 24, "Dee")


def test_SC_38_with_three_the_most_alone_counts() -> None:  # noqa: N802
    three = replace(table_of(3).state, phase="done", deals=1, stock=0, piles=(
        parse_cards("AC 2C 3C 4C 5C 6C 7C"), parse_cards("AD 2D 3D 4D 5D 6D 7D"), parse_cards("AH 2H 3H")))
    assert [(award.category, award.side) for group in awards(three) for award in group][:3] == [
        ("cards", None), ("diamonds", 1), ("settebello", 1)]
    assert three.scores == {"Ann": 0, "Bob": 2, "Cal": 0}


def test_SC_39_partners_score_and_win_together() -> None:  # noqa: N802
    four = replace(table_of(4).state, phase="done", deals=1, stock=0, totals=(10, 10),
                   piles=(parse_cards("AC 2C 3C"), parse_cards("AD 2D 3D 4D")))
    assert four.scores == {"Ann+Cal": 10, "Bob+Dee": 11, "Ann": 10, "Bob": 11, "Cal": 10, "Dee": 11}
    outcome = SCOPA.outcome(four)
    assert (outcome.over, outcome.winners) == (True, ("Bob", "Dee"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_hand_gives_all_forty_cards_to_somebody(players: int) -> None:
    game = table_of(players)
    played_out(game, "4C 3S KD 2H", Random(players))
    assert sum(map(len, game.state.piles)) == 40
    dealer = game.state.dealer
    pushed(game, "table deal 4C 3S KD 2H")
    assert game.state.dealer == (dealer + 1) % players
    assert game.to_act == FOUR[(dealer + 2) % players]


@pytest.mark.parametrize(("players", "seats"), [(3, "2"), (2, "3"), (4, "3"), (3, "4")])
def test_as_many_sit_down_as_the_house_says(players: int, seats: str) -> None:
    with pytest.raises(SetupError, match="Option seats"):
        Match(SCOPA, Table(FOUR[:players], FOUR[0], {"seats": seats}))
