"""The end of a deal on the screens: the score sheet comes when nothing of it is still to come."""

# ruff: noqa: F401, F811 (fixtures are imported, and named as arguments)
from __future__ import annotations

from test_app import DEAL, at_rest, hands, limbo, open_table, own, pytestmark, store

from companion import texts
from companion.log.session import SessionStore
from companion.sitting.table_page import Choice
from companion.tools.fingers import Hands
from rules import parse_action


def test_the_score_sheet_comes_once_the_loser_of_limbo_has_shown_his_cards(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, *DEAL, "Ann play 8S = 69", "Bob play KD = 3", "Ann play 2C = 1"))
    for line in ("Bob stuck", "Ann done"):
        hands.app.controller.choose(Choice("", parse_action(line)))
        hands.wait(lambda line=line: str(hands.app.table.view.log[-1].action) == line)
        at_rest(hands)
        assert hands.app.manager.current == "table"
    hands.tap_text("Show Bob’s cards")
    for card in ("9♦", "8♦", "Q♥"):
        hands.tap_text(card[-1], hands.app.table.sheet)
        hands.tap_text(card[:-1], hands.app.table.sheet)
        if card != "Q♥":
            hands.tap_text(texts.ADD_ONE, hands.app.table.sheet)
    hands.tap_text(texts.DONE, hands.app.table.sheet)
    hands.wait(lambda: hands.app.manager.current == "scores")
    assert hands.app.table.view.deal_over
