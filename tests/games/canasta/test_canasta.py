"""Canasta: the vectors of RULES 6.13 by their ids, the conventions of the record, scores against a second count."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spoken import Says

from companion.words.speaker import english
from rules import Change, Match, SetupError, Table, Verdict, parse_action, parse_card, parse_cards, parse_record
from rules.adjudicate import RecordJudge
from rules.core.cards import Card
from rules.core.people import random_player
from rules.games.canasta import CANASTA
from rules.games.canasta.melds import PACK, Meld, minimum_for
from rules.games.canasta.moves import throughout, upcard_turned
from rules.games.canasta.pile import held_for_certain
from rules.games.canasta.score import hand_points, still_to_show
from rules.games.canasta.state import Hand, Side, State

SAYS = Says(CANASTA)
FOUR, TWO = ("Ann", "Bob", "Cal", "Dee"), ("Ann", "Bob")


def position(pile: str = "7C", *, scores: tuple[int, int] = (0, 0), melds: str = "", theirs: str = "",
             players: tuple[str, ...] = FOUR, stock: int | None = None, hands: dict[str, int] | None = None,
             **options: str) -> State:
    """Ann is on turn, the pile lies as given, top last.  `melds`: her side's, `theirs`: the other's,
    one after the other with commas."""
    state = CANASTA.start(Table(players, players[-1], options))
    *below, upcard = parse_cards(pile)
    state = replace(state, pile=tuple(below), scores=scores, sides=(side(melds), side(theirs)),
                    hands=tuple(Hand((hands or {}).get(name, 11)) for name in players))
    state = upcard_turned(state, upcard)
    if state.phase != "play":  # a wild card or black three on top: the turn begins all the same
        state = changed(upcard_turned(state, Card("4C")), pile=state.pile)
    return state if stock is None else changed(state, stock=stock)


def changed(state: State, **changes: Any) -> State:
    """The position with something else in it, from the start of the turn on."""
    return throughout(state, lambda before: replace(before, **changes))


def side(melds: str) -> Side:
    built = Side()
    for text in filter(None, map(str.strip, melds.split(","))):
        cards = parse_cards(text)
        built = built.laying(next(card.rank for card in cards if card.rank not in ("", "2")), cards)
    return built


def judged(state: State, line: str) -> Verdict:
    return CANASTA.judge(state, parse_action(line))


def after(state: State, *lines: str) -> State:
    """The state when all lines have been accepted."""
    for line in lines:
        verdict = judged(state, line)
        assert verdict.kind == "ok", f"{line}: {verdict}"
        state = verdict.after
    return state


def last(state: State, *lines: str) -> Verdict:
    """The verdict on the last line, the others accepted."""
    return judged(after(state, *lines[:-1]), lines[-1])


def outcome(state: State, *lines: str) -> str:
    """"ok" or the first code of the first line that is not."""
    for line in lines:
        verdict = judged(state, line)
        if verdict.codes:
            return verdict.codes[0]
        state = verdict.after
    return "ok"


def rows(text: str, players: tuple[str, ...] = FOUR, **options: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The judged lines of a record, the last player dealing, and its summary."""
    head = f"game: canasta\nplayers: {', '.join(players)}\ndealer: {players[-1]}\n"
    head += "".join(f"option {name}: {value}\n" for name, value in options.items())
    sitting = RecordJudge(parse_record(f"{head}\n{text}"), english)
    return list(sitting.rows()), sitting.summary()


def ended(state: State, out: int | None, bonus: int, shown: dict[int, str]) -> State:
    """The hand over with these melds, and these cards shown by seat."""
    cards = tuple(parse_cards(shown.get(seat, "")) for seat in range(len(state.players)))
    return replace(state, phase="end", turn=None, out=out, out_bonus=bonus, shown=cards)


# -- the vectors -------------------------------------------------------------------------------

FIRST_MELDS = [  # id, the side's score, the melds, the code or ok
    ("CA_01", 0, ["QS QH QD", "5S 5H 5C"], "UNDER_MINIMUM"),
    ("CA_02 at 0", 0, ["AS AH 2C"], "ok"), ("CA_02 at 1500", 1500, ["AS AH 2C"], "UNDER_MINIMUM"),
    ("CA_03 at 1500", 1500, ["AS AH JK"], "ok"), ("CA_03 at 3000", 3000, ["AS AH JK"], "UNDER_MINIMUM"),
    ("CA_04 at -5", -5, ["4S 4H 4D"], "ok"), ("CA_04 at 0", 0, ["4S 4H 4D"], "UNDER_MINIMUM"),
    ("CA_06 at 1500", 1500, ["JK 8S 8H", "9C 9D 2H"], "ok"),
    ("CA_06 at 3000", 3000, ["JK 8S 8H", "9C 9D 2H"], "UNDER_MINIMUM"),
    ("CA_07", 1500, ["AS AD 2H JK"], "ok"), ("CA_07 at 3000", 3000, ["AS AD 2H JK"], "UNDER_MINIMUM"),
    ("CA_08", 1500, ["6S 6H 2C 2D JK"], "ok"), ("CA_08 too many", 1500, ["6S 6H 2C 2D JK JK"], "TOO_MANY_WILDS"),
    ("CA_09", 0, ["KS 2C JK"], "TOO_FEW_NATURALS"), ("CA_10", 0, ["KS KH QD"], "MIXED_RANKS"),
]


@pytest.mark.parametrize(("vector", "score", "melds", "expected"), FIRST_MELDS, ids=[v[0] for v in FIRST_MELDS])
def test_first_melds(vector: str, score: int, melds: list[str], expected: str) -> None:
    lines = [*(f"Ann meld {cards}" for cards in melds), "Ann discard 4C"]
    assert outcome(position(scores=(score, 0)), *lines) == expected


def test_ca_05_minimum_by_score() -> None:
    assert {score: minimum_for(score) for score in (1499, 1500, 2999, 3000, -5, 0)} == {
        1499: 50, 1500: 90, 2999: 90, 3000: 120, -5: 15, 0: 50}


def test_ca_07_and_08_values() -> None:
    assert after(position(), "Ann meld AS AD 2H JK").now.laid_value == 110
    assert after(position(), "Ann meld 6S 6H 2C 2D JK").now.laid_value == 100


def test_ca_11_one_meld_of_a_rank() -> None:
    state = position(melds="KS KH KD")
    assert outcome(state, "Ann meld KC KS 2C") == "SECOND_MELD_SAME_RANK"
    assert outcome(state, "Ann add KC KS 2C to K", "Ann discard 4C") == "ok"


def test_ca_12_upcards_until_a_plain_one() -> None:
    lines, _ = rows("table start 2C\ntable start 3H\ntable start 9S\n")
    assert [row["verdict"] for row in lines] == ["ok"] * 3
    assert lines[-1]["state"]["frozen"] is True
    assert lines[-1]["state"]["pile_size"] == 3
    assert [row["state"]["to_act"] for row in lines] == [None, None, "Ann"]
    assert lines[-1]["state"]["stock"] == 108 - 44 - 3


def test_ca_13_black_three_on_top() -> None:
    state = position("3S")
    assert outcome(state, "Ann meld 3S 3C 3C", "Ann take") == "BLACK3_TOP"
    later = after(state, "Ann discard 9S")
    assert outcome(later, "Bob meld 9S 9H 9D", "Bob meld AS AH 2C", "Bob take") == "ok"


def test_ca_14_frozen_needs_a_natural_pair() -> None:
    state = position("2C 9S", scores=(-5, 0))
    assert outcome(state, "Ann meld 9S 9H 2D", "Ann take") == "FROZEN_TAKE"
    assert outcome(state, "Ann meld 9S 9H 9D", "Ann take", "Ann discard 4C") == "ok"


