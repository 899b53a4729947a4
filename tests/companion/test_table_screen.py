"""The table screen with several cards at once, sets laid by touch, many players, and the other hand."""

# ruff: noqa: F401, F811 (fixtures are imported, and named as arguments)
from __future__ import annotations

import gc
import weakref
from random import Random

import pytest
from test_app import SIZES, at_rest, hands, limbo, open_table, own, pytestmark, store

from companion.log.session import Session, SessionStore
from companion.sitting.screen_pictures import Picture
from companion.tools.fingers import Hands
from companion.words import texts
from rules import GAMES, Match, Table, parse_action
from rules.games.pemberley.shown import best_sets

THIRTEEN = ("Ann play 3S 3C", "Bob play 5S 5D")


def sitting(store: SessionStore, game: str, *lines: str, players: tuple[str, ...] = ("Ann", "Bob")) -> Session:
    session = store.create(game, Table(players, players[-1]))
    for line in lines:
        session.append(parse_action(line), "camera")
    return session


def pemberley_sets(store: SessionStore) -> Session:
    """A random round of Pemberley that has come to its sets."""
    for seed in range(50):
        from rules.core.people import random_player

        table = Table(("Ann", "Bob"))
        player = random_player(GAMES["pemberley"], table, Random(seed))
        match, lines = Match(GAMES["pemberley"], table), []
        for action in player.play(60):
            if action.verb in ("set", "show", "peg"):
                break
            match.push(action)
            lines.append(str(action))
        if match.state.phase == "sets" and any(best_sets(match.state, name).sets for name in ("Ann", "Bob")):
            session = store.create("pemberley", table)
            for line in lines:
                session.append(parse_action(line), "camera")
            return session
    raise AssertionError("No round came to its sets.")


def test_two_wrong_cards_of_a_play_are_put_right_together(hands: Hands, store: SessionStore) -> None:
    open_table(hands, sitting(store, "thirteen", *THIRTEEN))
    hands.tap_text(texts.CORRECT)
    assert hands.app.table.sheet.name == "cards"
    for was, suit, rank in (("5S", "♥", "6"), ("5D", "♣", "6")):
        hands.tap_text(was, hands.app.table.sheet)
        hands.tap_text(suit, hands.app.table.sheet)
        hands.tap_text(rank, hands.app.table.sheet)
    hands.tap_text(texts.DONE)
    hands.wait(lambda: hands.app.table.view.told.text == "Bob plays 6♥ 6♣")
    assert len(hands.app.table.view.log) == 2
    assert hands.app.table.sheet is None


def test_dice_that_no_camera_has_read_are_entered_by_two_touches(hands: Hands, store: SessionStore) -> None:
    open_table(hands, sitting(store, "friend_or_foe", players=("Ann", "Bob", "Cal")))
    hands.tap_text(texts.ENTER_DICE)
    one, two = hands.app.table.sheet.rows
    hands.tap_text("3", one)
    hands.tap_text("5", two)
    hands.wait(lambda: hands.app.table.view.panel.dice == (3, 5))
    assert hands.app.table.sheet is None
    assert hands.app.table.view.roller is None


@pytest.mark.parametrize("touches", [("2 and 5",), ("5", "2")])
def test_a_roll_that_nobody_saw_takes_two_touches_at_most(touches: tuple[str, ...], hands: Hands, store: SessionStore
                                                          ) -> None:
    open_table(hands, sitting(store, "friend_or_foe", "Ann play 7C", players=("Ann", "Bob", "Cal")))
    sheet = hands.app.table.sheet
    assert (sheet.name, sheet.title) == ("question", texts.WHICH_DICE.format(name="Ann"))
    assert not hands.app.table.deciding
    for text, within in zip(touches, sheet.rows if len(touches) > 1 else (sheet,), strict=True):
        hands.tap_text(text, within)
    hands.wait(lambda: [line.kind for line in hands.app.table.view.log] == ["ok", "ok"])
    assert {str(line.action) for line in hands.app.table.view.log[:1]} <= {"Ann roll 2 5", "Ann roll 5 2"}
    assert hands.app.table.sheet is None


