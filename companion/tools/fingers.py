"""Working the app without hands: for tests, pictures and measurements.

    with Hands(app) as hands:
        hands.wait(lambda: app.table.view is not None)
        hands.tap(app.table.ids.bar.children[0])
        hands.key("u")
        hands.picture(Path("table.png"))

The app's loop runs only while somebody waits, frame by frame.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from kivy.app import App
from kivy.base import EventLoop, runTouchApp
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.lang import global_idmap
from kivy.uix.recycleview import views
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.screens.app import CompanionApp
from companion.sitting.table_page import Choice, telling_cards
from companion.widgets.bar import OfferButton
from companion.widgets.base import Btn
from companion.widgets.card import CardButton
from companion.widgets.keys import ENTER, TAB, focused, pressables


class Finger(MotionEvent):
    """A touch at a point of the window, in pixels from its lower left corner."""

    def __init__(self, x: float, y: float) -> None:
        super().__init__("hands", 1, (x / Window.width, y / Window.height), is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: Any) -> None:
        """As Kivy asks for it.  args: x and y as shares of the window."""
        self.sx, self.sy = args
        super().depack(args)


class Hands:
    """Runs an app and touches it."""

    def __init__(self, app: CompanionApp, size: tuple[int, int] | None = None) -> None:
        self.app = app
        self._size = size

    def __enter__(self) -> Hands:
        self._resize()
        self.app._run_prepare()
        runTouchApp(embedded=True)
        self.frames(2)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
                 ) -> None:
        self.app.dispatch("on_stop")
        Window.remove_widget(self.app.root)
        EventLoop.idle()  # what was put off still needs the app
        App._running_app = None
        views._cached_views.clear()  # else rows of a list that follow this app are used again by the next
        views._cache_count = 0
        object.__setattr__(global_idmap["app"], "_obj", None)  # else what was drawn while stopping keeps this app

    def resize(self, width: int, height: int) -> None:
        """Give the window another size in pixels, and let it be laid out."""
        self._size = (width, height)
        self._resize()
        self.frames(3)

    def frames(self, count: int) -> None:
        """Let some frames pass."""
        for _ in range(count):
            EventLoop.idle()

    def wait(self, happens: Callable[[], object], longest_s: float = 180.0) -> None:
        """Run until something is so; AssertionError when it does not come about."""
        if not self.comes(happens, longest_s):
            raise AssertionError("What was waited for did not happen.")

    def comes(self, happens: Callable[[], object], longest_s: float) -> bool:
        """Run until something is so, or for so long; whether it came about."""
        end_s = time.monotonic() + longest_s
        while not happens():
            if time.monotonic() > end_s:
                return False
            EventLoop.idle()
        return True

    def tap(self, widget: Widget) -> None:
        """Touch the middle of a widget, scrolled to where it lies beyond the end of a list."""
        self.scroll_to(widget)
        x, y = widget.to_window(*widget.center)
        finger = Finger(x, y)
        for event in ("begin", "end"):
            EventLoop.post_dispatch_input(event, finger)
            self.frames(1)
        self.frames(1)

    def scroll_to(self, widget: Widget) -> None:
        """Scroll every list that a widget is in until it is seen."""
        parent = widget.parent
        while parent is not None and parent is not parent.parent:
            if isinstance(parent, ScrollView) and not self.shows(parent, widget):
                parent.scroll_to(widget, padding=0, animate=False)
                self.frames(2)
            parent = parent.parent

    def shows(self, view: ScrollView, widget: Widget) -> bool:
        """Whether a list is scrolled to where the middle of a widget is seen."""
        x, y = widget.to_window(*widget.center)
        left, bottom = view.to_window(*view.pos)
        return bool(left <= x <= left + view.width and bottom <= y <= bottom + view.height)

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 4) -> None:
        """Put a finger down at a point of the window, move it and lift it."""
        finger = Finger(*start)
        EventLoop.post_dispatch_input("begin", finger)
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            finger.move((x / Window.width, y / Window.height))
            EventLoop.post_dispatch_input("update", finger)
            self.frames(1)
        EventLoop.post_dispatch_input("end", finger)
        self.frames(2)

    def tap_at(self, x: float, y: float) -> None:
        """Touch a point of the window."""
        self.drag((x, y), (x, y), 1)

    def tap_text(self, text: str, within: Widget | None = None) -> None:
        """Touch the button that says this."""
        self.tap(self.button(text, within))

    def press(self, text: str) -> None:
        """Reach the button that says this by Tab alone, and press Enter; AssertionError if it cannot be reached."""
        screen = self.app.manager.current_screen
        for _ in range(len(pressables(screen)) + 1):
            found = focused(screen)
            if found is not None and not isinstance(found, CardButton) and found.text == text:
                self.key(code=ENTER)
                self.frames(8)
                return
            self.key(code=TAB)
        raise AssertionError(f"The keyboard does not reach '{text}'.")

    def button(self, text: str, within: Widget | None = None) -> Btn | CardButton:
        """The button that says (or the card that shows) this; AssertionError when there is none."""
        found = {said_on(widget): widget for widget in reversed(pressables(within or self.app.manager.current_screen))}
        if text not in found:
            raise AssertionError(f"There is no button '{text}'; there are {list(found)}.")
        return found[text]

    def key(self, letter: str = "", code: int = 0, *modifiers: str) -> None:
        """Press a key of the keyboard: a letter, or a key code."""
        Window.dispatch("on_key_down", code or ord(letter), 0, letter or None, list(modifiers))
        self.frames(2)

    def picture(self, path: Path) -> None:
        """What the screen shows, as PNG."""
        self.frames(2)
        self.app.root.export_to_png(str(path))

    def _resize(self) -> None:
        if self._size and tuple(Window.size) != self._size:
            Window.size = self._size
            for _ in range(4):
                EventLoop.idle()


def said_on(widget: Btn | CardButton) -> str:
    """What a button offers, without the clock that some show beside it; the card that one shows."""
    if isinstance(widget, CardButton):
        return str(widget.card)
    return widget.offer.text if isinstance(widget, OfferButton) and widget.offer else str(widget.text)


def words_on(choice: Choice, shown: Sequence[Choice]) -> str:
    """What the button of an answer says among those shown: the card where the answers differ by it."""
    cards = telling_cards(shown)
    return cards[list(shown).index(choice)] if cards else choice.text
