"""The recap screen, opened from the score sheet and shared as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import pytest

from companion.log.session import SessionStore
from companion.words import texts
from rules import Table, parse_action
from tests.companion.test_app import at_rest, open_table, own, pytestmark, store

if TYPE_CHECKING:
    from companion.tools.fingers import Hands

__all__ = ["own", "pytestmark", "store"]
WON = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
       "Ann play 2C = 1", "Bob stuck", "Ann done")


@pytest.fixture
def hands(own: Path, store: SessionStore) -> Iterator[Hands]:
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    with Hands(CompanionApp(Controller(store), own / "settings-recap.json", source=""), (1280, 800)) as working:
        yield working


def test_the_recap_is_two_touches_from_the_score_sheet_to_one_picture(hands: Hands, store: SessionStore,
                                                                      tmp_path: Path) -> None:
    session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in WON:
        session.append(parse_action(line))
    open_table(hands, session)
    hands.app.open_scores()
    hands.wait(lambda: hands.app.manager.current == "scores" and hands.app.screen("scores").view)
    at_rest(hands)
    hands.tap_text(texts.RECAP)
    screen = hands.app.screen("recap")
    screen.folder = tmp_path
    hands.wait(lambda: screen.view is not None and hands.app.manager.current == "recap")
    at_rest(hands)
    assert [turn.leader for turn in screen.view.turns] == ["Ann"]
    hands.tap_text(texts.SHARE_PICTURE)
    picture = cv2.imread(str(next(tmp_path.glob("*.png"))))
    assert picture.shape[1] > 1000
    assert picture.std() > 5  # something is drawn
    assert screen.escape()
    assert hands.app.manager.current == "scores"
