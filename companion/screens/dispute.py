"""Looking back: the deal as a strip of small pictures, one event opened, put right with one tap.

"What if" replays the rest of the deal with another card and says what would be otherwise; nothing is
written until somebody taps "Correct it".
"""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion import texts
from companion.sitting import looking_back as dispute
from companion.sitting.controller import Controller
from companion.sitting.looking_back import Changes, Detail, DisputeView, Moment
from companion.sitting.table_page import Choice
from companion.widgets.base import Btn, Surface, WrappedText, app, follow_app, load_kv
from companion.widgets.card import CardButton, draw_card
from companion.widgets.felt import Felt
from companion.widgets.sheets import PickerSheet, jpeg_texture

__all__ = ["Felt", "DisputeScreen", "MomentTile", "ProofPicture", "Strip"]
FAULTS = ("illegal", "proven")


class Strip(RecycleView):
    """The deal's events, the earliest first; only those in view exist."""

    def go_to(self, share: float) -> None:
        """Scroll there; a strip that fits stays at the left."""
        self.scroll_x = share if self.children[0].width > self.width else 0.0


class MomentTile(Btn):
    """One event: its small picture, or its card drawn."""

    moment = ObjectProperty(None, allownone=True)
    mark = StringProperty("")
    tapped = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        redraw = Clock.create_trigger(self._draw, -1)
        for name in ("moment", "pos", "size"):
            self.fbind(name, redraw)

    def on_release(self) -> None:
        if self.tapped and self.moment:
            self.tapped(self.moment.row)

    def _draw(self, *_: Any) -> None:
        moment: Moment | None = self.moment
        self.canvas.after.clear()
        if moment is None or self.height < 10:
            return
        self.mark = "!" if moment.kind in FAULTS else "?" if moment.asked or moment.kind in ("warn", "need") else ""
        gap = app().unit * 8
        low, high = self.y + self.height * 0.34, self.top - gap
        with self.canvas.after:
            if moment.picture:
                texture = jpeg_texture(moment.picture)
                scale = min((self.width - 2 * gap) / texture.width, (high - low) / texture.height)
                size = (texture.width * scale, texture.height * scale)
                Color(1, 1, 1, 1)
                Rectangle(texture=texture, pos=(self.center_x - size[0] / 2, low), size=size)
            elif moment.cards:
                draw_card(moment.cards[-1].partition("/")[0], self.center_x - (high - low) * 0.35, low, high - low,
                          app().theme)


class ProofPicture(Widget):
    """The part of a kept picture where something happened, with the cards that were read outlined.
    outlines, part: in shares of the picture's sides, from the top left."""

    jpeg = ObjectProperty(None, allownone=True)
    outlines = ListProperty([])
    part = ListProperty([0.0, 0.0, 1.0, 1.0])

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        redraw = Clock.create_trigger(self._draw, -1)
        for name in ("jpeg", "outlines", "pos", "size"):
            self.fbind(name, redraw)
        follow_app(self._draw, "theme")

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self.jpeg is None or self.width < 10 or self.height < 10:
            return
        whole = jpeg_texture(self.jpeg)
        x1, y1, x2, y2 = self.part
        texture = whole.get_region(x1 * whole.width, (1 - y2) * whole.height, (x2 - x1) * whole.width,
                                   (y2 - y1) * whole.height)
        scale = min(self.width / texture.width, self.height / texture.height)
        wide, high = texture.width * scale, texture.height * scale
        left, low = self.center_x - wide / 2, self.center_y - high / 2
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=texture, pos=(left, low), size=(wide, high))
            Color(*app().theme.accent)
            for outline in self.outlines:
                points = [at for x, y in outline for at in (left + (x - x1) / (x2 - x1) * wide,
                                                            low + (y2 - y) / (y2 - y1) * high)]
                Line(points=points, close=True, width=app().unit * 2.2)


