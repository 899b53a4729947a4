"""Whole deals through the app by touch, told by a camera that misses nothing."""

from __future__ import annotations

import os
import sys

import pytest

from companion.filming.deals import usual_deal
from rules import GAMES

pytestmark = pytest.mark.skipif(sys.platform == "linux" and not os.environ.get("DISPLAY"),
                                reason="needs a display; `make test` brings one")


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"any_game"}))  # only the belief tells what was cleared away
def test_a_deal_is_played_through_the_app_with_every_question_answered_by_touch(
        game: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ.setdefault("KIVY_HOME", str(tmp_path_factory.mktemp("kivy")))
    from companion.tools.playthrough.running import play

    played = play(usual_deal(game, 1, most=12))
    assert played.is_right, f"{played}: {played.log}"
    assert played.taps <= 12, f"{played}"


def test_points_of_any_other_game_are_entered_while_its_cards_are_listed(tmp_path_factory: pytest.TempPathFactory
                                                                         ) -> None:
    os.environ.setdefault("KIVY_HOME", str(tmp_path_factory.mktemp("kivy")))
    from companion.tools.playthrough.running import play

    played = play(usual_deal("any_game", 1, most=10))
    # Cards that are cleared away are told late, with the cards that come next; the last of a deal not at all.
    kept = [line for line in played.kept if " gather" not in str(line)]
    assert kept == [line for line in played.wanted if " gather" not in str(line)], f"{played}: {played.log}"
    assert played.scores == played.true_scores
    assert played.touched["score"] == played.taps - played.touched["asked gather"]
