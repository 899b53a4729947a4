"""Matches, tables and options: pushing, taking back, letting stand, refusing."""

from __future__ import annotations

import pytest

from companion.words.speaker import english, help_of
from rules import GAMES, IllegalActionError, Match, Option, SetupError, Table, parse_action
from rules.core.cards import UNKNOWN, parse_card, parse_cards, standard_pack
from rules.core.faults import duplicate, pack_fault
from rules.core.said import fault
from rules.core.seats import leaders, left_of, with_item


def limbo() -> Match:
    match = Match(GAMES["limbo"], Table(("Ann", "Bob"), "Bob"))
    assert match.push(parse_action("table start 5D = 96")).applies
    return match


def test_push_and_pop() -> None:
    match = limbo()
    before = match.state
    assert match.push(parse_action("Ann play 7C = 89")).applies
    assert [event.before for event in match.events] == [GAMES["limbo"].start(match.table), before]
    assert match.pop() == parse_action("Ann play 7C = 89")
    assert match.state == before
    match.pop()
    with pytest.raises(IndexError):
        match.pop()


def test_an_illegal_action_does_not_count_unless_it_is_let_stand() -> None:
    match = limbo()
    wrong = parse_action("Ann play 6C = 90")
    assert match.push(wrong).kind == "illegal"
    assert (len(match.events), match.state.count) == (1, 96)
    assert match.push(wrong.with_stands()).kind == "illegal"
    assert (len(match.events), match.state.count) == (2, 90)


def test_a_table_may_let_every_fault_stand() -> None:
    match = Match(GAMES["limbo"], Table(("Ann", "Bob"), "Bob", {"remedy": "stand"}))
    match.push(parse_action("table start 5D = 96"))
    assert match.push(parse_action("Ann play 6C = 90")).kind == "illegal"
    assert match.state.count == 90
    assert match.events[-1].action == parse_action("Ann play 6C = 90 !")
    assert match.push(parse_action("Bob play 6C = 84")).codes == ("DUPLICATE",)
    assert match.state.count == 90, "a card that cannot be there is asked about, whatever the remedy"
    with pytest.raises(SetupError, match="undo, stand or penalty"):
        Match(GAMES["limbo"], Table(("Ann", "Bob"), "Bob", {"remedy": "beer"}))


def test_a_fault_may_cost_what_the_house_says() -> None:
    match = Match(GAMES["limbo"], Table(("Ann", "Bob"), "Bob", {"remedy": "penalty", "penalty": "20"}))
    match.push(parse_action("table start 5D = 96"))
    verdict = match.push(parse_action("Ann play 6C = 90"))
    assert (verdict.kind, verdict.codes) == ("illegal", ("NOT_DIVIDED",))
    assert english(verdict.why, "limbo").endswith("the count becomes 16. It costs Ann 20 points.")
    assert (match.state.count, match.to_act, match.scores) == (96, "Ann", {"Ann": -20, "Bob": 0})
    stood = match.push(parse_action("Ann play 6C = 90 !"))
    assert english(stood.why, "limbo").endswith("becomes 16."), "what stands costs nothing"
    assert match.push(parse_action("Bob play 6C = 84")).codes == ("DUPLICATE",)
    assert match.scores == {"Ann": -20, "Bob": 0}, "a card that cannot be there is asked about"
    assert str(match.pop()) == "Ann play 6C = 90 !"
    assert match.pop() == parse_action("Ann play 6C = 90")
    assert match.scores == {"Ann": 0, "Bob": 0}
    with pytest.raises(SetupError, match="a whole number from 1 up"):
        Match(GAMES["limbo"], Table(("Ann", "Bob"), "Bob", {"penalty": "0"}))


def test_a_penalty_that_the_rules_name_goes_before_the_houses() -> None:
    match = Match(GAMES["canasta"], Table(("Ann", "Bob"), "Bob", {"remedy": "penalty", "penalty": "7"}))
    match.push(parse_action("table start 9S"))
    assert match.push(parse_action("Ann take")).codes == ("USELESS_TAKE",)
    assert match.scores == {"Ann": -50, "Bob": 0}


