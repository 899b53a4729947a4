"""What stands beside the camera's picture, a tab each: how good the view is, finding the table, corners, places.

    tab = FindTab(controller, stop, begin_taps)
    tab.show(view)                  # what of it follows the survey
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Mesh, SmoothEllipse, SmoothRoundedRectangle
from kivy.properties import ObjectProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from calibration.table import Point
from companion.sitting.controller import Controller
from companion.sitting.survey import SurveyView
from companion.widgets.base import Btn, Paragraph, Spacer, Surface, app, follow_app, load_kv
from companion.widgets.overlay import CornerPicker, ZoneEditor
from companion.words import texts


class LevelMark(Widget):
    """Good is round, fair a triangle, poor a square, so that no colour has to be seen."""

    level = OptionProperty("good", options=("good", "fair", "poor"))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        redraw = Clock.create_trigger(self._draw, -1)  # once, after everything has its place
        for name in ("pos", "size", "level"):
            self.fbind(name, redraw)
        follow_app(self._draw, "theme")

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        side = min(self.width, self.height)
        x, y = self.center_x - side / 2, self.center_y - side / 2
        with self.canvas:
            Color(*level_ink(self.level))
            if self.level == "good":
                SmoothEllipse(pos=(x, y), size=(side, side))
            elif self.level == "poor":
                SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[side * 0.1])
            else:
                corners = [x, y + side * 0.06, 0, 0, x + side, y + side * 0.06, 0, 0, x + side / 2, y + side, 0, 0]
                Mesh(vertices=corners, indices=[0, 1, 2], mode="triangles")


def level_ink(level: str) -> tuple[float, ...]:
    """The colour of "good", "fair" or "poor"."""
    theme = app().theme
    inks: dict[str, tuple[float, ...]] = {"good": theme.good, "fair": theme.accent, "poor": theme.caution}
    return inks[level]


class AspectRow(Surface):
    """One thing that a good view needs, and how it stands."""

    name = StringProperty("")
    level = OptionProperty("good", options=("good", "fair", "poor"))
    text = StringProperty("")
    ink = ObjectProperty((1, 1, 1, 1))

    def on_level(self, *_: Any) -> None:
        self.ink = level_ink(self.level)


class HelpText(Paragraph):
    """What can be done here."""


class ButtonGrid(GridLayout):
    """Buttons side by side."""

    def __init__(self, columns: int, buttons: Iterable[Btn], **kwargs: Any) -> None:
        super().__init__(cols=columns, **kwargs)
        for button in buttons:
            self.add_widget(button)


class CameraTab(BoxLayout):
    """As high as what is in it, or as the room that there is."""

    def add(self, *widgets: Widget) -> None:
        """Put these below one another."""
        for widget in widgets:
            self.add_widget(widget)

    def show(self, view: SurveyView) -> None:
        """What the survey found."""


class ViewTab(CameraTab):
    """Everything that a good view needs, in words; the rows come with the first rating."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rows: list[AspectRow] = []

    def show(self, view: SurveyView) -> None:
        if [row.name for row in self.rows] != [aspect.name for aspect in view.aspects]:
            self.clear_widgets()
            self.rows = [AspectRow(name=aspect.name) for aspect in view.aspects]
            self.add(*self.rows, Spacer())
        for row, aspect in zip(self.rows, view.aspects, strict=True):
            row.level, row.text = aspect.level, aspect.text
            row.on_level()


