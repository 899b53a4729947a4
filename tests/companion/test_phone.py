"""A phone as camera: what it sends becomes frames, one phone at a time, and whatever else comes in is refused."""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import ssl
import struct
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import cv2
import numpy as np
import pytest
from cryptography import x509
from hypothesis import given
from hypothesis import strategies as st

from companion.filming.faces import DrawnFaces
from companion.log.session import SessionStore
from companion.sharing import phone_seat
from companion.sharing.certificate import own_certificate
from companion.sharing.phone import PhoneCamera, PhoneSource
from companion.sharing.phone_pictures import HEAD, MAGIC, MOST_BYTES, PictureError, decoded, parse_picture
from companion.sharing.phone_seat import MOST_TORN, phone_name
from companion.sitting.table_page import table_view
from companion.words import texts
from rules import Table, parse_action

GREEN = (40, 160, 60)
LONGEST_S = 120.0  # that anything is waited for, on a busy machine


def jpeg(width: int = 64, height: int = 36, colour: tuple[int, int, int] = GREEN) -> bytes:
    picture = np.full((height, width, 3), colour, np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def shot(picture: bytes, captured_ms: float = float("nan"), number: int = 0) -> bytes:
    return HEAD.pack(MAGIC, captured_ms, number, len(picture)) + picture


@pytest.fixture
def camera(tmp_path: Path) -> Iterator[PhoneCamera]:
    with PhoneCamera(tmp_path, "127.0.0.1", ports=(0, 0)) as camera:
        yield camera


def at_the_page(camera: PhoneCamera, act: Callable[[aiohttp.ClientSession, str], Awaitable[Any]]) -> Any:
    """Do something as a phone's browser that has gone past the warning; the page's address is given."""
    async def run() -> Any:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=False),
                                         timeout=aiohttp.ClientTimeout(LONGEST_S)) as browser:
            done = await act(browser, f"https://127.0.0.1:{camera.secure_port}/{camera.token}/")
        await asyncio.sleep(0.1)  # until the secure connections have said goodbye
        return done
    return asyncio.run(run())


async def said(socket: aiohttp.ClientWebSocketResponse, key: str) -> Any:
    """What comes with this key; other messages are passed over."""
    while True:
        message = await socket.receive_json(timeout=LONGEST_S)
        if key in message:
            return message[key]


# -- pictures --------------------------------------------------------------------------------------


def test_a_picture_of_the_phone_is_a_frame(camera: PhoneCamera) -> None:
    source = PhoneSource(camera)
    assert source.trouble == texts.PHONE["waits"]

    async def act(browser: aiohttp.ClientSession, page: str) -> Any:
        async with browser.ws_connect(page + "stream?id=aa") as socket:
            await socket.send_bytes(shot(jpeg()))
            assert await said(socket, "ack") == 1
            frame = await asyncio.to_thread(source.read)
            return frame, source.trouble

    frame, trouble = at_the_page(camera, act)
    assert frame.image.shape == (36, 64, 3)
    assert np.abs(frame.image[10, 10].astype(int) - GREEN).max() < 8
    assert trouble == ""
    assert source.read(0.01) is None


def test_the_newest_picture_wins(camera: PhoneCamera) -> None:
    async def act(browser: aiohttp.ClientSession, page: str) -> None:
        async with browser.ws_connect(page + "stream?id=aa") as socket:
            for number in range(5):
                await socket.send_bytes(shot(jpeg(), number=number))
                await said(socket, "ack")

    at_the_page(camera, act)
    newest = camera.one.take(1)
    assert newest is not None
    assert (newest.number, camera.one.pictures) == (4, 5)
    assert camera.one.take(0.01) is None


def test_a_frame_is_as_old_as_the_phone_says(camera: PhoneCamera) -> None:
    """The phone asks what time it is here and says, by our clock, when a picture was taken."""
    source = PhoneSource(camera)

    async def act(browser: aiohttp.ClientSession, page: str) -> Any:
        async with browser.ws_connect(page + "stream?id=aa") as socket:
            await socket.send_json({"asked": 12_345.0})
            now_ms = await said(socket, "now")
            await socket.send_bytes(shot(jpeg(), now_ms - 700))
            await said(socket, "ack")
            return now_ms, await asyncio.to_thread(source.read)

    now_ms, frame = at_the_page(camera, act)
    assert abs(now_ms / 1000 - time.monotonic()) < 60
    newest_s = time.monotonic() - source.began_s
    assert 0.5 < newest_s - frame.time_s < 60


