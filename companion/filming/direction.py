"""The director: which hand does what, and when; and the truth of it.

    director = Director(record, setting, rng)
    duration_s = director.direct()
    director.gestures, director.truth, director.announcements
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from calibration.table import Size
from companion.filming.camera import TROUBLE, Trouble
from companion.filming.faces import DrawnFaces, PackFaces
from companion.filming.gestures import ArmSide, Gesture, Stop
from companion.filming.hands import Arm
from companion.filming.laid_open import OpenRows
from companion.filming.placement import Placement
from companion.filming.scene import CardPose, LyingCard
from companion.filming.script import Beat, CardMove, Script
from companion.filming.truth import TruthSheet
from rules import Card, Record
from rules.core.action import TABLE
from rules.core.places import Places

LEAD_IN_S = 1.5  # the table before the first hand, so that a watcher can settle
LEAD_OUT_S = 2.0
STOCK = "stock"
_SAY_S = 0.8
_THINK_S = 1.6  # until a table refuses a card
_STOCK_CARDS = 9  # backs drawn for a stock; nobody sees more


@dataclass(frozen=True)
class Setting:
    """Everything but the record.  zones: place -> polygon in table mm; places: what the game says of them;
    table_mm: x1, y1, x2, y2 that the camera must see; physical: the game's card -> what is printed on the
    cards that mean it; layout: the name or file the zones come from, "" for the game's own."""

    zones: Mapping[str, np.ndarray]
    places: Places
    table_mm: tuple[float, float, float, float]
    seats: Mapping[str, ArmSide]
    size: Size = (1280, 720)
    fps: float = 15.0
    seed: int = 0
    level: int = 2
    faces: PackFaces = field(default_factory=DrawnFaces)
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
        self._truth = TruthSheet(setting.means)
        self.truth = self._truth.events
        self.announcements: list[Announcement] = []
        self._script = Script(record, setting.means)
        self._arrangement = Placement(setting.zones, setting.places, self.trouble, rng)
        self._lying: dict[str, list[LyingCard]] = {place: [] for place in setting.zones}
        self._seats = list(setting.seats.values())
        self._unused: dict[str, list[str]] = {}
        self._dice: list[LyingCard] = []
        # with chances of its own: what happens before a hand is shown does not depend on it
        self._open_rows = OpenRows(setting.zones, setting.table_mm, self.trouble,
                                   np.random.default_rng((setting.seed, 3)))
        self._shown: list[LyingCard] = []
        self._keys = 0
        self._hands = {name: Arm(int(rng.integers(1 << 30)), bool(rng.random() < 0.12)) for name in setting.seats}
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
        poses = [CardPose(first.x + 0.35 * k, first.y + 0.3 * k, first.turn + float(self.rng.normal(0, 0.7)))
                 for k in range(_STOCK_CARDS)]
        return tuple(self._new_card("", pose) for pose in poses)

    # -- one beat ------------------------------------------------------------------------------

    def _perform(self, beat: Beat, now: float) -> float:
        """Let one beat happen from a time on; returns when the next may begin."""
        seat = self.setting.seats[self._script.hand_of(beat)]
        if self._draws(beat):
            now = self._draw_card(seat, now)
        rolls = beat.action is not None and self._script.verbs[beat.action.verb].told_by == "dice"
        if self._shown and beat.action is not None and beat.action.verb == "deal":
            now = self._gathered(seat, now)
        if beat.laid_open:
            return self._lay_open(beat, seat, now)
        if not beat.reaches and not rolls:
            return self._say(beat, now + 0.3 * _SAY_S) + 0.7 * _SAY_S
        said_s = now
        for number, moves in enumerate(beat.reaches):
            if number:
                now += _THINK_S if beat.refused else 0.4
            gesture = self._gesture(self._stops(beat, moves, seat), moves, seat, now)
            self._truth.note(gesture, beat.line, beat.text)
            if not number or not beat.refused:
                said_s = gesture.changes[-1].clear_s
            now = gesture.end_s
        if rolls:
            said_s = now = self._roll(beat, seat, now)
        self._say(beat, said_s)
        return self._mischief(now + float(self.rng.uniform(*self.trouble.pause_s)))

    def _lay_open(self, beat: Beat, seat: ArmSide, now: float) -> float:
        """A player lays cards of his hand before him; where there is no room, he only tells them."""
        poses = self._open_rows.poses_for(seat, len(beat.laid_open))
        if not poses:
            return self._say(beat, now + 0.3 * _SAY_S) + 0.7 * _SAY_S
        put = [self._new_card(self._printed(beat, card), pose, card.back)
               for card, pose in zip(beat.laid_open, poses, strict=True)]
        self._shown += put
        gesture = self._gesture([Stop(card.pose, (), card, 0.1) for card in put], (), seat, now)
        self._say(beat, gesture.changes[-1].clear_s)
        return gesture.end_s + _THINK_S

    def _gathered(self, seat: ArmSide, now: float) -> float:
        """Hands that lay open are taken up."""
        stops: list[Stop] = []
        for card in self._shown:
            stops = _with_take(stops, card, "")
        self._shown.clear()
        self._open_rows.clear()
        return self._gesture(stops, (), seat, now).end_s

    def _say(self, beat: Beat, time_s: float) -> float:
        self.announcements.append(Announcement(round(time_s, 3), beat.text))
        return time_s

    def _mischief(self, now: float) -> float:
        """What a rough level adds between two events."""
        if self.rng.random() < self.trouble.slides:
            now = self._push_a_card(now)
        if self.rng.random() < self.trouble.cover:
            now = self._hover(now)
        return now

    def _gesture(self, stops: Sequence[Stop], moves: Sequence[CardMove], seat: ArmSide, now: float) -> Gesture:
        taken = {card.key for stop in stops for card in stop.take}
        carried = tuple(stop.put for stop in stops if stop.put is not None and stop.put.key not in taken)
        gesture = Gesture.planned(stops, now, seat, self._hands[seat.name], carried,
                                  float(self.rng.uniform(0.75, 1.15)), self.rng)
        self.gestures.append(gesture)
        return gesture

    def _stops(self, beat: Beat, moves: Sequence[CardMove], seat: ArmSide) -> list[Stop]:
        """The way of the hand: take up what moves or leaves, then lay down what comes to lie."""
        stops, cards = self._taken_up(beat, moves)
        for place in dict.fromkeys(move.target for move in moves if move.target):
            coming = [card for card, move in zip(cards, moves, strict=True) if move.target == place]
            stops += self._laid_down(beat, place, coming, seat)
        won = [card for card, move in zip(cards, moves, strict=True) if not move.target]
        return stops + self._captured(won, seat) if won and not beat.refused else stops

    def _taken_up(self, beat: Beat, moves: Sequence[CardMove]) -> tuple[list[Stop], list[LyingCard]]:
        """The stops at which the hand takes cards up, and the card of every move."""
        stops: list[Stop] = []
        cards: list[LyingCard] = []
        for move in moves:
            if move.source:
                card = self._taken(move)
                stops = _with_take(stops, card, move.source)
            else:
                card = self._new_card(self._printed(beat, move.card), CardPose(0, 0, 0), move.card.back)
                if len(self._stock) > 2 and _is_from_stock(beat):
                    top = self._stock.pop()
                    card = replace(card, key=top.key)  # the same card, turned over when it is laid
                    stops = _with_take(stops, top, STOCK)
            cards.append(card)
        return stops, cards

    def _laid_down(self, beat: Beat, place: str, coming: list[LyingCard], seat: ArmSide) -> list[Stop]:
        """The stops at which the cards that come to a place are laid there."""
        column = _column(beat, coming, self.setting)
        if self._arrangement.lie(place) == "columns":  # wild cards come to lie on the natural ones, where all see them
            coming.sort(key=lambda card: _natural_rank(self.setting.means(card.label)) != column)
        if beat.actor == TABLE:  # a dealer lays them one by one, a player as a combination
            return [stop for card in coming for stop in self._puts_at(place, [card], seat, column)]
        return [*self._puts_at(place, coming, seat, column)]

    def _captured(self, cards: Sequence[LyingCard], seat: ArmSide) -> list[Stop]:
        """Cards that a player wins go face down to his place for them, if he has one."""
        own = (place.name for place in self.setting.places.values() if place.face_down and seat.name in place.owner)
        kept = next((place for place in own if place in self.setting.zones), None)
        if kept is None:
            return []
        pose = self._arrangement.poses_for(kept, (), seat.facing)[0]
        return [Stop(pose, (), LyingCard("", pose, card.back, card.key), 0.08) for card in cards]

    def _puts_at(self, place: str, cards: Sequence[LyingCard], seat: ArmSide, column: str) -> list[Stop]:
        """Cards laid down at one place in one go."""
        lying = self._lying.setdefault(place, [])
        poses = self._arrangement.poses_for(place, lying, seat.facing, len(cards), column)
        put = [replace(card, pose=pose, column=column) for card, pose in zip(cards, poses, strict=True)]
        lying += put
        rests = [0.06] * (len(put) - 1) + [float(self.rng.uniform(0.18, 0.35))]
        return [Stop(card.pose, (), card, rest, place) for card, rest in zip(put, rests, strict=True)]

    def _taken(self, move: CardMove) -> LyingCard:
        """The lying card that a move takes away: the uppermost of that name."""
        cards = self._lying[move.source]
        card = next(c for c in reversed(cards) if _is_this(c, move.card, self.setting))
        cards.remove(card)
        return card

    def _new_card(self, label: str, pose: CardPose, back: str = "") -> LyingCard:
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
        """Whether a card is drawn unseen before the beat's own moves: recorded, or as some players
        are seen to do where the record leaves it out."""
        if len(self._stock) <= 2 or beat.action is None:
            return False
        verb = self._script.verbs[beat.action.verb]
        return verb.draws or (self._script.draws_unwritten and verb.from_hand
                              and bool(self.rng.random() < self.trouble.draws))

    def _draw_card(self, seat: ArmSide, now: float) -> float:
        """A hand takes the stock's top card, face down."""
        card = self._stock.pop()
        gesture = Gesture.planned([Stop(card.pose, (card,), None, 0.3, STOCK)], now, seat, self._hands[seat.name], (),
                                  0.9, self.rng)
        self.gestures.append(gesture)
        return gesture.end_s + 0.2

    def _roll(self, beat: Beat, seat: ArmSide, now: float) -> float:
        """The dice are taken up, or brought, and thrown beside the cards."""
        assert beat.action is not None
        stops = [Stop(die.pose, (die,), None, 0.1) for die in self._dice]
        at = np.array(_beside_the_zones(self.setting)) + self.rng.normal(0, 14, 2)
        apart = np.radians(self.rng.uniform(0, 360))
        away = float(self.rng.uniform(14, 30)) * np.array([np.cos(apart), np.sin(apart)])
        keys = [die.key for die in self._dice] or [self._new_card("", CardPose(0, 0, 0)).key
                                                   for _ in beat.action.numbers]
        spots = [CardPose(float(x), float(y), float(self.rng.uniform(0, 90))) for x, y in (at + away, at - away)]
        self._dice = [LyingCard(f"die:{pips}", spot, key=key)
                      for pips, spot, key in zip(beat.action.numbers, spots, keys, strict=True)]
        stops += [Stop(die.pose, (), die, 0.05) for die in self._dice]
        gesture = self._gesture(stops, (), seat, now)
        for change in gesture.changes:
            if change.stop.put is not None:
                self._truth.add(change.clear_s, "rolled", change.stop.put, line=beat.line, text=beat.text)
        return gesture.end_s

    def _push_a_card(self, now: float) -> float:
        """Somebody pushes the newest card of some place a little."""
        places = [place for place, cards in self._lying.items() if cards]
        if not places:
            return now
        place = places[int(self.rng.integers(len(places)))]
        old = self._lying[place].pop()
        new = old.at(self._arrangement.nudged(old.pose))
        self._lying[place].append(new)
        seat = self._seats[int(self.rng.integers(len(self._seats)))]
        stops = [Stop(old.pose, (old,), None, 0.15, place), Stop(new.pose, (), new, 0.15, place)]
        gesture = Gesture.planned(stops, now, seat, self._hands[seat.name], (), 0.9, self.rng)
        self.gestures.append(gesture)
        self._truth.add(gesture.changes[-1].clear_s, "slid", new, place, place)
        return gesture.end_s + 0.5

    def _hover(self, now: float) -> float:
        """A hand that reaches over the table and does nothing."""
        seat = self._seats[int(self.rng.integers(len(self._seats)))]
        x1, y1, x2, y2 = self.setting.table_mm
        at = self.rng.uniform(0.25, 0.75, 2) * (x2 - x1, y2 - y1) + (x1, y1)
        stop = Stop(CardPose(float(at[0]), float(at[1]), 0.0), rest_s=float(self.rng.uniform(0.4, 2.0)))
        gesture = Gesture.planned([stop], now, seat, self._hands[seat.name], (), 1.0, self.rng)
        self.gestures.append(gesture)
        return gesture.end_s + 0.4