class FindTab(CameraTab):
    """Three ways to find the table, and what came of them."""

    def __init__(self, controller: Controller, stop: Callable[[], None], begin_taps: Callable[[], None],
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        ways = ((texts.BY_MARKERS, controller.find_by_markers), (texts.BY_CARDS, controller.find_by_cards),
                (texts.BY_TAPS, begin_taps))
        self._stop = Btn(text=texts.CANCEL, disabled=True, on_release=lambda *_: stop())
        self._told = Paragraph()
        self.add(HelpText(text=texts.FIND_HELP),
                 *(Btn(text=text, on_release=lambda _w, act=act: act()) for text, act in ways),
                 self._stop, self._told, Spacer())

    def show(self, view: SurveyView) -> None:
        self._told.text = view.busy or view.told
        self._stop.disabled = not view.busy
        quality = view.calibration.quality if view.calibration else "poor"
        self._told.color = app().theme.ink if view.busy else level_ink(quality)


class TapsTab(CameraTab):
    """Which sheet of paper it is whose corners are tapped, and how it lies."""

    def __init__(self, corners: CornerPicker, controller: Controller, leave: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._corners, self._sheet, self._upright = corners, "A4", False
        self._told = Paragraph()
        self._sizes = {name: Btn(text=name, on_release=partial(self._choose, name, None)) for name in texts.RECTANGLES}
        self._turns = {upright: Btn(text=text, on_release=partial(self._choose, None, upright))
                       for upright, text in ((False, texts.LYING), (True, texts.STANDING))}

        def use(*_: Any) -> None:
            controller.find_by_points(corners.points, self.sheet_mm)
            leave()

        self._go = Btn(text=texts.USE_TAPS, kind="primary", on_release=use)
        self.add(self._told, Spacer(), ButtonGrid(3, self._sizes.values()), ButtonGrid(2, self._turns.values()),
                 self._go, Btn(text=texts.BACK, on_release=lambda *_: leave()))
        corners.bind(points=self._tell)
        self._tell()

    @property
    def sheet_mm(self) -> tuple[float, float]:
        """Width and height of the sheet as it lies."""
        wide, high = texts.RECTANGLES[self._sheet]
        return (high, wide) if self._upright else (wide, high)

    def show(self, view: SurveyView) -> None:
        if view.busy:
            self._told.text = view.busy

    def _choose(self, sheet: str | None, upright: bool | None, *_: Any) -> None:
        self._sheet = self._sheet if sheet is None else sheet
        self._upright = self._upright if upright is None else upright
        self._tell()

    def _tell(self, *_: Any) -> None:
        """How many corners are tapped of which sheet; with four of them the table can be found."""
        for name, button in self._sizes.items():
            button.chosen = name == self._sheet
        for upright, button in self._turns.items():
            button.chosen = upright == self._upright
        points: tuple[Point, ...] = self._corners.points
        self._go.disabled = len(points) < 4
        size = "{:.0f} × {:.0f} mm".format(*self.sheet_mm)
        count = texts.TAPPED.format(count=len(points)) if points else texts.TAP_CORNERS
        self._told.text = f"{self._sheet}, {size}. {count}"


class PlacesTab(CameraTab):
    """Moves the chosen place, and says which one it is; what a finger does on the picture, for keys."""

    def __init__(self, zones: ZoneEditor, controller: Controller, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._zones = zones
        self._told = Paragraph()

        def as_they_were(*_: Any) -> None:
            zones.let_go()
            controller.reset_zones()

        ways = [Btn(text=text, on_release=lambda _w, way=way: zones.nudge(way)) for way, text in texts.NUDGES.items()]
        self.add(HelpText(text=texts.ZONES_HELP), self._told, Spacer(),
                 Btn(text=texts.NEXT_ZONE, on_release=lambda *_: zones.choose_next()),
                 ButtonGrid(4, ways[:4]), ButtonGrid(2, ways[4:]),  # arrows, then words
                 Btn(text=texts.RESET_ZONES, on_release=as_they_were))
        zones.bind(chosen=self._tell, layout=self._tell)
        self._tell()

    def _tell(self, *_: Any) -> None:
        zone = self._zones.zone
        if zone is None:
            self._told.text = ""
            return
        xs, ys = zip(*zone.corners_mm, strict=True)
        self._told.text = texts.ZONE_CHOSEN.format(place=texts.place_name(zone.name), width=max(xs) - min(xs),
                                                   height=max(ys) - min(ys))


class NoPlacesTab(CameraTab):
    """Before the table is found it has no places."""

    def __init__(self, find: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.add(HelpText(text=texts.NO_ZONES_YET),
                 Btn(text=texts.FIND_TAB, kind="primary", on_release=lambda *_: find()), Spacer())


load_kv(__file__)