def test_ca_15_adding_takes_an_unfrozen_pile_only() -> None:
    assert outcome(position("9S", melds="9C 9D 9H"), "Ann add 9S to 9", "Ann take", "Ann discard 4C") == "ok"
    assert outcome(position("2C 9S", melds="9C 9D 9H"), "Ann add 9S to 9", "Ann take") == "FROZEN_TAKE"


def test_ca_16_minimum_before_the_pile() -> None:
    state = position("9S")
    assert outcome(state, "Ann meld 9S 9H 9D", "Ann take") == "UNDER_MINIMUM"
    for lines in (["Ann meld 9S 9H 9D", "Ann meld AS AH 2C"], ["Ann meld AS AH 2C", "Ann meld 9S 9H 9D"]):
        taken = after(state, *lines, "Ann take")
        assert taken.hands[0].size == 11 - 5
        assert taken.stock == state.stock


def test_ca_17_unopened_is_frozen() -> None:
    lines = ("Ann meld 9S 9H JK", "Ann take")
    assert outcome(position("9S", unopened_is_frozen="true"), *lines) == "FROZEN_TAKE"
    assert outcome(position("9S"), *lines) == "ok"


@pytest.mark.parametrize("lines", [["Ann take"], ["Ann meld 2D KS KH", "Ann take"]])
def test_ca_18_wild_card_on_top(lines: list[str]) -> None:
    assert outcome(position("9S 2D"), *lines) == "TAKE_WILD"


def test_ca_19_red_three_of_the_pile_is_not_replaced() -> None:
    state = after(position("3D 9S", scores=(-5, 0)), "Ann meld 9S 9H 9D", "Ann take")
    before = state.hands[0].size
    assert judged(state, "Ann discard 4C").codes == ("RED3_NOT_LAID",)
    laid = after(state, "Ann red 3D")
    assert (laid.hands[0].size, laid.stock) == (before - 1, state.stock)
    assert laid.sides[0].reds == (Card("3D"),)
    dealt = after(position(), "Ann red 3D")
    assert (dealt.hands[0].size, dealt.stock) == (11, position().stock - 1)


def test_ca_20_discarded_wild_card_freezes() -> None:
    state = after(position("9C", theirs="9S 9H 9D"), "Ann discard 2C")
    assert state.is_frozen
    state = after(state, "Bob discard KH", "Cal discard 9D")
    assert outcome(state, "Dee add 9D to 9", "Dee take") == "FROZEN_TAKE"


def test_ca_21_wild_card_makes_a_canasta_mixed() -> None:
    state = position(melds="KS KS KH KH KD KD KC")
    assert state.sides[0].melds[0].bonus == 500
    verdict = judged(state, "Ann add 2C to K")
    assert verdict.after.sides[0].melds[0].bonus == 300
    assert "mixed" in SAYS.changes(verdict)[0]


def test_ca_22_out_without_canasta() -> None:
    state = position(melds="KS KH KD", hands={"Ann": 3})
    assert outcome(state, "Ann meld QS QH QD", "Ann discard 4C") == "OUT_WITHOUT_CANASTA"
    assert outcome(state, "Ann meld QS QH QD 2C") == "OUT_WITHOUT_CANASTA"


def test_ca_23_canasta_and_out_in_one() -> None:
    verdict = judged(position(melds="KS KS KH KH KD", hands={"Ann": 1}), "Ann add KD KC to K")
    assert verdict.kind == "ok"
    assert verdict.after.phase == "end"
    assert verdict.after.out == 0


def test_ca_24_black_threes_only_when_going_out() -> None:
    canasta = "KS KS KH KH KD KD KC"
    out = position(melds=canasta, hands={"Ann": 3})
    assert outcome(out, "Ann meld 3S 3C 3S", "Ann discard 4C") == "ok"
    assert outcome(position(melds=canasta, hands={"Ann": 9}), "Ann meld 3S 3C 3S", "Ann discard 4C") == "BLACK3_EARLY"
    # At once where no hidden hand could still go out.
    assert outcome(position(hands={"Ann": 6}), "Ann meld 3S 3C 3S") == "BLACK3_EARLY"
    assert outcome(position(melds=canasta), "Ann meld 3S 3C 2S") == "BLACK3_WILD"


def test_ca_25_score_of_the_side_that_went_out() -> None:
    state = position(melds="KS KS KH KH KD KD KC, 8S 8S 8H 8H 8D 2C 2D, 4S 4H 4D")
    state = replace(state, sides=(replace(state.sides[0], reds=parse_cards("3D 3H")), state.sides[1]))
    points = hand_points(ended(state, 0, 100, {2: "AS JK 5S"}), 0)
    assert points == {"melds": 175, "canastas": 800, "red_threes": 200, "going_out": 100, "hands": -75,
                      "penalties": 0}
    assert sum(points.values()) == 1200


def test_ca_26_score_of_the_losers() -> None:
    state = replace(position(), sides=(Side(), Side((Meld("K", parse_cards("KS KH KD KC")),), parse_cards("3D"))))
    points = hand_points(ended(state, 0, 100, {1: "JK JK", 3: "AS 7S 4S"}), 1)
    assert sum(points.values()) == 40 + 100 - 130 == 10


@pytest.mark.parametrize(("reds", "points"), [("3D 3H 3D 3H", 800), ("3D 3H 3D", 300), ("3D", 100), ("", 0)])
def test_ca_27_red_threes(reds: str, points: int) -> None:
    state = replace(position(), sides=(Side(reds=parse_cards(reds)), Side()))
    assert hand_points(state, 0)["red_threes"] == points
    against = replace(state, house=replace(state.house, red3_negative_if_no_meld=True))
    assert hand_points(against, 0)["red_threes"] == -points


@pytest.mark.parametrize(("score", "options", "code"), [
    (0, {}, "ok"), (1500, {}, "ok"), (3000, {}, "UNDER_MINIMUM"), (3000, {"concealed_needs_minimum": "false"}, "ok")])
def test_ca_28_concealed(score: int, options: dict[str, str], code: str) -> None:
    state = position(scores=(score, 0), **options)
    lines = ["Ann meld 4S 4S 4H 4H 4D 4D 4C", "Ann meld AS AS AH AH", "Ann discard 9C"]
    assert outcome(state, *lines) == code
    if code == "ok":
        end = after(state, *lines)
        assert (end.out, end.out_bonus) == (0, 200)
        assert hand_points(end, 0)["melds"] == 115
    assert after(position(concealed_bonus="adds"), *lines).out_bonus == 300


CANASTA_OF_KINGS = "KS KS KH KH KD KD KC"


def test_ca_29_out_after_no() -> None:
    state = position(melds=CANASTA_OF_KINGS, hands={"Ann": 3})
    match = Match(CANASTA, Table(FOUR, "Dee"))
    match.state = replace(state, at=0)
    lines = ["Ann ask", "Cal answer no", "Ann meld QS QH QD", "Ann discard 4C"]
    verdicts = [match.push(parse_action(line)) for line in lines]
    assert verdicts[-1].codes == ("OUT_AFTER_NO",)
    assert match.state.phase == "end"
    points = hand_points(match.state, 0)
    assert (points["going_out"], points["penalties"]) == (0, -100)


def test_ca_30_opponents_answer_for_a_talkative_partner() -> None:
    state = position(melds=CANASTA_OF_KINGS, hands={"Ann": 3})
    state = after(state, "Ann ask", "Cal answer yes", "Bob answer no")
    assert state.now.answer == "no"
    assert outcome(state, "Cal answer yes") == "ANSWERED"
    assert outcome(state, "Ann add KC to K", "Ann discard 4C") == "ok"
    assert outcome(state, "Ann meld QS QH QD", "Ann discard 4C") == "OUT_AFTER_NO"