def _beside_the_zones(setting: Setting) -> tuple[float, float]:
    """A free spot for dice right of the zones' middle, else the table's right edge."""
    right = max(polygon[:, 0].max() for polygon in setting.zones.values())
    edge = setting.table_mm[2]
    return float(min((right + edge) / 2 + 5, edge - 35)), 0.0


def _column(beat: Beat, cards: Sequence[LyingCard], setting: Setting) -> str:
    """The rank that cards are laid to: as written, else that of the first natural card."""
    if beat.action is not None and beat.action.to:
        return beat.action.to
    return next(filter(None, (_natural_rank(setting.means(card.label)) for card in cards)), "")


def _natural_rank(label: str) -> str:
    """The rank of a card that is not wild, "" of one that is."""
    return "" if label == "JK" or label.startswith("2") else label[:1]


def _is_this(lying: LyingCard, card: Card, setting: Setting) -> bool:
    """Whether what lies there is this card; a card that nobody knows is one that lies face down."""
    return not lying.label if card.is_unknown else setting.means(lying.label) == card.face


def _is_from_stock(beat: Beat) -> bool:
    """Whether a card is played unseen from the stock."""
    return beat.action is not None and beat.action.source == STOCK


def _with_take(stops: list[Stop], card: LyingCard, place: str) -> list[Stop]:
    """The stops with one more card to take up; neighbours are taken up together."""
    if stops and stops[-1].take and stops[-1].label == place:
        near = stops[-1].take[-1].pose
        if np.hypot(near.x - card.pose.x, near.y - card.pose.y) < 70:
            return [*stops[:-1], Stop(card.pose, (*stops[-1].take, card), None, 0.45, place)]
    return [*stops, Stop(card.pose, (card,), None, 0.3, place)]
