"""The cards on a film's table as they are planned: where each lies, and at which stops a hand changes that.

    cards = LyingCards(setting, rng)
    cards.at_first                           # the stock, if the layout has a place for one
    stops = cards.moved(beat, moves, seat)   # one reach of a hand; from then on the cards lie there
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.filming.gestures import ArmSide, Stop
from companion.filming.laid_open import OpenRows
from companion.filming.placement import Placement
from companion.filming.scene import CardPose, LyingCard
from companion.filming.script import Beat, CardMove
from companion.filming.setting import Setting
from rules import Card
from rules.core.action import TABLE

STOCK = "stock"
_STOCK_CARDS = 9  # backs drawn for a stock; nobody sees more


class LyingCards:
    """Which cards and dice lie where.  Every method that changes it returns the stops of the hand that does it."""

    def __init__(self, setting: Setting, rng: np.random.Generator) -> None:
        self._setting = setting
        self._rng = rng
        self._placement = Placement(setting.zones, setting.places, setting.trouble, rng)
        self._lying: dict[str, list[LyingCard]] = {place: [] for place in setting.zones}
        self._unused: dict[str, list[str]] = {}
        self._dice: list[LyingCard] = []
        # with chances of its own: what happens before a hand is shown does not depend on it
        self._open_rows = OpenRows(setting.zones, setting.table_mm, setting.trouble,
                                   np.random.default_rng((setting.seed, 3)))
        self._shown: list[LyingCard] = []
        self._keys = 0
        self.at_first = self._stock_pile()
        self._stock = list(self.at_first)

    @property
    def has_stock(self) -> bool:
        """Whether a card can be taken from the stock; it never runs out, so that all see that there is one."""
        return len(self._stock) > 2

    @property
    def has_open_hands(self) -> bool:
        """Whether cards of a hand lie open."""
        return bool(self._shown)

    def moved(self, beat: Beat, moves: Sequence[CardMove], seat: ArmSide) -> list[Stop]:
        """Take up what moves or leaves, then lay down what comes to lie."""
        stops, cards = self._taken_up(beat, moves)
        for place in dict.fromkeys(move.target for move in moves if move.target):
            coming = [card for card, move in zip(cards, moves, strict=True) if move.target == place]
            stops += self._laid_down(beat, place, coming, seat)
        won = [card for card, move in zip(cards, moves, strict=True) if not move.target]
        return stops + self._captured(won, seat) if won and not beat.refused else stops

    def drawn(self) -> list[Stop]:
        """Take the stock's top card, face down."""
        card = self._stock.pop()
        return [Stop(card.pose, (card,), None, 0.3, STOCK)]

    def laid_open(self, beat: Beat, seat: ArmSide) -> list[Stop]:
        """Lay cards of a hand before its player; no stops where there is no room."""
        poses = self._open_rows.poses_for(seat, len(beat.laid_open))
        if not poses:
            return []
        put = [self._new_card(self._printed(beat, card), pose, card.back)
               for card, pose in zip(beat.laid_open, poses, strict=True)]
        self._shown += put
        return [Stop(card.pose, (), card, 0.1) for card in put]

    def gathered(self) -> list[Stop]:
        """Take up the hands that lie open."""
        stops: list[Stop] = []
        for card in self._shown:
            stops = _with_take(stops, card, "")
        self._shown.clear()
        self._open_rows.clear()
        return stops

    def thrown(self, numbers: Sequence[int]) -> list[Stop]:
        """Take up the dice, or bring them, and throw them beside the cards."""
        stops = [Stop(die.pose, (die,), None, 0.1) for die in self._dice]
        at = np.array(_beside_the_zones(self._setting)) + self._rng.normal(0, 14, 2)
        apart = np.radians(self._rng.uniform(0, 360))
        away = float(self._rng.uniform(14, 30)) * np.array([np.cos(apart), np.sin(apart)])
        keys = [die.key for die in self._dice] or [self._new_card("", CardPose(0, 0, 0)).key for _ in numbers]
        spots = [CardPose(float(x), float(y), float(self._rng.uniform(0, 90))) for x, y in (at + away, at - away)]
        self._dice = [LyingCard(f"die:{pips}", spot, key=key)
                      for pips, spot, key in zip(numbers, spots, keys, strict=True)]
        return stops + [Stop(die.pose, (), die, 0.05) for die in self._dice]

    def pushed(self) -> list[Stop]:
        """Push the newest card of some place a little; no stops where none lies."""
        places = [place for place, cards in self._lying.items() if cards]
        if not places:
            return []
        place = places[int(self._rng.integers(len(places)))]
        old = self._lying[place].pop()
        new = old.at(self._placement.nudged(old.pose))
        self._lying[place].append(new)
        return [Stop(old.pose, (old,), None, 0.15, place), Stop(new.pose, (), new, 0.15, place)]

    def _stock_pile(self) -> tuple[LyingCard, ...]:
        """The stock, face down, where the layout has a place for it."""
        if STOCK not in self._setting.zones:
            return ()
        first = self._placement.poses_for(STOCK, (), 0.0)[0]
        poses = [CardPose(first.x + 0.35 * k, first.y + 0.3 * k, first.turn + float(self._rng.normal(0, 0.7)))
                 for k in range(_STOCK_CARDS)]
        return tuple(self._new_card("", pose) for pose in poses)

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
                if self.has_stock and _is_from_stock(beat):
                    top = self._stock.pop()
                    card = replace(card, key=top.key)  # the same card, turned over when it is laid
                    stops = _with_take(stops, top, STOCK)
            cards.append(card)
        return stops, cards

    def _laid_down(self, beat: Beat, place: str, coming: list[LyingCard], seat: ArmSide) -> list[Stop]:
        """The stops at which the cards that come to a place are laid there."""
        column = _column(beat, coming, self._setting)
        if self._placement.lie(place) == "columns":  # wild cards come to lie on the natural ones, where all see them
            coming.sort(key=lambda card: _natural_rank(self._setting.means(card.label)) != column)
        if beat.actor == TABLE:  # a dealer lays them one by one, a player as a combination
            return [stop for card in coming for stop in self._puts_at(place, [card], seat, column)]
        return self._puts_at(place, coming, seat, column)

    def _captured(self, cards: Sequence[LyingCard], seat: ArmSide) -> list[Stop]:
        """Cards that a player wins go face down to his place for them, if he has one."""
        own = (place.name for place in self._setting.places.values() if place.face_down and seat.name in place.owner)
        kept = next((place for place in own if place in self._setting.zones), None)
        if kept is None:
            return []
        pose = self._placement.poses_for(kept, (), seat.facing)[0]
        return [Stop(pose, (), LyingCard("", pose, card.back, card.key), 0.08) for card in cards]

    def _puts_at(self, place: str, cards: Sequence[LyingCard], seat: ArmSide, column: str) -> list[Stop]:
        """Cards laid down at one place in one go."""
        lying = self._lying.setdefault(place, [])
        poses = self._placement.poses_for(place, lying, seat.facing, len(cards), column)
        put = [replace(card, pose=pose, column=column) for card, pose in zip(cards, poses, strict=True)]
        lying += put
        rests = [0.06] * (len(put) - 1) + [float(self._rng.uniform(0.18, 0.35))]
        return [Stop(card.pose, (), card, rest, place) for card, rest in zip(put, rests, strict=True)]

    def _taken(self, move: CardMove) -> LyingCard:
        """The lying card that a move takes away: the uppermost of that name."""
        cards = self._lying[move.source]
        card = next(c for c in reversed(cards) if _is_this(c, move.card, self._setting))
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
        choice = self._setting.physical.get(card.face)
        if written or not choice:
            return written or card.face
        unused = self._unused.setdefault(card.face, [])
        if not unused:
            unused += [str(label) for label in self._rng.permutation(choice)]
        return unused.pop()


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
