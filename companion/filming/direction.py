"""The director: whose hand does what, and when; and the truth of it.

    director = Director(record, setting, rng)
    duration_s = director.direct()
    director.gestures, director.truth, director.announcements
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.filming.gestures import ArmSide, Gesture, Stop
from companion.filming.hands import Arm
from companion.filming.lying_cards import LyingCards
from companion.filming.scene import CardPose
from companion.filming.script import Beat, Script
from companion.filming.setting import Setting
from companion.filming.truth import TruthSheet
from rules import Record

LEAD_IN_S = 1.5  # the table before the first hand, so that a watcher can settle
LEAD_OUT_S = 2.0
_SAY_S = 0.8
_THINK_S = 1.6  # until a table refuses a card


@dataclass(frozen=True)
class Announcement:
    """A line of the record with the time at which the players say it."""

    time_s: float
    text: str


class Director:
    """Plans a whole film before its first frame.

    gestures: every reach of a hand, in order.  truth: what each did to the cards.  announcements: what is said when.
    at_first: the cards that lie there before the first hand comes.
    """

    def __init__(self, record: Record, setting: Setting, rng: np.random.Generator) -> None:
        self.gestures: list[Gesture] = []
        self.announcements: list[Announcement] = []
        self._truth = TruthSheet(setting.means)
        self.truth = self._truth.events
        self._setting = setting
        self._rng = rng
        self._script = Script(record, setting.means)
        self._hands = {name: Arm(int(rng.integers(1 << 30)), bool(rng.random() < 0.12)) for name in setting.seats}
        self._cards = LyingCards(setting, rng)
        self.at_first = self._cards.at_first

    def direct(self) -> float:
        """Let every beat happen; returns how long the film is, in seconds."""
        now = LEAD_IN_S
        for beat in self._script.beats():
            now = self._perform(beat, now)
        return now + LEAD_OUT_S

    # -- one beat: each part begins at a time and returns when the next may begin, in seconds ----

    def _perform(self, beat: Beat, now: float) -> float:
        """A beat is a hand laid open, cards and dice that move, or only words."""
        seat = self._setting.seats[self._script.hand_of(beat)]
        now = self._made_ready(beat, seat, now)
        if beat.laid_open:
            return self._lay_open(beat, seat, now)
        if beat.reaches or self._script.rolls(beat):
            return self._act(beat, seat, now)
        return self._tell(beat, now)

    def _made_ready(self, beat: Beat, seat: ArmSide, now: float) -> float:
        """What comes before the beat's own moves: a card is drawn, hands that lay open are taken up."""
        if self._draws(beat):
            now = self._reach(self._cards.drawn(), seat, now, 0.9).end_s + 0.2
        if self._cards.has_open_hands and self._script.deals(beat):
            now = self._reach(self._cards.gathered(), seat, now).end_s
        return now

    def _draws(self, beat: Beat) -> bool:
        """Whether a card is drawn unseen before the beat's own moves: recorded, or as some players
        are seen to do where the record leaves it out."""
        verb = self._script.verb_of(beat)
        if verb is None or not self._cards.has_stock:
            return False
        return verb.draws or (self._script.draws_unwritten and verb.from_hand
                              and bool(self._rng.random() < self._setting.trouble.draws))

    def _tell(self, beat: Beat, now: float) -> float:
        """The players only say it."""
        said_s = now + 0.3 * _SAY_S
        self._say(beat, said_s)
        return said_s + 0.7 * _SAY_S

    def _lay_open(self, beat: Beat, seat: ArmSide, now: float) -> float:
        """A player lays cards of his hand before him; where there is no room, he only tells them."""
        stops = self._cards.laid_open(beat, seat)
        if not stops:
            return self._tell(beat, now)
        gesture = self._reach(stops, seat, now)
        self._say(beat, gesture.changes[-1].clear_s)
        return gesture.end_s + _THINK_S

    def _act(self, beat: Beat, seat: ArmSide, now: float) -> float:
        """Cards are moved and dice thrown, and the players say it."""
        said_s, now = self._move_cards(beat, seat, now)
        if self._script.rolls(beat):
            said_s = now = self._roll(beat, seat, now)
        self._say(beat, said_s)
        return self._mischief(now + float(self._rng.uniform(*self._setting.trouble.pause_s)))

    def _move_cards(self, beat: Beat, seat: ArmSide, now: float) -> tuple[float, float]:
        """Every reach of the beat; returns when it is said, and when the hand is gone.  What is refused is said before
        its cards are taken back."""
        said_s = now
        for number, moves in enumerate(beat.reaches):
            if number:
                now += _THINK_S if beat.refused else 0.4
            gesture = self._reach(self._cards.moved(beat, moves, seat), seat, now)
            self._truth.note(gesture, beat.line, beat.text)
            if not number or not beat.refused:
                said_s = gesture.changes[-1].clear_s
            now = gesture.end_s
        return said_s, now

    def _roll(self, beat: Beat, seat: ArmSide, now: float) -> float:
        """The dice are thrown."""
        assert beat.action is not None
        gesture = self._reach(self._cards.thrown(beat.action.numbers), seat, now)
        for change in gesture.changes:
            if change.stop.put is not None:
                self._truth.add(change.clear_s, "rolled", change.stop.put, line=beat.line, text=beat.text)
        return gesture.end_s

    def _say(self, beat: Beat, time_s: float) -> None:
        self.announcements.append(Announcement(round(time_s, 3), beat.text))

    def _reach(self, stops: Sequence[Stop], seat: ArmSide, now: float, pace: float | None = None) -> Gesture:
        """A hand goes by all stops and back.  pace: 1 is a quiet player, less a quicker one; None: as it happens."""
        taken = {card.key for stop in stops for card in stop.take}
        carried = tuple(stop.put for stop in stops if stop.put is not None and stop.put.key not in taken)
        if pace is None:
            pace = float(self._rng.uniform(0.75, 1.15))
        gesture = Gesture.planned(stops, now, seat, self._hands[seat.name], carried, pace, self._rng)
        self.gestures.append(gesture)
        return gesture

    # -- what is not in the record -------------------------------------------------------------

    def _mischief(self, now: float) -> float:
        """What a rough level adds between two events."""
        if self._rng.random() < self._setting.trouble.slides:
            now = self._push_a_card(now)
        if self._rng.random() < self._setting.trouble.cover:
            now = self._hover(now)
        return now

    def _push_a_card(self, now: float) -> float:
        """Somebody pushes the newest card of some place a little."""
        stops = self._cards.pushed()
        if not stops:
            return now
        gesture = self._reach(stops, self._anybody(), now, 0.9)
        last = gesture.changes[-1]
        assert last.stop.put is not None
        self._truth.add(last.clear_s, "slid", last.stop.put, last.stop.label, last.stop.label)
        return gesture.end_s + 0.5

    def _hover(self, now: float) -> float:
        """A hand that reaches over the table and does nothing."""
        seat = self._anybody()
        x1, y1, x2, y2 = self._setting.table_mm
        at = self._rng.uniform(0.25, 0.75, 2) * (x2 - x1, y2 - y1) + (x1, y1)
        stop = Stop(CardPose(float(at[0]), float(at[1]), 0.0), rest_s=float(self._rng.uniform(0.4, 2.0)))
        return self._reach([stop], seat, now, 1.0).end_s + 0.4

    def _anybody(self) -> ArmSide:
        seats = list(self._setting.seats.values())
        return seats[int(self._rng.integers(len(seats)))]