OUT_OF_TURN = {
    "never_over": ("Bob play +1",), "limbo": ("table start 5D = 96", "Bob play 7C"),
    "pemberley": ("table start 3C", "Bob play AH"), "page_one": ("Ann play 9S", "Ann play 8S"),
    "scopa": ("table deal 2C 3C 4C 5C", "Bob play 7D"), "canasta": ("table start 9S", "Bob draw"),
    "thirteen": ("Ann play 3S", "Ann play 4S"), "friend_or_foe": ("Bob roll 1 2",),
    "cribbage": ("table start 5H", "Bob play 7C"), "any_game": ("table seen 7C", "Bob seen 8C"),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_with_penalties(name: str) -> None:
    match = Match(GAMES[name], Table(("Ann", "Bob"), "Bob", {"remedy": "penalty", "penalty": "3"}))
    *before, line = map(parse_action, OUT_OF_TURN[name])
    assert all(match.push(action).applies for action in before)
    position, to_act = match.state, match.to_act
    assert "WRONG_TURN" in match.push(line).codes
    assert match.scores == {player: -3 * (player == line.actor) for player in ("Ann", "Bob")}
    assert (match.to_act, match.state.at) == (to_act, position.at + 1)
    assert match.game.visible(match.state) == match.game.visible(position)


def test_apply_raises_with_what_was_wrong() -> None:
    match = limbo()
    game = match.game
    with pytest.raises(IllegalActionError, match="NOT_DIVIDED value=6 count=96 becomes=16"):
        game.apply(match.state, parse_action("Ann play 6C = 90"))
    assert game.apply(match.state, parse_action("Ann play 6C = 90 !")).count == 90
    assert game.apply(match.state, parse_action("Ann play 6C")).count == 16
    with pytest.raises(IllegalActionError, match="MISSED_ANNOUNCE"):
        game.apply(match.state, parse_action("Ann play KC"))


def test_the_outcome_closes_what_only_waits_for_more_and_the_scores_do_not() -> None:
    match = limbo()
    match.push(parse_action("Ann play 6C = 16"))
    match.push(parse_action("Bob play 8D = 2"))
    match.push(parse_action("Ann stuck"))
    assert match.scores == {"Ann": 0, "Bob": 0}
    assert match.outcome.scores == {"Ann": 20, "Bob": 30}
    assert match.state.phase == "extra", "looking at the outcome changes nothing"


def test_seats_go_round() -> None:
    assert [left_of("ABC", "B", n) for n in (1, 2, 3, -1)] == ["C", "A", "B", "A"]


@pytest.mark.parametrize("names", [("Ann", "Ann"), ("Ann", ""), ("Ann", "table"), ("Ann", "To"), ("Ann", "B=b"),
                                   ("Ann", "Bo b"), ("Ann", "Undo")])
def test_names_that_cannot_be_written_in_a_record(names: tuple[str, ...]) -> None:
    with pytest.raises(SetupError):
        Table(names)


NUMBER = Option("target", (200,), least=1, most=500)
CHOICE = Option("stock", ("up", "down"))
SWITCH = Option("strict", (True, False))
FREE = Option("greens", ("1,2",), pattern=r"\d+(,\d+)*")


@pytest.mark.parametrize(("option", "text", "value"), [
    (NUMBER, " 100 ", 100), (CHOICE, "Down", "down"), (SWITCH, "no", False), (SWITCH, "TRUE", True),
    (SWITCH, "on", True), (FREE, "3, 4,5", "3,4,5")])
def test_option_values(option: Option, text: str, value: object) -> None:
    assert option.parse(text) == value


@pytest.mark.parametrize(("option", "text", "sentence"), [
    (NUMBER, "0", "a whole number from 1 to 500"), (NUMBER, "many", "a whole number"), (CHOICE, "side", "up or down"),
    (SWITCH, "perhaps", "true or false"), (FREE, "a,b", "something like 1,2")])
def test_option_values_refused(option: Option, text: str, sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        option.parse(text)


def test_unknown_options_name_those_there_are() -> None:
    with pytest.raises(SetupError, match="Limbo has no option 'speed'; it has ace11_divides, bar"):
        GAMES["limbo"].parse_options({"speed": "3"})


@pytest.mark.parametrize("name", GAMES)
def test_every_default_is_a_value_of_its_option(name: str) -> None:
    for option in GAMES[name].options:
        assert help_of(GAMES[name], option), option.name
        assert option.parse(str(option.default)) == option.default
        assert option.choices


# -- what games share ------------------------------------------------------------------------------


def test_packs_know_foreign_and_repeated_cards() -> None:
    pack, seven = standard_pack(), parse_card("7H")
    assert pack_fault(pack, (), (seven,)) is None
    assert pack_fault(pack, (seven,), (seven,)) == duplicate(seven, 1)
    assert pack_fault(pack, (), (seven, seven)) == duplicate(seven, 1)
    assert pack_fault(standard_pack(copies=2), (seven,), (seven,)) is None
    assert pack_fault(pack, (), parse_cards("JK")) == fault("FOREIGN", card=parse_card("JK"))
    assert pack_fault(pack, (UNKNOWN,), (UNKNOWN, UNKNOWN)) is None


def test_small_helpers() -> None:
    assert with_item((1, 2, 3), 1, 9) == (1, 9, 3)
    assert leaders({"Ann": 3, "Bob": 5, "Cal": 5}) == ("Bob", "Cal")
