"""One way the table may be: which cards lie where, and what is supposed to have been done with them.

Everything here is immutable, and cards are shared between hypotheses: what a look says of a card is reckoned once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count
from math import hypot
from typing import Any, Literal

import numpy as np

from rules.core.frozen import kept, replace
from vision.belief.noise import noise
from vision.belief.prior import Change, Laid, Prior, Story

Posture = Literal["lies", "held"]
AMID_MM = 25.0  # cards of one hand are so near to each other
CELL_MM = 60.0  # cards so far apart are the same card in two hypotheses
_SERIAL = count()


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Where a card lies.  centre: (2,), also as x and y; corners: (4, 2); marks: (4, 2), two in opposite
    corners first, NaN for one that was never read; all in mm."""

    centre: np.ndarray
    corners: np.ndarray
    marks: np.ndarray
    serial: int = field(default_factory=lambda: next(_SERIAL))
    x: float = field(init=False)
    y: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", float(self.centre[0]))
        object.__setattr__(self, "y", float(self.centre[1]))


@dataclass(frozen=True, slots=True, eq=False)
class NameRead:
    """How a card was read.  best: the likeliest label, or what else was told, as a rank alone; sure: of the reader,
    from 0 to 1.  column: of each label in log_name, (k,) nats, none below `floor`; since_s, weight: the first of the
    looks that read it so, and how much they count."""

    best: str
    sure: float
    column: Mapping[str, int]
    log_name: np.ndarray
    floor: float
    since_s: float
    weight: float

    def told_of(self, label: str) -> float:
        """Nats for a label."""
        column = self.column.get(label)
        return self.weight * (self.floor if column is None else float(self.log_name[column]))


@dataclass(frozen=True, eq=False)
class CardHere:
    """A card on the table, or in a hand over it.

    label: what is printed on it; name: what the game calls it.  z: higher lies above lower.  born_s: when it was first
    read there in unbroken looks.  reach: arms over it then, by direction.  run_s: since when looks have been alike,
    is_seen: and how.  seen_s, seen: when it was seen last, and for how many looks.  still_s: since when it has been
    seen in place without motion.  counts: looks that saw it, and that did not, as far as they count,
    by the chance to see others that lie as free as it did then.  credit: nats
    that looks have told for there being a card; read: how they read it, each name once.  debt: what missing it has
    cost since it was last seen.  held: nats for a hand; of a card that lies what they would be.  paid: nats for its
    having been laid, wherever; was_held: nats for the hand that was seen to put it down.  idle: players have said that
    it means nothing.
    """

    label: str
    name: str
    place: str
    shape: Shape
    z: float
    born_s: float
    reach: np.ndarray
    posture: Posture = "lies"
    is_seen: bool = True
    run_s: float = 0.0
    seen_s: float = 0.0
    seen: int = 1
    still_s: float = np.inf
    counts: tuple[tuple[float, float, float], ...] = ()
    credit: float = 0.0
    read: tuple[NameRead, ...] = ()
    debt: float = 0.0
    held: float = 0.0
    paid: float = 0.0
    was_held: float | None = None
    idle: bool = False
    serial: int = field(default_factory=lambda: next(_SERIAL))

    @kept("label", "read")
    def named(self) -> float:
        """Nats that looks have told for its label."""
        return sum(read.told_of(self.label) for read in self.read)

    def counted(self, chance: float) -> tuple[float, float]:
        """Looks that saw it, and that did not, while it lay so free that others are seen by this chance."""
        return next(((hits, misses) for at, hits, misses in self.counts if at == chance), (0.0, 0.0))

    def counting(self, chance: float, hits: float, misses: float) -> tuple[tuple[float, float, float], ...]:
        """The counts, with so many more."""
        seen, missed = self.counted(chance)
        return (*(row for row in self.counts if row[0] != chance), (chance, seen + hits, missed + misses))

    @property
    def told_in_hand(self) -> float:
        """Nats that looks have told for a card that is in a hand."""
        return self.credit + self.named + self.held

    @property
    def name_share(self) -> float:
        """How likely its label is among all, by how it was read alone: from 0 to 1."""
        labels = {label for read in self.read for label in read.column}
        nats = np.array([sum(read.told_of(label) for read in self.read) for label in labels] or [self.named])
        return float(np.exp(self.named - np.logaddexp.reduce(nats)))

    @kept("label", "place", "posture", "shape")
    def key(self) -> tuple[str, str, str, int, int]:
        """Equal for the same card in two hypotheses."""
        shape = self.shape
        return (self.label, self.place, self.posture, round(shape.x / CELL_MM), round(shape.y / CELL_MM))


@dataclass(frozen=True, slots=True)
class Departed:
    """A card that lay there and left, which no action has explained yet."""

    place: str
    name: str
    label: str
    left_s: float
    born_s: float
    card: CardHere = field(compare=False)