def test_ca_31_yes_and_not_out() -> None:
    state = after(position(melds=CANASTA_OF_KINGS), "Ann ask", "Cal answer yes")
    assert judged(state, "Ann discard 4C").codes == ("MUST_GO_OUT",)
    stands = judged(state, "Ann discard 4C !").after
    assert stands.phase == "play"
    assert stands.on_turn == "Bob"
    assert CANASTA.outcome(stands).scores["Cal"] == -100


def test_ca_32_undeclared_red_three() -> None:
    lines, summary = rows("""table start 7C
Ann meld AS AS AH
Ann discard 4C
Bob discard 9D
Cal add AH AD AD AC AC to A
Cal meld KS KS KH KH KD KD
Cal discard 9S
Bob show 3D 5S
""")
    assert lines[-1]["verdict"] == "proven"
    assert lines[-1]["codes"] == ["UNDECLARED_RED3"]
    assert lines[3]["text"] == "Bob discard 9D"
    assert lines[-1]["about_line"] == lines[3]["line"]
    assert summary["scores"]["Bob"] == summary["scores"]["Bob+Dee"] == -505


def test_ca_33_last_card_of_the_stock_is_a_red_three() -> None:
    state = changed(position(stock=1, melds="KS KH KD"), turns=9)
    laid = after(state, "Ann red 3H")
    assert (laid.stock, laid.hands[0].size) == (0, 11)
    assert outcome(laid, "Ann add KC to K", "Ann discard 4C") == "NO_DISCARD"
    for lines in (["Ann pass"], ["Ann add KC to K", "Ann pass"], ["Bob show 4C"], ["table deal"]):
        assert after(laid, *lines).deals == (2 if lines == ["table deal"] else 1)
    assert CANASTA.close(laid).phase == "end"


def test_ca_34_forced_to_take() -> None:
    state = position("7C 9S", melds="9C 9D 9H", stock=0)
    assert judged(state, "Ann pass").codes == ("FORCED_TAKE",)
    assert judged(state, "Ann pass").kind == "illegal"
    assert judged(state, "Ann pass !").after.phase == "end"
    kind = judged(position("7C 9S", melds="9C 9D 9H", stock=0, forced_take="false"), "Ann pass").kind
    assert kind == "warn"
    assert outcome(state, "Ann add 9S to 9", "Ann take", "Ann discard 4C") == "ok"
    for innocent in (position("7C 9S", melds="KC KD KH", stock=0), position("2C 9S", melds="9C 9D 9H", stock=0)):
        ended_state = after(innocent, "Ann pass")
        assert ended_state.phase == "end"


def test_ca_35_third_copy() -> None:
    state = position("7D", theirs="7D 7S 7H")
    verdict = judged(state, "Ann discard 7D")
    assert (verdict.kind, verdict.codes[0]) == ("illegal", "DUPLICATE")
    jokers = position(melds="KS KH JK JK", theirs="QS QH JK JK")
    assert judged(jokers, "Ann discard JK").codes == ("DUPLICATE",)
    assert rows("table start 7D\ntable deal\ntable start 2C 2C 2C\n")[0][-1]["verdict"] == "warn"


@pytest.mark.parametrize(("scores", "over", "winners"), [
    ((5000, 4990), True, ("Ann", "Cal")), ((5200, 5400), True, ("Bob", "Dee")), ((5100, 5100), False, ()),
    ((4995, 4990), False, ())])
def test_ca_36_end_of_the_match(scores: tuple[int, int], over: bool, winners: tuple[str, ...]) -> None:
    state = replace(ended(position(scores=scores), None, 0, {}), closed=True)
    result = CANASTA.outcome(state)
    assert (result.over, result.winners) == (over, winners)
    assert judged(state, "table deal").kind == ("illegal" if over else "ok")


def test_ca_37_two_players_need_two_canastas() -> None:
    state = position(players=TWO, melds=CANASTA_OF_KINGS, hands={"Ann": 2})
    lines = ["Ann meld QS QH QD", "Ann discard 4C"]
    assert outcome(state, *lines) == "OUT_WITHOUT_CANASTA"
    two = position(players=TWO, melds=f"{CANASTA_OF_KINGS}, 8S 8S 8H 8H 8D 8D 8C", hands={"Ann": 2})
    assert outcome(two, *lines) == "ok"
    drawn = after(state, "Ann discard 4C")
    assert (drawn.stock, drawn.hands[0].size) == (state.stock - 2, 2 + 2 - 1)


def test_ca_38_known_cards_belie_inability() -> None:
    state = position("2C TD", melds="KC KD KH", stock=0)
    assert judged(changed(state, hands=(Hand(8, parse_cards("TS TH")),) * 4), "Ann pass").codes == ("FORCED_TAKE",)
    assert judged(changed(state, hands=(Hand(8, parse_cards("TS")),) * 4), "Ann pass").kind == "ok"


def test_ca_38_cards_of_a_taken_pile_stay_known_until_they_are_used() -> None:
    text = """table start TS
Ann discard TH
Bob discard 9S
Cal meld 9S 9H 9D
Cal meld AS AH 2C
Cal take
"""
    state = replay(text + "Cal discard 4C\n")
    assert Counter(map(str, state.hands[2].known)) == Counter(["TS", "TH"])
    assert Counter(map(str, replay(text + "Cal discard TS\n").hands[2].known)) == Counter(["TH"])


def test_cards_that_cannot_be_elsewhere_are_known() -> None:
    """The stock is gone and all other hands are seen: what nobody has seen is in the one that is left."""
    start = CANASTA.start(Table(FOUR, "Dee"))
    words = [card for card in PACK.elements() if not card.is_joker and card.rank != "3"]
    hand, others, rest = words[:4], [words[4:7], words[7:10], words[10:13]], words[13:]
    left = list((PACK - Counter(words)).elements())
    state = upcard_turned(replace(start, stock=1), rest[0])
    known = tuple(Hand(3, tuple(cards)) for cards in others)
    state = changed(state, stock=0, pile=(*rest, *left), hands=(Hand(4), *known))
    assert Counter(held_for_certain(state, 0)) == Counter(hand)
    assert CANASTA.shown.advice(state)["known_cards"]["Ann"] == list(map(str, held_for_certain(state, 0)))
    one_more_place = changed(state, stock=1, pile=(*rest[:-1], *left))
    assert len(held_for_certain(one_more_place, 0)) < 4
    assert held_for_certain(changed(state, stock=1), 0) == ()  # the numbers do not add up


def test_ca_38_counting_belies_inability_too() -> None:
    """Nobody has seen two tens and two fours, and Ann holds four cards: those."""
    hidden = parse_cards("TS TH 4C 4D")
    lying = PACK - Counter(hidden) - Counter(parse_cards("KC KD KH TD"))
    state = changed(position("2C TD", melds="KC KD KH", stock=0), pile=(*lying.elements(), Card("TD")),
                    hands=(Hand(4), Hand(0), Hand(0), Hand(0)))
    assert Counter(held_for_certain(state, 0)) == Counter(hidden)
    assert judged(state, "Ann pass").codes == ("FORCED_TAKE",)


def replay(text: str, players: tuple[str, ...] = FOUR, **options: str) -> State:
    match = Match(CANASTA, Table(players, players[-1], options))
    for line in text.strip().splitlines():
        verdict = match.push(parse_action(line))
        assert verdict.kind == "ok", f"{line}: {verdict}"
    state: State = match.state
    return state


def test_ca_39_useless_take() -> None:
    lines, summary = rows("table start 9S\nAnn take\nAnn discard 4C\n")
    assert (lines[1]["verdict"], lines[1]["codes"]) == ("illegal", ["USELESS_TAKE"])
    assert lines[1]["scores"]["Ann"] == -50
    assert lines[1]["state"]["pile_size"] == 1
    assert lines[1]["state"]["to_act"] == "Ann"
    assert lines[2]["verdict"] == "ok"
    assert summary["scores"] == {"Ann+Cal": -50, "Bob+Dee": 0, "Ann": -50, "Bob": 0, "Cal": -50, "Dee": 0}


