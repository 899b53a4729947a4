"""The director: which hand does what, and when; and the truth of it.

    director = Director(record, setting, rng)
    duration_s = director.direct()
    director.gestures, director.truth, director.announcements
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.filming.arrangement import Arrangement
from companion.filming.camera import TROUBLE, Size, Trouble
from companion.filming.faces import DrawnFaces, Faces
from companion.filming.gestures import Gesture, Seat, Stop
from companion.filming.hands import Hand
from companion.filming.scene import LyingCard, Pose
from companion.filming.script import Beat, CardMove, Script
from rules import Card, Record

LEAD_IN_S = 1.5  # the table before the first hand, so that a watcher can settle
LEAD_OUT_S = 2.0
STOCK = "stock"
_SAY_S = 0.8
_STOCK_CARDS = 9  # backs drawn for a stock; nobody sees more


@dataclass(frozen=True)
class Setting:
    """Everything but the record.  zones: place -> polygon in table mm; table_mm: x1, y1, x2, y2 that
    the camera must see; physical: the game's card -> what is printed on the cards that mean it;
    layout: the name or file the zones come from, "" for the game's own."""

    zones: Mapping[str, np.ndarray]
    table_mm: tuple[float, float, float, float]
    seats: Mapping[str, Seat]
    size: Size = (1280, 720)
    fps: float = 15.0
    seed: int = 0
    level: int = 2
    faces: Faces = field(default_factory=DrawnFaces)
    background: Path | None = None
    physical: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    layout: str = ""

    @property
    def trouble(self) -> Trouble:
        """How rough the level is."""
        return TROUBLE[self.level]

    def means(self, label: str) -> str:
        """The game's name for a printed card."""
        return next((face for face, labels in self.physical.items() if label in labels), label)


@dataclass(frozen=True)
class TruthEvent:
    """One card that appeared, left, moved or was pushed (`slid`), at the time the hand was gone.
    card: what is printed on it; means: the game's name for it; line: of the record, 0 for none."""

    time_s: float
    event: str
    card: str
    means: str
    place: str
    source: str
    line: int
    text: str
    pose: Pose


@dataclass(frozen=True)
class Announcement:
    """A line of the record with the time at which the players say it."""

    time_s: float
    text: str


