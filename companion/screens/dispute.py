"""Looking back: the deal as a strip of small pictures, one event opened, put right with one tap.

"What if" replays the rest of the deal with another card and says what would be otherwise; nothing is
written until somebody taps "Correct it".  A card that was overlooked is put before the open event.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.sitting import looking_back as dispute
from companion.sitting.controller import Controller
from companion.sitting.looking_back import Changes, Detail, DisputeView
from companion.sitting.table_page import Choice
from companion.widgets.app_screen import AppScreen
from companion.widgets.base import Btn, Paragraph, Surface, app, load_kv
from companion.widgets.card import CardButton
from companion.widgets.felt import Felt
from companion.widgets.proof import FAULTS, Enlarged, ProofPicture, Strip, framed_proofs
from companion.widgets.sheets import ButtonsSheet, PickerSheet
from companion.words import texts
from rules import Action

__all__ = ["CardOffers", "DisputeScreen", "Felt", "Strip"]
MOST_OFFERED = 3  # of the likeliest cards, and what walks through several of an event


class WordButton(Btn):
    """One of several in a row, each as wide as its words ask for in two lines."""

    room = NumericProperty(1)  # that width, in sizes of the letters


class CardOffers(BoxLayout):
    """What the card of an event may have been: the likeliest, any other; that it never happened, and that another one
    came before it, or something was said."""

    landscape = BooleanProperty(True)
    position = NumericProperty(-1)  # which card of the event is meant

    def offer(self, detail: Detail | None, screen: DisputeScreen) -> None:
        cards, words = self.ids.cards, self.ids.words
        cards.clear_widgets()
        words.clear_widgets()
        if detail is None or detail.moment.is_taken_back:
            if detail is not None and detail.may_insist:
                words.add_widget(WordButton(text=texts.IT_WAS_RIGHT.format(event=detail.moment.text),
                                            on_release=lambda *_: self._insist(detail, screen)))
            return
        if len(detail.moment.cards) > 1:
            cards.add_widget(self._places(detail, screen))
        if detail.moment.cards:
            for card in detail.likeliest[int(self.position)][:MOST_OFFERED - len(cards.children)]:
                cards.add_widget(CardButton(card=card, on_release=lambda w: screen.choose_card(w.card)))
            words.add_widget(WordButton(text=texts.SOMETHING_ELSE, on_release=lambda *_: screen.open_picker()))
        words.add_widget(WordButton(text=texts.TAKE_OUT, on_release=lambda *_: screen.choose_card(None)))
        words.add_widget(WordButton(text=texts.ADD_BEFORE, on_release=lambda *_: self._add_before(detail, screen)))

    def _insist(self, detail: Detail, screen: DisputeScreen) -> None:
        """What the camera took back was right."""
        row = detail.moment.row
        screen.ask(lambda sitting: dispute.insist(sitting, row))

    def _add_before(self, detail: Detail, screen: DisputeScreen) -> None:
        """Something came before the event, and nobody told of it: a card, or what was said?"""
        row = detail.moment.row
        if not detail.sayable:
            self._add_card_before(detail, screen)
            return

        def add(said: Action) -> None:
            screen.ask(lambda sitting: dispute.add_unheard(sitting, row, said))

        said = [(choice.text, partial(add, choice.action)) for choice in detail.sayable if choice.action]
        title = texts.MISSING_BEFORE.format(event=detail.moment.text)
        sheet = ButtonsSheet(title, [(texts.A_CARD, partial(self._add_card_before, detail, screen)), *said],
                             screen.close_sheet)
        screen.lay(beside_strip(sheet, self.landscape))

    def _add_card_before(self, detail: Detail, screen: DisputeScreen) -> None:
        """A card was overlooked before the event: which?"""
        row = detail.moment.row
        screen.pick(texts.ADD_BEFORE_WHAT.format(event=detail.moment.text), (), lambda card: screen.ask(
            lambda sitting: dispute.add_overlooked(sitting, row, card)))

    def _places(self, detail: Detail, screen: DisputeScreen) -> Widget:
        """Which card of the event: walks through them."""
        cards = detail.moment.cards
        here = int(self.position) % len(cards)

        def walk(*_: Any) -> None:
            self.position = (here + 1) % len(cards)
            self.offer(detail, screen)

        return Btn(text=f"{texts.card_text(cards[here])}\n{here + 1}/{len(cards)}", size_hint_y=1, chosen=True,
                   on_release=walk)


class DisputeScreen(AppScreen):
    """Draws a DisputeView; every tap goes to the controller."""

    view = ObjectProperty(None, allownone=True)
    supposing = BooleanProperty(False)  # whether a tap on a card only asks "what if"
    title, event, why, rule, reading, stood = (StringProperty("") for _ in range(6))
    caution = BooleanProperty(False)
    has_pictures = BooleanProperty(False)

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(controller, **kwargs)
        self.sheet: Widget | None = None  # what lies over the screen: a picker, or an enlarged picture

    # -- what arrives -------------------------------------------------------------------------

    def open(self, row: int | None = None) -> None:
        """Look back at the open table's deal, at the event of a log row if one is named."""
        self.supposing, self.ids.cards.position = False, -1
        self._forget()
        self.ask(lambda sitting: dispute.look_back(sitting, row=row))

    def show(self, view: DisputeView) -> None:
        """Draw this."""
        earlier, self.view = self.view, view
        self.title = texts.DEAL_OF.format(number=view.deal, count=view.deals)
        row = view.detail.moment.row if view.detail else None
        if earlier is None or earlier.detail is None or earlier.detail.moment.row != row:
            self.ids.cards.position = -1
        self.ids.strip.show(view, self.look_at)
        self._show_detail(view.detail)
        self.ids.changes.clear_widgets()
        if view.changes is not None:
            self.ids.changes.add_widget(ChangesPanel(view.changes, self))
        self.close_sheet()

    def note(self, text: str) -> None:
        """One sentence in the place of the event's."""
        self.why, self.rule = text, ""

    # -- taps ---------------------------------------------------------------------------------

    def look_at(self, row: int) -> None:
        self.ask(lambda sitting: dispute.look_back(sitting, row=row))

    def go_to_deal(self, step: int) -> None:
        if self.view:
            deal = self.view.deal + step
            self.ask(lambda sitting: dispute.look_back(sitting, deal))

    def choose_card(self, card: str | None) -> None:
        """The card was this one; or, in "what if", what if it had been?  None: it never happened."""
        if self.view and self.view.detail:
            act = dispute.suppose if self.supposing else dispute.put_right
            row, position = self.view.detail.moment.row, int(self.ids.cards.position)
            self.ask(lambda sitting: act(sitting, row, position, card))

    def undo(self) -> None:
        deal = self.view.deal if self.view else None
        self.ask(lambda sitting: dispute.take_back(sitting, deal))

    def redo(self) -> None:
        deal = self.view.deal if self.view else None
        self.ask(lambda sitting: dispute.put_back(sitting, deal))

    def enlarge(self, picture: ProofPicture) -> None:
        """The picture over everything else."""
        self.lay(Enlarged(picture, self.close_sheet))

    def open_picker(self) -> None:
        """It was a card that is not among the likeliest."""
        detail: Detail | None = self.view.detail if self.view else None
        if detail is not None and detail.moment.cards:
            position = int(self.ids.cards.position)
            card = texts.card_text(detail.moment.cards[position])
            self.pick(texts.INSTEAD.format(card=card), detail.likeliest[position], self.choose_card)

    def close_sheet(self, *_: Any) -> None:
        self.ids.layer.clear_widgets()
        self.sheet = None

    def escape(self) -> bool:
        """Close what is open, else back to the table."""
        if self.sheet is not None:
            self.close_sheet()
        elif self.view and self.view.changes and self.view.detail:
            self.look_at(self.view.detail.moment.row)
        else:
            app().to_table()
        return True

    def on_key(self, _key: int, letter: str) -> bool:
        acts = {"u": self.undo, "r": self.redo, "c": self.open_picker, "w": self.toggle_supposing}
        if letter in acts:
            acts[letter]()
        return letter in acts

    def toggle_supposing(self) -> None:
        self.supposing = not self.supposing

    def ask(self, query: Any) -> None:
        """Ask the table something, or tell it; the answer is a DisputeView."""
        self.controller.fetch(self.name, query)

    # -- inside -------------------------------------------------------------------------------

    def _forget(self) -> None:
        """Nothing is shown until the table has answered: what was shown may be another sitting's."""
        self.view = None
        self.close_sheet()
        self.ids.strip.data = []
        self.ids.changes.clear_widgets()
        self._show_detail(None)

    def pick(self, title: str, likeliest: tuple[str, ...], act: Callable[[str], None]) -> None:
        """Ask for a card."""
        picker = PickerSheet(title, self.view.faces, likeliest, act, self.close_sheet)
        self.lay(beside_strip(picker, self.landscape))

    def lay(self, sheet: Widget) -> None:
        """Lay this over the screen, in the place of what lies there."""
        self.close_sheet()
        self.sheet = sheet
        self.ids.layer.add_widget(sheet)

    def _show_detail(self, detail: Detail | None) -> None:
        self.caution = detail is not None and detail.told.kind in FAULTS
        self.event, self.why, self.rule, self.reading, self.stood = _words_of(detail)
        self.has_pictures = detail is not None and bool(detail.before or detail.after)
        self.ids.pictures.clear_widgets()
        for box in framed_proofs(detail, self.enlarge) if detail else ():
            self.ids.pictures.add_widget(box)
        self.ids.told.scroll_y = 1
        self.ids.cards.offer(detail, self)