# -- laws, against a second count written apart ------------------------------------------------

CARDS = sorted(PACK)
BY_HAND = {"JK": 50, "A": 20, "2": 20, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 10, "8": 10,
           "7": 5, "6": 5, "5": 5, "4": 5}


def counted(text: str) -> int:
    """The value of cards written down, read off a table."""
    words = [word for word in text.split() if word not in ("3D", "3H")]
    return sum(5 if word in ("3C", "3S") else BY_HAND["JK" if word == "JK" else word[0]] for word in words)


@given(st.lists(st.sampled_from([card for card in CARDS if card.rank in ("", "2", "7", "A", "3")]), min_size=1,
                max_size=8), st.booleans())
def test_a_new_meld_is_legal_exactly_when_the_rules_say_so(cards: list[Card], equal: bool) -> None:
    words = [str(card) for card in cards]
    wild = sum(word == "JK" or word[0] == "2" for word in words)
    ranks = {word[0] for word in words if word != "JK" and word[0] != "2"}
    natural = len(words) - wild
    legal = (len(ranks) == 1 and natural >= 2 and natural + wild >= 3 and wild <= 3 and (not equal or wild <= natural)
             and not {"3D", "3H"} & set(words) and (ranks != {"3"} or wild == 0)
             and all(words.count(word) <= (4 if word == "JK" else 2) for word in words))
    state = position("KC", hands={"Ann": 15}, wild_le_natural=str(equal).lower())
    assert judged(state, f"Ann meld {' '.join(words)}").applies == legal


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[dict[str, str]], list[str], list[str], int]:
    """Melds by rank of both sides, red threes, shown hands and who went out, no card twice too often."""
    cards = draw(st.permutations(sorted(PACK.elements())))
    words = [str(card) for card in cards]
    melds: list[dict[str, str]] = []
    for _ in (0, 1):
        built: dict[str, str] = {}
        for rank in draw(st.lists(st.sampled_from("456789TJQKA"), max_size=4, unique=True)):
            natural = [word for word in words if word[0] == rank and word != "JK"][:draw(st.integers(2, 6))]
            wild = [word for word in words if word == "JK" or word[0] == "2"][:draw(st.integers(0, 3))]
            if len(natural) >= 2 and len(natural) + len(wild) >= 3:
                built[rank] = " ".join(natural + wild)
                for word in natural + wild:
                    words.remove(word)
        melds.append(built)
    reds = [word for word in words if word in ("3D", "3H")]
    cut = draw(st.integers(0, len(reds)))
    hands = [word for word in words if word not in ("3D", "3H")]
    shown = [" ".join(hands[:4]), " ".join([*hands[4:9], *reds[cut:]])]
    return melds, [" ".join(reds[:cut]), ""], shown, draw(st.integers(0, 1))


@given(tables(), st.sampled_from([0, 100, 200]))
@settings(max_examples=60)
def test_the_hand_is_scored_as_by_hand(table: tuple[list[dict[str, str]], list[str], list[str], int],
                                       bonus: int) -> None:
    melds, reds, shown, out = table
    sides = tuple(Side(tuple(Meld(rank, parse_cards(text)) for rank, text in melds[i].items()), parse_cards(reds[i]))
                  for i in (0, 1))
    state = ended(replace(position(), sides=sides), out, bonus, {2: shown[0], 3: shown[1]})
    for number in (0, 1):
        score = sum(map(counted, melds[number].values())) - counted(shown[number])
        for text in melds[number].values():
            if len(text.split()) >= 7:
                score += 300 if any(word == "JK" or word[0] == "2" for word in text.split()) else 500
        laid, kept = len(reds[number].split()), shown[number].count("3D") + shown[number].count("3H")
        score += {0: 0, 1: 100, 2: 200, 3: 300, 4: 800}[laid] - 500 * kept + (bonus if out == number else 0)
        assert sum(hand_points(state, number).values()) == score
        assert CANASTA.outcome(state).scores[FOUR[number]] == score


def scored_from_the_text(lines: list[str]) -> list[int]:
    """What both sides score for a hand in which somebody went out, read off its lines: no state, only words."""
    body = [line for line in lines if " show " not in line]
    who = body[-1].split()[0]
    body = body[:-1] if " discard " in body[-1] else body
    before = body[:max((number + 1 for number, line in enumerate(body) if " discard " in line), default=0)]
    points = []
    for names in (("Ann", "Cal"), ("Bob", "Dee")):
        mine = [line.split() for line in lines if line.split()[0] in names]
        melds: dict[str, list[str]] = {}
        for _, verb, *words in mine:
            cards = [word for word in words if len(word) == 2 and word != "to"]
            if verb in ("meld", "add"):
                rank = next((card[0] for card in cards if card[0] != "2" and card != "JK"), words[-1])
                melds.setdefault(rank, []).extend(cards)
        score = (0, 100, 200, 300, 800)[sum(verb == "red" for _, verb, *_ in mine)]
        for cards in melds.values():
            mixed = any(card == "JK" or card[0] == "2" for card in cards)
            score += counted(" ".join(cards)) + (0 if len(cards) < 7 else 300 if mixed else 500)
        score -= sum(counted(" ".join(words)) for _, verb, *words in mine if verb == "show")
        if who in names:
            laid_before = any(line.split()[0] in names and line.split()[1] in ("meld", "add") for line in before)
            score += 100 if laid_before else 200
        points.append(score)
    return points


@pytest.mark.parametrize("seed", range(8))
def test_whole_hands_are_scored_as_their_lines_say(seed: int) -> None:
    player = random_player(CANASTA, Table(FOUR, "Dee"), Random(f"scores {seed}"))
    lines: list[str] = []
    compared = 0
    while player.state.deals < 5 and (action := player.step()):
        lines = [] if action.verb == "deal" else [*lines, str(action)]
        if player.state.out is not None and not still_to_show(player.state):
            scores = CANASTA.outcome(player.state).scores
            won = [scores[name] - score for name, score in zip(FOUR, player.state.scores, strict=False)]
            assert won == scored_from_the_text(lines), "\n".join(lines)
            compared += 1
    assert compared


@pytest.mark.parametrize("seed", range(6))
def test_honest_play_is_never_accused(seed: int) -> None:
    """Whole hands played with all cards known: judged without the hidden ones, nothing is held against anybody."""
    options = [{}, {"preset": "printed"}, {"draws": "recorded"}, {"wild_le_natural": "true", "asks": "hand"},
               {"frozen_join_existing": "false"}, {"pile_helps_minimum": "true", "concealed_bonus": "adds"}][seed]
    player = random_player(CANASTA, Table(FOUR if seed % 2 else TWO, "Ann", options), Random(seed))
    seen: Counter[str] = Counter()
    while player.state.deals < 5 and not player.match.outcome.over:
        assert all(verdict.kind == "ok" for _, verdict in player.choices())
        action = player.step()
        assert action is not None
        seen[action.verb] += 1
        player.check()
        assert player.everything() == player.pack
    assert min(seen[verb] for verb in ("take", "meld", "add", "red", "show", "discard")) > 0


# -- the record's conventions ------------------------------------------------------------------


def test_state_keys_and_scores_by_side_and_by_player() -> None:
    lines, summary = rows("table start 9S\nAnn meld AS AH 2C\nAnn discard 4C\n")
    state = lines[-1]["state"]
    assert state == {
        "to_act": "Bob", "melds": {"Ann+Cal": {"A": ["AS", "AH", "2C"]}, "Bob+Dee": {}}, "pile_size": 2,
        "frozen": False, "opened": {"Ann+Cal": True, "Bob+Dee": False}, "stock": 62,
        "red_threes": {"Ann+Cal": [], "Bob+Dee": []}, "hand_sizes": {"Ann": 8, "Bob": 11, "Cal": 11, "Dee": 11}}
    assert list(summary["scores"]) == ["Ann+Cal", "Bob+Dee", "Ann", "Bob", "Cal", "Dee"]
    assert list(rows("table start 9S\n", TWO)[1]["scores"]) == ["Ann", "Bob"]