class Director:
    """Plans a whole film before its first frame."""

    def __init__(self, record: Record, setting: Setting, rng: np.random.Generator) -> None:
        self.setting = setting
        self.trouble = setting.trouble
        self.rng = rng
        self.gestures: list[Gesture] = []
        self.truth: list[TruthEvent] = []
        self.announcements: list[Announcement] = []
        self._script = Script(record, setting.means)
        self._arrangement = Arrangement(setting.zones, self.trouble, rng)
        self._lying: dict[str, list[LyingCard]] = {place: [] for place in setting.zones}
        self._unused: dict[str, list[str]] = {}
        self._keys = 0
        self._hands = {name: Hand.drawn(rng, left=bool(rng.random() < 0.12)) for name in setting.seats}
        self.at_first = self._stock_pile()
        self._stock = list(self.at_first)

    def direct(self) -> float:
        """Let every beat happen; returns how long the film is, in seconds."""
        now = LEAD_IN_S
        for beat in self._script.beats():
            now = self._perform(beat, now)
        return now + LEAD_OUT_S

    def _stock_pile(self) -> tuple[LyingCard, ...]:
        """The stock, face down, where the layout has a place for it."""
        if STOCK not in self.setting.zones:
            return ()
        first = self._arrangement.poses_for(STOCK, (), 0.0)[0]
        poses = [Pose(first.x + 0.35 * k, first.y + 0.3 * k, first.turn + float(self.rng.normal(0, 0.7)))
                 for k in range(_STOCK_CARDS)]
        return tuple(self._new_card("", pose) for pose in poses)

    # -- one beat ------------------------------------------------------------------------------

    def _perform(self, beat: Beat, now: float) -> float:
        """Let one beat happen from a time on; returns when the next may begin."""
        seat = self.setting.seats[self._script.hand_of(beat)]
        if self._draws(beat):
            now = self._draw_card(seat, now)
        if not beat.moves:
            self.announcements.append(Announcement(round(now + 0.3 * _SAY_S, 3), beat.text))
            return now + _SAY_S
        said_s = None
        for moves in in_turns(beat.moves):
            gesture = self._gesture(self._stops(beat, moves, seat), moves, seat, now)
            self._note(beat, gesture)
            said_s = gesture.changes[-1].clear_s
            now = gesture.end_s + 0.2
        assert said_s is not None
        self.announcements.append(Announcement(round(said_s, 3), beat.text))
        now += float(self.rng.uniform(*self.trouble.pause_s))
        if self.rng.random() < self.trouble.slides:
            now = self._push_a_card(now)
        if self.rng.random() < self.trouble.cover:
            now = self._hover(now)
        return now

    def _gesture(self, stops: Sequence[Stop], moves: Sequence[CardMove], seat: Seat, now: float) -> Gesture:
        brought = [s.put for s, m in zip(_puts(stops), [m for m in moves if m.target], strict=True) if not m.source]
        carried = tuple(card for card in brought if card is not None)
        gesture = Gesture.planned(stops, now, seat, self._hands[seat.name], carried,
                                  float(self.rng.uniform(0.75, 1.15)), self.rng)
        self.gestures.append(gesture)
        return gesture

    def _stops(self, beat: Beat, moves: Sequence[CardMove], seat: Seat) -> list[Stop]:
        """The way of the hand: take up what moves or leaves, then lay down what comes to lie."""
        stops: list[Stop] = []
        cards: list[LyingCard] = []
        for move in moves:
            if move.source:
                card = self._taken(move)
                stops = _with_take(stops, card, move.source)
            else:
                card = self._new_card(self._printed(beat, move.card), Pose(0, 0, 0), move.card.back)
            cards.append(card)
        for place in dict.fromkeys(move.target for move in moves if move.target):
            coming = [card for card, move in zip(cards, moves, strict=True) if move.target == place]
            stops += self._puts_at(place, coming, seat)
        return stops

    def _puts_at(self, place: str, cards: Sequence[LyingCard], seat: Seat) -> list[Stop]:
        """Cards laid down at one place in one go."""
        lying = self._lying.setdefault(place, [])
        poses = self._arrangement.poses_for(place, [card.pose for card in lying], seat.facing, len(cards))
        put = [LyingCard(card.label, pose, card.back, card.key) for card, pose in zip(cards, poses, strict=True)]
        lying += put
        rests = [0.06] * (len(put) - 1) + [float(self.rng.uniform(0.18, 0.35))]
        return [Stop(card.pose, (), card, rest, place) for card, rest in zip(put, rests, strict=True)]

    def _taken(self, move: CardMove) -> LyingCard:
        """The lying card that a move takes away: the uppermost of that name."""
        cards = self._lying[move.source]
        card = next(c for c in reversed(cards) if self._is(c, move.card))
        cards.remove(card)
        return card

    def _is(self, lying: LyingCard, card: Card) -> bool:
        return not lying.label if card.is_unknown else self.setting.means(lying.label) == card.face

    def _new_card(self, label: str, pose: Pose, back: str = "") -> LyingCard:
        self._keys += 1
        return LyingCard(label, pose, back, self._keys)

    def _printed(self, beat: Beat, card: Card) -> str:
        """What is printed on the card: as the line wrote it, else one of the pack that means it."""
        if card.is_unknown:
            return ""
        written = beat.printed.get(card.face)
        choice = self.setting.physical.get(card.face)
        if written or not choice:
            return written or card.face
        unused = self._unused.setdefault(card.face, [])
        if not unused:
            unused += [str(label) for label in self.rng.permutation(choice)]
        return unused.pop()

    # -- what is not in the record -------------------------------------------------------------

    def _draws(self, beat: Beat) -> bool:
        """Whether a card is drawn unseen before the beat's own moves."""
        return len(self._stock) > 2 and beat.action is not None and beat.action.verb == "draw"

    def _draw_card(self, seat: Seat, now: float) -> float:
        """A hand takes the stock's top card, face down."""
        card = self._stock.pop()
        gesture = Gesture.planned([Stop(card.pose, (card,), None, 0.3, STOCK)], now, seat, self._hands[seat.name], (),
                                  0.9, self.rng)
        self.gestures.append(gesture)
        return gesture.end_s + 0.2

    def _push_a_card(self, now: float) -> float:
        """Somebody pushes the newest card of some place a little."""
        places = [place for place, cards in self._lying.items() if cards]
        if not places:
            return now
        place = places[int(self.rng.integers(len(places)))]
        old = self._lying[place].pop()
        new = LyingCard(old.label, self._arrangement.nudged(old.pose), old.back, old.key)
        self._lying[place].append(new)
        seat = self._any_seat()
        stops = [Stop(old.pose, (old,), None, 0.15, place), Stop(new.pose, (), new, 0.15, place)]
        gesture = Gesture.planned(stops, now, seat, self._hands[seat.name], (), 0.9, self.rng)
        self.gestures.append(gesture)
        self._add(gesture.changes[-1].clear_s, "slid", new, place, place)
        return gesture.end_s + 0.5

    def _hover(self, now: float) -> float:
        """A hand that reaches over the table and does nothing."""
        seat = self._any_seat()
        x1, y1, x2, y2 = self.setting.table_mm
        at = self.rng.uniform(0.25, 0.75, 2) * (x2 - x1, y2 - y1) + (x1, y1)
        stop = Stop(Pose(float(at[0]), float(at[1]), 0.0), rest_s=float(self.rng.uniform(0.4, 2.0)))
        gesture = Gesture.planned([stop], now, seat, self._hands[seat.name], (), 1.0, self.rng)
        self.gestures.append(gesture)
        return gesture.end_s + 0.4

    def _any_seat(self) -> Seat:
        seats = list(self.setting.seats.values())
        return seats[int(self.rng.integers(len(seats)))]

    # -- the truth -----------------------------------------------------------------------------

    def _note(self, beat: Beat, gesture: Gesture) -> None:
        """Write down what the gesture does to the table."""
        taken: dict[int, tuple[LyingCard, str, float]] = {}
        for change in gesture.changes:
            for card in change.stop.take:
                taken[card.key] = card, change.stop.label, change.clear_s
            put = change.stop.put
            if put is not None:
                _, source, _ = taken.pop(put.key, (put, "", 0.0))
                self._add(change.clear_s, "moved" if source else "appeared", put, change.stop.label, source, beat)
        for card, source, clear_s in taken.values():
            self._add(clear_s, "left", card, "", source, beat)

    def _add(self, time_s: float, event: str, card: LyingCard, place: str, source: str,
             beat: Beat | None = None) -> None:
        line, text = (beat.line, beat.text) if beat else (0, "")
        self.truth.append(TruthEvent(round(time_s, 3), event, card.label, self.setting.means(card.label), place, source,
                                     line, text, card.pose))


def in_turns(moves: Sequence[CardMove]) -> list[tuple[CardMove, ...]]:
    """Moves for one reach of a hand each.  Where old cards leave a place that new ones come to, the
    old are cleared away first; else everything is done in one reach."""
    emptied = {m.source for m in moves if not m.target} & {m.target for m in moves if not m.source}
    if not emptied:
        return [tuple(moves)]
    first = tuple(m for m in moves if not m.target)
    return [first, tuple(m for m in moves if m.target)]


def _with_take(stops: list[Stop], card: LyingCard, place: str) -> list[Stop]:
    """The stops with one more card to take up; neighbours are taken up together."""
    if stops and stops[-1].take and stops[-1].label == place:
        near = stops[-1].take[-1].pose
        if np.hypot(near.x - card.pose.x, near.y - card.pose.y) < 70:
            return [*stops[:-1], Stop(card.pose, (*stops[-1].take, card), None, 0.45, place)]
    return [*stops, Stop(card.pose, (card,), None, 0.3, place)]


def _puts(stops: Sequence[Stop]) -> list[Stop]:
    return [stop for stop in stops if stop.put is not None]