def _words_of(detail: Detail | None) -> tuple[str, str, str, str, str]:
    """The event, why, the rule that it broke, how it was read, and how the table stood."""
    if detail is None:
        return texts.NOTHING_YET, "", "", "", ""
    told = detail.told
    rule = told.rule if told.kind in FAULTS and told.rule != told.why else ""
    return told.text, told.why, rule, "\n".join(detail.readings), detail.position


def beside_strip(sheet: Widget, landscape: bool) -> Widget:
    """The sheet where it leaves the strip in sight."""
    sheet.size_hint, sheet.pos_hint = (0.53, 1) if landscape else (1, 0.6), {"right": 1, "y": 0}
    return sheet


class ChangesPanel(Surface):
    """What a correction changes, or would."""

    def __init__(self, changes: Changes, screen: DisputeScreen, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.edge = app().theme.accent
        self.ids.title.text = changes.title
        for line in changes.lines:
            self.ids.lines.add_widget(Paragraph(text=line))
        act = dispute.suppose_action if changes.supposed else dispute.put_right_action
        for choice in changes.choices[:4] if len(changes.choices) > 1 else ():
            self._button(choice.text, partial(self._choose, screen, act, changes.row, choice),
                         chosen=choice.action == changes.action)
        if changes.supposed:
            self._button(texts.CORRECT_SO, lambda: screen.ask(
                lambda sitting: dispute.put_right_action(sitting, changes.row, changes.action)), kind="primary")
        elif screen.view.can_undo:
            self._button(texts.UNDO, screen.undo)
        self._button(texts.CLOSE, screen.escape)

    def _button(self, text: str, act: Callable[[], object], **kwargs: Any) -> None:
        self.ids.buttons.add_widget(Btn(text=text, on_release=lambda *_: act(), **kwargs))

    @staticmethod
    def _choose(screen: DisputeScreen, act: Any, row: int, choice: Choice) -> None:
        screen.ask(lambda sitting: act(sitting, row, choice.action))


load_kv(__file__)
