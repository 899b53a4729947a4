"""Announcements that are taken as made: rows of the log that nobody told of, and objections to them."""

from __future__ import annotations

from random import Random

import pytest

from companion.following.loop import live_table
from companion.log.session import SessionStore
from companion.sitting.sitting import Sitting
from companion.sitting.table_page import Choice
from companion.sitting.taken import Taking
from rules import GAMES, Action, Table, parse_action
from rules.core.people import random_player
from vision.reading.card_reader import NoReader

THREE = ("Ann", "Bob", "Cal")


def sitting(game: str, *lines: str, players: tuple[str, ...] = THREE, taking: Taking = "usual") -> Sitting:
    session = SessionStore(":memory:").create(game, Table(players, players[-1]))
    made = Sitting(live_table(session, None, reader=NoReader()))
    made.take(taking)
    for line in lines:
        say(made, line)
    return made


def say(table: Sitting, line: str) -> None:
    table.choose(Choice("", parse_action(line)))


def rows(table: Sitting) -> list[tuple[str, str]]:
    return [(str(entry.action), entry.row.source) for entry in table.session.entries]


def before_a_call() -> tuple[Sitting, Action]:
    """A game of Page One just before a play that leaves one card, and the play."""
    for seed in range(50):
        table = sitting("page_one")
        player = random_player(GAMES["page_one"], Table(THREE, "Cal"), Random(seed))
        for action in player.play(60):
            if GAMES["page_one"].owed(player.state) and action.verb != "say":
                return table, action
            if len(GAMES["page_one"].owed(player.state)) == 1:
                return table, action
            say(table, str(action))
    raise AssertionError("Nobody ever had one card left.")


def test_page_one_is_taken_as_said_by_whoever_has_one_card_left() -> None:
    table, play = before_a_call()
    say(table, str(play))
    assert rows(table)[-1] == (f"{play.actor} say page one", "assumed")
    assert [line.text for line in table.view().assumed] == [f"{play.actor} says “Page One”"]


def test_an_objection_takes_the_call_back_for_good() -> None:
    table, play = before_a_call()
    say(table, str(play))
    table.corrections.action(table.view().assumed[0].row, None)
    assert rows(table)[-1] == (str(play), "player")
    assert table.session.match.game.owed(table.session.match.state)
    assert table.view().assumed == ()


def test_undo_takes_the_play_back_with_what_was_taken_as_said_because_of_it() -> None:
    table, play = before_a_call()
    before = rows(table)
    say(table, str(play))
    table.undo()
    assert rows(table) == before


@pytest.mark.parametrize(("taking", "said"), [("strict", False), ("usual", True), ("silent", True)])
def test_what_is_taken_as_made_is_a_switch(taking: Taking, said: bool) -> None:
    table, play = before_a_call()
    table.take(taking)
    say(table, str(play))
    assert (rows(table)[-1][1] == "assumed") is said
    assert bool(table.view().assumed) is (taking == "usual")


def test_a_knock_follows_from_the_card_of_the_next_player() -> None:
    table = sitting("thirteen", "Ann play 3S", "Cal play 5S")
    assert rows(table) == [("Ann play 3S", "player"), ("Bob knock", "assumed"), ("Cal play 5S", "player")]
    assert [line.text for line in table.view().assumed] == ["Bob knocks"]
    say(table, "Ann play 6S")
    assert table.view().assumed == (), "the next player's turn has ended"


def test_undo_takes_a_card_back_with_the_knock_that_it_implied() -> None:
    table = sitting("thirteen", "Ann play 3S", "Cal play 5S")
    table.undo()
    assert rows(table) == [("Ann play 3S", "player")]


def test_in_a_strict_game_the_knock_is_asked_about() -> None:
    table = sitting("thirteen", "Ann play 3S", "Cal play 5S", taking="strict")
    assert rows(table) == [("Ann play 3S", "player")]
    assert table.question is not None


def test_a_pass_follows_from_the_roll_of_the_next_player() -> None:
    table = sitting("friend_or_foe", "Ann roll 3 5", "Bob roll 1 2")
    assert rows(table) == [("Ann roll 3 5", "player"), ("Ann pass", "assumed"), ("Bob roll 1 2", "player")]


def test_five_cards_drawn_are_one_touch() -> None:
    table = sitting("page_one", "Ann play 3S")
    draws = [choice.text for choice in table.view().announcements if choice.action and choice.action.verb == "draw"]
    assert [text.split()[-1] for text in draws] == ["1", "2", "3", "4", "5", "6"]