class DisputeScreen(Screen):
    """Draws a DisputeView; every tap goes to the controller."""

    view = ObjectProperty(None, allownone=True)
    landscape = BooleanProperty(True)
    supposing = BooleanProperty(False)  # whether a tap on a card only asks "what if"
    position = NumericProperty(-1)  # which card of the event is meant
    title, event, why, rule, reading, stood = (StringProperty("") for _ in range(6))
    caution = BooleanProperty(False)
    has_pictures = BooleanProperty(False)

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.controller = controller
        self.picker: PickerSheet | None = None
        self.bind(size=lambda *_: setattr(self, "landscape", self.width >= self.height))

    # -- what arrives -------------------------------------------------------------------------

    def open(self, row: int | None = None) -> None:
        """Look back at the open table's deal, at the event of a log row if one is named."""
        self.supposing, self.position = False, -1
        self._ask(lambda sitting: dispute.look_back(sitting, row=row))

    def show(self, view: DisputeView) -> None:
        """Draw this."""
        earlier = self.view
        self.view = view
        self.title = texts.DEAL_OF.format(number=view.deal, count=view.deals)
        row = view.detail.moment.row if view.detail else None
        if earlier is None or earlier.detail is None or earlier.detail.moment.row != row:
            self.position = -1
        self.ids.strip.data = [{"moment": moment, "text": moment.text, "chosen": moment.row == row,
                                "tapped": self.look_at} for moment in view.moments]
        self._scroll_to(row)
        self._show_detail(view.detail)
        self._show_changes(view.changes)
        self.close_picker()

    def note(self, text: str) -> None:
        """One sentence in the place of the event's."""
        self.why, self.rule = text, ""

    # -- taps ---------------------------------------------------------------------------------

    def look_at(self, row: int) -> None:
        self._ask(lambda sitting: dispute.look_back(sitting, row=row))

    def go_to_deal(self, step: int) -> None:
        if self.view:
            deal = self.view.deal + step
            self._ask(lambda sitting: dispute.look_back(sitting, deal))

    def choose_card(self, card: str | None) -> None:
        """The card was this one; or, in "what if", what if it had been?  None: it never happened."""
        if self.view and self.view.detail:
            act = dispute.suppose if self.supposing else dispute.put_right
            row, position = self.view.detail.moment.row, int(self.position)
            self._ask(lambda sitting: act(sitting, row, position, card))

    def choose_action(self, choice: Choice) -> None:
        """One of the readings that a correction left open."""
        changes: Changes = self.view.changes
        act = dispute.suppose_action if changes.supposed else dispute.put_right_action
        self._ask(lambda sitting: act(sitting, changes.row, choice.action))

    def correct_so(self) -> None:
        """What was only supposed is what happened."""
        changes: Changes = self.view.changes
        self._ask(lambda sitting: dispute.put_right_action(sitting, changes.row, changes.action))

    def drop_changes(self) -> None:
        """Back to the event itself."""
        if self.view and self.view.detail:
            self.look_at(self.view.detail.moment.row)

    def undo(self) -> None:
        deal = self.view.deal if self.view else None
        self._ask(lambda sitting: dispute.take_back(sitting, deal))

    def redo(self) -> None:
        deal = self.view.deal if self.view else None
        self._ask(lambda sitting: dispute.put_back(sitting, deal))

    def choose_position(self, position: int) -> None:
        """Which card of the event is meant."""
        self.position = position
        self._show_detail(self.view.detail)

    def open_picker(self) -> None:
        detail: Detail | None = self.view.detail if self.view else None
        if detail is None or not detail.moment.cards:
            return
        card = detail.moment.cards[int(self.position)]
        self.close_picker()
        self.picker = PickerSheet(texts.INSTEAD.format(card=texts.card_text(card)), self.view.faces,
                                  detail.likeliest[int(self.position)], self.choose_card, self.close_picker)
        self.picker.size_hint = (0.53, 1) if self.landscape else (1, 0.6)
        self.picker.pos_hint = {"right": 1, "y": 0}
        self.ids.layer.add_widget(self.picker)

    def close_picker(self, *_: Any) -> None:
        self.ids.layer.clear_widgets()
        self.picker = None

    def escape(self) -> bool:
        """Close what is open, else back to the table."""
        if self.picker is not None:
            self.close_picker()
        elif self.view and self.view.changes:
            self.drop_changes()
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

    # -- inside -------------------------------------------------------------------------------

    def _ask(self, query: Any) -> None:
        self.controller.fetch(self.name, query)

    def _show_detail(self, detail: Detail | None) -> None:
        pictures, cards = self.ids.pictures, self.ids.cards
        pictures.clear_widgets()
        cards.clear_widgets()
        self.caution = detail is not None and detail.told.kind in FAULTS
        self.event = detail.told.text if detail else texts.NOTHING_YET
        self.why = detail.told.why if detail else ""
        self.rule = detail.told.rule if detail and self.caution and detail.told.rule != detail.told.why else ""
        self.reading = "\n".join(detail.readings) if detail else ""
        self.stood = detail.position if detail else ""
        self.has_pictures = detail is not None and bool(detail.before or detail.after)
        if detail is None:
            return
        for title, jpeg, outlines in ((texts.BEFORE, detail.before, ()), (texts.AFTER, detail.after, detail.outlines)):
            if jpeg:
                pictures.add_widget(_framed(title, jpeg, outlines, detail.part))
        self._offer_cards(detail)

    def _offer_cards(self, detail: Detail) -> None:
        """The likeliest other cards, any other card, and that it never happened."""
        cards, unit = self.ids.cards, app().unit
        if len(detail.moment.cards) > 1:
            cards.add_widget(self._places(detail))
        if detail.moment.cards:
            for card in detail.likeliest[int(self.position)][:4 if self.landscape else 3]:
                cards.add_widget(CardButton(card=card, on_release=lambda w: self.choose_card(w.card)))
            cards.add_widget(Btn(text=texts.SOMETHING_ELSE, size_hint_y=1, font_size=unit * 22,
                                 on_release=lambda *_: self.open_picker()))
        cards.add_widget(Btn(text=texts.TAKE_OUT, size_hint_y=1, font_size=unit * 21,
                             on_release=lambda *_: self.choose_card(None)))

    def _places(self, detail: Detail) -> Widget:
        """Which card of the event: walks through them."""
        cards = detail.moment.cards
        here = int(self.position) % len(cards)
        card = texts.card_text(cards[here])
        return Btn(text=f"{card}\n{here + 1}/{len(cards)}", size_hint_y=1, chosen=True,
                   on_release=lambda *_: self.choose_position((here + 1) % len(cards)))

    def _show_changes(self, changes: Changes | None) -> None:
        box = self.ids.changes
        box.clear_widgets()
        if changes is not None:
            box.add_widget(ChangesPanel(changes, self))

    def _scroll_to(self, row: int | None) -> None:
        """Bring the open event into view."""
        places = [moment.row for moment in self.view.moments]
        share = places.index(row) / max(len(places) - 1, 1) if row in places else 1.0
        Clock.schedule_once(lambda _dt: self.ids.strip.go_to(share), 0)


