"""The recap: how the score went, and the moments that turned it."""

from __future__ import annotations

from companion.log.evidence import Evidence
from companion.log.session import Session, SessionStore
from companion.sitting.recap import recap_of
from rules import Table, parse_action

PEMBERLEY = ("table start 3C", "Ann play QD = 36", "Bob play QH = 48", "Ann play 8C = 6", "Bob play 7H = 13")
JPEG = b"\xff\xd8"


def played(game: str, lines: tuple[str, ...], **options: str) -> Session:
    session = SessionStore(":memory:").create(game, Table(("Ann", "Bob"), "Bob", options))
    for line in lines:
        assert session.append(parse_action(line), "camera", evidence=Evidence(None, JPEG, ())).applies, line
    return session



def test_who_takes_the_lead_turns_a_sitting() -> None:
    session = played("limbo", ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69",
                               "Bob play KD = 3", "Ann play 2C = 1", "Bob stuck", "Ann done"))
    found = recap_of(session)
    assert found.names == ("Ann", "Bob")
    assert found.lines["Ann"][-1] == found.totals[0] == 60
    turn = found.turns[-1]
    assert turn.leader == "Ann"
    assert turn.brought == {"Ann": 60} or turn.brought == {"Ann": 60, "Bob": 10}
    assert turn.picture == JPEG
    assert session.entries[-1].row.seq >= turn.row


def test_the_points_of_a_card_are_a_moment_with_that_card() -> None:
    found = recap_of(played("pemberley", PEMBERLEY))
    last = found.turns[-1]
    assert last.cards == ("7H",)
    assert last.brought == {"Bob": 3}
    assert last.leader == "Bob"
    assert [turn.row for turn in found.turns] == sorted(turn.row for turn in found.turns)


def test_a_sitting_without_points_has_a_recap_without_moments() -> None:
    found = recap_of(played("scopa", ("table deal 3C 5D 7H KS", "Ann play 3D take 3C")))
    assert found.turns == ()
    assert found.lines == {"Ann": (0,), "Bob": (0,)}


def test_what_was_taken_back_is_no_moment() -> None:
    session = played("pemberley", PEMBERLEY)
    session.undo()
    assert all(turn.cards != ("7H",) for turn in recap_of(session).turns)
