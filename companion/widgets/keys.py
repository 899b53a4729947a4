"""Working the screens by keyboard: arrows or Tab move, Enter presses, Escape goes back.

The ring is found by looking, not kept: whatever can be pressed or written in now takes part.  A list scrolls
to what is reached in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.widgets.base import Pressable
from companion.widgets.entry import EntryField

Reachable = Pressable | EntryField
UP, DOWN, RIGHT, LEFT = 273, 274, 275, 276
TAB, ENTER, PAD_ENTER, ESCAPE, SPACE = 9, 13, 271, 27, 32
PRESSES = (ENTER, PAD_ENTER, SPACE)
LEAVE_LINE = (TAB, UP, DOWN, ESCAPE)  # all other keys belong to a line that is being written in
ARROWS = {UP: (0, 1), DOWN: (0, -1), RIGHT: (1, 0), LEFT: (-1, 0)}


def pressables(root: Widget) -> list[Reachable]:
    """Everything that can be pressed, in reading order; a list's rows one after the other, seen or not."""
    found = [w for w in _shown(root) if isinstance(w, Reachable) and not w.disabled and w.opacity > 0]

    def place(widget: Reachable) -> tuple[int, int, float]:
        x, y = _centre(widget)
        scrolled = scroller(widget)
        top = y if scrolled is None else _top(scrolled)
        return -round(top / 20), -round(y / 20), x

    return sorted(found, key=place)


def scroller(widget: Widget) -> ScrollView | None:
    """The list that a widget scrolls in."""
    return next((w for w in _above(widget) if isinstance(w, ScrollView)), None)


def typing_in(root: Widget) -> EntryField | None:
    """The line that is being written in."""
    return next((w for w in _shown(root) if isinstance(w, EntryField) and w.focus), None)


def focused(root: Widget) -> Reachable | None:
    return next((w for w in pressables(root) if w.focused), None)


def worked(root: Widget, key: int, back: bool) -> bool | None:
    """Write, move the focus or press, if the key does that; whether nobody else needs it.  None: it is the screen's."""
    writing = typing_in(root)
    if writing is not None and (key not in LEAVE_LINE or key == ESCAPE):
        writing.focus = writing.focus and key != ESCAPE
        return key == ESCAPE  # other keys are the line's own
    if key == TAB or key in ARROWS:
        move_focus(root, key, back)
        return True
    if key not in PRESSES:
        return None
    if (pressed := focused(root)) is not None:
        pressed.press()
    return True


def move_focus(root: Widget, key: int, back: bool = False) -> Reachable | None:
    """Focus the next pressable (Tab) or the nearest one in a direction (arrows)."""
    ring = pressables(root)
    if not ring:
        return None
    now = next((w for w in ring if w.focused), None)
    if now is None:
        target = ring[-1] if back else ring[0]
    elif key == TAB:
        target = ring[(ring.index(now) + (-1 if back else 1)) % len(ring)]
    else:
        target = _nearest(now, ring, ARROWS[key]) or now
    for widget in ring:
        widget.focused = widget is target
    if (scrolled := scroller(target)) is not None:
        _bring_to_middle(scrolled, target)
    return target


def clear_focus(root: Widget) -> None:
    for widget in pressables(root):
        widget.focused = False


def _nearest(start: Reachable, ring: list[Reachable], direction: tuple[int, int]) -> Reachable | None:
    """The closest in the direction; going astray costs three times as much as going far."""
    x, y = _centre(start)
    best, least = None, math.inf
    for widget in ring:
        dx, dy = _centre(widget)[0] - x, _centre(widget)[1] - y
        ahead = dx * direction[0] + dy * direction[1]
        astray = abs(dx * direction[1]) + abs(dy * direction[0])
        if ahead > 1 and ahead + 3 * astray < least:
            best, least = widget, ahead + 3 * astray
    return best


def _centre(widget: Widget) -> tuple[float, float]:
    x, y = widget.to_window(*widget.center)
    return float(x), float(y)


def _bring_to_middle(scrolled: ScrollView, widget: Widget) -> None:
    """So that the next one on either side is there too: a long list has only the rows in view."""
    away = scrolled.to_window(*scrolled.center)[1] - _centre(widget)[1]
    _, share = scrolled.convert_distance_to_scroll(0, away)
    scrolled.scroll_y = min(1.0, max(0.0, scrolled.scroll_y - share))


def _top(widget: Widget) -> float:
    return float(widget.to_window(widget.x, widget.top)[1])


def _above(widget: Widget) -> Iterator[Widget]:
    while isinstance(widget.parent, Widget) and widget.parent is not widget:
        widget = widget.parent
        yield widget


def _shown(widget: Widget) -> Iterator[Widget]:
    for child in reversed(widget.children):
        yield child
        yield from _shown(child)