def test_draws_may_be_written_or_left_out() -> None:
    written = replay("table start 9S\nAnn draw\nAnn meld AS AH 2C\nAnn discard 4C\n")
    assumed = replay("table start 9S\nAnn meld AS AH 2C\nAnn discard 4C\n")
    assert written.hands == assumed.hands
    assert written.stock == assumed.stock == 62
    recorded = {"draws": "recorded"}
    assert rows("table start 9S\nAnn discard 4C\n", **recorded)[0][-1]["codes"] == ["NO_DRAW"]
    assert rows("table start 9S\nAnn draw\nAnn discard 4C\n", **recorded)[0][-1]["verdict"] == "ok"
    assert rows("table start 9S\nAnn draw 1\nAnn discard 4C\n", TWO, **recorded)[0][-1]["codes"] == ["NO_DRAW"]
    assert outcome(position(), "Ann draw", "Ann draw") == "EXTRA_DRAW"
    assert outcome(position(), "Ann draw 2") == "EXTRA_DRAW"
    assert outcome(position(players=TWO), "Ann draw", "Ann discard 4C") == "ok"
    assert outcome(position(players=TWO, stock=1), "Ann draw", "Ann discard 4C") == "ok"
    assert after(position(players=TWO), "Ann draw 1", "Ann discard 4C").hands[0].size == 11 + 2 - 1
    red_or_plain_last = position(players=TWO, stock=2, melds="KC KH KD", **recorded)
    for end in ("Ann discard 4C", "Ann pass"):  # the order of the two cards is not known
        assert outcome(red_or_plain_last, "Ann draw", "Ann red 3D", end) == "ok"
    assert outcome(position(stock=0), "Ann draw") == "STOCK_EMPTY"
    assert outcome(position("9S", melds="9C 9D 9H"), "Ann add 9S to 9", "Ann take", "Ann draw") == "EXTRA_DRAW"
    assert outcome(position("9S", melds="9C 9D 9H"), "Ann draw", "Ann take") == "TAKE_AFTER_DRAW"
    assert outcome(position(melds="9C 9D 9H"), "Ann add 9S to 9", "Ann draw") == "LATE_DRAW"


def test_an_own_card_like_the_pile_s_top_one_may_be_that_one_until_the_turn_ends() -> None:
    laid = after(position("7C 9S", melds="9C 9D 9H"), "Ann add 9S to 9")
    assert laid.now.source == "top"
    ended = after(laid, "Ann discard 4C")  # so she had drawn, and said nothing
    assert ended.pile == tuple(parse_cards("7C 9S 4C"))
    assert ended.hands[0].size == 11 + 1 - 2
    assert after(position("7C 9S", melds="9C 9D 9H"), "Ann draw", "Ann add 9S to 9").now.source == "draw"


def test_taking_the_pile_costs_no_draw_and_makes_its_cards_known() -> None:
    state = after(position("TC TD 9S", melds="9C 9D 9H"), "Ann add 9S to 9", "Ann take")
    assert (state.hands[0].size, state.stock) == (11 + 2, position("TC TD 9S").stock)
    assert Counter(state.hands[0].known) == Counter(parse_cards("TC TD"))
    assert state.pile == ()


def test_taking_without_a_word_adds_the_card_that_fits() -> None:
    state = after(position("TC 9S", melds="9C 9D 9H"), "Ann take")
    assert state.sides[0].melds == (Meld("9", parse_cards("9C 9D 9H 9S")),)
    own = after(position("TC 9S", scores=(-5, 0)), "Ann meld 9C 9D 9H", "Ann take")
    assert own.sides == state.sides


def test_own_card_like_the_top_one_needs_no_taking() -> None:
    state = position("TC 9S", melds="9C 9D 9H")
    kept = after(state, "Ann add 9S to 9", "Ann discard 4C")
    assert kept.pile == parse_cards("TC 9S 4C")
    assert (kept.hands[0].size, kept.stock) == (11 + 1 - 2, state.stock - 1)
    seen = position("TC 9S", melds="9C 9D 9H", theirs="KS KH KD")
    both_out = changed(seen, sides=(seen.sides[0], Side((Meld("9", parse_cards("9S 9H 9D")),))))
    assert outcome(both_out, "Ann add 9S to 9", "Ann discard 4C") == "NO_TAKE"
    assert outcome(both_out, "Ann add 9S to 9", "Ann take", "Ann discard 4C") == "ok"


@pytest.mark.parametrize(("pile", "lines"), [
    ("2C 9S", ["Ann meld 9S 9H 2D", "Ann take"]), ("2D", ["Ann meld KS KH 2D", "Ann take"]),
    ("3S", ["Ann meld 3S 3C 3C", "Ann take"])])
def test_a_bad_take_takes_its_meld_back(pile: str, lines: list[str]) -> None:
    match = Match(CANASTA, Table(FOUR, "Dee"))
    match.state = replace(position(pile), at=0)
    verdicts = [match.push(parse_action(line)) for line in lines]
    assert verdicts[-1].kind == "illegal"
    assert match.state.sides == position(pile).sides
    assert match.state.pile == parse_cards(pile)
    laid = Counter(parse_cards(lines[0].removeprefix("Ann meld ")))
    assert Counter(match.state.hands[0].known) == laid - Counter((parse_card(pile[-2:]),))
    assert (match.state.hands[0].size, match.state.stock) == (11, position(pile).stock)
    assert match.push(parse_action("Ann discard 4C")).kind == "ok"


def test_a_bad_take_let_stand_is_a_take() -> None:
    stands = judged(after(position("TC 2C 9S"), "Ann meld 9S 9H 2D"), "Ann take !").after
    assert stands.pile == ()
    assert Counter(stands.hands[0].known) == Counter(parse_cards("TC 2C"))
    assert stands.sides[0].meld("9") is not None


def test_a_first_meld_that_is_too_small_may_grow() -> None:
    state = after(position(), "Ann meld QS QH QD")
    assert judged(state, "Ann discard 4C").codes == ("UNDER_MINIMUM",)
    assert "50" in SAYS.why(judged(state, "Ann discard 4C"))
    assert outcome(state, "Ann meld AS AH 2C", "Ann discard 4C") == "ok"
    assert judged(state, "Ann discard 4C !").after.sides[0].melds
    lines, _ = rows("table start 9S\nAnn meld QS QH QD\nAnn discard 4C\nundo\nAnn discard 4C\n")
    assert [row["verdict"] for row in lines] == ["ok", "ok", "illegal", "ok", "ok"]


def test_raised_minimum() -> None:
    text = "table start 9S\nAnn meld 4S 4H 4D\nAnn discard 5C\nAnn meld KS KH KD\nAnn discard 5C\n" \
           "Ann meld 6S 6H 6D\nAnn discard 5C\n"
    plain, raised = ([row["codes"] for row in rows(text, raise_minimum=value)[0]] for value in ("false", "true"))
    assert plain[2] == plain[4] == raised[2] == raised[4] == ["UNDER_MINIMUM"]
    assert plain[-1] == []  # 15 + 30 + 15 = 60
    assert raised[-1] == ["UNDER_MINIMUM"]  # two attempts have raised it to 70


@pytest.mark.parametrize("lines", [
    ["Ann meld 9S 9H 9D", "Ann take", "Ann discard 4C"], ["Ann meld QS QH QD", "Ann discard 4C", "Ann discard 5C"]])
