"""Camera and table: a guide over the live picture, how good the view is, finding the table, its places, the source.

One tab at a time beside the picture.  What a finger does on the picture depends on the tab: it moves
places, or taps the corners of a sheet of paper.  Everything is kept when the screen is left.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.widget import Widget

from companion.device.cameras import Previews
from companion.sharing.sources import PHONE
from companion.sitting.controller import Controller
from companion.sitting.guide import CAMERA, FOUND, PLACES, WHOLE, GuideStep, guide_steps, next_step
from companion.sitting.survey import SurveyView
from companion.widgets.app_screen import AppScreen
from companion.widgets.base import Btn, app, load_kv
from companion.widgets.camera import CameraView
from companion.widgets.camera_tabs import CameraTab, FindTab, NoPlacesTab, PlacesTab, TapsTab, ViewTab
from companion.widgets.felt import Felt
from companion.widgets.guide import GuidePane, Instruction, Offers
from companion.widgets.overlay import CornerPicker, ZoneEditor
from companion.widgets.qr_code import QrCode
from companion.widgets.source_picker import SourcePicker
from companion.words import texts

__all__ = ["CameraScreen", "Felt"]
TABS = ("guide", "view", "find", "zones", "source")


class CameraScreen(AppScreen):
    """Shows a SurveyView; every tap goes to the controller.  `source` is the camera looked through."""

    tab = OptionProperty("guide", options=TABS)
    tapping = BooleanProperty(False)  # corners are being tapped
    problem = StringProperty("")
    source = StringProperty("")
    view = ObjectProperty(None, allownone=True)

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(controller, **kwargs)
        self.return_to = "home"
        self._picture: object = None
        self.camera = CameraView()
        self.zones = ZoneEditor(self.camera, controller.put_zones)
        self.corners = CornerPicker(self.camera)
        self.guide, self.instruction = GuidePane(self._offers_of), Instruction()
        self.picker = SourcePicker(self.look_through, controller, Previews)
        self.code = QrCode()
        self.places_fit = False
        tabs = (texts.GUIDE_TAB, texts.VIEW_TAB, texts.FIND_TAB, texts.ZONES_TAB, texts.SOURCE_TAB)
        for name, text in zip(TABS, tabs, strict=True):
            self.ids.tabs.add_widget(Btn(text=text, snug=True, on_release=partial(self.choose_tab, name)))
        self.bind(tab=self._rebuild, tapping=self._rebuild)
        self._make_tabs()

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
        self._make_tabs()
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
        self.camera.message = "" if self.code.data else texts.NO_PICTURE  # no words behind a code
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
            self.choose_tab(TABS[int(letter) - 1])
            return True
        return False

    # -- tabs ---------------------------------------------------------------------------------

    def choose_tab(self, name: str, *_: Any) -> None:
        self.tapping, self.tab = False, name

    def _make_tabs(self) -> None:
        """What stands beside the picture, nothing of it told yet."""
        find = partial(self.choose_tab, "find")
        self.tabs: dict[str, CameraTab] = {
            "view": ViewTab(), "find": FindTab(self.controller, self.stop_looking, self._begin_taps),
            "taps": TapsTab(self.corners, self.controller, partial(setattr, self, "tapping", False)),
            "no zones": NoPlacesTab(find), "zones": PlacesTab(self.zones, self.controller)}

    def _beside(self) -> Widget:
        """What stands beside the picture now."""
        if self.tab == "guide":
            return self.guide
        if self.tab == "source":
            return self.picker
        if self.tab == "zones" and (self.view is None or self.view.calibration is None):
            return self.tabs["no zones"]
        return self.tabs["taps" if self.tapping else self.tab]

    def _rebuild(self, *_: Any) -> None:
        """Put the widgets of the tab in their place, and what may be dragged over the picture."""
        for name, button in zip(TABS, reversed(self.ids.tabs.children), strict=True):
            button.chosen = name == self.tab
        stage, content = self.ids.stage, self.ids.content
        stage.clear_widgets()
        over = [self.corners] if self.tapping else [self.zones] if self.tab in ("guide", "view", "zones") else []
        for widget in (self.camera, *over, self.code, self.instruction):
            widget.pos_hint = {"x": 0, "top": 1} if widget is self.code else {"x": 0, "y": 0}
            stage.add_widget(widget)
        self.zones.disabled = self.tab != "zones"
        content.clear_widgets()
        content.add_widget(self._beside())
        if self.tab == "source":
            self.picker.open(self.source)
        else:
            self.picker.close()
        self.guide.show(self.steps)
        self._fill()

    def _fill(self) -> None:
        """Write what the survey found into the tab."""
        for tab in self.ids.content.children:
            if self.view is not None and isinstance(tab, CameraTab):
                tab.show(self.view)

    # -- what their buttons do ----------------------------------------------------------------

    def _offers_of(self, step: GuideStep | None) -> Offers:
        """The buttons of a step, words and what they do; the first is the usual one."""
        offers: dict[str, Offers] = {
            CAMERA: [(texts.SOURCE_TAB, True, partial(self.choose_tab, "source"))],
            FOUND: [(texts.BY_CARDS, True, self.controller.find_by_cards),
                    (texts.BY_MARKERS, False, self.controller.find_by_markers),
                    (texts.BY_TAPS, False, self._begin_taps)],
            WHOLE: [(texts.MOVE_PLACES, True, partial(self.choose_tab, "zones"))],
            PLACES: [(texts.PLACES_FIT, True, partial(setattr, self, "places_fit", True)),
                     (texts.MOVE_PLACES, False, partial(self.choose_tab, "zones"))],
        }
        return offers.get(step.key, ()) if step else [(texts.DONE, True, self.done)]

    def _begin_taps(self) -> None:
        self.corners.points = ()
        self.tab, self.tapping = "find", True

    def look_through(self, source: str) -> None:
        """Look through another camera."""
        self.source, self._picture, self.problem = source, None, ""
        self.camera.clear()
        self.places_fit = False
        self.controller.change_source(source)
        self._rebuild()


load_kv(__file__)
