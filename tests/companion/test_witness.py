"""With a camera that misses and misreads nothing, every game is followed without a wrong word."""

from __future__ import annotations

import pytest

from companion.filming.deals import usual_players
from companion.filming.setting import setting_for
from companion.tools.bench.report import DealResult, compared
from companion.tools.bench.running import deal_of, witnessed
from companion.tools.clear_looks import SIZE, ClearLooks
from rules import GAMES, Table


def seen(game: str, seed: int, most: int, doubt: float = 0.0) -> DealResult:
    record = deal_of(game, seed, most)
    clear = ClearLooks.of(record, setting_for(record, SIZE, seed=seed, level=1), doubt)
    return compared(game, witnessed(record, clear), {})


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"any_game"}))  # nobody is ever on turn there
def test_a_deal_is_followed(game: str) -> None:
    result = seen(game, 3, 12)
    assert result.events >= 4
    assert (result.missed_lines, result.wrong_lines) == ([], [])
    assert result.right >= result.events - 1


def test_cards_that_may_be_others_are_asked_about_or_told_from_the_rules() -> None:
    result = seen("scopa", 3, 12, doubt=0.3)
    assert (result.missed_lines, result.wrong_lines) == ([], [])
    assert result.asked >= 1


def test_the_players_of_the_bench_can_sit_down() -> None:
    for name, game in GAMES.items():
        game.start(Table(usual_players(name)))
