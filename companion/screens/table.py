"""The table: camera picture, large panel, last verdict, board, and what can be said or put right."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion import texts
from companion.log.points import Stretch, stretches
from companion.sitting.controller import Controller
from companion.sitting.table_page import ROLL, Choice, LastVerdict, LogLine, OpenQuestion, TablePage, likely_mistakes
from companion.widgets.bar import Offer, StackBar
from companion.widgets.base import Btn, Surface, app, load_kv
from companion.widgets.camera import CameraView
from companion.widgets.card_sheets import CardsSheet, SetsSheet
from companion.widgets.dice import DiceSheet
from companion.widgets.gates import GateBoard
from companion.widgets.kept import Kept, Stage
from companion.widgets.panel import PanelView, PileStrip
from companion.widgets.pegs import PegBoard
from companion.widgets.sheets import ButtonsSheet, LogSheet, PickerSheet, QuestionSheet, Sheet
from companion.widgets.wood import WoodBoard
from rules import GAMES, Action, Card

LAID_TOGETHER = ("canasta", "thirteen", "friend_or_foe")  # games in which several cards go down at once
NOTE_S = 6.0  # how long a passing sentence stays
WORKING = ("picker", "cards", "sets", "dice")  # sheets that a question does not push away
BOARD_ROW = 34  # units of height per track and street
__all__ = ["Kept", "PanelView", "Stage", "StackBar", "TableScreen", "VerdictBar"]


class VerdictBar(Surface):
    """The last event in plain words; when it broke a rule, the rule and the table's two choices."""

    text = StringProperty(texts.WAITING)
    why = StringProperty("")
    rule = StringProperty("")
    caution = BooleanProperty(False)
    may_decide = BooleanProperty(False)

    def tell(self, told: LastVerdict | None) -> None:
        self.text = told.text if told else texts.WAITING
        self.why = told.why if told else ""
        self.caution = told is not None and told.kind in ("illegal", "proven")
        self.rule = told.rule if told and told.rule != told.why and self.caution else ""
        self.may_decide = told is not None and told.may_decide

    def note(self, text: str) -> None:
        """A passing sentence in its place."""
        self.text, self.why, self.rule, self.caution, self.may_decide = text, "", "", False, False


