"""A pack of one's own: choose what cards shall stand for, then touch them, or show them to the camera."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from calibration import deck_names, load_deck
from companion.device.own_decks import BRIDGE_MM, POKER_MM, PRINTED, DeckDraft, draft_of
from companion.sitting.controller import Controller
from companion.sitting.survey import SurveyView
from companion.sitting.table_page import faces
from companion.widgets.app_screen import AppScreen
from companion.widgets.base import Btn, Spacer, app, load_kv
from companion.widgets.camera import CameraView
from companion.widgets.deck_palette import OUT, Palette
from companion.widgets.entry import EntryField
from companion.widgets.felt import Felt
from companion.widgets.sheets import PickerSheet
from companion.words import texts
from rules import GAMES, Table
from rules.core.cards import RANKS
from rules.core.errors import Refusal

__all__ = ["DeckCell", "DeckScreen", "EntryField", "Felt", "Palette"]


class DeckCell(Btn):
    """A printed card and what it stands for."""

    printed = StringProperty("")
    meaning = StringProperty("")


class DeckScreen(AppScreen):
    """Fills in a DeckDraft."""

    draft = ObjectProperty(None, allownone=True)
    problem = StringProperty("")
    help = StringProperty("")
    packs_text = StringProperty("")
    size_text = StringProperty("")
    showing = BooleanProperty(False)  # the camera's picture instead of the cards

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(controller, **kwargs)
        self.game, self.source, self._table = "", "", Table(())
        self._picture: object = None
        self._reading = False
        self.cells = {printed: DeckCell(printed=printed, on_release=partial(self._touched, printed))
                      for printed in PRINTED}
        self.grid = GridLayout(cols=len(RANKS), spacing=app().unit * 6, size_hint_y=None)
        self.grid.bind(minimum_height=self.grid.setter("height"))
        self.scroll = ScrollView(bar_width=app().unit * 8, scroll_type=["bars", "content"])
        rows = BoxLayout(orientation="vertical", spacing=app().unit * 6, size_hint_y=None)
        rows.bind(minimum_height=rows.setter("height"))
        rows.add_widget(self.grid)
        rows.add_widget(self.cells["JK"])  # its name is longer than a rank
        self.scroll.add_widget(rows)
        self.camera = CameraView()
        self.bind(size=self._place, draft=self._show, showing=self._on_showing)
        self.ids.palette.bind(brush=self._show, on_other=lambda *_: self._pick())

    # -- coming and going ---------------------------------------------------------------------

    def prepare(self, game: str, deck: str, source: str, table: Table) -> None:
        """Begin with a pack that is known already."""
        self.game, self.source, self._table = game, source, table
        base = load_deck(deck)
        own = deck not in deck_names()
        if not own and GAMES[game].ordinary_deck and base.indices:
            base = load_deck(GAMES[game].ordinary_deck)
        self.draft = draft_of(base, base.title if own else "")
        self.ids.title.text, self.problem = self.draft.title, ""
        kinds = [face for face in faces(game) if face.startswith(("+", "<="))]
        self.ids.palette.offer(kinds)
        self.showing = False
        self._on_showing()
        self._place()

    def keep(self) -> None:
        """Write the pack and play with it; what is missing is said in one sentence."""
        try:
            profile = replace(self.draft, title=self.ids.title.text).profile(self.game)
            path = self.controller.files.deck(profile.title)
            profile.save(path)
            load_deck(path)  # what was written must be read back
        except Refusal as refusal:
            self.problem = texts.fault_text(refusal)
            return
        self._stop_camera()
        app().leave_deck(str(path))

    def leave(self) -> None:
        self._stop_camera()
        app().leave_deck("")

    def escape(self) -> bool:
        if self.ids.body.children and isinstance(self.ids.body.children[0], PickerSheet):
            self._on_showing()
        else:
            self.leave()
        return True

    def note(self, text: str) -> None:
        self.problem = text

    # -- what stands for what -----------------------------------------------------------------

    def _pick(self) -> None:
        """Which card of the game shall the next ones stand for?"""
        self.ids.body.clear_widgets()
        self.ids.body.add_widget(PickerSheet(texts.STANDS_FOR, faces(self.game), (), self._picked, self._on_showing))

    def _picked(self, card: str) -> None:
        self.ids.palette.brush = card
        self._on_showing()

    def _touched(self, printed: str, *_: Any) -> None:
        """The card stands for the brush; touched again, it is out."""
        meant = self.ids.palette.meaning(printed)
        if self.draft.meaning_of(printed) == meant:
            meant = OUT
        self.draft, self.problem = self.draft.meaning(printed, meant), ""

    def step_packs(self, by: int) -> None:
        self.draft = self.draft.of_packs(self.draft.packs + by)

    def change_size(self) -> None:
        self.draft = replace(self.draft, size_mm=BRIDGE_MM if self.draft.size_mm == POKER_MM else POKER_MM)

    # -- showing cards to the camera ----------------------------------------------------------

    def toggle_camera(self) -> None:
        if not self.showing and not self.source:
            self.problem = texts.NO_CAMERA
            return
        self.showing = not self.showing
        if self.showing:
            self.controller.survey(self.source, self.game, self._table, "standard")
        else:
            self._stop_camera()

    def read(self) -> None:
        """Read the cards that lie before the camera: they stand for the brush."""
        self.help = texts.LOOKING
        self.controller.read_cards()

    def show(self, view: SurveyView) -> None:
        """The camera is reading, or has read some cards: they are taken once, whatever brush comes next."""
        if view.busy or not self._reading:
            self._reading = self.showing and bool(view.busy)
            return
        self._reading = False
        read = [label for label in view.read if label in self.cells]
        for printed in read:
            self.draft = self.draft.meaning(printed, self.ids.palette.meaning(printed))
        self.help = texts.CARDS_READ.format(cards=" ".join(map(texts.card_text, read))) if read else texts.NO_CARD_READ

    def look(self) -> None:
        picture = self.controller.picture
        if self.showing and picture is not None and picture is not self._picture:
            self._picture = picture
            self.camera.show(picture)
        if self.showing:
            self.camera.outline(self.controller.marks)

    def _stop_camera(self) -> None:
        if self.showing:
            self.showing = self._reading = False
            self.controller.end_survey()

    # -- drawing ------------------------------------------------------------------------------

    def _on_showing(self, *_: Any) -> None:
        self.ids.body.clear_widgets()
        self.ids.body.add_widget(self.camera if self.showing else self.scroll)
        if not self.showing:
            self.camera.clear()
        self._show()

    def _show(self, *_: Any) -> None:
        draft: DeckDraft | None = self.draft
        if draft is None:
            return
        for printed, cell in self.cells.items():
            cell.meaning = draft.meaning_of(printed)
            cell.chosen = bool(cell.meaning) and cell.meaning == self.ids.palette.meaning(printed)
        self.packs_text = texts.PACKS.format(count=draft.packs) if draft.packs > 1 else texts.ONE_PACK
        self.size_text = texts.CARD_SIZE.format(*draft.size_mm)
        self.help = texts.DECK_HELP.format(meaning=self.ids.palette.said(self.ids.palette.brush))

    def _place(self, *_: Any) -> None:
        """A suit a row, or two rows a suit where thirteen cards would be too narrow for their words."""
        gap, narrowest = app().unit * 6, max(app().touch, app().letters * 2.1)
        fits = max(1, int((self.width - 2 * app().unit * 14 + gap) // (narrowest + gap)))
        self.grid.cols = len(RANKS) if fits >= len(RANKS) else (len(RANKS) + 1) // 2
        self.grid.clear_widgets()
        high = max(app().touch, app().letters * 2.9)
        for printed, cell in self.cells.items():
            cell.height = high
            if cell.parent is None:
                self.grid.add_widget(cell)
            if printed[0] == RANKS[-1] and self.grid.cols < len(RANKS):
                self.grid.add_widget(Spacer(size_hint_y=None, height=high))


load_kv(__file__)