def test_the_same_melds_raise_the_minimum_once(lines: list[str]) -> None:
    match = Match(CANASTA, Table(FOUR, "Dee"))
    match.state = replace(position("9S", preset="printed"), at=0)
    verdicts = [match.push(parse_action(line)) for line in lines]
    assert [verdict.codes for verdict in verdicts[1:]] == [("UNDER_MINIMUM",)] * 2
    assert match.state.minimum(0) == 60
    assert match.push(parse_action("Ann meld AS AH 2C")).kind == "ok"
    assert match.push(parse_action("Ann discard 4C")).kind == "ok"


def test_the_last_card_laid_too_early_raises_the_minimum_once() -> None:
    match = Match(CANASTA, Table(FOUR, "Dee"))
    sevens = "7S 7S 7H 7H 7D 7D 7C"
    match.state = replace(position("KC", hands={"Ann": 9}, scores=(1500, 0), raise_minimum="true"), at=0)
    for line, code in ((f"Ann meld {sevens}", ()), ("Ann meld 4S 4H 4D", ("UNDER_MINIMUM",)),
                       ("Ann discard 4C", ("UNDER_MINIMUM",))):
        assert match.push(parse_action(line)).codes == code  # 35, then 50 of 90 and out, then 35 again
    assert match.state.minimum(0) == 100


def test_ca_6_10_faults_that_only_the_discard_shows_are_said_before_the_next_player_draws() -> None:
    """The timing rule has nothing to do: at the end of a turn all melds are lawful, or the table has let them stand."""
    canasta = position(melds=CANASTA_OF_KINGS, hands={"Ann": 9})
    for state, meld, code in ((position(), "QS QH QD", "UNDER_MINIMUM"), (canasta, "3S 3C 3S", "BLACK3_EARLY")):
        laid = after(state, f"Ann meld {meld}")
        assert judged(laid, "Ann discard 4C").codes == (code,)
        assert judged(laid, "Bob draw").codes == ("WRONG_TURN",)
        assert judged(laid, "Ann discard 4C !").after.on_turn == "Bob"


@pytest.mark.parametrize(("line", "code"), [
    ("Bob discard 4C", "WRONG_TURN"), ("Ann discard 3D", "RED3_DISCARD"), ("Ann discard 4C 5C", "ONE_CARD"),
    ("Ann add QS to Q", "OPPONENT_MELD"), ("Ann add KS on Bob to K", "OPPONENT_MELD"), ("Ann add 8S to 8", "NO_MELD"),
    ("Ann add KS from Q to K", "MOVED_MELD_CARD"), ("Ann add QS to K", "MIXED_RANKS"),
    ("Ann meld 3D 3H 3D", "RED3_MELD"), ("Ann meld 8S 8H", "TOO_FEW_CARDS"),
    ("Ann red 4D", "NOT_RED3"), ("Ann pass", "EARLY_PASS"),
    ("Ann meld 8S ?? 8D", "UNSEEN_CARD"), ("Ann discard +3", "FOREIGN"), ("table start 4C", "LATE_START"),
    ("table deal", "ok"), ("Cal answer yes", "NO_QUESTION"), ("Ann add 8S to 19", "NO_MELD"),
    ("Ann discard 4C to 9", "CLAUSE"), ("Ann ask 4C", "CLAUSE")])
def test_faults_that_are_plain_at_once(line: str, code: str) -> None:
    verdict = judged(position(melds="KC KH KD, 4S 4H 4D", theirs="QC QH QD"), line)
    assert (verdict.codes or ("ok",))[0] == code
    assert verdict.why


def test_wild_cards_without_a_meld_named_are_asked_for() -> None:
    state = position(melds="KC KH KD, 8S 8H 2C 2D JK")
    verdict = judged(state, "Ann add 2S")
    assert (verdict.kind, [str(choice) for choice in verdict.choices]) == ("need", ["Ann add 2S to K"])
    assert after(position(melds="KC KH KD"), "Ann add 2S").sides[0].melds[0].wilds == 1


def test_piles_that_cannot_be_taken() -> None:
    red_on_top = judged(position(), "Ann discard 3D !").after
    assert outcome(red_on_top, "Bob take") == "TAKE_RED3"
    taken = after(position("TC 9S", melds="9C 9D 9H"), "Ann add 9S to 9", "Ann take")
    assert outcome(taken, "Ann take") == "EMPTY_PILE"
    assert outcome(position(melds=CANASTA_OF_KINGS), "table discard 4C") == "WRONG_TURN"


def test_a_player_lays_out_and_shows_for_nobody_else() -> None:
    for line in ("table red 3D", "table show 4C", "table out"):
        assert outcome(position(), line) == "WRONG_TURN"


def test_a_won_match_is_over() -> None:
    won = replace(ended(position(scores=(5000, 10)), None, 0, {}), closed=True)
    assert judged(won, "table deal").codes == ("GAME_OVER",)
    assert "Ann and Cal won" in SAYS.why(judged(won, "table deal"))
    assert outcome(won, "table start 4C") == "NO_DEAL"


def test_two_discards() -> None:
    state = after(position(), "Ann discard 4C")
    assert judged(state, "Ann discard 5C").codes == ("TWO_DISCARDS", "WRONG_TURN")
    assert judged(state, "Cal discard 5C").codes == ("WRONG_TURN",)
    assert judged(state, "Cal discard 5C !").after.on_turn == "Dee"


def test_hand_count() -> None:
    state = position(hands={"Ann": 3}, melds="KC KH KD")
    assert judged(state, "Ann meld 8S 8H 8D 8C 8C").codes == ("HAND_COUNT",)
    known = changed(state, hands=(Hand(3, parse_cards("TS TH 9C")), *state.hands[1:]))
    assert judged(known, "Ann meld 8S 8H 8D").codes == ("HAND_COUNT",)
    assert judged(known, "Ann discard 8S").kind == "ok"  # the drawn card
    assert judged(known, "Ann discard TS").kind == "ok"


def test_red_threes_dealt_are_laid_by_anybody_before_the_first_turn() -> None:
    state = replay("table start 9S\nBob red 3D\nCal red 3H\nAnn red 3D\nAnn meld AS AH 2C\nAnn discard 4C\n")
    assert state.stock == 108 - 44 - 1 - 3 - 1
    assert [hand.size for hand in state.hands] == [8, 11, 11, 11]
    assert outcome(state, "Cal red 3H") == "WRONG_TURN"


def test_question_and_answer() -> None:
    state = position(melds=CANASTA_OF_KINGS)
    asked = after(state, "Ann ask")
    assert CANASTA.to_act(asked) == "Cal"
    assert CANASTA.to_act(after(asked, "Cal answer no")) == "Ann"
    assert outcome(state, "Ann ask", "Cal answer no", "Cal answer yes") == "ANSWERED"
    assert outcome(state, "Ann ask", "Cal answer no", "Ann ask") == "ASKED_TWICE"
    assert outcome(state, "Ann ask", "Ann answer yes") == "WRONG_TURN"
    assert outcome(state, "Ann add KC to K", "Ann ask") == "LATE_ASK"
    assert outcome(position("KC", melds=CANASTA_OF_KINGS), "Ann add KC to K", "Ann take", "Ann ask") == "ok"
    assert outcome(position(players=TWO), "Ann ask") == "NO_PARTNER"
    turns = ["Ann ask", "Cal answer no", *(f"{name} discard {card}" for name, card in
                                           zip(FOUR, ("4C", "4D", "4H", "4S"), strict=True)), "Ann ask"]
    assert outcome(state, *turns) == "ok"
    assert outcome(position(melds=CANASTA_OF_KINGS, asks="per hand"), *turns) == "ASKED_TWICE"