class TableScreen(Screen):
    """Draws a TablePage; every tap goes to the controller."""

    view = ObjectProperty(None, allownone=True)
    title = StringProperty("")
    turn = StringProperty("")
    over = BooleanProperty(False)
    landscape = BooleanProperty(True)
    deciding = BooleanProperty(False)
    blind = BooleanProperty(False)  # its picture is dead: nothing is asked until it is back
    watching = BooleanProperty(True)  # whether there is a camera; without one the piles are drawn
    panel_share = NumericProperty(0.47)  # of the width of a lying screen
    board_height = NumericProperty(100)
    sheet = ObjectProperty(None, allownone=True)

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.controller = controller
        self.paused = False
        self._picture: object = None
        self._calls: list[tuple[Btn, str]] = []  # buttons of calls that are due, and their words
        self._calls_s = 0.0  # since when
        Clock.schedule_interval(self._count_calls, 0.5)
        self._asked: int | None = None  # the question that was opened, so that a put-off one stays away
        self.camera, self.piles = CameraView(), PileStrip()
        self.board: WoodBoard
        self._on_board()
        self._on_watching()
        self._note_event = Clock.create_trigger(self._end_note, NOTE_S)
        self.bind(size=self._place, watching=self._on_watching, blind=self._on_blind)
        app().bind(hand=self._on_hand, board=self._on_board)
        self._on_hand()

    # -- what arrives -------------------------------------------------------------------------

    def show(self, view: TablePage) -> None:
        """Draw this position."""
        self.view = view
        self.title = texts.TITLE_LINE.format(title=view.title, deal=max(view.deal, 1))
        self.turn, self.over = view.turn_text, view.sheet.over
        self.watching = self.controller.is_watching
        self.panel_share = 0.47 if len(view.players) <= 4 else 0.56 if len(view.players) <= 8 else 0.64
        # Without a camera the cards are drawn beside the panel, so it need not show them as well.
        self.ids.panel.panel = view.panel if self.watching else replace(view.panel, piles=())
        self.piles.data = view.piles
        self.board.sheet = view.sheet
        self._end_note()
        self._fill_bar()
        self._place()
        self._ask(view.question)

    def note(self, text: str) -> None:
        """Say one sentence for a while."""
        self.deciding = False
        self.ids.verdict.note(text)
        self._note_event.cancel()
        self._note_event()

    def tell_points(self, found: tuple[Stretch, ...]) -> None:
        """Where the points come from, of which one was touched."""
        self.board.tell_points(found)

    def look(self) -> None:
        """Show the newest camera picture, if there is a new one and a sheet does not cover it."""
        self.watching = self.controller.is_watching
        picture = self.controller.picture if not self._is_covered else None
        if picture is not None and picture is not self._picture:
            self._picture = picture
            self.camera.show(picture)
            self.controller.fit_picture(round(self.camera.picture_box[2]))
        self.camera.outline(self.controller.marks)

    def forget(self) -> None:
        """Another table is opened next."""
        self.close_sheet()
        self._asked, self._picture, self.paused, self.view = None, None, False, None
        self.camera.clear()
        self.board.sheet = None

    @property
    def _is_covered(self) -> bool:
        """Whether a sheet lies over all of the camera picture."""
        x, y, width, height = self.camera.picture_box
        return self.sheet is not None and self.sheet.collide_point(x, y) and self.sheet.collide_point(
            x + width, y + height)

    @property
    def laid_together(self) -> bool:
        """Whether several cards go down at once in this game."""
        return self.view is not None and self.view.game in LAID_TOGETHER

    # -- taps ---------------------------------------------------------------------------------

    def undo(self) -> None:
        self.controller.undo()

    def correct_last(self) -> None:
        """Open the picker for the last event with a card."""
        line = self.view.last_card if self.view else None
        if line is None:
            self.note(texts.NOTHING_TO_CORRECT)
        else:
            self.correct(line)

    def correct(self, line: LogLine, position: int = -1) -> None:
        """Which card was it really?  The likeliest are those that are easily taken for it."""
        if len(line.action.cards) > 1:
            self.correct_many(line, tuple(map(str, line.action.cards)))
            return
        if not line.action.cards:
            take_out = partial(self._then, self.controller.take_out, line.row)
            self._open(ButtonsSheet(line.text, [(texts.TAKE_OUT, take_out)], self.close_sheet))
            return
        card = str(line.action.cards[position])
        self._open(PickerSheet(
            texts.INSTEAD.format(card=texts.card_text(card)), self.view.faces, likely_mistakes(card, self.view.faces),
            partial(self._then, self.controller.correct, line.row, position), self.close_sheet,
            partial(self._then, self.controller.take_out, line.row)))

    def correct_many(self, line: LogLine, cards: tuple[str, ...]) -> None:
        """The cards of an event that has several, put right together."""
        was = tuple(map(str, line.action.cards))
        self._open(CardsSheet(line.text, cards, lambda index: self._exchange(cards, index, partial(
            self.correct_many, line)), partial(self._then, self.controller.correct_cards, line.row, cards),
            self.close_sheet, cards != was))

    def add_missed(self, cards: tuple[str, ...] = ()) -> None:
        """A card that was not read, or several that were laid together."""
        if self.view is None:
            return  # the table is still being opened
        if not self.laid_together:
            self._open(PickerSheet(texts.WHICH_CARD, self.view.faces, (), partial(
                self._then, self.controller.add_card), self.close_sheet))
        elif not cards:
            self._exchange(cards, 0, self.add_missed)
        else:
            self._open(CardsSheet(texts.WHICH_CARDS, cards, lambda index: self._exchange(
                cards, index, self.add_missed), partial(self._then, self.controller.add_cards, cards),
                self.close_sheet, True))

    def _exchange(self, cards: tuple[str, ...], index: int, back: Callable[[tuple[str, ...]], None]) -> None:
        """Pick the card at a place of several (a new one behind the last), then go back to them all."""
        known = index < len(cards)
        title = texts.INSTEAD.format(card=texts.card_text(cards[index])) if known else texts.WHICH_CARD
        likely = likely_mistakes(cards[index], self.view.faces) if known else ()
        self._open(PickerSheet(title, self.view.faces, likely,
                               lambda card: back((*cards[:index], card, *cards[index + 1:])),
                               (lambda: back(cards)) if cards else self.close_sheet,
                               (lambda: back((*cards[:index], *cards[index + 1:]))) if known else None))

    def lay_sets(self) -> None:
        """Sets at Pemberley, picked from the played cards."""
        self._open(SetsSheet(self.view.sets, self._lay_set, self.close_sheet))

    def _lay_set(self, player: str, cards: tuple[str, ...]) -> None:
        action = Action(player, "set", tuple(map(Card, cards)))
        self._then(self.controller.choose, Choice(texts.LAY_SET, action))

    def enter_dice(self) -> None:
        """The dice, where no camera has read them."""
        if self.view and self.view.roller:
            self._open(DiceSheet(texts.WHICH_DICE.format(name=self.view.roller), partial(
                self._rolled, self.view.roller), self.close_sheet))

    def _rolled(self, player: str, one: int, two: int) -> None:
        self._then(self.controller.choose, Choice(texts.ENTER_DICE, Action(player, ROLL, numbers=(one, two))))

    def ask_friend(self) -> None:
        """For which card a friend is asked."""
        if self.view and self.view.asks:
            asks = {str(action.card): action for action in self.view.asks}
            self._open(PickerSheet(texts.WHICH_FRIEND, tuple(asks), (), lambda card: self._then(
                self.controller.choose, Choice(texts.ASK_FRIEND, asks[card])) if card in asks else None,
                self.close_sheet))

    def open_log(self) -> None:
        if self.view:
            self._open(LogSheet(texts.LOG, self.view.log, self.correct, self.close_sheet))

    def look_back(self) -> None:
        app().look_back()

    def open_scores(self) -> None:
        app().open_scores()

    def open_more(self) -> None:
        buttons: list[tuple[str, Callable[[], None]]] = [
            (texts.LOG, self.open_log), (texts.LOOK_BACK, self.look_back),
            (texts.SPECTATORS, app().open_spectators),
            (texts.SCORES, self.open_scores), (texts.MISSED, self.add_missed),
            (texts.CAMERA_AND_TABLE, app().open_camera),
            (texts.RESUME if self.paused else texts.PAUSE, self.toggle_pause),
            (texts.SETTINGS, app().open_options), (texts.LEAVE, app().go_home)]
        if self.view and "show" in GAMES[self.view.game].verbs:
            buttons.insert(4, (texts.SHOW_HAND, self.show_hand))
        self._open(ButtonsSheet(texts.MORE, buttons, self.close_sheet))

    def show_hand(self) -> None:
        """Somebody shows cards of his hand: whose, then which."""
        players: list[tuple[str, Callable[[], None]]] = [
            (name, partial(self._show_of, name)) for name in self.view.players]
        self._open(ButtonsSheet(texts.WHO_SHOWS, players, self.close_sheet))

    def _show_of(self, player: str) -> None:
        self._exchange((), 0, partial(self._shown, player))

    def _shown(self, player: str, cards: tuple[str, ...]) -> None:
        action = Action(player, "show", tuple(map(Card, cards)))
        self._open(CardsSheet(texts.SHOWS.format(name=player), cards, lambda index: self._exchange(
            cards, index, partial(self._shown, player)), partial(
            self._then, self.controller.choose, Choice(texts.SHOW_HAND, action)), self.close_sheet, True))

    def toggle_pause(self) -> None:
        self.paused = not self.paused
        self.controller.pause(self.paused)
        self.close_sheet()
        if self.paused:
            self.note(texts.PAUSED)

    def say(self, choice: Choice) -> None:
        self.controller.choose(choice)

    def take_back(self) -> None:
        self.controller.undo()

    def let_stand(self) -> None:
        if self.view and self.view.told and self.view.told.row is not None:
            self.controller.let_stand(self.view.told.row)

    def on_key(self, key: int, letter: str) -> bool:
        """Letters that do what a button does; True when one did."""
        acts: dict[str, Callable[[], None]] = {
            "u": self.undo, "c": self.correct_last, "l": self.open_log, "m": self.open_more, "p": self.toggle_pause,
            "s": self.open_scores, "b": self.look_back, "o": self.board.tell_earlier}
        if letter in acts:
            acts[letter]()
        elif letter.isdigit() and letter != "0":
            return self._number(int(letter) - 1)
        else:
            return False
        return True

    def escape(self) -> bool:
        """Close what is open; False when nothing was."""
        if self.sheet is None or self.sheet.name == "question":
            return False
        self.close_sheet()
        return True

    def close_sheet(self) -> None:
        """Close the open sheet; a question that still waits comes back."""
        self.ids.layer.clear_widgets()
        self.sheet = None
        if self.view and self.view.question:
            self._asked = None
            self._ask(self.view.question)

    # -- inside -------------------------------------------------------------------------------

    def _ask(self, question: OpenQuestion | None) -> None:
        if question is None or self.blind:
            self._asked = None
            if self.sheet is not None and self.sheet.name == "question":
                self.ids.layer.clear_widgets()
                self.sheet = None
        elif question.number != self._asked and (self.sheet is None or self.sheet.name not in WORKING):
            self._asked = question.number
            other = partial(self._other_card, question) if question.cards or question.picture else None
            self._open(QuestionSheet(question, partial(self._answer, question), other))

    def _answer(self, question: OpenQuestion, choice: Choice) -> None:
        self.controller.choose(choice, question)

    def _other_card(self, question: OpenQuestion, cards: tuple[str, ...] = ()) -> None:
        """It was another card, or several that were laid together."""
        if not cards:
            self._open(PickerSheet(question.text, self.view.faces, question.cards, lambda card: (
                self._other_card(question, (card,)) if self.laid_together
                else self._then(self.controller.answer_cards, question, (card,))), self.close_sheet))
        else:
            back = partial(self._other_card, question)
            self._open(CardsSheet(question.text, cards, lambda index: self._exchange(cards, index, back), partial(
                self._then, self.controller.answer_cards, question, cards), self.close_sheet, True))

    def _then(self, act: Callable[..., None], *values: Any) -> None:
        """Do it and close the sheet."""
        act(*values)
        self.ids.layer.clear_widgets()
        self.sheet = None

    def _number(self, index: int) -> bool:
        """The nth answer of an open question, else the nth announcement."""
        if self.view is None:
            return False
        if isinstance(self.sheet, QuestionSheet):
            choices = self.sheet.choices
            if index < len(choices):
                self._answer(self.sheet.question, choices[index])
        elif index < len(self.view.announcements):
            self.say(self.view.announcements[index])
        return True

    def _open(self, sheet: Sheet) -> None:
        self.ids.layer.clear_widgets()
        self.sheet = sheet
        self.ids.layer.add_widget(sheet)
        self._place_sheet()

    def _fill_bar(self) -> None:
        view: TablePage = self.view
        told = view.told
        correct = Offer(texts.CORRECT, self.correct_last, disabled=view.last_card is None)
        if not (told and told.may_decide):
            offers = [Offer(texts.UNDO, self.undo, disabled=not view.log), correct]
        else:
            offers = [correct, Offer(texts.TAKE_BACK, self.take_back, "primary"),
                      Offer(texts.LET_STAND, self.let_stand)]
        if self.blind or not self.watching:
            offers.append(Offer(texts.ADD_CARD, self.add_missed, disabled=view.question is not None))
        offers += [Offer(texts.SHOW_HAND_OF.format(name=name), partial(self._show_of, name), "primary")
                   for name in view.to_show[:1]]
        if view.sets:
            offers.append(Offer(texts.LAY_SETS, self.lay_sets, "primary"))
        if view.roller:
            offers.append(Offer(texts.ENTER_DICE, self.enter_dice))
        if view.asks:
            offers.append(Offer(texts.ASK_FRIEND, self.ask_friend))
        offers += [Offer(choice.text, partial(self.say, choice)) for choice in view.announcements]
        offers.append(Offer(texts.MORE, self.open_more))
        buttons = self.ids.bar.offer(offers if app().hand == "right" else offers[::-1])
        calls = {choice.text for choice in view.announcements if choice.action and choice.action.verb == "say"}
        self._time_calls([(button, button.text) for button in buttons if button.text in calls])

    def _time_calls(self, calls: list[tuple[Btn, str]]) -> None:
        """A call that is due shows for how long it has been (RULES 4.9)."""
        if [text for _, text in calls] != [text for _, text in self._calls]:
            self._calls_s = time.monotonic()
        self._calls = calls
        self._count_calls()

    def _count_calls(self, *_: Any) -> None:
        for button, text in self._calls:
            button.text = texts.CALL_CLOCK.format(text=text, seconds=int(time.monotonic() - self._calls_s))

    def _on_watching(self, *_: Any) -> None:
        """The camera picture; without a camera, the cards on the table are drawn in its place."""
        stage = self.ids.stage
        stage.clear_widgets()
        if self.watching:
            stage.add_widget(self.camera)
        else:
            surface = Surface()
            if self.piles.parent:
                self.piles.parent.remove_widget(self.piles)
            surface.add_widget(self.piles)
            stage.add_widget(surface)
        if self.view:
            self._fill_bar()

    def _on_blind(self, *_: Any) -> None:
        """While the picture is dead, cards are added by touch; questions come back with it."""
        if self.view:
            self._fill_bar()
            self._ask(self.view.question)

    def _on_board(self, *_: Any) -> None:
        """The score board in the style that is set."""
        self.ids.rail.clear_widgets()
        self.board = (GateBoard if app().board == "tally" else PegBoard)(ask=self._ask_points)
        self.board.sheet = self.view.sheet if self.view else None
        self.ids.rail.add_widget(self.board)

    def _ask_points(self) -> None:
        self.controller.fetch(self.name, lambda sitting: stretches(sitting.session.match))

    def _on_hand(self, *_: Any) -> None:
        """What is touched most lies by the hand: the stage, and the sheets over it, on that side."""
        middle = self.ids.middle
        parts = sorted(middle.children, key=lambda part: part is not self.ids.side.__self__)  # the panel first
        middle.clear_widgets()
        for part in parts if app().hand == "right" or not self.landscape else parts[::-1]:
            middle.add_widget(part)
        if self.view:
            self._fill_bar()

    def _end_note(self, *_: Any) -> None:
        self._note_event.cancel()
        told = self.view.told if self.view else None
        self.deciding = bool(told and told.may_decide)
        self.ids.verdict.tell(told)

    def _place(self, *_: Any) -> None:
        if self.landscape != (self.width >= self.height):
            self.landscape = not self.landscape
            self._on_hand()
        tracks = len(self.view.sheet.tracks) if self.view else 2
        holes = self.view.sheet.board.holes if self.view else 121
        streets = 1 if holes <= 70 else 2 if holes <= 240 else 3
        self.board_height = min(self.height * 0.2, app().unit * (BOARD_ROW * tracks * (0.5 + 0.5 * streets) + 24))
        self._place_sheet()

    def _place_sheet(self) -> None:
        """On the right half, or the lower part of an upright screen: the panel stays in view."""
        if self.sheet is None:
            return
        gap = app().unit * 10
        if self.landscape:
            side = {"right": 1} if app().hand == "right" else {"x": 0}
            self.sheet.size_hint, self.sheet.pos_hint = (0.53, 1), {**side, "y": 0}
        else:
            self.sheet.size_hint, self.sheet.pos_hint = (1, 0.58), {"x": 0, "y": 0}
        self.sheet.padding = gap * 1.6


load_kv(__file__)
