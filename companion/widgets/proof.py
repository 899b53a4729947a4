"""Events looked back at: small pictures in a strip, and the pictures of one of them, enlarged by a touch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.recycleview import RecycleView

from companion.sitting.looking_back import Detail, DisputeView, Moment
from companion.style.theme import BOLD_FONT
from companion.widgets.base import Btn, Surface, WrappedText, app, follow_app, load_kv, width_in_lines
from companion.widgets.card import draw_card
from companion.widgets.sheets import jpeg_texture
from companion.words import texts

__all__ = ["Enlarged", "MomentTile", "ProofPicture", "Strip", "framed_proofs"]
FAULTS = ("illegal", "proven")
WHOLE = (0.0, 0.0, 1.0, 1.0)


class Strip(RecycleView):
    """The deal's events, the earliest first; only those in view exist.  Each is as wide as its words need."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._widened = Clock.create_trigger(self._widen, -1)  # later: tiles go that follow the app, too
        follow_app(self._widened, "letters", "unit")

    def show(self, view: DisputeView, tapped: Callable[[int], None]) -> None:
        """The events of the deal, with the open one in sight."""
        row = view.detail.moment.row if view.detail else None
        tiles: list[dict[str, Any]] = [
            {"moment": moment, "text": moment.text, "chosen": moment.row == row, "tapped": tapped,
             "tile": (_tile_width(moment.text), None)} for moment in view.moments]
        self.data, share = tiles, _share_of_chosen(tiles)
        Clock.schedule_once(lambda _dt: self.go_to(share), 0)

    def go_to(self, share: float) -> None:
        """Scroll there; a strip that fits stays at the left."""
        self.scroll_x = share if self.children[0].width > self.width else 0.0

    def _widen(self, *_: Any) -> None:
        """As wide as the letters of another size need."""
        self.data = [{**tile, "tile": (_tile_width(str(tile["text"])), None)} for tile in self.data]


def _share_of_chosen(tiles: Sequence[dict[str, Any]]) -> float:
    """Where the open event lies: 0 is the first, 1 the last."""
    widths = [float(tile["tile"][0]) for tile in tiles]
    lies = next((index for index, tile in enumerate(tiles) if tile["chosen"]), None)
    return 1.0 if lies is None else sum(widths[:lies]) / max(sum(widths[:-1]), 1.0)


def _tile_width(text: str) -> float:
    """The width at which the words of an event stand in two lines under its card."""
    margin = app().unit * 10 + 2
    return float(max(app().letters * 6, width_in_lines(text, BOLD_FONT, app().letters, 2) + margin))


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
        if moment.is_taken_back:
            self.mark = "×"
        else:
            self.mark = "!" if moment.kind in FAULTS else "?" if moment.asked or moment.kind in ("warn", "need") else ""
        gap = app().unit * 8
        low, high = self.y + app().letters * 3, self.top - gap
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


class ProofPicture(Btn):
    """The part of a kept picture where something happened, with the cards that were read outlined; a touch enlarges it.
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
        self.canvas.after.clear()
        if self.jpeg is None or self.width < 10 or self.height < 10:
            return
        whole = jpeg_texture(self.jpeg)
        x1, y1, x2, y2 = self.part
        texture = whole.get_region(x1 * whole.width, (1 - y2) * whole.height, (x2 - x1) * whole.width,
                                   (y2 - y1) * whole.height)
        scale = min(self.width / texture.width, self.height / texture.height)
        wide, high = texture.width * scale, texture.height * scale
        left, low = self.center_x - wide / 2, self.center_y - high / 2
        with self.canvas.after:
            Color(1, 1, 1, 1)
            Rectangle(texture=texture, pos=(left, low), size=(wide, high))
            Color(*app().theme.accent)
            for outline in self.outlines:
                points = [at for x, y in outline for at in (left + (x - x1) / (x2 - x1) * wide,
                                                            low + (y2 - y) / (y2 - y1) * high)]
                Line(points=points, close=True, width=app().unit * 2.2)


class Enlarged(FloatLayout):
    """A picture over the whole screen; a touch on it shows all of it and back again."""

    def __init__(self, picture: ProofPicture, close: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._part = list(picture.part)
        self.picture = ProofPicture(jpeg=picture.jpeg, outlines=picture.outlines, part=self._part, kind="quiet",
                                    size_hint=(1, 1), on_release=lambda *_: self._turn())
        ground = Surface(fill=(*app().theme.felt[:3], 1))
        ground.add_widget(self.picture)
        ground.add_widget(Btn(text=texts.CLOSE, on_release=lambda *_: close()))
        self.add_widget(ground)

    def _turn(self) -> None:
        self.picture.part = self._part if list(self.picture.part) == list(WHOLE) else list(WHOLE)


def framed_proofs(detail: Detail, enlarge: Callable[[ProofPicture], None]) -> list[BoxLayout]:
    """The table before and after an event, as far as there are pictures, each under its title."""
    found = []
    for title, jpeg, outlines in ((texts.BEFORE, detail.before, ()), (texts.AFTER, detail.after, detail.outlines)):
        if jpeg:
            box = BoxLayout(orientation="vertical", spacing=app().unit * 4)
            box.add_widget(WrappedText(text=title, size_hint_y=None, height=app().letters * 1.4,
                                       color=app().theme.quiet))
            box.add_widget(ProofPicture(jpeg=jpeg, outlines=list(outlines), part=list(detail.part), kind="quiet",
                                        size_hint_y=1, on_release=enlarge))
            found.append(box)
    return found


load_kv(__file__)
