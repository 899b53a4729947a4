"""The camera picture with every card outlined and named.

One texture is kept and overwritten; it arrives ready to blit (RGBA, already the right size), so
that the screen thread only copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.graphics import Color, InstructionGroup, Line, Rectangle, RoundedRectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.style.theme import BOLD_FONT, ON_PICTURE
from companion.widgets.base import app
from companion.widgets.lettering import text_texture
from companion.words import texts

if TYPE_CHECKING:
    from companion.sitting.screen_pictures import Mark, Picture

DASH = 9
NEARLY_PX = 2.0  # a picture that is so much off the size it is shown at is shown as it is


class CameraView(Widget):
    """`show` a picture, `outline` the cards in it."""

    message = StringProperty(texts.NO_PICTURE)  # shown while there is no picture
    frame_size = ObjectProperty((1, 1))  # width and height of the frame that the picture was made from
    picture_box = ObjectProperty((0, 0, 1, 1))  # x, y, width, height of the picture on the screen

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._picture_size: tuple[int, int] | None = None
        self._marks: tuple[Mark, ...] = ()
        self._tags: dict[tuple[str, int], Texture] = {}
        with self.canvas:
            self._back_colour = Color(0, 0, 0, 0.35)
            self._back = RoundedRectangle(radius=[12])
            self._colour = Color(1, 1, 1, 0)
            self._rectangle = Rectangle()
            self._outlines = InstructionGroup()
            self._note = InstructionGroup()
        self.canvas.add(self._outlines)
        self.canvas.add(self._note)
        for name in ("pos", "size", "message"):
            self.fbind(name, self._place)

    def show(self, picture: Picture) -> None:
        """Replace the picture."""
        texture = self._rectangle.texture
        if texture is None or self._picture_size != picture.size:
            texture = Texture.create(size=picture.size, colorfmt="rgba")
            texture.flip_vertical()
            self._rectangle.texture, self._picture_size = texture, picture.size
            self._colour.a = 1
            self._place()
        self.frame_size = picture.frame_size
        texture.blit_buffer(picture.rgba, colorfmt="rgba", bufferfmt="ubyte")
        self.canvas.ask_update()

    def outline(self, marks: tuple[Mark, ...]) -> None:
        """Draw these cards' outlines and names over the picture."""
        if marks != self._marks:
            self._marks = marks
            self._draw_marks()

    def clear(self) -> None:
        """No picture."""
        self._rectangle.texture, self._picture_size, self._marks = None, None, ()
        self._colour.a = 0
        self._place()

    @property
    def texture(self) -> Texture | None:
        """The picture itself; its first row is the top one."""
        return self._rectangle.texture if self._picture_size is not None else None

    def _box(self) -> tuple[float, float, float, float]:
        """Where the picture is shown: as large as fits."""
        if self._picture_size is None:
            return self.x, self.y, self.width, self.height
        wide, high = self._picture_size
        scale = min(self.width / wide, self.height / high)
        if abs(scale - 1) * max(wide, high) < NEARLY_PX:  # pixel on pixel is sharp, and sooner drawn
            return round(self.center_x - wide / 2), round(self.center_y - high / 2), wide, high
        return (self.center_x - wide * scale / 2, self.center_y - high * scale / 2, wide * scale, high * scale)

    def _place(self, *_: Any) -> None:
        x, y, width, height = self.picture_box = self._box()
        self._rectangle.pos, self._rectangle.size = (x, y), (width, height)
        if (texture := self.texture) is not None:
            texture.min_filter = texture.mag_filter = "nearest" if (width, height) == self._picture_size else "linear"
        self._back.pos, self._back.size = (x, y), (width, height)
        self._draw_marks()
        self._note.clear()
        if self._picture_size is None and self.message:
            texture = text_texture(self.message, app().letters, BOLD_FONT, max(1, int(width * 0.96)), "center")
            self._note.add(Color(*app().theme.quiet))
            self._note.add(Rectangle(texture=texture, size=texture.size, pos=(
                self.center_x - texture.width / 2, self.center_y - texture.height / 2)))

    def _draw_marks(self) -> None:
        self._outlines.clear()
        unit = app().unit
        for mark in self._marks:
            points = self._on_screen(mark.corners)
            colour = ON_PICTURE if mark.sure else (1, 1, 1, 1)
            self._outlines.add(Color(0, 0, 0, 0.55))
            self._outlines.add(SmoothLine(points=points, close=True, width=unit * 2.6))
            self._outlines.add(Color(*colour))
            if mark.sure:
                self._outlines.add(SmoothLine(points=points, close=True, width=unit * 1.5))
            else:
                self._outlines.add(Line(points=points, close=True, width=1, dash_length=DASH, dash_offset=DASH))
        for mark in self._marks:
            self._draw_tag(mark)

    def _draw_tag(self, mark: Mark) -> None:
        """The card's name on a small plate above it, always upright."""
        if not mark.label:
            return
        theme, unit = app().theme, app().unit
        points = self._on_screen(mark.corners)
        texture = self._tag(mark.label, round(app().letters))
        width, height = texture.width + unit * 14, texture.height + unit * 2
        left, bottom, wide, high = self.picture_box
        x = min(max(sum(points[::2]) / 4 - width / 2, left), left + wide - width)
        y = min(max(*points[1::2]) + unit * 4, bottom + high - height)
        self._outlines.add(Color(*theme.card))
        self._outlines.add(RoundedRectangle(pos=(x, y), size=(width, height), radius=[unit * 8]))
        self._outlines.add(Color(*(theme.card_red if mark.label[-1] in "♥♦" else theme.card_black)))
        self._outlines.add(Rectangle(texture=texture, size=texture.size, pos=(x + unit * 7, y + unit)))

    def _tag(self, text: str, size: int) -> Texture:
        key = (text, size)
        if key not in self._tags:
            self._tags[key] = text_texture(text, size, BOLD_FONT)
        return self._tags[key]

    def _on_screen(self, corners: tuple[tuple[float, float], ...]) -> list[float]:
        x, y, width, height = self.picture_box
        across, down = self.frame_size
        return [value for u, v in corners for value in (x + u / across * width, y + (1 - v / down) * height)]


