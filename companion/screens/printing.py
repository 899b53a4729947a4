"""Printing: the Never Over pack with as many cards of each kind as wanted, the markers, score sheets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.sharing import files as sharing
from companion.sheets.markers import write_markers
from companion.sheets.pack import COLUMNS, ROWS, SUGGESTED, Pack, write_pack
from companion.sheets.paper import PAPERS
from companion.sheets.score import MOST_PLAYERS, write_scoresheet
from companion.sitting.controller import Controller
from companion.sitting.jobs import Job
from companion.widgets.base import app, load_kv
from companion.widgets.card import CardFace
from companion.widgets.felt import Felt
from companion.widgets.progress import JobBar, JobScreen
from companion.words import texts
from rules.core.errors import Refusal

__all__ = ["CardFace", "Felt", "JobBar", "KindRow", "PrintingScreen"]
MOST_OF_A_KIND = 60


class KindRow(BoxLayout):
    """One kind of card and how many of it."""

    card = StringProperty("")
    count = NumericProperty(0)
    changed = ObjectProperty(None)

    def step(self, by: int) -> None:
        self.count = min(max(self.count + by, 0), MOST_OF_A_KIND)
        self.changed()


class PrintingScreen(JobScreen):
    """Writes PDF files; a printer is the system's own business."""

    paper = StringProperty("a4")
    backs = BooleanProperty(True)
    summary = StringProperty("")
    can_print = BooleanProperty(True)

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(controller, **kwargs)
        self.folder: Path = sharing.documents_folder()
        self.kinds: dict[str, KindRow] = {}
        counts = {f"+{value}": count for value, count in enumerate(SUGGESTED.greens, 1)}
        counts |= {f"<={value}": count for value, count in enumerate(SUGGESTED.reds)}
        for card, count in counts.items():
            self.kinds[card] = KindRow(card=card, count=count, changed=self.sum_up)
            self.ids.kinds.add_widget(self.kinds[card])
        self.bind(backs=lambda *_: self.sum_up())
        self.sum_up()

    def open(self, came_from: str) -> None:
        self.came_from = came_from

    def pack(self) -> Pack:
        """The pack as chosen; RequestError for one that cannot be played."""
        greens = ",".join(str(int(row.count)) for card, row in self.kinds.items() if card.startswith("+"))
        reds = ",".join(str(int(row.count)) for card, row in self.kinds.items() if card.startswith("<="))
        return Pack.parse(greens, reds)

    def sum_up(self) -> None:
        """How many cards and pages; or why it is no pack."""
        try:
            cards = len(self.pack().cards)
        except Refusal as fault:
            self.summary, self.can_print = texts.fault_text(fault), False
            return
        pages = -(-cards // (COLUMNS * ROWS)) * (2 if self.backs else 1)
        self.summary, self.can_print = texts.CARDS_AND_PAGES.format(cards=cards, pages=pages), True

    # -- taps ---------------------------------------------------------------------------------

    def print_pack(self) -> None:
        pack, size, backs = self.pack(), PAPERS[self.paper], self.backs
        self._write(texts.PACK_FILE, lambda path, progress: write_pack(path, pack, size, backs, progress))

    def print_markers(self) -> None:
        size = PAPERS[self.paper]
        self._write(texts.MARKERS_FILE, lambda path, progress: write_markers(path, size))

    def print_scoresheet(self) -> None:
        size, players = PAPERS[self.paper], app().settings.players[:MOST_PLAYERS]
        self._write(texts.SCORESHEET_FILE, lambda path, progress: write_scoresheet(path, size, players))

    def change_paper(self) -> None:
        papers = sorted(PAPERS)
        self.paper = papers[(papers.index(self.paper) + 1) % len(papers)]

    def _write(self, name: str, write: Callable[[Path, Callable[[float], None]], object]) -> None:
        """Write one file; a name that was used before is replaced."""
        if self.ids.job.running:
            return
        file = self.folder / f"{name}.pdf"

        def work(progress: Callable[[float], None]) -> Path:
            write(file, progress)
            return file

        self.ids.job.run(Job(work), self._written)

    def _written(self, file: Path) -> str:
        said = texts.PRINT_IT.format(file=file)
        self.ids.job.tell(said, texts.OPEN_FOLDER, lambda: sharing.open_folder(file.parent))
        return said


load_kv(__file__)