def test_a_friend_is_asked_for_with_one_touch_that_tells_no_suit(hands: Hands, store: SessionStore) -> None:
    open_table(hands, sitting(store, "friend_or_foe", "Ann roll 3 5", players=("Ann", "Bob", "Cal")))
    hands.tap_text("Friend, my 9?")
    hands.wait(lambda: hands.app.table.view.log[-1].text == "Ann asks for a friend: 9")
    assert hands.app.table.view.roller == "Bob"  # who rolls when nobody answers


def test_the_cards_of_an_answered_call_tell_of_the_call(hands: Hands, store: SessionStore) -> None:
    open_table(hands, sitting(store, "friend_or_foe", "Ann roll 3 5", players=("Ann", "Bob", "Cal")))
    hands.app.controller.add_cards(("9S", "AD"))
    hands.wait(lambda: hands.app.table.sheet is not None)
    hands.tap_text("Cal helps with A♦", hands.app.table.sheet)
    hands.wait(lambda: [line.text for line in hands.app.table.view.log[-2:]] == [
        "Ann asks for a friend: 9♠", "Cal helps with A♦"])
    assert hands.app.table.view.log[-2].assumed


def test_a_card_too_many_is_left_out_and_a_missing_one_added(hands: Hands, store: SessionStore) -> None:
    open_table(hands, sitting(store, "thirteen", *THIRTEEN))
    hands.tap_text(texts.CORRECT)
    hands.tap_text("5D", hands.app.table.sheet)
    hands.tap_text(texts.NOT_A_CARD, hands.app.table.sheet)
    hands.tap_text(texts.ADD_ONE, hands.app.table.sheet)
    hands.tap_text("♥", hands.app.table.sheet)
    hands.tap_text("5", hands.app.table.sheet)
    hands.tap_text(texts.DONE)
    hands.wait(lambda: hands.app.table.view.told.text == "Bob plays 5♠ 5♥")


def test_several_missed_cards_are_played_together(hands: Hands, store: SessionStore) -> None:
    open_table(hands, sitting(store, "thirteen", *THIRTEEN[:1]))
    hands.tap_text(texts.ADD_CARD)
    for suit in "♠♦":
        hands.tap_text(suit, hands.app.table.sheet)
        hands.tap_text("9", hands.app.table.sheet)
        if suit == "♠":
            hands.tap_text(texts.ADD_ONE, hands.app.table.sheet)
    hands.tap_text(texts.DONE)
    hands.wait(lambda: hands.app.table.view.told.text == "Bob plays 9♠ 9♦")


def test_a_hand_is_shown_by_one_touch_a_card_and_done_with_the_last(hands: Hands, store: SessionStore) -> None:
    open_table(hands, sitting(store, "limbo", "table start 8S = 93", "Ann play KH = 3", "Bob play 2D = 1",
                              "Ann stuck"))
    hands.tap_text(texts.SHOW_HAND_OF.format(name="Ann"))
    sheet = hands.app.table.sheet
    assert sheet.number == 4
    assert sheet.again.disabled
    hands.tap_text("9C", sheet)
    hands.tap_text(texts.START_AGAIN, sheet)
    for card in ("TH", "7C", "7H", "KC"):
        hands.tap_text(card, sheet)
    hands.wait(lambda: str(hands.app.table.view.log[-1].action) == "Ann show TH 7C 7H KC")
    assert hands.app.table.sheet is None


@pytest.mark.parametrize("size", SIZES)
def test_every_card_of_a_hand_can_be_touched_at_every_size(hands: Hands, store: SessionStore, size: tuple[int, int]
                                                           ) -> None:
    hands.resize(*size)
    open_table(hands, sitting(store, "canasta", players=("Ann", "Bob", "Cal", "Dan")))
    hands.app.table.sheets.show_of("Ann")
    hands.frames(4)
    sheet = hands.app.table.sheet
    for card in ("JK", "TH", "TH"):
        hands.tap_text(card, sheet)
    assert sheet.picked == ("JK", "TH", "TH")
    assert min(min(button.size) for button in sheet.grid.children) >= hands.app.touch
    assert sheet.grid.minimum_height <= sheet.grid.height + 1


