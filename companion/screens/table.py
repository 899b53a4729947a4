"""The table: camera picture, large panel, last verdict, board, and what can be said or put right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.screens.table_bar import TableBar
from companion.screens.table_layout import TableLayout
from companion.screens.table_questions import TableQuestions
from companion.screens.table_sheets import TableSheets
from companion.sheets.points import Stretch
from companion.sitting.controller import Controller
from companion.sitting.table_page import Choice, LastVerdict, TablePage
from companion.style.theme import BOLD_FONT, TEXT_FONT
from companion.widgets.bar import StackBar
from companion.widgets.base import Surface, app, load_kv, text_height
from companion.widgets.camera import CameraView
from companion.widgets.headline import Headline
from companion.widgets.kept import Kept, Stage
from companion.widgets.panel import PanelView
from companion.widgets.piles import PilesView
from companion.widgets.sheets import Sheet
from companion.widgets.wood import WoodBoard
from companion.words import texts
from rules import GAMES

NOTE_S = 6.0  # how long a passing sentence stays
__all__ = ["Headline", "Kept", "PanelView", "Stage", "StackBar", "TableScreen", "VerdictBar"]


class VerdictBar(Surface):
    """The last event in plain words; when it broke a rule, the rule and the table's two choices."""

    text = StringProperty(texts.WAITING)
    why = StringProperty("")
    rule = StringProperty("")
    caution = BooleanProperty(False)
    may_decide = BooleanProperty(False)
    needs = NumericProperty(0)  # height in which what happened, and why, stand at the least size
    larger = NumericProperty(1.0)  # the event's type, of the least size
    shares = ListProperty([1.0, 0.001, 0.001])  # of the height: what happened, why, the rule (0 would keep its height)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("text", "why", "rule", "size"):
            self.fbind(name, self._share)

    def _share(self, *_: Any) -> None:
        """As large as there is room for; the rule, which looking back tells too, gives way before any type is small."""
        wide, letters = int(self.width - app().unit * 32), app().letters
        if wide < letters:
            return
        frame = app().unit * 36
        self.needs = frame + text_height(self.text, BOLD_FONT, letters, wide) + text_height(
            self.why, TEXT_FONT, letters, wide)
        room = self.height - frame
        for larger, rule in ((1.5, self.rule), (1.2, self.rule), (1.0, self.rule), (1.2, ""), (1.0, "")):
            needed = [text_height(self.text, BOLD_FONT, letters * larger, wide),
                      text_height(self.why, TEXT_FONT, letters, wide), text_height(rule, TEXT_FONT, letters, wide)]
            if sum(needed) <= room:
                break
        self.larger = larger
        self.shares = [max(one, 1) / max(sum(needed), 1) for one in needed]

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
        self.camera, self.piles = CameraView(), PilesView()
        self.board: WoodBoard
        self.sheets, self.bar, self.questions = TableSheets(self), TableBar(self), TableQuestions(self)
        self.layout = TableLayout(self)
        self._note_event = Clock.create_trigger(self._end_note, NOTE_S)
        self.bind(blind=self._on_blind)
        self.ids.panel.touch_seat = self.touch_seat

    # -- what arrives -------------------------------------------------------------------------

    def show(self, view: TablePage) -> None:
        """Draw this position."""
        self.view = view
        line = texts.TITLE_DEALT if view.dealer else texts.TITLE_LINE
        self.title = line.format(title=view.title, deal=max(view.deal, 1), dealer=view.dealer)
        self.turn, self.over = view.turn_text, view.sheet.over
        self.watching = self.controller.is_watching
        self.panel_share = 0.47 if len(view.players) <= 4 else 0.56 if len(view.players) <= 8 else 0.64
        # Without a camera the cards are drawn beside the panel, so it need not show them as well.
        self.ids.panel.panel = view.panel if self.watching else replace(view.panel, piles=())
        self.piles.data = view.piles
        self.board.sheet = view.sheet
        self._end_note()
        self.bar.fill()
        self.layout.place()
        self.questions.ask(view.question)

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
        picture = self.controller.picture if not self.layout.is_covered else None
        if picture is not None and picture is not self._picture:
            self._picture = picture
            self.camera.show(picture)
            self.controller.fit_picture(round(self.camera.picture_box[2]))
        self.camera.outline(self.controller.marks)

    def forget(self) -> None:
        """Another table is opened next."""
        self.close_sheet()
        self.questions.forget()
        self._picture, self.paused, self.view = None, False, None
        self.bar.fill()
        self.camera.clear()
        self.board.sheet = None

    @property
    def laid_together(self) -> bool:
        """Whether several cards go down at once in this game."""
        return self.view is not None and any(verb.together for verb in GAMES[self.view.game].verbs.values())

    # -- taps ---------------------------------------------------------------------------------

    def undo(self) -> None:
        self.controller.undo()

    def say(self, choice: Choice) -> None:
        self.controller.choose(choice)

    def let_stand(self) -> None:
        if self.view and self.view.told and self.view.told.row is not None:
            self.controller.let_stand(self.view.told.row)

    def touch_seat(self, name: str) -> None:
        """A player's own seat says what he may say now: at once where it is one thing only."""
        if self.view is None or name not in self.view.players:
            return
        own = tuple(choice for choice in self.view.announcements if choice.action and choice.action.actor == name)
        if any(action.actor == name for action in self.view.counted):
            self.sheets.enter_points(name)
        elif len(own) == 1:
            self.say(own[0])
        elif own:
            self.sheets.open_choices(name, own)
        else:
            self.note(texts.NOTHING_TO_SAY.format(name=name))

    def correct_last(self) -> None:
        """Open the picker for the last event with a card."""
        line = self.view.last_card if self.view else None
        if line is None:
            self.note(texts.NOTHING_TO_CORRECT)
        else:
            self.sheets.correct(line)

    def toggle_pause(self) -> None:
        self.paused = not self.paused
        self.controller.pause(self.paused)
        self.close_sheet()
        if self.paused:
            self.note(texts.PAUSED)

    def on_key(self, key: int, letter: str) -> bool:
        """Letters that do what a button does; True when one did."""
        sheets = self.sheets
        acts: dict[str, Callable[[], None]] = {
            "u": self.undo, "c": self.correct_last, "l": sheets.open_log, "m": sheets.open_more,
            "p": self.toggle_pause, "s": app().open_scores, "b": app().look_back, "o": self.board.tell_earlier}
        if self.view is None:
            return letter in acts
        if letter in acts:
            acts[letter]()
        elif letter.isdigit() and letter != "0":
            index = int(letter) - 1
            if not self.questions.number(index) and index < len(self.view.announcements):
                self.say(self.view.announcements[index])
        else:
            return False
        return True

    def escape(self) -> bool:
        """Close what is open; False when nothing was."""
        if self.sheet is None or self.sheet.name == "question":
            return False
        self.close_sheet()
        return True

    # -- sheets -------------------------------------------------------------------------------

    def open_sheet(self, sheet: Sheet) -> None:
        """Show a sheet in the place of what is open."""
        self.drop_sheet()
        self.sheet = sheet
        self.ids.layer.add_widget(sheet)
        self.layout.place_sheet()

    def drop_sheet(self) -> None:
        """Show no sheet."""
        self.ids.layer.clear_widgets()
        self.sheet = None

    def close_sheet(self) -> None:
        """Close the open sheet; a question that still waits comes back."""
        self.drop_sheet()
        self.questions.ask_again(self.view.question if self.view else None)

    # -- inside -------------------------------------------------------------------------------

    def _on_blind(self, *_: Any) -> None:
        """While the picture is dead, cards are added by touch; questions come back with it."""
        self.bar.fill()
        if self.view:
            self.questions.ask(self.view.question)

    def _end_note(self, *_: Any) -> None:
        self._note_event.cancel()
        told = self.view.told if self.view else None
        self.deciding = bool(told and told.may_decide)
        self.ids.verdict.tell(told)


load_kv(__file__)
