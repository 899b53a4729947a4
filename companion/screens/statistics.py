"""Statistics over the sittings kept on this device, by player and game, with two charts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.recycleview import RecycleView

from companion.log.history import PERIODS, PlayedSitting, Statistics, date_before, history, statistics_of
from companion.log.session import SessionStore
from companion.sharing import files as sharing
from companion.sheets.paper import PAPERS
from companion.sheets.statistics import encounter_cells, player_cells, write_statistics
from companion.sitting.controller import Controller
from companion.sitting.jobs import Job
from companion.style.theme import BOLD_FONT, FIGURE_FONT, TEXT_FONT
from companion.widgets.bar import StackBar
from companion.widgets.base import Btn, app, load_kv, text_width
from companion.widgets.chart import Chart
from companion.widgets.drawn import Drawn
from companion.widgets.felt import Felt
from companion.widgets.lettering import least_size, write
from companion.widgets.progress import JobBar, JobScreen
from companion.words import texts

__all__ = ["Chart", "Felt", "JobBar", "StatsRow", "PlayersView", "StackBar", "StatisticsScreen"]
APART = 22  # units between two columns
UPRIGHT = (0, 1, 3, 4, 5)  # of the columns, where there is no room for all at a size that can be read


class PlayersView(RecycleView):
    """A row a player; only those in view exist."""


class StatsRow(Drawn):
    """A player's numbers, or (`heads`) what they are."""

    heads = BooleanProperty(False)
    widths = ListProperty([])  # of its columns, of which all have their share

    def draw(self) -> None:
        theme, unit = app().theme, app().unit
        cells: Sequence[str] = self.data
        font, colour = (TEXT_FONT, theme.quiet) if self.heads else (FIGURE_FONT, theme.ink)
        scale = self.width / max(sum(self.widths), 1)
        right = self.x
        for place, (cell, wide) in enumerate(zip(cells, self.widths, strict=True)):
            right += wide * scale
            if place:
                write(cell, self.x, self.y, wide * scale - unit * APART / 2, self.height, app().letters, font, colour,
                      wrap=self.heads, right=right)
            else:
                write(cell, self.x, self.y, wide * scale - unit * APART, self.height, app().letters, BOLD_FONT,
                      theme.ink)


def column_widths(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[float]:
    """Width that every column needs at the least size, pixels: for its head in two lines and its widest cell."""
    figures, letters = least_size(FIGURE_FONT), app().letters
    return [app().unit * APART + max(
        min(text_width("\n".join((" ".join(words[:cut]), " ".join(words[cut:]))), TEXT_FONT, letters)
            for cut in range(len(words) + 1)),
        *(text_width(row[place], FIGURE_FONT, figures) if place else text_width(row[place], BOLD_FONT, letters)
          for row in rows), 0.0) for place, words in enumerate(map(str.split, heads))]


class StatisticsScreen(JobScreen):
    """Counts the sittings when it is opened, and shows those of one game or of all."""

    stats = ObjectProperty(None, allownone=True)
    empty = BooleanProperty(False)
    versus = BooleanProperty(False)  # two against each other, rather than player by player
    period = OptionProperty("all", options=tuple(PERIODS))
    period_text = StringProperty("")

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(controller, **kwargs)
        self.folder: Path = sharing.documents_folder()
        self.found: tuple[PlayedSitting, ...] = ()
        self.game: str | None = None
        self.bind(landscape=lambda *_: self._fill_table(self.stats) if self.stats is not None else None)

    def open(self, came_from: str) -> None:
        """Count everything anew; `came_from` is where Back leads."""
        self.came_from, self.stats = came_from, None
        self.ids.heads.widths, self.ids.heads.data, self.ids.players.data = [], (), []
        self.controller.kept.fetch(self.name, lambda store: store)

    def show(self, store: SessionStore) -> None:
        """The sittings are there to be counted."""
        self.ids.job.run(Job(lambda progress: history(store, progress)), self._counted)

    def choose(self, game: str | None) -> None:
        """One game's sittings, or all, of the time that is set."""
        self.game, self.period_text = game, texts.PERIODS[self.period]
        days = PERIODS[self.period]
        self.stats = stats = statistics_of(self.found, game, since=date_before(days) if days else "")
        self.empty = not self.found
        self._fill_table(stats)
        self.ids.wins.title, self.ids.questions.title = texts.WINS_CHART, texts.QUESTIONS_CHART
        self.ids.wins.data = dict(list(stats.wins.items())[:6])
        self.ids.questions.data = {"": stats.questions}
        self.ids.games.put([Btn(text=texts.ALL_GAMES if name is None else texts.game_title(name), chosen=name == game,
                                font_size=app().letters, on_release=lambda _w, name=name: self.choose(name))
                            for name in (None, *stats.games)])

    def change_table(self) -> None:
        """Player by player, or two against each other."""
        self.versus = not self.versus
        if self.stats is not None:
            self._fill_table(self.stats)

    def _fill_table(self, stats: Statistics) -> None:
        heads = texts.ENCOUNTER_HEADS if self.versus else texts.STATISTIC_HEADS
        found = map(encounter_cells, stats.encounters) if self.versus else map(player_cells, stats.players)
        shown = range(len(heads)) if self.versus or self.landscape else UPRIGHT
        rows = [tuple(cells[column] for column in shown) for cells in found]
        titles = ("", *(heads[column] for column in shown[1:]))
        self.ids.heads.widths = widths = column_widths(titles, rows)
        self.ids.heads.data = titles
        self.ids.players.data = [{"data": row, "widths": widths} for row in rows]

    def change_period(self) -> None:
        """All evenings, or only the last ones."""
        names = list(PERIODS)
        self.period = names[(names.index(self.period) + 1) % len(names)]
        self.choose(self.game)

    def share(self) -> None:
        """The same on paper."""
        if self.stats is None or self.ids.job.running:
            return
        stats: Statistics = self.stats
        what = texts.game_title(stats.game) if stats.game else texts.ALL_GAMES
        title = texts.STATISTICS_OF.format(what=f"{what}, {self.period_text}" if PERIODS[self.period] else what)
        file = self.folder / f"{datetime.now():%Y-%m-%d %H%M} {title}.pdf"

        def work(_progress: Any) -> Path:
            write_statistics(file, PAPERS["a4"], stats, title)
            return file.parent

        self.ids.job.run(Job(work), self.tell_folder)

    def on_key(self, _key: int, letter: str) -> bool:
        if letter == "e":
            self.share()
        return letter == "e"

    def _counted(self, found: tuple[PlayedSitting, ...]) -> str:
        self.found = found
        self.choose(None)
        self.ids.job.tell("" if found else texts.NOTHING_PLAYED)
        return ""


load_kv(__file__)