def test_a_picker_for_the_first_card_can_be_closed(hands: Hands, store: SessionStore) -> None:
    open_table(hands, sitting(store, "thirteen", *THIRTEEN))
    hands.tap_text(texts.ADD_CARD)
    hands.tap_text(texts.CLOSE)
    assert hands.app.table.sheet is None


def test_sets_are_laid_by_touching_their_cards(hands: Hands, store: SessionStore) -> None:
    session = pemberley_sets(store)
    state = session.match.state
    player = next(name for name in ("Ann", "Bob") if best_sets(state, name).sets)
    group = best_sets(state, player).sets[0]
    open_table(hands, session)
    hands.tap_text(texts.LAY_SETS)
    hands.tap_text(player, hands.app.table.sheet)
    for card in group.cards:
        hands.tap_text(str(card), hands.app.table.sheet)
    assert hands.app.table.sheet.told.text.endswith(f"= {group.total}")
    hands.tap_text(texts.LAY_SET)
    hands.wait(lambda: hands.app.table.view.told.text.startswith(f"{player} shows the set"))
    assert hands.app.table.view.told.kind == "ok"


def test_a_set_that_cannot_be_says_why(store: SessionStore) -> None:
    match = pemberley_sets(store).match
    for laying in match.game.layings(match.state):
        for card in laying.cards:
            steps = laying.made_of((card,))
            assert bool(steps.why) != ("=" in steps.text)


def test_before_the_sets_begin_nothing_can_be_laid(store: SessionStore) -> None:
    for game, start in (("pemberley", "table start 6H"), ("limbo", "table start 6D = 95")):
        match = sitting(store, game, start).match
        assert match.game.layings(match.state) == ()


def test_the_other_hand_has_everything_on_its_side_and_is_remembered(hands: Hands, store: SessionStore) -> None:
    from companion.device.settings import load_settings

    open_table(hands, sitting(store, "limbo", "table start 6D = 95", "Ann play 9C = 86"))
    more, panel = hands.button(texts.MORE), hands.app.table.ids.panel
    assert more.center_x > 640 > panel.center_x
    hands.app.change_hand()
    hands.frames(3)
    assert hands.button(texts.MORE).center_x < 640 < panel.center_x
    hands.tap_text(texts.CORRECT)
    hands.frames(2)
    assert hands.app.table.sheet.right < 800
    assert load_settings(hands.app.settings_path).hand == "left"
    hands.app.table.close_sheet()
    hands.app.change_hand()
    hands.frames(3)
    assert hands.button(texts.MORE).center_x > 640 > panel.center_x


@pytest.mark.parametrize(("game", "players", "options"), [
    ("never_over", 12, {"hand_size": "4"}), ("page_one", 6, {"max_players": "6"}), ("friend_or_foe", 10, {})])
def test_a_full_table_is_shown(hands: Hands, store: SessionStore, game: str, players: int, options: dict[str, str]
                               ) -> None:
    names = ("Abe", "Bea", "Cal", "Deb", "Eli", "Flo", "Gus", "Hal", "Ida", "Jon", "Kit", "Lou")[:players]
    open_table(hands, store.create(game, Table(names, options=options)))
    assert len(hands.app.table.view.sheet.tracks) == players
    for size in SIZES:
        hands.resize(*size)
        assert hands.app.table.board.height > 40


