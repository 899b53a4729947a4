"""What can be put right, entered and shown at the open table, each on a sheet over half of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from companion.screens.table_host import TableHost
from companion.sitting.panels import known_lines
from companion.sitting.table_page import ROLL, Choice, LogLine, TablePage, likely_mistakes
from companion.widgets.base import app
from companion.widgets.card_sheets import CardsSheet, HandSheet, SetsSheet
from companion.widgets.dice import DiceSheet
from companion.widgets.numbers import NumberSheet
from companion.widgets.sheets import ButtonsSheet, LogSheet, PickerSheet, TextSheet
from companion.words import texts
from rules import GAMES, Action, Card

Back = Callable[[tuple[str, ...]], None]


class TableSheets:
    """Opens the sheets of one table screen; what is chosen goes to its controller."""

    def __init__(self, screen: TableHost) -> None:
        self._screen, self._controller = screen, screen.controller
        self._open = screen.open_sheet

    @property
    def _page(self) -> TablePage:
        page: TablePage = self._screen.view
        return page

    # -- putting right --------------------------------------------------------------------------

    def correct(self, line: LogLine, position: int = -1) -> None:
        """Which card was it really?  The likeliest are those that are easily taken for it."""
        if len(line.action.cards) > 1:
            self._correct_many(line, tuple(map(str, line.action.cards)))
            return
        if not line.action.cards:
            take_out = partial(self._then, self._controller.take_out, line.row)
            self._open(ButtonsSheet(line.text, [(texts.TAKE_OUT, take_out)], self._screen.close_sheet))
            return
        card = str(line.action.cards[position])
        self._open(PickerSheet(
            texts.INSTEAD.format(card=texts.card_text(card)), self._page.faces,
            likely_mistakes(card, self._page.faces), partial(self._then, self._controller.correct, line.row, position),
            self._screen.close_sheet, partial(self._then, self._controller.take_out, line.row)))

    def _correct_many(self, line: LogLine, cards: tuple[str, ...]) -> None:
        """The cards of an event that has several, put right together."""
        was = tuple(map(str, line.action.cards))
        self._list(line.text, cards, partial(self._correct_many, line),
                   partial(self._controller.correct_cards, line.row, cards), cards != was)

    def add_missed(self, cards: tuple[str, ...] = ()) -> None:
        """A card that was not read, or several that were laid together."""
        if self._screen.view is None:
            return  # the table is still being opened
        if self._page.question is not None and not cards:
            self._screen.questions.answer_first(self._page.question)
            self._screen.note(texts.ANSWER_FIRST)
        elif not self._screen.laid_together:
            self._open(PickerSheet(texts.WHICH_CARD, self._page.faces, (), partial(
                self._then, self._controller.add_card), self._screen.close_sheet))
        elif not cards:
            self.exchange(cards, 0, self.add_missed)
        else:
            self._list(texts.WHICH_CARDS, cards, self.add_missed, partial(self._controller.add_cards, cards))

    def exchange(self, cards: tuple[str, ...], index: int, back: Back) -> None:
        """Pick the card at a place of several (a new one behind the last), then go back to them all."""
        known = index < len(cards)
        title = texts.INSTEAD.format(card=texts.card_text(cards[index])) if known else texts.WHICH_CARD
        likely = likely_mistakes(cards[index], self._page.faces) if known else ()
        self._open(PickerSheet(title, self._page.faces, likely,
                               lambda card: back((*cards[:index], card, *cards[index + 1:])),
                               (lambda: back(cards)) if cards else self._screen.close_sheet,
                               (lambda: back((*cards[:index], *cards[index + 1:]))) if known else None))

    def _list(self, title: str, cards: tuple[str, ...], back: Back, done: Callable[[], None], ready: bool = True
              ) -> None:
        """Several cards, of which each can be exchanged, and what happens when they are right."""
        self._open(CardsSheet(title, cards, lambda index: self.exchange(cards, index, back),
                              partial(self._then, done), self._screen.close_sheet, ready))

    # -- entering -------------------------------------------------------------------------------

    def lay_sets(self) -> None:
        """Cards of one's own, picked in the order in which they are laid."""
        def lay(action: Action) -> None:
            self._then(self._controller.choose, Choice(texts.LAY_SET, action))
        self._open(SetsSheet(self._page.layings, self._page.game, lay, self._screen.close_sheet))

    def enter_points(self, player: str) -> None:
        """How many points go on the board for a player, or come off it."""
        def deed(action: Action) -> tuple[str, Callable[[int], None]]:
            def done(number: int) -> None:
                whole = replace(action, numbers=(number,))
                self._then(self._controller.choose, Choice(texts.action_text(whole), whole))
            return texts.announcement_text(action, player), done
        deeds = [deed(action) for action in self._page.counted if action.actor == player]
        self._open(NumberSheet(player, deeds, self._screen.close_sheet))

    def score(self) -> None:
        """Whose points go on the board."""
        names = dict.fromkeys(action.actor for action in self._page.counted)
        self._open(ButtonsSheet(texts.WHO_SCORES, [(name, partial(self.enter_points, name)) for name in names],
                                self._screen.close_sheet))

    def enter_dice(self) -> None:
        """The dice, where no camera has read them."""
        roller = self._page.roller
        if roller:
            def rolled(one: int, two: int) -> None:
                self._then(self._controller.choose, Choice(texts.ENTER_DICE, Action(roller, ROLL, numbers=(one, two))))
            self._open(DiceSheet(texts.WHICH_DICE.format(name=roller), rolled, self._screen.close_sheet))

    def show_hand(self) -> None:
        """Somebody shows cards of his hand: whose, then which."""
        players = [(name, partial(self.show_of, name)) for name in self._page.players]
        self._open(ButtonsSheet(texts.WHO_SHOWS, players, self._screen.close_sheet))

    def show_of(self, player: str) -> None:
        """Which cards a player shows."""
        if self._screen.view is None:
            return  # the table was left meanwhile

        def shown(cards: tuple[str, ...]) -> None:
            self._then(self._controller.choose,
                       Choice(texts.SHOW_HAND, Action(player, "show", tuple(map(Card, cards)))))
        self._open(HandSheet(texts.SHOWS.format(name=player), self._page.faces, dict(self._page.to_show).get(player, 0),
                             shown, self._screen.close_sheet, self._page.laid_open.get(player, ())))

    # -- looking --------------------------------------------------------------------------------

    def open_log(self) -> None:
        self._open(LogSheet(texts.LOG, self._page.log, self.correct, self._screen.close_sheet))

    def open_known(self) -> None:
        """Odds, and what follows from the cards seen: all of it, where the panel has room for a part."""
        self._open(TextSheet(texts.KNOWN, tuple(map(texts.pretty, known_lines(self._page.panel))),
                             self._screen.close_sheet))

    def open_more(self) -> None:
        """Everything that is wanted now and then; while the table is still being opened, only the ways out."""
        screen = self._screen
        buttons: list[tuple[str, Callable[[], None]]] = [(texts.SETTINGS, app().open_options),
                                                         (texts.LEAVE, app().go_home)]
        if screen.view is not None:
            known = [(texts.KNOWN, self.open_known)] if any(known_lines(self._page.panel)) else []
            shows = [(texts.SHOW_HAND, self.show_hand)] if "show" in GAMES[self._page.game].verbs else []
            buttons = [
                (texts.LOG, self.open_log), (texts.LOOK_BACK, app().look_back), *known,
                (texts.SPECTATORS, app().open_spectators), (texts.SCORES, app().open_scores), *shows,
                (texts.MISSED, self.add_missed),
                (texts.RULES, partial(app().open_rules, self._page.game, self._page.options)),
                (texts.CAMERA_AND_TABLE, app().open_camera),
                (texts.RESUME if screen.paused else texts.PAUSE, screen.toggle_pause), *buttons]
        self._open(ButtonsSheet(texts.MORE, buttons, screen.close_sheet))

    def open_choices(self, title: str, choices: tuple[Choice, ...]) -> None:
        """Several things that one player may say."""
        buttons = [(choice.text, partial(self._then, self._controller.choose, choice)) for choice in choices]
        self._open(ButtonsSheet(title, buttons, self._screen.close_sheet))

    def _then(self, act: Callable[..., None], *values: Any) -> None:
        """Do it and close the sheet; a question that still waits comes back."""
        act(*values)
        self._screen.close_sheet()