class ChangesPanel(Surface):
    """What a correction changes, or would."""

    def __init__(self, changes: Changes, screen: DisputeScreen, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.edge = app().theme.accent
        self.ids.title.text = changes.title
        lines = self.ids.lines
        for line in changes.lines:
            text = WrappedText(text=line, size_hint_y=None, color=app().theme.ink, font_size=app().unit * 25)
            text.bind(texture_size=lambda w, size: setattr(w, "height", size[1] + app().unit * 8))
            lines.add_widget(text)
        buttons = self.ids.buttons
        if len(changes.choices) > 1:
            for choice in changes.choices[:4]:
                buttons.add_widget(Btn(text=choice.text, chosen=choice.action == changes.action,
                                       on_release=lambda _w, choice=choice: screen.choose_action(choice)))
        if changes.supposed:
            buttons.add_widget(Btn(text=texts.CORRECT_SO, kind="primary", on_release=lambda *_: screen.correct_so()))
        elif screen.view.can_undo:
            buttons.add_widget(Btn(text=texts.UNDO, on_release=lambda *_: screen.undo()))
        buttons.add_widget(Btn(text=texts.CLOSE, on_release=lambda *_: screen.drop_changes()))


def _framed(title: str, jpeg: bytes, outlines: Any, part: Any) -> Widget:
    box = BoxLayout(orientation="vertical", spacing=app().unit * 4)
    box.add_widget(WrappedText(text=title, size_hint_y=None, height=app().unit * 28, font_size=app().unit * 22,
                        color=app().theme.quiet))
    box.add_widget(ProofPicture(jpeg=jpeg, outlines=list(outlines), part=list(part)))
    return box


load_kv(__file__)
