"""Statistics over the sittings kept on this device, by player and game, with two charts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, OptionProperty, StringProperty
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
from companion.widgets.base import Btn, app, load_kv
from companion.widgets.chart import Chart
from companion.widgets.felt import Felt
from companion.widgets.panel import Drawn, write
from companion.widgets.progress import JobBar, JobScreen
from companion.words import texts
from rules import GAMES

__all__ = ["Chart", "Felt", "JobBar", "StatsRow", "PlayersView", "StackBar", "StatisticsScreen"]
NAME_WIDE, NAMES_WIDE = 0.2, 0.4  # of a row, for one name and for two
UPRIGHT = (0, 1, 3, 4, 5)  # of the columns, where there is no room for all at a size that can be read


class PlayersView(RecycleView):
    """A row a player; only those in view exist."""


class StatsRow(Drawn):
    """A player's numbers, or (`heads`) what they are."""

    heads = BooleanProperty(False)

    def draw(self) -> None:
        theme, unit = app().theme, app().unit
        cells: Sequence[str] = self.data
        first = self.width * (NAMES_WIDE if len(cells) == len(texts.ENCOUNTER_HEADS) else NAME_WIDE)
        wide = (self.width - first) / (len(cells) - 1)
        size, font = (app().letters, TEXT_FONT) if self.heads else (unit * 36, FIGURE_FONT)
        colour = theme.quiet if self.heads else theme.ink
        write(cells[0], self.x, self.y, first - unit * 6, self.height, app().letters, BOLD_FONT, theme.ink)
        for place, cell in enumerate(cells[1:], 1):
            write(cell, self.x, self.y, wide - unit * 10, self.height, size, font, colour, wrap=self.heads,
                  right=self.x + first + wide * place)


class StatisticsScreen(JobScreen):
    """Counts the sittings when it is opened, and shows those of one game or of all."""

    stats = ObjectProperty(None, allownone=True)
    landscape = BooleanProperty(True)
    empty = BooleanProperty(False)
    versus = BooleanProperty(False)  # two against each other, rather than player by player
    period = OptionProperty("all", options=tuple(PERIODS))
    period_text = StringProperty("")

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.controller = controller
        self.folder: Path = sharing.documents_folder()
        self.found: tuple[PlayedSitting, ...] = ()
        self.game: str | None = None
        self.bind(size=lambda *_: setattr(self, "landscape", self.width >= self.height))
        self.bind(landscape=lambda *_: self._fill_table(self.stats) if self.stats is not None else None)

    def open(self, came_from: str) -> None:
        """Count everything anew; `came_from` is where Back leads."""
        self.came_from, self.stats = came_from, None
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
        self.ids.games.put([Btn(text=texts.ALL_GAMES if name is None else GAMES[name].title, chosen=name == game,
                                font_size=app().letters, on_release=lambda _w, name=name: self.choose(name))
                            for name in (None, *stats.games)])

    def change_table(self) -> None:
        """Player by player, or two against each other."""
        self.versus = not self.versus
        if self.stats is not None:
            self._fill_table(self.stats)

    def _fill_table(self, stats: Statistics) -> None:
        heads = texts.ENCOUNTER_HEADS if self.versus else texts.STATISTIC_HEADS
        rows = map(encounter_cells, stats.encounters) if self.versus else map(player_cells, stats.players)
        shown = range(len(heads)) if self.versus or self.landscape else UPRIGHT
        self.ids.heads.data = ("", *(heads[column] for column in shown[1:]))
        self.ids.players.data = [{"data": tuple(cells[column] for column in shown)} for cells in rows]

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
        what = GAMES[stats.game].title if stats.game else texts.ALL_GAMES
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
