"""A bar of buttons that share its width and wrap into rows when fingers would have too little room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.layout import Layout

from companion.widgets.base import Btn, app, follow_app

LEAST_WIDTH = 1.55  # of the touch height, so that a word or two fits


@dataclass(frozen=True)
class Offer:
    """What a button says and does."""

    text: str
    act: Callable[[], None]
    kind: str = "plain"
    disabled: bool = False


class OfferButton(Btn):
    """A button that is used again for other offers.  A finger that came down on one offer does not
    take another that has come in its place."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.offer: Offer | None = None
        self._pressed: str | None = None

    def take(self, offer: Offer) -> None:
        if self.offer is None or self.offer.text != offer.text:
            self.focused = False
            self.font_size = app().letters
        self.offer = offer
        self.text, self.kind, self.disabled = offer.text, offer.kind, offer.disabled

    def on_press(self) -> None:
        self._pressed = self.offer.text if self.offer else None

    def on_release(self) -> None:
        if self.offer is not None and self.offer.text == self._pressed:
            self.offer.act()


class StackBar(Layout):
    """Lays its children out in as few rows as fit, each as wide as its share."""

    rows = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        for name in ("children", "pos", "size"):
            self.fbind(name, self._trigger_layout)
        follow_app(self._lay_out_anew, "touch", "unit")

    def _lay_out_anew(self, *_: Any) -> None:
        self._trigger_layout()

    def put(self, buttons: list[Btn]) -> None:
        """Exchange all buttons."""
        self.clear_widgets()
        for button in buttons:
            self._add(button)

    def offer(self, offers: Sequence[Offer]) -> list[OfferButton]:
        """Exchange what the buttons say and do; making new ones takes longer than a frame."""
        for button in list(reversed(self.children))[len(offers):]:
            self.remove_widget(button)
        while len(self.children) < len(offers):
            self._add(OfferButton())
        buttons = list(reversed(self.children))
        for button, offer in zip(buttons, offers, strict=True):
            button.take(offer)
        return buttons

    def withdraw(self) -> None:
        """Offer nothing any more, not even to a finger that is on a button."""
        for button in self.children:
            button.offer = None
        self.clear_widgets()

    def _add(self, button: Btn) -> None:
        button.bind(needs=self._trigger_layout, longest=self._trigger_layout)
        self.add_widget(button)

    def do_layout(self, *_: Any) -> None:
        """One row where it suffices; as high as two lines where the words of a button need them."""
        touch, gap = app().touch, app().unit * 10
        buttons = list(reversed(self.children))
        if not buttons or self.width < touch:
            return
        longest = max(button.longest for button in buttons)
        room = max(1, int((self.width + gap) // (max(touch * LEAST_WIDTH, longest) + gap)))
        self.rows = -(-len(buttons) // room)
        per_row = -(-len(buttons) // self.rows)
        widest = (self.width - gap * (per_row - 1)) / per_row
        high = max(touch, app().letters * 2.9) if any(button.needs > widest for button in buttons) else touch
        self.height = self.rows * high + (self.rows - 1) * gap
        for row in range(self.rows):
            part = buttons[row * per_row:(row + 1) * per_row]
            wide = (self.width - gap * (len(part) - 1)) / max(len(part), 1)
            y = self.top - high - row * (high + gap)
            for index, button in enumerate(part):
                button.size = (wide, high)
                button.pos = (self.x + index * (wide + gap), y)
