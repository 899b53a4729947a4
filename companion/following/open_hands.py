"""Hands that are laid open before their players, outside of all places: read where the game waits for them.

    hands = OpenHands()
    hands.look(believer, has_read)               # after every look; has_read: whether cards were read
    hands.ruling(match, seats)                   # a HandSeen, or None
    hands.of(match, player, seats)               # what is read of a hand, to be put right by touch
    hands.told(action)                           # a hand is in the log: its cards mean nothing any more
    hands.forget()                               # what lies open now means nothing

A card in a hand that somebody holds over the table sways; one that lies is read in the same place again and again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.following.commit import LEAST
from rules import Action, Card, Match, parse_card
from vision.belief.belief import Believer
from vision.belief.hypotheses import CardHere
from vision.belief.observation import arm_share

SHOW = "show"
SWAY_MM = 2.0  # a card that is seen farther from where it was does not lie
LOOKS = 5  # at a card in its place
LIES_S = 1.4  # ... and the last of a hand was laid so long ago
GONE_S = 1.0  # a card that was not seen for so long does not lie there any more
PATIENCE_S = 3.0  # a hand that is whole, but not to be told without asking, is asked about
CLEARLY = 0.3  # by which more of an arm lay over a card from its player's seat than from any other's
NEARER = 0.7  # share of the way to any other seat that is clearly nearer

Sides = Mapping[str, tuple[float, float]]  # player -> where he sits, mm


@dataclass(frozen=True)
class Aside:
    """A card that lies outside of all places, or is held there.  at_mm: (2,), where it was seen first; is_told: it has
    been told of."""

    card: CardHere
    at_mm: np.ndarray
    first_s: float
    last_s: float
    looks: int = 1
    least: float = 1.0  # probability of its name in any look
    is_told: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether it was read in its place often enough."""
        return self.looks >= LOOKS and self.least >= LEAST


@dataclass(frozen=True)
class HandSeen:
    """A hand that lies open.  is_sure: whether it may be told without asking; the likeliest player first."""

    actions: tuple[Action, ...]
    is_sure: bool


@dataclass(frozen=True)
class _WholeHand:
    """Cards that are as many as a hand has.  players: whose it may be; is_sure: whose it is and which cards these are
    is plain, so that one player is named."""

    players: tuple[str, ...]
    rows: tuple[Aside, ...]
    is_sure: bool


