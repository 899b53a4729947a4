"""A club's server over HTTPS on a real PostgreSQL: who may send what, and what is said to everybody else."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.__main__ import main
from companion.club import scores
from companion.club.connections import APART_S, Gatherer
from companion.club.director import entering, ruling, taking_back
from companion.club.evening import DirectorRuling
from companion.club.evenings import Evenings
from companion.club.line import ClubLine, JoinedTable
from companion.club.postgres import Postgres
from companion.club.schema import writing
from companion.club.sender import Sender, take_over_table
from companion.club.server import ClubServer
from companion.club.store import ClubStore
from companion.club.wire import rows_to_json, sitting_to_json
from companion.log.rows import LogRow
from companion.log.session import Session, SessionStore
from companion.words.refusals import RequestError
from rules import GAMES, Table, parse_action
from rules.core.people import random_player

DEAL = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3")


@pytest.fixture
def served(database: Postgres, tmp_path: Path) -> Iterator[ClubServer]:
    """An evening of Limbo with four entrants, open to its tables."""
    with Evenings(database.writer) as evenings:
        number = evenings.begin("Friday", "limbo", "swiss").id
    with ClubServer(database.writer, number, tmp_path / "certificate", ports=(0, 0)) as server:
        for name in ("Ann", "Bob", "Cal", "Dee"):
            server.hall.do("entrant", partial(entering, players=[name]))
        yield server


@pytest.fixture
def tablet() -> Iterator[SessionStore]:
    with closing(SessionStore(":memory:")) as store:
        yield store


def joined(served: ClubServer, table: int) -> JoinedTable:
    return JoinedTable.read(served.table_url(table))


def played(tablet: SessionStore, *lines: str) -> Session:
    session = tablet.create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in lines or DEAL:
        session.append(parse_action(line))
    return session


def until(happens: Callable[[], object], longest_s: float = 60.0) -> None:
    end_s = time.monotonic() + longest_s
    while not happens():
        assert time.monotonic() < end_s, "It did not happen."
        time.sleep(0.02)


def sent(session: Session) -> dict[str, Any]:
    return {"uuid": session.info.uuid, "rows": rows_to_json(session.rows)}


def is_known(served: ClubServer, session: Session) -> bool:
    """Whether all rows of a sitting are counted."""
    stand = served.hall.stands.get(session.info.uuid)
    return stand is not None and stand.rows == len(session.rows)


def refused(line: ClubLine, what: str, content: dict[str, Any]) -> str:
    with pytest.raises(RequestError) as refusal:
        line.ask("POST", what, content)
    return str(refusal.value)


def kept(served: ClubServer, database: Postgres, session: Session) -> list[Any]:
    with ClubStore(database.writer) as club:
        return club.rows(club.number(session.info.uuid))


def test_rows_are_kept_when_they_are_acknowledged(served: ClubServer, database: Postgres, tablet: SessionStore) -> None:
    session = played(tablet)
    with ClubLine(joined(served, 1)) as line:
        assert line.ask("POST", "open", sitting_to_json(session.info))["last"] == 0
        assert line.ask("POST", "rows", sent(session))["last"] == 5
        assert line.ask("POST", "rows", sent(session))["last"] == 5  # an answer that was lost costs a repeat
        assert kept(served, database, session) == session.rows


def test_what_is_wrong_with_rows_is_said_in_a_sentence_and_written_down(served: ClubServer, tablet: SessionStore
                                                                       ) -> None:
    session = played(tablet)
    changed = [replace(session.rows[0], line="table start 7D = 94")]
    with ClubLine(joined(served, 1)) as line:
        line.ask("POST", "open", sitting_to_json(session.info))
        with pytest.raises(RequestError) as gap:
            line.ask("POST", "rows", {"uuid": session.info.uuid, "rows": rows_to_json(session.rows[3:])})
        assert gap.value.arguments["wanted"] == 1
        line.ask("POST", "rows", sent(session))
        said = [refused(line, "rows", {"uuid": session.info.uuid, "rows": rows_to_json(changed)}),
                refused(line, "rows", {"uuid": "00000000-0000-4000-8000-000000000000", "rows": sent(session)["rows"]}),
                refused(line, "rows", {"uuid": session.info.uuid, "rows": [["one"]]}),
                refused(line, "rows", {"uuid": session.info.uuid, "rows": sent(session)["rows"] * 11})]
    assert said == ["Row 1 is kept here with other content; only a new row can correct it.",
                    "No sitting of this name was opened here.", "These are no rows of a sitting.",
                    "At most 50 rows are taken at once, not 55."]
    assert [sentence for _, table, sentence in served.hall.refusals()] == [*said[::-1],
                                                                          "Row 1 is wanted first, not row 4."]
    assert {table for _, table, _ in served.hall.refusals()} == {1}


def test_a_sitting_of_another_table_is_refused(served: ClubServer, tablet: SessionStore) -> None:
    session = played(tablet)
    with ClubLine(joined(served, 1)) as own, ClubLine(joined(served, 2)) as other:
        own.ask("POST", "open", sitting_to_json(session.info))
        for what, content in (("rows", sent(session)), ("open", sitting_to_json(session.info))):
            assert refused(other, what, content) == "This sitting belongs to another table."
    assert [(table, sentence) for _, table, sentence in served.hall.refusals()] == [
        (2, "This sitting belongs to another table.")]  # the same once more is not written down again


def test_a_forged_code_opens_nothing(served: ClubServer, tablet: SessionStore) -> None:
    real = joined(served, 1)
    with ClubLine(replace(real, path=real.path[:-3] + "xx/")) as line:
        assert refused(line, "open", sitting_to_json(played(tablet).info)).startswith("This code opens no table")
    assert served.hall.refusals()[0][1:] == (None, "This code opens no table: scan the one that lies there now.")


def test_a_code_that_was_taken_back_opens_nothing(served: ClubServer) -> None:
    with ClubLine(joined(served, 1)) as line, ClubLine(joined(served, 2)) as other:
        line.ask("GET", "state")
        served.hall.do("revoked", partial(taking_back, table=1))
        assert refused(line, "rows", {}).startswith("This code opens no table")
        assert other.ask("GET", "state")["state"]["table"] == 2


def test_a_tablet_tells_nothing_to_a_server_with_another_certificate(served: ClubServer) -> None:
    with ClubLine(replace(joined(served, 1), fingerprint="0" * 64)) as line, pytest.raises(OSError, match="another"):
        line.ask("GET", "state")


@pytest.mark.parametrize("url", ["", "http://a:1/L/t/C/#" + "0" * 64, "https://a:1/L/t/C/", "https://a/L/t/C/#00"])
def test_another_code_is_no_tables(url: str) -> None:
    with pytest.raises(RequestError, match="no code of a club's table"):
        JoinedTable.read(url)


@pytest.mark.parametrize(("words", "sentence"), [
    (["evenings", "--database", "host=nowhere"], "pip install 'table-companion[club]'"),
    (["join", "https://127.0.0.1:1/no/t/code/"], "This is no code of a club's table.")])
def test_without_the_extra_for_clubs_it_is_named_and_a_tablet_does_without(words: list[str], sentence: str) -> None:
    without = ("import sys; sys.modules.update(networkx=None, psycopg=None); from companion.__main__ import main; "
               f"sys.exit(main({['club', *words]}))")
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr


def test_only_those_who_are_to_play_at_a_table_play_there(served: ClubServer, tablet: SessionStore) -> None:
    evening = served.hall.next_round()
    players = evening.players_at(evening.rounds[0].meetings[0])
    session = tablet.create("limbo", Table(players))
    with ClubLine(joined(served, 2)) as line:
        assert f"are to play, not {players[0]} and {players[1]}" in refused(line, "open", sitting_to_json(session.info))
    ((_, table, sentence),) = served.hall.refusals()
    assert (table, sentence.startswith("At table 2 ")) == (2, True)
    with ClubLine(joined(served, 1)) as line:
        line.ask("POST", "open", sitting_to_json(session.info))
    assert served.hall.evening.sittings[session.info.uuid].round == 1


def test_the_score_is_replayed_by_the_rules(served: ClubServer, tablet: SessionStore) -> None:
    session = played(tablet, *DEAL, "Ann play 2C = 1", "Bob stuck", "Ann done")
    with ClubLine(joined(served, 1)) as line:
        line.ask("POST", "open", sitting_to_json(session.info))
        line.ask("POST", "rows", sent(session))
    until(lambda: served.hall.stands.get(session.info.uuid) is not None
          and served.hall.stands[session.info.uuid].scores == session.outcome.scores)
    assert session.outcome.scores["Ann"] == 60


# -- the tablet's sender ---------------------------------------------------------------------------


def test_a_sender_catches_up_and_goes_on(served: ClubServer, database: Postgres, tablet: SessionStore) -> None:
    session = played(tablet)
    with Sender(tablet, joined(served, 1), session.info.created_at) as sender:
        until(lambda: sender.is_up_to_date)
        for _ in range(60):
            session.append(parse_action("Ann play 2C = 1"))
            session.undo()
        until(lambda: len(kept(served, database, session)) == len(session.rows))
    assert kept(served, database, session) == session.rows


def test_play_goes_on_while_the_database_is_away(served: ClubServer, database: Postgres, tablet: SessionStore) -> None:
    session = played(tablet)
    with Sender(tablet, joined(served, 1), session.info.created_at) as sender:
        until(lambda: sender.is_up_to_date)
        database.restart(signal.SIGQUIT)
        session.append(parse_action("Ann play 2C = 1"))
        until(lambda: sender.is_up_to_date)
    assert kept(served, database, session) == session.rows
    until(lambda: served.hall.stands[session.info.uuid].rows == 6)  # read anew after the connection was lost


def test_a_server_that_comes_back_gets_what_it_missed(database: Postgres, served: ClubServer, tablet: SessionStore,
                                                      tmp_path: Path) -> None:
    session, table, port = played(tablet), joined(served, 1), served.port
    with Sender(tablet, table, session.info.created_at) as sender:
        until(lambda: sender.is_up_to_date)
        served.close()
        session.append(parse_action("Ann play 2C = 1"))
        until(lambda: sender.trouble)
        with ClubServer(database.writer, served.hall.number, tmp_path / "certificate", ports=(port, 0)):
            until(lambda: sender.is_up_to_date)
    assert kept(served, database, session) == session.rows


def test_a_correction_of_the_directors_becomes_a_row_of_the_tablets(served: ClubServer, tablet: SessionStore) -> None:
    session = played(tablet)
    with Sender(tablet, joined(served, 1), session.info.created_at) as sender:
        until(lambda: sender.is_up_to_date)
        asked = DirectorRuling(0, session.info.uuid, 4, "Ann play 7S = 70", "Eve", "the camera misread a seven")
        served.hall.do("ruling", partial(ruling, asked=asked, players=frozenset(("Ann", "Bob"))))
        until(lambda: served.hall.evening.rulings[1].seq)
        until(lambda: served.hall.stands[session.info.uuid].rows == 6)
    session.refresh()
    assert [(row.seq, row.kind, row.about, row.line) for row in session.rows[5:]] == [
        (6, "correct", 4, "Ann play 7S = 70")]
    assert served.hall.evening.rulings[1] == replace(asked, number=1, seq=6)


def test_a_correction_that_another_window_must_write_holds_no_rows_up(served: ClubServer, database: Postgres,
                                                                     tmp_path: Path) -> None:
    log = tmp_path / "log.sqlite"
    with closing(SessionStore(log)) as app, closing(SessionStore(log)) as beside:
        session = played(app)
        with Sender(beside, joined(served, 1), session.info.created_at) as sender:
            until(lambda: sender.is_up_to_date)
            asked = DirectorRuling(0, session.info.uuid, 4, "", "Eve", "it never happened")
            served.hall.do("ruling", partial(ruling, asked=asked, players=frozenset(("Ann", "Bob"))))
            until(lambda: sender.trouble)
            session.append(parse_action("Ann play 2C = 1"))
            until(lambda: len(kept(served, database, session)) == 6)
            assert not served.hall.evening.rulings[1].seq
            app.release(session.info.id)  # the window is closed
            until(lambda: served.hall.evening.rulings[1].seq == 7)


def test_a_watched_table_is_sent(served: ClubServer, tmp_path: Path) -> None:
    import cv2
    import numpy as np

    cv2.imwrite(str(tmp_path / "picture.png"), np.full((480, 640, 3), 90, np.uint8))
    store = tmp_path / "log.sqlite"
    assert main(["watch", str(tmp_path / "picture.png"), "--game", "limbo", "--players", "Ann,Bob", "--store",
                 str(store), "--club", served.table_url(1)]) == 0
    with closing(SessionStore(store)) as tablet:
        assert [info.uuid for info in tablet.sessions()] == list(served.hall.evening.sittings)


def test_a_correction_needs_a_name_and_a_reason(served: ClubServer, tablet: SessionStore) -> None:
    session = played(tablet)
    with ClubLine(joined(served, 1)) as line:
        line.ask("POST", "open", sitting_to_json(session.info))
    for by, reason in (("", "misread"), ("Eve", " ")):
        with pytest.raises(RequestError, match="name of whoever makes it and a reason"):
            served.hall.do("ruling", partial(ruling, asked=DirectorRuling(0, session.info.uuid, 4, "", by, reason),
                                             players=frozenset(("Ann", "Bob"))))


def test_another_tablet_takes_a_deal_up(served: ClubServer, database: Postgres, tablet: SessionStore) -> None:
    session = played(tablet)
    with Sender(tablet, joined(served, 1), session.info.created_at) as sender:
        until(lambda: sender.is_up_to_date)
    served.hall.do("revoked", partial(taking_back, table=1))
    with closing(SessionStore(":memory:")) as other:
        table = joined(served, 1)
        with ClubLine(table) as line:
            (number,) = take_over_table(other, line)
            assert take_over_table(other, line) == [number]
        there = other.open(number)
        assert there.match.state == session.match.state
        with Sender(other, table, time.time()) as sender:
            until(lambda: sender.state)
            there.append(parse_action("Ann play 2C = 1"))
            until(lambda: len(kept(served, database, session)) == 6)
        assert kept(served, database, session) == there.rows
        assert there.store.first_altered(number) is None


def test_a_tablet_that_died_between_two_rounds_holds_nothing_up(served: ClubServer, database: Postgres,
                                                               tablet: SessionStore) -> None:
    before = played(tablet)
    with Sender(tablet, joined(served, 1), before.info.created_at) as sender:
        until(lambda: sender.is_up_to_date)
    asked = DirectorRuling(0, before.info.uuid, 4, "Ann play 7S = 70", "Eve", "the camera misread a seven")
    served.hall.do("ruling", partial(ruling, asked=asked, players=frozenset(("Ann", "Bob"))))
    with closing(SessionStore(":memory:")) as other:  # it never heard of the sitting that is corrected
        table = joined(served, 1)
        with Sender(other, table, 0.0) as sender:
            session = played(other)
            until(lambda: sender.is_up_to_date and kept(served, database, session) == session.rows)
            assert not served.hall.evening.rulings[1].seq
        with ClubLine(table) as line:
            take_over_table(other, line)  # only now it can write the correction
        with Sender(other, table, 0.0):
            until(lambda: served.hall.evening.rulings[1].seq == 6)


def test_a_tablet_that_is_begun_anew_sends_what_it_played_meanwhile(served: ClubServer, database: Postgres,
                                                                   tablet: SessionStore) -> None:
    table = joined(served, 1)
    with Sender(tablet, table, time.time()) as sender:
        until(lambda: sender.state)
    session = played(tablet)  # while nobody sends
    with Sender(tablet, joined(served, 2), time.time()) as sender:
        until(lambda: sender.state)
        assert session.info.uuid not in served.hall.evening.sittings
    with Sender(tablet, table, time.time()) as sender:
        until(lambda: sender.is_up_to_date and session.info.uuid in served.hall.evening.sittings)
    assert kept(served, database, session) == session.rows


def test_a_sitting_that_cannot_be_judged_leaves_the_others_their_scores(served: ClubServer, tablet: SessionStore
                                                                        ) -> None:
    good, strange = played(tablet), played(tablet)
    with ClubLine(joined(served, 1)) as line:
        line.ask("POST", "open", sitting_to_json(replace(strange.info, deck="a pack of our own")))
        line.ask("POST", "open", sitting_to_json(good.info))
        line.ask("POST", "rows", sent(strange))
        line.ask("POST", "rows", sent(good))
    until(lambda: good.info.uuid in served.hall.stands and served.hall.stands[good.info.uuid].rows == len(good.rows))
    assert "a pack of our own" in served.hall.scores.known()[strange.info.uuid].trouble


def test_more_sittings_than_are_held_all_have_their_scores(served: ClubServer, tablet: SessionStore,
                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "MOST_FOLLOWED", 1)
    sittings = [played(tablet) for _ in range(3)]
    with ClubLine(joined(served, 1)) as line:
        for session in (*sittings, *sittings):
            line.ask("POST", "open", sitting_to_json(session.info))
            line.ask("POST", "rows", sent(session))
            until(partial(is_known, served, session))
            session.append(parse_action("Ann play 2C = 1"))
    assert [seq for seq, _ in served.hall.events(sittings[0].info.uuid)] == [1, 2, 3, 4, 5, 6]


def test_a_deal_that_is_over_goes_on_when_its_last_event_is_taken_back(served: ClubServer, tablet: SessionStore
                                                                       ) -> None:
    table = Table(("Ann", "Bob"), "Bob")
    session = played(tablet, *map(str, random_player(GAMES["limbo"], table, Random(1)).play(60)))
    assert session.outcome.over
    with ClubLine(joined(served, 1)) as line:
        line.ask("POST", "open", sitting_to_json(session.info))
        for take in (lambda: None, session.undo, session.redo):
            take()
            line.ask("POST", "rows", sent(session))
            until(partial(is_known, served, session))
            stand = served.hall.stands[session.info.uuid]
            assert (stand.over, stand.scores) == (session.outcome.over, session.outcome.scores)


def test_rows_of_a_stranger_end_no_thread(served: ClubServer, tablet: SessionStore) -> None:
    good = played(tablet)
    with ClubLine(joined(served, 1)) as line:
        for line_of in ("Ann jump 9C", "Ann play 9C = 10000000", "Zoe play 9C = 3", "table", "= = =", "Ann play"):
            session = tablet.create("limbo", Table(("Ann", "Bob"), "Bob"))
            line.ask("POST", "open", sitting_to_json(session.info))
            rows = rows_to_json([LogRow(1, time.time(), "player", "event", None, line_of)])
            line.ask("POST", "rows", {"uuid": session.info.uuid, "rows": rows})
        line.ask("POST", "open", sitting_to_json(good.info))
        line.ask("POST", "rows", sent(good))
    until(lambda: good.info.uuid in served.hall.stands and served.hall.stands[good.info.uuid].rows == len(good.rows))


def test_more_tablets_come_in_than_a_page_for_onlookers_has_places(served: ClubServer) -> None:
    table = joined(served, 1)
    with ExitStack() as stack:
        lines = [stack.enter_context(ClubLine(table)) for _ in range(140)]
        for line in lines:
            assert line.ask("GET", "state")["state"]["table"] == 1


def test_an_interrupted_evening_is_not_begun_anew_by_the_same_command(database: Postgres, served: ClubServer,
                                                                      capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["club", "serve", "--database", database.owner, "--game", "limbo"]) == 2
    assert "Friday is not over: leave --game out to go on with it, or add --new." in capsys.readouterr().err
    assert main(["club", "evenings", "--database", database.owner]) == 0
    assert f"{served.hall.number}: Friday · limbo · swiss · 4 entrants · 0 rounds" in capsys.readouterr().out


def test_a_private_sitting_stays_on_the_tablet(served: ClubServer, tablet: SessionStore) -> None:
    before = played(tablet)
    with Sender(tablet, joined(served, 1), time.time()) as sender:
        until(lambda: sender.state)
        session = played(tablet)
        until(lambda: session.info.uuid in served.hall.evening.sittings)
    assert before.info.uuid not in served.hall.evening.sittings


def test_rights_of_the_writer_are_all_that_the_server_has(database: Postgres) -> None:
    import psycopg

    with psycopg.connect(writing(database.owner)) as db, pytest.raises(psycopg.errors.InsufficientPrivilege):
        db.execute("UPDATE club.deed SET content = '{}'")


def test_what_a_table_is_told_can_be_sent(served: ClubServer) -> None:
    served.hall.next_round()
    with ClubLine(joined(served, 1)) as line:
        state = line.ask("GET", "state")["state"]
    assert json.loads(json.dumps(state)) == state
    assert (state["table"], state["round"], len(state["players"])) == (1, 1, 2)


def test_a_table_is_told_again_only_what_it_does_not_know(served: ClubServer) -> None:
    with ClubLine(joined(served, 1)) as line:
        first = line.ask("POST", "rows", {})
        assert "state" not in line.ask("POST", "rows", {"mark": first["mark"]})
        served.hall.next_round()
        assert line.ask("POST", "rows", {"mark": first["mark"]})["state"]["round"] == first["state"]["round"] + 1


def test_work_of_many_is_begun_no_oftener_than_agreed_and_all_of_it_is_done() -> None:
    begun_s, work = list[float](), list[int]()

    def doubled(asked: Sequence[int]) -> list[int]:
        begun_s.append(time.monotonic())
        work.extend(asked)
        return [2 * number for number in asked]

    with Gatherer(doubled, "doubler") as gatherer:
        assert [gatherer.submit(number).result() for number in (1, 2, 3)] == [2, 4, 6]
    assert work == [1, 2, 3]
    assert all(after - before > 0.9 * APART_S for before, after in pairwise(begun_s))


def test_many_tables_lose_nothing_and_nothing_comes_twice(database: Postgres, capsys: pytest.CaptureFixture[str],
                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.tools import club_load

    words = ["--game", "limbo", "--tables", "6", "--minutes", "0.05", "--offline-rows", "70"]
    monkeypatch.setattr("sys.argv", ["club_load", *words])
    assert club_load.main() == 0
    said = capsys.readouterr().out
    assert "6 tables, 36 rows in" in said
    assert "return of 6 tables with 70 rows each: all kept and ranked rightly" in said
    assert "456 rows played, 0 lost, 0 sittings otherwise than played" in said
