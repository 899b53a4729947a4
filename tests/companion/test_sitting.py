"""What the table says by touch where the camera has overlooked something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.following.loop import live_table
from companion.log.scores import score_sheet
from companion.log.session import SessionStore
from companion.sitting.corrections import Corrections
from companion.sitting.sitting import Sitting
from companion.sitting.table_page import Choice, OpenQuestion, TablePage, table_view, turn_text
from companion.words import texts
from companion.words.refusals import RequestError
from rules import GAMES, Match, Table, parse_action
from rules.core.deals import deal_is_over
from rules.core.people import random_player
from tests.companion.test_belief import DEAL, believing
from tests.told_table import told_looks
from vision.reading.card_reader import NoReader

KING = f"{DEAL} · 3.0 Ann's arm over pile · 3.5 KD lies at pile · 4.0 arm gone · 12.0 arm gone"


def shown(story: str) -> Sitting:
    """A table of Limbo that has seen this."""
    live = believing("limbo", ("Ann", "Bob"))
    for look in told_looks("limbo", ("Ann", "Bob"), story):
        live.take(look)
    return Sitting(live)


def answered_with_another_card(sitting: Sitting) -> tuple[OpenQuestion, OpenQuestion]:
    """What was asked first, and what its answer leads to: it was the King of hearts."""
    asked = sitting.question
    assert asked is not None
    sitting.answer_cards(asked, ("KH",))
    which = sitting.question
    assert which is not None
    return asked, which


def test_what_was_done_with_a_card_that_was_not_offered_is_asked() -> None:
    sitting = shown(KING)
    asked, which = answered_with_another_card(sitting)
    assert which.number != asked.number
    assert which.text == texts.WHAT_HAPPENED
    choice = next(c for c in which.choices if str(c.action) == "Ann play KH = 19")
    sitting.choose(choice, which)
    assert [str(a) for a in sitting.session.actions()] == ["table start 6D", "Ann play KH = 19"]
    assert sitting.question is None


def test_no_answer_to_what_was_done_leads_back_to_the_first_question() -> None:
    sitting = shown(KING)
    asked, which = answered_with_another_card(sitting)
    rows = len(sitting.session.rows)
    sitting.choose(type(which.choices[0])(texts.NOTHING, None), which)
    assert sitting.question == asked
    assert len(sitting.session.rows) == rows


def test_every_count_that_a_king_can_make_is_offered() -> None:
    asked = shown("0.0 Bob's arm over pile · 0.6 QH lies at pile · 1.0 arm gone · 3.0 Ann's arm over pile · "
                  "3.5 5S lies at pile · 4.0 arm gone · 6.0 Bob's arm over pile · 6.5 KC lies at pile · 7.0 arm gone · "
                  "15.0 arm gone").question
    assert asked is not None
    assert sorted(int(choice.text) for choice in asked.choices) == [2, 3, 4, 6, 8, 12, 16, 24, 32, 48]


def test_what_the_table_thinks_unlikely_is_offered_after_what_it_asks_and_stays_where_it_is() -> None:
    names = " · ".join(f"{4.2 + k / 2:.1f} 9C read {('as 8C', 'as 9S', 'rightly')[k % 3]}" for k in range(30))
    story = f"{DEAL} · 3.0 Ann's arm over pile · 3.5 9C lies at pile · 3.6 9C read as 8C · 4.0 arm gone · {names}"
    live = believing("limbo", ("Ann", "Bob"))
    sitting, offered = Sitting(live), []
    for look in told_looks("limbo", ("Ann", "Bob"), story, 20.0):
        live.take(look)
        if sitting.question is not None:
            offered.append([str(choice.action) for choice in sitting.question.choices])
    assert live.question is not None
    assert [str(action) for action in live.question.candidates] == ["Ann play 8C", "Ann play 9C"]
    assert offered[0] == ["Ann play 8C", "Ann play 9C", "Ann play 9S"]
    assert all(choices == offered[0] for choices in offered)


@pytest.mark.parametrize("act", [lambda corrections: corrections.let_stand(1),
                                 lambda corrections: corrections.action(1, None)])
def test_an_event_that_is_gone_meanwhile_is_refused_in_one_sentence(act: Callable[[Corrections], None]) -> None:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    sitting = Sitting(live_table(session, None, reader=NoReader()))
    sitting.choose(Choice("", parse_action("table start 6D = 95")))
    sitting.undo()
    with pytest.raises(RequestError, match=texts.NOTHING_TO_CORRECT):
        act(sitting.corrections)


def page_after(game: str, players: tuple[str, ...], *lines: str) -> TablePage:
    session = SessionStore(":memory:").create(game, Table(players, players[-1]))
    for line in lines:
        session.append(parse_action(line))
    return table_view(session)


LIMBO_GIVEN_UP = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
                  "Ann play 2C = 1", "Bob stuck")


@pytest.mark.parametrize(("game", "lines", "headline"), [
    ("thirteen", (), "Whoever holds the lowest card opens with it"),
    ("thirteen", ("Ann play 3S 3C",), "Bob to play"),
    ("friend_or_foe", (), "Ann rolls"),
    ("friend_or_foe", ("Ann roll 3 5", "Ann ask 9D"), "Ann asks with a 9: who answers?"),
    ("friend_or_foe", ("Ann roll 3 5", "Ann pass"), "Bob rolls"),
    ("limbo", ("table deal",), "Bob turns the starter up"),
    ("limbo", LIMBO_GIVEN_UP, "Ann may play on"),
    ("limbo", (*LIMBO_GIVEN_UP, "Ann done"), "Bob, please show your 3 cards"),
    ("limbo", (*LIMBO_GIVEN_UP, "Ann done", "Bob show 9D 8D QH"), "The table deals"),
])
def test_the_headline_says_what_the_rules_expect(game: str, lines: tuple[str, ...], headline: str) -> None:
    players = ("Ann", "Bob") if game == "limbo" else ("Ann", "Bob", "Cal")
    assert page_after(game, players, *lines).turn_text == headline


def test_nobody_is_told_to_lead_anything_while_the_lowest_card_must_come() -> None:
    opening = page_after("thirteen", ("Ann", "Bob", "Cal")).panel.hero
    assert opening is not None
    assert opening.text == "Whoever holds the lowest card opens with it"


def positions(game: str) -> Iterator[Match]:
    """A match of people who play at random, after every event."""
    table = Table(("Ann", "Bob", "Cal", "Dee")[:GAMES[game].usual_players])
    match = Match(GAMES[game], table)
    for action in random_player(GAMES[game], table, Random(3)).play(70):
        match.push(action)
        yield match


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_said_to_deal_only_where_no_player_may_act(game: str) -> None:
    for match in positions(game):
        if turn_text(match, score_sheet(match)) == texts.NOBODY:
            assert {action.actor for action in match.legal_actions} <= {"table"}, match.events[-1].action


@pytest.mark.parametrize("game", GAMES)
def test_no_deal_is_over_while_a_hand_is_to_be_shown_or_a_set_to_be_laid(game: str) -> None:
    """Else its score sheet would lie over what is still to come."""
    for match in positions(game):
        if deal_is_over(match):
            assert not match.game.to_show(match.state), match.events[-1].action
            assert not match.game.layings(match.state), match.events[-1].action
            assert match.to_act is None or match.outcome.over, match.events[-1].action


def test_a_card_is_not_taken_while_a_question_waits_and_is_told_so() -> None:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    sitting = Sitting(live_table(session, None, reader=NoReader()))
    sitting.choose(Choice("", parse_action("table start 6D = 95")))
    sitting.add_cards(("KS",))
    question = sitting.question
    assert question is not None
    with pytest.raises(RequestError, match="Answer the question first"):
        sitting.add_cards(("9D",))
    assert sitting.question == question
    sitting.choose(question.choices[0], question)
    assert str(session.actions()[-1]).startswith("Ann play KS")
    assert sitting.question is None


def test_whose_cards_the_deal_waits_for_is_on_the_page() -> None:
    page = page_after("limbo", ("Ann", "Bob"), *LIMBO_GIVEN_UP, "Ann done")
    assert page.to_show == (("Bob", 3),)
    assert not page.deal_over