@dataclass(frozen=True)
class Act:
    """An action that is supposed: the story with it and before it, its price, what the rules have of that, its cards.

    born_s: when its first and its last card were laid.  departed, tolerated: as they were before it.
    gone: cards that left with it.  arm: what the arms over its cards have of the price.
    """

    story: Story
    meaning: Hashable
    before: Story
    price: float
    log_prior: float
    born_s: tuple[float, float]
    own: tuple[CardHere, ...] = field(compare=False)
    departed: tuple[Departed, ...] = field(compare=False)
    tolerated: tuple[Laid, ...] = ()
    gone: tuple[Departed, ...] = field(default=(), compare=False)
    arm: float = 0.0


@dataclass(slots=True, eq=False)
class Reckoned:
    """What was reckoned of a hypothesis once: it costs too much to be done again."""

    key: tuple[Any, ...] | None = None
    differs: Difference | None = None


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """A told line and what may have followed, and the cards.

    departed: cards that left, unexplained as yet.  past: all cards that left lately: looks have told of them.
    tolerated: cards that were laid against the rules, and go back.  where: log-weights of the ways in which the layout
    may lie (`vision.belief.places`).  told_s: when the last card of the action told last was laid.
    log_weight: nats, but for what is unexplained, which is `odd`.
    """

    root: Story
    cards: tuple[CardHere, ...] = ()
    acts: tuple[Act, ...] = ()
    departed: tuple[Departed, ...] = ()
    past: tuple[CardHere, ...] = ()
    tolerated: tuple[Laid, ...] = ()
    where: np.ndarray = field(default_factory=lambda: np.zeros(1))
    told_s: float = -np.inf
    log_weight: float = 0.0
    odd: float = 0.0

    @kept("root", "cards", "acts", "departed", "tolerated")
    def reckoned(self) -> Reckoned:
        """What was reckoned of it, whatever it costs."""
        return Reckoned()

    @property
    def story(self) -> Story:
        """The story with all that is supposed."""
        return self.acts[-1].story if self.acts else self.root

    @property
    def weight(self) -> float:
        """Nats with everything, not comparable between looks."""
        return self.log_weight + self.odd

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for hypotheses of the same story: what is in a hand makes no other."""
        key = self.reckoned.key
        if key is None:
            key = (self.root, tuple(act.meaning for act in self.acts),
                   tuple(sorted(card.key for card in self.cards if card.posture == "lies")),
                   tuple(sorted((d.place, d.name) for d in self.departed)), self.tolerated)
            self.reckoned.key = key
        return key

    def without(self, cards: Iterable[CardHere]) -> Hypothesis:
        """The same without some of its cards."""
        gone = {card.serial: card for card in cards}
        return replace(self, cards=tuple(card for card in self.cards if card.serial not in gone),
                       past=(*self.past, *gone.values()))

    def unsupposed(self) -> Hypothesis:
        """The same with none of its actions; what they explained is unexplained again."""
        if not self.acts:
            return self
        first = self.acts[0]
        later = tuple(d for act in self.acts for d in act.gone if d not in first.departed)
        kept = tuple(d for d in self.departed if d not in first.departed and d not in later)
        return replace(self, acts=(), departed=(*first.departed, *later, *kept), tolerated=first.tolerated,
                       log_weight=self.log_weight - sum(act.price for act in self.acts))

    def costing(self, nats: float) -> Hypothesis:
        """The same, so many nats likelier."""
        return self.at(self.log_weight + nats, self.odd)

    def leaning(self, nats: np.ndarray) -> Hypothesis:
        """The same, each way in which the layout may lie being so many nats likelier."""
        where = self.where + nats
        total = float(np.logaddexp.reduce(where))
        return replace(self, where=where - total, log_weight=self.log_weight + total)

    def at(self, log_weight: float, odd: float, acts: tuple[Act, ...] | None = None) -> Hypothesis:
        """The same at another price.  acts: the same, too, each at its own."""
        if acts is None and odd == self.odd and log_weight == self.log_weight:
            return self
        other = replace(self, log_weight=log_weight, odd=odd, acts=self.acts if acts is None else acts)
        other.__dict__["reckoned"] = self.reckoned  # which no price changes
        return other


class Pool:
    """The hypotheses that are kept: what surpasses neither the least of them nor its like is not worth a thought.

    least: nats."""

    def __init__(self, hypotheses: Iterable[Hypothesis], least: float) -> None:
        self._least = least
        self._known = {h.key[:3]: h.weight for h in hypotheses}  # by what was done and what lies

    def would_keep(self, h: Hypothesis, act: Act) -> bool:
        """Whether a hypothesis may be kept with an action more, at the best that it may come to: nothing is left
        unexplained, and what missing cards have cost is given back where these were swept away."""
        root, meanings, cards = h.key[:3]
        nats = h.log_weight + act.price
        is_like_one = self._known.get((root, (*meanings, act.meaning), cards), -np.inf) >= nats
        return not is_like_one and nats - sum(card.debt for card in h.cards) >= self._least


@dataclass(frozen=True, slots=True)
class Difference:
    """How what lies differs from the story.  extra: cards that it does not have, the first born first; lacking: that
    left though it has them; passed: that it does not have, and left again; idle: that it does not have, and that call
    for no explanation."""

    extra: tuple[CardHere, ...]
    lacking: tuple[Departed, ...]
    passed: tuple[Departed, ...]
    idle: tuple[CardHere, ...]

    def __bool__(self) -> bool:
        return bool(self.extra or self.lacking or self.passed)


def lying(cards: Iterable[CardHere]) -> list[CardHere]:
    """The cards that lie in places of the game."""
    return [card for card in cards if card.posture == "lies" and card.place]


def rests(card: CardHere, cards: Iterable[CardHere]) -> bool:
    """Whether most of the cards that came at once with one, close by, belong to no place: so does a hand that rests
    there with its fan."""
    placed = [bool(other.place) and not other.idle for other in cards if other.serial != card.serial
              and abs(other.born_s - card.born_s) <= noise().people.together_s
              and hypot(other.shape.x - card.shape.x, other.shape.y - card.shape.y) < AMID_MM]
    return 2 * sum(placed) < len(placed)


def difference(h: Hypothesis, prior: Prior) -> Difference:
    """What the story does not explain; reckoned once."""
    if h.reckoned.differs is None:
        h.reckoned.differs = _difference(h, prior)
    return h.reckoned.differs


def _difference(h: Hypothesis, prior: Prior) -> Difference:
    shown = prior.visible(h.story)
    here: dict[Laid, list[CardHere]] = {}
    for card in lying(h.cards):
        here.setdefault((card.place, card.name), []).append(card)
    extra: list[CardHere] = []
    for (place, name), cards in here.items():
        if place not in shown:  # a place of the table in which the game has no open cards, as a stock
            continue
        wanted = _wanted(shown, place, name)
        over = len(cards) - wanted - h.tolerated.count((place, name))
        if over > 0 and (wanted or not prior.is_optional(h.story, place, name)):
            extra += sorted(cards, key=lambda c: (c.idle, c.born_s))[-over:]
    lacking, passed = _departures(h, prior, shown, here)
    extra.sort(key=lambda c: (c.born_s, c.z))
    return Difference(tuple(c for c in extra if not c.idle), lacking, passed, tuple(c for c in extra if c.idle))


def _departures(h: Hypothesis, prior: Prior, shown: Mapping[str, tuple[str, ...]], here: Mapping[Laid, list[CardHere]]
                ) -> tuple[tuple[Departed, ...], tuple[Departed, ...]]:
    """The departed that the story still has, and those that it does not."""
    if not h.departed:
        return (), ()
    lacking, passed = [], []
    left: Counter[Laid] = Counter()
    for departed in sorted(h.departed, key=lambda d: -d.left_s):
        laid = (departed.place, departed.name)
        if _wanted(shown, *laid) > len(here.get(laid, ())) + left[laid]:
            left[laid] += 1
            if not prior.is_optional(h.story, *laid):
                lacking.append(departed)
        elif not departed.card.idle:
            passed.append(departed)
    return tuple(sorted(lacking, key=_when_left)), tuple(sorted(passed, key=_when_left))


def _when_left(departed: Departed) -> tuple[float, float]:
    return departed.left_s, departed.card.z


def _wanted(shown: Mapping[str, tuple[str, ...]], place: str, name: str) -> int:
    return shown.get(place, ()).count(name)


def change_of(extra: Iterable[CardHere], lacking: Iterable[Departed], passed: Iterable[Departed],
              cards: Iterable[CardHere]) -> Change:
    """A part of a difference, as the rules are asked about it; cards in the order in which they were laid."""
    came = sorted([*((c.born_s, c.z, c.place, c.name, c) for c in extra),
                   *((d.born_s, d.card.z, d.place, d.name, None) for d in passed)], key=lambda row: row[:4])
    beside = tuple(_beside(row[4], cards) if row[4] is not None else () for row in came)
    return Change(tuple((row[2], row[3]) for row in came), tuple((d.place, d.name) for d in lacking), beside)


def _beside(card: CardHere, cards: Iterable[CardHere]) -> tuple[tuple[str, float], ...]:
    """The other cards of its place, and how far away they lie; the nearest first, to a centimetre."""
    near = sorted((round(hypot(other.shape.x - card.shape.x, other.shape.y - card.shape.y), -1), other.name)
                  for other in cards if other.place == card.place and other.serial != card.serial
                  and other.posture == "lies")
    return tuple((name, mm) for mm, name in near)
