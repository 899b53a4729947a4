"""With a camera that overlooks and misreads nothing, every game is followed without a wrong word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.filming.deals import usual_players
from companion.filming.setting import setting_for
from companion.following.messages import Asked, Notice
from companion.tools.bench.report import compared
from companion.tools.bench.running import deal_of, witnessed
from companion.tools.bench.witness import Witness
from companion.words.speaker import english
from rules import GAMES, Table


@pytest.mark.parametrize("scatter_s", [0.0, 0.5])
@pytest.mark.parametrize("game", sorted(set(GAMES) - {"any_game"}))  # only the belief tells what was cleared away
def test_a_whole_deal_is_followed(game: str, scatter_s: float) -> None:
    record = deal_of(game, seed=3, most=60)
    witness = Witness.of(record, setting_for(record, seed=3, level=1), scatter_s)
    result = compared(game, witnessed(record, witness), {})
    assert result.events >= 6
    assert (result.missed_lines, result.wrong_lines) == ([], [])
    assert result.asked == result.announced  # only what no camera sees is asked
    assert result.finished


@pytest.mark.parametrize(("game", "seed"), [("pemberley", 206), ("friend_or_foe", 203), ("thirteen", 204)])
def test_players_who_never_say_that_they_pass_are_asked_once(game: str, seed: int) -> None:
    record = deal_of(game, seed, most=90)
    witness = Witness.of(record, setting_for(record, seed=seed, level=1), unsaid=("knock", "pass"))
    result = compared(game, witnessed(record, witness), {})
    assert (result.missed_lines, result.wrong_lines, result.finished) == ([], [], True)
    assert result.questions <= 3


@pytest.mark.parametrize(("unsaid", "questions"), [((), 0), (("retire", "show"), 3)])
def test_hands_that_are_given_up_and_shown_are_followed_or_asked_about(unsaid: tuple[str, ...], questions: int) -> None:
    record = deal_of("never_over", 201, most=60)
    given_up = [str(line.action) for line in record.events if line.action and line.action.verb in ("retire", "show")]
    assert len(given_up) == 6
    deal = witnessed(record, Witness.of(record, setting_for(record, seed=201, level=1), unsaid=unsaid))
    result = compared("never_over", deal, {})
    assert (result.missed_lines, result.wrong_lines, result.finished, result.questions) == ([], [], True, questions)
    assert len([action for action in deal.session.actions() if action.verb in ("retire", "show")]) == len(given_up)
    assert not [m for m in deal.messages if isinstance(m, Notice)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_witness_sees_every_card_that_comes_and_goes(game: str) -> None:
    record = deal_of(game, seed=2, most=20)
    told = Witness.of(record, setting_for(record, seed=2, level=1))
    assert [event.time_s for event in told.events] == sorted(event.time_s for event in told.events)
    laid = {event.track for event in told.events if event.kind == "appeared"}
    assert {event.track for event in told.events} <= laid
    assert told.duration_s > told.events[-1].time_s - 2


def test_the_last_card_of_scopa_lies_on_the_board_before_all_is_gathered_up() -> None:
    record = deal_of("scopa", seed=5, most=60)
    last = [line.action for line in record.events if line.action][-1]
    assert not last.take
    events = Witness.of(record, setting_for(record, seed=5, level=1)).events
    assert [e.kind for e in events if e.label == last.card.face] == ["appeared", "left"]


def test_the_players_of_the_bench_can_sit_down() -> None:
    for name, game in GAMES.items():
        game.start(Table(usual_players(name)))


def test_what_is_said_out_of_turn_asks_for_the_card_that_was_overlooked() -> None:
    record = deal_of("page_one", seed=1, most=60)
    witness = Witness.of(record, setting_for(record, seed=1, level=1))
    deal = witnessed(record, replace(witness, events=witness.events[1:]))  # nobody saw the first lead
    questions = [m.question for m in deal.messages if isinstance(m, Asked)]
    assert [len(q.candidates) for q in questions] == [1]
    assert "overlooked" in english(questions[0].sentence, "never_over")
    result = compared("page_one", deal, {})
    assert (len(result.missed_lines), result.wrong_lines, result.finished) == (1, [], True)
