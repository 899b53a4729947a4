"""Camera and table: a guide over the live picture, how good the view is, finding the table, its places, the source.

One tab at a time beside the picture.  What a finger does on the picture depends on the tab: it moves
places, or taps the corners of a sheet of paper.  Everything is kept when the screen is left.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Mesh, SmoothEllipse, SmoothRoundedRectangle
from kivy.properties import BooleanProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from calibration.table import Point
from companion.device.cameras import Previews
from companion.sharing.sources import PHONE
from companion.sitting.controller import Controller
from companion.sitting.guide import CAMERA, FOUND, PLACES, WHOLE, GuideStep, guide_steps, next_step
from companion.sitting.survey import SurveyView
from companion.widgets.base import Btn, Paragraph, Spacer, Surface, app, follow_app, load_kv
from companion.widgets.camera import CameraView
from companion.widgets.felt import Felt
from companion.widgets.guide import GuidePane, Instruction, Offers
from companion.widgets.overlay import CornerPicker, ZoneEditor
from companion.widgets.qr_code import QrCode
from companion.widgets.source_picker import SourcePicker
from companion.words import texts

__all__ = ["AspectRow", "CameraScreen", "Felt", "LevelMark"]
TABS = ("guide", "view", "find", "zones", "source")


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


class CameraScreen(Screen):
    """Shows a SurveyView; every tap goes to the controller.  `source` is the camera looked through."""

    landscape = BooleanProperty(True)
    tab = OptionProperty("guide", options=TABS)
    tapping = BooleanProperty(False)  # corners are being tapped
    problem = StringProperty("")
    source = StringProperty("")
    view = ObjectProperty(None, allownone=True)

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.controller = controller
        self.return_to = "home"
        self._picture: object = None
        self._sheet, self._upright = "A4", False
        self.camera = CameraView()
        self.zones = ZoneEditor(self.camera, controller.put_zones)
        self.corners = CornerPicker(self.camera, self._tapped)
        self.guide, self.instruction = GuidePane(self._offers_of), Instruction()
        self.picker = SourcePicker(self._look_through, controller, Previews)
        self.code = QrCode()
        self.places_fit = False
        tabs = (texts.GUIDE_TAB, texts.VIEW_TAB, texts.FIND_TAB, texts.ZONES_TAB, texts.SOURCE_TAB)
        for name, text in zip(TABS, tabs, strict=True):
            self.ids.tabs.add_widget(Btn(text=text, snug=True, on_release=partial(self._choose_tab, name)))
        self.bind(size=lambda *_: setattr(self, "landscape", self.width >= self.height))
        self.bind(tab=self._rebuild, tapping=self._rebuild)
        self.zones.bind(chosen=self._tell_zone, layout=self._tell_zone)
        self.rows: list[AspectRow] = []
        self._told: Paragraph | None = None
        self._go: Btn | None = None
        self._stop = Btn(text=texts.CANCEL, disabled=True, on_release=lambda *_: self.stop_looking())

    # -- coming and going ---------------------------------------------------------------------

    def prepare(self, source: str, return_to: str) -> None:
        """Look through this camera, and go back there afterwards."""
        self.source, self.return_to, self.problem = source, return_to, ""
        self.view, self._picture = None, None
        self.camera.clear()
        self.zones.layout = self.zones.calibration = None
        self.zones.let_go()
        self.corners.points, self.zones.chosen = (), ""
        self.places_fit = False
        self.tapping, self.tab = False, "guide" if source else "source"
        self._rebuild()

    def done(self) -> None:
        """Keep everything and go back."""
        self.picker.close()
        self.controller.end_survey()
        app().leave_camera()

    def show(self, view: SurveyView) -> None:
        """Draw what the survey found."""
        before, self.view = self.view, view
        self.zones.calibration = view.calibration
        if before is None or before.layout.game != view.layout.game:
            self.places_fit = self.controller.files.layout(self.source, view.layout.game).is_file()
        self.zones.follow(view.layout)
        if view.calibration is not None and (before is None or before.calibration is None):
            self._rebuild()
        self._fill()

    def note(self, text: str) -> None:
        self.problem = text
        if not self.controller.is_watching:
            self.tab = "source"

    @property
    def steps(self) -> tuple[GuideStep, ...]:
        """What setting up needs, as it stands."""
        return guide_steps(self.view, self._picture is not None, self.places_fit)

    def look(self) -> None:
        """Show the newest camera picture, if there is a new one."""
        picture = self.controller.picture
        if picture is None and self._picture is not None:  # of the camera before
            self._picture = None
            self.camera.clear()
        if picture is not None and picture is not self._picture:
            self._picture, self.problem = picture, ""
            self.camera.show(picture)
            self.controller.fit_picture(round(self.camera.picture_box[2]))
        self.camera.outline(self.controller.marks)
        if self.tab == "source":
            self.picker.look()
        self._show_over_picture()

    def _show_over_picture(self) -> None:
        """The code for a phone that has not come yet; the one thing to do now."""
        phone = app().sources.phone if self.source == PHONE else None
        self.code.data = phone.url if phone is not None and self._picture is None else None
        step = next_step(self.steps)
        due = step.text if step else texts.GUIDE_SAYS["done"]
        self.instruction.text = self._said_over(due, phone.phone if phone else "")
        self.instruction.is_done = step is None
        self.code.size_hint_y = 1 - self.instruction.height / max(self.ids.stage.height, 1)  # nothing lies over a code
        if self.tab == "guide":
            self.guide.show(self.steps)
        if phone is not None:
            done = {one.key for one in self.steps if one.is_done}
            app().sources.instruct(due, {FOUND, WHOLE} <= done)

    def _said_over(self, due: str, phone: str) -> str:
        """The sentence over the picture.  due: what the guide says now; phone: the one that is the camera."""
        if self.code.data:
            return texts.PHONE["scan_here"]
        if self.tab == "source" and phone:
            return texts.PHONE["here"].format(phone=phone)
        busy = self.view.busy if self.view is not None else ""
        return (busy or due) if self.tab == "guide" else ""

    def stop_looking(self) -> None:
        """Call off what is being tried."""
        self.controller.stop_looking()
        if self.view is not None:
            self.show(replace(self.view, busy="", told=texts.CALLED_OFF))

    def escape(self) -> bool:
        """Call off what is being tried, else leave the tapping, else the screen."""
        if self.view is not None and self.view.busy:
            self.stop_looking()
        elif self.tapping:
            self.tapping = False
        else:
            self.done()
        return True

    def on_key(self, _key: int, letter: str) -> bool:
        """A digit chooses the nth tab."""
        if letter.isdigit() and 0 < int(letter) <= len(TABS):
            self._choose_tab(TABS[int(letter) - 1])
            return True
        return False

    # -- tabs ---------------------------------------------------------------------------------

    def _choose_tab(self, name: str, *_: Any) -> None:
        self.tapping, self.tab = False, name

    def _rebuild(self, *_: Any) -> None:
        """Put the widgets of the tab in their place, and what may be dragged over the picture."""
        for name, button in zip(TABS, reversed(self.ids.tabs.children), strict=True):
            button.chosen = name == self.tab
        stage = self.ids.stage
        stage.clear_widgets()
        over = [self.corners] if self.tapping else [self.zones] if self.tab in ("guide", "view", "zones") else []
        for widget in (self.camera, *over, self.code, self.instruction):
            widget.pos_hint = {"x": 0, "top": 1} if widget is self.code else {"x": 0, "y": 0}
            stage.add_widget(widget)
        self.zones.disabled = self.tab != "zones"
        self._told = self._go = None
        content = self.ids.content
        content.clear_widgets()
        if self.tab != "source":
            self.picker.close()
        build = {"guide": self._build_guide, "view": self._build_view,
                 "find": self._build_taps if self.tapping else self._build_find,
                 "zones": self._build_zones, "source": self._build_source}[self.tab]
        build(content)
        self._fill()

    def _fill(self) -> None:
        """Write what is known into the widgets of the tab."""
        view: SurveyView | None = self.view
        if view is None:
            return
        if self.tab == "view":
            self._fill_aspects(view)
        elif self.tab == "find" and self._told is not None:
            if not self.tapping or view.busy:
                self._told.text = view.busy or view.told
            quality = view.calibration.quality if view.calibration else "poor"
            self._stop.disabled = not view.busy
            self._told.color = app().theme.ink if view.busy or self.tapping else level_ink(quality)
        elif self.tab == "zones":
            self._tell_zone()

    def _build_guide(self, content: BoxLayout) -> None:
        content.add_widget(self.guide)
        self.guide.show(self.steps)

    def _offers_of(self, step: GuideStep | None) -> Offers:
        """The buttons of a step, words and what they do; the first is the usual one."""
        offers: dict[str, Offers] = {
            CAMERA: [(texts.SOURCE_TAB, True, partial(self._choose_tab, "source"))],
            FOUND: [(texts.BY_CARDS, True, self.controller.find_by_cards),
                    (texts.BY_MARKERS, False, self.controller.find_by_markers),
                    (texts.BY_TAPS, False, self._tap_corners)],
            WHOLE: [(texts.MOVE_PLACES, True, partial(self._choose_tab, "zones"))],
            PLACES: [(texts.PLACES_FIT, True, self._agree_to_places),
                     (texts.MOVE_PLACES, False, partial(self._choose_tab, "zones"))],
        }
        return offers.get(step.key, ()) if step else [(texts.DONE, True, self.done)]

    def _agree_to_places(self) -> None:
        self.places_fit = True

    def _tap_corners(self) -> None:
        self._choose_tab("find")
        self._begin_taps()

    def _build_view(self, _content: BoxLayout) -> None:
        self.rows = []  # they come with the first rating

    def _fill_aspects(self, view: SurveyView) -> None:
        if [row.name for row in self.rows] != [aspect.name for aspect in view.aspects]:
            self.ids.content.clear_widgets()
            self.rows = [AspectRow(name=aspect.name) for aspect in view.aspects]
            for row in self.rows:
                self.ids.content.add_widget(row)
            self.ids.content.add_widget(Spacer())
        for row, aspect in zip(self.rows, view.aspects, strict=True):
            row.level, row.text = aspect.level, aspect.text
            row.on_level()

    def _build_find(self, content: BoxLayout) -> None:
        content.add_widget(words(texts.FIND_HELP))
        for text, act in ((texts.BY_MARKERS, self.controller.find_by_markers),
                          (texts.BY_CARDS, self.controller.find_by_cards), (texts.BY_TAPS, self._begin_taps)):
            content.add_widget(Btn(text=text, on_release=lambda _w, act=act: act()))
        content.add_widget(self._stop)
        self._add_told(content)

    def _begin_taps(self) -> None:
        self.corners.points = ()
        self.tapping = True

    def _build_taps(self, content: BoxLayout) -> None:
        self._add_told(content)
        sizes = GridLayout(cols=3, spacing=app().unit * 8, size_hint_y=None, height=app().touch)
        for name in texts.RECTANGLES:
            sizes.add_widget(Btn(text=name, chosen=name == self._sheet, on_release=partial(self._choose_sheet, name)))
        turns = BoxLayout(spacing=app().unit * 8, size_hint_y=None, height=app().touch)
        for upright, text in ((False, texts.LYING), (True, texts.STANDING)):
            turns.add_widget(Btn(text=text, chosen=upright == self._upright,
                                 on_release=partial(self._choose_turn, upright)))
        self._go = Btn(text=texts.USE_TAPS, kind="primary", on_release=lambda *_: self._use_taps())
        for widget in (sizes, turns, self._go, Btn(text=texts.BACK, on_release=lambda *_: self.escape())):
            content.add_widget(widget)
        self._tapped(self.corners.points)

    def _choose_sheet(self, name: str, *_: Any) -> None:
        self._sheet = name
        self._rebuild()

    def _choose_turn(self, upright: bool, *_: Any) -> None:
        self._upright = upright
        self._rebuild()

    def _tapped(self, points: tuple[Point, ...]) -> None:
        if self._told is None or self._go is None:
            return
        self._go.disabled = len(points) < 4
        size = "{:.0f} × {:.0f} mm".format(*self._sheet_mm())
        count = texts.TAPPED.format(count=len(points)) if points else texts.TAP_CORNERS
        self._told.text = f"{self._sheet}, {size}. {count}"

    def _sheet_mm(self) -> tuple[float, float]:
        wide, high = texts.RECTANGLES[self._sheet]
        return (high, wide) if self._upright else (wide, high)

    def _use_taps(self) -> None:
        self.controller.find_by_points(self.corners.points, self._sheet_mm())
        self.tapping = False

    def _build_zones(self, content: BoxLayout) -> None:
        if self.view is None or self.view.calibration is None:
            content.add_widget(words(texts.NO_ZONES_YET))
            content.add_widget(Btn(text=texts.FIND_TAB, kind="primary", on_release=lambda *_: self._choose_tab("find")))
            content.add_widget(Spacer())
            return
        content.add_widget(words(texts.ZONES_HELP))
        self._add_told(content)
        content.add_widget(Btn(text=texts.NEXT_ZONE, on_release=lambda *_: self.zones.choose_next()))
        ways = list(texts.NUDGES.items())
        for columns, some in ((4, ways[:4]), (2, ways[4:])):  # arrows, then words
            grid = GridLayout(cols=columns, spacing=app().unit * 8, size_hint_y=None)
            grid.bind(minimum_height=grid.setter("height"))
            for way, text in some:
                grid.add_widget(Btn(text=text, on_release=lambda _w, way=way: self.zones.nudge(way)))
            content.add_widget(grid)
        content.add_widget(Btn(text=texts.RESET_ZONES, on_release=lambda *_: self._reset_zones()))

    def _reset_zones(self) -> None:
        self.zones.let_go()
        self.controller.reset_zones()

    def _tell_zone(self, *_: Any) -> None:
        zone = self.zones.zone
        if self.tab != "zones" or self._told is None:
            return
        if zone is None:
            self._told.text = ""
            return
        xs, ys = zip(*zone.corners_mm, strict=True)
        self._told.text = texts.ZONE_CHOSEN.format(place=texts.place_name(zone.name), width=max(xs) - min(xs),
                                                   height=max(ys) - min(ys))

    def _build_source(self, content: BoxLayout) -> None:
        content.add_widget(self.picker)
        self.picker.open(self.source)

    def _look_through(self, source: str) -> None:
        self.source, self._picture, self.problem = source, None, ""
        self.camera.clear()
        self.places_fit = False
        self.controller.change_source(source)
        self._rebuild()

    def _add_told(self, content: BoxLayout) -> None:
        """A sentence on a panel: what came of it."""
        self._told = Paragraph()
        content.add_widget(self._told)
        content.add_widget(Spacer())


def words(text: str) -> Paragraph:
    """A sentence of help."""
    return Paragraph(text=text, color=app().theme.quiet)


load_kv(__file__)
