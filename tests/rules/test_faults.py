"""What lies open is found at once; a lie about one's hand only once cards prove it."""

from __future__ import annotations

from collections import Counter

import pytest

from rules import GAMES, Match, Table, parse_action
from rules.checks.planted_faults import table_of
from rules.core.people import RandomPlayer


@pytest.mark.parametrize("name", GAMES)
def test_faults_on_the_table_are_found_at_once(name: str) -> None:
    found = table_of(GAMES[name], games=12, seed=1)
    assert found
    open_faults = {fault: when for fault, when in found.items() if " with " not in fault and " without " not in fault}
    assert all(set(when) == {"at once"} for when in open_faults.values()), open_faults


LIARS = {"cribbage", "limbo", "page_one", "pemberley", "thirteen", "friend_or_foe"}


def test_games_in_which_something_can_be_lied_about() -> None:
    people = {name: getattr(game, "people", RandomPlayer) for name, game in GAMES.items()}
    assert {name for name, player in people.items() if player.lies is not RandomPlayer.lies} == LIARS


@pytest.mark.parametrize("name", sorted(LIARS - {"thirteen"}))  # four hold all cards: no wrong opener there
def test_some_lies_come_to_light_later(name: str) -> None:
    lies: Counter[str] = Counter()
    for fault, when in table_of(GAMES[name], games=80, seed=2).items():
        if " with " in fault:
            lies.update(when)
    assert lies["later"] > 0


@pytest.mark.parametrize(("name", "before"), [("cribbage", ("table start 7D",)), ("limbo", ("table start 6D = 95",)),
                                              ("page_one", ()), ("pemberley", ("table start 7D",))])
def test_a_card_of_another_back_is_foreign_where_one_pack_is_played(name: str, before: tuple[str, ...]) -> None:
    match = Match(GAMES[name], Table(("Ann", "Bob"), dealer="Bob"))
    for line in before:
        match.push(parse_action(line))
    assert match.to_act is not None
    assert match.push(parse_action(f"{match.to_act} play AH/red")).codes == ("FOREIGN",)
