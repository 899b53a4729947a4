"""Sheets that slide over half the table: a question, the card picker, the deal so far, more.

Only one is open at a time, and the camera picture and the board stay in view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Line
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.image import Image
from kivy.uix.recycleview import RecycleView
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.sitting.table_page import Choice, LogLine, OpenQuestion, telling_cards
from companion.style.theme import BOLD_FONT
from companion.widgets.base import Btn, FitText, Paragraph, Surface, WrappedText, app, load_kv
from companion.widgets.card import CardButton
from companion.words import texts

LIKELIEST = 5
MOST_CHOICES = 6
MOST_SHORT = 18  # counts, which need little room
SHORT = 6  # letters


class Sheet(Surface):
    """A titled panel with a way out.  `name` tells what is open; wide: it needs the whole screen."""

    wide = False
    title = StringProperty("")
    name = StringProperty("")

    def __init__(self, title: str, on_close: Callable[[], None] | None, **kwargs: Any) -> None:
        super().__init__(title=title, **kwargs)
        self.on_close = on_close
        self.head = BoxLayout(size_hint_y=None, height=app().touch, spacing=app().unit * 10)
        self.heading = Paragraph(text=title, font_name=BOLD_FONT, pos_hint={"center_y": 0.5})
        self.heading.bind(height=lambda _w, high: setattr(self.head, "height", max(app().touch, high)))
        self.head.add_widget(self.heading)
        if on_close:
            self.head.add_widget(Btn(text=texts.CLOSE, snug=True,
                                     on_release=lambda *_: on_close()))
        self.add_widget(self.head)


class QuestionSheet(Sheet):
    """A question with its picture and the likeliest answers as large buttons."""

    def __init__(self, question: OpenQuestion, on_choice: Callable[[Choice], None], on_other: Callable[[], None] | None,
                 about: str = "", **kwargs: Any) -> None:
        """about: what was told last, which the sheet lies over."""
        super().__init__(question.text, None, name="question", **kwargs)
        self.question = question
        if about:
            self.add_widget(Paragraph(text=about, color=app().theme.quiet))
        middle = BoxLayout(spacing=app().unit * 14)
        if question.picture:
            middle.add_widget(picture_widget(question.picture))
        short = all(len(choice.text) <= SHORT for choice in question.choices)
        self.choices = choices = question.choices[:MOST_SHORT if short else MOST_CHOICES]
        cards = telling_cards(choices)
        columns = 4 if len(choices) > MOST_CHOICES else 3 if cards else 2
        grid = GridLayout(cols=min(len(choices), columns) or 1, spacing=app().unit * 12)
        for index, choice in enumerate(choices):
            grid.add_widget(_card_choice(choice, cards[index], on_choice) if cards
                            else _word_choice(choice, on_choice, len(choices)))
        middle.add_widget(grid)
        self.add_widget(middle)
        foot = BoxLayout(size_hint_y=None, height=app().touch, spacing=app().unit * 12)
        if on_other:
            foot.add_widget(Btn(text=texts.SOMETHING_ELSE, on_release=lambda *_: on_other()))
        foot.add_widget(Btn(text=texts.NOTHING, on_release=lambda *_: on_choice(Choice(texts.NOTHING, None))))
        self.add_widget(foot)


def _card_choice(choice: Choice, card: str, on_choice: Callable[[Choice], None]) -> Widget:
    """The card that it is about, with its words below."""
    box = BoxLayout(orientation="vertical", spacing=app().unit * 4)
    box.add_widget(CardButton(card=card, on_release=lambda *_: on_choice(choice)))
    box.add_widget(FitText(text=choice.text, largest=app().letters, size_hint_y=0.24,
                           size_hint_min_y=app().letters * 2.8, halign="center", wraps=True))
    return box


def _word_choice(choice: Choice, on_choice: Callable[[Choice], None], count: int) -> Widget:
    button = Btn(text=choice.text, on_release=lambda *_: on_choice(choice), size_hint_y=1)
    short = len(choice.text) <= SHORT
    button.font_size = app().letters if not short else app().unit * (110 if count <= MOST_CHOICES else 64)
    return button


class PickerSheet(Sheet):
    """Which card was it: the likeliest first, then every rank and suit.  `faces` are the pack's
    cards; with suits one taps a suit and a rank, in either order."""

    rank = StringProperty("")
    suit = StringProperty("")

    def __init__(self, title: str, faces: Sequence[str], likeliest: Sequence[str], on_card: Callable[[str], None],
                 on_close: Callable[[], None], taken_out: Callable[[], None] | None = None, **kwargs: Any) -> None:
        super().__init__(title, on_close, name="picker", **kwargs)
        self.on_card = on_card
        self.buttons: dict[str, Btn] = {}
        if likeliest:
            row = BoxLayout(spacing=app().unit * 12, size_hint_y=0.9, size_hint_min_y=app().touch)
            for card in likeliest[:LIKELIEST]:
                row.add_widget(CardButton(card=card, on_release=lambda widget: on_card(widget.card)))
            self.add_widget(row)
        suited = [face for face in faces if face[-1] in texts.SUIT_SIGNS and not face.startswith(("+", "<"))]
        others = [face for face in faces if face not in suited]
        if suited:
            self._add_suits_and_ranks(suited)
        if others:
            self.add_widget(self._cards(others))
        if taken_out:
            self.head.add_widget(Btn(text=texts.NOT_A_CARD, on_release=lambda *_: taken_out(), snug=True), index=1)

    def _add_suits_and_ranks(self, faces: Sequence[str]) -> None:
        suits = BoxLayout(spacing=app().unit * 8, size_hint_y=None, height=app().touch)
        for suit, sign in texts.SUIT_SIGNS.items():
            self.buttons[suit] = Btn(text=sign, on_release=partial(self._pick_suit, suit), size_hint_y=1)
            self.buttons[suit].font_size = app().unit * 52
            suits.add_widget(self.buttons[suit])
        gap = app().unit * 8
        ranks = GridLayout(cols=5, spacing=gap, size_hint_y=1.5, size_hint_min_y=3 * app().touch + 2 * gap)
        for rank in dict.fromkeys(face[0] for face in faces):
            self.buttons[rank] = Btn(text=rank.replace("T", "10"), on_release=partial(self._pick_rank, rank),
                                     size_hint_y=1)
            ranks.add_widget(self.buttons[rank])
        self.add_widget(suits)
        self.add_widget(ranks)

    def _cards(self, faces: Sequence[str]) -> Widget:
        rows = -(-len(faces) // 5)
        grid = GridLayout(cols=5, spacing=app().unit * 8, size_hint_y=0.5 * rows, size_hint_min_y=rows * app().touch)
        for face in faces:
            grid.add_widget(CardButton(card=face, on_release=lambda widget: self.on_card(widget.card)))
        return grid

    def _pick_suit(self, suit: str, *_: Any) -> None:
        self.suit = suit
        self._picked()

    def _pick_rank(self, rank: str, *_: Any) -> None:
        self.rank = rank
        self._picked()

    def _picked(self) -> None:
        for name, button in self.buttons.items():
            button.chosen = name in (self.rank, self.suit)
        if self.rank and self.suit:
            self.on_card(self.rank + self.suit)


class LogSheet(Sheet):
    """Every event of the deal, newest first; tap one to correct it."""

    def __init__(self, title: str, log: tuple[LogLine, ...], on_line: Callable[[LogLine], None],
                 on_close: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(title, on_close, name="log", **kwargs)
        self.lines = LogView()
        self.lines.data = [{"line": line, "tapped": on_line} for line in reversed(log)]
        self.add_widget(self.lines if log else WrappedText(text=texts.WAITING))


class LogView(RecycleView):
    """The list itself; only the rows in view exist."""


class LogButton(Btn):
    """One event and what was said about it."""

    line = ObjectProperty(None, allownone=True)
    tapped = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        if self.tapped and self.line:
            self.tapped(self.line)


class ButtonsSheet(Sheet):
    """A few large buttons."""

    def __init__(self, title: str, buttons: Sequence[tuple[str, Callable[[], None]]], on_close: Callable[[], None],
                 **kwargs: Any) -> None:
        super().__init__(title, on_close, name="more", **kwargs)
        grid = GridLayout(cols=2, spacing=app().unit * 12, size_hint_y=None, padding=(0, 0, app().unit * 14, 0))
        grid.bind(minimum_height=grid.setter("height"))
        for text, act in buttons:
            grid.add_widget(Btn(text=text, on_release=lambda _w, act=act: act()))
        scroll = ScrollView(bar_width=app().unit * 8, scroll_type=["bars", "content"])
        scroll.add_widget(grid)
        self.add_widget(scroll)


class TextSheet(Sheet):
    """Sentences to read."""

    def __init__(self, title: str, sentences: Sequence[str], on_close: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(title, on_close, name="text", **kwargs)
        lines = BoxLayout(orientation="vertical", size_hint_y=None, spacing=app().unit * 14)
        lines.bind(minimum_height=lines.setter("height"))
        for sentence in sentences:
            lines.add_widget(Paragraph(text=sentence))
        scroll = ScrollView(bar_width=app().unit * 8, scroll_type=["bars", "content"])
        scroll.add_widget(lines)
        self.add_widget(scroll)


def jpeg_texture(jpeg: bytes) -> Texture:
    return CoreImage(BytesIO(jpeg), ext="jpg").texture


def picture_widget(jpeg: bytes) -> Image:
    """A small JPEG, framed."""
    image = Image(texture=jpeg_texture(jpeg), fit_mode="contain", size_hint_x=0.8)
    with image.canvas.after:
        Color(*app().theme.line)
        frame = Line(width=1.2)
    image.bind(size=lambda *_: _frame(image, frame), pos=lambda *_: _frame(image, frame))
    return image


def _frame(image: Image, frame: Line) -> None:
    wide, high = image.norm_image_size
    frame.rectangle = (image.center_x - wide / 2, image.center_y - high / 2, wide, high)


load_kv(__file__)
