"""What if it was another card: the rest replayed, nothing written, and what is foretold comes true."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.log.session import Session, SessionStore
from companion.sitting.table_page import corrected, faces
from companion.sitting.what_if import what_if
from rules import GAMES, Table, parse_action
from rules.core.people import random_player

LIMBO = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3")


def limbo(*lines: str) -> Session:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in lines or LIMBO:
        session.append(parse_action(line), "camera")
    return session


def test_another_card_says_what_it_would_change() -> None:
    session = limbo(*LIMBO[:3])
    found = what_if(session, 2, parse_action("Ann play 7C"))
    assert found.lines[0] == "Ann plays 7♣ (instead of: Ann plays 9♣: 86). 95 − 7 = 88."
    assert "Bob plays 9♥: 77 would break a rule" in found.lines[1]
    assert found.faults == 1


def test_a_card_that_leaves_something_open_offers_the_choice_that_fits_the_rest_first() -> None:
    session = limbo("table start 6D = 95", "Ann play 9C = 86", "Bob play 5H = 81")
    found = what_if(session, 2, parse_action("Ann play AC"))  # 94 or 84
    assert {choice.announced for choice in found.choices} == {94, 84}
    assert found.action in found.choices
    faults = [what_if(session, 2, choice).faults for choice in found.choices]
    assert faults == sorted(faults)


def test_what_changes_nothing_says_so() -> None:
    session = limbo("table start 6D = 95", "Ann play 9C = 86")
    found = what_if(session, 2, parse_action("Ann play 9D = 86"))
    assert found.lines[-1] == "Nothing else would change."


def test_an_event_that_never_happened_changes_who_is_next() -> None:
    session = limbo(*LIMBO[:2])
    found = what_if(session, 2, None)
    assert "Next to play: Ann." in found.lines
    assert "Count: 95 instead of 86." in found.lines


def test_a_broken_rule_may_become_allowed() -> None:
    session = limbo("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 78")
    assert session.entries[-1].verdict.kind == "illegal"
    found = what_if(session, 2, parse_action("Ann play 8C = 87"))
    assert any(line == "Bob plays 9♥: 78 would be allowed." for line in found.lines)


def test_an_event_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no such event"):
        what_if(limbo(), 99, None)


@settings(deadline=None, max_examples=30)
@given(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 10**6), data=st.data())
def test_nothing_is_written_and_the_correction_does_what_was_foretold(game: str, seed: int, data: st.DataObject
                                                                      ) -> None:
    table = Table(("Ann", "Bob", "Cal", "Dee")[:min(4, GAMES[game].max_players)])
    session = SessionStore(":memory:").create(game, table)
    for action in random_player(GAMES[game], table, Random(seed)).play(12):
        session.append(action, "camera")
    entry = data.draw(st.sampled_from([e for e in session.entries if e.action.cards] or session.entries))
    supposed = corrected(entry.action, -1, data.draw(st.sampled_from(faces(game)))) if entry.action.cards else None
    before, rows = session.match.state, list(session.rows)
    found = what_if(session, entry.row.seq, supposed)
    assert found.lines
    assert (session.match.state, session.rows) == (before, rows)
    session.correct(entry.row.seq, found.action)
    match, _ = session.replayed()
    assert match.state == session.match.state
    now = sum(e.verdict.kind in ("illegal", "proven", "need") for e in session.entries if e.row.seq >= entry.row.seq)
    assert now == found.faults
