"""The recap: a chart of the score and the moments that turned it, shared as one picture."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.properties import ObjectProperty, StringProperty

from companion.sharing import files as sharing
from companion.sheets.result_rows import signed
from companion.sitting.controller import Controller
from companion.sitting.recap import Recap, TurningPoint, recap_of
from companion.style.theme import BOLD_FONT, TEXT_FONT
from companion.widgets.base import app, load_kv
from companion.widgets.card import LEAST_CARD, SHAPE, draw_card
from companion.widgets.chart import Chart
from companion.widgets.drawn import Drawn
from companion.widgets.felt import Felt
from companion.widgets.lettering import line_height, px, write
from companion.widgets.progress import JobBar, JobScreen
from companion.widgets.sheets import jpeg_texture
from companion.words import texts

__all__ = ["Chart", "Felt", "JobBar", "RecapScreen", "TurnTile"]
WORDS = 3  # lines below the picture


class TurnTile(Drawn):
    """A moment: what the camera saw (or its cards), what happened, and what it brought."""

    def draw(self) -> None:
        turn: TurningPoint = self.data
        theme, line = app().theme, line_height(BOLD_FONT)
        low = self.y + line * (WORDS + bool(turn.leader))
        high = max(self.top - low, 1.0)
        if turn.picture:
            texture = jpeg_texture(turn.picture)
            scale = min(self.width / texture.width, high / texture.height)
            wide, tall = texture.width * scale, texture.height * scale
            Color(1, 1, 1, 1)
            Rectangle(texture=texture, pos=(self.center_x - wide / 2, low + (high - tall) / 2), size=(wide, tall))
        else:
            self._draw_cards(turn.cards, low, high)
        brought = ", ".join(f"{name} {signed(points) if points < 0 else f'+{points}'}"
                                   for name, points in turn.brought.items())
        write(turn.text, self.x, low - 2 * line, self.width, 2 * line, app().letters, BOLD_FONT, theme.ink, "center",
              wrap=True)
        write(brought, self.x, low - 3 * line, self.width, line, app().letters, BOLD_FONT, theme.accent, "center")
        if turn.leader:
            lead = texts.TAKES_LEAD.format(name=turn.leader)
            write(lead, self.x, self.y, self.width, line, app().letters, TEXT_FONT, theme.quiet, "center")

    def _draw_cards(self, cards: tuple[str, ...], low: float, high: float) -> None:
        """The cards of the event side by side, one over the other where they are many."""
        tall = max(px(LEAST_CARD), min(high, self.width / SHAPE / 2))
        step = min(tall * SHAPE * 1.08, (self.width - tall * SHAPE) / max(len(cards) - 1, 1))
        left = self.center_x - (step * (len(cards) - 1) + tall * SHAPE) / 2
        for place, card in enumerate(cards):
            draw_card(card, left + step * place, low + (high - tall) / 2, tall, app().theme)


class RecapScreen(JobScreen):
    """Draws a Recap."""

    view = ObjectProperty(None, allownone=True)
    title, headline, stands = (StringProperty("") for _ in range(3))

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(controller, **kwargs)
        self.folder: Path = sharing.documents_folder()

    def open(self, came_from: str) -> None:
        """Of the open table; `came_from` is where Back leads."""
        self.came_from = came_from
        self.ids.job.tell("")
        self.controller.fetch(self.name, lambda sitting: recap_of(sitting.session))

    def show(self, recap: Recap) -> None:
        self.view = recap
        self.title, self.headline = f"{recap.title}, {recap.date}", recap.headline
        self.stands = ", ".join(f"{name} {signed(total)}"
                                       for name, total in zip(recap.names, recap.totals, strict=True))
        self.ids.chart.title, self.ids.chart.data = texts.SCORE_CHART, dict(recap.lines)
        tiles = self.ids.turns
        tiles.clear_widgets()
        for turn in recap.turns:
            tiles.add_widget(TurnTile(data=turn))

    def share(self) -> None:
        """The same as one picture, where people look for their files."""
        if self.view is None:
            return
        name = sharing.safe_name(f"{datetime.now():%Y-%m-%d %H%M} {self.view.title}")
        file = self.folder / f"{name}.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        self.ids.whole.export_to_png(str(file))
        self.tell_folder(file.parent)

    def on_key(self, _key: int, letter: str) -> bool:
        if letter == "e":
            self.share()
        return letter == "e"


load_kv(__file__)
