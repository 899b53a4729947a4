"""Any other game (RULES 13): what is counted, what is refused, when it ends, and what its camera makes of a table."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.log.session import SessionStore
from companion.sheets.result_rows import result_view
from companion.sitting.table_page import table_view
from companion.words import texts
from rules import Match, SetupError, Table, Verdict, parse_action
from rules.core.deals import deal_is_over
from rules.games.any_game import ANY_GAME
from rules.games.any_game.state import pack_of_house
from tests.companion.test_belief import told

PLAYERS = ("Ann", "Bob")


def after(*lines: str, **options: str) -> Match:
    """A match after these lines, all of which were accepted."""
    match = Match(ANY_GAME, Table(PLAYERS, "Bob", options))
    for line in lines:
        verdict = match.push(parse_action(line))
        assert verdict.applies, f"{line}: {verdict}"
    return match


def last(match: Match, line: str) -> Verdict:
    return match.push(parse_action(line))


def test_what_is_gone_is_counted_until_the_next_deal() -> None:
    match = after("table seen 7H", "table seen KS", "table gather take 7H KS", "table seen 2C")
    assert match.game.public(match.state) == {"board": ["2C"], "seen": 3, "left": 49}
    assert "7" not in match.game.shown.advice(match.state)["left"]["H"]
    match.push(parse_action("table deal"))
    assert match.game.public(match.state) == {"board": [], "seen": 0, "left": 52}
    assert match.outcome.deals == 2


def test_a_card_comes_no_more_often_than_the_pack_has_it() -> None:
    assert last(after("table seen 7H", "table gather take 7H"), "table seen 7H").codes == ("DUPLICATE",)
    assert last(after("table seen 7H", cards="104"), "table seen 7H").kind == "ok"
    assert last(after(cards="32"), "table seen 6H").codes == ("FOREIGN",)
    assert last(after(), "table seen JK").codes == ("FOREIGN",)
    assert last(after(jokers="2"), "table seen JK JK").kind == "ok"


def test_only_what_lies_there_is_taken_up() -> None:
    assert last(after("table seen 7H"), "table gather take KS").codes[0] == "NOT_THERE"
    assert "NOT_THERE" in ANY_GAME.codes


def test_points_are_the_players_and_cards_the_tables() -> None:
    assert last(after(), "Ann seen 7H").codes == ("WRONG_TURN",)
    assert last(after(), "table score 5").codes == ("WRONG_TURN",)
    assert last(after(), "Ann score 5 on Bob").codes == ("CLAUSE",)
    assert after("Ann score 25", "Ann lose 40").scores == {"Ann": -15, "Bob": 0}


def test_whoever_reaches_the_target_ends_it() -> None:
    match = after("Ann score 25", "Bob score 30", target="30")
    assert (match.outcome.over, match.outcome.winners) == (True, ("Bob",))
    assert after("Ann score 25", "Bob score 30", target="30", wins="fewest").outcome.winners == ("Ann",)
    assert last(match, "table seen 7H").codes == ("GAME_OVER",)


def test_without_a_target_the_table_ends_it() -> None:
    match = after("Ann score 900", "Bob score 900")
    assert not deal_is_over(match)
    match.push(parse_action("table end"))
    assert deal_is_over(match)
    assert match.outcome.winners == PLAYERS


@pytest.mark.parametrize(("cards", "size", "lowest"), [("24", 24, "9C"), ("32", 32, "7C"), ("36", 36, "6C"),
                                                       ("40", 40, "2C"), ("48", 48, "9C"), ("104", 104, "2C")])
def test_packs_have_as_many_cards_as_they_say(cards: str, size: int, lowest: str) -> None:
    pack = pack_of_house(int(cards), 0)
    assert pack.total() == size
    assert min((card for card in pack if card.rank != "A"), key=lambda card: card.number).rank == lowest[0]


def test_the_table_names_its_game() -> None:
    session = SessionStore(":memory:").create("any_game", Table(PLAYERS, options={"name": "Gin Rummy"}))
    session.append(parse_action("Ann score 25"))
    assert table_view(session).title == result_view(session).title == "Gin Rummy"
    assert texts.game_title("any_game") == "Any other game"
    with pytest.raises(SetupError):
        ANY_GAME.parse_options({"name": "a: b"})


def test_points_are_entered_for_everybody_until_the_end() -> None:
    session = SessionStore(":memory:").create("any_game", Table(PLAYERS))
    assert [str(action) for action in table_view(session).counted] == [
        "Ann score", "Ann lose", "Bob score", "Bob lose"]
    session.append(parse_action("Ann score 25"))
    session.append(parse_action("table end"))
    assert table_view(session).counted == ()


def test_it_is_said_in_german() -> None:
    session = SessionStore(":memory:").create("any_game", Table(PLAYERS))
    session.append(parse_action("Ann score 25"))
    texts.use_language("de")
    try:
        page = table_view(session)
    finally:
        texts.use_language("en")
    assert (page.turn_text, page.told.why if page.told else "") == (
        "Für Punkte einen Namen antippen", "Ann bekommt 25 Punkte.")


def test_the_camera_lists_what_is_laid_and_what_is_taken_up() -> None:
    assert told("any_game", PLAYERS, "0.0 Ann's arm over board · 0.6 7H lies at board · 1.0 arm gone · "
                "3.0 Bob's arm over board · 3.5 9C lies at board · 3.5 TC lies at board · 4.0 arm gone · "
                "8.0 Ann's arm over board · 8.5 7H gone · 8.5 9C gone · 8.5 TC gone · 9.0 arm gone · "
                "30.0 arm gone") == [
                    "table seen 7H", "table seen TC", "table seen 9C", "table gather take 7H TC 9C"]


@pytest.mark.parametrize("order", [*permutations(["7H", "9C", "TC"])])
def test_cards_that_one_hand_takes_up_one_by_one_are_gathered_together(order: tuple[str, ...]) -> None:
    taken = " · ".join(f"{8.5 + 0.5 * k} {card} gone" for k, card in enumerate(order))
    lines = told("any_game", PLAYERS, "0.0 Ann's arm over board · 0.6 7H lies at board · 1.0 arm gone · "
                 "3.0 Bob's arm over board · 3.5 9C lies at board · 4.0 arm gone · 5.0 Bob's arm over board · "
                 f"5.5 TC lies at board · 6.0 arm gone · 8.0 Ann's arm over board · {taken} · 10.0 arm gone · "
                 "30.0 arm gone")
    assert lines[3:] == ["table gather take 7H 9C TC"]


@pytest.mark.parametrize("card", ["7H", "9C"])
def test_a_single_card_that_was_taken_away_is_asked_about(card: str) -> None:
    """Others lie over it, so that the camera cannot be sure that it is not hidden."""
    laid = ("0.0 Ann's arm over board · 0.6 7H lies at board · 1.0 arm gone · 3.0 Bob's arm over board · "
            "3.5 9C lies at board · 4.0 arm gone · 6.0 Ann's arm over board · 6.5 TC lies at board · 7.0 arm gone · ")
    lines = told("any_game", PLAYERS, f"{laid}10.0 Ann's arm over board · 10.5 {card} gone · 11.0 arm gone · "
                 "17.0 arm gone")
    assert lines[3:] == [f"? table gather take {card}"]


def test_the_uppermost_card_that_was_taken_away_is_told() -> None:
    lines = told("any_game", PLAYERS, "0.0 Ann's arm over board · 0.6 7H lies at board · 1.0 arm gone · "
                 "3.0 Bob's arm over board · 3.5 9C lies at board · 4.0 arm gone · "
                 "8.0 Ann's arm over board · 8.5 9C gone · 9.0 arm gone · 12.0 arm gone")
    assert lines == ["table seen 7H", "table seen 9C", "table gather take 9C"]


def test_it_has_a_title_in_german() -> None:
    texts.use_language("de")
    try:
        assert texts.game_title("any_game") == "Anderes Spiel"
    finally:
        texts.use_language("en")