@pytest.mark.parametrize("claimed_ms", [float("nan"), float("inf"), -1e300, 0.0, 1e12])
def test_a_clock_that_cannot_be_right_is_not_believed(claimed_ms: float) -> None:
    assert parse_picture(shot(jpeg(), claimed_ms), 1000.0).captured_s == 1000.0


def test_frames_never_go_back_in_time(camera: PhoneCamera) -> None:
    source = PhoneSource(camera)

    async def act(browser: aiohttp.ClientSession, page: str) -> list[float]:
        times = []
        async with browser.ws_connect(page + "stream?id=aa") as socket:
            for age_ms in (0, 900, 100):
                await socket.send_bytes(shot(jpeg(), time.monotonic() * 1000 - age_ms))
                await said(socket, "ack")
                frame = await asyncio.to_thread(source.read)
                assert frame is not None
                times.append(frame.time_s)
        return times

    times = at_the_page(camera, act)
    assert times == sorted(set(times))


def test_pictures_come_by_post_where_no_socket_opens(camera: PhoneCamera) -> None:
    camera.show({"turn": "Ann to play"})

    async def act(browser: aiohttp.ClientSession, page: str) -> tuple[Any, Any, Any]:
        async with browser.post(page + "frame?id=aa&version=-1", data=shot(jpeg())) as answer:
            first = await answer.json()
        async with browser.post(page + f"state?id=aa&version={first['version']}", data='{"asked": 5, "hidden": true}'
                                ) as answer:
            second = await answer.json()
        return first, second, camera.trouble

    first, second, trouble = at_the_page(camera, act)
    assert first["ack"] == 1
    assert first["state"] == {"turn": "Ann to play"}
    assert second["asked"] == 5
    assert "state" not in second  # it knows that already
    assert trouble == texts.PHONE["hidden"]
    assert camera.one.take(1) is not None


def test_turn_count_and_verdict_are_on_the_phone(camera: PhoneCamera) -> None:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    session.append(parse_action("table start 6D = 95"))

    async def act(browser: aiohttp.ClientSession, page: str) -> Any:
        async with browser.ws_connect(page + "stream?id=aa") as socket:
            await said(socket, "state")
            camera.publish(table_view(session))
            return await said(socket, "state")

    state = at_the_page(camera, act)
    assert (state["hero"], state["turn"], state["told"]) == ("95", "Ann to play", "The starter is 6♦: 95")


# -- one phone -------------------------------------------------------------------------------------


def test_one_phone_at_a_time_unless_its_user_says_so(camera: PhoneCamera) -> None:
    async def act(browser: aiohttp.ClientSession, page: str) -> None:
        async with browser.ws_connect(page + "stream?id=aa", headers={"User-Agent": "iPhone Safari"}) as first:
            await said(first, "state")
            async with browser.ws_connect(page + "stream?id=bb") as second:
                assert await said(second, "refused") == texts.PHONE["second"]
            async with browser.post(page + "frame?id=bb", data=shot(jpeg())) as answer:
                assert (await answer.json())["refused"] == texts.PHONE["second"]
            assert camera.phone == "iPhone, Safari"
            assert camera.one.pictures == 0
            async with browser.ws_connect(page + "stream?id=bb&take=1", headers={"User-Agent": "Android Chrome"}
                                          ) as second:
                assert await said(first, "refused") == texts.PHONE["taken_over"]
                await second.send_bytes(shot(jpeg()))
                await said(second, "ack")
                assert camera.phone == "Android, Chrome"

    at_the_page(camera, act)


def test_the_same_phone_comes_back_to_its_place(camera: PhoneCamera) -> None:
    async def act(browser: aiohttp.ClientSession, page: str) -> None:
        for _ in range(3):
            async with browser.ws_connect(page + "stream?id=aa") as socket:
                await socket.send_bytes(shot(jpeg()))
                await said(socket, "ack")

    at_the_page(camera, act)
    assert camera.one.pictures == 3


