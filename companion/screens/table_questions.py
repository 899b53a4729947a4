"""The question that the table screen asks, and what is answered."""

from __future__ import annotations

from functools import partial

from companion.screens.table_host import TableHost
from companion.sitting.table_page import Choice, OpenQuestion
from companion.widgets.card_sheets import HandSheet
from companion.widgets.dice import RollSheet
from companion.widgets.sheets import PickerSheet, QuestionSheet
from rules import GAMES

WORKING = ("picker", "cards", "hand", "sets", "dice", "number")  # sheets that a question does not push away


class TableQuestions:
    """Opens the sheet of an open question on one table screen, and closes it once the question is settled."""

    def __init__(self, screen: TableHost) -> None:
        self._screen = screen
        self._asked: int | None = None  # the question that was opened, so that a put-off one stays away
        self._sought: int | None = None  # ... that somebody wants to answer, though the camera sees nothing

    def ask(self, question: OpenQuestion | None) -> None:
        """Show the question that waits, or none; it does not push away what somebody works on."""
        sheet = self._screen.sheet
        if question is None or (self._screen.blind and question.number != self._sought):
            self._asked = None
            if sheet is not None and sheet.name == "question":
                self._screen.drop_sheet()
        elif question.number != self._asked and (sheet is None or sheet.name not in WORKING):
            self._show(question)

    def _show(self, question: OpenQuestion) -> None:
        self._asked = question.number
        if question.roller:
            self._screen.open_sheet(RollSheet(question, partial(self._answer, question)))
            return
        other = partial(self._other_card, question) if question.cards or question.picture else None
        told = self._screen.view.told
        self._screen.open_sheet(QuestionSheet(question, partial(self._answer, question), other,
                                              told.text if told and told.text != question.text else ""))

    def ask_again(self, question: OpenQuestion | None) -> None:
        """A question that was put off comes back."""
        if question is not None:
            self._asked = None
            self.ask(question)

    def answer_first(self, question: OpenQuestion) -> None:
        """Somebody wants to go on, and has to answer this before."""
        self._sought = question.number
        self.ask_again(question)

    def forget(self) -> None:
        """Another table is opened next."""
        self._asked = self._sought = None

    def number(self, index: int) -> bool:
        """The nth answer of the question that is shown; False when none is."""
        sheet = self._screen.sheet
        if not isinstance(sheet, QuestionSheet | RollSheet):
            return False
        if index < len(sheet.choices):
            self._answer(sheet.question, sheet.choices[index])
        return True

    def _answer(self, question: OpenQuestion, choice: Choice) -> None:
        self._screen.controller.choose(choice, question)

    def _other_card(self, question: OpenQuestion) -> None:
        """It was another card, or several that were laid together."""
        screen = self._screen
        if self._may_be_several(question):
            screen.open_sheet(HandSheet(question.text, screen.view.faces, 0, partial(self._answer_cards, question),
                                        screen.close_sheet))
        else:
            screen.open_sheet(PickerSheet(question.text, screen.view.faces, question.cards, lambda card: (
                self._answer_cards(question, (card,))), screen.close_sheet))

    def _may_be_several(self, question: OpenQuestion) -> bool:
        """Whether several cards go down at once in this game, or in what may have happened: a set in order, a hand."""
        verbs = GAMES[self._screen.view.game].verbs
        return self._screen.laid_together or any(
            choice.action is not None and (verbs[choice.action.verb].entry == "order"
                                           or verbs[choice.action.verb].shows) for choice in question.choices)

    def _answer_cards(self, question: OpenQuestion, cards: tuple[str, ...]) -> None:
        self._screen.controller.answer_cards(question, cards)
        self._screen.drop_sheet()
