"""The score sheet: every point with its reason, who won, the next deal in one tap, and a way to share it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.recycleview import RecycleView

from companion.log.session import Session
from companion.sharing import files as sharing
from companion.sheets.result_rows import ResultRow, ResultView, closed_view, result_view, signed
from companion.sitting.controller import Controller
from companion.sitting.jobs import Job
from companion.sitting.table_page import Choice
from companion.style.theme import BOLD_FONT, FIGURE_FONT, TEXT_FONT
from companion.widgets.base import app, load_kv, text_height
from companion.widgets.drawn import Drawn
from companion.widgets.entry import EntryField
from companion.widgets.felt import Felt
from companion.widgets.lettering import write
from companion.widgets.progress import JobBar, JobScreen
from companion.words import texts

__all__ = ["EntryField", "Felt", "JobBar", "ScoresScreen", "SheetRow", "SheetView", "Totals"]
WORDS = 0.44  # of a row's width is for words


class SheetView(RecycleView):
    """The rows; only those in view exist."""


class SheetRow(Drawn):
    """A reason and the points of whoever made them."""

    def draw(self) -> None:
        row: ResultRow = self.data
        theme, unit, strong = app().theme, app().unit, self.data.kind == "deal"
        colour = theme.ink if row.kind != "note" else theme.quiet
        words = self.width * WORDS
        write(row.text, self.x + (0 if strong else unit * 16), self.y, words - unit * 24, self.height,
              app().letters, BOLD_FONT if strong else TEXT_FONT, colour, wrap=not strong)
        wide = (self.width - words) / max(len(row.cells), 1)
        for place, cell in enumerate(row.cells):
            write(cell, self.x, self.y, wide - unit * 6, self.height, unit * (44 if strong else 38), FIGURE_FONT,
                  colour, right=self.x + words + wide * (place + 1) - unit * 4)


class Totals(Drawn):
    """The names and how they stand, to be read from afar.  data: pairs of name and score."""

    winners = ListProperty([])

    def draw(self) -> None:
        theme, unit = app().theme, app().unit
        words = self.width * WORDS
        wide = (self.width - words) / max(len(self.data), 1)
        write(texts.TOTAL, self.x, self.y, words, self.height * 0.6, app().letters, BOLD_FONT, theme.quiet)
        for place, (name, score) in enumerate(self.data):
            right = self.x + words + wide * (place + 1) - unit * 4
            write(name, self.x, self.y + self.height * 0.62, wide - unit * 6, self.height * 0.38, app().letters,
                  BOLD_FONT, theme.accent if name in self.winners else theme.quiet, right=right)
            write(signed(score), self.x, self.y, wide - unit * 6, self.height * 0.62, unit * 64, FIGURE_FONT,
                  theme.accent if name in self.winners else theme.ink, right=right)


class ScoresScreen(JobScreen):
    """Draws a ResultView."""

    view = ObjectProperty(None, allownone=True)
    title, headline, status = StringProperty(""), StringProperty(""), StringProperty("")
    can_deal = BooleanProperty(False)
    is_over = BooleanProperty(False)  # the match, which may be played once more
    is_closed = BooleanProperty(False)  # a sitting of a game that is not there any more: it can only be read
    writing = BooleanProperty(False)  # a note on the sitting

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(controller, **kwargs)
        self.folder: Path = sharing.documents_folder()
        self._session: Session | None = None
        self._notes: dict[int, str] = {}  # that were written here, by sitting

    def open(self) -> None:
        """The sheet of the open table as it stands."""
        self._forget()
        self.controller.fetch(self.name, lambda sitting: (result_view(sitting.session), sitting.session))

    def open_closed(self, sitting: int) -> None:
        """The sheet of a sitting that can only be read."""
        self._forget()
        self.controller.kept.fetch(self.name, lambda store: (closed_view(store, sitting), None))

    def _forget(self) -> None:
        """Nothing can be dealt or shared until the table has answered: what is shown may be another sitting's."""
        self.ids.job.tell("")
        self.view = self._session = None
        self.can_deal = self.is_over = self.writing = False

    def show(self, found: tuple[ResultView, Session | None]) -> None:
        """Draw this sheet; without a session it can only be read."""
        self.view, self._session = found
        self.is_closed = self._session is None
        view = self.view
        self.title = titled(texts.SCORE_OF.format(title=view.title), self.note_kept)
        self.headline = view.headline
        self.status = texts.TO_TARGET.format(target=view.target) if view.target else ""
        self.can_deal = view.next_deal is not None
        self.is_over = view.over and not self.is_closed
        totals = self.ids.totals
        totals.data = tuple(zip(view.names, view.totals, strict=True))
        best = max(view.totals, default=0)
        totals.winners = [name for name, total in totals.data if view.over and total == best]
        rows = [{"data": row, "height": self._row_height(row)} for row in view.rows]
        self.ids.rows.data = rows

    # -- taps ---------------------------------------------------------------------------------

    def deal(self) -> None:
        """The next deal, and back to the table; once the match is over, a rematch."""
        if self.is_over:
            app().rematch()
        elif self.view and self.view.next_deal:
            self.controller.choose(Choice(texts.NEXT_DEAL, self.view.next_deal))
            app().to_table()

    def share(self) -> None:
        """Write the sheet, its points and the record where people find them."""
        if self._session is None or self.ids.job.running:
            return
        session = self._session

        def work(progress: Any) -> Path:
            copy = session.with_deck(session.rename)  # of its own, while the table goes on
            return sharing.share(copy, self.folder, progress)[0].parent

        self.ids.job.run(Job(work), self.tell_folder)

    @property
    def note_kept(self) -> str:
        """What was written about the sitting."""
        info = self._session.info if self._session is not None else None
        return self._notes.get(info.id, info.note) if info is not None else ""

    def write_note(self) -> None:
        """A line for a note on the sitting; the second touch, or Enter, keeps it."""
        if self._session is None or self.view is None:
            return
        field = self.ids.note
        if not self.writing:
            field.text, self.writing = self.note_kept, True
            field.focus = True
            return
        field.focus = self.writing = False
        if field.text.strip() != self.note_kept:
            self._notes[self._session.info.id] = field.text.strip()
            self.controller.kept.write_note(self._session.info.id, field.text)
        self.title = titled(texts.SCORE_OF.format(title=self.view.title), self.note_kept)

    def leave(self) -> None:
        """Back to the table, or to where the evenings are listed."""
        app().go_home() if self.is_closed else app().to_table()

    def escape(self) -> bool:
        if self.writing:
            self.writing = False
        else:
            self.leave()
        return True

    def on_key(self, _key: int, letter: str) -> bool:
        acts = {"d": self.deal, "e": self.share, "n": self.write_note}
        if letter in acts:
            acts[letter]()
        return letter in acts

    def _row_height(self, row: ResultRow) -> float:
        """Long reasons get a second line."""
        letters = app().letters
        if row.kind == "deal":
            return float(letters * 1.75)
        room = self.width * WORDS - app().unit * 90
        return float(text_height(row.text, TEXT_FONT, letters, int(max(room, letters))) + letters * 0.3)


def titled(title: str, note: str) -> str:
    """A title with as much of a note as stands on its line."""
    return f"{title} · {texts.shorter(note)}" if note else title


load_kv(__file__)
