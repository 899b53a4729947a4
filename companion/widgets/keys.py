"""Working the screens by keyboard: arrows or Tab move, Enter presses, Escape goes back.

The ring is found by looking, not kept: whatever can be pressed now takes part.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from kivy.uix.widget import Widget

from companion.widgets.base import Btn
from companion.widgets.card import CardButton

Pressable = Btn | CardButton
UP, DOWN, RIGHT, LEFT = 273, 274, 275, 276
TAB, ENTER, PAD_ENTER, ESCAPE, SPACE = 9, 13, 271, 27, 32
ARROWS = {UP: (0, 1), DOWN: (0, -1), RIGHT: (1, 0), LEFT: (-1, 0)}


def pressables(root: Widget) -> list[Pressable]:
    """Everything that can be pressed, in reading order."""
    found = [w for w in _shown(root) if isinstance(w, Btn | CardButton) and not w.disabled and w.opacity > 0]
    return sorted(found, key=lambda w: (-round(_centre(w)[1] / 20), _centre(w)[0]))


def focused(root: Widget) -> Pressable | None:
    return next((w for w in pressables(root) if w.focused), None)


def move_focus(root: Widget, key: int, back: bool = False) -> Pressable | None:
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
    return target


def clear_focus(root: Widget) -> None:
    for widget in pressables(root):
        widget.focused = False


def _nearest(start: Pressable, ring: list[Pressable], direction: tuple[int, int]) -> Pressable | None:
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


def _shown(widget: Widget) -> Iterator[Widget]:
    for child in reversed(widget.children):
        yield child
        yield from _shown(child)