def test_a_phone_that_is_gone_is_missed_and_gives_up_its_place(camera: PhoneCamera, monkeypatch: pytest.MonkeyPatch
                                                               ) -> None:
    monkeypatch.setattr(phone_seat, "GONE_S", -1.0)
    monkeypatch.setattr(phone_seat, "SEAT_S", 0.0)

    async def act(browser: aiohttp.ClientSession, page: str) -> None:
        async with browser.ws_connect(page + "stream?id=aa") as socket:
            await said(socket, "state")
        assert camera.trouble == texts.PHONE["gone"]
        async with browser.ws_connect(page + "stream?id=bb") as socket:
            await socket.send_bytes(shot(jpeg()))
            assert await said(socket, "ack") == 1

    at_the_page(camera, act)


@pytest.mark.parametrize(("word", "sentence"), [({"hidden": True}, "hidden"), ({"camera": False}, "interrupted")])
def test_what_keeps_the_phone_from_looking_is_said(camera: PhoneCamera, word: dict[str, bool], sentence: str) -> None:
    async def act(browser: aiohttp.ClientSession, page: str) -> str:
        async with browser.ws_connect(page + "stream?id=aa") as socket:
            await socket.send_bytes(shot(jpeg()))
            await said(socket, "ack")
            assert camera.trouble == ""
            await socket.send_json({**word, "asked": 1})
            await said(socket, "now")
            return camera.trouble

    assert at_the_page(camera, act) == texts.PHONE[sentence]


# -- misuse ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "stream?id=aa", "frame?id=aa", "phone_worker.js"])
def test_a_forged_link_leads_nowhere(camera: PhoneCamera, path: str) -> None:
    async def act(browser: aiohttp.ClientSession, page: str) -> list[int]:
        forged = page.replace(camera.token, camera.token[:-1] + "!")
        return [(await browser.request(method, forged + path)).status for method in ("GET", "POST")]

    assert at_the_page(camera, act) == [404, 404]


def test_a_phone_without_a_name_is_not_let_in(camera: PhoneCamera) -> None:
    async def act(browser: aiohttp.ClientSession, page: str) -> Any:
        async with browser.post(page + "frame?id=", data=shot(jpeg())) as answer:
            return await answer.json()

    assert "refused" in at_the_page(camera, act)
    assert camera.one.pictures == 0


def test_giant_pictures_are_refused_and_the_next_phone_is_welcome(camera: PhoneCamera) -> None:
    async def act(browser: aiohttp.ClientSession, page: str) -> Any:
        giant = b"\0" * (MOST_BYTES + 1000)
        async with browser.post(page + "frame?id=aa", data=io.BytesIO(giant)) as answer:
            status, sentence = answer.status, await answer.text()
        async with browser.ws_connect(page + "stream?id=aa") as socket:
            await socket.send_bytes(giant)
            message = await socket.receive(timeout=LONGEST_S)
            while message.type is aiohttp.WSMsgType.TEXT:
                message = await socket.receive(timeout=LONGEST_S)
        async with browser.ws_connect(page + "stream?id=aa") as socket:
            await socket.send_bytes(shot(jpeg()))
            await said(socket, "ack")
        return status, sentence, message.type

    status, sentence, ending = at_the_page(camera, act)
    assert (status, sentence) == (413, "That is too large.")
    assert ending in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
    assert camera.one.pictures == 1


def test_a_torn_picture_is_left_out_and_too_many_send_the_phone_away(camera: PhoneCamera) -> None:
    async def act(browser: aiohttp.ClientSession, page: str) -> str:
        async with browser.ws_connect(page + "stream?id=aa") as socket:
            await socket.send_bytes(shot(jpeg())[:-5])
            assert await said(socket, "ack") == 1
            await socket.send_bytes(shot(jpeg()))
            assert await said(socket, "ack") == 1
            assert camera.one.pictures == 1
            for _ in range(MOST_TORN):
                await socket.send_bytes(b"rubbish")
            return str(await said(socket, "refused"))

    assert at_the_page(camera, act) == "This is no picture."


@given(st.binary(max_size=200))
def test_no_bytes_are_taken_for_a_picture(message: bytes) -> None:
    with pytest.raises(PictureError):
        parse_picture(message, 0.0)


@given(st.integers(20, 600), st.binary(min_size=1, max_size=8))
def test_a_damaged_picture_is_read_or_refused(at: int, damage: bytes) -> None:
    whole = jpeg(200, 100)
    at = min(at, len(whole) - 10)
    with suppress(PictureError):
        assert decoded(whole[:at] + damage + whole[at + len(damage):]).ndim == 3


