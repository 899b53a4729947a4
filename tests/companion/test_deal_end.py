"""The end of a deal on the screens: the score sheet comes when nothing of it is still to come."""

# ruff: noqa: F401, F811 (fixtures are imported, and named as arguments)
from __future__ import annotations

from test_app import DEAL, at_rest, hands, limbo, open_table, own, pytestmark, store

from companion.log.session import SessionStore
from companion.sitting.table_page import Choice
from companion.tools.fingers import Hands
from companion.words import texts
from rules import Table, parse_action


def test_the_score_sheet_comes_once_the_loser_of_limbo_has_shown_his_cards(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, *DEAL, "Ann play 8S = 69", "Bob play KD = 3", "Ann play 2C = 1"))
    for line in ("Bob stuck", "Ann done"):
        hands.app.controller.choose(Choice("", parse_action(line)))
        hands.wait(lambda line=line: str(hands.app.table.view.log[-1].action) == line)
        at_rest(hands)
        assert hands.app.manager.current == "table"
    hands.tap_text("Show Bob’s cards")
    for card in ("9D", "8D", "QH"):
        hands.tap_text(card, hands.app.table.sheet)
    hands.wait(lambda: hands.app.manager.current == "scores")
    assert hands.app.table.view.deal_over


def test_a_hand_that_is_shown_by_touch_may_be_told_in_part(hands: Hands, store: SessionStore) -> None:
    session = limbo(store, *DEAL, "Ann play 8S = 69", "Bob play KD = 3", "Ann play 2C = 1", "Bob stuck", "Ann done")
    open_table(hands, session)
    hands.tap_text("Show Bob’s cards")
    assert hands.app.table.sheet.heading.text == "Bob shows · 0/3"
    hands.tap_text("9D", hands.app.table.sheet)
    assert hands.app.table.sheet.heading.text == "Bob shows · 1/3 · 9♦"
    hands.tap_text(texts.DONE, hands.app.table.sheet)
    hands.wait(lambda: str(hands.app.table.view.log[-1].action) == "Bob show 9D")


def test_once_a_match_is_over_a_rematch_is_one_touch(hands: Hands, store: SessionStore) -> None:
    session = store.create("limbo", Table(("Ann", "Bob"), "Bob", {"target": "50"}))
    for line in (*DEAL, "Ann play 8S = 69", "Bob play KD = 3", "Ann play 2C = 1", "Bob stuck", "Ann done"):
        session.append(parse_action(line), "camera")
    open_table(hands, session)
    hands.app.controller.choose(Choice("", parse_action("Bob show 9D 8D QH")))
    hands.wait(lambda: hands.app.manager.current == "scores" and hands.app.screen("scores").is_over)
    at_rest(hands)
    hands.tap_text("Rematch")
    hands.wait(lambda: hands.app.manager.current == "table" and hands.app.table.view is not None)
    again = store.sessions()[0]
    assert again.id != session.info.id
    assert (again.game, again.table.players, again.table.dealer) == ("limbo", ("Ann", "Bob"), "Ann")
    assert dict(again.table.options) == {"target": "50"}


def test_the_rules_of_the_table_are_read_from_more(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, *DEAL))
    hands.app.table.sheets.open_more()
    hands.frames(4)
    hands.tap_text("Rules")
    hands.wait(lambda: hands.app.manager.current == "rules")
    at_rest(hands)
    said = [paragraph.text for paragraph in hands.app.screen("rules").ids.paragraphs.children]
    assert any("101" in text for text in said)
    hands.app.screen("rules").escape()
    hands.wait(lambda: hands.app.manager.current == "table")


def test_who_dealt_stands_beside_the_deal(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, *DEAL))
    assert hands.app.table.title == "Limbo · deal 1 · Bob dealt"