@pytest.mark.drawn
def test_a_moving_picture_draws_nothing_else_again(hands: Hands, store: SessionStore) -> None:
    from kivy.graphics import Callback

    open_table(hands, sitting(store, "thirteen", *THIRTEEN))
    table, drawn = hands.app.table, []
    with table.ids.verdict.canvas:
        Callback(lambda _: drawn.append("verdict"))
    with table.ids.stage.canvas:
        Callback(lambda _: drawn.append("stage"))
    hands.frames(3)
    drawn.clear()
    for _ in range(5):
        table.ids.stage.canvas.ask_update()
        hands.frames(1)
    assert drawn.count("stage") >= 5
    assert "verdict" not in drawn
    table.note("Something else.")
    hands.frames(2)
    assert "verdict" in drawn


def test_a_closed_sheet_is_forgotten(hands: Hands, store: SessionStore) -> None:
    open_table(hands, sitting(store, "limbo", "Ann play 9C"))
    hands.tap_text(texts.CORRECT)
    sheet = weakref.ref(hands.app.table.sheet)
    hands.app.table.close_sheet()
    hands.frames(3)
    gc.collect()
    assert sheet() is None


def test_a_covered_picture_waits_until_the_sheet_is_closed(hands: Hands, store: SessionStore,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    open_table(hands, sitting(store, "limbo", "Ann play 9C"))
    table, controller = hands.app.table, type(hands.app.controller)

    def shows(width: int, height: int) -> None:
        picture = Picture(bytes(4 * width * height), (width, height), (width, height))
        monkeypatch.setattr(controller, "picture", property(lambda _: picture))
        hands.frames(2)

    monkeypatch.setattr(controller, "is_watching", property(lambda _: True))
    shows(64, 36)
    assert table.camera.frame_size == (64, 36)
    table.sheets.open_more()
    hands.frames(2)
    shows(96, 54)
    assert table.camera.frame_size == (64, 36)
    table.close_sheet()
    hands.frames(2)
    assert table.camera.frame_size == (96, 54)


def test_while_a_table_is_being_opened_every_button_is_harmless(hands: Hands, store: SessionStore) -> None:
    table = hands.app.table
    assert table.view is None
    hands.app.manager.current = "table"
    table.touch_seat("Ann")
    table.sheets.add_missed()
    table.sheets.open_more()
    assert hands.button(texts.LEAVE)


def asked(hands: Hands, store: SessionStore) -> None:
    """A table on which a King was played by touch, and the question which count it makes waits."""
    open_table(hands, limbo(store, "table start 3D = 98"))
    hands.tap_text("Play a card")
    for text in ("♦", "K"):
        hands.tap_text(text, hands.app.table.sheet)
    hands.wait(lambda: asks(hands))


def asks(hands: Hands) -> bool:
    return hands.app.table.sheet is not None and hands.app.table.sheet.name == "question"


def test_a_card_beside_an_open_question_is_refused_in_a_sentence_and_the_question_stays(
        hands: Hands, store: SessionStore) -> None:
    asked(hands, store)
    with pytest.raises(AssertionError, match="no button 'Play a card'"):
        hands.button("Play a card")
    hands.app.table.sheets.open_more()
    hands.frames(4)
    hands.tap_text("A missed card", hands.app.table.sheet)
    assert asks(hands)
    assert hands.app.table.ids.verdict.text == texts.ANSWER_FIRST


def test_a_question_is_back_once_an_earlier_card_was_put_right(hands: Hands, store: SessionStore) -> None:
    asked(hands, store)
    hands.app.table.sheets.correct(hands.app.table.view.log[0])
    hands.frames(4)
    hands.tap_text("3H", hands.app.table.sheet)
    hands.wait(lambda: str(hands.app.table.view.log[0].action).startswith("table start 3H"))
    assert asks(hands)


def test_whoever_plays_on_under_a_dead_camera_is_asked_first(hands: Hands, store: SessionStore) -> None:
    asked(hands, store)
    hands.app.table.blind = True
    assert not asks(hands)
    hands.frames(3)
    hands.tap_text("Play a card")
    assert asks(hands)
    hands.tap_text(hands.app.table.sheet.question.choices[0].text)
    hands.wait(lambda: len(hands.app.table.view.log) == 2)
    assert not asks(hands)
