"""The app's further screens, worked by touch and key in a real window.  Skipped where there is no display."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from companion.log.evidence import Evidence
from companion.log.session import Session, SessionStore
from companion.sitting.table_page import Choice
from companion.tools.codes import code_in
from companion.words import texts
from rules import Table, parse_action
from tests.companion.test_app import ENTER, ESCAPE, SIZES, TAB, at_rest, limbo, open_table, own, pytestmark, store
from tests.companion.test_evidence import READING

if TYPE_CHECKING:
    from companion.tools.fingers import Hands

__all__ = ["ENTER", "TAB", "own", "pytestmark", "store"]
LINES = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69")


@pytest.fixture
def hands(own: Path, store: SessionStore) -> Iterator[Hands]:
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    app = CompanionApp(Controller(store), own / f"settings-{id(store)}.json", source="")
    with Hands(app, SIZES[0]) as working:
        yield working


def picture(grey: int) -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((36, 64, 3), grey, np.uint8))[1])


def filmed(store: SessionStore) -> Session:
    """A deal with a kept picture of every card."""
    session = limbo(store)
    for number, line in enumerate(LINES):
        session.append(parse_action(line), "camera", picture(200),
                       evidence=Evidence(picture(40 * number), picture(40 * number + 40), (READING,)))
    return session


def screen(hands: Hands, name: str) -> Any:
    hands.wait(lambda: hands.app.manager.current == name)
    at_rest(hands)
    return hands.app.screen(name)


def buttons_are_large_and_on_the_screen(hands: Hands, size: tuple[int, int]) -> None:
    """Those of the current screen that are not in a scrolled list."""
    from kivy.metrics import dp
    from kivy.uix.scrollview import ScrollView

    from companion.style.theme import TOUCH_DP
    from companion.widgets.keys import pressables

    found = pressables(hands.app.manager.current_screen)
    assert found
    for button in found:
        scrolled, parent = False, button.parent
        while parent is not None and parent is not hands.app.manager.current_screen:
            scrolled |= isinstance(parent, ScrollView)
            parent = parent.parent
        assert min(button.width, button.height) >= dp(TOUCH_DP) - 1, (button, getattr(button, "text", ""), button.size)
        x, y = button.to_window(button.x, button.y)
        if not scrolled:
            assert x >= -1, getattr(button, "text", "")
            assert y >= -1, getattr(button, "text", "")
            assert x + button.width <= size[0] + 1, getattr(button, "text", "")
            assert y + button.height <= size[1] + 1, getattr(button, "text", "")


def open_dispute(hands: Hands, store: SessionStore) -> tuple[Any, Session]:
    session = filmed(store)
    open_table(hands, session)
    hands.tap_text("More")
    hands.tap_text("Look back")
    found = screen(hands, "dispute")
    hands.wait(lambda: found.view is not None)
    return found, session


def settled(hands: Hands, dispute: Any, act: Any) -> None:
    """Do something and wait for what the worker answers."""
    before = dispute.view
    act()
    hands.wait(lambda: dispute.view is not before)
    hands.frames(3)


def test_a_card_is_put_right_from_the_strip_with_two_touches(hands: Hands, store: SessionStore) -> None:
    dispute, _ = open_dispute(hands, store)
    settled(hands, dispute, lambda: hands.tap_text("Ann plays 9♣: 86"))
    assert dispute.view.detail.moment.row == 2
    assert dispute.has_pictures
    settled(hands, dispute, lambda: hands.tap_text("6C"))
    assert str(store.open(1).actions()[1]) == "Ann play 6C"
    assert dispute.view.changes is not None
    settled(hands, dispute, lambda: hands.tap_text("Undo", dispute.ids.changes))
    assert str(store.open(1).actions()[1]) == LINES[1]
    settled(hands, dispute, lambda: hands.tap_text("Redo"))
    assert str(store.open(1).actions()[1]) == "Ann play 6C"


def test_what_if_writes_nothing_until_it_was_so(hands: Hands, store: SessionStore) -> None:
    dispute, _ = open_dispute(hands, store)
    hands.tap_text("What if…")
    settled(hands, dispute, lambda: hands.tap_text("8C"))
    assert dispute.view.changes.supposed
    assert len(store.rows(1)) == len(LINES)
    settled(hands, dispute, lambda: hands.tap_text("Correct it"))
    assert str(store.open(1).actions()[-1]) == "Ann play 8C"
    hands.wait(lambda: hands.app.table.view.log[-1].text.startswith("Ann plays 8♣"))  # the table knows of it


def test_any_card_is_picked_for_a_disputed_event(hands: Hands, store: SessionStore) -> None:
    dispute, _ = open_dispute(hands, store)
    hands.tap_text("Another card")
    hands.tap_text("5", dispute.sheet)
    settled(hands, dispute, lambda: hands.tap_text("♦", dispute.sheet))
    assert str(store.open(1).actions()[-1]) == "Ann play 5D"
    settled(hands, dispute, lambda: hands.key(code=ESCAPE))
    assert dispute.view.changes is None
    hands.key(code=ESCAPE)
    hands.wait(lambda: hands.app.manager.current == "table")


def test_a_disputed_picture_is_enlarged_by_a_touch_and_whole_by_another(hands: Hands, store: SessionStore) -> None:
    from companion.widgets.proof import ProofPicture

    dispute, _ = open_dispute(hands, store)
    small = next(widget for widget in dispute.ids.pictures.walk() if isinstance(widget, ProofPicture))
    before = small.width
    hands.tap(small)
    large = next(widget for widget in dispute.sheet.walk() if isinstance(widget, ProofPicture))
    hands.frames(3)
    assert large.width > 1.5 * before
    hands.tap(large)
    assert list(large.part) == [0.0, 0.0, 1.0, 1.0]
    hands.tap_text("Close", dispute.sheet)
    assert dispute.sheet is None


def test_a_sitting_is_removed_by_a_touch_and_brought_back_by_another(hands: Hands, store: SessionStore) -> None:
    limbo(store, *LINES)
    hands.app.go_home()
    hands.wait(lambda: len(hands.app.home.ids.sittings.data) == 1)
    hands.frames(5)
    hands.tap_text("×")
    hands.wait(lambda: not hands.app.home.ids.sittings.data)
    hands.frames(3)
    hands.tap_text("Bring it back")
    hands.wait(lambda: len(hands.app.home.ids.sittings.data) == 1)
    assert len(store.rows(1)) >= len(LINES)


def test_an_event_that_never_happened_is_taken_out(hands: Hands, store: SessionStore) -> None:
    dispute, _ = open_dispute(hands, store)
    settled(hands, dispute, lambda: hands.tap_text(texts.TAKE_OUT))
    assert len(store.open(1).entries) == len(LINES) - 1


def test_disputes_can_be_touched_at_every_size(hands: Hands, store: SessionStore) -> None:
    dispute, _ = open_dispute(hands, store)
    dispute.toggle_supposing()
    for size in SIZES:
        hands.resize(*size)
        settled(hands, dispute, lambda: dispute.look_at(2))
        buttons_are_large_and_on_the_screen(hands, size)
        settled(hands, dispute, lambda: dispute.choose_card("5D"))
        buttons_are_large_and_on_the_screen(hands, size)


LAST_CARDS = (*LINES, "Bob play KD = 3", "Ann play 2C = 1", "Bob stuck")


def test_the_score_sheet_comes_when_a_deal_ends_and_deals_the_next_in_one_touch(hands: Hands, store: SessionStore
                                                                                ) -> None:
    open_table(hands, limbo(store, *LAST_CARDS[:-1]))
    hands.tap_text("Cannot play")
    hands.wait(lambda: hands.app.table.view.turn_text == "Ann may play on")
    hands.tap_text("Done")
    hands.app.controller.choose(Choice("", parse_action("Bob show 9D 8D QH")))
    scores = screen(hands, "scores")
    hands.wait(lambda: scores.view is not None)
    assert scores.ids.totals.data == (("Ann", 60), ("Bob", 10))
    assert [row["data"].text for row in scores.ids.rows.data] == [
        "Deal 1", "Won: 10 × 6 cards played", "10 × the final count of 1"]
    hands.tap_text("Next deal")
    hands.wait(lambda: hands.app.manager.current == "table" and hands.app.table.view.deal == 2)


def test_a_sheet_is_shared_as_files_and_says_where_they_are(hands: Hands, store: SessionStore, tmp_path: Path) -> None:
    open_table(hands, limbo(store, *LAST_CARDS))
    hands.key("s")
    scores = screen(hands, "scores")
    hands.wait(lambda: scores.view is not None)
    scores.folder = tmp_path / "Table Companion"
    hands.tap_text("Share")
    hands.wait(lambda: scores.ids.job.job is not None and not scores.ids.job.running)
    assert sorted(path.suffix for path in scores.folder.iterdir()) == [".csv", ".pdf", ".tally"]
    assert str(scores.folder) in scores.ids.job.text
    assert hands.button("Open the folder")
    hands.key(code=ESCAPE)
    hands.wait(lambda: hands.app.manager.current == "table")


def test_a_place_that_cannot_be_written_to_is_said_in_one_sentence(hands: Hands, store: SessionStore, tmp_path: Path
                                                                   ) -> None:
    open_table(hands, limbo(store, *LAST_CARDS))
    hands.key("s")
    scores = screen(hands, "scores")
    hands.wait(lambda: scores.view is not None)
    (tmp_path / "taken").write_text("a file where the folder should be")
    scores.folder = tmp_path / "taken"
    hands.tap_text("Share")
    hands.wait(lambda: not scores.ids.job.running)
    assert scores.ids.job.failed
    assert "cannot be" in scores.ids.job.text
    assert str(tmp_path) in scores.ids.job.text


def test_score_sheets_can_be_touched_at_every_size(hands: Hands, store: SessionStore) -> None:
    open_table(hands, limbo(store, *LAST_CARDS))
    hands.key("s")
    scores = screen(hands, "scores")
    hands.wait(lambda: scores.view is not None)
    for size in SIZES:
        hands.resize(*size)
        buttons_are_large_and_on_the_screen(hands, size)


def test_statistics_are_counted_by_game_and_printed(hands: Hands, store: SessionStore, tmp_path: Path) -> None:
    open_table(hands, limbo(store, *LAST_CARDS, "Ann done"))
    hands.app.open_statistics()
    statistics = screen(hands, "statistics")
    hands.wait(lambda: statistics.stats is not None)
    assert [player.name for player in statistics.stats.players] == ["Ann", "Bob"]
    hands.tap_text("Limbo")
    hands.wait(lambda: statistics.stats.game == "limbo")
    hands.tap_text(texts.PERIODS["all"])
    assert statistics.period_text == texts.PERIODS["year"]
    assert statistics.stats.sittings == 1
    hands.tap_text(texts.PERIODS["year"])
    hands.tap_text(texts.PERIODS["month"])
    statistics.folder = tmp_path
    hands.tap_text("Share")
    hands.wait(lambda: not statistics.ids.job.running)
    assert [path.suffix for path in tmp_path.iterdir()] == [".pdf"]
    buttons_are_large_and_on_the_screen(hands, SIZES[0])
    hands.key(code=ESCAPE)
    hands.wait(lambda: hands.app.manager.current == "table")


def test_a_pack_is_printed_with_as_many_cards_as_chosen(hands: Hands, tmp_path: Path) -> None:
    import pypdfium2

    hands.app.open_printing()
    printing = screen(hands, "printing")
    printing.folder = tmp_path / "new"
    assert printing.summary == "55 cards on 14 pages"
    hands.tap_text("With backs: yes")
    hands.tap(printing.kinds["+4"].children[0])  # one more
    assert printing.summary == "56 cards on 7 pages"
    hands.tap_text("Make the pack")
    hands.wait(lambda: printing.ids.job.job is not None and not printing.ids.job.running)
    (file,) = printing.folder.iterdir()
    with pypdfium2.PdfDocument(file) as document:
        assert len(document) == 7
    assert str(file) in printing.ids.job.text
    for name in ("Markers", "Score sheet"):
        hands.tap_text(name)
        hands.wait(lambda: not printing.ids.job.running)
    assert len(list(printing.folder.iterdir())) == 3


def test_a_pack_that_cannot_be_played_is_not_printed(hands: Hands) -> None:
    hands.app.open_printing()
    printing = screen(hands, "printing")
    for _ in range(7):
        printing.kinds["+4"].step(-1)
    assert "at least one green 4" in printing.summary
    with pytest.raises(AssertionError, match="no button 'Make the pack'"):  # a disabled button is none
        hands.tap_text("Make the pack")


def test_long_work_shows_its_progress_and_can_be_stopped(hands: Hands, tmp_path: Path) -> None:
    import threading

    from companion.sitting.jobs import Job

    hands.app.open_printing()
    printing = screen(hands, "printing")
    half_way, go_on = threading.Event(), threading.Event()

    def work(progress: Any) -> None:
        progress(0.5)
        half_way.set()
        go_on.wait(10)
        progress(0.9)

    bar = printing.ids.job
    bar.run(Job(work), str)
    half_way.wait(10)
    hands.frames(3)
    assert bar.share == 0.5
    hands.tap_text("Cancel")
    go_on.set()
    hands.wait(lambda: not bar.running)
    assert bar.text == "Stopped; nothing was written."


def test_printing_can_be_touched_at_every_size(hands: Hands) -> None:
    hands.app.open_printing()
    screen(hands, "printing")
    for size in SIZES:
        hands.resize(*size)
        buttons_are_large_and_on_the_screen(hands, size)


def test_others_look_on_after_one_touch_and_until_the_table_is_left(hands: Hands, store: SessionStore) -> None:
    import json
    import urllib.error
    import urllib.request

    session = limbo(store, *LINES)
    open_table(hands, session)
    hands.tap_text("More")
    hands.tap_text("Spectators")
    spectators = screen(hands, "spectators")
    assert spectators.page is None  # off until somebody lets others in
    hands.tap_text("Let others watch")
    assert spectators.running
    link = f"http://127.0.0.1:{spectators.page.port}/{spectators.page.token}/"
    assert spectators.url.endswith(link.rpartition(":")[2])
    with urllib.request.urlopen(f"{link}live", timeout=10) as live:
        assert json.loads(live.readline()[6:])["hero"]["text"] == "69"
        live.readline()
        hands.app.controller.undo()
        hands.wait(lambda: len(hands.app.table.view.log) == len(LINES) - 1)
        assert json.loads(live.readline()[6:])["hero"]["text"] == "77"
    buttons_are_large_and_on_the_screen(hands, SIZES[0])
    hands.app.go_home()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(link, timeout=5)


def test_the_code_is_the_link(
        hands: Hands, store: SessionStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = "http://192.168.0.17:40123/Ab3dEf6hIj9kLmNoPqRsTu/"
    monkeypatch.setattr("companion.sharing.spectators.Spectators.url", link)
    open_table(hands, limbo(store, *LINES))
    hands.app.open_spectators()
    screen(hands, "spectators").start()
    hands.frames(4)
    hands.picture(tmp_path / "code.png")
    assert code_in(cv2.imread(str(tmp_path / "code.png"))) == link


def test_settings_are_switched_by_touch_and_kept(hands: Hands) -> None:
    from companion.device.settings import load_settings

    hands.tap_text("Settings")
    options = screen(hands, "options")
    rows = {row.title: row for row in options.ids.switches.children}
    hands.tap_text("Dark", rows["Look"])
    hands.frames(3)
    assert hands.app.theme.name == "light"
    assert rows["Look"].value == "Light"
    if rows["Sounds"].open:
        hands.tap_text("On", rows["Sounds"])
        hands.frames(3)
        assert not load_settings(hands.app.settings_path).sounds
    if not hands.app.audio.speaker.available:
        assert "no voice" in rows["Voice"].help
    hands.key(code=ESCAPE)
    hands.wait(lambda: hands.app.manager.current == "home")


def test_the_app_speaks_german_at_once_and_after_a_restart(hands: Hands, store: SessionStore) -> None:
    from companion.device.settings import load_settings
    from companion.words import texts

    try:
        open_table(hands, limbo(store, *LINES[:2], "Bob play 9H = 78"))
        hands.app.open_options()
        options = screen(hands, "options")
        hands.tap_text("English", options)
        hands.wait(lambda: hands.app.table.view is not None)
        at_rest(hands)
        assert load_settings(hands.app.settings_path).language == "de"
        assert hands.button("Deutsch")
        hands.key(code=ESCAPE)
        hands.wait(lambda: hands.app.manager.current == "table")
        at_rest(hands)
        assert hands.app.table.view.told.text == "Bob spielt 9♥: 78"
        assert hands.app.table.view.told.why == "Der neue Stand ist 77, nicht 78."
        assert hands.button(texts.TAKE_BACK)
        for size in SIZES:
            hands.resize(*size)
            buttons_are_large_and_on_the_screen(hands, size)
    finally:
        texts.use_language("en")


def test_a_card_and_a_count_are_heard(hands: Hands, store: SessionStore) -> None:
    from dataclasses import replace

    said: list[tuple[str, str]] = []
    hands.app.audio.speaker.say = lambda text, language: said.append((text, language))
    hands.app.settings = replace(hands.app.settings, speech=True, sounds=True)
    session = limbo(store, *LINES[:1])
    open_table(hands, session)
    hands.app.controller.choose(Choice("", parse_action("Ann play 9C = 86")))
    hands.wait(lambda: len(hands.app.table.view.log) == 2)
    assert said == [("86", "en")]
    if hands.app.audio.has_sounds:
        assert hands.app.audio.last == "card"


def test_home_and_settings_can_be_touched_at_every_size(hands: Hands) -> None:
    for size in SIZES:
        hands.resize(*size)
        buttons_are_large_and_on_the_screen(hands, size)
    hands.app.open_options()
    screen(hands, "options")
    for size in SIZES:
        hands.resize(*size)
        buttons_are_large_and_on_the_screen(hands, size)


def test_a_fifth_player_at_page_one_changes_the_house_rule_on_how_many_may_play(hands: Hands) -> None:
    app = hands.app
    app.choose_game("page_one")
    at_rest(hands)
    while len(app.setup.seats) < 5:
        hands.tap_text(texts.ADD_PLAYER)
    assert app.setup.rows["max_players"].value == "5"
    hands.tap_text(texts.BEGIN)
    hands.wait(lambda: app.manager.current == "table" and app.table.view is not None)
    assert len(app.table.view.players) == 5


def test_names_of_two_words_and_none_at_all(hands: Hands) -> None:
    app = hands.app
    app.choose_game("limbo")
    at_rest(hands)
    app.setup.seats[0].name = " "
    hands.tap_text(texts.BEGIN)
    assert app.setup.problem == texts.NAMELESS
    app.setup.seats[0].name = "Anna Maria "
    hands.tap_text(texts.BEGIN)
    hands.wait(lambda: app.manager.current == "table" and app.table.view is not None)
    assert app.table.view.players[0] == "Anna-Maria"


def test_who_sits_where_is_one_tap_and_remembered(hands: Hands) -> None:
    app = hands.app
    app.choose_game("limbo")
    at_rest(hands)
    hands.tap_text(texts.SIDES_IN_WORDS["left"])
    assert app.setup.plan.names["left"] == "Ann"
    assert app.setup.plan.names["right"] == "Bob"
    hands.tap_text(texts.BEGIN)
    hands.wait(lambda: app.manager.current == "table")
    assert app.settings.sides == {"Ann,Bob": "left"}
    app.go_home()
    app.choose_game("thirteen")
    at_rest(hands)
    assert app.setup.side == "left"
    hands.press(texts.SIDES_IN_WORDS["far"])  # by keyboard
    assert app.setup.side == "far"
    hands.tap_text("Ann", app.setup.plan)  # the same choice again takes it back
    assert app.setup.side == ""
    app.choose_game("never_over")  # where all have places of their own
    assert app.setup.plan.parent is None


def test_house_rules_have_short_names_and_a_switch_where_there_is_yes_and_no(hands: Hands) -> None:
    app = hands.app
    app.choose_game("limbo")
    at_rest(hands)
    from companion.widgets.setting_rows import ToggleRow

    row = app.setup.rows["must_play"]
    assert isinstance(row, ToggleRow)
    assert row.title == "Must play"
    row.turn()
    assert app.setup.table().options == {"must_play": "false"}
    row.turn()
    assert app.setup.table().options == {}


def test_what_the_players_settle_by_sitting_down_is_not_asked(hands: Hands) -> None:
    app = hands.app
    app.choose_game("scopa")
    at_rest(hands)
    assert app.setup.rows["seats"].parent is None
    assert app.setup.rows["target"].parent is not None


def test_only_packs_that_these_players_can_play_with_are_offered(hands: Hands) -> None:
    app = hands.app
    app.choose_game("thirteen")
    at_rest(hands)
    assert app.setup.ids.deck.values == ["standard"]
    while len(app.setup.seats) < 7:
        hands.tap_text(texts.ADD_PLAYER)
    assert app.setup.ids.deck.values == ["two-packs"]
    app.choose_game("scopa")
    assert set(app.setup.ids.deck.values) == {"standard", "italian"}


def test_what_nobody_told_of_is_put_before_an_event_by_two_touches(hands: Hands, store: SessionStore) -> None:
    session = filmed(store)
    open_table(hands, session)
    hands.app.look_back(session.entries[1].row.seq)
    looking = screen(hands, "dispute")
    hands.wait(lambda: looking.view is not None and looking.view.detail is not None)
    said = next(choice for choice in looking.view.detail.sayable if choice.action.verb == "double")
    hands.frames(3)
    hands.tap_text(texts.ADD_BEFORE)
    hands.frames(3)
    hands.tap_text(said.text, looking.sheet)
    hands.wait(lambda: looking.view.changes is not None)
    assert looking.view.moments[1].text == "Ann doubles"


def test_a_finger_on_the_bar_does_nothing_once_another_table_is_opened(hands: Hands, store: SessionStore) -> None:
    open_table(hands, filmed(store))
    table = hands.app.table
    button = next(b for b in table.ids.bar.children if b.text == texts.MORE)
    button.on_press()
    table.forget()
    button.on_release()
    assert table.sheet is None
    assert not table.ids.bar.children


def test_a_finger_on_a_sheet_that_is_closed_under_it_does_nothing(hands: Hands, store: SessionStore) -> None:
    from kivy.base import EventLoop

    from companion.tools.fingers import Finger

    session = filmed(store)
    open_table(hands, session)
    table = hands.app.table
    table.correct_last()
    hands.frames(2)
    button = hands.button(texts.NOT_A_CARD, table.sheet)
    x, y = button.to_window(*button.center)
    finger = Finger(x, y)
    EventLoop.post_dispatch_input("begin", finger)
    table.forget()
    EventLoop.post_dispatch_input("end", finger)
    hands.frames(3)
    assert button.state == "normal"
    assert [str(action) for action in store.open(1).actions()] == list(LINES)


def test_the_strip_of_the_table_before_cannot_be_touched(hands: Hands, store: SessionStore) -> None:
    dispute, _ = open_dispute(hands, store)
    hands.app.go_home()
    dispute.open()
    assert dispute.view is None
    assert not dispute.ids.strip.data
    dispute.choose_card("6C")
    assert not dispute.ids.cards.ids.words.children
    hands.app.open_scores()
    assert not hands.app.screen("scores").can_deal
    hands.app.screen("scores").deal()
    hands.frames(5)
    assert [str(action) for action in store.open(1).actions()] == list(LINES)


@pytest.mark.parametrize("size", [*SIZES, (1024, 600)])
def test_odds_are_never_written_small_and_are_all_read_from_more(hands: Hands, store: SessionStore,
                                                                 size: tuple[int, int]) -> None:
    session = store.create("scopa", Table(("Ann", "Bob"), "Bob"))
    session.append(parse_action("table deal 2H 3D 5S KC"), "camera")
    hands.resize(*size)
    open_table(hands, session)
    table = hands.app.table
    told = [texts.pretty(line) for line in table.view.panel.lines]
    assert told
    lines = table.ids.panel.lines
    assert lines.font_size == hands.app.letters
    assert "\n".join(told).startswith(lines.text)
    hands.tap_text(texts.MORE)
    hands.tap_text(texts.KNOWN)
    read = [widget.text for widget in table.sheet.walk() if hasattr(widget, "text")]
    assert all(sentence in read for sentence in told)