def test_a_card_that_the_hand_is_known_not_to_hold_is_doubted() -> None:
    state = changed(position("5C 9S", melds="9C 9D 9H"), hands=(Hand(3, parse_cards("9H 9D KS")),) * 4)
    verdict = judged(after(state, "Ann add 9S to 9", "Ann take"), "Ann discard 4C")
    assert (verdict.kind, verdict.codes) == ("warn", ("HAND_COUNT",))


def test_by_the_option_a_frozen_pile_does_not_join_a_meld() -> None:
    lines = ("Ann add 9S 9H 9D to 9", "Ann take")
    assert outcome(position("2C 9S", melds="9C 9D 9H"), *lines) == "ok"
    assert outcome(position("2C 9S", melds="9C 9D 9H", frozen_join_existing="false"), *lines) == "FROZEN_TAKE"


def test_out_may_be_written() -> None:
    state = position(melds=CANASTA_OF_KINGS, hands={"Ann": 3})
    end = after(state, "Ann out", "Ann meld QS QH QD", "Ann discard 4C", "Ann out")
    assert (end.phase, end.out, end.out_bonus) == ("end", 0, 100)
    assert CANASTA.to_act(end) is None
    assert outcome(end, "Bob discard 4C") == "HAND_OVER"
    assert judged(end, "Bob out").why.key == "HAND_OVER"
    later = after(position(melds=CANASTA_OF_KINGS), "Ann discard 4C")
    assert judged(later, "Ann out").codes == ("HAND_COUNT",)
    assert judged(after(position(), "Ann discard 4C"), "Ann out").codes == ("OUT_WITHOUT_CANASTA",)


def test_going_out_with_the_pile_waits_for_the_rest_of_it() -> None:
    state = position("TC 9S", melds=f"{CANASTA_OF_KINGS}, 9C 9D 9H", hands={"Ann": 2})
    taken = after(state, "Ann add 9S to 9", "Ann take")
    assert taken.phase == "play"
    assert taken.hands[0].size == 3
    alone = position("9S", melds=CANASTA_OF_KINGS, hands={"Ann": 2})
    assert after(alone, "Ann meld 9S 9H 9D", "Ann take").phase == "end"
    assert after(alone, "Ann meld 9S 9H 9D", "Bob show KC").out == 0  # drawn, not taken: out all the same


def test_stock_gone() -> None:
    state = position("TC 9S", melds="KC KH KD", stock=0)
    assert outcome(state, "Ann discard 4C") == "NO_DRAW"
    assert outcome(state, "Ann meld 9S 9H 9D", "Ann take", "Ann pass") == "PASS_AFTER_TAKE"
    end = after(state, "Ann pass")
    assert (end.phase, end.out) == ("end", None)


def test_show_at_the_end_and_to_settle_a_claim() -> None:
    shown = after(position(), "Bob show KS KH")
    assert Counter(shown.hands[1].known) == Counter(parse_cards("KS KH"))
    end = after(position(melds=CANASTA_OF_KINGS, hands={"Ann": 1, "Bob": 2}), "Ann add KC to K", "Ann discard 4C")
    assert judged(end, "Bob show KS QH").codes == ("DUPLICATE",)
    assert judged(end, "Bob show QS QH QD").codes == ("HAND_COUNT",)
    held = replace(end, hands=(end.hands[0], Hand(2, parse_cards("TS TH")), *end.hands[2:]))
    assert judged(held, "Bob show TS 4C").codes == ("HAND_COUNT",)
    once_more = after(end, "Bob show QH", "Bob show QD QH")
    assert CANASTA.outcome(once_more).scores["Bob"] == -20
    after_show = after(end, "Bob show QH QD")
    assert CANASTA.outcome(after_show).scores["Bob"] == -20


def test_upcard_that_nobody_named() -> None:
    state = replay("Ann meld AS AH 2C\nAnn discard 4C\n")
    assert state.pile == (Card("??"), Card("4C"))
    assert state.stock == 62
    lines, _ = rows("table start 2C\nAnn discard 4C\n")
    assert lines[-1]["codes"] == ["NO_START"]


def test_a_discard_that_was_not_seen_leaves_nothing_known() -> None:
    state = position("2C TD", melds="KC KD KH", stock=9, hands={"Ann": 3})
    known = after(changed(state, hands=(Hand(3, parse_cards("TS TH")), *state.hands[1:])), "Ann discard ??")
    assert known.hands[0] == Hand(3)
    stock_gone = position("?? 9S", melds="9C 9D 9H", stock=0)  # a wild card may lie in the pile
    assert judged(stock_gone, "Ann pass").kind == "ok"


def test_deals_pass_to_the_left_and_minimums_follow_the_score() -> None:
    text = """table start 7C
Ann meld KS KS KH KH KD KD KC
Ann meld AS AH AD AC
Ann discard 4C
Bob show 4D
table deal
table start 7C
"""
    lines, summary = rows(text)
    assert lines[2]["state"]["opened"]["Ann+Cal"] is True
    assert lines[3]["state"]["to_act"] is None
    assert lines[-1]["state"]["to_act"] == "Bob"
    assert summary["deals"] == 2
    assert summary["scores"]["Ann+Cal"] == 70 + 80 + 500 + 200
    state = replay(text)
    assert state.dealer == "Ann"
    assert outcome(state, "Bob discard 4C", "table deal") == "EARLY_DEAL"


def test_printed_preset_and_seats() -> None:
    house = CANASTA.start(Table(FOUR, "Dee", {"preset": "printed", "raise_minimum": "false"})).house
    assert (house.unopened_is_frozen, house.red3_negative_if_no_meld, house.raise_minimum) == (True, True, False)
    assert (house.frozen_join_existing, house.black3_wild, house.pile_helps_minimum) == (True, False, False)
    lines = ("Ann meld 9S 9H JK", "Ann take")  # a pair of the hand is wanted before the first meld
    assert outcome(position("9S", preset="printed"), *lines) == "FROZEN_TAKE"
    assert outcome(position("9S", preset="printed", unopened_is_frozen="false"), *lines) == "ok"
    bare = ended(position(preset="printed"), None, 0, {})
    bare = replace(bare, sides=(Side(reds=parse_cards("3D")), Side()))
    assert hand_points(bare, 0)["red_threes"] == -100
    with pytest.raises(SetupError, match="2 or 4 players, not 3"):
        CANASTA.start(Table(("Ann", "Bob", "Cal")))
    with pytest.raises(SetupError, match="says 2, but 4"):
        CANASTA.start(Table(FOUR, "Dee", {"players": "2"}))


# -- the camera --------------------------------------------------------------------------------


def found(state: State, appeared: str = "", left: str = "") -> list[str]:
    """What explains "PLACE CARD, PLACE CARD" having appeared and left."""
    new, gone = (tuple((place, parse_card(card)) for place, card in (pair.split() for pair in text.split(", ") if pair))
                 for text in (appeared, left))
    return [str(action) for action in CANASTA.camera.explain(state, Change(new, gone))]


def test_explanations() -> None:
    state = position("TC 9S", melds="9C 9D 9H", theirs="QC QH QD")
    assert found(state, "pile 4C") == ["Ann discard 4C"]
    assert found(state, "meld:Ann+Cal KS, meld:Ann+Cal KH, meld:Ann+Cal 2C")[0] == "Ann meld KS KH 2C"
    assert found(state, "meld:Ann+Cal 9S", "pile 9S")[0] == "Ann add 9S to 9"
    assert found(after(state, "Ann add 9S to 9"), "", "pile TC") == ["Ann take"]
    assert found(state, "meld:Ann+Cal JK") == ["Ann add JK to 9"]
    assert found(state, "red:Ann+Cal 3D") == ["Ann red 3D"]  # her turn
    assert found(state, "meld:Bob+Dee QS") == ["Bob add QS to Q"]
    assert found(CANASTA.start(Table(FOUR, "Dee")), "pile 2C") == ["table start 2C"]
    assert tuple(CANASTA.places(TWO)) == ("pile", "meld:Ann", "red:Ann", "meld:Bob", "red:Bob")


