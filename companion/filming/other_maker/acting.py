"""What people do at the table: a record's lines become hands that lay, take, say and wait.

    play = Acting(record, layout, pack, chosen, seed, camera)
    play.stage.flights, play.stage.arms, play.stage.throws   # everything that moves
    play.stage.truth, play.said, play.duration_s             # what happened, and what was said when
"""

from __future__ import annotations

import numpy as np

from calibration import Layout
from companion.filming.direction import Announcement
from companion.filming.other_maker.bands import Chosen
from companion.filming.other_maker.lingering import disturb, hold_cards, rest_hands
from companion.filming.other_maker.optics import Pinhole
from companion.filming.other_maker.pack import Labels, Pack
from companion.filming.other_maker.reaching import Reaches
from companion.filming.other_maker.stage import FilmStage
from companion.filming.other_maker.stock import draw_from_stock, lay_stock
from companion.filming.other_maker.throwing import roll
from companion.filming.script import Beat, Script
from rules import Record
from rules.core.action import Action


class Acting:
    """A record played by people of flesh; everything is decided here, nothing is drawn."""

    def __init__(self, record: Record, layout: Layout, pack: Pack, chosen: Chosen, seed: int,
                 camera: Pinhole) -> None:
        self.stage = FilmStage(layout, pack, chosen, seed, camera)
        self.said: list[Announcement] = []
        self._script = Script(record, pack.deck.game_card)
        self._beats = list(self._script.beats())
        self._labels = Labels(pack, np.random.default_rng((seed, 604)))
        self._reaches = Reaches(self.stage, self._labels)
        self._has_stock = bool(chosen.troubles & {"stock_up", "stock_down"})
        self._last_actor = ""
        self.duration_s = self._play()

    def _play(self) -> float:
        named = [move.card for beat in self._beats for moves in beat.reaches for move in moves]
        lay_stock(self.stage, self._labels.written(named))
        now = float(self.stage.rng.uniform(1.5, 2.5))
        for beat in self._beats:
            now = self._do(beat, now)
        end = max([now, *(arm.end_s for arm in self.stage.arms)]) + 2.0
        if self.stage.chosen.has("held"):
            hold_cards(self.stage, end)
        if self.stage.chosen.has("resting"):
            rest_hands(self.stage, end)
        self.stage.truth.sort(key=lambda happened: happened.time_s)
        self.stage.arms.sort(key=lambda arm: arm.start_s)
        return end

    def _do(self, beat: Beat, now: float) -> float:
        """One line of the record; returns when it is over."""
        actor = self._script.hand_of(beat)
        start = self._start(beat, actor, now)
        action = beat.action
        if action is not None and self._script.verbs[action.verb].told_by == "dice":
            self._reaches.let_go_s = roll(self.stage, actor, action, beat, start)
            end = self._reaches.let_go_s + 0.3
        elif beat.reaches:
            end = start
            for moves in beat.reaches:
                end = self._reaches.reach(actor, moves, beat, max(end + 0.15, self.stage.free_from(actor))) \
                    if moves is not beat.reaches[0] else self._reaches.reach(actor, moves, beat, end)
            self._last_actor = actor
        else:
            end = self._without_moves(actor, action, beat, start)
        self._say(beat.text, max(start, self._reaches.let_go_s + float(self.stage.rng.uniform(-0.2, 0.5))))
        if beat.reaches and self._script.draws_unwritten and self._has_stock:
            end = draw_from_stock(self.stage, actor, 1, max(end, self.stage.free_from(actor)))
        if beat.reaches and self.stage.chosen.has("slid") and self.stage.rng.random() < self.stage.chosen["slid_share"]:
            end = disturb(self.stage, end)
        return end

    def _start(self, beat: Beat, actor: str, now: float) -> float:
        """When the hand sets out: after a pause, or close after the other's where two lay quickly."""
        start = now + float(self.stage.rng.uniform(0.4, 1.6) * self.stage.chosen["gap_s"] * 0.6)
        chosen = self.stage.chosen
        lays = len(beat.reaches) == 1 and all(not m.source and m.target for m in beat.reaches[0])
        if chosen.has("quick") and lays and actor != self._last_actor and (
                self.stage.rng.random() < chosen["quick_share"]):
            start = self._reaches.let_go_s + chosen["quick_s"] - chosen["stroke_s"] - 0.08
        return max(start, self.stage.free_from(actor) + 0.05, 0.3)

    def _without_moves(self, actor: str, action: Action | None, beat: Beat, start: float) -> float:
        """A line that moves no card: said, or cards drawn unseen, or a hand laid open or away."""
        self._reaches.let_go_s = start
        if action is None:
            return start + 0.5
        verb = self._script.verbs[action.verb]
        if verb.draws and self._has_stock:
            return draw_from_stock(self.stage, actor, min((action.numbers or (1,))[0], 3), start)
        if verb.shows and action.cards:
            return self._reaches.show(actor, action, beat, start)
        return start + float(self.stage.rng.uniform(0.4, 0.9))

    def _say(self, text: str, time_s: float) -> None:
        last = self.said[-1].time_s if self.said else 0.0
        self.said.append(Announcement(round(max(time_s, last + 0.01), 3), text))
