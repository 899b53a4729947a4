"""What both styles of the score board share: the wood, and where a point came from: touch it, and a note on the board
tells its reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Canvas, Color, InstructionGroup, RoundedRectangle, SmoothLine
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.log.scores import ScoreSheet
from companion.sheets.points import Stretch
from companion.style.theme import BOLD_FONT, TEXT_FONT
from companion.widgets.base import app, follow_app
from companion.widgets.felt import grain_texture
from companion.widgets.legend import Legend
from companion.widgets.lettering import colour_of, write
from companion.words import texts

WALK_S = 0.9  # how long a peg takes to its new hole, and a score to be marked
TOLD_S = 8.0  # how long a reason stays
NOTE_WIDE = 0.56  # of the board


class WoodBoard(Widget):
    """Draws a ScoreSheet; give it a new one and what changed moves.  `ask` is called at a touch; its answer,
    where every point lies, goes to `tell_points`."""

    sheet = ObjectProperty(None, allownone=True)
    walked = NumericProperty(1.0)  # share of the way from the scores before, 0 to 1
    told = ObjectProperty(None, allownone=True)  # the Stretch that is explained

    def __init__(self, ask: Callable[[], None] = lambda: None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._ask = ask
        self.legend = Legend(self)
        self._stretches: tuple[Stretch, ...] = ()
        self._touched: tuple[float, float] | None = None  # where the finger is, or was last
        self._was: Stretch | None = None  # what was told when it came down
        self._still, self._names, self._note = Canvas(), Canvas(), Canvas()
        self._moving, self._light = InstructionGroup(), InstructionGroup()
        for part in (self._still, self._names, self._light, self._moving, self._note):
            self.canvas.add(part)
        self._drawn: tuple[object, ...] = ()  # what the still part was drawn for
        self._redraw = Clock.create_trigger(self._draw_board, -1)  # once, after everything has its place
        self._hush = Clock.create_trigger(lambda _dt: setattr(self, "told", None), TOLD_S)
        for name in ("pos", "size"):
            self.fbind(name, self._redraw)
        self.fbind("walked", self._draw_moving)
        self.fbind("told", self._draw_told)
        follow_app(self._draw_board, "theme")

    def on_sheet(self, _widget: Widget, sheet: ScoreSheet | None) -> None:
        self.told, self._stretches = None, ()
        if self.follow(sheet):
            Animation.cancel_all(self, "walked")
            self.walked = 0.0
            Animation(walked=1.0, duration=WALK_S, t="in_out_cubic").start(self)
        self._redraw()

    # -- each style's own ---------------------------------------------------------------------

    def follow(self, sheet: ScoreSheet | None) -> bool:
        """Note what the sheet says; True when something has to move."""
        raise NotImplementedError

    def plan(self, sheet: ScoreSheet) -> tuple[object, ...]:
        """Lay the marks out, right of the legend; whatever their drawing depends on."""
        raise NotImplementedError

    def draw_marks(self, sheet: ScoreSheet) -> None:
        """What does not change with the scores; into the open canvas."""
        raise NotImplementedError

    def draw_names(self, sheet: ScoreSheet) -> None:
        """The legend; into the open canvas."""
        raise NotImplementedError

    def draw_moving(self, group: InstructionGroup) -> None:
        """What moves when scores change."""
        raise NotImplementedError

    def far_from(self, stretch: Stretch, x: float, y: float) -> float:
        """How far a point of the window is from the marks of a stretch, pixels."""
        raise NotImplementedError

    def draw_light(self, stretch: Stretch, group: InstructionGroup) -> None:
        """Light the marks of a stretch up."""
        raise NotImplementedError

    # -- where a point came from --------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos) or self.sheet is None or not self.sheet.tracks:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._touched, self._was = touch.pos, self.told
        self._ask()
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._touched, self._was = touch.pos, None
        self._choose()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        return True

    def tell_points(self, stretches: tuple[Stretch, ...]) -> None:
        """Explain the point that was touched; a second touch hides it again."""
        self._stretches = stretches
        self._choose()

    def tell_earlier(self) -> None:
        """The point before the one that is explained: for the keyboard."""
        self._touched = self._was = None
        self._ask()

    def _choose(self) -> None:
        if not self._stretches:
            self.told = None
            return
        found: Stretch | None
        if self._touched is None:
            found = self._stretches[self._stretches.index(self.told) - 1 if self.told in self._stretches else -1]
        else:
            x, y = self._touched
            name = self.legend.name_at(x, y)
            if name is not None:
                of_name = [stretch for stretch in self._stretches if stretch.point.name == name]
                found = of_name[-1] if of_name else None
            else:
                found = min(reversed(self._stretches), key=lambda stretch: self.far_from(stretch, x, y))
        self.told = None if found == self._was else found
        self._hush.cancel()
        self._hush()

    # -- drawing ------------------------------------------------------------------------------

    def _draw_board(self, *_: Any) -> None:
        """All of it; of the wood and its marks only what is not there already."""
        self._names.clear()
        sheet = self.sheet
        if sheet is None or not sheet.tracks or self.width < 50 or self.height < 20:
            self._drawn = ()
            for part in (self._still, self._moving, self._light, self._note):
                part.clear()
            return
        self.legend.measure(sheet.tracks)
        drawn = (*self.pos, *self.size, app().theme, app().unit, self.legend.width,
                 *(colour_of(track.name, place) for place, track in enumerate(sheet.tracks)), *self.plan(sheet))
        if drawn != self._drawn:
            self._drawn = drawn
            self._still.clear()
            with self._still:
                _paint_wood(self)
                self.draw_marks(sheet)
        with self._names:
            self.draw_names(sheet)
        self._draw_moving()
        self._draw_told()

    def _draw_moving(self, *_: Any) -> None:
        self._moving.clear()
        if self.sheet is not None:
            self.draw_moving(self._moving)

    def _draw_told(self, *_: Any) -> None:
        self._light.clear()
        self._note.clear()
        if self.told is None or self.sheet is None:
            return
        self.draw_light(self.told, self._light)
        with self._note:
            _paint_note(self, self.told, self._touched[0] if self._touched is not None else self.x)


def _paint_note(board: WoodBoard, stretch: Stretch, at: float) -> None:
    """The points, the reason and the deal, on the half of the board that the finger leaves free; into the open canvas.
    at: where the finger is from the left, or was last, pixels."""
    theme, unit, point = app().theme, app().unit, stretch.point
    pad, wide, high = unit * 14, board.width * NOTE_WIDE, board.height - unit * 12
    x = board.right - wide - unit * 6 if at < board.center_x else board.x + unit * 6
    y = board.y + unit * 6
    title = texts.POINTS_TOLD.format(name=point.name, points=f"{point.points:+d}".replace("-", "−"),
                                     score=str(stretch.end).replace("-", "−"))
    Color(*theme.felt[:3], 1)
    RoundedRectangle(pos=(x, y), size=(wide, high), radius=[unit * 12])
    Color(*theme.accent)
    SmoothLine(rounded_rectangle=(x, y, wide, high, unit * 12), width=max(1.4, unit * 1.8))
    deal = write(texts.DEAL.format(number=point.deal), x, y + high * 0.56, wide * 0.3, high * 0.4, unit * 24,
                 TEXT_FONT, theme.quiet, right=x + wide - pad)
    write(title, x + pad, y + high * 0.56, wide - deal - 3 * pad, high * 0.4, unit * 34, BOLD_FONT, theme.ink)
    write(point.reason, x + pad, y + high * 0.06, wide - 2 * pad, high * 0.5, unit * 27, TEXT_FONT, theme.ink,
          wrap=True)


def _paint_wood(board: WoodBoard) -> None:
    theme, unit = app().theme, app().unit
    Color(*theme.wood)
    RoundedRectangle(pos=board.pos, size=board.size, radius=[unit * 16])
    if theme.texture:
        Color(1, 1, 1, theme.texture)
        RoundedRectangle(pos=board.pos, size=board.size, radius=[unit * 16], texture=grain_texture())
    Color(*theme.hole if theme.texture else theme.line)
    SmoothLine(rounded_rectangle=(*board.pos, *board.size, unit * 16), width=max(1.0, unit * 1.6))
