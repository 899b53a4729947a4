"""The page for those who look on: one way in, nothing to write, live, and right in a real browser."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from companion.log.session import Session, SessionStore
from companion.sharing import server, spectators
from companion.sharing.spectators import Spectators, public_state
from companion.sitting.table_page import table_view
from rules import GAMES, Table, parse_action
from rules.core.people import random_player
from tests.chromium import chromium

LINES = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
         "Ann play 2C = 1", "Bob stuck")


@pytest.fixture
def page() -> Iterator[Spectators]:
    with Spectators("127.0.0.1") as page:
        yield page


@pytest.fixture
def session() -> Session:
    return played(*LINES[:3])


def played(*lines: str) -> Session:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in lines:
        session.append(parse_action(line))
    return session


OPEN: list[HTTPConnection] = []


@pytest.fixture(autouse=True)
def nothing_left_open() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def ask(page: Spectators, path: str, method: str = "GET", **headers: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", page.port, timeout=5)
    OPEN.append(connection)
    connection.request(method, path, headers=headers)
    return connection.getresponse()


def next_message(live: HTTPResponse) -> Any:
    while not (line := live.readline()).startswith(b"data: "):
        assert line, "the stream has ended"
    return json.loads(line[6:])


def test_the_link_shows_the_page(page: Spectators) -> None:
    answer = ask(page, f"/{page.token}/")
    assert answer.status == 200
    assert "default-src 'none'" in str(answer.getheader("Content-Security-Policy"))
    text = answer.read().decode()
    assert "Table Companion" in text
    assert not re.search("@[A-Z]+@", text)  # no place left to fill
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")  # nothing from elsewhere
    assert f"/{page.token}/" in page.url


@pytest.mark.parametrize("path", ["/", "/live", "/index.html", "/{token}", "/{token}x/", "/{token}/state", "/x{token}/",
                                  "/../{token}/", "/{token}/../", "/%2e%2e/", "/{half}/live"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_there_is_no_other_way_in(page: Spectators, session: Session, path: str, method: str) -> None:
    page.publish(table_view(session))
    answer = ask(page, path.format(token=page.token, half=page.token[:11]), method)
    assert answer.status == 404
    assert b"Ann" not in answer.read()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"])
def test_nothing_can_be_written(page: Spectators, method: str) -> None:
    assert ask(page, f"/{page.token}/", method).status in (403, 404, 405)


def test_links_cannot_be_guessed() -> None:
    pages = [Spectators("127.0.0.1") for _ in range(3)]
    tokens = {page.token for page in pages}
    for page in pages:
        page.close()
    assert len(tokens) == 3
    assert all(len(token) >= 22 for token in tokens)  # 128 bits


def test_a_change_reaches_everybody_at_once(page: Spectators, session: Session) -> None:
    first, second = (ask(page, f"/{page.token}/live") for _ in range(2))
    assert next_message(first) is None
    assert next_message(second) is None
    assert page.watching == 2
    page.publish(table_view(session))
    for live in (first, second):
        state = next_message(live)
        assert state["hero"] == {"text": "77", "label": "Count"}
        assert state["events"][0] == "Bob plays 9♥: 77"
    session.append(parse_action("Ann play 8S = 69"))
    page.publish(table_view(session))
    assert next_message(first)["hero"]["text"] == "69"


def test_whoever_comes_late_sees_how_it_stands(page: Spectators, session: Session) -> None:
    page.publish(table_view(session))
    assert next_message(ask(page, f"/{page.token}/live"))["turn"] == "Ann to play"


def test_a_browser_that_goes_away_is_forgotten(page: Spectators, session: Session, monkeypatch: pytest.MonkeyPatch
                                               ) -> None:
    monkeypatch.setattr(spectators, "HEARTBEAT_S", 0.05)
    live = ask(page, f"/{page.token}/live")
    next_message(live)
    live.close()
    OPEN.pop().close()
    until(lambda: page.watching == 0)


def test_too_many_are_sent_away(page: Spectators, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "MOST_WATCHING", 1)
    live = ask(page, f"/{page.token}/live")
    next_message(live)
    assert ask(page, f"/{page.token}/live").status == 503


def test_after_closing_there_is_no_page() -> None:
    page = Spectators("127.0.0.1")
    live = ask(page, f"/{page.token}/live")
    next_message(live)
    port = page.port
    page.close()
    assert live.read().strip() == b""
    with pytest.raises(OSError, match="refused"), socket.create_connection(("127.0.0.1", port), timeout=1):
        pass


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_position_of_every_game_can_be_shown(game: str) -> None:
    from random import Random

    table = Table(("Ann", "Bob", "Cal", "Dee")[:min(4, GAMES[game].max_players)])
    session = SessionStore(":memory:").create(game, table)
    for action in random_player(GAMES[game], table, Random(1)).play(30):
        session.append(action)
        state = json.loads(json.dumps(public_state(table_view(session))))
        width, height = state["board"]["size"]
        for x, y in [*state["board"]["holes"], *(peg for pair in state["board"]["pegs"] for peg in pair)]:
            assert 0 <= x <= width
            assert 0 <= y <= height


def until(happens: Callable[[], object], longest_s: float = 20.0) -> None:
    end_s = time.monotonic() + longest_s
    while not happens():
        assert time.monotonic() < end_s, "It did not happen."
        time.sleep(0.05)


# -- at the door -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("host", "status"), [
    ("192.168.1.7:40123", 200), ("localhost", 200), ("[::1]:80", 200), (socket.gethostname(), 200),
    ("evil.example", 403), ("192.168.1.7.evil.example:80", 403), ("", 403)])
def test_the_page_answers_to_its_own_names_only(page: Spectators, host: str, status: int) -> None:
    answer = ask(page, f"/{page.token}/", Host=host)
    assert answer.status == status
    if status == 403:
        assert answer.read().decode() == "This page is asked for by another name than this device has."


def sent(page: Spectators, *parts: bytes) -> bytes:
    """What comes back to bytes that no browser sends."""
    with socket.create_connection(("127.0.0.1", page.port), timeout=10) as line:
        answer = b""
        try:
            for part in parts:
                line.sendall(part)
            while got := line.recv(65536):
                answer += got
        except ConnectionError:
            pass
        return answer


@pytest.mark.parametrize("rubbish", [b"\0" * 400, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\xff\xfe\r\n\r\n",
                                     b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: -1\r\n\r\n",
                                     b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00"],
                         ids=["zeros", "no path", "version", "letters", "length", "long", "tls"])
def test_rubbish_is_refused_and_the_page_lives_on(page: Spectators, rubbish: bytes) -> None:
    assert b" 200 " not in sent(page, rubbish + b"\r\n\r\n")
    assert ask(page, f"/{page.token}/").status == 200


def test_a_request_that_never_ends_is_cut_off(page: Spectators, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUEST_S", 0.3)
    with Spectators("127.0.0.1") as strict:
        assert sent(strict, b"GET / HTTP/1.1\r\n", b"X-A: b\r\n") == b""  # and no more: the connection was cut
        assert ask(strict, f"/{strict.token}/").status == 200


def test_only_so_many_connections_are_open() -> None:
    with server.Server("127.0.0.1", most_connections=5) as small, Spectators(server=small) as page:
        lines = [socket.create_connection(("127.0.0.1", page.port), timeout=5) for _ in range(40)]
        try:
            turned_away = 0
            for line in lines[5:]:
                try:
                    turned_away += line.recv(10) == b""
                except ConnectionError:
                    turned_away += 1
            assert turned_away == 35
            assert page.connections == 5
        finally:
            for line in lines:
                line.close()
        until(lambda: page.connections == 0)
        assert ask(page, f"/{page.token}/").status == 200


def test_a_reader_that_never_reads_holds_nobody_up(page: Spectators, session: Session, monkeypatch: pytest.MonkeyPatch
                                                   ) -> None:
    monkeypatch.setattr(spectators, "REQUEST_S", 0.3)
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", page.port))
        slow.sendall(f"GET /{page.token}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        until(lambda: page.watching == 1)
        for number in range(100_000):
            page.tell(str(number) + "x" * 100_000)
            if number > 10 and not page.watching:
                break
            time.sleep(0.002)
        assert page.watching == 0
    assert ask(page, f"/{page.token}/").status == 200


def test_one_server_has_several_pages() -> None:
    with server.Server("127.0.0.1") as common:
        first, second = Spectators(server=common), Spectators(server=common)
        assert ask(second, f"/{first.token}/").status == 404
        first.close()
        assert ask(second, f"/{second.token}/").status == 200


# -- in a real browser -----------------------------------------------------------------------------

@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Any]:
    with chromium(tmp_path / "profile", "--window-size=1000,1400") as window:
        yield window


def text_of(browser: Any, name: str) -> str:
    return str(browser.execute_script(f"return document.getElementById('{name}').textContent"))


def test_a_browser_shows_the_table_live(page: Spectators, session: Session, browser: Any, tmp_path: Path) -> None:
    browser.get(f"http://127.0.0.1:{page.port}/{page.token}/")
    until(lambda: page.watching == 1)
    assert browser.find_element("id", "wait").is_displayed()
    page.publish(table_view(session), {"Bob": 4})
    until(lambda: text_of(browser, "hero") == "77")
    assert not browser.find_element("id", "wait").is_displayed()
    assert text_of(browser, "turn") == "Ann to play"
    assert browser.execute_script("return document.querySelectorAll('.hole').length") == 2 * 201
    pegs = [browser.execute_script(f"return document.getElementById('front{k}').getAttribute('fill')") for k in (0, 1)]
    assert pegs == ["#E9E1CF", "#7DBB6A"]  # Ann's as of her seat, Bob's as he chose
    before = browser.execute_script("return document.getElementById('front0').getAttribute('cx')")
    for line in LINES[3:]:
        session.append(parse_action(line))
    session.append(parse_action("Ann done"))
    page.publish(table_view(session))
    until(lambda: "60" in text_of(browser, "scores"))
    assert browser.execute_script("return document.getElementById('front0').getAttribute('cx')") != before
    assert browser.execute_script("return document.querySelectorAll('#events li').length") == 8
    browser.save_screenshot(str(tmp_path / "page.png"))
    assert [entry for entry in browser.get_log("browser") if "favicon" not in entry["message"]] == []


def test_a_name_is_shown_and_never_run(page: Spectators, browser: Any) -> None:
    name = "<img/src/onerror>&lt;"
    session = SessionStore(":memory:").create("limbo", Table((name, "Bob"), "Bob"))
    session.append(parse_action("table start 6D = 95"))
    page.publish(table_view(session))
    browser.get(f"http://127.0.0.1:{page.port}/{page.token}/")
    until(lambda: name in text_of(browser, "scores"))
    assert browser.execute_script("return document.querySelectorAll('img').length") == 0


def test_the_page_says_when_the_table_is_out_of_reach(browser: Any, session: Session) -> None:
    page = Spectators("127.0.0.1")
    page.publish(table_view(session))
    browser.get(f"http://127.0.0.1:{page.port}/{page.token}/")
    until(lambda: text_of(browser, "hero") == "77")
    page.close()
    until(lambda: browser.find_element("id", "lost").is_displayed())
    assert text_of(browser, "hero") == "77"  # what was seen last stays


def test_the_overlay_is_clear_but_for_what_was_played(page: Spectators, browser: Any) -> None:
    browser.get(f"http://127.0.0.1:{page.port}/{page.token}/overlay")
    until(lambda: page.watching == 1)
    page.publish(table_view(played(*LINES[:3])))
    until(lambda: text_of(browser, "hero") == "77")
    assert text_of(browser, "told") == "Bob plays 9♥: 77"
    assert "Ann" in text_of(browser, "scores")
    ground = "return getComputedStyle(document.{}).backgroundColor"
    assert {browser.execute_script(ground.format(part)) for part in ("body", "documentElement")} == {"rgba(0, 0, 0, 0)"}
    page.publish(table_view(played(*LINES[:3], "Ann play 9H = 68")))
    until(lambda: "fault" in browser.execute_script("return document.getElementById('why').className"))


@pytest.mark.parametrize(("wide", "high"), [(1920, 1080), (3840, 2160)])
def test_a_television_shows_everything_at_once_and_large(page: Spectators, session: Session, browser: Any, wide: int,
                                                         high: int) -> None:
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": False})
    browser.get(f"http://127.0.0.1:{page.port}/{page.token}/")
    page.publish(table_view(session))
    until(lambda: text_of(browser, "hero") == "77")
    size = "return parseFloat(getComputedStyle(document.getElementById('{}')).fontSize)"
    turn, told, hero = (browser.execute_script(size.format(name)) for name in ("turn", "told", "hero"))
    assert min(turn, told) > 0.04 * high
    assert hero > 0.2 * high
    assert browser.execute_script("return document.documentElement.scrollHeight") <= high
    board = browser.execute_script("return document.getElementById('board').getBoundingClientRect().bottom")
    assert 0.9 * high < board <= high