class OpenHands:
    """The hands that lie open on one table."""

    def __init__(self) -> None:
        self._lying: tuple[Aside, ...] = ()
        self._now_s = 0.0

    def look(self, believer: Believer, has_read: bool) -> None:
        """What lies outside of all places after another look.  has_read: whether cards were read in it; where nothing
        moves they are not."""
        belief = believer.belief
        self._now_s = max(self._now_s, belief.time_s)
        if not has_read:
            return
        aside = [card for card in belief.best.cards
                 if not card.place and not card.idle and card.seen_s == belief.time_s]
        kept: list[Aside] = []
        left = list(self._lying)
        for card in aside:
            was = next((row for row in left if _away_mm(row, card) <= SWAY_MM), None)  # whatever its name seemed to be
            sure = _share(believer, card)
            if was is None:
                kept.append(Aside(card, card.shape.centre, self._now_s, self._now_s, least=sure))
            else:
                left.remove(was)
                least = sure if was.looks == 1 else min(was.least, sure)  # the first look is at a card being laid
                kept.append(replace(was, card=card, last_s=self._now_s, looks=was.looks + 1, least=least))
        self._lying = (*kept, *(row for row in left if self._now_s - row.last_s <= GONE_S))

    def forget(self) -> None:
        """What lies open now means nothing."""
        self._lying = tuple(replace(row, is_told=True) for row in self._lying)

    def told(self, action: Action) -> None:
        """Somebody's hand is in the log: its cards lie there for nothing."""
        if action.verb != SHOW:
            return
        cards = list(action.cards)
        after = []
        for row in self._lying:
            card = parse_card(row.card.name)
            is_his = not row.is_told and card in cards
            if is_his:
                cards.remove(card)
            after.append(replace(row, is_told=True) if is_his else row)
        self._lying = tuple(after)

    def of(self, match: Match, player: str, seats: Sides) -> tuple[Card, ...]:
        """The cards that lie open and may be a player's, as many as he has to show at the most."""
        own = [row for row in self._waiting() if row.is_sure and self._owner(row, seats) in (player, None)]
        return (_named(own) if own else ())[:match.game.to_show(match.state).get(player, 0) or None]

    def ruling(self, match: Match, seats: Sides) -> HandSeen | None:
        """A hand that the game waits for and that lies there, whole: somebody's own, or one that may be anybody's."""
        wanted = match.game.to_show(match.state)
        lying = self._waiting()
        if not wanted or not lying or not match.game.verbs[SHOW].aside:
            return None
        owners = [self._owner(row, seats) for row in lying]
        hand = self._own_hand(lying, owners, wanted) or self._nobodys_hand(lying, owners, wanted)
        return None if hand is None else self._judged(match, hand)

    def _own_hand(self, lying: Sequence[Aside], owners: Sequence[str | None], wanted: Mapping[str, int]
                  ) -> _WholeHand | None:
        """The cards that are plainly one player's, where they are as many as he has to show."""
        for player, number in wanted.items():
            own = [row for row, owner in zip(lying, owners, strict=True) if owner == player]
            if len(own) == number and self._is_whole(own):
                return _WholeHand((player,), tuple(own), all(row.is_sure for row in own))
        return None

    def _nobodys_hand(self, lying: Sequence[Aside], owners: Sequence[str | None], wanted: Mapping[str, int]
                      ) -> _WholeHand | None:
        """All cards that lie there, where none is plainly somebody's: of any player who has to show so many."""
        might = tuple(player for player, number in wanted.items() if number == len(lying))
        is_owned = any(owner is not None for owner in owners)
        return _WholeHand(might, tuple(lying), False) if might and not is_owned and self._is_whole(lying) else None

    def _judged(self, match: Match, hand: _WholeHand) -> HandSeen | None:
        """The hand, where it may be one; what would prove somebody wrong is asked about."""
        cards = _named(hand.rows)
        kinds = {action: match.game.judge(match.state, action).kind
                 for action in (Action(player, SHOW, cards) for player in hand.players)}
        may = tuple(action for action, kind in kinds.items() if kind in ("ok", "proven"))
        if not may:
            return None
        if hand.is_sure and kinds[may[0]] == "ok":
            return HandSeen(may, is_sure=True)
        first_s = max(row.first_s for row in hand.rows)
        return HandSeen(may, is_sure=False) if self._now_s - first_s >= PATIENCE_S else None

    def _waiting(self) -> list[Aside]:
        return [row for row in self._lying if not row.is_told and row.looks > 1]

    def _is_whole(self, own: Sequence[Aside]) -> bool:
        """Whether all of them lie there for a while, and nothing has come since."""
        return (self._now_s - max(row.first_s for row in self._lying if not row.is_told) >= LIES_S
                and all(row.looks >= LOOKS for row in own))

    def _owner(self, row: Aside, seats: Sides) -> str | None:
        """Who has laid a card: whose arm lay over it, or who sits clearly nearest to it; None where it is not plain."""
        if len(seats) < 2:
            return None
        at = row.card.shape.centre
        arms = {name: arm_share(row.card.reach, at, seat) for name, seat in seats.items()}
        first, second = sorted(arms, key=lambda name: -arms[name])[:2]
        if arms[first] - arms[second] >= CLEARLY:
            return first
        away = {name: float(np.hypot(seat[0] - at[0], seat[1] - at[1])) for name, seat in seats.items()}
        near, next_ = sorted(away, key=lambda name: away[name])[:2]
        return near if away[near] <= NEARER * away[next_] and arms[first] < CLEARLY else None


def _away_mm(row: Aside, card: CardHere) -> float:
    return float(np.hypot(*(card.shape.centre - row.at_mm)))


def _share(believer: Believer, card: CardHere) -> float:
    """How likely a card there bears this name, whether it lies or is held; no surer than it was read."""
    belief = believer.belief
    named = other = 0.0
    for h, weight in zip(belief.hypotheses, belief.weights, strict=True):
        there = next((c for c in h.cards if np.hypot(*(c.shape.centre - card.shape.centre)) < 5 * SWAY_MM), None)
        named += weight * (there is not None and there.label == card.label)
        other += weight * (there is not None and there.label != card.label)
    return min(named / (named + other), card.name_share) if named + other > 0 else 0.0


def _named(rows: Sequence[Aside]) -> tuple[Card, ...]:
    """The cards by the game's names, as they lie in their row."""
    at = np.array([row.at_mm for row in rows])
    return tuple(parse_card(rows[k].card.name) for k in np.argsort(at[:, np.ptp(at, axis=0).argmax()]))


def lays_open(match: Match, action: Action) -> bool:
    """Whether an action lays cards of a hand open."""
    verb = match.game.verbs.get(action.verb)
    return verb is not None and verb.shows and verb.aside
