"""Sheets for several cards at once: those of one event put right together, a hand that is shown, sets laid by touch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.widgets.base import Btn, FitText, Paragraph, app
from companion.widgets.card import CardButton
from companion.widgets.sheets import Sheet
from companion.words import texts
from rules import Action, Card
from rules.core.laying import Laying

IN_A_ROW = 5
SUITS, WIDEST = 4, 12  # cards of a rank, and in a row of the whole pack


class CardsSheet(Sheet):
    """The cards of one event: a touched one is exchanged, + adds one; then they are all put right at once.
    `on_card` is called with the place of the touched card, len(cards) for a new one."""

    def __init__(self, title: str, cards: Sequence[str], on_card: Callable[[int], None],
                 on_done: Callable[[], None], on_close: Callable[[], None], changed: bool, **kwargs: Any) -> None:
        super().__init__(title, on_close, name="cards", **kwargs)
        self.cards = tuple(cards)
        self.add_widget(Paragraph(text=texts.CARDS_HELP, color=app().theme.quiet))
        self.add_widget(card_grid(cards, on_card, Btn(text=texts.ADD_ONE, size_hint_y=1, font_size=app().unit * 60,
                                                      on_release=lambda *_: on_card(len(self.cards)))))
        self.add_widget(Btn(text=texts.DONE, kind="primary", disabled=not (cards and changed),
                            on_release=lambda *_: on_done()))


class SetsSheet(Sheet):
    """A player, his cards touched in the order in which he lays them, the sums as they come."""

    def __init__(self, layings: Sequence[Laying], game: str, on_laid: Callable[[Action], None],
                 on_close: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(texts.LAY_SETS, on_close, name="sets", **kwargs)
        self.layings, self.game, self.on_laid = {laying.player: laying for laying in layings}, game, on_laid
        self.player = layings[0].player
        self.picked: tuple[Card, ...] = ()
        names = GridLayout(cols=min(len(layings), 4), spacing=app().unit * 8, size_hint_y=None)
        names.bind(minimum_height=names.setter("height"))
        self.names = {name: Btn(text=name, on_release=partial(self._choose, name)) for name in self.layings}
        for button in self.names.values():
            names.add_widget(button)
        self.told = FitText(wraps=True, largest=app().letters, size_hint_y=0.5)
        self.middle = BoxLayout()
        self.lay = Btn(text=texts.LAY_SET, kind="primary", on_release=self._lay)
        foot = BoxLayout(spacing=app().unit * 10, size_hint_y=None, height=app().touch)
        foot.add_widget(Btn(text=texts.START_AGAIN, on_release=lambda *_: self._choose(self.player)))
        foot.add_widget(self.lay)
        for widget in (names, self.told, self.middle, foot):
            self.add_widget(widget)
        self._choose(self.player)

    def _choose(self, player: str, *_: Any) -> None:
        """Whose set it is; nothing is picked yet."""
        self.player, self.picked = player, ()
        self._show()

    def _pick(self, index: int) -> None:
        """The touched card is the next of the set."""
        self.picked = (*self.picked, self._left[index])
        self._show()

    def _lay(self, *_: Any) -> None:
        self.on_laid(Action(self.player, self.layings[self.player].verb, self.picked))

    def _show(self) -> None:
        laying = self.layings[self.player]
        for name, button in self.names.items():
            button.chosen = name == self.player
        self._left = [card for card in laying.cards if card not in self.picked]
        steps = laying.made_of(self.picked)
        why = texts.pretty(steps.why, self.game) if steps.why else ""
        self.told.text = "\n".join(filter(None, [steps.text, why])) if self.picked else (
            texts.WHOSE_SET.format(begin=laying.begin))
        self.told.color = app().theme.caution if why else app().theme.ink
        self.lay.disabled = not self.picked or bool(why)
        self.middle.clear_widgets()
        self.middle.add_widget(card_grid([str(card) for card in self._left], self._pick))


class HandSheet(Sheet):
    """Every card of the pack, those of a hand to be touched one by one.  number: of its cards, after which it is done
    by itself (before, when part of it is shown); 0 where nobody knows it.  picked: those that were read already."""

    wide = True

    def __init__(self, title: str, faces: Sequence[str], number: int, on_done: Callable[[tuple[str, ...]], None],
                 on_close: Callable[[], None], picked: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(title, on_close, name="hand", **kwargs)
        self.number, self.on_done = number, on_done
        self.picked: tuple[str, ...] = ()
        self.again = Btn(text=texts.START_AGAIN, snug=True, on_release=lambda *_: self._show(()))
        self.done = Btn(text=texts.DONE, kind="primary", snug=True, on_release=lambda *_: on_done(self.picked))
        for button in (self.again, self.done):
            self.head.add_widget(button, index=1)
        self.grid = GridLayout(cols=WIDEST, spacing=app().unit * 8)
        for face in faces:
            self.grid.add_widget(CardButton(card=face, on_release=lambda widget: self._pick(widget.card)))
        self.add_widget(self.grid)
        self.fbind("width", self._fit)
        self._show(picked)

    def _fit(self, *_: Any) -> None:
        """As many beside each other as fingers can tell apart; cards of a rank stay together."""
        gap = app().unit * 8
        room = int((self.width - 3 * gap) // (app().touch + gap))
        self.grid.cols = max(SUITS, min(room, WIDEST) // SUITS * SUITS)

    def _pick(self, card: str) -> None:
        self._show((*self.picked, card))
        if len(self.picked) == self.number:
            self.on_done(self.picked)

    def _show(self, picked: tuple[str, ...]) -> None:
        """What was touched so far."""
        self.picked = picked
        count = f" · {len(picked)}/{self.number}" if self.number else ""
        self.heading.text = f"{self.title}{count} · {' '.join(map(texts.card_text, picked))}".rstrip(" ·")
        self.again.disabled = self.done.disabled = not picked


def card_grid(cards: Sequence[str], on_card: Callable[[int], None], last: Btn | None = None) -> GridLayout:
    """Cards to touch, in rows; `on_card` is called with the place of the touched one."""
    count = len(cards) + (last is not None)
    grid = GridLayout(cols=min(max(count, 3), IN_A_ROW), spacing=app().unit * 10,
                      size_hint_min_y=-(-count // IN_A_ROW) * app().touch)
    for index, card in enumerate(cards):
        grid.add_widget(CardButton(card=card, on_release=lambda _w, index=index: on_card(index)))
    if last is not None:
        grid.add_widget(last)
    return grid