def test_a_picture_that_claims_to_be_huge_is_not_unpacked() -> None:
    small = jpeg()
    at = small.index(b"\xff\xc0") + 5
    with pytest.raises(PictureError, match=r"too large|cannot be read"):
        decoded(small[:at] + struct.pack(">HH", 65535, 65535) + small[at + 4:])


@pytest.mark.parametrize("words", ["", "[]", "{", "1", "null", '{"asked": "x"}', '{"hidden": 3}', "[" * 5000,
                                   json.dumps({"asked": 1, "more": "x" * 100_000})[:60_000]])
def test_whatever_a_phone_says_is_taken_calmly(camera: PhoneCamera, words: str) -> None:
    async def act(browser: aiohttp.ClientSession, page: str) -> Any:
        async with browser.post(page + "state?id=aa", data=words) as answer:
            assert answer.status == 200
        async with browser.post(page + "frame?id=aa", data=shot(jpeg())) as answer:
            return (await answer.json())["ack"]

    assert at_the_page(camera, act) == 1


def test_ports_that_are_taken_are_no_hindrance(tmp_path: Path) -> None:
    with PhoneCamera(tmp_path, "127.0.0.1", ports=(0, 0)) as first, \
            PhoneCamera(tmp_path, "127.0.0.1", ports=(first.port, first.secure_port)) as second:
        assert {first.port, first.secure_port} & {second.port, second.secure_port} == set()


# -- the way in ------------------------------------------------------------------------------------


def test_the_first_page_explains_the_warning_on_plain_http(camera: PhoneCamera) -> None:
    import urllib.request

    asked = urllib.request.Request(f"http://127.0.0.1:{camera.port}/{camera.token}/", headers={"Host": "192.168.1.7"})
    with urllib.request.urlopen(asked, timeout=LONGEST_S) as answer:
        page = answer.read().decode()
    assert camera.camera_url in page
    assert texts.PHONE["chromium_two"] in page
    assert "@" not in page.replace("@media", "")


@pytest.mark.parametrize("path", ["stream?id=aa", "frame?id=aa", "here", "phone_worker.js"])
def test_nothing_of_the_camera_goes_through_the_network_unprotected(camera: PhoneCamera, path: str) -> None:
    async def act(browser: aiohttp.ClientSession, _page: str) -> list[int]:
        page = f"http://127.0.0.1:{camera.port}/{camera.token}/{path}"
        return [(await browser.request(method, page, headers={"Host": "192.168.1.7"})).status
                for method in ("GET", "POST")]

    assert set(at_the_page(camera, act)) <= {404, 405}


def test_the_certificate_is_kept_and_made_anew_for_another_address_or_when_it_ends(tmp_path: Path) -> None:
    first = own_certificate(tmp_path, "192.168.1.7").file.read_bytes()
    assert own_certificate(tmp_path, "192.168.1.7").file.read_bytes() == first
    assert own_certificate(tmp_path, "192.168.1.8").file.read_bytes() != first
    moved = own_certificate(tmp_path, "192.168.1.8").file.read_bytes()
    later = datetime.now(UTC) + timedelta(days=390)
    assert own_certificate(tmp_path, "192.168.1.8", later).file.read_bytes() != moved


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_a_damaged_certificate_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    own_certificate(tmp_path, "192.168.1.7").file.write_bytes(damage)
    certificate = own_certificate(tmp_path, "192.168.1.7")
    assert isinstance(certificate.context(), ssl.SSLContext)
    names = x509.load_pem_x509_certificate(certificate.file.read_bytes()).extensions
    assert "192.168.1.7" in str(names.get_extension_for_class(x509.SubjectAlternativeName).value)


def test_phones_have_names() -> None:
    agent = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36"
    assert phone_name(agent) == "Android, Chrome"
    assert phone_name("") == texts.PHONE["unknown"]


# -- in a real browser -----------------------------------------------------------------------------


