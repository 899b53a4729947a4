"""Whole deals through the app by touch, told by a camera that misses nothing, and by films that were read once."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from companion.filming.deals import usual_deal
from rules import GAMES, Match
from vision.stream import read_stream

STREAMS = Path(__file__).parents[1] / "streams"
pytestmark = pytest.mark.skipif(sys.platform == "linux" and not os.environ.get("DISPLAY"),
                                reason="needs a display; `make test` brings one")


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"any_game"}))  # only the belief tells what was cleared away
def test_a_deal_is_played_through_the_app_with_every_question_answered_by_touch(
        game: str) -> None:
    from companion.tools.playthrough.running import play

    played = play(usual_deal(game, 1, most=12))
    assert played.is_right, f"{played}: {played.log}"
    assert played.taps <= 12, f"{played}"


def test_points_of_any_other_game_are_entered_while_its_cards_are_listed() -> None:
    from companion.tools.playthrough.running import play

    played = play(usual_deal("any_game", 1, most=10))
    # Cards that are cleared away are told late, with the cards that come next; the last of a deal not at all.
    kept = [line for line in played.kept if " gather" not in str(line)]
    assert kept == [line for line in played.wanted if " gather" not in str(line)], f"{played}: {played.log}"
    assert played.scores == played.true_scores
    assert played.touched["score"] == played.taps - played.touched["asked gather"]


@pytest.mark.drawn
@pytest.mark.parametrize(("film", "taps"), [("own-limbo-1-3", 9), ("own-scopa-3-3", 0), ("own-page_one-2-3", 3)])
def test_a_deal_on_a_film_that_was_read_once_is_played_through_the_app_by_touch(
        film: str, taps: int) -> None:
    from companion.tools.playthrough.running import play_filmed

    played = play_filmed(read_stream(STREAMS / f"{film}.stream"))
    assert played.is_right, f"{played}: {played.log}"
    assert played.taps <= taps, f"{played}: {played.touched}"


def test_touches_on_films_whose_looks_are_kept_are_counted_by_the_command(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
        ) -> None:
    from companion.tools.playthrough import running

    monkeypatch.setattr(sys, "argv", ["playthrough", "pemberley", "--film", str(STREAMS), "--count-taps",
                                      "--deals", "1", "--seed", "2"])
    assert running.main() == 0
    game, touches, *_, right, _ = (cell.strip() for cell in capsys.readouterr().out.splitlines()[-1].split("|")[1:])
    assert (game, touches, right) == ("pemberley", "0", "1 of 1")


def test_a_roll_that_nobody_saw_is_entered_once_the_game_has_waited_for_it() -> None:
    from companion.tools.playthrough.made_up import UNSEEN_S, Players

    record = usual_deal("friend_or_foe", 1, most=6)
    rolls = [line.action for line in record.events if line.action is not None and line.action.verb == "roll"]
    players = Players([(rolls[0], 10.0)])
    players.forgetting(record, "usual")
    match = Match(GAMES["friend_or_foe"], record.table())
    for line in record.events:
        if line.action == rolls[0]:
            break
        if line.action is not None:
            match.push(line.action)
    assert players.to_say(match, 11.0) is None
    assert players.to_say(match, 10.0 + UNSEEN_S) == rolls[0]