def test_a_wild_card_that_begins_a_column_goes_on_with_a_canasta() -> None:
    def added(melds: str, *beside: tuple[str, float]) -> list[str]:
        near = tuple((parse_card(card), mm) for card, mm in beside)
        change = Change((("meld:Ann+Cal", parse_card("2C")),), (), (near,))
        return [str(action) for action in CANASTA.camera.explain(position("9S", melds=melds), change)]

    whole = "5C 5D 5H 5S 5C 5D 2H, 6C 6D 6H"
    assert added(whole, ("6C", 70.0), ("6D", 80.0)) == ["Ann add 2C to 5"], "the sixes are another column"
    assert added(whole, ("6H", 30.0), ("6D", 50.0)) == ["Ann add 2C to 6"]
    assert added("KC KD KH, 6C 6D 2H", ("2H", 30.0), ("6D", 50.0), ("KH", 90.0)) == ["Ann add 2C to 6"]
    assert added("KC KD KH, 6C 6D 2H", ("2H", 30.0), ("6D", 60.0), ("KH", 70.0)) == ["Ann add 2C to 6"], "a long column"
    assert added("6C 6D 6H", ("6C", 70.0), ("6D", 80.0)) == [], "it waits for the cards that it is laid with"


@pytest.mark.parametrize(("option", "value", "said"), [
    ("players", "4", "Four players"), ("players", "2", "Two players"),
    ("preset", "printed", "extras of the printed game"), ("unopened_is_frozen", "true", "it is always frozen"),
    ("frozen_join_existing", "true", "or joining one"), ("wild_le_natural", "true", "never more wild than natural"),
    ("black3_wild", "true", "wild cards with them or not"), ("black3_wild", "false", "three or four of them"),
    ("pile_helps_minimum", "true", "cards of the pile help"), ("pile_helps_minimum", "false", "do not help"),
    ("red3_negative_if_no_meld", "true", "against a side"),
    ("concealed_needs_minimum", "true", "needed all the same"),
    ("concealed_needs_minimum", "false", "no first minimum"), ("concealed_bonus", "replaces", "200 instead"),
    ("concealed_bonus", "adds", "200 more"), ("forced_take", "true", "plainly can take it must"),
    ("forced_take", "false", "nobody has to"), ("raise_minimum", "true", "the minimum rises by 10"),
    ("asks", "turn", "Once a turn"), ("asks", "hand", "Once a deal"), ("draws", "recorded", "Every draw is written")])
def test_the_rules_as_played_say(option: str, value: str, said: str) -> None:
    others = [str(other).lower() for o in CANASTA.options if o.name == option for other in o.values]
    texts = {other: " ".join(SAYS.rules(CANASTA.parse_options({option: other}))) for other in others}
    assert value in [other for other, text in texts.items() if said in text]
    assert any(said not in text for text in texts.values())
    assert "The match is to 3000" in " ".join(SAYS.rules(CANASTA.parse_options({"target": "3000"})))


# -- closings, questions, the last card but one ---------------------------------------------------


ON_A_RED_THREE = ("Ann red 3D", "Ann meld 4S 4H 4C")  # the last card of the stock, and a first meld of 15


@pytest.mark.parametrize("closing", ["Bob show 5S", "Ann show 5S", "table deal"], ids=["CA_40", "own", "CA_41"])
def test_a_first_meld_too_small_is_found_however_the_hand_closes(closing: str) -> None:
    verdict = last(position(stock=1), *ON_A_RED_THREE, closing)
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("UNDER_MINIMUM",), 1)


def test_a_first_meld_too_small_brings_nothing_when_the_record_ends() -> None:
    state = after(position(stock=1), *ON_A_RED_THREE)
    closed = CANASTA.close(state)
    assert closed.phase == "end"
    assert not any(closed.sides[0].melds)
    assert closed.hands[0].size == state.hands[0].size + 3
    assert CANASTA.close(after(position(stock=1, scores=(-5, 0)), *ON_A_RED_THREE)).sides[0].melds


def test_the_pile_left_after_a_first_meld_too_small() -> None:
    state = position(stock=0)
    verdict = judged(judged(state, "Ann meld 7S 7H 7C").after, "Ann pass")
    assert (verdict.kind, verdict.codes) == ("illegal", ("UNDER_MINIMUM",))


@pytest.mark.parametrize(("asks", "expected"), [("turn", ("illegal", "LATE_ASK")), ("any_time", ("ok",))],
                         ids=["CA_42", "CA_43"])
def test_the_partner_may_be_asked_after_melding(asks: str, expected: tuple[str, ...]) -> None:
    verdict = last(position(asks=asks), "Ann draw", "Ann meld AS AH AC", "Ann ask")
    assert (verdict.kind, *verdict.codes) == expected


@pytest.mark.parametrize(("wild", "codes"), [("false", ("BLACK3_WILD",)), ("true", ())], ids=["CA_44", "CA_45"])
def test_black_threes_with_wild_cards(wild: str, codes: tuple[str, ...]) -> None:
    state = position(melds="KS KH KC KD KS KH KC", black3_wild=wild)
    assert judged(state, "Ann meld 3S 3C 2C").codes == codes


def test_three_equal_black_threes_name_the_duplicate_too() -> None:
    verdict = last(position(hands={"Ann": 5}), "Ann draw", "Ann meld 3S 3S 3S")
    assert set(verdict.codes) == {"BLACK3_EARLY", "DUPLICATE"}


def test_a_lay_that_leaves_one_card_and_no_canasta_is_refused() -> None:
    verdict = last(position(hands={"Ann": 3}), "Ann draw", "Ann meld AS AH AC")
    assert (verdict.kind, verdict.codes) == ("illegal", ("OUT_WITHOUT_CANASTA",))
    assert "take a meld back" in SAYS.why(verdict)
    with_canasta = position(hands={"Ann": 3}, melds="KS KH KC KD KS KH KC")
    assert last(with_canasta, "Ann draw", "Ann meld AS AH AC").kind == "ok"
    six = position(hands={"Ann": 3}, melds="KS KH KC")  # the last card could be the seventh king
    assert last(six, "Ann draw", "Ann add KD KS KH").kind == "ok"


def test_a_discard_that_would_go_out_without_a_canasta_says_what_to_do() -> None:
    verdict = last(position(hands={"Ann": 3}), "Ann meld AS AH AC", "Ann discard 9D")
    assert verdict.codes == ("OUT_WITHOUT_CANASTA",)
    assert "take a meld back" in SAYS.why(verdict)


def test_ca_47_a_draw_does_not_follow_a_meld_that_only_the_top_of_the_pile_can_have_made() -> None:
    lines = ("Ann draw", "Ann meld 7S 7H 7D 2C 2S 2H", "Ann discard 7S", "Bob meld 7C 7D 7S", "Bob draw")
    told, _ = rows("table start KD\n" + "\n".join(lines), ("Ann", "Bob"))
    assert [row["codes"] for row in told[1:]] == [[], [], [], [], ["NO_TAKE"]]
    assert told[-1]["why"] == "The melded 7 of spades is the pile's, so the pile must be taken."


def test_ca_46_what_is_tried_after_the_hand_is_not_counted() -> None:
    match = Match(CANASTA, Table(FOUR, FOUR[-1]))
    match.state = ended(position(melds="KS KH KD KC KS KH KD"), 0, 100, {})
    before = match.scores
    for line in (f"{FOUR[1]} discard 3H", f"{FOUR[1]} meld 4S 4H 4D", f"{FOUR[3]} discard JK"):
        assert match.push(parse_action(line)).codes == ("HAND_OVER",), line
    assert match.scores == before