def needs_browser() -> None:
    """Skip where there is no Chromium."""
    if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
        pytest.skip("needs Chromium and its driver (packages chromium and chromium-driver)")
    pytest.importorskip("selenium.webdriver", reason="needs selenium")


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three seconds in which one card lies on the table, as Chromium's fake camera takes them."""
    needs_browser()
    table = np.full((720, 1280, 3), (60, 110, 40), np.uint8)
    face = cv2.resize(DrawnFaces().face("7H")[..., :3], (189, 264), interpolation=cv2.INTER_AREA)
    table[200:200 + face.shape[0], 500:500 + face.shape[1]] = face
    clip = tmp_path_factory.mktemp("film") / "table.mjpeg"
    with clip.open("wb") as out:
        for number in range(90):
            table[:40, :40] = number
            out.write(cv2.imencode(".jpg", table, [cv2.IMWRITE_JPEG_QUALITY, 97])[1].tobytes())
    return clip


@pytest.mark.parametrize("block_sockets", [False, True], ids=["socket", "post"])
def test_a_browser_streams_its_camera_and_the_card_is_read(tmp_path: Path, film: Path, block_sockets: bool) -> None:
    """From the code's address past the real warning to a card, also where no socket opens; the phone shows the turn,
    and what it shows is called hidden while another page is in front."""
    from companion.tools.phone_camera import browser, open_camera
    from vision.reading.for_pack import reader_for

    with PhoneCamera(tmp_path, ports=(0, 0)) as camera, browser(film, block_sockets=block_sockets) as window:
        source = PhoneSource(camera)
        open_camera(window, camera.url)
        until(lambda: camera.one.pictures > 3)
        frame = source.read()
        assert frame is not None
        assert frame.image.shape == (720, 1280, 3)
        found = reader_for(None).read(frame.image)
        assert list(found.label[found.sure]) == ["7H"]
        assert camera.phone == "Linux, Chrome"
        camera.show({"turn": "Bob to play", "hero": "77", "fault": False})
        until(lambda: window.find_element("id", "turn").text == "Bob to play")
        assert "open" in window.find_element("tag name", "body").get_attribute("class")
        window.execute_script("say({hidden: true}); stopCamera()")  # as phones do
        until(lambda: camera.trouble == texts.PHONE["hidden"])


def test_a_deal_is_followed_by_phone_as_from_the_file() -> None:
    """The first cards of the filmed deal, through a real browser and from the pictures it was given."""
    needs_browser()
    from companion.tools.phone_camera import deal_by_phone

    by_file, by_phone = deal_by_phone(until_s=10.2)
    assert by_phone == by_file
    assert by_file.events == ("table start 6D", "Ann play 9C", "Bob play KD")


def test_a_browser_comes_back_by_itself(tmp_path: Path, film: Path) -> None:
    """The app is gone and comes back at the same place: the page streams on without being loaded again."""
    from companion.tools.phone_camera import browser, open_camera

    with PhoneCamera(tmp_path, ports=(0, 0)) as first, browser(film) as window:
        open_camera(window, first.url)
        until(lambda: first.one.pictures > 3)
        first._server.run(first.one.seat.socket.close())
        before = first.one.pictures
        until(lambda: first.one.pictures > before + 3)
        assert first.trouble == ""


def test_by_a_cable_a_phone_needs_no_certificate(tmp_path: Path, film: Path) -> None:
    """`adb reverse` makes our plain port the phone's own, and to its own ports a browser gives the camera."""
    from companion.tools.phone_camera import browser

    with PhoneCamera(tmp_path, ports=(0, 0)) as camera, browser(film) as window:
        window.get(f"http://localhost:{camera.port}/{camera.token}/")
        window.find_element("id", "start").click()
        until(lambda: camera.one.pictures > 3)


def test_a_second_browser_is_refused_and_may_take_over(tmp_path: Path, film: Path) -> None:
    from companion.tools.phone_camera import browser, open_camera

    with PhoneCamera(tmp_path, ports=(0, 0)) as camera, browser(film) as window:
        open_camera(window, camera.url)
        until(lambda: camera.one.pictures > 1)
        with browser(film) as other:
            open_camera(other, camera.url)
            until(lambda: other.find_element("id", "take").is_displayed())
            assert other.find_element("id", "hello").text == texts.PHONE["second"]
            other.find_element("id", "take").click()
            until(lambda: window.find_element("id", "hello").text == texts.PHONE["taken_over"])
            before = camera.one.pictures
            until(lambda: camera.one.pictures > before + 3)


def until(happens: Callable[[], object], longest_s: float = LONGEST_S) -> None:
    end_s = time.monotonic() + longest_s
    while not happens():
        assert time.monotonic() < end_s, "It did not happen."
        time.sleep(0.05)
